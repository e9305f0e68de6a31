"""What an invariant is, the catalogue of them, and the one way to ask them about a game."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.events import Trick
from designkit.game import Game

Ask = Literal["state", "step", "trick", "session", "match", "case"]

_ARGUMENTS: dict[frozenset[str], Ask] = {
    frozenset({"state"}): "state",
    frozenset({"before", "move", "after"}): "step",
    frozenset({"trick"}): "trick",
    frozenset({"session"}): "session",
    frozenset({"match"}): "match",
    frozenset({"case"}): "case",
}
"""What a check is asked about, told by the names of its arguments (beside `game`)."""


class Broken(str):
    """The sentence that names a problem, with the fewest cards that show it.

    >>> from designkit.cards import cards
    >>> problem = Broken("the lower card won", cards("7 clubs, 9 clubs"))
    >>> str(problem), len(problem.cards)
    ('the lower card won', 2)
    """

    cards: tuple[Card, ...]

    def __new__(cls, sentence: str, cards: Iterable[Card] = ()) -> "Broken":
        """A problem is its sentence."""
        problem = super().__new__(cls, sentence)
        problem.cards = tuple(cards)
        return problem


def _always(game: Game) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Invariant:
    """Something that always holds: a name, a sentence for people, the games it holds for, and its check."""

    name: str
    sentence: str
    check: Callable[..., str | None]
    asks: Ask
    holds: Callable[[Game], bool] = _always
    cases: Callable[[Game], Iterable[Any]] | None = None
    """The whole finite domain of a check that is asked about cases, the smallest first."""
    counted: str = ""
    """What the cases are, in the plural: 'piles of up to three cards'."""
    every: int = 1
    """Asked at every so manieth move of a game: a dear check need not look at each."""
    swept: bool = True
    """Whether a check of a trick is asked about all tricks of a few cards too; without sense where it judges them again."""

    def ask(self, game: Game, **about: Any) -> Broken | None:
        """None, or the problem; an exception inside the check is a problem too."""
        try:
            said = self.check(game=game, **about)
        except Exception as error:
            return breakdown(error)
        if said is None or isinstance(said, Broken):
            return said
        return Broken(said if isinstance(said, str) else f"the check answered {said!r}, not None or a sentence")


def breakdown(error: Exception, cards: Iterable[Card] = ()) -> Broken:
    """An exception as a problem."""
    kind = "" if isinstance(error, DesignkitError) else f"{type(error).__name__}: "
    return Broken(f"an exception stops it: {kind}{error}", cards)


CATALOGUE: dict[str, Invariant] = {}
"""Every invariant by its name; a notebook's own are added to it."""


def invariant(
    sentence: str,
    *,
    name: str | None = None,
    game: str | None = None,
    holds: Callable[[Game], bool] = _always,
    cases: Callable[[Game], Iterable[Any]] | None = None,
    counted: str = "cases",
    every: int = 1,
    swept: bool = True,
) -> Callable[[Callable[..., str | None]], Callable[..., str | None]]:
    """Put a check into the catalogue; the same name again replaces it.

    The check answers None or a sentence. The names of its arguments say what it is asked about: `state`, or
    `before, move, after`, or `trick`, or `session` (a game in progress), or `match` (a finished one: `state`, `moves`), or `case` (each of
    the finite `cases`); `game` may stand beside them. `game="reapers"` limits it to that game.

    >>> from designkit.games import game
    >>> @invariant("nobody holds more than ten cards", game="reds")
    ... def small_hands(state):
    ...     return next((f"seat {seat} does" for seat, hand in enumerate(state.hands) if len(hand) > 10), None)
    >>> reds = game("reds")
    >>> CATALOGUE.pop("small hands").ask(reds, state=reds.new())
    """
    if not isinstance(sentence, str):
        raise DesignkitError('An invariant needs its sentence: @dk.invariant("nobody holds more than ten cards").')

    def add(check: Callable[..., str | None]) -> Callable[..., str | None]:
        named = set(inspect.signature(check).parameters)
        asks = _ARGUMENTS.get(frozenset(named - {"game"}))
        if asks is None or (asks == "case") != (cases is not None):
            known = "; ".join(", ".join(sorted(names, key="before move after".find)) for names in _ARGUMENTS)
            raise DesignkitError(
                f"An invariant is asked about one of these: {known} (case with cases=...), not {', '.join(named)}."
            )

        def limited(variant: Game) -> bool:
            return (game is None or variant.id == game) and holds(variant)

        def without_game(game: Game, **about: Any) -> str | None:
            return check(**about)

        called = check if "game" in named else without_game

        title = name or check.__name__.strip("_").replace("_", " ")
        CATALOGUE[title] = Invariant(title, sentence, called, asks, limited, cases, counted, every, swept)
        return check

    return add


def applying(game: Game) -> tuple[Invariant, ...]:
    """The invariants that hold for a game, in the catalogue's order; one that cannot tell stands there as broken."""
    found = []
    for entry in CATALOGUE.values():
        try:
            if entry.holds(game):
                found.append(entry)
        except Exception as error:
            found.append(_untold(entry, error))
    return tuple(found)


def _untold(entry: Invariant, error: Exception) -> Invariant:
    """The invariant whose `holds` stops with an exception: it is broken wherever it is asked."""

    def stopped(game: Game, state: Any) -> str:
        return str(breakdown(error))

    return replace(entry, check=stopped, asks="state", cases=None, every=1)


# ---- asking ----------------------------------------------------------------------------------------------------

Asked = Iterator[tuple[Invariant, Broken | None]]
"""Each question as the invariant and its answer."""


def at_state(entries: Iterable[Invariant], game: Game, before: Any, move: Any, after: Any, count: int = 0) -> Asked:
    """Ask about a state and the step that led to it (`before` and `move` are None for the first), the `count`-th."""
    tricks = _new_tricks(before, after)
    for entry in entries:
        if count % entry.every:
            continue
        if entry.asks == "state":
            yield entry, entry.ask(game, state=after)
        elif entry.asks == "step" and before is not None:
            yield entry, entry.ask(game, before=before, move=move, after=after)
        elif entry.asks == "trick":
            for trick in tricks:
                yield entry, shown(entry.ask(game, trick=trick), trick)


def _new_tricks(before: Any, after: Any) -> list[Trick]:
    old = 0 if before is None else len(before.log)
    return [event for event in after.log[old:] if isinstance(event, Trick)]


def shown(problem: Broken | None, trick: Trick) -> Broken | None:
    """A problem of a trick shows the trick's cards where the check named none."""
    return Broken(problem, trick.plays) if problem is not None and not problem.cards else problem
