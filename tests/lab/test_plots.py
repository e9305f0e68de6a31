"""The plots hold the right data: what stands in their sources and ranges, not how they look."""

import importlib
import re

import numpy as np
import pytest

import designkit as dk
from designkit.lab import export, plots, report
from designkit.lab.finding import bid_and_took, find, outliers, scored, wagered, won_by
from designkit.lab.plots.results import lead_course
from designkit.lab.plots.style import GREEN, GREY, RED


@pytest.fixture(scope="module")
def reapers():
    return dk.simulate(dk.game("reapers", 4), deals=600, seed=3)


@pytest.fixture(scope="module")
def oh_hell():
    return dk.simulate(dk.game("oh_hell", 3), deals=300, seed=1)


@pytest.fixture(scope="module")
def compared():
    return dk.compare(dk.game("reapers", 4), dk.game("reapers", 4, least_bonus=40), deals=1500)


@pytest.fixture(scope="module")
def swept():
    values = {"hand_size": [2, 4, 20], "exact_bonus": [0, 10]}
    return dk.sweep(dk.game("reds", 3), values, players=[3, 4], deals=200, targets={"fairness": (0.5, None)})


def source(figure, name):
    [found] = {id(own): own for own in figure.select({"name": name})}.values()
    return found.data


def test_a_bar_for_every_seat_with_its_interval_and_the_fair_share(reapers):
    made = plots.seat_bars(reapers)
    own = source(made, "seats")
    wins = reapers.frame.groupby("seat")["win"].mean()
    assert own["rate"] == pytest.approx(list(wins))
    assert all(low < rate < high for low, rate, high in zip(own["low"], own["rate"], own["high"], strict=True))
    [fair] = made.select({"name": "fair"})
    assert fair.location == 0.25
    assert made.y_range.end > max(own["high"])


def test_the_distribution_counts_every_seat_of_every_deal(reapers):
    found = plots.distribution(reapers)
    assert found.counts.sum() == 600 * 4
    rows = reapers.frame
    for x in (0, 15, 22):
        low, high = found.span(x)
        bar = (low - found.start) // found.width
        assert found.counts[bar].sum() == rows["points"].between(low, high).sum()
    own = source(plots.points_distribution(reapers), "points")
    assert sum(own["share"]) == pytest.approx(1)
    assert sum(own["count"]) == 2400


def test_a_great_range_of_points_is_put_together():
    matches = dk.simulate(dk.game("trick_party"), matches=60)
    found = plots.distribution(matches)
    assert len(found.counts) <= 60
    assert found.counts.sum() == 60 * matches.game.players
    least, most = matches.frame["points"].min(), matches.frame["points"].max()
    assert found.span(least)[0] <= least <= found.span(least)[1]
    assert found.span(most)[0] <= most <= found.span(most)[1]


def test_the_lead_is_told_after_every_trick(reapers):
    own = source(plots.lead_history(reapers), "course")
    batch = next(reapers.batches())
    assert len(own["step"]) == batch.history.shape[1]
    expected = []
    for step in range(batch.history.shape[1]):
        hits = 0
        for deal in range(len(batch)):
            standing = list(batch.history[deal, step])
            hits += any(batch.tops[deal, seat] and standing[seat] == max(standing) for seat in range(4))
        expected.append(hits / len(batch))
    assert list(own["leads"]) == pytest.approx(expected)


def test_the_lead_of_a_match_counts_only_hands_that_were_played():
    matches = dk.simulate(dk.game("hearts"), matches=12)
    batch = next(matches.batches())
    leads, changes = lead_course(batch, matches.game)
    last = int(batch.hands.max()) - 1
    going = batch.hands > last
    standing = -batch.history[going, last]
    first = standing == standing.max(axis=1, keepdims=True)
    assert leads[last] == pytest.approx((first & (batch.tops[going] > 0)).any(axis=1).mean())
    assert changes[0] == 0


def test_wagers_and_bids_have_their_plots_only_where_there_are_any(reapers, oh_hell):
    made, pays = (source(plots.wager_bars(reapers), name)["share"] for name in ("made", "pays"))
    assert sum(made) == pytest.approx(1)
    assert len(pays) == len(reapers.game.plan.wagers)
    assert plots.bid_chart(reapers) is None
    assert plots.wager_bars(oh_hell) is None
    own = source(plots.bid_chart(oh_hell), "bids")
    exact = {
        (bid, taken)
        for bid, taken, colour in zip(own["bid"], own["tricks"], own["colour"], strict=True)
        if colour == GREEN
    }
    assert exact
    assert all(bid == taken for bid, taken in exact)


def test_the_lead_of_a_game_of_battles_is_told_by_battles(reapers):
    assert plots.lead_history(reapers).xaxis[0].axis_label == "after trick"
    souls = dk.simulate(dk.game("souls", 2), deals=20, metrics=["length"])
    assert plots.lead_history(souls).xaxis[0].axis_label == "after battle"


def test_a_sweep_draws_a_measure_that_it_has_and_names_them_for_another():
    swept = dk.sweep("reds", {"exact_bonus": [0, 5]}, deals=20, metrics=["margin"])
    assert swept.plot().figures[0].title.text.startswith("margin")
    with pytest.raises(dk.BadVariant, match="This sweep has no measure 'margn'; it has margin"):
        swept.plot("margn")


def test_a_run_that_measured_only_which_wagers_pay_draws_those():
    run = dk.simulate(dk.game("reapers"), deals=50, metrics=["wager success"])
    assert len(source(plots.wager_bars(run), "pays")["share"]) == 3
    assert plots.seat_bars(run) is None


def test_what_is_real_is_coloured_and_every_measure_is_on_one_of_the_two_plots(compared):
    shares, rest = (source(plots.metric_intervals(compared, own), "differences") for own in (True, False))
    by_name = {own.name: own for own in compared.differences}
    for data in (shares, rest):
        for name, colour, verdict in zip(data["name"], data["colour"], data["verdict"], strict=True):
            own = by_name[name]
            assert colour == ((GREEN if own.difference > 0 else RED) if own.real else GREY)
            assert verdict == own.verdict
    finite = {name for name, own in by_name.items() if np.isfinite([own.low, own.high]).all()}
    assert set(shares["name"]) | set(rest["name"]) == finite
    assert not set(shares["name"]) & set(rest["name"])
    place = list(shares["name"]).index("win rate seat 0")
    assert shares["difference"][place] == pytest.approx(100 * by_name["win rate seat 0"].difference)


def test_a_map_has_a_square_for_every_variant_and_says_what_is_impossible(swept):
    made = plots.heat_map(swept, "fairness")
    assert [figure.tags for figure in made] == [[3], [4]]
    own = source(made[0], "cells")
    assert len(own["x"]) == 6
    for place, (x, y) in enumerate(zip(own["x"], own["y"], strict=True)):
        cell = plots.cell_at(swept, 3, x + 0.3, y - 0.3)
        assert (own["hatch"][place] == "/") == bool(cell.problem)
        assert cell.problem in own["notes"][place]
        assert (own["text"][place] == "") == (cell.result is None)
    assert plots.cell_at(swept, 3, 5, 0) is None
    assert sum(bool(cell.problem) for cell in swept.cells) > 0


def test_the_map_marks_broken_variants_and_the_target_band():
    done = dk.sweep(dk.game("reds", 3), {"exact_bonus": [0, 5, 10]}, deals=200, targets={"tie rate": (0.0, 0.9)})
    done.cells[1].broken = ("points add up",)
    [made] = plots.heat_map(done, "tie rate")
    own = source(made, "cells")
    assert own["marker"] == ["circle", "x", "circle"]
    assert "points add up" in own["notes"][1]
    assert "in the target band" in own["notes"][0]
    [band] = made.select({"name": "target"})
    assert (band.bottom, band.top) == (0.0, 0.9)
    assert made.y_range.end > 0.9
    assert own["value"] == pytest.approx([cell.estimate("tie rate").value for cell in done.cells])


# ---- deals worth a look ----------------------------------------------------------------------------------------


def test_a_deal_is_found_by_what_happened_in_it(reapers, oh_hell):
    number = find(reapers, scored(22, 22))
    assert 22 in reapers.rows(number, number + 1)["points"].to_numpy()
    assert not (reapers.rows(0, number)["points"] == 22).any()
    again = find(reapers, scored(22, 22), after=number)
    assert again != number
    assert reapers.rows(find(reapers, won_by(2)), 600).iloc[2]["win"] > 0
    assert find(reapers, scored(9999, 9999)) is None
    paid = reapers.rows(*(lambda n: (n, n + 1))(find(reapers, wagered(0, True))))
    assert ((paid["wager"] == 0) & (paid["bonus"] > 0)).any()
    row = oh_hell.rows(*(lambda n: (n, n + 1))(find(oh_hell, bid_and_took(1, 2))))
    assert ((row["bid"] == 1) & (row["tricks"] == 2)).any()


def test_the_search_begins_again_after_the_last_one(reapers):
    only = reapers.frame.groupby("points")["deal"].nunique()
    rare = int(only[only == 1].index[0])
    number = find(reapers, scored(rare, rare))
    assert find(reapers, scored(rare, rare), after=number) == number


def test_outliers_are_the_extreme_deals(reapers):
    rows = reapers.frame
    named = {why.split(":")[0]: (own.number, why) for own in outliers(reapers) for why in own.why.split("; ")}
    number, why = named["most points"]
    assert why == f"most points: {rows['points'].max()}"
    assert rows[rows["deal"] == number]["points"].max() == rows["points"].max()
    number, why = named["fewest points"]
    assert rows[rows["deal"] == number]["points"].min() == rows["points"].min()
    assert {"widest gap between best and worst", "most free decisions"} <= set(named)


# ---- files -----------------------------------------------------------------------------------------------------


def test_the_report_needs_no_network_and_holds_every_measure(reapers, compared, swept):
    importlib.import_module("panel.models.esm")  # as a served page does: it adds scripts to what Bokeh renders
    for shown in (reapers, compared, swept):
        page = report.html(shown)
        assert "<script src=" not in page
        assert "<link" not in page
        assert report.heading(shown)[0].split(":")[0] in page
    page = report.html(reapers)
    assert all(f'data-measure="{name}"' in page for name in reapers.estimates)


def test_the_reports_code_plays_the_same_again(reapers, swept):
    again = eval(report.code(reapers), {"dk": dk})
    assert again.frame.equals(reapers.frame)
    again = eval(report.code(swept), {"dk": dk})
    assert [cell.values for cell in again.cells] == [cell.values for cell in swept.cells]
    assert [cell.estimate("fairness") for cell in again.cells] == [cell.estimate("fairness") for cell in swept.cells]


def test_files_hold_the_rows(reapers, compared, swept):
    import pandas as pd

    pd.testing.assert_frame_equal(pd.read_csv(export.csv(reapers)), reapers.frame, check_dtype=False)
    pd.testing.assert_frame_equal(pd.read_parquet(export.parquet(reapers)), reapers.frame)
    assert len(pd.read_csv(export.csv(compared))) == len(compared.differences)
    read = pd.read_csv(export.csv(swept))
    assert len(read) == len(swept.cells) * len(swept.metrics)


def test_a_run_a_comparison_and_a_sweep_draw_themselves_in_a_frame_that_loads_nothing(reapers, compared, swept):
    for shown in (reapers, compared, swept):
        made = shown.plot("tie rate" if shown is swept else "fairness")
        assert made.figures
        page = made._repr_html_()
        assert page.startswith("<iframe")
        assert "Bokeh.embed" in page or "embed_items" in page
        assert not re.search(r"&lt;(script|link|img)[^&]*(src|href)=(&quot;|&#x27;)", page)


def test_a_report_is_a_file_and_a_place_that_cannot_be_written_is_a_sentence(reapers, tmp_path):
    page = reapers.report(tmp_path / "run.html").read_text()
    assert "win rate" in page
    assert "How they are reckoned" in page
    with pytest.raises(dk.DesignkitError, match="cannot be written to"):
        reapers.report(tmp_path / "nowhere" / "run.html")
