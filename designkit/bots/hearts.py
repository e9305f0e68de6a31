"""Hearts as a sensible player plays it: pass on what is dangerous, duck what has points, and break up a moon."""

import random
from collections.abc import Sequence

from designkit.bots.chances import chance_later, winners
from designkit.bots.reading import Reading, read
from designkit.cards import Card, without
from designkit.game import View
from designkit.games.hearts import QUEEN, card_points, pointed
from designkit.moves import Move

SHY = 0.15
"""How likely others are to take a trick with points that they could duck."""
BOLD = 0.5
"""How likely they are to take one without."""
LATER = 0.8
"""How likely they are to take a later trick that they can."""
FUTURE = 0.25
"""How much a danger to come counts beside points that lie: there is time to get rid of a card."""
CAUGHT = 0.25
"""How likely the queen falls on a spade above it that wins."""
ENOUGH = 5
"""Points that a seat must have alone before it looks like a moon."""


def points(view: View, card: Card) -> int:
    """What a card costs who takes it."""
    p = view.game.params
    return card_points(card, p.queen_points, p.jack_bonus)


def shooter(view: View) -> int | None:
    """The seat that alone has points so far, and enough of them to fear that it takes all."""
    taken = [[card for card in cards if pointed(card)] for cards in view.state.taken]
    having = [seat for seat, cards in enumerate(taken) if cards]
    alone = len(having) == 1 and sum(points(view, card) for card in taken[having[0]]) >= ENOUGH
    return having[0] if alone and view.game.params.moon != "none" else None


def stake(reading: Reading, plays: Sequence[Card], later: Sequence[int]) -> float:
    """The points that the winner of a trick should get: those that lie, and what later seats may throw or must play."""
    view, led = reading.view, reading.led(plays)
    lying: float = sum(points(view, card) for card in plays)
    for seat in later:
        odds = reading.odds[seat]
        follows = [chance for card, chance in odds.items() if card.suit == led]
        void = 1.0
        for chance in follows:
            void *= 1 - chance
        if led == "hearts":
            lying += 1 - void
        if not reading.state.situation[0]:
            lying += void * (0.8 + 0.7 * odds.get(QUEEN, 0.0) * view.game.params.queen_points)
        if led == QUEEN.suit:
            lying += CAUGHT * odds.get(QUEEN, 0.0) * view.game.params.queen_points
    return lying


def danger(reading: Reading, card: Card, kept: Sequence[Card]) -> float:
    """The points that a card may still bring if it is kept: its chance to win a trick, times what that may hold."""
    p, left = reading.game.params, (*reading.unseen, *kept)
    each = sum(max(0, points(reading.view, other)) for other in left if other != QUEEN) / max(1, len(kept) + 1)
    wins = chance_later(reading, card, kept, lambda seat: LATER)
    found = wins * (each + (card.suit == "hearts"))
    if card.suit == QUEEN.suit and QUEEN in left and card.rank >= QUEEN.rank:
        guards = sum(other.suit == QUEEN.suit and other.rank < QUEEN.rank for other in kept)
        found += p.queen_points * max(0.1, 0.7 - 0.15 * guards) * (1.0 if card == QUEEN else 0.6)
    return FUTURE * found


def all_danger(reading: Reading, kept: Sequence[Card]) -> float:
    """The danger of a whole hand."""
    return sum(danger(reading, card, without(kept, [card])) for card in kept)


def chosen_gift(reading: Reading, count: int) -> Move:
    """One card after the other, the one without which the hand is least dangerous."""
    kept = reading.hand
    for _ in range(count):
        out = min(kept, key=lambda card: all_danger(reading, without(kept, [card])))
        kept = without(kept, [out])
    return Move("give", tuple(sorted(without(reading.hand, kept))))


def chosen_card(reading: Reading, legal: Sequence[Move]) -> Move:
    """The card with the fewest points to be feared, now and later; a moon is broken up at a small price."""
    view, state = reading.view, reading.state
    feared = shooter(view)

    def worth(move: Move) -> float:
        plays = (*state.plays, *move.cards)
        held = stake(reading, plays, reading.later)
        will = SHY if held >= 1 else BOLD
        chances = winners(reading, plays, reading.later, lambda seat: will)
        cost = chances.get(view.seat, 0.0) * held
        if feared is not None and feared != view.seat and held > 0:
            cost = chances.get(view.seat, 0.0) * min(held, 3.0) + 6 * chances.get(feared, 0.0)
        return cost + all_danger(reading, without(reading.hand, move.cards))

    return min(legal, key=worth)


def hearts_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Passes on its most dangerous cards and ducks."""
    reading = read(view)
    if legal[0].verb == "give":
        return chosen_gift(reading, len(legal[0].cards))
    return chosen_card(reading, legal)
