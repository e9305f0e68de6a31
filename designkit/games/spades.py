"""Spades: partners bid their tricks, spades are trump, and too many tricks over the bid cost dear."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit import tricks
from designkit.cards import FRENCH, Card, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Game, Phase, Zone, added, leaders, partners
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import BidState, any_bid, bid_phase, hand_zone, trick_phase, trick_zone, with_bids
from designkit.plan import Plan
from designkit.tricks import Tier, Tricks, judge

TRUMP = "spades"


class Params(BaseParams):
    """The numbers and options of Spades."""

    spade_leads: Annotated[
        Literal["broken", "any", "last"],
        Field(
            description="when spades may be led: once one was played, at any time, or only from a hand of spades alone"
        ),
    ] = "broken"
    capped: Annotated[bool, Field(description="whether partners may not bid more tricks together than there are")] = (
        True
    )
    trick_points: Annotated[int, Field(ge=0, le=50, description="points for each trick of a side's bid")] = 10
    over_points: Annotated[int, Field(ge=0, le=10, description="points for each trick over the bid")] = 1
    nil_points: Annotated[int, Field(ge=0, le=500, description="points won or lost by a bid of 0")] = 100
    bag_limit: Annotated[int, Field(ge=1, le=50, description="bags at which the penalty falls due")] = 10
    bag_penalty: Annotated[int, Field(ge=0, le=500, description="points lost for a full lot of bags")] = 100
    target: Annotated[int, Field(ge=10, le=2000, description="points that win the match")] = 500
    floor: Annotated[int, Field(ge=-2000, le=-10, description="points that lose the match")] = -500
    most_hands: Annotated[int, Field(ge=1, le=200, description="hands after which the match ends all the same")] = 100


def deck() -> tuple[Card, ...]:
    """The 52 cards.

    >>> len(deck())
    52
    """
    return suited(FRENCH, range(2, 15))


NOT_YET = Tier(1, "spades may not be led yet from a hand with another suit", "spade_leads")


def tier(card: Card, led: str | None, broken: bool = True) -> Tier:
    """Follow suit if able; spades wait to be led until one has been played."""
    return NOT_YET if led is None and not broken and card.suit == TRUMP else tricks.follow(card, led)


def strength(card: Card, led: str | None) -> int:
    """Spades beat the suit led, other suits cannot win; higher cards are stronger."""
    return tricks.trump_strength(card, led, TRUMP)


def trick_winner(plays: Sequence[Card]) -> int | None:
    """The highest spade, else the highest card of the suit led."""
    return judge(plays, lambda card, led, mode: strength(card, led)).place


def side_score(
    bids: Sequence[int], tricks: Sequence[int], trick_points: int = 10, over_points: int = 1, nil_points: int = 100
) -> tuple[int, int]:
    """(points, bags) of two partners: their bid together, made or missed, and each bid of 0 by itself.

    >>> side_score([3, 4], [5, 3]), side_score([5, 4], [4, 4]), side_score([0, 4], [0, 4])
    ((71, 1), (-90, 0), (140, 0))
    """
    bid, won = sum(bids), sum(tricks)
    nils = sum((nil_points if own == 0 else -nil_points) for asked, own in zip(bids, tricks, strict=True) if asked == 0)
    if won < bid:
        return nils - trick_points * bid, 0
    return nils + trick_points * bid + over_points * (won - bid), won - bid


@dataclass(frozen=True, kw_only=True)
class State(BidState):
    """A hand of Spades; the situation is whether spades are broken."""

    bags: tuple[int, ...] = ()
    """Bags of each seat's side."""


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players, bags=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Thirteen cards each."""
    pack = shuffled(game.deck, state.seed, state.round)
    hands = dealt(pack, game.players, len(pack) // game.players)
    fresh = state.but(hands=hands, won=(0,) * game.players, plays=(), situation=game.params.spade_leads == "any")
    return game.advance(fresh.noting(Dealt(round=state.round, dealer=state.dealer)))


def partner(game: Game, seat: int) -> int:
    """The seat across."""
    return game.left(seat, game.players // 2)


def capped(game: Game, state: State) -> Iterable[int]:
    """Partners may not bid more together than there are tricks."""
    theirs = state.bids[partner(game, state.seat)] or 0
    most = len(state.hands[state.seat]) - theirs if game.params.capped else len(state.hands[state.seat])
    return [bid for bid in any_bid(game, state) if bid <= most]


def _side(game: Game, bids: Sequence[Any], won: Sequence[int], seat: int) -> tuple[int, int]:
    p, pair = game.params, (seat, partner(game, seat))
    points, bags = game.rules.side_score(
        [bids[own] for own in pair],
        [won[own] for own in pair],
        trick_points=p.trick_points,
        over_points=p.over_points,
        nil_points=p.nil_points,
    )
    return points, bags


def score(game: Game, state: State) -> State:
    """Each side scores for both partners alike; full lots of bags cost and go."""
    p = game.params
    results = [_side(game, state.bids, state.won, seat) for seat in range(game.players)]
    held = [had + new for had, (_, new) in zip(state.bags, results, strict=True)]
    penalties = tuple(-p.bag_penalty * (bags // p.bag_limit) for bags in held)
    points = added([made for made, _ in results], penalties)
    totals, bags = added(state.scores, points), tuple(bags % p.bag_limit for bags in held)
    sheet = (("bid", state.bids), ("tricks", state.won), ("bag penalty", penalties), ("bags", bags))
    event = Scored(round=state.round, points=points, totals=totals, sheet=sheet)
    state = state.but(scores=totals, bags=bags).noting(event)
    played, best = state.round + 1, leaders(totals)
    ended = max(totals) >= p.target or min(totals) <= p.floor
    if (ended and len(best) < game.players) or played == p.most_hands:
        return game.finish(state, best)
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


def plan(game: Game) -> Plan:
    """The course of a hand; both partners' bids and tricks make the points of their side."""
    p = game.params

    def joint(points: Sequence[int], seats: Sequence[tuple[int, int]], _: Sequence[int]) -> tuple[int, ...]:
        bids, won = zip(*seats, strict=True)
        made = (_side(game, bids, won, seat) for seat in range(game.players))
        return tuple(points - p.bag_penalty * (bags // p.bag_limit) for points, bags in made)

    return Plan(
        hand_size=lambda round: len(game.deck) // game.players,
        situation=p.spade_leads == "any",
        bids="cap" if p.capped else "any",
        own=lambda bid, won, pile: (0, (bid, won)),
        joint=joint,
        sides=partners(game.players),
        ready=with_bids,
    )


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [trick_zone(game, state)]
    for seat in range(game.players):
        bid = state.bids[seat] if state.bids else None
        table += [
            hand_zone(state, seat),
            Zone("bid", "" if bid is None else str(bid), seat),
            Zone("tricks", str(state.won[seat]), seat),
            Zone("bags", str(state.bags[seat]), seat),
        ]
    return tuple(table)


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p = game.params
    sides = " and ".join("+".join(map(str, side)) for side in partners(game.players))
    return (
        ("Cards", "The 52 cards, thirteen each."),
        ("Sides", f"The seats across play together: {sides}."),
        (
            "Bids",
            "In turn from the dealer's left everyone says a number of tricks"
            + ("; partners may not bid more together than there are." if p.capped else "."),
        ),
        (
            "Tricks",
            "The dealer's left leads, afterwards the winner. Follow suit if you can, else play anything. The highest spade wins, "
            "else the highest card of the suit led."
            + {
                "broken": " Spades may not be led until one was played, unless the hand has nothing else.",
                "any": " Spades may be led at any time.",
                "last": " Spades may be led only from a hand of spades alone.",
            }[p.spade_leads],
        ),
        (
            "Points",
            f"A side that takes the tricks it bid gets {p.trick_points} for each of them and {p.over_points} for each over, which is "
            f"a bag; else it loses {p.trick_points} a trick bid. A bid of 0 wins {p.nil_points} without a trick and loses as much with "
            f"one. Every {plural(p.bag_limit, 'bag')} cost {p.bag_penalty} points and go.",
        ),
        (
            "Match",
            f"Until a side has {p.target} points or is down to {p.floor}; then the higher total wins, and a tie plays on. After "
            f"{plural(p.most_hands, 'hand')} it wins all the same.",
        ),
    )


def trick_rules(game: Game) -> Tricks:
    """The per-card rules; the situation is whether spades are broken."""
    rules = game.rules

    def stir(broken: Any, card: Card) -> bool:
        return broken or (card.suit == TRUMP and game.params.spade_leads == "broken")

    return Tricks(
        tier=lambda card, led, broken: rules.tier(card, led, broken),
        strength=lambda card, led, mode, context: rules.strength(card, led),
        stir=stir,
        situations=(False, True),
        words=lambda mode, context: f"{TRUMP} are trump",
    )


GAME = Family(
    id="spades",
    title="Spades",
    about="partners bid their tricks, spades are trump, and too many tricks over the bid cost dear",
    players=range(4, 5),
    Params=Params,
    deck=lambda game: deck(),
    start=start,
    phases=(
        Phase("deal", "deal thirteen cards each", begin=deal),
        bid_phase("say in turn how many tricks you will take", allowed=capped),
        trick_phase("play the tricks"),
        Phase("score", "score the sides and settle the bags", begin=score),
    ),
    zones=zones,
    rulebook=rulebook,
    rules=(tier, strength, side_score),
    tricks=trick_rules,
    plan=plan,
)
