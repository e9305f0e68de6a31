"""Whist: partners across the table, the last card dealt makes trump, and tricks beyond six count."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from designkit import tricks
from designkit.cards import FRENCH, Card, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Game, Phase, Zone, added, leaders, noted, partners
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import TrickState, hand_zone, trick_phase, trick_zone
from designkit.plan import Flip, Plan
from designkit.tricks import judge, with_trump


class Params(BaseParams):
    """The numbers of Whist."""

    book: Annotated[int, Field(ge=0, le=12, description="tricks of a side that count nothing")] = 6
    target: Annotated[int, Field(ge=1, le=100, description="points that win the match")] = 5
    most_hands: Annotated[int, Field(ge=1, le=200, description="hands after which the match ends all the same")] = 100


def deck() -> tuple[Card, ...]:
    """The 52 cards.

    >>> len(deck())
    52
    """
    return suited(FRENCH, range(2, 15))


def tier(card: Card, led: str | None) -> int:
    """Anything may be led; follow suit if able."""
    return tricks.follow(card, led)


def strength(card: Card, led: str | None, trump: str | None) -> int:
    """Trump beats the suit led, other suits cannot win; higher cards are stronger."""
    return tricks.trump_strength(card, led, trump)


def trick_winner(plays: Sequence[Card], trump: str | None) -> int | None:
    """The highest trump, else the highest card of the suit led.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("A clubs, 2 hearts, K clubs, 9 spades"), trump="hearts")
    1
    """
    return judge(plays, lambda card, led, mode: strength(card, led, trump)).place


def side_points(tricks: int, book: int = 6) -> int:
    """A point for each trick beyond the book.

    >>> side_points(6), side_points(9)
    (0, 3)
    """
    return max(0, tricks - book)


@dataclass(frozen=True, kw_only=True)
class State(TrickState):
    """A hand of Whist; `context` is the trump suit."""

    turned: Card | None = noted(default=None)
    """The dealer's card that made trump."""


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Thirteen cards each; the last, the dealer's, is turned up for trump."""
    pack = shuffled(game.deck, state.seed, state.round)
    turned = pack[-1]
    others = dealt(pack, game.players, len(pack) // game.players)
    hands = tuple(others[game.left(seat, -state.dealer - 1)] for seat in range(game.players))
    shown = (("trump", (turned,)),)
    return game.advance(
        state.but(hands=hands, turned=turned, context=turned.suit, won=(0,) * game.players, plays=()).noting(
            Dealt(round=state.round, dealer=state.dealer, shown=shown)
        )
    )


def _points(game: Game, won: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        game.rules.side_points(sum(won[seat] for seat in side), book=game.params.book)
        for own in range(game.players)
        for side in partners(game.players)
        if own in side
    )


def score(game: Game, state: State) -> State:
    """Each side counts its tricks beyond the book, for both partners alike."""
    p, points = game.params, _points(game, state.won)
    totals = added(state.scores, points)
    event = Scored(round=state.round, points=points, totals=totals, sheet=(("tricks", state.won),))
    state = state.but(scores=totals).noting(event)
    played = state.round + 1
    best = leaders(totals)
    if (max(totals) >= p.target and len(best) < game.players) or played == p.most_hands:
        return game.finish(state, best)
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


def plan(game: Game) -> Plan:
    """The course of a hand; the dealer's last card makes trump."""
    return Plan(
        hand_size=lambda round: len(game.deck) // game.players,
        from_left=True,
        flip=Flip(sets=lambda card: card.suit, at=lambda round: len(game.deck) - 1),
        own=lambda bid, won, pile: (0, won),
        asks=("won",),
        joint=lambda points, won, _: _points(game, won),
        sides=partners(game.players),
        ready=lambda state, bids, won, kept: state.but(won=won),
    )


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [Zone("trump", (state.turned,) if state.turned else ()), trick_zone(game, state)]
    for seat in range(game.players):
        table += [hand_zone(state, seat), Zone("tricks", str(state.won[seat]), seat)]
    return tuple(table)


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p = game.params
    return (
        ("Cards", "The 52 cards, thirteen each; the dealer's last is shown, and its suit is trump."),
        ("Sides", "Seats 0 and 2 play together, and so do seats 1 and 3."),
        (
            "Tricks",
            "The dealer's left leads, afterwards the winner. Follow suit if you can, else play anything. The highest trump wins, "
            "else the highest card of the suit led.",
        ),
        ("Points", f"A side counts a point for each trick beyond {p.book}."),
        (
            "Match",
            f"The first side to have {plural(p.target, 'point')} or more wins; if both have them, the one with more. "
            f"After {plural(p.most_hands, 'hand')} the higher total wins all the same.",
        ),
    )


GAME = Family(
    id="whist",
    title="Whist",
    about="partners across the table, the last card dealt makes trump, and tricks beyond six count",
    players=range(4, 5),
    Params=Params,
    deck=lambda game: deck(),
    start=start,
    phases=(
        Phase("deal", "deal thirteen cards each and show the last for trump", begin=deal),
        trick_phase("play the tricks"),
        Phase("score", "count the tricks beyond the book", begin=score),
    ),
    zones=zones,
    rulebook=rulebook,
    rules=(tier, strength, side_points),
    tricks=lambda game: with_trump(game.rules, FRENCH),
    plan=plan,
)
