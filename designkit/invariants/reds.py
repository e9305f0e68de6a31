"""What holds for Reds: the exchange, trump and anti-trump, and the points of a bid."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.games.reds import BLACK, TRUMP
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move

holds_for_reds = partial(invariant, game="reds")

tricks.SYMMETRIES["reds"] = lambda game: [dict(zip(BLACK, BLACK[::-1], strict=True))]


@holds_for_reds("Everyone holds a full hand after the deal and after the exchange.")
def exchanged_hands(game: Game, state: Any) -> str | None:
    fresh = state.phase == "tricks" and not state.plays and not isinstance(state.log[-1], Trick)
    if not fresh and state.phase not in ("bid", "exchange"):
        return None
    return common.unequal(state, game.params.hand_size)


@holds_for_reds(
    "What a seat gives in the exchange is in the neighbour's hand after it, on the side that the round names."
)
def exchange_arrives(game: Game, before: Any, move: Move, after: Any) -> str | None:
    p, turn = game.params, before.round
    count = p.most_exchanged - (turn if p.short else turn // 2)
    return common.not_arrived(game, before, move, after, count, 1 if turn % 2 == 0 else -1)


@holds_for_reds("The anti-trump is the suit of the last card flipped, the only black one.")
def flipped_anti_trump(game: Game, state: Any) -> str | None:
    black = [card for card in state.flipped if card.suit in BLACK]
    anti = black[0].suit if black else None
    if len(black) > 1 or (black and black[0] != state.flipped[-1]) or (not black and state.pack):
        return Broken("the flipping did not stop at the first black card", state.flipped)
    return None if state.context == anti else Broken(f"the anti-trump is {state.context}, not {anti}", state.flipped)


@holds_for_reds("The highest trump wins, else the suit led; the anti-trump wins only among its own.")
def anti_trump_loses(game: Game, trick: Trick) -> str | None:
    led, anti = trick.plays[0].suit, trick.context
    trumps = [card for card in trick.plays if card.suit == TRUMP]
    neutral = [card for card in trick.plays if card.suit not in (TRUMP, anti)]
    follow = [card for card in trick.plays if card.suit == led]
    best = max(trumps or (neutral if led == anti else []) or follow, key=lambda card: card.rank)
    won = tricks.winning(game, trick)
    return None if won == best else f"{best} should win with anti-trump {anti}, and {tricks.who(won)} does"


def _results(game: Game) -> Iterator[tuple[int, int]]:
    yield from product(range(game.params.hand_size + 1), repeat=2)


def _earned(game: Game, bid: int, won: int) -> int:
    """The points of a bid."""
    p = game.params
    if won < bid:
        return int(p.under_points * won)
    if won > bid:
        return int(p.trick_points * bid + p.over_points * (won - bid))
    return int(p.trick_points * bid + p.exact_bonus if bid else p.nil_points)


@holds_for_reds(
    "An exact bid pays most, tricks over it a little, those of a missed one less.",
    cases=_results,
    counted="bids with every number of tricks",
)
def reds_points(game: Game, case: tuple[int, int]) -> str | None:
    (bid, won), p = case, game.params
    points = game.rules.hand_score(
        bid,
        won,
        trick_points=p.trick_points,
        exact_bonus=p.exact_bonus,
        nil_points=p.nil_points,
        over_points=p.over_points,
        under_points=p.under_points,
    )
    expected = _earned(game, bid, won)
    return None if points == expected else f"bid {bid} with {won} tricks gives {points}, not {expected}"


@holds_for_reds("The tricks of a round are shared out, its points lie within their bounds, and the highest side wins.")
def reds_bounds(game: Game, state: Any) -> str | None:
    p, size = game.params, game.params.hand_size
    most = max(p.nil_points, size * max(p.trick_points, p.over_points, p.under_points) + p.exact_bonus)
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            sheet = dict(event.sheet)
            if sum(sheet["tricks"]) != size:
                return f"{sheet['tricks']} tricks were scored in a round of {size}"
            for seat, (bid, won) in enumerate(zip(sheet["bid"], sheet["tricks"], strict=True)):
                if event.points[seat] != _earned(game, bid, won):
                    return f"seat {seat} bid {bid}, took {won} and got {event.points[seat]} points"
            wrong = [seat for seat, points in enumerate(event.points) if not 0 <= points <= most]
            if wrong:
                return f"seat {wrong[0]} got {event.points[wrong[0]]} points, beyond 0 to {most}"
            planned = p.most_exchanged * (1 if p.short else 2) + 1
            if event.round >= planned + p.extra_rounds or (state.over and state.round + 1 < planned):
                return f"the match of {planned} rounds is at round {event.round + 1}"
    half = game.players // 2
    sides = (
        [(seat, seat + half) for seat in range(half)] if p.partnership else [(seat,) for seat in range(game.players)]
    )
    return common.highest_wins(state, sides)
