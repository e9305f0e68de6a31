"""What a seat can work out from what everybody saw: which cards are still out, and who may hold them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from designkit.cards import FACE_DOWN, Card
from designkit.events import Trick
from designkit.game import Game, View
from designkit.plan import Plan
from designkit.tricks import Mode, Situation, Tricks, led_suit


def plan_of(game: Game) -> Plan:
    """The course of a trick game."""
    assert isinstance(game.plan, Plan)
    return game.plan


def _cards_in(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _cards_in(part)


def tricks_so_far(state: Any) -> tuple[Trick, ...]:
    """The finished tricks of this hand."""
    found = []
    for event in reversed(state.log):
        if event.round != state.round:
            break
        if isinstance(event, Trick):
            found.append(event)
    return tuple(reversed(found))


@lru_cache(maxsize=4096)
def _passed_over(game: Game, led: str | None, situation: Situation, tier: int) -> frozenset[Card]:
    """The cards that must be played before one of this tier."""
    rules = game.tricks
    assert rules is not None
    return frozenset(card for card in game.deck if 0 <= rules.tier(card, led, situation) < tier)


def shown_lacking(game: Game, state: Any) -> dict[int, frozenset[Card]]:
    """The cards that each seat has shown not to hold: it played one that may be played only without them.

    >>> import designkit as dk
    >>> session = dk.Session(dk.game("whist"), seed=3).play_out(dk.BOTS["greedy"], __import__("random").Random(1), 24)
    >>> {seat: sorted({card.suit for card in lacking}) for seat, lacking in shown_lacking(session.game, session.state).items()}
    {0: ['diamonds'], 1: [], 2: ['diamonds'], 3: []}
    """
    rules = game.tricks
    assert rules is not None
    lacking: dict[int, frozenset[Card]] = dict.fromkeys(range(game.players), frozenset())
    situation = plan_of(game).situation
    lying = Trick(round=state.round, leader=state.leader, plays=state.plays, winner=None)
    for trick in (*tricks_so_far(state), lying):
        led = None
        for place, card in enumerate(trick.plays):
            tier = rules.tier(card, led, situation)
            if tier > 0:
                lacking[game.left(trick.leader, place)] |= _passed_over(game, led, situation, tier)
            led = led or rules.leads(card)
        for card in trick.plays:
            situation = rules.stir(situation, card)
    return lacking


@dataclass(frozen=True)
class Reading:
    """A trick game as one seat reads it. `known` are cards that a seat is known to hold or to have held."""

    view: View
    known: Mapping[int, Sequence[Card]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The variant."""
        return self.view.game

    @property
    def seat(self) -> int:
        """Whose reading it is."""
        return self.view.seat

    @property
    def state(self) -> Any:
        """What the seat sees."""
        return self.view.state

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards."""
        own: tuple[Card, ...] = self.state.hands[self.seat]
        return own

    @cached_property
    def rules(self) -> Tricks:
        """The trick rules in force."""
        assert self.game.tricks is not None
        return self.game.tricks

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The other seats, in turn from the left."""
        return tuple(self.game.left(self.seat, steps) for steps in range(1, self.game.players))

    @cached_property
    def later(self) -> tuple[int, ...]:
        """The seats that play to this trick after the own card."""
        return self.others[: self.game.players - 1 - len(self.state.plays)]

    @cached_property
    def gone(self) -> frozenset[Card]:
        """The cards that everybody has seen and nobody holds."""
        state = self.state
        gone = {card for trick in tricks_so_far(state) for card in trick.plays}
        for item in fields(state):
            if item.name != "log" and "seen" not in item.metadata and "copies" not in item.metadata:
                gone.update(_cards_in(getattr(state, item.name)))
        return frozenset(gone)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in other hands."""
        away = self.gone.union(self.hand, (FACE_DOWN,))
        return tuple(card for card in self.game.deck if card not in away)

    @cached_property
    def odds(self) -> dict[int, dict[Card, float]]:
        """The chance that each other seat holds each unseen card: by room in the hand, less what it has shown to lack."""
        lacking = shown_lacking(self.game, self.state)
        held = {seat: [card for card in self.known.get(seat, ()) if card in self.unseen] for seat in self.others}
        placed = {card: seat for seat, cards in held.items() for card in cards}
        room = {seat: max(0, len(self.state.hands[seat]) - len(held[seat])) for seat in self.others}
        elsewhere = max(0, len(self.unseen) - len(placed) - sum(room.values()))
        odds: dict[int, dict[Card, float]] = {seat: {} for seat in self.others}
        for card in self.unseen:
            if card in placed:
                odds[placed[card]][card] = 1.0
                continue
            may = [seat for seat in self.others if room[seat] and card not in lacking[seat]]
            whole = sum(room[seat] for seat in may) + elsewhere
            for seat in may:
                odds[seat][card] = room[seat] / whole
        return odds

    @cached_property
    def _ladders(self) -> dict[Any, list[tuple[int, list[tuple[int, float]]]]]:
        return {}

    def ladder(self, seat: int, led: str | None, mode: Mode) -> list[tuple[int, list[tuple[int, float]]]]:
        """By tier, what a seat may play to a suit led: (strength, chance to hold it) of each card."""
        key = seat, led, mode
        if key not in self._ladders:
            state, rules = self.state, self.rules
            steps: dict[int, list[tuple[int, float]]] = {}
            for card, chance in self.odds[seat].items():
                tier = rules.tier(card, led, state.situation)
                steps.setdefault(int(tier), []).append((rules.strength(card, led, mode, state.context), chance))
            self._ladders[key] = sorted(steps.items())
        return self._ladders[key]

    def led(self, plays: Sequence[Card]) -> str | None:
        """The suit that the plays have set."""
        return led_suit(plays, self.rules.leads)


def read(view: View, known: Mapping[int, Sequence[Card]] | None = None) -> Reading:
    """A view as its seat reads it, with the cards that it passed on counted as held by their receiver."""
    state, game = view.state, view.game
    held = dict(known or {})
    given = getattr(state, "given", ())
    if given and given[view.seat] and state.phase == "tricks":
        receiver = game.left(view.seat, plan_of(game).exchange(state.round)[1])
        held[receiver] = (*held.get(receiver, ()), *given[view.seat])
    return Reading(view, held)
