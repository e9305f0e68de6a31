"""The card table in its two homes: an anywidget in notebooks, a Panel component in served apps; one ESM file for both."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from designkit.game import Game
from designkit.games import game as make_game
from designkit.session import Session
from designkit.views.desk import Desk
from designkit.views.scene import drawing, faces

FOLDER = Path(__file__).parent
ESM = (FOLDER / "table.js").read_text(encoding="utf-8")
CSS = (FOLDER / "table.css").read_text(encoding="utf-8")


class Link:
    """Between a desk and a page: hears each request once, in order, and answers with the scene."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.heard: dict[str, int] = {}
        self.faces: dict[str, str] = {}

    def hear(self, asked: Mapping[str, Any]) -> None:
        """Do what is new in a page's queue of requests."""
        page = str(asked.get("page"))
        for request in asked.get("queue", []):
            if request["n"] > self.heard.get(page, 0):
                self.heard[page] = request["n"]
                self.desk.hear(request["ask"])

    def shown(self) -> dict[str, Any]:
        """What the page gets: the scene, and the drawings of all cards so far."""
        scene = {**self.desk.scene(), "heard": dict(self.heard)}
        for branch, board in zip(self.desk.branches, scene["boards"], strict=True):
            missing = faces(branch.game, board) - self.faces.keys()
            if missing:
                self.faces = {**self.faces, **{face: drawing(face) for face in missing}}
        return {"faces": self.faces, "scene": scene}


class NotebookTable(anywidget.AnyWidget):
    """The table in a notebook cell."""

    _esm = ESM
    _css = CSS
    scene = traitlets.Dict().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)
    called = traitlets.Bool(False).tag(sync=True)
    """Whether somebody has just called for it, so that it comes into view."""

    def __init__(self, desk: Desk, called: bool = False) -> None:
        self.link = Link(desk)
        super().__init__(called=called, **self.link.shown())
        self.observe(self._on_asked, "asked")

    @property
    def session(self) -> Any:
        """The session that is played on."""
        return self.link.desk.session

    def _on_asked(self, change: Mapping[str, Any]) -> None:
        self.link.hear(change["new"])
        self.refresh()

    def refresh(self) -> None:
        """Show how the desk stands, after a cell has played on its session."""
        with self.hold_sync():
            for name, value in self.link.shown().items():
                self.set_trait(name, value)


def table(
    game: str | Game | Session,
    players: int | None = None,
    *,
    seed: int = 0,
    seats: Mapping[int, str] | None = None,
    pace: str = "fast",
    **params: Any,
) -> NotebookTable:
    """The card table in a notebook: `dk.table("reapers", players=4)`; seat 0 is yours, the others are bots.

    A session lies there as it stands, with all cards open.
    """
    if isinstance(game, Session):
        return NotebookTable(Desk.holding(game))
    variant = make_game(game, players, **params) if isinstance(game, str) else game
    return NotebookTable(Desk(variant, seed, seats, pace))


def panel_table(desk: Desk, called: bool = False) -> Any:
    """The same table as a Panel component."""
    import param
    from panel.custom import AnyWidgetComponent

    class PanelTable(AnyWidgetComponent):
        _esm = ESM
        _stylesheets = [CSS]  # noqa: RUF012
        _debounce = 1
        scene = param.Dict({})
        faces = param.Dict({})
        asked = param.Dict({})
        called = param.Boolean(False)

    link = Link(desk)
    component = PanelTable(sizing_mode="stretch_width", called=called, **link.shown())

    def on_asked(event: Any) -> None:
        link.hear(event.new)
        component.param.update(**link.shown())

    component.param.watch(on_asked, "asked")
    return component
