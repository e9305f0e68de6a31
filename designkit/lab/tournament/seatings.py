"""Who sits where: every seating of some bots, or a balanced part of them where there are too many."""

from collections.abc import Iterator
from itertools import permutations, product
from math import comb, perm

from designkit.cards import shuffled

MOST = 60
"""Seatings that a tournament plays at most, about."""

DRAWS = 1000
"""Seatings that are drawn to choose from."""

Seating = tuple[int, ...]
"""The number of the bot at each place (a seat, or the side of partners)."""


def seatings(bots: int, places: int, most: int = MOST) -> list[Seating]:
    """All seatings of some bots at some places: with fewer bots than places each sits at least once.

    Where there are more than `most`, whole circles of them (a seating turned through all places) are drawn, the same each
    time, so that every bot sits equally often at each place of its circles; at least one circle with each bot.

    >>> seatings(2, 3)
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    >>> len(seatings(4, 4)), len(seatings(6, 4))
    (24, 60)
    """
    if _count(bots, places) <= most:
        return list(_all(bots, places))
    chosen: dict[Seating, None] = {}
    met: set[int] = set()
    for first in _drawn(bots, places):
        if len(chosen) + places <= most or not met.issuperset(first):
            chosen.update((first[turn:] + first[:turn], None) for turn in range(places))
            met.update(first)
        elif len(met) == bots:
            break
    return list(chosen)


def _count(bots: int, places: int) -> int:
    if bots >= places:
        return perm(bots, places)
    return sum((-1) ** out * comb(bots, out) * (bots - out) ** places for out in range(bots))


def _all(bots: int, places: int) -> Iterator[Seating]:
    if bots >= places:
        return permutations(range(bots), places)
    return (each for each in product(range(bots), repeat=places) if len(set(each)) == bots)


def _drawn(bots: int, places: int) -> Iterator[Seating]:
    """Seatings at random: the bots shuffled, then shuffled again for the places that are left."""
    for number in range(DRAWS):
        rows = [shuffled(range(bots), number, more) for more in range(-(-places // bots))]
        yield tuple(bot for row in rows for bot in row)[:places]
