"""Sweeps: a cell a variant, impossible ones kept, targets, broken invariants, and nothing lost on the way."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import designkit as dk
from designkit.lab import simulate as simulating
from designkit.lab.simulate import Interrupted, simulate
from designkit.lab.sweep import Sweep, broken, sweep
from designkit.live import Job

REDS = dk.game("reds", 3)


def estimates(result):
    return {name: (own.value, own.low, own.high) for name, own in result.estimates.items()}


@pytest.fixture(scope="module")
def bonuses():
    """Reds over two parameters, one value of which is impossible, for two player counts."""
    return sweep(
        REDS,
        {"exact_bonus": [0, 99, 10], "over_points": range(0, 3, 2)},
        players=[3, 4],
        deals=600,
        targets={"margin": (1.5, 3.0)},
    )


def test_every_combination_has_a_cell(bonuses):
    found = [(cell.players, *cell.values.values()) for cell in bonuses.cells]
    assert found == [(count, exact, over) for count in (3, 4) for exact in (0, 99, 10) for over in (0, 2)]
    assert bonuses.names == ("exact_bonus", "over_points")


def test_a_cell_is_what_its_variant_gives_by_itself(bonuses):
    cell = bonuses.cell(4, exact_bonus=10, over_points=2)
    assert cell.game == dk.game("reds", 4, exact_bonus=10, over_points=2)
    assert estimates(cell.result) == estimates(simulate(cell.game, deals=600))
    assert cell.result.session(7).game == cell.game
    assert len(cell.result.frame) == 2400


def test_an_impossible_variant_is_an_empty_cell_and_the_sweep_goes_on(bonuses):
    empty = [cell for cell in bonuses.cells if cell.game is None]
    assert [cell.values["exact_bonus"] for cell in empty] == [99] * 4
    assert all(cell.problem == "exact_bonus must be a whole number from 0 to 50, not 99." for cell in empty)
    assert all(cell.result is None and cell.within("margin") is None for cell in empty)
    assert all(cell.done for cell in bonuses.cells if cell.game is not None)


def test_a_count_that_is_impossible_is_a_problem_of_its_cells():
    made = sweep(REDS, {"exact_bonus": [5]}, players=[3, 99], deals=50)
    assert [cell.problem for cell in made.cells] == ["", "Reds is for 2 to 6 players, not 99."]


def test_the_games_own_parameters_and_rules_stay(bonuses):
    base = dk.game("reapers", 4, none_bonus=9).replace(strength=no_trump)
    made = sweep(base, {"least_bonus": [1]}, players=[3], deals=10)
    assert made.cells[0].game == dk.game("reapers", 3, none_bonus=9, least_bonus=1).replace(strength=no_trump)


def no_trump(card, led, trump):
    return card.rank if card.suit == led else 0


def test_a_band_says_inside_outside_or_undecided(bonuses):
    cell = bonuses.cell(3, exact_bonus=10, over_points=2)
    own = cell.estimate("margin")
    for band, word in [
        ((own.low - 1, own.high + 1), "inside"),
        ((None, own.high + 1), "inside"),
        ((own.high + 1, None), "outside"),
        ((None, own.low - 1), "outside"),
        ((own.value, own.high + 1), "undecided"),
        ((own.value, own.value), "undecided"),
    ]:
        cell.targets = {"margin": band}
        assert cell.within("margin") == word
    cell.targets = bonuses.targets
    assert cell.within("fairness") is None


def test_the_best_cell_lies_deepest_in_its_band(bonuses):
    values = {id(cell): cell.estimate("margin").value for cell in bonuses.cells if cell.game}
    best = bonuses.best("margin")
    assert abs(values[id(best)] - 2.25) == min(abs(value - 2.25) for value in values.values())
    highest = bonuses.best("spread")
    assert highest.estimate("spread").value == max(c.estimate("spread").value for c in bonuses.cells if c.game)


def test_a_broken_cell_is_marked_and_never_the_best():
    made = sweep(dk.game("reapers", 4).replace(strength=no_trump), {"least_bonus": [5]}, deals=50, invariants=10)
    assert all("trump wins" in cell.broken for cell in made.cells)
    assert made.best("margin") is None
    assert "breaks trump wins" in made.html("margin")


def test_a_sound_game_breaks_nothing():
    assert broken(REDS, 20) == ()


def test_one_parameter_and_the_frame_of_a_measure():
    made = sweep("reds", {"hidden_bids": [False, True]}, deals=100, metrics=["margin"])
    frame = made.frame("margin")
    assert list(frame.columns) == ["players", "hidden_bids", "value", "low", "high", "target", "broken", "problem"]
    assert list(frame.players) == [4, 4]
    assert made.metrics == ("margin",)
    with pytest.raises(dk.BadVariant, match="no measure 'points'; it has margin"):
        made.frame("points")
    with pytest.raises(dk.DesignkitError, match="no cell with 5 players and hidden_bids=true"):
        made.cell(5, hidden_bids=True)


def test_a_sweep_without_a_possible_cell_can_be_shown():
    made = sweep(REDS, {"exact_bonus": [99]}, deals=10)
    assert "impossible" in made._repr_html_()
    assert "from 0 to 50" in made._repr_html_()
    assert made.best("margin") is None
    assert list(made.frame("margin").problem) == list(made.problems)


def test_the_grid_shows_every_cell(bonuses):
    html = bonuses._repr_html_()
    assert html.startswith("<table><caption style='text-align:left;font-weight:600'>margin of Reds")
    assert html.count("impossible") == 4
    assert html.count("4 players") == 2
    assert sum(html.count(word) for word in (" inside", " outside", " undecided")) == 8


# ---- running ---------------------------------------------------------------------------------------------------


def test_an_executor_gives_the_same_numbers(monkeypatch):
    monkeypatch.setitem(simulating.CHUNK, ("kernel", "deals"), 70)
    alone = sweep(REDS, {"exact_bonus": [0, 5, 10]}, deals=200)
    with ThreadPoolExecutor(2) as pool:
        shared = sweep(REDS, {"exact_bonus": [0, 5, 10]}, deals=200, executor=pool)
    assert [estimates(cell.result) for cell in alone.cells] == [estimates(cell.result) for cell in shared.cells]


def test_a_cancelled_sweep_keeps_its_cells(monkeypatch):
    monkeypatch.setattr("designkit.live.job.EVERY", 0)
    job = Job(
        lambda job: sweep(REDS, {"exact_bonus": range(10)}, deals=50, job=job),
        on_change=lambda job: job.cancel() if job.progress > 0.35 else None,
    ).run()
    assert job.status == "cancelled"
    assert isinstance(job.result, Sweep)
    done = [cell.done for cell in job.result.cells]
    assert 0 < sum(done) < 10
    assert job.result.frame("margin").value.notna().sum() == sum(done)
    assert "not played" in job.result.html("margin")


def test_a_bot_that_fails_leaves_the_cells_before():
    calls = []

    def tired(view, legal, rng):
        calls.append(1)
        if len(calls) > 200:
            raise RuntimeError("tired")
        return legal[0]

    with pytest.raises(Interrupted, match=r"'tired' .* cells before are kept") as stopped:
        sweep(REDS, {"exact_bonus": range(9)}, deals=2, bots=tired)
    assert sum(cell.done for cell in stopped.value.result.cells) > 1


def test_a_sweep_goes_on_past_a_failing_bot_and_says_what_is_left_out():
    def lazy(view, legal, rng):
        if dk.card("2 clubs") in view.state.hands[view.seat]:
            raise RuntimeError("no idea")
        return legal[0]

    made = sweep(REDS, {"exact_bonus": [0, 5]}, deals=8, bots=lazy, on_error="skip")
    assert made.complete
    for cell in made.cells:
        assert cell.result.deals + len(cell.result.failures) == 8
        assert cell.result.failures
    assert any("Left out, since a bot failed" in problem for problem in made.problems)
    assert "Left out, since a bot failed" in made._repr_html_()


def test_an_interrupt_gives_what_was_played():
    calls = []

    def impatient(view, legal, rng):
        calls.append(1)
        if len(calls) > 200:
            raise KeyboardInterrupt
        return legal[0]

    made = sweep(REDS, {"exact_bonus": range(9)}, deals=2, bots=impatient)
    assert 1 < sum(cell.done for cell in made.cells) < 9
    assert not made.complete


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (dict(values={}), "one or two parameters, not 0"),
        (dict(values={"hand_size": [5], "top_rank": [9], "short": [True]}), "one or two parameters, not 3"),
        (dict(values={"fun": [1]}), "no parameter 'fun'"),
        (dict(values={"hand_size": "5"}), "must be a list"),
        (dict(values={"hand_size": []}), "must be a list"),
        (dict(deals=0), "deals must be a whole number"),
        (dict(metrics=["fun"]), "no metric 'fun'"),
        (dict(bots="silly"), "no bot 'silly'"),
        (dict(bots=["greedy"] * 3, players=[3, 4]), "4 seats need as many bots"),
        (dict(players=[]), "whole numbers such as"),
        (dict(targets={"fun": (0, 1)}), "no metric 'fun'"),
        (dict(targets={"margin": (None, None)}), "must be"),
        (dict(targets={"margin": (2, 1)}), "begins above its end: 2 and 1"),
        (dict(targets={"margin": 2}), "must be"),
        (dict(targets={"margin": (float("nan"), 1)}), "must be"),
        (dict(invariants=-1), "a number of seconds"),
    ],
)
def test_bad_input_is_a_sentence(asked, sentence):
    with pytest.raises(dk.BadVariant, match=sentence):
        sweep(REDS, **{"values": {"hand_size": [5]}, "deals": 10, **asked})


def test_bots_that_do_not_fit_a_count_are_told_before_anything_is_played():
    def never(view, legal, rng):
        raise AssertionError("played")

    with pytest.raises(dk.BadVariant, match="4 seats need as many bots"):
        sweep(REDS, {"hand_size": [5]}, players=[3, 4], deals=10, bots=[never] * 3)


def test_every_measure_asked_for_by_name_is_drawn_and_problems_once():
    made = sweep(REDS, {"exact_bonus": [5, 99]}, deals=50, metrics=["spread", "tie rate"], targets={"tie rate": (0, 1)})
    assert made.shown == ("tie rate", "spread")
    assert made._repr_html_().count("<table>") == 2
    assert made._repr_html_().count("<div>") == len(made.problems) == 1
    assert len(sweep(REDS, {"exact_bonus": [5]}, deals=50).shown) == 1
