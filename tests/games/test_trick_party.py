"""Trick Party: the rulebook's facts and examples, Revolutions over a whole small deck, and games through the engine."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

import designkit as dk
from designkit.cards import Card, cards
from designkit.events import Dealt, Scored, Trick
from designkit.games import trick_party
from designkit.games.trick_party import DEATH


def at_random(game, state, rng, until=lambda state: state.over):
    moves = 0
    while not until(state):
        state, moves = game.play(state, rng.choice(game.legal(state))), moves + 1
    return state, moves


def in_tricks(game, hands, leader=0, **changes):
    """A game in which these cards are left."""
    return game.new(0).but(hands=tuple(map(cards, hands)), leader=leader, to_move=leader, **changes)


def played(game, state, *texts):
    for text in texts:
        state = game.play(state, text)
    return state


def offers(game, state):
    return [str(move) for move in game.legal(state)]


# ---- the cards and the tables by player count --------------------------------------------------------------------


def test_the_deck_is_five_suits_of_twelve():
    suits = ("red", "blue", "yellow", "green", "purple")
    assert sorted(map(str, trick_party.deck())) == sorted(f"{n} {suit}" for suit in suits for n in range(1, 13))
    assert len(dk.game("trick_party", 4).deck) == 60


def test_sixteen_cards_are_revolutions_four_in_each_suit_but_purple():
    turning = [card for card in trick_party.deck() if trick_party.revolution(card)]
    assert Counter(card.suit for card in turning) == {"red": 4, "blue": 4, "yellow": 4, "green": 4}
    assert {card.rank for card in turning} == {3, 6, 9, 12}


def test_the_prizes_are_each_minus_twice_and_each_plus_once():
    minus, plus = dict.fromkeys(range(-5, 0), 2), dict.fromkeys(range(1, 6), 1)
    assert Counter(trick_party.score_deck()) == minus | plus


@pytest.mark.parametrize(("players", "removed", "over_death", "hand"), [(4, 1, 14, 15), (5, 4, 11, 12), (6, 6, 9, 10)])
def test_prizes_and_hands_by_player_count(players, removed, over_death, hand):
    state = dk.game("trick_party", players).new(9)
    assert [len(cards) for cards in state.hands] == [hand] * players
    assert len(state.removed) == removed
    prizes = [state.prize, *state.score_deck]
    assert (len(prizes), prizes[-1], prizes.count(DEATH)) == (over_death + 1, DEATH, 1)
    assert Counter([*prizes[:-1], *state.removed]) == Counter(trick_party.score_deck())
    assert trick_party.score_deck_size(players) == over_death
    assert sorted(card for cards in state.hands for card in cards) == sorted(trick_party.deck())


@pytest.mark.parametrize("players", [3, 7])
def test_trick_party_is_for_four_to_six(players):
    with pytest.raises(dk.BadVariant, match="4 to 6 players"):
        dk.game("trick_party", players)


# ---- tricks, one at a time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("7 red, 11 red, 10 red, 1 red", "11 red"),
        ("7 red, 11 blue, 10 green, 1 yellow", "7 red"),
        ("7 red, 1 purple, 10 red, 11 red", "1 purple"),
        ("7 red, 1 purple, 4 purple, 11 red", "4 purple"),
        ("7 red, 3 red, 10 red, 1 blue", "3 red"),  # one Revolution: low numbers are strong
        ("1 red, 12 red, 2 red, 4 red", "1 red"),  # 1 beats 12, which turned it
        ("1 red, 12 red, 3 red, 4 red", "12 red"),  # the second turns it back
        ("1 red, 12 red, 3 red, 6 blue", "1 red"),  # the third again, from another suit
        ("3 red, 6 red, 9 red, 12 red", "12 red"),
        ("7 red, 12 green, 10 red, 8 red", "7 red"),  # off-suit, it turns the numbers but cannot win
        ("7 red, 12 green, 6 blue, 8 red", "8 red"),
        ("7 red, 12 purple, 1 purple, 6 red", "1 purple"),  # trumps are turned too
        ("7 red, 12 purple, 1 purple, 10 red", "12 purple"),
        ("9 red, 12 purple, 1 red, 10 red", "12 purple"),  # but any trump beats any other suit
        ("3 purple, 6 purple, 9 purple, 12 purple", "12 purple"),  # purple has no Revolutions
        ("5 purple, 1 red, 12 blue, 11 purple", "5 purple"),
    ],
)
def test_the_strongest_trump_or_card_of_the_suit_led_wins_under_the_final_parity(plays, winner):
    plays = cards(plays)
    assert str(plays[trick_party.trick_winner(plays)]) == winner


def test_other_revolution_numbers_may_be_chosen():
    plays = cards("7 red, 3 red, 10 red, 1 blue")
    assert trick_party.trick_winner(plays, revolution_numbers=(1, 2)) == 1
    assert trick_party.trick_winner(plays, revolution_numbers=(2,)) == 2
    game = dk.game("trick_party", 4, revolution_numbers=(2,), hand_size=2)
    state = in_tricks(game, ["7 red, 1 green", "3 red, 2 green", "10 red, 3 green", "1 blue, 4 green"])
    assert played(game, state, "play 7 red", "play 3 red", "play 10 red", "play 1 blue").leader == 2


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("7 red, 1 purple, 4 red", "red", "7 red, 4 red"),
        ("7 red, 1 purple, 4 red", "purple", "1 purple"),
        ("7 red, 1 purple, 4 red", "blue", "7 red, 1 purple, 4 red"),
        ("7 red, 1 purple, 4 red", None, "7 red, 1 purple, 4 red"),
        ("3 blue, 1 purple, 4 red", "red", "4 red"),
    ],
)
def test_follow_suit_if_able_trump_included(hand, led, legal):
    assert trick_party.legal_plays(cards(hand), led) == cards(legal)


# ---- tricks, all of them on a small deck ------------------------------------------------------------------------

NUMBERS = (1, 2, 3, 4)
SMALL = tuple(Card(suit, number) for suit in ("red", "blue", "purple") for number in NUMBERS)
TURNS = (3,)
TRICKS = list(permutations(SMALL, 4))


def winner(plays, turns=TURNS):
    return trick_party.trick_winner(plays, revolution_numbers=turns)


def test_every_trick_has_a_winner_of_the_suit_led_or_trump():
    for plays in TRICKS:
        place = winner(plays)
        trumped = any(card.suit == "purple" for card in plays)
        assert plays[place].suit == ("purple" if trumped else plays[0].suit)


def test_the_order_of_the_later_cards_does_not_change_who_wins():
    for lead in SMALL:
        for others in combinations([card for card in SMALL if card != lead], 3):
            orders = [(lead, *order) for order in permutations(others)]
            assert len({plays[winner(plays)] for plays in orders}) == 1


def test_a_pair_of_revolutions_more_changes_nothing():
    pair = cards("3 green, 3 yellow")
    for plays in TRICKS:
        assert winner((*plays, *pair)) == winner(plays)


def test_one_revolution_more_wins_as_the_mirrored_numbers_would():
    for plays in TRICKS:
        mirrored = [Card(card.suit, 5 - card.rank) for card in plays]
        assert winner((*plays, Card("green", 3))) == winner(mirrored, turns=(2,))


def test_without_a_revolution_the_highest_of_the_winning_suit_wins_and_with_one_the_lowest():
    for plays in TRICKS:
        best = plays[winner(plays, turns=())]
        same = [card.rank for card in plays if card.suit == best.suit]
        assert best.rank == max(same)
        assert plays[winner((*plays, Card("green", 3)), turns=())].rank == max(same)
        turned = (*plays, Card("green", 9))
        assert turned[winner(turned, turns=(9,))].rank == min(same)


# ---- scores and the end of a game -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prizes", "points"),
    [((), 0), ((5, -2), 3), ((-1, -1, -5), -7), ((5, 4, DEATH), 0), ((-4, -5, DEATH), 0), ((DEATH,), 0)],
)
def test_points_are_the_sum_of_the_prizes_and_0_with_death(prizes, points):
    assert trick_party.game_points(prizes) == points


def last_trick(game, prizes, **changes):
    """Seat 1 will take DEATH."""
    hands = ["7 red", "1 purple", "10 red", "11 red"]
    state = in_tricks(game, hands, prize=DEATH, score_deck=(), prizes=prizes, **changes)
    return played(game, state, "play 7 red", "play 1 purple", "play 10 red", "play 11 red")


def test_who_takes_death_has_0_and_cannot_win_even_when_all_others_are_below_0():
    state = last_trick(dk.game("trick_party", 4), ((-3,), (5, 4), (-2, 1), (-5,)))
    assert (state.over, state.scores, state.winners) == (True, (-3, 0, -1, -5), (2,))
    assert state.prizes[1] == (5, 4, DEATH)


def test_ties_share_the_win():
    assert last_trick(dk.game("trick_party", 4), ((3,), (5, 4), (2, 1), (-5,))).winners == (0, 2)
    assert last_trick(dk.game("trick_party", 4), ((0,), (5, 4), (-1,), (-5,))).winners == (0,)


def test_extra_games_break_a_tie_until_there_are_no_more():
    game = dk.game("trick_party", 4, extra_games=2)
    tied = last_trick(game, ((3,), (5, 4), (2, 1), (-5,)), dealer=3)
    assert (tied.over, tied.round, tied.scores, tied.to_move) == (False, 1, (3, 0, 3, -5), 1)
    assert last_trick(game, ((3,), (5, 4), (2,), (-5,))).winners == (0,)
    broken = last_trick(game, ((1,), (9,), (), (-5,)), round=1, dealer=0, scores=(3, 12, 3, -5))
    assert (broken.scores, broken.winners) == ((4, 12, 3, -10), (0,))  # who takes DEATH in the last game cannot win
    assert not last_trick(game, ((1,), (), (1,), ()), round=1, dealer=0, scores=(3, 0, 3, -5)).over
    assert last_trick(game, ((1,), (), (1,), ()), round=2, dealer=1, scores=(3, 0, 3, -5)).winners == (0, 2)


@pytest.mark.parametrize(("players", "tricks"), [(4, 15), (5, 12), (6, 10)])
def test_the_last_of_all_tricks_is_for_death(players, tricks):
    game = dk.game("trick_party", players)
    for seed in range(3):
        state, moves = at_random(game, game.new(seed), random.Random(seed))
        events = [event for event in state.log if isinstance(event, Trick)]
        prizes = [prize for event in events for _, prize in event.takes]
        assert (len(events), moves) == (tricks, tricks * players)
        assert prizes.index(DEATH) == tricks - 1 == len(prizes) - 1
        assert all(event.takes[0][0] == event.winner for event in events)
        assert [later.leader for later in events[1:]] == [event.winner for event in events[:-1]]
        (dead,) = [seat for seat, won in enumerate(state.prizes) if DEATH in won]
        assert dead not in state.winners
        assert state.scores[dead] == 0


def test_the_prize_is_open_before_its_trick_and_the_rest_is_not():
    game = dk.game("trick_party", 4)
    state = game.new(3)
    for seat in range(4):
        seen = game.view(state, seat).state
        assert seen.prize == state.prize
        assert set(seen.score_deck) == {None}
        assert set(seen.removed) == {None}
        assert seen.hands[seat] == state.hands[seat]
        assert all(set(map(str, seen.hands[other])) == {"0 face down"} for other in range(4) if other != seat)
    upcoming = (state.prize, *state.score_deck)
    rng = random.Random(3)
    for prize in upcoming:
        assert state.prize == prize
        state, _ = at_random(game, state, rng, until=lambda after, before=state: len(after.log) > len(before.log))


def test_the_winner_takes_the_prize_and_leads():
    game = dk.game("trick_party", 4)
    hands = ["7 red, 1 blue", "3 red, 2 blue", "10 red, 4 blue", "5 red, 5 blue"]
    state = in_tricks(game, hands, prize=-4, score_deck=(2, DEATH), prizes=((), (1,), (), ()))
    state = played(game, state, "play 7 red", "play 3 red", "play 10 red", "play 5 red")
    assert (state.to_move, state.leader, state.prizes, state.prize) == (1, 1, ((), (1, -4), (), ()), 2)


def test_seat_0_leads_a_single_game():
    assert dk.game("trick_party", 5).new(6).to_move == 0


# ---- campaigns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_campaign_has_a_game_a_player_and_the_first_lead_passes_left(players):
    game = dk.game("trick_party", players, campaign=True)
    state, _ = at_random(game, game.new(8), random.Random(8))
    assert len([event for event in state.log if isinstance(event, Dealt)]) == players
    firsts = {event.round: event.leader for event in reversed(state.log) if isinstance(event, Trick)}
    assert firsts == {round: round for round in range(players)}
    scored = [event for event in state.log if isinstance(event, Scored)]
    assert tuple(map(sum, zip(*(event.points for event in scored), strict=True))) == state.scores
    assert all(state.scores[seat] == max(state.scores) for seat in state.winners)
    for event in scored:
        (dead,) = [seat for seat, won in enumerate(dict(event.sheet)["prizes"]) if DEATH in won]
        assert event.points[dead] == 0


@pytest.mark.parametrize(
    ("scores", "left", "same", "death", "lowest"),
    [
        ((4, 7, 0, 2), 3, 0, 1, 3),  # 1, 7, -1, -3 after the game
        ((1, 9, 9, 9), 3, 0, 1, 0),  # -2, 9, 8, 4
        ((0, 9, 9, 2), 3, 0, 1, 3),  # -3, 9, 8, -3: of two the first from seat 3 on
        ((5, -3, -2, 5), 3, 0, 1, 1),  # 2, -3, -3, 0
    ],
)
def test_who_leads_the_next_game_of_a_campaign(scores, left, same, death, lowest):
    prizes = ((-3,), (5, 4), (-2, 1), (-5,))
    for first_lead, seat in dict(left=left, same=same, death=death, lowest=lowest).items():
        game = dk.game("trick_party", 4, campaign=True, first_lead=first_lead)
        state = last_trick(game, prizes, round=2, dealer=1, scores=scores)
        assert (state.round, state.leader, state.to_move) == (3, seat, seat), first_lead


@pytest.mark.parametrize("first_lead", ["left", "same", "death", "lowest"])
def test_seat_0_leads_the_first_game_whoever_leads_the_next(first_lead):
    assert dk.game("trick_party", 5, campaign=True, first_lead=first_lead).new(6).to_move == 0


def test_in_a_campaign_death_costs_only_its_game():
    game = dk.game("trick_party", 4, campaign=True)
    prizes = ((-3,), (5, 4), (-2, 1), (-5,))
    state = last_trick(game, prizes, round=3, scores=(4, 7, 0, 2))
    assert (state.over, state.scores, state.winners) == (True, (1, 7, -1, -3), (1,))
    state = last_trick(game, prizes, round=2, dealer=1, scores=(4, 7, 0, 2))
    assert (state.over, state.round, state.dealer, state.to_move) == (False, 3, 2, 3)
    assert state.scores == (1, 7, -1, -3)


def test_ties_share_a_campaign():
    game = dk.game("trick_party", 4, campaign=True)
    assert last_trick(game, ((-3,), (5,), (2,), ()), round=3, scores=(10, 7, 2, 2)).winners == (0, 1)


def test_a_campaign_tied_on_top_plays_extra_games_where_the_variant_has_them():
    game = dk.game("trick_party", 4, campaign=True, extra_games=1)
    prizes = ((-3,), (5,), (2,), ())
    assert not last_trick(game, prizes, round=3, scores=(10, 7, 2, 2)).over
    assert last_trick(game, prizes, round=3, scores=(11, 7, 2, 2)).winners == (0,)
    assert last_trick(game, prizes, round=4, scores=(10, 7, 2, 2)).winners == (0, 1)


# ---- illegal moves ---------------------------------------------------------------------------------------------


def refused(game, state, move, *parts):
    before = repr(state)
    with pytest.raises(dk.IllegalMove) as error:
        game.play(state, move)
    for part in parts:
        assert part in str(error.value)
    assert repr(state) == before


def test_illegal_cards_are_refused_with_their_clause():
    game = dk.game("trick_party", 4)
    hands = ["7 purple, 1 blue", "3 purple, 2 blue, 9 red", "10 red, 4 blue", "5 red, 5 blue"]
    state = in_tricks(game, hands)
    refused(game, state, "play 2 blue", "2 blue is not in the hand of seat 0", "it holds 7 purple, 1 blue")
    refused(game, state, "bid 3", "'bid 3' is not possible now")
    state = game.play(state, "play 7 purple")
    refused(game, state, "play 9 red", "a player who holds the suit led must follow it", "seat 1 may play 3 purple")
    assert offers(game, state) == ["play 3 purple"]
    state = game.play(state, "play 3 purple")
    assert offers(game, state) == ["play 10 red", "play 4 blue"]
    over = last_trick(game, ((), (), (), ()))
    refused(game, over, "play 7 red", "The game is over")


@pytest.mark.parametrize(
    ("params", "named"),
    [
        (dict(revolution_numbers=(3, 3)), "revolution_numbers"),
        (dict(hand_size=16), "hand_size"),
        (dict(hand_size=8, top_prize=1), "top_prize"),
    ],
)
def test_impossible_variants_name_the_parameter(params, named):
    with pytest.raises(dk.BadVariant, match=named):
        dk.game("trick_party", 4, **params)


# ---- golden numbers --------------------------------------------------------------------------------------------


def test_a_seeded_game_goes_as_it_always_went():
    game = dk.game("trick_party", 5, campaign=True)
    state, moves = at_random(game, game.new(2024), random.Random(2024))
    assert (state.scores, state.winners, moves) == ((-7, 0, -25, -18, -8), (1,), 300)
    assert moves == 5 * 60  # games x cards


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))


def first_tricks(hands, depth):
    """Ways to begin the first trick: every lead, and for each follower the cards of that suit, or else all."""
    total = 0
    for lead in hands[0]:
        ways = 1
        for hand in hands[1:depth]:
            ways *= sum(card.suit == lead.suit for card in hand) or len(hand)
        total += ways
    return total


def test_the_number_of_ways_to_play_a_tiny_variant():
    game = dk.game("trick_party", 4, top_number=3, hand_size=3, revolution_numbers=(2,))
    state = game.new(5)
    found = [perft(game, state, depth) for depth in range(1, 7)]
    assert found[:4] == [first_tricks(state.hands, depth) for depth in range(1, 5)]
    assert found == [3, 7, 19, 48, 96, 164]
