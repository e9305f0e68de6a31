"""Find deals that are worth a look: one in which a seat scored so many points, one that a seat won, the extreme ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from designkit.lab.batch import Array, Batch
from designkit.lab.result import Result
from designkit.live import Job

Test = Callable[[Batch], Array]
"""(deals,) whether each deal of a batch is one."""
LOOKED_AT = 50_000
"""Deals among which the extreme ones are looked for."""


def scored(low: int, high: int) -> Test:
    """Whether some seat scored from `low` to `high` points."""
    return lambda batch: np.asarray(((batch.points >= low) & (batch.points <= high)).any(axis=1))


def won_by(seat: int) -> Test:
    """Whether a seat is among the winners."""
    return lambda batch: np.asarray(batch.tops[:, seat] > 0)


def wagered(place: int, paid: bool) -> Test:
    """Whether some seat made the wager of that place (and got something for it)."""
    return lambda batch: np.asarray(((batch.bids == place) & ((batch.bonus > 0) | (not paid))).any(axis=1))


def bid_and_took(bid: int, tricks: int) -> Test:
    """Whether some seat bid so many tricks and took so many."""
    return lambda batch: np.asarray(((batch.bids == bid) & (batch.tricks == tricks)).any(axis=1))


def find(result: Result, test: Test, after: int = -1, job: Job | None = None) -> int | None:
    """The number of the first deal after another for which a test holds, from the start again after the last one.

    >>> import designkit as dk
    >>> result = dk.simulate(dk.game("reds", 3), deals=500)
    >>> number = find(result, scored(3, 99))
    >>> max(result.session(number).state.scores) >= 3
    True
    """
    spans = [(after + 1, None), (0, after + 1)] if after >= 0 else [(0, None)]
    for start, stop in spans:
        for batch in result.batches(start, stop):
            if job is not None:
                job.tick()
            places = np.flatnonzero(test(batch))
            if len(places):
                return batch.first + int(places[0])
    return None


@dataclass(frozen=True)
class Outlier:
    """A deal that stands out, and why."""

    number: int
    why: str


Ask = Callable[[Batch], Array]
EXTREMES: tuple[tuple[str, Literal[1, -1], Ask], ...] = (
    ("most points", 1, lambda batch: batch.points.max(axis=1)),
    ("fewest points", -1, lambda batch: batch.points.min(axis=1)),
    ("widest gap between best and worst", 1, lambda batch: np.ptp(batch.points, axis=1)),
    ("narrowest gap between best and worst", -1, lambda batch: np.ptp(batch.points, axis=1)),
    ("most winners at once", 1, lambda batch: batch.tops.sum(axis=1)),
    ("most tricks of one seat", 1, lambda batch: batch.tricks.max(axis=1)),
    ("most free decisions", 1, lambda batch: batch.decisions - batch.forced),
    ("fewest free decisions", -1, lambda batch: batch.decisions - batch.forced),
)
"""What makes a deal stand out: a question put to every deal, and whether its greatest or its smallest answer counts."""


def outliers(result: Result) -> list[Outlier]:
    """The deals that stand out most among the first ones of a run, each with all that it stands out by."""
    best: dict[str, tuple[float, int]] = {}
    for batch in result.batches(0, LOOKED_AT):
        for why, sign, ask in EXTREMES:
            values = np.asarray(ask(batch), float)
            top = int((sign * values).argmax())
            if why not in best or sign * values[top] > sign * best[why][0]:
                best[why] = float(values[top]), batch.first + top
    found: dict[int, list[str]] = {}
    for why, (value, number) in best.items():
        found.setdefault(number, []).append(f"{why}: {value:,.0f}")
    return [Outlier(number, "; ".join(whys)) for number, whys in found.items()]
