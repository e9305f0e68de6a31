"""A run keeps what it played: rows, deals to open, the distribution, and whatever stops it."""

import errno
import threading
import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from toys import ONE_TRICK

import designkit as dk
from designkit.events import Scored
from designkit.lab import failing, jit, pieces, result, runs, steps
from designkit.lab.simulate import CHUNK, Interrupted, simulate
from designkit.live import Job
from designkit.plan import Plan


def same(one, other):
    """Whether two runs came to the same, to the last bit."""
    return (
        one.estimates == other.estimates
        and one.distribution().equals(other.distribution())
        and one.frame.equals(other.frame)
    )


# ---- rows and deals --------------------------------------------------------------------------------------------


def test_a_frame_has_a_row_for_every_deal_and_seat():
    own = simulate(dk.game("reapers", 3), deals=40, seed=5)
    frame = own.frame
    assert frame[["deal", "seat"]].to_numpy().tolist() == [[deal, seat] for deal in range(40) for seat in range(3)]
    assert np.allclose(frame.groupby("deal")["win"].sum(), 1)
    assert {"points", "tricks", "wager", "bonus", "worth", "decisions", "options", "forced"} <= set(frame)


@pytest.mark.parametrize("bots", ["greedy", "random", ["greedy", "random", "duck", "random"]])
def test_any_deal_opens_as_the_session_that_was_played(bots):
    own = simulate("reapers", deals=9000, bots=bots, seed=3)
    for number in (0, 17, 8999):
        session = own.session(number)
        scored = next(event for event in session.state.log if isinstance(event, Scored))
        rows = own.rows(number, number + 1)
        assert rows["points"].tolist() == list(scored.points)
        assert dk.Session.replay(session.record()).state == session.state
    for bad in (9000, -1, 1.0, True):
        with pytest.raises(dk.DesignkitError, match="This run has the deals 0 to 8999"):
            own.session(bad)


def test_matches_are_whole_games():
    own = simulate("reds", matches=6, seed=2)
    assert (own.kind, own.deals, len(own.frame)) == ("matches", 6, 24)
    state = own.session(5).state
    assert state.over
    assert own.rows(5, 6)["points"].tolist() == list(state.scores)
    assert own.estimates["hands"].value >= 1


def test_rows_of_a_longer_run_are_not_kept_but_played_again(monkeypatch):
    kept = simulate("reds", deals=300, seed=1)
    monkeypatch.setattr("designkit.lab.playing.begun.__defaults__", (100,))
    long = simulate("reds", deals=300, seed=1)
    assert kept._kept
    assert not long._kept
    assert same(kept, long)
    assert long.rows(250, 260).reset_index(drop=True).equals(kept.rows(250, 260).reset_index(drop=True))


@pytest.mark.parametrize("size", [1, 7, 64, 200])
def test_numbers_do_not_depend_on_the_pieces(monkeypatch, size):
    whole = simulate("janken", deals=200, seed=9)
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), size)
    assert same(whole, simulate("janken", deals=200, seed=9))


def test_the_distribution_counts_what_the_frame_holds():
    own = simulate("hearts", deals=700, seed=8)
    frame = own.distribution()
    counted = {(row.points, row.seat): row.count for row in frame.itertuples(index=False) if row[2]}
    held = own.frame.groupby(["points", "seat"]).size().to_dict()
    assert {(points, seat): count for points, seat, count, *_ in frame.itertuples(index=False) if count} == held
    assert len(counted) == len(held)
    assert np.allclose(frame.groupby("seat")["share"].sum(), 1)
    assert set(frame["width"]) == {1}


def test_both_engines_measure_the_same():
    own = simulate("reapers", deals=20, seed=4)
    stepped = result.Result(replace(own.run, engine="step"), 20, "")
    piece = pieces.measured(stepped.run, stepped.tally.metrics, 0, 20, True)
    stepped.take(piece)
    assert own.engine == "kernel"
    assert own.estimates == stepped.estimates
    pd.testing.assert_frame_equal(own.frame, stepped.frame, check_dtype=False)


# ---- engines ---------------------------------------------------------------------------------------------------


def test_a_kernel_that_differs_from_play_is_not_believed(monkeypatch):
    real = runs.KERNELS[Plan].play_deals

    def wrong(*args):
        batch = real(*args)
        return replace(batch, points=batch.points + 1)

    runs._agrees.cache_clear()
    monkeypatch.setattr(runs.KERNELS[Plan], "play_deals", wrong)
    try:
        own = simulate("reds", deals=3)
    finally:
        runs._agrees.cache_clear()
    assert own.engine == "step"
    assert own.note == "Played move by move, since its plan differs from its play."


def test_a_python_bot_plays_move_by_move_and_the_note_says_so():
    def last(view, legal, rng):
        return legal[-1]

    own = simulate("reds", deals=3, bots=last)
    assert own.engine == "step"
    assert own.note == "Played move by move, since 'last' is a Python bot."
    assert own.note in own._repr_html_()


# ---- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"deals": 0}, "deals must be a whole number from 1"),
        ({"deals": 2.5}, "deals must be a whole number from 1"),
        ({"matches": -1}, "matches must be a whole number from 1"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"bots": "clever"}, "There is no bot 'clever'; the bots are "),
        ({"bots": ["random"]}, "4 seats need as many bots, not 1"),
        ({"bots": 3}, "A bot is a name or a function"),
        ({"metrics": ["fun"]}, "There is no metric 'fun'; the metrics are win rate, "),
        ({"executor": "two"}, "An executor is a concurrent.futures.Executor or a dask.distributed client, not 'two'."),
    ],
)
def test_bad_input_is_a_sentence(options, sentence):
    with pytest.raises(dk.BadVariant, match=sentence):
        simulate("reds", **{"deals": 5} | options)


def test_a_folder_that_cannot_take_rows_is_told_before_anything_is_played(tmp_path):
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(dk.BadVariant, match="is not empty; give a new folder"):
        simulate("reds", deals=5, parquet=tmp_path)
    with pytest.raises(dk.BadVariant, match="cannot be written to"):
        simulate("reds", deals=5, parquet=tmp_path / "notes")


# ---- what stops a run ------------------------------------------------------------------------------------------


class Tired:
    """A bot that plays so many moves and then does something else."""

    __name__ = "tired"

    def __init__(self, moves, then):
        self.moves, self.then = moves, then

    def __call__(self, view, legal, rng):
        self.moves -= 1
        return legal[0] if self.moves >= 0 else self.then(legal)


def fails(legal):
    raise ZeroDivisionError("no more")


def cheats(legal):
    return dk.Move("bid", 99)


def lazy(view, legal, rng):
    """Fails in whatever deal it is dealt the lowest club."""
    if dk.card("2 clubs") in view.state.hands[view.seat]:
        raise ZeroDivisionError("no more")
    return legal[0]


def test_a_failing_bot_is_named_with_its_deal_and_what_came_before_is_kept():
    with pytest.raises(Interrupted) as stopped:
        simulate("reds", deals=200, bots=["random", lazy, "random", "random"], seed=7)
    own = stopped.value.result
    said = str(stopped.value)
    assert said.startswith(f"The bot 'lazy' of seat 1 failed with ZeroDivisionError in deal {own.deals} (game seed ")
    assert said.endswith(f"no more. {own.deals:,} deals before are kept.")
    assert own.deals > 0
    assert len(own.frame) == 4 * own.deals
    assert same(own, _short(own))


def _short(own):
    """The same run as if no more had been planned."""
    short = result.Result(own.run, own.deals, "")
    piece = pieces.measured(own.run, own.tally.metrics, 0, own.deals, True)
    short.take(piece)
    return short


@pytest.mark.parametrize(("then", "did"), [(fails, "failed with ZeroDivisionError"), (cheats, "made an illegal move")])
def test_a_bot_that_fails_or_cheats_stops_the_run_with_a_sentence(then, did):
    with pytest.raises(Interrupted, match=f"The bot 'tired' of seat 0 {did} in deal 0 .* 0 deals before are kept"):
        simulate("reds", deals=5, bots=[Tired(1, then), "random", "random", "random"])


KEEPING = dk.game("reds", 4, most_exchanged=0)
LAZY = ["random", lazy, "random", "random"]


def lazy_in(number, seed=6):
    """Whether the lowest club of a deal is with the lazy bot."""
    return dk.card("2 clubs") in steps.start(KEEPING, seed, number)[0].state.hands[1]


def test_a_run_goes_on_past_a_failing_bot_if_it_is_asked_to(tmp_path, monkeypatch):
    own = simulate(KEEPING, deals=80, bots=LAZY, seed=6, on_error="skip", parquet=tmp_path / "rows")
    numbers = [failure.deal for failure in own.failures]
    assert 3 < len(numbers) < 70
    assert numbers == [number for number in range(80) if lazy_in(number)]
    assert all(
        f"The bot 'lazy' of seat 1 failed with ZeroDivisionError in deal {each.deal} (game seed " in each.sentence
        for each in own.failures
    )
    assert own.complete
    assert own.deals == own.estimates["length"].deals == 80 - len(numbers)
    assert sorted(set(own.frame["deal"])) == [number for number in range(80) if number not in numbers]
    assert pd.read_parquet(tmp_path / "rows").equals(own.frame)
    assert f"Left out, since a bot failed: {len(numbers)} of the deals. The first: The bot 'lazy'" in own.note
    good = next(number for number in range(numbers[0], 80) if number not in numbers)
    found = next(event for event in own.session(good).state.log if isinstance(event, Scored))
    assert own.frame.query("deal == @good")["points"].tolist() == list(found.points)
    with pytest.raises(dk.DesignkitError, match=f"in deal {numbers[0]} "):
        own.session(numbers[0])
    monkeypatch.setattr("designkit.lab.playing.begun.__defaults__", (10,))
    again = simulate(KEEPING, deals=80, bots=LAZY, seed=6, on_error="skip")
    assert not again._kept
    assert same(again, own)


def test_a_run_in_which_every_deal_fails_says_so():
    own = simulate("reds", deals=5, bots=Tired(0, fails), on_error="skip")
    assert (own.deals, len(own.failures), own.complete) == (0, 5, True)
    assert "5 of the deals" in own.note
    assert own.summary().empty
    assert "Left out" in own._repr_html_()


class Rude(Exception):
    """An error that cannot even be told."""

    def __str__(self):
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (SystemExit("bye"), "SystemExit in deal 3 (game seed 10, move 8): bye."),
        (AssertionError(), "AssertionError in deal 3 (game seed 10, move 8)."),
        (ValueError("one\ntwo."), "ValueError in deal 3 (game seed 10, move 8): one two."),
        (Rude(), "Rude in deal 3 (game seed 10, move 8)."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_a_bot_raises_is_told_in_one_line(error, told):
    def raises(view, legal, rng):
        raise error

    session = dk.Session(dk.game("reds"), 10).play_out(dk.BOTS["random"], steps.Stream(1), 7)
    with pytest.raises(failing.BotFailed) as failed:
        steps._moved(session, [("rude", raises)] * 4, steps.Stream(1), 3)
    assert str(failed.value) == f"The bot 'rude' of seat {session.state.to_move} failed with {told}"


@pytest.mark.parametrize("answer", [np.int64(0), np.arange(3), dk.Move("play", np.int64(0)), dk.Move(None)], ids=repr)
def test_an_answer_that_is_no_move_is_the_bots_and_nothing_is_lost(answer):
    def odd(view, legal, rng):
        return answer if view.state.phase == "tricks" and rng.random() < 0.02 else legal[0]

    own = simulate("reds", deals=20, bots=odd, on_error="skip")
    assert own.complete
    assert 0 < len(own.failures) < 20
    assert own.deals == 20 - len(own.failures)
    assert all("The bot 'odd' of seat" in failure.sentence for failure in own.failures)
    assert all(" made an illegal move in deal " in failure.sentence for failure in own.failures)


def test_a_bot_that_is_too_slow_works_on_no_longer():
    ended = threading.Event()

    def spins(view, legal, rng):
        try:
            while True:
                pass
        finally:
            ended.set()

    with pytest.raises(Interrupted, match="took too long"):
        simulate("reds", deals=1, bots=spins, seconds=0.05)
    assert ended.wait(5)


@pytest.mark.skipif(not jit.COMPILED, reason="there is no compiler")
def test_the_compilers_time_is_not_the_bots():
    from numba.core.compiler_lock import global_compiler_lock

    def compiles(view, legal, rng):
        if view.state.phase == "bid" and not any(view.state.won):
            with global_compiler_lock:
                time.sleep(0.4)
        return legal[0]

    assert simulate(KEEPING, deals=1, bots=compiles, seconds=0.2).deals == 1


def test_a_bot_that_takes_too_long_is_named_and_the_run_stops_or_goes_on():
    def dreams(view, legal, rng):
        if dk.card("2 clubs") in view.state.hands[view.seat]:
            time.sleep(30)
        return legal[0]

    bots = ["random", dreams, "random", "random"]
    first = next(number for number in range(80) if lazy_in(number))
    sentence = rf"The bot 'dreams' of seat 1 took too long in deal {first} .*: longer than 0.2 seconds for a move"
    with pytest.raises(Interrupted, match=sentence) as stopped:
        simulate(KEEPING, deals=first + 2, bots=bots, seed=6, seconds=0.2)
    assert stopped.value.result.deals == first
    on = simulate(KEEPING, deals=first + 2, bots=bots, seed=6, seconds=0.2, on_error="skip")
    assert [failure.deal for failure in on.failures][:1] == [first]
    assert on.complete


def test_a_limit_of_time_leaves_the_kernel_its_own_bots():
    assert simulate("reds", deals=5, seconds=1).engine == "kernel"
    with_search = simulate("reds", deals=1, bots=["heuristic", "greedy", "greedy", "greedy"], seconds=60)
    assert with_search.bots == ("heuristic", "greedy", "greedy", "greedy")
    assert same(with_search, simulate("reds", deals=1, bots=["heuristic", "greedy", "greedy", "greedy"]))


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True, "long"])
def test_a_limit_of_time_is_a_number_above_nought(seconds):
    with pytest.raises(dk.BadVariant, match="seconds is the time for a move, a number above 0 or None"):
        simulate("reds", deals=5, seconds=seconds)


def test_rules_that_fail_in_play_are_not_laid_at_a_bots_door():
    def hand_score(bid, tricks):
        raise LookupError("no such bid")

    broken = dk.game("reds").replace(hand_score=hand_score)
    with pytest.raises(
        Interrupted, match=r"The rules failed with LookupError in deal 0 \(game seed \d+, move \d+\): no such"
    ):
        simulate(broken, deals=5, bots=Tired(10**6, fails), on_error="skip")


def test_a_full_disk_is_a_sentence_and_what_is_written_stays_readable(tmp_path, monkeypatch):
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), 64)
    real, room = pd.DataFrame.to_parquet, [3]

    def write(frame, path, **options):
        if not room[0]:
            path.write_bytes(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")
        room[0] -= 1
        return real(frame, path, **options)

    monkeypatch.setattr(pd.DataFrame, "to_parquet", write)
    with pytest.raises(Interrupted, match=r"cannot be written to '.*': No space left on device\. 256 deals") as full:
        simulate("reds", deals=1000, parquet=tmp_path / "rows", seed=2)
    monkeypatch.undo()
    assert full.value.result.deals == 256
    assert sorted(path.suffix for path in (tmp_path / "rows").iterdir()) == [".parquet"] * 3
    assert pd.read_parquet(tmp_path / "rows").equals(simulate("reds", deals=192, seed=2).frame)


@pytest.mark.parametrize("error", [pa.ArrowInvalid("odd"), MemoryError("no room"), OSError("odd")])
def test_whatever_else_the_writer_raises_is_a_sentence_too(tmp_path, monkeypatch, error):
    def write(frame, path, **options):
        raise error

    monkeypatch.setattr(pd.DataFrame, "to_parquet", write)
    with pytest.raises(Interrupted, match="The rows cannot be written to") as full:
        simulate("reds", deals=10, parquet=tmp_path / "rows")
    assert full.value.result.deals == 10


def test_parquet_holds_the_frame_of_a_run_whose_rows_are_not_kept(tmp_path, monkeypatch):
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), 64)
    monkeypatch.setattr("designkit.lab.playing.begun.__defaults__", (10,))
    own = simulate("reapers", deals=200, parquet=tmp_path / "rows")
    assert not own._kept
    assert pd.read_parquet(tmp_path / "rows").equals(own.frame)


def test_a_rule_that_fails_late_keeps_what_was_played(monkeypatch):
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), 64)
    real = runs.KERNELS[Plan].play_deals

    def late(game, seed, first, *rest):
        if first >= 128:
            raise KeyError("a card nobody thought of")
        return real(game, seed, first, *rest)

    monkeypatch.setattr(runs.KERNELS[Plan], "play_deals", late)
    with pytest.raises(Interrupted, match=r"It failed with KeyError: .* 128 deals before are kept") as stopped:
        simulate("reds", deals=1000)
    assert stopped.value.result.estimates["length"].deals == 128


def test_stopped_at_the_keyboard_it_gives_what_it_has(monkeypatch):
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), 64)
    real = runs.KERNELS[Plan].play_deals

    def interrupted(game, seed, first, *rest):
        if first >= 192:
            raise KeyboardInterrupt
        return real(game, seed, first, *rest)

    monkeypatch.setattr(runs.KERNELS[Plan], "play_deals", interrupted)
    own = simulate("reds", deals=1000, seed=3)
    monkeypatch.undo()
    assert own.note == "Stopped after 192 of 1,000 deals."
    assert same(own, simulate("reds", deals=192, seed=3))


@pytest.mark.parametrize("bots", ["greedy", "last"])
def test_cancelling_keeps_what_was_played(bots):
    chosen = bots if bots == "greedy" else (lambda view, legal, rng: legal[-1])
    going = threading.Event()
    job = Job(
        lambda job: simulate("reds", deals=10**9 if bots == "greedy" else 10**5, bots=chosen, job=job),
        on_change=lambda job: going.set() if job.progress else None,
    ).start()
    assert going.wait(60)
    job.cancel().wait(60)
    assert job.status == "cancelled"
    assert 0 < job.result.deals < job.result.planned
    assert job.result.estimates["win rate seat 0"].deals == job.result.deals


def test_a_job_ticks_often():
    ticks = []

    class Counting(Job):
        def tick(self, progress=None):
            ticks.append(time.monotonic())
            super().tick(progress)

    job = Counting(lambda job: simulate("reds", deals=50_000, job=job)).run()
    assert job.result.deals == 50_000
    assert job.progress == 1
    assert len(ticks) >= 50_000 / CHUNK["kernel", "deals"]


def test_a_bar_counts_the_deals(capsys):
    simulate("reds", deals=500, progress=True)
    shown = capsys.readouterr().err
    assert "500/500" in shown
    assert "deals" in shown


def test_a_tiny_game_of_a_notebook_runs_on_the_kernel():
    own = simulate(ONE_TRICK(3), deals=300, bots="random")
    assert own.engine == "kernel"
    assert own.estimates["length"].value == 3


def test_a_result_names_its_variant_under_a_cell():
    own = simulate(dk.game("reds", 3, exact_bonus=8), deals=20)
    assert "20 deals of Reds, 3 players, exact_bonus=8 with greedy" in own._repr_html_()


def test_who_waits_for_the_compiler_is_told_so_and_nobody_else(capsys, monkeypatch):
    monkeypatch.setattr(jit, "COMPILED", True)
    with jit.patience():
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(jit, "PATIENCE", 0.0)
    said = threading.Event()
    monkeypatch.setattr(jit.sys.stderr, "write", lambda text: said.set())
    with jit.patience():
        assert said.wait(30)
