"""Bots against each other on the same deals in all seatings: who is stronger, how surely, and who failed where."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from designkit.errors import BadVariant
from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab.executors import Task, in_order, keeping
from designkit.lab.failing import Entrant, Failure, OnError, TooSlow, entered, understood
from designkit.lab.metrics.measure import sides
from designkit.lab.pieces import Piece
from designkit.lab.playing import count_of, kept, watching
from designkit.lab.runs import Kind, bot_name, known, prepared
from designkit.lab.tournament.seatings import MOST, Seating, seatings
from designkit.lab.tournament.standing import Tournament
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
    on_error: OnError = "stop",
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
    understood(seconds, on_error)
    field = entrants(bots, seconds)
    places = sides(variant)
    lineups = seatings(len(field), len(places), most) if lineups is None else list(lineups)
    runs = []
    for lineup in lineups:
        seats = {seat: field[bot][1] for bot, side in zip(lineup, places, strict=True) for seat in side}
        runs.append(
            prepared(variant, kind, seed, [seats[seat] for seat in range(variant.players)], on_error=on_error)[0]
        )
    result = Tournament(variant, [name for name, _ in field], lineups, runs, planned)
    if job is not None:
        job.result = result

    def before() -> str:
        played = int(result.played.sum())
        return kept(played, f"{result.runs[0].kind} played before")

    with (
        suppress(KeyboardInterrupt),
        watching(planned * len(lineups), kind, job, progress) as watch,
        keeping(result, before),
    ):
        for seating, piece in _pieces(result, executor, watch.tick):
            result.take(seating, piece)
            watch.add(len(piece))
            if piece.failures and on_error == "stop":
                raise piece.failures[0]
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
    return [(name, entered(name, known(bot), seconds)) for name, bot in named]


def _pieces(result: Tournament, executor: Any, tick: Callable[[], None]) -> Iterator[tuple[int, Piece]]:
    """All deals of all seatings, some deals of every seating at a time."""
    size = min(PIECE[run.engine] for run in result.runs)
    tasks = (
        (seating, Task(run, (), first, min(size, result.planned - first), rows=True))
        for first in range(0, result.planned, size)
        for seating, run in enumerate(result.runs)
    )
    return in_order(tasks, executor, tick)
