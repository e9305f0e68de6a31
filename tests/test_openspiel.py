"""OpenSpiel as an outside judge: its random games replay here with the same legal moves and the same returns, and ours there."""

import random

import pyspiel
import pytest

import designkit as dk
from designkit import moves
from designkit.cards import Card

SUITS = ("clubs", "diamonds", "hearts", "spades")
GAMES = 150


def number(card):
    """OpenSpiel's number of a card in Hearts: the four 2s first, then the 3s, up to the aces."""
    return (card.rank - 2) * 4 + SUITS.index(card.suit)


def card(number):
    return Card(SUITS[number % 4], number // 4 + 2)


HEARTS = [
    {},
    {"any_club": True, "clean_start": False},
    {"must_break": False},
    {"queen_breaks": False, "queen_excused": True},
    {"jack_bonus": 10, "clean_bonus": 5},
]
"""Our options; OpenSpiel's names for them are below."""
THEIRS = {
    "any_club": "can_lead_any_club",
    "clean_start": "no_pts_on_first_trick",
    "must_break": "must_break_hearts",
    "queen_breaks": "qs_breaks_hearts",
    "queen_excused": "can_lead_hearts_instead_of_qs",
    "jack_bonus": "jd_bonus",
    "clean_bonus": "avoid_all_tricks_bonus",
}


def hearts_pair(options, rng):
    """The same deal of Hearts in both: (our game, our state, their state), at the first decision."""
    settings = ",".join(f"{THEIRS[name]}={bool(options.get(name, default))}" for name, default in (
        ("any_club", False), ("clean_start", True), ("must_break", True), ("queen_breaks", True),
        ("queen_excused", False), ("jack_bonus", 0), ("clean_bonus", 0),
    ))  # fmt: skip
    theirs = pyspiel.load_game(f"hearts({settings})").new_initial_state()
    round = rng.randrange(4)
    theirs.apply_action({0: 1, 1: 3, 2: 2, 3: 0}[round])  # left, right, across, none
    game = dk.game("hearts", **options)
    state = game.family.start(game, rng.randrange(2**32)).but(round=round, dealer=3)
    state = game.enter(state, "deal")
    for turn in range(52):
        theirs.apply_action(number(state.hands[turn % 4][turn // 4]))
    return game, state, theirs


@pytest.mark.parametrize("options", HEARTS, ids=str)
def test_hearts_games_agree_move_by_move_and_in_their_returns(options):
    rng = random.Random(str(options))
    game = dk.game("hearts", **options)
    for _ in range(GAMES):
        game, state, theirs = hearts_pair(options, rng)
        round = state.round
        while state.phase == "exchange":
            assert theirs.current_player() == state.to_move
            assert sorted(map(card, theirs.legal_actions())) == list(state.hands[state.to_move])
            given = rng.choice(game.legal(state))
            for passed in given.cards:
                theirs.apply_action(number(passed))
            state = game.play(state, given)
        while not theirs.is_terminal():
            assert theirs.current_player() == state.to_move
            assert sorted(map(card, theirs.legal_actions())) == sorted(move.cards[0] for move in game.legal(state))
            chosen = rng.choice(theirs.legal_actions())
            theirs.apply_action(chosen)
            state = game.play(state, moves.play(card(chosen)))
        points = next(event.points for event in reversed(state.log) if type(event).__name__ == "Scored")
        assert [26 - own for own in points] == theirs.returns()
        assert state.over or state.round == round + 1


def in_suits(number):
    """OpenSpiel's card in Spades: suit by suit."""
    return Card(SUITS[number // 13], number % 13 + 2)


def play_out_both(game, state, theirs, rng, read, first_bid):
    """Play a hand in both at random, one move at a time, and compare what is offered; gives our last state."""
    while not theirs.is_terminal():
        assert theirs.current_player() == state.to_move
        if state.phase == "bid":
            assert [action - first_bid for action in theirs.legal_actions()] == [
                move.what for move in game.legal(state)
            ]
            move = rng.choice(game.legal(state))
            theirs.apply_action(move.what + first_bid)
        else:
            offered = {read(action): action for action in theirs.legal_actions()}
            assert sorted(offered) == sorted(move.cards[0] for move in game.legal(state))
            move = rng.choice(game.legal(state))
            theirs.apply_action(offered[move.cards[0]])
        state = game.play(state, move)
    return state


def points_of(state):
    return [event.points for event in state.log if type(event).__name__ == "Scored"][-1]


def test_spades_games_agree_move_by_move_and_in_their_returns():
    rng = random.Random(5)
    game = dk.game("spades", spade_leads="last")  # OpenSpiel never counts spades as broken
    for _ in range(4 * GAMES):
        theirs = pyspiel.load_game("spades").new_initial_state()
        state = game.enter(game.family.start(game, rng.randrange(2**32)).but(dealer=3), "deal")
        for turn in range(52):
            card = state.hands[turn % 4][turn // 4]
            theirs.apply_action(SUITS.index(card.suit) * 13 + card.rank - 2)
        state = play_out_both(game, state, theirs, rng, in_suits, first_bid=52)
        assert list(points_of(state)) == theirs.returns()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("penalty", [False, True])
def test_oh_hell_games_agree_move_by_move_and_in_their_returns(players, penalty):
    rng = random.Random(players)
    for _ in range(GAMES):
        cards = rng.randint(1, 51 // players)
        game = dk.game("oh_hell", players, most_cards=cards, course="down", penalty=penalty)
        dealer = rng.randrange(players)
        state = game.enter(game.family.start(game, rng.randrange(2**32)).but(dealer=dealer), "deal")
        name = f"oh_hell(players={players},off_bid_penalty={penalty},points_per_trick=1)"
        theirs = pyspiel.load_game(name).new_initial_state()
        theirs.apply_action(cards)
        theirs.apply_action(dealer)
        names = {theirs.action_to_string(theirs.current_player(), action): action for action in theirs.legal_actions()}
        order = {action: hell_card(text) for text, action in names.items()}
        theirs_order = {card: action for action, card in order.items()}
        for turn in range(players * cards):
            theirs.apply_action(theirs_order[state.hands[turn % players][turn // players]])
        theirs.apply_action(theirs_order[state.turned])
        state = play_out_both(game, state, theirs, rng, order.get, first_bid=52)
        assert list(points_of(state)) == theirs.returns()


def hell_card(text):
    """OpenSpiel's text of a card in Oh Hell: H3, CT."""
    suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[text[0]]
    return Card(suit, "23456789TJQKA".index(text[1]) + 2)


# ---- games that OpenSpiel deals and plays by itself, read back here ----


def generated(theirs, rng):
    """Play a game of theirs to its end at random: [(player or None for chance, action)]."""
    history = []
    while not theirs.is_terminal():
        chance = theirs.is_chance_node()
        action = rng.choice([each for each, _ in theirs.chance_outcomes()] if chance else theirs.legal_actions())
        history.append((None if chance else theirs.current_player(), action))
        theirs.apply_action(action)
    return history


def hands_of(cards, players):
    """Cards dealt one by one in turn, as hands."""
    return tuple(tuple(sorted(cards[seat::players])) for seat in range(players))


def replayed(game, state, decisions, move):
    """Play their decisions here, each by its seat and legal; gives the state at the end."""
    for player, action in decisions:
        assert state.to_move == player
        state = game.play(state, move(action))
    return state


def test_hearts_games_generated_by_openspiel_replay_here():
    rng, game = random.Random(8), dk.game("hearts")
    for _ in range(4 * GAMES):
        theirs = pyspiel.load_game("hearts").new_initial_state()
        history = generated(theirs, rng)
        chance, decided = ([each for each in history if (each[0] is None) == dealt] for dealt in (True, False))
        round = {1: 0, 3: 1, 2: 2, 0: 3}[chance[0][1]]
        hands = hands_of([card(action) for _, action in chance[1:]], 4)
        state = game.enter(game.family.start(game, 0).but(round=round, dealer=3), "deal").but(hands=hands)
        passes, plays = (decided[:12], decided[12:]) if round < 3 else ([], decided)
        state = game.enter(state, "exchange" if passes else "tricks")
        for seat in range(4 if passes else 0):
            given = [card(action) for player, action in passes if player == seat]
            state = game.play(state, moves.Move("give", tuple(sorted(given))))
        state = replayed(game, state, plays, lambda action: moves.play(card(action)))
        assert [26 - own for own in points_of(state)] == theirs.returns()


def test_spades_games_generated_by_openspiel_replay_here():
    rng, game = random.Random(9), dk.game("spades", spade_leads="last")
    for _ in range(4 * GAMES):
        theirs = pyspiel.load_game("spades").new_initial_state()
        history = generated(theirs, rng)
        hands = hands_of([in_suits(action) for player, action in history if player is None], 4)
        state = game.enter(game.family.start(game, 0).but(dealer=3), "deal").but(hands=hands)

        def move(action):
            return moves.Move("bid", action - 52) if action >= 52 else moves.play(in_suits(action))

        state = replayed(game, state, [each for each in history if each[0] is not None], move)
        assert list(points_of(state)) == theirs.returns()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_oh_hell_games_generated_by_openspiel_replay_here(players):
    rng = random.Random(players)
    for _ in range(GAMES):
        theirs = pyspiel.load_game(f"oh_hell(players={players},points_per_trick=1)").new_initial_state()
        history = generated(theirs, rng)
        (_, size), (_, dealer), *rest = history
        dealt = [hell_number(action) for player, action in rest if player is None]
        game = dk.game("oh_hell", players, most_cards=size, course="down")
        turned = dealt[-1]
        state = game.enter(game.family.start(game, 0).but(dealer=dealer), "deal")
        state = state.but(hands=hands_of(dealt[:-1], players), turned=turned, context=turned.suit)

        def move(action):
            return moves.Move("bid", action - 52) if action >= 52 else moves.play(hell_number(action))

        state = replayed(game, state, [each for each in rest if each[0] is not None], move)
        assert list(points_of(state)) == theirs.returns()


def hell_number(number):
    """OpenSpiel's card in Oh Hell: rank by rank, the suits in the order D, C, S, H."""
    return Card(("diamonds", "clubs", "spades", "hearts")[number % 4], number // 4 + 2)
