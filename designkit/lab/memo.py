"""A memory of answers for rows of numbers: a plain Python rule is asked once for each row that is new."""

from collections.abc import Callable
from typing import Any

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.jit import U, mix, njit, quiet

FULL = 1 << 20
"""With more answers than this it starts anew, so that memory stays bounded."""


FEW = 1 << 11
"""New rows that there is always room for."""


@njit(forceinline=True)
def probe(keys: Any, slots: Any, row: Any, count: Any) -> Any:
    """The number of a row's answer; a new row gets the next one, which is `count`."""
    mask, word = U(len(slots) - 1), U(0)
    for j in range(len(row)):
        word = (word ^ row[j]) * U(0x9E3779B97F4A7C15)
        word ^= word >> U(29)
    at = mix(word) & mask
    while True:
        slot = slots[at]
        if slot < 0:
            slots[at] = count
            for j in range(len(row)):
                keys[U(count), U(j)] = row[j]
            return np.int64(count)
        differs = U(0)
        for j in range(len(row)):
            differs |= keys[U(slot), U(j)] ^ row[j]
        if differs == U(0):
            return np.int64(slot)
        at = (at + U(1)) & mask


@njit()
def _again(keys: Any, count: Any, slots: Any) -> None:
    """Find places for known rows in a larger memory."""
    row = np.zeros(keys.shape[1], np.uint64)
    for number in range(count):
        row[:] = keys[number]
        probe(keys, slots, row, number)


Look = Callable[[int, int, Array, Array, int, Array], int]
"""(start, stop, keys, slots, count, fresh) -> the new count: numbers by `probe` what is asked from one place to another."""


class Memo:
    """Answers by rows of `width` unsigned words; each answer is a tuple of `parts` whole numbers."""

    def __init__(self, width: int, parts: int) -> None:
        self.width, self.parts = width, parts
        self._clear()

    def _clear(self) -> None:
        self.count = 0
        self.keys = np.zeros((FEW, self.width), np.uint64)
        self.answers = np.zeros((FEW, self.parts), np.int32)
        self.slots = np.full(2 * FEW, -1, np.int32)

    def _room(self) -> int:
        """How many new rows there is room for: half of the slots stay empty, so that a row is found soon."""
        if self.count > FULL:
            self._clear()
        if len(self.slots) < 2 * (self.count + FEW):
            grown = 2 * len(self.slots)
            self.keys = np.concatenate([self.keys, np.zeros_like(self.keys)])
            self.answers = np.concatenate([self.answers, np.zeros_like(self.answers)])
            self.slots = np.full(grown, -1, np.int32)
            _again(self.keys, self.count, self.slots)
        return len(self.slots) // 2 - self.count

    def ask(self, places: int, each: int, look: Look, rule: Callable[[int], tuple[int, ...]]) -> None:
        """Let `look` number the answers of so many places with so many rows each; `rule` answers each row that is new.

        >>> memo, found = Memo(1, 1), []
        >>> def look(start, stop, keys, slots, count, fresh):
        ...     first = count
        ...     for place in range(start, stop):
        ...         found.append(int(probe(keys, slots, np.array([[7], [9], [7]][place], np.uint64), count)))
        ...         if found[-1] == count:
        ...             fresh[count - first] = place
        ...             count += 1
        ...     return count
        >>> memo.ask(3, 1, look, lambda place: (10 * place,))
        >>> found, memo.answers[found].tolist()
        ([0, 1, 0], [[0], [10], [0]])
        """
        start = 0
        while start < places:
            with quiet():
                stop = min(places, start + self._room() // each)
                fresh, before = np.zeros((stop - start) * each, np.int64), self.count
                self.count = int(look(start, stop, self.keys, self.slots, before, fresh))
            for number in range(before, self.count):
                self.answers[number] = rule(int(fresh[number - before]))
            start = stop
