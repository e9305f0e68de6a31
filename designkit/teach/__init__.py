"""Exercises that grade themselves: `exercise("reds-winner", student="ada")`, `check`, and a book of results.

The kit's own rules are the reference; an exercise never restates one, and never tells the solution.
"""

from designkit.teach import classics, janken, reapers, reds, souls, trick_party
from designkit.teach.book import Book, Entry, results
from designkit.teach.core import EXERCISES, Task, exercise
from designkit.teach.verdict import Verdict

__all__ = [
    "EXERCISES",
    "Book",
    "Entry",
    "Task",
    "Verdict",
    "classics",
    "exercise",
    "janken",
    "reapers",
    "reds",
    "results",
    "souls",
    "trick_party",
]
