"""designkit: explore, playtest and teach trick-taking card games whose rules are small pure functions."""

from designkit.bots import BOTS
from designkit.cards import Card, Suit, add_suits, card, cards
from designkit.errors import BadRecord, BadText, BadVariant, DesignkitError, IllegalMove
from designkit.game import Family, Game, View
from designkit.games import GAMES, game, register
from designkit.invariants import CATALOGUE, Broken, invariant
from designkit.moves import Move
from designkit.rulebook import rulebook
from designkit.session import Session

__version__ = "0.1.0"
__all__ = [
    "BOTS",
    "CATALOGUE",
    "GAMES",
    "BadRecord",
    "BadText",
    "BadVariant",
    "Broken",
    "Card",
    "DesignkitError",
    "Family",
    "Game",
    "IllegalMove",
    "Move",
    "Session",
    "Suit",
    "View",
    "add_suits",
    "card",
    "cards",
    "game",
    "invariant",
    "register",
    "rulebook",
]
