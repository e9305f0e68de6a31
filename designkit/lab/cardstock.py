"""CardStock's measures of a game, reckoned here, beside what its author published for Hearts.

Source: Mark Goadrich, "The Shape of Card Games" (mgoadric.github.io/cardstock): the posts "Heuristics Overview" (11 December 2018), "Order
Heuristic" (18 March 2019) and "Hearts: Advanced Heuristics" (9 April 2019), and the page of summaries. Each figure is from 100 games of a
single hand with four players; the summaries were reckoned anew in June 2019.
"""

import pandas as pd
from scipy.stats import binomtest

from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab.simulate import simulate
from designkit.lab.skill import Share, order
from designkit.lab.tournament.standing import CONFIDENCE
from designkit.session import Bot

GAMES, PLAYERS = 100, 4
"""How many games each published figure is from, and for how many."""
ORDER = 0.52
"""Of the wins of one player with ten random playouts a move (PIPMC) among three random ones."""
FAIRNESS = 0.86
"""Of the wins of the first of four random players, as the post has it; the summaries have 0.94."""
HEARTS = {"pass_count": 0, "clean_start": False, "queen_breaks": False, "moon": "own"}
"""CardStock's Hearts, as far as ours can be set so: there the first seat leads anything but hearts, here the 2 of clubs opens."""


def order_of(share: float, players: int) -> float:
    """How far the share of the wins of one strong player is above a fair one: 0 not at all, 1 if it always wins.

    >>> order_of(0.64, 4)
    0.52
    """
    return (share - 1 / players) / (1 - 1 / players)


def fairness_of(share: float, players: int) -> float:
    """How near the first player's share of the wins is to a fair one: 1 if it is fair, 0 if it always or never wins.

    >>> [fairness_of(share, 4) for share in (0.0, 0.125, 0.25, 0.625, 1.0)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    return min(share * players, (1 - share) * players / (players - 1))


def _fairness(share: Share, players: int) -> Share:
    """The fairness of a share of the wins, with the least and the most that its interval allows."""
    ends = [fairness_of(end, players) for end in (share.low, share.high)]
    most = 1.0 if share.low <= 1 / players <= share.high else max(ends)
    return Share(fairness_of(share.value, players), min(ends), most)


def fairness(game: Game | str, bot: str | Bot = "random", deals: int = 100_000, seed: int = 0) -> Share:
    """CardStock's Fairness: of the wins of the seat that leads first, all players alike."""
    variant = make_game(game) if isinstance(game, str) else game
    run = simulate(variant, deals, bots=bot, seed=seed, metrics=["first-seat advantage"])
    more, fair = run.estimates["first-seat advantage"], 1 / variant.players
    return _fairness(Share(more.value + fair, more.low + fair, more.high + fair), variant.players)


def _open(share: float) -> Share:
    """A share of the published games, with the interval that so few games leave open."""
    found = binomtest(round(share * GAMES), GAMES).proportion_ci(CONFIDENCE, "wilson")
    return Share(share, found.low, found.high)


def published_order() -> Share:
    """The Order of Hearts that CardStock found."""
    fair = 1 / PLAYERS
    found = _open(fair + ORDER * (1 - fair))
    return Share(ORDER, order_of(found.low, PLAYERS), order_of(found.high, PLAYERS))


def published_fairness() -> Share:
    """The Fairness of Hearts that CardStock found; it does not say whether the first player won too often or too seldom."""
    fair = 1 / PLAYERS
    found = [_fairness(_open(share), PLAYERS) for share in (FAIRNESS * fair, 1 - FAIRNESS * (1 - fair))]
    return Share(FAIRNESS, min(own.low for own in found), max(own.high for own in found))


def beside(strong: str | Bot, deals: int = 25, random_deals: int = 100_000, seed: int = 0) -> pd.DataFrame:
    """Order and Fairness of Hearts as CardStock has them and as they come out here, with 95 % intervals.

    Ours are of one strong player at every place among three random ones, and of random players alone; a shared win counts in parts.
    """
    game = make_game("hearts", PLAYERS, **HEARTS)
    rows = [
        (
            "Order",
            "CardStock",
            GAMES,
            published_order(),
        ),
        ("Order", "designkit", PLAYERS * deals, order(game, strong, "random", deals, seed)),
        ("Fairness", "CardStock", GAMES, published_fairness()),
        ("Fairness", "designkit", random_deals, fairness(game, "random", random_deals, seed)),
    ]
    return pd.DataFrame(
        {"games": count, "value": own.value, "low": own.low, "high": own.high} for _, _, count, own in rows
    ).set_index(pd.MultiIndex.from_tuples([row[:2] for row in rows], names=["measure", "by"]))
