"""Cards and moves as text, and the shuffle."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import VARIANTS

import designkit as dk
from designkit import moves
from designkit.cards import Card, cards, shuffled, without


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_every_card_of_every_game_reads_back_from_its_text(id, players):
    deck = dk.game(id, players).deck
    assert len(set(deck)) == len(deck)
    assert cards(", ".join(map(str, deck))) == deck


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("7 poison", Card("poison", 7)),
        ("Demon daggers", Card("daggers", 11)),
        ("Reaper 1", Card("reaper", 1)),
        ("Q lizard", Card("lizard", 12)),
        ("Joker paper", Card("paper", 1)),
        ("Joker 2", Card("joker", 2)),
        ("A spades", Card("spades", 14)),
        ("  a   SPADES ", Card("spades", 14)),
        ("11 red", Card("red", 11)),
        ("1 purple", Card("purple", 1)),
        ("K hearts of seat 2", Card("hearts", 13, "seat 2")),
    ],
)
def test_a_card_is_read_as_people_write_it(text, card):
    assert cards(text) == (card,)
    assert cards(str(card)) == (card,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7", "'7' is not a card; a card is a rank and a suit"),
        ("7 poisn", "names no known suit; the suits are blue, clubs"),
        ("Demon spades", "'Demon' is not a rank of spades; a rank is a number, J, Q, K, A"),
        ("14 spades", "'14 spades' is written 'A spades'."),
        ("9999999 spades", "'9999999' is not a rank of spades"),
        ("7 spades,", "'' is not a card"),
        ("Reaper x", "names no known suit"),
        ("7 reaper", "names no known suit"),
        (["7 spades"], "['7 spades'] is no text; cards are written as a rank and a suit each"),
    ],
)
def test_a_text_that_is_no_card_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(dk.BadText) as error:
        cards(text)
    assert sentence in str(error.value)


def test_what_is_no_text_is_no_card_and_no_move():
    with pytest.raises(dk.BadText, match="7 is no text; cards are written"):
        dk.card(7)
    with pytest.raises(dk.BadText, match="None is no text; a move is a verb"):
        moves.parse(None)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play 7 poison", moves.play(Card("poison", 7))),
        ("play Reaper 1", moves.play(Card("reaper", 1))),
        ("take pile 3", dk.Move("take pile", 3)),
        ("wager least", dk.Move("wager", "least")),
        ("bid 2", dk.Move("bid", 2)),
        ("give 2 clubs, A spades", dk.Move("give", cards("2 clubs, A spades"))),
        ("pass", dk.Move("pass")),
    ],
)
def test_moves_are_text_both_ways(text, move):
    assert moves.parse(text) == move
    assert str(move) == text


def test_a_move_without_a_number_says_so():
    with pytest.raises(dk.BadText, match="The move 'wager least' has no number"):
        _ = dk.Move("wager", "least").number


@given(st.lists(st.integers(), max_size=40), st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=3))
def test_a_shuffle_keeps_every_item(items, key):
    assert Counter(shuffled(items, *key)) == Counter(items)


def test_every_order_is_about_equally_likely():
    orders = Counter(shuffled("abcd", seed, hand) for seed in range(1200) for hand in range(4))
    assert len(orders) == 24
    expected = 4800 / 24
    chi_squared = sum((count - expected) ** 2 / expected for count in orders.values())
    assert chi_squared < 49.7  # the 0.001 point with 23 degrees of freedom


def test_the_shuffle_is_the_one_that_is_published():
    word = 0
    mask = 2**64 - 1

    def splitmix(x):
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    assert splitmix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF  # SplitMix64's published first output for seed 0
    word = splitmix((word + 0x9E3779B97F4A7C15 + 42) & mask)
    draw = splitmix((word + 0x9E3779B97F4A7C15) & mask)
    assert shuffled("ab", 42) == (("a", "b") if draw >> 63 else ("b", "a"))


def test_without_takes_each_card_once():
    twice = cards("7 clubs, 7 clubs, 8 clubs")
    assert without(twice, cards("7 clubs")) == cards("7 clubs, 8 clubs")
    with pytest.raises(ValueError, match="not in list"):
        without(twice, cards("9 clubs"))
