"""The record: one JSON document that holds a whole game, and one line of text that reopens it.

`docs/record.md` explains it to a stranger; `schema()` is its JSON schema.
"""

import json
import re
import types
import typing
import zlib
from dataclasses import fields
from typing import Any, Literal
from urllib.parse import quote, unquote

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from designkit.cards import Card
from designkit.errors import BadRecord, DesignkitError
from designkit.events import Event
from designkit.game import Game
from designkit.games import family
from designkit.moves import Move
from designkit.params import read_value, value_text

FORMAT: Literal["designkit-record/1"] = "designkit-record/1"
LINE = "designkit/1"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RecordedMove(_Part):
    """A move and the seat that made it."""

    seat: int
    move: str


class RecordedZone(_Part):
    """What lay in one place when a hand had been dealt: card texts, or a word."""

    name: str
    seat: int | None
    holds: list[str] | str


class RecordedDeal(_Part):
    """A deal as somebody who sees all cards would write it down."""

    round: int
    dealer: int
    zones: list[RecordedZone]


class Record(_Part):
    """A game from its first deal to its last recorded move, hidden cards included."""

    format: Literal["designkit-record/1"]
    game: str = Field(description="the game's id")
    players: int
    params: dict[str, Any] = Field(description="every parameter with its value")
    replaced: dict[str, str] = Field(description="rules replaced by the variant: name and the function's name")
    seed: int
    moves: list[RecordedMove] = Field(description="all moves in order")
    deals: list[RecordedDeal] = Field(description="what every deal put where")
    events: list[dict[str, Any]] = Field(description="what everybody saw, in order")
    scores: list[int | float] = Field(description="the match totals up to the last finished hand")
    over: bool
    winners: list[int] = Field(description="the winning seats once it is over")

    def text(self) -> str:
        """The record as JSON, an entry of its lists a line."""
        return "{\n" + ",\n".join(f'  "{name}": {_lines(value)}' for name, value in self.model_dump().items()) + "\n}\n"

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.record(self)


def _lines(value: Any) -> str:
    if not isinstance(value, list) or not any(isinstance(entry, dict) for entry in value):
        return json.dumps(value)
    return "[\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in value) + "\n  ]"


def jsonable(value: Any) -> Any:
    """A value of the log as JSON: cards and moves by their text, tuples as lists."""
    if isinstance(value, Card | Move):
        return str(value)
    if isinstance(value, tuple | list):
        return [jsonable(item) for item in value]
    return value


def event_json(event: Event) -> dict[str, Any]:
    """An event of the log as JSON; its kind stands under `event`."""
    own = {item.name: jsonable(getattr(event, item.name)) for item in fields(event)}
    return {"event": type(event).__name__.lower(), **own}


def load(text: str) -> Record:
    """The record that a JSON text holds; anything else raises BadRecord with one sentence."""
    if not text.removeprefix("\ufeff").lstrip().startswith(("{", "[")):
        raise BadRecord("This is not a designkit record, nor the line of a game, which begins with 'designkit/1'.")
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadRecord(f"The record is not whole: its JSON breaks off or is damaged{where}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f"This is not a designkit record: its 'format' must be '{FORMAT}'.")
    try:
        return Record.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadRecord(f"The record's field '{where}' is wrong: {first['msg'].lower()}.") from None


# ---- one line --------------------------------------------------------------------------------------------------


_FORM = re.compile(
    rf"{LINE} (?P<id>\w+)/(?P<players>\d{{1,9}}) seed=(?P<seed>\d{{1,20}})(?P<settings>( \w+=\S*)*?)"
    r" moves=(?P<moves>(\d{1,9}(\.\d{1,9})*)?) check=(?P<check>\w*)"
)


def _check(words: list[str]) -> str:
    return f"{zlib.crc32(' '.join(words).encode()):08x}"


def write_line(game: Game, seed: int, choices: list[int]) -> str:
    """A game in one line: the variant, the seed, and each move as its place among the legal ones."""
    words = [LINE, f"{game.id}/{game.players}", f"seed={seed}"]
    words += [f"{name}={quote(value_text(value), safe=',')}" for name, value in game.unusual.items()]
    words += [f"replaced={','.join(name for name, _ in game.replaced)}"] if game.replaced else []
    words.append("moves=" + ".".join(map(str, choices)))
    return " ".join([*words, f"check={_check(words)}"])


def read_line(text: str) -> tuple[Game, int, list[int], set[str]]:
    """(variant, seed, choices, names of replaced rules) of a line; anything else raises BadRecord."""
    words = text.split()
    form = _FORM.fullmatch(" ".join(words))
    if form is None:
        raise BadRecord(
            f"This is not a designkit line: it must read '{LINE} GAME/PLAYERS seed=... moves=... check=...'."
        )
    if form["check"] != _check(words[:-1]):
        raise BadRecord("The line is damaged: some of it is missing or changed; copy it again as a whole.")
    values = dict(word.split("=", 1) for word in form["settings"].split())
    id, players, seed, moves = form["id"], form["players"], form["seed"], form["moves"]
    replaced = values.pop("replaced", "")
    try:
        own = family(id)
        params = {name: read_value(own.Params, name, unquote(value)) for name, value in values.items()}
        game = own(int(players), **params)
    except DesignkitError as error:
        raise BadRecord(f"The line's game cannot be played: {error}") from None
    choices = [int(choice) for choice in moves.split(".")] if moves else []
    return game, int(seed), choices, set(replaced.split(",")) - {""}


# ---- the schema ------------------------------------------------------------------------------------------------


def _type_schema(kind: Any) -> dict[str, Any]:
    """The JSON schema of a field of an event."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        return {"anyOf": [_type_schema(part) for part in typing.get_args(kind)]}
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)
        if inner[-1] is Ellipsis:
            return {"type": "array", "items": _type_schema(inner[0])}
        parts = [_type_schema(part) for part in inner]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    simple = {int: "integer", str: "string", types.NoneType: "null", Card: "string", Move: "string"}
    return {"type": simple[kind]} if kind in simple else {}


def _event_schema(kind: type[Event]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    own = {item.name: _type_schema(hints[item.name]) for item in fields(kind)}
    return {
        "type": "object",
        "description": kind.__doc__,
        "properties": {"event": {"const": kind.__name__.lower()}, **own},
        "required": ["event", *own],
        "additionalProperties": False,
    }


def schema() -> dict[str, Any]:
    """The JSON schema of a record, with every kind of event that the registered games have."""
    whole = Record.model_json_schema()
    kinds = sorted(Event.__subclasses__(), key=lambda kind: kind.__name__)
    whole["properties"]["events"]["items"] = {"oneOf": [_event_schema(kind) for kind in kinds]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}
