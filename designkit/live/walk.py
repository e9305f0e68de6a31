"""One game played under the eyes of invariants, up to the first problem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from designkit.game import Game
from designkit.invariants import CATALOGUE, Broken, Invariant, at_state, breakdown
from designkit.moves import Move
from designkit.session import Session


@dataclass(frozen=True)
class Find:
    """A problem, and the game that led to it."""

    entry: Invariant
    problem: Broken
    seed: int
    moves: tuple[Move, ...]
    failed: Move | None = None
    choices: tuple[int, ...] = ()
    """Each move's place among the legal ones."""

    @property
    def size(self) -> tuple[int, int, int]:
        """How big it is: fewer moves are smaller, then moves that come earlier among the legal ones, then a smaller seed."""
        return len(self.moves), sum(self.choices), self.seed


FIRST_HANDS = 40
"""The hands of a match that are looked at where they or their phases end, beside its own end."""


class Walk:
    """One game being played; `asked` hears of every question, `tick` ends it when it must stop."""

    def __init__(
        self,
        game: Game,
        entries: Sequence[Invariant],
        seed: int,
        *,
        asked: Callable[[Invariant], None],
        tick: Callable[[], None],
    ) -> None:
        self.game, self.entries, self.seed = game, entries, seed
        self.asked, self.tick = asked, tick
        self.moves: list[Move] = []
        self.choices: list[int] = []
        self.state: Any = None
        """Where the game stands, once it is dealt; the states before are not kept."""
        self._ended: set[tuple[int, str]] = set()
        """The phases of each hand that have ended."""

    @property
    def at(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    def go(self, choose: Callable[[int], int], most: int, only_ends: bool = False) -> Find | None:
        """Play, ask at every step (or only where a hand or one of its phases ends), and stop at the first problem."""
        before: Any = None
        made: Move | None = None
        trying: Move | None = None
        try:
            self.state = self.game.new(self.seed)
            while True:
                state = self.state
                if not only_ends or self._ends(before, state):
                    find = self._look(before, made, state)
                    if find is not None:
                        return find
                elif self.at % 64 == 0:
                    self.tick()
                legal = self.game.legal(state)
                if not legal or self.at == most:
                    return None
                choice = choose(len(legal))
                trying = legal[choice]
                self.state = self.game.play(state, trying)
                self.choices.append(choice)
                self.moves.append(trying)
                before, made, trying = state, trying, None
        except Exception as error:
            if type(error).__module__.startswith("hypothesis"):
                raise
            return self.find(CATALOGUE["rules answer"], breakdown(error), trying)

    def _ends(self, before: Any, state: Any) -> bool:
        """Whether the match, one of its first hands, or for the first time a phase of such a hand has ended."""
        if before is None or state.over:
            return True
        if state.round >= FIRST_HANDS or before.phase == state.phase or (before.round, before.phase) in self._ended:
            return bool(before.round != state.round < FIRST_HANDS)
        self._ended.add((before.round, before.phase))
        return True

    def _look(self, before: Any, move: Move | None, state: Any) -> Find | None:
        for entry, problem in at_state(self.entries, self.game, before, move, state, self.at):
            self.asked(entry)
            if problem is not None:
                return self.find(entry, problem)
        return None

    def find(self, entry: Invariant, problem: Broken, failed: Move | None = None) -> Find:
        """A problem of the game so far."""
        return Find(entry, problem, self.seed, tuple(self.moves), failed, tuple(self.choices))

    def session(self) -> Session:
        """The game so far, to go back and forth in."""
        session = Session(self.game, self.seed)
        for move in self.moves:
            session.step(move)
        return session
