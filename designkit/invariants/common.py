"""What holds for every game: cards, moves, turns, points and ends, whatever its rules are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from itertools import islice
from typing import Any

from designkit.cards import FACE_DOWN, Card
from designkit.events import Act, Dealt, Scored, Trick
from designkit.game import Game
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move, parse

WHOLE = 100_000
"""Moves after which a match that is not over is taken to be endless."""


def cards_in(value: Any) -> list[Card]:
    """Every card inside a value."""
    found: list[Card] = []
    if isinstance(value, Card):
        found.append(value)
    elif isinstance(value, tuple):
        for part in value:
            if isinstance(part, Card):
                found.append(part)
            elif isinstance(part, tuple):
                found += cards_in(part)
    return found


@cache
def _places(kind: Any) -> tuple[str, ...]:
    """The fields of a state where cards lie."""
    return tuple(item.name for item in fields(kind) if item.name != "log" and not item.metadata.get("copies"))


def lying(state: Any) -> Counter[Card]:
    """The cards that lie somewhere in a state, and how often."""
    kind: Any = type(state)
    return Counter([card for name in _places(kind) for card in cards_in(getattr(state, name))])


def this_round(state: Any) -> list[Any]:
    """The events of the hand being played."""
    events = []
    for event in reversed(state.log):
        if event.round != state.round:
            break
        events.append(event)
    return events[::-1]


def _shown(state: Any) -> set[Card]:
    """What this hand has brought into the open."""
    cards: set[Card] = set()
    for event in this_round(state):
        if isinstance(event, Trick):
            cards.update(event.plays)
        elif isinstance(event, Dealt):
            cards.update(card for _, shown in event.shown for card in shown)
        elif isinstance(event, Act):
            cards.update((*event.cards, *event.move.cards))
    return cards


@invariant("The rules answer: no rule, view or picture of the table stops with an exception.", every=2)
def rules_answer(game: Game, state: Any) -> str | None:
    game.legal(state)
    game.zones(game.view(state, len(state.log) % game.players).state)
    for event in state.log[-1:]:
        game.explain(event)
        event.told()
    return None


@invariant(
    "Every card of the deck is in exactly one place, or was played in this hand; per deck where there are several."
)
def cards_conserved(game: Game, state: Any) -> str | None:
    have, deck = lying(state), set(game.deck)
    twice = [card for card, count in have.items() if count > 1]
    if twice:
        return Broken(f"{twice[0]} lies in {have[twice[0]]} places at once", twice[:1])
    foreign = [card for card in have if card not in deck and card != FACE_DOWN]
    if foreign:
        return Broken(f"{foreign[0]} is not a card of the deck", foreign[:1])
    gone = deck - have.keys()
    if gone:
        missing = sorted(gone - _shown(state))
        if missing:
            return Broken(f"{missing[0]} has gone without having been played", missing[:1])
    played = {c for event in this_round(state) if isinstance(event, Trick) for c in event.plays}
    held = [card for hand in getattr(state, "hands", ()) for card in hand if card in played]
    return Broken(f"{held[0]} was played and is in a hand again", held[:1]) if held and game.tricks else None


@invariant(
    "A card played comes from the hand of the seat to move, and no other hand grows or shrinks by it.",
    holds=lambda game: game.tricks is not None,
)
def own_cards_only(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if move.verb != "play" or before.to_move is None:
        return None
    seat = before.to_move
    if move.cards[0] not in before.hands[seat]:
        return Broken(f"seat {seat} played {move.cards[0]}, which it did not hold", move.cards)
    if after.round == before.round and not after.over:
        for other, (had, has) in enumerate(zip(before.hands, after.hands, strict=True)):
            if len(had) - len(has) != (other == seat):
                return Broken(
                    f"seat {seat} played a card and seat {other} went from {len(had)} to {len(has)}", move.cards
                )
    return None


@invariant("Some move is legal until the game is over, and none after.")
def some_move(game: Game, state: Any) -> str | None:
    legal = game.legal(state)
    if state.over:
        return "the game is over and moves are still legal" if legal else None
    if state.to_move is None or not 0 <= state.to_move < game.players:
        return f"nobody is to move in the phase '{state.phase}'"
    if not legal:
        return f"seat {state.to_move} has no legal move in the phase '{state.phase}'"
    double = [move for move, count in Counter(legal).items() if count > 1]
    return f"'{double[0]}' is offered twice" if double else None


@invariant("Every legal move has a text that is read back as the same move.")
def moves_read_back(game: Game, state: Any) -> str | None:
    for move in game.legal(state)[:6]:
        if parse(str(move)) != move:
            return Broken(f"'{move}' is read back as '{parse(str(move))}'", move.cards)
    return None


@invariant("Totals are the sum of the recorded points, hand by hand, and the scores are the last totals.")
def points_recorded(game: Game, state: Any) -> str | None:
    scored = [*islice((event for event in reversed(state.log) if isinstance(event, Scored)), 2)]
    nothing = (0,) * game.players
    last, before, *_ = (*(event.totals for event in scored), nothing, nothing)
    if scored:
        totals = tuple(map(sum, zip(before, scored[0].points, strict=True)))
        if last != totals:
            return f"hand {scored[0].round + 1} says totals {last}, the points make {totals}"
    return None if state.scores == last else f"the scores are {state.scores}, the recorded points make {last}"


@invariant("The log only grows, and every hand in it was dealt once and scored at most once.")
def log_grows(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if after.log[: len(before.log)] != before.log:
        return "an event that everybody saw has changed or gone"
    new = after.log[len(before.log) :]
    if any(event.round not in (before.round, after.round) for event in new):
        return "an event is of another hand than the one being played"
    deals = [event for event in new if isinstance(event, Dealt)]
    scored = [event for event in new if isinstance(event, Scored)]
    if len(deals) != after.round - before.round or len(scored) != after.round - before.round + after.over:
        return (
            f"from hand {before.round + 1} to {after.round + 1} there are {len(deals)} deals and {len(scored)} scorings"
        )
    return None


@invariant("A game has winners when it is over and not before.")
def winners_at_the_end(game: Game, state: Any) -> str | None:
    if state.over != bool(state.winners):
        return "the game is over and nobody has won" if state.over else "there are winners before the end"
    strange = [seat for seat in state.winners if seat not in range(game.players)]
    return f"the winner {strange[0]} is no seat" if strange else None


def highest_wins(state: Any, sides: Sequence[tuple[int, ...]]) -> str | None:
    """The sides with the highest sum of scores win, and nobody else."""
    if not state.over:
        return None
    sums = [sum(state.scores[seat] for seat in side) for side in sides]
    best = sorted(seat for side, total in zip(sides, sums, strict=True) if total == max(sums) for seat in side)
    won = sorted(state.winners)
    return None if won == best else f"with totals {state.scores} seats {won} win, the highest are {best}"


def unequal(state: Any, size: int) -> Broken | None:
    """Everyone holds so many cards, or the first hand that does not."""
    wrong = next((seat for seat, hand in enumerate(state.hands) if len(hand) != size), None)
    if wrong is None:
        return None
    return Broken(f"seat {wrong} holds {len(state.hands[wrong])} cards, not {size}", state.hands[wrong])


def not_arrived(game: Game, before: Any, move: Move, after: Any, count: int, steps: int) -> Broken | None:
    """What is wrong with an exchange once the last seat has given: so many cards go so many seats to the left."""
    if before.phase != "exchange" or after.phase != "tricks":
        return None
    given = [*before.given]
    given[before.to_move] = move.cards
    for seat, cards in enumerate(given):
        if len(cards) != count:
            return Broken(f"seat {seat} gave {len(cards)} cards in round {before.round + 1}, not {count}", cards)
        missing = [card for card in cards if card not in after.hands[game.left(seat, steps)]]
        if missing:
            return Broken(f"seat {seat} gave {missing[0]} and seat {game.left(seat, steps)} does not hold it", missing)
    return None


@invariant("The deal passes left from hand to hand, and a hand's first turn is the same seat's from the dealer on.")
def deal_passes_left(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if after.round == before.round:
        same = after.dealer == before.dealer
        return None if same else f"the deal went from seat {before.dealer} to {after.dealer} within a hand"
    expected = game.left(before.dealer, after.round - before.round)
    return None if after.dealer == expected else f"seat {after.dealer} deals after seat {before.dealer}"


@invariant("Every game ends.")
def every_game_ends(game: Game, match: Any) -> str | None:
    return None if match.state.over else f"after {match.at} moves the game is still not over"
