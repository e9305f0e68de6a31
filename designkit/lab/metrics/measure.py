"""What a measure is: sums that add up over deals, and a formula of the sums.

All sums are whole numbers, so that they come out the same in whatever pieces and order deals are added: a win that two
seats share is counted in twelfths and the like, and a fraction in parts of `FINE`.
"""

import copyreg
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, Literal

import numpy as np

from designkit.errors import BadVariant
from designkit.game import Game
from designkit.lab.batch import Array, Batch

BLOCKS = 64
"""A deal belongs to the block of its number's remainder, so that a run stopped early has its blocks too."""
FINE = 1 << 20
"""Fractions are counted in so many parts of one."""
SHARE = (0.0, 1.0)

Columns = tuple[Array | int, ...]
"""An array with a row a deal, or a number that is the same for each deal; nothing where a measure does not apply."""
Sums = Callable[[Batch, Game], Columns]
Value = Callable[[Array], Array]
Parts = Callable[[Game], tuple[str, ...]]


def _one(game: Game) -> tuple[str, ...]:
    return ("",)


@dataclass(frozen=True)
class Metric:
    """A measure: its name, what it says, how it is reckoned, and the two steps of reckoning it."""

    name: str
    about: str
    formula: str
    sums: Sums
    """What is added up over deals; measures with the same function share its sums."""
    value: Value
    """(..., sums) -> (..., parts); doubling all sums changes nothing."""
    parts: Parts = _one
    limits: tuple[float, float] = (-np.inf, np.inf)
    """The least and the greatest value there can be."""
    kind: Literal["mean", "share", "spread"] = "mean"
    """How its interval is found: by Student's t, as a share's, or from those of the shares that it is a function of."""
    quantiles: tuple[float, ...] = ()
    """The parts of a measure that is read off the distribution of points instead."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A measure of the kit travels by its name, one of a notebook by value."""
        if self.sums.__module__.startswith(f"{__package__}."):
            return _of_the_kit, (self.name,)
        return copyreg.__newobj__, (Metric,), self.__dict__  # type: ignore[attr-defined]


METRICS: dict[str, Metric] = {}


def _of_the_kit(name: str) -> Metric:
    return METRICS[name]


def metric(
    name: str,
    about: str,
    formula: str = "mean over deals",
    value: Value | None = None,
    parts: Parts = _one,
    limits: tuple[float, float] = (-np.inf, np.inf),
    kind: Literal["mean", "share", "spread"] | None = None,
    quantiles: tuple[float, ...] = (),
) -> Callable[[Sums], Sums]:
    """Add a measure: the function below gives what is summed for each deal of a batch."""

    def add(sums: Sums) -> Sums:
        own = kind or ("share" if limits == SHARE else "mean")
        METRICS[name] = Metric(name, about, formula, sums, value or mean, parts, limits, own, quantiles)
        return sums

    return add


def chosen(metrics: Sequence[str | Metric] | None) -> list[Metric]:
    """These measures, given themselves or by name, or all; an unknown name raises with those there are."""
    for name in metrics or ():
        if not isinstance(name, Metric) and name not in METRICS:
            raise BadVariant(f"There is no metric '{name}'; the metrics are {', '.join(METRICS)}.")
    return [own if isinstance(own, Metric) else METRICS[own] for own in (METRICS if metrics is None else metrics)]


# ---- sums of deals ---------------------------------------------------------------------------------------------


def counted(values: Array, whole: int = 1) -> Columns:
    """Values a deal, in parts of a whole, for `mean`."""
    return values, whole


def block_sums(columns: Columns, first: int, deals: int) -> Array:
    """(blocks, sums) of the columns of deals from number `first` on; fractions make all sums count in parts of FINE."""
    fine = any(isinstance(column, np.ndarray) and column.dtype.kind == "f" for column in columns)
    counts = block_sums((np.ones(deals, np.int8),), first, deals) if any(type(own) is int for own in columns) else None
    found = []
    for column in columns:
        if not isinstance(column, np.ndarray):
            assert counts is not None
            found.append(counts * int(column) * (FINE if fine else 1))
        elif column.dtype.kind == "f":
            found.append(_added(np.rint(column * FINE).astype(np.int64), first))
        else:
            found.append(_added(column, first) * (FINE if fine else 1))
    return np.concatenate(found, axis=1)


def by_deal(columns: Columns, deals: int) -> Array:
    """(deals, sums) the columns side by side, for a measure of each single deal."""
    wide = [own if isinstance(own, np.ndarray) else np.full(deals, own) for own in columns]
    return np.concatenate([own.reshape(deals, -1).astype(float) for own in wide], axis=1)


def _added(column: Array, first: int) -> Array:
    rows = column.reshape(len(column), -1)
    even = len(rows) // BLOCKS * BLOCKS
    sums = rows[:even].reshape(-1, BLOCKS, rows.shape[1]).sum(axis=0, dtype=np.int64)
    sums[: len(rows) - even] += rows[even:]
    return np.asarray(np.roll(sums, first % BLOCKS, axis=0))


def row_sums(values: Array, factor: Array | None = None) -> Array:
    """The sum of each row of a narrow table, or of its product with another (several times as fast as `sum`)."""
    return np.asarray(np.einsum("ij->i", values) if factor is None else np.einsum("ij,ij->i", values, factor))


# ---- values from sums ------------------------------------------------------------------------------------------


def ratio(above: Array, below: Array) -> Array:
    """Sums divided by others; what is divided by nothing is no number."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(below == 0, np.nan, above / below))


def mean(sums: Array) -> Array:
    """Sums whose last column counts: each of the others divided by it."""
    return ratio(sums[..., :-1], sums[..., -1:])


def over(above: int, below: int) -> Value:
    """The sum of one column divided by that of another."""

    def value(sums: Array) -> Array:
        return mean(sums[..., [above, below]])

    return value


# ---- who plays with whom ---------------------------------------------------------------------------------------


def seats(game: Game) -> tuple[str, ...]:
    """A part for each seat."""
    return tuple(f"seat {seat}" for seat in range(game.players))


def sides(game: Game) -> tuple[tuple[int, ...], ...]:
    """The seats that win together, or each by itself."""
    return (game.plan.sides if game.plan is not None else ()) or tuple((seat,) for seat in range(game.players))


def by_side(values: Array, game: Game) -> Array:
    """(deals, sides) the seats' values added up for each side."""
    own = sides(game)
    if len(own) == game.players:
        return values
    return np.stack([values[:, side].sum(axis=1) for side in own], axis=1)


def low_wins(game: Game) -> bool:
    """Whether the fewest points win."""
    return game.plan is not None and game.plan.low_wins


def parts_of_a_win(players: int) -> int:
    """The parts in which a win is counted, so that any number of seats can share it."""
    return lcm(*range(1, players + 1))


def wins(batch: Batch) -> Array:
    """(deals, seats) each seat's share in the win, in parts of a win."""
    whole = parts_of_a_win(batch.players)
    share = np.array([0, *(whole // winners for winners in range(1, batch.players + 1))], np.int32)
    return np.asarray(batch.tops * share[row_sums(batch.tops.view(np.int8))][:, None])
