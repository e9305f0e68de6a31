"""The dashboard without a page: what is set up, what runs, what is shown, and which game is opened at the table."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.lab import report
from designkit.lab.compare import Comparison, compare
from designkit.lab.finding import Test, find
from designkit.lab.report import Shown
from designkit.lab.result import Result
from designkit.lab.simulate import simulate
from designkit.lab.sweep import Cell, Sweep, sweep
from designkit.live import Job
from designkit.session import Session
from designkit.views.lab.setup import Setup
from designkit.views.lab.sight import Sight, sight

SECONDS_FOR_INVARIANTS = 2.0
"""How long each cell of a sweep is looked at for broken invariants."""
REDRAWN = 2.0
"""Seconds between two drawings of a run that goes on, or more where drawing takes longer."""


@dataclass(frozen=True)
class Opened:
    """A game that lies at the table, and why it was opened."""

    session: Session
    why: str


class Board:
    """One dashboard: it plays in the background, keeps what was played, and tells when there is news."""

    def __init__(self, game: Game, *, bot: str = "greedy", deals: int = 20_000, seed: int = 0) -> None:
        self.setup = Setup.of(game, bot, count=deals, seed=seed)
        self.message = ""
        self.shown: Shown | None = None
        self.sight: Sight | None = None
        self.cell: Cell | None = None
        """The cell of a sweep that is looked at by itself."""
        self.opened: Opened | None = None
        self.on_change: Callable[[], None] = lambda: None
        self.job: Job | None = None
        self.looking: Job | None = None
        """The search for a deal to open."""
        self._settled: Job | None = None
        """The last job that has ended and whose end is drawn."""
        self._began = self._drawn = self._took = 0.0
        self._found: tuple[Any, int] = (None, -1)

    def hear(self, act: Callable[[], Any]) -> None:
        """Do what a person asks; what cannot be done says so in a sentence, and nothing is lost."""
        self.message = ""
        try:
            act()
        except DesignkitError as error:
            self.message = str(error)
        except Exception as error:
            self.message = f"{type(error).__name__}: {error}"
        self.on_change()

    # -- what is played --

    def set(self, **values: Any) -> None:
        """Other values of the set-up."""
        self.hear(lambda: self._set(replace(self.setup, **values)))

    def choose(self, change: Callable[[Setup], Setup]) -> None:
        """Another set-up, made from the one there is."""
        self.hear(lambda: self._set(change(self.setup)))

    def _set(self, setup: Setup) -> None:
        metric_changed = setup.metric != self.setup.metric
        self.setup = setup
        if metric_changed and isinstance(self.shown, Sweep):
            self.draw()

    def run(self) -> None:
        """Play what is set up; what still runs is cancelled."""
        self.hear(self._run)

    def _run(self) -> None:
        work = asked(self.setup)
        self.cancel()
        self._began = self._drawn = time.monotonic()
        self.job = Job(work, on_change=self._news)
        self.job.start()

    def cancel(self) -> None:
        """Stop what runs; what was played stays."""
        for job in (self.job, self.looking):
            if job is not None:
                job.cancel()
        self.on_change()

    def _news(self, job: Job) -> None:
        """Draw what a running job has, now and then; runs where the job runs, so that nothing changes meanwhile."""
        if job is not self.job:
            return
        due = time.monotonic() - self._drawn > max(REDRAWN, 5 * self._took)
        if (due or not job.running) and has_something(job.result):
            self.shown, self.cell = job.result, self.cell if job.result is self.shown else None
            self._try_to_draw()
        if job.error is not None:
            self.message = str(job.error) if isinstance(job.error, DesignkitError) else repr(job.error)
        if not job.running:
            self._settled = job
        self.on_change()

    def _try_to_draw(self) -> None:
        try:
            self.draw()
        except Exception as error:
            self.message = f"This could not be drawn: {error}"

    def draw(self) -> None:
        """Draw what is shown."""
        start = time.monotonic()
        if self.shown is not None:
            self.sight = sight(self, self.shown)
        self._drawn = time.monotonic()
        self._took = self._drawn - start

    # -- how far it is --

    @property
    def running(self) -> bool:
        """Whether something is played, and was not cancelled."""
        return self.job is not None and self.job.running and not self.job.must_stop

    @property
    def progress(self) -> float:
        """How much is played, from 0 to 1."""
        return self.job.progress if self.job is not None else 0.0

    @property
    def status(self) -> str:
        """How far it is, in words."""
        job = self.job
        if job is None:
            return "ready"
        if job.must_stop:
            return f"cancelled at {job.progress:.0%}; what was played is shown"
        if job is not self._settled:
            return f"{job.progress:.0%} played, {left(time.monotonic() - self._began, job.progress)}"
        return "stopped" if job.error is not None else f"done in {job.elapsed:.1f} s"

    # -- opening a deal --

    def open(self, result: Result, number: int, why: str) -> None:
        """Put a deal on the table, before its first move."""
        self.hear(lambda: self._open(result, number, why))

    def _open(self, result: Result, number: int, why: str) -> None:
        name = f"{result.unit.capitalize()} {number:,}"
        self.opened = Opened(result.session(number).jump(0), f"{name}: {why} ({report.variant(result.game)})")

    def find(self, result: Result, test: Test, what: tuple[Any, ...], why: str) -> None:
        """Look for a deal in the background and open it; asked again, the next such deal."""
        if self.looking is not None:
            self.looking.cancel()
        question = (id(result), *what)
        after = self._found[1] if self._found[0] == question else -1

        def look(job: Job) -> None:
            number = find(result, test, after, job)
            if number is None:
                raise DesignkitError(f"None of the {result.deals:,} {result.kind} is one: {why}.")
            self._found = (question, number)
            self._open(result, number, why)

        self.message = ""
        self.looking = Job(look, on_change=self._looked)
        self.looking.start()

    def _looked(self, job: Job) -> None:
        if job is self.looking and not job.running:
            if job.error is not None:
                self.message = str(job.error)
            self.on_change()

    def open_cell(self, cell: Cell | None) -> None:
        """Look at one variant of a sweep by itself, and open its first deal; an impossible one says why."""
        self.hear(lambda: self._open_cell(cell))

    def _open_cell(self, cell: Cell | None) -> None:
        if cell is None:
            return
        if cell.problem or cell.result is None or not cell.result.deals:
            raise DesignkitError(cell.problem or "This variant has not been played yet.")
        self.cell = cell
        self.draw()
        self._open(cell.result, 0, "the first one of this variant")

    # -- words for the page --

    @property
    def said(self) -> str:
        """What a person should read first, as HTML: what is wrong."""
        return f'<div class="dk-wrong" role="alert">{escape(self.message)}</div>' if self.message else ""


def asked(setup: Setup) -> Callable[[Job], Shown]:
    """The work that a set-up asks for; what cannot be raises here, before anything is played."""
    common: Any = {**setup.how_many, "bots": setup.seats, "seed": setup.seed}
    if setup.mode == "sweep":
        common |= {"values": setup.values(), "players": setup.players, "targets": setup.targets()}
        common["invariants"] = SECONDS_FOR_INVARIANTS if setup.invariants else 0
        return lambda job: sweep(setup.a, **common, job=job)
    if setup.mode == "compare":
        if setup.a == setup.b:
            raise DesignkitError("A and B are the same variant; change a parameter of B.")
        return lambda job: compare(setup.a, setup.b, **common, job=job)
    return lambda job: simulate(setup.a, **common, job=job)


def has_something(result: Any) -> bool:
    """Whether a result has deals to show."""
    if isinstance(result, Sweep):
        return any(cell.problem or (cell.result is not None and cell.result.deals) for cell in result.cells)
    return isinstance(result, Result | Comparison) and result.deals > 0


def left(elapsed: float, progress: float) -> str:
    """How long it still takes, in words.

    >>> left(10, 0.25), left(0.1, 0.0), left(100, 0.4)
    ('about 30 s left', 'getting ready', 'about 2.5 min left')
    """
    if progress <= 0:
        return "getting ready"
    seconds = elapsed * (1 - progress) / progress
    return f"about {seconds:.0f} s left" if seconds < 100 else f"about {seconds / 60:.1f} min left"
