"""Exercises about Janken: suits in a circle, bids with bags, and a Joker that wins."""

from collections.abc import Iterator, Sequence
from functools import partial

from designkit.cards import Card, cards
from designkit.games import janken
from designkit.teach.common import first_lack, read_cards, tricks, variant, winner
from designkit.teach.core import Find, Fix, Numbers, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import PAIR

MOST_TRICKS = 14
POINTS = ("trick_points", "over_points", "nil_points")
ROCK = " In your game Rock breaks everything: the highest Rock in a trick wins, whatever was led and whatever a Joker turns."


def _scores(numbers: Numbers) -> Iterator[tuple[int, int]]:
    for most in range(MOST_TRICKS + 1):
        yield from ((bid, won) for bid in range(most + 1) for won in range(most + 1) if max(bid, won) == most)


def _draw_rock(draws: Draws) -> Numbers:
    breaks = draws.one_of((False, True))
    return {"rock_breaks": breaks, "rock": ROCK if breaks else "", "circle": janken.CYCLE}


def _draw_points(draws: Draws) -> Numbers:
    return {
        "slip": draws.one_of(range(3)),
        "trick_points": draws.one_of(range(5, 16)),
        "over_points": draws.one_of(range(1, 4)),
        "nil_points": draws.one_of(range(50, 201, 10)),
    }


def _joker_lacks(numbers: Numbers, plays: Sequence[Card]) -> str | None:
    place = janken.trick_winner(plays)
    won = None if place is None else plays[place]
    suits = {card.suit for card in plays}
    return first_lack(
        (
            (plays[0].suit == numbers["led"], f"{plays[0]} leads, and {numbers['led']} should be led"),
            (plays[0].rank != janken.JOKER, "A Joker leads, and another card should"),
            (len(suits) == len(plays), "Two of the cards are of the same suit"),
            (won is not None and won.rank == janken.JOKER, f"{won} wins, and it is no Joker"),
        )
    )


add(
    winner(
        id="janken-winner",
        title="Who wins in a circle?",
        game="janken",
        numbers=_draw_rock,
        made=lambda numbers: variant("janken", 5, rock_breaks=numbers["rock_breaks"]),
        context=lambda numbers: None,
        text=(
            "The suits stand in a circle: {circle}, and paper again. The suit after the one led beats it, and the "
            "suit after that beats both; the other two cannot win. A Joker anywhere in the trick turns the circle the other "
            "way for that trick; a second Joker changes nothing more. Within a suit the higher rank wins, a Joker (rank 1) is "
            "lowest."
            "{rock} Write `trick_winner(plays)`: the cards in the order played in, the place of the winning card out, 0 for the first."
        ),
        example=lambda numbers: cards("J scissors, 7 paper"),
        hints=(
            "Give every suit its step from the suit led: 0, 1, 2, 3 or 4. `%` helps to go round.",
            "Steps 3 and 4 cannot win. With a Joker count the steps the other way.",
            "Compare (step, rank) of the cards that can win.",
        ),
        most=5,
        small=2,
    ),
    Fix(
        id="janken-scoring",
        title="Mend bids and bags",
        game="janken",
        numbers=_draw_points,
        text=(
            "A bid made pays {trick_points} for each trick bid and {over_points} for each one over it; each of those is "
            "also a bag. A missed bid pays 0 and brings no bag. A bid of 0 pays {nil_points} without a trick; with "
            "tricks it pays 0, and each of them is a bag. The function answers (points, bags) and has one slip: copy it, mend "
            "it, and check it."
        ),
        hints=(
            "Work out points and bags of the case by hand. Which of the two is wrong?",
            "A bid of 0 is a case by itself. After it: when exactly is a bid made?",
        ),
        name="hand_score",
        asks=("bid", "tricks"),
        rule=lambda numbers: partial(janken.hand_score, **{name: numbers[name] for name in POINTS}),
        answers=PAIR,
        example=lambda numbers: (4, 4),
        small=_scores,
        counted=f"bids with every number of tricks up to {MOST_TRICKS}",
        source=janken.hand_score,
        slips=(
            ("if over >= 0 else", "if over > 0 else"),
            ("(nil_points, 0) if tricks == 0 else (0, tricks)", "(nil_points, 0) if tricks == 0 else (0, 0)"),
            ("trick_points * bid + over_points * over", "trick_points * tricks + over_points * over"),
        ),
    ),
    Find(
        id="janken-joker",
        title="Win with a Joker",
        game="janken",
        numbers=lambda draws: {"led": draws.one_of(janken.CYCLE), "size": 3},
        text=(
            "A Joker is the lowest card of its suit, and still: find a trick of {size} cards of {size} different "
            "suits, with {led} led (not by a Joker), that a Joker wins. Answer with the cards in the order played, as "
            "text, such as '7 rock, Joker paper, 2 water'."
        ),
        hints=(
            "With a Joker in the trick the circle turns the other way. Which two suits beat the one led now?",
            "The Joker must be of the strongest suit that is played.",
        ),
        reads=lambda numbers, answer: read_cards(janken.deck(), answer, numbers["size"]),
        lacks=_joker_lacks,
        draws=lambda numbers, plays: (("in the order played", tuple(plays)),),
        among=lambda numbers: (
            (first, *rest)
            for first in janken.deck()
            if first.suit == numbers["led"]
            for (rest,) in tricks([card for card in janken.deck() if card != first], numbers["size"] - 1)
        ),
        counted="tricks of three cards with that lead",
    ),
)
