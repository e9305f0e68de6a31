"""The search player: tries what could follow on many redeals of what it cannot see."""

import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

import numpy as np

from designkit.bots.plain import greedy_bot
from designkit.errors import BadVariant
from designkit.game import Game, View
from designkit.lab.batch import Array
from designkit.lab.jit import U, patience, quiet
from designkit.lab.scoring import Scoring, scoring
from designkit.lab.tabulate import CannotTabulate, plan_of, tables
from designkit.moves import Move
from designkit.plan import Battles
from designkit.search import battle, kernel
from designkit.search.known import WORD, mask, numbers
from designkit.search.options import GROWN, Budget, Option, margins, tried
from designkit.search.redeal import Redeals
from designkit.search.spot import STAGES, Start, start
from designkit.session import Bot

ITERATIONS = 2000
"""Playouts a decision, unless told otherwise."""
MOST_NODES = 1 << 18
NOISE = 0.2, 0.1
"""How often a playout's player does anything at all instead of the sensible: one that sees the redeal, one that reckons."""
EXPLORE = 0.5
"""How much a play that was tried little is tried more, in standard deviations of what a hand brings."""
PLAIN = 0.5
"""How often other seats are taken for playouts' players in the tree too: left to it, they would play as if they saw
the seat's hand, since it lies the same in all redeals."""
LATE = 4
"""With so many cards in hand or fewer plays are searched by a tree; before, there is no seeing that far."""
WINNING, DECIDING = 1.0, 10.0
"""What winning the hand counts beside the points, in their standard deviations; the second where the hand is the match."""

UNLIMITED = 1 << 40
_waits: dict[bool, AbstractContextManager[None]] = {battles: patience() for battles in (False, True)}
"""For the first search of each kind, which may have to wait for the compiler."""


@lru_cache(maxsize=64)
def decides(game: Game) -> bool:
    """Whether one hand is the whole match, as a hand played at random shows.

    >>> import designkit as dk
    >>> decides(dk.game("trick_party")), decides(dk.game("trick_party", campaign=True))
    (True, False)
    """
    state, rng = game.new(0), random.Random(0)
    while not state.over and not state.round:
        state = game.play(state, rng.choice(game.legal(state)))
    return bool(state.over)


class Gains:
    """What a finished hand is worth to each seat: its margin in standard deviations, and more for winning the hand."""

    def __init__(self, game: Game) -> None:
        self.winning = DECIDING if decides(game) else WINNING
        self.plan, _ = plan_of(game)
        self.scoring: Scoring = scoring(game)
        self._scale: tuple[Array, Array, Array] | None = None

    def __call__(self, ends: Any) -> tuple[Array, Array]:
        """(gains, margins in points) by finished hand and seat; the first ones set the scale."""
        points, _, tops = self.scoring(ends)
        margin = margins((-points if self.plan.low_wins else points).astype(np.float64), self.plan.sides)
        share = tops / tops.sum(axis=1)[:, None]
        if self._scale is None:
            spread = margin.std(axis=0)
            self._scale = margin.mean(axis=0), np.where(spread > 0, spread, 1), share.mean(axis=0)
        centre, spread, usual = self._scale
        return (margin - centre) / spread + self.winning * (share - usual), margin


def _searched(game: Game, own: Start, legal: Sequence[Move], budget: Budget, rng: random.Random) -> list[Option]:
    """Late plays: one tree over all redeals."""
    t, gains, players, number, word = tables(game), Gains(game), game.players, numbers(game), rng.getrandbits(64)
    nodes, deals = kernel.tree(min(budget.left, MOST_NODES) + 1), Redeals(game, own, rng.getrandbits(64))
    points, counts = np.zeros(len(game.deck)), np.zeros(len(game.deck), np.int64)
    plain, noise = PLAIN if own.hidden else 0.0, NOISE[own.spot.reckons]
    for count in budget.rows(GROWN):
        rows, out = deals.rows(count), kernel.ends(count, players, own.spot.size * players)
        with quiet():
            word = int(kernel.playouts(t, own.spot, nodes, rows, out, U(word), noise, EXPLORE, plain))
            gained, margin = gains(out)
            kernel.learn(nodes, out, gained)
        first = nodes.card[out.path[:, 1]]
        np.add.at(points, first, margin[:, own.spot.seat])
        np.add.at(counts, first, 1)
    children = {int(nodes.card[child]): child for child in _children(nodes)}
    found = []
    for move in legal:
        card = number[move.cards[0]]
        child, visits = children.get(card, 0), max(int(counts[card]), 1)
        gain = float(nodes.value[child] / visits) if child else -np.inf
        found.append(Option(move, int(counts[card]), gain, float(points[card] / visits)))
    return found


def _children(nodes: kernel.Tree) -> Iterator[int]:
    child = int(nodes.first[0])
    while child:
        yield child
        child = int(nodes.next[child])


def _tried(game: Game, own: Start, legal: Sequence[Move], budget: Budget, rng: random.Random) -> list[Option]:
    """All options on the same redeals, played on by the playouts' players."""
    t, gains, number, word = tables(game), Gains(game), numbers(game), rng.getrandbits(64)
    nodes, deals = kernel.tree(1), Redeals(game, own, rng.getrandbits(64))
    gifts = [mask(number[card] for card in move.cards) for move in legal]
    given = np.array([(bits & WORD, bits >> 64) for bits in gifts], np.uint64)
    choices, noise = np.array([_choice(game, move) for move in legal], np.int64), NOISE[own.spot.reckons]

    def playouts(going: Array, samples: int) -> tuple[Array, Array]:
        nonlocal word
        rows, out = deals.rows(samples, len(going)), kernel.ends(samples * len(going), game.players, 0)
        with quiet():
            word = int(kernel.trials(t, own.spot, nodes, rows, choices[going], given[going], out, U(word), noise))
        gained, margin = gains(out)
        return gained[:, own.spot.seat].reshape(-1, samples), margin[:, own.spot.seat].reshape(-1, samples)

    return tried(legal, budget, playouts)


def _choice(game: Game, move: Move) -> int:
    plan, _ = plan_of(game)
    if move.verb == "play":
        return numbers(game)[move.cards[0]]
    if move.verb == "wager":
        return plan.wagers.index(str(move.what))
    return move.what if isinstance(move.what, int) else 0


def search(
    view: View,
    legal: Sequence[Move],
    rng: random.Random,
    iterations: int | None = None,
    seconds: float | None = None,
) -> list[Option]:
    """Every legal move with what it is worth; a variant that has no tables raises CannotTabulate."""
    if iterations is None:
        iterations = ITERATIONS if seconds is None else UNLIMITED
    battles = isinstance(view.game.plan, Battles)
    with _waits.pop(battles, nullcontext()):
        budget = Budget(iterations, seconds)
        return battle.search(view, legal, rng, budget) if battles else _of_tricks(view, legal, rng, budget)


def _of_tricks(view: View, legal: Sequence[Move], rng: random.Random, budget: Budget) -> list[Option]:
    verb = legal[0].verb
    if verb not in STAGES:
        raise CannotTabulate(f"The search does not know how to '{verb}'.")
    own = start(view, rng, verb)
    find = _searched if verb == "play" and own.spot.size - own.spot.trick <= LATE else _tried
    return find(view.game, own, legal, budget, rng)


def _check_limits(iterations: int | None, seconds: float | None) -> None:
    playouts = iterations is None or (isinstance(iterations, int) and iterations >= 1)
    time = seconds is None or (isinstance(seconds, int | float) and seconds > 0)
    if not playouts or not time:
        raise BadVariant(f"A search needs at least one playout and some time, not {iterations!r} and {seconds!r}.")


def values(
    view: View, rng: random.Random | None = None, iterations: int | None = None, seconds: float | None = None
) -> dict[Move, tuple[float, int]]:
    """What each legal move brings: (points more than the other seats, on the mean; how often it was tried).

    >>> import designkit as dk
    >>> game = dk.game("reds", 2)
    >>> found = values(game.view(game.new(3), 1), iterations=500)
    >>> [str(move) for move in found]
    ['bid 0', 'bid 1', 'bid 2', 'bid 3', 'bid 4', 'bid 5']
    """
    _check_limits(iterations, seconds)
    legal = view.game.legal(view.state)
    if not legal:
        raise BadVariant("The game is over: there is no move to be worth anything.")
    found = search(view, legal, rng or random.Random(0), iterations, seconds)
    return {option.move: (option.points, option.visits) for option in found}


def search_bot(iterations: int | None = None, seconds: float | None = None) -> Bot:
    """A player that searches so long before every move; the same chance gives the same moves unless seconds limit it."""
    _check_limits(iterations, seconds)

    def bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
        """Searches among the moves there are; where the rules have no tables, plays as the greedy one."""
        if len(legal) == 1:
            return legal[0]
        try:
            found = search(view, legal, rng, iterations, seconds)
        except CannotTabulate:
            return greedy_bot(view, legal, rng)
        return max(found, key=lambda option: (option.visits, option.gain)).move

    return bot
