"""Deals of the unseen cards that agree with all that a seat knows."""

import random
from collections.abc import Iterator

import numpy as np

from designkit.cards import Card
from designkit.game import Game, View
from designkit.lab.batch import Array
from designkit.lab.jit import U, quiet
from designkit.lab.tabulate import tables
from designkit.search import kernel
from designkit.search.known import members
from designkit.search.spot import Start, start

FIRST, PLAYOUTS = 256, 32
"""How many deals that fit what was played are made before any is used again, and for how many playouts there is one more
then, since to find one takes about as long."""


class Redeals:
    """Deals of what a seat cannot see, made as they are asked for."""

    def __init__(self, game: Game, own: Start, word: int) -> None:
        self.own, self._tables, self._word = own, tables(game), word
        self.fits = bool(own.spot.reckons and own.hidden and len(own.spot.past))
        self._deals = np.zeros((0, len(own.cards)), np.int64)
        self._given = self._playouts = 0

    def rows(self, count: int, playouts: int = 1) -> Array:
        """So many deals, each for so many playouts; those that fit what was played are few, and come again and again."""
        if not self.fits:
            return self._made(count)
        self._playouts += count * playouts
        wanted = max(min(self._given + count, FIRST), self._playouts // PLAYOUTS)
        self._deals = np.concatenate([self._deals, self._made(max(0, wanted - len(self._deals)))])
        places = np.arange(self._given, self._given + count) % len(self._deals)
        self._given += count
        return self._deals[places]

    def _made(self, count: int) -> Array:
        """New deals."""
        t, own, made = self._tables, self.own, np.zeros((count, len(self.own.cards)), np.int64)
        with quiet():
            if self.fits:
                begun = len(self._deals) > 0
                self._word = int(kernel.fitted(t, own.spot, own.cards, made, begun, U(self._word)))
            else:
                worth = t.worth[own.spot.context]
                self._word = int(kernel.redealt(own.spot, worth, own.weigh, own.cards, made, U(self._word)))
        return made


def redeals(view: View, rng: random.Random, count: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """So many full hands by seat, each as it could be.

    >>> import designkit as dk
    >>> game = dk.game("whist")
    >>> view = game.view(game.new(3), 0)
    >>> [hands] = redeals(view, random.Random(1), 1)
    >>> hands[0] == view.state.hands[0], [len(hand) for hand in hands], len({card for hand in hands for card in hand})
    (True, [13, 13, 13, 13], 52)
    """
    own = start(view, rng)
    deck = sorted(view.game.deck)
    for deal in Redeals(view.game, own, rng.getrandbits(64)).rows(count, PLAYOUTS):
        yield tuple(tuple(deck[place] for place in members(bits)) for bits in hands_of(own, deal))


def hands_of(own: Start, deal: Array) -> list[int]:
    """The hands of a deal, as masks."""
    hands = [int(low) | int(high) << 64 for low, high in own.spot.held]
    for place, card in zip(own.spot.places.tolist(), deal.tolist(), strict=True):
        if place < len(hands):
            hands[place] |= 1 << card
    return hands
