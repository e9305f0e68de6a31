"""The measures that need a pass over every trick of every deal, compiled; branches on chance are avoided, they cost most."""

from typing import Any

import numpy as np

from designkit.lab.jit import njit
from designkit.lab.metrics.measure import FINE

CHANGES, COURSES, DECIDED, DRAMA, DECISIVE, BACK = range(6)
"""The columns of `course`."""
WON, RETAINED, TRUMPS, SPREAD, DEALS, KINDS = range(6)
"""The columns of `tricks`; from KINDS on a column for each kind of special card."""

_COUNTS = np.arange(64)
ROOTS = np.sqrt(_COUNTS[:, None] / np.maximum(1, _COUNTS))
"""(deficit, largest deficit) -> the root of their ratio."""
LOGS = _COUNTS * np.log(np.maximum(1, _COUNTS))
"""n -> n log n."""


@njit()
def _steps(standing: Any) -> Any:
    """How many steps there are up to the last that changed something."""
    for step in range(len(standing) - 1, 0, -1):
        for seat in range(standing.shape[1]):
            if standing[step, seat] != standing[step - 1, seat]:
                return step + 1
    return 1


@njit()
def course(history: Any, hands: Any, sign: Any, tops: Any, roots: Any, out: Any) -> None:
    """How the lead went in each deal or match, by side; see `designkit.lab.metrics.course`."""
    deals, _, sides = history.shape
    for deal in range(deals):
        steps = hands[deal] if hands[deal] else np.int64(_steps(history[deal]))
        if steps < 2:
            continue
        winner, winners = np.int64(0), 0
        for side in range(sides):
            winner = side if tops[deal, side] else winner
            winners += tops[deal, side]
        held, late, behind, changes, drama, back = np.int64(-1), np.int64(0), 0, 0, 0.0, 0
        half = steps // 2 - 1
        for step in range(steps):
            first = second = np.int64(-1 << 62)
            worst = np.int64(1 << 62)
            for side in range(sides):
                own = sign * np.int64(history[deal, step, side])
                key = own << 4 | side
                second = max(second, min(first, key))
                first = max(first, key)
                worst = min(worst, own)
            best, leader = first >> 4, first & 15
            alone = second >> 4 != best
            changes += alone and held >= 0 and leader != held
            held = leader if alone else held
            deficit = best - sign * np.int64(history[deal, step, winner])
            trails = deficit > 0
            late = step + 1 if trails else late
            back |= trails and step == half
            if step + 1 < steps:
                behind += trails
                if best - worst < len(roots):
                    drama += roots[np.uint64(deficit), np.uint64(best - worst)]
                else:
                    drama += np.sqrt(deficit / (best - worst))
        row = out[deal]
        row[CHANGES], row[COURSES] = changes, 1
        if winners == 1:
            row[DECIDED], row[BACK] = 1, back
            row[DRAMA] = np.rint(drama / max(1, behind) * FINE)
            row[DECISIVE] = np.rint((1 - min(late, steps - 1) / (steps - 1)) * FINE)


@njit()
def tricks(
    winners: Any,
    cards: Any,
    leads: Any,
    context: Any,
    nobody_won: Any,
    trumps: Any,
    kinds: Any,
    players: Any,
    logs: Any,
    out: Any,
) -> None:
    """Who and what won the tricks of each deal; see `designkit.lab.metrics.tricks`."""
    deals, count = winners.shape
    taken, by_kind = np.zeros(players, np.int64), np.zeros(out.shape[1] - KINDS + 1, np.int64)
    whole = np.log(players)
    for deal in range(deals):
        taken[:] = 0
        by_kind[:] = 0
        leader, won, retained, trumped = np.int64(leads[deal]), 0, 0, 0
        for trick in range(count):
            winner = np.int64(winners[deal, trick])
            if winner < 0:
                leader = (leader + nobody_won) % players
                continue
            won += 1
            taken[winner] += 1
            retained += winner == leader
            leader = winner
            card = cards[deal, trick]
            if card >= 0:
                trumped += trumps[context[deal], card]
                by_kind[kinds[card]] += 1
        row = out[deal]
        row[WON], row[RETAINED], row[TRUMPS] = won, retained, trumped
        row[KINDS:] = by_kind[1:]
        if won:
            even = 0.0
            for own in taken:
                even += logs[own] if own < len(logs) else own * np.log(own)
            row[DEALS], row[SPREAD] = 1, np.rint((np.log(won) - even / won) / whole * FINE)
