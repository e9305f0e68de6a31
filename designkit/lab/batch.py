"""What a run of deals or matches came to: one array a question, whichever engine played them."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Deals (or whole matches) played in order; row i of every array is deal `first + i`, columns are seats or tricks."""

    first: int
    """The number of the first deal."""
    match: bool = False
    """Whether the rows are whole matches."""
    points: Array
    """(deals, seats) what each seat scored; a match: its total."""
    bonus: Array
    """(deals, seats) what of the points a comparison with the others brought: a wager; a match: 0."""
    tops: Array
    """(deals, seats) whether the seat is among the winners."""
    tricks: Array
    """(deals, seats) tricks (in Souls: battles) won."""
    bids: Array
    """(deals, seats) what was bid, or the place of the wager among the wagers; -1 where there is none."""
    worth: Array
    """(deals, seats) how many tricks the hand is worth before the first card is played; in Souls, its value."""
    winners: Array
    """(deals, tricks) the seat that won each trick (in Souls: battle), -1 where nobody did or there was none."""
    cards: Array
    """(deals, tricks) the winning card's place in the sorted deck, -1 where nobody won."""
    leads: Array
    """(deals,) the seat that led the first trick."""
    context: Array
    """(deals,) the place of the hand's context (trump, anti-trump) among `game.tricks.contexts`."""
    decisions: Array
    """(deals,) moves made."""
    options: Array
    """(deals,) legal moves added up over all decisions."""
    forced: Array
    """(deals,) decisions with a single legal move."""
    hands: Array
    """(deals,) hands played: 1, or as many as the match took."""
    history: Array
    """(deals, steps, seats) the standing after each trick (tricks won), battle (points) or hand (match totals), the last
    one repeated."""

    def __len__(self) -> int:
        return len(self.points)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.points.shape[1])

    def part(self, start: int, stop: int) -> "Batch":
        """Some of the deals, by their places in this batch."""
        cut = {name: getattr(self, name)[start:stop] for name in ARRAYS}
        return Batch(first=self.first + start, match=self.match, **cut)

    def without(self, numbers: Iterable[int]) -> list["Batch"]:
        """The parts that remain round the deals of these numbers."""
        end = self.first + len(self)
        gaps = [self.first - 1, *sorted(number for number in numbers if self.first <= number < end), end]
        return [self.part(low + 1 - self.first, high - self.first) for low, high in pairwise(gaps) if high > low + 1]

    @property
    def steps(self) -> Array:
        """(deals,) how many standings of the history are a row's own: up to its last trick won, or the hands of a match."""
        if self.match:
            return self.hands
        won = self.winners >= 0
        return np.asarray((won * np.arange(1, won.shape[1] + 1)).max(axis=1, initial=1))


ARRAYS = [item.name for item in fields(Batch) if item.name not in ("first", "match")]


def filled(steps: Array, length: int) -> Array:
    """Winners, cards or standings of a run brought to a length: with nobody, or with the last standing again."""
    more = length - steps.shape[1]
    if steps.ndim == 2:
        return np.pad(steps, ((0, 0), (0, more)), constant_values=-1)
    return np.pad(steps, ((0, 0), (0, more), (0, 0)), mode="edge")


def joined(batches: list[Batch]) -> Batch:
    """Batches in order as one; histories of different length repeat their last standing, tricks end with nobody's."""

    def arrays(name: str) -> list[Array]:
        found = [getattr(batch, name) for batch in batches]
        if name not in ("history", "winners", "cards"):
            return found
        longest = max(each.shape[1] for each in found)
        return [filled(each, longest) for each in found]

    return Batch(
        first=batches[0].first, match=batches[0].match, **{name: np.concatenate(arrays(name)) for name in ARRAYS}
    )
