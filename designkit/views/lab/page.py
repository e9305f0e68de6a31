"""The dashboard's page, made of Panel widgets that call the board: served, and in a notebook's frame."""

import os
import socket
import time
from collections.abc import Callable
from html import escape
from threading import RLock
from typing import Any

from designkit.bots import BOTS
from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.games import GAMES
from designkit.games import game as make_game
from designkit.lab import export, report
from designkit.views.controls import ARROW, Control, controls, panel_control, panel_switch, setting
from designkit.views.desk import Desk
from designkit.views.lab.board import Board
from designkit.views.lab.setup import MODES, Which, measures
from designkit.views.lab.sight import Drawn, Row
from designkit.views.table import panel_table

SIDE, PLOT = 330, 350
"""Widths of the controls and of a plot, at least."""
WORDS = """
:host { color: var(--jp-content-font-color1, var(--design-background-text-color, #1d2126));
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 18px; margin: 0; } h3 { font-size: 15px; margin: 6px 0 0; }
.dk-soft { opacity: 0.75; }
.dk-wrong { border-left: 4px solid #d55e00; background: #d55e0022; padding: 8px 10px; font-weight: 600; }
"""
SIDES = f"""
:host {{ display: grid !important; grid-template-columns: {SIDE}px minmax(0, 1fr); gap: 16px; align-items: start; }}
@media (max-width: 720px) {{ :host {{ grid-template-columns: minmax(0, 1fr); }} }}
"""
ANSWERS = 20
"""Seconds in which a served page must answer."""
HIGH = 900
"""Pixels of the frame in a notebook."""
CLICK = "Click a bar, a dot or a cell and such a game opens at the table below; once more, the next one."
DIFFER = "Games in which A and B differ most are under 'deals that stand out'."
THROUGH = '<span class="dk-soft">Before its first move: <i>step ▶</i> goes through it, <i>end</i> to its score.</span>'
EACH = "each seat its own"
NONE = "(none)"


class Page:
    """The widgets of one board; `place` is where a table is put."""

    def __init__(self, board: Board, put: Callable[[Desk], None]) -> None:
        import panel as pn

        self.pn, self.board, self.put = pn, board, put
        self.lock = RLock()
        self.sight: Any = None
        self.opened: Any = None
        self.said, self.status, self.title, self.note = self.words(), self.words(), self.words(), self.words()
        self.table, self.caption, self.stand_out = self.words(), self.words(), self.words("")
        self.bar = pn.indicators.Progress(value=0, max=100, sizing_mode="stretch_width", margin=(6, 10))
        self.plots, self.rows = self.grid(PLOT), self.grid(PLOT)
        self.top, self.side = pn.Column(width=SIDE, margin=0), pn.Column(width=SIDE, margin=0)
        self.go = pn.widgets.Button(name="Run", button_type="primary", width=145, on_click=lambda _: board.run())
        self.stop = pn.widgets.Button(name="Cancel", width=145, on_click=lambda _: board.cancel())
        self.saves = [
            self.saved("CSV", "designkit.csv", export.csv),
            self.saved("Parquet", "designkit.parquet", export.parquet),
            self.saved("HTML report", "designkit.html", lambda shown: _text(report.html(shown, board.setup.metric))),
        ]
        self.layout = self.laid_out()
        self.set_up()

    def words(self, text: str = "") -> Any:
        """A place for HTML: a widget, since panes ask the network for their style each time they change."""
        look: Any = {"sizing_mode": "stretch_width", "styles": {"max-width": "calc(100% - 20px)"}, "margin": (2, 10)}
        return self.pn.widgets.StaticText(value=text, stylesheets=[WORDS, report.TABLE], **look)

    def grid(self, least: int) -> Any:
        """As many columns as there is room for."""
        columns = f"repeat(auto-fit, minmax(min(100%, {least}px), 1fr))"
        sheet = f":host {{ display: grid !important; grid-template-columns: {columns}; gap: 12px; }}"
        return self.pn.Row(sizing_mode="stretch_width", stylesheets=[sheet])

    def laid_out(self) -> Any:
        """Controls at the left, what was found at the right, or below where the page is narrow."""
        pn = self.pn
        parts = {
            "plots": pn.Column(self.plots, self.note, sizing_mode="stretch_width"),
            "measures": pn.Column(self.table, sizing_mode="stretch_width", visible=False),
            "deals that stand out": pn.Column(self.stand_out, self.rows, sizing_mode="stretch_width", visible=False),
        }
        tabs = pn.widgets.RadioButtonGroup(
            options=list(parts), value="plots", sizing_mode="stretch_width", max_width=420
        )

        def turned(event: Any) -> None:
            for name, part in parts.items():
                part.visible = name == event.new

        tabs.param.watch(turned, "value")
        left = pn.Column(
            self.words("<h1>Playtest lab</h1>"), self.top, pn.Row(self.go, self.stop, margin=0), self.bar, self.status,
            pn.Row(*self.saves, margin=(0, 5)), self.side, width=SIDE,
        )  # fmt: skip
        right = pn.Column(self.said, self.title, tabs, *parts.values(), sizing_mode="stretch_width")
        main = pn.Column(left, right, sizing_mode="stretch_width", stylesheets=[SIDES])
        return pn.Column(main, self.caption, sizing_mode="stretch_width")

    def saved(self, name: str, filename: str, made: Callable[[Any], Any]) -> Any:
        """A button that saves what is shown."""

        def file() -> Any:
            if self.board.shown is None:
                raise DesignkitError("There is nothing to save yet.")
            return made(self.board.shown)

        return self.pn.widgets.FileDownload(
            callback=file, filename=filename, label=name, embed=False, auto=True, width=95, margin=(5, 4)
        )

    # -- controls --

    def set_up(self) -> None:
        """Make the controls anew, for the game that is chosen."""
        pn, board, setup = self.pn, self.board, self.board.setup
        self.game = (setup.a.id, setup.a.players)
        mode = pn.widgets.RadioButtonGroup(options=list(MODES), value=setup.mode, width=SIDE - 20, name="mode")
        mode.param.watch(lambda event: board.set(mode=event.new), "value")
        game = self.choice("game", {own.title: id for id, own in GAMES.items()}, setup.a.id, 200)
        game.param.watch(lambda event: board.choose(lambda own: own.with_game(event.new)), "value")
        players = self.choice("players", list(setup.a.family.players), setup.a.players, 90)
        players.param.watch(lambda event: board.choose(lambda own: own.with_game(own.a.id, event.new)), "value")
        self.top.objects = [mode, pn.Row(game, players, margin=0), *self.bots(), self.amount()]
        self.set_side()

    def set_side(self) -> None:
        """Make the folded controls anew, for the mode that is chosen."""
        setup = self.board.setup
        self.mode = setup.mode
        self.side.objects = {
            "simulate": lambda: [self.variant("a", "Rules", setup.a)],
            "compare": lambda: [
                self.variant("a", "Rules of A", setup.a),
                self.variant("b", "Rules of B", setup.b, True),
            ],
            "sweep": lambda: [self.axes(), self.variant("a", "Rules of all", setup.a)],
        }[setup.mode]()

    def choice(self, name: str, options: Any, value: Any, width: int) -> Any:
        """A list to choose from."""
        return self.pn.widgets.Select(name=name, options=options, value=value, width=width, stylesheets=[ARROW])

    def variant(self, which: Which, title: str, game: Game, open: bool = False) -> Any:
        """The parameters of a variant, folded."""
        made = [self.control(which, of) for of in controls(game)]
        return self.fold(made, title, open)

    def fold(self, parts: list[Any], title: str, open: bool = True) -> Any:
        """Controls under a title that folds."""
        return self.pn.Card(*parts, title=title, collapsed=not open, width=SIDE - 20, margin=(5, 10))

    def control(self, which: Which, of: Control) -> Any:
        """A parameter of a variant."""

        def put(value: Any) -> Any:
            self.board.choose(lambda own: own.with_value(which, of["name"], value))
            return setting(getattr(self.board.setup, which).params, of["name"])

        return panel_control(of, put, SIDE - 70)

    def bots(self) -> list[Any]:
        """Who plays: one bot for all seats, or one a seat."""
        setup, board = self.board.setup, self.board
        same = len(set(setup.bots)) == 1
        every = self.choice("bots", [*BOTS, EACH], setup.bots[0] if same else EACH, SIDE - 20)
        seats = [self.choice(f"seat {seat}", list(BOTS), bot, 140) for seat, bot in enumerate(setup.bots)]
        place = self.pn.Column(*([] if same else _paired(self.pn, seats)), margin=0)

        def chosen(event: Any) -> None:
            place.objects = _paired(self.pn, seats) if event.new == EACH else []
            if event.new != EACH:
                board.choose(lambda own: own.with_bot(event.new))

        def seated(seat: int) -> Callable[[Any], None]:
            return lambda event: board.choose(lambda own: own.with_bot(event.new, seat))

        every.param.watch(chosen, "value")
        for seat, widget in enumerate(seats):
            widget.param.watch(seated(seat), "value")
        return [every, place]

    def amount(self) -> Any:
        """How many deals or matches, and the seed."""
        pn, board, setup = self.pn, self.board, self.board.setup
        kind = self.choice("play", ["deals", "matches"], setup.kind, 90)
        count = self.number("how many", setup.count, lambda own: board.set(count=own), 110, step=10_000, format="0,0")
        seed = self.number("seed", setup.seed, lambda own: board.set(seed=own), 70)
        kind.param.watch(lambda event: board.set(kind=event.new), "value")
        return pn.Row(kind, count, seed, margin=0)

    def number(self, name: str, value: int, put: Callable[[int], Any], width: int, **more: Any) -> Any:
        """A box for a whole number; what is none gives way to the last one."""
        made = self.pn.widgets.IntInput(name=name, value=value, width=width, **more)

        def heard(event: Any) -> None:
            if event.new is None:
                made.value = event.old
            else:
                put(event.new)

        made.param.watch(heard, "value")
        return made

    def axes(self) -> Any:
        """What a sweep goes over, and what it looks at."""
        pn, board, setup = self.pn, self.board, self.board.setup
        names = {own["label"]: own["name"] for own in controls(setup.a)}
        made: list[Any] = []
        for place, axis in enumerate(setup.axes):
            options = names if place == 0 else {NONE: "", **names}
            name = self.choice(("over", "and over")[place], options, axis.name, 130)
            text = pn.widgets.TextInput(name="values", value=axis.text, placeholder="0, 5 or 0-40/10", width=130)
            name.param.watch(self._axis_named(place, text), "value")
            text.param.watch(self._axis_valued(place), "value")
            made.append(pn.Row(name, text, margin=0))
        players = pn.widgets.CheckButtonGroup(
            options=list(setup.a.family.players), value=list(setup.players), width=SIDE - 50, name="players"
        )
        players.param.watch(lambda event: board.set(players=tuple(sorted(event.new))), "value")
        metric = self.choice("measure", measures(setup.a), setup.metric, SIDE - 50)
        metric.param.watch(lambda event: board.set(metric=event.new), "value")
        low = pn.widgets.TextInput(name="wanted from", value=setup.target[0], placeholder="0.9 or 90 %", width=130)
        high = pn.widgets.TextInput(name="up to", value=setup.target[1], placeholder="no limit", width=130)
        low.param.watch(lambda event: board.set(target=(event.new, board.setup.target[1])), "value")
        high.param.watch(lambda event: board.set(target=(board.setup.target[0], event.new)), "value")
        mark = "mark what breaks an invariant (slower)"
        check = panel_switch(mark, setup.invariants, lambda on: board.set(invariants=on), SIDE - 50)
        head = self.words('<span class="dk-soft">player counts</span>')
        return self.fold([*made, head, players, metric, pn.Row(low, high, margin=0), check], "Sweep")

    def _axis_named(self, place: int, text: Any) -> Callable[[Any], None]:
        def named(event: Any) -> None:
            self.board.choose(lambda own: own.with_axis(place, name=event.new))
            text.value = self.board.setup.axes[place].text

        return named

    def _axis_valued(self, place: int) -> Callable[[Any], None]:
        return lambda event: self.board.choose(lambda own: own.with_axis(place, text=event.new))

    # -- what is shown --

    def refresh(self) -> None:
        """Show how the board stands."""
        with self.lock:
            board, setup = self.board, self.board.setup
            if self.game != (setup.a.id, setup.a.players):
                self.set_up()
            elif self.mode != setup.mode:
                self.set_side()
            self.said.value = board.said
            self.stop.disabled = not board.running
            for button in self.saves:
                button.disabled = board.shown is None
            if board.sight is not self.sight:
                self.sight = board.sight
                self.show()
            if board.opened is not self.opened:
                self.opened = board.opened
                self.caption.value = f'<h2 class="dk-opened">{escape(self.opened.why)}</h2>{THROUGH}'
                self.put(Desk.holding(self.opened.session))
            self.status.value = f'<span class="dk-status" data-running="{board.running}">{board.status}</span>'
            self.bar.value = round(100 * board.progress)

    def show(self) -> None:
        """The plots, numbers and deals of what was played."""
        sight = self.sight
        self.title.value = f'<h2>{escape(sight.title)}</h2><span class="dk-soft">{escape(sight.sentence)}</span>'
        opens = CLICK if any(own.tap for own in sight.drawn) else DIFFER if sight.rows else ""
        self.note.value = f'<span class="dk-soft">{opens} The arrow in a plot\'s corner saves it as PNG.</span>'
        panes = [self.plot(own) for own in sight.drawn]
        old = list(self.plots.objects)
        if len(old) == len(panes):
            for pane, own in zip(old, panes, strict=True):
                pane.object = own.object
        else:
            self.plots.objects = panes
        self.stand_out.value = f"<h3>{escape(sight.below)}</h3>" if sight.below else ""
        self.rows.objects = [self.row(own) for own in sight.rows]
        self.table.value = sight.table

    def plot(self, own: Drawn) -> Any:
        """A plot that hears clicks."""
        from bokeh.events import Tap

        if own.tap is not None:
            tap = own.tap
            own.figure.on_event(Tap, lambda event: tap(event.x, event.y) if on_axes(own.figure, event) else None)
        return self.pn.pane.Bokeh(own.figure, sizing_mode="stretch_width", min_width=0)

    def row(self, own: Row) -> Any:
        """A deal that stands out, as a button that opens it."""
        return self.pn.widgets.Button(
            name=f"open {own.label}: {own.why}", on_click=lambda _: own.open(), sizing_mode="stretch_width", margin=0,
            stylesheets=[".bk-btn { text-align: left; white-space: normal; }"],
        )  # fmt: skip


def on_axes(figure: Any, place: Any) -> bool:
    """Whether a place lies between a plot's axes; a click on the names beside them is heard too."""
    return all(
        not (at < range.start or at > range.end)  # where the page has not told its ranges yet, they are no numbers
        for range, at in ((figure.x_range, place.x), (figure.y_range, place.y))
    )


def _paired(pn: Any, parts: list[Any]) -> list[Any]:
    return [pn.Row(*parts[place : place + 2], margin=0) for place in range(0, len(parts), 2)]


def _text(text: str) -> Any:
    from io import BytesIO

    return BytesIO(text.encode())


# ---- in a notebook ---------------------------------------------------------------------------------------------


class NotebookLab:
    """The dashboard in a notebook cell: the page, served to this machine by the kernel, in a frame.

    A page of its own keeps its plots and clicks in step, which Panel's messages to a notebook do not.
    """

    def __init__(self, made: Callable[[], Any]) -> None:
        from designkit.views.app import free_port, serve

        self.port = free_port()
        self.server = serve(made, "the lab", self.port, browser=False, wait=False)
        until = time.monotonic() + ANSWERS
        while time.monotonic() < until:  # a frame that is drawn before the page answers stays empty
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise DesignkitError(f"The lab's page does not answer on port {self.port} of this machine.")

    @property
    def url(self) -> str:
        """Where the page is: on this machine, or on a hub, whose browser is elsewhere, as a page of the hub."""
        hub = os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
        return f"{hub}panel-preview/render/binder/lab.py" if hub else f"http://127.0.0.1:{self.port}/"

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="the playtest lab" src="{self.url}" style="width:100%;height:{HIGH}px;border:0"></iframe>'
            f'<div><a href="{self.url}" target="_blank">the lab on a page of its own</a></div>'
        )

    def stop(self) -> None:
        """Stop serving the page."""
        self.server.stop()


def lab(game: Game | str | None = None, *, deals: int = 20_000, bots: str = "greedy", seed: int = 0) -> NotebookLab:
    """The dashboard in a notebook: `dk.lab()` begins with Reapers and plays as soon as it is seen."""
    variant = _begun(game)
    Board(variant, bot=bots, deals=deals, seed=seed)  # what cannot be run is said here, not in the frame
    return NotebookLab(lambda: app(variant, deals=deals, bots=bots, seed=seed))


def _begun(game: Game | str | None) -> Game:
    return make_game(game or "reapers") if game is None or isinstance(game, str) else game


# ---- as an app -------------------------------------------------------------------------------------------------


def app(game: Game | str | None = None, *, deals: int = 20_000, bots: str = "greedy", seed: int = 0) -> Any:
    """The dashboard as a Panel app, to be made anew for every visitor."""
    import panel as pn

    board = Board(_begun(game), bot=bots, deals=deals, seed=seed)
    place = pn.Column(sizing_mode="stretch_width")
    document = pn.state.curdoc

    def put(desk: Desk) -> None:
        place.objects = [panel_table(desk, called=True)]

    page = Page(board, put)
    page.layout.append(place)

    def later() -> None:
        if document is None:
            page.refresh()
        else:
            document.add_next_tick_callback(page.refresh)

    def left(context: Any) -> None:
        board.on_change = lambda: None
        board.cancel()

    board.on_change = later
    page.refresh()
    pn.state.onload(board.run)
    if document is not None:
        pn.state.on_session_destroyed(left)
    return page.layout
