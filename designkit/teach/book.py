"""The results book: who tried what how often, who passed, and when; it goes out as CSV."""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from designkit.errors import DesignkitError
from designkit.teach.draws import named


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Entry:
    """How a student stands with an exercise; once passed it stays as it is."""

    student: str
    exercise: str
    attempts: int
    passed: bool
    when: str
    """The moment of passing, or of the last attempt (UTC)."""


COLUMNS = tuple(item.name for item in fields(Entry))


class Book:
    """Results in the order in which the exercises were first tried.

    >>> book = Book(clock=lambda: "2030-01-02T03:04:05+00:00")
    >>> book.note("ada", "reds-winner", passed=False), book.note("ada", "reds-winner", passed=True)
    (1, 2)
    >>> print(book.csv(), end="")
    student,exercise,attempts,passed,when
    ada,reds-winner,2,True,2030-01-02T03:04:05+00:00
    """

    def __init__(self, entries: tuple[Entry, ...] = (), clock: Callable[[], str] = _now) -> None:
        self._entries = {(entry.student, entry.exercise): entry for entry in entries}
        self._clock = clock

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries.values()))

    def __len__(self) -> int:
        return len(self._entries)

    def note(self, student: str, exercise: str, passed: bool) -> int:
        """Write an attempt down; which one it is."""
        key = named(student), exercise
        had = self._entries.get(key, Entry(*key, 0, False, ""))
        if not had.passed:
            self._entries[key] = replace(had, attempts=had.attempts + 1, passed=passed, when=self._clock())
        return self._entries[key].attempts

    def of(self, student: str) -> "Book":
        """The part of one student."""
        own = named(student)
        return Book(tuple(entry for entry in self if entry.student == own), self._clock)

    def csv(self) -> str:
        """A line an entry, below the names of the columns."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([COLUMNS, *map(astuple, self)])
        return text.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write the CSV to a file, over one of that name."""
        target = Path(path)
        try:
            target.write_text(self.csv(), encoding="utf-8")
        except OSError as error:
            raise DesignkitError(f"The results cannot be written to '{path}': {error.strerror}.") from None
        return target

    def __repr__(self) -> str:
        return self.csv().rstrip("\n")

    def _repr_html_(self) -> str:
        from designkit.views import exercises

        return exercises.book(self)


BOOK = Book()
"""The book of this session; it ends with it, so save it."""


def results(student: str | None = None) -> Book:
    """What was tried in this session, by all or by one student: `dk.results().save("ada.csv")`."""
    return BOOK if student is None else BOOK.of(student)
