"""What there is to see of a run, a comparison or a sweep: plots that can be clicked, numbers, and deals that stand out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from designkit.lab import plots, report
from designkit.lab.compare import Comparison
from designkit.lab.finding import bid_and_took, outliers, scored, wagered, won_by
from designkit.lab.report import Shown
from designkit.lab.result import Result
from designkit.lab.sweep import Sweep, words

if TYPE_CHECKING:
    from designkit.views.lab.board import Board

STAND_OUT = 6
"""Deals named in which two variants differ most."""
CHOOSE = "Click a variant in the plot, and those of its deals that stand out are named here."
ALIKE = "No deal brings other points in B than in A."
Tap = Callable[[float, float], None]


@dataclass(frozen=True)
class Drawn:
    """A plot, and what a click at a place of its axes does."""

    figure: Any
    tap: Tap | None = None


@dataclass(frozen=True)
class Row:
    """A deal that stands out, and what opens it."""

    label: str
    why: str
    open: Callable[[], None]


@dataclass(frozen=True)
class Sight:
    """All that the page shows beside its controls."""

    title: str
    sentence: str
    drawn: tuple[Drawn, ...]
    table: str
    rows: tuple[Row, ...]
    below: str = ""
    """What the deals that stand out are of, or why there are none."""


def sight(board: "Board", shown: Shown) -> Sight:
    """What there is to see."""
    title, sentence = report.heading(shown)
    metric = board.setup.metric
    if isinstance(shown, Comparison):
        rows = compared(board, shown)
        return Sight(
            title, sentence, tuple(map(Drawn, report.figures(shown, metric))), report.tables(shown, metric),
            rows, "" if rows else ALIKE,
        )  # fmt: skip
    if isinstance(shown, Sweep):
        return swept(board, shown, title, sentence)
    return Sight(title, sentence, simulated(board, shown), report.measures(shown), standing_out(board, shown))


def simulated(board: "Board", result: Result) -> tuple[Drawn, ...]:
    """The plots of a run, each with what a click on it opens."""
    found = plots.distribution(result)
    wagers = result.game.plan.wagers if result.game.plan is not None else ()

    def seat(x: float, y: float) -> None:
        own = min(max(round(x), 0), result.game.players - 1)
        board.find(result, won_by(own), ("seat", own), f"seat {own} wins")

    def points(x: float, y: float) -> None:
        low, high = found.span(x)
        said = f"{low}" if low == high else f"{low} to {high}"
        board.find(result, scored(low, high), ("points", low), f"a seat scored {said}")

    def wager(x: float, y: float) -> None:
        place, paid = min(max(round(x), 0), len(wagers) - 1), x > round(x)
        why = f"a seat's wager '{wagers[place]}'{' pays' if paid else ''}"
        board.find(result, wagered(place, paid), ("wager", place, paid), why)

    def bid(x: float, y: float) -> None:
        own, taken = round(x), round(y)
        board.find(result, bid_and_took(own, taken), ("bid", own, taken), f"a seat bid {own} and took {taken}")

    made = [
        (plots.seat_bars(result), seat, "opens a win of this seat"),
        (plots.points_distribution(result, found), points, "opens such a deal"),
        (plots.lead_history(result), None, ""),
        (plots.wager_bars(result), wager, "opens such a deal"),
        (plots.bid_chart(result), bid, "opens such a deal"),
    ]
    return tuple(drawn(figure, tap, opens) for figure, tap, opens in made if figure is not None)


def drawn(figure: Any, tap: Tap | None, opens: str) -> Drawn:
    """A plot whose hover text says what a click opens; under a cell and in a report the same plot opens nothing."""
    if tap is not None:
        figure.hover.tooltips = [*figure.hover.tooltips, ("click", opens)]
    return Drawn(figure, tap)


def standing_out(board: "Board", result: Result) -> tuple[Row, ...]:
    """The deals of a run that stand out."""
    return tuple(
        Row(f"{own.number:,}", own.why, lambda own=own: board.open(result, own.number, own.why))  # type: ignore[misc]
        for own in outliers(result)
    )


def compared(board: "Board", comparison: Comparison) -> tuple[Row, ...]:
    """The deals in which the points of two variants differ most, as each plays them."""
    if not comparison.paired:
        return ()
    why = "points differ most between A and B"
    return tuple(
        Row(f"{number:,} {name}", why, lambda own=own, number=number: board.open(own, number, why))  # type: ignore[misc]
        for number in comparison.outliers("points", STAND_OUT)
        for name, own in (("A", comparison.a), ("B", comparison.b))
    )


def swept(board: "Board", shown: Sweep, title: str, sentence: str) -> Sight:
    """The map of a measure, and below it the one variant that is looked at by itself."""
    metric = board.setup.metric
    maps = [
        drawn(
            figure,
            lambda x, y, own=figure.tags[0]: board.open_cell(plots.cell_at(shown, own, x, y)),  # type: ignore[misc]
            "opens this variant",
        )
        for figure in plots.heat_map(shown, metric)
    ]
    cell = board.cell
    if cell is None or cell.result is None:
        return Sight(title, sentence, tuple(maps), report.tables(shown, metric), (), CHOOSE)
    return Sight(
        title, sentence, (*maps, *simulated(board, cell.result)),
        report.tables(shown, metric) + report.measures(cell.result), standing_out(board, cell.result),
        f"{words(cell.values)}, {cell.players} players",
    )  # fmt: skip
