"""Trying a function on everything small and on what Hypothesis draws, until it is wrong once."""

from collections.abc import Callable, Iterable
from typing import Any

from designkit.teach.kinds import Kind
from designkit.teach.watch import Unanswered, Watch

EXAMPLES = 300
"""Questions that Hypothesis draws."""


class Wrong(Exception):
    """A question that a function does not answer rightly: what it does instead, and the arguments."""

    def __init__(self, sentence: str, arguments: tuple[Any, ...]) -> None:
        super().__init__(sentence)
        self.arguments = arguments


class Trial:
    """Asks a watched function the same as a rule."""

    def __init__(self, watch: Watch, rule: Callable[..., Any], answers: Kind) -> None:
        self.watch, self.rule, self.answers = watch, rule, answers
        self.swept = self.drawn = 0
        """Questions of the finite domain, and drawn ones, answered rightly."""
        self.hanging = False
        """Whether the last question is still open."""

    @property
    def tried(self) -> int:
        """All questions answered rightly."""
        return self.swept + self.drawn

    def ask(self, arguments: tuple[Any, ...]) -> None:
        """Ask both; raises Wrong where they differ."""
        self.hanging = True
        try:
            given = self.watch.ask(arguments)
        except Unanswered as silence:
            self.hanging = False
            raise Wrong(str(silence), arguments) from None
        self.hanging = False
        problem = self.answers.problem(given, self.rule(*arguments), arguments)
        if problem:
            raise Wrong(problem, arguments)

    def sweep(self, domain: Iterable[tuple[Any, ...]]) -> None:
        """Ask about all of a finite domain, in its order."""
        for arguments in domain:
            self.ask(arguments)
            self.swept += 1

    def hunt(self, arguments: Any, seed: int) -> None:
        """Ask about what Hypothesis draws; raises Wrong with the smallest arguments that it finds."""
        import hypothesis
        from hypothesis.reporting import with_reporter

        last: list[Wrong] = []
        given: Any = hypothesis.given

        def body(drawn: tuple[Any, ...]) -> None:
            try:
                self.ask(drawn)
            except Wrong as wrong:
                last.append(wrong)
                raise
            self.drawn += not last

        settings = hypothesis.settings(
            database=None,
            deadline=None,
            max_examples=EXAMPLES,
            suppress_health_check=list(hypothesis.HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        )
        test: Any = hypothesis.seed(seed)(settings(given(arguments)(body)))
        try:
            with with_reporter(lambda line: None):
                test()
        except (Wrong, hypothesis.errors.Flaky, hypothesis.errors.FlakyFailure):
            raise min(reversed(last), key=lambda wrong: _size(wrong.arguments)) from None


def _size(arguments: tuple[Any, ...]) -> int:
    return sum(len(value) if isinstance(value, tuple) else 1 for value in arguments)
