"""Reds as a sensible player plays it: bid and pass cards together, then play for the exact bid."""

import random
from collections.abc import Iterable, Sequence

from designkit.bots.bids import best_bid, kept_chances, needing, pays, play_for
from designkit.bots.chances import law
from designkit.bots.reading import Reading, plan_of, read
from designkit.cards import Card, without
from designkit.game import View
from designkit.moves import Move

COMES = 0.2
"""The chance to win a trick of a card that a neighbour passes on."""


def gifts(reading: Reading, count: int) -> list[tuple[Card, ...]]:
    """What may sensibly be passed on: some of the best cards and some of the worst."""
    chance = dict(zip(reading.hand, kept_chances(reading, reading.hand), strict=True))
    ranked = sorted(reading.hand, key=lambda card: chance[card])
    return [(*ranked[:low], *ranked[len(ranked) - (count - low) :]) for low in range(count, -1, -1)]


def after(reading: Reading, gift: Sequence[Card]) -> list[float]:
    """The chances of a hand without the cards passed on, and with as many that are passed to it."""
    return kept_chances(reading, without(reading.hand, gift)) + [COMES] * len(gift)


def reds_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Bids what some hand after the exchange should win, passes on what does not fit the bid, and plays for it."""
    reading, state, seat = read(view), view.state, view.seat
    pay = pays(view.game)
    if legal[0].verb == "bid":
        count = plan_of(view.game).exchange(state.round)[0]
        options = [after(reading, gift) for gift in gifts(reading, count)]

        def worth(chances: Sequence[float]) -> float:
            bid = best_bid(chances, legal, pay).number
            return sum(chance * pay(bid, won) for won, chance in enumerate(law(chances)))

        return best_bid(max(options, key=worth), legal, pay)
    bid = state.sealed[seat] if state.bids[seat] is None else state.bids[seat]
    if legal[0].verb == "give":

        def fits(gift: Iterable[Card]) -> float:
            return sum(chance * pay(bid, won) for won, chance in enumerate(law(after(reading, tuple(gift)))))

        return Move("give", tuple(sorted(max(gifts(reading, len(legal[0].cards)), key=fits))))
    return play_for(reading, legal, lambda won: pay(bid, won), needing(reading))
