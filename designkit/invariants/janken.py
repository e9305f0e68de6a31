"""What holds for Janken: the circle of suits, Jokers, the opening, bids and bags."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from designkit.cards import Card
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.games.janken import CYCLE, JOKER, ROCK
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move
from designkit.phases import rules_of

holds_for_janken = partial(invariant, game="janken")

tricks.SYMMETRIES["janken"] = lambda game: (
    [] if game.params.rock_breaks else [dict(zip(CYCLE, CYCLE[1:] + CYCLE[:1], strict=True))]
)


def _size(game: Game) -> int:
    return len(game.deck) // (game.players + int(game.params.ghost))


@holds_for_janken("The deck is dealt evenly, with one hand more for a ghost; only what cannot be shared is left.")
def even_deal(game: Game, state: Any) -> str | None:
    if state.phase != "bid":
        return None
    sizes = [len(hand) for hand in state.hands]
    if sizes != [_size(game)] * game.players:
        return f"the hands have {sizes} cards, not {_size(game)}"
    over = len(state.aside) - _size(game) * game.params.ghost
    return None if 0 <= over < game.players + game.params.ghost else f"{over} cards are left over"


@holds_for_janken(
    "Seen from the suit led, two steps on beats one step on beats the suit led; a Joker turns the circle round."
)
def circle_of_suits(game: Game, trick: Trick) -> str | None:
    turned = -1 if any(card.rank == JOKER for card in trick.plays) else 1
    home = CYCLE.index(trick.plays[0].suit)
    rocks = [card for card in trick.plays if card.suit == ROCK and game.params.rock_breaks]

    def order(card: Card) -> tuple[int, int]:
        steps = turned * (CYCLE.index(card.suit) - home) % 5
        return (steps if steps <= 2 else -1, card.rank)

    best = max(rocks, key=lambda card: card.rank) if rocks else max(trick.plays, key=order)
    won = tricks.winning(game, trick)
    return None if won == best else f"{best} should win with {trick.plays[0].suit} led, and {tricks.who(won)} does"


def _jokers(game: Game) -> Iterator[tuple[bool, Card, Card]]:
    deck = sorted(game.deck, key=lambda card: card.rank)
    yield from product((False, True), deck, deck)


@holds_for_janken(
    "One Joker turns the circle round for its trick; a second Joker changes nothing.",
    cases=_jokers,
    counted="pairs of cards played to either circle",
)
def second_joker(game: Game, case: tuple[bool, Card, Card]) -> str | None:
    mode, one, other = case
    turn = rules_of(game).turn
    expected = mode or JOKER in (one.rank, other.rank)
    turned = turn(turn(mode, one), other)
    return (
        None if turned == expected else Broken(f"{one} and {other} leave the circle reversed: {turned}", (one, other))
    )


@holds_for_janken("The lowest paper dealt opens; with Rock breaking everything, Rock waits till one was played.")
def opening(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    hand, legal = state.hands[state.to_move], [move.cards[0] for move in game.legal(state)]
    played = [card for event in common.this_round(state) if isinstance(event, Trick) for card in event.plays]
    if not played and not state.plays:
        return _opens(state, legal)
    other = next((card for card in hand if card.suit != ROCK), None)
    follows = state.plays and state.plays[0].suit == ROCK
    rocks = [card for card in legal if card.suit == ROCK]
    if game.params.rock_breaks and other is not None and rocks and not follows:
        if not state.plays and not any(card.suit == ROCK for card in played):
            return Broken(f"{rocks[0]} may be led before any Rock was played", (rocks[0], other))
        if state.plays and not played:
            return Broken(f"{rocks[0]} may be played to the opening trick", (*state.plays, rocks[0], other))
    return None


def _opens(state: Any, legal: list[Card]) -> str | None:
    paper = [card for hand in state.hands for card in hand if card.suit == "paper"]
    if not paper or any(card.rank == JOKER for card in paper):
        two = [card for card in paper if card.rank == 2]
        return None if not two or legal == two else Broken(f"{legal[0]} may open instead of {two[0]}", (legal[0], *two))
    lowest = min(paper, key=lambda card: card.rank)
    return None if legal == [lowest] else Broken(f"{legal[0]} may open instead of {lowest}", (legal[0], lowest))


def _results(game: Game) -> Iterator[tuple[int, int]]:
    yield from product(range(_size(game) + 1), repeat=2)


def _earned(game: Game, bid: int, won: int) -> tuple[int, int]:
    """(points, bags) of a bid."""
    p, over = game.params, max(0, won - bid)
    if bid == 0:
        return (0, over) if over else (p.nil_points, 0)
    return (p.trick_points * bid + p.over_points * over, over) if won >= bid else (0, 0)


@holds_for_janken(
    "A made bid pays for its tricks and a bag a trick over, a missed one nothing, a made nil its prize.",
    cases=_results,
    counted="bids with every number of tricks",
)
def bid_points(game: Game, case: tuple[int, int]) -> str | None:
    (bid, won), p = case, game.params
    points, bags = game.rules.hand_score(
        bid, won, trick_points=p.trick_points, over_points=p.over_points, nil_points=p.nil_points
    )
    expected = _earned(game, bid, won)
    return None if (points, bags) == expected else f"bid {bid} with {won} tricks gives {points, bags}, not {expected}"


def _settled(game: Game, had: int, bags: int) -> tuple[int, int]:
    """(points lost, bags left) of a seat whose bags have grown to so many in a hand."""
    p, lots = game.params, bags // game.params.bag_limit
    if p.full_bags == "stay":
        return (p.bag_penalty if lots and had < p.bag_limit else 0), bags
    left = bags - lots * p.bag_limit if p.full_bags == "lots_go" or not lots else 0
    return p.bag_penalty * (1 if lots and p.bag_lots == "once" else lots), left


@holds_for_janken(
    "A full lot of bags costs its penalty, and what becomes of it is what the variant says.",
    cases=lambda game: range(game.params.bag_limit + _size(game) + 1),
    counted="numbers of bags that a hand can end with",
)
def lots_of_bags(game: Game, case: int) -> str | None:
    p = game.params
    for had in {0, case // 2, case}:
        lost, left = game.rules.settle_bags(
            case, limit=p.bag_limit, penalty=p.bag_penalty, full=p.full_bags, lots=p.bag_lots, had=had
        )
        if (-lost, left) != _settled(game, had, case):
            return f"{case} bags cost {-lost} and leave {left}, with {p.bag_penalty} for every {p.bag_limit}"
    return None


@holds_for_janken("After settling nobody has a full lot of bags, unless bags stay, and every lot was paid for.")
def bags_settled(game: Game, before: Any, move: Move, after: Any) -> str | None:
    limit = game.params.bag_limit
    full = [seat for seat, bags in enumerate(after.bags) if not 0 <= bags < limit]
    if full and game.params.full_bags != "stay":
        return f"seat {full[0]} has {after.bags[full[0]]} bags after settling, with a limit of {limit}"
    for event in after.log[len(before.log) :]:
        if isinstance(event, Scored):
            sheet = dict(event.sheet)
            for seat in range(game.players):
                had, bags = before.bags[seat], before.bags[seat] + sheet["new bags"][seat]
                paid = -sheet["bag penalty"][seat], after.bags[seat]
                if paid != _settled(game, had, bags):
                    return f"seat {seat} with {bags} bags paid {paid[0]} and has {paid[1]} left"
    return None


@holds_for_janken("The points of a hand lie between all lots of bags lost and the whole hand bid and made.")
def janken_bounds(game: Game, state: Any) -> str | None:
    p, size = game.params, _size(game)
    last = state.log[-2:]
    most = max(p.nil_points, size * max(p.trick_points, p.over_points) + p.trick_points)
    least = -p.bag_penalty * ((size + p.bag_limit) // p.bag_limit)
    for event in last:
        if isinstance(event, Scored):
            wrong = [seat for seat, points in enumerate(event.points) if not least <= points <= most]
            if wrong:
                return f"seat {wrong[0]} got {event.points[wrong[0]]} points, beyond {least} to {most}"
            if event.round >= p.most_hands:
                return f"hand {event.round + 1} was played, with {p.most_hands} at most"
            sheet = dict(event.sheet)
            if sum(sheet["tricks"]) != size:
                return f"{sheet['tricks']} tricks were scored in a hand of {size}"
            for seat, (bid, won) in enumerate(zip(sheet["bid"], sheet["tricks"], strict=True)):
                expected = _earned(game, bid, won)[0] + sheet["bag penalty"][seat]
                if event.points[seat] != expected:
                    return f"seat {seat} bid {bid}, took {won} and got {event.points[seat]} points, not {expected}"
    if state.over and max(state.scores) < p.target and state.round + 1 < p.most_hands:
        return f"the match ended with {max(state.scores)} points of {p.target}"
    tied = state.scores.count(max(state.scores)) > 1
    if state.over and tied and p.ties == "play_on" and state.round + 1 < p.most_hands:
        return f"the match ended in a tie of {max(state.scores)} points"
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
