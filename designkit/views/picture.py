"""A rule as a picture: every card against every suit led, drawn as a heat map whose cells say why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from typing import Any

from designkit.cards import SUITS, Card, Suit
from designkit.errors import BadVariant
from designkit.game import Game, checked_game
from designkit.tricks import Tier, Tricks


@dataclass(frozen=True)
class Column:
    """One question put to every card: a suit led (or none), under a heading such as 'trump is daggers'."""

    heading: str
    led: str | None
    ask: Callable[[Card], int]


@dataclass(frozen=True)
class Cell:
    """The answer for a card: how dark it is from 0 to 1, what stands in it, and why."""

    shade: float
    text: str
    why: str


@dataclass(frozen=True)
class Picture:
    """A tabulated rule of one variant, or of two beside each other with the differences framed."""

    rule: str
    game: Game
    other: Game | None = None

    @cached_property
    def tables(self) -> tuple[dict[tuple[str, int], Cell], ...]:
        """The cells of each variant, by card text and column."""
        return tuple(tabulate(game, self.rule) for game in (self.game, self.other) if game)

    @property
    def changes(self) -> int:
        """In how many cells two variants differ."""
        return sum(1 for key in self._keys() if self._differs(key)) if self.other else 0

    def _keys(self) -> set[tuple[str, int]]:
        return set().union(*self.tables)

    def _differs(self, key: tuple[str, int]) -> bool:
        texts = {table[key].text if key in table else None for table in self.tables}
        return len(texts) > 1

    def _repr_html_(self) -> str:
        sides = [self._side(game, table) for game, table in zip(self._games(), self.tables, strict=True)]
        said = f"<p>{self.changes} cells differ (framed).</p>" if self.other else ""
        style = "display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start;color:inherit"
        return f"<div>{said}<div style='{style}'>{''.join(sides)}</div></div>"

    def _games(self) -> tuple[Game, ...]:
        return (self.game, self.other) if self.other else (self.game,)

    def _side(self, game: Game, table: dict[tuple[str, int], Cell]) -> str:
        asked = columns(game, self.rule)
        groups = [(name, sum(column.heading == name for column in asked)) for name in _once(c.heading for c in asked)]
        top = "".join(f"<th colspan='{count}' style='text-align:center'>{escape(name)}</th>" for name, count in groups)
        turn = "writing-mode:vertical-rl;" if len(asked) > UPRIGHT else ""
        leds = "".join(
            f"<th style='{turn}{_suit_style(column.led)}'>{escape(column.led or 'lead')}</th>" for column in asked
        )
        rows = "".join(self._row(card, len(asked), table) for card in game.deck)
        what = ABOUT[self.rule]
        caption = f"{repr(game).strip('<>')}: {self.rule} ({what})"
        return (
            "<table style='border-collapse:collapse;font-size:11px;color:inherit'>"
            f"<caption style='text-align:left;font-weight:600'>{escape(caption)}</caption>"
            f"<thead><tr><th></th>{top}</tr><tr><th>card</th>{leds}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _row(self, card: Card, count: int, table: dict[tuple[str, int], Cell]) -> str:
        cells = "".join(self._cell(str(card), i, table) for i in range(count))
        return f"<tr><th style='text-align:left;white-space:nowrap;{_suit_style(card.suit)}'>{escape(str(card))}</th>{cells}</tr>"

    def _cell(self, card: str, column: int, table: dict[tuple[str, int], Cell]) -> str:
        cell = table[card, column]
        frame = "outline:2px solid #d55e00;outline-offset:-2px;" if self.other and self._differs((card, column)) else ""
        light = 97 - round(62 * cell.shade)
        colour = f"background:hsl(210 60% {light}%);color:{'#fff' if light < 55 else '#111'}"
        style = f"{colour};{frame}text-align:center;padding:0 5px;min-width:24px"
        return f"<td style='{style}' title='{escape(cell.why, quote=True)}'>{escape(cell.text)}</td>"


UPRIGHT = 12
"""Columns up to which their headings have room; of more they are turned, so that the picture fits a page."""
ABOUT = {
    "strength": "how many other cards of the deck it beats; - cannot win",
    "tier": "0 first, higher ones only without a lower one; * at any time",
}
"""The rules that have a picture, and what its numbers say."""


def picture(game: Game, rule: str = "strength", other: Game | None = None) -> Picture:
    """A rule of a game as a heat map; with another variant both side by side, differences framed."""
    for variant in map(checked_game, (game, other) if other else (game,)):
        if rule not in ABOUT or variant.tricks is None:
            have = ", ".join(ABOUT) if variant.tricks else "none, for it has no tricks"
            raise BadVariant(f"{variant.family.title} has no picture of '{rule}'; there are: {have}.")
    return Picture(rule, game, other)


def columns(game: Game, rule: str) -> list[Column]:
    """What is asked of every card: each suit led in each mode and context, or in each situation."""
    rules = _tricks(game)
    suits: list[str] = _once(suit for card in game.deck if (suit := rules.leads(card)) is not None)
    if rule == "tier":
        return [
            Column(_situation(situation), led, partial(_ask, rules.tier, (led, situation)))
            for situation in rules.situations
            for led in (None, *suits)
        ]
    return [
        Column(rules.words(mode, context) or "always", led, partial(_ask, rules.strength, (led, mode, context)))
        for context in rules.contexts
        for mode in rules.modes
        for led in suits
    ]


def _ask(rule: Callable[..., int], given: tuple[Any, ...], card: Card) -> int:
    return rule(card, *given)


def tabulate(game: Game, rule: str) -> dict[tuple[str, int], Cell]:
    """Every card in every column."""
    cells = {}
    for i, column in enumerate(columns(game, rule)):
        answers = {card: column.ask(card) for card in game.deck}
        for card in game.deck:
            cells[str(card), i] = _CELLS[rule](game, card, column, answers)
    return cells


def _strength_cell(game: Game, card: Card, column: Column, answers: dict[Card, int]) -> Cell:
    power = answers[card]
    beaten = sum(power > other for other in answers.values())
    asked = f"{card} when {column.led} is led ({column.heading})"
    if power <= 0:
        return Cell(0, "-", f"{asked}: cannot win.")
    stronger = sum(other > power for other in answers.values())
    why = f"{asked}: beats {beaten} cards of the deck, {stronger} are stronger."
    return Cell(beaten / len(answers), str(beaten), why)


def _tier_cell(game: Game, card: Card, column: Column, answers: dict[Card, int]) -> Cell:
    tier = answers[card]
    asked = f"{card} when {column.led or 'nothing'} is led ({column.heading})"
    if tier < 0:
        return Cell(1, "*", f"{asked}: may be played at any time.")
    clause = tier.clause if isinstance(tier, Tier) and tier.clause else ""
    why = f"{asked}: {'comes first' if tier == 0 else clause or 'only without a card of a lower number'}."
    return Cell(1 / (1 + min(tier, 9)), str(int(tier)), why)


_CELLS: dict[str, Callable[[Game, Card, Column, dict[Card, int]], Cell]] = {
    "strength": _strength_cell,
    "tier": _tier_cell,
}


def _tricks(game: Game) -> Tricks:
    assert game.tricks is not None
    return game.tricks


def _situation(situation: Any) -> str:
    return "always" if situation is None else f"situation {situation}"


def _once(items: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _suit_style(name: str | None) -> str:
    suit = SUITS.get(name or "", Suit("", "", "currentColor"))
    return f"border-left:4px solid {suit.colour};padding:0 4px"
