"""Two plain players for any game: one wins tricks (or battles) as cheaply as it can, one shuns them; both keep their bids."""

import random
from collections.abc import Sequence
from typing import Any

from designkit.bots import battle
from designkit.bots.simple import random_bot
from designkit.bots.worth import SCALE, ranking, worths
from designkit.cards import Card
from designkit.game import Game, View
from designkit.moves import Move
from designkit.plan import Battles, Plan
from designkit.session import Bot


def hand_worth(game: Game, hand: Sequence[Card], context: Any) -> int:
    """What a hand is worth, in thousandths of a trick."""
    own = worths(game, context)
    return sum(own[card] for card in hand)


def nearest_bid(worth: int, legal: Sequence[Move], eager: bool) -> Move:
    """The bid nearest to what the hand is worth, the lower of two; who shuns tricks bids half a trick less."""
    aim = worth if eager else worth - SCALE // 2
    return min(legal, key=lambda move: abs(SCALE * move.number - aim))


def percent(game: Game, worth: int, cards: int) -> int:
    """What a hand is worth in percent of an average one."""
    return 100 * worth * game.players // (SCALE * cards)


def aim(view: View, eager: bool) -> bool:
    """Whether to win the trick: while the bid is short, as the wager or the prize pulls, else by temperament."""
    plan, state = view.game.plan, view.state
    pull = 0
    if not isinstance(plan, Plan):
        return eager
    if plan.bids != "none":
        bid = state.bids[view.seat] if state.bids[view.seat] is not None else state.sealed[view.seat]
        return bool(state.won[view.seat] < bid)
    if plan.wagers:
        pull = plan.wager_aims[plan.wagers.index(state.wagers[view.seat])]
    if plan.prize_aim and eager:
        pull = plan.prize_aim(state.prize)
    return pull > 0 or (pull == 0 and eager)


def chosen_card(view: View, legal: Sequence[Move], eager: bool) -> Move:
    """Lead the best or the worst card; win as cheaply as possible, or throw the best card that does not win."""
    rules, state = view.game.tricks, view.state
    assert rules is not None
    places = ranking(view.game, state.context)

    def place(move: Move) -> int:
        return places[move.cards[0]]

    wins = [move for move in legal if rules.judge((*state.plays, *move.cards), state.context).place == len(state.plays)]
    loses = [move for move in legal if move not in wins]
    leading = not any(rules.leads(card) for card in state.plays)
    if aim(view, eager):
        if leading:
            return max(legal, key=place)
        return min(wins or legal, key=place)
    if leading:
        return min(legal, key=place)
    return max(loses, key=place) if loses else min(legal, key=place)


def _choose(view: View, legal: Sequence[Move], rng: random.Random, eager: bool) -> Move:
    game, state, seat, plan = view.game, view.state, view.seat, view.game.plan
    if isinstance(plan, Battles):
        return battle.chosen(plan, view, legal, eager)
    if game.tricks is None:
        return random_bot(view, legal, rng)
    verb, sign = legal[0].verb, 1 if eager else -1
    if verb == "play":
        return chosen_card(view, legal, eager)
    if verb == "bid":
        return nearest_bid(hand_worth(game, state.hands[seat], state.context), legal, eager)
    if verb == "wager" and isinstance(plan, Plan) and plan.wager_for:
        hand = state.hands[seat]
        share = percent(game, hand_worth(game, hand, state.context), len(hand))
        return Move("wager", plan.wagers[plan.wager_for(share)])
    if verb == "take pile":
        return max(legal, key=lambda move: sign * hand_worth(game, state.piles[move.number], state.context))
    if verb == "give":
        places = ranking(game, state.context)
        kept = sorted(state.hands[seat], key=lambda card: sign * places[card])
        return Move("give", tuple(sorted(kept[: len(legal[0].cards)])))
    return random_bot(view, legal, rng)


def greedy_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Wins as cheaply as it can or throws its least useful card, and keeps its bid; goes where the best soul is to be had."""
    return _choose(view, legal, rng, eager=True)


def duck_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Shuns tricks, throws what might win one, and keeps its bid; fights only where it is cheap."""
    return _choose(view, legal, rng, eager=False)


PLAIN: dict[str, Bot] = {"greedy": greedy_bot, "duck": duck_bot}
