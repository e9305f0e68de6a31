"""Deals of the unseen cards that agree with all that a seat knows."""

import random
from collections.abc import Iterator

from designkit.cards import Card
from designkit.game import View
from designkit.lab.jit import U, quiet
from designkit.lab.tabulate import tables
from designkit.search import kernel
from designkit.search.known import members
from designkit.search.spot import Start, start


def redeals(view: View, rng: random.Random, count: int, apart: int = 40) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """So many full hands by seat, each as it could be: `apart` exchanges of cards lie between one and the next.

    >>> import designkit as dk
    >>> game = dk.game("whist")
    >>> view = game.view(game.new(3), 0)
    >>> [hands] = redeals(view, random.Random(1), 1)
    >>> hands[0] == view.state.hands[0], [len(hand) for hand in hands], len({card for hand in hands for card in hand})
    (True, [13, 13, 13, 13], 52)
    """
    own = start(view, rng)
    deck, players = sorted(view.game.deck), view.game.players
    values = tables(view.game).worth[own.spot.context]
    word = rng.getrandbits(64)
    for _ in range(count):
        with quiet():
            word = int(kernel.redealt(own.spot, values, own.weigh, own.cards, apart, U(word)))
        yield tuple(tuple(deck[place] for place in members(bits)) for bits in _hands(own, players))


def _hands(own: Start, players: int) -> list[int]:
    hands = [int(low) | int(high) << 64 for low, high in own.spot.held]
    for place, card in zip(own.spot.places.tolist(), own.cards.tolist(), strict=True):
        if place < players:
            hands[place] |= 1 << card
    return hands
