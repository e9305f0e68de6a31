"""Games of battles on their kernel: deals and matches played into a batch."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from designkit.bots import BOTS
from designkit.cards import Card
from designkit.game import Game
from designkit.lab import battle_kernel as kernel
from designkit.lab import steps
from designkit.lab.batch import Batch, filled
from designkit.lab.battle_tables import plan_of, tables
from designkit.lab.jit import quiet
from designkit.lab.kernel import BOTS as CODES
from designkit.lab.tricks import starts

_MOST_MOVES = 20_000


def count(game: Game, out: kernel.Outcome, before: Sequence[Sequence[Card]] | None = None) -> None:
    """Ask the game's own rule about every pile after every battle, where it does not count card by card.

    The piles were empty, or they are given as they were before the first battle.
    """
    plan, cards, seats = plan_of(game), sorted(game.deck), range(game.players)
    for deal in range(len(out.points)):
        piles = [list(pile) for pile in before or [()] * game.players]
        standing = [plan.points(piles[seat], seat) for seat in seats]
        taken = 0
        for battle, winner in enumerate(out.winners[deal].tolist()):
            if winner >= 0:
                piles[winner] += [cards[i] for i in out.takes[deal, taken : out.until[deal, battle]].tolist()]
                standing[winner] = plan.points(piles[winner], winner)
                taken = out.until[deal, battle]
            out.history[deal, battle] = standing
        out.points[deal] = standing


def _played(game: Game, seed: int, first: int, deals: int, bots: Sequence[str], moves: int = 0) -> kernel.Outcome:
    own, adds_up = tables(game)
    seeds, streams = starts(seed, first, deals)
    out = kernel.outcome(own, deals, not adds_up, moves)
    with quiet():
        kernel.play(own, kernel.BEGIN, seeds, streams, np.array([CODES.index(bot) for bot in bots], np.int8), out)
    if not adds_up:
        count(game, out)
    return out


def _put(out: kernel.Outcome, row: int, game: Batch) -> None:
    """A game that the tables do not hold, as the step engine played it."""
    battles = out.winners.shape[1]
    out.points[row], out.won[row] = game.points[0], game.tricks[0]
    out.winners[row], out.history[row] = filled(game.winners, battles)[0], filled(game.history, battles)[0]
    out.decisions[row], out.options[row], out.forced[row] = game.decisions[0], game.options[0], game.forced[0]


def play_deals(game: Game, seed: int, first: int, deals: int, bots: Sequence[str]) -> Batch:
    """Whole games, from deal number `first` on."""
    out = _played(game, seed, first, deals, bots)
    for row in np.flatnonzero(~out.finished).tolist():
        _put(out, row, steps.play(game, seed, first + row, 1, [(bot, BOTS[bot]) for bot in bots]))
    battles = int(out.won.sum(axis=1).max())
    return Batch(
        first=first,
        points=out.points,
        bonus=np.zeros_like(out.points),
        tops=out.points == out.points.max(axis=1)[:, None],
        tricks=out.won,
        bids=np.full(out.points.shape, -1, np.int16),
        worth=out.worth,
        winners=out.winners[:, :battles],
        cards=np.full((deals, battles), -1, np.int16),
        leads=np.zeros(deals, np.int8),
        context=np.zeros(deals, np.int8),
        decisions=out.decisions,
        options=out.options,
        forced=out.forced,
        hands=np.ones(deals, np.int32),
        history=out.history[:, : max(1, battles)],
    )


def choices(game: Game, seed: int, number: int, bots: Sequence[str]) -> tuple[list[int], list[int]]:
    """(each move's place among the legal ones, how many were legal) of one deal."""
    out = _played(game, seed, number, 1, bots, _MOST_MOVES)
    made = int(out.decisions[0])
    return out.choices[0, :made].tolist(), out.legal[0, :made].tolist()


def play_matches(game: Game, seed: int, first: int, matches: int, bots: Sequence[str]) -> Batch:
    """A match is one game, of which only the outcome counts."""
    batch = play_deals(game, seed, first, matches, bots)
    empty = np.zeros((matches, 0), np.int8)
    worth, history = np.zeros_like(batch.worth), batch.points[:, None]
    return replace(batch, match=True, worth=worth, winners=empty, cards=empty, history=history)
