"""designkit: explore, playtest and teach trick-taking card games whose rules are small pure functions."""

from typing import Any

from designkit.bots import BOTS
from designkit.cards import Card, Hand, Suit, add_suits, card, cards
from designkit.errors import BadRecord, BadText, BadVariant, DesignkitError, IllegalMove, lacking
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
    "Hand",
    "IllegalMove",
    "Move",
    "Session",
    "Suit",
    "View",
    "add_suits",
    "card",
    "cards",
    "check",
    "compare",
    "exercise",
    "game",
    "invariant",
    "lab",
    "picture",
    "register",
    "results",
    "rl",
    "rulebook",
    "simulate",
    "sweep",
    "table",
    "tournament",
]

_SHOWN = {
    "check": "designkit.views.checks",
    "compare": "designkit.lab.compare",
    "exercise": "designkit.teach",
    "picture": "designkit.views.picture",
    "results": "designkit.teach",
    "simulate": "designkit.lab.simulate",
    "sweep": "designkit.lab.sweep",
    "table": "designkit.views.table",
    "tournament": "designkit.lab.tournament",
}
"""What needs more than the rules loads when it is first asked for."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    whole = name in ("lab", "rl")
    if not whole and name not in _SHOWN:
        raise AttributeError(f"module 'designkit' has no attribute '{name}'")
    place = f"designkit.{name}" if whole else _SHOWN[name]
    try:
        module = import_module(place)
    except ModuleNotFoundError as error:
        part = place.split(".")[1]
        raise lacking(f"dk.{name}", error, part if part in ("lab", "rl") else "notebook") from None
    return module if whole else getattr(module, name)
