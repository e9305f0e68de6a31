"""Who wins, and how evenly."""

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.metrics.measure import (
    SHARE,
    Columns,
    by_side,
    counted,
    mean,
    metric,
    over,
    parts_of_a_win,
    row_sums,
    seats,
    sides,
    wins,
)


@metric("win rate", "how often each seat wins; a shared win counts in parts", parts=seats, limits=SHARE)
def win_rate(batch: Batch, game: Game) -> Columns:
    """Each seat's part of the wins."""
    return counted(wins(batch), parts_of_a_win(batch.players))


def _fairness(sums: Array) -> Array:
    rates = mean(sums)
    count = rates.shape[-1]
    off = np.abs(rates - 1 / count).sum(axis=-1, keepdims=True)
    return np.asarray(1 - off / (2 * (1 - 1 / count)))


def entropy(shares: Array) -> Array:
    """How evenly shares are spread: 1 evenly, 0 all to one."""
    logs = np.log(np.where(shares > 0, shares, 1.0))
    return np.asarray(-(shares * logs).sum(axis=-1, keepdims=True) / np.log(shares.shape[-1]))


@metric(
    "balance",
    "how evenly the wins are spread over the seats (or partnerships), large differences weighing more: "
    "1 evenly, 0 all to one",
    "entropy of the n win rates / log n",
    lambda sums: entropy(mean(sums)),
    limits=SHARE,
    kind="spread",
)
@metric(
    "fairness",
    "1 where every seat (or partnership) wins equally often, 0 where one always wins",
    "1 - sum |win rate - 1/n| / (2 (1 - 1/n))",
    _fairness,
    limits=SHARE,
    kind="spread",
)
def side_wins(batch: Batch, game: Game) -> Columns:
    """The sides' parts of the wins."""
    return counted(by_side(wins(batch), game), parts_of_a_win(batch.players))


@metric(
    "first-seat advantage",
    "how much oftener than its share the seat that leads first wins",
    "win rate of the first leader - 1/n",
)
def first_seat(batch: Batch, game: Game) -> Columns:
    """The first leader's part of the win, less its fair share."""
    whole = parts_of_a_win(batch.players)
    own = wins(batch)[np.arange(len(batch)), batch.leads]
    return counted(own * batch.players - whole, whole * batch.players)


@metric("tie rate", "how often several seats (or partnerships) share the win", value=over(0, 1), limits=SHARE)
def tie_rate(batch: Batch, game: Game) -> Columns:
    """Whether more than one side won."""
    return counted(row_sums(batch.tops[:, [side[0] for side in sides(game)]].view(np.int8)) > 1)
