"""The search among the moves of a game of battles: all on the same redeals, the worse half left out again and again."""

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from designkit.game import Game, View
from designkit.lab import battle_kernel as lab
from designkit.lab.batch import Array
from designkit.lab.battle_tables import Tables, tables
from designkit.lab.battles import count
from designkit.lab.jit import U, quiet
from designkit.moves import Move
from designkit.search.battle import kernel
from designkit.search.battle.spot import known, midst
from designkit.search.options import Budget, Option, margins, tried

AHEAD = 2
"""How many rounds of turns a playout looks ahead."""
NOISE = 0.05
"""How often a playout's player does anything at all instead of the sensible."""
WINNING = 0.5
"""What being first at a playout's end counts beside the points, in their standard deviations."""
HANDS = 400
"""Hands drawn at random that tell how often a play is beaten."""


@lru_cache(maxsize=64)
def reckoned(game: Game) -> tuple[Tables, bool]:
    """The tables of a game with the odds that playouts reckon with, and whether its piles count card by card."""
    t, adds_up = tables(game)
    return t._replace(beaten=beaten(t)), adds_up


def beaten(t: Tables) -> Array:
    """((guarded, play), cards) how often a hand of so many cards of a fresh deck beats a play."""
    rng, kinds = np.random.default_rng(0), t.kind[t.decks[0]]
    hands = np.array([rng.permutation(kinds)[: t.hand_size + 1] for _ in range(HANDS)])
    odds, can = np.zeros((len(t.beats), t.hand_size + 2)), np.zeros((len(t.beats), HANDS), np.bool_)
    for place in range(hands.shape[1]):
        card = hands[:, place]
        can |= t.beats[:, card]
        for other in range(place):
            can |= t.beats[:, t.pair[card, hands[:, other]]]
        odds[:, place + 1] = can.mean(axis=1)
    return odds


class Playouts:
    """Playouts of a view's game after any of its legal moves, all from one chance."""

    def __init__(self, view: View, word: int) -> None:
        self.view, self.word, game = view, U(word), view.game
        self.tables, self.adds_up = reckoned(game)
        self.known = known(view)
        self.midst = midst(view, view.state.turns + AHEAD * game.players)
        self.bots = np.full(game.players, lab.SENSIBLE, np.int8)
        self.places = {move: place for place, move in enumerate(game.legal(view.state))}

    def points(self, legal: Sequence[Move], samples: int) -> Array:
        """(move, redeal, seat) the points at the end of a playout, each move on the same redeals."""
        firsts = np.array([[self.places[move]] for move in legal], np.int64)
        out = lab.outcome(self.tables, samples * len(legal), not self.adds_up)
        noise = U(int(NOISE * 2**64))
        with quiet():
            word = kernel.playouts(
                self.tables, self.known, self.midst, firsts, samples, self.bots, noise, self.word, out
            )
        self.word = U(word)
        if not self.adds_up:
            count(self.view.game, out, self.view.state.pile)
        return out.points.reshape(len(legal), samples, -1).astype(np.float64)


def search(view: View, legal: Sequence[Move], rng: random.Random, budget: Budget) -> list[Option]:
    """Every legal move with what it is worth to the seat."""
    play, seat, scale = Playouts(view, rng.getrandbits(64)), view.seat, 0.0

    def playouts(going: Array, samples: int) -> tuple[Array, Array]:
        nonlocal scale
        made = play.points([legal[i] for i in going], samples)
        margin = margins(made.reshape(-1, made.shape[-1]), ())[:, seat].reshape(made.shape[:-1])
        tops = made == made.max(axis=-1, keepdims=True)
        scale = scale or float(margin.std()) or 1.0
        return margin / scale + WINNING * tops[..., seat] / tops.sum(axis=-1), margin

    return tried(legal, budget, playouts)
