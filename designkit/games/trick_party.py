"""Trick Party: tricks for open prizes, Revolution cards that turn the numbers round, and DEATH last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from designkit import tricks
from designkit.cards import FACE_DOWN, Card, Suit, add_suits, dealt, shuffled, suited
from designkit.errors import BadVariant
from designkit.events import Dealt, Scored, Trick
from designkit.game import Family, Game, Phase, Zone, added, leaders, put, secret
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import TrickState, hand_zone, trick_phase, trick_zone
from designkit.plan import Plan
from designkit.tricks import Tricks, judge

SUITS = add_suits(
    Suit("red", "◆", "#d55e00", path="M12 1l11 11-11 11L1 12z"),
    Suit("blue", "●", "#0072b2", path="M1 12a11 11 0 1 0 22 0 11 11 0 1 0-22 0z"),
    Suit("yellow", "▲", "#b58900", path="M12 1.5l11.5 20.5H.5z"),
    Suit("green", "■", "#009e73", path="M2 2h20v20H2z"),
    Suit("purple", "★", "#7a3a9c", path="M12 .8l3.2 7.6 8.3.7-6.3 5.4 1.9 8L12 18.2 4.9 22.5l1.9-8L.5 9.1l8.3-.7z"),
)
_CUP = (
    "M6 2h12v2h4v3c0 3-2.5 5-5 5.3-1 2.2-2.5 3.3-3.8 3.7v3H17v3H7v-3h3.8v-3"
    "c-1.3-.4-2.8-1.5-3.8-3.7C4.5 12 2 10 2 7V4h4z"
)
(PRIZE,) = add_suits(
    Suit("prize", "🏆", "#44546a", {0: "DEATH", **{value: f"+{value}" for value in range(1, 11)}}, path=_CUP)
)
PLAYERS = range(4, 7)
TURNING = ("red", "blue", "yellow", "green")
"""The suits that have Revolution cards."""
Prize = int | Literal["DEATH"]
DEATH: Literal["DEATH"] = "DEATH"


class Params(BaseParams):
    """The numbers of Trick Party (defaults: four players; `defaults` has what depends on the count)."""

    top_number: Annotated[int, Field(ge=3, le=12, description="numbers in each suit, from 1")] = 12
    hand_size: Annotated[
        int, Field(ge=2, le=20, description="cards dealt to each player; the last trick is for DEATH")
    ] = 15
    revolution_numbers: Annotated[
        tuple[Annotated[int, Field(ge=1, le=12)], ...],
        Field(description="numbers that are Revolution cards in every suit but purple"),
    ] = (3, 6, 9, 12)
    trump: Annotated[
        Literal["purple", "red", "blue", "yellow", "green", "none"], Field(description="the suit that is always trump")
    ] = "purple"
    top_prize: Annotated[int, Field(ge=1, le=10, description="highest prize, and the lowest below zero")] = 5
    plus_copies: Annotated[int, Field(ge=0, le=4, description="prize cards of each value above zero")] = 1
    minus_copies: Annotated[int, Field(ge=0, le=4, description="prize cards of each value below zero")] = 2
    campaign: Annotated[bool, Field(description="whether a match is a campaign of several games")] = False
    campaign_games: Annotated[int, Field(ge=1, le=20, description="games in a campaign")] = 4
    extra_games: Annotated[
        int, Field(ge=0, le=20, description="most extra games to break a tie for first (0: it is shared)")
    ] = 0
    first_lead: Annotated[
        Literal["left", "same", "death", "lowest"],
        Field(
            description="who leads the next game of a campaign: the next seat, seat 0, who took DEATH, the lowest total"
        ),
    ] = "left"

    @field_validator("revolution_numbers")
    @classmethod
    def _distinct(cls, numbers: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(numbers)) < len(numbers):
            raise ValueError("a number stands twice")
        return tuple(sorted(numbers))


def defaults(players: int) -> Mapping[str, Any]:
    """What depends on the player count."""
    return {"hand_size": hand_size(players), "campaign_games": players}


# ---- the rules -------------------------------------------------------------------------------------------------


def deck(top_number: int = 12) -> tuple[Card, ...]:
    """The play cards: five suits from 1.

    >>> len(deck())
    60
    """
    return suited(SUITS, range(1, top_number + 1))


def hand_size(players: int) -> int:
    """The whole deck is dealt.

    >>> [hand_size(players) for players in (4, 5, 6)]
    [15, 12, 10]
    """
    if players not in PLAYERS:
        raise BadVariant(f"Trick Party is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players!r}.")
    return len(deck()) // players


def score_deck_size(players: int) -> int:
    """The prizes over DEATH: one less than the tricks.

    >>> [score_deck_size(players) for players in (4, 5, 6)]
    [14, 11, 9]
    """
    return hand_size(players) - 1


def score_deck(top_prize: int = 5, plus_copies: int = 1, minus_copies: int = 2) -> tuple[int, ...]:
    """All prizes but DEATH.

    >>> len(score_deck())
    15
    """
    values = range(1, top_prize + 1)
    return tuple(v for v in values for _ in range(plus_copies)) + tuple(-v for v in values for _ in range(minus_copies))


def revolution(card: Card, revolution_numbers: Sequence[int] = (3, 6, 9, 12)) -> bool:
    """Whether a card is a Revolution card; purple has none."""
    return card.suit in TURNING and card.rank in revolution_numbers


def turn(reversed: bool, card: Card, revolution_numbers: Sequence[int] = (3, 6, 9, 12)) -> bool:
    """Every Revolution card turns the numbers round once more, whoever plays it."""
    return reversed != revolution(card, revolution_numbers)


def strength(card: Card, led: str | None, reversed: bool, trump: str | None = "purple") -> int:
    """Trump beats the suit led, other suits cannot win; high numbers are strong, or low ones when reversed."""
    number = 50 - card.rank if reversed else card.rank
    if card.suit == trump:
        return 100 + number
    return number if card.suit == led else 0


def tier(card: Card, led: str | None) -> int:
    """Follow suit if able, trump included."""
    return tricks.follow(card, led)


def legal_plays(hand: Sequence[Card], led: str | None) -> tuple[Card, ...]:
    """What may be played from a hand when a suit is led, or when leading (None)."""
    return tricks.legal_plays(hand, lambda card: tier(card, led))


def trick_winner(plays: Sequence[Card], revolution_numbers: Sequence[int] = (3, 6, 9, 12)) -> int | None:
    """The strongest trump, else the strongest card of the suit led, under the final parity of Revolution cards.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("7 red, 3 red, 10 red, 1 blue"))
    1
    """
    return judge(plays, strength, turn=lambda reversed, card: turn(reversed, card, revolution_numbers)).place


def first_leader(left: int, last: int, totals: Sequence[int], first_lead: str = "left") -> int:
    """Who leads a game first: the next seat to the left, seat 0, the last trick's winner, or the lowest total.

    Of several lowest totals it is the one that comes first from the next seat on.

    >>> first_leader(2, last=1, totals=[4, -3, 0, -3]), first_leader(2, 1, [4, -3, 0, -3], first_lead="lowest")
    (2, 3)
    """
    if first_lead == "lowest":
        return min(range(len(totals)), key=lambda seat: (totals[seat], (seat - left) % len(totals)))
    return {"left": left, "same": 0, "death": last}[first_lead]


def game_points(prizes: Sequence[Prize]) -> int:
    """The sum of the prizes; 0 with DEATH among them.

    >>> game_points([5, -2]), game_points([5, "DEATH"]), game_points([-4, "DEATH"])
    (3, 0, 0)
    """
    return 0 if DEATH in prizes else sum(prize for prize in prizes if isinstance(prize, int))


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(TrickState):
    """A Trick Party game; the mode of a trick is whether the numbers are reversed."""

    prize: Prize = DEATH
    """What this trick is for."""
    score_deck: tuple[Prize, ...] = secret(default=())
    """The prizes still to come, DEATH last."""
    prizes: tuple[tuple[Prize, ...], ...] = ()
    """What each seat has won in this game."""
    removed: tuple[Prize, ...] = secret(default=())
    aside: tuple[Card, ...] = secret(default=())
    """Play cards that this variant leaves over."""


def start(game: Game, seed: int) -> State:
    """Before the first deal: seat 0 leads the first game, so the last seat counts as its dealer."""
    return State(seed=seed, scores=(0,) * game.players, dealer=game.players - 1)


def deal(game: Game, state: State) -> State:
    """Deal the hands and stack the prizes over DEATH."""
    size = game.params.hand_size
    pack = shuffled(game.deck, state.seed, state.round, 0)
    p = game.params
    prizes = shuffled(score_deck(p.top_prize, p.plus_copies, p.minus_copies), state.seed, state.round, 1)
    stacked: tuple[Prize, ...] = (*prizes[: size - 1], DEATH)
    return game.advance(
        state.but(
            hands=dealt(pack, game.players, size),
            aside=pack[game.players * size :],
            prize=stacked[0],
            score_deck=stacked[1:],
            removed=prizes[size - 1 :],
            prizes=((),) * game.players,
            won=(0,) * game.players,
            plays=(),
            context=None if p.trump == "none" else p.trump,
        ).noting(Dealt(round=state.round, dealer=None))
    )


def tricks_begin(game: Game, state: State) -> State:
    """Seat 0 leads the first game; who leads the others is a parameter."""
    leader = game.rules.first_leader(
        game.left(state.dealer), state.leader, state.scores, first_lead=game.params.first_lead
    )
    return state.but(leader=leader, to_move=leader)


def take(game: Game, state: State, trick: Trick) -> tuple[State, tuple[tuple[int, Prize], ...]]:
    """The winner takes the prize, and the next is turned up."""
    seat = trick.winner
    if seat is None:
        takes: tuple[tuple[int, Prize], ...] = ()
    else:
        takes = ((seat, state.prize),)
        state = state.but(prizes=put(state.prizes, seat, state.prizes[seat] + (state.prize,)))
    if state.score_deck:
        state = state.but(prize=state.score_deck[0], score_deck=state.score_deck[1:])
    return state, takes


def score(game: Game, state: State) -> State:
    """Add up the prizes; a single game is won by the best seat without DEATH, a campaign by the best total."""
    p = game.params
    points = tuple(game.rules.game_points(prizes) for prizes in state.prizes)
    totals = added(state.scores, points)
    event = Scored(round=state.round, points=points, totals=totals, sheet=(("prizes", state.prizes),))
    state = state.but(scores=totals).noting(event)
    able = [seat for seat, prizes in enumerate(state.prizes) if p.campaign or DEATH not in prizes]
    first = [able[i] for i in leaders([totals[seat] for seat in able])]
    played, planned = state.round + 1, p.campaign_games if p.campaign else 1
    if played >= planned and (len(first) == 1 or played >= planned + p.extra_games):
        return game.finish(state, first)
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


PHASES = (
    Phase("deal", "deal the hands and stack the prizes over DEATH", begin=deal),
    trick_phase("win or dodge the prize of each trick", tricks_begin, take),
    Phase("score", "add up the prizes; DEATH loses", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def turns(game: Game) -> list[Card]:
    """The Revolution cards of a variant."""
    return [card for card in game.deck if revolution(card, game.params.revolution_numbers)]


def trick_rules(game: Game) -> Tricks:
    """The per-card rules; the mode is whether the numbers are reversed."""
    rules, numbers, trump = game.rules, game.params.revolution_numbers, game.params.trump
    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led),
        strength=lambda card, led, reversed, trump: rules.strength(card, led, reversed, trump),
        turn=lambda reversed, card: rules.turn(reversed, card, numbers),
        modes=(False, True) if any(turns(game)) else (False,),
        contexts=(None if trump == "none" else trump,),
        words=lambda reversed, trump: (
            (f"{trump} is trump" if trump else "no trump") + (", numbers reversed" if reversed else "")
        ),
    )


def plan(game: Game) -> Plan:
    """The course of a game: prizes stacked over DEATH."""
    p, rules, size = game.params, game.rules, game.params.hand_size

    def own(bid: int, won: int, prizes: tuple[Any, ...]) -> tuple[int, bool]:
        return rules.game_points(prizes), DEATH in prizes

    return Plan(
        hand_size=lambda round: size,
        key=(0,),
        context=None if p.trump == "none" else p.trump,
        prizes=score_deck(p.top_prize, p.plus_copies, p.minus_copies),
        prizes_key=(1,),
        last_prize=DEATH,
        own=own,
        asks=("pile",),
        loses=True,
        ready=lambda state, bids, won, kept: state.but(won=won, prizes=kept),
        prize_aim=lambda prize: -1 if prize == DEATH or prize < 0 else 1,
    )


def impossible(players: int, p: Params) -> str | None:
    """There must be cards for the hands and a prize for every trick."""
    have, need = len(deck(p.top_number)), players * p.hand_size
    if need > have:
        return f"the hands need {need} cards and the deck has {have} (hand_size, top_number)"
    prizes = len(score_deck(p.top_prize, p.plus_copies, p.minus_copies))
    if p.hand_size - 1 > prizes:
        return (
            f"{p.hand_size} tricks need {p.hand_size - 1} prizes over DEATH and there are {prizes} "
            "(hand_size, top_prize, plus_copies, minus_copies)"
        )
    return None


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [
        Zone("prize", str(state.prize), shown=_prize_cards([state.prize])),
        Zone(
            "prizes to come",
            ", ".join("?" if prize is None else str(prize) for prize in state.score_deck),
            kind="stack",
            shown=_prize_cards(state.score_deck),
        ),
        trick_zone(game, state),
    ]
    for seat in range(game.players):
        won = ", ".join(map(str, state.prizes[seat]))
        table += [hand_zone(state, seat), Zone("prizes", won, seat, shown=_prize_cards(state.prizes[seat]))]
    removed = ", ".join("?" if prize is None else str(prize) for prize in state.removed)
    table += [Zone("prizes out", removed, kind="stack", shown=_prize_cards(state.removed))] if removed else []
    return tuple(table + ([Zone("aside", state.aside, kind="stack")] if state.aside else []))


def _prize_cards(prizes: Sequence[Prize | None]) -> tuple[Card, ...]:
    """Prizes as cards to draw; one that is hidden lies face down."""
    return tuple(FACE_DOWN if prize is None else Card(PRIZE, 0 if prize == DEATH else int(prize)) for prize in prizes)


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p, n = game.params, game.players
    aside = len(game.deck) - n * p.hand_size
    prizes = score_deck(p.top_prize, p.plus_copies, p.minus_copies)
    out = len(prizes) - p.hand_size + 1
    numbers = ", ".join(map(str, sorted({card.rank for card in turns(game)})))
    trump = "There is no trump" if p.trump == "none" else f"{p.trump.capitalize()} is always trump"
    leads = {
        "left": "the first lead passes left from game to game",
        "same": "seat 0 leads every other game first too",
        "death": "then who took DEATH leads the next game",
        "lowest": "then the lowest total leads the next game, of several the first from the next seat in turn",
    }[p.first_lead]
    match = (
        f"A campaign of {plural(p.campaign_games, 'game')}: seat 0 leads first, and {leads}. "
        "The totals are added, and a game in which a seat takes DEATH counts 0 for it. The highest total wins."
        if p.campaign
        else "One game, in which seat 0 leads first and the highest score wins; who takes DEATH cannot win, even if all others are "
        f"below 0. (A campaign would be {plural(p.campaign_games, 'game')}: {leads}.)"
    )
    ties = "A tie for first shares the win."
    if p.extra_games:
        ties = (
            f"A tie for first plays at most {plural(p.extra_games, 'extra game')}, added to the totals"
            + ("" if p.campaign else " (who takes DEATH in the last of them cannot win)")
            + "; a tie that is left shares the win."
        )
    revolutions = (
        "Revolutions",
        f"These numbers of {', '.join(TURNING)} are Revolution cards: {numbers}. An odd number of them in a trick, wherever and "
        "by whomever they are played, makes low numbers strong, among trumps too; an even number changes nothing. Suits keep "
        "their strength.",
    )
    return (
        (
            "Cards",
            f"Five suits ({', '.join(SUITS)}) numbered 1 to {p.top_number}: {len(game.deck)} cards. {trump}.",
        ),
        (
            "Prizes",
            f"Values from 1 to {p.top_prize}: {plural(p.plus_copies, 'card')} of each above zero and "
            f"{plural(p.minus_copies, 'card')} of each below, {len(prizes)} in all. {p.hand_size - 1} of them, unseen, lie over DEATH"
            + (f"; {out} taken out unseen." if out else "."),
        ),
        (
            "Deal",
            f"{plural(p.hand_size, 'card')} each."
            + (f" {plural(aside, 'card')} left over stay out unseen." if aside else ""),
        ),
        (
            "Tricks",
            "The prize is turned up before each trick. Follow suit if you can (trump too), else play anything. The strongest "
            "trump wins, else the strongest card of the suit led. The winner takes the prize and leads. The last trick is "
            "for DEATH.",
        ),
        *((revolutions,) if numbers else ()),
        ("Points", "The sum of the prizes; 0 for the seat that has DEATH."),
        ("Match", f"{match} {ties}"),
    )


GAME = Family(
    id="trick_party",
    title="Trick Party",
    about="tricks for open prizes, Revolution cards that turn the numbers round, and DEATH last",
    players=PLAYERS,
    Params=Params,
    defaults=defaults,
    impossible=impossible,
    deck=lambda game: deck(game.params.top_number),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(tier, turn, strength, first_leader, game_points),
    tricks=trick_rules,
    plan=plan,
    mark=lambda game, card: "Revolution" if revolution(card, game.params.revolution_numbers) else "",
)
