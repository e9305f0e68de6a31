"""Tournaments on toys of known value: who wins, how surely, who failed, and how much of it is luck."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from toys import ONE_TRICK

import designkit as dk
from designkit.lab import skill
from designkit.lab.simulate import Interrupted
from designkit.lab.tournament import seatings, tournament
from designkit.lab.tournament.ratings import ratings
from designkit.live import Job

WAR = ONE_TRICK(2)


def first(view, legal, rng):
    return legal[0]


def last(view, legal, rng):
    return legal[-1]


def fails_at_times(view, legal, rng):
    if rng.random() < 0.03:
        raise ValueError("no idea")
    return legal[0]


@pytest.mark.parametrize(("bots", "places"), [(2, 2), (2, 4), (3, 4), (4, 4), (6, 4), (2, 7), (9, 3)])
def test_every_bot_sits_equally_often_at_every_place(bots, places):
    found = seatings(bots, places)
    assert len(found) == len(set(found)) <= 60
    places_of = [[lineup[place] for lineup in found] for place in range(places)]
    for bot in range(bots):
        assert len({column.count(bot) for column in places_of}) == 1
        assert places_of[0].count(bot) > 0


def test_a_game_of_pure_chance_has_no_best_bot_and_is_all_luck():
    found = tournament(WAR, {"first": first, "last": last}, deals=64)
    frame = found.frame()
    assert frame["rating"].abs().max() < 1e-6
    assert frame["win share"].tolist() == [0.5, 0.5]
    assert frame["mean rank"].tolist() == [1.5, 1.5]
    luck = skill.luck(found)
    assert luck.loc["deal and place", "share"] == pytest.approx(1.0)
    assert skill.order(WAR, first, last, deals=16).value == pytest.approx(0.0)


def test_a_game_decided_by_the_bids_alone_is_all_skill():
    exact = dk.game("reds", 2, hand_size=1, most_exchanged=0).replace(hand_score=lambda bid, tricks: bid)
    greedy = {"high": lambda view, legal, rng: legal[-1], "low": lambda view, legal, rng: legal[0]}
    found = tournament(exact, greedy, deals=20)
    assert found.frame().loc["high", "win share"] == 1.0
    assert found.cross().loc["high", "low"] == 1.0
    assert list(found.frame().index) == ["high", "low"]
    assert skill.luck(found).loc["player", "share"] == pytest.approx(1.0)
    assert skill.order(exact, greedy["high"], greedy["low"], deals=8).value == pytest.approx(1.0)


def test_ratings_recover_the_odds_they_come_from():
    strength = np.array([300.0, 0.0, -300.0])
    odds = 1 / (1 + 10 ** ((strength[None, :] - strength[:, None]) / 400))
    above = 1e6 * odds * (1 - np.eye(3))
    assert np.allclose(ratings(above), strength, atol=0.1)


def test_the_fewest_points_win_where_the_game_says_so():
    frame = tournament("hearts", ["duck", "random"], deals=20).frame()
    assert frame.index[0] == "duck"
    assert frame.loc["duck", "mean rank"] < frame.loc["random", "mean rank"]


def test_partners_are_the_same_bot_and_share_a_place():
    found = tournament("whist", ["greedy", "random"], deals=10)
    assert found.seatings == ((0, 1), (1, 0))
    assert [run.bots for run in found.runs] == [("greedy", "random") * 2, ("random", "greedy") * 2]
    assert found.fair == 0.5


def test_all_seatings_play_the_same_deals_and_any_can_be_opened():
    found = tournament("reds", {"greedy": "greedy", "first": first}, deals=3)
    hands = {tuple(map(tuple, found.session(seating, 2).states[0].hands)) for seating in range(len(found.seatings))}
    assert len(hands) == 1


def test_a_failing_bot_is_named_and_the_run_stops_with_what_it_has():
    with pytest.raises(
        Interrupted, match=r"The bot 'fails_at_times' of seat \d failed with ValueError in deal \d+"
    ) as error:
        tournament("whist", {"fails_at_times": fails_at_times, "greedy": "greedy"}, deals=40)
    result = error.value.result
    assert len(result.failures) == 1
    assert "game seed" in result.failures[0].sentence
    assert result.played.sum() > 0 or result.failures[0].deal == 0


def test_a_failing_deal_is_skipped_in_its_seating_alone_and_nothing_else_is_lost():
    found = tournament("whist", {"bad": fails_at_times, "greedy": "greedy"}, deals=15, on_error="skip")
    assert found.failures
    missing = {(failure.seating, failure.deal) for failure in found.failures}
    assert {tuple(map(int, place)) for place in zip(*np.where(~found.played), strict=True)} == missing
    with pytest.raises(ValueError, match="no idea"):
        reopened(found, found.failures[0])
    assert found.frame().loc["greedy", "places"] == found.played.sum()


def reopened(found, failure):
    try:
        found.session(failure.seating, failure.deal)
    except dk.DesignkitError as error:
        raise error.__cause__ from None


def test_an_illegal_move_and_a_slow_one_are_named():
    wrong = {"wrong": lambda view, legal, rng: dk.Move("dance"), "greedy": "greedy"}
    with pytest.raises(Interrupted, match=r"The bot 'wrong' of seat \d made an illegal move"):
        tournament("reds", wrong, deals=2)

    def dreams(view, legal, rng):
        time.sleep(30)

    with pytest.raises(
        Interrupted,
        match=r"The bot 'dreams' of seat \d took too long in deal 0 .*: longer than 0.05 seconds for a move",
    ):
        tournament("reds", {"dreams": dreams, "greedy": "greedy"}, deals=2, seconds=0.05)


def test_a_bot_that_hangs_loses_its_deal_alone_and_the_run_goes_on():
    def hangs_at_times(view, legal, rng):
        if rng.random() < 0.01:
            time.sleep(30)
        return legal[0]

    found = tournament("reds", {"hangs": hangs_at_times, "greedy": "greedy"}, deals=3, seconds=0.05, on_error="skip")
    missing = {tuple(map(int, place)) for place in zip(*np.where(~found.played), strict=True)}
    assert missing == {(failure.seating, failure.deal) for failure in found.failures}
    assert 0 < len(missing) < found.played.size
    for failure in found.failures:
        assert "The bot 'hangs' of seat" in failure.sentence
        assert "game seed" in failure.sentence
        assert "longer than 0.05 seconds" in failure.sentence


def test_stopped_at_the_keyboard_it_gives_what_it_has():
    calls = []

    def impatient(view, legal, rng):
        calls.append(1)
        if len(calls) > 400:
            raise KeyboardInterrupt
        return legal[0]

    found = tournament("reds", {"impatient": impatient, "greedy": "greedy"}, deals=30, most=2)
    assert 0 < found.played.sum() < found.played.size
    assert len(found.frame()) == 2


def test_an_executor_plays_the_same_tournament():
    entered = {"heuristic": "heuristic", "first": first}
    here = tournament("reds", entered, deals=12)
    with ThreadPoolExecutor(2) as executor:
        there = tournament("reds", entered, deals=12, executor=executor)
        skipping = tournament(
            "whist", {"bad": fails_at_times, "greedy": "greedy"}, deals=15, executor=executor, on_error="skip"
        )
    assert np.array_equal(here.ranks, there.ranks)
    alone = tournament("whist", {"bad": fails_at_times, "greedy": "greedy"}, deals=15, on_error="skip")
    assert {(f.seating, f.deal) for f in alone.failures} == {(f.seating, f.deal) for f in skipping.failures}


def test_a_job_keeps_what_was_played_when_it_is_cancelled():
    job = Job(
        lambda job: tournament("reds", {"heuristic": "heuristic", "first": first}, deals=5000, job=job), seconds=1.0
    )
    job.run()
    assert job.status == "out of time"
    assert 0 < job.result.played.sum() < job.result.played.size
    assert len(job.result.frame()) == 2


def test_intervals_hold_about_as_often_as_they_say():
    def coin(view, legal, rng):
        return rng.choice(legal)

    held = 0
    for seed in range(40):
        frame = tournament("reds", {"a": coin, "b": coin}, deals=16, seed=seed, most=2).frame()
        held += frame.loc["a", "rating low"] <= 0 <= frame.loc["a", "rating high"]
    assert held >= 33


def test_it_draws_and_tells():
    found = tournament("reds", ["greedy", "duck", "random"], deals=10)
    assert "greedy" in found._repr_html_()
    assert len(found.plot().figures) == 2
    assert found.pairs()[["above low", "above high"]].stack().between(0, 1).all()


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["greedy"], {}, "at least two bots"),
        (["greedy", "greedy"], {}, "Two bots are called 'greedy'"),
        (["greedy", "gredy"], {}, "no bot 'gredy'"),
        (["greedy", "random"], {"on_error": "weep"}, "'stop' or 'skip'"),
        (["greedy", "random"], {"seconds": 0}, "a number above 0"),
        (["greedy", "random"], {"deals": 0}, "whole number from 1"),
        ({"a": 3, "b": "greedy"}, {}, "A bot is a name or a function"),
    ],
)
def test_bad_input_is_one_sentence(bots, more, sentence):
    with pytest.raises(dk.BadVariant, match=sentence):
        tournament("reds", bots, **more)


def test_a_ladder_has_a_step_a_budget():
    def factory(budget):
        return lambda view, legal, rng: dk.BOTS["greedy" if rng.random() < budget / 16 else "random"](view, legal, rng)

    found = skill.ladder(dk.game("oh_hell", 3), factory, budgets=(1, 16), deals=25)
    assert found.loc[16, "win share low"] > found.loc[16, "fair"]


def test_the_spread_of_moves_is_what_the_values_say():
    found = skill.spread("reds", lambda view, legal, rng: range(len(legal)), deals=4)
    chance = random.Random(1)
    flat = skill.spread("reds", lambda view, legal, rng: [chance.random()] * len(legal), deals=4)
    assert flat.value == pytest.approx(0)
    assert found.low <= found.value <= found.high
    assert found.value >= 0.5
