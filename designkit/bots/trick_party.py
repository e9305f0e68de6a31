"""Trick Party as a sensible player plays it: sure winners for good prizes, sure losers for bad ones and for DEATH."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from designkit.bots.chances import chance_later, winners
from designkit.bots.prizes import CARE, DREAD, KEEN, SHY
from designkit.bots.reading import read
from designkit.cards import without
from designkit.game import View
from designkit.games.trick_party import DEATH, score_deck
from designkit.moves import Move


def cost_of_death(prizes: Sequence[Any]) -> float:
    """What a seat would lose with DEATH."""
    return DREAD + max(0, int(sum(prizes)))


def prizes_left(view: View) -> list[int]:
    """The prizes that may still come, DEATH aside: the pack less what was turned up."""
    p, state = view.game.params, view.state
    seen = Counter(prize for won in state.prizes for prize in won)
    seen[state.prize] += 1
    return sorted((Counter(score_deck(p.top_prize, p.plus_copies, p.minus_copies)) - seen).elements())


def will_want(view: View) -> float:
    """How much others want the prize that is up."""
    return KEEN if view.state.prize != DEATH and view.state.prize > 0 else SHY


def trick_party_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Plays for the prize by the chance to win it, and keeps the cards that are sure to do what will be wanted."""
    state, reading = view.state, read(view)
    death = cost_of_death([prize for prize in state.prizes[view.seat] if prize != DEATH])
    prize = -death if state.prize == DEATH else state.prize
    left, come = prizes_left(view), len(reading.hand) - 1
    good = sum(max(0, each) for each in left) / max(1, len(left))
    bad = sum(max(0, -each) for each in left) / max(1, len(left)) + death / max(1, come)
    will = will_want(view)

    def use(chance: float) -> float:
        return CARE * (good * chance**2 + bad * (1 - chance) ** 2)

    def worth(move: Move) -> float:
        chances = winners(reading, (*state.plays, *move.cards), reading.later, lambda seat: will)
        kept = without(reading.hand, move.cards)
        later = sum(use(chance_later(reading, card, without(kept, [card]))) for card in kept)
        return prize * chances.get(view.seat, 0.0) + later

    return max(legal, key=worth)
