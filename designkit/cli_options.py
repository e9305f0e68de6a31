"""What the commands share: their options, and a variant from its words."""

from typing import Annotated, Any

import typer
from rich.console import Console

from designkit.errors import BadVariant
from designkit.game import Game
from designkit.games import family
from designkit.params import Params, read_value

Id = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; 'designkit games' lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Player count (the game's usual one).")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Every shuffle comes from it.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter; may be given several times.")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port on this machine; 0 is any free one.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")]


def console() -> Console:
    """Where the answers go."""
    return Console(highlight=False, soft_wrap=True)


def settings_of(model: type[Params], settings: list[str] | None, option: str = "--set") -> dict[str, Any]:
    """Parameter values from NAME=VALUE."""
    params = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadVariant(f"'{option} {setting}' must be of the form NAME=VALUE, such as {option} hands=3.")
        params[name] = read_value(model, name, value)
    return params


def variant_of(id: str, players: int | None, settings: list[str] | None) -> Game:
    """The variant that is meant."""
    own = family(id)
    return own(players, **settings_of(own.Params, settings))
