"""Every bot in every game, count and variant passes the battery; every broken bot fails it."""

import inspect
import random

import pytest
from battery import BATTERY, decisions, is_indifferent_to_hidden_cards, makes_legal_moves
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import designkit as dk
from designkit.strategies import variants

COUNTS = [(id, players) for id, family in sorted(dk.GAMES.items()) for players in family.players]
ODD = [
    ("hearts", 4, dict(pass_count=0, must_break=False)),
    ("hearts", 4, dict(pass_count=6, jack_bonus=30, queen_points=0, moon="none")),
    ("janken", 4, dict(rock_breaks=True)),
    ("janken", 3, dict(jokers=False, ghost=True)),
    ("janken", 5, dict(top_rank=3, ghost=True)),
    ("oh_hell", 7, dict(most_cards=1)),
    ("oh_hell", 3, dict(penalty=True, hook=False)),
    ("reapers", 4, dict(reapers=0, demons=False, big_piles=1)),
    ("reapers", 4, dict(top_rank=5, reapers=8, big_piles=1)),
    ("reapers", 3, dict(big_piles=1, pile_size=2)),
    ("reds", 6, dict(hand_size=1, most_exchanged=1)),
    ("reds", 2, dict(hand_size=12, most_exchanged=6, hidden_bids=True)),
    ("reds", 4, dict(partnership=True, top_rank=8)),
    ("reds", 3, dict(top_rank=3, hand_size=2, most_exchanged=2)),
    ("souls", 2, dict(hand_size=1)),
    ("souls", 3, dict(swaps="everyone", pass_final=False, may_stay=False, defended_soul="choice", hand_size=3)),
    ("spades", 4, dict(spade_leads="last", capped=False, nil_points=500)),
    ("trick_party", 4, dict(revolution_numbers=tuple(range(1, 13)))),
    ("trick_party", 4, dict(revolution_numbers=(), trump="none", hand_size=2)),
    ("trick_party", 6, dict(plus_copies=4, minus_copies=0, campaign=True)),
    ("whist", 4, dict(book=0)),
]
"""One card in hand, no trumps, all specials, and other odd variants."""


def passes(bot, game, seed, most):
    for state in decisions(game, seed, most):
        for check in BATTERY:
            check(bot, game, state)


@pytest.mark.parametrize("name", dk.BOTS)
@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_every_bot_passes_in_every_game_and_count(name, id, players):
    passes(dk.BOTS[name], dk.game(id, players), seed=players, most=4)


@pytest.mark.parametrize("name", dk.BOTS)
@pytest.mark.parametrize(("id", "players", "params"), ODD)
def test_every_bot_survives_odd_variants(name, id, players, params):
    passes(dk.BOTS[name], dk.game(id, players, **params), seed=players + 1, most=4)


@pytest.mark.parametrize("name", dk.BOTS)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(game=variants(), seed=st.integers(0, 1000))
def test_every_bot_passes_in_random_variants(name, game, seed):
    passes(dk.BOTS[name], game, seed, most=2)


@pytest.mark.parametrize(("id", "players", "params"), ODD)
def test_the_heuristic_player_plays_odd_variants_to_the_end_of_a_hand(id, players, params):
    session, rng = dk.Session(dk.game(id, players, **params), seed=2), random.Random(2)
    while not session.state.over and session.state.round == 0:
        session.play_out(dk.BOTS["heuristic"], rng, 1)
    assert session.state.scores


@pytest.mark.parametrize("id", ["hearts", "janken", "oh_hell", "reds", "spades", "whist"])
def test_cards_that_may_always_be_played_leave_chances_chances(id):
    """Some cards of each suit may be played at any time, as Reapers may, and win as others do."""
    family = dk.GAMES[id]
    own = next(rule for rule in family.rules if rule.__name__ == "tier")
    often = lambda card, led, *rest: -1 if card.rank % 3 == 0 else own(card, led, *rest)  # noqa: E731
    often.__signature__ = inspect.signature(own)
    passes(dk.BOTS["heuristic"], family().replace(tier=often), seed=3, most=6)


def checked(check, bot, game):
    for state in decisions(game, 3, 20):
        check(bot, game, state)


def fails(check, bot, game):
    with pytest.raises(AssertionError):
        checked(check, bot, game)


def test_the_battery_catches_broken_bots():
    game, chance = dk.game("reds", 3), random.Random(1)
    by_name = {check.__name__: check for check in BATTERY}
    fails(makes_legal_moves, lambda view, legal, rng: dk.Move("rest"), game)
    fails(by_name["is_reproducible"], lambda view, legal, rng: chance.choice(legal), game)
    fails(by_name["leaves_global_chance_alone"], lambda view, legal, rng: random.choice(legal), game)


def test_the_battery_catches_a_bot_that_peeks(monkeypatch):
    game = dk.game("whist")
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: dk.View(self, seat, state))

    def peeks(view, legal, rng):
        return legal[hash(view.state.hands[(view.seat + 1) % 4]) % len(legal)]

    fails(is_indifferent_to_hidden_cards, peeks, game)


def test_the_battery_catches_a_bot_that_changes_its_view():
    game = dk.game("whist")

    def spoils(view, legal, rng):
        object.__setattr__(view.state, "won", (9, 9, 9, 9))
        return legal[0]

    fails({check.__name__: check for check in BATTERY}["changes_nothing"], spoils, game)
