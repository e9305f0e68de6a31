"""Making a failing match shorter: other deals and other play first, then plainer moves, as long as it still fails."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from designkit.live.walk import Find

EFFORT = 40_000
"""Moves that may be made in search of a shorter match."""

MOSTLY = 0.75

Chooser = Callable[[int], int]
Play = Callable[[int, Chooser, int], Find | None]
"""(seed, how to choose a move, most moves) -> the failure of that match, if it fails."""


def manners(seed: int) -> tuple[Chooser, ...]:
    """Ways to choose among so many moves: any, mostly the first, mostly the last, the first, the last."""
    rng = random.Random(seed)
    return (
        rng.randrange,
        lambda among: 0 if rng.random() < MOSTLY else rng.randrange(among),
        lambda among: among - 1 if rng.random() < MOSTLY else rng.randrange(among),
        lambda among: 0,
        lambda among: among - 1,
    )


def follow(choices: Sequence[int]) -> Chooser:
    """The same choices again, as far as they go and there are as many moves; then the first."""
    left = iter(choices)
    return lambda among: min(next(left, 0), among - 1)


def plainer(choices: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The same choices with a stretch of them replaced by the first move, long stretches first.

    >>> list(plainer((2, 1, 0)))
    [(0, 0, 0), (0, 1, 0), (2, 0, 0)]
    """
    size = len(choices)
    while size:
        for start in range(0, len(choices), size):
            stretch = choices[start : start + size]
            if any(stretch):
                yield (*choices[:start], *(0,) * len(stretch), *choices[start + size :])
        size //= 2


def shorter(find: Find, play: Play, over: Callable[[], bool], effort: int = EFFORT) -> Find:
    """The shortest match found that fails in the same way; the same find leads to the same match, if time suffices.

    Half the effort goes into matches of other seeds and manners, the rest into the moves of the best of them.
    """
    best, spent = find, 0
    for seed in count():
        for choose in reversed(manners(seed)):
            if spent > effort // 2 or len(best.moves) < 2 or over():
                break
            other = play(seed, choose, len(best.moves) - 1)
            spent += len(other.moves if other else best.moves)
            best = other or best
        else:
            continue
        break
    tries = plainer(best.choices)
    while spent < effort and not over():
        choices = next(tries, None)
        if choices is None:
            return best
        other = play(best.seed, follow(choices), len(best.moves))
        spent += len(other.moves if other else best.moves)
        if other is not None and other.size < best.size:
            best, tries = other, plainer(other.choices)
    return best
