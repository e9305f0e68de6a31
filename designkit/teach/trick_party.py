"""Exercises about Trick Party: revolutions, and the highest trump that loses."""

from collections.abc import Sequence

from designkit.cards import Card, cards
from designkit.games import trick_party
from designkit.teach.common import first_lack, read_cards, tricks, variant, winner
from designkit.teach.core import Find, Numbers, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import listed

SIZE = 3
TRUMP = trick_party.Params.model_fields["trump"].default


def _draw_numbers(draws: Draws) -> Numbers:
    return {"revolution_numbers": tuple(sorted(draws.some_of(range(2, 13), 4)))}


def _trump_lacks(numbers: Numbers, plays: Sequence[Card]) -> str | None:
    trumps = [card for card in plays if card.suit == TRUMP]
    place = trick_party.trick_winner(plays, numbers["revolution_numbers"])
    highest = max(trumps, key=lambda card: card.rank, default=None)
    won = None if place is None else plays[place]
    return first_lack(
        (
            (plays[0].suit == numbers["led"], f"{plays[0]} leads, and {numbers['led']} should be led"),
            (numbers["loser"] in trumps, f"{numbers['loser']} is not among {listed(plays)}"),
            (highest == numbers["loser"], f"{highest} is a higher trump than {numbers['loser']}"),
            (won != numbers["loser"], f"{numbers['loser']} wins"),
        )
    )


add(
    winner(
        id="party-winner",
        title="Who wins when the numbers turn?",
        game="trick_party",
        numbers=_draw_numbers,
        made=lambda numbers: variant("trick_party", 6, revolution_numbers=numbers["revolution_numbers"]),
        context=lambda numbers: TRUMP,
        text=(
            "Purple is trump: the strongest purple card wins, else the strongest of the suit led. In your game the "
            "Revolution cards are the numbers {revolution_numbers} of red, blue, yellow and green; purple has none. An odd count "
            "of them in a trick, wherever they lie, makes low numbers strong, in trump too; an even count leaves high numbers "
            "strong. Write `trick_winner(plays)`: the cards of a trick in the order played in, the place of the winning card "
            "out, 0 for the first."
        ),
        example=lambda numbers: cards(f"1 red, {numbers['revolution_numbers'][0]} red"),
        hints=(
            "Count the Revolution cards of the whole trick before you compare any numbers.",
            "Two of them undo each other. And what if the Revolution card cannot win itself?",
            "The suits never turn: trump beats the suit led, and other suits cannot win, either way round.",
        ),
        most=6,
        small=2,
    ),
    Find(
        id="party-trump-loses",
        title="Make the highest trump lose",
        game="trick_party",
        numbers=lambda draws: {
            **_draw_numbers(draws),
            "led": draws.one_of(trick_party.TURNING),
            "loser": Card(TRUMP, draws.one_of(range(7, 13))),
        },
        text=(
            "In your game the Revolution cards are the numbers {revolution_numbers} of every suit but purple, which is trump. Find "
            "a trick of three cards with {led} led, in which {loser} is the highest trump, and loses. Answer "
            "with the cards in the order played, as text."
        ),
        hints=(
            "Something else must win against a trump: what can?",
            "Only another trump. When does a lower trump beat a higher one?",
        ),
        reads=lambda numbers, answer: read_cards(trick_party.deck(), answer, SIZE),
        lacks=_trump_lacks,
        draws=lambda numbers, plays: (("in the order played", tuple(plays)),),
        among=lambda numbers: (
            (first, *rest)
            for first in trick_party.deck()
            if first.suit == numbers["led"]
            for (rest,) in tricks([card for card in trick_party.deck() if card != first], SIZE - 1)
        ),
        counted="tricks of three cards with that lead",
    ),
)
