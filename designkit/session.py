"""A game in progress: step, undo, redo, jump, fork, record and replay, all of it a fold of moves over the rules."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from designkit.errors import BadRecord, DesignkitError, IllegalMove
from designkit.game import Game, View, checked_game, rule_name
from designkit.games import family
from designkit.moves import Move
from designkit.record import (
    FORMAT,
    LINE,
    Record,
    RecordedDeal,
    RecordedMove,
    RecordedZone,
    event_json,
    jsonable,
    load,
    read_line,
    write_line,
)

Bot = Callable[[View, Sequence[Move], random.Random], Move]
"""A player: what its seat may know, the legal moves and a source of chance give a move."""


class Session:
    """A game being played. States are frozen, so going back and forth only moves a marker.

    >>> import designkit as dk
    >>> session = dk.Session(dk.game("reds", 2), seed=7)
    >>> session.step("bid 2").step("bid 1").undo().state.bids
    (None, 2)
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = checked_game(game)
        self.seed = seed
        self._states: list[Any] = [game.new(seed)]
        self._moves: list[Move] = []
        self._choices: list[int] = []
        """Each move's place among the legal ones, as far as somebody has asked."""
        self._at = 0

    @property
    def state(self) -> Any:
        """The state at the marker."""
        return self._states[self._at]

    @property
    def at(self) -> int:
        """How many moves have been made up to the marker."""
        return self._at

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves up to the marker."""
        return tuple(self._moves[: self._at])

    @property
    def states(self) -> tuple[Any, ...]:
        """The states up to the marker, the first deal first."""
        return tuple(self._states[: self._at + 1])

    @property
    def history(self) -> tuple[Any, ...]:
        """All states that can be jumped to, those after the marker included."""
        return tuple(self._states)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat to move."""
        return self.game.legal(self.state)

    def step(self, move: Move | str) -> "Session":
        """Make a move (or its text) at the marker; moves that were undone are forgotten."""
        made = self.game.read(self.state, move)
        state = self.game.play(self.state, made)
        self._states[self._at + 1 :] = [state]
        self._moves[self._at :] = [made]
        del self._choices[self._at :]
        self._at += 1
        return self

    def undo(self, count: int = 1) -> "Session":
        """Go back some moves."""
        return self.jump(self._at - _count(count))

    def redo(self, count: int = 1) -> "Session":
        """Go forward again over moves that were undone."""
        return self.jump(self._at + _count(count))

    def jump(self, at: int) -> "Session":
        """Go to where that many moves have been made."""
        if type(at) is not int or not 0 <= at <= len(self._moves):
            raise DesignkitError(f"This session can go to move 0 up to {len(self._moves)}, not to {at}.")
        self._at = at
        return self

    def fork(self, game: Game | None = None) -> "Session":
        """Another session with the same moves up to the marker, under the same rules or others."""
        branch = Session(game or self.game, self.seed)
        for number, move in enumerate(self.moves, start=1):
            try:
                branch.step(move)
            except IllegalMove as error:
                raise IllegalMove(f"Move {number} cannot be made under the other rules: {error}") from None
        return branch

    def play_out(self, bots: Bot | Sequence[Bot], rng: random.Random, moves: int | None = None) -> "Session":
        """Let bots (one for all seats, or one a seat) make moves until the game is over or that many are made."""
        seats = [bots] * self.game.players if callable(bots) else list(bots)
        if len(seats) != self.game.players:
            raise DesignkitError(f"{self.game.players} seats need as many bots, not {len(seats)}.")
        end = None if moves is None else self._at + _count(moves)
        while not self.state.over and self._at != end:
            seat = self.state.to_move
            self.step(seats[seat](self.game.view(self.state, seat), self.legal, rng))
        return self

    # -- records --

    def record(self) -> Record:
        """The game up to the marker as a record."""
        starts = [
            state
            for i, state in enumerate(self.states)
            if not state.over and (i == 0 or state.round != self._states[i - 1].round)
        ]
        made = zip(self._states, self.moves, strict=False)
        return Record(
            format=FORMAT,
            game=self.game.id,
            players=self.game.players,
            params=self.game.params.model_dump(mode="json"),
            replaced={name: rule_name(rule) for name, rule in self.game.replaced},
            seed=self.seed,
            moves=[RecordedMove(seat=state.to_move, move=str(move)) for state, move in made],
            deals=[RecordedDeal(round=s.round, dealer=s.dealer, zones=self._zones(s)) for s in starts],
            events=[event_json(event) for event in self.state.log],
            scores=list(self.state.scores),
            over=self.state.over,
            winners=list(self.state.winners),
        )

    def _zones(self, state: Any) -> list[RecordedZone]:
        zones = self.game.zones(state)
        return [
            RecordedZone(name=zone.name, seat=zone.seat, holds=jsonable(zone.holds)) for zone in zones if zone.holds
        ]

    def line(self) -> str:
        """The game up to the marker in one line of text."""
        known = len(self._choices)
        made = zip(self._states[known:], self.moves[known:], strict=False)
        self._choices += [self.game.legal(state).index(move) for state, move in made]
        return write_line(self.game, self.seed, self._choices[: self._at])

    @classmethod
    def replay(cls, source: Record | str, game: Game | None = None, *, rules: Game | None = None) -> "Session":
        """The session that a record, its JSON text or a line holds; it must follow from its own moves.

        A variant with replaced rules is not in the record; pass it as `game`, or as `rules` one of the same family
        that replaces the same rules, whatever its count and parameters.
        """
        if isinstance(source, str) and source.lstrip().startswith(LINE):
            return cls._from_line(source, game, rules)
        record = load(source) if isinstance(source, str) else source
        if not isinstance(record, Record):
            raise BadRecord(
                f"A record is replayed from its text, a line or a Record, not from {type(source).__name__}."
            )
        try:
            played = family(record.game)(record.players, **record.params)
        except DesignkitError as error:
            raise BadRecord(f"The record's game cannot be played: {error}") from None
        session = cls._begin(_variant(played, set(record.replaced), game, rules), record.seed)
        for number, made in enumerate(record.moves, start=1):
            session._follow(number, made.move)
        fresh = session.record()
        for number, (fresh_move, made) in enumerate(zip(fresh.moves, record.moves, strict=True), start=1):
            if fresh_move.seat != made.seat:
                raise BadRecord(
                    f"Move {number} of the record is by seat {made.seat}, but seat {fresh_move.seat} was to move."
                )
        for name in Record.model_fields:
            if name not in ("replaced", "moves") and getattr(fresh, name) != getattr(record, name):
                raise BadRecord(f"The record's '{name}' does not follow from its moves{_first(fresh, record, name)}.")
        return session

    @classmethod
    def _from_line(cls, line: str, game: Game | None, rules: Game | None) -> "Session":
        played, seed, choices, replaced = read_line(line)
        session = cls._begin(_variant(played, replaced, game, rules), seed)
        for number, choice in enumerate(choices, start=1):
            if choice >= len(session.legal):
                raise BadRecord(f"Move {number} of the line is choice {choice} of {len(session.legal)}, which is none.")
            session.step(session.legal[choice])
        return session

    @classmethod
    def _begin(cls, game: Game, seed: int) -> "Session":
        try:
            return cls(game, seed)
        except DesignkitError as error:
            raise BadRecord(f"The record cannot be replayed: {error}") from None

    def _follow(self, number: int, move: str) -> None:
        try:
            self.step(move)
        except DesignkitError as error:
            raise BadRecord(f"Move {number} of the record cannot be made: {error}") from None

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.zones(self.game.zones(self.state), self.game)

    def __repr__(self) -> str:
        where = "over" if self.state.over else f"{self.state.phase}, seat {self.state.to_move} to move"
        return f"<Session of {self.game.id} with {self.game.players}: {self.at} moves, {where}>"


def _count(count: int) -> int:
    if type(count) is not int or count < 0:
        raise DesignkitError(f"A number of moves is a whole number from 0, not {count!r}.")
    return count


def _variant(played: Game, replaced: set[str], given: Game | None, rules: Game | None) -> Game:
    """The variant to replay under: as recorded, or where rules were replaced the given one, or with the rules given."""
    if given is None:
        if not replaced:
            return played
        if rules is not None and rules.family is played.family and {name for name, _ in rules.replaced} == replaced:
            return played.replace(**dict(rules.replaced))
        names = ", ".join(sorted(replaced))
        raise BadRecord(
            f"This game was played with replaced rules ({names}), which a record does not hold; "
            "dk.Session.replay(..., game=variant) opens it with the variant that has them."
        )
    given = checked_game(given)
    same = (given.family, given.players, given.params) == (played.family, played.players, played.params)
    if not same or {name for name, _ in given.replaced} != replaced:
        raise BadRecord("The variant given as game=... is not the one that was recorded.")
    return given


def _first(fresh: Record, record: Record, name: str) -> str:
    """Where two lists first differ."""
    ours, theirs = getattr(fresh, name), getattr(record, name)
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ""
    place = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    return f" (entry {place + 1})"
