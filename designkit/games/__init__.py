"""The registry: every file of this folder that declares a GAME is a game of the kit."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from designkit.errors import BadVariant
from designkit.game import Family, Game

GAMES: dict[str, Family] = {}


def register(family: Family) -> Family:
    """Add a game to the registry (a notebook's own too); one with the same id is replaced."""
    if not isinstance(family, Family):
        raise BadVariant(f"What is registered is a Family, as a game file declares it, not {family!r}.")
    GAMES[family.id] = family
    return family


def family(id: str) -> Family:
    """The game of that id."""
    if not isinstance(id, str) or id not in GAMES:
        raise BadVariant(f"There is no game '{id}'; the games are {', '.join(GAMES)}.")
    return GAMES[id]


def game(id: str, players: int | None = None, **params: Any) -> Game:
    """A variant of a game: its id, a player count and parameter values; what is not given is the rulebook's.

    >>> game("reapers", players=4, least_bonus=25).params.least_bonus
    25
    """
    return family(id)(players, **params)


for _module in iter_modules(__path__):
    register(import_module(f"{__name__}.{_module.name}").GAME)
