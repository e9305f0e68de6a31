"""What an exercise is: a task with a student's own numbers, and a check of answers against the kit's own rules."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.live import TooLong
from designkit.teach.book import BOOK, Book
from designkit.teach.draws import GUEST, Draws, named
from designkit.teach.kinds import Kind, shown, told
from designkit.teach.source import with_slip
from designkit.teach.trial import Trial, Wrong
from designkit.teach.verdict import Case, Outcome, Verdict, case_of
from designkit.teach.watch import ONE, Watch

Numbers = dict[str, Any]
"""A student's own numbers, by name."""
Sort = Literal["write", "find", "fix"]


def _no_reasons(numbers: Numbers, arguments: tuple[Any, ...]) -> Sequence[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """An exercise before anybody has taken it."""

    id: str
    game: str
    title: str
    numbers: Callable[[Draws], Numbers]
    text: str
    """The task in words, with the numbers' names in braces; what stands in backquotes is code."""
    hints: tuple[str, ...]

    sort: ClassVar[Sort]

    def code(self, numbers: Numbers) -> str:
        """What to begin with, if anything."""
        return ""

    def shown(self, numbers: Numbers) -> Case:
        """An example to look at, if any."""
        return Case()

    @abstractmethod
    def judge(self, numbers: Numbers, answer: Any, seed: int) -> Outcome:
        """Try an answer."""


# ---- functions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Write(Exercise):
    """Write a function: it is asked the same as the kit's own rule, and must answer the same."""

    name: str
    asks: tuple[str, ...]
    """The names of its arguments."""
    rule: Callable[[Numbers], Callable[..., Any]]
    """The kit's rule with a student's numbers."""
    answers: Kind
    example: Callable[[Numbers], tuple[Any, ...]]
    """Arguments to show what is asked."""
    small: Callable[[Numbers], Iterable[tuple[Any, ...]]]
    """A finite domain that is tried completely, the smallest arguments first."""
    counted: str
    """What is in it: 'tricks of up to three cards'."""
    large: Callable[[Numbers], Any] | None = None
    """A Hypothesis strategy of arguments beyond that domain."""
    drawn: str = ""
    """What is drawn from it: 'longer tricks'."""
    why: Callable[[Numbers, tuple[Any, ...]], Sequence[str]] = _no_reasons
    """The rules' reasons for the right answer."""

    sort: ClassVar[Sort] = "write"

    def code(self, numbers: Numbers) -> str:
        """The first line of the function."""
        return f"def {self.name}({', '.join(self.asks)}):\n    ..."

    def shown(self, numbers: Numbers) -> Case:
        """The example with the answer that is right."""
        arguments = self.example(numbers)
        case = case_of(self.name, self.asks, arguments)
        right = self.answers.told(self.rule(numbers)(*arguments), arguments)
        return Case(f"For example {case.words} is {right}.", case.rows)

    def judge(self, numbers: Numbers, answer: Any, seed: int) -> Outcome:
        """Ask the function about everything small, then about what Hypothesis draws; the smallest failure counts."""
        problem = self._unfit(answer)
        if problem:
            return Outcome(False, problem)
        watch = Watch(answer)
        trial = Trial(watch, self.rule(numbers), self.answers)

        def work() -> None:
            trial.sweep(self.small(numbers))
            if self.large is not None:
                trial.hunt(self.large(numbers), seed)

        try:
            watch.run(work)
        except Wrong as wrong:
            return self._wrong(numbers, wrong, watch.printed)
        except TooLong:
            if trial.hanging:
                return self._wrong(numbers, Wrong(f"it has not answered after {ONE:.0f} seconds", watch.asked))
            tried = f"only {trial.tried:,} questions were answered in {watch.whole:.0f} seconds, all of them rightly"
            return Outcome(False, f"Your {self.name} is too slow: {tried}.")
        drawn = f" and {trial.drawn:,} {self.drawn}" if self.large is not None else ""
        return Outcome(True, f"It agrees with the rules on all {trial.swept:,} {self.counted}{drawn}.")

    def _wrong(self, numbers: Numbers, wrong: Wrong, printed: str = "") -> Outcome:
        case = case_of(self.name, self.asks, wrong.arguments)
        why = tuple(self.why(numbers, wrong.arguments))
        return Outcome(False, f"{case.words}: {wrong}.", case, printed, why)

    def _unfit(self, answer: Any) -> str:
        wanted = f"`def {self.name}({', '.join(self.asks)}): ...`"
        if not callable(answer):
            return f"The answer is a function, {wanted}, not {shown(answer)}; give it by its name, without calling it."
        if str(getattr(answer, "__module__", "")).startswith("designkit."):
            return f"That is the kit's own rule; write your own {wanted}."
        try:
            signature = inspect.signature(answer)
        except (TypeError, ValueError):
            return ""
        try:
            signature.bind(*self.asks)
        except TypeError:
            takes = ", ".join(signature.parameters) or "nothing"
            return f"Your function must take {' and '.join(self.asks)} ({wanted}); it takes {takes}."
        return ""


@dataclass(frozen=True, kw_only=True)
class Fix(Write):
    """Mend a function: the kit's own rule with a student's numbers and one slip in it."""

    source: Callable[..., Any]
    """The rule whose source it is."""
    slips: tuple[tuple[str, str], ...]
    """(what stands in the source, what stands there instead); each student gets one."""
    needs: str = ""
    """The import that the source needs."""

    sort: ClassVar[Sort] = "fix"

    def code(self, numbers: Numbers) -> str:
        """The broken function."""
        text = with_slip(self.source, self.slips[numbers["slip"]], **numbers)
        return f"{self.needs}\n\n\n{text}" if self.needs else text


# ---- finds -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Find(Exercise):
    """Find cards or a deal with a property: what is found is tried on the rules themselves."""

    reads: Callable[[Numbers, Any], Any]
    """An answer as the value that is meant; raises a DesignkitError that says what is allowed."""
    lacks: Callable[[Numbers, Any], str | None]
    """What a value lacks, or None where it has all that is asked."""
    draws: Callable[[Numbers, Any], tuple[tuple[str, tuple[Card, ...]], ...]]
    """A value as rows of cards."""
    among: Callable[[Numbers], Iterable[Any]]
    """The values that are searched to tell how rare it is."""
    counted: str
    """What those are: 'tricks of two cards'."""

    sort: ClassVar[Sort] = "find"

    def judge(self, numbers: Numbers, answer: Any, seed: int) -> Outcome:
        """See whether what was found has the property."""
        try:
            value = self.reads(numbers, answer)
        except DesignkitError as error:
            return Outcome(False, str(error))
        lacking = self.lacks(numbers, value)
        case = Case("", self.draws(numbers, value))
        if lacking is not None:
            return Outcome(False, f"{lacking}.", case)
        found = [self.lacks(numbers, other) is None for other in self.among(numbers)]
        return Outcome(True, f"That is one; {self.counted} like it: {sum(found):,} of {len(found):,}.", case)


# ---- a student's task ------------------------------------------------------------------------------------------

EXERCISES: dict[str, Exercise] = {}
"""Every exercise by its id."""


def add(*exercises: Exercise) -> None:
    """Make exercises known; one with the same id is replaced."""
    EXERCISES.update((exercise.id, exercise) for exercise in exercises)


class Task:
    """An exercise with a student's own numbers; `check` tries an answer and notes it in the book."""

    def __init__(self, exercise: Exercise, student: str, book: Book) -> None:
        self.exercise, self.student, self.book = exercise, named(student), book
        draws = Draws(exercise.id, self.student)
        self.numbers = exercise.numbers(draws)
        self._seed = draws.seed()

    @property
    def title(self) -> str:
        """What it is called."""
        return self.exercise.title

    @property
    def text(self) -> str:
        """The task in words."""
        return self.exercise.text.format(**{name: told(value) for name, value in self.numbers.items()})

    @property
    def code(self) -> str:
        """What to begin with: a first line, or the function to be mended."""
        return self.exercise.code(self.numbers)

    @property
    def example(self) -> Case:
        """What is asked, shown once."""
        return self.exercise.shown(self.numbers)

    def check(self, answer: Any) -> Verdict:
        """Try an answer: right, or the smallest case in which it is not, with a hint that grows."""
        outcome = self.exercise.judge(self.numbers, answer, self._seed)
        attempt = self.book.note(self.student, self.exercise.id, outcome.passed)
        return Verdict(self.exercise.id, self.student, attempt, outcome, self.exercise.hints)

    def __repr__(self) -> str:
        parts = [f"{self.title} ({self.exercise.id}, for {self.student})", self.text, self.example.words, self.code]
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self) -> str:
        from designkit.views import exercises

        return exercises.task(self)


def exercise(id: str, student: str = GUEST, *, book: Book = BOOK) -> Task:
    """The exercise of that id with a student's own numbers: look at it, then `check` an answer."""
    if id not in EXERCISES:
        raise DesignkitError(f"There is no exercise '{id}'; the exercises are {', '.join(EXERCISES)}.")
    return Task(EXERCISES[id], student, book)
