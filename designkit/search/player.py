"""The search player: tries what could follow on many redeals of what it cannot see."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from designkit.bots.plain import greedy_bot
from designkit.errors import BadVariant
from designkit.game import Game, View
from designkit.lab.batch import Array
from designkit.lab.jit import U, quiet
from designkit.lab.scoring import Scoring, scoring
from designkit.lab.tabulate import CannotTabulate, plan_of, tables
from designkit.moves import Move
from designkit.plan import Battles
from designkit.search import kernel
from designkit.search.known import WORD, mask, numbers
from designkit.search.spot import STAGES, Start, sides_of, start
from designkit.session import Bot

ITERATIONS = 2000
"""Playouts a decision, unless told otherwise."""
GROWN, TRIED = range(32, 257), range(512, 1025)
"""Playouts that are scored together, in a tree (which learns from each batch) and else: an eighth of those made, within
these bounds."""
MOST_NODES = 1 << 18
NOISE = 0.2
"""How often a playout's player does anything at all instead of the sensible."""
EXPLORE = 0.5
"""How much a play that was tried little is tried more, in standard deviations of what a hand brings."""
PLAIN = 0.5
"""How often other seats are taken for playouts' players in the tree too: left to it, they would play as if they saw
the seat's hand, since it lies the same in all redeals."""
LATE = 4
"""With so many cards in hand or fewer plays are searched by a tree; before, there is no seeing that far."""
WINNING = 1.0
"""What winning the hand counts beside the points, in their standard deviations."""

UNLIMITED = 1 << 40


@dataclass(frozen=True)
class Option:
    """A legal move as the search found it."""

    move: Move
    visits: int
    gain: float
    """What it is worth to the player, in standard deviations."""
    points: float
    """How many points more than the other seats it brings."""


class Budget:
    """How long to search: so many playouts, or so many seconds, or what is first over."""

    def __init__(self, iterations: int, seconds: float | None) -> None:
        self.left = iterations
        self.seconds = seconds
        self._end = None if seconds is None else perf_counter() + seconds

    def rows(self, batch: range, each: int = 1) -> Iterator[int]:
        """How many playouts of each of so many options to make at once, again and again till too few are left; at least once."""
        made = 0
        while True:
            rows = min(max(made // 8, batch[0]), batch[-1], self.left)
            rows = max(1, rows // each)
            made += rows * each
            self.left -= rows * each
            yield rows
            if self.left < each or (self._end is not None and perf_counter() > self._end):
                return

    def part(self, of: int) -> "Budget":
        """One of so many equal parts, from now on."""
        return Budget(max(1, self.left // of), None if self.seconds is None else self.seconds / of)


def margins(points: Array, sides: Sequence[Sequence[int]]) -> Array:
    """Each seat's points, or its side's, less the mean of all rivals'.

    >>> margins(np.array([[5.0, 1.0, 0.0]]), ()).tolist()
    [[4.5, -1.5, -3.0]]
    """
    side = np.array(sides_of(points.shape[1], sides))
    together = side[:, None] == side[None, :]
    own = points @ together / together.sum(axis=0)
    return np.asarray(own - points @ ~together / np.maximum((~together).sum(axis=0), 1))


class Gains:
    """What a finished hand is worth to each seat: its margin in standard deviations, and more for winning the hand."""

    def __init__(self, game: Game) -> None:
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
        return (margin - centre) / spread + WINNING * (share - usual), margin


def _searched(game: Game, own: Start, legal: Sequence[Move], budget: Budget, word: int) -> list[Option]:
    """Late plays: one tree over all redeals."""
    t, gains, players, number = tables(game), Gains(game), game.players, numbers(game)
    nodes = kernel.tree(min(budget.left, MOST_NODES) + 1)
    points, counts = np.zeros(len(game.deck)), np.zeros(len(game.deck), np.int64)
    plain = PLAIN if own.hidden else 0.0
    for rows in budget.rows(GROWN):
        out = kernel.ends(rows, players, own.spot.size * players)
        with quiet():
            word = int(kernel.playouts(t, own.spot, nodes, own.weigh, own.cards, out, U(word), NOISE, EXPLORE, plain))
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


def _tried(game: Game, own: Start, legal: Sequence[Move], budget: Budget, word: int) -> list[Option]:
    """All options on the same redeals, played on by the playouts' players, and the worse half left out again and again."""
    t, gains, players, number = tables(game), Gains(game), game.players, numbers(game)
    gifts = [mask(number[card] for card in move.cards) for move in legal]
    given = np.array([(bits & WORD, bits >> 64) for bits in gifts], np.uint64)
    choices = np.array([_choice(game, move) for move in legal], np.int64)
    nodes, going = kernel.tree(1), np.arange(len(legal))
    value, points, counts = np.zeros(len(legal)), np.zeros(len(legal)), np.zeros(len(legal), np.int64)
    rounds = max(1, (len(legal) - 1).bit_length())
    for part in [budget.part(rounds) for _ in range(rounds)]:
        for samples in part.rows(TRIED, len(going)):
            out = kernel.ends(samples * len(going), players, own.spot.size * players)
            with quiet():
                word = int(
                    kernel.trials(
                        t,
                        own.spot,
                        nodes,
                        own.weigh,
                        own.cards,
                        choices[going],
                        given[going],
                        samples,
                        out,
                        U(word),
                        NOISE,
                    )
                )
            gained, margin = gains(out)
            value[going] += gained[:, own.spot.seat].reshape(-1, samples).sum(axis=1)
            points[going] += margin[:, own.spot.seat].reshape(-1, samples).sum(axis=1)
            counts[going] += samples
        best = np.argsort(-value[going] / counts[going], kind="stable")
        going = np.sort(going[best[: (len(going) + 1) // 2]])
    return [
        Option(move, int(n), float(gain / n), float(own_points / n))
        for move, n, gain, own_points in zip(legal, counts, value, points, strict=True)
    ]


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
    verb, budget = legal[0].verb, Budget(iterations, seconds)
    if isinstance(view.game.plan, Battles):
        from designkit.search import battle

        return battle.search(view, legal, rng, budget)
    if verb not in STAGES:
        raise CannotTabulate(f"The search does not know how to '{verb}'.")
    own = start(view, rng, verb)
    find = _searched if verb == "play" and own.spot.size - own.spot.trick <= LATE else _tried
    return find(view.game, own, legal, budget, rng.getrandbits(64))


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
    legal = view.game.legal(view.state)
    found = search(view, legal, rng or random.Random(0), iterations, seconds)
    return {option.move: (option.points, option.visits) for option in found}


def search_bot(iterations: int | None = None, seconds: float | None = None) -> Bot:
    """A player that searches so long before every move; the same chance gives the same moves unless seconds limit it."""
    if (iterations is not None and iterations < 1) or (seconds is not None and seconds <= 0):
        raise BadVariant(f"A search needs at least one playout and some time, not {iterations!r} and {seconds!r}.")

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
