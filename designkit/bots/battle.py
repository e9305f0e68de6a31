"""Two plain players for battles over a grid: one goes for the best soul it can beat, one fights only where it is cheap."""

from collections.abc import Sequence

from designkit.cards import Card
from designkit.game import View
from designkit.moves import Move
from designkit.plan import Battles

CAUTION = 2
"""How many times the cost of a play a careful player wants to see on the table."""


def cost(plan: Battles, cards: Sequence[Card]) -> int:
    """What a play is worth in the hand."""
    return sum(plan.worth(card) for card in cards)


def opens(plan: Battles, hand: Sequence[Card], soul: Card, token: bool, eager: bool) -> bool:
    """Whether an attack is worth it: any that the hand can make, or one that a single card makes where no token stands."""
    if token:
        return eager and bool(plan.tolls(hand, soul))
    return any(eager or len(lay) == 1 for lay in plan.lays(hand, soul))


def targets(plan: Battles, view: View, eager: bool) -> dict[int, int]:
    """What each soul that is worth an attack brings."""
    state, hand = view.state, view.state.hands[view.seat]
    held = {space for seat, space in enumerate(state.tokens) if seat != view.seat}
    return {
        space: plan.gain(soul, view.seat)
        for space, soul in enumerate(state.souls)
        if soul is not None and opens(plan, hand, soul, space in held, eager)
    }


def stake(plan: Battles, view: View) -> int:
    """What the winner of the battle would gain, if it were this seat."""
    state = view.state
    lying = [card for _, cards in state.lays for card in cards]
    return sum(plan.gain(card, view.seat) for card in (state.souls[state.space], *lying))


def chosen(plan: Battles, view: View, legal: Sequence[Move], eager: bool) -> Move:
    """Stand next to the best target, attack it with the cheapest play, and go on while the stake is worth the next play.

    The least card is swapped for a better one, and the soul is kept if it counts.
    """
    state, seat, verb = view.state, view.seat, legal[-1].verb
    if verb == "swap":
        least = min(legal[1:], key=lambda move: cost(plan, move.cards))
        return least if cost(plan, least.cards) < plan.worth(state.purgatory[seat][0]) else legal[0]
    if verb == "place on":
        brings = targets(plan, view, eager)
        return max(legal, key=lambda move: max([0, *(brings.get(space, 0) for space in plan.near(move.number))]))
    if verb in ("attack", "rest"):
        brings = targets(plan, view, eager)
        return max(legal, key=lambda move: 0 if move.verb == "rest" else brings.get(move.number, 0))
    if verb == "soul":
        return legal[0] if plan.gain(state.souls[state.space], seat) > 0 else legal[1]
    plays = [move for move in legal if move.cards]
    if not plays:
        return legal[-1]
    cheapest = min(plays, key=lambda move: cost(plan, move.cards))
    if verb != "pass" or cost(plan, cheapest.cards) * (1 if eager else CAUTION) <= stake(plan, view):
        return cheapest
    return legal[-1]
