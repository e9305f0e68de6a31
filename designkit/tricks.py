"""The trick rules that all games share, written once over small functions of a single card.

A game says for each card which suit it leads, in which tier of legality it stands, and how strong it is. What may be
played, who wins and why follow from that here; the same small functions can be tabulated, since their domain is finite.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from designkit.cards import Card


class Tier(int):
    """How late a card's turn comes: of the cards held only those of the lowest tier are legal.

    It carries the clause that holds the card back, and the parameter behind that clause where there is one.
    """

    clause: str
    parameter: str

    def __new__(cls, level: int, clause: str = "", parameter: str = "") -> "Tier":
        """A tier is its level, a whole number."""
        tier = super().__new__(cls, level)
        tier.clause, tier.parameter = clause, parameter
        return tier


ALWAYS = Tier(-1)
"""May be played whatever else is held, and holds back no other card."""
FIRST = Tier(0)
OFF_SUIT = Tier(1, "a player who holds the suit led must follow it")


def follow(card: Card, led: str | None) -> Tier:
    """The common rule: anything may be led; who holds the suit led must follow it, who does not plays anything."""
    return FIRST if led is None or card.suit == led else OFF_SUIT


def trump_strength(card: Card, led: str | None, trump: str | None = None) -> int:
    """The common rule: trump beats the suit led, other suits cannot win; higher cards are stronger."""
    if card.suit == trump:
        return 100 + card.rank
    return card.rank if card.suit == led else 0


def suit_of(card: Card) -> str | None:
    """The common rule: a card leads its own suit."""
    return card.suit


def legal_plays(hand: Sequence[Card], tier: Callable[[Card], int]) -> tuple[Card, ...]:
    """The held cards of the lowest tier, and those that may always be played.

    >>> from designkit.cards import cards
    >>> hand = cards("7 clubs, 9 spades, 2 clubs")
    >>> [str(card) for card in legal_plays(hand, lambda card: follow(card, "clubs"))]
    ['7 clubs', '2 clubs']
    """
    tiers = [tier(card) for card in hand]
    lowest = min([level for level in tiers if level >= 0], default=0)
    return tuple([card for card, level in zip(hand, tiers, strict=True) if level <= lowest])


def led_suit(plays: Iterable[Card], leads: Callable[[Card], str | None] = suit_of) -> str | None:
    """The suit set by the first card that sets one."""
    for card in plays:
        suit = leads(card)
        if suit is not None:
            return suit
    return None


def trick_winner(plays: Sequence[Card], strength: Callable[[Card], int]) -> int | None:
    """The place of the strongest card, the first played among equals; strength 0 cannot win.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("7 clubs, 9 spades, 10 clubs"), lambda card: card.rank * (card.suit == "clubs"))
    2
    """
    best, place = 0, None
    for i, card in enumerate(plays):
        power = strength(card)
        if power > best:
            best, place = power, i
    return place


Mode = Hashable
"""What the cards of the trick so far have turned (a revolution); the game's first mode is the plain one."""
Context = Hashable
"""What the deal has fixed for the hand: trump, anti-trump."""
Situation = Hashable
"""What the tricks so far have changed for the hand: the opening trick, rock broken."""


def _no_turn(mode: Mode, card: Card) -> Mode:
    return mode


def _no_stir(situation: Situation, card: Card) -> Situation:
    return situation


def _no_words(mode: Any, context: Any) -> str:
    return ""


@dataclass(frozen=True)
class Verdict:
    """A finished trick judged: the winning place (or None), the suit led and the mode it ended in."""

    place: int | None
    led: str | None
    mode: Mode


def judge(
    plays: Sequence[Card],
    strength: Callable[[Card, str | None, Any], int],
    leads: Callable[[Card], str | None] = suit_of,
    turn: Callable[[Any, Card], Mode] = _no_turn,
    mode: Mode = False,
) -> Verdict:
    """Find the suit led and the mode that the cards turn to, then the strongest card under both."""
    led = led_suit(plays, leads)
    for card in plays:
        mode = turn(mode, card)
    return Verdict(trick_winner(plays, lambda card: strength(card, led, mode)), led, mode)


@dataclass(frozen=True)
class Tricks:
    """A game's trick rules: per-card functions and the finite sets of values they are asked about.

    The functions are pure and their domain is finite, so each is asked about the same values only once.
    """

    tier: Callable[[Card, str | None, Any], int]
    """(card, led suit or None, situation) -> its tier of legality."""
    strength: Callable[[Card, str | None, Any, Any], int]
    """(card, led suit, mode, context) -> how strong it is; 0 cannot win."""
    leads: Callable[[Card], str | None] = suit_of
    """card -> the suit it sets when it is the first to set one."""
    turn: Callable[[Any, Card], Mode] = _no_turn
    """(mode, card) -> the mode after that card in the trick."""
    stir: Callable[[Any, Card], Situation] = _no_stir
    """(situation, card) -> the situation once that card's trick is over."""
    modes: tuple[Mode, ...] = (False,)
    contexts: tuple[Context, ...] = (None,)
    situations: tuple[Situation, ...] = (None,)
    words: Callable[[Any, Any], str] = _no_words
    """(mode, context) -> what people should know beside the cards: 'trump is daggers'."""

    def __post_init__(self) -> None:
        for name in ("tier", "strength", "leads", "turn", "stir"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    def legal(self, hand: Sequence[Card], plays: Sequence[Card], situation: Situation) -> tuple[Card, ...]:
        """What a hand may play to the cards that lie."""
        led = led_suit(plays, self.leads)
        tier = self.tier
        return legal_plays(hand, lambda card: tier(card, led, situation))

    def forbids(self, card: Card, hand: Sequence[Card], plays: Sequence[Card], situation: Situation) -> Tier | None:
        """The tier that holds a card of the hand back, or None where it may be played."""
        if card in self.legal(hand, plays, situation):
            return None
        tier = self.tier(card, led_suit(plays, self.leads), situation)
        return tier if isinstance(tier, Tier) else Tier(tier, "other cards of the hand come first")

    def judge(self, plays: Sequence[Card], context: Context) -> Verdict:
        """Who wins a finished trick."""

        def strength(card: Card, led: str | None, mode: Mode) -> int:
            return self.strength(card, led, mode, context)

        return judge(plays, strength, self.leads, self.turn, self.modes[0])

    def explain(self, plays: Sequence[Card], context: Context) -> tuple[str, ...]:
        """A sentence a card: why it wins, or why it does not; read off the strengths, so it cannot disagree.

        What people should know beside the cards stands in the winner's sentence.
        """
        verdict = self.judge(plays, context)
        words = self.words(verdict.mode, context)
        power = [self.strength(card, verdict.led, verdict.mode, context) for card in plays]
        beside = [f" ({words})" if words and i == verdict.place else "" for i in range(len(plays))]
        return tuple(f"{_why(i, plays, power, verdict, self.leads)}{beside[i]}." for i in range(len(plays)))


def _why(
    i: int, plays: Sequence[Card], power: Sequence[int], verdict: Verdict, leads: Callable[[Card], str | None]
) -> str:
    card, led = plays[i], verdict.led
    if leads(card) is None:
        return f"{card} cannot win: it has no suit"
    if power[i] <= 0:
        return f"{card} cannot win: {led} was led, and {card.suit} cannot beat it here"
    assert verdict.place is not None, "a card of some strength wins"
    best = plays[verdict.place]
    among = sorted((other.rank, power[j]) for j, other in enumerate(plays) if other.suit == card.suit and power[j] > 0)
    winner, loser = _words_of_order(among)
    if i == verdict.place:
        reason = f"the suit led is {led}" if card.suit == led else f"{card.suit} beats {led}"
        return f"{card} wins: it is the {winner if len(among) > 1 else 'only'} {card.suit} and {reason}"
    if card.suit != best.suit:
        return f"{card} loses to {best}: {best.suit} beats {card.suit} when {led} is led"
    if power[i] == power[verdict.place]:
        return f"{card} loses to {best}: it is as strong, but came later"
    return f"{card} loses to {best}: it is the {loser} {card.suit}"


def _words_of_order(among: Sequence[tuple[int, int]]) -> tuple[str, str]:
    """What to call the winner and the losers of a suit, from (rank, strength) by rank: only an order of ranks is named so.

    >>> _words_of_order([(2, 102), (5, 5), (7, 7)])
    ('strongest', 'weaker')
    """
    if all(low < high for (_, low), (_, high) in pairwise(among)):
        return "highest", "lower"
    if all(low > high for (_, low), (_, high) in pairwise(among)):
        return "lowest", "higher"
    return "strongest", "weaker"


def with_trump(rules: Any, suits: tuple[str, ...], leads: Callable[[Card], str | None] = suit_of) -> Tricks:
    """The common trick game: the hand's context is its trump suit; `rules` has `tier` and `strength`."""
    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led),
        strength=lambda card, led, mode, trump: rules.strength(card, led, trump),
        leads=leads,
        contexts=suits,
        words=lambda mode, trump: f"trump is {trump}",
    )
