"""One look for all plots: colours for light and dark pages, a blank figure, how numbers are written."""

from collections.abc import Mapping
from typing import Any, Literal

from bokeh.models import BoxZoomTool, HoverTool, ResetTool, SaveTool
from bokeh.plotting import figure

from designkit.lab.metrics import SHARE

BLUE, ORANGE, GREEN, RED, PINK, SKY = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"
SEATS = (BLUE, ORANGE, GREEN, PINK, RED, SKY)
"""The colours of Okabe and Ito, which colour-blind people tell apart."""
GREY = "#8a929c"
HEIGHT = 280
Mode = Literal["mouse", "hline", "vline"]

SHEET = """
:host { --dk-ink: #1d2126; --dk-soft: #565d66; --dk-line: #e3e5e8; --dk-paper: #ffffff; }
@media (prefers-color-scheme: dark) {
  :host { --dk-ink: #eceff2; --dk-soft: #b3bac3; --dk-line: #343a42; --dk-paper: #1c2025; }
}
:host {
  --bk-text-color: var(--jp-content-font-color1, var(--dk-ink));
  --bk-axis-label-text-color: var(--jp-content-font-color2, var(--dk-soft));
  --bk-major-label-text-color: var(--jp-content-font-color2, var(--dk-soft));
  --bk-label-text-color: var(--jp-content-font-color1, var(--dk-ink));
  --bk-axis-line-color: var(--jp-border-color1, var(--dk-soft));
  --bk-major-tick-line-color: var(--jp-border-color1, var(--dk-soft));
  --bk-grid-line-color: var(--jp-border-color3, var(--dk-line));
  --bk-background-fill-color: var(--jp-layout-color0, var(--dk-paper));
  --bk-border-fill-color: var(--jp-layout-color0, var(--dk-paper));
}
"""
"""The page's own colours, in a notebook those of its theme."""


def blank(
    title: str, x: str, y: str, hover: Any = None, mode: Mode = "mouse", height: int = HEIGHT, **more: Any
) -> Any:
    """A figure with a title, names on its axes, a hover text, and tools to zoom and to save it as PNG."""
    tools: list[Any] = [BoxZoomTool(), ResetTool(), SaveTool(filename=title.split(":")[0].replace(" ", "_"))]
    made: Any = figure(
        title=title,
        x_axis_label=x,
        y_axis_label=y,
        height=height,
        sizing_mode="stretch_width",
        tools=tools,
        toolbar_location="right",
        min_border_right=12,
        outline_line_color=None,
        stylesheets=[SHEET],
        **more,
    )
    made.toolbar.logo, made.toolbar.autohide = None, True
    if hover is not None:
        made.add_tools(HoverTool(tooltips=hover, mode=mode, point_policy="follow_mouse"))
    made.title.text_font_size, made.title.text_font_style = "14px", "bold"
    made.axis.axis_label_text_font_style = "normal"
    made.axis.minor_tick_line_color = None
    made.axis.axis_label_text_font_size = made.axis.major_label_text_font_size = "12px"
    return made


def named_ticks(axis: Any, names: Mapping[int, str]) -> None:
    """Put names at whole numbers of an axis."""
    axis.ticker = list(names)
    axis.major_label_overrides = dict(names)


def below(made: Any) -> None:
    """Move the legend under the plot, each entry a switch."""
    legend = made.legend[0]
    made.add_layout(legend, "below")
    legend.orientation, legend.click_policy = "horizontal", "hide"
    legend.border_line_color, legend.padding, legend.margin, legend.spacing = None, 0, 0, 8
    legend.label_text_font_size = "12px"
    legend.glyph_width = 16
    legend.background_fill_color = None
    legend.stylesheets = [".bk-label { color: var(--bk-label-text-color) !important; }"]


def is_share(own: Any) -> bool:
    """Whether a measure is a share, from 0 to 1."""
    return bool(own.metric.limits == SHARE)


def interval(low: float, high: float, percent: bool = False) -> str:
    """An interval in words.

    >>> interval(0.218, 0.2225, percent=True)
    '21.8 % to 22.2 %'
    """
    return f"{number(low, percent)} to {number(high, percent)}"


def number(value: float, percent: bool = False) -> str:
    """A number with as many digits as one reads.

    >>> number(0.21849), number(0.21849, percent=True), number(1234.5), number(52.0), number(12.97)
    ('0.218', '21.8 %', '1,234', '52', '13.0')
    """
    if percent:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 1000 or value == round(value) else f"{value:#.3g}"
