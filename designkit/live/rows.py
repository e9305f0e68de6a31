"""How invariants stand: a row each, and what breaks one, with a game that shows it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.events import Dealt, Trick
from designkit.game import Game
from designkit.invariants import Invariant
from designkit.live.sweep import Sweep, cards_of
from designkit.moves import Move
from designkit.session import Session


@dataclass(frozen=True)
class Counterexample:
    """What breaks an invariant: the sentence, the fewest cards that show it, and a game that stands where it shows."""

    invariant: Invariant
    sentence: str
    cards: tuple[Card, ...]
    session: Session | None
    move: Move | None = None
    """The move that could not be made, where the rules stopped at it."""
    in_play: str = ""
    """What the game shows; nothing where only a finite domain has shown it, and the game is a deal to try it."""

    @property
    def line(self) -> str:
        """The game in one line of text."""
        return self.session.line() if self.session else ""

    def open(self) -> Session:
        """The game as a session of its own, standing at the failing move."""
        if self.session is None:
            raise DesignkitError(f"There is no game to open: {self.sentence}.")
        return self.session.fork()


@dataclass
class Row:
    """How an invariant stands: how often it was asked in play, the finite domains it is tried on, and what breaks it."""

    invariant: Invariant
    examples: int = 0
    sweeps: list[Sweep] = field(default_factory=list)
    counterexample: Counterexample | None = None

    @property
    def broken(self) -> bool:
        """Whether something breaks it."""
        return self.counterexample is not None

    @property
    def tried(self) -> str:
        """How far the finite domains have been tried."""
        return " and ".join(filter(None, (sweep.text for sweep in self.sweeps)))

    @property
    def text(self) -> str:
        """The row in words."""
        if self.counterexample is not None:
            return self.counterexample.sentence
        played = f"{self.examples:,} in play" if self.examples else ""
        return "; ".join(filter(None, (self.tried, played))) or "not asked yet"


def on_show(session: Session, failed: Move | None) -> tuple[Card, ...]:
    """The cards at hand where a check named none: what the failing move and the open trick show, a hand, or what lies open."""
    state = session.state
    last = failed or (session.moves[-1] if session.moves else None)
    lying = tuple(getattr(state, "plays", ())) + (last.cards if last else ())
    for event in reversed(state.log):
        if isinstance(event, Trick) and last is not None and last.cards and last.cards[0] in event.plays:
            return event.plays
        if isinstance(event, Dealt) or len(lying) > 1:
            break
    seat = state.to_move or 0
    hands: Iterable[tuple[Card, ...]] = getattr(state, "hands", ())
    held = next(iter([*hands][seat : seat + 1]), ())
    return tuple(dict.fromkeys(lying)) or held or _open_cards(session.game, state)


def _open_cards(game: Game, state: Any) -> tuple[Card, ...]:
    """The cards of the first place that has any; none where the places cannot be told, which is what fails then."""
    try:
        places = [cards_of(zone.holds) for zone in game.zones(state)]
    except Exception:
        return ()
    return next(filter(None, places), ())


def deal_with(game: Game, cards: Iterable[Card]) -> Session:
    """The first deals searched for the one where a seat holds most of these cards."""
    wanted = set(cards)

    def held(seed: int) -> int:
        state = game.new(seed)
        return max((len(wanted & set(hand)) for hand in getattr(state, "hands", ())), default=0)

    return Session(game, max(range(100 if wanted else 1), key=held))
