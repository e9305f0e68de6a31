"""Spades as a sensible player plays it: bid for two, help the partner, cover a nil, and shun bags."""

import random
from collections.abc import Callable, Sequence
from functools import cache

from designkit.bots.bids import best_bid, fair_scale, kept_chances, needing
from designkit.bots.chances import law, winners
from designkit.bots.reading import Reading, plan_of, read
from designkit.cards import without
from designkit.game import View
from designkit.moves import Move

PARTNER_BIDS = 3
"""What a partner who has not bid yet will bid."""
PARTNER_OVER = {0: 0.3, 1: 0.4, 2: 0.3}
"""How many tricks over its bid a partner wins, and how often: it can make up for what one's own hand lacks."""


def side_pays(view: View) -> Callable[[int, int, int, int], float]:
    """What a side gets: (own bid, own tricks, partner's bid, partner's tricks) -> points, bags counted at their price."""
    game, p = view.game, view.game.params
    joint, price = plan_of(game).joint, float(p.bag_penalty / p.bag_limit)
    assert joint is not None
    others = [(1, 1)] * (game.players // 2 - 1)

    @cache
    def pay(bid: int, won: int, partners: int, theirs: int) -> float:
        side = [(bid, won), *others, (partners, theirs), *others]
        return joint([0] * game.players, side, [0] * game.players)[0] - price * max(0, won + theirs - bid - partners)

    return pay


def partners_law(reading: Reading, partner: int, left: int) -> list[float]:
    """How many more tricks the partner may win: what its bid lacks, spread over the tricks left."""
    lacks = reading.state.bids[partner] - reading.state.won[partner]
    each = min(0.9, max(0.05, lacks / left)) if left else 0.0
    return law([each] * left)


def chosen_bid(view: View, reading: Reading, legal: Sequence[Move]) -> Move:
    """What pays most, by what the hand should win and what the partner wins over its own bid."""
    pay, partner = side_pays(view), view.game.left(view.seat, view.game.players // 2)
    theirs = view.state.bids[partner]
    theirs = PARTNER_BIDS if theirs is None else theirs
    over = PARTNER_OVER if theirs else {0: 1.0}

    def side_pay(bid: int, won: int) -> float:
        most = len(reading.hand) - won
        return sum(share * pay(bid, won, theirs, min(theirs + more, most)) for more, share in over.items())

    return best_bid(kept_chances(reading, reading.hand, fair_scale(reading)), legal, side_pay)


def chosen_card(view: View, reading: Reading, legal: Sequence[Move]) -> Move:
    """The card after which the side's tricks pay most."""
    state, seat, pay = view.state, view.seat, side_pays(view)
    partner = view.game.left(seat, view.game.players // 2)
    bids, won, will = state.bids, state.won, needing(reading)
    more = partners_law(reading, partner, len(reading.hand) - 1)

    def average(tricks: Sequence[float], own: int, theirs: int) -> float:
        return sum(
            mine * other * pay(bids[seat], own + i, bids[partner], theirs + j)
            for i, mine in enumerate(tricks)
            for j, other in enumerate(more)
            if mine * other > 1e-6
        )

    def worth(move: Move) -> float:
        tricks = law(kept_chances(reading, without(reading.hand, move.cards)))
        chances = winners(reading, (*state.plays, *move.cards), reading.later, will)
        own, theirs = chances.get(seat, 0.0), chances.get(partner, 0.0)
        return (
            own * average(tricks, won[seat] + 1, won[partner])
            + theirs * average(tricks, won[seat], won[partner] + 1)
            + (1 - own - theirs) * average(tricks, won[seat], won[partner])
        )

    return max(legal, key=worth)


def spades_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Bids by the chances of its cards and the partner's bid, and plays each card for what the side's bids pay."""
    reading = read(view)
    return chosen_bid(view, reading, legal) if legal[0].verb == "bid" else chosen_card(view, reading, legal)
