"""What a seat knows of the cards: where they lie, and which hands cannot hold them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from designkit.cards import FACE_DOWN, Card
from designkit.events import Act, Dealt, Event, Trick
from designkit.game import Game, View
from designkit.lab.tabulate import Tables, plan_of, tables

WORD = (1 << 64) - 1


@lru_cache(maxsize=64)
def numbers(game: Game) -> dict[Card, int]:
    """The place of each card in the sorted deck, as the tables count them."""
    return {card: place for place, card in enumerate(sorted(game.deck))}


def mask(places: Iterable[int]) -> int:
    """A set of cards as a number with a bit for each."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def members(bits: int) -> Iterator[int]:
    """The cards of a mask, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


@dataclass(frozen=True)
class Known:
    """Cards as masks, by seat."""

    held: tuple[int, ...]
    """Cards that a seat is known to hold."""
    missing: tuple[int, ...]
    """How many cards more it holds."""
    never: tuple[int, ...]
    """Cards that it cannot hold."""
    played: tuple[int, ...]
    unseen: int
    """Cards of which the seat does not know where they are; those that no hand misses lie aside."""

    @property
    def aside(self) -> int:
        """How many cards lie where nobody holds them."""
        return self.unseen.bit_count() - sum(self.missing)


def of_this_hand(state: Any) -> list[Event]:
    """What everybody saw since the cards were dealt."""
    own: list[Event] = []
    for event in reversed(state.log):
        if event.round != state.round:
            break
        own.append(event)
        if isinstance(event, Dealt):
            break
    return own[::-1]


def known(view: View) -> Known:
    """All that the view tells: hands that are seen, cards played, taken in the open, turned up, passed on, voids shown."""
    game, state, seat = view.game, view.state, view.seat
    number, log = numbers(game), of_this_hand(view.state)
    played = [0] * game.players
    for leader, plays in tricks(state, log):
        for i, card in enumerate(plays):
            played[(leader + i) % game.players] |= 1 << number[card]
    gone = mask(place for bits in played for place in members(bits))
    shown = _located(view, log)
    held = [
        (mask(number[card] for card in hand if card != FACE_DOWN) | mask(number[card] for card in shown[own])) & ~gone
        for own, hand in enumerate(state.hands)
    ]
    held[seat] = mask(number[card] for card in state.hands[seat])
    missing = tuple(len(hand) - bits.bit_count() for hand, bits in zip(state.hands, held, strict=True))
    seen = gone | mask(number[card] for card in _open(state, log))
    for bits in held:
        seen |= bits
    unseen = mask(number.values()) & ~seen
    never = _never(view, log, held, played, missing)
    return Known(tuple(held), missing, tuple(never), tuple(played), unseen)


def tricks(state: Any, log: Sequence[Event]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """(leader, cards) of each trick of the hand, the one that lies last."""
    for event in log:
        if isinstance(event, Trick):
            yield event.leader, event.plays
    if state.plays:
        yield state.leader, state.plays


def _open(state: Any, log: Sequence[Event]) -> Iterator[Card]:
    """Cards that everybody saw come up."""
    for event in log:
        if isinstance(event, Dealt):
            for _, cards in event.shown:
                yield from cards
        elif isinstance(event, Act):
            yield from event.cards


def _located(view: View, log: Sequence[Event]) -> list[list[Card]]:
    """Cards that the seat knows to have come into each hand: taken in the open, turned up there, passed on by itself."""
    game, state, seat = view.game, view.state, view.seat
    plan, _ = plan_of(game)
    size = plan.hand_size(state.round)
    located: list[list[Card]] = [[] for _ in range(game.players)]
    for event in log:
        if isinstance(event, Act):
            located[event.seat].extend(event.cards)
        if (
            isinstance(event, Dealt)
            and plan.flip
            and not plan.draft
            and plan.flip.at(state.round) < game.players * size
        ):
            hand = plan.flip.at(state.round) // size
            holder = game.left(state.dealer, hand + 1) if plan.from_left else hand
            located[holder].extend(card for _, cards in event.shown for card in cards)
    given, received = getattr(state, "given", ()), getattr(state, "received", ())
    if given and received and received[seat]:
        located[game.left(seat, plan.exchange(state.round)[1])].extend(given[seat])
        passed = set(given[seat])
        located[seat] = [card for card in located[seat] if card not in passed]
    return located


def _never(
    view: View, log: Sequence[Event], held: Sequence[int], played: Sequence[int], missing: Sequence[int]
) -> list[int]:
    """Cards that a seat has shown not to hold: it played one whose turn comes later, or did not open the hand."""
    game, state = view.game, view.state
    number, t = numbers(game), tables(game)
    levels, leads, stir = _levels(game), t.leads.tolist(), t.stir.tolist()
    never, situation, opener = [0] * game.players, t.situation, None
    for leader, plays in tricks(state, log):
        opener = leader if opener is None else opener
        led = 0
        for i, card in enumerate(plays):
            place = number[card]
            never[(leader + i) % game.players] |= levels[situation * t.suits + led][place]
            led = led or leads[place]
        for card in plays:
            situation = stir[situation][number[card]]
    if state.phase == "tricks" and len(t.opens):
        opener = state.leader if opener is None else opener
        _opened(t, opener, held[opener] | played[opener], missing[opener], never)
    return never


@lru_cache(maxsize=64)
def _levels(game: Game) -> list[list[int]]:
    """(situation and suit led, card) -> the cards that come before it: who plays it has none of them."""
    t = tables(game)
    rows = []
    for row in range(t.exact.shape[1]):
        exact = [int(t.exact[0, row, k]) | int(t.exact[1, row, k]) << 64 for k in range(t.tiers)]
        always = int(t.within[0, row, 0]) | int(t.within[1, row, 0]) << 64
        own = []
        for place in range(len(t.pack)):
            before = 0
            if not always >> place & 1:
                for level in exact:
                    if level >> place & 1:
                        break
                    before |= level
            own.append(before)
        rows.append(own)
    return rows


def _opened(t: Tables, opener: int, own: int, missing: int, never: list[int]) -> None:
    """No other seat holds a card that opens before the opener's; which one that is may not be seen yet."""
    for place in t.opens.tolist():
        if own >> place & 1:
            return
        possible = missing and not never[opener] >> place & 1
        for seat in range(len(never)):
            if seat != opener or not possible:
                never[seat] |= 1 << place
        if possible:
            return
