"""The same numbers, bit for bit, on threads, processes and a cluster, also when a worker dies."""

import os
import pickle
import signal
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from distributed import Client, LocalCluster

import designkit as dk
from designkit.lab.metrics import METRICS, metric
from designkit.lab.simulate import CHUNK, Interrupted, simulate
from designkit.live import Job


def same(one, other):
    """Whether two runs came to the same, to the last bit."""
    return (
        one.estimates == other.estimates
        and one.distribution().equals(other.distribution())
        and one.frame.equals(other.frame)
    )


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def small(monkeypatch):
    """Many small pieces."""
    monkeypatch.setitem(CHUNK, ("kernel", "deals"), 100)


def test_threads_play_the_same(small):
    with ThreadPoolExecutor(3) as pool:
        assert same(simulate("reapers", deals=3000, seed=1), simulate("reapers", deals=3000, seed=1, executor=pool))


def test_processes_play_the_same(small, processes):
    assert same(simulate("reapers", deals=3000, seed=1), simulate("reapers", deals=3000, seed=1, executor=processes))


def test_processes_play_rules_bots_and_measures_of_a_notebook(small, processes):
    def upside_down(card, led, trump):
        return 20 - card.rank if card.suit == led else 0

    def first(view, legal, rng):
        return legal[0]

    game = dk.game("reapers").replace(strength=upside_down)
    assert same(simulate(game, deals=300), simulate(game, deals=300, executor=processes))
    assert same(simulate("reds", deals=40, bots=first), simulate("reds", deals=40, bots=first, executor=processes))

    @metric("best score", "the most points of a deal")
    def best(batch, game):
        return batch.points.max(axis=1), 1

    try:
        asked = {"deals": 500, "metrics": ["best score", "points"]}
        there = simulate("reds", executor=processes, **asked)
        assert there.estimates["best score"].value == simulate("reds", **asked).estimates["best score"].value
    finally:
        del METRICS["best score"]


def test_what_cannot_be_sent_is_told_in_a_sentence(processes):
    lock = threading.Lock()

    def locked(view, legal, rng):
        with lock:
            return legal[0]

    with pytest.raises(dk.BadVariant, match="This run cannot be sent to other processes"):
        simulate("reds", deals=5, bots=locked, executor=processes)


def test_deals_are_sent_back_only_where_they_are_kept(small, monkeypatch):
    sent = []

    class Noting(Executor):
        """Works at once, and sends everything through pickle as processes do."""

        def submit(self, work, /, *args, **named):
            future = Future()
            work, args = pickle.loads(pickle.dumps((work, args)))
            packed = pickle.dumps(work(*args, **named))
            sent.append(len(packed))
            future.set_result(pickle.loads(packed))
            return future

    kept = simulate("reapers", deals=1000, executor=Noting())
    monkeypatch.setattr("designkit.lab.playing.begun.__defaults__", (10,))
    with_deals = sent[:]
    sent.clear()
    long = simulate("reapers", deals=1000, executor=Noting())
    assert same(kept, long)
    assert max(sent) < min(with_deals)


def dies(view, legal, rng):
    """A bot that takes its process with it, once in a while."""
    if rng.random() < 0.01:
        os.kill(os.getpid(), signal.SIGKILL)
    return legal[0]


def test_a_dead_process_is_a_sentence_and_what_was_played_is_kept():
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(
            Interrupted, match=r"A process that played deals has died\. \d+ deals before are kept"
        ) as stopped,
    ):
        simulate("reds", deals=2000, bots=dies, executor=pool)
    own = stopped.value.result
    assert len(own.frame) == 4 * own.deals


def test_an_executor_that_was_shut_down_is_a_sentence():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(Interrupted, match="cannot schedule new futures after shutdown"):
        simulate("reds", deals=5, executor=pool)


def test_a_failing_bot_on_an_executor_keeps_all_deals_before():
    def lazy(view, legal, rng):
        if dk.card("2 clubs") in view.state.hands[view.seat]:
            raise ZeroDivisionError("no more")
        return legal[0]

    bots = ["random", lazy, "random", "random"]
    with ThreadPoolExecutor(2) as pool, pytest.raises(Interrupted) as there:
        simulate("reds", deals=200, bots=bots, seed=6, executor=pool)
    with pytest.raises(Interrupted) as here:
        simulate("reds", deals=200, bots=bots, seed=6)
    assert str(there.value) == str(here.value)
    assert same(there.value.result, here.value.result)


def test_a_cancel_acts_while_an_executor_is_at_work():
    """The one piece that is under way never ends by itself, so only a look at the job can end the waiting."""
    release = threading.Event()

    def stuck(view, legal, rng):
        release.wait(60)
        return legal[0]

    with ThreadPoolExecutor(1) as pool:
        job = Job(lambda job: simulate("reds", deals=64, bots=stuck, executor=pool, job=job)).start()
        time.sleep(0.2)
        job.cancel().wait(30)
        status = job.status
        release.set()
    assert status == "cancelled"


# ---- a cluster -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster():
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as own,
        Client(own) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_with_rules_of_a_notebook(small, cluster):
    def upside_down(card, led, trump):
        return 20 - card.rank if card.suit == led else 0

    game = dk.game("reapers").replace(strength=upside_down)
    assert same(simulate(game, deals=1000, seed=2), simulate(game, deals=1000, seed=2, executor=cluster))


def test_a_worker_killed_in_the_middle_changes_no_number(small, cluster):
    """Killed once its first pieces are in, with many more to come."""
    victim = next(iter(cluster.run(os.getpid).values()))
    killed = []

    def watch(job):
        if job.result is not None and job.result.deals >= 1000 and not killed:
            killed.append(job.result.deals)
            os.kill(victim, signal.SIGKILL)

    class Watched(Job):
        def tick(self, progress=None):
            watch(self)
            super().tick(progress)

    job = Watched(lambda job: simulate("reapers", deals=30_000, seed=3, executor=cluster, job=job), seconds=120).run()
    assert job.status == "done", job.error
    assert killed
    assert killed[0] < 30_000
    assert victim not in cluster.run(os.getpid).values()
    assert same(simulate("reapers", deals=30_000, seed=3), job.result)
