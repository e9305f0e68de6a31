"""What becomes of an answer: right, or the smallest thing that shows it is not, with a hint that grows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from designkit.cards import Card
from designkit.teach.kinds import are_cards, is_card, listed


@dataclass(frozen=True)
class Case:
    """One question in words and cards: what it is about, and the cards of each part."""

    words: str = ""
    rows: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """(what these cards are, the cards)."""


def case_of(name: str, asks: Sequence[str], arguments: Sequence[Any]) -> Case:
    """A call of a student's function as a case.

    >>> from designkit.cards import cards
    >>> case_of("legal_plays", ("hand", "led"), (cards("7 clubs, 2 spades"), "clubs")).words
    "legal_plays([7 clubs, 2 spades], 'clubs')"
    """
    rows = tuple(
        (name, (value,) if is_card(value) else tuple(value))
        for name, value in zip(asks, arguments, strict=True)
        if is_card(value) or are_cards(value)
    )
    return Case(f"{name}({', '.join(map(_told, arguments))})", rows)


def _told(value: Any) -> str:
    if is_card(value):
        return str(value)
    return f"[{listed(value) if value else ''}]" if are_cards(value) else repr(value)


@dataclass(frozen=True)
class Outcome:
    """What trying an answer has shown."""

    passed: bool
    sentence: str
    case: Case = Case()
    printed: str = ""
    why: tuple[str, ...] = ()
    """The rules' own reasons about this case."""


EXPLAINED = 3
"""From this attempt on the rules' own reasons are told."""


@dataclass(frozen=True)
class Verdict:
    """What a student sees; it is true when the answer is right."""

    exercise: str
    student: str
    attempt: int
    outcome: Outcome
    hints: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the answer is right."""
        return self.outcome.passed

    def __bool__(self) -> bool:
        return self.passed

    @property
    def sentence(self) -> str:
        """The verdict in a sentence."""
        return self.outcome.sentence

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the smallest case that shows what is wrong."""
        return tuple(card for _, cards in self.outcome.case.rows for card in cards)

    @property
    def help(self) -> tuple[str, ...]:
        """As many hints as attempts, then the rules' own reasons; none for an answer that could not be tried."""
        if self.passed or self.outcome.case == Case():
            return ()
        why = self.outcome.why if self.attempt >= EXPLAINED else ()
        return self.hints[: self.attempt] + why

    def __repr__(self) -> str:
        head = "Right" if self.passed else "Not yet"
        printed = f"\nIt printed: {self.outcome.printed.rstrip()}" if self.outcome.printed else ""
        said = "".join(f"\nHint: {hint}" for hint in self.help)
        return f"{head} (attempt {self.attempt}): {self.sentence}{printed}{said}"

    def _repr_html_(self) -> str:
        from designkit.views import exercises

        return exercises.verdict(self)
