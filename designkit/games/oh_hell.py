"""Oh Hell: say exactly how many tricks you will take, with fewer cards every hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit import tricks
from designkit.cards import FRENCH, Card, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Game, Phase, Zone, added, leaders, secret
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import BidState, any_bid, bid_phase, hand_zone, trick_phase, trick_zone, with_bids
from designkit.plan import Flip, Plan
from designkit.tricks import judge, with_trump


class Params(BaseParams):
    """The numbers and options of Oh Hell."""

    most_cards: Annotated[int, Field(ge=1, le=17, description="cards each in the largest hand")] = 7
    course: Annotated[
        Literal["down", "down_up"], Field(description="whether hands shrink to one card, or grow again after that")
    ] = "down_up"
    hook: Annotated[bool, Field(description="whether the last bid must keep the bids from adding up to the tricks")] = (
        True
    )
    trick_points: Annotated[int, Field(ge=0, le=20, description="points for each trick")] = 1
    exact_bonus: Annotated[int, Field(ge=0, le=50, description="points more for a bid made exactly")] = 10
    penalty: Annotated[
        bool, Field(description="whether a missed bid costs its distance instead of paying its tricks")
    ] = False


def defaults(players: int) -> Mapping[str, Any]:
    """What depends on the player count: the deck must suffice, with a card for trump."""
    return {"most_cards": min(10, (len(deck()) - 1) // players)}


def deck() -> tuple[Card, ...]:
    """The 52 cards.

    >>> len(deck())
    52
    """
    return suited(FRENCH, range(2, 15))


def hand_sizes(most_cards: int, course: str = "down_up") -> tuple[int, ...]:
    """Cards each, hand by hand.

    >>> hand_sizes(3), hand_sizes(3, "down")
    ((3, 2, 1, 2, 3), (3, 2, 1))
    """
    down = tuple(range(most_cards, 0, -1))
    return down if course == "down" else down + tuple(range(2, most_cards + 1))


def tier(card: Card, led: str | None) -> int:
    """Anything may be led; follow suit if able."""
    return tricks.follow(card, led)


def strength(card: Card, led: str | None, trump: str | None) -> int:
    """Trump beats the suit led, other suits cannot win; higher cards are stronger."""
    return tricks.trump_strength(card, led, trump)


def trick_winner(plays: Sequence[Card], trump: str | None) -> int | None:
    """The highest trump, else the highest card of the suit led."""
    return judge(plays, lambda card, led, mode: strength(card, led, trump)).place


def hand_score(bid: int, tricks: int, trick_points: int = 1, exact_bonus: int = 10, penalty: bool = False) -> int:
    """Points a trick, and a bonus for an exact bid; with the penalty a missed bid costs its distance.

    >>> hand_score(2, 2), hand_score(2, 3), hand_score(2, 3, penalty=True)
    (12, 3, -1)
    """
    if tricks == bid:
        return trick_points * tricks + exact_bonus
    return -trick_points * abs(tricks - bid) if penalty else trick_points * tricks


@dataclass(frozen=True, kw_only=True)
class State(BidState):
    """A hand of Oh Hell; `context` is the trump suit."""

    turned: Card | None = None
    pack: tuple[Card, ...] = secret(default=())


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Deal this hand's number of cards and turn the next one up for trump."""
    size = hand_sizes(game.params.most_cards, game.params.course)[state.round]
    pack = shuffled(game.deck, state.seed, state.round)
    turned, rest = pack[game.players * size], pack[game.players * size + 1 :]
    event = Dealt(round=state.round, dealer=state.dealer, shown=(("trump", (turned,)),))
    return game.advance(
        state.but(
            hands=dealt(pack, game.players, size),
            turned=turned,
            pack=rest,
            context=turned.suit,
            won=(0,) * game.players,
            plays=(),
        ).noting(event)
    )


def hooked(game: Game, state: State) -> Iterable[int]:
    """The last bidder may not make the bids add up to the tricks."""
    held = len(state.hands[state.seat])
    taboo = held - sum(bid or 0 for bid in state.bids) if game.params.hook and state.seat == state.dealer else None
    return [bid for bid in any_bid(game, state) if bid != taboo]


def _points(game: Game, bid: int | None, won: int) -> int:
    p = game.params
    return int(
        game.rules.hand_score(bid, won, trick_points=p.trick_points, exact_bonus=p.exact_bonus, penalty=p.penalty)
    )


def score(game: Game, state: State) -> State:
    """Score the bids; after the last hand the highest total wins, ties share."""
    p = game.params
    points = tuple(_points(game, bid, won) for bid, won in zip(state.bids, state.won, strict=True))
    totals = added(state.scores, points)
    event = Scored(round=state.round, points=points, totals=totals, sheet=(("bid", state.bids), ("tricks", state.won)))
    state = state.but(scores=totals).noting(event)
    played = state.round + 1
    if played == len(hand_sizes(p.most_cards, p.course)):
        return game.finish(state, leaders(totals))
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


def plan(game: Game) -> Plan:
    """The course of a hand; the card after the hands makes trump."""
    sizes = hand_sizes(game.params.most_cards, game.params.course)
    return Plan(
        hand_size=lambda round: sizes[round],
        flip=Flip(sets=lambda card: card.suit, at=lambda round: game.players * sizes[round]),
        bids="hook" if game.params.hook else "any",
        own=lambda bid, won, pile: (_points(game, bid, won), None),
        ready=with_bids,
    )


def impossible(players: int, p: Params) -> str | None:
    """The deck must suffice, with a card for trump."""
    need, have = players * p.most_cards + 1, len(deck())
    return f"the largest hand needs {need} cards and the deck has {have} (most_cards)" if need > have else None


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [Zone("trump", (state.turned,) if state.turned else ()), trick_zone(game, state)]
    for seat in range(game.players):
        bid = state.bids[seat] if state.bids else None
        table += [
            hand_zone(state, seat),
            Zone("bid", "" if bid is None else str(bid), seat),
            Zone("tricks", str(state.won[seat]), seat),
        ]
    return (*table, Zone("pack", state.pack))


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p = game.params
    sizes = hand_sizes(p.most_cards, p.course)
    missed = (
        f"a missed bid costs {plural(p.trick_points, 'point')} for each trick it is off"
        if p.penalty
        else f"a missed bid pays {plural(p.trick_points, 'point')} a trick all the same"
    )
    return (
        (
            "Cards",
            f"The 52 cards; {', '.join(map(str, sizes))} each, hand by hand. The next card is turned up for trump.",
        ),
        (
            "Bids",
            "In turn from the dealer's left everyone says a number of tricks"
            + ("; the dealer, last, may not make the bids add up to the tricks." if p.hook else "."),
        ),
        (
            "Tricks",
            "The dealer's left leads, afterwards the winner. Follow suit if you can, else play anything. The highest trump wins, "
            "else the highest card of the suit led.",
        ),
        (
            "Points",
            f"An exact bid pays {plural(p.trick_points, 'point')} a trick and {p.exact_bonus} more; {missed}.",
        ),
        ("Match", f"{plural(len(sizes), 'hand')}; the highest total wins, ties share the win."),
    )


GAME = Family(
    id="oh_hell",
    title="Oh Hell",
    about="say exactly how many tricks you will take, with fewer cards every hand",
    players=range(3, 8),
    Params=Params,
    defaults=defaults,
    impossible=impossible,
    deck=lambda game: deck(),
    start=start,
    phases=(
        Phase("deal", "deal and turn up a card for trump", begin=deal),
        bid_phase(
            "say in turn how many tricks you will take",
            allowed=hooked,
            most=lambda game: int(game.params.most_cards),
        ),
        trick_phase("play the tricks"),
        Phase("score", "score the bids", begin=score),
    ),
    zones=zones,
    rulebook=rulebook,
    rules=(tier, strength, hand_score),
    tricks=lambda game: with_trump(game.rules, FRENCH),
    plan=plan,
)
