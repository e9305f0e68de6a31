"""Checks where people look: a row an invariant, the counterexample as cards, in a notebook and as an app.

One `Board` knows what to show, as HTML; the notebook's widgets and the Panel app only place it.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import Any, Literal, get_args, get_origin

from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.live import Check, Counterexample, Row
from designkit.params import bounds, read_value, value_text
from designkit.session import Session
from designkit.views import svg
from designkit.views.desk import Desk
from designkit.views.table import NotebookTable, panel_table

GREEN, RED, GREY = "#1a7f37", "#b42318", "#6b7280"


# ---- pictures --------------------------------------------------------------------------------------------------


def cards_html(cards: Iterable[Card]) -> str:
    """The cards of a counterexample."""
    return svg.row(cards, width=48)


def row_html(row: Row) -> str:
    """An invariant in one line: green with how often it was asked, red with the problem, grey before."""
    asked = bool(row.examples or row.complete)
    colour, mark = (RED, "✗") if row.broken else (GREEN, "✓") if asked else (GREY, "·")
    return (
        f'<div class="dk-row" data-invariant="{escape(row.invariant.name)}" '
        f'data-state="{"broken" if row.broken else "holds" if asked else "waiting"}" title="{escape(row.invariant.sentence)}" '
        f'style="color:{colour};line-height:1.5"><b>{mark} {escape(row.invariant.name)}</b> {escape(row.text)}</div>'
    )


def counterexample_html(found: Counterexample) -> str:
    """What breaks an invariant: its sentence, the problem, the cards and the one-line record."""
    other = f"<div>In the game below: {escape(found.in_play)}</div>" if found.in_play != found.sentence else ""
    return (
        f'<div class="dk-counterexample"><b>{escape(found.invariant.sentence)}</b>'
        f'<div style="color:{RED}">{escape(found.sentence)}</div><div>{cards_html(found.cards)}</div>{other}'
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

    def __init__(self, game: Game, seconds: float = 5.0, seed: int = 0) -> None:
        self.game, self.seconds, self.seed = game, seconds, seed
        self.message = ""
        self.opened: Session | None = None
        self.on_change: Callable[[], None] = lambda: None
        self.check = Check(game, seconds=seconds, seed=seed)

    def start(self) -> None:
        """Begin anew in the background; what was running is cancelled."""
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

    def change(self, name: str, value: Any) -> None:
        """Another value of a parameter; one that cannot be played is said so, and the check stays."""
        read = read_value(type(self.game.params), name, value) if isinstance(value, str) else value
        try:
            self.game, self.message = self.game.with_params(**{name: read}), ""
        except DesignkitError as error:
            self.message = str(error)
            self.on_change()
            return
        self.start()

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


def sliders(game: Game) -> list[tuple[str, Any, Any, str]]:
    """(name, value, range, choices or None for a list that is typed, description) of every parameter."""
    found: list[tuple[str, Any, Any, str]] = []
    for name, info in type(game.params).model_fields.items():
        value, about, limits = getattr(game.params, name), info.description or "", bounds(info)
        if limits is not None:
            found.append((name, value, range(limits[0], limits[1] + 1), about))
        elif info.annotation is bool:
            found.append((name, value, (False, True), about))
        elif get_origin(info.annotation) is Literal:
            found.append((name, value, get_args(info.annotation), about))
        elif get_origin(info.annotation) is tuple:
            found.append((name, value_text(value), None, about))
    return found


# ---- in a notebook ---------------------------------------------------------------------------------------------


def check(game: Game, seconds: float = 5.0, seed: int = 0) -> Any:
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
            place.children = (NotebookTable(Desk.holding(board.opened)),) if board.opened else ()
        if shown != board.found:
            shown[:] = board.found
            finds.children = tuple(
                w.VBox([w.HTML(counterexample_html(found)), *([button(i)] if found.session else [])])
                for i, found in enumerate(shown)
            )

    def control(name: str, value: Any, choices: Any, about: str) -> Any:
        style = {"description_width": "initial"}
        if isinstance(choices, range):
            options = {"min": choices[0], "max": choices[-1], "continuous_update": False}
            made: Any = w.IntSlider(value=value, description=name, style=style, **options)
        elif choices is None:
            made = w.Text(value=value, description=name, style=style, continuous_update=False)
        else:
            made = w.Dropdown(value=value, options=list(choices), description=name, style=style)
        made.tooltip = about
        made.observe(lambda change: board.change(name, change["new"]), names="value")
        return made

    board.on_change = refresh
    controls = w.VBox([control(*slider) for slider in sliders(game)])
    box = w.VBox([w.HBox([again, stop]), w.HBox([controls, w.VBox([rows, finds])]), place])
    box.board = board
    board.start()
    return box


# ---- as an app -------------------------------------------------------------------------------------------------


def app(game: Game, seconds: float = 5.0, seed: int = 0) -> Any:
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
            place.objects = [panel_table(Desk.holding(board.opened))] if board.opened else []
        if shown != board.found:
            shown[:] = board.found
            finds.objects = [
                pn.Column(pn.pane.HTML(counterexample_html(found)), *([button(i)] if found.session else []))
                for i, found in enumerate(shown)
            ]

    def control(name: str, value: Any, choices: Any, about: str) -> Any:
        made: Any
        if isinstance(choices, range):
            made = pn.widgets.IntSlider(name=name, value=value, start=choices[0], end=choices[-1])
            made.param.watch(lambda event: board.change(name, event.new), "value_throttled")
        elif choices is None:
            made = pn.widgets.TextInput(name=name, value=value)
            made.param.watch(lambda event: board.change(name, event.new), "value")
        else:
            made = pn.widgets.Select(name=name, value=value, options=list(choices))
            made.param.watch(lambda event: board.change(name, event.new), "value")
        return made

    document = pn.state.curdoc

    def later() -> None:
        if document is None:
            refresh()
        else:
            document.add_next_tick_callback(refresh)

    board.on_change = later
    controls = pn.Column(*(control(*slider) for slider in sliders(game)), width=320)
    again = pn.widgets.Button(name="check again", on_click=lambda _: board.start())
    stop = pn.widgets.Button(name="cancel", on_click=lambda _: board.stop())
    board.start()
    return pn.Column(
        f"# {game.family.title}, {game.players} players",
        pn.Row(again, stop),
        pn.Row(controls, pn.Column(rows, finds)),
        place,
        sizing_mode="stretch_width",
    )
