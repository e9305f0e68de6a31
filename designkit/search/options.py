"""What a search finds of each legal move, how long it may take, and moves tried side by side."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from designkit.lab.batch import Array
from designkit.moves import Move
from designkit.search.spot import sides_of

GROWN, TRIED = range(32, 257), range(512, 1025)
"""Playouts that are scored together, in a tree (which learns from each batch) and else: an eighth of those made, within
these bounds."""


@dataclass(frozen=True)
class Option:
    """A legal move as the search found it."""

    move: Move
    visits: int
    gain: float
    """What it is worth to the player, in standard deviations."""
    points: float
    """How many points more than the other seats it brings."""


class Budget:
    """How long to search: so many playouts, or so many seconds, or what is first over."""

    def __init__(self, iterations: int, seconds: float | None) -> None:
        self.left = iterations
        self.seconds = seconds
        self._end = None if seconds is None else perf_counter() + seconds

    def rows(self, batch: range, each: int = 1) -> Iterator[int]:
        """How many playouts of each of so many options to make at once, again and again till too few are left; at least once."""
        made = 0
        while True:
            rows = min(max(made // 8, batch[0]), batch[-1], self.left)
            rows = max(1, rows // each)
            made += rows * each
            self.left -= rows * each
            yield rows
            if self.left < each or (self._end is not None and perf_counter() > self._end):
                return

    def part(self, of: int) -> "Budget":
        """One of so many equal parts, from now on."""
        return Budget(max(1, self.left // of), None if self.seconds is None else self.seconds / of)


def margins(points: Array, sides: Sequence[Sequence[int]]) -> Array:
    """Each seat's points, or its side's, less the mean of all rivals'.

    >>> margins(np.array([[5.0, 1.0, 0.0]]), ()).tolist()
    [[4.5, -1.5, -3.0]]
    """
    side = np.array(sides_of(points.shape[1], sides))
    together = side[:, None] == side[None, :]
    own = points @ together / together.sum(axis=0)
    return np.asarray(own - points @ ~together / np.maximum((~together).sum(axis=0), 1))


def tried(legal: Sequence[Move], budget: Budget, playouts: Callable[[Array, int], tuple[Array, Array]]) -> list[Option]:
    """All moves on the same redeals, and the worse half left out again and again.

    `playouts(places, samples)` answers (gains, margins in points) by move and redeal, of the moves at some places.
    """
    value, points, counts = np.zeros(len(legal)), np.zeros(len(legal)), np.zeros(len(legal), np.int64)
    going, rounds = np.arange(len(legal)), max(1, (len(legal) - 1).bit_length())
    for _ in range(rounds):
        for samples in budget.part(rounds).rows(TRIED, len(going)):
            gained, margin = playouts(going, samples)
            value[going] += gained.sum(axis=1)
            points[going] += margin.sum(axis=1)
            counts[going] += samples
        best = np.argsort(-value[going] / counts[going], kind="stable")
        going = np.sort(going[best[: (len(going) + 1) // 2]])
    return [
        Option(move, int(n), float(gain / n), float(ahead / n))
        for move, n, gain, ahead in zip(legal, counts, value, points, strict=True)
    ]
