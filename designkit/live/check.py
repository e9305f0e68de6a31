"""Asking every invariant of a game: finite domains completely, whole matches, and games that Hypothesis draws and shrinks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from designkit.errors import DesignkitError
from designkit.game import SEEDS, Game, checked_game, checked_seed
from designkit.invariants import CATALOGUE, Broken, Invariant, applying
from designkit.invariants.common import WHOLE
from designkit.live.job import Job, Stopped
from designkit.live.rows import Counterexample, Row, deal_with, on_show
from designkit.live.shorter import Chooser, manners, shorter
from designkit.live.sweep import Sweep, sweeps
from designkit.live.walk import Find, Walk
from designkit.moves import Move
from designkit.session import Session

WALKS, MATCHES = 10, 2
"""Games in progress and whole matches of one pass."""
OPENED = 5000
"""Moves of the longest game that is opened: one without an end is cut off."""
LONG = 1500
"""Moves of a match that is long enough to be the only one of a pass."""
FIRST_SHARE = 0.4
"""How much of the progress the first pass is, where the rest of the finite domains comes after it."""
SHRINKING = 1.0
"""Seconds for making a failing game smaller."""


def _nobody_counts(entry: Invariant) -> None:
    """Questions asked while shrinking are no further examples."""


class _Broke(Exception):
    """Tells Hypothesis that an example fails."""


class _Enough(BaseException):
    """Ends a shrinking that takes too long."""


class Check(Job):
    """A running or finished check of a game: a row an invariant, filled in as results come.

    >>> from designkit.games import game
    >>> done = check(game("reds", 2)).run()
    >>> done.passed, done.rows["reds points"].text
    (True, 'all 36 bids with every number of tricks')
    """

    def __init__(
        self,
        game: Game,
        entries: Sequence[Invariant] | None = None,
        *,
        seconds: float | None = None,
        seed: int = 0,
        quick: bool = False,
        on_change: Callable[[Any], None] | None = None,
    ) -> None:
        super().__init__(Check._work, seconds=seconds, seed=checked_seed(seed), on_change=on_change)
        self.game, self.quick = checked_game(game), quick
        chosen = applying(game) if entries is None else tuple(entries)
        first = CATALOGUE["rules answer"]
        self.rows = {entry.name: Row(entry) for entry in dict.fromkeys((first, *chosen))}
        self._fewest: dict[str, Broken] = {}
        """What a finite domain has shown, smallest first."""
        self._rough: set[str] = set()
        """What a whole match has shown, so that a smaller game may still be found."""
        self._sizes: dict[str, tuple[int, int, int]] = {}
        self.first_pass: float | None = None
        """Seconds that the first full pass took."""

    @property
    def broken(self) -> list[Row]:
        """The rows that fail."""
        return [row for row in self.rows.values() if row.broken]

    @property
    def passed(self) -> bool:
        """Whether a whole pass is done and nothing broke."""
        return self.first_pass is not None and not self.broken

    # -- the work --

    def _work(self) -> None:
        """A first pass, the rest of the finite domains unless it is to be quick, and further games while there is time."""
        try:
            self._passes()
        except Stopped:
            if not self._cancelled.is_set():
                self._open_the_rest()
            raise

    def _passes(self) -> None:
        began = time.monotonic()
        domains = sweeps(self.game, [row.invariant for row in self.rows.values()])
        for sweep in domains:
            for entry in sweep.entries:
                self.rows[entry.name].sweeps.append(sweep)
        for sweep in domains:
            self._sweep(sweep, sweep.first)
        self._play(0)
        self.first_pass = time.monotonic() - began
        if not self.quick:
            for done, sweep in enumerate(domains):
                self.progress = FIRST_SHARE + (1 - FIRST_SHARE) * done / len(domains)
                self._sweep(sweep)
            self._open_the_rest()
        self.progress = 1.0
        passes = 1
        while self.seconds is not None:
            self._play(passes)
            passes += 1

    def _play(self, passes: int) -> None:
        """Games in progress and whole matches."""
        self._walks(passes)
        self._matches(passes)
        self._open_the_rest()

    def _sweep(self, sweep: Sweep, most: int | None = None) -> None:
        """Try a finite domain, up to so many items of it or all."""
        for entry, problem in sweep.go(self.tick, most):
            self._report(entry, problem)

    def _asking(self, *asks: str) -> list[Invariant]:
        """The invariants of these kinds that nothing has broken yet, or nothing as small as it could be."""
        rows = (row for row in self.rows.values() if row.invariant.asks in asks)
        return [
            row.invariant
            for row in rows
            if row.counterexample is None or row.counterexample.session is None or row.invariant.name in self._rough
        ]

    def _asked(self, entry: Invariant) -> None:
        self.rows[entry.name].examples += 1

    def _matches(self, passes: int) -> None:
        """Whole matches in several manners, looked at when a hand or the match has ended; a failing one is made shorter."""
        for number in range(passes * MATCHES, (passes + 1) * MATCHES):
            seed = (number + self.seed) % SEEDS
            choose = manners(seed)[number % 3]
            entries = [entry for entry in self._asking("state", "step", "trick", "match") if not self._is_rough(entry)]
            find, length = self._match(entries, seed, choose, WHOLE, self._asked)
            if find is not None:
                self._rough.add(find.entry.name)
                self._found(find)
                self._shorten(find)
            if length > LONG:
                return

    def _is_rough(self, entry: Invariant) -> bool:
        return entry.name in self._rough

    def _match(
        self, entries: Sequence[Invariant], seed: int, choose: Chooser, most: int, asked: Callable[[Invariant], None]
    ) -> tuple[Find | None, int]:
        """What is wrong with a match where a hand or the match ends, and how many moves it had."""
        wholes = [entry for entry in entries if entry.asks == "match"]
        walk = Walk(self.game, [e for e in entries if e.asks != "match"], seed, asked=asked, tick=self.tick)
        find = walk.go(choose, most, only_ends=True)
        if find is None and walk.state is not None and (walk.state.over or most == WHOLE):
            find = self._whole(walk, wholes, asked)
        return find, len(walk.moves)

    def _shorten(self, find: Find) -> None:
        """Look for a shorter match that breaks the same."""
        until = time.monotonic() + SHRINKING

        def play(seed: int, choose: Chooser, most: int) -> Find | None:
            other, _ = self._match([find.entry], seed, choose, most, _nobody_counts)
            return other if other is not None and other.entry is find.entry else None

        if find.problem and len(find.moves) < WHOLE:
            best = shorter(find, play, lambda: time.monotonic() > until)
            if best is not find:
                self._found(best)

    def _whole(self, walk: Walk, entries: Sequence[Invariant], asked: Callable[[Invariant], None]) -> Find | None:
        """Ask about a game as a whole."""
        if not entries or walk.state is None:
            return None
        try:
            about = walk if entries[0].asks == "match" else walk.session()
        except DesignkitError as error:
            self._unsteady(error)
            return None
        for entry in entries:
            asked(entry)
            problem = entry.ask(self.game, **{entry.asks: about})
            if problem is not None:
                return walk.find(entry, problem)
        return None

    def _walks(self, passes: int) -> None:
        """Games that Hypothesis draws; each thing found is shrunk by itself, then the rest is asked on."""
        left = WALKS
        hunt = 0
        while left > 0:
            find, tried = self._hunt(left, seed=self.seed + 1000 * passes + 100_000 * hunt, first=passes * WALKS)
            left -= tried
            hunt += 1
            if find is None:
                return
            if not self._is_rough(find.entry) or find.size < self._sizes[find.entry.name]:
                self._found(find)
            self._rough.discard(find.entry.name)

    def _hunt(self, examples: int, seed: int, first: int) -> tuple[Find | None, int]:
        """The smallest game found that breaks something, if any, and how many were drawn before it."""
        import hypothesis
        from hypothesis import strategies as st
        from hypothesis.reporting import with_reporter

        from designkit.strategies import LENGTHS, chooser, seeds

        best: Find | None = None
        tried, deadline = 0, 0.0
        steps, wholes = self._asking("state", "step", "trick"), self._asking("session")
        asked: Callable[[Invariant], None] = self._asked

        def body(data: st.DataObject) -> None:
            nonlocal best, tried, deadline, steps, wholes, asked
            walk = Walk(self.game, steps, data.draw(seeds()), asked=asked, tick=self.tick)
            length = data.draw(st.integers(0, data.draw(st.sampled_from(LENGTHS))))
            if best is None:
                if self.first_pass is None:
                    share = 1.0 if self.quick else FIRST_SHARE
                    self.progress = max(self.progress, share * min(1.0, 0.3 + 0.7 * tried / WALKS))
                self.tick()
                tried += 1
            elif time.monotonic() > deadline or self._cancelled.is_set():
                raise _Enough
            find = walk.go(chooser(data.draw), length)
            if find is None and (best is not None or tried % 3 == 1):
                find = self._whole(walk, wholes, asked)
            if find is None or (best is not None and find.entry is not best.entry):
                return
            if best is None:
                deadline = time.monotonic() + SHRINKING
                steps = [entry for entry in steps if entry is find.entry]
                wholes = [entry for entry in wholes if entry is find.entry]
                asked = _nobody_counts
            if best is None or find.size < best.size:
                best = find
            raise _Broke

        settings = hypothesis.settings(
            database=None,
            deadline=None,
            max_examples=examples,
            suppress_health_check=list(hypothesis.HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        )
        test = hypothesis.seed(seed)(settings(hypothesis.given(st.data())(body)))
        try:
            with with_reporter(lambda line: None):
                test()
        except _Broke:
            pass
        except _Enough:
            self._stop_if_cancelled()
        except hypothesis.errors.Flaky as error:
            if self.must_stop:
                raise Stopped from None
            if best is None:
                self._unsteady(error)
        except BaseException:
            if self.must_stop or best is None:
                raise
        return best, tried

    def _stop_if_cancelled(self) -> None:
        if self._cancelled.is_set():
            raise Stopped

    # -- what was found --

    def _report(
        self, entry: Invariant, problem: Broken, session: Session | None = None, move: Move | None = None
    ) -> None:
        row = self.rows[entry.name]
        fewest = (
            self._fewest.setdefault(entry.name, problem) if session is None else self._fewest.get(entry.name, problem)
        )
        cards, in_play, had = fewest.cards or problem.cards, str(problem), row.counterexample
        if session is None and had is not None and had.session is not None:
            session, move, in_play = had.session, had.move, had.in_play
        row.counterexample = Counterexample(entry, str(fewest), cards, session, move, in_play)
        self.tell(now=True)

    def _unsteady(self, error: Exception) -> None:
        """The same seed and moves do not lead to the same game."""
        entry = CATALOGUE["undo and redo"]
        if entry.name in self.rows and not self.rows[entry.name].broken:
            self._report(entry, Broken(f"the same seed and moves do not lead to the same game: {error}"))

    def _found(self, find: Find) -> None:
        self._sizes[find.entry.name] = find.size
        try:
            session = Session(self.game, find.seed)
        except Exception:
            self._report(find.entry, find.problem)
            return
        try:
            for move in find.moves[:OPENED]:
                session.step(move)
        except DesignkitError as error:
            self._unsteady(error)
        problem = find.problem
        if not problem.cards:
            problem = Broken(problem, on_show(session, find.failed))
        self._report(find.entry, problem, session, find.failed)

    def _open_the_rest(self) -> None:
        """Give what no game has shown a deal in which a seat holds the cards of it."""
        for row in self.broken:
            found = row.counterexample
            if found is not None and found.session is None:
                try:
                    session = deal_with(self.game, found.cards)
                except Exception:
                    continue
                cards = found.cards or on_show(session, None)
                row.counterexample = replace(found, cards=cards, session=session, in_play="")
                self.tell(now=True)


def check(
    game: Game,
    entries: Sequence[Invariant] | None = None,
    *,
    seconds: float | None = None,
    seed: int = 0,
    quick: bool = False,
    on_change: Callable[[Any], None] | None = None,
) -> Check:
    """A check of a game, ready to `run` here or to `start` in the background.

    Without a limit of seconds it ends when every finite domain has been tried completely; a quick one, after the first pass.
    """
    return Check(game, entries, seconds=seconds, seed=seed, quick=quick, on_change=on_change)
