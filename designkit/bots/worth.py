"""What a card is worth before play: its chance to win a trick against cards drawn at random, from the rules alone."""

from functools import lru_cache

from designkit.cards import Card
from designkit.game import Game
from designkit.tricks import Context

SCALE = 1000
"""Worths are whole numbers: so many make one trick."""


@lru_cache(maxsize=256)
def worths(game: Game, context: Context) -> dict[Card, int]:
    """The worth of every card, in thousandths of a trick; the cards of all hands together are worth all tricks.

    A card's chance is that of beating the suit led (any card of the deck may lead, this one too) and every other seat's
    random card. What cards turn in a trick is left out.

    >>> import designkit as dk
    >>> own = worths(dk.game("whist"), "hearts")
    >>> own[dk.card("A hearts")] > own[dk.card("2 hearts")] > own[dk.card("A clubs")] > own[dk.card("2 clubs")]
    True
    """
    rules, deck = game.tricks, game.deck
    assert rules is not None
    mode = rules.modes[0]
    leads = [rules.leads(card) for card in deck]
    chance = dict.fromkeys(deck, 0.0)
    for led in sorted(set(leads) - {None}, key=str):
        power = {card: rules.strength(card, led, mode, context) for card in deck}
        share = leads.count(led) / len(deck)
        for card in deck:
            stronger = sum(power[other] > power[card] for other in deck) / max(1, len(deck) - 1)
            chance[card] += share * (1 - stronger) ** (game.players - 1) * (power[card] > 0)
    whole = sum(chance.values()) * game.players / len(deck)
    return {card: round(SCALE * own / whole) if whole else 0 for card, own in chance.items()}


@lru_cache(maxsize=256)
def ranking(game: Game, context: Context) -> dict[Card, int]:
    """The cards' places from the least worth to the most; of equals the first in the sorted deck is the least."""
    own = worths(game, context)
    return {card: place for place, card in enumerate(sorted(sorted(own), key=lambda card: own[card]))}
