"""Each measure on toys of known value, and intervals that hold as often as they say."""

from dataclasses import replace
from math import inf, log, sqrt

import numpy as np
import pytest
from scipy import stats
from toys import ONE_TRICK, deals

import designkit as dk
from designkit.lab import tricks as engine
from designkit.lab.metrics import BLOCKS, METRICS, Tally, jackknife, metric, student
from designkit.lab.metrics.points import Distribution
from designkit.lab.metrics.tally import share_interval

WHIST, HEARTS, REAPERS, REDS = (dk.game(id) for id in ("whist", "hearts", "reapers", "reds"))
TOY = ONE_TRICK(4)


def values(batch, game=TOY, names=None):
    return {name: own.value for name, own in Tally(game, names).add(batch).estimates().items()}


def value(name, batch, game=TOY):
    found = values(batch, game)
    assert name in found, f"{name} is not among {list(found)}"
    return found[name]


# ---- who wins --------------------------------------------------------------------------------------------------

ALWAYS_0 = deals([[1, 0, 0, 0]] * 8)
IN_TURN = deals(np.eye(4, dtype=int)[[0, 1, 2, 3]])
SHARED = deals([[5, 5, 0, 0], [5, 0, 0, 0]])
ONE_SIDE = deals([[3, 0, 3, 0]] * 4)
BOTH_SIDES = deals([[3, 0, 3, 0], [0, 2, 0, 2]])


@pytest.mark.parametrize(
    ("name", "batch", "game", "known"),
    [
        ("win rate seat 0", ALWAYS_0, TOY, 1),
        ("win rate seat 1", ALWAYS_0, TOY, 0),
        ("win rate seat 0", SHARED, TOY, 3 / 4),
        ("win rate seat 1", SHARED, TOY, 1 / 4),
        ("win rate seat 2", ONE_SIDE, WHIST, 1 / 2),
        ("fairness", ALWAYS_0, TOY, 0),
        ("fairness", IN_TURN, TOY, 1),
        ("fairness", deals([[1, 0, 0, 0], [0, 1, 0, 0]]), TOY, 1 / 3),
        ("fairness", ONE_SIDE, WHIST, 0),
        ("fairness", BOTH_SIDES, WHIST, 1),
        ("balance", ALWAYS_0, TOY, 0),
        ("balance", IN_TURN, TOY, 1),
        ("balance", deals([[1, 0, 0, 0], [0, 1, 0, 0]]), TOY, 1 / 2),
        ("balance", ONE_SIDE, WHIST, 0),
        ("first-seat advantage", ALWAYS_0, TOY, 3 / 4),
        ("first-seat advantage", IN_TURN, TOY, 0),
        ("first-seat advantage", replace(IN_TURN, leads=np.arange(4)), TOY, 3 / 4),
        ("first-seat advantage", replace(ALWAYS_0, leads=np.full(8, 2)), TOY, -1 / 4),
        ("tie rate", SHARED, TOY, 1 / 2),
        ("tie rate", ONE_SIDE, TOY, 1),
        ("tie rate", ONE_SIDE, WHIST, 0),
        ("tie rate", deals([[2, 2, 2, 2], [2, 0, 2, 0]]), WHIST, 1 / 2),
    ],
)
def test_who_wins(name, batch, game, known):
    assert value(name, batch, game) == pytest.approx(known)


# ---- points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "batch", "game", "known"),
    [
        ("points seat 1", deals([[0, 4, 0, 0], [0, -1, 0, 0]]), TOY, 1.5),
        ("spread", deals([[2, 4, 2, 4], [4, 2, 4, 2]]), TOY, 1),
        ("spread", deals([[7, 7, 7, 7]] * 3), TOY, 0),
        ("margin", deals([[9, 4, 6, 0], [1, 1, 0, 0]]), TOY, 1.5),
        ("margin", deals([[9, 4, 6, 1], [2, 2, 5, 7]]), HEARTS, 1.5),
        ("margin", deals([[5, 1, 5, 1]]), WHIST, 4),
        ("score distribution 5%", deals([range(0, 20, 5)] * 5), TOY, 0),
        ("score distribution 50%", deals([[1, 2, 3, 10]]), TOY, 2),
        ("score distribution 75%", deals([[1, 2, 3, 10]]), TOY, 3),
        ("score distribution 95%", deals([[1, 2, 3, 10]]), TOY, 10),
    ],
)
def test_points(name, batch, game, known):
    assert value(name, batch, game) == pytest.approx(known)


def test_a_distribution_counts_every_score_of_every_seat():
    own = Distribution.of(np.array([[3, -2], [3, 0], [1, 0]]), first=0)
    counts = own.counts.sum(axis=0)
    assert dict(zip(own.values.tolist(), counts.tolist(), strict=True)) == {
        -2: [0, 1],
        -1: [0, 0],
        0: [0, 2],
        1: [1, 0],
        2: [0, 0],
        3: [2, 0],
    }


def test_points_far_apart_are_counted_by_powers_of_two_whatever_their_order():
    values = np.array([[0, 5], [70_000, -3], [12, 900], [-4096, 1]])
    whole = Distribution.of(values, first=0)
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        pieces = [Distribution.of(values[i : i + 1], first=i) for i in order]
        joint = pieces[0] + pieces[1] + pieces[2] + pieces[3]
        assert (joint.low, joint.width) == (whole.low, whole.width)
        assert np.array_equal(joint.counts, whole.counts)
    assert whole.counts.sum() == 8
    assert whole.counts.shape[1] <= 1024
    assert whole.width == 128


# ---- the course ------------------------------------------------------------------------------------------------

OVERTAKEN = deals([[0, 1]], history=[[[1, 0], [1, 1], [1, 2], [1, 3]]])
BY_POINTS = deals([[1, 0]], history=[[[0, 1], [0, 2], [1, 2], [2, 2]]])
THIRD_OF_THREE = deals([[0, 1, 0]], history=[[[3, 1, 0], [3, 4, 0]]])
LEADER_ALL_ALONG = deals([[1, 0]], history=[[[1, 0], [2, 0], [2, 1]]])
SHORTER = deals([[0, 1], [0, 1]], history=[[[1, 0], [1, 1], [1, 2], [1, 3]], [[1, 0], [1, 2], [1, 2], [1, 2]]])
PAIR = ONE_TRICK(2)
THREE = ONE_TRICK(3)
MATCH = deals(
    [[30, 20], [20, 30]],
    match=True,
    hands=[2, 4],
    history=[[[10, 20], [30, 20], [30, 20], [30, 20]], [[9, 1], [10, 5], [12, 11], [20, 30]]],
)


@pytest.mark.parametrize(
    ("name", "batch", "game", "known"),
    [
        ("lead changes", OVERTAKEN, PAIR, 1),
        ("lead changes", BY_POINTS, PAIR, 0),
        ("lead changes", LEADER_ALL_ALONG, PAIR, 0),
        ("lead changes", MATCH, PAIR, 1),
        ("drama", OVERTAKEN, PAIR, 1),
        ("drama", THIRD_OF_THREE, THREE, sqrt(2 / 3)),
        ("drama", deals([[0, 1, 0]], history=[[[4, 0, 0], [4, 3, 0]]]), THREE, 1),
        ("drama", LEADER_ALL_ALONG, PAIR, 0),
        ("decisiveness", OVERTAKEN, PAIR, 2 / 3),
        ("decisiveness", BY_POINTS, PAIR, 0),
        ("decisiveness", LEADER_ALL_ALONG, PAIR, 1),
        ("decisiveness", MATCH, PAIR, 0),
        ("decisiveness", SHORTER, PAIR, (2 / 3 + 0) / 2),
        ("comeback", OVERTAKEN, PAIR, 0),
        ("comeback", BY_POINTS, PAIR, 1),
        ("comeback", MATCH, PAIR, 1),
        ("comeback", replace(SHORTER, tops=np.array([[True, True], [False, True]])), PAIR, 1),
        ("length", replace(IN_TURN, decisions=np.array([10, 20, 30, 40])), TOY, 25),
        ("hands", MATCH, PAIR, 3),
        ("branching", replace(SHARED, options=np.array([30, 2]), decisions=np.array([6, 2])), TOY, 4),
        ("forced share", replace(SHARED, forced=np.array([1, 2]), decisions=np.array([10, 2])), TOY, 1 / 4),
    ],
)
def test_the_course(name, batch, game, known):
    assert value(name, batch, game) == pytest.approx(known, abs=1e-6)


def test_where_the_fewest_points_win_the_fewest_tricks_lead():
    taken = [[1, 0, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1], [1, 2, 1, 2]]
    batch = deals([[26, 0, 26, 26]], tops=[[False, True, False, False]], history=[taken])
    found = values(batch, HEARTS)
    assert found["lead changes"] == 0  # seat 3 alone led after the second trick
    assert found["decisiveness"] == 0  # seat 1 has more tricks than others at the end
    assert found["drama"] == pytest.approx(1)  # and was as far behind as any after the second trick


def test_partners_stand_together():
    history = [[[0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0]]]
    found = values(deals([[1, 0, 1, 0]], history=history), WHIST)
    assert found["lead changes"] == 1  # from the second side, over a tie, to the first
    assert found["decisiveness"] == 1 / 2


def test_a_deal_without_steps_has_no_course():
    assert not {"lead changes", "drama", "decisiveness", "comeback"} & set(values(IN_TURN))


def test_ties_have_no_winner_that_could_come_back():
    tied = deals([[2, 2]] * 3, history=[[[1, 0], [1, 1]]] * 3)
    found = values(tied, PAIR)
    assert "lead changes" in found
    assert not {"drama", "decisiveness", "comeback"} & set(found)


# ---- tricks ----------------------------------------------------------------------------------------------------


def tricky(winners, leads=(0,), cards=None, game=TOY, **known):
    """Deals of which only the tricks are known."""
    winners = np.array(winners)
    cards = np.where(winners >= 0, 0, -1) if cards is None else cards
    return deals(np.zeros((len(winners), game.players), int), winners=winners, leads=leads, cards=cards, **known)


def places(game, *names):
    deck = sorted(game.deck)
    return [[deck.index(dk.card(name)) for name in names]]


@pytest.mark.parametrize(
    ("name", "batch", "game", "known"),
    [
        ("trick-winner entropy", tricky([[0, 1, 2, 3]]), TOY, 1),
        ("trick-winner entropy", tricky([[2, 2, 2, 2]]), TOY, 0),
        ("trick-winner entropy", tricky([[2, 2, 1, 1]]), TOY, 1 / 2),
        ("trick-winner entropy", tricky([[0, 0, 0, 1]]), TOY, (log(4) - 0.75 * log(3)) / log(4)),
        ("trick-winner entropy", tricky([[-1, -1], [0, 1]], leads=[0, 0]), TOY, 1 / 2),
        ("lead retention", tricky([[0, 0, 1, 2]]), TOY, 1 / 2),
        ("lead retention", tricky([[0, 0, 1, 2]], leads=[3]), TOY, 1 / 4),
        ("lead retention", tricky([[0, -1, 0]]), REAPERS, 1),
        ("lead retention", tricky([[0, -1, 1]]), REAPERS.with_params(reapers_alone="left"), 1),
        (
            "won by trump",
            tricky([[0, 0, 0, 0]], cards=places(REDS, "2 diamonds", "3 clubs", "9 diamonds", "8 spades")),
            REDS,
            1 / 2,
        ),
        (
            "won by special cards Demon",
            tricky(
                [[0, 0, -1, 0]],
                cards=[[*places(REAPERS, "Demon poison", "3 plague")[0], -1, *places(REAPERS, "9 plague")[0]]],
            ),
            REAPERS,
            1 / 3,
        ),
    ],
)
def test_tricks(name, batch, game, known):
    assert value(name, batch, game) == pytest.approx(known, abs=1e-6)


def test_trump_is_the_suit_of_the_deal():
    cards = places(WHIST, "2 clubs", "A spades")
    by_context = [
        value("won by trump", tricky([[0, 0]], cards=cards, context=[place]), WHIST)
        for place in range(len(WHIST.tricks.contexts))
    ]
    assert dict(zip(WHIST.tricks.contexts, by_context, strict=True)) == {
        "spades": 0.5,
        "hearts": 0,
        "diamonds": 0,
        "clubs": 0.5,
    }


def test_a_game_without_trump_or_special_cards_has_no_share_of_them():
    found = values(tricky([[0, 1]]), HEARTS)
    assert "lead retention" in found
    assert not any(name.startswith("won by") for name in found)


@pytest.mark.filterwarnings("error")
def test_battles_have_winners_but_no_leads():
    won = tricky([[0, 0, 1, 2]] * 2, leads=[0, 0], cards=[[-1] * 4] * 2)
    found = values(won, dk.game("souls"))
    assert "trick-winner entropy" in found
    assert not {"lead retention", "won by trump"} & set(found)


# ---- bids, wagers, drafts, hands -------------------------------------------------------------------------------

BIDS = deals([[0, 0, 0, 0]], bids=[[3, 1, 0, 2]], tricks=[[1, 1, 2, 3]])  # 2 short, exact, 2 over, 1 over


@pytest.mark.parametrize(
    ("name", "known"),
    [("bid error", 5 / 4), ("bids made exactly", 1 / 4), ("make rate", 3 / 4), ("bid bias", -1 / 4), ("bags", 3 / 4)],
)
def test_bids(name, known):
    assert value(name, BIDS, REDS) == pytest.approx(known)
    without = replace(BIDS, bids=np.array([[3, -1, -1, -1]], np.int16))
    alone = {"bid error": 2, "bids made exactly": 0, "make rate": 0, "bid bias": 2, "bags": 0}
    assert value(name, without, REDS) == alone[name]


def test_wagers():
    least, second, none = range(3)
    batch = deals(
        [[0, 0, 0, 0]] * 2,
        bids=[[least, least, second, none], [least, none, none, none]],
        bonus=[[15, 0, 0, 3], [0, 3, 3, 3]],
    )
    found = values(batch, REAPERS)
    assert [found[f"wager choice {name}"] for name in ("least", "second", "none")] == [3 / 8, 1 / 8, 4 / 8]
    assert [found[f"wager success {name}"] for name in ("least", "second", "none")] == pytest.approx([1 / 3, 0, 1])


def test_a_wager_nobody_makes_has_no_success():
    batch = deals([[0, 0, 0, 0]], bids=[[2, 2, 2, 2]], bonus=[[3, 3, 3, 3]])
    found = values(batch, REAPERS)
    assert found["wager choice least"] == 0
    assert "wager success least" not in found


def test_draft_slots_go_by_the_order_of_the_draft():
    found = values(deals([[1, 8, 2, 5]]), REAPERS)
    slots = {name: own for name, own in found.items() if name.startswith("draft-slot")}
    assert slots == {
        "draft-slot value pick 1 (seat 1)": 4,
        "draft-slot value pick 2 (seat 2)": -2,
        "draft-slot value pick 3 (seat 3)": 1,
        "draft-slot value pick 4 (seat 0)": -3,
    }


@pytest.mark.parametrize(
    ("worth", "known"), [([[1, 2, 3, 4]], 1), ([[4, 3, 2, 1]], 1), ([[1, 2, 2, 1]], 0), ([[1, 1, 1, 5]], 0.6)]
)
def test_how_much_the_hand_decides(worth, known):
    assert value("hand decides", deals([[0, 2, 4, 6]], worth=worth)) == pytest.approx(known)


def test_hands_of_the_same_worth_decide_nothing_that_could_be_said():
    assert "hand decides" not in values(deals([[0, 2, 4, 6]] * 9, worth=[[5, 5, 5, 5]] * 9))


def test_rounding_in_a_long_run_is_no_difference_between_hands():
    n = np.arange(40_000_000_001, 40_000_000_201, dtype=float)
    sums = np.stack([n, n * 3333, n * 2, n * 3333**2, n * 5, n * 6666], axis=1)
    assert np.isnan(METRICS["hand decides"].value(sums)).all()


# ---- a game of known value -------------------------------------------------------------------------------------


def test_a_game_of_one_trick_is_measured_as_it_must_be():
    """Each seat wins one deal in three; the best card always wins, so the hand's worth explains what it can."""
    game = ONE_TRICK(3)
    count = 6000
    found = Tally(game).add(engine.play_deals(game, 1, 0, count, ["random"] * 3)).estimates()
    for seat in range(3):
        own = found[f"win rate seat {seat}"]
        assert stats.binomtest(round(own.value * count), count, 1 / 3).pvalue > 0.001
        assert found[f"points seat {seat}"].value == own.value
    assert [found["fairness"].high, found["balance"].high] == pytest.approx([1, 1])
    assert found["fairness"].low > 0.94
    assert found["first-seat advantage"].low < 0 < found["first-seat advantage"].high
    known = {
        "tie rate": 0,
        "spread": sqrt(2) / 3,
        "margin": 1,
        "score distribution 50%": 0,
        "score distribution 75%": 1,
        "length": 3,
        "branching": 1,
        "forced share": 1,
        "trick-winner entropy": 0,
        "hand decides": 49 / 52,  # worths of 1, 1/4 and 0 against points of 1, 0 and 0
    }
    assert {name: found[name].value for name in known} == pytest.approx(known, abs=1e-3)
    assert found["lead retention"].value == pytest.approx(1 / 3 + found["first-seat advantage"].value)


def test_every_measure_says_what_it_is_and_is_tried_on_a_toy():
    with open(__file__) as text:
        tried = text.read()
    for name, own in METRICS.items():
        assert f'"{name}' in tried, f"no toy tries '{name}'"
        assert own.about
        assert own.formula


def test_a_measure_of_a_notebook_is_measured_like_any_other():
    @metric("best score", "the most points of a deal", limits=(0, inf))
    def best(batch, game):
        return batch.points.max(axis=1) / 3, 1

    try:
        assert value("best score", deals([[3, 0], [4, 1]]), PAIR) == pytest.approx(7 / 6)
    finally:
        del METRICS["best score"]


# ---- sums ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["reapers", "hearts", "janken", "reds"])
def test_the_pieces_and_their_order_do_not_matter(id):
    game = dk.game(id)
    batch = engine.play_deals(game, 4, 0, 333, ["greedy"] * game.players)
    whole = Tally(game).add(batch)
    pieces = [
        Tally(game).add(batch.part(start, stop)) for start, stop in ((100, 101), (0, 100), (200, 333), (101, 200))
    ]
    merged = Tally(game)
    for piece in pieces:
        merged.merge(piece)
    assert merged.estimates() == whole.estimates()
    assert np.array_equal(merged.points.counts, whole.points.counts)


def test_a_run_stopped_early_is_the_shorter_run():
    game = dk.game("reds")
    batch = engine.play_deals(game, 4, 0, 500, ["random"] * 4)
    assert (
        Tally(game).add(batch.part(0, 130)).estimates()
        == Tally(game).add(engine.play_deals(game, 4, 0, 130, ["random"] * 4)).estimates()
    )
    assert len(Tally(game).add(batch.part(0, 130)).blocks("points")) == BLOCKS


# ---- intervals -------------------------------------------------------------------------------------------------


def held(runs, count, play, name, truth, game=PAIR):
    """How many of so many runs have the truth in the interval."""
    rng = np.random.default_rng(7)
    found = 0
    for _ in range(runs):
        own = Tally(game, [name.split(" seat")[0].removesuffix(" 50%")]).add(play(rng, count)).estimates()[name]
        found += own.low <= truth <= own.high
    return found


def coin(chance):
    """Deals that seat 0 wins with this chance."""

    def play(rng, count):
        first = rng.random(count) < chance
        return deals(np.stack([first, ~first], axis=1).astype(int))

    return play


def dice(rng, count):
    return deals(rng.integers(1, 7, (count, 2)))


RUNS = 1000


@pytest.mark.parametrize(
    ("play", "count", "name", "truth"),
    [
        (coin(0.5), 200, "win rate seat 0", 0.5),
        (coin(0.3), 1000, "first-seat advantage", -0.2),
        (dice, 100, "points seat 0", 3.5),
        (dice, 500, "margin", 35 / 18),
        (dice, 500, "spread", sqrt(35 / 12)),
    ],
)
def test_intervals_hold_as_often_as_they_say(play, count, name, truth):
    share = held(RUNS, count, play, name, truth)
    assert stats.binomtest(share, RUNS, 0.95).pvalue > 0.001, f"{share} of {RUNS}"


@pytest.mark.parametrize(
    ("play", "count", "name", "truth"),
    [
        (coin(0.01), 300, "win rate seat 0", 0.01),
        (coin(0.995), 200, "win rate seat 0", 0.995),
        (coin(0.5), 300, "fairness", 1),
        (coin(0.5), 300, "balance", 1),
        (coin(0.6), 300, "fairness", 0.8),
        (dice, 300, "score distribution 50%", 3),
        (coin(0.3), 5, "win rate seat 0", 0.3),
    ],
)
def test_where_they_cannot_be_exact_intervals_hold_oftener(play, count, name, truth):
    share = held(RUNS, count, play, name, truth)
    assert stats.binomtest(share, RUNS, 0.95, alternative="less").pvalue > 0.001, f"{share} of {RUNS}"


def test_one_deal_says_nothing_of_the_next():
    found = Tally(PAIR).add(deals([[1, 0]])).estimates()
    assert (found["win rate seat 0"].low, found["win rate seat 0"].high) == (0, 1)
    assert (found["fairness"].low, found["fairness"].high) == (0, 1)
    assert (found["points seat 0"].low, found["points seat 0"].high) == (-inf, inf)
    assert (found["score distribution 50%"].low, found["score distribution 50%"].high) == (-inf, inf)
    assert found["margin"].low == 0


def test_two_deals_have_the_interval_of_two_blocks():
    own = Tally(PAIR).add(deals([[1, 0], [3, 0]])).estimates()["points seat 0"]
    low, high = stats.t.interval(0.95, 1, loc=2, scale=stats.sem([1, 3]))
    assert (own.low, own.high) == pytest.approx((low, high))


def test_what_never_varies_has_no_error():
    own = Tally(PAIR).add(deals([[4, 1]] * 100)).estimates()["points seat 0"]
    assert (own.value, own.low, own.high, own.error) == (4, 4, 4, 0)


@pytest.mark.parametrize(("share", "seen"), [(0.0, 0), (1.0, 50)])
def test_a_share_never_or_always_seen_has_the_exact_interval(share, seen):
    exact = stats.binomtest(seen, 50).proportion_ci(0.95)
    assert share_interval(share, 0.0, 50, 0.95) == pytest.approx((exact.low, exact.high))


def test_an_evenness_of_one_winner_reaches_as_far_as_the_win_rates():
    own = Tally(PAIR).add(deals([[1, 0]] * 50)).estimates()
    assert own["fairness"].value == own["balance"].value == 0
    assert 0 < own["fairness"].high < 0.25
    assert own["fairness"].low == 0


def test_means_have_the_textbook_error():
    rng = np.random.default_rng(3)
    sample = rng.integers(0, 50, BLOCKS)
    _, (error,) = jackknife(lambda sums: sums[..., :1] / sums[..., 1:], np.stack([sample, np.ones(BLOCKS)], axis=1))
    assert error == pytest.approx(stats.sem(sample))
    assert student(BLOCKS, 0.9) == pytest.approx(stats.t.ppf(0.95, BLOCKS - 1))


def test_an_unknown_measure_is_told_with_those_there_are():
    with pytest.raises(dk.BadVariant, match="There is no metric 'fun'; the metrics are win rate, "):
        Tally(TOY, ["fun"])
