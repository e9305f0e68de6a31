"""The kernel plays what the step engine plays: move for move, point for point, for every trick game and random variants."""

import random
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import designkit as dk
from designkit import strategies
from designkit.bots import BOTS
from designkit.cards import mixed
from designkit.events import Scored
from designkit.lab import scoring, steps, tricks
from designkit.lab.batch import joined
from designkit.lab.kernel import BOTS as KERNEL_BOTS
from designkit.lab.tabulate import CannotTabulate, tables

PLANNED = [family for family in dk.GAMES.values() if family.plan and family.tricks]
COUNTS = [(family.id, players) for family in PLANNED for players in family.players]


def differences(compiled, stepped):
    """The names of the arrays that are not the same."""
    names = [item.name for item in fields(compiled)]
    return [name for name in names if not np.array_equal(getattr(compiled, name), getattr(stepped, name))]


def both(game, bots, seed=3, first=7, count=6, match=False):
    compiled = (tricks.play_matches if match else tricks.play_deals)(game, seed, first, count, bots)
    return compiled, steps.play(game, seed, first, count, [(bot, BOTS[bot]) for bot in bots], match)


def seats(game, seed):
    return random.Random(seed).choices(KERNEL_BOTS, k=game.players)


def test_every_trick_game_of_the_kit_has_a_plan():
    assert {family.id for family in PLANNED} == {family.id for family in dk.GAMES.values() if family.tricks}


@pytest.mark.parametrize("bot", [*KERNEL_BOTS, "mixed"])
@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_deals_are_the_same_on_both_engines(id, players, bot):
    game = dk.game(id, players)
    bots = seats(game, players) if bot == "mixed" else [bot] * players
    assert not differences(*both(game, bots))


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_matches_are_the_same_on_both_engines(id, players):
    game = dk.game(id, players)
    assert not differences(*both(game, seats(game, players), count=2, match=True))


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_noted_choices_replay_move_for_move(id, players):
    game = dk.game(id, players)
    bots = ["random"] * players
    played = tricks.play_deals(game, 11, 0, 4, bots)
    for number in range(4):
        choices, counts = tricks.choices(game, 11, number, bots)
        state = game.new(mixed(11, number))
        for choice, count in zip(choices, counts, strict=True):
            legal = game.legal(state)
            assert len(legal) == count
            state = game.play(state, legal[choice])
        scored = next(event for event in state.log if isinstance(event, Scored))
        assert scored.points == tuple(played.points[number])


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_variants_are_the_same_on_both_engines(data):
    family = data.draw(st.sampled_from(PLANNED))
    game = data.draw(strategies.variants(family))
    bots = data.draw(st.lists(st.sampled_from(KERNEL_BOTS), min_size=game.players, max_size=game.players))
    assert not differences(*both(game, bots, seed=data.draw(st.integers(0, 1 << 63)), count=3))


@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_matches_of_random_variants_are_the_same_on_both_engines(data):
    game = data.draw(strategies.variants(data.draw(st.sampled_from(PLANNED))))
    seed = data.draw(st.integers(0, 1 << 63))
    assert not differences(*both(game, seats(game, seed), seed=seed, count=1, match=True))


def low_wins(card, led, trump):
    return 20 - card.rank if card.suit == led else 0


def toggling(reversed, card):
    return reversed != (card.rank == 1)


def first_card_kept(plays, equals="first"):
    return plays[0]


def sum_of_suits(pile, demon_factor=2):
    return sum(len(card.suit) for card in pile)


def five_for_the_leader(points, wagers, least=None, second=None, none=None, ties="shared", second_place="one_more"):
    return tuple(5 if own >= 9 else 0 for own in points)


def clubs_are_anti(pack):
    return next((card.suit for card in pack if card.suit == "clubs"), None)


def count_prizes(prizes):
    return len(prizes)


def taken_cards(taken, tricks, queen_points=13, jack_bonus=0, clean_bonus=0, moon="others"):
    return tuple(sum(card.rank > 10 for card in cards if card.suit == "spades") for cards in taken)


REPLACED = [
    ("reapers", {"strength": low_wins}),
    ("reapers", {"hand_points": sum_of_suits}),
    ("reapers", {"wager_bonuses": five_for_the_leader}),
    ("reapers", {"prize": first_card_kept}),
    ("janken", {"turn": toggling}),
    ("trick_party", {"game_points": count_prizes}),
    ("whist", {"strength": low_wins}),
]


@pytest.mark.parametrize(
    ("id", "rules"), REPLACED, ids=lambda value: "-".join(value) if isinstance(value, dict) else value
)
def test_replaced_rules_are_tabulated_like_any_other(id, rules):
    game = dk.game(id).replace(**rules)
    assert not differences(*both(game, ["greedy"] * game.players, count=25))
    assert differences(
        tricks.play_deals(game, 3, 0, 50, ["random"] * game.players),
        tricks.play_deals(dk.game(id), 3, 0, 50, ["random"] * game.players),
    )


def test_a_run_in_pieces_is_the_whole_run():
    game = dk.game("reapers", 5)
    whole = tricks.play_deals(game, 1, 0, 30, ["greedy"] * 5)
    parts = [tricks.play_deals(game, 1, first, count, ["greedy"] * 5) for first, count in ((0, 7), (7, 20), (27, 3))]
    assert not differences(whole, joined(parts))


def test_what_no_rule_declares_cannot_be_tabulated():
    with pytest.raises(CannotTabulate, match="'third' is not among the modes"):
        tables(dk.game("janken").replace(turn=lambda reversed, card: "third" if card.rank == 1 else reversed))
    with pytest.raises(CannotTabulate, match="No plan is declared"):
        tables(dk.game("souls"))


def test_more_wagers_than_a_row_has_room_for_cannot_be_tabulated(monkeypatch):
    monkeypatch.setattr(scoring, "MOST_WAGERS", 2)
    with pytest.raises(CannotTabulate, match="3 wagers cannot be tabulated; 2 can"):
        scoring.Scoring(dk.game("reapers"))


def test_without_numba_the_same_numbers_come_out():
    code = """
import sys
sys.modules["numba"] = None
import designkit as dk
from designkit.lab import jit, tricks
assert not jit.COMPILED
for id in ("reapers", "janken", "reds", "hearts"):
    game = dk.game(id)
    batch = tricks.play_deals(game, 5, 2, 3, ["random", "greedy", "duck", "random"])
    print(batch.points.tolist(), batch.options.tolist())
"""
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = []
    for id in ("reapers", "janken", "reds", "hearts"):
        batch = tricks.play_deals(dk.game(id), 5, 2, 3, ["random", "greedy", "duck", "random"])
        expected.append(f"{batch.points.tolist()} {batch.options.tolist()}")
    assert plain.stdout.splitlines() == expected
    assert not plain.stderr
