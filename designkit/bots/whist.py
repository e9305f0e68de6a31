"""Whist as a sensible player plays it: win tricks for the side, and as cheaply as possible."""

import random
from collections.abc import Sequence

from designkit.bots.bids import kept_chances
from designkit.bots.chances import winners
from designkit.bots.reading import Reading, read
from designkit.cards import without
from designkit.game import View
from designkit.moves import Move


def side_wins(reading: Reading, move: Move) -> float:
    """The chance that the own side wins this trick with a card."""
    game = reading.game
    chances = winners(reading, (*reading.state.plays, *move.cards), reading.later)
    return chances.get(reading.seat, 0.0) + chances.get(game.left(reading.seat, game.players // 2), 0.0)


def whist_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Plays the card with which the side wins most tricks: this one by its chance, later ones with what is kept."""
    state = view.state
    reading = read(view, {state.dealer: (state.turned,)} if view.seat != state.dealer else {})

    def worth(move: Move) -> float:
        return side_wins(reading, move) + sum(kept_chances(reading, without(reading.hand, move.cards)))

    return max(legal, key=worth)
