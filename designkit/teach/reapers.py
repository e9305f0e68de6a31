"""Exercises about Reapers: the prize of a trick, the points of a pile, and a Demon that cannot win."""

from collections.abc import Sequence
from functools import partial

from designkit.cards import Card, cards
from designkit.games import reapers
from designkit.teach.common import first_lack, piles, read_cards, some_cards, tricks, variant
from designkit.teach.core import Find, Fix, Numbers, Write, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import CARD, WHOLE

DECK = variant("reapers").deck
SIZE = 3


def _draw_suits(draws: Draws) -> Numbers:
    led, trump = draws.some_of(reapers.SUITS, 2)
    return {"led": led, "trump": trump}


def _demon_lacks(numbers: Numbers, plays: Sequence[Card]) -> str | None:
    place, prize = reapers.trick_winner(plays, numbers["trump"]), reapers.prize(plays)
    won = None if place is None else plays[place]
    return first_lack(
        (
            (plays[0].suit == numbers["led"], f"{plays[0]} leads, and {numbers['led']} should be led"),
            (prize is not None and prize.rank == reapers.DEMON, f"The winner takes {prize}, which is no Demon"),
            (won != prize, f"{prize} wins the trick itself"),
            (
                won is not None and all(won.rank <= card.rank for card in plays),
                f"{won} wins, and it is not the lowest card",
            ),
        )
    )


add(
    Write(
        id="reapers-prize",
        title="What does the winner take?",
        game="reapers",
        numbers=lambda draws: {"equals": draws.one_of(("first", "last"))},
        text=(
            "Whoever wins a trick of Reapers takes one card of it. Write `prize(plays)`: it gets the cards of a trick in the order "
            "played and answers the card that is taken: a Demon if one was played, else the lowest card. In your game, of "
            "several Demons or of equally low cards it is the one played {equals}. Reapers are never taken; a trick of "
            "Reapers alone gives None. A Demon has `card.rank == 11`, a Reaper `card.suit == 'reaper'`."
        ),
        hints=(
            "A Reaper has a number too, but it is no rank: set the Reapers aside before you compare.",
            "Do the Demons first; only without one does the lowest card count.",
            "`min` gives the first of equals. Which do you need?",
        ),
        name="prize",
        asks=("plays",),
        rule=lambda numbers: partial(reapers.prize, equals=numbers["equals"]),
        answers=CARD,
        example=lambda numbers: (cards("7 poison, 3 plague, 3 daggers, Reaper 1"),),
        small=lambda numbers: tricks(DECK, 1, 2, 3),
        counted="tricks of up to three cards",
        large=lambda numbers: some_cards(DECK, 4, 5),
        drawn="longer ones that were drawn",
    ),
    Fix(
        id="reapers-points",
        title="Mend the points of a score pile",
        game="reapers",
        numbers=lambda draws: {"slip": draws.one_of(range(3)), "demon_factor": draws.one_of(range(2, 5))},
        text=(
            "A score pile counts the values of its cards. Every Demon counts 0 itself and makes one other card count "
            "{demon_factor} times: the first Demon the highest card, the second Demon the next highest, and so on. Reapers "
            "count nothing. This function has one slip: copy it, mend it, and check it."
        ),
        hints=(
            "Take the cards of the case and add them up by hand, the Demons last.",
            "What does each line see: the numbers in order, and how many Demons there are. Which of the two is wrong?",
        ),
        name="hand_points",
        asks=("pile",),
        rule=lambda numbers: partial(reapers.hand_points, demon_factor=numbers["demon_factor"]),
        answers=WHOLE,
        example=lambda numbers: (cards("7 poison, 3 plague, Demon daggers"),),
        small=lambda numbers: piles(DECK, 0, 1, 2, 3),
        counted="piles of up to three cards",
        large=lambda numbers: some_cards(DECK, 4, 12),
        drawn="bigger ones that were drawn",
        source=reapers.hand_points,
        slips=(
            (", reverse=True)", ")"),
            ("values[:demons]", "values[:1]"),
            ("(demon_factor - 1) * sum", "demon_factor * sum"),
        ),
        needs="from designkit.games.reapers import DEMON, REAPER",
    ),
    Find(
        id="reapers-demon",
        title="Catch a Demon with the lowest card",
        game="reapers",
        numbers=_draw_suits,
        text=(
            "Trump is {trump}. Find a trick of three cards of Reapers with {led} led, in which the lowest card "
            "wins and takes a Demon that does not win. Answer with the cards in the order played, as text."
        ),
        hints=(
            "A Demon is the highest card of its suit. What keeps the highest card of a suit from winning?",
            "Two ways: a trump, or a suit that was not led.",
        ),
        reads=lambda numbers, answer: read_cards(DECK, answer, SIZE),
        lacks=_demon_lacks,
        draws=lambda numbers, plays: (("in the order played", tuple(plays)),),
        among=lambda numbers: (plays for (plays,) in tricks(DECK, SIZE)),
        counted="tricks of three cards",
    ),
)
