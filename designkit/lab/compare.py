"""Compare two variants on the same deals: what differs, how surely, and how many more deals would settle the rest.

Both variants are played with the same seeds, deal numbers and seats. Leaving the same block of deals out of both at a time
(the paired jackknife) gives the error of each difference, so what both owe to the deal falls out of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from designkit.errors import BadVariant, DesignkitError
from designkit.game import Game
from designkit.lab.batch import Array
from designkit.lab.drawn import Drawn
from designkit.lab.failing import Failure, OnError
from designkit.lab.metrics import BLOCKS, SHARE, Metric, by_deal, chosen, jackknife, rounded
from designkit.lab.pieces import Piece
from designkit.lab.playing import going_on, kept
from designkit.lab.simulate import Bots, Result, begun, keeping, part_size, parts, playing, watching
from designkit.live import Job
from designkit.session import Session

POWER = 0.9
"""How surely the deals that a difference still needs would settle it, if it is as large as it looks."""
SMALLEST = 1e-9
"""What is smaller, beside the values it lies between, is rounding."""
LOOKED_AT = 10_000
"""Deals that are looked through at a time."""


@dataclass(frozen=True)
class Difference:
    """A measure of both variants and what lies between them."""

    metric: Metric
    part: str
    a: float
    b: float
    difference: float
    """b - a."""
    low: float
    high: float
    error: float
    """The standard error of the difference."""
    p: float
    """How likely chance alone makes a difference as large (two-sided)."""
    real: bool
    """Whether it stands although so many measures were asked at once."""
    more: int | None
    """About how many more deals would settle it; None where it is real, or where nothing indicates a difference."""

    @property
    def name(self) -> str:
        """The measure and its part."""
        return f"{self.metric.name} {self.part}".strip()

    @property
    def verdict(self) -> str:
        """The answer in words."""
        if self.real:
            return "higher" if self.difference > 0 else "lower"
        if self.difference == 0 == self.error:
            return "no difference"
        return "no sign of a difference" if self.more is None else f"open: about {self.more:,} more would settle it"


@dataclass(frozen=True)
class _Gap:
    """A difference before it is judged."""

    metric: Metric
    part: str
    a: float
    b: float
    size: float
    error: float
    freedom: float
    """Degrees of freedom of the error."""
    p: float


class Comparison(Drawn):
    """Two variants on the same deals: `differences`, both results, and every pair of deals to open."""

    def __init__(self, a: Result, b: Result, confidence: float = 0.95, asked: Sequence[str] = ()) -> None:
        self.a, self.b, self.confidence, self.asked = a, b, confidence, asked
        self._found: tuple[tuple[int, int], list[Difference]] = ((0, 0), [])
        self._stopped = False

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._stopped = True

    @property
    def paired(self) -> bool:
        """Whether the two play the same deals: with another number of seats they do not."""
        return self.a.game.players == self.b.game.players

    @property
    def deals(self) -> int:
        """The deals or matches that both have played."""
        return min(self.a.deals, self.b.deals)

    @property
    def failures(self) -> list[Failure]:
        """The deals that a bot could not finish in one of the two, and that both leave out."""
        return self.a.failures

    @property
    def complete(self) -> bool:
        """Whether all that was planned is played."""
        return self.a.complete and self.b.complete

    @property
    def note(self) -> str:
        """What to know about the runs: their engines, and whether the deals are the same."""
        own = dict.fromkeys(filter(None, (self.a.note, self.b.note)))
        if not self.paired:
            own["The player counts differ, so the deals are not the same and the errors of both add up."] = None
        elif sorted(self.a.game.deck) != sorted(self.b.game.deck):
            own["The decks differ, so the same numbers deal other hands and pairing the deals gains little."] = None
        if self.deals and (lacking := [name for name in self.asked if name not in self._measured]):
            own[f"Not measured, since one of the two has none of it: {', '.join(lacking)}."] = None
        if self._stopped:
            own[f"Stopped after {self.deals:,} of {self.a.planned:,} {self.a.kind}."] = None
        return " ".join(own)

    @property
    def _measured(self) -> set[str]:
        return {own.metric.name for own in self.differences}

    @property
    def differences(self) -> list[Difference]:
        """Every measure that both variants have, in the order of the measures."""
        played = (self.a.deals, self.b.deals)
        if self._found[0] != played:
            self._found = (played, judged(list(_gaps(self)), self))
        return list(self._found[1])

    def frame(self) -> pd.DataFrame:
        """A row a measure and part: both values, the difference with its interval, and the verdict."""
        columns = ["metric", "part", "a", "b", "difference", "low", "high", "p", "real", "more", "verdict"]
        rows = [(own.metric.name, own.part, *(getattr(own, name) for name in columns[2:])) for own in self.differences]
        return pd.DataFrame(rows, columns=columns).astype({"more": "Int64"})

    def session(self, number: int) -> tuple[Session, Session]:
        """The deal of that number as both variants play it."""
        return self.a.session(number), self.b.session(number)

    def outliers(self, metric: str = "points", n: int = 10) -> list[int]:
        """The numbers of the deals in which the two variants differ most, the largest difference first."""
        if not self.paired:
            raise DesignkitError(
                "With different player counts the deals are not the same, so none can be set side by side."
            )
        [asked] = chosen([metric])
        best = np.zeros((0, 2))
        reached = min(self.a.reached, self.b.reached)
        for first in range(0, reached, LOOKED_AT):
            left, right = (_by_deal(asked, own, first, reached) for own in (self.a, self.b))
            gaps = [np.nan_to_num(np.abs(right[part] - left[part])) for part in left if part in right]
            if not gaps:
                raise DesignkitError(f"'{metric}' is no measure of single {self.a.kind} that both variants have.")
            wide = np.sum(gaps, axis=0)
            found = np.column_stack([wide, np.arange(first, first + len(wide))])
            best = np.concatenate([best, found[wide > SMALLEST]])
            best = best[np.lexsort((best[:, 1], -best[:, 0]))][:n]
        return [int(number) for number in best[:, 1]]

    def __repr__(self) -> str:
        return f"<{self.deals:,} {self.a.kind}: {self.a.game!r} against {self.b.game!r}>"

    def _repr_html_(self) -> str:
        return html(self)


# ---- reckoning -------------------------------------------------------------------------------------------------


def _by_deal(metric: Metric, result: Result, first: int, stop: int) -> dict[str, Array]:
    """A measure of each single deal, by part."""
    end = min(first + LOOKED_AT, stop)
    names = metric.parts(result.game)
    found = np.full((end - first, len(names)), np.nan)
    for batch in result.batches(first, end):
        columns = metric.sums(batch, result.game)
        if not columns:
            return {}
        found[batch.first - first :][: len(batch)] = metric.value(by_deal(columns, len(batch)))
    return dict(zip(names, found.T, strict=True))


def _blocks(comparison: Comparison, name: str) -> tuple[Array, Array]:
    """(blocks, sums) of a measure for both, of the blocks that both have."""
    left, right = comparison.a.tally.blocks(name), comparison.b.tally.blocks(name)
    both = min(len(left), len(right))
    return left[:both], right[:both]


def _gaps(comparison: Comparison) -> Iterator[_Gap]:
    """Every measure and part that both have."""
    for metric in comparison.a.tally.metrics:
        if not all(own.tally.applies(metric.name) for own in (comparison.a, comparison.b)):
            continue
        left, right = _blocks(comparison, metric.name)
        names = [metric.parts(own.game) for own in (comparison.a, comparison.b)]
        both = [part for part in names[0] if part in names[1]]
        if not len(left) or not both:
            continue
        places = [[own.index(part) for part in both] for own in names]
        a, b = metric.value(left.sum(axis=0))[places[0]], metric.value(right.sum(axis=0))[places[1]]
        errors, freedom = (paired if comparison.paired else apart)(metric, left, right, *places)
        for place, part in enumerate(both):
            own, other = float(a[place]), float(b[place])
            if not np.isfinite(other - own):
                continue
            rounding = SMALLEST * max(1.0, abs(own), abs(other))
            size = other - own if abs(other - own) > rounding else 0.0
            error = float(errors[place]) if np.isfinite(errors[place]) else np.inf
            error = error if error > rounding else 0.0
            p = chance(size, error, float(freedom[place]), len(left))
            yield _Gap(metric, part, own, other, size, error, float(freedom[place]), p)


def paired(metric: Metric, left: Array, right: Array, of_left: list[int], of_right: list[int]) -> tuple[Array, Array]:
    """The errors of b - a with the same block left out of both at a time, and their degrees of freedom."""
    width = left.shape[1]

    def between(sums: Array) -> Array:
        return np.asarray(
            metric.value(sums[..., width:])[..., of_right] - metric.value(sums[..., :width])[..., of_left]
        )

    _, errors = jackknife(between, np.concatenate([left, right], axis=1))
    return errors, np.full(len(errors), len(left) - 1)


def apart(metric: Metric, left: Array, right: Array, of_left: list[int], of_right: list[int]) -> tuple[Array, Array]:
    """The errors of b - a where the deals have nothing to do with each other, with Welch's degrees of freedom."""
    a, b = jackknife(metric.value, left)[1][of_left], jackknife(metric.value, right)[1][of_right]
    with np.errstate(invalid="ignore", divide="ignore"):
        freedom = (a**2 + b**2) ** 2 / (a**4 / (len(left) - 1) + b**4 / (len(right) - 1))
    return np.hypot(a, b), np.where(np.isfinite(freedom), freedom, len(left) - 1)


def chance(difference: float, error: float, freedom: float, blocks: int) -> float:
    """How likely chance alone makes a difference as large; where all blocks agree, how likely they all fall to one side."""
    if difference == 0 or not np.isfinite(error):
        return 1.0
    if error == 0:
        return float(stats.binomtest(blocks, blocks).pvalue)
    return float(2 * stats.t.sf(abs(difference) / error, freedom))


def judged(gaps: Sequence[_Gap], comparison: Comparison) -> list[Difference]:
    """The differences with their intervals; those are real that stand the Benjamini-Yekutieli correction."""
    if not gaps:
        return []
    chances = np.array([gap.p for gap in gaps])
    corrected = stats.false_discovery_control(chances, method="by")
    level = 1 - comparison.confidence
    ranks = stats.rankdata(chances, "max")
    asked_at = level * ranks / len(gaps) / (1 / np.arange(1, len(gaps) + 1)).sum()
    same = comparison.a.run == comparison.b.run
    return [
        _judged(gap, bool(fair <= level), float(own), same, comparison)
        for gap, fair, own in zip(gaps, corrected, asked_at, strict=True)
    ]


def _judged(gap: _Gap, real: bool, level: float, same: bool, comparison: Comparison) -> Difference:
    deals, confidence = comparison.deals, comparison.confidence
    reach = gap.error * float(stats.t.isf((1 - confidence) / 2, gap.freedom)) if np.isfinite(gap.error) else np.inf
    if reach == 0 and gap.metric.limits == SHARE and not same:
        reach = float(stats.binomtest(0, deals).proportion_ci(confidence).high)
    least, most = gap.metric.limits
    low, high = max(least - most, gap.size - reach), min(most - least, gap.size + reach)
    more = None if real else still_needed(gap.size, gap.error, deals, level)
    return Difference(
        gap.metric, gap.part, gap.a, gap.b, gap.size, float(low), float(high), gap.error, gap.p, real, more
    )


def still_needed(difference: float, error: float, deals: int, level: float) -> int | None:
    """How many more deals would settle a difference as large as it looks; None where it lies within its error.

    >>> still_needed(0.02, 0.01, 1000, 0.05)
    1690
    """
    if not np.isfinite(error) or abs(difference) <= error:
        return None
    wanted = stats.t.isf(level / 2, BLOCKS - 1) + stats.norm.ppf(POWER)
    return max(1, int(np.ceil(deals * (wanted * error / abs(difference)) ** 2)) - deals)


# ---- playing and showing ---------------------------------------------------------------------------------------


def compare(
    a: Game | str,
    b: Game | str,
    deals: int = 100_000,
    *,
    matches: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    metrics: Sequence[str] | None = None,
    seconds: float | None = None,
    on_error: OnError = "stop",
    executor: Any = None,
    job: Job | None = None,
    progress: bool = False,
    confidence: float = 0.95,
) -> Comparison:
    """Play two variants on the same deals and seats, and say of each measure whether they differ.

    Each difference b - a has an interval of that confidence. Since many measures are asked at once, those count as real
    that stand the Benjamini-Yekutieli correction (scipy's `false_discovery_control`), which holds however the measures hang
    together: of all that are called real no more than 1 - confidence are expected to be chance. Interrupted at the
    keyboard, it gives what it has. `seconds` and `on_error` are those of `simulate`; a deal in which a bot fails is left out of both.

    >>> import designkit as dk
    >>> done = compare(dk.game("reapers"), dk.game("reapers", least_bonus=25), deals=2000, metrics=["spread", "length"])
    >>> [(own.name, own.verdict) for own in done.differences]
    [('spread', 'higher'), ('length', 'no difference')]
    """
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise BadVariant(f"A confidence lies between 0 and 1, such as 0.95, not {confidence!r}.")
    left, right = (begun(game, deals, matches, bots, seed, metrics, seconds, on_error) for game in (a, b))
    made = Comparison(left, right, confidence, [own.name for own in chosen(metrics)] if metrics else ())
    if job is not None:
        job.result = made
    size = min(part_size(left), part_size(right))
    in_turn = chain.from_iterable(zip(parts(left, size), parts(right, size), strict=True))

    def before() -> str:
        return kept(made.deals, f"{left.kind} that both played before")

    try:
        with watching(2 * left.planned, left.kind, job, progress) as watch, keeping(made, before):
            pieces = playing(in_turn, executor, watch.tick)
            for (_, one), (_, other) in zip(pieces, pieces, strict=True):
                for result, piece in zip((left, right), _alike(made, one, other), strict=True):
                    result.take(piece)
                watch.add(len(one) + len(other))
                going_on(result, piece)
    except KeyboardInterrupt:
        made.stop()
    return made


def _alike(comparison: Comparison, one: Piece, other: Piece) -> Iterator[Piece]:
    """The same deals of both: without those in which a bot failed in either, and no further than both came."""
    for name, piece in (("a", one), ("b", other)):
        for error in piece.failures:
            error.args = (f"Variant {name}: {error}",)
    end = comparison.a.reached + min(len(one), len(other))
    failures = (*other.failures, *one.failures)
    for result, piece in ((comparison.a, one), (comparison.b, other)):
        yield piece.cut(end, failures, result.game, result.tally.metrics) if failures else piece


def _changes(game: Game) -> str:
    return repr(game).strip("<>")


def html(comparison: Comparison) -> str:
    """The differences as a table: the real ones first, marked in words and colour."""
    head = "".join(f"<th>{name}</th>" for name in ("measure", "a", "b", "b - a", "interval", ""))
    ordered = sorted(comparison.differences, key=lambda own: not own.real)
    note = f"<div>{escape(comparison.note)}</div>" if comparison.note else ""
    return (
        f"<div><b>a</b> {escape(_changes(comparison.a.game))}<br><b>b</b> {escape(_changes(comparison.b.game))}<br>"
        f"{comparison.deals:,} {comparison.a.kind} each with {escape(', '.join(dict.fromkeys(comparison.a.bots)))}, "
        f"{comparison.confidence:.0%} intervals; the verdicts allow for so many measures asked at once</div>{note}"
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, ordered))}</tbody></table>"
    )


def _row(own: Difference) -> str:
    colour = ("#1e8841" if own.difference > 0 else "#d93a2b") if own.real else "#767676"
    said = f"{'▲' if own.difference > 0 else '▼'} really {own.verdict}" if own.real else own.verdict
    ends = [rounded(value, own.low, own.high, "+") for value in (own.difference, own.low, own.high)]
    numbers = (*(rounded(value, own.low, own.high) for value in (own.a, own.b)), ends[0], f"{ends[1]} to {ends[2]}")
    return (
        f"<tr><th style='text-align:left' title='{escape(own.metric.about, quote=True)}'>{escape(own.name)}</th>"
        + "".join(f"<td>{number}</td>" for number in numbers)
        + f"<td style='text-align:left;color:{colour};font-weight:{600 if own.real else 400}'>{said}</td></tr>"
    )
