"""Plots of one run: who wins, what is scored, how the lead develops, what bids and wagers come to."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, NumeralTickFormatter
from bokeh.models.annotations import Span

from designkit.game import Game
from designkit.lab.batch import Array, Batch, joined
from designkit.lab.plots.style import BLUE, GREEN, GREY, ORANGE, RED, SEATS, below, blank, interval, named_ticks, number
from designkit.lab.result import Result
from designkit.plan import Battles

LOOKED_AT = 5_000
"""Deals whose course is looked at trick by trick."""
BARS = 60
"""Bars that a distribution has at most; a greater range of points is put together."""


def title(what: str, result: Result, deals: int | None = None) -> str:
    """What is shown, of which variant."""
    return f"{what}: {result.game.family.title}, {result.deals if deals is None else deals:,} {result.kind}"


def first_batch(result: Result, deals: int) -> Batch | None:
    """The first deals of a run, as one batch."""
    found = list(result.batches(0, deals))
    return joined(found) if found else None


# ---- who wins --------------------------------------------------------------------------------------------------


def seat_bars(result: Result) -> Any | None:
    """How often each seat wins, with intervals, beside the line of a fair share; None where that was not measured."""
    own = [result.estimates.get(f"win rate seat {seat}") for seat in range(result.game.players)]
    rates = [estimate for estimate in own if estimate is not None]
    if not rates:
        return None
    source = ColumnDataSource(
        {
            "seat": list(range(len(rates))),
            "rate": [rate.value for rate in rates],
            "low": [rate.low for rate in rates],
            "high": [rate.high for rate in rates],
            "bot": list(result.bots[: len(rates)]),
            "colour": [SEATS[seat % len(SEATS)] for seat in range(len(rates))],
            "wins": [number(rate.value, percent=True) for rate in rates],
            "interval": [interval(rate.low, rate.high, percent=True) for rate in rates],
        },
        name="seats",
    )
    hover = [("seat", "@seat (@bot)"), ("wins", "@wins"), ("95 %", "@interval")]
    made = blank(title("Wins by seat", result), "seat", "share of wins", hover, mode="vline")
    made.vbar(x="seat", top="rate", width=0.7, fill_color="colour", line_color=None, fill_alpha=0.85, source=source)
    _whiskers(made, source, "seat", "low", "high")
    fair = 1 / result.game.players
    made.add_layout(
        Span(location=fair, dimension="width", line_color=GREY, line_dash="dashed", line_width=2, name="fair")
    )
    made.y_range.start = 0
    made.y_range.end = max([fair, *(rate.high for rate in rates if np.isfinite(rate.high))]) * 1.15
    made.yaxis.formatter = NumeralTickFormatter(format="0 %")
    made.xaxis.axis_label = f"seat (dashed: a fair share of {number(fair, percent=True)})"
    named_ticks(made.xaxis, {seat: f"{seat} · {bot}" for seat, bot in enumerate(result.bots)})
    made.xgrid.visible = False
    return made


def _whiskers(made: Any, source: ColumnDataSource, x: str, low: str, high: str) -> None:
    look = {"line_color": GREY, "line_width": 3, "source": source}
    made.segment(x0=x, x1=x, y0=low, y1=high, **look)
    for end in (low, high):
        made.scatter(x=x, y=end, marker="dash", size=14, **look)


# ---- what is scored --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Distribution:
    """How often points were scored: a row a bar of `width` points from `start` on, a column a seat."""

    start: int
    width: int
    counts: Array
    deals: int

    def span(self, x: float) -> tuple[int, int]:
        """The least and the most points of the bar at a place of the axis."""
        low = self.start + int((x + 0.5 - self.start) // self.width) * self.width
        return low, low + self.width - 1

    @property
    def shares(self) -> Array:
        """(bars, seats) the share of deals in which the seat scored so."""
        return np.asarray(self.counts / max(1, self.deals))


def distribution(result: Result) -> Distribution:
    """How often each seat scored how many points; a great range is put together to bars of several."""
    rows, players = result.distribution(), result.game.players
    if rows.empty:
        return Distribution(0, 1, np.zeros((1, players), int), 0)
    lows, step = rows["points"].to_numpy()[::players], int(rows["width"].iloc[0])
    start, bins = int(lows.min()), int(lows.max() - lows.min()) // step + 1
    width = step * -(-bins // BARS)
    bars = np.zeros((-(-bins * step // width), players), int)
    np.add.at(bars, (lows - start) // width, rows["count"].to_numpy().reshape(-1, players))
    return Distribution(start, width, bars, result.deals)


def points_distribution(result: Result, of: Distribution | None = None) -> Any:
    """How often how many points are scored: bars for all seats, a line for each."""
    found = distribution(result) if of is None else of
    lows = found.start + found.width * np.arange(len(found.counts))
    middle = lows + (found.width - 1) / 2
    source = ColumnDataSource(
        {
            "points": middle,
            "share": found.shares.mean(axis=1),
            "said": [f"{low}" if found.width == 1 else f"{low} to {low + found.width - 1}" for low in lows],
            "count": found.counts.sum(axis=1),
            "percent": [number(share, percent=True) for share in found.shares.mean(axis=1)],
        },
        name="points",
    )
    hover = [("points", "@said"), ("seats", "@count{0,0} (@percent)")]
    made = blank(title("Points", result, found.deals), f"points in a {result.unit}", "share of seats", hover, "vline")
    bars = made.vbar(
        x="points", top="share", width=found.width * 0.9, color=BLUE, fill_alpha=0.45, line_alpha=0, source=source,
        legend_label="all seats",
    )  # fmt: skip
    made.hover.renderers = [bars]
    for seat in range(result.game.players):
        made.line(
            middle, found.shares[:, seat], color=SEATS[seat % len(SEATS)], line_width=2, legend_label=f"seat {seat}",
            name=f"seat {seat}",
        )  # fmt: skip
    made.y_range.start = 0
    made.yaxis.formatter = NumeralTickFormatter(format="0.[0] %")
    below(made)
    return made


# ---- the course of the game ------------------------------------------------------------------------------------


def _standings(batch: Batch, game: Game) -> Array:
    """(deals, steps, seats) the standing after each step, higher being better."""
    low = game.plan is not None and game.plan.low_wins
    return np.asarray(-batch.history if low else batch.history)


def lead_course(batch: Batch, game: Game) -> tuple[Array, Array]:
    """By step: how often a later winner is first or shares it, and how often another seat takes the sole lead."""
    standing = _standings(batch, game)
    first = standing == standing.max(axis=2, keepdims=True)
    leader = np.where(first.sum(axis=2) == 1, first.argmax(axis=2), -1)
    going = np.arange(standing.shape[1]) < batch.steps[:, None]
    leads, changes = (first & batch.tops[:, None, :].astype(bool)).any(axis=2), np.zeros_like(going)
    held = leader[:, 0]
    for step in range(1, leader.shape[1]):
        now = leader[:, step]
        changes[:, step] = (now >= 0) & (held >= 0) & (now != held)
        held = np.where(now >= 0, now, held)
    count = np.maximum(1, going.sum(axis=0))
    return (leads & going).sum(axis=0) / count, (changes & going).sum(axis=0) / count


def lead_history(result: Result) -> Any | None:
    """How the lead develops: how often who wins in the end is first already; None where a game has no such course."""
    batch = first_batch(result, LOOKED_AT)
    if batch is None or batch.history.shape[1] < 2:
        return None
    leads, changes = lead_course(batch, result.game)
    within = "battle" if isinstance(result.game.plan, Battles) else "trick"
    step = "hand" if result.kind == "matches" else within
    source = ColumnDataSource(
        {
            "step": np.arange(1, len(leads) + 1),
            "leads": leads,
            "changes": changes,
            "leads_said": [number(share, percent=True) for share in leads],
            "changes_said": [number(share, percent=True) for share in changes],
        },
        name="course",
    )
    hover = [(f"after {step}", "@step"), ("the later winner is first", "@leads_said"), ("new leader", "@changes_said")]
    made = blank(title("The lead", result, len(batch)), f"after {step}", f"share of {result.kind}", hover, "vline")
    made.line("step", "leads", color=BLUE, line_width=3, source=source, legend_label="the later winner is first")
    dots = made.scatter("step", "leads", color=BLUE, size=8, source=source, legend_label="the later winner is first")
    made.vbar(
        x="step", top="changes", width=0.5, color=ORANGE, fill_alpha=0.7, line_alpha=0, source=source,
        legend_label="another seat takes the sole lead",
    )  # fmt: skip
    made.hover.renderers = [dots]
    made.y_range.start, made.y_range.end = 0, 1.05
    made.yaxis.formatter = NumeralTickFormatter(format="0 %")
    below(made)
    return made


# ---- wagers and bids -------------------------------------------------------------------------------------------


def wager_bars(result: Result) -> Any | None:
    """How often each wager is made and how often it pays; None in a game without wagers."""
    names = result.game.plan.wagers if result.game.plan is not None else ()
    known = result.estimates
    rows = [
        (place + shift, name, what, known[f"{metric} {name}"])
        for place, name in enumerate(names)
        for metric, what, shift in (("wager choice", "made", -0.2), ("wager success", "pays", 0.2))
        if f"{metric} {name}" in known
    ]
    if not rows:
        return None
    made = blank(
        title("Wagers", result), "wager", "share",
        [("wager", "@name"), ("@what", "@said"), ("95 %", "@interval")], "vline",
    )  # fmt: skip
    for own in dict.fromkeys(row[2] for row in rows):
        part = [row for row in rows if row[2] == own]
        source = ColumnDataSource(
            {
                "x": [row[0] for row in part],
                "share": [row[3].value for row in part],
                "low": [row[3].low for row in part],
                "high": [row[3].high for row in part],
                "name": [row[1] for row in part],
                "what": [own for _ in part],
                "said": [number(row[3].value, percent=True) for row in part],
                "interval": [interval(row[3].low, row[3].high, percent=True) for row in part],
            },
            name=own,
        )
        label, colour = {"made": ("how often it is made", BLUE), "pays": ("how often it pays", GREEN)}[own]
        made.vbar(
            x="x", top="share", width=0.36, color=colour, fill_alpha=0.85, line_alpha=0, source=source,
            legend_label=label,
        )  # fmt: skip
        _whiskers(made, source, "x", "low", "high")
    named_ticks(made.xaxis, dict(enumerate(names)))
    made.y_range.start, made.y_range.end = 0, 1.08
    made.yaxis.formatter = NumeralTickFormatter(format="0 %")
    made.xgrid.visible = False
    below(made)
    return made


def bid_chart(result: Result) -> Any | None:
    """Bids against tricks taken, a dot as large as it is frequent; None in a game without bids."""
    batch = first_batch(result, LOOKED_AT)
    if batch is None or result.kind == "matches" or "bid error" not in result.estimates:
        return None
    pairs, counts = np.unique(np.stack([batch.bids.ravel(), batch.tricks.ravel()]), axis=1, return_counts=True)
    bids, tricks = pairs
    source = ColumnDataSource(
        {
            "bid": bids,
            "tricks": tricks,
            "size": 34 * np.sqrt(counts / counts.max()),
            "said": [number(count / counts.sum(), percent=True) for count in counts],
            "colour": np.where(bids == tricks, GREEN, np.where(tricks > bids, BLUE, RED)),
        },
        name="bids",
    )
    hover = [("bid", "@bid"), ("taken", "@tricks"), ("of all bids", "@said")]
    made = blank(title("Bids and tricks", result, len(batch)), "bid", "tricks taken", hover)
    top = int(max(bids.max(), tricks.max()))
    made.line([0, top], [0, top], color=GREY, line_dash="dashed")
    made.hover.renderers = [
        made.scatter("bid", "tricks", size="size", color="colour", fill_alpha=0.7, line_alpha=0, source=source)
    ]
    return made
