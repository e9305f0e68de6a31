"""What a seat may not know: a view leaks nothing, and nobody plays by what it cannot see."""

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from designkit.bots import BOTS, SLOW
from designkit.cards import Card
from designkit.events import Act
from designkit.game import Game
from designkit.invariants.common import cards_in
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move


def _hands_of_others(game: Game, state: Any, seat: int) -> dict[int, Any]:
    """The hands that other seats hold, as the table shows them."""
    return {
        zone.seat: zone.holds for zone in game.zones(state) if zone.name == "hand" and zone.seat not in (None, seat)
    }


def _hidden(game: Game, state: Any, seat: int) -> Iterator[tuple[str, int | None]]:
    """(field, entry or None for all of it) of what a seat may not see: what is declared so, and others' hands anyway."""
    hands = _hands_of_others(game, state, seat)
    for item in fields(state):
        value, seen = getattr(state, item.name), item.metadata.get("seen")
        if seen == "nobody":
            yield item.name, None
        elif isinstance(value, tuple) and len(value) == game.players:
            for other, own in enumerate(value):
                if other != seat and (seen == "owner" or (own and own == hands.get(other))):
                    yield item.name, other


def shuffled_unseen(game: Game, state: Any, seat: int, rng: random.Random) -> Any:
    """Another state that must look the same to a seat: what it cannot see is shuffled."""
    places = list(_hidden(game, state, seat))
    values = [getattr(state, name) if entry is None else getattr(state, name)[entry] for name, entry in places]
    unseen = [card for value in values for card in cards_in(value)]
    rng.shuffle(unseen)
    deal = iter(unseen)
    words: dict[str, list[Any]] = {}
    for (name, _), value in zip(places, values, strict=True):
        words.setdefault(name, []).extend(_words_in(value))
    for own in words.values():
        rng.shuffle(own)

    def refilled(value: Any, own: list[Any]) -> Any:
        if isinstance(value, Card):
            return next(deal)
        return tuple(refilled(part, own) for part in value) if isinstance(value, tuple) else own.pop()

    changes: dict[str, Any] = {}
    for (name, entry), value in zip(places, values, strict=True):
        new = refilled(value, words[name])
        if entry is None:
            changes[name] = new
        else:
            field = list(changes.get(name, getattr(state, name)))
            field[entry] = new
            changes[name] = tuple(field)
    return state.but(**{**changes, "seed": state.seed + 1})


def _words_in(value: Any) -> Iterator[Any]:
    """Every hidden value that is not a card."""
    if isinstance(value, tuple) and not isinstance(value, Card):
        for part in value:
            yield from _words_in(part)
    elif not isinstance(value, Card):
        yield value


def _chance(state: Any) -> random.Random:
    """A source of chance that depends on the state alone."""
    return random.Random(state.seed * 1009 + len(state.log) * 31 + sum(map(len, getattr(state, "hands", ()))))


def _own_moves(state: Any, seat: int, legal: tuple[Move, ...]) -> Iterator[Move]:
    """Moves that a seat could think of: each card of its hand with the verb of the phase."""
    verbs = dict.fromkeys(move.verb for move in legal if move.cards)
    for verb in verbs:
        for card in state.hands[seat]:
            yield Move(verb, (card,))


def _differs(game: Game, state: Any, seat: int) -> Broken | None:
    other = shuffled_unseen(game, state, seat, _chance(state))
    mine, theirs = game.view(state, seat).state, game.view(other, seat).state
    for item in fields(state):
        one, two = getattr(mine, item.name), getattr(theirs, item.name)
        if one != two:
            leaked = [card for card in cards_in(one) if card not in set(cards_in(two))]
            return Broken(f"the view of seat {seat} shows something of '{item.name}' that it may not see", leaked[:3])
    if game.zones(mine) != game.zones(theirs):
        return Broken(f"the table as seat {seat} sees it shows something hidden")
    if state.to_move != seat:
        return None
    legal = game.legal(state)
    if legal != game.legal(other):
        return Broken(f"what seat {seat} may play tells it what others hold", state.hands[seat])
    if legal != game.legal(mine):
        return Broken(f"the legal moves of seat {seat} do not follow from what it sees", state.hands[seat])
    for move in _own_moves(state, seat, legal):
        if game.why_not(state, move) != game.why_not(other, move):
            return Broken(f"the reason why seat {seat} may not '{move}' tells it something hidden", move.cards)
    return None


@invariant(
    "No leak: shuffling the cards that a seat cannot see changes nothing in its view, its legal moves or the reasons given.",
    every=5,
)
def no_leak(game: Game, state: Any) -> str | None:
    if state.over:
        return None
    watching = {state.to_move, len(state.log) % game.players}
    return next((problem for seat in sorted(watching) if (problem := _differs(game, state, seat))), None)


@invariant("What a seat chooses in secret is not told to all: neither the log nor an open field has it before the end.")
def secrets_kept(game: Game, before: Any, move: Move, after: Any) -> str | None:
    seat = before.to_move
    if move.what is None or after.round != before.round or after.over:
        return None
    noted = []
    for item in fields(before):
        had, has = getattr(before, item.name), getattr(after, item.name)
        by_seat = isinstance(has, tuple) and len(has) == len(had) == game.players
        if by_seat and has[seat] == move.what != had[seat]:
            noted.append(item.metadata.get("seen"))
    if "owner" in noted:
        acts = [event.move.what for event in after.log[len(before.log) :] if isinstance(event, Act)]
        if None in noted or any(what is not None for what in acts):
            return Broken(f"all are told what seat {seat} chose in secret: '{move}'", move.cards)
    return None


@invariant(
    "No clairvoyance: a bot given the same view and the same chance makes the same move, and a legal one.", every=7
)
def no_clairvoyance(game: Game, state: Any) -> str | None:
    if state.over:
        return None
    seat, legal = state.to_move, game.legal(state)
    other = shuffled_unseen(game, state, seat, _chance(state))
    for name, bot in BOTS.items():
        if name in SLOW:
            continue
        one = bot(game.view(state, seat), legal, random.Random(1))
        two = bot(game.view(other, seat), legal, random.Random(1))
        if one != two:
            return Broken(f"the bot '{name}' makes another move when others hold other cards", (*one.cards, *two.cards))
        if one not in legal:
            return Broken(f"the bot '{name}' makes the illegal move '{one}'", one.cards)
    return None
