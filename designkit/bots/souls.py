"""Souls as a sensible player plays it: fight where the stake is worth the risk of feeding somebody else's score pile."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from designkit.cards import Card, shuffled, without
from designkit.game import Game, View
from designkit.moves import Move
from designkit.plan import Battles

WILL = 0.6
"""How likely a seat that can beat a play does so."""
FEEDS = 0.3
"""What a point that falls to another seat costs."""
SPENDS = 0.25
"""What a point of one's own cards is worth in the hand: it is drawn up again, but not for ever."""
ANSWERS = 0.8
"""How likely the strongest play of a hand beats what has beaten another."""
RAISE = 20
"""What a rival's play adds to the stake."""
SPOIL = 7
"""What a buried card should bring."""
HANDS = 60
"""Hands drawn at random that tell how often a play is beaten."""

Play = tuple[Card, ...]


def plan_of(game: Game) -> Battles:
    """The plan of the battles."""
    assert isinstance(game.plan, Battles)
    return game.plan


@lru_cache(maxsize=65536)
def beaten(game: Game, play: Play, guarded: bool, cards: int) -> float:
    """How often a hand of so many random cards can beat a play."""
    plan = plan_of(game)
    hands = (shuffled(plan.decks[0], sample)[:cards] for sample in range(HANDS))

    def can(hand: Sequence[Card]) -> bool:
        plays: Iterator[Play] = (held for count in (1, 2) for held in combinations(hand, count))
        return any(plan.beats(held, play, guarded) for held in plays)

    return sum(map(can, hands)) / HANDS


def holds(view: View, play: Play, under: Sequence[Card], rivals: Sequence[int]) -> float:
    """The chance that nobody beats a play that lies on other cards."""
    plan = plan_of(view.game)
    like = tuple(sorted(_alike(view.game)[plan.looks_at(card)] for card in play))
    chance = 1.0
    for seat in rivals:
        held = len(view.state.hands[seat])
        chance *= 1 - WILL * beaten(view.game, like, plan.guards(under), held)
    return chance


@lru_cache(maxsize=64)
def _alike(game: Game) -> dict[Any, Card]:
    """One card for all that battles do not tell apart."""
    plan = plan_of(game)
    return {plan.looks_at(card): card for card in plan.souls}


def worth(view: View, play: Play, under: Sequence[Card], stake: float, rivals: Sequence[int]) -> float:
    """What a play brings on average: the stake if it holds; if not, the strongest play left may still save it."""
    plan = plan_of(view.game)
    cost = sum(plan.worth(card) for card in play)
    chance = holds(view, play, under, rivals)
    saves = ANSWERS * strongest(view, without(view.state.hands[view.seat], play), rivals)
    lost = saves * (stake + RAISE) - (1 - saves) * FEEDS * cost
    return chance * stake + (1 - chance) * max(lost, -FEEDS * cost) - SPENDS * cost


def strongest(view: View, hand: Sequence[Card], rivals: Sequence[int]) -> float:
    """The chance to hold of the strongest play in a hand."""
    plays = (play for count in (1, 2) for play in combinations(hand, count))
    return max((holds(view, play, (), rivals) for play in plays), default=0.0)


def best_attack(view: View, space: int, hand: Sequence[Card]) -> float:
    """What the best attack on a space should bring with a hand."""
    plan, state, seat = plan_of(view.game), view.state, view.seat
    soul = state.souls[space]
    owner = state.tokens.index(space) if space in state.tokens else None
    stake: float = plan.gain(soul, seat)
    if owner is None:
        rivals = [view.game.left(seat, i) for i in range(1, view.game.players)]
        return max((worth(view, play, (soul,), stake, rivals) for play in plan.lays(hand, soul)), default=0.0)
    spoils = stake + SPOIL * plan.spoils
    return max(
        (
            worth(view, play, (soul,), spoils, [owner]) - SPENDS * plan.worth(toll)
            for toll in plan.tolls(hand, soul)
            for play in plan.lays(without(hand, [toll]), soul)
        ),
        default=0.0,
    )


def attacks(view: View) -> dict[int, float]:
    """What an attack on each space should bring, from next to it."""
    state, hand = view.state, view.state.hands[view.seat]
    spaces = [space for space, soul in enumerate(state.souls) if soul is not None and space != state.tokens[view.seat]]
    return {space: best_attack(view, space, hand) for space in spaces}


def battle(view: View, legal: Sequence[Move]) -> Move:
    """The play that brings most, or a pass where none is worth its risk."""
    plan, state, seat = plan_of(view.game), view.state, view.seat
    lying = [state.souls[state.space], *(card for _, cards in state.lays for card in cards)]
    stake = sum(plan.gain(card, seat) for card in lying)
    if state.defender is not None and seat == state.turn:
        stake += SPOIL * plan.spoils
    under = state.lays[-1][1] if state.lays else (state.souls[state.space],)
    rivals = [other for other in state.fighting if other != seat]
    return max(legal, key=lambda move: worth(view, move.cards, under, stake, rivals) if move.cards else 0.0)


def souls_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Stands next to the most promising soul, attacks it if that pays, and fights as far as the stake is worth it."""
    plan, state, seat, verb = plan_of(view.game), view.state, view.seat, legal[-1].verb
    hand = state.hands[seat]
    if verb == "swap":
        least = min(hand, key=plan.worth)
        better = plan.worth(least) < plan.worth(state.purgatory[seat][0])
        return Move("swap", (least,)) if better else legal[0]
    if verb == "place on":
        brings = attacks(view)
        return max(
            legal,
            key=lambda move: max((brings.get(space, 0.0) for space in plan.near(move.number)), default=0.0),
        )
    if verb in ("attack", "rest"):
        brings = attacks(view)
        return max(legal, key=lambda move: 0.0 if move.verb == "rest" else brings[move.number])
    if verb == "discard":
        return min(legal, key=lambda move: plan.worth(move.cards[0]))
    if verb == "soul":
        return legal[0] if plan.gain(state.souls[state.space], seat) > 0 else legal[1]
    return battle(view, legal)
