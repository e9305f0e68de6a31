"""Measures of a game, each with a sentence, a formula and an interval; a run's `Tally` reckons them."""

from designkit.lab.metrics import wins, points, course, tricks, bids  # isort: skip (the order in which measures are listed)
from designkit.lab.metrics.measure import BLOCKS, METRICS, SHARE, Metric, by_deal, chosen, metric
from designkit.lab.metrics.points import Distribution
from designkit.lab.metrics.tally import Counts, Estimate, Tally, interval, jackknife, rounded, student

__all__ = [
    "BLOCKS",
    "METRICS",
    "SHARE",
    "Counts",
    "Distribution",
    "Estimate",
    "Metric",
    "Tally",
    "bids",
    "by_deal",
    "chosen",
    "course",
    "interval",
    "jackknife",
    "metric",
    "points",
    "rounded",
    "student",
    "tricks",
    "wins",
]
