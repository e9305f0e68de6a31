"""A student's own numbers: drawn from the exercise and the student's id, so that a teacher draws the same ones."""

from collections.abc import Sequence
from typing import TypeVar

from designkit.cards import mixed, random_word, shuffled
from designkit.errors import DesignkitError

T = TypeVar("T")
GUEST = "guest"


def named(student: str) -> str:
    """A student's id as it is kept: without blanks around it, in small letters.

    >>> named(" Ada ")
    'ada'
    """
    if not isinstance(student, str) or not student.strip():
        raise DesignkitError(f"A student's id is a text such as 'ada', not {student!r}.")
    return " ".join(student.split()).casefold()


class Draws:
    """Draws that the words of a key fix: the same on every machine.

    >>> Draws("reds-winner", "ada").one_of(range(100)), Draws("reds-winner", "ada").one_of(range(100))
    (67, 67)
    """

    def __init__(self, *key: str) -> None:
        self._word = mixed(*"\0".join(key).encode())

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        self._word, drawn = random_word(self._word)
        return options[drawn * len(options) >> 64]

    def some_of(self, options: Sequence[T], count: int) -> tuple[T, ...]:
        """So many different options, in the order of chance."""
        self._word, drawn = random_word(self._word)
        return shuffled(options, drawn)[:count]

    def seed(self) -> int:
        """A seed for further draws."""
        self._word, drawn = random_word(self._word)
        return drawn
