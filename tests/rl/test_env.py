"""Every game is a PettingZoo environment that keeps the convention, and tells no agent what its seat may not know."""

import doctest
import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

import designkit as dk
from designkit.game import Phase
from designkit.invariants.hidden import shuffled_unseen
from designkit.strategies import variants

COUNTS = [
    (id, players) for id, family in sorted(dk.GAMES.items()) for players in {family.players[0], family.players[-1]}
]
MASKED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What the test says of every environment whose observations carry an action mask."""
ODD = [
    ("hearts", 4, dict(pass_count=6)),
    ("reds", 2, dict(hand_size=12, most_exchanged=6, hidden_bids=True)),
    ("souls", 2, dict(hand_size=2)),
    ("trick_party", 4, dict(trump="none", revolution_numbers=())),
]


@pytest.mark.parametrize("id", dk.GAMES)
def test_it_passes_the_api_test(id):
    with warnings.catch_warnings(record=True) as said:
        api_test(dk.rl.env(id), num_cycles=150)
    assert {str(each.message) for each in said} <= MASKED


@pytest.mark.parametrize("id", dk.GAMES)
def test_it_passes_the_seed_test(id):
    seed_test(lambda: dk.rl.env(id), num_cycles=40)


def played(table, seed, chance):
    """A whole game of an agent that does anything that its mask allows; the rewards of all seats."""
    table.reset(seed=seed)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(max_iter=20_000):
        seen, reward, ended, cut, _ = table.last()
        sums[agent] += reward
        table.step(None if ended or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return sums


@pytest.mark.parametrize(("id", "players", "params"), [*((id, players, {}) for id, players in COUNTS), *ODD])
def test_a_hand_can_be_played_and_its_points_are_the_rewards(id, players, params):
    table = dk.rl.env(id, players, hands=1, **params)
    sums = played(table, 3, np.random.default_rng(1))
    sign = -1 if id == "hearts" else 1
    assert tuple(sums.values()) == tuple(sign * each for each in table.unwrapped.session.state.scores)
    assert table.agents == []


@pytest.mark.parametrize(("id", "players", "params"), [*((id, players, {}) for id, players in COUNTS), *ODD])
def test_every_legal_move_can_be_made_and_nothing_else(id, players, params):
    game = dk.game(id, players, **params)
    session = dk.Session(game, 5).play_out(dk.BOTS["random"], random.Random(5), 250)
    for state in session.states[::9]:
        legal = game.legal(state)
        if len(legal) > 400:
            continue
        made, left = set(), [dk.rl.Choosing(legal)]
        while left:
            for action, after in left.pop().open.items():
                assert action in dk.rl.actions(game)
                if isinstance(after, dk.Move):
                    made.add(after)
                else:
                    left.append(after)
        assert made == set(legal)


@st.composite
def moments(draw):
    """A few moments of a random game of any variant."""
    game = draw(variants())
    session = dk.Session(game, draw(st.integers(0, 10**6)))
    session.play_out(
        dk.BOTS["random"], random.Random(draw(st.integers(0, 10**6))), draw(st.sampled_from([20, 90, 250]))
    )
    return game, session.states


@settings(max_examples=120, deadline=None)
@given(moments())
def test_every_move_that_comes_up_in_any_variant_has_a_number(found):
    game, states = found
    actions = dk.rl.actions(game)
    listed = set(actions)
    assert len(listed) == len(actions)
    for state in states:
        for move in game.legal(state):
            parts = [dk.Move(move.verb, (card,)) for card in move.cards] or [move]
            assert listed.issuperset(parts), f"{move} is not listed"


def seen(game, view):
    """The cards that a view shows in some place of the table."""
    zones = [zone.holds for zone in game.zones(view.state) if isinstance(zone.holds, tuple)]
    return {card for holds in zones for card in holds} & set(game.deck)


@settings(max_examples=60, deadline=None)
@given(moments())
def test_every_card_and_word_that_a_seat_sees_in_any_variant_is_told(found):
    game, states = found
    deck, plan = sorted(game.deck), dk.rl.layout(game)
    for state in states[::11]:
        view = game.view(state, seat := random.Random(len(states)).randrange(game.players))
        told = dk.rl.observed(game, state, seat)
        assert told.shape == dk.rl.observed(game, game.new(1), 0).shape
        table = told[: len(deck) * len(plan.places)].reshape(len(deck), -1)
        assert seen(game, view) <= {deck[row] for row in np.flatnonzero(table.any(axis=1))}
        for name in plan.numbers:
            value = getattr(view.state, name)
            assert {word for word in (value if isinstance(value, tuple) else (value,)) if isinstance(word, str)} <= {
                *plan.words
            }


def test_a_phase_that_does_not_list_its_moves_is_named():
    mute = dk.Family(**{**vars(dk.GAMES["whist"]), "phases": (Phase("beg", "beg for cards", ("beg",)),)})
    with pytest.raises(dk.BadVariant, match="The phase 'beg' of Whist does not list its moves to 'beg'"):
        dk.rl.actions(mute(4))


@pytest.mark.parametrize("id", dk.GAMES)
def test_no_agent_sees_what_its_seat_may_not_know(id):
    game = dk.game(id)
    session = dk.Session(game, 8).play_out(dk.BOTS["random"], random.Random(8), 120)
    for state in session.states[::7]:
        for seat in range(game.players):
            other = shuffled_unseen(game, state, seat, random.Random(1))
            assert np.array_equal(dk.rl.observed(game, state, seat), dk.rl.observed(game, other, seat))


def test_an_agent_sees_its_own_hand():
    game = dk.game("whist")
    state = game.new(4)
    plan, deck = dk.rl.layout(game), sorted(game.deck)
    for seat in range(4):
        table = dk.rl.observed(game, state, seat)[: len(deck) * len(plan.places)].reshape(len(deck), -1)
        held = {deck[row] for row in np.flatnonzero(table[:, plan.places.index("hand +0")])}
        assert held == set(state.hands[seat])
        assert not table[:, plan.places.index("hand +1")].any()


def test_cards_are_given_one_by_one_and_shown_as_chosen():
    table = dk.rl.env("hearts")
    table.reset(seed=1)
    first = table.agent_selection
    for left in (13, 12, 11):
        assert table.agent_selection == first
        seen = table.observe(first)
        assert seen["action_mask"].sum() == left
        table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert table.agent_selection != first
    assert len(table.unwrapped.session.moves[0].cards) == 3


def test_an_action_that_is_not_open_is_refused_with_a_sentence():
    table = dk.rl.env("reds")
    table.reset(seed=1)
    with pytest.raises(dk.IllegalMove, match="is not open to seat_1"):
        table.step(len(dk.rl.actions(dk.game("reds"))) - 1)


@pytest.mark.parametrize("action", [-1, 10**6, None, "bid 0", 1.5, dk.Move("bid", 0)], ids=repr)
def test_what_is_no_action_is_refused_with_a_sentence(action):
    table = dk.rl.env("reds", 3)
    table.reset(seed=1)
    with pytest.raises(dk.IllegalMove, match=r"An action is a whole number from 0 to \d+, not "):
        table.step(action)
    table.step(np.int64(0))


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("reds", {"hands": 0}, "hands is a whole number from 1, or None for a whole match, not 0"),
        ("reds", {"hands": "x"}, "not 'x'"),
        (3, {}, "A variant of a game is wanted"),
        (dk.game("reds", 3), {"players": 4}, "<Reds, 3 players> has its player count and parameters"),
        (dk.game("reds", 3), {"hand_size": 3}, "they can be given with a name only"),
    ],
)
def test_bad_input_is_one_sentence(game, more, sentence):
    with pytest.raises(dk.BadVariant, match=sentence):
        dk.rl.env(game, **more)


def test_the_documented_example_runs():
    document = Path(__file__).parents[2] / "docs" / "rl.md"
    results = doctest.testfile(str(document), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0
