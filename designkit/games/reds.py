"""Reds: bid, pass cards, and play five tricks with a trump suit and an anti-trump suit that almost never wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from designkit import tricks
from designkit.cards import COURT, Card, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Game, Phase, Zone, added, leaders, partners, secret
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import (
    BidState,
    ExchangeState,
    bid_phase,
    exchange_phase,
    exchange_zone,
    hand_zone,
    trick_phase,
    trick_zone,
    with_bids,
)
from designkit.plan import Flip, Plan
from designkit.tricks import Tricks, judge

SUITS = ("diamonds", "spades", "clubs")
TRUMP = "diamonds"
BLACK = ("spades", "clubs")
ACE = 14


class Params(BaseParams):
    """The numbers and variants of Reds."""

    hand_size: Annotated[int, Field(ge=1, le=12, description="cards dealt to each player, and tricks in a round")] = 5
    top_rank: Annotated[int, Field(ge=3, le=ACE, description="highest rank in each suit (14 is the Ace)")] = ACE
    most_exchanged: Annotated[int, Field(ge=0, le=6, description="cards passed in the first round")] = 4
    short: Annotated[bool, Field(description="short game: each number of cards is passed in one round, not two")] = (
        False
    )
    hidden_bids: Annotated[bool, Field(description="whether bids stay hidden till the round ends")] = False
    partnership: Annotated[bool, Field(description="whether seats across the table add their totals (4 or 6)")] = False
    trick_points: Annotated[int, Field(ge=0, le=20, description="points for each trick of a bid that is made")] = 3
    exact_bonus: Annotated[int, Field(ge=0, le=50, description="points more for a bid made exactly")] = 5
    nil_points: Annotated[int, Field(ge=0, le=50, description="points for a bid of 0 made exactly")] = 10
    over_points: Annotated[int, Field(ge=0, le=20, description="points for each trick over the bid")] = 1
    under_points: Annotated[int, Field(ge=0, le=20, description="points for each trick of a missed bid")] = 1
    extra_rounds: Annotated[int, Field(ge=0, le=20, description="most extra rounds to break a tie for first")] = 20


# ---- the rules -------------------------------------------------------------------------------------------------


def deck(top_rank: int = ACE) -> tuple[Card, ...]:
    """Diamonds, spades and clubs.

    >>> len(deck())
    39
    """
    return suited(SUITS, range(2, top_rank + 1))


def anti_trump(pack: Sequence[Card]) -> str | None:
    """The suit of the first black card flipped; none in a pack of diamonds alone.

    >>> from designkit.cards import cards
    >>> anti_trump(cards("7 diamonds, 2 clubs, A spades"))
    'clubs'
    """
    return next((card.suit for card in pack if card.suit in BLACK), None)


def rounds(short: bool = False, most: int = 4) -> int:
    """How many rounds a match has before any tie is broken.

    >>> rounds(), rounds(short=True)
    (9, 5)
    """
    return most + 1 if short else 2 * most + 1


def exchange(round: int, short: bool = False, most: int = 4) -> tuple[int, str | None]:
    """(cards, direction) passed in a round, counted from 1: left and right in turn, ever fewer, at last none.

    >>> [exchange(round) for round in (1, 2, 3, 8, 9, 10)]
    [(4, 'left'), (4, 'right'), (3, 'left'), (1, 'right'), (0, None), (0, None)]
    >>> [exchange(round, short=True) for round in range(1, 6)]
    [(4, 'left'), (3, 'right'), (2, 'left'), (1, 'right'), (0, None)]
    """
    count = most - (round - 1 if short else (round - 1) // 2)
    return (count, "left" if round % 2 else "right") if count > 0 else (0, None)


def strength(card: Card, led: str | None, anti: str | None) -> int:
    """Trump beats all; the suit led beats the rest; when the anti-trump is led the neutral suit beats it."""
    if card.suit == TRUMP:
        return 200 + card.rank
    if card.suit == anti:
        return card.rank if led == anti else 0
    return 100 + card.rank if led in (card.suit, anti) else 0


def tier(card: Card, led: str | None) -> int:
    """Anything may be led; follow suit if able."""
    return tricks.follow(card, led)


def legal_plays(hand: Sequence[Card], led: str | None) -> tuple[Card, ...]:
    """What may be played from a hand when a suit is led, or when leading (None)."""
    return tricks.legal_plays(hand, lambda card: tier(card, led))


def trick_winner(plays: Sequence[Card], anti: str | None = None) -> int | None:
    """The highest trump, else the highest card of the suit led; the anti-trump wins only among its own.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("A clubs, 2 spades, K clubs"), anti="clubs"), trick_winner(cards("9 clubs, K clubs"), "clubs")
    (1, 1)
    """
    return judge(plays, lambda card, led, mode: strength(card, led, anti)).place


def hand_score(
    bid: int,
    tricks: int,
    trick_points: int = 3,
    exact_bonus: int = 5,
    nil_points: int = 10,
    over_points: int = 1,
    under_points: int = 1,
) -> int:
    """Points of a round: most for an exact bid, a little for tricks over it or for those of a missed one.

    >>> hand_score(3, 3), hand_score(2, 4), hand_score(3, 2), hand_score(0, 0)
    (14, 8, 2, 10)
    """
    if tricks == bid:
        return trick_points * bid + exact_bonus if bid else nil_points
    if tricks > bid:
        return trick_points * bid + over_points * (tricks - bid)
    return under_points * tricks


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(BidState, ExchangeState):
    """A round of Reds; `context` is the anti-trump suit."""

    flipped: tuple[Card, ...] = ()
    """The cards turned up to find the anti-trump."""
    pack: tuple[Card, ...] = secret(default=())


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Deal the hands, then flip cards until one is black."""
    size = game.params.hand_size
    pack = shuffled(game.deck, state.seed, state.round)
    rest = pack[game.players * size :]
    anti = game.rules.anti_trump(rest)
    flips = next((i + 1 for i, card in enumerate(rest) if card.suit == anti), len(rest))
    return game.advance(
        state.but(
            hands=dealt(pack, game.players, size),
            flipped=rest[:flips],
            pack=rest[flips:],
            context=anti,
            given=((),) * game.players,
            received=((),) * game.players,
            won=(0,) * game.players,
            plays=(),
        ).noting(Dealt(round=state.round, dealer=state.dealer, shown=(("flipped", rest[:flips]),)))
    )


def _exchange(game: Game, state: State) -> tuple[int, str | None]:
    return exchange(state.round + 1, game.params.short, game.params.most_exchanged)


def _points(game: Game, bid: int | None, won: int) -> int:
    p = game.params
    return int(
        game.rules.hand_score(
            bid,
            won,
            trick_points=p.trick_points,
            exact_bonus=p.exact_bonus,
            nil_points=p.nil_points,
            over_points=p.over_points,
            under_points=p.under_points,
        )
    )


def score(game: Game, state: State) -> State:
    """Open hidden bids and score; after the last round the highest total wins, a tie for first plays on."""
    p = game.params
    bids = state.sealed if p.hidden_bids else state.bids
    points = tuple(_points(game, bid, won) for bid, won in zip(bids, state.won, strict=True))
    totals = added(state.scores, points)
    event = Scored(round=state.round, points=points, totals=totals, sheet=(("bid", bids), ("tricks", state.won)))
    state = state.but(scores=totals, bids=bids).noting(event)
    sides = partners(game.players) if p.partnership else tuple((seat,) for seat in range(game.players))
    first = leaders([sum(totals[seat] for seat in side) for side in sides])
    played, planned = state.round + 1, rounds(p.short, p.most_exchanged)
    if played >= planned and (len(first) == 1 or played >= planned + p.extra_rounds):
        return game.finish(state, sorted(seat for i in first for seat in sides[i]))
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


PHASES = (
    Phase("deal", "deal the hands and find the anti-trump", begin=deal),
    bid_phase(
        "say in turn how many tricks you will take",
        sealed=lambda game: bool(game.params.hidden_bids),
        most=lambda game: int(game.params.hand_size),
    ),
    exchange_phase("pass cards to a neighbour", _exchange),
    trick_phase("play the tricks"),
    Phase("score", "score the bids", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def all_black_may_be_dealt(game: Game) -> bool:
    """Whether the rest can be diamonds alone, so that there is no anti-trump."""
    return game.players * int(game.params.hand_size) >= sum(card.suit in BLACK for card in game.deck)


def trick_rules(game: Game) -> Tricks:
    """The per-card rules, with the anti-trump as the hand's context."""
    rules = game.rules
    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led),
        strength=lambda card, led, mode, anti: rules.strength(card, led, anti),
        contexts=(*BLACK, None) if all_black_may_be_dealt(game) else BLACK,
        words=lambda mode, anti: f"{TRUMP} are trump, " + (f"{anti} anti-trump" if anti else "no anti-trump"),
    )


def plan(game: Game) -> Plan:
    """The course of a round; the anti-trump is asked card by card."""
    p, rules, size = game.params, game.rules, game.params.hand_size

    def passing(round: int) -> tuple[int, int]:
        count, direction = exchange(round + 1, p.short, p.most_exchanged)
        return count, -1 if direction == "right" else 1

    def own(bid: int, won: int, pile: tuple[Any, ...]) -> tuple[int, None]:
        return _points(game, bid, won), None

    return Plan(
        hand_size=lambda round: size,
        flip=Flip(sets=lambda card: rules.anti_trump((card,)), at=lambda round: game.players * size),
        bids="any",
        exchange=passing,
        own=own,
        sides=partners(game.players) if p.partnership else (),
        ready=with_bids,
    )


def impossible(players: int, p: Params) -> str | None:
    """The deck must suffice, the exchange be possible, and partners sit across."""
    have, need = len(deck(p.top_rank)), players * p.hand_size
    if need > have:
        return f"the hands need {need} cards and the deck has {have} (hand_size, top_rank)"
    if p.most_exchanged > p.hand_size:
        return f"{p.most_exchanged} cards cannot be passed from a hand of {p.hand_size} (most_exchanged, hand_size)"
    if p.partnership and players not in (4, 6):
        return "a partnership game needs 4 or 6 players (partnership)"
    return None


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [Zone("flipped", state.flipped), exchange_zone(state, _exchange(game, state)), trick_zone(game, state)]
    for seat in range(game.players):
        bid = state.sealed[seat] if state.bids[seat] is None else state.bids[seat]
        table += [
            hand_zone(state, seat),
            Zone("bid", "" if bid is None else str(bid), seat),
            Zone("tricks", str(state.won[seat]), seat),
            Zone("given", state.given[seat], seat),
        ]
    return tuple(table + [Zone("pack", state.pack, kind="stack")])


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p, n = game.params, game.players
    planned = rounds(p.short, p.most_exchanged)
    passes = [exchange(round, p.short, p.most_exchanged) for round in range(1, planned + 1)]
    table = ", ".join(f"{count} {direction}" if count else "none" for count, direction in passes)
    names = " and ".join("+".join(map(str, side)) for side in partners(n)) if p.partnership else ""
    return (
        (
            "Cards",
            f"{', '.join(SUITS)} from 2 to {COURT.get(p.top_rank, p.top_rank)}: {len(game.deck)} cards, {p.hand_size} each.",
        ),
        (
            "Suits",
            f"{TRUMP.capitalize()} are trump. Cards of the rest are flipped until one is black: its suit is the anti-trump, the "
            "other black suit is neutral."
            + (" If only diamonds are left, both black suits are neutral." if all_black_may_be_dealt(game) else ""),
        ),
        (
            "Bids",
            f"In turn from the dealer's left everyone says a number of tricks from 0 to {p.hand_size}"
            + (", hidden from the others till the round ends." if p.hidden_bids else ", openly."),
        ),
        ("Exchange", f"Then everyone passes cards at once, unseen; round by round: {table}."),
        (
            "Tricks",
            "The dealer's left leads first, then the winner. Any card may be led; follow suit if you can. The highest trump "
            "wins, else the highest card of the suit led. Anti-trump cannot win unless it is led; when it is led, any neutral "
            "card beats it (and trump beats both); among anti-trumps alone the highest wins.",
        ),
        (
            "Points",
            f"An exact bid pays {p.trick_points} a trick and {p.exact_bonus} more, an exact 0 pays {p.nil_points}. Tricks over "
            f"the bid: {p.trick_points} a trick bid and {p.over_points} a trick over. Under it: {p.under_points} a trick.",
        ),
        (
            "Match",
            f"{plural(planned, 'round')}, the deal passing left"
            + (f"; partners ({names}) add their points" if p.partnership else "")
            + f". The highest total wins; a tie for first plays at most {plural(p.extra_rounds, 'extra round')} without exchange, "
            "after which it stands.",
        ),
    )


GAME = Family(
    id="reds",
    title="Reds",
    about="bid, pass cards, and play tricks with a trump suit and an anti-trump suit that almost never wins",
    players=range(2, 7),
    Params=Params,
    impossible=impossible,
    deck=lambda game: deck(game.params.top_rank),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(anti_trump, tier, strength, hand_score),
    tricks=trick_rules,
    plan=plan,
)
