"""How a game is dealt, asked and scored, as data: what a simulator needs to play it by itself.

A game file declares it with the same rules functions that the phases call, so that nothing is written twice. Everything
here is a small value or a function of few small values, which can be tabulated.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from designkit.cards import Card

Item = Hashable
"""What a seat can win: a card, or a prize."""


def _itself(item: Item) -> Hashable:
    return item


def _no_exchange(round: int) -> tuple[int, int]:
    return 0, 0


@dataclass(frozen=True, kw_only=True)
class Course:
    """What every kind of plan says: who wins with what."""

    wagers: tuple[str, ...] = ()
    low_wins: bool = False
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats that win together; none: each by itself."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Open piles that are taken in turn."""

    sizes: tuple[int, ...]
    quotas: Mapping[int, int]
    """How many piles of each size a seat takes."""
    order: Callable[[int], tuple[int, ...]]
    """dealer -> the seats in the order they pick."""
    buries: Callable[[Sequence[Card]], tuple[Card, ...]]
    """The pile that is left -> its cards in the order in which they come up."""


@dataclass(frozen=True, kw_only=True)
class Flip:
    """Cards turned up after the deal to fix the hand's context."""

    sets: Callable[[Card], Hashable]
    """The context that a card sets, or None: then the next card counts, or the pack is shuffled anew."""
    at: Callable[[int], int]
    """round -> the place in the pack of the first card turned up."""
    anew: bool = False
    """Whether the pack is shuffled again (one more number in the key) until the first card sets a context."""


@dataclass(frozen=True, kw_only=True)
class Plan(Course):
    """A trick game: the course of a hand beside its tricks, and what it pays."""

    hand_size: Callable[[int], int]
    """round -> cards in each hand."""
    key: tuple[int, ...] = ()
    """What stands after (seed, round) in the key of the cards' shuffle."""
    from_left: bool = False
    """Whether the first hand of the pack is the dealer's left's, not seat 0's."""
    flip: Flip | None = None
    context: Hashable = None
    """The context of every hand, where none is turned up."""
    situation: Hashable = None
    """The situation in which every hand begins."""
    draft: Draft | None = None
    bids: Literal["none", "any", "hook", "cap"] = "none"
    """Whether seats bid, and what the bids before forbid: the last one to add up, partners to exceed the tricks."""
    exchange: Callable[[int], tuple[int, int]] = _no_exchange
    """round -> (how many cards are given, how many seats to the left they go)."""
    opens: Callable[[Card], int | None] | None = None
    """Whose holder leads first: the card of the lowest number; None: the dealer's left."""
    nobody_won: int = 0
    """How many seats to the left of the leader the next lead is when a trick has no winner."""

    prizes: tuple[Item, ...] = ()
    """Prizes shuffled and stacked, one a trick."""
    prizes_key: tuple[int, ...] = ()
    last_prize: Item = None
    """The prize of the last trick."""
    keeps: Callable[[Sequence[Card]], Card | None] | None = None
    """The one card of a trick that its winner keeps."""
    keeps_all: bool = False
    digs: Callable[[Sequence[Card]], int | None] | None = None
    """The place of the play that takes the next card of the pile that was left by the draft."""

    looks_at: Callable[[Any], Hashable | None] = _itself
    """What of a card or prize the points depend on; None: nothing."""
    own: Callable[[int, int, tuple[Any, ...]], tuple[int, Hashable]]
    """(bid or place of the wager, tricks, what was kept) -> (points, what else counts among all seats)."""
    asks: tuple[Literal["bid", "won", "pile"], ...] = ("bid", "won")
    """What `own` asks for; it gets 0 or nothing for the rest."""
    joint: Callable[[Sequence[int], Sequence[Any], Sequence[int]], Sequence[int]] | None = None
    """(points, what else counts, places of the wagers) by seat -> what each seat gets beside."""
    by_order: bool = False
    """Whether `joint` asks only who has more points than whom, not how many."""
    loses: Hashable = None
    """What else counts that keeps a seat from winning."""
    ready: Callable[[Any, tuple[int, ...], tuple[int, ...], tuple[Any, ...]], Any]
    """(state, bids or places of wagers, tricks, what was kept) -> the state as the score phase wants it."""

    wager_for: Callable[[int], int] | None = None
    """The place of a sensible wager for a hand that is worth so many percent of an average one."""
    wager_aims: tuple[int, ...] = ()
    """Which way each wager pulls: 1 to win tricks, -1 to shun them, 0 neither."""
    prize_aim: Callable[[Any], int] | None = None
    """Which way a prize pulls."""


@dataclass(frozen=True, kw_only=True)
class Battles(Course):
    """A game of battles for souls: cards in piles on a grid, attacked from the space next to them."""

    souls: tuple[Card, ...]
    """The soul deck before its shuffle with the key (seed, 0); space by space it fills the grid."""
    decks: tuple[tuple[Card, ...], ...]
    """Each seat's deck before its shuffle with the key (seed, 1 + seat)."""
    spaces: int
    depth: int
    """Souls on a space."""
    hand_size: int
    may_stay: bool
    spoils: int
    """Cards won beside the soul by beating a token."""
    defended_choice: bool
    """Whether a defender chooses where the soul won goes."""
    near: Callable[[int], Sequence[int]]
    """The spaces next to a space."""
    swappers: Callable[[int], Sequence[int]]
    """The seats that may swap before a seat's turn."""

    looks_at: Callable[[Card], Hashable]
    """What of a card the battles depend on."""
    beats: Callable[[Sequence[Card], Sequence[Card], bool], bool]
    """(play, what lies on top, whether that is guarded) -> whether the play beats it."""
    guards: Callable[[Sequence[Card]], bool]
    """Whether what lies under a play guards it."""
    pays: Callable[[Card, Card], bool]
    """(card given up, soul under a token) -> whether it pays the toll."""
    lays: Callable[[Sequence[Card], Card], Sequence[tuple[Card, ...]]]
    """(hand, soul) -> the plays that beat it, single cards first."""
    tolls: Callable[[Sequence[Card], Card], Sequence[Card]]
    """(hand, soul under a token) -> the cards that open the attack."""
    still_in: Callable[[tuple[int, ...], tuple[int, ...], int, bool], Sequence[int]]
    """(fighting, all who took part, seat, whether it passed) -> who fights on."""
    ended: Callable[[int, int, int], bool]
    """(empty spaces, turns in a row without an attack, turns) -> whether the game is over."""
    points: Callable[[Sequence[Card], int], int]
    """(score pile, seat) -> what it counts."""
    worth: Callable[[Card], int]
    """What a card is worth in a hand."""
    event: type[Any]
    """What the log calls a finished battle: its `winner`, and the cards it `takes` into the score pile."""

    def gain(self, card: Card, seat: int) -> int:
        """What a card alone brings to a seat's score pile."""
        return self.points((card,), seat) - self.points((), seat)
