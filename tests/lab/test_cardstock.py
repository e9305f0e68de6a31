"""CardStock's measures, reckoned here: its own formulas, and Hearts beside what it published."""

import pytest

import designkit as dk
from designkit.lab import cardstock
from designkit.lab.skill import alone, order


def the_best_card(view, legal, rng):
    """Plays as high as it may, which in Hearts is a bad idea."""
    return max(legal, key=lambda move: move.cards[0].rank)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_fairness_is_theirs_above_and_below_a_fair_share(players):
    for share in (0.0, 0.1, 1 / players, 0.7, 1.0):
        theirs = share * players if share <= 1 / players else players / (players - 1) * (1 - share)
        assert cardstock.fairness_of(share, players) == pytest.approx(theirs)


def test_our_order_is_the_one_they_define():
    game = dk.game("hearts", **cardstock.HEARTS)
    share = alone(game, "duck", "random", 30).frame().loc["strong", "win share"]
    assert order(game, "duck", "random", 30).value == pytest.approx(cardstock.order_of(share, 4))


def test_the_published_figures_stand_beside_ours():
    frame = cardstock.beside(the_best_card, deals=2, random_deals=500)
    theirs = frame.xs("CardStock", level="by")
    assert theirs.value.to_dict() == {"Order": 0.52, "Fairness": 0.86}
    assert frame.games.to_dict()[("Order", "designkit")] == 8
    assert (theirs.high - theirs.low > 0.2).all()
    assert ((frame.low <= frame.value) & (frame.value <= frame.high)).all()


def test_a_player_who_shuns_the_points_has_an_order_above_nothing():
    ours = cardstock.beside("duck", deals=60, random_deals=500).loc[("Order", "designkit")]
    assert 0 < ours.low < ours.high < 1


def test_a_game_that_the_first_leader_always_loses_is_not_fair():
    leader_takes_all = dk.game("hearts", pass_count=0, moon="none").replace(strength=lambda card, led: card.suit == led)
    assert cardstock.fairness(leader_takes_all, "random", 200).high == 0
