"""Play many deals or matches and keep what they say: `simulate` gives a `Result`, the same on any machine."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from designkit.bots import BOTS
from designkit.errors import BadVariant, DesignkitError
from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab import kernel, steps, tricks
from designkit.lab.batch import Batch
from designkit.lab.metrics import Estimate, Tally
from designkit.lab.tabulate import CannotTabulate
from designkit.live import Job
from designkit.session import Bot, Session

CHUNK = {"kernel": 10_000, "step": 100}
"""Deals that one piece of work plays."""
PROBED, PROBED_REPLACED = 3, 25
"""Deals that the step engine plays beside the kernel before it is believed; more where rules are replaced."""
KEPT = 200_000
"""Deals whose rows are kept; those of a longer run are played again when they are asked for."""
Kind = Literal["deals", "matches"]
Engine = Literal["kernel", "step"]
Piece = tuple[Batch, Tally]
Part = tuple["Result", int, int]
"""A run, the number of the first deal and how many to play: what one piece of work plays."""
Bots = str | Bot | Sequence[str | Bot]


class Interrupted(DesignkitError):
    """A run that could not go on; `result` holds what was played until then."""

    def __init__(self, sentence: str, result: Any) -> None:
        super().__init__(sentence)
        self.result = result


# ---- who plays, and on what ------------------------------------------------------------------------------------


def bot_name(bot: str | Bot) -> str:
    """What a bot is called."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def seated(game: Game, bots: Bots) -> tuple[str | Bot, ...]:
    """A bot for every seat, from one for all or one a seat; an unknown name raises with those there are."""
    all_seats = [bots] * game.players if isinstance(bots, str) or callable(bots) else list(bots)
    if len(all_seats) != game.players:
        raise BadVariant(f"{game.players} seats need as many bots, not {len(all_seats)}.")
    for bot in all_seats:
        if isinstance(bot, str) and bot not in BOTS:
            raise BadVariant(f"There is no bot '{bot}'; the bots are {', '.join(BOTS)}.")
        if not isinstance(bot, str) and not callable(bot):
            raise BadVariant(f"A bot is a name or a function (view, legal, rng) -> move, not {bot!r}.")
    return tuple(all_seats)


@dataclass(frozen=True)
class Run:
    """What is to be played: enough to play any part of it anywhere, with the same outcome."""

    game: Game
    kind: Kind
    seed: int
    bots: tuple[str | Bot, ...]
    engine: Engine

    def play(self, first: int, count: int, moves: Callable[[], None] = lambda: None) -> Batch:
        """The deals from number `first` on."""
        if self.engine == "step":
            seats = [(bot_name(bot), BOTS[bot] if isinstance(bot, str) else bot) for bot in self.bots]
            return steps.play(self.game, self.seed, first, count, seats, self.kind == "matches", moves)
        names = [bot_name(bot) for bot in self.bots]
        compiled = tricks.play_deals if self.kind == "deals" else tricks.play_matches
        return compiled(self.game, self.seed, first, count, names)

    def measured(self, first: int, count: int, tally: Tally, moves: Callable[[], None] = lambda: None) -> "Piece":
        """The deals from number `first` on, and their sums."""
        batch = self.play(first, count, moves)
        return batch, tally.add(batch)

    def session(self, number: int) -> Session:
        """The deal or match of that number, move by move."""
        seats = [(bot_name(bot), BOTS[bot] if isinstance(bot, str) else bot) for bot in self.bots]
        return steps.played(self.game, self.seed, number, seats, self.kind == "matches")


@lru_cache(maxsize=64)
def _agrees(run: Run, deals: int) -> bool:
    """Whether kernel and step engine play the same deals alike."""
    compiled, stepped = run.play(0, deals), replace(run, engine="step").play(0, deals)
    return all(
        np.array_equal(getattr(compiled, name), getattr(stepped, name))
        for name in ("points", "tops", "tricks", "bids", "decisions", "options", "forced", "winners")
    )


def prepared(game: Game, kind: Kind, seed: int, bots: Bots) -> tuple[Run, str]:
    """The run on the fastest engine that plays it right, and a sentence where that is the step engine."""
    seats = seated(game, bots)
    stepped = Run(game, kind, seed, seats, "step")
    own = [bot_name(bot) for bot in seats if not isinstance(bot, str) or bot not in kernel.BOTS]
    if own:
        return stepped, f"Played move by move, since '{own[0]}' is a Python bot."
    run = replace(stepped, engine="kernel")
    try:
        if _agrees(replace(run, seed=0), PROBED_REPLACED if game.replaced else PROBED):
            return run, ""
        why = "its replaced rules ask for more than single cards" if game.replaced else "its plan differs from its play"
    except CannotTabulate as error:
        why = str(error).rstrip(".")
    return stepped, f"Played move by move, since {why[0].lower() + why[1:]}."


# ---- what comes of it ------------------------------------------------------------------------------------------


class Result:
    """What a run came to: its measures with intervals, its rows, and every deal to open."""

    def __init__(
        self, run: Run, planned: int, note: str, metrics: Sequence[str] | None = None, keep: int = KEPT
    ) -> None:
        self.run, self.planned, self.note, self.keep = run, planned, note, keep
        self.deals = 0
        self.tally = Tally(run.game, metrics, planned)
        self._kept: list[Batch] = []

    @property
    def game(self) -> Game:
        """The variant that was played."""
        return self.run.game

    @property
    def kind(self) -> Kind:
        """Whether its rows are deals or matches."""
        return self.run.kind

    @property
    def seed(self) -> int:
        """Where all chance came from."""
        return self.run.seed

    @property
    def engine(self) -> Engine:
        """What played it."""
        return self.run.engine

    @property
    def bots(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(map(bot_name, self.run.bots))

    def add(self, batch: Batch, tally: Tally) -> None:
        """Take in the next deals and their sums."""
        self.tally.merge(tally)
        self.deals += len(batch)
        if self.planned <= self.keep:
            self._kept.append(batch)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Every measure with its interval."""
        return self.tally.estimates()

    def summary(self) -> pd.DataFrame:
        """A row a measure: its value, its interval and what it says."""
        return self.tally.frame()

    def batches(self, start: int = 0, stop: int | None = None) -> Iterator[Batch]:
        """The deals from one number up to another, played again where they were not kept."""
        stop = self.deals if stop is None else min(stop, self.deals)
        kept = self._kept or self._again(start, stop)
        for batch in kept:
            low, high = max(0, start - batch.first), min(len(batch), stop - batch.first)
            if low < high:
                yield batch.part(low, high)

    def _again(self, start: int, stop: int) -> Iterator[Batch]:
        size = CHUNK[self.engine]
        for first in range(start, stop, size):
            yield self.run.play(first, min(size, stop - first))

    def rows(self, start: int = 0, stop: int | None = None) -> pd.DataFrame:
        """A row a deal and seat, from one deal's number up to another."""
        found = [rows(batch, self.game) for batch in self.batches(start, stop)]
        return pd.concat(found, ignore_index=True) if found else pd.DataFrame()

    @property
    def frame(self) -> pd.DataFrame:
        """A row a deal and seat."""
        return self.rows()

    def session(self, number: int) -> Session:
        """The deal of that number as a session: look at it, step through it, put it on the table."""
        if type(number) is not int or not 0 <= number < self.deals:
            raise DesignkitError(f"This run has the {self.kind} 0 to {self.deals - 1}, not {number!r}.")
        return self.run.session(number)

    def __repr__(self) -> str:
        return f"<{self.deals:,} {self.kind} of {self.game!r} with {', '.join(self.bots)} on the {self.engine} engine>"

    def _repr_html_(self) -> str:
        note = f"<div>{self.note}</div>" if self.note else ""
        return f"<div><b>{self!r}</b></div>{note}".replace("<<", "&lt;") + self.summary().to_html(
            float_format="{:.4g}".format
        )


def rows(batch: Batch, game: Game) -> pd.DataFrame:
    """A batch as a tidy frame: a row a deal and seat."""
    deals, players = batch.points.shape
    said = "wager" if game.plan is not None and game.plan.wagers else "bid"

    def each(values: Any) -> Any:
        return np.repeat(values, players)

    columns: dict[str, Any] = {
        "deal": each(np.arange(batch.first, batch.first + deals)),
        "seat": np.tile(np.arange(players), deals),
        "points": batch.points.ravel(),
        "win": (batch.tops / batch.tops.sum(axis=1, keepdims=True)).ravel(),
        "tricks": batch.tricks.ravel(),
    }
    if (batch.bids >= 0).any():
        columns[said] = batch.bids.ravel()
    if batch.bonus.any():
        columns["bonus"] = batch.bonus.ravel()
    columns |= {
        "worth": batch.worth.ravel(),
        "decisions": each(batch.decisions),
        "options": each(batch.options),
        "forced": each(batch.forced),
        "hands": each(batch.hands),
    }
    return pd.DataFrame(columns)


# ---- playing ---------------------------------------------------------------------------------------------------


def count_of(name: str, value: int | None) -> int:
    """A number of deals or matches, if it is one."""
    if type(value) is not int or not 1 <= value <= 10**10:
        raise BadVariant(f"{name} must be a whole number from 1 to 10,000,000,000, not {value!r}.")
    return value


class _Parquet:
    """Rows on disk, a file a piece of work in one folder, so that what is written stays readable whatever happens."""

    def __init__(self, folder: str | Path, game: Game) -> None:
        self.folder, self.game = Path(folder), game
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                raise BadVariant(f"'{folder}' is not empty; give a new folder for the Parquet files.")
        except OSError as error:
            raise BadVariant(f"Parquet files cannot be written to '{folder}': {error.strerror}.") from None

    def add(self, batch: Batch) -> None:
        """Write the rows of a batch."""
        target = self.folder / f"deals-{batch.first:012d}.parquet"
        unfinished = target.with_suffix(".part")
        try:
            rows(batch, self.game).to_parquet(unfinished, index=False)
            unfinished.rename(target)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise


def begun(
    game: Game | str,
    deals: int,
    matches: int | None,
    bots: Bots,
    seed: int,
    metrics: Sequence[str] | None,
    keep: int = KEPT,
) -> Result:
    """A run that can be played, with nothing played yet; bad input raises."""
    variant = make_game(game) if isinstance(game, str) else game
    kind: Kind = "deals" if matches is None else "matches"
    planned = count_of(kind, deals if matches is None else matches)
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise BadVariant(f"A seed is a whole number from 0 to 2^64 - 1, not {seed!r}.")
    run, note = prepared(variant, kind, seed, bots)
    return Result(run, planned, note, metrics, keep)


def part_size(result: Result) -> int:
    """How many deals or matches one piece of work plays."""
    size = CHUNK[result.engine]
    return size if result.kind == "deals" else max(1, size // 20)


def parts(result: Result, size: int) -> Iterator[Part]:
    """All that a run has to play."""
    for first in range(0, result.planned, size):
        yield result, first, min(size, result.planned - first)


def playing(
    work: Iterable[Part], executor: Any = None, moves: Callable[[], None] = lambda: None
) -> Iterator[tuple[Result, Batch]]:
    """Play the parts and let their runs take them in, in order; an executor is kept a few ahead, so memory stays bounded."""
    ahead = 4 * max(2, getattr(executor, "_max_workers", 0) or 8)
    going = deque[tuple[Result, Any]]()

    def taken_in(result: Result, piece: Piece) -> tuple[Result, Batch]:
        result.add(*piece)
        return result, piece[0]

    try:
        for result, first, count in work:
            tally = Tally(result.game, [metric.name for metric in result.tally.metrics], result.planned)
            if executor is None:
                yield taken_in(result, result.run.measured(first, count, tally, moves))
                continue
            going.append((result, executor.submit(result.run.measured, first, count, tally)))
            if len(going) >= ahead:
                result, future = going.popleft()
                yield taken_in(result, future.result())
        while going:
            result, future = going.popleft()
            yield taken_in(result, future.result())
    finally:
        for _, future in going:
            future.cancel()


def simulate(
    game: Game | str,
    deals: int = 100_000,
    *,
    matches: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    executor: Any = None,
    parquet: str | Path | None = None,
    metrics: Sequence[str] | None = None,
    job: Job | None = None,
    progress: bool = False,
) -> Result:
    """Play deals (the first hand of that many games), or whole matches, and measure them.

    The numbers depend on the variant, the bots, the seed and the count alone. `executor` is any
    `concurrent.futures.Executor` or a `dask.distributed` client; `parquet` a new folder for the rows.

    >>> import designkit as dk
    >>> result = simulate(dk.game("reds", 3), deals=500, seed=1)
    >>> result.deals, len(result.frame)
    (500, 1500)
    """
    result = begun(game, deals, matches, bots, seed, metrics)
    written = _Parquet(parquet, result.game) if parquet is not None else None
    if job is not None:
        job.result = result
    with watching(result.planned, result.kind, job, progress) as watch, keeping(result, lambda: _kept(result)):
        for _, batch in playing(parts(result, part_size(result)), executor, watch.tick):
            if written is not None:
                try:
                    written.add(batch)
                except OSError as error:
                    why = f"The rows cannot be written to '{parquet}': {error.strerror}."
                    raise Interrupted(f"{why} {_kept(result)}", result) from None
            watch.add(len(batch))
    return result


def _kept(result: Result) -> str:
    return f"The {result.deals:,} {result.kind} before are kept."


@contextmanager
def keeping(result: Any, kept: Callable[[], str]) -> Iterator[None]:
    """What stops a run from outside becomes a sentence, with what was played until then."""
    try:
        yield
    except steps.BotFailed as error:
        raise Interrupted(f"{error} {kept()}", result) from error
    except BrokenExecutor:
        raise Interrupted(f"A process that played deals has died. {kept()}", result) from None


class Watch:
    """Progress of a run, told to a job and to a bar."""

    def __init__(self, planned: int, job: Job | None, bar: Any) -> None:
        self.planned, self.job, self.bar = planned, job, bar
        self.done = 0

    def tick(self) -> None:
        """Stop where the job must."""
        if self.job is not None:
            self.job.tick()

    def add(self, count: int) -> None:
        """So many more are played."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count)
        if self.job is not None:
            self.job.tick(self.done / self.planned)


@contextmanager
def watching(planned: int, kind: str, job: Job | None, progress: bool) -> Iterator[Watch]:
    """Watch over a run, with a bar where it is wanted."""
    if not progress:
        yield Watch(planned, job, None)
        return
    from tqdm.auto import tqdm

    with tqdm(total=planned, unit=f" {kind}", unit_scale=True) as bar:
        yield Watch(planned, job, bar)
