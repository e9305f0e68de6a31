"""Reds: the rulebook's facts and examples, trump and anti-trump over a whole small deck, and matches through the engine."""

import random
from itertools import combinations, permutations
from math import comb

import pytest

import designkit as dk
from designkit.cards import Card, cards
from designkit.events import Act, Dealt, Scored
from designkit.games import reds
from designkit.moves import Move


def at_random(game, state, rng, until=lambda state: state.over):
    moves = 0
    while not until(state):
        state, moves = game.play(state, rng.choice(game.legal(state))), moves + 1
    return state, moves


def held(hands):
    return tuple(tuple(sorted(cards(text))) for text in hands)


def in_tricks(game, hands, anti="clubs", leader=1, bids=None, **changes):
    """A round in which these cards are left."""
    return game.new(0).but(
        phase="tricks",
        hands=held(hands),
        context=anti,
        leader=leader,
        to_move=leader,
        bids=bids or (1,) * game.players,
        **changes,
    )


def played(game, state, *texts):
    for text in texts:
        state = game.play(state, text)
    return state


def offers(game, state):
    return [str(move) for move in game.legal(state)]


# ---- the deck, the deal and the anti-trump ----------------------------------------------------------------------


def test_the_deck_is_diamonds_spades_and_clubs():
    faces = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    expected = [f"{face} {suit}" for suit in ("diamonds", "spades", "clubs") for face in faces]
    assert sorted(map(str, reds.deck())) == sorted(expected)
    assert len(dk.game("reds", 4).deck) == 39


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everyone_has_five_cards_and_cards_are_flipped_until_one_is_black(players):
    game = dk.game("reds", players)
    for seed in range(40):
        state = game.new(seed)
        assert [len(hand) for hand in state.hands] == [5] * players
        *reds_first, black = state.flipped
        assert {card.suit for card in reds_first} <= {"diamonds"}
        assert black.suit == state.context
        assert black.suit in ("spades", "clubs")
        everything = [*state.flipped, *state.pack, *(card for hand in state.hands for card in hand)]
        assert sorted(everything) == sorted(game.deck)


@pytest.mark.parametrize(
    ("pack", "anti"),
    [
        ("7 diamonds, 2 clubs, A spades", "clubs"),
        ("A spades, 2 clubs", "spades"),
        ("7 diamonds, 2 diamonds, 3 spades", "spades"),
        ("7 diamonds, 2 diamonds", None),
        ("", None),
    ],
)
def test_the_first_black_card_names_the_anti_trump(pack, anti):
    assert reds.anti_trump(cards(pack)) == anti


def test_when_only_diamonds_are_left_all_are_flipped_and_there_is_no_anti_trump():
    game = dk.game("reds", 2, top_rank=3, hand_size=2, most_exchanged=1)
    states = [game.new(seed) for seed in range(100)]
    without = [state for state in states if state.context is None]
    assert without
    for state in without:
        assert sorted(state.flipped) == sorted(cards("2 diamonds, 3 diamonds"))
        assert state.pack == ()
    assert all(state.flipped[-1].suit == state.context for state in states if state.context)


@pytest.mark.parametrize("players", [1, 7])
def test_reds_is_for_two_to_six(players):
    with pytest.raises(dk.BadVariant, match="2 to 6 players"):
        dk.game("reds", players)


# ---- tricks, one at a time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "anti", "winner"),
    [
        ("9 spades, K spades, 10 spades", "clubs", "K spades"),
        ("9 spades, 2 diamonds, A spades", "clubs", "2 diamonds"),
        ("9 spades, 2 diamonds, 3 diamonds", "clubs", "3 diamonds"),
        ("2 spades, A clubs, K clubs", "clubs", "2 spades"),  # anti-trump cannot win when it is not led
        ("2 diamonds, A clubs, A spades", "clubs", "2 diamonds"),
        ("9 clubs, K clubs, 2 clubs", "clubs", "K clubs"),  # anti-trumps alone: the highest
        ("A clubs, 2 spades, K clubs", "clubs", "2 spades"),  # any neutral card beats a led anti-trump
        ("A clubs, 2 spades, 3 spades", "clubs", "3 spades"),
        ("A clubs, A spades, 2 diamonds", "clubs", "2 diamonds"),
        ("A clubs, K clubs, 2 diamonds", "clubs", "2 diamonds"),
        ("A clubs, 2 spades, K clubs", "spades", "A clubs"),
        ("A clubs, 2 spades, K spades", None, "A clubs"),  # no anti-trump: both black suits are neutral
        ("2 spades, A clubs, 3 clubs", None, "2 spades"),
        ("2 spades, A clubs, 2 diamonds", None, "2 diamonds"),
    ],
)
def test_trump_beats_the_suit_led_and_the_anti_trump_beats_only_its_own(plays, anti, winner):
    plays = cards(plays)
    assert str(plays[reds.trick_winner(plays, anti)]) == winner


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("7 clubs, 9 spades, 2 diamonds", None, "7 clubs, 9 spades, 2 diamonds"),
        ("7 clubs, 9 spades, 2 diamonds", "clubs", "7 clubs"),
        ("7 clubs, 9 spades, 2 diamonds", "diamonds", "2 diamonds"),
        ("7 clubs, 9 spades, 2 spades", "diamonds", "7 clubs, 9 spades, 2 spades"),
    ],
)
def test_any_card_may_be_led_and_suit_is_followed_if_able(hand, led, legal):
    assert reds.legal_plays(cards(hand), led) == cards(legal)


# ---- tricks, all of them on a small deck ------------------------------------------------------------------------

SMALL = [Card(suit, rank) for suit in ("diamonds", "spades", "clubs") for rank in (2, 3, 14)]
TRICKS = [plays for count in (2, 3, 4) for plays in permutations(SMALL, count)]
ANTIS = ("spades", "clubs", None)
OTHER = {"spades": "clubs", "clubs": "spades", "diamonds": "diamonds", None: None}


def test_every_trick_has_a_winner_that_no_card_of_its_suit_outranks():
    for plays in TRICKS:
        for anti in ANTIS:
            best = plays[reds.trick_winner(plays, anti)]
            assert all(card.rank <= best.rank for card in plays if card.suit == best.suit)


def test_trump_wins_wherever_there_is_some():
    for plays in TRICKS:
        trumped = any(card.suit == "diamonds" for card in plays)
        for anti in ANTIS:
            assert (plays[reds.trick_winner(plays, anti)].suit == "diamonds") == trumped


def test_an_anti_trump_wins_a_trick_of_anti_trumps_alone_and_no_other():
    for plays in TRICKS:
        for anti in ("spades", "clubs"):
            alone = all(card.suit == anti for card in plays)
            assert (plays[reds.trick_winner(plays, anti)].suit == anti) == alone


def test_a_card_off_suit_wins_only_as_trump_or_as_neutral_on_a_led_anti_trump():
    for plays in TRICKS:
        for anti in ANTIS:
            best = plays[reds.trick_winner(plays, anti)]
            assert best.suit in {plays[0].suit, "diamonds"} or plays[0].suit == anti


def test_the_black_suits_are_alike_but_for_which_is_the_anti_trump():
    for plays in TRICKS:
        relabelled = [Card(OTHER[card.suit], card.rank) for card in plays]
        for anti in ANTIS:
            assert reds.trick_winner(relabelled, OTHER[anti]) == reds.trick_winner(plays, anti)


def test_the_order_of_the_later_cards_does_not_change_who_wins():
    for lead in SMALL:
        for others in combinations([card for card in SMALL if card != lead], 3):
            orders = [(lead, *order) for order in permutations(others)]
            for anti in ANTIS:
                assert len({plays[reds.trick_winner(plays, anti)] for plays in orders}) == 1


# ---- scores and the exchange table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        (3, 3, 14),
        (2, 4, 8),
        (3, 2, 2),
        (0, 0, 10),
        (1, 1, 8),
        (5, 5, 20),
        (0, 2, 2),
        (1, 5, 7),
        (1, 0, 0),
        (5, 4, 4),
    ],
)
def test_an_exact_bid_pays_most(bid, tricks, points):
    assert reds.hand_score(bid, tricks) == points


FULL = [(4, "left"), (4, "right"), (3, "left"), (3, "right"), (2, "left"), (2, "right"), (1, "left"), (1, "right")]


def test_the_exchange_of_each_round():
    assert [reds.exchange(round) for round in range(1, 13)] == [*FULL, *[(0, None)] * 4]
    assert reds.rounds() == 9


def test_the_short_game_leaves_out_the_starred_rounds():
    kept = [FULL[round - 1] for round in (1, 4, 5, 8)]  # 2, 3, 6 and 7 are starred
    assert [reds.exchange(round, short=True) for round in range(1, 9)] == [*kept, *[(0, None)] * 4]
    assert reds.rounds(short=True) == 5


@pytest.mark.parametrize(("players", "sides"), [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))])
def test_the_seat_across_is_the_partner(players, sides):
    assert reds.partners(players) == sides


# ---- through the engine: a round ----------------------------------------------------------------------------------


def test_a_round_is_bids_then_the_exchange_then_tricks_each_from_the_dealers_left():
    game = dk.game("reds", 3)
    state = game.new(4)
    order = []
    rng = random.Random(4)
    while state.round == 0:
        order.append((state.phase, state.to_move))
        if state.phase == "bid":
            assert [move.what for move in game.legal(state)] == [0, 1, 2, 3, 4, 5]
        state = game.play(state, rng.choice(game.legal(state)))
    assert order[:6] == [("bid", 1), ("bid", 2), ("bid", 0), ("exchange", 1), ("exchange", 2), ("exchange", 0)]
    assert order[6:9] == [("tricks", 1), ("tricks", 2), ("tricks", 0)]
    assert len(order) == 3 + 3 + 15
    assert (state.dealer, state.to_move, state.phase) == (1, 2, "bid")


def test_open_bids_are_seen_as_they_are_made():
    game = dk.game("reds", 3)
    state = played(game, game.new(4), "bid 2", "bid 5")
    assert all(game.view(state, seat).state.bids == (None, 2, 5) for seat in range(3))
    assert [event.move for event in state.log if isinstance(event, Act)] == [Move("bid", 2), Move("bid", 5)]


HANDS = ("2 spades, 3 spades, 4 spades", "5 spades, 6 spades, 7 spades", "8 spades, 9 spades, 10 spades")


def exchanging(game, round, hands=HANDS):
    """The exchange of a round (from 1) with these hands, seat 0 dealing."""
    return game.new(0).but(phase="exchange", round=round - 1, hands=held(hands), to_move=1)


@pytest.mark.parametrize(
    ("round", "kept_and_got"),
    [
        (5, ("4 spades, 8 spades, 9 spades", "2 spades, 3 spades, 7 spades", "5 spades, 6 spades, 10 spades")),
        (6, ("4 spades, 5 spades, 6 spades", "7 spades, 8 spades, 9 spades", "2 spades, 3 spades, 10 spades")),
    ],
)
def test_cards_go_to_the_left_or_to_the_right(round, kept_and_got):
    game = dk.game("reds", 3)
    state = exchanging(game, round)
    gifts = ["give 5 spades, 6 spades", "give 8 spades, 9 spades", "give 2 spades, 3 spades"]
    assert played(game, state, *gifts).hands == held(kept_and_got)


def test_all_choose_before_anyone_gets_anything():
    game = dk.game("reds", 3)
    state = exchanging(game, 5)
    state = played(game, state, "give 5 spades, 6 spades", "give 8 spades, 9 spades")
    assert state.hands == held(HANDS)
    assert state.received == ((), (), ())
    assert all("5 spades" not in offer for offer in offers(game, state))
    assert len(game.legal(state)) == comb(3, 2)
    after = game.play(state, "give 2 spades, 3 spades")
    assert (after.phase, after.to_move, after.leader) == ("tricks", 1, 1)
    assert after.received[2] == cards("5 spades, 6 spades")


def test_what_was_given_is_known_to_the_giver_and_what_was_got_to_the_taker():
    game = dk.game("reds", 3)
    gifts = ["give 5 spades, 6 spades", "give 8 spades, 9 spades", "give 2 spades, 3 spades"]
    for state in (played(game, exchanging(game, 5), *gifts[:1]), played(game, exchanging(game, 5), *gifts)):
        shown = [game.view(state, seat).state for seat in range(3)]
        assert shown[1].given[1] == cards("5 spades, 6 spades")
        assert all(set(map(str, shown[seat].given[1])) == {"0 face down"} for seat in (0, 2))
        assert [event.move for event in state.log if isinstance(event, Act)] == [Move("give")] * (
            1 if state.phase == "exchange" else 3
        )
    assert shown[2].received[2] == cards("5 spades, 6 spades")
    assert all(set(map(str, shown[seat].received[2])) == {"0 face down"} for seat in (0, 1))


@pytest.mark.parametrize("round", [5, 6])
def test_two_players_exchange_with_each_other_in_both_directions(round):
    game = dk.game("reds", 2)
    state = exchanging(game, round, HANDS[:2])
    state = played(game, state, "give 5 spades, 6 spades", "give 2 spades, 3 spades")
    assert state.hands == held(("4 spades, 5 spades, 6 spades", "2 spades, 3 spades, 7 spades"))


@pytest.mark.parametrize(
    ("short", "round", "phase"), [(False, 8, "exchange"), (False, 9, "tricks"), (True, 5, "tricks")]
)
def test_the_last_planned_round_and_all_after_it_have_no_exchange(short, round, phase):
    game = dk.game("reds", 3, short=short)
    state = played(game, game.new(0).but(round=round - 1), "bid 0", "bid 0", "bid 0")
    assert (state.phase, state.to_move) == (phase, 1)
    later = played(game, game.new(0).but(round=round + 2), "bid 0", "bid 0", "bid 0")
    assert later.phase == "tricks"


def test_the_winner_leads_and_tricks_are_counted():
    game = dk.game("reds", 3)
    hands = ["2 spades, 4 spades", "A clubs, 5 spades", "K clubs, 6 spades"]
    state = played(game, in_tricks(game, hands), "play A clubs", "play K clubs", "play 2 spades")
    assert (state.leader, state.to_move, state.won) == (0, 0, (1, 0, 0))


# ---- through the engine: scores and the match -----------------------------------------------------------------------


def last_trick(game, **changes):
    """Seat 0 will win the last trick of a round; what happened before it is the caller's."""
    hands = ["2 diamonds", "5 spades", "6 spades", "7 spades", "8 spades", "9 spades"][: game.players]
    state = in_tricks(game, hands, **changes)
    return played(game, state, *(f"play {hands[seat]}" for seat in [*range(1, game.players), 0]))


def test_a_round_is_scored_and_the_deal_passes_left():
    state = last_trick(dk.game("reds", 3), bids=(3, 2, 0), won=(2, 2, 0), scores=(1, 2, 3))
    assert state.scores == (1 + 14, 2 + 11, 3 + 10)
    assert (state.round, state.dealer, state.phase, state.to_move) == (1, 1, "bid", 2)


def test_hidden_bids_are_seen_by_their_seats_alone_until_the_round_is_scored():
    game = dk.game("reds", 3, hidden_bids=True)
    state, rng = played(game, game.new(1), "bid 1", "bid 2", "bid 0"), random.Random(1)
    while state.round == 0:
        shown = [game.view(state, seat).state for seat in range(3)]
        assert [view.bids for view in shown] == [(None, None, None)] * 3
        assert [view.sealed for view in shown] == [(0, None, None), (None, 1, None), (None, None, 2)]
        assert [event.move for event in state.log if isinstance(event, Act)][:3] == [Move("bid")] * 3
        before, state = state, game.play(state, rng.choice(game.legal(state)))
    (event,) = [event for event in state.log if isinstance(event, Scored)]
    assert dict(event.sheet)["bid"] == (0, 1, 2)
    assert sum(dict(event.sheet)["tricks"]) == 5
    assert sum(before.won) == 4
    assert game.view(state, 0).state.sealed == (None, None, None)


def test_hidden_bids_score_like_open_ones():
    game = dk.game("reds", 3, hidden_bids=True)
    state = last_trick(game, sealed=(3, 2, 0), bids=(None,) * 3, won=(2, 2, 0))
    assert state.scores == (14, 11, 10)


@pytest.mark.parametrize(("short", "rounds"), [(False, 9), (True, 5)])
def test_a_match_has_nine_rounds_or_five(short, rounds):
    game = dk.game("reds", 4, short=short)
    ended = 0
    for seed in range(4):
        state, _ = at_random(game, game.new(seed), random.Random(seed))
        dealers = [event.dealer for event in state.log if isinstance(event, Dealt)]
        scored = [event for event in state.log if isinstance(event, Scored)]
        tied = [sorted(event.totals)[-1] == sorted(event.totals)[-2] for event in scored]
        assert dealers == [i % 4 for i in range(len(dealers))]
        assert len(scored) == rounds + sum(tied[rounds - 1 :])
        assert tuple(map(sum, zip(*(event.points for event in scored), strict=True))) == state.scores
        assert [state.scores[seat] for seat in state.winners] == [max(state.scores)]
        ended += len(scored) == rounds
    assert ended


def test_a_tie_for_first_plays_extra_rounds_without_exchange():
    game = dk.game("reds", 3)
    state = last_trick(game, round=8, dealer=2, bids=(1, 1, 1), scores=(10, 18, 0))
    assert (state.scores, state.over, state.round, state.dealer) == ((18, 18, 0), False, 9, 0)
    state = played(game, state, "bid 0", "bid 0", "bid 0")
    assert state.phase == "tricks"
    state = last_trick(game, round=9, bids=(1, 1, 1), scores=(18, 18, 0))
    assert (state.over, state.winners, state.scores) == (True, (0,), (26, 18, 0))


def test_the_match_ends_after_its_last_round_without_a_tie_and_not_before():
    game = dk.game("reds", 3)
    assert last_trick(game, round=8, scores=(9, 18, 0)).winners == (1,)
    assert not last_trick(game, round=7, scores=(9, 18, 0)).over
    assert last_trick(dk.game("reds", 3, short=True), round=4, scores=(9, 18, 0)).winners == (1,)


def test_after_the_most_extra_rounds_a_tie_stands():
    game = dk.game("reds", 3, extra_rounds=1)
    assert not last_trick(game, round=8, scores=(10, 18, 0)).over
    assert last_trick(game, round=9, scores=(10, 18, 0)).winners == (0, 1)


@pytest.mark.parametrize(
    ("players", "scores", "winners"),
    [
        (4, (12, 25, 6, 0), (0, 2)),  # 20 + 6 against 25
        (4, (12, 25, 4, 0), (1, 3)),
        (6, (0, 0, 20, 10, 0, 5), (2, 5)),
        (6, (0, 19, 0, 2, 1, 3), (1, 4)),
    ],
)
def test_in_a_partnership_the_sums_compete_and_both_win(players, scores, winners):
    game = dk.game("reds", players, partnership=True)
    state = last_trick(game, round=8, scores=scores)  # seat 0 makes its bid of 1 for 8, the others miss theirs
    assert (state.over, state.winners) == (True, winners)
    assert state.scores == (scores[0] + 8, *scores[1:])


def test_in_a_partnership_only_a_tie_of_sides_plays_on():
    game = dk.game("reds", 4, partnership=True)
    assert not last_trick(game, round=8, scores=(12, 26, 6, 0)).over
    assert last_trick(game, round=8, scores=(12, 20, 6, 0)).winners == (0, 2)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_partnership_needs_four_or_six(players):
    with pytest.raises(dk.BadVariant, match=r"4 or 6 players \(partnership\)"):
        dk.game("reds", players, partnership=True)


# ---- illegal moves ---------------------------------------------------------------------------------------------


def refused(game, state, move, *parts):
    before = repr(state)
    with pytest.raises(dk.IllegalMove) as error:
        game.play(state, move)
    for part in parts:
        assert part in str(error.value)
    assert repr(state) == before


def test_illegal_bids_and_gifts_are_refused_with_their_clause():
    game = dk.game("reds", 3)
    refused(game, game.new(0), "bid 6", "'bid 6' is not a bid here", "from 0 to 5")
    refused(game, game.new(0), "give 2 spades", "not possible now", "phase 'bid'")
    state = exchanging(game, 6)
    refused(game, state, "give 5 spades", "In round 6 a seat gives 2 different cards to the right")
    refused(game, state, "give 5 spades, 5 spades", "2 different cards")
    refused(game, state, "give 5 spades, 8 spades", "8 spades is not in the hand of seat 1")
    refused(game, exchanging(game, 7), "give 5 spades, 6 spades", "In round 7 a seat gives 1 card to the left")


def test_illegal_cards_are_refused_with_their_clause():
    game = dk.game("reds", 3)
    state = in_tricks(game, ["2 spades, 4 spades", "A clubs, 5 spades", "K clubs, 6 spades"])
    refused(game, state, "play 2 spades", "2 spades is not in the hand of seat 1", "it holds")
    state = game.play(state, "play A clubs")
    refused(game, state, "play 6 spades", "a player who holds the suit led must follow it", "seat 2 may play K clubs")
    over = last_trick(game, round=8, scores=(50, 0, 0))
    refused(game, over, "bid 0", "The game is over")


# ---- golden numbers --------------------------------------------------------------------------------------------


def test_a_seeded_match_goes_as_it_always_went():
    game = dk.game("reds", 4)
    state, moves = at_random(game, game.new(2024), random.Random(2024))
    assert (state.scores, state.winners, moves) == ((9, 53, 34, 24), (1,), 248)
    assert moves == 9 * (4 + 20) + 8 * 4  # bids and cards of nine rounds, gifts of eight


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))


def test_the_number_of_ways_to_play_a_tiny_variant():
    game = dk.game("reds", 2, top_rank=4, hand_size=3, most_exchanged=1)
    state = game.new(1)
    found = [perft(game, state, depth) for depth in range(1, 8)]
    # Four bids each, then one of three cards each, then any of three cards is led.
    assert found[:5] == [4, 4**2, 4**2 * 3, 4**2 * 3**2, 4**2 * 3**3]
    # The answer follows suit if it can: counted over the nine exchanges and three leads by hand-made rules.
    assert found[5] == 16 * sum(answers(state, given, taken) for given in state.hands[1] for taken in state.hands[0])
    assert found == [4, 16, 48, 144, 432, 816, 1632]


def answers(state, given, taken):
    """Pairs of lead and answer after seat 1 (which leads) gave one card and took another."""
    leads = [card for card in state.hands[1] if card != given] + [taken]
    follows = [card for card in state.hands[0] if card != taken] + [given]
    return sum(sum(card.suit == lead.suit for card in follows) or 3 for lead in leads)
