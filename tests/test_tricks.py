"""The shared trick rules on their own."""

import pytest

from designkit.cards import cards
from designkit.tricks import ALWAYS, Tier, Tricks, follow, led_suit, legal_plays, trick_winner


def test_only_the_lowest_tier_is_legal_and_what_may_always_be_played():
    tiers = dict(zip(cards("2 clubs, 3 clubs, 4 clubs, 5 clubs"), (Tier(2), Tier(1), ALWAYS, Tier(1)), strict=True))
    assert legal_plays(tuple(tiers), tiers.get) == cards("3 clubs, 4 clubs, 5 clubs")


def test_cards_that_may_always_be_played_hold_nothing_back():
    hand = cards("2 clubs, 3 clubs")
    assert legal_plays(hand, lambda card: ALWAYS) == hand
    assert legal_plays(hand, lambda card: ALWAYS if card.rank == 2 else 7) == hand
    assert legal_plays((), lambda card: 0) == ()


def test_the_first_card_that_sets_a_suit_leads():
    assert led_suit(cards("2 clubs, 3 spades")) == "clubs"
    assert led_suit(cards("2 clubs, 3 spades"), lambda card: None if card.suit == "clubs" else card.suit) == "spades"
    assert led_suit(()) is None


def test_the_first_of_equals_wins_and_strength_zero_never_does():
    assert trick_winner(cards("2 clubs, 3 clubs, 3 spades"), lambda card: card.rank) == 1
    assert trick_winner(cards("2 clubs, 3 clubs"), lambda card: 0) is None
    assert trick_winner((), lambda card: 1) is None


RULES = Tricks(
    tier=lambda card, led, situation: follow(card, led),
    strength=lambda card, led, mode, context: (
        (100 if card.suit == context else 1) * card.rank * (card.suit in (led, context))
    ),
    words=lambda mode, context: f"trump is {context}",
)


@pytest.mark.parametrize(
    ("plays", "sentences"),
    [
        (
            "7 clubs, 9 clubs, A hearts",
            [
                "7 clubs loses to 9 clubs: it is the lower clubs.",
                "9 clubs wins: it is the highest clubs and the suit led is clubs (trump is spades).",
                "A hearts cannot win: clubs was led, and hearts cannot beat it here.",
            ],
        ),
        (
            "7 clubs, 2 spades",
            [
                "7 clubs loses to 2 spades: spades beats clubs when clubs is led.",
                "2 spades wins: it is the only spades and spades beats clubs (trump is spades).",
            ],
        ),
        (
            "7 clubs, 7 clubs",
            [
                "7 clubs wins: it is the strongest clubs and the suit led is clubs (trump is spades).",
                "7 clubs loses to 7 clubs: it is as strong, but came later.",
            ],
        ),
    ],
)
def test_explanations_name_the_reason(plays, sentences):
    assert list(RULES.explain(cards(plays), "spades")) == sentences


def test_a_designers_own_tier_without_a_clause_still_explains_itself():
    rules = Tricks(tier=lambda card, led, situation: card.rank, strength=lambda card, led, mode, context: 1)
    hand = cards("2 clubs, 3 clubs")
    assert rules.forbids(hand[1], hand, (), None).clause == "other cards of the hand come first"
    assert rules.forbids(hand[0], hand, (), None) is None


def test_reasons_name_an_order_of_ranks_only_where_there_is_one():
    even_first = Tricks(
        tier=lambda card, led, situation: follow(card, led),
        strength=lambda card, led, mode, context: card.rank + 100 * (card.rank % 2 == 0) if card.suit == led else 0,
    )
    seven, two, five = even_first.explain(cards("7 spades, 2 spades, 5 spades"), None)
    assert two.startswith("2 spades wins: it is the strongest spades")
    assert seven == "7 spades loses to 2 spades: it is the weaker spades."
    assert five == "5 spades loses to 2 spades: it is the weaker spades."
