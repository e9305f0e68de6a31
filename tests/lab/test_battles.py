"""The battle kernel plays what the step engine plays: move for move, point for point, for random variants and rules too."""

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
from designkit.games import souls
from designkit.lab import battle_tables, battles, steps
from designkit.lab.batch import joined
from designkit.lab.battle_tables import tables
from designkit.lab.kernel import BOTS as KERNEL_BOTS
from designkit.lab.simulate import simulate
from designkit.lab.tabulate import CannotTabulate

COUNTS = souls.GAME.players


def differences(compiled, stepped):
    """The names of the arrays that are not the same."""
    names = [item.name for item in fields(compiled)]
    return [name for name in names if not np.array_equal(getattr(compiled, name), getattr(stepped, name))]


def both(game, bots, seed=3, first=7, count=4, match=False):
    compiled = (battles.play_matches if match else battles.play_deals)(game, seed, first, count, bots)
    return compiled, steps.play(game, seed, first, count, [(bot, BOTS[bot]) for bot in bots], match)


def seats(game, seed):
    return random.Random(seed).choices(KERNEL_BOTS, k=game.players)


@pytest.mark.parametrize("bot", [*KERNEL_BOTS, "mixed"])
@pytest.mark.parametrize("players", COUNTS)
def test_deals_are_the_same_on_both_engines(players, bot):
    game = dk.game("souls", players)
    bots = seats(game, players) if bot == "mixed" else [bot] * players
    assert not differences(*both(game, bots))


@pytest.mark.parametrize("players", COUNTS)
def test_matches_are_the_same_on_both_engines(players):
    game = dk.game("souls", players)
    assert not differences(*both(game, seats(game, players), count=2, match=True))


@pytest.mark.parametrize("players", COUNTS)
def test_noted_choices_replay_move_for_move(players):
    game = dk.game("souls", players)
    bots = seats(game, 8)
    played = battles.play_deals(game, 11, 0, 3, bots)
    for number in range(3):
        choices, counts = battles.choices(game, 11, number, bots)
        state = game.new(mixed(11, number))
        for choice, count in zip(choices, counts, strict=True):
            legal = game.legal(state)
            assert len(legal) == count
            state = game.play(state, legal[choice])
        assert state.over
        assert state.scores == tuple(played.points[number])


OTHER_WAYS = [
    {"diagonals": True, "toll": "value"},
    {"may_stay": False, "swaps": "everyone"},
    {"pass_final": False, "hand_size": 8},
    {"defended_soul": "choice", "token_spoils": 3},
    {"twos": "always", "hand_size": 1},
    {"grid": 3, "depth": 5, "joker_points": 0},
    {"idle_rounds": 0, "most_turns": 60},
]


@pytest.mark.parametrize("params", OTHER_WAYS, ids=lambda params: "-".join(params))
def test_every_other_way_to_play_is_the_same_on_both_engines(params):
    game = dk.game("souls", 4, **params)
    assert not differences(*both(game, ["random", "greedy", "random", "duck"], count=12))


@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_variants_are_the_same_on_both_engines(data):
    game = data.draw(strategies.variants(souls.GAME))
    bots = data.draw(st.lists(st.sampled_from(KERNEL_BOTS), min_size=game.players, max_size=game.players))
    assert not differences(*both(game, bots, seed=data.draw(st.integers(0, 1 << 63)), count=2))


def low_wins(play, top):
    return souls.value(play) < souls.value(top)


def a_guard_adds_five(play, top, guarded):
    return souls.value(play) > souls.value(top) + 5 * guarded


def any_card_pays(card, soul):
    return True


def round_the_edges(space, size):
    row, column = divmod(space, size)
    return tuple({row * size + (column + 1) % size, (row + 1) % size * size + column})


def the_next_two(turn, players):
    return ((turn + 1) % players, turn)


def whoever_lays_fights_the_attacker(fighting, everyone, seat, passed):
    if passed:
        return tuple(other for other in fighting if other != seat)
    return tuple(other for other in everyone if other in (seat, everyone[0])) if seat != everyone[0] else fighting


def after_full_rounds(empty, idle, turns, players):
    return turns % players == 0 and (empty >= 2 or idle >= players)


def sets(pile, own):
    ranks = [card.rank for card in pile]
    return 1 + sum(ranks.count(rank) ** 2 for rank in set(ranks))


def each_card_one(pile, own):
    return len(pile) + 5


def spades_cost(pile, own):
    return sum(-card.rank if card.suit == "spades" else 1 for card in pile)


RULES = {
    "beats": low_wins,
    "pays_toll": any_card_pays,
    "adjacent": round_the_edges,
    "swappers": the_next_two,
    "still_in": whoever_lays_fights_the_attacker,
    "ended": after_full_rounds,
    "pile_points": sets,
}
REPLACED = [
    *({name: rule} for name, rule in RULES.items()),
    {"pile_points": each_card_one},
    {"pile_points": spades_cost},
    {"beats": a_guard_adds_five},
    RULES,
]


@pytest.mark.parametrize("rules", REPLACED, ids=lambda rules: "-".join(rule.__name__ for rule in rules.values())[:40])
def test_replaced_rules_are_tabulated_like_any_other(rules):
    game = dk.game("souls").replace(**rules)
    bots = ["random", "greedy", "random", "duck"]
    assert not differences(*both(game, bots, count=6))
    assert differences(battles.play_deals(game, 3, 0, 20, bots), battles.play_deals(dk.game("souls"), 3, 0, 20, bots))


def by_suit(play, top):
    return play[0].suit > top[0].suit


UNFIT = [
    ({"beats": by_suit}, "What beats what looks at more of a card"),
    ({"pays_toll": lambda card, soul: card.suit == soul.suit}, "The toll looks at more of a card"),
    ({"adjacent": lambda space, size: (space, 0)}, "adjacent to itself"),
    ({"adjacent": lambda space, size: (space + 1,)}, "Adjacent spaces must be different numbers from 0 to 15, not"),
    ({"swappers": lambda turn, players: (0, 0)}, "may swap must be different numbers"),
    ({"still_in": lambda fighting, everyone, seat, passed: fighting}, "A pass must leave fewer"),
    ({"still_in": lambda fighting, everyone, seat, passed: fighting[::-1]}, "in that order"),
    ({"ended": lambda empty, idle, turns, players: empty + idle > 3}, "empty spaces and idle turns together"),
    ({"ended": lambda empty, idle, turns, players: 10 // empty > 3}, "the end fails with ZeroDivisionError"),
]


@pytest.mark.parametrize(("rules", "why"), UNFIT, ids=lambda value: value if isinstance(value, str) else "")
def test_a_rule_that_looks_at_more_cannot_be_tabulated(rules, why):
    with pytest.raises(CannotTabulate, match=why):
        tables(dk.game("souls").replace(**rules))


def test_what_cannot_be_tabulated_is_played_move_by_move_and_says_so():
    result = simulate(dk.game("souls", 2).replace(beats=by_suit), deals=5, bots="random")
    assert (result.engine, result.deals) == ("step", 5)
    assert result.note == "Played move by move, since what beats what looks at more of a card than the plan does."


def test_a_game_longer_than_the_tables_is_played_to_its_end(monkeypatch):
    game = dk.game("souls", 3).replace(ended=lambda empty, idle, turns, players: empty >= 3)
    monkeypatch.setattr(battle_tables, "MOST_TURNS", 22)
    compiled, stepped = both(game, ["random", "greedy", "random"], count=8)
    assert not differences(compiled, stepped)
    seats = [(bot, BOTS[bot]) for bot in ("random", "greedy", "random")]
    turns = [steps.played(game, 3, 7 + i, seats, False).state.turns for i in range(8)]
    assert min(turns) <= 22 < max(turns)


def test_a_run_in_pieces_is_the_whole_run():
    game = dk.game("souls", 2)
    whole = battles.play_deals(game, 1, 0, 30, ["random", "duck"])
    parts = [
        battles.play_deals(game, 1, first, count, ["random", "duck"]) for first, count in ((0, 7), (7, 20), (27, 3))
    ]
    assert len({part.winners.shape[1] for part in parts}) > 1
    assert not differences(whole, joined(parts))


def test_a_run_measures_what_battles_have():
    result = simulate("souls", deals=400, bots="greedy")
    found = {estimate.metric.name for estimate in result.estimates.values()}
    assert result.engine == "kernel"
    assert {"win rate", "margin", "lead changes", "drama", "decisiveness", "comeback", "hand decides"} <= found
    assert not found & {"lead retention", "won by trump", "won by special cards", "bid error", "wager choice", "hands"}
    session = result.session(3)
    assert session.state.scores == tuple(result.frame.query("deal == 3").points)


def test_a_match_is_one_game():
    matches, deals = simulate("souls", matches=40, bots="random"), simulate("souls", 40, bots="random")
    assert matches.engine == "kernel"
    assert matches.frame.points.tolist() == deals.frame.points.tolist()
    assert matches.estimates["hands"].value == 1
    assert "drama" not in matches.estimates


def test_the_course_ends_with_the_last_battle():
    batch = battles.play_deals(dk.game("souls"), 0, 0, 200, ["random"] * 4)
    assert np.array_equal(batch.steps, np.maximum(1, batch.tricks.sum(axis=1)))
    assert np.array_equal(batch.history[:, -1], batch.points)


def share(bots, deals=1000):
    batch = battles.play_deals(dk.game("souls", len(bots)), 5, 0, deals, bots)
    return (batch.tops / batch.tops.sum(axis=1, keepdims=True))[:, 0].mean()


def test_greedy_beats_the_others_clearly():
    assert share(["greedy", "random"]) > 0.75
    assert share(["greedy", "random", "random", "random"]) > 0.5
    assert share(["greedy", "duck", "duck", "duck"]) > 0.5


def test_without_numba_the_same_numbers_come_out():
    code = """
import sys
sys.modules["numba"] = None
import designkit as dk
from designkit.lab import battles, jit
assert not jit.COMPILED
batch = battles.play_deals(dk.game("souls", 3), 5, 2, 2, ["random", "greedy", "duck"])
print(batch.points.tolist(), batch.options.tolist(), batch.history.tolist())
"""
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    batch = battles.play_deals(dk.game("souls", 3), 5, 2, 2, ["random", "greedy", "duck"])
    assert plain.stdout.split("\n")[0] == f"{batch.points.tolist()} {batch.options.tolist()} {batch.history.tolist()}"
    assert not plain.stderr
