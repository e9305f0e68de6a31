"""Cards, suits, text both ways, and the one shuffle that every deal comes from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from designkit.errors import BadText

T = TypeVar("T")

COURT = {11: "J", 12: "Q", 13: "K", 14: "A"}


@dataclass(frozen=True)
class Suit:
    """A suit by name, with its sign, its colour, and the ranks that have names instead of numbers."""

    name: str
    sign: str
    colour: str
    names: Mapping[int, str] = field(default_factory=dict)
    numbered: bool = False
    """A numbered suit has no ranks: its cards read `Reaper 1`, `Reaper 2`."""


SUITS: dict[str, Suit] = {}
"""Every suit that text may name; a game file adds its own."""


def add_suits(*suits: Suit) -> tuple[str, ...]:
    """Make suits known to the text of cards and give back their names."""
    SUITS.update((suit.name, suit) for suit in suits)
    return tuple(suit.name for suit in suits)


class Card(NamedTuple):
    """A card: its suit, its rank, and whose deck it is from where a game has several.

    >>> str(Card("spades", 14)), str(Card("spades", 9, "souls"))
    ('A spades', '9 spades of souls')
    """

    suit: str
    rank: int
    deck: str = ""

    def __str__(self) -> str:
        suit = SUITS.get(self.suit)
        if suit is not None and suit.numbered:
            text = f"{self.suit.capitalize()} {self.rank}"
        else:
            name = suit.names.get(self.rank) if suit is not None else None
            text = f"{name or self.rank} {self.suit}"
        return f"{text} of {self.deck}" if self.deck else text

    @property
    def sign(self) -> str:
        """The card in two or three characters: `A♠`, `7♦`."""
        if self == FACE_DOWN:
            return "▒▒"
        suit = SUITS.get(self.suit, Suit(self.suit, self.suit, ""))
        return f"{suit.names.get(self.rank, self.rank)}{suit.sign}"


FACE_DOWN = Card("face down", 0)
"""What a view shows in place of a card that the seat may not see."""

FRENCH = add_suits(
    Suit("clubs", "♣", "#3f3f3f", COURT),
    Suit("diamonds", "♦", "#d55e00", COURT),
    Suit("hearts", "♥", "#cc3366", COURT),
    Suit("spades", "♠", "#0a0a5c", COURT),
)


def card(text: str) -> Card:
    """The card that a text names.

    >>> card("Q diamonds"), card("9 spades of souls")
    (Card(suit='diamonds', rank=12, deck=''), Card(suit='spades', rank=9, deck='souls'))
    """
    face, _, deck = text.strip().partition(" of ")
    words = face.split()
    if len(words) != 2:
        raise BadText(f"'{text.strip()}' is not a card; a card is a rank and a suit, such as '7 spades'.")
    first, second = words[0].lower(), words[1].lower()
    numbered = SUITS.get(first)
    if numbered is not None and numbered.numbered and second.isdecimal():
        return Card(first, int(second), deck)
    suit = SUITS.get(second)
    if suit is None or suit.numbered:
        known = ", ".join(sorted(SUITS))
        raise BadText(f"'{text.strip()}' names no known suit; the suits are {known}.")
    ranks = {name.lower(): rank for rank, name in suit.names.items()}
    if first in ranks:
        return Card(second, ranks[first], deck)
    if first.removeprefix("-").isdecimal() and int(first) not in suit.names:
        return Card(second, int(first), deck)
    named = "".join(f", {name}" for name in suit.names.values())
    raise BadText(f"'{words[0]}' is not a rank of {second}; a rank is a number{named}.")


def cards(text: str) -> tuple[Card, ...]:
    """The cards that a text lists, in its order.

    >>> text = "7 diamonds, A spades"
    >>> ", ".join(map(str, cards(text))) == text
    True
    """
    return tuple(card(part) for part in text.split(",")) if text.strip() else ()


def suited(suits: Iterable[str], ranks: Iterable[int], deck: str = "") -> tuple[Card, ...]:
    """Every rank of every suit.

    >>> [str(card) for card in suited(["clubs", "spades"], [2, 14])]
    ['2 clubs', 'A clubs', '2 spades', 'A spades']
    """
    ranks = tuple(ranks)
    return tuple(Card(suit, rank, deck) for suit in suits for rank in ranks)


def without(held: Sequence[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The held cards less each of the gone ones once."""
    left = list(held)
    for card in gone:
        left.remove(card)
    return tuple(left)


_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(x: int) -> int:
    """SplitMix64's output function: 64 bits in, 64 well-stirred bits out."""
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _WORD
    return x ^ x >> 31


def shuffled(items: Sequence[T], *key: int) -> tuple[T, ...]:
    """The items in the order that the key's numbers fix: the same on every machine and in every language.

    The key is folded into one 64-bit word (`word = mix(word + step + number)`); the n-th random word is then
    SplitMix64's `mix(word + n * step)`, and item i, from the last down to the second, changes places with item
    `random * (i + 1) >> 64`.

    >>> "".join(shuffled("abcdef", 8)), "".join(shuffled("abcdef", 8, 1))
    ('adfecb', 'becdfa')
    """
    word = 0
    for number in key:
        word = _mix((word + _STEP + number) & _WORD)
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        word = (word + _STEP) & _WORD
        j = _mix(word) * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    return tuple(order)
