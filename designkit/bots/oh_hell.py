"""Oh Hell as a sensible player plays it: bid what the hand should win, then win exactly that."""

import random
from collections.abc import Sequence

from designkit.bots.bids import best_bid, fair_scale, kept_chances, needing, pays, play_for
from designkit.bots.reading import read
from designkit.game import View
from designkit.moves import Move


def oh_hell_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Bids by the chances of its cards, and plays each card for what the bid pays."""
    reading, pay = read(view), pays(view.game)
    if legal[0].verb == "bid":
        return best_bid(kept_chances(reading, reading.hand, fair_scale(reading)), legal, pay)
    bid = view.state.bids[view.seat]
    return play_for(reading, legal, lambda won: pay(bid, won), needing(reading))
