"""Hearts: shed the hearts and the queen of spades, or take them all."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit import tricks
from designkit.cards import FRENCH, Card, dealt, shuffled, suited
from designkit.events import Dealt, Scored, Trick
from designkit.game import Family, Game, Phase, Zone, added, leaders, put
from designkit.params import Params as BaseParams
from designkit.phases import ExchangeState, exchange_phase, exchange_zone, hand_zone, trick_phase, trick_zone
from designkit.plan import Plan
from designkit.tricks import ALWAYS, FIRST, OFF_SUIT, Tier, Tricks, judge

QUEEN, JACK, TWO = Card("spades", 12), Card("diamonds", 11), Card("clubs", 2)
DIRECTIONS = ("left", "right", "across", None)


class Params(BaseParams):
    """The numbers and options of Hearts."""

    pass_count: Annotated[int, Field(ge=0, le=6, description="cards passed: left, right, across, then none")] = 3
    any_club: Annotated[bool, Field(description="whether the holder of the 2 of clubs may open with any club")] = False
    clean_start: Annotated[bool, Field(description="whether cards with points must wait in the first trick")] = True
    must_break: Annotated[bool, Field(description="whether hearts must be broken before they are led")] = True
    queen_breaks: Annotated[bool, Field(description="whether the queen of spades breaks hearts too")] = True
    queen_excused: Annotated[
        bool,
        Field(description="whether hearts may be led before they are broken if only the queen is left beside them"),
    ] = False
    queen_points: Annotated[int, Field(ge=0, le=30, description="points for the queen of spades")] = 13
    jack_bonus: Annotated[int, Field(ge=0, le=30, description="points taken off by the jack of diamonds")] = 0
    clean_bonus: Annotated[
        int, Field(ge=0, le=30, description="points taken off for a hand without a trick, if no moon is shot")
    ] = 0
    moon: Annotated[
        Literal["others", "own", "none"], Field(description="who counts all points when one seat takes them all")
    ] = "others"
    target: Annotated[int, Field(ge=1, le=500, description="points that end the match")] = 100
    most_hands: Annotated[int, Field(ge=1, le=200, description="hands after which the match ends all the same")] = 100


# ---- the rules -------------------------------------------------------------------------------------------------


def deck() -> tuple[Card, ...]:
    """The 52 cards.

    >>> len(deck())
    52
    """
    return suited(FRENCH, range(2, 15))


def pointed(card: Card) -> bool:
    """The cards to shun: every heart, and the queen of spades."""
    return card.suit == "hearts" or card == QUEEN


OPENS = "the 2 of clubs opens the hand"
NOT_YET = Tier(1, "hearts may not be led before they are broken", "must_break")
LATE = Tier(2, "cards with points wait in the first trick", "clean_start")


def tier(
    card: Card,
    led: str | None,
    opening: bool = False,
    broken: bool = True,
    any_club: bool = False,
    clean_start: bool = True,
    queen_excused: bool = False,
) -> Tier:
    """The 2 of clubs opens; follow suit if able; points wait for the second trick, hearts until they are broken."""
    if led is None and opening:
        late = 0 if card == TWO or (any_club and card.suit == "clubs") else 1
        return Tier(late, OPENS, "any_club")
    if led is None:
        if not broken and queen_excused and card == QUEEN:
            return ALWAYS
        return NOT_YET if card.suit == "hearts" and not broken else FIRST
    if card.suit == led:
        return FIRST
    return LATE if opening and clean_start and pointed(card) else OFF_SUIT


def strength(card: Card, led: str | None) -> int:
    """The highest card of the suit led wins."""
    return card.rank if card.suit == led else 0


def legal_plays(hand: Sequence[Card], led: str | None, **situation: bool) -> tuple[Card, ...]:
    """What may be played from a hand when a suit is led, or when leading (None)."""
    return tricks.legal_plays(hand, lambda card: tier(card, led, **situation))


def trick_winner(plays: Sequence[Card]) -> int | None:
    """The highest card of the suit led.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("7 clubs, A spades, 9 clubs"))
    2
    """
    return judge(plays, lambda card, led, mode: strength(card, led)).place


def card_points(card: Card, queen_points: int = 13, jack_bonus: int = 0) -> int:
    """A point a heart, more for the queen of spades; the jack of diamonds may take some off."""
    if card == QUEEN:
        return queen_points
    return -jack_bonus if card == JACK else int(card.suit == "hearts")


def hand_points(
    taken: Sequence[Sequence[Card]],
    tricks: Sequence[int],
    queen_points: int = 13,
    jack_bonus: int = 0,
    clean_bonus: int = 0,
    moon: str = "others",
) -> tuple[int, ...]:
    """Points of a hand by seat; who takes every pointed card shoots the moon.

    >>> hand_points([deck(), (), (), ()], [13, 0, 0, 0])
    (0, 26, 26, 26)
    """
    points = [sum(card_points(card, queen_points, jack_bonus) for card in cards) for cards in taken]
    shooter = next((seat for seat, cards in enumerate(taken) if sum(map(pointed, cards)) == 14), None)
    if shooter is None or moon == "none":
        return tuple(own - clean_bonus * (won == 0) for own, won in zip(points, tricks, strict=True))
    everything = 13 + queen_points
    others, own = (everything, -everything) if moon == "others" else (0, -2 * everything)
    return tuple(had + (own if seat == shooter else others) for seat, had in enumerate(points))


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(ExchangeState):
    """A hand of Hearts; the situation is (opening trick, hearts broken)."""

    taken: tuple[tuple[Card, ...], ...] = ()


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def deal(game: Game, state: State) -> State:
    """Thirteen cards each."""
    size = len(game.deck) // game.players
    pack = shuffled(game.deck, state.seed, state.round)
    return game.advance(
        state.but(
            hands=dealt(pack, game.players, size),
            given=((),) * game.players,
            received=((),) * game.players,
            taken=((),) * game.players,
            won=(0,) * game.players,
            plays=(),
            situation=(True, not game.params.must_break),
        ).noting(Dealt(round=state.round, dealer=state.dealer))
    )


def passing(game: Game, state: State) -> tuple[int, str | None]:
    """(cards, direction) passed in a hand: left, right, across, none, and again."""
    direction = DIRECTIONS[state.round % len(DIRECTIONS)]
    return (game.params.pass_count, direction) if direction else (0, None)


def tricks_begin(game: Game, state: State) -> State:
    """The holder of the 2 of clubs leads."""
    leader = next(seat for seat, hand in enumerate(state.hands) if TWO in hand)
    return state.but(leader=leader, to_move=leader)


def take(game: Game, state: State, trick: Trick) -> tuple[State, tuple[tuple[int, Card], ...]]:
    """The winner takes the whole trick; the cards with points are named."""
    seat = trick.winner
    assert seat is not None
    named = tuple((seat, card) for card in trick.plays if card_points(card, jack_bonus=1))
    return state.but(taken=put(state.taken, seat, state.taken[seat] + trick.plays)), named


def _points(game: Game, taken: Sequence[Sequence[Card]], won: Sequence[int]) -> tuple[int, ...]:
    p = game.params
    return tuple(
        game.rules.hand_points(
            taken,
            won,
            queen_points=p.queen_points,
            jack_bonus=p.jack_bonus,
            clean_bonus=p.clean_bonus,
            moon=p.moon,
        )
    )


def score(game: Game, state: State) -> State:
    """Count the hand; once a seat has reached the target, the lowest total wins."""
    p = game.params
    points = _points(game, state.taken, state.won)
    totals = added(state.scores, points)
    event = Scored(round=state.round, points=points, totals=totals, sheet=(("tricks", state.won),))
    state = state.but(scores=totals).noting(event)
    played = state.round + 1
    if max(totals) >= p.target or played == p.most_hands:
        return game.finish(state, leaders([-total for total in totals]))
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


PHASES = (
    Phase("deal", "deal thirteen cards each", begin=deal),
    exchange_phase("pass three cards on", passing),
    trick_phase("shed hearts and the queen of spades", tricks_begin, take),
    Phase("score", "count what each seat took", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def trick_rules(game: Game) -> Tricks:
    """The per-card rules; the situation is (opening trick, hearts broken)."""
    p, rules = game.params, game.rules

    def stir(situation: Any, card: Card) -> tuple[bool, bool]:
        return False, situation[1] or card.suit == "hearts" or (p.queen_breaks and card == QUEEN)

    return Tricks(
        tier=lambda card, led, situation: rules.tier(card, led, *situation, p.any_club, p.clean_start, p.queen_excused),
        strength=lambda card, led, mode, context: rules.strength(card, led),
        stir=stir,
        situations=((True, False), (True, True), (False, False), (False, True)),
    )


def plan(game: Game) -> Plan:
    """The course of a hand; the points ask for the cards with points and for who took no trick."""
    p, usual = game.params, game.rules.hand_points is hand_points

    def looks_at(card: Card) -> Hashable:
        if not usual:
            return card
        return "heart" if card.suit == "hearts" else card if card_points(card, jack_bonus=1) else None

    def passing(round: int) -> tuple[int, int]:
        direction = DIRECTIONS[round % len(DIRECTIONS)]
        return (p.pass_count, {"left": 1, "right": -1, "across": 2}[direction]) if direction else (0, 0)

    return Plan(
        hand_size=lambda round: len(game.deck) // game.players,
        situation=(True, not p.must_break),
        exchange=passing,
        opens=lambda card: 0 if card == TWO else None,
        keeps_all=True,
        looks_at=looks_at,
        own=lambda bid, won, taken: (0, (taken, min(won, 1) if usual else won)),
        asks=("won", "pile"),
        joint=lambda points, seats, _: _points(game, [taken for taken, _ in seats], [won for _, won in seats]),
        low_wins=True,
        ready=lambda state, bids, won, kept: state.but(won=won, taken=kept),
    )


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [exchange_zone(state, passing(game, state)), trick_zone(game, state)]
    for seat in range(game.players):
        table += [
            hand_zone(state, seat),
            Zone("taken", tuple(card for card in state.taken[seat] if card_points(card, jack_bonus=1)), seat),
            Zone("tricks", str(state.won[seat]), seat),
            Zone("given", state.given[seat], seat),
        ]
    return tuple(table)


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p = game.params
    moon = {
        "others": "every other seat counts all of them instead",
        "own": "that seat takes them off its total instead",
        "none": "nothing special happens",
    }[p.moon]
    opening = "any club of the seat that holds the 2" if p.any_club else "the 2 of clubs"
    return (
        ("Cards", "The 52 cards, thirteen each."),
        ("Exchange", f"Everyone passes {p.pass_count} cards at once: left, right, across, in every fourth hand none."),
        (
            "Tricks",
            f"The hand opens with {opening}. Follow suit if you can, else play anything"
            + (", but no card with points in the first trick if you have another" if p.clean_start else "")
            + ". The highest card of the suit led wins and leads."
            + (
                " Hearts may not be led until one was played"
                + (" or the queen of spades fell" if p.queen_breaks else "")
                + ", unless the hand has nothing else"
                + (" beside the queen of spades." if p.queen_excused else ".")
                if p.must_break
                else " Hearts may be led at any time."
                + (" (The queen of spades would break them.)" if p.queen_breaks else "")
                + (" (The queen would be excused.)" if p.queen_excused else "")
            ),
        ),
        (
            "Points",
            f"A heart counts 1, the queen of spades {p.queen_points}"
            + (f", the jack of diamonds takes {p.jack_bonus} off" if p.jack_bonus else "")
            + (f"; a hand without a trick takes {p.clean_bonus} off if nobody shoots the moon" if p.clean_bonus else "")
            + f". If one seat takes all hearts and the queen, it shoots the moon: {moon}.",
        ),
        ("Match", f"Until a seat has {p.target} points, at most {p.most_hands} hands; then the lowest total wins."),
    )


GAME = Family(
    id="hearts",
    title="Hearts",
    about="shed the hearts and the queen of spades, or take them all",
    players=range(4, 5),
    Params=Params,
    deck=lambda game: deck(),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(tier, strength, hand_points),
    tricks=trick_rules,
    plan=plan,
)
