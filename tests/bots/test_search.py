"""The search player: legal, reproducible, blind to what is hidden, exact where all can be counted, and better than greedy."""

import random
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import designkit as dk
from designkit import strategies
from designkit.events import Scored
from designkit.game import View
from designkit.invariants.hidden import shuffled_unseen
from designkit.lab import steps
from designkit.lab.jit import U
from designkit.lab.scoring import Scoring
from designkit.lab.tabulate import items, tables
from designkit.search import kernel, search, search_bot, values
from designkit.search.options import margins
from designkit.search.player import Gains
from designkit.search.spot import start

FAMILIES = list(dk.GAMES.values())
TRICK_GAMES = [family for family in FAMILIES if family.plan and family.tricks]
COUNTS = [(family.id, players) for family in FAMILIES for players in family.players]
ODD = [
    ("oh_hell", 4, {"most_cards": 1}),
    ("reds", 3, {"hand_size": 1, "most_exchanged": 1}),
    ("reds", 4, {"hidden_bids": True, "partnership": True}),
    ("reapers", 3, {"big_piles": 1, "small_piles": 0, "pile_size": 2}),
    ("reapers", 4, {"reapers": 8, "top_rank": 9}),
    ("reapers", 4, {"reapers": 0, "demons": False, "big_piles": 2}),
    ("trick_party", 4, {"trump": "none", "revolution_numbers": tuple(range(1, 13))}),
    ("trick_party", 5, {"hand_size": 2}),
    ("janken", 4, {"ghost": True, "rock_breaks": True}),
    ("hearts", 4, {"any_club": True, "pass_count": 6}),
]


def first_hand(game, seed, bot, most=200):
    """The states of the first hand (or so many moves) when a bot plays all seats; every move is checked to be legal."""
    session, rng = dk.Session(game, seed), random.Random(seed)
    while not session.state.over and not session.state.round and session.at < most:
        state = session.state
        move = bot(game.view(state, state.to_move), session.legal, rng)
        assert move in session.legal
        session.step(move)
    return session


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_every_move_is_legal_in_every_game(id, players):
    first_hand(dk.game(id, players), players, search_bot(20), most=90)


@pytest.mark.parametrize(("id", "players", "params"), ODD, ids=lambda value: str(value)[:30])
def test_every_move_is_legal_in_odd_variants(id, players, params):
    first_hand(dk.game(id, players, **params), 3, search_bot(12))


@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_move_is_legal_in_random_variants(data):
    game = data.draw(strategies.variants(data.draw(st.sampled_from(TRICK_GAMES))))
    first_hand(game, data.draw(st.integers(0, 1 << 16)), search_bot(data.draw(st.integers(1, 20))), most=80)


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_the_same_chance_gives_the_same_moves(id, players):
    game = dk.game(id, players)
    one, two = (first_hand(game, 6, search_bot(15), most=12).moves for _ in range(2))
    assert one == two


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_hidden_cards_change_nothing(id, players):
    """Shuffling what the seat cannot see leaves its choice as it was, at every decision of a hand."""
    game, bot = dk.game(id, players), search_bot(15)
    states = first_hand(game, 2, dk.BOTS["greedy"], most=60).states[:-1]
    for number, state in enumerate(states[::4]):
        other = shuffled_unseen(game, state, state.to_move, random.Random(number))
        mine, theirs = (game.view(each, state.to_move) for each in (state, other))
        legal = game.legal(state)
        assert bot(mine, legal, random.Random(number)) == bot(theirs, legal, random.Random(number))


# ---- endings that can be counted out -----------------------------------------------------------------------------


def ending(game, seed, cards):
    """A state of the first hand with so many cards in the hand of the seat to move, reached by greedy players."""
    session = first_hand(game, seed, dk.BOTS["greedy"])
    fits = [state for state in session.states if state.phase == "tricks" and state.round == 0]
    return next(state for state in fits if len(state.hands[state.to_move]) == cards and not state.plays)


def points(state, round=0):
    return next(event.points for event in reversed(state.log) if isinstance(event, Scored) and event.round == round)


def counted_out(game, state, sign):
    """What side 0 is ahead by at the end when both sides play their best, seeing all cards."""

    @cache
    def best(hands, plays, leader, seat, won, situation):
        own = state.but(hands=hands, plays=plays, leader=leader, to_move=seat, won=won, situation=situation)
        outcomes = []
        for move in game.legal(own):
            after = game.play(own, move)
            if after.round or after.over:
                made = points(after)
                outcomes.append(made[0] - made[1])
            else:
                key = after.hands, after.plays, after.leader, after.to_move, after.won, after.situation
                outcomes.append(best(*key))
        return max(outcomes) if seat % 2 == 0 else min(outcomes)

    results = {}
    for move in game.legal(state):
        after = game.play(state, move)
        key = after.hands, after.plays, after.leader, after.to_move, after.won, after.situation
        results[move] = best(*key) * sign
    return results


ENDINGS = [
    ("whist", 4, {}, 3),
    ("reds", 2, {"top_rank": 5, "hand_size": 6, "most_exchanged": 0}, 4),
]


@pytest.mark.parametrize(("id", "players", "params", "cards"), ENDINGS, ids=lambda value: str(value)[:8])
def test_endings_in_the_open_are_played_as_if_counted_out(id, players, params, cards):
    """Two sides, all cards seen: the search finds a move that counting every line to its end calls the best."""
    game = dk.game(id, players, **params)
    decided = 0
    for seed in range(25):
        state = ending(game, seed, cards)
        seat = state.to_move
        results = counted_out(game, state, 1 if seat % 2 == 0 else -1)
        decided += min(results.values()) < max(results.values())
        chosen = search_bot(4000)(View(game, seat, state), game.legal(state), random.Random(seed))
        assert results[chosen] == max(results.values()), (seed, str(chosen), {str(m): v for m, v in results.items()})
    assert decided >= 3


@pytest.mark.parametrize(("id", "players"), [(family.id, n) for family in TRICK_GAMES for n in family.players])
def test_the_last_trick_is_scored_as_the_rules_score_it(id, players):
    game = dk.game(id, players)
    for seed in range(6):
        state, session = None, first_hand(game, seed, dk.BOTS["random"])
        for each in session.states:
            if (
                each.phase == "tricks"
                and not each.round
                and max(map(len, each.hands)) == 1
                and each.to_move is not None
            ):
                state = each
        scored = points(session.state)
        own = start(View(game, state.to_move, state), random.Random(0))
        out = kernel.ends(3, players, own.spot.size * players)
        kernel.playouts(
            tables(game), own.spot, kernel.tree(4), own.cards[None].repeat(3, axis=0), out, U(5), 0.5, 1.0, 0.5
        )
        made, _, _ = Scoring(game)(out)
        assert made.tolist() == [list(scored)] * 3


# ---- what it says and what it is worth ---------------------------------------------------------------------------


def test_values_name_every_legal_move_and_share_the_playouts():
    game = dk.game("hearts")
    state = ending(game, 4, 6)
    found = values(game.view(state, state.to_move), random.Random(1), iterations=300)
    assert list(found) == list(game.legal(state))
    assert 280 < sum(visits for _, visits in found.values()) <= 300


def test_margins_are_points_ahead_of_the_others():
    assert margins(np.array([[3.0, 0.0, 6.0]]), ()).tolist() == [[0.0, -4.5, 4.5]]
    assert margins(np.array([[4.0, 1.0, 0.0, 3.0]]), ((0, 2), (1, 3))).tolist() == [[0.0, 0.0, 0.0, 0.0]]


@pytest.mark.parametrize("id", [family.id for family in TRICK_GAMES])
def test_it_scores_more_than_greedy_players(id):
    """On the same deals in every seat (with partners: on both sides)."""
    game, ahead = dk.game(id), []
    for side in game.plan.sides or [(seat,) for seat in range(game.players)]:
        seats = [("search", search_bot(200)) if seat in side else ("greedy", dk.BOTS["greedy"]) for seat in range(4)]
        made = steps.play(game, 9, 0, 24, seats).points * (-1 if game.plan.low_wins else 1)
        others = [seat for seat in range(4) if seat not in side]
        ahead.append(made[:, side].mean() - made[:, others].mean())
    assert np.mean(ahead) > 0


def test_rules_without_tables_are_played_all_the_same():
    game = dk.game("janken").replace(turn=lambda reversed, card: "third" if card.rank == 1 else reversed)
    state = game.new(1)
    assert search_bot(10)(game.view(state, state.to_move), game.legal(state), random.Random(0)) in game.legal(state)


@pytest.mark.parametrize("limit", [{"iterations": 0}, {"seconds": 0.0}, {"iterations": -5}, {"iterations": "many"}])
def test_a_search_without_time_is_refused(limit):
    game = dk.game("whist")
    with pytest.raises(dk.BadVariant, match="at least one playout"):
        search_bot(**limit)
    with pytest.raises(dk.BadVariant, match="at least one playout"):
        values(game.view(game.new(1), 1), **limit)


def test_a_finished_game_has_no_moves_of_any_worth():
    game = dk.game("trick_party")
    over = dk.Session(game, 1).play_out(dk.BOTS["random"], random.Random(1), 400).state
    with pytest.raises(dk.BadVariant, match="The game is over"):
        values(game.view(over, 0))


@pytest.mark.parametrize(("campaign", "better"), [(False, 0), (True, 1)])
def test_winning_comes_before_points_where_the_hand_is_the_match(campaign, better):
    """A narrow win against a second place far above the mean of the others."""
    game = dk.game("trick_party", campaign=campaign)
    prizes = [*game.plan.prizes, game.plan.last_prize]
    key = dict(zip(prizes, items(game).key.tolist(), strict=True))
    kept = [[[1], [], [], ["DEATH"]], [[3], [5], [-5, -5, -4, -4], ["DEATH"]]]
    out = kernel.ends(2, 4, 0)
    out.keys[:] = [[sum(key[prize] for prize in seat) for seat in hand] for hand in kept]
    gained, margin = Gains(game)(out)
    assert margin[1, 0] > margin[0, 0]
    assert gained[:, 0].argmax() == better


def test_seconds_limit_it_too():
    game = dk.game("whist")
    state = game.new(1)
    found = search(game.view(state, state.to_move), game.legal(state), random.Random(0), seconds=0.01)
    assert sum(option.visits for option in found) > 0


def test_it_loads_only_when_asked():
    code = """
import sys, random
import designkit as dk
assert "search" in dk.BOTS and "numpy" not in sys.modules
game = dk.game("reds", 2)
state = game.new(1)
assert dk.BOTS["search"](game.view(state, state.to_move), game.legal(state), random.Random(0)) in game.legal(state)
sys.modules.pop("designkit.search.player")
for name in [name for name in sys.modules if name.startswith("designkit.search")]:
    del sys.modules[name]
sys.modules["designkit.search"] = None
try:
    dk.BOTS["search"](game.view(state, state.to_move), game.legal(state), random.Random(0))
except dk.DesignkitError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "The search player needs designkit.search; install designkit[lab]."
