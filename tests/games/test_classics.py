"""The classics where OpenSpiel does not judge: whole matches, Whist, refusals, and golden playthroughs."""

import random

import pytest

import designkit as dk
from designkit.cards import cards
from designkit.games import hearts, oh_hell, spades, whist


def scored(state):
    return [event for event in state.log if type(event).__name__ == "Scored"]


def play(game, seed):
    return dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed)).state


@pytest.mark.parametrize("seed", range(5))
def test_whist_the_dealer_holds_the_card_that_made_trump(seed):
    game = dk.game("whist")
    for state in dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed)).states:
        if not state.over and sum(map(len, state.hands)) == 52:
            assert state.turned in state.hands[state.dealer]
            assert state.context == state.turned.suit
            assert state.to_move == (state.dealer + 1) % 4


def test_whist_partners_count_together_and_only_beyond_the_book():
    state = play(dk.game("whist", target=20), seed=2)
    for event in scored(state):
        tricks = dict(event.sheet)["tricks"]
        together = (tricks[0] + tricks[2], tricks[1] + tricks[3])
        assert event.points == tuple(max(0, together[seat % 2] - 6) for seat in range(4))
    assert state.winners in ((0, 2), (1, 3))
    assert max(state.scores) >= 20


def test_whist_trump_beats_the_suit_led():
    assert whist.trick_winner(cards("A clubs, K clubs, 2 hearts, Q clubs"), trump="hearts") == 2
    assert whist.trick_winner(cards("9 clubs, K clubs, A spades, Q clubs"), trump="hearts") == 1


def test_hearts_ends_at_the_target_and_the_lowest_total_wins():
    state = play(dk.game("hearts", target=60), seed=4)
    assert max(state.scores) >= 60
    assert max(scored(state)[-2].totals) < 60
    assert [state.scores[seat] for seat in state.winners] == [min(state.scores)] * len(state.winners)


@pytest.mark.parametrize(
    ("moon", "points"), [("others", (0, 26, 26, 26)), ("own", (-26, 0, 0, 0)), ("none", (26, 0, 0, 0))]
)
def test_hearts_shooting_the_moon(moon, points):
    everything = [card for card in hearts.deck() if hearts.pointed(card)]
    assert hearts.hand_points([everything, (), (), ()], [5, 5, 3, 0], moon=moon) == points


def test_hearts_refusals_name_their_clause():
    game = dk.game("hearts", pass_count=0)
    state = game.new(seed=3)
    assert "the 2 of clubs opens the hand" in game.why_not(state, dk.Move("play", state.hands[state.to_move][-1:]))
    hand = cards("3 diamonds, 4 hearts")
    state = state.but(situation=(False, False), hands=(hand,) * 4, to_move=0, leader=0)
    assert "hearts may not be led before they are broken (must_break = True)" in game.why_not(state, "play 4 hearts")


def test_spades_a_side_that_collects_ten_bags_pays_and_keeps_the_rest():
    game = dk.game("spades")
    state = game.new(seed=1).but(bids=(1, 3, 1, 3), won=(4, 3, 3, 3), bags=(8, 0, 8, 0), phase="tricks")
    after = game.enter(state, "score")
    assert scored(after)[-1].points == (20 + 5 - 100, 60, 20 + 5 - 100, 60)
    assert after.bags == (3, 0, 3, 0)


def test_spades_bids_of_partners_stay_within_the_tricks():
    game = dk.game("spades")
    state = game.play(game.play(game.new(seed=1), "bid 9"), "bid 2")
    assert "is not allowed to seat 3 here; it may bid 0, 1, 2, 3, 4" in game.why_not(state, "bid 5")
    assert spades.side_score([9, 4], [9, 4]) == (130, 0)


def test_oh_hell_hands_shrink_and_grow_and_the_dealer_is_hooked():
    game = dk.game("oh_hell", 3, most_cards=3)
    assert oh_hell.hand_sizes(3) == (3, 2, 1, 2, 3)
    state = game.play(game.play(game.new(seed=1), "bid 1"), "bid 1")
    assert [move.what for move in game.legal(state)] == [0, 2, 3]
    assert len(scored(play(game, seed=1))) == 5


GOLDEN = {
    "hearts": ((99, 66, 96, 103), (1,), 772),
    "spades": ((-474, -620, -474, -620), (0, 2), 224),
    "oh_hell": ((49, 67, 78, 55), (2,), 512),
    "whist": ((0, 5, 0, 5), (1, 3), 104),
}


@pytest.mark.parametrize("id", GOLDEN)
def test_golden_playthroughs(id):
    session = dk.Session(dk.game(id), seed=42).play_out(dk.BOTS["random"], random.Random(42))
    assert (session.state.scores, session.state.winners, session.at) == GOLDEN[id]
