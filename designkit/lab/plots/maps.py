"""A map over parameters: a measure of every variant of a sweep, with the target band and what is broken or impossible."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, NumeralTickFormatter, Range1d
from bokeh.models.annotations import Band, BoxAnnotation
from bokeh.palettes import Cividis256

from designkit.lab.metrics import Estimate
from designkit.lab.plots.style import GREEN, GREY, HEIGHT, RED, SEATS, blank, interval, is_share, named_ticks, number
from designkit.lab.sweep import Cell, Sweep, Within, words
from designkit.params import value_text

BELOW, WITHIN, ABOVE = ("#a6cbe3", "#0072b2"), "#009e73", ("#f6c78f", "#b35900")
"""Cells under, in and over the target band; further off is darker."""


@dataclass(frozen=True)
class Square:
    """A cell on the map of a measure: its column and row, its value, and how it lies to the target."""

    cell: Cell
    x: int
    y: int
    own: Estimate | None
    within: Within | None

    @property
    def told(self) -> dict[str, str]:
        """What the hover text says."""
        own, cell = self.own, self.cell
        broken = f"breaks: {', '.join(cell.broken)}" if cell.broken else ""
        notes = [cell.problem, broken, WITHIN_WORDS[self.within] if self.within else ""]
        return {
            "variant": words(cell.values),
            "said": f"{number(own.value, is_share(own))} ({interval(own.low, own.high, is_share(own))})" if own else "",
            "notes": "; ".join(filter(None, notes)) or ("" if own else "not played yet"),
        }


WITHIN_WORDS = {
    "inside": "in the target band",
    "outside": "out of the target band",
    "undecided": "its interval crosses the edge of the target band",
}


def told(squares: list[Square]) -> dict[str, list[str]]:
    """What the hover text says, as columns."""
    return {name: [square.told[name] for square in squares] for name in ("variant", "said", "notes")}


def positions(sweep: Sweep, name: str) -> list[str]:
    """The values of a parameter as text, in the order they were asked for."""
    return list(dict.fromkeys(value_text(cell.values[name]) for cell in sweep.cells))


def place_of(sweep: Sweep, cell: Cell) -> tuple[int, int]:
    """A cell's column and row in the maps."""
    column, *row = (positions(sweep, name).index(value_text(cell.values[name])) for name in sweep.names)
    return column, row[0] if row else 0


def cell_at(sweep: Sweep, players: int, x: float, y: float = 0) -> Cell | None:
    """The cell at a place of a map, or None beside it."""
    wanted = round(x), round(y) if len(sweep.names) > 1 else 0
    return next((cell for cell in sweep.cells if cell.players == players and place_of(sweep, cell) == wanted), None)


def heat_map(sweep: Sweep, metric: str) -> list[Any]:
    """A map of a measure over one or two parameters, a figure a player count; each is tagged with its count.

    The target band is marked, cells that break an invariant are crossed, impossible ones are grey and say why.
    """
    squares = [Square(cell, *place_of(sweep, cell), cell.estimate(metric), cell.within(metric)) for cell in sweep.cells]
    draw = _grid if len(sweep.names) > 1 else _line
    made = [draw(sweep, metric, players, squares) for players in sweep.players]
    for own, players in zip(made, sweep.players, strict=True):
        own.tags = [players]
    return made


def band(sweep: Sweep, metric: str) -> tuple[float, float] | None:
    """The designer's target for a measure, without limit where there is none."""
    if metric not in sweep.targets:
        return None
    least, most = sweep.targets[metric]
    return -np.inf if least is None else least, np.inf if most is None else most


MARKS = {None: "", "inside": " ✓", "undecided": " ?", "outside": ""}
HOVER = [("", "@variant"), ("value, 95 %", "@said"), ("", "@notes")]


def _heading(sweep: Sweep, metric: str, players: int) -> str:
    least, most = sweep.targets.get(metric, (None, None))
    aim = ("" if least is None else f" from {least:g}") + ("" if most is None else f" up to {most:g}")
    return f"{metric}: {players} players{f' (wanted{aim})' if aim else ''}"


def _shade(value: float, least: float, most: float, target: tuple[float, float] | None) -> str:
    """The colour of a cell."""
    if target is None:
        place = (value - least) / (most - least) if most > least else 0.5
        return str(Cividis256[round(255 * place)])
    low, high = target
    if low <= value <= high:
        return WITHIN
    side, off = (
        (BELOW, (low - value) / max(low - least, 1e-12))
        if value < low
        else (ABOVE, (value - high) / max(most - high, 1e-12))
    )
    return _mixed(*side, min(1.0, off))


def _mixed(start: str, stop: str, place: float) -> str:
    parts = [(int(start[i : i + 2], 16), int(stop[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * place):02x}" for a, b in parts)


def _ink(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def _text(square: Square) -> str:
    """What stands in a cell."""
    if square.own is None:
        return ""
    return number(square.own.value, is_share(square.own)) + MARKS[square.within] + " ✗" * bool(square.cell.broken)


def _grid(sweep: Sweep, metric: str, players: int, squares: list[Square]) -> Any:
    across, up = sweep.names
    columns, rows = positions(sweep, across), positions(sweep, up)
    every = [square.own.value for square in squares if square.own is not None]
    least, most = min(every, default=0.0), max(every, default=1.0)
    here = [square for square in squares if square.cell.players == players]
    colours = [_shade(square.own.value, least, most, band(sweep, metric)) if square.own else GREY for square in here]
    source = ColumnDataSource(
        {
            "x": [square.x for square in here],
            "y": [square.y for square in here],
            "colour": colours,
            "alpha": [1.0 if square.own else 0.25 for square in here],
            "hatch": ["/" if square.cell.problem else " " for square in here],
            "ink": [_ink(colour) for colour in colours],
            "text": [_text(square) for square in here],
            "frame": [RED if square.cell.broken else None for square in here],
            **told(here),
        },
        name="cells",
    )
    made = blank(
        _heading(sweep, metric, players), across.replace("_", " "), up.replace("_", " "), HOVER,
        height=max(HEIGHT, 110 + 34 * len(rows)),
        x_range=(-0.5, len(columns) - 0.5), y_range=(-0.5, len(rows) - 0.5),
    )  # fmt: skip
    made.hover.renderers = [
        made.rect(
            "x", "y", width=0.96, height=0.94, fill_color="colour", fill_alpha="alpha", line_color="frame", line_width=3,
            hatch_pattern="hatch", hatch_color=GREY, hatch_alpha=0.8, source=source,
        )
    ]  # fmt: skip
    made.text(
        "x", "y", text="text", text_color="ink", text_align="center", text_baseline="middle",
        text_font_size="12px" if len(columns) < 9 else "10px", source=source,
    )  # fmt: skip
    named_ticks(made.xaxis, dict(enumerate(columns)))
    named_ticks(made.yaxis, dict(enumerate(rows)))
    made.grid.visible = False
    return made


def _line(sweep: Sweep, metric: str, players: int, squares: list[Square]) -> Any:
    [name] = sweep.names
    columns = positions(sweep, name)
    here = [square for square in squares if square.cell.players == players]
    known = [(square, square.own) for square in here if square.own is not None]
    refused = [square for square in here if square.cell.problem]
    colour = SEATS[sweep.players.index(players) % len(SEATS)]
    made = blank(
        _heading(sweep, metric, players), name.replace("_", " "), metric, HOVER, "vline",
        x_range=(-0.5, len(columns) - 0.5),
    )  # fmt: skip
    if metric in sweep.targets:
        limits: Any = dict(zip(("bottom", "top"), sweep.targets[metric], strict=True))
        made.add_layout(BoxAnnotation(**limits, fill_color=GREEN, fill_alpha=0.15, name="target"))
    for square in refused:
        made.add_layout(
            BoxAnnotation(left=square.x - 0.5, right=square.x + 0.5, fill_color=GREY, fill_alpha=0.2, line_color=None,
                          hatch_pattern="/", hatch_color=GREY, hatch_alpha=0.6, name="impossible")
        )  # fmt: skip
    source = ColumnDataSource(
        {
            "x": [square.x for square, _ in known],
            "value": [own.value for _, own in known],
            "low": [own.low for _, own in known],
            "high": [own.high for _, own in known],
            "colour": [RED if square.cell.broken else colour for square, _ in known],
            "marker": ["x" if square.cell.broken else "circle" for square, _ in known],
            **told([square for square, _ in known]),
        },
        name="cells",
    )
    reach = Band(base="x", lower="low", upper="high", source=source, fill_color=colour, fill_alpha=0.2, line_width=0)
    made.add_layout(reach)
    made.line("x", "value", line_width=2, color=colour, source=source)
    ends = [end for _, own in known for end in (own.low, own.high) if np.isfinite(end)]
    ends += [end for end in sweep.targets.get(metric, ()) if end is not None]
    floor, top = min(ends, default=0.0), max(ends, default=1.0)
    room = (top - floor or 1.0) * 0.08
    made.y_range = Range1d(start=floor - room, end=top + room)
    grey = ColumnDataSource(
        {"x": [square.x for square in refused], "value": [floor for _ in refused], **told(refused)}, name="impossible"
    )
    made.hover.renderers = [
        made.scatter("x", "value", size=11, color="colour", marker="marker", line_width=3, source=source),
        made.scatter("x", "value", size=11, color=GREY, marker="x", source=grey),
    ]
    named_ticks(made.xaxis, dict(enumerate(columns)))
    if known and is_share(known[0][1]):
        made.yaxis.formatter = NumeralTickFormatter(format="0.[0] %")
    return made
