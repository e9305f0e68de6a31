"""The dashboard without a browser: run, progress, cancel, errors, and the very deal that a click opens."""

import random
import time
from dataclasses import replace

import pytest
from bokeh.events import Tap

import designkit as dk
from designkit.bots import BOTS
from designkit.views.controls import controls
from designkit.views.lab import Board, app
from designkit.views.lab.page import Page
from designkit.views.lab.setup import Setup, read_values
from designkit.views.lab.sight import Drawn


def until(true, seconds=60):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def played(board):
    """Run what is set up and wait till it is drawn."""
    board.run()
    assert not board.message
    until(lambda: "done in" in board.status)
    return board


def looked(board, act):
    """Click, and wait for the deal."""
    act()
    board.looking.wait(30)
    until(lambda: board.opened is not None or board.message)
    return board.opened


@pytest.fixture(scope="module")
def reapers():
    return played(Board(dk.game("reapers", 4), deals=3000, seed=5))


@pytest.fixture
def slow(monkeypatch):
    def slow_bot(view, legal, rng: random.Random):
        time.sleep(0.002)
        return rng.choice(legal)

    monkeypatch.setitem(BOTS, "slow", slow_bot)
    return Board(dk.game("reds", 3), bot="slow", deals=100_000)


# ---- running ---------------------------------------------------------------------------------------------------


def test_a_run_shows_plots_measures_and_deals_that_stand_out(reapers):
    assert reapers.shown.deals == 3000
    assert reapers.progress == 1
    assert "done in" in reapers.status
    assert "3,000 deals with greedy in every seat, seed 5" in reapers.sight.sentence
    assert len(reapers.sight.drawn) == 4
    assert 'data-measure="fairness"' in reapers.sight.table
    assert reapers.sight.rows


def test_what_was_played_stays_after_a_cancel(slow):
    slow.run()
    until(lambda: slow.sight is not None)
    assert slow.running
    assert "left" in slow.status
    slow.cancel()
    assert not slow.running
    assert "cancelled" in slow.status
    assert slow.job.wait(20).status == "cancelled"
    until(lambda: f"{slow.shown.deals:,} of 100,000" in slow.sight.sentence)
    assert 0 < slow.shown.deals < 100_000
    slow.sight.rows[0].open()
    assert slow.opened is not None


def test_a_second_run_replaces_the_first(slow):
    slow.run()
    first = slow.job
    slow.set(count=40)
    slow.choose(lambda setup: setup.with_bot("greedy"))
    played(slow)
    assert first.wait(20).status == "cancelled"
    assert slow.shown.deals == 40


def test_a_bot_that_fails_is_said_and_the_deals_before_are_shown(monkeypatch):
    calls = iter(range(10**9))

    def fails(view, legal, rng):
        if next(calls) > 3000:
            raise ValueError("out of ideas")
        return legal[0]

    monkeypatch.setitem(BOTS, "fails", fails)
    board = Board(dk.game("reds", 3), bot="fails", deals=5000)
    board.run()
    until(lambda: board.message and board.sight is not None)
    assert "out of ideas" in board.message
    assert board.status == "stopped"
    assert 0 < board.shown.deals < 5000


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda board: board.set(count=0), "must be a whole number from 1"),
        (lambda board: board.set(seed=-1), "A seed is a whole number"),
        (lambda board: board.set(mode="compare"), "A and B are the same variant"),
    ],
)
def test_what_cannot_be_run_is_a_sentence(change, sentence):
    board = Board(dk.game("reds", 3), deals=50)
    change(board)
    board.run()
    until(lambda: board.message)
    assert sentence in board.message
    assert 'role="alert"' in board.said


def test_an_impossible_value_is_said_and_the_variant_stays():
    board = Board(dk.game("reds", 6), deals=50)
    board.choose(lambda setup: setup.with_value("a", "hand_size", 12))
    assert "the hands need 72 cards" in board.message
    assert board.setup.a.params.hand_size == 5
    board.choose(lambda setup: setup.with_value("a", "hand_size", 4))
    assert board.message == ""
    assert board.setup.a.params.hand_size == 4


# ---- opening deals ---------------------------------------------------------------------------------------------


def scores(opened):
    assert opened.session.at == 0
    return opened.session.history[-1].scores


def test_a_bar_of_the_points_opens_a_deal_in_which_a_seat_scored_so(reapers):
    points = int(reapers.shown.frame["points"].quantile(0.9))
    tap = reapers.sight.drawn[1].tap
    first = looked(reapers, lambda: tap(points + 0.2, 0.01))
    assert points in scores(first)
    reapers.opened = None
    second = looked(reapers, lambda: tap(points - 0.2, 0.4))
    assert points in scores(second)
    assert second.session.seed != first.session.seed


def test_a_seats_bar_opens_a_deal_that_it_won(reapers):
    reapers.opened = None
    own = looked(reapers, lambda: reapers.sight.drawn[0].tap(2.3, 0.1))
    assert scores(own)[2] == max(scores(own))
    assert "seat 2 wins" in own.why


def test_a_row_opens_that_very_deal(reapers):
    row = next(row for row in reapers.sight.rows if "most points" in row.why)
    row.open()
    number = int(row.label.replace(",", ""))
    assert list(scores(reapers.opened)) == list(reapers.shown.rows(number, number + 1)["points"])
    assert max(scores(reapers.opened)) == reapers.shown.frame["points"].max()


def test_a_deal_that_is_not_there_is_said(reapers):
    reapers.opened = None
    looked(reapers, lambda: reapers.sight.drawn[1].tap(5000, 0))
    assert "None of the 3,000 deals" in reapers.message


# ---- comparing and sweeping ------------------------------------------------------------------------------------


def test_two_variants_are_compared_and_a_deal_opens_as_each_plays_it():
    board = Board(dk.game("reapers", 4), deals=800)
    board.set(mode="compare")
    board.choose(lambda setup: setup.with_value("b", "least_bonus", 40))
    played(board)
    assert "least bonus 40" in board.sight.title
    assert len(board.sight.drawn) == 2
    left, right = board.sight.rows[:2]
    left.open()
    first = board.opened
    right.open()
    assert first.session.seed == board.opened.session.seed
    assert board.opened.session.game.params.least_bonus == 40
    assert scores(first) != scores(board.opened)


def test_a_cell_of_a_sweep_opens_and_an_impossible_one_says_why():
    board = Board(dk.game("reds", 3), deals=100)
    board.set(mode="sweep", players=(3, 4))
    board.choose(lambda setup: setup.with_axis(0, name="hand_size"))
    board.choose(lambda setup: setup.with_axis(0, text="3-5, 13"))
    played(board)
    assert len(board.sight.drawn) == 2
    assert not board.sight.rows
    assert "Click a variant" in board.sight.below
    board.sight.drawn[1].tap(2.2, 0)
    assert board.sight.rows
    assert board.sight.below == "hand_size=5, 4 players"
    assert board.cell.values == {"hand_size": 5}
    assert board.opened.session.game == dk.game("reds", 4, hand_size=5)
    assert len(board.sight.drawn) > 2
    refused = next(cell for cell in board.shown.cells if cell.problem)
    board.open_cell(refused)
    assert board.message == refused.problem
    assert f"Impossible, for instance: {refused.problem}" in board.sight.sentence
    before = board.sight
    board.set(metric="tie rate")
    assert board.sight is not before
    assert "tie rate" in board.sight.drawn[0].figure.title.text


def test_a_box_that_is_emptied_keeps_its_number():
    board = Board(dk.game("reds", 3), deals=400, seed=7)
    page = Page(board, put=lambda desk: None)
    for name, number in (("how many", 400), ("seed", 7)):
        [box] = page.top.select(lambda widget, name=name: getattr(widget, "name", "") == name)
        box.value = None
        assert box.value == number
    assert (board.setup.count, board.setup.seed) == (400, 7)


def test_a_refused_value_gives_way_to_the_one_in_force():
    board = Board(dk.game("trick_party", 4))
    page = Page(board, put=lambda desk: None)

    def shown():
        [found] = page.side.select(lambda widget: getattr(widget, "name", "") == "revolution numbers")
        return found

    shown().value = "1,99"
    assert "not 1,99" in board.message
    assert shown().value == "3,6,9,12"
    shown().value = "1, 2,3,4"
    assert board.message == ""
    assert shown().value == "1,2,3,4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Give values"),
        ("1, x", "neither a whole number nor a range"),
        ("9-1", "has 0 values"),
        ("1-9999", "9999 values"),
    ],
)
def test_bad_values_are_a_sentence(text, sentence):
    board = Board(dk.game("reds", 3))
    board.set(mode="sweep")
    board.choose(lambda setup: setup.with_axis(0, text=text))
    board.run()
    assert sentence in board.message
    assert board.job is None


def test_a_measure_that_another_game_or_count_lacks_is_not_kept():
    board = Board(dk.game("reapers", 4))
    board.set(mode="sweep", metric="win rate seat 3")
    page = Page(board, put=lambda desk: None)
    board.on_change = page.refresh
    board.choose(lambda setup: setup.with_game("reapers", 5))
    assert board.setup.metric == "win rate seat 3"
    board.choose(lambda setup: setup.with_game("reapers", 3))
    [chosen] = page.side.select(lambda widget: widget.name == "measure")
    assert chosen.value == board.setup.metric
    assert chosen.value in chosen.options


def test_every_parameter_of_every_game_has_values_to_sweep_over():
    for id in dk.GAMES:
        setup = Setup.of(dk.game(id))
        for name in dk.GAMES[id].Params.model_fields:
            axis = setup.with_axis(0, name=name).axes[0]
            assert read_values(setup.a, name, axis.text), (id, name)


# ---- the page --------------------------------------------------------------------------------------------------


def every(part):
    yield part
    for child in getattr(part, "objects", ()):
        yield from every(child)


def widget(page, name):
    return next(own for own in every(page) if getattr(own, "name", None) == name)


def test_the_page_drives_the_board_and_shows_it():
    page = app(dk.game("reds", 3), deals=60)
    until(lambda: any(type(own).__name__ == "Bokeh" for own in every(page)))
    widget(page, "game").value = "hearts"
    assert widget(page, "players").value == 4
    widget(page, "how many").value = 30
    widget(page, "bots").value = "each seat its own"
    widget(page, "seat 1").value = "duck"
    widget(page, "Run").clicks += 1
    until(
        lambda: "30 deals with greedy, duck, greedy, greedy" in str([getattr(own, "value", "") for own in every(page)])
    )
    widget(page, "mode").value = "compare"
    assert widget(page, "Run").name == "Run"
    titles = [own.title for own in every(page) if type(own).__name__ == "Card"]
    assert titles == ["Rules of A", "Rules of B"]


def test_every_parameter_has_a_control_on_the_page_that_says_what_it_means():
    for id in dk.GAMES:
        page = app(dk.game(id), deals=1)
        names = [getattr(own, "name", None) for own in every(page)]
        assert all(name.replace("_", " ") in names for name in dk.GAMES[id].Params.model_fields)
        told = str([getattr(own, "description", None) or getattr(own, "value", None) for own in every(page)])
        assert all(of["about"] in told for of in controls(dk.game(id)))


def test_a_switch_of_the_rules_reaches_the_variant_that_is_played():
    board = Board(dk.game("souls", 2))
    side = Page(board, lambda desk: None).side
    widget(side, "diagonals").value = ["diagonals"]
    assert board.setup.a.params.diagonals
    widget(side, "diagonals").value = []
    assert not board.setup.a.params.diagonals


def test_a_plot_speaks_of_a_click_only_where_one_is_heard(reapers):
    def told(figure):
        return [words for word, words in figure.hover.tooltips if word == "click"]

    assert [len(told(own.figure)) for own in reapers.sight.drawn] == [
        own.tap is not None for own in reapers.sight.drawn
    ]
    assert [told(figure) for figure in reapers.shown.plot().figures] == [[]] * len(reapers.sight.drawn)
    swept = dk.sweep(dk.game("reds", 3), {"exact_bonus": [0, 5], "nil_points": [0, 10]}, deals=40)
    assert told(swept.plot().figures[0]) == []


def test_a_click_beside_the_axes_opens_nothing():
    board = played(Board(dk.game("reds", 3), deals=40))
    heard = []
    page = Page(board, lambda desk: None)
    figure = page.plot(Drawn(board.sight.drawn[0].figure, lambda x, y: heard.append((x, y)))).object
    for x, y in ((1, 0.1), (-9, 0.1), (1, -0.2)):
        figure.x_range.start, figure.x_range.end, figure.y_range.start, figure.y_range.end = -0.5, 2.5, 0, 0.4
        figure._trigger_event(Tap(figure, x=x, y=y))
    assert heard == [(1, 0.1)]


def test_the_page_says_what_a_click_on_the_plots_opens(reapers):
    page = Page(reapers, lambda desk: None)
    page.refresh()
    assert "Click a bar" in page.note.value
    board = Board(dk.game("reds", 3), deals=40)
    board.set(mode="compare")
    board.choose(lambda setup: setup.with_value("b", "exact_bonus", 9))
    page = Page(played(board), lambda desk: None)
    page.refresh()
    assert "Click" not in page.note.value
    assert "deals that stand out" in page.note.value
    assert page.stand_out.value == ""
    board.choose(lambda setup: replace(setup, b=setup.a.with_params(extra_rounds=3)))
    played(board)
    page.refresh()
    assert "deals that stand out" not in page.note.value
    assert "No deal brings other points" in page.stand_out.value
