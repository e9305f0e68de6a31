"""Exercises about Souls: what beats what, a pair to look for, and the count at the end."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from designkit.cards import Card, cards
from designkit.games import souls
from designkit.teach.common import first_lack, piles, read_cards, some_cards
from designkit.teach.core import Find, Fix, Numbers, Write, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import WHOLE, YES, listed

FEW = tuple(card for card in souls.deck() if card.suit in ("clubs", "hearts", souls.JOKER))
"""Two suits and the Jokers: every rank by itself and as a pair."""
PLAYS: tuple[tuple[Card, ...], ...] = tuple(play for size in (1, 2) for play in combinations(FEW, size))
VALUES = ("court_value", "ace_value", "joker_value")


def _draw_values(draws: Draws) -> Numbers:
    return {"court_value": draws.one_of(range(8, 13)), "ace_value": draws.one_of(range(9, 15)), "joker_value": 20}


def _battles(numbers: Numbers) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    singles = [play for play in PLAYS if len(play) == 1]
    yield from ((play, top) for play in singles for top in singles)
    yield from ((play, top) for play in singles for top in PLAYS if len(top) == 2)
    yield from ((play, top) for play in PLAYS if len(play) == 2 for top in singles)


def _pairs(numbers: Numbers) -> Any:
    from hypothesis import strategies as st

    pairs = [play for play in PLAYS if len(play) == 2]
    return st.tuples(st.sampled_from(pairs), st.sampled_from(pairs))


def _draw_bounds(draws: Draws) -> Numbers:
    low = draws.one_of(range(4, 8))
    high = draws.one_of(range(low + 2, 11))
    return {"below": cards(f"K spades, {low} clubs"), "above": cards(f"10 hearts, {high} diamonds")}


def _pair_lacks(numbers: Numbers, play: Sequence[Card]) -> str | None:
    return first_lack(
        (
            (souls.beats(play, numbers["below"]), f"{listed(play)} do not beat {listed(numbers['below'])}"),
            (souls.beats(numbers["above"], play), f"{listed(numbers['above'])} do not beat {listed(play)}"),
        )
    )


DECKS = tuple(card for name in ("souls", "seat 0", "seat 1") for card in souls.deck(name) if card.suit != "diamonds")

add(
    Write(
        id="souls-beats",
        title="What beats what?",
        game="souls",
        numbers=_draw_values,
        text=(
            "In a battle one or two cards are laid on one or two others. Write `beats(play, top)`: both are lists of one or two "
            "cards, and the answer is True or False. A single card beats a single card of lower rank: Joker above Ace, King, "
            "Queen, Jack, 10 down to 2. With two cards on either side the values count, and must be higher: numbers as "
            "printed, J Q K {court_value}, A {ace_value}, Joker {joker_value}. But a single Joker on top is beaten only by a "
            "single 2; a Joker with an Ace, or two Jokers, only by a pair of 2s. And in your game a pair of 2s on top is beaten "
            "only by two cards. Ranks are numbers: J 11, Q 12, K 13, A 14; a Joker has `card.suit == 'joker'`."
        ),
        hints=(
            "Begin with what is on top: is there a Joker that only 2s can beat?",
            "Next the pair of 2s on top. Then: both single, or not?",
            "A Joker's rank is 1 or 2, since there are two of them: never read it as the rank of a card.",
        ),
        name="beats",
        asks=("play", "top"),
        rule=lambda numbers: partial(souls.beats, **{name: numbers[name] for name in VALUES}),
        answers=YES,
        example=lambda numbers: (cards("J clubs, 9 hearts"), cards("K hearts")),
        small=_battles,
        counted="battles with a single card on either side",
        large=_pairs,
        drawn="of pairs on pairs that were drawn",
    ),
    Fix(
        id="souls-points",
        title="Mend the final count",
        game="souls",
        numbers=lambda draws: {
            "slip": draws.one_of(range(2)),
            "court_value": draws.one_of((8, 9, 12, 13)),
            "joker_points": 15,
        },
        text=(
            "At the end a score pile counts its cards: souls, and cards of other players' decks; cards of one's own deck count nothing. "
            "J Q K count {court_value}, an Ace 11, a Joker {joker_points}, numbers as printed. `own` is the name of the deck that is "
            "one's own, and `card.deck` says where a card is from. The function has one slip: copy it, mend it, and check it."
        ),
        hints=(
            "Whose card is it in the case? Should it count?",
            "`value` gets its numbers in an order: court cards, Ace, Joker.",
        ),
        name="pile_points",
        asks=("pile", "own"),
        rule=lambda numbers: partial(
            souls.pile_points, court_value=numbers["court_value"], joker_points=numbers["joker_points"]
        ),
        answers=WHOLE,
        example=lambda numbers: ((Card("clubs", 13, "souls"), Card("hearts", 9, "seat 1")), "seat 0"),
        small=lambda numbers: ((pile, own) for own in ("seat 0", "seat 1") for (pile,) in piles(DECKS, 0, 1, 2)),
        counted="piles of up to two cards",
        large=lambda numbers: some_cards(DECKS, 3, 9).map(lambda drawn: (*drawn, "seat 1")),
        drawn="bigger ones that were drawn",
        source=souls.pile_points,
        slips=(
            ("card.deck != own", "card.deck == own"),
            ("court_value, ace_value, joker_points)", "ace_value, court_value, joker_points)"),
        ),
        needs="from designkit.games.souls import value",
    ),
    Find(
        id="souls-pair",
        title="Find the pair between",
        game="souls",
        numbers=_draw_bounds,
        text=(
            "{below} lie on top. Find two cards that beat them, and that {above} would beat in turn. "
            "Answer with two cards as text, such as '9 clubs, 5 hearts'."
        ),
        hints=(
            "Add up the values of both pairs: J, Q and K count 10, an Ace 11.",
            "The values of a pair must be strictly higher than those of the pair it beats.",
        ),
        reads=lambda numbers, answer: read_cards(souls.deck(), answer, 2),
        lacks=_pair_lacks,
        draws=lambda numbers, play: (
            ("your pair", tuple(play)),
            ("on top lie", numbers["below"]),
            ("the answer to it", numbers["above"]),
        ),
        among=lambda numbers: combinations(souls.deck(), 2),
        counted="pairs",
    ),
)
