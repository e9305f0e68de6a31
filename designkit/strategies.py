"""Hypothesis strategies for any game, read off its parameters and its rules: variants, deals, games and tables."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args, get_origin

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic.fields import FieldInfo

from designkit.bots import BOTS
from designkit.errors import BadVariant
from designkit.game import Family, Game
from designkit.games import GAMES
from designkit.invariants import Invariant, applying, at_state
from designkit.moves import Move
from designkit.params import Params, bounds
from designkit.session import Session

LENGTHS = (24, 100, 300)
"""Moves in short, long and the longest walks; whole matches have a strategy of their own."""
LONGEST = LENGTHS[-1]


def values(info: FieldInfo) -> st.SearchStrategy[Any]:
    """The values that a parameter's declaration allows."""
    if get_origin(info.annotation) is tuple:
        item = get_args(info.annotation)[0]
        inner = next(part for part in get_args(item)[1:] if isinstance(part, FieldInfo))
        return st.lists(values(FieldInfo.merge_field_infos(inner, annotation=get_args(item)[0])), unique=True).map(
            tuple
        )
    limits = bounds(info)
    if limits is not None:
        return st.integers(*limits)
    kind: Any = info.annotation
    return st.from_type(kind)


@st.composite
def params(draw: st.DrawFn, model: type[Params], most: int = 3) -> dict[str, Any]:
    """A few parameters with other values than usual."""
    names = draw(st.lists(st.sampled_from(sorted(model.model_fields)), unique=True, max_size=most))
    return {name: draw(values(model.model_fields[name])) for name in names}


@st.composite
def variants(draw: st.DrawFn, family: Family | None = None, players: int | None = None) -> Game:
    """A variant that can be played, of one game or of all that are registered."""
    own = family or draw(st.sampled_from(sorted(GAMES.values(), key=lambda family: family.id)))
    count = players or draw(st.sampled_from(own.players))
    try:
        return own(count, **draw(params(own.Params)))
    except BadVariant:
        reject()


def seeds() -> st.SearchStrategy[int]:
    """What shuffles a deck."""
    return st.integers(0, (1 << 16) - 1)


def deals(game: Game) -> st.SearchStrategy[Any]:
    """The first state of a game."""
    return seeds().map(game.new)


Chooser = Callable[[int], int]
"""Chooses one of so many legal moves."""


def steps(game: Game, state: Any, choose: Chooser, most: int) -> Iterator[tuple[Any, Move, Any]]:
    """Legal play from a state on, each step as (before, move, after)."""
    for _ in range(most):
        legal = game.legal(state)
        if not legal:
            return
        move = legal[choose(len(legal))]
        after = game.play(state, move)
        yield state, move, after
        state = after


def chooser(draw: Callable[[st.SearchStrategy[int]], int]) -> Chooser:
    """A chooser that draws from Hypothesis; a move without choice draws nothing."""
    return lambda count: draw(st.integers(0, count - 1)) if count > 1 else 0


@st.composite
def walks(draw: st.DrawFn, game: Game, most: int = LONGEST) -> Session:
    """A game in progress, after any number of legal moves."""
    session = Session(game, draw(seeds()))
    length, choose = draw(st.integers(0, most)), chooser(draw)
    for _, move, _ in steps(game, session.state, choose, length):
        session.step(move)
    return session


def states(game: Game, most: int = LONGEST) -> st.SearchStrategy[Any]:
    """A state in the middle of a game, reached by legal play."""
    return walks(game, most).map(lambda session: session.state)


def matches(game: Game, most: int) -> st.SearchStrategy[Session]:
    """A whole match of random players, cut off after so many moves."""
    played = st.tuples(seeds(), seeds())
    return played.map(lambda pair: Session(game, pair[0]).play_out(BOTS["random"], random.Random(pair[1]), most))


def machine(game: Game, entries: Iterable[Invariant] | None = None) -> type[RuleBasedStateMachine]:
    """Stateful play: legal moves, undo, redo and forks in any order, with every invariant asked after each."""
    asked = tuple(applying(game) if entries is None else entries)

    class Table(RuleBasedStateMachine):
        session: Session

        @initialize(seed=seeds())
        def deal(self, seed: int) -> None:
            self.session = Session(game, seed)

        @precondition(lambda self: not self.session.state.over)
        @rule(data=st.data())
        def step(self, data: st.DataObject) -> None:
            legal = self.session.legal
            self.session.step(legal[chooser(data.draw)(len(legal))])

        @precondition(lambda self: self.session.at > 0)
        @rule()
        def undo(self) -> None:
            state = self.session.state
            assert self.session.undo().redo().state == state
            self.session.undo()

        @rule()
        def fork(self) -> None:
            branch = self.session.fork()
            assert branch.states == self.session.states
            self.session = branch

        @invariant()
        def all_hold(self) -> None:
            session = self.session
            before, move = (session.states[-2], session.moves[-1]) if session.at else (None, None)
            for entry, problem in at_state(asked, game, before, move, session.state):
                assert problem is None, f"{entry.name}: {problem}"

    return Table
