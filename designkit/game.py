"""The contract that every game keeps: game, state, phases, moves, views.

A `Family` is what a game file declares; a `Game` is one variant of it: the family, a player count, parameter values and
replaced rules. It is a frozen value, and so are its states: `new`, `legal`, `play` and `view` are the whole of playing.
"""

import copyreg
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial, wraps
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Literal, Self, TypeVar

from designkit.cards import FACE_DOWN, Card
from designkit.errors import BadText, BadVariant, IllegalMove
from designkit.events import Event, Trick
from designkit.moves import Move, parse
from designkit.params import Params, make_params, value_text
from designkit.plan import Course
from designkit.tricks import Tricks

Rule = Callable[..., Any]

SEEDS = 1 << 64
"""How many seeds there are, from 0."""
OVER = "over"
"""The phase of a finished game."""


# ---- states ----------------------------------------------------------------------------------------------------


def private(copies: bool = False, **options: Any) -> Any:
    """A field with one entry a seat, each seen by that seat alone; `copies` notes cards that lie elsewhere."""
    return field(metadata={"seen": "owner", "copies": copies}, **options)


def noted(**options: Any) -> Any:
    """A public field that notes cards which lie elsewhere."""
    return field(metadata={"copies": True}, **options)


def secret(**options: Any) -> Any:
    """A field that no seat sees."""
    return field(metadata={"seen": "nobody"}, **options)


@dataclass(frozen=True, kw_only=True)
class State:
    """A game at one moment. Fields are public unless declared `private` or `secret`; a view hides the rest."""

    seed: int = secret()
    round: int = 0
    """The hand being played, from 0."""
    dealer: int = 0
    phase: str = ""
    to_move: int | None = None
    scores: tuple[int, ...] = ()
    """The match totals up to the last finished hand."""
    winners: tuple[int, ...] = ()
    log: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    @property
    def seat(self) -> int:
        """The seat to move, in a game that is not over."""
        assert self.to_move is not None
        return self.to_move

    def but(self, **changes: Any) -> Self:
        """The same state with some fields changed (as `dataclasses.replace`, at a fraction of its cost)."""
        new = object.__new__(type(self))
        values = new.__dict__
        values.update(self.__dict__)
        values.pop("_legal", None)
        fields = len(values)
        values.update(changes)
        if len(values) > fields:
            strange = next(name for name in changes if name not in self.__dict__)
            raise TypeError(
                f"A {type(self).__name__} has no field '{strange}'; declare it, or begin with a state that has it."
            )
        return new

    def noting(self, *events: Event) -> Self:
        """The same state with events added to the log."""
        return self.but(log=self.log + events)

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.state(self)


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Zone:
    """A named place with cards (or a word) in it, of one seat or of the table: how a game tells views what lies where."""

    name: str
    holds: tuple[Card, ...] | str
    seat: int | None = None
    kind: Literal["row", "stack", "hand", "trick"] = "row"
    """How it lies: side by side, the top one over the rest, held by a player, or in the order played."""
    shown: tuple[Card, ...] = ()
    """Cards to draw where it holds a word, or where cards lay that are gone."""
    by: tuple[int, ...] = ()
    """The seat that played each card."""
    at: tuple[int, int] | None = None
    """(row, column) of a space on a grid."""
    tokens: tuple[int, ...] = ()
    """The seats whose tokens stand here."""
    note: str = ""
    moves: tuple[Move, ...] = ()
    """What pointing at it means: the one of these moves that fits the phase."""


def _covered(value: Any) -> Any:
    """A value with its cards face down and everything else blank; only the number of cards shows."""
    if isinstance(value, Card):
        return FACE_DOWN
    return tuple(map(_covered, value)) if isinstance(value, tuple) else None


def _masked(state: State, seat: int) -> State:
    hidden: dict[str, Any] = {}
    for item in fields(state):
        seen = item.metadata.get("seen")
        if seen is None:
            continue
        value = getattr(state, item.name)
        if seen == "owner":
            hidden[item.name] = tuple(own if i == seat else _covered(own) for i, own in enumerate(value))
        else:
            hidden[item.name] = _covered(value)
    return state.but(**hidden)


@dataclass(frozen=True)
class View:
    """What one seat may know: the variant, the seat, and the state with everything hidden from it covered."""

    game: "Game"
    seat: int
    state: Any

    def _repr_html_(self) -> str:
        from designkit.views import svg

        return svg.view(self)


# ---- phases ----------------------------------------------------------------------------------------------------


def _no_moves(game: "Game", state: Any) -> tuple[Move, ...]:
    return ()


def _stay(game: "Game", state: Any, move: Move) -> Any:
    return state


def _not_offered(game: "Game", state: Any, move: Move) -> str:
    return f"'{move}' is not on offer."


def _none_at_all(game: "Game") -> tuple[Move, ...]:
    return ()


@dataclass(frozen=True)
class Phase:
    """One line of a game's table of phases. A phase without moves (deal, score) happens by itself in `begin`."""

    name: str
    about: str
    verbs: tuple[str, ...] = ()
    """What a seat can do here, whether or not it may right now."""
    begin: Callable[["Game", Any], Any] | None = None
    """What happens on entering; it may pass straight on with `game.advance`."""
    legal: Callable[["Game", Any], tuple[Move, ...]] = _no_moves
    play: Callable[["Game", Any, Move], Any] = _stay
    why_not: Callable[["Game", Any, Move], str] = _not_offered
    """The clause that forbids a move of this phase."""
    moves: Callable[["Game"], Iterable[Move]] = _none_at_all
    """Every move that can ever be legal here, one of several cards as one of each card: what outside agents choose from."""


# ---- families and games ----------------------------------------------------------------------------------------


def _no_defaults(players: int) -> Mapping[str, Any]:
    return {}


def _all_possible(players: int, params: Any) -> str | None:
    return None


def _no_mark(game: "Game", card: Card) -> str:
    return ""


def _of_the_kit(id: str) -> "Family":
    found: Family = import_module(f"designkit.games.{id}").GAME
    return found


@dataclass(frozen=True, eq=False, repr=False)
class Family:
    """A game as its file declares it."""

    id: str
    title: str
    about: str
    players: range
    Params: type[Params]
    deck: Callable[["Game"], tuple[Card, ...]]
    """Every card of a match, once."""
    start: Callable[["Game", int], State]
    """The state before the first phase begins, from a seed."""
    phases: tuple[Phase, ...]
    zones: Callable[["Game", Any], tuple[Zone, ...]]
    rulebook: Callable[["Game"], tuple[tuple[str, str], ...]]
    """(heading, text) of each section, with the variant's own values."""
    rules: tuple[Rule, ...] = ()
    """The rules functions that a variant may replace, by name."""
    tricks: Callable[["Game"], Tricks] | None = None
    defaults: Callable[[int], Mapping[str, Any]] = _no_defaults
    """Default parameter values that depend on the player count."""
    impossible: Callable[[int, Any], str | None] = _all_possible
    """A sentence if these values cannot be played together, else None."""
    explain: Callable[["Game", Event], tuple[str, ...]] | None = None
    """Sentences about an event that is not a trick."""
    plan: Callable[["Game"], Course] | None = None
    """The course of a hand as data, for simulators; a game without it is played move by move."""
    mark: Callable[["Game", Card], str] = _no_mark
    """A word for a card that does more than its rank and suit say."""

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game of the kit travels by its id, one of a notebook by value (which needs cloudpickle, as dask has)."""
        own = sys.modules.get(f"designkit.games.{self.id}")
        if own is not None and own.GAME is self:
            return _of_the_kit, (self.id,)
        return copyreg.__newobj__, (Family,), self.__dict__  # type: ignore[attr-defined]

    def __call__(self, players: int | None = None, /, **params: Any) -> "Game":
        """The variant with this player count and these parameter values; anything impossible raises BadVariant."""
        if players is None:
            players = 4 if 4 in self.players else self.players[0]
        if type(players) is not int or players not in self.players:
            first, last = self.players[0], self.players[-1]
            some = f"{first} to {last}" if first < last else f"{first}"
            raise BadVariant(f"{self.title} is for {some} players, not {players!r}.")
        values = make_params(self.Params, self.title, {**self.defaults(players), **params})
        problem = self.impossible(players, values)
        if problem:
            raise BadVariant(f"{self.title} with {players} players cannot be played so: {problem}.")
        return Game(self, players, values)


def checked_seed(seed: int) -> int:
    """The seed, if it is one."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadVariant(f"A seed is a whole number from 0 to 2^64 - 1, not {seed!r}.")
    return seed


def _equal(value: Any, legal: tuple[Move, ...]) -> Move | None:
    """The legal move that a value is equal to; it may be anything, even what cannot be compared."""
    try:
        return legal[legal.index(value)]
    except Exception:
        return None


def _in_hand(card: Card, hand: Sequence[Card]) -> Card:
    """A card named without its deck as the one of the hand that is meant, if only one can be."""
    meant = [held for held in hand if held[:2] == card[:2]]
    return meant[0] if len(meant) == 1 and not card.deck else card


_STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def _parameters(rule: Rule) -> dict[str, inspect.Parameter]:
    """The arguments that a function can be given, by name, those of any number with their stars; none where it does not tell."""
    try:
        found = inspect.signature(rule).parameters.values()
    except ValueError:
        return {}
    fixed = rule.keywords if isinstance(rule, partial) else {}
    return {_STARS.get(each.kind, "") + each.name: each for each in found if each.name not in fixed}


def _optional(argument: inspect.Parameter) -> bool:
    return argument.default is not argument.empty


def _fits(rule: Rule, own: Rule) -> bool:
    """Whether a rule takes the arguments of the one it replaces, in their order; on either side, defaults may be left out."""
    asked, takes = _parameters(own), _parameters(rule)
    wanted = [name for name, each in asked.items() if name in takes or not _optional(each)]
    return wanted == [name for name, each in takes.items() if name in asked or not _optional(each)]


def _asked_as(rule: Rule, own: Rule) -> Rule:
    """The rule as the game calls it, by place or by name: what it does not take is not passed on."""
    asked, takes = list(_parameters(own)), _parameters(rule)
    if list(takes)[: len(asked)] == asked and all(each.kind is each.POSITIONAL_OR_KEYWORD for each in takes.values()):
        return rule
    by_place = [name for name in asked if name in takes and takes[name].kind is inspect.Parameter.POSITIONAL_ONLY]
    by_name = {name for name in asked if name in takes} - {*by_place}

    @wraps(rule)
    def heard(*values: Any, **named: Any) -> Any:
        given = {**dict(zip(asked, values, strict=False)), **named}
        placed = [given[name] for name in by_place if name in given]
        return rule(*placed, **{name: value for name, value in given.items() if name in by_name})

    return heard


def rule_name(rule: Rule) -> str:
    """What a replaced rule is called."""
    return getattr(rule, "__name__", type(rule).__name__)


@dataclass(frozen=True, repr=False)
class Game:
    """One variant: a family, a player count, parameter values and replaced rules. Equal variants are equal values."""

    family: Family
    players: int
    params: Any
    replaced: tuple[tuple[str, Rule], ...] = ()

    @property
    def id(self) -> str:
        """The family's id."""
        return self.family.id

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.family, self.players, self.params, self.replaced)

    @property
    def unusual(self) -> dict[str, Any]:
        """The parameters that differ from the rulebook's values for this count."""
        usual = dict(self.family(self.players).params)
        return {name: value for name, value in self.params if value != usual[name]}

    def __repr__(self) -> str:
        changes = [f"{name}={value_text(value)}" for name, value in self.unusual.items()]
        changes += [f"replaced {name}" for name, _ in self.replaced]
        return f"<{', '.join([self.family.title, f'{self.players} players', *changes])}>"

    @cached_property
    def rules(self) -> SimpleNamespace:
        """The rules in force, by name."""
        own = {rule.__name__: rule for rule in self.family.rules}
        return SimpleNamespace(**own | {name: _asked_as(rule, own[name]) for name, rule in self.replaced})

    @cached_property
    def tricks(self) -> Tricks | None:
        """The trick rules in force, if this is a trick game."""
        return self.family.tricks(self) if self.family.tricks else None

    @cached_property
    def plan(self) -> Course | None:
        """The course of a hand as data, if the game declares it."""
        return self.family.plan(self) if self.family.plan else None

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """Every card of a match, once."""
        return self.family.deck(self)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move that can ever be legal, phase by phase; one of several cards as one of each card.

        >>> import designkit as dk
        >>> [str(move) for move in dk.game("whist").moves[:2]], len(dk.game("whist").moves)
        (['play 2 clubs', 'play 3 clubs'], 52)
        """
        found: dict[Move, None] = {}
        for phase in self.family.phases:
            own = dict.fromkeys(phase.moves(self))
            unsaid = [verb for verb in phase.verbs if verb not in {move.verb for move in own}]
            if unsaid:
                raise BadVariant(
                    f"The phase '{phase.name}' of {self.family.title} does not list its moves to '{unsaid[0]}'; "
                    "a phase lists all that can ever be legal as Phase(..., moves=lambda game: ...)."
                )
            found |= own
        return tuple(found)

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        return {phase.name: phase for phase in self.family.phases}

    @cached_property
    def _following(self) -> dict[str, Phase]:
        phases = self.family.phases
        return {phase.name: phases[(i + 1) % len(phases)] for i, phase in enumerate(phases)}

    def replace(self, **rules: Rule) -> "Game":
        """The variant with some rules replaced by functions of the same arguments; those with defaults may be left out."""
        own = {rule.__name__: rule for rule in self.family.rules}
        for name, rule in rules.items():
            if name not in own:
                raise BadVariant(
                    f"{self.family.title} has no rule '{name}' to replace; its rules are {', '.join(own)}."
                )
            if not callable(rule):
                raise BadVariant(f"The rule '{name}' must be a function, not {rule!r}.")
            if not _fits(rule, own[name]):
                asked = _parameters(own[name])
                must = ", ".join(each for each, argument in asked.items() if not _optional(argument))
                may = ", ".join(each for each, argument in asked.items() if _optional(argument))
                given = ", ".join(_parameters(rule)) or "none that it tells of"
                raise BadVariant(
                    f"The rule '{name}' must take the arguments {must}{may and f' and may take {may}'}, not {given}."
                )
        merged = {name: rule for name, rule in {**dict(self.replaced), **rules}.items() if rule is not own[name]}
        return replace(self, replaced=tuple(sorted(merged.items())))

    def with_params(self, **params: Any) -> "Game":
        """The variant with some parameter values changed."""
        return replace(self.family(self.players, **{**dict(self.params), **params}), replaced=self.replaced)

    # -- playing --

    def new(self, seed: int = 0) -> Any:
        """The first state in which somebody has to decide; every shuffle comes from the seed."""
        return self.enter(self.family.start(self, checked_seed(seed)), self.family.phases[0].name)

    def legal(self, state: Any) -> tuple[Move, ...]:
        """The moves of the seat to move: the only place where legality lives."""
        if state.phase == OVER:
            return ()
        answered: tuple[Any, tuple[Move, ...]] = state.__dict__.get("_legal", (None, ()))
        if answered[0] is not self:  # `play` asks again about the state that a player has just asked about
            answered = (self, self._phases[state.phase].legal(self, state))
            state.__dict__["_legal"] = answered
        return answered[1]

    def play(self, state: Any, move: Move | str) -> Any:
        """The state after a move (or its text); one that is not legal raises IllegalMove, which says why."""
        move = self.read(state, move)
        if move not in self.legal(state):
            raise IllegalMove(self.why_not(state, move))
        return self._phases[state.phase].play(self, state, move)

    def read(self, state: Any, move: Move | str) -> Move:
        """A move or its text as the rules write it: cards in order, and their deck named where it can be told."""
        legal = self.legal(state)
        found = _equal(move, legal)
        if found is not None:
            return found
        if isinstance(move, str):
            move = parse(move)
        known = (
            isinstance(move, Move) and isinstance(move.verb, str) and isinstance(move.what, tuple | int | str | None)
        )
        if not known or not all(isinstance(card, Card) for card in move.cards):
            raise BadText(f"{move!r} is no move; a move is a Move or its text, such as 'play 7 spades'.")
        hand = () if state.to_move is None else getattr(state, "hands", ((),) * self.players)[state.to_move]
        named = tuple(sorted(_in_hand(card, hand) for card in move.cards))
        move = Move(move.verb, named) if named else move
        return _equal(move, legal) or move

    def why_not(self, state: Any, move: Move | str) -> str | None:
        """The sentence that says why a move is not legal; None if it is."""
        move = self.read(state, move)
        if state.phase == OVER:
            return f"The game is over, so '{move}' comes too late."
        legal = self.legal(state)
        if move in legal:
            return None
        phase = self._phases[state.phase]
        if move.verb in phase.verbs:
            return phase.why_not(self, state, move)
        now = f"seat {state.to_move} is in the phase '{state.phase}' and may {' or '.join(phase.verbs)}"
        return f"'{move}' is not possible now; {now}" + (f", such as '{legal[0]}'." if legal else ".")

    def view(self, state: Any, seat: int) -> View:
        """Only what this seat may know."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadVariant(f"Seats are numbered 0 to {self.players - 1}, not {seat!r}.")
        return View(self, seat, _masked(state, seat))

    def public(self, state: Any) -> Any:
        """The state as a bystander sees it, who knows no seat's secrets."""
        return _masked(state, -1)

    def mark(self, card: Card) -> str:
        """A word for a card that does more than its rank and suit say, else nothing."""
        return self.family.mark(self, card)

    def explain(self, event: Event) -> tuple[str, ...]:
        """Why an event went as it did: for a trick a sentence a card."""
        if isinstance(event, Trick) and self.tricks:
            return self.tricks.explain(event.plays, event.context)
        return self.family.explain(self, event) if self.family.explain else ()

    def zones(self, state: Any) -> tuple[Zone, ...]:
        """What lies where, for drawing a state or a view's state."""
        return self.family.zones(self, state)

    # -- for the phases of a game --

    def enter(self, state: S, phase: str) -> S:
        """Go into a phase and let it begin."""
        state = state.but(phase=phase)
        begin = self._phases[phase].begin
        return begin(self, state) if begin else state

    def advance(self, state: S) -> S:
        """Go into the next phase of the table; after the last comes the first."""
        return self.enter(state, self._following[state.phase].name)

    def left(self, seat: int, steps: int = 1) -> int:
        """The seat that many places to the left (clockwise)."""
        return (seat + steps) % self.players

    def finish(self, state: S, winners: Sequence[int]) -> S:
        """End the match."""
        return state.but(phase=OVER, to_move=None, winners=tuple(winners))


def checked_game(value: object) -> Game:
    """The value, if it is a variant of a game; an id alone is none."""
    if not isinstance(value, Game):
        raise BadVariant(f"A variant of a game is wanted, such as dk.game('reapers', 4), not {value!r}.")
    return value


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The places of the highest total.

    >>> leaders([3, 7, 7])
    (1, 2)
    """
    best = max(totals)
    return tuple(i for i, total in enumerate(totals) if total == best)


def partners(players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that play together: each with the one across.

    >>> partners(6)
    ((0, 3), (1, 4), (2, 5))
    """
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))


def added(totals: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """The totals with the points of a hand added, seat by seat."""
    return tuple(total + own for total, own in zip(totals, points, strict=True))


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The values with one of them changed.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return values[:place] + (value,) + values[place + 1 :]
