"""Checks where people look: a row an invariant, the counterexample as cards, in a notebook and as an app.

One `Board` knows what to show, as HTML; the notebook's widgets and the Panel app only place it.
"""

from collections.abc import Callable, Iterable
from functools import partial
from html import escape
from typing import Any

from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.live import Check, Counterexample, Row
from designkit.session import Session
from designkit.views import svg
from designkit.views.controls import Control, changed, controls, panel_control, setting
from designkit.views.desk import Desk
from designkit.views.table import NotebookTable, panel_table

# Each can be read on a white page and on a dark one.
GREEN, RED, GREY = "#1e8841", "#d93a2b", "#767676"
UNSEEN = "No game has shown it; below is a deal to try it."
ABOUT = f"color:{GREY};font-size:11px;line-height:1.25"


# ---- pictures --------------------------------------------------------------------------------------------------


def cards_html(cards: Iterable[Card], game: Game | None = None) -> str:
    """The cards of a counterexample, with the marks that the game gives them."""
    return svg.row(cards, game, width=48)


def row_html(row: Row) -> str:
    """An invariant in one line: green with how often it was asked, red with the problem, grey before."""
    asked = bool(row.examples or row.tried)
    colour, mark = (RED, "✗") if row.broken else (GREEN, "✓") if asked else (GREY, "·")
    return (
        f'<div class="dk-row" data-invariant="{escape(row.invariant.name)}" '
        f'data-state="{"broken" if row.broken else "holds" if asked else "waiting"}" title="{escape(row.invariant.sentence)}" '
        f'style="color:{colour};line-height:1.5"><b>{mark} {escape(row.invariant.name)}</b> {escape(row.text)}</div>'
    )


def counterexample_html(found: Counterexample) -> str:
    """What breaks an invariant: its sentence, the problem, the cards and the one-line record."""
    other = ""
    if found.session and found.in_play != found.sentence:
        below = f"In the game below: {found.in_play}" if found.in_play else UNSEEN
        other = f"<div>{escape(below)}</div>"
    game = found.session.game if found.session else None
    return (
        f'<div class="dk-counterexample"><b>{escape(found.invariant.sentence)}</b>'
        f'<div style="color:{RED}">{escape(found.sentence)}</div><div>{cards_html(found.cards, game)}</div>{other}'
        f'<code class="dk-line" style="white-space:pre-wrap;word-break:break-all">{escape(found.line)}</code></div>'
    )


def status_html(running: Check) -> str:
    """How far the check is, in one line."""
    broken = len(running.broken)
    verdict = (
        f'<b style="color:{RED}">{broken} broken</b>' if broken else f'<b style="color:{GREEN}">nothing broken</b>'
    )
    if running.error is not None:
        verdict = f'<b style="color:{RED}">{escape(str(running.error))}</b>'
    first = "" if running.first_pass is None else f", first pass {running.first_pass:.1f} s"
    return f'<div class="dk-status" data-status="{running.status}">{verdict} of {len(running.rows)}: {running.status}{first}</div>'


# ---- what is on the board --------------------------------------------------------------------------------------


class Board:
    """The check of one game that is on show: it starts again when a parameter changes, and tells when there is news."""

    def __init__(self, game: Game, seconds: float | None = None, seed: int = 0) -> None:
        self.game, self.seconds, self.seed = game, seconds, seed
        self.message = ""
        self.opened: Session | None = None
        self.on_change: Callable[[], None] = lambda: None
        self.check = Check(game, seconds=seconds, seed=seed)

    def start(self) -> None:
        """Begin anew in the background; what was running is cancelled."""
        self.message = ""
        self.check.cancel()
        self.check = Check(self.game, seconds=self.seconds, seed=self.seed, on_change=self._news)
        self.check.start()
        self.on_change()

    def _news(self, running: Check) -> None:
        if running is self.check:
            self.on_change()

    def stop(self) -> None:
        """Cancel what is running."""
        self.check.cancel()

    def change(self, name: str, value: Any) -> Any:
        """Another value of a parameter; one that cannot be played is said so, and the check stays. What its control then shows."""
        try:
            game = changed(self.game, name, value)
        except DesignkitError as error:
            self.message = str(error)
            self.on_change()
        else:
            if game != self.game:
                self.game = game
                self.start()
        return setting(self.game.params, name)

    @property
    def found(self) -> list[Counterexample]:
        """What breaks, in the rows' order."""
        return [row.counterexample for row in self.check.broken if row.counterexample is not None]

    def open(self, number: int) -> Session | None:
        """Open a counterexample at the failing move; the session is kept as `opened`."""
        try:
            self.opened, self.message = self.found[number].open(), ""
        except (DesignkitError, IndexError) as error:
            self.message = str(error)
        self.on_change()
        return self.opened

    @property
    def rows(self) -> str:
        """All rows, broken ones first."""
        rows = sorted(self.check.rows.values(), key=lambda row: not row.broken)
        said = f'<div style="color:{RED}">{escape(self.message)}</div>' if self.message else ""
        return status_html(self.check) + said + "".join(map(row_html, rows))


# ---- in a notebook ---------------------------------------------------------------------------------------------


def check(game: Game, seconds: float | None = None, seed: int = 0) -> Any:
    """The board for a notebook: sliders, rows, and each counterexample with a button that opens it."""
    import ipywidgets as w

    board = Board(game, seconds, seed)
    rows, finds, place = w.HTML(), w.VBox(), w.VBox()
    again, stop = w.Button(description="check again"), w.Button(description="cancel")
    again.on_click(lambda _: board.start())
    stop.on_click(lambda _: board.stop())
    shown: list[Counterexample] = []
    lying: list[Session | None] = [None]

    def button(number: int) -> Any:
        made = w.Button(description="open at the table")
        made.on_click(lambda _: board.open(number))
        return made

    def refresh() -> None:
        rows.value = board.rows
        if board.opened is not lying[-1]:
            lying.append(board.opened)
            place.children = (NotebookTable(Desk.holding(board.opened), called=True),) if board.opened else ()
        if shown != board.found:
            shown[:] = board.found
            finds.children = tuple(
                w.VBox([w.HTML(counterexample_html(found)), *([button(i)] if found.session else [])])
                for i, found in enumerate(shown)
            )

    def control(of: Control) -> Any:
        common = {"value": of["value"], "description": of["label"], "style": {"description_width": "initial"}}
        made: Any
        if of["kind"] == "slider":
            made = w.IntSlider(min=of["least"], max=of["most"], continuous_update=False, **common)
        elif of["kind"] == "choice":
            made = w.Dropdown(options=of["options"], **common)
        elif of["kind"] == "switch":
            made = w.Checkbox(indent=False, **common)
        else:
            made = w.Text(continuous_update=False, **common)

        def put(change: Any) -> None:
            made.value = board.change(of["name"], change["new"])

        made.observe(put, names="value")
        about = f'<div class="dk-about" style="{ABOUT}">{escape(of["about"])}</div>'
        return w.VBox([made, w.HTML(about)], layout={"width": "310px"})

    board.on_change = refresh
    numbers = w.VBox([control(of) for of in controls(game)], layout={"flex": "0 0 auto", "margin": "0 12px 0 0"})
    told = w.VBox([rows, finds], layout={"flex": "1 1 0", "min_width": "0"})
    box = w.VBox([w.HBox([again, stop]), w.HBox([numbers, told]), place])
    box.board = board
    board.start()
    return box


# ---- as an app -------------------------------------------------------------------------------------------------


def app(game: Game, seconds: float | None = None, seed: int = 0) -> Any:
    """The board as a Panel app."""
    import panel as pn

    board = Board(game, seconds, seed)
    rows, finds, place = pn.pane.HTML(), pn.Column(), pn.Column(sizing_mode="stretch_width")
    shown: list[Counterexample] = []
    lying: list[Session | None] = [None]

    def button(number: int) -> Any:
        return pn.widgets.Button(name="open at the table", on_click=lambda _: board.open(number))

    def refresh() -> None:
        rows.object = board.rows
        if board.opened is not lying[-1]:
            lying.append(board.opened)
            place.objects = [panel_table(Desk.holding(board.opened), called=True)] if board.opened else []
        if shown != board.found:
            shown[:] = board.found
            finds.objects = [
                pn.Column(pn.pane.HTML(counterexample_html(found)), *([button(i)] if found.session else []))
                for i, found in enumerate(shown)
            ]

    document = pn.state.curdoc

    def later() -> None:
        if document is None:
            refresh()
        else:
            document.add_next_tick_callback(refresh)

    board.on_change = later
    numbers = pn.Column(
        *(panel_control(of, partial(board.change, of["name"]), 260) for of in controls(game)), width=320
    )
    again = pn.widgets.Button(name="check again", on_click=lambda _: board.start())
    stop = pn.widgets.Button(name="cancel", on_click=lambda _: board.stop())
    board.start()
    return pn.Column(
        f"# {game.family.title}, {game.players} players",
        pn.Row(again, stop),
        pn.Row(numbers, pn.Column(rows, finds)),
        place,
        sizing_mode="stretch_width",
    )
