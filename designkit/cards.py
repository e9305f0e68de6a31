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
    path: str = ""
    """Its shape as an SVG path in a box of 24 by 24; without one its sign is drawn."""


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

    def _repr_svg_(self) -> str:
        from designkit.views import svg

        return svg.card(self)


class Hand(tuple[Card, ...]):
    """Cards that show themselves side by side in a notebook; else a tuple like any other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.row(self)


FACE_DOWN = Card("face down", 0)
"""What a view shows in place of a card that the seat may not see."""

FRENCH = add_suits(
    Suit(
        "clubs",
        "♣",
        "#3f3f3f",
        COURT,
        path="M12 1a5 5 0 0 1 4 8.2 5 5 0 1 1-3 7.4c.2 2.9 1.2 5.2 3 6.4H8c1.8-1.2 2.8-3.5 3-6.4"
        "a5 5 0 1 1-3-7.4A5 5 0 0 1 12 1z",
    ),
    Suit("diamonds", "♦", "#d55e00", COURT, path="M12 1l9 11-9 11-9-11z"),
    Suit(
        "hearts",
        "♥",
        "#cc3366",
        COURT,
        path="M12 22"
        "C4 15 1 11 1 7.5 1 4 3.6 2 6.5 2 9 2 11 3.4 12 5.5 13 3.4 15 2 17.5 2 20.4 2 23 4 23 7.5 23 11 20 15 12 22"
        "z",
    ),
    Suit(
        "spades",
        "♠",
        "#0a0a5c",
        COURT,
        path="M12 1c6 7 10 9.5 10 13.5 0 3-2.2 4.5-4.4 4.5-2 0-3.6-1-4.6-2.5.2 3 1.2 5.3 3 6.5H8"
        "c1.8-1.2 2.8-3.5 3-6.5-1 1.5-2.6 2.5-4.6 2.5-2.2 0-4.4-1.5-4.4-4.5C2 10.5 6 8 12 1z",
    ),
)


def _must_be_text(text: object) -> None:
    if not isinstance(text, str):
        raise BadText(f"{text!r} is no text; cards are written as a rank and a suit each, such as '7 spades, A clubs'.")


def card(text: str) -> Card:
    """The card that a text names.

    >>> card("Q diamonds"), card("9 spades of souls")
    (Card(suit='diamonds', rank=12, deck=''), Card(suit='spades', rank=9, deck='souls'))
    """
    _must_be_text(text)
    face, _, deck = text.strip().partition(" of ")
    words = face.split()
    if len(words) != 2:
        raise BadText(f"'{text.strip()}' is not a card; a card is a rank and a suit, such as '7 spades'.")
    first, second = words[0].lower(), words[1].lower()
    numbered = SUITS.get(first)
    if numbered is not None and numbered.numbered and second.isdecimal() and len(second) < 4:
        return Card(first, int(second), deck)
    suit = SUITS.get(second)
    if suit is None or suit.numbered:
        known = ", ".join(sorted(SUITS))
        raise BadText(f"'{text.strip()}' names no known suit; the suits are {known}.")
    ranks = {name.lower(): rank for rank, name in suit.names.items()}
    if first in ranks:
        return Card(second, ranks[first], deck)
    if first.isdecimal() and len(first) < 4:
        if int(first) not in suit.names:
            return Card(second, int(first), deck)
        raise BadText(f"'{first} {second}' is written '{suit.names[int(first)]} {second}'.")
    named = "".join(f", {name}" for name in suit.names.values())
    raise BadText(f"'{words[0]}' is not a rank of {second}; a rank is a number{named}.")


def names_rank(word: str) -> bool:
    """Whether a word can begin a card: a number, or what some suit calls a rank."""
    named = {name.lower() for suit in SUITS.values() for name in suit.names.values()}
    return word.isdecimal() or word.lower() in named


def cards(text: str) -> Hand:
    """The cards that a text lists, in its order.

    >>> text = "7 diamonds, A spades"
    >>> ", ".join(map(str, cards(text))) == text
    True
    """
    _must_be_text(text)
    return Hand(card(part) for part in text.split(",")) if text.strip() else Hand()


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


def dealt(pack: Sequence[Card], players: int, size: int) -> tuple[tuple[Card, ...], ...]:
    """A hand of the first cards for seat 0, of the next for seat 1, and so on, each in order.

    >>> [[str(card) for card in hand] for hand in dealt(cards("9 clubs, 2 clubs, A spades"), players=1, size=2)]
    [['2 clubs', '9 clubs']]
    """
    return tuple(tuple(sorted(pack[seat * size : (seat + 1) * size])) for seat in range(players))


_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(x: int) -> int:
    """SplitMix64's output function: 64 bits in, 64 well-stirred bits out."""
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _WORD
    return x ^ x >> 31


def mixed(*key: int) -> int:
    """The 64-bit word that the key's numbers fold into."""
    word = 0
    for number in key:
        word = _mix((word + _STEP + number) & _WORD)
    return word


def random_word(word: int) -> tuple[int, int]:
    """(the next word of a stream, the random number that it gives)."""
    word = (word + _STEP) & _WORD
    return word, _mix(word)


def shuffled(items: Sequence[T], *key: int) -> tuple[T, ...]:
    """The items in the order that the key's numbers fix: the same on every machine and in every language.

    The key is folded into one 64-bit word (`word = mix(word + step + number)`); the n-th random word is then
    SplitMix64's `mix(word + n * step)`, and item i, from the last down to the second, changes places with item
    `random * (i + 1) >> 64`.

    >>> "".join(shuffled("abcdef", 8)), "".join(shuffled("abcdef", 8, 1))
    ('adfecb', 'becdfa')
    """
    word = mixed(*key)
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        word, drawn = random_word(word)
        j = drawn * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    return tuple(order)
