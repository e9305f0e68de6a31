"""Reapers: draft a hand from open piles, wager on your place, win tricks for their lowest cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit import tricks
from designkit.cards import Card, Suit, add_suits, shuffled, suited
from designkit.errors import BadVariant
from designkit.events import Act, Dealt, Scored, Trick
from designkit.game import Family, Game, Phase, Zone, added, leaders, private, put, secret
from designkit.moves import Move
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import TrickState, hand_zone, pass_turn, trick_phase, trick_zone
from designkit.plan import Draft, Flip, Plan
from designkit.tricks import ALWAYS, Tier, follow, judge, trump_strength, with_trump

DEMON = 11
_NAMES = {DEMON: "Demon"}
SUITS = add_suits(
    Suit("daggers", "†", "#0072b2", _NAMES, path="M12 1l2.5 4-.7 9H18v2.5h-4.6V21l1.1 2h-5l1.1-2v-4.5H6V14h4.2l-.7-9z"),
    Suit(
        "poison",
        "☠",
        "#009e73",
        _NAMES,
        path="M9 1h6v2.5h-1V8c4.5 1.5 6.5 5 6.5 8.5 0 4-3.5 6.5-8.5 6.5s-8.5-2.5-8.5-6.5"
        "C3.5 13 5.5 9.5 10 8V3.5H9zM7 15.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM13 15.5"
        "a2 2 0 1 0 4 0 2 2 0 1 0-4 0z",
    ),
    Suit(
        "plague",
        "☣",
        "#b58900",
        _NAMES,
        path="M12 1l2 5 5.8-1.8L18 10l5 2-5 2 1.8 5.8L14 18l-2 5-2-5-5.8 1.8L6 14l-5-2 5-2-1.8-5.8L10 6z"
        "M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0z",
    ),
    Suit(
        "pistols",
        "⌐",
        "#d55e00",
        _NAMES,
        path="M1 5h20l2 2v4h-8.5c0 3-1.5 4.5-4 4.5L9 21H3.5L6 11H1zM10 11l-.6 2.6c1.6 0 2.6-.8 2.7-2.6z",
    ),
)
(REAPER,) = add_suits(
    Suit(
        "reaper",
        "☽",
        "#5b3a8c",
        numbered=True,
        path="M2 7C7 1 17 0 23 9 17 5.6 12 5.6 8.4 7.4L10.5 23H7.8L5.6 8.8C4.3 8.5 3 8 2 7z",
    )
)

PLAYERS = range(3, 6)
WAGERS = ("least", "second", "none")
Wager = Literal["least", "second", "none"]


class Params(BaseParams):
    """The numbers of Reapers (defaults: four players; `defaults` has what depends on the count)."""

    hands: Annotated[int, Field(ge=1, le=20, description="hands in a match")] = 4
    extra_hands: Annotated[int, Field(ge=0, le=20, description="most extra hands to break a tie for first")] = 20
    top_rank: Annotated[int, Field(ge=4, le=10, description="highest number in each suit")] = 9
    demons: Annotated[bool, Field(description="whether each suit has a Demon")] = True
    reapers: Annotated[int, Field(ge=0, le=8, description="Reapers in the deck")] = 4
    big_piles: Annotated[int, Field(ge=1, le=5, description="big piles that each player drafts")] = 3
    small_piles: Annotated[int, Field(ge=0, le=3, description="small piles that each player drafts")] = 0
    pile_size: Annotated[int, Field(ge=2, le=4, description="cards in a big pile; a small one has one less")] = 3
    graveyard: Annotated[
        Literal["lowest", "highest"], Field(description="which card of the Graveyard a Reaper takes")
    ] = "lowest"
    equal_graves: Annotated[
        Literal["pile", "suit"],
        Field(description="which of equal cards of the Graveyard goes first: by place in the pile, or by suit"),
    ] = "pile"
    led_reaper: Annotated[
        Literal["skipped", "spent"],
        Field(description="whether a Reaper before the suit is set leaves the Graveyard to a later one, or to nobody"),
    ] = "skipped"
    reapers_alone: Annotated[
        Literal["same", "left"],
        Field(description="who leads after a trick of Reapers alone: the same seat, or its left"),
    ] = "same"
    equal_prizes: Annotated[
        Literal["first", "last"],
        Field(description="which of several Demons, or of equal lowest cards, the winner takes: first or last played"),
    ] = "first"
    demon_factor: Annotated[int, Field(ge=1, le=5, description="what a Demon multiplies its card by")] = 2
    least_bonus: Annotated[int, Field(ge=0, le=40, description="points for the least wager")] = 15
    second_bonus: Annotated[int, Field(ge=0, le=40, description="points for the second wager")] = 7
    none_bonus: Annotated[int, Field(ge=0, le=40, description="points for making no wager")] = 3
    ties: Annotated[
        Literal["shared", "strict"], Field(description="whether a tie for a wagered place pays all or nobody")
    ] = "shared"
    second_place: Annotated[
        Literal["one_above", "next_score"],
        Field(
            description="who is second: who has exactly one seat above, or the next score below the top, tied or not"
        ),
    ] = "one_above"


def defaults(players: int) -> Mapping[str, Any]:
    """What depends on the player count."""
    return {
        3: dict(hands=6, big_piles=4, least_bonus=20, second_bonus=9, none_bonus=4),
        4: dict(),
        5: dict(hands=5, top_rank=10, big_piles=2, small_piles=1, least_bonus=10, second_bonus=5, none_bonus=2),
    }[players]


# ---- the rules -------------------------------------------------------------------------------------------------


def _default(players: int, name: str) -> Any:
    if players not in PLAYERS:
        raise BadVariant(f"Reapers is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players!r}.")
    return defaults(players).get(name, Params.model_fields[name].default)


def deck(players: int, top_rank: int | None = None, demons: bool = True, reapers: int = 4) -> tuple[Card, ...]:
    """The numbers of four suits from 2 (the 10s only with five players), a Demon a suit, and the Reapers.

    >>> len(deck(4)), len(deck(5))
    (40, 44)
    """
    top = _default(players, "top_rank") if top_rank is None else top_rank
    ranks = [*range(2, top + 1), *([DEMON] if demons else [])]
    return suited(SUITS, ranks) + suited([REAPER], range(1, reapers + 1))


def pile_sizes(players: int, big: int | None = None, small: int | None = None, size: int = 3) -> tuple[int, ...]:
    """The piles laid out: what every player drafts, and one big pile more for the Graveyard.

    >>> pile_sizes(5)
    (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2)
    """
    big = _default(players, "big_piles") if big is None else big
    small = _default(players, "small_piles") if small is None else small
    return (size,) * (players * big + 1) + (size - 1,) * (players * small)


def draft_order(players: int, dealer: int, picks: int | None = None) -> tuple[int, ...]:
    """The seats in the order they pick: from the dealer's left to the dealer, back again, and so on.

    >>> draft_order(3, dealer=0)
    (1, 2, 0, 0, 2, 1, 1, 2, 0, 0, 2, 1)
    """
    picks = _default(players, "big_piles") + _default(players, "small_piles") if picks is None else picks
    there = tuple((dealer + 1 + i) % players for i in range(players))
    return tuple(seat for turn in range(picks) for seat in (there if turn % 2 == 0 else there[::-1]))


REAPER_LED = Tier(1, "a Reaper may be led only from a hand of Reapers alone")


def leads(card: Card) -> str | None:
    """A Reaper sets no suit: the lead passes on."""
    return None if card.suit == REAPER else card.suit


def tier(card: Card, led: str | None) -> Tier:
    """Follow suit if able; a Reaper may be played at any time but led only from a hand of Reapers alone."""
    if card.suit == REAPER:
        return REAPER_LED if led is None else ALWAYS
    return follow(card, led)


def strength(card: Card, led: str | None, trump: str | None) -> int:
    """Trump beats the suit led, other cards cannot win; higher cards are stronger, a Demon the highest."""
    return trump_strength(card, led, trump)


def legal_plays(hand: Sequence[Card], led: str | None) -> tuple[Card, ...]:
    """What may be played from a hand when a suit is led, or when leading (None)."""
    return tricks.legal_plays(hand, lambda card: tier(card, led))


def trick_winner(plays: Sequence[Card], trump: str | None) -> int | None:
    """The highest trump, else the highest card of the suit led; a trick of Reapers alone has no winner.

    >>> from designkit.cards import cards
    >>> trick_winner(cards("7 poison, 9 poison, 2 daggers"), trump="daggers")
    2
    """
    return judge(plays, lambda card, led, mode: strength(card, led, trump), leads).place


def prize(plays: Sequence[Card], equals: str = "first") -> Card | None:
    """What the winner takes: a Demon if any was played, else the lowest card; the first (or last) played of equals.

    >>> from designkit.cards import cards
    >>> plays = cards("7 poison, 3 plague, 3 daggers, Reaper 1")
    >>> str(prize(plays)), str(prize(plays, equals="last"))
    ('3 plague', '3 daggers')
    """
    valued = [card for card in plays if card.suit != REAPER]
    demons = [card for card in valued if card.rank == DEMON]
    offered = (demons or valued)[:: 1 if equals == "first" else -1]
    return min(offered, key=lambda card: card.rank, default=None)


def graveyard_order(pile: Sequence[Card], first: str = "lowest", equals: str = "pile") -> tuple[Card, ...]:
    """The Graveyard as Reapers take it: without Reapers, lowest (or highest) first, equals by place in the pile (or suit).

    >>> from designkit.cards import cards
    >>> [str(card) for card in graveyard_order(cards("Demon plague, 4 pistols, 4 poison"))]
    ['4 pistols', '4 poison', 'Demon plague']
    >>> [str(card) for card in graveyard_order(cards("Demon plague, 4 pistols, 4 poison"), equals="suit")]
    ['4 poison', '4 pistols', 'Demon plague']
    """
    souls = [card for card in pile if card.suit != REAPER]
    if equals == "suit":
        souls.sort(key=lambda card: SUITS.index(card.suit))
    return tuple(sorted(souls, key=lambda card: card.rank if first == "lowest" else -card.rank))


def graveyard_taker(plays: Sequence[Card], led_reaper: str = "skipped") -> int | None:
    """The first Reaper played after the suit is led, unless one before it is "spent"; all others do nothing.

    >>> from designkit.cards import cards
    >>> plays = cards("Reaper 1, 7 poison, Reaper 2, Reaper 3")
    >>> graveyard_taker(plays), graveyard_taker(plays, led_reaper="spent")
    (2, None)
    """
    for i, card in enumerate(plays):
        if card.suit == REAPER and tricks.led_suit(plays[:i], leads):
            return i
        if card.suit == REAPER and led_reaper == "spent":
            return None
    return None


def leads_again(leader: int, players: int, reapers_alone: str = "same") -> int:
    """Who leads after a trick of Reapers alone: the seat that led it, or the one to its left.

    >>> leads_again(3, players=4), leads_again(3, players=4, reapers_alone="left")
    (3, 0)
    """
    return leader if reapers_alone == "same" else (leader + 1) % players


def hand_points(pile: Sequence[Card], demon_factor: int = 2) -> int:
    """The sum of the pile, its highest card counted demon_factor times for the first Demon, the next for the second; Demons 0.

    >>> from designkit.cards import cards
    >>> hand_points(cards("7 poison, 3 plague, 2 plague, Demon daggers, Demon plague"))
    22
    """
    values = sorted((card.rank for card in pile if card.suit != REAPER and card.rank != DEMON), reverse=True)
    demons = sum(card.suit != REAPER and card.rank == DEMON for card in pile)
    return sum(values) + (demon_factor - 1) * sum(values[:demons])


def wager_bonuses(
    points: Sequence[int],
    wagers: Sequence[str],
    least: int | None = None,
    second: int | None = None,
    none: int | None = None,
    ties: str = "shared",
    second_place: str = "one_above",
) -> tuple[int, ...]:
    """What each wager pays: least if nobody scored fewer, second if exactly one scored more, none always.

    With ties "strict" a place that several share pays nobody; with second place as the "next_score" it lies below a tie too.

    >>> wager_bonuses([4, 9, 4, 7], ["least", "none", "second", "second"])
    (15, 3, 0, 7)
    >>> wager_bonuses([9, 9, 4, 7], ["none", "none", "second", "second"], second_place="next_score")
    (3, 3, 0, 7)
    """
    players = len(points)
    pays = {
        "least": _default(players, "least_bonus") if least is None else least,
        "second": _default(players, "second_bonus") if second is None else second,
        "none": _default(players, "none_bonus") if none is None else none,
    }

    unknown = [wager for wager in wagers if wager not in pays]
    if unknown:
        raise BadVariant(f"A wager is {', '.join(WAGERS)}, not {unknown[0]!r}.")

    by_score = second_place == "next_score"

    def right(own: int, wager: str) -> bool:
        if wager == "none":
            return True
        if ties == "strict" and list(points).count(own) > 1:
            return False
        above = [other for other in points if other > own]
        return own == min(points) if wager == "least" else len(set(above) if by_score else above) == 1

    return tuple(pays[wager] if right(own, wager) else 0 for own, wager in zip(points, wagers, strict=True))


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(TrickState):
    """A Reapers hand; `context` is the trump suit."""

    flipped: Card | None = None
    """The card that made trump; it is out of the hand."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """The piles as laid out; a taken one is empty."""
    picked: tuple[tuple[int, ...], ...] = ()
    """The sizes of the piles each seat has taken."""
    graveyard: tuple[Card, ...] = ()
    """In the order in which Reapers take it."""
    pile: tuple[tuple[Card, ...], ...] = ()
    """The score piles."""
    wagers: tuple[str | None, ...] = private(default=())
    aside: tuple[Card, ...] = secret(default=())
    """Cards that this variant leaves over."""


def start(game: Game, seed: int) -> State:
    """Before the first deal."""
    return State(seed=seed, scores=(0,) * game.players)


def _layout(game: Game) -> tuple[int, ...]:
    p = game.params
    return pile_sizes(game.players, p.big_piles, p.small_piles, p.pile_size)


def deal(game: Game, state: State) -> State:
    """Flip trump (a Reaper goes back and all is shuffled again), then lay out the piles."""
    shuffles = 0
    while (pack := shuffled(game.deck, state.seed, state.round, shuffles))[0].suit == REAPER:
        shuffles += 1
    flipped, rest = pack[0], list(pack[1:])
    piles = []
    for size in _layout(game):
        piles.append(tuple(rest[:size]))
        rest = rest[size:]
    empty: tuple[tuple[Card, ...], ...] = ((),) * game.players
    shown = (("trump", (flipped,)), *((f"pile {i}", pile) for i, pile in enumerate(piles)))
    return game.advance(
        state.but(
            flipped=flipped,
            context=flipped.suit,
            piles=tuple(piles),
            picked=empty,
            graveyard=(),
            pile=empty,
            hands=empty,
            wagers=(None,) * game.players,
            aside=tuple(rest),
            won=(0,) * game.players,
            plays=(),
        ).noting(Dealt(round=state.round, dealer=state.dealer, shown=shown))
    )


def _picks(game: Game, state: State) -> tuple[int, ...]:
    return draft_order(game.players, state.dealer, game.params.big_piles + game.params.small_piles)


def draft_begin(game: Game, state: State) -> State:
    """The dealer's left picks first."""
    return state.but(to_move=_picks(game, state)[0])


def _may_take(game: Game, state: State, size: int) -> bool:
    quota = game.params.big_piles if size == game.params.pile_size else game.params.small_piles
    return state.picked[state.seat].count(size) < int(quota)


def draft_legal(game: Game, state: State) -> tuple[Move, ...]:
    """Any pile that lies, of a size the seat has not all its piles of."""
    return tuple(
        Move("take pile", i) for i, pile in enumerate(state.piles) if pile and _may_take(game, state, len(pile))
    )


def draft_play(game: Game, state: State, move: Move) -> State:
    """Take the pile into the hand; when all have drafted, the pile that is left is the Graveyard."""
    seat, taken = state.seat, state.piles[move.number]
    state = state.but(
        hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + taken))),
        piles=put(state.piles, move.number, ()),
        picked=put(state.picked, seat, state.picked[seat] + (len(taken),)),
        log=state.log + (Act(round=state.round, seat=seat, move=move, cards=taken),),
    )
    order, done = _picks(game, state), sum(map(len, state.picked))
    if done < len(order):
        return state.but(to_move=order[done])
    left = next(pile for pile in state.piles if pile)
    return game.advance(state.but(graveyard=_graveyard(game, left), piles=(), to_move=None))


def _graveyard(game: Game, left: Sequence[Card]) -> tuple[Card, ...]:
    p = game.params
    return tuple(game.rules.graveyard_order(left, first=p.graveyard, equals=p.equal_graves))


def draft_why_not(game: Game, state: State, move: Move) -> str:
    """Why a pile may not be taken."""
    if not isinstance(move.what, int) or not 0 <= move.what < len(state.piles):
        return f"There is no pile '{move.what}'; the piles are numbered 0 to {len(state.piles) - 1}."
    size = len(state.piles[move.what])
    if not size:
        return f"Pile {move.what} has been taken."
    name = "big_piles" if size == game.params.pile_size else "small_piles"
    quota = getattr(game.params, name)
    return f"Seat {state.to_move} already has its {quota} piles of {size} cards ({name} = {quota})."


def wager_begin(game: Game, state: State) -> State:
    """All wager at once, so nobody sees another's: asked in turn, kept hidden till the hand ends."""
    return state.but(to_move=game.left(state.dealer))


def wagers() -> tuple[Move, ...]:
    """The three wagers."""
    return tuple(Move("wager", wager) for wager in WAGERS)


def wager_legal(game: Game, state: State) -> tuple[Move, ...]:
    """One of the three wagers."""
    return wagers()


def wager_play(game: Game, state: State, move: Move) -> State:
    """Lay the wager face down."""
    hidden = Act(round=state.round, seat=state.seat, move=Move("wager"))
    return pass_turn(game, state.but(wagers=put(state.wagers, state.seat, move.what)).noting(hidden))


def wager_why_not(game: Game, state: State, move: Move) -> str:
    """Only three wagers exist."""
    return f"'{move.what}' is not a wager; a wager is {', '.join(WAGERS)}."


def take(game: Game, state: State, trick: Trick) -> tuple[State, tuple[tuple[int, Card], ...]]:
    """The winner takes the prize; the eligible Reaper takes the next card of the Graveyard."""
    takes = []
    if trick.winner is not None:
        won = game.rules.prize(trick.plays, equals=game.params.equal_prizes)
        if won is not None:
            takes.append((trick.winner, won))
    reaper = game.rules.graveyard_taker(trick.plays, led_reaper=game.params.led_reaper)
    if reaper is not None and state.graveyard:
        takes.append((game.left(trick.leader, reaper), state.graveyard[0]))
        state = state.but(graveyard=state.graveyard[1:])
    pile = state.pile
    for seat, card in takes:
        pile = put(pile, seat, pile[seat] + (card,))
    return state.but(pile=pile), tuple(takes)


def _card_points(game: Game, pile: Sequence[Card]) -> int:
    return int(game.rules.hand_points(pile, demon_factor=game.params.demon_factor))


def _bonuses(game: Game, points: Sequence[int], wagers: Sequence[str | None]) -> tuple[int, ...]:
    p = game.params
    return tuple(
        game.rules.wager_bonuses(
            points,
            wagers,
            least=p.least_bonus,
            second=p.second_bonus,
            none=p.none_bonus,
            ties=p.ties,
            second_place=p.second_place,
        )
    )


def nobody_won(game: Game, state: State) -> int:
    """Who leads after a trick of Reapers alone."""
    return int(game.rules.leads_again(state.leader, game.players, reapers_alone=game.params.reapers_alone))


def score(game: Game, state: State) -> State:
    """Add card points and wagers; after the last hand the highest total wins, a tie for first plays on."""
    p = game.params
    points = tuple(_card_points(game, pile) for pile in state.pile)
    bonuses = _bonuses(game, points, state.wagers)
    gained = added(points, bonuses)
    totals = added(state.scores, gained)
    sheet = (("pile", state.pile), ("card points", points), ("wager", state.wagers), ("bonus", bonuses))
    event = Scored(round=state.round, points=gained, totals=totals, sheet=sheet)
    state = state.but(scores=totals).noting(event)
    played, first = state.round + 1, leaders(totals)
    if played >= p.hands and (len(first) == 1 or played >= p.hands + p.extra_hands):
        return game.finish(state, first)
    return game.advance(state.but(round=played, dealer=game.left(state.dealer)))


PHASES = (
    Phase("deal", "flip trump and lay out the piles", begin=deal),
    Phase(
        "draft",
        "take piles in snake order",
        ("take pile",),
        draft_begin,
        draft_legal,
        draft_play,
        draft_why_not,
        moves=lambda game: [Move("take pile", i) for i in range(len(_layout(game)))],
    ),
    Phase(
        "wager",
        "wager in secret on your place",
        ("wager",),
        wager_begin,
        wager_legal,
        wager_play,
        wager_why_not,
        moves=lambda game: wagers(),
    ),
    trick_phase("win tricks for their lowest card or Demon", take=take, nobody_won=nobody_won),
    Phase("score", "add card points and wagers", begin=score),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def plan(game: Game) -> Plan:
    """The course of a hand; points of a pile ask only for ranks, wagers only for who has more than whom."""
    p, rules = game.params, game.rules
    own_points, own_wagers = rules.hand_points is hand_points, rules.wager_bonuses is wager_bonuses

    def own(wager: int, won: int, pile: tuple[Any, ...]) -> tuple[int, None]:
        return _card_points(game, pile), None

    return Plan(
        hand_size=lambda round: p.big_piles * p.pile_size + p.small_piles * (p.pile_size - 1),
        flip=Flip(sets=leads, at=lambda round: 0, anew=True),
        draft=Draft(
            sizes=_layout(game),
            quotas={p.pile_size: p.big_piles, p.pile_size - 1: p.small_piles},
            order=lambda dealer: draft_order(game.players, dealer, p.big_piles + p.small_piles),
            buries=lambda left: _graveyard(game, left),
        ),
        wagers=WAGERS,
        keeps=lambda plays: rules.prize(plays, equals=p.equal_prizes),
        digs=lambda plays: rules.graveyard_taker(plays, led_reaper=p.led_reaper),
        nobody_won=rules.leads_again(0, game.players, reapers_alone=p.reapers_alone),
        looks_at=(lambda card: None if card.suit == REAPER else card.rank) if own_points else (lambda card: card),
        own=own,
        asks=("pile",),
        joint=lambda points, _, wagers: _bonuses(game, points, [WAGERS[wager] for wager in wagers]),
        by_order=own_wagers,
        ready=lambda state, wagers, won, kept: state.but(
            wagers=tuple(WAGERS[wager] for wager in wagers), won=won, pile=kept
        ),
        wager_for=sensible_wager,
        wager_aims=(-1, 0, 1),
    )


def sensible_wager(percent: int) -> int:
    """The place of a wager that fits a hand worth so many percent of an average one: weak hands come last.

    >>> [WAGERS[sensible_wager(percent)] for percent in (80, 100, 112, 150)]
    ['least', 'none', 'second', 'none']
    """
    return WAGERS.index("least" if percent <= 92 else "second" if 108 <= percent <= 118 else "none")


def impossible(players: int, p: Params) -> str | None:
    """The deck must fill the piles, with one card more for trump."""
    have = len(deck(players, p.top_rank, p.demons, p.reapers))
    need = sum(pile_sizes(players, p.big_piles, p.small_piles, p.pile_size)) + 1
    if need <= have:
        return None
    names = "big_piles, small_piles, pile_size, top_rank, demons, reapers"
    return f"the piles and the trump card need {need} cards and the deck has {have} ({names})"


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [Zone("trump", (state.flipped,) if state.flipped else ())]
    table += [_pile_zone(state, i) for i in range(len(state.piles))]
    table += [Zone("graveyard", state.graveyard)] if state.graveyard else []
    table += [trick_zone(game, state)]
    for seat in range(game.players):
        table += [hand_zone(state, seat), Zone("score pile", state.pile[seat], seat)]
        table += [Zone("wager", state.wagers[seat] or "", seat), Zone("tricks", str(state.won[seat]), seat)]
    return tuple(table + ([Zone("aside", state.aside, kind="stack")] if state.aside else []))


def _pile_zone(state: State, pile: int) -> Zone:
    """A pile of the draft; one that was taken says by whom."""
    take = Move("take pile", pile)
    if state.piles[pile]:
        return Zone(f"pile {pile}", state.piles[pile], moves=(take,))
    for event in reversed(state.log):
        if isinstance(event, Act) and event.move == take:
            return Zone(f"pile {pile}", (), shown=event.cards, note=f"seat {event.seat} took it", moves=(take,))
    return Zone(f"pile {pile}", ())


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p, n = game.params, game.players
    sizes = _layout(game)
    piles = " and ".join(f"{sizes.count(size)} of {size} cards" for size in sorted(set(sizes), reverse=True))
    each = plural(p.big_piles, "pile") + f" of {p.pile_size}"
    each += f" and {plural(p.small_piles, 'pile')} of {p.pile_size - 1}" if p.small_piles else ""
    left = len(game.deck) - 1 - sum(sizes)
    hand = p.big_piles * p.pile_size + p.small_piles * (p.pile_size - 1)
    reapers = f"; {plural(p.reapers, 'Reaper')} without suit or value" if p.reapers else ""
    kept = f"the lowest card (the {p.equal_prizes} played of equals)"
    if p.demons:
        kept = (
            "a Demon if any was played, whoever played it and whether or not it could win "
            f"(the {p.equal_prizes} of several), else {kept}"
        )
    demons = (
        f" A Demon counts 0 itself and makes one card of its pile count {p.demon_factor} times: the first Demon the highest "
        "card, the second the next, and so on; a pile of Demons alone is worth 0."
    )
    spent = " (unless one was played before it)" if p.led_reaper == "spent" else ""
    graves = "the one that lay first in its pile" if p.equal_graves == "pile" else f"in the order {', '.join(SUITS)}"
    again = "the same seat leads again" if p.reapers_alone == "same" else "the seat to the leader's left leads next"
    second = (
        "exactly one seat has more"
        if p.second_place == "one_above"
        else "only one higher score was made, by however many"
    )
    tie = "all who share the place are paid" if p.ties == "shared" else "a place that several share pays nobody"
    sections = (
        (
            "Cards",
            f"Four suits ({', '.join(SUITS)}) numbered 2 to {p.top_rank}"
            + (", each with a Demon above its numbers" if p.demons else ", without Demons")
            + f"{reapers}. {len(game.deck)} cards in all.",
        ),
        (
            "Deal",
            "The top card is flipped and its suit is trump for the hand"
            + ("; a Reaper goes back, and all is shuffled again" if p.reapers else "")
            + f". The rest is laid out in open piles: {piles}."
            + (f" {plural(left, 'card')} left over stay out of the hand unseen." if left else ""),
        ),
        (
            "Draft",
            f"Seats pick piles in snake order from the dealer's left: {_order_text(game)}. Each takes {each}, "
            f"which makes {plural(hand, 'card')}. The pile that is left is the Graveyard"
            + (", without any Reapers in it." if p.reapers else "."),
        ),
        ("Wager", "Everyone wagers in secret: least, second or none."),
        (
            "Tricks",
            "The dealer's left leads, afterwards the winner. Follow suit if you can, else play anything. The highest trump "
            f"wins, else the highest card of the suit led. The winner keeps one card: {kept}. The rest is discarded.",
        ),
        (
            "Reapers",
            "A Reaper may be played at any time once a suit is led, but led only from a hand of Reapers alone; then the "
            "lead passes left, and the next other card sets the suit. "
            f"The first Reaper after the suit is set{spent} takes the {p.graveyard} card of the Graveyard while it lasts "
            f"(a Demon is its highest; of equals {graves}); others do nothing. "
            f"A trick of Reapers alone has no winner, and {again}.",
        ),
        ("Points", "The values of the cards in the score pile." + (demons if p.demons else "")),
        (
            "Wagers",
            f"Compared on card points: least pays {p.least_bonus} if nobody has fewer; second pays {p.second_bonus} "
            f"if {second}; none pays {p.none_bonus} whatever happens. In a tie {tie}.",
        ),
        (
            "Match",
            f"{plural(p.hands, 'hand')} for {n} players, the deal passing left; the highest total wins. A tie for first plays at "
            f"most {plural(p.extra_hands, 'extra hand')}, after which it stands.",
        ),
    )
    return tuple(section for section in sections if p.reapers or section[0] != "Reapers")


def _order_text(game: Game) -> str:
    order = draft_order(game.players, 0, game.params.big_piles + game.params.small_piles)
    return f"with seat 0 dealing {', '.join(map(str, order))}"


GAME = Family(
    id="reapers",
    title="Reapers",
    about="draft a hand from open piles, wager on your place, win tricks for their lowest cards",
    players=PLAYERS,
    Params=Params,
    defaults=defaults,
    impossible=impossible,
    deck=lambda game: deck(game.players, game.params.top_rank, game.params.demons, game.params.reapers),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(
        leads,
        tier,
        strength,
        prize,
        graveyard_order,
        graveyard_taker,
        leads_again,
        hand_points,
        wager_bonuses,
    ),
    tricks=lambda game: with_trump(game.rules, SUITS, game.rules.leads),
    plan=plan,
)
