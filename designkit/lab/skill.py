"""How much skill a design rewards: a ladder of budgets, the order among unequals, luck of the deal, and what moves are worth."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from designkit.bots import BOTS
from designkit.errors import BadVariant
from designkit.game import Game, View
from designkit.games import game as make_game
from designkit.lab.batch import Array
from designkit.lab.metrics.measure import sides
from designkit.lab.metrics.tally import jackknife, student
from designkit.lab.steps import start
from designkit.lab.tournament import Tournament, tournament
from designkit.lab.tournament.standing import CONFIDENCE
from designkit.moves import Move
from designkit.session import Bot

Values = Callable[[View, Sequence[Move], random.Random], Sequence[float]]
"""What each legal move is worth to the seat to move."""


@dataclass(frozen=True)
class Share:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def _variant(game: Game | str) -> Game:
    return make_game(game) if isinstance(game, str) else game


def alone(
    game: Game | str, strong: str | Bot, weak: str | Bot, deals: int = 100, seed: int = 0, **more: Any
) -> Tournament:
    """One strong player (or side of partners) among weak ones, at every place in turn."""
    variant = _variant(game)
    places = range(len(sides(variant)))
    lineups = [tuple(int(place != own) for place in places) for own in places]
    return tournament(variant, {"strong": strong, "weak": weak}, deals, seed=seed, lineups=lineups, **more)


def order(
    game: Game | str, strong: str | Bot, weak: str | Bot = "random", deals: int = 100, seed: int = 0, **more: Any
) -> Share:
    """How far one strong player among weak ones is above its fair share: 0 not at all, 1 it always wins.

    The share of the wins w of the strong player, at every place in turn, as (w - 1/n) / (1 - 1/n).
    """
    found = alone(game, strong, weak, deals, seed, **more)
    frame, fair = found.frame(), found.fair
    names = ("win share", "win share low", "win share high")
    return Share(*((float(frame[name].to_dict()["strong"]) - fair) / (1 - fair) for name in names))


def ladder(
    game: Game | str,
    factory: Callable[[int], Bot],
    budgets: Sequence[int] = (8, 16, 32, 64),
    deals: int = 50,
    seed: int = 0,
    **more: Any,
) -> pd.DataFrame:
    """What twice the effort is worth: the win share of one player with each budget among players with the one before."""
    if len(budgets) < 2:
        raise BadVariant(f"A ladder needs at least two budgets, not {len(budgets)}.")
    rows = []
    for less, effort in pairwise(budgets):
        found = alone(game, factory(effort), factory(less), deals, seed, **more)
        row = found.frame().loc["strong"]
        rows.append({"budget": effort, "against": less, "fair": found.fair, **row.filter(like="win share")})
    return pd.DataFrame(rows).set_index("budget")


def _components(table: Array) -> Array:
    """(deal and place, player, rest) as shares of the variance of a table (deals, places, bots), each by its mean squares."""
    cells = table.reshape(-1, table.shape[2])
    count, bots = cells.shape
    if count < 2 or bots < 2:
        return np.full(3, np.nan)
    by_cell, by_bot = cells.mean(axis=1, keepdims=True), cells.mean(axis=0, keepdims=True)
    rest = ((cells - by_cell - by_bot + cells.mean()) ** 2).sum() / ((count - 1) * (bots - 1))
    deal = bots * by_cell.var(ddof=1)
    player = count * by_bot.var(ddof=1)
    found = np.array([max(0.0, (deal - rest) / bots), max(0.0, (player - rest) / count), rest])
    return np.asarray(found / found.sum()) if found.sum() else np.full(3, np.nan)


def luck(found: Tournament) -> pd.DataFrame:
    """What the wins of a tournament depend on: the cards and the place, the player, or how all of them met.

    The variance of each player's wins at each place of each deal, averaged over the others' seatings, taken apart (two ways,
    by mean squares). Deals that a seating did not finish are left out; the intervals leave out a deal at a time.
    """
    whole = found.played.all(axis=0)
    places, bots = found.wins.shape[2], len(found.names)
    sums, counts = np.zeros((int(whole.sum()), places, bots)), np.zeros((places, bots))
    for seating, lineup in enumerate(found.seatings):
        for place, bot in enumerate(lineup):
            sums[:, place, bot] += found.wins[seating, whole, place]
            counts[place, bot] += 1
    if not counts.all() or len(sums) < 3:
        raise BadVariant(
            "The luck of the deal needs every bot at every place, and at least three deals that all have played."
        )
    table = sums / counts
    value = _components(table)
    without = np.array([_components(np.delete(table, deal, axis=0)) for deal in range(len(table))])
    error = np.sqrt((len(table) - 1) / len(table) * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    reach = error * student(len(table), CONFIDENCE)
    return pd.DataFrame(
        {"share": value, "low": np.maximum(0, value - reach), "high": np.minimum(1, value + reach)},
        index=["deal and place", "player", "rest"],
    )


def spread(game: Game | str, values: Values, bot: str | Bot = "greedy", deals: int = 20, seed: int = 0) -> Share:
    """What choosing well is worth: how much better the best legal move is than the average one, over all real choices.

    `values` says what each legal move is worth, in any unit; bots play the deals.
    """
    variant, player = _variant(game), BOTS[bot] if isinstance(bot, str) else bot
    blocks = []
    for number in range(deals):
        session, rng = start(variant, seed, number)
        gaps = []
        while not session.state.over and not session.state.round:
            legal, view = session.legal, variant.view(session.state, session.state.to_move)
            if len(legal) > 1:
                worth = np.asarray(values(view, legal, rng), float)
                gaps.append(worth.max() - worth.mean())
            session.step(player(view, legal, rng))
        blocks.append([sum(gaps), len(gaps)])
    found, error = jackknife(lambda sums: sums[..., 0] / np.maximum(1, sums[..., 1]), np.array(blocks, float))
    reach = float(error) * student(deals, CONFIDENCE)
    return Share(float(found), max(0.0, float(found) - reach), float(found) + reach)
