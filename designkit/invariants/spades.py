"""What holds for Spades: spades win and wait, sides bid and score together, bags are settled."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from designkit.cards import FRENCH
from designkit.events import Scored, Trick
from designkit.game import Game, partners
from designkit.games.spades import TRUMP
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move

holds_for_spades = partial(invariant, game="spades")

_PLAIN = tuple(suit for suit in FRENCH if suit != TRUMP)
tricks.SYMMETRIES["spades"] = lambda game: [dict(zip(_PLAIN, _PLAIN[1:] + _PLAIN[:1], strict=True))]


def _size(game: Game) -> int:
    return len(game.deck) // game.players


@holds_for_spades("The highest spade wins, else the highest card of the suit led.")
def spades_win(game: Game, trick: Trick) -> str | None:
    return tricks.trump_beaten(game, trick, TRUMP)


@holds_for_spades("Spades are led when they may be, and from a hand of spades alone.")
def spades_wait(game: Game, state: Any) -> str | None:
    if state.phase != "tricks" or state.plays:
        return None
    played = [card for event in common.this_round(state) if isinstance(event, Trick) for card in event.plays]
    broken = any(card.suit == TRUMP for card in played)
    free = {"any": True, "broken": broken, "last": False}[game.params.spade_leads]
    hand, legal = state.hands[state.to_move], {move.cards[0] for move in game.legal(state)}
    other = [card for card in hand if card.suit != TRUMP]
    for card in hand:
        if (card in legal) != (card.suit != TRUMP or free or not other):
            said = "may" if card in legal else "may not"
            return Broken(f"{card} {said} be led, with spades {'broken' if broken else 'unbroken'}", (card, *other[:1]))
    return None


@holds_for_spades("Bids lie between none and all tricks, and those of partners together too where they are capped.")
def capped_bids(game: Game, state: Any) -> str | None:
    most = _size(game)
    for side in partners(game.players):
        bids = [state.bids[seat] or 0 for seat in side] if state.bids else []
        if any(not 0 <= bid <= most for bid in bids) or (game.params.capped and sum(bids) > most):
            return f"seats {side} bid {bids} of {most} tricks"
    return None


Pair = tuple[int, int]


def _results(game: Game) -> Iterator[tuple[Pair, Pair]]:
    numbers = list(product(range(_size(game) + 1), repeat=2))
    yield from product(numbers, [pair for pair in numbers if sum(pair) <= _size(game)])


def _earned(game: Game, bids: Sequence[int], won: Sequence[int]) -> tuple[int, int]:
    """(points, bags) of two partners before bags are settled."""
    p, bid, over = game.params, sum(bids), sum(won) - sum(bids)
    nil = [p.nil_points * (1 if own == 0 else -1) for asked, own in zip(bids, won, strict=True) if asked == 0]
    made = p.trick_points * bid + p.over_points * over if over >= 0 else -p.trick_points * bid
    return sum(nil) + made, max(0, over)


@holds_for_spades(
    "A side that makes its bid is paid for it and has a bag a trick over, else it loses the bid; a nil stands for itself.",
    cases=_results,
    counted="bids of two partners with every number of tricks",
)
def side_points(game: Game, case: tuple[Pair, Pair]) -> str | None:
    (bids, won), p = case, game.params
    scored = tuple(
        game.rules.side_score(
            bids, won, trick_points=p.trick_points, over_points=p.over_points, nil_points=p.nil_points
        )
    )
    expected = _earned(game, bids, won)
    return None if scored == expected else f"bids {bids} with {won} tricks give {scored}, not {expected}"


@holds_for_spades("Partners have the same points, totals and bags.")
def partners_share(game: Game, state: Any) -> str | None:
    for one, other in partners(game.players):
        if state.scores[one] != state.scores[other] or state.bags[one] != state.bags[other]:
            return f"partners {one} and {other} have totals {state.scores} and bags {state.bags}"
    return None


@holds_for_spades("After settling no side has a full lot of bags, and every lot was paid for.")
def spade_bags(game: Game, before: Any, move: Move, after: Any) -> str | None:
    limit, penalty = game.params.bag_limit, game.params.bag_penalty
    full = [seat for seat, bags in enumerate(after.bags) if not 0 <= bags < limit]
    if full:
        return f"seat {full[0]} has {after.bags[full[0]]} bags after settling, with a limit of {limit}"
    for event in after.log[len(before.log) :]:
        if isinstance(event, Scored):
            sheet = dict(event.sheet)
            for pair in partners(game.players):
                new = _earned(game, [sheet["bid"][seat] for seat in pair], [sheet["tricks"][seat] for seat in pair])[1]
                for seat in pair:
                    lots, left = divmod(before.bags[seat] + new, limit)
                    if (sheet["bag penalty"][seat], after.bags[seat]) != (-penalty * lots, left):
                        return f"seat {seat} paid {-sheet['bag penalty'][seat]} for {lots} lots of bags and has {after.bags[seat]}"
    return None


@holds_for_spades(
    "The points of a hand follow from bids, tricks and bags; the match ends at its limits, the higher side wins."
)
def spades_bounds(game: Game, state: Any) -> str | None:
    p, sides = game.params, partners(game.players)
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            sheet = dict(event.sheet)
            if sum(sheet["tricks"]) != _size(game):
                return f"{sheet['tricks']} tricks were scored in a hand of {_size(game)}"
            for pair in sides:
                made, _ = _earned(game, [sheet["bid"][s] for s in pair], [sheet["tricks"][s] for s in pair])
                wrong = [seat for seat in pair if event.points[seat] != made + sheet["bag penalty"][seat]]
                if wrong:
                    return f"seat {wrong[0]} got {event.points[wrong[0]]} points for a hand worth {made}"
            beyond = max(event.totals) >= p.target or min(event.totals) <= p.floor
            ended = (beyond and len(set(event.totals)) > 1) or event.round + 1 >= p.most_hands
            if ended != state.over:
                said = "over" if state.over else "not over"
                return f"with totals {event.totals} after hand {event.round + 1} the match is {said}"
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
