"""A view of a game of battles as its kernel wants it: what the seat knows, and where the game stands."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from designkit.cards import FACE_DOWN, Card
from designkit.events import Act
from designkit.game import Game, View
from designkit.lab import battle_kernel as lab
from designkit.lab.batch import Array
from designkit.lab.battle_tables import Kinds, plan_of
from designkit.search.battle import kernel
from designkit.search.known import numbers

HIDDEN, NOTHING = -1, -2
"""A card that lies face down, and none at all."""
STEPS = {
    "swap": lab.SWAP,
    "place": lab.PLACE,
    "attack": lab.ATTACK,
    "toll": lab.TOLL,
    "battle": lab.BATTLE,
    "soul": lab.BATTLE,
}
"""The step of a turn in which each phase asks."""


def _lying(state: Any) -> list[Card]:
    """What is fought for: the soul, and what has been laid."""
    return (
        [] if state.space is None else [state.souls[state.space], *(card for _, cards in state.lays for card in cards)]
    )


def _open(state: Any) -> set[Card]:
    """Cards that lie face up on the table."""
    souls = {soul for soul in state.souls if soul is not None}
    return souls.union(_lying(state), *state.purgatory, *state.pile)


def hands_of(view: View) -> list[list[Card]]:
    """Each hand as far as the seat knows it: its own, and what others took up in the open and have not laid since."""
    state, lies = view.state, _open(view.state)
    hands = []
    for seat, hand in enumerate(state.hands):
        acts = [event for event in state.log if isinstance(event, Act) and event.seat == seat]
        taken = {card: None for event in acts for card in event.cards if card not in lies}
        own = [card for card in hand if card != FACE_DOWN] or list(taken)
        hands.append(own + [FACE_DOWN] * (len(hand) - len(own)))
    return hands


def _row(cards: Iterable[Card], game: Game, size: int) -> list[int]:
    """The numbers of cards, filled up to a size with places that have none."""
    number = numbers(game)
    row = [number.get(card, HIDDEN) for card in cards]
    return [*row, *[NOTHING] * (size - len(row))]


def _array(values: Iterable[Any]) -> Array:
    return np.array(list(values), np.int64)


def known(view: View) -> kernel.Known:
    """All that the view tells of the cards."""
    game, state, hands = view.game, view.state, hands_of(view)
    plan, number = plan_of(game), numbers(game)
    columns = [() if soul is None else (soul, *below) for soul, below in zip(state.souls, state.buried, strict=True)]
    gone = [plan.depth - len(column) for column in columns]
    size = len(plan.decks[0])
    drawn = [size - len(own) for own in state.decks]
    seen = _open(state).union(*hands, *state.decks, *columns, state.unused)
    pools = [[number[card] for card in own if card not in seen] for own in (*plan.decks, plan.souls)]
    return kernel.Known(
        hands=_array(_row(hand, game, plan.hand_size + 1) for hand in hands),
        held=_array(map(len, hands)),
        dead=_array(_row(reversed(own), game, len(plan.souls) + size) for own in state.purgatory),
        buried=_array(map(len, state.purgatory)),
        grid=_array(
            place
            for column, lost in zip(columns, gone, strict=True)
            for place in [*[NOTHING] * lost, *_row(column, game, 0)]
        ),
        gone=_array(gone),
        tokens=_array(-1 if space is None else space for space in state.tokens),
        decks=_array([*[NOTHING] * lost, *_row(own, game, 0)] for own, lost in zip(state.decks, drawn, strict=True)),
        drawn=_array(drawn),
        points=_array(plan.points(pile, seat) for seat, pile in enumerate(state.pile)),
        pot=_array(number[card] for card in _lying(state)),
        pool=_array(place for own in pools for place in own),
        bounds=np.cumsum([0, *map(len, pools)]),
    )


def midst(view: View, last: int) -> lab.Midst:
    """Where the game stands; it is played on till there have been so many turns."""
    game, state = view.game, view.state
    plan = plan_of(game)
    own = lab.Midst(
        step=STEPS[state.phase],
        turn=state.turn,
        turns=state.turns,
        empty=state.souls.count(None),
        idle=state.idle,
        swapper=list(plan.swappers(state.turn)).index(state.seat) if state.phase == "swap" else 0,
        last=last,
    )
    if state.space is None:
        return own
    kinds = Kinds(plan, sorted(game.deck))
    plays = [(state.souls[state.space],), *(cards for _, cards in state.lays)]
    return own._replace(
        space=state.space,
        defender=-1 if state.defender is None else state.defender,
        laid=sum(map(len, plays)),
        fighting=sum(1 << seat for seat in state.fighting),
        top=kinds.play(plays[-1]),
        under=kinds.play(plays[-2]) if len(plays) > 1 else -1,
        seat=state.seat,
    )
