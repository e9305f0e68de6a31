"""What a student's function should answer: how it is told apart from other things, compared and put into words."""

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from designkit.cards import Card


def _equal(given: Any, right: Any) -> bool:
    return bool(given == right)


def _plain(answer: Any, arguments: Sequence[Any]) -> str:
    return str(answer)


@dataclass(frozen=True)
class Kind:
    """A kind of answer."""

    words: str
    """What is asked for: 'a whole number'."""
    fits: Callable[[Any], bool]
    same: Callable[[Any, Any], bool] = _equal
    told: Callable[[Any, Sequence[Any]], str] = _plain
    """(an answer that fits, the arguments) -> its words."""

    def problem(self, given: Any, right: Any, arguments: Sequence[Any]) -> str:
        """What is wrong with an answer, or nothing."""
        if not self.fits(given):
            return f"it must answer {self.words}, and answers {shown(given)}"
        if self.same(given, right):
            return ""
        return f"it answers {self.told(given, arguments)}; by the rules it is {self.told(right, arguments)}"


def shown(value: Any) -> str:
    """Any value in a few words, whatever its own repr does.

    >>> shown([1, 2]), shown(None)
    ('[1, 2]', 'None (is a return missing?)')
    """
    if value is None:
        return "None (is a return missing?)"
    try:
        text = str(value) if isinstance(value, Card) else reprlib.repr(value)
    except Exception:
        text = ""
    return f"a {type(value).__name__}" if not text or text.startswith("<") else text


def whole(value: Any) -> bool:
    """A whole number; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_card(value: Any) -> bool:
    """A card."""
    return isinstance(value, Card)


def are_cards(value: Any) -> bool:
    """A list or tuple of cards."""
    return isinstance(value, list | tuple) and not isinstance(value, Card) and all(map(is_card, value))


def told(value: Any) -> str:
    """A number of an exercise in words: a row of things with commas between.

    >>> told((3, 6, 9)), told("clubs")
    ('3, 6, 9', 'clubs')
    """
    return ", ".join(map(str, value)) if isinstance(value, tuple) and not isinstance(value, Card) else str(value)


def listed(cards: Sequence[Card]) -> str:
    """Cards in a line of text."""
    return ", ".join(map(str, cards)) or "no cards"


def _place(answer: int | None, arguments: Sequence[Any]) -> str:
    plays = arguments[0]
    if answer is None:
        return "None (nobody)"
    return f"{answer} ({plays[answer] if 0 <= answer < len(plays) else 'no such place'})"


PLACE = Kind("the place of a card, 0 for the first (or None)", lambda v: v is None or whole(v), told=_place)
WHOLE = Kind("a whole number", whole)
YES = Kind("True or False", lambda value: isinstance(value, bool))
CARD = Kind("one of the cards (or None)", lambda value: value is None or is_card(value))
CARDS = Kind(
    "a list of cards",
    are_cards,
    lambda given, right: sorted(given) == sorted(right),
    lambda answer, arguments: listed(answer),
)
PAIR = Kind(
    "two whole numbers, as in `return points, bags`",
    lambda value: isinstance(value, tuple | list) and len(value) == 2 and all(map(whole, value)),
    lambda given, right: tuple(given) == tuple(right),
    lambda answer, arguments: f"{answer[0]} and {answer[1]}",
)
