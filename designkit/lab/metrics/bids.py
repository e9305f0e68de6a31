"""Bids, wagers, drafts, and how much the hand decides."""

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.metrics.measure import SHARE, Columns, mean, metric, over, ratio, row_sums
from designkit.plan import Plan

THOUSAND = 1000
"""Hands are worth so many whole parts of a trick."""


def _bids_tricks(game: Game) -> bool:
    return any(phase.name == "bid" for phase in game.family.phases)


@metric(
    "bags",
    "tricks over the bid, a bid; 0 where it is not made",
    "tricks over bids / bids",
    over(4, 5),
    limits=(0, np.inf),
)
@metric("bid bias", "tricks bid beyond those taken: above 0 seats overbid", "(tricks bid - taken) / bids", over(3, 5))
@metric("make rate", "bids that are taken or exceeded", "bids taken or exceeded / bids", over(2, 5), limits=SHARE)
@metric("bids made exactly", "bids that are taken exactly", "bids taken exactly / bids", over(1, 5), limits=SHARE)
@metric(
    "bid error",
    "tricks between a bid and what was taken",
    "sum |tricks bid - taken| / bids",
    over(0, 5),
    limits=(0, np.inf),
)
def bids(batch: Batch, game: Game) -> Columns:
    """Each seat's bid against its own tricks: off, exact, made, overbid, over, and the number of bids."""
    if batch.match or not _bids_tricks(game):
        return ()
    said = batch.bids >= 0
    beyond = np.where(said, batch.tricks - batch.bids, 0)
    off, total = row_sums(np.abs(beyond)), row_sums(beyond)
    count, missed, under = (row_sums(each.view(np.int8)) for each in (said, beyond != 0, beyond < 0))
    return off, count - missed, count - under, -total, (off + total) // 2, count


def wager_names(game: Game) -> tuple[str, ...]:
    """A part for each wager."""
    return game.plan.wagers if game.plan is not None else ()


def _choice(sums: Array) -> Array:
    made = sums[..., sums.shape[-1] // 2 :]
    return mean(np.concatenate([made, made.sum(axis=-1, keepdims=True)], axis=-1))


def _success(sums: Array) -> Array:
    half = sums.shape[-1] // 2
    return ratio(sums[..., :half], sums[..., half:])


@metric(
    "wager success", "how often each wager pays", "wagers that paid / wagers made", _success, wager_names, limits=SHARE
)
@metric(
    "wager choice",
    "how often each wager is made",
    "wagers of the kind / wagers made",
    _choice,
    wager_names,
    limits=SHARE,
)
def wagers(batch: Batch, game: Game) -> Columns:
    """Wagers that paid, and wagers made, by kind."""
    names = wager_names(game)
    if batch.match or not names:
        return ()
    paid = batch.bonus > 0
    made = [batch.bids == wager for wager in range(len(names))]
    return tuple(row_sums(each.view(np.int8)) for each in [*(own & paid for own in made), *made])


def slots(game: Game) -> tuple[str, ...]:
    """A part for each place in the draft's order."""
    return tuple(f"pick {i + 1} (seat {seat})" for i, seat in enumerate(_order(game)))


def _order(game: Game) -> tuple[int, ...]:
    """The seats in the order of their first pick in a deal."""
    if not isinstance(game.plan, Plan) or game.plan.draft is None:
        return ()
    return tuple(dict.fromkeys(game.plan.draft.order(game.family.start(game, 0).dealer)))


@metric(
    "draft-slot value",
    "points of each place in the draft's order beyond the table's average",
    "mean over deals of (points of the seat - mean of all seats)",
    parts=slots,
)
def draft_slots(batch: Batch, game: Game) -> Columns:
    """Points by slot, less the deal's mean."""
    order = _order(game)
    if batch.match or not order:
        return ()
    beyond = batch.points[:, order] * batch.players - row_sums(batch.points)[:, None]
    return beyond, batch.players


def _r_squared(sums: Array) -> Array:
    n, x, y, xx, yy, xy = (sums[..., i] for i in range(6))
    spread_x, spread_y = n * xx - x**2, n * yy - y**2
    varied = (spread_x > 1e-12 * n * xx) & (spread_y > 1e-12 * n * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = (n * xy - x * y) ** 2 / (spread_x * spread_y)
    return np.asarray(np.where(varied, found, np.nan)[..., None])


@metric(
    "hand decides",
    "how much of the points the hand explains (R²): the worth of its cards against what it scored",
    "squared correlation of hand worth and points",
    _r_squared,
    limits=SHARE,
    kind="mean",
)
def hand_decides(batch: Batch, game: Game) -> Columns:
    """The sums of a regression over all seats and deals."""
    if batch.match:
        return ()
    x, y = np.rint(batch.worth * THOUSAND).astype(np.int64), batch.points
    return batch.players, row_sums(x), row_sums(y), row_sums(x, x), row_sums(y, y), row_sums(x, y)
