"""What holds for Oh Hell: the course of the hands, the hook, trump, and the points of a bid."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from designkit.cards import FRENCH
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant

holds_for_oh_hell = partial(invariant, game="oh_hell")

tricks.SYMMETRIES["oh_hell"] = lambda game: [dict(zip(FRENCH, FRENCH[1:] + FRENCH[:1], strict=True))]


def _size(game: Game, round: int) -> int:
    """Cards each in a hand: fewer every time down to one, then more again."""
    return 1 + abs(int(game.params.most_cards) - 1 - round)


def _rounds(game: Game) -> int:
    most = int(game.params.most_cards)
    return most if game.params.course == "down" else 2 * most - 1


@holds_for_oh_hell("The hands shrink card by card to one, and grow again where the course says so.")
def course_of_hands(game: Game, state: Any) -> str | None:
    if state.round >= _rounds(game):
        return f"hand {state.round + 1} is one too many"
    return common.unequal(state, _size(game, state.round)) if state.phase == "bid" else None


@holds_for_oh_hell("The card turned up makes trump, and nobody holds it.")
def turned_trump(game: Game, state: Any) -> str | None:
    if state.turned is None or state.context != state.turned.suit:
        return Broken(f"trump is {state.context}, and {state.turned} was turned up", common.cards_in((state.turned,)))
    held = [seat for seat, hand in enumerate(state.hands) if state.turned in hand]
    return Broken(f"seat {held[0]} holds the card turned up", (state.turned,)) if held else None


@holds_for_oh_hell("The highest trump wins, else the highest card of the suit led.")
def oh_hell_winner(game: Game, trick: Trick) -> str | None:
    return tricks.trump_beaten(game, trick, trick.context)


@holds_for_oh_hell("The hook: where it is in force the bids never add up to the tricks, and else every bid is open.")
def hook(game: Game, state: Any) -> str | None:
    size = _size(game, state.round)
    if state.phase == "bid":
        offered = {move.number for move in game.legal(state)}
        said = sum(bid or 0 for bid in state.bids)
        taboo = {size - said} if game.params.hook and state.to_move == state.dealer else set()
        wrong = sorted((set(range(size + 1)) - taboo) ^ offered)
        return f"after bids of {said} the bid {wrong[0]} is wrong about {size} tricks" if wrong else None
    if state.phase == "tricks" and game.params.hook and sum(state.bids) == size:
        return f"the bids {state.bids} add up to the {size} tricks"
    return None


def _results(game: Game) -> Iterator[tuple[int, int]]:
    yield from product(range(game.params.most_cards + 1), repeat=2)


def _earned(game: Game, bid: int, won: int) -> int:
    """The points of a bid."""
    p, off = game.params, abs(won - bid)
    if off and p.penalty:
        return int(-p.trick_points * off)
    return int(p.trick_points * won + (0 if off else p.exact_bonus))


@holds_for_oh_hell(
    "An exact bid pays its tricks and the bonus, a missed one its tricks alone or, with the penalty, costs what it is off.",
    cases=_results,
    counted="bids with every number of tricks",
)
def oh_hell_points(game: Game, case: tuple[int, int]) -> str | None:
    (bid, won), p = case, game.params
    points = game.rules.hand_score(bid, won, trick_points=p.trick_points, exact_bonus=p.exact_bonus, penalty=p.penalty)
    expected = _earned(game, bid, won)
    return None if points == expected else f"bid {bid} with {won} tricks gives {points}, not {expected}"


@holds_for_oh_hell("The tricks of a hand are shared out, its points follow from the bids, and the highest total wins.")
def oh_hell_bounds(game: Game, state: Any) -> str | None:
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            sheet, size = dict(event.sheet), _size(game, event.round)
            if sum(sheet["tricks"]) != size:
                return f"{sheet['tricks']} tricks were scored in a hand of {size}"
            for seat, (bid, won) in enumerate(zip(sheet["bid"], sheet["tricks"], strict=True)):
                if event.points[seat] != _earned(game, bid, won):
                    return f"seat {seat} bid {bid}, took {won} and got {event.points[seat]} points"
            if (event.round + 1 == _rounds(game)) != state.over:
                said = "over" if state.over else "not over"
                return f"after {event.round + 1} of {_rounds(game)} hands the match is {said}"
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
