"""The command line: games, rules, deal, walk, replay, play, check; `cli_lab` has what plays many deals."""

import os
import random
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from designkit import cli_lab
from designkit.bots import BOTS
from designkit.cli_options import Browser, Id, Players, Port, Seed, Settings
from designkit.cli_options import console as _console
from designkit.cli_options import variant_of as _variant
from designkit.errors import BadRecord, BadVariant, DesignkitError
from designkit.game import Game
from designkit.games import GAMES
from designkit.rulebook import rulebook
from designkit.session import Session
from designkit.views import terminal

app = typer.Typer(
    help="Deal, walk, replay and read trick-taking card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Why = Annotated[bool, typer.Option("--why", help="Say for every card why it won or did not.")]


def _heading(game: Game, seed: int) -> Text:
    return Text(f"{game.family.title}, {game.players} players, seed {seed}", style="bold")


def _show_session(console: Console, session: Session, why: bool) -> None:
    console.print(_heading(session.game, session.seed))
    terminal.show_log(session.game, session.state.log, why)
    if session.state.over:
        console.print(Text(f"\nAfter {session.at} moves {terminal.winners(session.state)}.", style="bold"))
    else:
        console.print(Text("\nThe game is not over; it stands so:", style="bold"))
        terminal.show(session.game, session.state)


@app.command()
def games() -> None:
    """List the games."""
    table = Table(box=None)
    for column in ("id", "players", "about"):
        table.add_column(column)
    for own in GAMES.values():
        table.add_row(Text(own.id, style="bold"), f"{own.players[0]}-{own.players[-1]}", own.about)
    Console(highlight=False).print(table)


@app.command()
def rules(game: Id, players: Players = None, settings: Settings = None) -> None:
    """Print the rules of a game with the parameter values in force."""
    variant = _variant(game, players, settings)
    console = _console()
    console.print(Text(f"{variant.family.title} for {variant.players} players", style="bold underline"))
    for heading, text in rulebook(variant):
        console.print(Text(f"\n{heading}", style="bold"))
        console.print(Text(text))


@app.command()
def deal(
    game: Id,
    players: Players = None,
    seed: Seed = 0,
    settings: Settings = None,
    seat: Annotated[int | None, typer.Option("--seat", help="Show only what this seat may see.")] = None,
) -> None:
    """Deal and show the table."""
    variant = _variant(game, players, settings)
    state = variant.new(seed)
    if seat is not None:
        state = variant.view(state, seat).state
    _console().print(_heading(variant, seed))
    terminal.show(variant, state)


@app.command()
def walk(
    game: Id,
    players: Players = None,
    seed: Seed = 0,
    settings: Settings = None,
    why: Why = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Write the record there.")] = None,
) -> None:
    """Play a whole game with random players, trick by trick."""
    session = Session(_variant(game, players, settings), seed).play_out(BOTS["random"], random.Random(seed))
    console = _console()
    _show_session(console, session, why)
    console.print(Text(f"\n{session.line()}", style="dim"))
    if save is not None:
        try:
            save.write_text(session.record().text(), encoding="utf-8")
        except OSError as error:
            raise BadRecord(f"The record cannot be written to '{save}': {error.strerror}.") from None
        console.print(Text(f"The record is in {save}."))


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record or a file with a one-line game; '-' reads input.")
    ],
    why: Why = False,
) -> None:
    """Check a record move by move and show its game."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadRecord(f"The record '{file}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"The record '{file}' is not a text file.") from None
    _show_session(_console(), Session.replay(text), why)


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game's id; the page lets you change it.")
    ] = "reapers",
    players: Players = None,
    seed: Seed = 0,
    settings: Settings = None,
    port: Port = 0,
    browser: Browser = True,
) -> None:
    """Serve the card table on this machine and open it in the browser."""
    variant = _variant(game, players, settings)
    variant.new(seed)
    try:
        from designkit.views.app import page, serve
    except ModuleNotFoundError as error:
        raise BadVariant(f"The card table needs {error.name}; install designkit[notebook].") from None
    serve(lambda: page(variant, seed), "the card table", port, browser)


@app.command()
def check(
    game: Id,
    players: Players = None,
    seed: Seed = 0,
    settings: Settings = None,
    in_terminal: Annotated[
        bool, typer.Option("--terminal", help="Print a line an invariant instead of serving a page.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.1, help="How long to look; else until all finite domains have been tried."),
    ] = None,
    port: Port = 0,
    browser: Browser = True,
) -> None:
    """Ask every invariant of a game; in the terminal, a failure ends with exit code 1."""
    variant = _variant(game, players, settings)
    variant.new(seed)
    try:
        from designkit.live import check as ask

        if not in_terminal:
            from designkit.views.app import serve
            from designkit.views.checks import app as board

            serve(lambda: board(variant, seconds, seed), "checks", port, browser)
            return
    except ModuleNotFoundError as error:
        raise BadVariant(f"Checks need {error.name}; install designkit[notebook].") from None
    console = _console()
    done = ask(variant, seconds=seconds, seed=seed).run()
    console.print(_heading(variant, seed))
    for line in terminal.check_lines(done):
        console.print(line)
    if done.error is not None:
        raise done.error
    if done.broken:
        raise typer.Exit(1)


for _command in (cli_lab.simulate, cli_lab.compare, cli_lab.sweep, cli_lab.metrics, cli_lab.lab):
    app.command()(_command)


def main() -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except DesignkitError as error:
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text(str(error), style="red"))
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
