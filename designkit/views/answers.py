"""What the lab found, as rich tables for a terminal and as values for JSON."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from designkit.game import Game

if TYPE_CHECKING:
    from designkit.lab.compare import Comparison
    from designkit.lab.metrics import Estimate, Metric
    from designkit.lab.simulate import Result
    from designkit.lab.sweep import Cell, Sweep

Lines = Iterator[Table | Text]


def _number(value: float) -> float | None:
    """A number that JSON can write."""
    return value if math.isfinite(value) else None


def _game_json(game: Game) -> dict[str, Any]:
    return {"game": game.id, "players": game.players, "params": game.params.model_dump(mode="json")}


def _estimates_json(estimates: Mapping[str, "Estimate"]) -> dict[str, Any]:
    return {
        name: {"value": _number(own.value), "low": _number(own.low), "high": _number(own.high)}
        for name, own in estimates.items()
    }


def _run_json(result: "Result") -> dict[str, Any]:
    return {
        "kind": result.kind,
        "planned": result.planned,
        "seed": result.seed,
        "bots": list(result.bots),
    }


def result_json(result: "Result") -> dict[str, Any]:
    """A run: what was played, and every measure."""
    return {
        **_game_json(result.game),
        **_run_json(result),
        "played": result.deals,
        "engine": result.engine,
        "note": result.note,
        "measures": _estimates_json(result.estimates),
    }


def comparison_json(made: "Comparison") -> dict[str, Any]:
    """A comparison: both variants, and every difference."""
    return {
        "a": _game_json(made.a.game),
        "b": _game_json(made.b.game),
        **_run_json(made.a),
        "played": made.deals,
        "confidence": made.confidence,
        "note": made.note,
        "differences": {
            own.name: {
                **{name: _number(getattr(own, name)) for name in ("a", "b", "difference", "low", "high", "p")},
                "real": own.real,
                "more": own.more,
                "verdict": own.verdict,
            }
            for own in made.differences
        },
    }


def _cell_json(cell: "Cell") -> dict[str, Any]:
    played = cell.result is not None and cell.result.deals > 0
    return {
        "players": cell.players,
        "values": cell.values,
        "problem": cell.problem,
        "broken": list(cell.broken),
        "played": cell.result.deals if cell.result is not None else 0,
        "measures": _estimates_json(cell.result.estimates) if cell.result is not None and played else {},
        "targets": {name: cell.within(name) for name in cell.targets},
    }


def sweep_json(made: "Sweep") -> dict[str, Any]:
    """A sweep, cell by cell."""
    return {
        **_game_json(made.game),
        "over": list(made.names),
        "targets": {name: list(band) for name, band in made.targets.items()},
        "cells": [_cell_json(cell) for cell in made.cells],
    }


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        right = column in ("value", "a", "b", "b - a", "players")
        table.add_column(column, justify="right" if right else "left", no_wrap=column != "measure")
    return table


def _between(low: float, high: float) -> str:
    from designkit.lab.metrics import rounded

    return " to ".join(rounded(end, low, high) for end in (low, high))


def result_table(result: "Result", wide: bool = True) -> Lines:
    """A row a measure; with what it says where there is room."""
    from designkit.lab.metrics import rounded

    yield Text(repr(result).strip("<>"), style="bold")
    if result.note:
        yield Text(result.note)
    table = _table("measure", "value", "interval")
    if wide:
        table.add_column("what it says")
    told = set[str]()
    for own in result.estimates.values():
        about = [Text("" if own.metric.name in told else own.metric.about, style="dim")] if wide else []
        told.add(own.metric.name)
        table.add_row(own.name, rounded(own.value, own.low, own.high), _between(own.low, own.high), *about)
    yield table


def metrics_table(measures: Iterable["Metric"]) -> Lines:
    """A row a measure: its sentence and its formula."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("measure", "what it says", "how it is reckoned"):
        table.add_column(column)
    for own in measures:
        table.add_row(own.name, own.about, Text(own.formula, style="dim"))
    yield table


def comparison_table(made: "Comparison") -> Lines:
    """A row a difference, the real ones first."""
    from designkit.lab.metrics import rounded

    yield Text(f"{made.deals:,} {made.a.kind} each", style="bold")
    yield Text(f"a: {repr(made.a.game).strip('<>')}\nb: {repr(made.b.game).strip('<>')}")
    if made.note:
        yield Text(made.note)
    table = _table("measure", "a", "b", "b - a", "interval", "really")
    for own in sorted(made.differences, key=lambda own: not own.real):
        style = ("green" if own.difference > 0 else "red") if own.real else "dim"
        said = own.verdict if own.real else "open" if own.more is None else f"+{own.more:,}"
        said = "equal" if own.verdict == "no difference" else said
        both = [rounded(value, own.low, own.high) for value in (own.a, own.b)]
        numbers = (*both, rounded(own.difference, own.low, own.high, "+"), _between(own.low, own.high))
        table.add_row(own.name, *numbers, Text(said, style=style))
    yield table
    if any(own.more for own in made.differences):
        yield Text(f"+1,000: about so many more {made.a.kind} would settle it.", style="dim")


def sweep_table(made: "Sweep", names: list[str]) -> Lines:
    """A row a cell, with the measures of these names; why cells are impossible stands below."""
    shown = [own for own in made.metrics if any(own == name or own.startswith(f"{name} ") for name in names)]
    yield Text(repr(made).strip("<>"), style="bold")
    table = _table("players", *made.names, *shown)
    table.add_column("")
    for cell in made.cells:
        values = [str(value) for value in cell.values.values()]
        wrong = f"breaks {', '.join(cell.broken)}" if cell.broken else "impossible" if cell.problem else ""
        table.add_row(str(cell.players), *values, *(_square(cell, name) for name in shown), Text(wrong, style="red"))
    yield table
    for problem in made.problems:
        yield Text(problem)


def _square(cell: "Cell", name: str) -> Text:
    from designkit.lab.metrics import rounded

    own, within = cell.estimate(name), cell.within(name)
    if own is None:
        return Text("")
    style = {"inside": "green", "outside": "red", "undecided": "yellow"}.get(within or "", "")
    value = rounded(own.value, own.low, own.high)
    return Text(f"{value} ({_between(own.low, own.high)}) {within or ''}".rstrip(), style=style)
