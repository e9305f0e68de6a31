"""Janken: bid your tricks, with five suits that beat each other in a circle and Jokers that turn it round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit import tricks
from designkit.cards import COURT, Card, Suit, add_suits, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Game, Phase, Zone, added, leaders, secret
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import BidState, bid_phase, hand_zone, trick_phase, trick_zone, with_bids
from designkit.plan import Plan
from designkit.tricks import FIRST, OFF_SUIT, Tier, Tricks, judge

JOKER = 1
ACE = 14
_NAMES = {JOKER: "Joker", **COURT}
CYCLE = add_suits(
    Suit("paper", "▭", "#b58900", _NAMES, path="M4 1h11l5 5v17H4zM7 9h10v1.6H7zM7 13h10v1.6H7zM7 17h7v1.6H7z"),
    Suit(
        "lizard",
        "§",
        "#009e73",
        _NAMES,
        path="M15 1"
        "c3 0 5 2 4.5 5-.5 3-5.5 3.5-6.5 6-1 2.5 3 3 5 5 2 2 0 6-4 6-5 0-8-2-10-6 4 3 8 4 10.5 3 1-.6-.5-1.7-2.5-2.7"
        "L8 20l1.5-4.5c-1-2-.7-4 1-5.7L5 10.5l6-3C10.5 4 12 1 15 1zM14.6 4"
        "a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0z",
    ),
    Suit(
        "scissors",
        "✂",
        "#cc6699",
        _NAMES,
        path="M4 1h2.5L12 11.2 17.5 1H20l-6.3 13.3 1 1.9a4 4 0 1 1-2 .9L12 15.7l-.7 1.4a4 4 0 1 1-2-.9"
        "l1-1.9zM5.5 19.9a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM14.5 19.9a2 2 0 1 0 4 0 2 2 0 1 0-4 0z",
    ),
    Suit("rock", "⬢", "#5f5f5f", _NAMES, path="M7 3l8-1 7 7-2 9-8 4.500L4 19 2 11z"),
    Suit("water", "≈", "#0072b2", _NAMES, path="M12 .5c5 7.500 8 11 8 15a8 8 0 0 1-16 0c0-4 3-7.500 8-15z"),
)
"""Each suit is beaten by the one after it, and by the one after that."""
ROCK = "rock"


class Params(BaseParams):
    """The numbers and variants of Janken."""

    jokers: Annotated[bool, Field(description="whether each suit has a Joker")] = True
    rock_breaks: Annotated[bool, Field(description="Rock breaks everything: the highest Rock played wins")] = False
    ghost: Annotated[bool, Field(description="Ghost hand: one hand more is dealt and set aside unseen")] = False
    paper_joker: Annotated[
        Literal["last", "lowest"], Field(description="where the Joker of paper stands when no 2 of paper can open")
    ] = "last"
    top_rank: Annotated[int, Field(ge=3, le=ACE, description="highest rank in each suit (14 is the Ace)")] = ACE
    trick_points: Annotated[int, Field(ge=0, le=50, description="points for each trick bid and made")] = 10
    over_points: Annotated[int, Field(ge=0, le=10, description="points for each trick over the bid")] = 1
    nil_points: Annotated[int, Field(ge=0, le=500, description="points for a made bid of 0")] = 150
    bag_limit: Annotated[int, Field(ge=1, le=50, description="bags at which the penalty falls due")] = 10
    bag_penalty: Annotated[int, Field(ge=0, le=500, description="points lost for a full lot of bags")] = 100
    full_bags: Annotated[
        Literal["lots_go", "all_go", "stay"],
        Field(
            description="what becomes of bags after the penalty: full lots go, all go, or they stay and cost no more"
        ),
    ] = "lots_go"
    bag_lots: Annotated[
        Literal["each", "once"], Field(description="whether several full lots of bags at once cost once each or once")
    ] = "each"
    target: Annotated[int, Field(ge=10, le=2000, description="points that end the match")] = 500
    ties: Annotated[
        Literal["play_on", "shared"], Field(description="whether a tie on top at the end plays on or shares the win")
    ] = "play_on"
    most_hands: Annotated[int, Field(ge=1, le=1000, description="hands after which the match ends all the same")] = 1000


# ---- the rules -------------------------------------------------------------------------------------------------


def deck(jokers: bool = True, top_rank: int = ACE) -> tuple[Card, ...]:
    """Five suits from 2 to the Ace, with a Joker below the 2 in each.

    >>> len(deck()), len(deck(jokers=False))
    (70, 65)
    """
    return suited(CYCLE, range(JOKER if jokers else 2, top_rank + 1))


def hand_size(players: int, jokers: bool = True, ghost: bool = False, top_rank: int = ACE) -> int:
    """The deck dealt evenly, to one hand more with a ghost; what is left over is set aside.

    >>> [hand_size(players) for players in (5, 4, 3)], hand_size(4, ghost=True)
    ([14, 17, 23], 14)
    """
    return len(deck(jokers, top_rank)) // (players + ghost)


def opening_rank(card: Card, paper_joker: str = "last") -> int:
    """How late a paper card opens: the 2 first, the Ace after the King; the Joker last of all, or next to the 2."""
    if card.rank == JOKER:
        return ACE + 1 if paper_joker == "last" else 2
    return 1 if card.rank == 2 else card.rank


_OPENING = "the lowest paper dealt opens the hand"
_ROCK_LED = "Rock may not be led before one was played in an earlier trick"
NO_PAPER = Tier(100, _OPENING, "paper_joker")
NO_PAPER_ROCK = Tier(101, _ROCK_LED, "rock_breaks")
ROCK_LED = Tier(1, _ROCK_LED, "rock_breaks")
ROCK_OPENING = Tier(2, "Rock may not be played in the opening trick by a hand with another suit", "rock_breaks")


def tier(
    card: Card,
    led: str | None,
    rock_breaks: bool = False,
    rock_played: bool = False,
    opening: bool = False,
    paper_joker: str = "last",
) -> Tier:
    """Paper opens; follow suit if able; with Rock breaking everything, Rock waits to be led."""
    shy = rock_breaks and card.suit == ROCK
    if led is None and opening:
        if card.suit == "paper":
            return Tier(opening_rank(card, paper_joker), _OPENING, "paper_joker")
        return NO_PAPER_ROCK if shy and not rock_played else NO_PAPER
    if led is None:
        return ROCK_LED if shy and not rock_played else FIRST
    if card.suit == led:
        return FIRST
    return ROCK_OPENING if shy and opening else OFF_SUIT


def turn(reversed: bool, card: Card) -> bool:
    """Any Joker reverses the circle for its trick; another one does not turn it back."""
    return reversed or card.rank == JOKER


def strength(card: Card, led: str | None, reversed: bool, rock_breaks: bool = False) -> int:
    """The suit two steps on beats the one a step on, which beats the suit led; the other two cannot win."""
    if rock_breaks and card.suit == ROCK:
        return 1000 + card.rank
    if led is None:
        return 0
    steps = (CYCLE.index(card.suit) - CYCLE.index(led)) * (-1 if reversed else 1) % len(CYCLE)
    return 100 * steps + card.rank if steps <= 2 else 0


def legal_plays(
    hand: Sequence[Card],
    led: str | None,
    rock_breaks: bool = False,
    rock_played: bool = False,
    opening: bool = False,
) -> tuple[Card, ...]:
    """What may be played from a hand when a suit is led, or when leading (None)."""
    return tricks.legal_plays(hand, lambda card: tier(card, led, rock_breaks, rock_played, opening))


def trick_winner(plays: Sequence[Card], rock_breaks: bool = False) -> int | None:
    """The highest card of the strongest suit in the circle, seen from the suit led.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("J rock, K scissors, 7 paper")), trick_winner(cards("K scissors, J rock, 7 paper"))
    (2, 1)
    """
    return judge(plays, lambda card, led, reversed: strength(card, led, reversed, rock_breaks), turn=turn).place


def hand_score(
    bid: int, tricks: int, trick_points: int = 10, over_points: int = 1, nil_points: int = 150
) -> tuple[int, int]:
    """(points, bags): a made bid pays for its tricks and a bag a trick over; a missed bid pays nothing.

    >>> hand_score(4, 6), hand_score(4, 3), hand_score(0, 0), hand_score(0, 2)
    ((42, 2), (0, 0), (150, 0), (0, 2))
    """
    over = tricks - bid
    if bid == 0:
        return (nil_points, 0) if tricks == 0 else (0, tricks)
    return (trick_points * bid + over_points * over, over) if over >= 0 else (0, 0)


def settle_bags(
    bags: int, limit: int = 10, penalty: int = 100, full: str = "lots_go", lots: str = "each", had: int = 0
) -> tuple[int, int]:
    """(points lost as a number below zero, bags left): every full lot of bags costs once and goes.

    Or all bags go with a full lot, or they "stay" and only the first lot of a match costs; `had` is what the hand began with.

    >>> settle_bags(9), settle_bags(12), settle_bags(23), settle_bags(23, lots="once")
    ((0, 9), (-100, 2), (-200, 3), (-100, 3))
    >>> settle_bags(12, full="all_go"), settle_bags(12, full="stay", had=9), settle_bags(12, full="stay", had=11)
    ((-100, 0), (-100, 12), (0, 12))
    """
    if full == "stay":
        return -penalty * (had < limit <= bags), bags
    due = bags // limit
    return -penalty * (min(due, 1) if lots == "once" else due), 0 if due and full == "all_go" else bags % limit


def decided(totals: Sequence[int], target: int = 500, ties: str = "play_on") -> bool:
    """Whether a hand has ended the match: somebody has the target, and nobody else as much (or a tie is shared).

    >>> decided([480, 490, 0]), decided([505, 500, 0]), decided([505, 505, 0]), decided([505, 505, 0], ties="shared")
    (False, True, False, True)
    """
    return max(totals) >= target and (ties == "shared" or len(leaders(totals)) == 1)


# ---- the state and its phases ----------------------------------------------------------------------------------


def cards_each(game: Game) -> int:
    """The hand size of a variant."""
    p = game.params
    return hand_size(game.players, p.jokers, p.ghost, p.top_rank)


@dataclass(frozen=True, kw_only=True)
class State(BidState):
    """A Janken hand; the situation is (opening trick, rock played in an earlier trick)."""

    bags: tuple[int, ...] = ()
    aside: tuple[Card, ...] = secret(default=())
    """The ghost hand and what the deal leaves over."""


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players, bags=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Deal the hands evenly."""
    size = cards_each(game)
    pack = shuffled(game.deck, state.seed, state.round)
    return game.advance(
        state.but(
            hands=dealt(pack, game.players, size),
            aside=pack[game.players * size :],
            won=(0,) * game.players,
            plays=(),
            situation=(True, False),
        ).noting(Dealt(round=state.round, dealer=state.dealer))
    )


def opener(hands: Sequence[Sequence[Card]], otherwise: int, paper_joker: str = "last") -> int:
    """The seat with the lowest paper dealt; without any paper, the seat that would lead otherwise.

    >>> from designkit.cards import cards
    >>> opener([cards("A rock, Joker paper"), cards("Q paper, 2 rock")], otherwise=0)
    1
    """
    paper = [(card, seat) for seat, hand in enumerate(hands) for card in hand if card.suit == "paper"]
    return min((opening_rank(card, paper_joker), seat) for card, seat in paper)[1] if paper else otherwise


def tricks_begin(game: Game, state: State) -> State:
    """The lowest paper dealt leads."""
    leader = opener(state.hands, otherwise=game.left(state.dealer), paper_joker=game.params.paper_joker)
    return state.but(leader=leader, to_move=leader)


def _made(game: Game, bid: int | None, won: int) -> tuple[int, int]:
    p = game.params
    points, bags = game.rules.hand_score(
        bid, won, trick_points=p.trick_points, over_points=p.over_points, nil_points=p.nil_points
    )
    return points, bags


def _settled(game: Game, bags: int, had: int = 0) -> tuple[int, int]:
    p = game.params
    lost, left = game.rules.settle_bags(
        bags, limit=p.bag_limit, penalty=p.bag_penalty, full=p.full_bags, lots=p.bag_lots, had=had
    )
    return lost, left


def score(game: Game, state: State) -> State:
    """Score the bids, settle full lots of bags; the highest wins once the match is decided."""
    p = game.params
    results = [_made(game, bid, won) for bid, won in zip(state.bids, state.won, strict=True)]
    held = [had + new for had, (_, new) in zip(state.bags, results, strict=True)]
    settled = [_settled(game, bags, had) for bags, had in zip(held, state.bags, strict=True)]
    points = tuple(made + lost for (made, _), (lost, _) in zip(results, settled, strict=True))
    totals = added(state.scores, points)
    bags = tuple(left for _, left in settled)
    sheet = (
        ("bid", state.bids),
        ("tricks", state.won),
        ("new bags", tuple(new for _, new in results)),
        ("bag penalty", tuple(lost for lost, _ in settled)),
        ("bags", bags),
    )
    event = Scored(round=state.round, points=points, totals=totals, sheet=sheet)
    state = state.but(scores=totals, bags=bags).noting(event)
    first, played = leaders(totals), state.round + 1
    if decided(totals, p.target, p.ties) or played == p.most_hands:
        return game.finish(state, first)
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


PHASES = (
    Phase("deal", "deal the hands evenly", begin=deal),
    bid_phase("say in turn how many tricks you will take", most=cards_each),
    trick_phase("play the tricks; the lowest paper opens", tricks_begin),
    Phase("score", "score the bids and settle the bags", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def trick_rules(game: Game) -> Tricks:
    """The per-card rules; the mode is whether a Joker has reversed the circle."""
    rules, rock_breaks, paper_joker = game.rules, game.params.rock_breaks, game.params.paper_joker

    def stir(situation: Any, card: Card) -> tuple[bool, bool]:
        return False, situation[1] or card.suit == ROCK

    def words(reversed: Any, context: Any) -> str:
        said = ["a Joker reverses the circle"] if reversed else ["no Joker in the trick"] if game.params.jokers else []
        return ", ".join([*said, "Rock breaks everything"] if rock_breaks else said)

    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led, rock_breaks, situation[1], situation[0], paper_joker),
        strength=lambda card, led, reversed, context: rules.strength(card, led, reversed, rock_breaks),
        turn=rules.turn,
        stir=stir,
        modes=(False, True) if game.params.jokers else (False,),
        situations=((True, False), (True, True), (False, False), (False, True)),
        words=words,
    )


def plan(game: Game) -> Plan:
    """The course of a hand."""
    p = game.params
    size = cards_each(game)

    def own(bid: int, won: int, pile: tuple[Any, ...]) -> tuple[int, None]:
        points, bags = _made(game, bid, won)
        return points + _settled(game, bags)[0], None

    return Plan(
        hand_size=lambda round: size,
        situation=(True, False),
        bids="any",
        opens=lambda card: opening_rank(card, p.paper_joker) if card.suit == "paper" else None,
        own=own,
        ready=with_bids,
    )


def impossible(players: int, p: Params) -> str | None:
    """Everyone needs a card."""
    return None if hand_size(players, p.jokers, p.ghost, p.top_rank) else "the deck has too few cards (top_rank)"


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [trick_zone(game, state)]
    for seat in range(game.players):
        bid = "" if state.bids[seat] is None else str(state.bids[seat])
        table += [
            hand_zone(state, seat),
            Zone("bid", bid, seat),
            Zone("tricks", str(state.won[seat]), seat),
            Zone("bags", str(state.bags[seat]), seat),
        ]
    return tuple(table + ([Zone("aside", state.aside, kind="stack")] if state.aside else []))


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p, n = game.params, game.players
    size = cards_each(game)
    aside = len(game.deck) - n * size
    top = _NAMES.get(p.top_rank, str(p.top_rank))
    rock = (
        f" Rock breaks everything: the highest Rock played wins{', Joker or not' if p.jokers else ''}. "
        "Rock may not be led until one was played in "
        "an earlier trick of the hand, unless the hand is all Rock; in the opening trick a player with another suit may "
        "not play it."
    )
    goes = "go" if p.full_bags == "lots_go" else "all other bags go with them"
    lots = " (several such lots at once no more than one)" if p.bag_lots == "once" else ""
    bags = f"Every {p.bag_limit} bags cost {p.bag_penalty} points{lots} and {goes}."
    if p.full_bags == "stay":
        bags = f"The first {p.bag_limit} bags of a match cost {p.bag_penalty} points; bags stay, and further ones cost nothing."
    jokers = (
        "Any Joker in a trick reverses the circle for it; further Jokers change nothing more, and ranks never reverse. "
        "A Joker belongs to its suit, follows it and is its lowest card."
    )
    tie = "plays on" if p.ties == "play_on" else "shares the win"
    return (
        (
            "Cards",
            f"Five suits ({', '.join(CYCLE)}) from 2 to {top}"
            + (", each with a Joker below the 2" if p.jokers else ", without Jokers")
            + f": {len(game.deck)} cards.",
        ),
        (
            "Deal",
            f"{size} cards each, "
            + (f"and a ghost hand of {size} that nobody sees; " if p.ghost else "")
            + (f"{aside} cards in all stay aside." if aside else "nothing is left over."),
        ),
        ("Bids", f"In turn from the dealer's left everyone says a number of tricks from 0 to {size}."),
        (
            "Tricks",
            "The lowest paper dealt is led first by its holder: the 2 if it was dealt, else the "
            + (
                "next higher one, the Joker last of all"
                if p.paper_joker == "last"
                else "Joker, else the next higher one"
            )
            + ". Follow suit if you can, else play anything. The winner leads."
            + (rock if p.rock_breaks else ""),
        ),
        (
            "Who wins",
            f"The circle is {' → '.join(CYCLE)} → {CYCLE[0]}. The suit after the one led beats it, the one after that "
            f"beats both, the other two cannot win{' (but Rock can)' if p.rock_breaks else ''}; within a suit the higher card wins.",
        ),
        *((("Jokers", jokers),) if p.jokers else ()),
        (
            "Points",
            f"A made bid pays {p.trick_points} a trick bid and {p.over_points} a trick over; each trick over is also a bag. "
            f"A missed bid pays 0. A bid of 0 pays {p.nil_points} without a trick, else 0 and a bag for each. {bags}",
        ),
        (
            "Match",
            f"The first to have {p.target} points when a hand ends wins; of several the highest; a tie {tie}. "
            f"After {plural(p.most_hands, 'hand')} the highest total wins all the same.",
        ),
    )


GAME = Family(
    id="janken",
    title="Janken",
    about="bid your tricks, with five suits that beat each other in a circle and Jokers that turn it round",
    players=range(3, 6),
    Params=Params,
    impossible=impossible,
    deck=lambda game: deck(game.params.jokers, game.params.top_rank),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(tier, turn, strength, hand_score, settle_bags),
    tricks=trick_rules,
    plan=plan,
)
