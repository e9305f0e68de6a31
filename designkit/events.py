"""Events: what everybody saw, in words and cards."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from designkit.cards import Card
from designkit.moves import Move


@dataclass(frozen=True, kw_only=True)
class Event(ABC):
    """Something that everybody saw; `state.log` holds them in order."""

    round: int

    @abstractmethod
    def told(self) -> tuple[str | Card, ...]:
        """The event in words and cards, for people to read."""

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.event(self)


def listed(cards: Iterable[Card]) -> tuple[str | Card, ...]:
    """Cards with commas between them, as `told` wants them."""
    parts: list[str | Card] = []
    for card in cards:
        parts += [", ", card] if parts else [card]
    return tuple(parts)


@dataclass(frozen=True, kw_only=True)
class Dealt(Event):
    """A hand was dealt, and these cards were shown; some games have no dealer."""

    dealer: int | None
    shown: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    def told(self) -> tuple[str | Card, ...]:
        """Who deals and what is shown."""
        shown = [part for name, cards in self.shown for part in (f"; {name} ", *listed(cards))]
        by = "" if self.dealer is None else f": seat {self.dealer} deals"
        return (f"Hand {self.round + 1}{by}", *shown)


@dataclass(frozen=True, kw_only=True)
class Act(Event):
    """A seat did something; a move made in secret is logged by its verb alone."""

    seat: int
    move: Move
    cards: tuple[Card, ...] = ()
    """The cards that came into the open with it."""

    def told(self) -> tuple[str | Card, ...]:
        """Who does what."""
        what = listed(self.move.cards) or (() if self.move.what is None else (str(self.move.what),))
        shown = (" (", *listed(self.cards), ")") if self.cards else ()
        return (f"seat {self.seat}: {self.move.verb}", *((" ", *what) if what else ()), *shown)


@dataclass(frozen=True, kw_only=True)
class Trick(Event):
    """A finished trick: the cards in the order played from the leader on, who won (None: nobody), what that took."""

    leader: int
    plays: tuple[Card, ...]
    winner: int | None
    context: Any = None
    takes: tuple[tuple[int, Any], ...] = ()
    """(seat, what that seat takes) in the order taken."""

    def told(self) -> tuple[str | Card, ...]:
        """Who leads, what is played, who wins and what is taken."""
        won = "nobody wins" if self.winner is None else f"seat {self.winner} wins"
        taken = [part for seat, what in self.takes for part in (f"; seat {seat} takes ", _part(what))]
        return (f"seat {self.leader} leads ", *listed(self.plays), f" → {won}", *taken)


@dataclass(frozen=True, kw_only=True)
class Scored(Event):
    """The end of a hand: what each seat got for it, the totals after it, and what the points come from."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    sheet: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    def told(self) -> tuple[str | Card, ...]:
        """Points and totals by seat."""
        points = ", ".join(f"{seat}: {points:+}" for seat, points in enumerate(self.points))
        return (f"Points by seat {points}; totals {', '.join(map(str, self.totals))}",)


def _part(what: Any) -> str | Card:
    return what if isinstance(what, Card) else str(what)
