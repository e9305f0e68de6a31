"""designkit: explore, playtest and teach trick-taking card games whose rules are small pure functions."""

from typing import Any

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
    "check",
    "game",
    "invariant",
    "register",
    "rulebook",
]


def check(game: Game, seconds: float = 5.0, seed: int = 0) -> Any:
    """A panel for a notebook: a row an invariant of the game, asked in the background, and counterexamples as cards."""
    from designkit.views.checks import panel

    return panel(game, seconds, seed)
