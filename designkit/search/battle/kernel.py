"""Playouts of a game of battles: redeals of what a seat cannot see, played on by the lab's own kernel."""

from typing import Any, NamedTuple

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.battle_kernel import Log, course, table, take
from designkit.lab.jit import STEP, U, fold, mix, njit, shuffle


class Known(NamedTuple):
    """What lies where, as a seat knows it: cards are places in the sorted deck, -1 where one lies face down."""

    hands: Array
    """(seat, card)"""
    held: Array
    dead: Array
    """(seat, card) the purgatories, the top card last."""
    buried: Array
    """How many cards each purgatory has."""
    grid: Array
    gone: Array
    tokens: Array
    decks: Array
    drawn: Array
    points: Array
    pot: Array
    pool: Array
    """The cards that lie face down: those of each seat's deck, then the souls."""
    bounds: Array
    """Where in the pool each begins, and its end."""


@njit()
def redealt(pool: Any, bounds: Any, word: Any) -> None:
    """Shuffle what lies face down, each deck by itself."""
    for part in range(len(bounds) - 1):
        shuffle(pool[bounds[part] : bounds[part + 1]], fold(word, U(part)))


@njit()
def lay_out(known: Any, pool: Any, own: Any) -> None:
    """Put everything on the table; what lies face down comes from the pool in order: hands first, then decks; the grid."""
    hands, decks, bounds = own.hands, own.decks, known.bounds
    hands.held[:] = 0
    for seat in range(len(known.held)):
        at = bounds[seat]
        for i in range(known.held[seat]):
            card = known.hands[seat, i]
            if card < 0:
                card = pool[at]
                at += 1
            take(hands, seat, card)
        own.drawn[seat] = known.drawn[seat]
        for i in range(known.drawn[seat], decks.shape[1]):
            card = known.decks[seat, i]
            if card < 0:
                card = pool[at]
                at += 1
            decks[seat, i] = card
        own.dead.count[seat] = known.buried[seat]
        for i in range(known.buried[seat]):
            own.dead.cards[seat, i] = known.dead[seat, i]
    board, at = own.board, bounds[len(known.held)]
    for i in range(len(known.grid)):
        card = known.grid[i]
        if card == -1:
            card = pool[at]
            at += 1
        board.grid[i] = card
    board.gone[:] = known.gone
    board.tokens[:] = known.tokens
    own.points[:] = known.points
    own.pot[: len(known.pot)] = known.pot


@njit()
def playouts(
    t: Any, known: Any, midst: Any, firsts: Any, samples: Any, bots: Any, noise: Any, word: Any, out: Any
) -> Any:
    """Play on after each of the first moves, all on the same redeals and from the same chance; answers the next word."""
    own, chance, count, pool = table(t), np.zeros(1, np.uint64), np.zeros(3, np.int64), known.pool.copy()
    for sample in range(samples):
        word += STEP
        redealt(pool, known.bounds, mix(word))
        for i in range(len(firsts)):
            row = i * samples + sample
            lay_out(known, pool, own)
            chance[0] = fold(word, U(len(known.bounds)))
            count[:] = 0
            log = Log(chance, noise, firsts[i], count, out.choices[row], out.legal[row])
            course(t, own, midst, bots, log, out, row)
    return word
