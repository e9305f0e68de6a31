"""Plots that people read: pure functions, a result in and a Bokeh figure out, in colours that everyone can tell apart."""

from typing import Any

from designkit.lab.plots.differences import metric_intervals
from designkit.lab.plots.maps import cell_at, heat_map
from designkit.lab.plots.results import (
    Distribution,
    bid_chart,
    distribution,
    lead_history,
    points_distribution,
    seat_bars,
    wager_bars,
)
from designkit.lab.result import Result


def pictures(result: Result) -> list[Any]:
    """All plots that a run has."""
    asked = (seat_bars, points_distribution, lead_history, wager_bars, bid_chart)
    return [made for draw in asked if (made := draw(result)) is not None]


__all__ = [
    "Distribution",
    "bid_chart",
    "cell_at",
    "distribution",
    "heat_map",
    "lead_history",
    "metric_intervals",
    "pictures",
    "points_distribution",
    "seat_bars",
    "wager_bars",
]
