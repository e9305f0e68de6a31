"""Plots that people read: pure functions, a result in and a Bokeh figure out, in colours that everyone can tell apart."""

from designkit.lab.plots.results import (
    Distribution,
    bid_chart,
    distribution,
    lead_history,
    points_distribution,
    seat_bars,
    wager_bars,
)
from designkit.lab.plots.variants import cell_at, heat_map, metric_intervals

__all__ = [
    "Distribution",
    "bid_chart",
    "cell_at",
    "distribution",
    "heat_map",
    "lead_history",
    "metric_intervals",
    "points_distribution",
    "seat_bars",
    "wager_bars",
]
