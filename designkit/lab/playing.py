"""Playing runs piece by piece: here or on an executor, watched, and stopped at once when it must be."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from designkit.errors import BadVariant
from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab.executors import Task, in_order
from designkit.lab.failing import OnError, understood
from designkit.lab.pieces import Piece
from designkit.lab.result import CHUNK, KEPT, Result
from designkit.lab.runs import Bots, Kind, prepared
from designkit.live import Job

Part = tuple[Result, int, int]
"""A run, the number of the first deal and how many to play: what one piece of work plays."""


def count_of(name: str, value: int | None) -> int:
    """A number of deals or matches, if it is one."""
    if type(value) is not int or not 1 <= value <= 10**10:
        raise BadVariant(f"{name} must be a whole number from 1 to 10,000,000,000, not {value!r}.")
    return value


def begun(
    game: Game | str,
    deals: int,
    matches: int | None,
    bots: Bots,
    seed: int,
    metrics: Sequence[str] | None,
    seconds: float | None,
    on_error: OnError,
    keep: int = KEPT,
) -> Result:
    """A run that can be played, with nothing played yet; bad input raises."""
    understood(seconds, on_error)
    variant = make_game(game) if isinstance(game, str) else game
    kind: Kind = "deals" if matches is None else "matches"
    planned = count_of(kind, deals if matches is None else matches)
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise BadVariant(f"A seed is a whole number from 0 to 2^64 - 1, not {seed!r}.")
    run, note = prepared(variant, kind, seed, bots, seconds, on_error)
    return Result(run, planned, note, metrics, keep)


def part_size(result: Result) -> int:
    """How many deals or matches one piece of work plays."""
    return CHUNK[result.engine, result.kind]


def parts(result: Result, size: int) -> Iterator[Part]:
    """All that a run has to play."""
    for first in range(0, result.planned, size):
        yield result, first, min(size, result.planned - first)


def playing(
    work: Iterable[Part], executor: Any = None, moves: Callable[[], None] = lambda: None, rows: bool = False
) -> Iterator[tuple[Result, Piece]]:
    """Play the parts in order; an executor is kept a few ahead, so memory stays bounded.

    The deals themselves come along where `rows` are wanted, the run keeps them, or a bot may fail.
    """
    tasks = (
        (
            result,
            Task(
                result.run,
                tuple(result.tally.metrics),
                first,
                count,
                rows or result.keeps_rows or result.engine == "step",
            ),
        )
        for result, first, count in work
    )
    return in_order(tasks, executor, moves)


def going_on(result: Result, piece: Piece) -> None:
    """Raise a bot's failure in what was played, where the run stops at one."""
    if piece.failures and result.run.on_error == "stop":
        raise piece.failures[0]


def kept(count: int, what: str) -> str:
    """A sentence for what is not lost when a run ends early.

    >>> kept(1, "deal before"), kept(2000, "matches before")
    ('1 deal before is kept.', '2,000 matches before are kept.')
    """
    return f"{count:,} {what} {'is' if count == 1 else 'are'} kept."


# ---- watching --------------------------------------------------------------------------------------------------


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
