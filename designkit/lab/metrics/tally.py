"""Keeping count, and what the counts say: each measure with its interval.

A run keeps the sums of blocks of deals; leaving out a block at a time (the jackknife) gives the standard error of any
formula of the sums, and Student's t the interval.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.metrics.measure import BLOCKS, Metric, Sums, Value, block_sums, chosen, mean
from designkit.lab.metrics.points import Distribution

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Estimate:
    """A measure's value with its interval."""

    metric: Metric
    part: str
    value: float
    low: float
    high: float
    error: float
    """The standard error."""
    deals: int

    @property
    def name(self) -> str:
        """The measure and its part."""
        return f"{self.metric.name} {self.part}".strip()


@dataclass(frozen=True)
class Counts:
    """All that was counted, replaced as one, so that nobody finds it half added."""

    blocks: Array
    """(blocks,) deals."""
    sums: dict[str, Array]
    """(blocks, sums) of each function of sums, by the name of the first measure that it is for."""
    points: Distribution | None


class Tally:
    """The sums of a run; equal whatever pieces and order the deals came in."""

    def __init__(self, game: Game, metrics: Sequence[str | Metric] | None = None) -> None:
        self.game, self.metrics = game, chosen(metrics)
        firsts: dict[Sums, str] = {}
        self._key = {metric.name: firsts.setdefault(metric.sums, metric.name) for metric in self.metrics}
        self.counts = Counts(np.zeros(BLOCKS, np.int64), {}, None)

    def add(self, batch: Batch) -> "Tally":
        """Take in deals."""
        deals = len(batch)
        if deals:
            sums = {}
            for metric in self.metrics:
                if metric.name == self._key[metric.name] and (columns := metric.sums(batch, self.game)):
                    sums[metric.name] = block_sums(columns, batch.first, deals)
            blocks = block_sums((np.ones(deals, np.int8),), batch.first, deals)[:, 0]
            self.take(Counts(blocks, sums, Distribution.of(batch.points, batch.first)))
        return self

    def merge(self, other: "Tally") -> None:
        """Take in what another tally of the same run has counted."""
        self.take(other.counts)

    def take(self, new: Counts) -> None:
        """Take in what was counted elsewhere."""
        old = self.counts
        sums = old.sums | {own: old.sums[own] + sums if own in old.sums else sums for own, sums in new.sums.items()}
        points = old.points + new.points if old.points and new.points else old.points or new.points
        self.counts = Counts(old.blocks + new.blocks, sums, points)

    @property
    def deals(self) -> int:
        """How many deals or matches were counted."""
        return int(self.counts.blocks.sum())

    @property
    def points(self) -> Distribution | None:
        """How often each number of points came."""
        return self.counts.points

    def applies(self, name: str) -> bool:
        """Whether there are sums to reckon a measure from."""
        return self._key.get(name) in self.counts.sums

    def blocks(self, name: str) -> Array:
        """(blocks, sums) of a measure, without blocks that have no deal."""
        return self.counts.sums[self._key[name]][self.counts.blocks > 0].astype(float)

    def estimates(self, confidence: float = 0.95) -> dict[str, Estimate]:
        """Every measure that applies, by name and part."""
        found = {}
        for metric in self.metrics:
            for part, (value, low, high, error) in zip(
                metric.parts(self.game), self._rows(metric, confidence), strict=False
            ):
                if np.isfinite(value):
                    made = Estimate(metric, part, value, low, high, error, self.deals)
                    found[made.name] = made
        return found

    def _rows(self, metric: Metric, confidence: float) -> list[tuple[float, float, float, float]]:
        """(value, low, high, standard error) of each part."""
        if metric.quantiles:
            return [self._quantile(share, confidence) for share in metric.quantiles]
        if not self.applies(metric.name):
            return []
        blocks = self.blocks(metric.name)
        reach = student(len(blocks), confidence)
        rows = []
        for value, error in zip(*(each.tolist() for each in jackknife(metric.value, blocks)), strict=True):
            if metric.kind == "spread":
                low, high = spread_interval(metric.value, blocks, self.deals, confidence)
            else:
                low, high = interval(metric, value, error * reach, self.deals, confidence)
            rows.append((value, low, high, error))
        return rows

    def _quantile(self, share: float, confidence: float) -> tuple[float, float, float, float]:
        """The least points that this share of scores does not exceed, by the interval of the share that they reach."""
        if self.points is None:
            return np.nan, np.nan, np.nan, np.nan
        counts = self.points.counts[self.counts.blocks > 0].sum(axis=2)
        rising = counts.sum(axis=0).cumsum() / counts.sum()

        def reached(part: float) -> int:
            return int(np.searchsorted(rising, min(max(part, 1e-12), 1.0) - 1e-12))

        place, values = reached(share), self.points.values
        below = np.stack([counts[:, : place + 1].sum(axis=1), counts.sum(axis=1)], axis=1).astype(float)
        _, (error,) = jackknife(mean, below)
        reach = float(error) * student(len(below), confidence)
        if not np.isfinite(reach):
            return float(values[place]), -np.inf, np.inf, np.inf
        low, high = (float(values[reached(share + side * reach)]) for side in (-1, 1))
        return float(values[place]), low, high, (high - low) / 2 / student(len(below), confidence)

    def frame(self, confidence: float = 0.95) -> "pd.DataFrame":
        """A row a measure and part."""
        import pandas as pd

        rows = [
            (own.metric.name, own.part, own.value, own.low, own.high, own.metric.about, own.metric.formula)
            for own in self.estimates(confidence).values()
        ]
        return pd.DataFrame(rows, columns=["metric", "part", "value", "low", "high", "about", "formula"])


def rounded(value: float, low: float, high: float, sign: str = "") -> str:
    """A number with as many decimals as its interval is worth: two figures of half its width.

    >>> rounded(12.8931, 12.8552, 12.9310), rounded(0.25, 0.25, 0.25), rounded(812.3, 790, 834, sign="+")
    ('12.893', '0.25', '+812')
    """
    reach = (high - low) / 2
    if not 0 < reach < math.inf:
        return f"{value:{sign}.4g}"
    return f"{value:{sign}.{min(12, max(0, 1 - math.floor(math.log10(reach))))}f}"


# ---- intervals -------------------------------------------------------------------------------------------------


def jackknife(value: Value, blocks: Array) -> tuple[Array, Array]:
    """A value of the sums of all blocks, and its standard error from leaving out one block at a time."""
    total = blocks.sum(axis=0)
    count = len(blocks)
    whole = value(total)
    if count < 2:
        return whole, np.full_like(whole, np.inf)
    without = value(total - blocks)
    spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    return whole, np.sqrt((count - 1) / count * spread)


def student(count: int, confidence: float) -> float:
    """How many standard errors an interval reaches that comes of so many blocks."""
    from scipy.special import stdtrit

    return float(stdtrit(count - 1, (1 + confidence) / 2)) if count > 1 else float("inf")


def interval(metric: Metric, value: float, reach: float, deals: int, confidence: float) -> tuple[float, float]:
    """The interval round a value, within what can be."""
    if metric.kind == "share":
        return share_interval(value, reach, deals, confidence)
    least, most = metric.limits
    return max(least, value - reach), min(most, value + reach)


def share_interval(share: float, reach: float, deals: int, confidence: float) -> tuple[float, float]:
    """The exact binomial interval (Clopper and Pearson) of as many deals as would reach so far (Korn and Graubard).

    It holds near 0 and 1 too, where the one by Student's t does not; a share never or always seen has all the deals.

    >>> low, high = share_interval(0.0, 0.0, 100, 0.95)
    >>> low, round(high, 3)
    (0.0, 0.036)
    """
    from scipy.special import betaincinv

    if not np.isfinite(reach):
        return 0.0, 1.0
    if 0 < share < 1:
        if reach == 0:
            return share, share
        worth = share * (1 - share) * (student(max(2, deals), confidence) / reach) ** 2
    else:
        worth = deals
    seen, tail = share * worth, (1 - confidence) / 2
    low = betaincinv(seen, worth - seen + 1, tail) if seen > 0 else 0.0
    high = betaincinv(seen + 1, worth - seen, 1 - tail) if seen < worth else 1.0
    return float(low), float(high)


def spread_interval(value: Value, blocks: Array, deals: int, confidence: float) -> tuple[float, float]:
    """What a measure of evenness can be while each share is in its interval (all at once: Bonferroni).

    Even shares look uneven by chance, so the measure's own error would never reach up to 1.
    """
    shares, errors = jackknife(mean, blocks)
    count = len(shares)
    each = 1 - (1 - confidence) / count
    reach = student(len(blocks), each)
    reaches = (errors * reach).tolist()
    found = [share_interval(own, far, deals, each) for own, far in zip(shares.tolist(), reaches, strict=True)]
    low, high = np.array(found).T
    corners = np.array([_evenest(low, high), *_corners(low, high)])
    values = value(np.concatenate([corners, np.ones((len(corners), 1))], axis=1))[:, 0]
    return float(values.min()), float(values.max())


def _evenest(low: Array, high: Array) -> Array:
    """The most even shares within their limits: all alike, but for those that cannot be."""
    ends = np.sort(np.concatenate([low, high]))
    totals = np.clip(ends[:, None], low, high).sum(axis=1)
    return np.asarray(np.clip(np.interp(1.0, totals, ends), low, high))


def _corners(low: Array, high: Array) -> Iterator[Array]:
    """The most uneven shares within their limits: all but one of them at a limit."""
    for free in range(len(low)):
        for side in product((0, 1), repeat=len(low) - 1):
            shares = np.where(np.insert(side, free, 0), high, low)
            shares[free] = 1 - (shares.sum() - shares[free])
            if low[free] - 1e-9 <= shares[free] <= high[free] + 1e-9:
                yield np.clip(shares, 0, 1)
