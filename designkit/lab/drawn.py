"""What a run, a comparison or a sweep shows of itself: its plots under a cell, and a report in a file."""

from html import escape
from pathlib import Path
from typing import Any

from designkit.errors import DesignkitError

HEIGHT = 330
"""Pixels of a row of two plots, till the frame has measured them."""
_FIT = """<script>new ResizeObserver(() => {
  if (frameElement) frameElement.style.height = `${document.body.scrollHeight + 8}px`;
}).observe(document.querySelector(".plots"));</script>"""
_PAGE = """body { margin: 0; font: 14px system-ui, sans-serif; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 10px; }
.plots > div { min-width: 0; }"""


def scripts() -> str:
    """Bokeh itself, to stand in a page; without what Panel adds to it where a page of Panel's has been made."""
    from bokeh.resources import Resources

    return "".join(f"<script>{own}</script>" for own in Resources(mode="inline", components=["bokeh"]).js_raw)


class Plots:
    """Bokeh figures that show themselves under a cell, in a frame of their own that needs no network."""

    def __init__(self, figures: list[Any]) -> None:
        self.figures = figures

    def html(self) -> str:
        """A page with the plots and all that they need."""
        from bokeh.embed import components

        script, places = components(self.figures) if self.figures else ("", ())
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>plots</title><style>{_PAGE}</style>'
            f"{scripts()}</head><body>"
            f'<div class="plots">{"".join(f"<div>{place}</div>" for place in places)}</div>{script}{_FIT}</body></html>'
        )

    def _repr_html_(self) -> str:
        if not self.figures:
            return "<div>There is nothing to draw yet.</div>"
        height = HEIGHT * -(-len(self.figures) // 2)
        page = escape(self.html(), quote=True)
        return f'<iframe title="plots" style="width:100%;height:{height}px;border:0" srcdoc="{page}"></iframe>'


class Drawn:
    """What has plots and a report; of a sweep, of one measure."""

    def measure(self, metric: str | None) -> str:
        """The measure that is meant; of a sweep, one that it has."""
        return metric or "fairness"

    def plot(self, metric: str | None = None) -> Plots:
        """Its plots, which show themselves under a cell."""
        from designkit.lab.report import figures

        return Plots(figures(self, self.measure(metric)))  # type: ignore[arg-type]

    def report(self, file: str | Path, metric: str | None = None) -> Path:
        """Write a page with its plots, measures and formulas, which needs no network."""
        from designkit.lab.report import html

        page = html(self, self.measure(metric))  # type: ignore[arg-type]
        try:
            Path(file).write_text(page, encoding="utf-8")
        except OSError as error:
            raise DesignkitError(f"The report cannot be written to '{file}': {error.strerror}.") from None
        return Path(file)
