"""designkit: explore, playtest and teach trick-taking card games whose rules are small pure functions."""

from designkit.cards import Card, card, cards
from designkit.errors import BadRecord, BadText, BadVariant, DesignkitError, IllegalMove
from designkit.game import Family, Game, View
from designkit.games import GAMES, game, register
from designkit.moves import Move

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadRecord",
    "BadText",
    "BadVariant",
    "Card",
    "DesignkitError",
    "Family",
    "Game",
    "IllegalMove",
    "Move",
    "View",
    "card",
    "cards",
    "game",
    "register",
]
