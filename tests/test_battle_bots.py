"""The plain players of battles in single positions: where they stand, what they attack, when they stop."""

import random

import pytest

import designkit as dk
from designkit.bots import BOTS
from designkit.cards import cards

GAME = dk.game("souls", 2)


def of(deck, text):
    return tuple(sorted(card._replace(deck=deck) for card in cards(text)))


def position(souls, hand, phase="place", game=GAME, **changes):
    """Seat 0 to move; a grid of nine souls, named space by space or all 3s."""
    exposed = tuple(of("souls", souls.get(space, "3 clubs"))[0] for space in range(9))
    hands = (of("seat 0", hand), of("seat 1", "K spades, Q spades"))
    return game.new(0).but(phase=phase, souls=exposed, hands=hands, decks=((),) * 2, **changes)


def choice(bot, state, game=GAME):
    return str(BOTS[bot](game.view(state, 0), game.legal(state), random.Random(0)))


def test_greedy_stands_next_to_the_best_soul_it_can_beat():
    state = position({0: "9 hearts", 8: "K hearts"}, "10 clubs, 2 clubs")
    assert choice("greedy", state) == "place on 5"
    weaker = position({0: "9 hearts", 8: "K hearts"}, "6 clubs, 4 clubs")
    assert choice("greedy", weaker) == "place on 1"


def test_duck_goes_where_a_single_card_is_enough():
    state = position({0: "9 hearts", 8: "K hearts"}, "10 clubs, 2 clubs")
    assert choice("duck", state) == "place on 1"


def test_greedy_attacks_what_brings_most_and_duck_only_with_one_card():
    state = position({1: "9 hearts", 3: "8 hearts", 5: "7 hearts", 7: "4 hearts"}, "6 clubs, 4 clubs", "attack")
    state = state.but(tokens=(4, None))
    assert choice("greedy", state) == "attack 1"
    assert choice("duck", state) == "attack 7"


def test_neither_attacks_a_soul_that_counts_nothing():
    game = dk.game("souls", 2, joker_points=0)
    souls = dict.fromkeys(range(9), "Joker 1")
    state = position(souls, "2 clubs, 4 clubs", "attack", game, tokens=(4, None))
    assert "attack 1" in map(str, game.legal(state))
    assert {choice(bot, state, game) for bot in ("greedy", "duck")} == {"rest"}


def test_greedy_pays_the_toll_with_its_least_card_and_duck_leaves_tokens_alone():
    state = position({1: "9 hearts"}, "10 clubs, J clubs, K clubs", "attack", tokens=(4, 1))
    assert choice("greedy", state) == "attack 1"
    assert choice("duck", state) != "attack 1"
    assert choice("greedy", GAME.play(state, "attack 1")) == "discard 10 clubs of seat 0"


def battle(hand, lay, soul="5 hearts"):
    laid = ((1, of("seat 1", lay)),)
    state = position({0: soul}, hand, "battle", tokens=(1, None), turn=1, space=0, lays=laid, fighting=(1, 0))
    return state.but(to_move=0)


@pytest.mark.parametrize(
    ("hand", "greedy", "duck"),
    [
        ("10 clubs, 9 clubs", "lay 9 clubs of seat 0", "pass"),
        ("7 clubs, 2 clubs", "lay 7 clubs of seat 0", "pass"),
        ("4 clubs, 2 clubs", "pass", "pass"),
        ("Joker 1, 2 clubs", "pass", "pass"),
    ],
)
def test_a_battle_goes_on_while_the_stake_is_worth_the_next_play(hand, greedy, duck):
    state = battle(hand, "6 clubs")
    assert (choice("greedy", state), choice("duck", state)) == (greedy, duck)


def test_duck_fights_on_where_much_lies_there():
    assert choice("duck", battle("A clubs, 2 clubs", "K clubs", soul="Q hearts")) == "pass"
    assert choice("duck", battle("9 clubs, 8 clubs", "7 clubs, 6 hearts", soul="J hearts")) == "pass"
    assert choice("duck", battle("9 clubs, 2 clubs", "8 clubs", soul="Q hearts")) == "lay 9 clubs of seat 0"


@pytest.mark.parametrize("bot", ["greedy", "duck"])
def test_the_least_card_is_swapped_for_a_better_one(bot):
    better = (of("seat 0", "Q clubs"), ())
    assert choice(bot, position({}, "4 clubs, 9 clubs", "swap", purgatory=better)) == "swap 4 clubs of seat 0"
    worse = (of("seat 0", "4 hearts"), ())
    assert choice(bot, position({}, "4 clubs, 9 clubs", "swap", purgatory=worse)) == "keep"


def test_a_soul_is_kept_if_it_counts():
    won = dict(phase="soul", space=0, fighting=(0,), tokens=(1, None), to_move=0)
    assert choice("greedy", position({0: "2 hearts"}, "4 clubs", **won)) == "soul score"
    game = dk.game("souls", 2, joker_points=0)
    assert choice("greedy", position({0: "Joker 1"}, "4 clubs", game=game, **won), game) == "soul purgatory"
