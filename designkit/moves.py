"""Moves: small frozen values with text both ways."""

from functools import cache
from typing import NamedTuple

from designkit.cards import Card, cards, names_rank
from designkit.errors import BadText


class Move(NamedTuple):
    """What a seat does: a verb and the cards, number or word it does it with.

    >>> str(Move("take pile", 3)), str(Move("wager", "least")), str(Move("pass"))
    ('take pile 3', 'wager least', 'pass')
    """

    verb: str
    what: tuple[Card, ...] | int | str | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the move, none if it has no cards."""
        return self.what if isinstance(self.what, tuple) else ()

    @property
    def number(self) -> int:
        """The number of the move."""
        if not isinstance(self.what, int):
            raise BadText(f"The move '{self}' has no number.")
        return self.what

    def __str__(self) -> str:
        what = ", ".join(map(str, self.what)) if isinstance(self.what, tuple) else self.what
        return self.verb if what is None else f"{self.verb} {what}"


@cache
def play(card: Card) -> Move:
    """Playing a card to a trick."""
    return Move("play", (card,))


def parse(text: str) -> Move:
    """The move that a text says.

    >>> parse("play A spades") == play(Card("spades", 14)), parse("take pile 3"), parse("wager least")
    (True, Move(verb='take pile', what=3), Move(verb='wager', what='least'))
    """
    if not isinstance(text, str):
        raise BadText(f"{text!r} is no text; a move is a verb and what it is done with, such as 'play 7 spades'.")
    words = text.split()
    if not words:
        raise BadText("An empty text is no move; a move is a verb and what it is done with, such as 'play 7 spades'.")
    verb, rest = words[0].lower(), " ".join(words[1:])
    if not rest:
        return Move(verb)
    try:
        return Move(verb, cards(rest))
    except BadText:
        if words[-1].isdecimal() and len(words[-1]) < 10:
            return Move(" ".join(words[:-1]).lower(), int(words[-1]))
        if names_rank(words[1]) and len(words) > 2:
            raise
        return Move(verb, rest.lower())
