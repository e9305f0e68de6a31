"""A tournament drawn: ratings with their intervals, and how often each bot ranks above each other."""

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, FactorRange, HoverTool
from bokeh.plotting import figure
from bokeh.transform import linear_cmap

BLUE = "#0072b2"
COLOURS = ["#d55e00", "#e8a274", "#f2f2f2", "#7fb3d5", "#0072b2"]
"""From always below to always above; grey is even."""


def figures(tournament: Any) -> list[Any]:
    """Ratings and cross table."""
    return [ratings(tournament), crosses(tournament)]


def ratings(tournament: Any) -> Any:
    """A bot a line, the best on top: its rating and its 95 % interval."""
    frame = tournament.frame().iloc[::-1]
    source = ColumnDataSource(
        {
            "bot": list(frame.index),
            "rating": frame["rating"],
            "low": frame["rating low"],
            "high": frame["rating high"],
            "share": frame["win share"],
        }
    )
    made: Any = figure(
        title="Ratings (400 points are odds of ten to one)",
        x_axis_label="rating",
        y_range=FactorRange(*frame.index),
        width=460,
        height=120 + 40 * len(frame),
        toolbar_location=None,
    )
    made.segment(x0="low", x1="high", y0="bot", y1="bot", line_width=3, color=BLUE, source=source)
    made.scatter("rating", "bot", size=10, color=BLUE, source=source)
    made.add_tools(
        HoverTool(tooltips=[("", "@bot"), ("rating", "@rating{0} (@low{0} to @high{0})"), ("wins", "@share{0.0%}")])
    )
    return made


def crosses(tournament: Any) -> Any:
    """How often the row ranks above the column, with its interval on hover."""
    order, pairs = list(tournament.frame().index), tournament.pairs()
    source = ColumnDataSource(
        {
            "bot": pairs["bot"],
            "against": pairs["against"],
            "above": pairs["above"],
            "low": pairs["above low"],
            "high": pairs["above high"],
            "text": [f"{each:.0%}" if np.isfinite(each) else "" for each in pairs["above"]],
        }
    )
    made: Any = figure(
        title="How often the row ranks above the column",
        x_range=FactorRange(*order),
        y_range=FactorRange(*order[::-1]),
        x_axis_location="above",
        width=160 + 70 * len(order),
        height=140 + 40 * len(order),
        toolbar_location=None,
    )
    fill = linear_cmap("above", COLOURS, 0, 1)
    made.rect("against", "bot", 0.96, 0.94, fill_color=fill, line_color=None, source=source)
    made.text("against", "bot", text="text", text_align="center", text_baseline="middle", source=source)
    made.add_tools(HoverTool(tooltips=[("", "@bot above @against"), ("", "@text (@low{0%} to @high{0%})")]))
    made.grid.visible = False
    return made
