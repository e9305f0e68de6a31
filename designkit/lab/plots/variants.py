"""Plots of several variants: what a change does, and a map over parameters."""

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource
from bokeh.models.annotations import Band, BoxAnnotation, Span
from bokeh.palettes import Cividis256

from designkit.lab.metrics import SHARE
from designkit.lab.plots.style import (
    GREEN,
    GREY,
    HEIGHT,
    RED,
    SEATS,
    blank,
    interval,
    named_ticks,
    number,
)

BELOW, WITHIN, ABOVE = ("#a6cbe3", "#0072b2"), "#009e73", ("#f6c78f", "#b35900")
"""Cells under, in and over the target band; further off is darker."""


# ---- two variants ----------------------------------------------------------------------------------------------


def is_share(comparison: Any, name: str) -> bool:
    """Whether a measure is a share, from 0 to 1."""
    known = {**comparison.b.estimates, **comparison.a.estimates}
    return name in known and tuple(known[name].metric.limits) == SHARE


def metric_intervals(comparison: Any, shares: bool = True) -> Any | None:
    """What changes from A to B, a row a measure with its interval; what is real is coloured.

    Shares stand on one axis in percentage points; the rest (points, tricks, decisions) each on a scale of its own.
    """
    rows = [own for own in comparison.differences if is_share(comparison, own.name) == shares][::-1]
    rows = [own for own in rows if np.isfinite([own.low, own.high]).all()]
    if not rows:
        return None
    scale = [100.0 if shares else 1 / (max(abs(own.low), abs(own.high)) or 1.0) for own in rows]
    source = ColumnDataSource(
        {
            "row": list(range(len(rows))),
            "name": [own.name for own in rows],
            "difference": [own.difference * by for own, by in zip(rows, scale, strict=True)],
            "low": [own.low * by for own, by in zip(rows, scale, strict=True)],
            "high": [own.high * by for own, by in zip(rows, scale, strict=True)],
            "colour": [(GREEN if own.difference > 0 else RED) if own.real else GREY for own in rows],
            "a": [number(own.a, shares) for own in rows],
            "b": [number(own.b, shares) for own in rows],
            "interval": [interval(own.low, own.high, shares) for own in rows],
            "verdict": [verdict(own, comparison.a.kind) for own in rows],
        },
        name="differences",
    )
    hover = [("", "@name"), ("A → B", "@a → @b"), ("difference, 95 %", "@interval"), ("", "@verdict")]
    what, unit = (
        ("Shares", "percentage points") if shares else ("Points and counts", "B less A, each row to its own scale")
    )
    made = blank(f"{what}: what B changes", unit, "", hover, mode="hline", height=max(160, 90 + 22 * len(rows)))
    made.add_layout(Span(location=0, dimension="height", line_color=GREY, line_dash="dashed", line_width=2))
    made.segment(x0="low", x1="high", y0="row", y1="row", line_width=3, line_color="colour", source=source)
    made.hover.renderers = [made.scatter("difference", "row", size=10, color="colour", source=source)]
    named_ticks(made.yaxis, {row: own.name for row, own in enumerate(rows)})
    made.ygrid.visible = False
    if not shares:
        made.xaxis.major_label_text_font_size = "0px"
    return made


def verdict(difference: Any, kind: str) -> str:
    """What a difference is, in words."""
    if difference.real:
        return "a real difference"
    if difference.more_deals is None:
        return "no difference seen"
    return f"not settled: about {difference.more_deals:,} more {kind} would settle it"


# ---- a map over parameters -------------------------------------------------------------------------------------


def positions(sweep: Any, name: str) -> list[Any]:
    """The values of a parameter, in the order they were asked for."""
    return list(dict.fromkeys(cell.values[name] for cell in sweep.cells))


def counts(sweep: Any) -> list[int]:
    """The player counts of a sweep."""
    return list(dict.fromkeys(cell.players for cell in sweep.cells))


def cell_at(sweep: Any, players: int, x: float, y: float = 0) -> Any | None:
    """The cell at a place of a map, or None beside it."""
    names = list(sweep.names)
    columns = positions(sweep, names[0])
    rows = positions(sweep, names[1]) if len(names) > 1 else [None]
    column, row = round(x), round(y) if len(names) > 1 else 0
    if not (0 <= column < len(columns) and 0 <= row < len(rows)):
        return None
    wanted = {names[0]: columns[column]} | ({names[1]: rows[row]} if len(names) > 1 else {})
    return next((cell for cell in sweep.cells if cell.players == players and cell.values == wanted), None)


def value_of(cell: Any, metric: str) -> Any:
    """A cell's estimate of a measure, or None where it has none (yet)."""
    return cell.result.estimates.get(metric) if cell.result is not None and cell.result.deals else None


def heat_map(sweep: Any, metric: str) -> list[Any]:
    """A map of a measure over one or two parameters, a figure a player count; each is tagged with its count.

    The target band is marked, cells that break an invariant are crossed, impossible ones are grey and say why.
    """
    draw = _grid if len(sweep.names) > 1 else _line
    made = [draw(sweep, metric, players) for players in counts(sweep)]
    for own, players in zip(made, counts(sweep), strict=True):
        own.tags = [players]
    return made


def band(sweep: Any, metric: str) -> tuple[float, float] | None:
    """The designer's target for a measure."""
    found = (sweep.targets or {}).get(metric)
    return None if found is None else (float(found[0]), float(found[1]))


def _told(sweep: Any, cell: Any, metric: str) -> dict[str, Any]:
    """What the hover text says of a cell."""
    own, target = value_of(cell, metric), band(sweep, metric)
    share = own is not None and tuple(own.metric.limits) == SHARE
    within = (
        ""
        if own is None or target is None
        else "in the target band"
        if target[0] <= own.value <= target[1]
        else "out of the target band"
    )
    broken = f"breaks: {', '.join(cell.broken)}" if cell.broken else ""
    return {
        "variant": ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in cell.values.items()),
        "said": "" if own is None else f"{number(own.value, share)} ({interval(own.low, own.high, share)})",
        "notes": "; ".join(filter(None, [cell.problem or "", broken, within])) or ("" if own else "not played yet"),
    }


HOVER = [("", "@variant"), ("value, 95 %", "@said"), ("", "@notes"), ("click", "opens this variant")]


def _heading(sweep: Any, metric: str, players: int) -> str:
    target = band(sweep, metric)
    aim = "" if target is None else f" (target {number(target[0])} to {number(target[1])})"
    return f"{metric}: {players} players{aim}"


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


def _grid(sweep: Any, metric: str, players: int) -> Any:
    across, up = sweep.names
    columns, rows = positions(sweep, across), positions(sweep, up)
    every = [own.value for cell in sweep.cells if (own := value_of(cell, metric)) is not None]
    least, most = min(every, default=0.0), max(every, default=1.0)
    cells = [cell for cell in sweep.cells if cell.players == players]
    estimates = [value_of(cell, metric) for cell in cells]
    colours = [GREY if own is None else _shade(own.value, least, most, band(sweep, metric)) for own in estimates]
    source = ColumnDataSource(
        {
            "x": [columns.index(cell.values[across]) for cell in cells],
            "y": [rows.index(cell.values[up]) for cell in cells],
            "colour": colours,
            "alpha": [0.25 if own is None else 1.0 for own in estimates],
            "hatch": ["/" if cell.problem else " " for cell in cells],
            "ink": [_ink(colour) for colour in colours],
            "text": [
                ""
                if own is None
                else number(own.value, tuple(own.metric.limits) == SHARE) + (" ✗" if cell.broken else "")
                for cell, own in zip(cells, estimates, strict=True)
            ],
            "frame": [RED if cell.broken else None for cell in cells],
            **{key: [_told(sweep, cell, metric)[key] for cell in cells] for key in ("variant", "said", "notes")},
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
    named_ticks(made.xaxis, {place: str(value) for place, value in enumerate(columns)})
    named_ticks(made.yaxis, {place: str(value) for place, value in enumerate(rows)})
    made.grid.visible = False
    return made


def _line(sweep: Any, metric: str, players: int) -> Any:
    name = sweep.names[0]
    columns = positions(sweep, name)
    cells = [cell for cell in sweep.cells if cell.players == players]
    played = [cell for cell in cells if value_of(cell, metric) is not None]
    colour = SEATS[counts(sweep).index(players) % len(SEATS)]
    made = blank(
        _heading(sweep, metric, players), name.replace("_", " "), metric, HOVER, "vline",
        x_range=(-0.5, len(columns) - 0.5),
    )  # fmt: skip
    target = band(sweep, metric)
    if target is not None:
        made.add_layout(
            BoxAnnotation(bottom=target[0], top=target[1], fill_color=GREEN, fill_alpha=0.15, name="target")
        )
    for cell in cells:
        if cell.problem:
            place = columns.index(cell.values[name])
            made.add_layout(
                BoxAnnotation(left=place - 0.5, right=place + 0.5, fill_color=GREY, fill_alpha=0.2, hatch_pattern="/",
                              hatch_color=GREY, hatch_alpha=0.6, line_color=None, name="impossible")
            )  # fmt: skip
    own = [value_of(cell, metric) for cell in played]
    source = ColumnDataSource(
        {
            "x": [columns.index(cell.values[name]) for cell in played],
            "value": [each.value for each in own],
            "low": [each.low for each in own],
            "high": [each.high for each in own],
            "colour": [RED if cell.broken else colour for cell in played],
            "marker": ["x" if cell.broken else "circle" for cell in played],
            **{key: [_told(sweep, cell, metric)[key] for cell in played] for key in ("variant", "said", "notes")},
        },
        name="cells",
    )
    made.add_layout(
        Band(base="x", lower="low", upper="high", source=source, fill_color=colour, fill_alpha=0.2, line_width=0)
    )
    made.line("x", "value", line_width=2, color=colour, source=source)
    made.hover.renderers = [
        made.scatter("x", "value", size=11, color="colour", marker="marker", line_width=3, source=source)
    ]
    refused = [cell for cell in cells if cell.problem]
    if refused:
        grey = ColumnDataSource(
            {
                "x": [columns.index(cell.values[name]) for cell in refused],
                "value": [min((each.low for each in own), default=0.0) for _ in refused],
                **{key: [_told(sweep, cell, metric)[key] for cell in refused] for key in ("variant", "said", "notes")},
            },
            name="impossible",
        )
        made.hover.renderers.append(made.scatter("x", "value", size=11, color=GREY, marker="x", source=grey))
    named_ticks(made.xaxis, {place: str(value) for place, value in enumerate(columns)})
    return made
