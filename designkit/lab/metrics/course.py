"""The course of a game: who leads when, how long it takes, and how much there is to choose.

Who stands how well is told by the tricks of a deal (the fewest are best where the fewest points win) and by the points of a
match; partners stand together. The course ends with the last step that changed something.
"""

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Batch
from designkit.lab.jit import quiet
from designkit.lab.metrics import passes
from designkit.lab.metrics.measure import FINE, SHARE, Columns, counted, low_wins, metric, over, sides
from designkit.lab.metrics.passes import BACK, CHANGES, COURSES, DECIDED, DECISIVE, DRAMA


@metric(
    "comeback",
    "how often a sole winner was not among the first at half time",
    "deals whose winner trails after half of the steps / deals with one winner",
    over(BACK, DECIDED),
    limits=SHARE,
)
@metric(
    "decisiveness",
    "how early a sole winner is among the first for good: 1 at once, 0 with the last step or only by the points",
    "1 - steps till the winner trails no more / (steps - 1)",
    over(DECISIVE, -1),
    limits=SHARE,
)
@metric(
    "drama",
    "how far behind a sole winner has been: 0 never, 1 as far as any seat was",
    "mean over the winner's steps behind, the last left out, of sqrt(its deficit / largest deficit)",
    over(DRAMA, -1),
    limits=SHARE,
)
@metric(
    "lead changes",
    "how often another seat takes the sole lead (in tricks of a deal, in points of battles or a match)",
    "changes of the sole leader / deals",
    over(CHANGES, COURSES),
    limits=(0, np.inf),
)
def course(batch: Batch, game: Game) -> Columns:
    """Lead changes, and the later winner's way; of deals with a course, and of those with one winner."""
    if batch.history.shape[1] < 2:
        return ()
    history, tops = batch.history, batch.tops
    if history.dtype != np.int8:
        history = history.astype(np.int64, copy=False)
    if len(own := sides(game)) < batch.players:
        history = np.stack([history[:, :, side].sum(axis=2, dtype=np.int64) for side in own], axis=2)
        tops = np.stack([tops[:, side[0]] for side in own], axis=1)
    hands = batch.hands.astype(np.int64) if batch.match else np.zeros(len(batch), np.int64)
    out = np.zeros((len(batch), 6), np.int32)
    with quiet():
        passes.course(history, hands, -1 if low_wins(game) else 1, tops, passes.ROOTS, out)
    return out, out[:, DECIDED].astype(np.int64) * FINE


@metric("length", "decisions in a deal or match", limits=(0, np.inf))
def length(batch: Batch, game: Game) -> Columns:
    """Decisions."""
    return counted(batch.decisions)


@metric("hands", "hands in a match", limits=(0, np.inf))
def hands(batch: Batch, game: Game) -> Columns:
    """Hands of a match."""
    return counted(batch.hands) if batch.match else ()


@metric(
    "forced share",
    "decisions with a single legal move",
    "forced decisions / decisions",
    over(1, 2),
    limits=SHARE,
)
@metric("branching", "legal moves at a decision", "legal moves / decisions", over(0, 2), limits=(0, np.inf))
def choices(batch: Batch, game: Game) -> Columns:
    """Legal moves, forced decisions, and decisions."""
    return batch.options, batch.forced, batch.decisions
