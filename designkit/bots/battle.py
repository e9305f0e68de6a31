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


def targets(plan: Battles, view: View, eager: bool) -> dict[int, int]:
    """What each soul that is worth an attack brings: any that the hand can win, or those that one card beats."""
    state, hand = view.state, view.state.hands[view.seat]
    guarded = {space for seat, space in enumerate(state.tokens) if seat != view.seat}
    found = {}
    for space, soul in enumerate(state.souls):
        gain = 0 if soul is None else plan.gain(soul, view.seat)
        if gain <= 0 or (space in guarded and not eager):
            continue
        ways = plan.tolls(hand, soul) if space in guarded else [lay for lay in plan.lays(hand, soul) if _fits(lay, eager)]
        if ways:
            found[space] = gain
    return found


def _fits(lay: tuple[Card, ...], eager: bool) -> bool:
    return eager or len(lay) == 1


def stake(plan: Battles, view: View) -> int:
    """What the winner of the battle would gain, if it were this seat."""
    state = view.state
    lying = [card for _, cards in state.lays for card in cards]
    return sum(plan.gain(card, view.seat) for card in (state.souls[state.space], *lying))


def chosen(plan: Battles, view: View, legal: Sequence[Move], eager: bool) -> Move:
    """Swap the least card for a better one, stand next to the best target, attack it with the cheapest play, and go on
    while the stake is worth the next play; the soul is kept if it counts.
    """
    state, seat, verb = view.state, view.seat, legal[-1].verb
    if verb == "swap":
        least = min(legal[1:], key=lambda move: cost(plan, move.cards))
        return least if cost(plan, least.cards) < plan.worth(state.purgatory[seat][0]) else legal[0]
    if verb == "place on":
        brings = targets(plan, view, eager)
        return max(legal, key=lambda move: max((brings.get(space, 0) for space in plan.near(move.number)), default=0))
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
