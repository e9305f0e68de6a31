"""What holds for Hearts: the passing, the opening, hearts that wait, points and the moon."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any

from designkit.cards import FRENCH, Card
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.games.hearts import JACK, QUEEN, TWO, pointed
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move
from designkit.phases import rules_of

holds_for_hearts = partial(invariant, game="hearts")

tricks.SYMMETRIES["hearts"] = lambda game: [dict(zip(FRENCH, FRENCH[1:] + FRENCH[:1], strict=True))]

PASSED = {0: 1, 1: -1, 2: 2}
"""By hand of four: how many seats to the left cards are passed; in the fourth they are kept."""


@holds_for_hearts("The highest card of the suit led wins.")
def hearts_winner(game: Game, trick: Trick) -> str | None:
    return tricks.trump_beaten(game, trick, None)


@holds_for_hearts("Everyone holds thirteen cards after the deal and after passing.")
def passed_hands(game: Game, state: Any) -> str | None:
    fresh = state.phase == "tricks" and not state.plays and not isinstance(state.log[-1], Trick)
    return common.unequal(state, len(game.deck) // game.players) if fresh or state.phase == "exchange" else None


@holds_for_hearts("Cards are passed left, right and across in turn and arrive there; in the fourth hand they are kept.")
def passing_arrives(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if before.phase != "exchange":
        return None
    steps = PASSED.get(before.round % 4)
    if steps is None:
        return f"cards are passed in hand {before.round + 1}"
    return common.not_arrived(game, before, move, after, game.params.pass_count, steps)


def _played(state: Any) -> list[Card]:
    """The cards of this hand's finished tricks."""
    return [card for event in common.this_round(state) if isinstance(event, Trick) for card in event.plays]


def _legal(game: Game, state: Any) -> set[Card]:
    return {move.cards[0] for move in game.legal(state)}


@holds_for_hearts("The 2 of clubs opens the hand, or another club of the seat that holds it where that is allowed.")
def two_of_clubs_opens(game: Game, state: Any) -> str | None:
    if state.phase != "tricks" or state.plays or _played(state):
        return None
    hand = state.hands[state.to_move]
    opening = {card for card in hand if card == TWO or (game.params.any_club and card.suit == "clubs")}
    if TWO not in hand:
        return Broken(f"seat {state.to_move} opens without {TWO}", (TWO,))
    strange = sorted(_legal(game, state) ^ opening)
    return Broken(f"{strange[0]} is wrong about who may open", (TWO, *strange[:1])) if strange else None


@holds_for_hearts("Hearts are led only when they are broken, or from a hand with nothing else.")
def hearts_wait(game: Game, state: Any) -> str | None:
    played, p = _played(state), game.params
    if state.phase != "tricks" or state.plays or not played:
        return None
    hand, legal = state.hands[state.to_move], _legal(game, state)
    broken = not p.must_break or any(c.suit == "hearts" or (p.queen_breaks and c == QUEEN) for c in played)
    other = [c for c in hand if c.suit != "hearts" and not (p.queen_excused and c == QUEEN)]
    for card in hand:
        if (card in legal) != (card.suit != "hearts" or broken or not other):
            said = "may" if card in legal else "may not"
            return Broken(f"{card} {said} be led, with hearts {'broken' if broken else 'unbroken'}", (card, *other[:1]))
    return None


Late = tuple[Card, Card, Card, bool]


def _late(game: Game) -> Iterator[Late]:
    """A club that opens, a hand of two other cards, and whether hearts are broken: all of them."""
    clubs, others = [c for c in game.deck if c.suit == "clubs"], [c for c in game.deck if c.suit != "clubs"]
    for broken, led, (one, other) in product((False, True), clubs, combinations(others, 2)):
        yield led, one, other, broken


@holds_for_hearts(
    "In the first trick nobody plays a heart or the queen of spades who has another card, where they must wait.",
    cases=_late,
    counted="hands of two cards that cannot follow in the first trick",
)
def clean_first_trick(game: Game, case: Late) -> str | None:
    led, one, other, broken = case
    hand = (one, other)
    legal = rules_of(game).legal(hand, (led,), (True, broken))
    clean = [card for card in hand if not pointed(card)]
    for card in hand:
        waits = game.params.clean_start and bool(clean) and pointed(card)
        if (card in legal) == waits:
            said = "may" if card in legal else "may not"
            return Broken(f"{card} {said} be played to the first trick", (led, card, *clean[:1]))
    return None


Shares = tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]
"""(what each seat took of the cards that count, its tricks)."""


def _shares(game: Game) -> Iterator[Shares]:
    """Every way to share out the number of hearts, the queen and the jack; who took none has no trick, or one."""
    hearts = [card for card in game.deck if card.suit == "hearts"]
    bars = len(hearts) + game.players - 1
    for cuts in combinations(range(bars), game.players - 1):
        ends = [cut - place for place, cut in enumerate(cuts)]
        parts = [tuple(hearts[a:b]) for a, b in zip([0, *ends], [*ends, len(hearts)], strict=True)]
        for queen, jack, spare in product(range(game.players), range(game.players), (0, 1)):
            taken = tuple(
                part + (QUEEN,) * (seat == queen) + (JACK,) * (seat == jack) for seat, part in enumerate(parts)
            )
            yield taken, tuple(max(spare, -(-len(cards) // game.players)) for cards in taken)


def _earned(game: Game, taken: Sequence[Sequence[Card]], won: Sequence[int]) -> tuple[int, ...]:
    """The points of a hand, from what each seat took."""
    p, everything = game.params, 13 + game.params.queen_points
    hearts = [len([card for card in cards if card.suit == "hearts"]) for cards in taken]
    points = [
        own + p.queen_points * (QUEEN in cards) - p.jack_bonus * (JACK in cards)
        for own, cards in zip(hearts, taken, strict=True)
    ]
    moon = next((seat for seat, own in enumerate(hearts) if own == 13 and QUEEN in taken[seat]), None)
    if moon is None or p.moon == "none":
        return tuple(own - p.clean_bonus * (tricks == 0) for own, tricks in zip(points, won, strict=True))
    if p.moon == "own":
        return tuple(own - 2 * everything * (seat == moon) for seat, own in enumerate(points))
    return tuple(own + (-everything if seat == moon else everything) for seat, own in enumerate(points))


@holds_for_hearts(
    "A hand's points are 13 for the hearts and the queen's, shared out as they were taken; who takes them all shoots the moon.",
    cases=_shares,
    counted="ways to share out the hearts, the queen and the jack",
)
def hearts_points(game: Game, case: Shares) -> str | None:
    (taken, won), p = case, game.params
    points = tuple(
        game.rules.hand_points(
            taken,
            won,
            queen_points=p.queen_points,
            jack_bonus=p.jack_bonus,
            clean_bonus=p.clean_bonus,
            moon=p.moon,
        )
    )
    expected = _earned(game, taken, won)
    if points == expected:
        return None
    counts = tuple(len(cards) for cards in taken)
    return Broken(f"seats that took {counts} cards that count got {points} points, not {expected}", (QUEEN, JACK))


@holds_for_hearts("A hand counts what its tricks brought; the lowest total wins, once a seat has reached the target.")
def hearts_bounds(game: Game, state: Any) -> str | None:
    p = game.params
    for event in state.log[-2:]:
        if isinstance(event, Scored):
            taken: list[list[Card]] = [[] for _ in event.points]
            won = [0] * game.players
            for trick in state.log:
                if isinstance(trick, Trick) and trick.round == event.round and trick.winner is not None:
                    taken[trick.winner] += trick.plays
                    won[trick.winner] += 1
            expected = _earned(game, taken, won)
            if tuple(event.points) != expected:
                return f"the hand brought {event.points}, and its tricks are worth {expected}"
            ended = max(event.totals) >= p.target or event.round + 1 >= p.most_hands
            if ended != state.over:
                said = "over" if state.over else "not over"
                return f"with totals {event.totals} after hand {event.round + 1} the match is {said}"
    if not state.over:
        return None
    best = [seat for seat, total in enumerate(state.scores) if total == min(state.scores)]
    won_by = sorted(state.winners)
    return None if won_by == best else f"with totals {state.scores} seats {won_by} win, the lowest are {best}"
