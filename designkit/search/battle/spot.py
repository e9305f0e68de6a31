"""A view of a game of battles as its kernel wants it: what the seat knows, and where the game stands."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from designkit.cards import FACE_DOWN, Card
from designkit.events import Act
from designkit.game import Game, View
from designkit.lab import battle_kernel as lab
from designkit.lab.batch import Array
from designkit.lab.battle_tables import Kinds, plan_of, tables
from designkit.lab.jit import U, quiet
from designkit.search.battle import kernel
from designkit.search.known import numbers

EMPTY = -2
"""No card, and none face down."""
STEPS = {
    "swap": lab.SWAP,
    "place": lab.PLACE,
    "attack": lab.ATTACK,
    "toll": lab.TOLL,
    "battle": lab.BATTLE,
    "soul": lab.BATTLE,
}
"""The step of a turn in which each phase asks."""


def hands_of(view: View) -> list[list[Card]]:
    """Each hand as far as the seat knows it: its own, and what others took up in the open and have not laid since."""
    state = view.state
    lies = {card for card in _open(state)}
    hands = []
    for seat, hand in enumerate(state.hands):
        taken = [card for event in state.log if isinstance(event, Act) and event.seat == seat for card in event.cards]
        shown = {card: None for card in taken if card not in lies}
        seen = [card for card in hand if card != FACE_DOWN]
        own = seen or list(shown)
        hands.append(own + [FACE_DOWN] * (len(hand) - len(own)))
    return hands


def _open(state: Any) -> Iterator[Card]:
    """Cards that lie face up on the table."""
    yield from (soul for soul in state.souls if soul is not None)
    for cards in (*state.purgatory, *state.pile, *(cards for _, cards in state.lays)):
        yield from cards


def _row(cards: Iterable[Card], number: dict[Card, int], size: int) -> list[int]:
    row = [number.get(card, -1) for card in cards]
    return [*row, *[EMPTY] * (size - len(row))]


def known(view: View) -> kernel.Known:
    """All that the view tells of the cards."""
    game, state, number = view.game, view.state, numbers(view.game)
    plan, players, hands = plan_of(game), range(game.players), hands_of(view)
    columns = [() if soul is None else (soul, *state.buried[space]) for space, soul in enumerate(state.souls)]
    grid = [[EMPTY] * (plan.depth - len(column)) + _row(column, number, len(column)) for column in columns]
    size = len(plan.decks[0])
    drawn = [size - len(state.decks[seat]) for seat in players]
    hidden = [*hands, *state.decks, *columns, state.unused]
    seen = {card for cards in (*hidden, *state.purgatory, *state.pile) for card in cards}
    seen |= {card for _, cards in state.lays for card in cards}
    pools = [[number[card] for card in own if card not in seen] for own in (*plan.decks, plan.souls)]
    lying = [state.souls[state.space], *(card for _, cards in state.lays for card in cards)] if _fought(state) else []
    room = len(plan.souls) + size
    return kernel.Known(
        hands=_table([_row(hand, number, plan.hand_size + 1) for hand in hands]),
        held=_table(map(len, hands)),
        dead=_table([_row(reversed(state.purgatory[seat]), number, room) for seat in players]),
        buried=_table(map(len, state.purgatory)),
        grid=_table([card for column in grid for card in column]),
        gone=_table([plan.depth - len(column) for column in columns]),
        tokens=_table([-1 if space is None else space for space in state.tokens]),
        decks=_table([[EMPTY] * drawn[seat] + _row(state.decks[seat], number, size - drawn[seat]) for seat in players]),
        drawn=_table(drawn),
        points=_table([plan.points(state.pile[seat], seat) for seat in players]),
        pot=_table([number[card] for card in lying]),
        pool=_table([card for own in pools for card in own]),
        bounds=np.cumsum([0, *map(len, pools)]),
    )


def _table(rows: Iterable[Any]) -> Array:
    return np.array(list(rows), np.int64)


def _fought(state: Any) -> bool:
    return STEPS[state.phase] == lab.BATTLE


def midst(view: View, last: int) -> lab.Midst:
    """Where the game stands; it is played on till there have been so many turns."""
    game, state, kinds = view.game, view.state, _kinds(view.game)
    plan = plan_of(game)
    asked = list(plan.swappers(state.turn))
    own = lab.Midst(
        step=STEPS[state.phase],
        turn=state.turn,
        turns=state.turns,
        empty=state.souls.count(None),
        idle=state.idle,
        swapper=asked.index(state.seat) if state.phase == "swap" else 0,
        space=-1 if state.space is None else state.space,
        defender=-1 if state.defender is None else state.defender,
        last=last,
    )
    if not _fought(state):
        return own
    plays = [(state.souls[state.space],), *(cards for _, cards in state.lays)]
    return own._replace(
        laid=sum(map(len, plays)),
        fighting=sum(1 << seat for seat in state.fighting),
        top=kinds.play(plays[-1]),
        under=kinds.play(plays[-2]) if len(plays) > 1 else -1,
        seat=state.seat,
    )


def _kinds(game: Game) -> Kinds:
    return Kinds(plan_of(game), sorted(game.deck))
