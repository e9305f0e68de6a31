"""Bots against each other on the same deals in all seatings: who is stronger, how surely, and who failed where."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from designkit.bots import BOTS
from designkit.errors import BadVariant
from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab import kernel, steps
from designkit.lab.batch import Batch
from designkit.lab.executors import ahead, awaited, keeping, submitter
from designkit.lab.metrics.measure import sides
from designkit.lab.playing import count_of, watching
from designkit.lab.runs import Kind, Run, bot_name, prepared
from designkit.lab.tournament.limits import Entrant, TooSlow
from designkit.lab.tournament.seatings import MOST, Seating, seatings
from designkit.lab.tournament.standing import Failure, Tournament
from designkit.live import Job
from designkit.session import Bot

__all__ = ["MOST", "Entrant", "Failure", "TooSlow", "Tournament", "seatings", "tournament"]

PIECE = {"kernel": 1000, "step": 10}
"""Deals of a seating that one piece of work plays."""
Entrants = Sequence[str | Bot] | Mapping[str, str | Bot]


def tournament(
    game: Game | str,
    bots: Entrants,
    deals: int = 100,
    *,
    matches: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    executor: Any = None,
    job: Job | None = None,
    progress: bool = False,
    on_error: Literal["stop", "skip"] = "stop",
    most: int = MOST,
    lineups: Sequence[Seating] | None = None,
) -> Tournament:
    """Let bots play the same deals (or whole matches) in all seatings, partners alike; at most about `most` seatings.

    `lineups` are the seatings to play instead (the number of the bot at each place). Bots are names, functions, or a mapping
    of names to either. One that raises, makes an illegal move or takes longer than
    `seconds` for a move is named with the deal and the seed: the run stops there (`Interrupted`, whose `result` has all that was
    played), or skips the deal in that seating and goes on; `failures` lists them.

    >>> found = tournament("oh_hell", ["greedy", "random"], deals=50)
    >>> list(found.frame().index), len(found.seatings)
    (['greedy', 'random'], 14)
    """
    variant = make_game(game) if isinstance(game, str) else game
    kind: Kind = "deals" if matches is None else "matches"
    planned = count_of(kind, deals if matches is None else matches)
    if on_error not in ("stop", "skip"):
        raise BadVariant(f"on_error is 'stop' or 'skip', not {on_error!r}.")
    if seconds is not None and not seconds > 0:
        raise BadVariant(f"seconds must be more than 0, not {seconds!r}.")
    entered = entrants(bots, seconds)
    places = sides(variant)
    lineups = seatings(len(entered), len(places), most) if lineups is None else list(lineups)
    runs = []
    for lineup in lineups:
        seats = {seat: entered[bot][1] for bot, side in zip(lineup, places, strict=True) for seat in side}
        runs.append(prepared(variant, kind, seed, [seats[seat] for seat in range(variant.players)])[0])
    result = Tournament(variant, [name for name, _ in entered], lineups, runs, planned)
    if job is not None:
        job.result = result
    with watching(planned * len(lineups), kind, job, progress) as watch, keeping(result, lambda: _kept(result)):
        for seating, piece in _pieces(result, executor, watch.tick):
            if isinstance(piece, Batch):
                result.add(seating, piece)
                watch.add(len(piece))
                continue
            result.failures.append(Failure(seating, piece.number, str(piece)))
            if on_error == "stop":
                raise piece
            watch.add(1)
    return result


def entrants(bots: Entrants, seconds: float | None = None) -> list[tuple[str, str | Bot]]:
    """The bots by name; those that are not the kernel's with the limit of time."""
    named = list(bots.items()) if isinstance(bots, Mapping) else [(bot_name(bot), bot) for bot in bots]
    names = [name for name, _ in named]
    if len(named) < 2:
        raise BadVariant(f"A tournament needs at least two bots, not {len(named)}.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadVariant(f"Two bots are called '{twice}'; give them names, such as {{'{twice} 2': bot}}.")
    return [(name, _entered(name, bot, seconds)) for name, bot in named]


def _entered(name: str, bot: str | Bot, seconds: float | None) -> str | Bot:
    if isinstance(bot, str) and bot not in BOTS:
        raise BadVariant(f"There is no bot '{bot}'; the bots are {', '.join(BOTS)}.")
    if not isinstance(bot, str) and not callable(bot):
        raise BadVariant(f"A bot is a name or a function (view, legal, rng) -> move, not {bot!r}.")
    if isinstance(bot, str) and (seconds is None or bot in kernel.BOTS):
        return bot
    return Entrant(name, BOTS[bot] if isinstance(bot, str) else bot, seconds)


def _kept(result: Tournament) -> str:
    return f"The {int(result.played.sum()):,} deals played before are kept."


Played = Batch | steps.BotFailed


def _pieces(result: Tournament, executor: Any, tick: Callable[[], None]) -> Iterator[tuple[int, Played]]:
    """All deals of all seatings, some deals of every seating at a time; a deal that failed comes as its failure."""
    size = min(PIECE[run.engine] for run in result.runs)
    work = deque(
        (seating, first, min(size, result.planned - first))
        for first in range(0, result.planned, size)
        for seating in range(len(result.runs))
    )
    if executor is None:
        for seating, first, count in work:
            run = result.runs[seating]
            yield from _told(seating, run, first, count, lambda first, count, run=run: run.play(first, count, tick))  # type: ignore[misc]
        return
    submits = [submitter(executor, run, ()) for run in result.runs]
    going = deque[tuple[tuple[int, int, int], Any]]()
    try:
        while work or going:
            while work and len(going) < ahead(executor):
                seating, first, count = work.popleft()
                going.append(((seating, first, count), submits[seating](first, count, True)))
            (seating, first, count), future = going.popleft()
            run = result.runs[seating]
            waiting: Any = [future]

            def there(first: int, count: int, seating: int = seating, waiting: Any = waiting) -> Batch:
                piece = awaited(waiting.pop() if waiting else submits[seating](first, count, True), tick)
                assert piece.batch is not None
                return piece.batch

            yield from _told(seating, run, first, count, there)
    finally:
        for _, future in going:
            future.cancel()


def _told(
    seating: int, run: Run, first: int, count: int, play: Callable[[int, int], Batch]
) -> Iterator[tuple[int, Played]]:
    """A piece of work, in parts round the deals that failed."""
    end = first + count
    while first < end:
        try:
            yield seating, play(first, end - first)
            return
        except steps.BotFailed as error:
            if error.number > first:
                yield from _told(seating, run, first, error.number - first, play)
            yield seating, error
            first = error.number + 1
