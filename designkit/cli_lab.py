"""The lab on the command line: simulate, compare, sweep, and the dashboard."""

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from designkit.cli_options import Browser, Id, Players, Port, Seed, Settings, console, settings_of, variant_of
from designkit.errors import BadVariant, DesignkitError
from designkit.game import Game
from designkit.games import family
from designkit.params import read_value
from designkit.views import answers

if TYPE_CHECKING:
    from designkit.lab.simulate import Result

Deals = Annotated[int, typer.Option("--deals", "-n", help="How many deals to play.")]
Matches = Annotated[int | None, typer.Option("--matches", help="Play so many whole matches instead of deals.")]
Bots = Annotated[str, typer.Option("--bots", help="A bot for all seats, or one a seat with commas between.")]
Processes = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that play at the same time.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", "-m", metavar="NAME", help="A measure (all); may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


WIDE = 110
"""Columns of a terminal that has room for what the measures say."""


def simulate(
    game: Id,
    players: Players = None,
    settings: Settings = None,
    deals: Deals = 100_000,
    matches: Matches = None,
    bots: Bots = "greedy",
    seed: Seed = 0,
    jobs: Processes = 1,
    metrics: Metrics = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FOLDER", help="Write the rows to a new folder.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the rows to a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many deals or matches of a game and measure them."""
    variant = variant_of(game, players, settings)
    with _needs("The lab"):
        from designkit.lab.simulate import simulate as play

    def work(job: Any, executor: Any) -> Any:
        return play(
            variant,
            deals,
            matches=matches,
            bots=_bots(bots),
            seed=seed,
            metrics=metrics,
            parquet=parquet,
            executor=executor,
            job=job,
            progress=sys.stderr.isatty(),
        )

    with _finished(work, jobs) as result:
        _print(answers.result_json(result), as_json, lambda: answers.result_table(result, console().width >= WIDE))
        if csv is not None:
            _write_csv(result, csv)


def compare(
    game: Id,
    a: Annotated[list[str] | None, typer.Option("--a", metavar="NAME=VALUE", help="A parameter of variant a.")] = None,
    b: Annotated[list[str] | None, typer.Option("--b", metavar="NAME=VALUE", help="A parameter of variant b.")] = None,
    players: Players = None,
    settings: Settings = None,
    deals: Deals = 100_000,
    matches: Matches = None,
    bots: Bots = "greedy",
    seed: Seed = 0,
    jobs: Processes = 1,
    metrics: Metrics = None,
    confidence: Annotated[float, typer.Option("--confidence", help="How sure the intervals are.")] = 0.95,
    as_json: AsJson = False,
) -> None:
    """Play two variants of a game on the same deals and say what differs."""
    base = variant_of(game, players, settings)
    model = base.family.Params
    one = base.with_params(**settings_of(model, a, "--a"))
    other = base.with_params(**settings_of(model, b, "--b"))
    if one == other:
        raise BadVariant("a and b are the same variant; change a parameter of b, with --b NAME=VALUE.")
    with _needs("The lab"):
        from designkit.lab.compare import compare as play

    def work(job: Any, executor: Any) -> Any:
        return play(
            one,
            other,
            deals,
            matches=matches,
            bots=_bots(bots),
            seed=seed,
            metrics=metrics,
            executor=executor,
            job=job,
            confidence=confidence,
            progress=sys.stderr.isatty(),
        )

    with _finished(work, jobs) as comparison:
        _print(answers.comparison_json(comparison), as_json, lambda: answers.comparison_table(comparison))


def sweep(
    game: Id,
    over: Annotated[
        list[str],
        typer.Option("--over", metavar="NAME=VALUES", help="A parameter and its values: 1,2,3 or 1..9; once or twice."),
    ],
    players: Annotated[
        str | None, typer.Option("--players", "-p", help="Player counts, such as 3,4 (the game's usual one).")
    ] = None,
    settings: Settings = None,
    deals: Deals = 10_000,
    matches: Matches = None,
    bots: Bots = "greedy",
    seed: Seed = 0,
    jobs: Processes = 1,
    metrics: Metrics = None,
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target", metavar="NAME=LOW..HIGH", help="What a measure should come to; an end may be left out."
        ),
    ] = None,
    invariants: Annotated[
        float, typer.Option("--invariants", min=0, metavar="SECONDS", help="Time for each cell's invariants.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a game over the values of one or two parameters and map a measure."""
    counts = None if players is None else [_whole("--players", count) for count in _listed(players)]
    able = [count for count in counts or [] if count in family(game).players]
    base = variant_of(game, able[0] if able else None, settings)
    values = dict(_over(base, each) for each in over)
    if len(values) < len(over):
        raise BadVariant("Each parameter of a sweep is given once.")
    bands = dict(_band(each) for each in targets or [])
    with _needs("The lab"):
        from designkit.lab.metrics import METRICS
        from designkit.lab.sweep import sweep as play

    aimed = [name for name in METRICS if any(band == name or band.startswith(f"{name} ") for band in bands)]
    wanted = list(dict.fromkeys([*metrics, *aimed])) if metrics else None

    def work(job: Any, executor: Any) -> Any:
        return play(
            base,
            values,
            players=counts,
            deals=deals,
            matches=matches,
            bots=_bots(bots),
            seed=seed,
            metrics=wanted,
            targets=bands,
            invariants=invariants,
            executor=executor,
            job=job,
            progress=sys.stderr.isatty(),
        )

    with _finished(work, jobs) as made:
        _print(
            answers.sweep_json(made), as_json, lambda: answers.sweep_table(made, metrics or [*bands] or ["fairness"])
        )


def metrics() -> None:
    """List the measures: what each says and how it is reckoned."""
    with _needs("The lab"):
        from designkit.lab.metrics import METRICS
    for line in answers.metrics_table(METRICS.values()):
        console().print(line)


def lab(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game's id; the page lets you change it.")
    ] = "reapers",
    players: Players = None,
    settings: Settings = None,
    port: Port = 0,
    browser: Browser = True,
) -> None:
    """Serve the playtest lab on this machine and open it in the browser."""
    variant = variant_of(game, players, settings)
    with _needs("The lab"):
        from importlib import import_module

        from designkit.views.app import serve

        board = import_module("designkit.views.lab").app
    serve(lambda: board(variant), "the lab", port, browser)


# ---- words to values -------------------------------------------------------------------------------------------


def _bots(text: str) -> str | list[str]:
    names = _listed(text)
    return names[0] if len(names) == 1 else names


def _listed(text: str) -> list[str]:
    """The parts of a list, or the whole numbers of a range such as 1..9."""
    first, dots, last = text.partition("..")
    if dots:
        low, high = _whole(text, first), _whole(text, last)
        if not low <= high < low + 1000:
            raise BadVariant(f"'{text}' must run from a number to one that is greater by less than 1000.")
        return [str(number) for number in range(low, high + 1)]
    return [part.strip() for part in text.split(";" if ";" in text else ",") if part.strip()]


def _whole(option: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadVariant(f"'{option}' needs whole numbers such as 3,4 or 3..5, not '{text}'.") from None


def _over(base: Game, text: str) -> tuple[str, list[Any]]:
    name, equals, values = text.partition("=")
    listed = _listed(values)
    if not equals or not listed:
        raise BadVariant(f"'--over {text}' must be of the form NAME=VALUES, such as --over hands=1..5.")
    return name, [
        int(each) if each.lstrip("-").isdecimal() else read_value(base.family.Params, name, each) for each in listed
    ]


def _band(text: str) -> tuple[str, tuple[float | None, float | None]]:
    name, _, band = text.partition("=")
    low, dots, high = band.partition("..")
    try:
        least, most = (float(end) if end.strip() else None for end in (low, high))
    except ValueError:
        dots = ""
    if not dots:
        raise BadVariant(f"'--target {text}' must be of the form NAME=LOW..HIGH, such as --target fairness=0.95..")
    return name, (least, most)


# ---- running ---------------------------------------------------------------------------------------------------


@contextmanager
def _needs(what: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadVariant(f"{what} needs {error.name}; install designkit[notebook].") from None


def _deaf() -> None:
    """Leave Ctrl-C to the process that people see."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _processes(count: int) -> Iterator[Any]:
    """So many processes to play in, or none beside this one."""
    if count == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(count, initializer=_deaf)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _finished(work: Callable[[Any, Any], Any], processes: int) -> Iterator[Any]:
    """What the work came to, or had come to when it was interrupted or failed; that is told after it is shown."""
    from designkit.live import Job

    stopped = False
    with _processes(processes) as executor:
        job = Job(lambda job: work(job, executor))
        try:
            job.run()
        except KeyboardInterrupt:
            stopped = True
    if job.result is not None:
        yield job.result
    if stopped or (job.error is None and not job.result.complete):
        typer.echo("Stopped; what was played until then is shown." if job.result else "Stopped.", err=True)
        raise typer.Exit(130)
    if job.error is not None:
        raise job.error


def _print(document: Mapping[str, Any], as_json: bool, table: Callable[[], Iterable[Table | Text]]) -> None:
    if as_json:
        typer.echo(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False))
        return
    for each in table():
        console().print(each)


def _write_csv(result: "Result", file: Path) -> None:
    from designkit.lab.simulate import rows

    try:
        with file.open("w", encoding="utf-8", newline="") as out:
            for batch in result.batches():
                rows(batch, result.game).to_csv(out, index=False, header=batch.first == 0)
    except OSError as error:
        raise DesignkitError(f"The rows cannot be written to '{file}': {error.strerror}.") from None
