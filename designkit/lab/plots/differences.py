"""What a change does: a row a measure, from one variant to another."""

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource
from bokeh.models.annotations import Span

from designkit.lab.compare import Comparison
from designkit.lab.plots.style import GREEN, GREY, RED, blank, interval, is_share, named_ticks, number


def metric_intervals(comparison: Comparison, shares: bool = True) -> Any | None:
    """What changes from A to B, a row a measure with its interval; what is real is coloured.

    Shares stand on one axis in percentage points; the rest (points, tricks, decisions) each on a scale of its own.
    """
    rows = [own for own in comparison.differences if is_share(own) == shares][::-1]
    rows = [own for own in rows if np.isfinite([own.low, own.high]).all()]
    if not rows:
        return None
    scale = [100.0 if shares else 1 / (max(abs(own.low), abs(own.high)) or 1.0) for own in rows]
    source = ColumnDataSource(
        {
            "row": list(range(len(rows))),
            "name": [own.name for own in rows],
            "difference": [own.difference * by for own, by in zip(rows, scale, strict=True)],
            "low": [own.low * by for own, by in zip(rows, scale, strict=True)],
            "high": [own.high * by for own, by in zip(rows, scale, strict=True)],
            "colour": [(GREEN if own.difference > 0 else RED) if own.real else GREY for own in rows],
            "a": [number(own.a, shares) for own in rows],
            "b": [number(own.b, shares) for own in rows],
            "interval": [interval(own.low, own.high, shares) for own in rows],
            "verdict": [own.verdict for own in rows],
        },
        name="differences",
    )
    hover = [("", "@name"), ("A → B", "@a → @b"), ("difference, 95 %", "@interval"), ("", "@verdict")]
    what, unit = (
        ("Shares", "percentage points") if shares else ("Points and counts", "B less A, each row to its own scale")
    )
    made = blank(f"{what}: what B changes", unit, "", hover, mode="hline", height=max(160, 90 + 22 * len(rows)))
    made.add_layout(Span(location=0, dimension="height", line_color=GREY, line_dash="dashed", line_width=2))
    made.segment(x0="low", x1="high", y0="row", y1="row", line_width=3, line_color="colour", source=source)
    made.hover.renderers = [made.scatter("difference", "row", size=10, color="colour", source=source)]
    named_ticks(made.yaxis, {row: own.name for row, own in enumerate(rows)})
    made.ygrid.visible = False
    if not shares:
        made.xaxis.major_label_text_font_size = "0px"
    return made
