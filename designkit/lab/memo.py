"""A memory of answers for rows of numbers: a plain Python rule is asked once for each row that is new."""

from collections.abc import Callable
from typing import Any

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.jit import U, mix, njit, quiet

FULL = 1 << 20
"""With more answers than this it starts anew, so that memory stays bounded."""


@njit()
def _find(keys: Any, slots: Any, rows: Any, count: Any, found: Any, fresh: Any) -> Any:
    """The answer's number for each row; a new row gets the next number and is listed in `fresh`."""
    mask = U(len(slots) - 1)
    for i in range(len(rows)):
        word = U(0)
        for j in range(rows.shape[1]):
            word = (word ^ rows[i, j]) * U(0x9E3779B97F4A7C15)
            word ^= word >> U(29)
        at = mix(word) & mask
        while True:
            slot = slots[at]
            if slot < 0:
                slots[at] = count
                for j in range(rows.shape[1]):
                    keys[at, j] = rows[i, j]
                fresh[count - fresh[-1]] = i
                found[i] = count
                count += 1
                break
            same = True
            for j in range(rows.shape[1]):
                same = same and keys[at, j] == rows[i, j]
            if same:
                found[i] = slot
                break
            at = (at + U(1)) & mask
    return count


class Memo:
    """Answers by rows of `width` unsigned words; each answer is a tuple of `parts` whole numbers."""

    def __init__(self, width: int, parts: int) -> None:
        self.width, self.parts = width, parts
        self._clear(1 << 12)

    def _clear(self, capacity: int) -> None:
        self.count = 0
        self.keys = np.zeros((capacity, self.width), np.uint64)
        self.slots = np.full(capacity, -1, np.int32)
        self.answers = np.zeros((capacity, self.parts), np.int32)

    def _room(self, rows: int) -> None:
        if self.count > FULL:
            self._clear(1 << 12)
        needed = 1 << (2 * (self.count + rows)).bit_length()
        if needed <= len(self.slots):
            return
        old_keys, old_slots, old_answers, count = self.keys, self.slots, self.answers, self.count
        self._clear(needed)
        kept = old_slots >= 0
        order = np.argsort(old_slots[kept])
        found, fresh = np.zeros(count, np.int32), np.zeros(count + 1, np.int32)
        with quiet():
            self.count = _find(self.keys, self.slots, old_keys[kept][order], 0, found, fresh)
        self.answers[:count] = old_answers[:count]

    def ask(self, rows: Array, rule: Callable[[int], tuple[int, ...]]) -> Array:
        """The answers for all rows; `rule` is asked about the number of each row that is new."""
        self._room(len(rows))
        found, fresh = np.zeros(len(rows), np.int32), np.zeros(len(rows) + 1, np.int32)
        before = fresh[-1] = self.count
        with quiet():
            self.count = int(_find(self.keys, self.slots, rows, before, found, fresh))
        for number in range(before, self.count):
            self.answers[number] = rule(int(fresh[number - before]))
        return self.answers[found]
