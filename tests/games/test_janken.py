"""Janken: the rulebook's facts and examples, the circle of suits over a whole small deck, and matches through the engine."""

import random
from itertools import combinations, permutations

import pytest

import designkit as dk
from designkit.cards import Card, cards
from designkit.events import Act, Dealt, Scored, Trick
from designkit.games import janken

CIRCLE = ("paper", "lizard", "scissors", "rock", "water")


def at_random(game, state, rng, until=lambda state: state.over):
    moves = 0
    while not until(state):
        state, moves = game.play(state, rng.choice(game.legal(state))), moves + 1
    return state, moves


def in_tricks(game, hands, leader=0, opening=False, rock_played=False, bids=None, **changes):
    """A hand in which these cards are left."""
    return game.new(0).but(
        phase="tricks",
        hands=tuple(map(cards, hands)),
        leader=leader,
        to_move=leader,
        bids=bids or (1,) * game.players,
        situation=(opening, rock_played),
        **changes,
    )


def opened(game, *hands):
    """The tricks begin with these hands, after everyone has bid 0."""
    state = game.new(0).but(hands=tuple(map(cards, hands)))
    return played(game, state, *["bid 0"] * game.players)


def played(game, state, *texts):
    for text in texts:
        state = game.play(state, text)
    return state


def offers(game, state):
    return [str(move).removeprefix("play ") for move in game.legal(state)]


# ---- the deck and the hands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("jokers", "size"), [(True, 70), (False, 65)])
def test_the_deck_is_five_suits_from_2_to_ace_with_a_joker_each(jokers, size):
    faces = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] + ["Joker"] * jokers
    deck = dk.game("janken", 4, jokers=jokers).deck
    assert sorted(map(str, deck)) == sorted(f"{face} {suit}" for suit in CIRCLE for face in faces)
    assert len(deck) == size


@pytest.mark.parametrize(
    ("players", "jokers", "ghost", "hand", "aside"),
    [
        (5, True, False, 14, 0),
        (4, True, False, 17, 2),
        (3, True, False, 23, 1),
        (5, False, False, 13, 0),
        (4, False, False, 16, 1),
        (3, False, False, 21, 2),
        (3, True, True, 17, 17 + 2),
        (4, True, True, 14, 14),
        (5, True, True, 11, 11 + 4),
        (4, False, True, 13, 13),
    ],
)
def test_hands_are_dealt_evenly_and_the_rest_with_the_ghost_is_set_aside(players, jokers, ghost, hand, aside):
    game = dk.game("janken", players, jokers=jokers, ghost=ghost)
    state = game.new(5)
    assert [len(held) for held in state.hands] == [hand] * players
    assert len(state.aside) == aside
    assert sorted([*state.aside, *(card for held in state.hands for card in held)]) == sorted(game.deck)
    assert all(set(map(str, game.view(state, seat).state.aside)) <= {"0 face down"} for seat in range(players))
    assert janken.hand_size(players, jokers, ghost) == hand


@pytest.mark.parametrize("players", [2, 6])
def test_janken_is_for_three_to_five(players):
    with pytest.raises(dk.BadVariant, match="3 to 5 players"):
        dk.game("janken", players)


# ---- tricks, one at a time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("10 lizard, Q lizard, 4 lizard", "Q lizard"),
        ("A paper, 2 lizard, K paper", "2 lizard"),
        ("7 paper, 5 lizard, 9 lizard", "9 lizard"),
        ("7 paper, A lizard, 2 scissors", "2 scissors"),
        ("7 paper, A rock, A water", "7 paper"),
        ("7 paper, 2 scissors, A rock", "2 scissors"),  # rock would beat scissors, but paper was led
        ("K rock, A rock, 2 water", "2 water"),
        ("K rock, A water, 2 paper", "2 paper"),
        ("K scissors, J rock, 7 paper", "J rock"),
        ("J rock, K scissors, 7 paper", "7 paper"),
        ("J water, K scissors, 7 paper, 2 lizard", "2 lizard"),
        ("5 lizard, A paper, A water, 2 rock, A scissors", "2 rock"),
    ],
)
def test_the_two_suits_after_the_one_led_beat_it(plays, winner):
    plays = cards(plays)
    assert str(plays[janken.trick_winner(plays)]) == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("10 lizard, Q lizard, Joker lizard", "Q lizard"),
        ("Joker paper, 5 paper, K paper", "K paper"),
        ("7 paper, 2 water, Joker lizard", "2 water"),
        ("7 paper, A water, 2 rock, Joker scissors", "2 rock"),
        ("7 paper, A water, A rock, K scissors, Joker lizard", "A rock"),
        ("7 paper, A lizard, A scissors, Joker scissors", "7 paper"),
        ("5 rock, 9 rock, A water, Joker water", "9 rock"),
        ("5 rock, A scissors, A rock, Joker lizard", "Joker lizard"),
        ("5 rock, A scissors, Joker rock, Joker lizard", "Joker lizard"),
        ("Joker rock, A scissors, Joker scissors, Joker lizard", "Joker lizard"),
        ("5 rock, Joker lizard, 2 lizard", "2 lizard"),
        ("5 rock, Joker rock, A water, A paper", "5 rock"),
        ("Joker water, A lizard, A paper", "Joker water"),
        ("Joker water, 2 rock, A paper", "2 rock"),
    ],
)
def test_any_joker_reverses_the_circle_and_a_second_does_not_turn_it_back(plays, winner):
    plays = cards(plays)
    assert str(plays[janken.trick_winner(plays)]) == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("A paper, A scissors, 2 rock", "2 rock"),
        ("K rock, A water, A paper", "K rock"),
        ("A lizard, 3 rock, 9 rock, A water", "9 rock"),
        ("A lizard, 3 rock, Joker paper, A water", "3 rock"),
        ("A paper, A water, Joker rock", "Joker rock"),
        ("A paper, 2 lizard, 3 water", "2 lizard"),
        ("A paper, 2 lizard, 3 water, Joker lizard", "3 water"),
    ],
)
def test_when_rock_breaks_everything_the_highest_rock_wins_joker_or_not(plays, winner):
    plays = cards(plays)
    assert str(plays[janken.trick_winner(plays, rock_breaks=True)]) == winner


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("7 paper, 9 rock, Joker paper", "paper", "7 paper, Joker paper"),
        ("Joker paper, 9 rock", "paper", "Joker paper"),
        ("7 paper, 9 rock, Joker paper", "water", "7 paper, 9 rock, Joker paper"),
        ("7 paper, 9 rock", None, "7 paper, 9 rock"),
    ],
)
def test_follow_suit_with_jokers_too(hand, led, legal):
    assert janken.legal_plays(cards(hand), led) == cards(legal)


# ---- tricks, all of them on a small deck ------------------------------------------------------------------------

JOKER = 1
PLAIN = [Card(suit, rank) for suit in CIRCLE for rank in (5, 9)]
WITH_JOKERS = [Card(suit, rank) for suit in CIRCLE for rank in (JOKER, 5, 9)]
TRICKS = [plays for count in (2, 3, 4) for plays in permutations(WITH_JOKERS, count)]


def stepped(plays, step=1, sign=1):
    """The same ranks with each suit moved along the circle, or the circle mirrored."""
    return [Card(CIRCLE[(sign * CIRCLE.index(card.suit) + step) % 5], card.rank) for card in plays]


def test_every_trick_has_a_winner_that_no_card_of_its_suit_outranks():
    for plays in TRICKS:
        best = plays[janken.trick_winner(plays)]
        assert all(card.rank <= best.rank for card in plays if card.suit == best.suit)


def test_turning_all_suits_one_step_of_the_circle_leaves_the_winning_place():
    for plays in TRICKS:
        assert janken.trick_winner(stepped(plays)) == janken.trick_winner(plays)


def test_a_joker_wins_as_the_mirrored_circle_would_with_a_low_card_in_its_place():
    for plays in TRICKS:
        if all(card.rank != JOKER for card in plays):
            continue
        plain = [Card(card.suit, max(card.rank, 2)) for card in plays]
        assert janken.trick_winner(stepped(plain, step=0, sign=-1)) == janken.trick_winner(plays)


def test_the_mirrored_circle_is_not_the_circle():
    differ = [p for p in permutations(PLAIN, 3) if janken.trick_winner(p) != janken.trick_winner(stepped(p, 0, -1))]
    assert differ


def test_with_a_card_of_every_suit_the_one_two_steps_on_wins():
    beaten_by = {"paper": "scissors", "scissors": "water", "water": "lizard", "lizard": "rock", "rock": "paper"}
    for plays in permutations([Card(suit, rank) for rank, suit in enumerate(CIRCLE, start=4)]):
        assert plays[janken.trick_winner(plays)].suit == beaten_by[plays[0].suit]


def test_of_two_suits_the_same_one_wins_whichever_is_led():
    for one, other in permutations(CIRCLE, 2):
        plays = (Card(one, 5), Card(other, 5))
        assert plays[janken.trick_winner(plays)] == plays[::-1][janken.trick_winner(plays[::-1])]


def test_the_order_of_the_later_cards_does_not_change_who_wins():
    for lead in WITH_JOKERS:
        for others in combinations([card for card in WITH_JOKERS if card != lead], 3):
            orders = [(lead, *order) for order in permutations(others)]
            assert len({plays[janken.trick_winner(plays)] for plays in orders}) == 1


def test_when_rock_breaks_everything_only_tricks_with_rock_change():
    for plays in TRICKS:
        rocks = [card for card in plays if card.suit == "rock"]
        broken = plays[janken.trick_winner(plays, rock_breaks=True)]
        assert broken == (max(rocks) if rocks else plays[janken.trick_winner(plays)])


# ---- scores ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "bags"),
    [
        (4, 6, 42, 2),
        (4, 4, 40, 0),
        (4, 3, 0, 0),
        (1, 0, 0, 0),
        (0, 0, 150, 0),
        (0, 1, 0, 1),
        (0, 3, 0, 3),
        (1, 14, 23, 13),
        (14, 14, 140, 0),
    ],
)
def test_a_made_bid_pays_and_each_trick_over_is_a_bag(bid, tricks, points, bags):
    assert janken.hand_score(bid, tricks) == (points, bags)


@pytest.mark.parametrize(("bags", "lost", "left"), [(0, 0, 0), (9, 0, 9), (10, -100, 0), (12, -100, 2), (23, -200, 3)])
def test_ten_bags_cost_100_and_go(bags, lost, left):
    assert janken.settle_bags(bags) == (lost, left)


# ---- through the engine: bids and the opening --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("had", "bags", "full", "lots", "lost", "left"),
    [
        (8, 12, "lots_go", "each", -100, 2),
        (8, 25, "lots_go", "each", -200, 5),
        (8, 25, "lots_go", "once", -100, 5),
        (8, 12, "all_go", "each", -100, 0),
        (8, 9, "all_go", "each", 0, 9),
        (8, 25, "all_go", "each", -200, 0),
        (8, 25, "all_go", "once", -100, 0),
        (8, 9, "stay", "each", 0, 9),
        (8, 12, "stay", "each", -100, 12),
        (12, 12, "stay", "each", 0, 12),
        (12, 21, "stay", "each", 0, 21),  # only the first ten of a match cost
        (8, 25, "stay", "once", -100, 25),
    ],
)
def test_other_readings_of_what_becomes_of_full_bags(had, bags, full, lots, lost, left):
    assert janken.settle_bags(bags, full=full, lots=lots, had=had) == (lost, left)


def test_bids_go_in_turn_from_the_dealers_left_and_are_open():
    game = dk.game("janken", 3)
    state = game.new(2)
    order = []
    for number in (23, 0, 7):
        order.append(state.to_move)
        assert [move.what for move in game.legal(state)] == list(range(24))
        state = game.play(state, f"bid {number}")
    assert order == [1, 2, 0]
    assert state.bids == (7, 23, 0)
    assert all(game.view(state, seat).state.bids == (7, 23, 0) for seat in range(3))
    assert [event.move.what for event in state.log if isinstance(event, Act)] == [23, 0, 7]


@pytest.mark.parametrize(
    ("paper_joker", "hands", "leader", "lead"),
    [
        ("last", ("A rock, 3 paper", "K rock, 2 paper, A paper", "2 rock, Joker paper"), 1, "2 paper"),
        ("last", ("A rock, 3 paper", "K rock, 4 paper", "2 rock, Joker paper"), 0, "3 paper"),
        ("last", ("A rock, 3 rock", "K rock, 4 rock", "2 rock, A paper, Joker paper"), 2, "A paper"),
        ("last", ("A rock, 3 rock", "Joker paper, 4 rock", "2 rock, 5 rock"), 1, "Joker paper"),
        ("lowest", ("A rock, 3 paper", "K rock, 4 paper", "2 rock, Joker paper"), 2, "Joker paper"),
        ("lowest", ("A rock, 3 paper", "K rock, 2 paper", "2 rock, Joker paper"), 1, "2 paper"),
    ],
)
def test_the_lowest_paper_dealt_opens_and_nothing_else(paper_joker, hands, leader, lead):
    game = dk.game("janken", 3, paper_joker=paper_joker)
    state = opened(game, *hands)
    assert (state.leader, state.to_move, offers(game, state)) == (leader, leader, [lead])


def test_the_2_of_paper_opens_every_hand_in_which_it_is_dealt():
    game = dk.game("janken", 5)
    for seed in range(20):
        state, _ = at_random(game, game.new(seed), random.Random(seed), until=lambda state: state.phase == "tricks")
        assert offers(game, state) == ["2 paper"]
        assert Card("paper", 2) in state.hands[state.to_move]


def test_without_any_paper_the_dealers_left_opens_with_anything():
    game = dk.game("janken", 3)
    state = opened(game, "A rock, 3 water", "K rock, 4 water", "2 rock, 5 water")
    assert (state.leader, offers(game, state)) == (1, ["K rock", "4 water"])


def test_the_winner_leads_the_next_trick_and_only_the_first_must_be_opened_with_paper():
    game = dk.game("janken", 3)
    state = opened(game, "3 scissors, 9 paper", "2 paper, 4 paper", "5 water, A paper")
    assert offers(game, state) == ["2 paper"]
    state = played(game, state, "play 2 paper", "play A paper", "play 9 paper")
    assert (state.leader, state.to_move, state.won, offers(game, state)) == (2, 2, (0, 0, 1), ["5 water"])
    state = opened(game, "3 scissors, 9 paper, 4 rock", "2 paper, 4 lizard, 5 lizard", "A paper, 5 water, 7 paper")
    state = played(game, state, "play 2 paper", "play 7 paper", "play 9 paper")
    assert (state.leader, offers(game, state)) == (0, ["3 scissors", "4 rock"])


# ---- through the engine: rock breaks everything -------------------------------------------------------------------


@pytest.fixture
def rock():
    return dk.game("janken", 3, rock_breaks=True)


def test_rock_may_not_be_led_until_one_was_played_in_an_earlier_trick(rock):
    hands = ["4 rock, 9 paper, 5 water", "A rock, 3 rock, 5 lizard", "2 water, 7 paper, 8 water"]
    state = in_tricks(rock, hands)
    assert offers(rock, state) == ["9 paper", "5 water"]
    state = rock.play(state, "play 5 water")
    assert offers(rock, state) == ["A rock", "3 rock", "5 lizard"]  # without water, and not in the opening trick
    broken = played(rock, state, "play A rock", "play 2 water")
    assert (broken.to_move, offers(rock, broken)) == (1, ["3 rock", "5 lizard"])
    whole = played(rock, state, "play 5 lizard", "play 2 water")  # water led: lizard beats it
    assert (whole.to_move, offers(rock, whole)) == (1, ["A rock", "3 rock"])
    plain = dk.game("janken", 3)
    assert offers(plain, in_tricks(plain, hands)) == ["4 rock", "9 paper", "5 water"]


def test_rock_is_broken_for_all_seats_and_only_for_its_hand(rock):
    hands = ["4 rock, 9 paper, A water, 9 lizard", "5 paper, 6 water, 2 lizard", "2 rock, 8 water, 3 lizard"]
    state = rock.play(in_tricks(rock, hands, leader=1), "play 5 paper")
    later = ["play 9 paper", "play 8 water", "play A water", "play 6 water"]
    assert offers(rock, played(rock, state, "play 2 rock", *later)) == ["4 rock", "9 lizard"]
    assert offers(rock, played(rock, state, "play 3 lizard", *later)) == ["9 lizard"]
    assert in_next_hand(rock).situation == (True, False)


def in_next_hand(game):
    state = in_tricks(game, ["9 rock", "5 rock", "6 rock"], rock_played=True)
    return played(game, state, "play 9 rock", "play 5 rock", "play 6 rock")


def test_rock_may_be_led_from_a_hand_of_rock_alone(rock):
    state = in_tricks(rock, ["4 rock, A rock", "5 paper, 6 paper", "2 rock, 8 water"])
    assert offers(rock, state) == ["4 rock", "A rock"]


def test_in_the_opening_trick_rock_waits_for_every_other_suit(rock):
    state = opened(rock, "2 paper, 9 lizard", "A rock, 9 water", "K rock, Q rock")
    state = rock.play(state, "play 2 paper")
    assert offers(rock, state) == ["9 water"]
    state = rock.play(state, "play 9 water")
    assert offers(rock, state) == ["K rock", "Q rock"]  # nothing but rock
    plain = dk.game("janken", 3)
    state = plain.play(opened(plain, "2 paper, 9 lizard", "A rock, 9 water", "K rock, Q rock"), "play 2 paper")
    assert offers(plain, state) == ["A rock", "9 water"]


def test_the_highest_rock_takes_the_trick_in_play(rock):
    hands = ["9 paper, 3 paper", "A rock, 2 lizard", "K rock, Joker lizard"]
    state = played(rock, in_tricks(rock, hands), "play 9 paper", "play A rock", "play K rock")
    assert state.leader == 1
    plain = dk.game("janken", 3)
    state = played(plain, in_tricks(plain, hands), "play 9 paper", "play A rock", "play K rock")
    assert state.leader == 0


# ---- through the engine: scores and the match --------------------------------------------------------------------


def last_trick(game, **changes):
    """Seat 0 will win the last trick of a hand; what happened before it is the caller's."""
    state = in_tricks(game, ["9 paper", "5 paper", "6 paper"], **changes)
    return played(game, state, "play 9 paper", "play 5 paper", "play 6 paper")


def test_a_hand_scores_bids_and_bags():
    state = last_trick(dk.game("janken", 3), bids=(4, 3, 0), won=(5, 2, 0), scores=(7, 8, 9), bags=(1, 2, 3))
    assert (state.scores, state.bags) == ((7 + 42, 8, 9 + 150), (3, 2, 3))
    assert (state.over, state.round, state.dealer, state.phase) == (False, 1, 1, "bid")


def test_bags_are_settled_at_ten_through_the_match():
    state = last_trick(dk.game("janken", 3), bids=(4, 0, 0), won=(5, 3, 0), scores=(50, 60, 0), bags=(8, 8, 9))
    assert state.bags == (0, 1, 9)
    assert state.scores == (50 + 42 - 100, 60 - 100, 150)
    (event,) = [event for event in state.log if isinstance(event, Scored)]
    assert dict(event.sheet)["bag penalty"] == (-100, -100, 0)


@pytest.mark.parametrize(
    ("params", "bags", "lost"),
    [
        (dict(), (0, 1, 5), (-100, -100, -100)),
        (dict(full_bags="all_go"), (0, 0, 0), (-100, -100, -100)),
        (dict(full_bags="stay"), (10, 11, 15), (-100, -100, 0)),
        (dict(bag_limit=4), (2, 3, 3), (-200, -200, -300)),
        (dict(bag_limit=4, bag_lots="once"), (2, 3, 3), (-100, -100, -100)),
    ],
)
def test_full_bags_through_the_match(params, bags, lost):
    game = dk.game("janken", 3, **params)
    state = last_trick(game, bids=(4, 0, 0), won=(5, 3, 3), bags=(8, 8, 12))
    assert state.bags == bags
    (event,) = [event for event in state.log if isinstance(event, Scored)]
    assert dict(event.sheet)["bag penalty"] == lost


def test_a_bag_limit_and_penalty_of_ones_own():
    game = dk.game("janken", 3, bag_limit=3, bag_penalty=7)
    state = last_trick(game, bids=(1, 0, 0), won=(1, 2, 0), bags=(2, 2, 2))
    assert (state.bags, state.scores) == ((0, 1, 2), (11 - 7, -7, 150))


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((490, 0, 0), (0,)),  # exactly 500
        ((489, 0, 0), None),
        ((495, 520, 0), (1,)),  # both have 500: the highest
        ((515, 520, 0), (0,)),
        ((490, 500, 0), None),  # a tie plays on
        ((490, 500, 501), (2,)),
    ],
)
def test_the_first_alone_on_top_with_500_at_the_end_of_a_hand_wins(scores, winners):
    state = last_trick(dk.game("janken", 3), scores=scores, bids=(1, 1, 1))  # seat 0 makes 10, the others miss
    assert (state.winners if state.over else None) == winners
    assert state.scores == (scores[0] + 10, *scores[1:])


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((490, 500, 0), (0, 1)), ((490, 500, 501), (2,)), ((489, 499, 0), None), ((480, 490, 0), None)],
)
def test_a_tie_with_500_may_share_the_win(scores, winners):
    state = last_trick(dk.game("janken", 3, ties="shared"), scores=scores, bids=(1, 1, 1))
    assert (state.winners if state.over else None) == winners


def test_bags_can_take_500_away_again():
    state = last_trick(dk.game("janken", 3), scores=(495, 0, 0), won=(1, 0, 0), bags=(9, 0, 0))
    assert (state.over, state.scores) == (False, (495 + 11 - 100, 0, 0))


def test_after_the_most_hands_the_highest_total_wins_all_the_same():
    game = dk.game("janken", 3, most_hands=2)
    assert not last_trick(game, round=0, scores=(50, 60, 0)).over
    assert last_trick(game, round=1, scores=(40, 60, 0)).winners == (1,)
    assert last_trick(game, round=1, scores=(50, 60, 0)).winners == (0, 1)


def test_the_deal_passes_left_and_a_match_adds_its_hands():
    game = dk.game("janken", 4, most_hands=6, target=2000)
    state, _ = at_random(game, game.new(3), random.Random(3))
    assert [event.dealer for event in state.log if isinstance(event, Dealt)] == [0, 1, 2, 3, 0, 1]
    bidders = [event.seat for event in state.log if isinstance(event, Act)]
    assert bidders[:8] == [1, 2, 3, 0, 2, 3, 0, 1]
    scored = [event for event in state.log if isinstance(event, Scored)]
    assert tuple(map(sum, zip(*(event.points for event in scored), strict=True))) == state.scores
    assert all(sum(dict(event.sheet)["tricks"]) == 17 for event in scored)
    assert len([event for event in state.log if isinstance(event, Trick)]) == 6 * 17


# ---- illegal moves ---------------------------------------------------------------------------------------------


def refused(game, state, move, *parts):
    before = repr(state)
    with pytest.raises(dk.IllegalMove) as error:
        game.play(state, move)
    for part in parts:
        assert part in str(error.value)
    assert repr(state) == before


def test_illegal_bids_are_refused():
    game = dk.game("janken", 4)
    refused(game, game.new(0), "bid 18", "'bid 18' is not a bid here", "from 0 to 17")
    refused(game, game.new(0), "play 2 paper", "not possible now", "phase 'bid'")


def test_illegal_cards_are_refused_with_their_clause_and_parameter(rock):
    hands = ["4 rock, 9 paper", "5 paper, 6 lizard", "2 rock, 8 water"]
    clause = "Rock may not be led before one was played in an earlier trick (rock_breaks = True)"
    refused(rock, in_tricks(rock, hands), "play 4 rock", clause, "seat 0 may play 9 paper")
    refused(rock, in_tricks(rock, hands), "play 9 water", "9 water is not in the hand of seat 0")
    state = rock.play(in_tricks(rock, hands), "play 9 paper")
    refused(rock, state, "play 6 lizard", "a player who holds the suit led must follow it", "may play 5 paper")
    state = opened(rock, "2 paper, 9 lizard", "A rock, 9 water", "K rock, Q rock")
    refused(rock, state, "play 9 lizard", "the lowest paper dealt opens the hand", "paper_joker = last")
    clause = "Rock may not be played in the opening trick by a hand with another suit (rock_breaks = True)"
    refused(rock, rock.play(state, "play 2 paper"), "play A rock", clause)


def test_a_rock_that_may_not_open_a_hand_without_paper_is_refused_for_rock(rock):
    state = opened(rock, "A rock, 3 water", "K rock, 4 water", "2 rock, 5 water")
    assert offers(rock, state) == ["4 water"]
    refused(rock, state, "play K rock", "Rock may not be led", "(rock_breaks = True)")


# ---- golden numbers --------------------------------------------------------------------------------------------


def test_a_seeded_match_goes_as_it_always_went():
    game = dk.game("janken", 4, most_hands=5)
    state, moves = at_random(game, game.new(2024), random.Random(2024))
    assert (state.scores, state.winners, moves) == ((132, 30, 50, 82), (0,), 360)
    assert moves == 5 * (4 + 4 * 17)  # hands x (bids, cards)


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))


def test_the_number_of_ways_to_play_a_tiny_variant():
    game = dk.game("janken", 3, top_rank=3)  # 15 cards, five each
    state = game.new(7)
    found = [perft(game, state, depth) for depth in range(1, 7)]
    opener = next(seat for seat in range(3) if Card("paper", 2) in state.hands[seat])
    follows = []
    for seat in ((opener + 1) % 3, (opener + 2) % 3):
        follows.append(sum(card.suit == "paper" for card in state.hands[seat]) or 5)
    # Six bids each; then the 2 of paper alone can open, and the others follow with paper or with anything.
    assert found == [6, 6**2, 6**3, 6**3 * 1, 6**3 * follows[0], 6**3 * follows[0] * follows[1]]
    assert found == [6, 36, 216, 216, 432, 2160]
