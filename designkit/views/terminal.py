"""Games in a terminal: cards in the colours of their suits, states by their zones, logs trick by trick."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from designkit.cards import FACE_DOWN, SUITS, Card
from designkit.events import Act, Dealt, Event, Scored, Trick
from designkit.game import Game, State, Zone

if TYPE_CHECKING:
    from designkit.live import Check


def card_text(card: Card) -> Text:
    """A card by its name and sign, in its suit's colour.

    >>> card_text(Card("spades", 14)).plain
    'A♠ spades'
    """
    if card == FACE_DOWN:
        return Text(card.sign, style="dim")
    suit = SUITS.get(card.suit)
    name = str(card) if suit is None or suit.numbered else f"{card.sign} {card.suit}"
    deck = f" of {card.deck}" if card.deck and not (suit and suit.numbered) else ""
    return Text(name + deck, style=f"bold {suit.colour}" if suit else "bold")


def told(parts: Iterable[str | Card]) -> Text:
    """Words and cards as one coloured line."""
    return Text.assemble(*(card_text(part) if isinstance(part, Card) else part for part in parts))


def _zone(zone: Zone) -> Text:
    if isinstance(zone.holds, str):
        return Text.assemble((f"{zone.name} ", "dim"), zone.holds)
    if set(zone.holds) == {FACE_DOWN}:
        return Text(f"{zone.name} {FACE_DOWN.sign} x {len(zone.holds)}", style="dim")
    cards = Text("  ").join(card_text(card) for card in zone.holds)
    return Text.assemble((f"{zone.name} ", "dim"), cards)


def state_lines(game: Game, state: State) -> Iterator[Text]:
    """A state (or a view's state): the table first, then seat by seat."""
    zones = [zone for zone in game.zones(state) if zone.holds]
    for zone in zones:
        if zone.seat is None:
            yield _zone(zone)
    for seat in range(game.players):
        mark = "▶" if seat == state.to_move else " "
        score = f"{state.scores[seat]} points"
        yield Text.assemble((f"{mark} seat {seat}", "bold"), (f"  {score}", "dim"))
        for zone in zones:
            if zone.seat == seat:
                yield Text.assemble("    ", _zone(zone))
    if state.over:
        yield Text(f"Over: {winners(state)}.", style="bold")
    else:
        yield Text(f"Phase {state.phase}: seat {state.to_move} is to move.", style="bold")


def show(game: Game, state: State) -> None:
    """Print a state (or a view's state) in colour, in a terminal or under a notebook cell."""
    console = Console(highlight=False, soft_wrap=True)
    for line in state_lines(game, state):
        console.print(line)


def show_log(game: Game, log: Iterable[Event], why: bool = False) -> None:
    """Print a log in colour; with `why`, the reasons too."""
    console = Console(highlight=False, soft_wrap=True)
    for line in log_lines(game, log, why):
        console.print(line)


def winners(state: State) -> str:
    """Who won a finished game."""
    seats = " and ".join(map(str, state.winners))
    return f"seat {seats} wins" if len(state.winners) == 1 else f"seats {seats} share the win"


def log_lines(game: Game, log: Iterable[Event], why: bool = False) -> Iterator[Text]:
    """A log, event by event; with `why`, each trick's and battle's reasons below it."""
    trick = 0
    for event in log:
        line = told(event.told())
        if isinstance(event, Dealt):
            trick = 0
            yield Text.assemble("\n", line, style="bold")
        elif isinstance(event, Trick):
            trick += 1
            yield Text.assemble((f"  trick {trick}: ", "dim"), line)
        elif isinstance(event, Act):
            yield Text.assemble("  ", line)
        else:
            yield Text.assemble("  ", line, style="bold")
        if isinstance(event, Scored):
            for name, values in event.sheet:
                yield Text.assemble((f"    {name}: ", "dim"), *_by_seat(values))
        if why:
            for sentence in game.explain(event):
                yield Text(f"      {sentence}", style="italic")


def _by_seat(values: Iterable[object]) -> Iterator[Text | str]:
    for seat, value in enumerate(values):
        yield f"{'; ' if seat else ''}{seat}: "
        if isinstance(value, tuple):
            yield Text(" ").join(card_text(item) if isinstance(item, Card) else Text(str(item)) for item in value)
        else:
            yield str(value)


def check_lines(check: "Check") -> Iterator[Text]:
    """A line an invariant: green with how often it was asked, red with the problem, its cards and the game."""
    for row in check.rows.values():
        found = row.counterexample
        mark = ("✗ ", "bold red") if found else ("✓ ", "green")
        yield Text.assemble(mark, (row.invariant.name, "bold"), f"  {row.text}")
        if found:
            yield Text.assemble("    ", Text("  ").join(card_text(card) for card in found.cards))
            yield Text(f"    {found.line}", style="dim")
    broken, first = len(check.broken), check.first_pass
    took = "the time ran out before the first pass was done" if first is None else f"the first pass took {first:.1f} s"
    yield Text(f"{broken or 'None'} of {len(check.rows)} broken; {took}.", style="bold red" if broken else "bold")
