"""The search among the moves of a game of battles: each is tried on the same redeals, and the worse half is left out again and again."""

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from designkit.game import Game, View
from designkit.lab import battle_kernel as lab
from designkit.lab.batch import Array
from designkit.lab.battle_tables import Tables, plan_of, tables
from designkit.lab.jit import U, quiet
from designkit.lab.kernel import GREEDY
from designkit.moves import Move
from designkit.search.battle import kernel
from designkit.search.battle.spot import known, midst
from designkit.search.player import Budget, Option, margins

import os

AHEAD = int(os.environ.get("AHEAD", "3"))
"""How many rounds of turns a playout looks ahead."""
NOISE = float(os.environ.get("NOISE", "0.1"))
"""How often a playout's player does anything at all instead of the sensible."""
WINNING = float(os.environ.get("WINNING", "0.5"))
"""What being ahead at a playout's end counts beside the points, in their standard deviations."""
POLICY = int(os.environ.get("POLICY", "3"))


HANDS = 400
"""Hands drawn at random that tell how often a play is beaten."""


@lru_cache(maxsize=64)
def reckoned(game: Game) -> tuple[Tables, bool]:
    """The tables of a game with the odds that playouts reckon with: how often a hand of so many cards beats a play."""
    t, adds_up = tables(game)
    rng = np.random.default_rng(0)
    kinds = t.kind[t.decks[0]]
    beaten = np.zeros((len(t.beats), t.hand_size + 2))
    packs = np.array([rng.permutation(kinds)[: t.hand_size + 1] for _ in range(HANDS)])
    can = np.zeros((len(t.beats), HANDS), np.bool_)
    for last in range(packs.shape[1]):
        own = packs[:, last]
        can |= t.beats[:, own]
        for other in range(last):
            can |= t.beats[:, t.pair[own, packs[:, other]]]
        beaten[:, last + 1] = can.mean(axis=1)
    return t._replace(beaten=beaten), adds_up


def search(view: View, legal: Sequence[Move], rng: random.Random, budget: Budget) -> list[Option]:
    """Every legal move with what it is worth to the seat."""
    game, seat = view.game, view.seat
    t, adds_up = reckoned(game)
    own, places = known(view), {move: place for place, move in enumerate(game.legal(view.state))}
    firsts = np.array([[places[move]] for move in legal], np.int64)
    where = midst(view, view.state.turns + AHEAD * game.players)
    bots = np.full(game.players, POLICY, np.int8)
    word, noise = U(rng.getrandbits(64)), U(int(NOISE * 2**64))
    going, scale = np.arange(len(legal)), None
    value, points, counts = np.zeros(len(legal)), np.zeros(len(legal)), np.zeros(len(legal), np.int64)
    rounds = max(1, (len(legal) - 1).bit_length())
    for part in (budget.part(rounds) for _ in range(rounds)):
        for samples in part.rows(len(going)):
            out = lab.outcome(t, samples * len(going), not adds_up)
            with quiet():
                word = U(kernel.playouts(t, own, where, firsts[going], samples, bots, noise, word, out))
            margin = margins(out.points.astype(np.float64), ())[:, seat]
            tops = out.points == out.points.max(axis=1)[:, None]
            share = tops[:, seat] / tops.sum(axis=1)
            if scale is None:
                scale = margin.std() or 1.0
            gain = margin / scale + WINNING * share
            value[going] += gain.reshape(-1, samples).sum(axis=1)
            points[going] += margin.reshape(-1, samples).sum(axis=1)
            counts[going] += samples
        best = np.argsort(-value[going] / counts[going], kind="stable")
        going = np.sort(going[best[: (len(going) + 1) // 2]])
    return [
        Option(move, int(n), float(gained / n), float(ahead / n))
        for move, n, gained, ahead in zip(legal, counts, value, points, strict=True)
    ]
