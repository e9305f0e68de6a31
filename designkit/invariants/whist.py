"""What holds for Whist: the dealer's card makes trump, sides count tricks beyond the book together."""

from functools import partial
from typing import Any

from designkit.cards import FRENCH
from designkit.events import Scored, Trick
from designkit.game import Game, partners
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant

holds_for_whist = partial(invariant, game="whist")

tricks.SYMMETRIES["whist"] = lambda game: [dict(zip(FRENCH, FRENCH[1:] + FRENCH[:1], strict=True))]


def _size(game: Game) -> int:
    return len(game.deck) // game.players


@holds_for_whist("The highest trump wins, else the highest card of the suit led.")
def whist_winner(game: Game, trick: Trick) -> str | None:
    return tricks.trump_beaten(game, trick, trick.context)


@holds_for_whist("The whole deck is dealt evenly; the card shown is the dealer's, and its suit is trump.")
def dealers_trump(game: Game, state: Any) -> str | None:
    if state.turned is None or state.context != state.turned.suit:
        return Broken(f"trump is {state.context}, and {state.turned} was shown", common.cards_in((state.turned,)))
    if state.phase != "tricks" or state.plays or any(state.won):
        return None
    if state.turned not in state.hands[state.dealer]:
        return Broken(f"the dealer, seat {state.dealer}, does not hold {state.turned}", (state.turned,))
    return common.unequal(state, _size(game))


@holds_for_whist(
    "A side counts a point for each trick beyond the book, and nothing for fewer.",
    cases=lambda game: range(_size(game) + 1),
    counted="numbers of tricks that a side can take",
)
def beyond_the_book(game: Game, case: int) -> str | None:
    points, expected = game.rules.side_points(case, book=game.params.book), max(0, case - game.params.book)
    return None if points == expected else f"{case} tricks count {points}, not {expected}"


@holds_for_whist("Partners have the same points, and these follow from the tricks that both took.")
def whist_sides(game: Game, state: Any) -> str | None:
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            won = [0] * game.players
            for trick in state.log:
                if isinstance(trick, Trick) and trick.round == event.round and trick.winner is not None:
                    won[trick.winner] += 1
            for side in partners(game.players):
                took = sum(won[seat] for seat in side)
                wrong = [seat for seat in side if event.points[seat] != max(0, took - game.params.book)]
                if wrong:
                    return f"seat {wrong[0]} got {event.points[wrong[0]]} points for {took} tricks of its side"
    unlike = [side for side in partners(game.players) if len({state.scores[seat] for seat in side}) > 1]
    return f"partners {unlike[0]} have totals {state.scores}" if unlike else None


@holds_for_whist("The match ends when one side is ahead with the points that win, or after the last hand.")
def whist_match(game: Game, state: Any) -> str | None:
    p = game.params
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            ahead = max(event.totals) >= p.target and len(set(event.totals)) > 1
            if (ahead or event.round + 1 >= p.most_hands) != state.over:
                said = "over" if state.over else "not over"
                return f"with totals {event.totals} after hand {event.round + 1} the match is {said}"
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
