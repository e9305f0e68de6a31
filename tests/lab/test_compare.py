"""Comparing variants: exact effects, honest intervals, and what more deals would settle."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy import stats

import designkit as dk
from designkit.lab import compare as module
from designkit.lab import simulate as simulating
from designkit.lab import steps
from designkit.lab.compare import POWER, compare, judged, still_needed
from designkit.lab.metrics import METRICS
from designkit.lab.simulate import Interrupted, simulate
from designkit.live import Job

PLAIN, OVER = dk.game("reds", 3), dk.game("reds", 3, over_points=2)
ASKED = ["points", "tie rate", "spread", "margin", "hand decides"]


def by_name(comparison):
    return {own.name: own for own in comparison.differences}


@pytest.fixture(scope="module")
def truth():
    """The differences between the two variants, from so many deals that nothing is left of their errors."""
    return by_name(compare(PLAIN, OVER, deals=400_000, seed=12345, metrics=ASKED))


@pytest.fixture(scope="module")
def bonus():
    """Reapers with ten points more for the least wager."""
    return compare(dk.game("reapers", 4), dk.game("reapers", 4, least_bonus=25), deals=2000, seed=3)


def test_a_bonus_changes_points_by_as_often_as_it_is_paid(bonus):
    frame = bonus.a.frame
    paid = (frame.wager == dk.game("reapers", 4).plan.wagers.index("least")) & (frame.bonus > 0)
    found = by_name(bonus)
    for seat in range(4):
        assert found[f"points seat {seat}"].difference == pytest.approx(10 * paid[frame.seat == seat].mean())
        assert found[f"points seat {seat}"].real


def test_what_the_bonus_does_not_touch_is_equal(bonus):
    found = by_name(bonus)
    assert (found["length"].low, found["length"].high, found["length"].verdict) == (0, 0, "no difference")
    assert found["forced share"].difference == 0
    assert not found["forced share"].real


def test_a_share_that_never_differed_has_an_interval_all_the_same(bonus):
    own = by_name(bonus)["forced share"]
    assert own.high == pytest.approx(stats.binomtest(0, 2000).proportion_ci().high)


def test_a_variant_does_not_differ_from_itself():
    for own in compare(PLAIN, PLAIN, deals=300).differences:
        assert (own.difference, own.low, own.high, own.real, own.more) == (0, 0, 0, False, None)
        assert own.verdict == "no difference"


def test_rounding_is_no_difference():
    richer = dk.game("reapers", 4).replace(hand_points=seven_more)
    found = by_name(compare(dk.game("reapers", 4), richer, deals=100, metrics=["spread", "points"]))
    assert found["points seat 0"].real
    assert found["points seat 0"].difference == pytest.approx(7)
    assert found["spread"].verdict == "no difference"


def seven_more(pile, demon_factor=2):
    from designkit.games import reapers

    return reapers.hand_points(pile, demon_factor) + 7


@pytest.mark.parametrize("metric", ["points", "margin"])
def test_pairing_the_deals_narrows_the_interval(bonus, metric):
    left, right = bonus.a.estimates, bonus.b.estimates
    for own in bonus.differences:
        if own.metric.name == metric:
            assert own.error < np.hypot(left[own.name].error, right[own.name].error) * 0.7


def test_intervals_cover_the_truth_as_often_as_they_say(truth):
    runs = [by_name(compare(PLAIN, OVER, deals=150, seed=seed, metrics=ASKED)) for seed in range(200)]
    least, most = stats.binom.interval(0.999, len(runs), 0.95)
    for name, true in truth.items():
        covered = sum(run[name].low <= true.difference <= run[name].high for run in runs)
        assert least <= covered <= most, name


def test_so_many_more_deals_settle_it_as_often_as_they_say(truth):
    true, deals = truth["tie rate"], 200
    error = true.error * np.sqrt(400_000 / deals)
    needed = deals + still_needed(true.difference, error, deals, 0.05)
    runs = [compare(PLAIN, OVER, deals=needed, seed=seed, metrics=["tie rate"]).differences[0] for seed in range(200)]
    least, most = stats.binom.interval(0.999, len(runs), POWER)
    assert least <= sum(run.real for run in runs) <= most


def test_what_was_open_is_real_after_the_deals_it_asked_for(bonus):
    games = dk.game("reapers", 4), dk.game("reapers", 4, least_bonus=25)
    own = by_name(compare(*games, deals=2000))["margin"]
    assert not own.real
    assert own.more is not None
    assert own.verdict == f"open: about {own.more:,} more would settle it"
    again = by_name(compare(*games, deals=2000 + own.more))["margin"]
    assert again.real


def test_nothing_is_promised_where_nothing_indicates_a_difference():
    assert still_needed(0.0, 0.1, 1000, 0.05) is None
    assert still_needed(0.1, 0.1, 1000, 0.05) is None
    assert still_needed(0.1, np.inf, 1000, 0.05) is None


def test_asking_many_questions_makes_it_harder_to_be_real(bonus):
    def verdicts(chances):
        gaps = [module._Gap(METRICS["margin"], "", 0, 1, 1, 0.4, 63, p) for p in chances]
        return [own.real for own in judged(gaps, bonus)]

    assert verdicts([0.02]) == [True]
    assert verdicts([0.02] + [0.5] * 30) == [False] * 31
    rng = np.random.default_rng(1)
    assert sum(any(verdicts(rng.random(30))) for _ in range(100)) <= stats.binom.ppf(0.999, 100, 0.05)


def test_a_single_deal_proves_nothing():
    done = compare(PLAIN, OVER, deals=1)
    assert done.differences
    assert not any(own.real for own in done.differences)
    assert by_name(done)["points seat 0"].high == np.inf


def test_a_few_deals_that_agree_prove_nothing():
    length = by_name(compare(dk.game("reds", 3), dk.game("reds", 3, hand_size=6), deals=3))["length"]
    assert length.error == 0
    assert length.difference > 0
    assert not length.real


# ---- other player counts, other decks --------------------------------------------------------------------------


def test_with_other_player_counts_the_errors_add_up():
    done = compare(dk.game("reds", 3), dk.game("reds", 4), deals=1000)
    assert "player counts differ" in done.note
    names = by_name(done)
    assert "win rate seat 2" in names
    assert "win rate seat 3" not in names
    left, right = done.a.estimates, done.b.estimates
    for own in done.differences:
        assert own.error == pytest.approx(np.hypot(left[own.name].error, right[own.name].error), abs=1e-9)
    with pytest.raises(dk.DesignkitError, match="not the same"):
        done.outliers()


def test_welch_reckons_as_scipy_does(bonus):
    rng = np.random.default_rng(2)
    left, right = rng.normal(0, 1, 40), rng.normal(0.3, 5, 40)
    sums = [np.column_stack([values, np.ones(40)]) for values in (left, right)]
    error, freedom = module.apart(METRICS["margin"], *sums, [0], [0])
    known = stats.ttest_ind(right, left, equal_var=False)
    assert freedom[0] == pytest.approx(known.df)
    assert module.chance(right.mean() - left.mean(), error[0], freedom[0], 40) == pytest.approx(known.pvalue)


def test_other_decks_and_other_games_are_compared_where_they_share_measures():
    done = compare(dk.game("hearts", 4), dk.game("reapers", 4), deals=200)
    assert "decks differ" in done.note
    assert {"win rate seat 0", "length"} <= set(by_name(done))
    assert "wager choice least" not in by_name(done)


# ---- deals to open ---------------------------------------------------------------------------------------------


def test_a_deal_opens_as_both_variants_play_it(bonus):
    one, other = bonus.session(5)
    assert one.seed == other.seed
    assert one.moves == other.moves
    assert [one.game, other.game] == [bonus.a.game, bonus.b.game]
    with pytest.raises(dk.DesignkitError, match="deals 0 to 1999"):
        bonus.session(2000)


def test_outliers_are_the_deals_that_differ_most(bonus):
    left, right = (own.frame.set_index(["deal", "seat"]).points for own in (bonus.a, bonus.b))
    gaps = (right - left).abs().groupby("deal").sum()
    found = bonus.outliers(n=5)
    assert list(gaps[found]) == sorted(gaps, reverse=True)[:5]
    assert bonus.outliers("length") == []
    with pytest.raises(dk.BadVariant, match="no metric 'fun'"):
        bonus.outliers("fun")
    with pytest.raises(dk.DesignkitError, match="no measure of single deals"):
        bonus.outliers("bags")


# ---- running ---------------------------------------------------------------------------------------------------


def test_an_executor_gives_the_same_numbers(monkeypatch):
    monkeypatch.setitem(simulating.CHUNK, ("kernel", "deals"), 70)
    alone = compare(PLAIN, OVER, deals=500)
    with ThreadPoolExecutor(2) as pool:
        shared = compare(PLAIN, OVER, deals=500, executor=pool)
    assert alone.frame().equals(shared.frame())


def test_matches_can_be_compared():
    done = compare(PLAIN, OVER, matches=30, metrics=["hands", "points"])
    assert done.a.kind == "matches"
    assert "hands" in by_name(done)


def test_a_cancelled_comparison_keeps_pairs_of_deals(monkeypatch):
    monkeypatch.setitem(simulating.CHUNK, ("kernel", "deals"), 100)

    def until(job):
        if job.progress > 0.17 and job.running:
            job.cancel()

    monkeypatch.setattr("designkit.live.job.EVERY", 0)
    job = Job(lambda job: compare(PLAIN, OVER, deals=1000, job=job), on_change=until).run()
    assert job.status == "cancelled"
    assert 0 < job.result.deals < 1000
    assert not job.result.complete
    assert job.result.a.deals == job.result.b.deals
    own = by_name(job.result)["points seat 1"]
    assert own.a == simulate(PLAIN, deals=job.result.a.deals).estimates["points seat 1"].value
    assert own.b == simulate(OVER, deals=job.result.b.deals).estimates["points seat 1"].value
    assert own.low < own.difference < own.high


def test_an_interrupt_gives_what_was_played(monkeypatch):
    monkeypatch.setitem(simulating.CHUNK, ("step", "deals"), 2)
    calls = []

    def impatient(view, legal, rng):
        calls.append(1)
        if len(calls) > 400:
            raise KeyboardInterrupt
        return legal[0]

    done = compare(PLAIN, OVER, deals=100, bots=impatient)
    assert 0 < done.deals < 100
    assert f"Stopped after {done.deals} of 100 deals." in done.note


def test_a_bot_that_fails_leaves_what_was_played(monkeypatch):
    monkeypatch.setitem(simulating.CHUNK, ("step", "deals"), 2)
    calls = []

    def tired(view, legal, rng):
        calls.append(1)
        if len(calls) > 400:
            raise RuntimeError("tired")
        return legal[0]

    with pytest.raises(Interrupted, match=r"'tired' .* are kept") as stopped:
        compare(PLAIN, OVER, deals=100, bots=tired)
    assert 0 < stopped.value.result.deals < 100
    assert by_name(stopped.value.result)["points seat 0"].error > 0


def holds(number, *cards):
    """Whether seat 0 is dealt one of these cards in the deal of that number."""
    return any(dk.card(card) in steps.start(PLAIN_KEPT, 0, number)[0].state.hands[0] for card in cards)


PLAIN_KEPT, OVER_KEPT = (game.with_params(most_exchanged=0) for game in (PLAIN, OVER))


def lazy(view, legal, rng):
    """Fails with the lowest club in seat 0, and where points are given for more than was bid, with the next one too."""
    own = ["2 clubs", "3 clubs"] if view.game == OVER_KEPT else ["2 clubs"]
    if view.seat == 0 and any(dk.card(card) in view.state.hands[0] for card in own):
        raise RuntimeError("no idea")
    return legal[0]


def test_a_deal_in_which_a_bot_fails_is_left_out_of_both():
    done = compare(PLAIN_KEPT, OVER_KEPT, deals=60, bots=lazy, on_error="skip", metrics=["points"])
    failed = [number for number in range(60) if holds(number, "2 clubs", "3 clubs")]
    assert [failure.deal for failure in done.failures] == failed == [failure.deal for failure in done.b.failures]
    assert {failure.sentence[:10] for failure in done.failures} == {"Variant a:", "Variant b:"}
    assert done.complete
    assert done.deals == 60 - len(failed)
    whole = compare(PLAIN_KEPT, OVER_KEPT, deals=60, bots=lambda view, legal, rng: legal[0], metrics=["points"])
    for own, other in ((done.a, whole.a), (done.b, whole.b)):
        kept = other.frame[~other.frame["deal"].isin(failed)].reset_index(drop=True)
        assert own.frame.equals(kept)
    assert done.outliers(n=99) == [number for number in whole.outliers(n=99) if number not in failed] != []
    assert f"Left out, since a bot failed: {len(failed)} of the deals" in done.note


def test_stopped_by_a_bot_both_have_the_same_deals():
    with pytest.raises(
        Interrupted, match=r"Variant a: The bot 'lazy' .* no idea\. 3 deals that both played before are kept"
    ) as stopped:
        compare(PLAIN_KEPT, OVER_KEPT, deals=60, bots=lazy)
    done = stopped.value.result
    first = next(number for number in range(60) if holds(number, "2 clubs", "3 clubs"))
    assert done.a.deals == done.b.deals == first > 0
    assert done.a.frame["deal"].max() == done.b.frame["deal"].max() == first - 1


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (dict(deals=0), "deals must be a whole number"),
        (dict(bots="silly"), "no bot 'silly'"),
        (dict(metrics=["fun"]), "no metric 'fun'"),
        (dict(confidence=1.5), "between 0 and 1"),
        (dict(seed=-1), "A seed is"),
    ],
)
def test_bad_input_is_a_sentence(asked, sentence):
    with pytest.raises(dk.BadVariant, match=sentence):
        compare(PLAIN, OVER, **asked)


# ---- showing ---------------------------------------------------------------------------------------------------


def test_the_table_shows_real_differences_first_and_says_so(bonus):
    html = bonus._repr_html_()
    last_real, first_open = html.rindex("really"), html.index("no difference")
    assert last_real < first_open
    assert html.count("▲ really higher") + html.count("▼ really lower") == sum(own.real for own in bonus.differences)
    assert "least_bonus=25" in html


def test_the_frame_has_a_row_a_difference(bonus):
    frame = bonus.frame()
    assert len(frame) == len(bonus.differences)
    assert (frame.difference - (frame.b - frame.a)).abs().max() < 1e-9


def test_a_measure_that_one_variant_lacks_is_named_as_missing():
    whist = dk.game("whist")
    flat = whist.replace(strength=lambda card, led, trump: card.rank if card.suit == led else 0)
    made = compare(whist, flat, deals=50, metrics=["lead retention", "won by trump"])
    assert [own.name for own in made.differences] == ["lead retention"]
    assert "Not measured, since one of the two has none of it: won by trump." in made._repr_html_()
    assert "Not measured" not in compare(whist, flat, deals=50, metrics=["lead retention"]).note
    assert "Not measured" not in compare(whist, flat, deals=50).note
