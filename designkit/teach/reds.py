"""Exercises about Reds: the anti-trump, the scoring, and a deal to look for."""

from collections.abc import Iterator
from functools import partial

from designkit.cards import Card, cards
from designkit.games import reds
from designkit.teach.common import first_lack, read_seed, variant, winner
from designkit.teach.core import Find, Fix, Numbers, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import WHOLE, listed

MOST_TRICKS = 12
"""Bids and tricks up to here are asked."""
POINTS = ("trick_points", "exact_bonus", "nil_points", "over_points", "under_points")


def _draw_anti(draws: Draws) -> Numbers:
    anti, other = draws.some_of(reds.BLACK, 2)
    return {"anti": anti, "other": other}


def _scores(numbers: Numbers) -> Iterator[tuple[int, int]]:
    for most in range(MOST_TRICKS + 1):
        yield from ((bid, won) for bid in range(most + 1) for won in range(most + 1) if max(bid, won) == most)


def _draw_points(draws: Draws) -> Numbers:
    return {
        "slip": draws.one_of(range(3)),
        "trick_points": draws.one_of(range(2, 6)),
        "exact_bonus": draws.one_of(range(4, 8)),
        "nil_points": draws.one_of(range(9, 16)),
        "over_points": draws.one_of(range(1, 3)),
        "under_points": draws.one_of(range(1, 3)),
    }


def _deal_lacks(numbers: Numbers, seed: int) -> str | None:
    state = variant("reds", numbers["players"]).new(seed)
    hand = state.hands[numbers["seat"]]
    trumps = [card for card in hand if card.suit == reds.TRUMP]
    return first_lack(
        (
            (not trumps, f"In deal {seed} seat {numbers['seat']} holds {listed(trumps)}"),
            (
                state.context == numbers["anti"],
                f"In deal {seed} seat {numbers['seat']} holds no diamonds, but the anti-trump is {state.context}",
            ),
        )
    )


def _deal_rows(numbers: Numbers, seed: int) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    state = variant("reds", numbers["players"]).new(seed)
    return (f"hand of seat {numbers['seat']}", state.hands[numbers["seat"]]), ("flipped", state.flipped)


def _draw_deal(draws: Draws) -> Numbers:
    first = draws.one_of(range(0, 100_000, 1000))
    return {
        "players": draws.one_of(range(3, 6)),
        "seat": draws.one_of(range(3)),
        "anti": draws.one_of(reds.BLACK),
        "first": first,
        "last": first + 999,
    }


def _seeds(numbers: Numbers) -> range:
    return range(numbers["first"], numbers["last"] + 1)


add(
    winner(
        id="reds-winner",
        title="Who wins a trick of Reds?",
        game="reds",
        numbers=_draw_anti,
        made=lambda numbers: variant("reds"),
        context=lambda numbers: numbers["anti"],
        text=(
            "In Reds diamonds are trump: the highest diamond wins, else the highest card of the suit led. In your game {anti} "
            "are the anti-trump, so {other} are neutral: when {anti} are led and no diamond is played, the highest of the "
            "{other} wins, if there is one. Write `trick_winner(plays)`: it gets the cards of a trick in the order played, at "
            "least one, and answers the place of the winning card, 0 for the first."
        ),
        example=lambda numbers: cards(f"A {numbers['anti']}, 2 {numbers['other']}"),
        hints=(
            "Which suit was led? Only plays[0] tells.",
            "Look at the three suits one after the other: is there a trump? If not, was the anti-trump led?",
            "When the anti-trump is led, a neutral card beats it, however low; when it is not led, it cannot win.",
        ),
        most=6,
    ),
    Fix(
        id="reds-scoring",
        title="Mend the scoring of Reds",
        game="reds",
        numbers=_draw_points,
        text=(
            "Somebody wrote the scoring of Reds with other points than usual, and one slip. A bid made exactly pays "
            "{trick_points} a trick and {exact_bonus} more, a bid of 0 made exactly "
            "{nil_points}. Over the bid: {trick_points} for each trick bid and {over_points} "
            "for each one over. Under it: {under_points} for each trick won. Copy the function, mend it, and "
            "check it."
        ),
        hints=(
            "Work the case out by hand from the words of the task; which line of the function answers it?",
            "There are three ways a bid can end: exact, over and under. Go through them line by line.",
        ),
        name="hand_score",
        asks=("bid", "tricks"),
        rule=lambda numbers: partial(reds.hand_score, **{name: numbers[name] for name in POINTS}),
        answers=WHOLE,
        example=lambda numbers: (2, 2),
        small=_scores,
        counted=f"bids with every number of tricks up to {MOST_TRICKS}",
        source=reds.hand_score,
        slips=(
            ("if bid else nil_points", "if tricks else exact_bonus"),
            ("over_points * (tricks - bid)", "over_points * tricks"),
            ("return under_points * tricks", "return under_points * bid"),
        ),
    ),
    Find(
        id="reds-deal",
        title="Find a deal without trump",
        game="reds",
        numbers=_draw_deal,
        text=(
            "Deal Reds to {players} players with the seeds {first} to {last}. Find a seed that "
            "gives seat {seat} not a single diamond while the anti-trump is {anti}. A deal is "
            "`dk.game('reds', {players}).new(seed)`; it has `hands` (one a seat) and `context` (the anti-trump)."
        ),
        hints=(
            "Let a loop look through the seeds: `for seed in range(...)`.",
            "`any(card.suit == 'diamonds' for card in hand)` says whether a hand holds trump.",
        ),
        reads=lambda numbers, answer: read_seed(_seeds(numbers), answer),
        lacks=_deal_lacks,
        draws=_deal_rows,
        among=_seeds,
        counted="seeds",
    ),
)
