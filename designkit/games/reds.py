"""Reds: bid, pass cards, and play five tricks with a trump suit and an anti-trump suit that almost never wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from pydantic import Field

from designkit import tricks
from designkit.cards import COURT, Card, shuffled, suited, without
from designkit.game import Act, Dealt, Family, Game, Phase, Scored, Zone, leaders, private, put, secret
from designkit.moves import Move
from designkit.params import Params as BaseParams
from designkit.phases import BidState, bid_phase, pass_turn, trick_phase
from designkit.tricks import Tricks

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
    led = tricks.led_suit(plays)
    return tricks.trick_winner(plays, lambda card: strength(card, led, anti))


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


def partners(players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that play together: each with the one across.

    >>> partners(6)
    ((0, 3), (1, 4), (2, 5))
    """
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(BidState):
    """A round of Reds; `context` is the anti-trump suit."""

    flipped: tuple[Card, ...] = ()
    """The cards turned up to find the anti-trump."""
    pack: tuple[Card, ...] = secret(default=())
    given: tuple[tuple[Card, ...], ...] = private(copies=True, default=())
    """What each seat passed on in this round."""
    received: tuple[tuple[Card, ...], ...] = private(copies=True, default=())


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Deal the hands, then flip cards until one is black."""
    size = game.params.hand_size
    pack = shuffled(game.deck, state.seed, state.round)
    hands = tuple(tuple(sorted(pack[seat * size : (seat + 1) * size])) for seat in range(game.players))
    rest = pack[game.players * size :]
    anti = game.rules.anti_trump(rest)
    flips = next((i + 1 for i, card in enumerate(rest) if card.suit == anti), len(rest))
    empty: tuple[tuple[Card, ...], ...] = ((),) * game.players
    return game.advance(
        state.but(
            hands=hands,
            flipped=rest[:flips],
            pack=rest[flips:],
            context=anti,
            given=empty,
            received=empty,
            won=(0,) * game.players,
            plays=(),
        ).noting(Dealt(round=state.round, dealer=state.dealer, shown=(("flipped", rest[:flips]),)))
    )


def _exchange(game: Game, state: State) -> tuple[int, str | None]:
    return exchange(state.round + 1, game.params.short, game.params.most_exchanged)


def exchange_begin(game: Game, state: State) -> State:
    """All choose before anyone sees what comes: asked in turn, passed on when the last has chosen."""
    return state.but(to_move=game.left(state.dealer)) if _exchange(game, state)[0] else game.advance(state)


def exchange_legal(game: Game, state: State) -> tuple[Move, ...]:
    """Any cards of the hand, as many as the round says."""
    return tuple(Move("give", given) for given in combinations(state.hands[state.seat], _exchange(game, state)[0]))


def exchange_play(game: Game, state: State, move: Move) -> State:
    """Lay the cards down; when all have, everyone takes up what was passed to them."""
    seat = state.seat
    state = state.but(given=put(state.given, seat, move.cards)).noting(
        Act(round=state.round, seat=seat, move=Move("give"))
    )
    if seat == state.dealer:
        steps = 1 if _exchange(game, state)[1] == "left" else -1
        received = tuple(state.given[game.left(seat, -steps)] for seat in range(game.players))
        hands = tuple(
            tuple(sorted(without(hand, given) + taken))
            for hand, given, taken in zip(state.hands, state.given, received, strict=True)
        )
        state = state.but(hands=hands, received=received)
    return pass_turn(game, state)


def exchange_why_not(game: Game, state: State, move: Move) -> str:
    """Why these cards may not be passed."""
    count, direction = _exchange(game, state)
    hand = state.hands[state.seat]
    missing = [card for card in move.cards if card not in hand]
    if missing:
        return f"{missing[0]} is not in the hand of seat {state.to_move}; it holds {', '.join(map(str, hand))}."
    noun = "card" if count == 1 else "different cards"
    held = f"such as '{exchange_legal(game, state)[0]}'"
    return f"In round {state.round + 1} a seat gives {count} {noun} to the {direction}, {held}."


def tricks_begin(game: Game, state: State) -> State:
    """The dealer's left leads."""
    return state.but(leader=game.left(state.dealer), to_move=game.left(state.dealer))


def score(game: Game, state: State) -> State:
    """Open hidden bids and score; after the last round the highest total wins, a tie for first plays on."""
    p = game.params
    bids = state.sealed if p.hidden_bids else state.bids
    points = tuple(
        game.rules.hand_score(
            bid,
            won,
            trick_points=p.trick_points,
            exact_bonus=p.exact_bonus,
            nil_points=p.nil_points,
            over_points=p.over_points,
            under_points=p.under_points,
        )
        for bid, won in zip(bids, state.won, strict=True)
    )
    totals = tuple(map(sum, zip(state.scores, points, strict=True)))
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
    bid_phase("say in turn how many tricks you will take", sealed=lambda game: bool(game.params.hidden_bids)),
    Phase(
        "exchange",
        "pass cards to a neighbour",
        ("give",),
        exchange_begin,
        exchange_legal,
        exchange_play,
        exchange_why_not,
    ),
    trick_phase("play the tricks", tricks_begin),
    Phase("score", "score the bids", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def trick_rules(game: Game) -> Tricks:
    """The per-card rules, with the anti-trump as the hand's context."""
    rules = game.rules
    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led),
        strength=lambda card, led, mode, anti: rules.strength(card, led, anti),
        contexts=(*BLACK, None),
        words=lambda mode, anti: f"{TRUMP} is trump, " + (f"{anti} anti-trump" if anti else "no anti-trump"),
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
    table = [Zone("flipped", state.flipped), Zone("trick", state.plays)]
    for seat in range(game.players):
        bid = "" if state.bids[seat] is None else f"bid {state.bids[seat]}"
        table += [
            Zone("hand", state.hands[seat], seat),
            Zone("bid", bid, seat),
            Zone("tricks", str(state.won[seat]), seat),
            Zone("given", state.given[seat], seat),
        ]
    return tuple(table + [Zone("pack", state.pack)])


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
            f"{TRUMP.capitalize()} is trump. Cards of the rest are flipped until one is black: its suit is the anti-trump, the "
            "other black suit is neutral. If only diamonds are left, both black suits are neutral.",
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
            f"{planned} rounds, the deal passing left"
            + (f"; partners ({names}) add their points" if p.partnership else "")
            + f". The highest total wins; a tie for first plays up to {p.extra_rounds} extra rounds without exchange, "
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
)
