"""Janken as a sensible player plays it: bid a little low, for bags cost less than a missed bid, and play for it."""

import random
from collections.abc import Sequence

from designkit.bots.bids import best_bid, kept_chances, needing, pays, play_for
from designkit.bots.reading import read
from designkit.game import View
from designkit.moves import Move


def janken_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Bids by the chances of its cards, and plays each card for what the bid pays, bags counted at their price."""
    reading, p = read(view), view.game.params
    points = pays(view.game)
    price = float(p.bag_penalty / p.bag_limit)

    def pay(bid: int, won: int) -> float:
        return points(bid, won) - price * max(0, won - bid)

    if legal[0].verb == "bid":
        return best_bid(kept_chances(reading, reading.hand), legal, pay)
    bid = view.state.bids[view.seat]
    return play_for(reading, legal, lambda won: pay(bid, won), needing(reading))
