"""Reapers as a sensible player plays it: remember who drafted what, and take or shun prizes as the wager asks."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from designkit.bots.chances import chance_later, winners
from designkit.bots.reading import Reading, read
from designkit.cards import Card, without
from designkit.events import Act
from designkit.game import View
from designkit.games.reapers import REAPER, WAGERS
from designkit.moves import Move

AIMS: Mapping[str, float] = {"least": -1.5, "second": 1.0, "none": 1.0}
"""What a point of cards is worth with each wager: who wagers on the last place flees them."""
PRIZE = 3.5
"""What a trick brings on average."""
REAPS = 0.6
"""What a Reaper is worth, in tricks: it takes from the Graveyard, and never wins a bad trick."""
SECOND = 0.35
"""How often a hand comes in second when its player tries."""
SPITE = 0.15
"""What a point of another seat costs."""


def drafted(state: Any) -> dict[int, tuple[Card, ...]]:
    """What each seat took from the open piles of this hand."""
    found: dict[int, tuple[Card, ...]] = {}
    for event in state.log:
        if event.round == state.round and isinstance(event, Act) and event.cards:
            found[event.seat] = found.get(event.seat, ()) + event.cards
    return found


def gain(view: View, seat: int, card: Card | None) -> int:
    """The points that a card adds to a seat's score pile."""
    if card is None:
        return 0
    rule, factor, pile = view.game.rules.hand_points, view.game.params.demon_factor, view.state.pile[seat]
    return int(rule((*pile, card), demon_factor=factor) - rule(pile, demon_factor=factor))


def likely_end(reading: Reading, plays: tuple[Card, ...]) -> tuple[Card, ...]:
    """The trick with what later seats would throw: each its lowest card that is allowed and is no Reaper."""
    state = reading.state
    for seat in reading.later:
        hand = [card for card, chance in reading.odds[seat].items() if chance > 0.5]
        legal = reading.rules.legal(hand, plays, state.situation)
        souls = [card for card in legal if card.suit != REAPER]
        if souls:
            plays = (*plays, min(souls, key=lambda card: card.rank))
    return plays


def chosen_card(view: View, reading: Reading, legal: Sequence[Move]) -> Move:
    """The card that brings most, by who wins the trick, what its prize is, and what the cards kept may still win."""
    state, game, p = view.state, view.game, view.game.params
    aim = AIMS[state.wagers[view.seat]]

    def worth(move: Move) -> float:
        plays = (*state.plays, *move.cards)
        prize = game.rules.prize(likely_end(reading, plays), equals=p.equal_prizes)
        chances = winners(reading, plays, reading.later)
        found = 0.0
        for seat, chance in chances.items():
            weight = aim if seat == view.seat else -SPITE * abs(aim)
            found += chance * weight * gain(view, seat, prize)
        digs = game.rules.graveyard_taker(plays, led_reaper=p.led_reaper)
        if digs == len(plays) - 1 and state.graveyard:
            found += aim * gain(view, view.seat, state.graveyard[0])
        kept = without(reading.hand, move.cards)
        return found + aim * PRIZE * sum(chance_later(reading, card, without(kept, [card])) for card in kept)

    return max(legal, key=worth)


def tricks_worth(reading: Reading, cards: Sequence[Card], hand: Sequence[Card]) -> float:
    """How many tricks some cards of a hand are worth, Reapers at what they dig up."""
    return sum(REAPS if card.suit == REAPER else chance_later(reading, card, without(hand, [card])) for card in cards)


def chosen_wager(view: View, reading: Reading) -> Move:
    """A hand that should win next to nothing wagers on the last place, if that pays more than its tricks."""
    p, hand = view.game.params, reading.hand
    share = tricks_worth(reading, hand, hand) * view.game.players / len(hand)
    tricks = PRIZE * share * len(hand) / view.game.players
    pays = {
        "least": p.least_bonus * max(0.0, 1 - share),
        "second": p.second_bonus * SECOND + tricks,
        "none": p.none_bonus + tricks,
    }
    return Move("wager", max(WAGERS, key=lambda wager: pays[wager]))


def reapers_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Drafts cards that win, wagers by what it holds, and plays for its wager."""
    state = view.state
    held = drafted(state)
    reading = read(view, {seat: cards for seat, cards in held.items() if seat != view.seat})
    verb = legal[0].verb
    if verb == "take pile":
        return max(
            legal,
            key=lambda move: tricks_worth(
                reading, state.piles[move.number], (*reading.hand, *state.piles[move.number])
            ),
        )
    if verb == "wager":
        return chosen_wager(view, reading)
    return chosen_card(view, reading, legal)
