"""Ratings from who ranked above whom: the model of Bradley and Terry, with ties as half a win each."""

import numpy as np
from scipy import optimize

from designkit.lab.batch import Array

ELO = 400 / np.log(10)
"""So many rating points a natural unit: 400 of them are odds of ten to one."""
DRAWN = 0.5
"""Comparisons won and lost that each pair is given beforehand, so that a bot that never loses has a finite rating."""


def ratings(above: Array) -> Array:
    """The most likely ratings, 0 on average, where `above[i, j]` counts how often i ranked above j.

    >>> [round(float(each)) for each in ratings(np.array([[0.0, 10_000.0], [1_000.0, 0.0]]))]
    [200, -200]
    """
    count = len(above)
    met = (above + above.T) > 0
    won = above + DRAWN * met
    games = won + won.T

    def unlikely(strength: Array) -> tuple[float, Array]:
        gap = strength[:, None] - strength[None, :]
        chance = 1 / (1 + np.exp(-gap))
        loss = (won * np.logaddexp(0, -gap)).sum() + 1e-9 * (strength**2).sum()
        slope = -(won - games * chance).sum(axis=1) + 2e-9 * strength
        return float(loss), slope

    best = optimize.minimize(unlikely, np.zeros(count), jac=True, method="BFGS").x
    return np.asarray(ELO * (best - best.mean()))
