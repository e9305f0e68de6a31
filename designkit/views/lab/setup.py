"""What is to be played, as the dashboard's controls say it: one or two variants, bots, how many, and a sweep's values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from designkit.errors import BadVariant
from designkit.game import Game
from designkit.games import family
from designkit.lab.metrics import METRICS
from designkit.lab.runs import Bots
from designkit.lab.sweep import Band
from designkit.params import read_value
from designkit.views.controls import changed, controls

Mode = Literal["simulate", "compare", "sweep"]
Which = Literal["a", "b"]
MODES: tuple[Mode, ...] = ("simulate", "compare", "sweep")
CELLS = 400
"""Variants that a sweep has at most."""


@dataclass(frozen=True)
class Axis:
    """A parameter that a sweep goes over, and its values as they are written."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class Setup:
    """All that the controls say; a change makes another one."""

    a: Game
    b: Game
    mode: Mode = "simulate"
    bots: tuple[str, ...] = ()
    kind: Literal["deals", "matches"] = "deals"
    count: int = 20_000
    seed: int = 0
    axes: tuple[Axis, Axis] = field(default=(Axis(), Axis()))
    players: tuple[int, ...] = ()
    metric: str = "fairness"
    target: tuple[str, str] = ("", "")
    invariants: bool = False

    @classmethod
    def of(cls, game: Game, bot: str = "greedy", **more: Any) -> "Setup":
        """A game with one bot in all seats; its last number, most often one of the score, is there to sweep over."""
        numbers = [Axis(own["name"], suggested(own)) for own in controls(game) if own["kind"] == "slider"]
        last = numbers[-1] if numbers else Axis()
        return cls(game, game, bots=(bot,) * game.players, axes=(last, Axis()), players=(game.players,), **more)

    def with_game(self, id: str, players: int | None = None) -> "Setup":
        """Another game or player count, with the bot of seat 0 in all seats; the measure stays if that game has it."""
        made = family(id)(players)
        kept: dict[str, Any] = {"mode": self.mode, "kind": self.kind, "count": self.count, "seed": self.seed}
        if self.metric in measures(made):
            kept["metric"] = self.metric
        return Setup.of(made, self.bots[0], **kept)

    def with_value(self, which: Which, name: str, value: Any) -> "Setup":
        """Another value of a parameter of one variant."""
        if which == "a":
            return replace(self, a=changed(self.a, name, value))
        return replace(self, b=changed(self.b, name, value))

    def with_bot(self, bot: str, seat: int | None = None) -> "Setup":
        """Another bot in a seat, or in all."""
        places = range(self.a.players)
        return replace(self, bots=tuple(bot if seat in (None, own) else self.bots[own] for own in places))

    def with_axis(self, place: int, name: str | None = None, text: str | None = None) -> "Setup":
        """Another parameter to sweep over, with values to begin with, or other values."""
        own = self.axes[place]
        if name is not None:
            given = [suggested(control) for control in controls(self.a) if control["name"] == name]
            own = Axis(name, given[0] if given else "")
        if text is not None:
            own = replace(own, text=text)
        return replace(self, axes=(own, self.axes[1]) if place == 0 else (self.axes[0], own))

    # -- what the lab is asked --

    @property
    def seats(self) -> Bots:
        """The bots, as the lab takes them."""
        return self.bots[0] if len(set(self.bots)) == 1 else self.bots

    @property
    def how_many(self) -> dict[str, int]:
        """Deals or matches."""
        return {self.kind: self.count}

    def values(self) -> dict[str, list[Any]]:
        """The parameters and values to sweep over."""
        named = [axis for axis in self.axes if axis.name]
        if len({axis.name for axis in named}) < len(named):
            raise BadVariant("The two parameters of a sweep must differ.")
        found = {axis.name: read_values(self.a, axis.name, axis.text) for axis in named}
        cells = len(self.players)
        for own in found.values():
            cells *= len(own)
        if cells > CELLS:
            raise BadVariant(f"That makes {cells} variants; a sweep has at most {CELLS}.")
        return found

    def targets(self) -> dict[str, Band]:
        """The target band of the measure that is looked at."""
        ends = [read_number(text) for text in self.target]
        return {} if ends == [None, None] else {self.metric: (ends[0], ends[1])}


def measures(game: Game) -> list[str]:
    """The names of all measures with their parts, as a sweep knows them."""
    return [f"{metric.name} {part}".strip() for metric in METRICS.values() for part in metric.parts(game)]


def suggested(control: dict[str, Any]) -> str:
    """Values to begin a sweep with: about five over a slider's range, or all there are.

    >>> suggested({"kind": "slider", "least": 0, "most": 40, "value": 15})
    '0, 10, 20, 30, 40'
    """
    if control["kind"] == "slider":
        least, most = control["least"], control["most"]
        return ", ".join(str(value) for value in range(least, most + 1, max(1, (most - least) // 4)))
    if control["kind"] == "choice":
        return ", ".join(map(str, control["options"]))
    return "false, true" if control["kind"] == "switch" else str(control["value"])


def read_values(game: Game, name: str, text: str) -> list[Any]:
    """The values of a parameter from a text: 0, 5, 10 or 0-40 or 0-40/10; lists are divided by semicolons.

    >>> import designkit as dk
    >>> read_values(dk.game("reapers"), "least_bonus", "5, 10-14, 20-40/10")
    [5, 10, 11, 12, 13, 14, 20, 30, 40]
    """
    kinds = {control["name"]: control["kind"] for control in controls(game)}
    if kinds.get(name) == "text":
        return [read_value(game.family.Params, name, part.strip()) for part in text.split(";") if part.strip()]
    found: list[Any] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        found += _range(part) if kinds.get(name) == "slider" else [part]
    if not found:
        raise BadVariant(f"Give values of {name.replace('_', ' ')}, such as 0, 5, 10 or 0-40/10.")
    return found


def _range(text: str) -> Sequence[int]:
    """The whole numbers that a text such as 5, 0-40, -3-3 or 0-40/10 stands for."""
    found = re.fullmatch(r"(-?\d+)(?:\s*-\s*(-?\d+)(?:\s*/\s*([1-9]\d*))?)?", text)
    if found is None:
        raise BadVariant(f"'{text}' is neither a whole number nor a range; write 5, 0-40 or 0-40/10.")
    least, most, step = found.groups()
    made = range(int(least), int(most or least) + 1, int(step or 1))
    if not 1 <= len(made) <= CELLS:
        raise BadVariant(f"The range '{text}' has {len(made)} values; give 1 to {CELLS}.")
    return made


def read_number(text: str) -> float | None:
    """A number from a text, or None for an empty one.

    >>> read_number("0.95"), read_number("95 %"), read_number(" ")
    (0.95, 0.95, None)
    """
    plain = text.strip()
    try:
        if plain.endswith("%"):
            return float(plain[:-1]) / 100
        return float(plain) if plain else None
    except ValueError:
        raise BadVariant(f"A target is a number such as 0.95 or 95 %, not '{plain}'.") from None
