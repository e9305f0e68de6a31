"""Deals of a game of battles that agree with all that a seat knows."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from designkit.cards import FACE_DOWN, Card
from designkit.game import View
from designkit.lab.jit import STEP, U, mix, quiet
from designkit.search.battle import kernel
from designkit.search.battle.spot import hands_of, known


def redeals(view: View, rng: random.Random, count: int) -> Iterator[Any]:
    """So many states that look the same to the seat: what lies face down is dealt anew, each deck by itself.

    >>> import designkit as dk
    >>> game = dk.game("souls", 2)
    >>> view = game.view(game.new(3), 0)
    >>> [state] = redeals(view, random.Random(1), 1)
    >>> state.hands[0] == view.state.hands[0], game.view(state, 0).state == view.state
    (True, True)
    """
    own, deck, word = known(view), sorted(view.game.deck), U(rng.getrandbits(64))
    bounds = own.bounds.tolist()
    for _ in range(count):
        with quiet():
            word += STEP
            kernel.redealt(own.pool, own.bounds, U(mix(word)))
        dealt = [deck[place] for place in own.pool.tolist()]
        yield _filled(view, [dealt[start:end] for start, end in pairwise(bounds)])


def _filled(view: View, pools: list[list[Card]]) -> Any:
    """The view's state with cards in place of those that lie face down."""
    state = view.state
    *decks, souls = map(iter, pools)

    def turned(cards: tuple[Card, ...] | list[Card], pool: Iterator[Card]) -> tuple[Card, ...]:
        return tuple(next(pool) if card == FACE_DOWN else card for card in cards)

    return state.but(
        hands=tuple(tuple(sorted(turned(hand, pool))) for hand, pool in zip(hands_of(view), decks, strict=True)),
        decks=tuple(turned(own, pool) for own, pool in zip(state.decks, decks, strict=True)),
        buried=tuple(turned(column, souls) for column in state.buried),
        unused=turned(state.unused, souls),
    )
