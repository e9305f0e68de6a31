"""Points: their mean, their spread, their distribution, and the winner's lead."""

from dataclasses import dataclass

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.metrics.measure import BLOCKS, Columns, by_side, counted, low_wins, metric, row_sums, seats, sides

BINS = 1024
"""Values that a distribution tells apart; points that lie farther apart are counted by twos, by fours, and so on."""


@metric("points", "what each seat scores on average", parts=seats)
def points(batch: Batch, game: Game) -> Columns:
    """Points by seat."""
    return counted(batch.points)


def _deviation(sums: Array) -> Array:
    first, second = sums[..., 0] / sums[..., 2], sums[..., 1] / sums[..., 2]
    return np.sqrt(np.maximum(0, second - first**2))[..., None]


@metric(
    "spread",
    "standard deviation of points, over all seats and deals",
    "sqrt(mean of squares - square of mean)",
    _deviation,
    limits=(0, np.inf),
)
def spread(batch: Batch, game: Game) -> Columns:
    """Points and their squares."""
    return row_sums(batch.points), row_sums(batch.points, batch.points), batch.players


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@metric(
    "score distribution",
    "the points that 5, 25, 50, 75 and 95 percent of all scores do not exceed",
    "quantiles of points over all seats and deals",
    parts=lambda game: tuple(f"{share:.0%}" for share in QUANTILES),
    quantiles=QUANTILES,
)
def distribution(batch: Batch, game: Game) -> Columns:
    """Nothing to add up: they are read off the distribution of points."""
    return ()


@metric(
    "margin",
    "points between the best seat and the next, whether or not it may win; of partners their mean",
    limits=(0, np.inf),
)
def margin(batch: Batch, game: Game) -> Columns:
    """The lead of the best."""
    own = by_side(batch.points, game)
    ordered = np.partition(-own, 1, axis=1) if not low_wins(game) else np.partition(own, 1, axis=1)
    return counted(ordered[:, 1] - ordered[:, 0], len(sides(game)[0]))


@dataclass(frozen=True)
class Distribution:
    """How often each value came, by block and seat; equal whatever pieces the values came in."""

    low: int
    """The first bin's least value."""
    width: int
    """How many values are counted as one: 1, or a power of 2 where they lie far apart."""
    counts: Array
    """(blocks, bins, seats)."""

    @staticmethod
    def of(values: Array, first: int) -> "Distribution":
        """The distribution of (deals, seats) values of the deals from number `first` on."""
        low, high = int(values.min()), int(values.max())
        width = _width(low, high)
        players, start = values.shape[1], low // width
        bins = high // width - start + 1
        blocks = (np.arange(first, first + len(values)) % BLOCKS * bins)[:, None]
        binned = (values if width == 1 else values // width) - start
        places = (blocks + binned) * players + np.arange(players)
        counts = np.bincount(places.ravel(), minlength=BLOCKS * bins * players)
        return Distribution(start * width, width, counts.reshape(BLOCKS, bins, players))

    @property
    def high(self) -> int:
        """The last bin's least value."""
        return self.low + self.width * (int(self.counts.shape[1]) - 1)

    @property
    def values(self) -> Array:
        """The least value of each bin."""
        return np.arange(self.low, self.high + 1, self.width)

    def __add__(self, other: "Distribution") -> "Distribution":
        low, high = min(self.low, other.low), max(self.high, other.high)
        width = max(self.width, other.width, _width(low, high))
        start = low // width
        bins = high // width - start + 1
        counts = np.zeros((BLOCKS, bins, self.counts.shape[2]), np.int64)
        for own in (self, other):
            places = own.values // width - start
            if own.width == width:
                counts[:, places[0] : places[-1] + 1] += own.counts
            else:
                for place, count in zip(places, own.counts.swapaxes(0, 1), strict=True):
                    counts[:, place] += count
        return Distribution(start * width, width, counts)


def _width(low: int, high: int) -> int:
    """The least power of 2 by which so wide a range falls into few enough bins."""
    width = 1
    while high // width - low // width >= BINS:
        width *= 2
    return width
