"""Souls: walk a grid of piles and battle for the exposed souls, one or two cards at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import Field

from designkit.cards import FRENCH, Card, Suit, add_suits, shuffled, suited, without
from designkit.events import Act, Dealt, Event, Scored, listed
from designkit.game import Family, Game, Phase, Zone, leaders, private, put, secret
from designkit.game import State as BaseState
from designkit.moves import Move
from designkit.params import Params as BaseParams
from designkit.params import plural
from designkit.phases import with_each_card
from designkit.plan import Battles

JOKER, ACE, COURT = "joker", 14, (11, 12, 13)
_STAR = (
    "M1 12a11 11 0 1 0 22 0 11 11 0 1 0-22 0zM12 4l2.2 5.3 5.7.5-4.3 3.7 1.3 5.6-4.9-3-4.9 3 1.3-5.6-4.3-3.7 5.7-.5z"
)
add_suits(Suit(JOKER, "✪", "#7a3a9c", numbered=True, path=_STAR))
SOULS = "souls"
"""The name of the soul deck; a player's own is named after the seat."""

Lay = tuple[int, tuple[Card, ...]]
"""Who laid what."""


class Params(BaseParams):
    """The numbers and variants of Souls (defaults: three to six players; `defaults` has the two-player grid)."""

    grid: Annotated[int, Field(ge=2, le=5, description="spaces along a side of the grid")] = 4
    depth: Annotated[int, Field(ge=1, le=5, description="soul cards on each space")] = 3
    hand_size: Annotated[int, Field(ge=1, le=8, description="cards that everyone draws up to")] = 5
    diagonals: Annotated[bool, Field(description="whether spaces that touch at a corner are adjacent")] = False
    empty_spaces: Annotated[int, Field(ge=1, le=8, description="empty spaces that end the game")] = 3
    idle_rounds: Annotated[
        int, Field(ge=0, le=5, description="rounds without any attack that end the game (0: they never do)")
    ] = 1
    most_turns: Annotated[int, Field(ge=1, le=500, description="turns after which the game ends all the same")] = 500
    court_value: Annotated[int, Field(ge=1, le=20, description="value of a Jack, Queen or King")] = 10
    ace_value: Annotated[int, Field(ge=1, le=20, description="value of an Ace")] = 11
    joker_value: Annotated[int, Field(ge=1, le=40, description="value of a Joker in battle")] = 20
    joker_points: Annotated[int, Field(ge=0, le=40, description="points for a Joker in the final count")] = 20
    toll: Annotated[
        Literal["rank", "value"], Field(description="by what the card given up to attack a token must match the soul")
    ] = "rank"
    swaps: Annotated[
        Literal["turn", "everyone"],
        Field(description="who may swap with purgatory: the player to move, or all in turn"),
    ] = "turn"
    may_stay: Annotated[bool, Field(description="whether a token may stay where it stands")] = True
    twos: Annotated[
        Literal["always", "on_jokers"],
        Field(description="when a pair of 2s asks for a pair: always, or only when it lies on unmatched Jokers"),
    ] = "on_jokers"
    pass_final: Annotated[
        bool, Field(description="whether a pass is out for the battle, or only until somebody lays again")
    ] = True
    token_spoils: Annotated[int, Field(ge=0, le=4, description="cards won beside the soul by beating a token")] = 1
    defended_soul: Annotated[
        Literal["score", "choice"],
        Field(description="where a defender puts the soul won: into the score pile, or there or on purgatory"),
    ] = "score"


def defaults(players: int) -> dict[str, Any]:
    """What depends on the player count."""
    return {"grid": 3} if players == 2 else {}


# ---- the rules -------------------------------------------------------------------------------------------------


def deck(name: str = "") -> tuple[Card, ...]:
    """A full deck with two Jokers.

    >>> len(deck())
    54
    """
    return suited(FRENCH, range(2, ACE + 1), name) + suited([JOKER], (1, 2), name)


def _all(cards: Card | Sequence[Card]) -> tuple[Card, ...]:
    return (cards,) if isinstance(cards, Card) else tuple(cards)


def value(cards: Card | Sequence[Card], court_value: int = 10, ace_value: int = 11, joker_value: int = 20) -> int:
    """The sum of the cards: numbers as printed, court cards, Aces and Jokers by their values.

    >>> from designkit.cards import cards
    >>> value(cards("K spades, 6 hearts")), value(cards("Joker 1, 4 clubs"))
    (16, 24)
    """
    special = {ACE: ace_value, **dict.fromkeys(COURT, court_value)}
    return sum(joker_value if card.suit == JOKER else special.get(card.rank, card.rank) for card in _all(cards))


def rank(card: Card) -> int:
    """The order of single cards: a Joker above the Ace, above the King, and so on down to the 2."""
    return ACE + 1 if card.suit == JOKER else card.rank


def _twos(cards: Sequence[Card]) -> bool:
    return all(card.rank == 2 and card.suit != JOKER for card in cards)


def unmatched(cards: Sequence[Card]) -> bool:
    """A single Joker, or a Joker with an Ace or another Joker: no value beats it, only 2s do."""
    jokers = sum(card.suit == JOKER for card in cards)
    return 0 < jokers == len(cards) or (jokers == 1 and any(card.rank == ACE for card in cards if card.suit != JOKER))


def beats(
    play: Card | Sequence[Card],
    top: Card | Sequence[Card],
    guarded: bool = True,
    court_value: int = 10,
    ace_value: int = 11,
    joker_value: int = 20,
) -> bool:
    """Singles compare by rank, with a pair on either side values compare; 2s alone stop Jokers.

    A single Joker yields only to a single 2; Joker with Ace or Joker only to a pair of 2s, and a guarded pair of 2s only
    to a pair worth more.

    >>> from designkit.cards import cards
    >>> beats(cards("J clubs, 9 hearts"), cards("K spades, 6 hearts")), beats(cards("K clubs, J hearts"), cards("Joker 1"))
    (True, False)
    """
    play, top = _all(play), _all(top)
    singles = len(play) == len(top) == 1
    if unmatched(top):
        return len(play) == len(top) and _twos(play)
    if singles:
        return rank(play[0]) > rank(top[0])
    if guarded and len(top) == 2 and len(play) == 1 and _twos(top):
        return False
    return value(play, court_value, ace_value, joker_value) > value(top, court_value, ace_value, joker_value)


def adjacent(space: int, size: int, diagonals: bool = False) -> tuple[int, ...]:
    """The spaces next to a space; spaces are numbered row by row from 0.

    >>> adjacent(4, 3), adjacent(0, 3, diagonals=True)
    ((1, 3, 5, 7), (1, 3, 4))
    """
    row, column = divmod(space, size)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r or c) and (diagonals or not (r and c))]
    near = [(row + r, column + c) for r, c in steps]
    return tuple(sorted(r * size + c for r, c in near if 0 <= r < size and 0 <= c < size))


def pays_toll(
    card: Card, soul: Card, toll: str = "rank", court_value: int = 10, ace_value: int = 11, joker_value: int = 20
) -> bool:
    """Whether a card given up opens the attack on a token: at least the rank (or the value) of its soul.

    >>> from designkit.cards import cards
    >>> queen, king = cards("Q clubs, K clubs")
    >>> pays_toll(queen, king), pays_toll(queen, king, toll="value")
    (False, True)
    """
    if toll == "rank":
        return rank(card) >= rank(soul)
    return value(card, court_value, ace_value, joker_value) >= value(soul, court_value, ace_value, joker_value)


def swappers(turn: int, players: int, swaps: str = "turn") -> tuple[int, ...]:
    """The seats that may swap a card with their purgatory before a turn, in order.

    >>> swappers(2, players=3), swappers(2, players=3, swaps="everyone")
    ((2,), (2, 0, 1))
    """
    return tuple((turn + i) % players for i in range(players if swaps == "everyone" else 1))


def still_in(
    fighting: tuple[int, ...], everyone: tuple[int, ...], seat: int, passed: bool, pass_final: bool = True
) -> tuple[int, ...]:
    """Who is in a battle after a seat has passed or laid: a pass is out, for good or until somebody lays again.

    >>> still_in((0, 2), (0, 1, 2), seat=2, passed=True)
    (0,)
    >>> still_in((0, 2), (0, 1, 2), 2, passed=False), still_in((0, 2), (0, 1, 2), 2, passed=False, pass_final=False)
    ((0, 2), (0, 1, 2))
    """
    if passed:
        return tuple(other for other in fighting if other != seat)
    return fighting if pass_final else everyone


def ended(
    empty: int, idle: int, turns: int, players: int, empty_spaces: int = 3, idle_rounds: int = 1, most_turns: int = 500
) -> bool:
    """Whether a turn was the last: enough spaces are empty, all have rested in a row, or the turns are used up.

    >>> ended(empty=3, idle=0, turns=40, players=4), ended(0, 4, 40, 4), ended(0, 4, 40, 4, idle_rounds=0)
    (True, True, False)
    """
    return empty >= empty_spaces or 0 < players * idle_rounds <= idle or turns >= most_turns


def pile_points(
    pile: Sequence[Card], own: str, court_value: int = 10, ace_value: int = 11, joker_points: int = 20
) -> int:
    """The value of a score pile: souls and cards of others' decks; one's own cards count nothing.

    >>> pile_points([Card("spades", 13, "souls"), Card("clubs", 9, "seat 1"), Card("clubs", 8, "seat 0")], "seat 0")
    19
    """
    return value([card for card in pile if card.deck != own], court_value, ace_value, joker_points)


# ---- the state and its phases ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Battle(Event):
    """A finished battle; a defender is the seat whose token stood on the space."""

    space: int
    soul: Card
    defender: int | None
    lays: tuple[Lay, ...]
    winner: int
    takes: tuple[Card, ...]

    def told(self) -> tuple[str | Card, ...]:
        """Who fought for what, who won and what that took."""
        fought = [part for seat, cards in self.lays for part in (f"; seat {seat} lays ", *listed(cards))]
        against = "" if self.defender is None else f", where seat {self.defender} stands,"
        won = f" → seat {self.winner} wins and takes "
        return (f"Battle on space {self.space}{against} for ", self.soul, *fought, won, *listed(self.takes))


@dataclass(frozen=True, kw_only=True)
class State(BaseState):
    """A game of Souls; `turn` is the seat whose turn it is, `to_move` the one to decide."""

    turn: int = 0
    souls: tuple[Card | None, ...] = ()
    """The exposed soul of each space, None where it is empty."""
    buried: tuple[tuple[Card, ...], ...] = secret(default=())
    """What lies under each soul, the next one first."""
    unused: tuple[Card, ...] = secret(default=())
    decks: tuple[tuple[Card, ...], ...] = secret(default=())
    hands: tuple[tuple[Card, ...], ...] = private(default=())
    purgatory: tuple[tuple[Card, ...], ...] = ()
    """Face up, the top one first."""
    pile: tuple[tuple[Card, ...], ...] = ()
    """The score piles."""
    tokens: tuple[int | None, ...] = ()
    space: int | None = None
    """Where the battle is."""
    defender: int | None = None
    lays: tuple[Lay, ...] = ()
    fighting: tuple[int, ...] = ()
    """The seats that have not passed in this battle, or since the last play where a pass is not final."""
    idle: int = 0
    """Turns in a row without an attack."""
    turns: int = 0
    """Turns that are over."""


def own_deck(seat: int) -> str:
    """The name of a seat's deck."""
    return f"seat {seat}"


def start(game: Game, seed: int) -> State:
    """Lay out the grid and give everyone a shuffled deck."""
    p, n = game.params, game.players
    souls = shuffled(deck(SOULS), seed, 0)
    spaces = p.grid**2
    columns = [souls[i * p.depth : (i + 1) * p.depth] for i in range(spaces)]
    empty: tuple[tuple[Card, ...], ...] = ((),) * n
    exposed = tuple(column[0] for column in columns)
    return State(
        seed=seed,
        scores=(0,) * n,
        souls=exposed,
        buried=tuple(column[1:] for column in columns),
        unused=souls[spaces * p.depth :],
        decks=tuple(shuffled(deck(own_deck(seat)), seed, 1 + seat) for seat in range(n)),
        hands=empty,
        purgatory=empty,
        pile=empty,
        tokens=(None,) * n,
        log=(Dealt(round=0, dealer=None, shown=(("grid", exposed),)),),
    )


Top = tuple[tuple[Card, ...], bool]
"""What is to be beaten, and whether it is guarded: a pair of 2s that asks for a pair."""


def _beats(game: Game, play: Sequence[Card], top: Top) -> bool:
    p, (cards, guarded) = game.params, top
    return bool(
        game.rules.beats(
            play, cards, guarded, court_value=p.court_value, ace_value=p.ace_value, joker_value=p.joker_value
        )
    )


def _pays(game: Game, card: Card, soul: Card) -> bool:
    p = game.params
    return bool(
        game.rules.pays_toll(
            card, soul, toll=p.toll, court_value=p.court_value, ace_value=p.ace_value, joker_value=p.joker_value
        )
    )


def _guards(game: Game, under: Sequence[Card]) -> bool:
    return game.params.twos == "always" or unmatched(under)


def _on(game: Game, cards: tuple[Card, ...], under: Sequence[Card] = ()) -> Top:
    return cards, _guards(game, under)


def _lays(game: Game, hand: Sequence[Card], top: Top) -> tuple[tuple[Card, ...], ...]:
    """The one or two cards of a hand that beat what lies on top."""
    return tuple(cards for count in (1, 2) for cards in combinations(hand, count) if _beats(game, cards, top))


def _tolls(game: Game, hand: Sequence[Card], soul: Card) -> tuple[Card, ...]:
    """The cards that may be given up to attack a token: enough for the toll, with a play left that beats the soul."""
    return tuple(
        card for card in hand if _pays(game, card, soul) and _lays(game, without(hand, [card]), _on(game, (soul,)))
    )


def _act(state: State, move: Move, cards: tuple[Card, ...] = ()) -> State:
    return state.noting(Act(round=state.round, seat=state.seat, move=move, cards=cards))


def draw(game: Game, state: State) -> State:
    """Everyone draws up to a full hand."""
    hands, decks = [], []
    for hand, own in zip(state.hands, state.decks, strict=True):
        count = max(0, game.params.hand_size - len(hand))
        hands.append(tuple(sorted(hand + own[:count])))
        decks.append(own[count:])
    return game.advance(state.but(hands=tuple(hands), decks=tuple(decks), to_move=state.turn))


def _swappers(game: Game, turn: int) -> tuple[int, ...]:
    return tuple(game.rules.swappers(turn, game.players, swaps=game.params.swaps))


def _ask_to_swap(game: Game, state: State, seats: Sequence[int]) -> State:
    """There is something to swap only with a card in hand and one in purgatory."""
    for seat in seats:
        if state.hands[seat] and state.purgatory[seat]:
            return state.but(to_move=seat)
    return game.advance(state.but(to_move=state.turn))


def swap_begin(game: Game, state: State) -> State:
    """Those who may swap are asked in turn."""
    return _ask_to_swap(game, state, _swappers(game, state.turn))


def swap_legal(game: Game, state: State) -> tuple[Move, ...]:
    """Keep the hand, or change any card of it for the top of purgatory."""
    return (Move("keep"), *(Move("swap", (card,)) for card in state.hands[state.seat]))


def swap_play(game: Game, state: State, move: Move) -> State:
    """The hand card goes face up on purgatory, the top card into the hand."""
    seat, seats = state.seat, _swappers(game, state.turn)
    if move.verb == "swap":
        top, *below = state.purgatory[seat]
        state = _act(state, move, (top,))
        state = state.but(
            hands=put(state.hands, seat, tuple(sorted((*without(state.hands[seat], move.cards), top)))),
            purgatory=put(state.purgatory, seat, (*move.cards, *below)),
        )
    return _ask_to_swap(game, state, seats[seats.index(seat) + 1 :])


def swap_why_not(game: Game, state: State, move: Move) -> str:
    """Why a card may not be swapped."""
    hand = ", ".join(map(str, state.hands[state.seat]))
    return f"Seat {state.seat} may swap one card of its hand ({hand}) for {state.purgatory[state.seat][0]}, or keep."


def place_legal(game: Game, state: State) -> tuple[Move, ...]:
    """Any space with a soul that no other token holds."""
    held = {space for seat, space in enumerate(state.tokens) if seat != state.turn or not game.params.may_stay}
    return tuple(
        Move("place on", space) for space, soul in enumerate(state.souls) if soul is not None and space not in held
    )


def place_play(game: Game, state: State, move: Move) -> State:
    """The token goes there."""
    state = _act(state, move)
    return game.advance(state.but(tokens=put(state.tokens, state.turn, move.what)))


def _no_space(state: State, move: Move) -> str | None:
    if not isinstance(move.what, int) or not 0 <= move.what < len(state.souls):
        return f"There is no space '{move.what}'; the spaces are numbered 0 to {len(state.souls) - 1}."
    return f"Space {move.what} is empty." if state.souls[move.what] is None else None


def place_why_not(game: Game, state: State, move: Move) -> str:
    """Why the token may not go there."""
    problem = _no_space(state, move)
    if problem:
        return problem
    if move.what == state.tokens[state.turn]:
        return (
            f"The token of seat {state.turn} must move on from space {move.what} (may_stay = {game.params.may_stay})."
        )
    return f"Space {move.what} is held by the token of seat {state.tokens.index(move.number)}."


def _next_to(game: Game, space: int) -> tuple[int, ...]:
    return tuple(game.rules.adjacent(space, game.params.grid, diagonals=game.params.diagonals))


def _near(game: Game, state: State) -> tuple[int, ...]:
    token = state.tokens[state.turn]
    assert token is not None
    return _next_to(game, token)


def attack_legal(game: Game, state: State) -> tuple[Move, ...]:
    """Rest, or attack an adjacent soul that the hand can beat (and pay the toll for, if a token stands on it)."""
    hand = state.hands[state.turn]
    able = []
    for space in _near(game, state):
        soul = state.souls[space]
        if soul is not None and (
            _tolls(game, hand, soul) if space in state.tokens else _lays(game, hand, _on(game, (soul,)))
        ):
            able.append(Move("attack", space))
    return (Move("rest"), *able)


def attack_play(game: Game, state: State, move: Move) -> State:
    """Begin the battle, or rest and end the turn."""
    state = _act(state, move)
    if move.verb == "rest":
        return end_turn(game, state.but(idle=state.idle + 1))
    defender = state.tokens.index(move.number) if move.number in state.tokens else None
    state = state.but(idle=0, space=move.what, defender=defender, lays=())
    return game.advance(state.but(fighting=_fighters(game, state)))


def _fighters(game: Game, state: State) -> tuple[int, ...]:
    """Who takes part in a battle, from the attacker on: everyone, or attacker and defender alone."""
    if state.defender is not None:
        return (state.turn, state.defender)
    return tuple(game.left(state.turn, i) for i in range(game.players))


def attack_why_not(game: Game, state: State, move: Move) -> str:
    """Why that space may not be attacked."""
    if move.verb == "rest":
        return "Resting takes nothing with it; say just 'rest'."
    problem = _no_space(state, move)
    if problem:
        return problem
    assert isinstance(move.what, int)
    if move.what == state.tokens[state.turn]:
        return "The space under the own token cannot be attacked."
    token, soul = state.tokens[state.turn], state.souls[move.what]
    assert soul is not None
    if move.what not in _near(game, state):
        near = ", ".join(map(str, _near(game, state)))
        diagonal = f"diagonals = {game.params.diagonals}"
        return f"Space {move.what} is not next to the token on space {token}; next to it are {near} ({diagonal})."
    if move.what in state.tokens and _lays(game, state.hands[state.turn], _on(game, (soul,))):
        return f"The hand cannot give up a card of at least {soul} and still beat it (toll = {game.params.toll})."
    return f"No one or two cards of the hand beat {soul}."


def toll_begin(game: Game, state: State) -> State:
    """Only the attack on a token costs a card."""
    return game.advance(state) if state.defender is None else state


def _soul(state: State) -> Card:
    assert state.space is not None
    soul = state.souls[state.space]
    assert soul is not None
    return soul


def toll_legal(game: Game, state: State) -> tuple[Move, ...]:
    """A card of at least the soul's rank, with a play left that beats the soul."""
    return tuple(Move("discard", (card,)) for card in _tolls(game, state.hands[state.turn], _soul(state)))


def toll_play(game: Game, state: State, move: Move) -> State:
    """The card goes on the own purgatory."""
    seat = state.turn
    state = _act(state, move)
    return game.advance(
        state.but(
            hands=put(state.hands, seat, without(state.hands[seat], move.cards)),
            purgatory=put(state.purgatory, seat, move.cards + state.purgatory[seat]),
        )
    )


def toll_why_not(game: Game, state: State, move: Move) -> str:
    """Why a card does not pay the toll."""
    options = ", ".join(str(offered.cards[0]) for offered in toll_legal(game, state))
    soul, toll = _soul(state), game.params.toll
    return f"The toll is one card of at least the {toll} of {soul} that leaves a play to beat it: {options} (toll = {toll})."


def _top(game: Game, state: State) -> Top:
    under, cards = ((), (_soul(state),), *(cards for _, cards in state.lays))[-2:]
    return _on(game, cards, under)


def battle_legal(game: Game, state: State) -> tuple[Move, ...]:
    """One or two cards that beat the top; all but the attack itself may be passed up."""
    lays = tuple(Move("lay", cards) for cards in _lays(game, state.hands[state.seat], _top(game, state)))
    return (*lays, Move("pass")) if state.lays else lays


def _still_in(
    game: Game, fighting: tuple[int, ...], everyone: tuple[int, ...], seat: int, passed: bool
) -> tuple[int, ...]:
    return tuple(game.rules.still_in(fighting, everyone, seat, passed, pass_final=game.params.pass_final))


def battle_play(game: Game, state: State, move: Move) -> State:
    """Lay cards or drop out; the last play standing wins."""
    seat = state.seat
    state = _act(state, move)
    everyone, passed = _fighters(game, state), move.verb == "pass"
    fighting = _still_in(game, state.fighting, everyone, seat, passed)
    state = state.but(fighting=fighting)
    if not passed:
        hands = put(state.hands, seat, without(state.hands[seat], move.cards))
        state = state.but(hands=hands, lays=(*state.lays, (seat, move.cards)))
    if len(fighting) > 1:
        place = everyone.index(seat) + 1
        return state.but(to_move=next(other for other in everyone[place:] + everyone[:place] if other in fighting))
    return game.advance(state.but(to_move=fighting[0]))


def battle_why_not(game: Game, state: State, move: Move) -> str:
    """Why these cards may not be laid."""
    hand, top = state.hands[state.seat], _top(game, state)
    missing = [card for card in move.cards if card not in hand]
    if missing:
        return f"{missing[0]} is not in the hand of seat {state.to_move}; it holds {', '.join(map(str, hand))}."
    if move.verb == "pass" or len(move.cards) not in (1, 2) or len(set(move.cards)) < len(move.cards):
        return "The attacker lays one or two cards." if not state.lays else "A play is one or two cards, or pass."
    return f"{_why(game, move.cards, top)}."


def soul_begin(game: Game, state: State) -> State:
    """A soul won from a token goes to the score pile (one defended where the variant says); else the winner chooses."""
    defended = state.seat == state.defender and game.params.defended_soul == "choice"
    return state if state.defender is None or defended else settle(game, state, "score")


def soul_moves(game: Game) -> tuple[Move, ...]:
    """Where a soul can go."""
    return (Move("soul", "score"), Move("soul", "purgatory"))


def soul_legal(game: Game, state: State) -> tuple[Move, ...]:
    """To the score pile, or on top of the own purgatory."""
    return soul_moves(game)


def soul_play(game: Game, state: State, move: Move) -> State:
    """The soul goes where the winner says."""
    return settle(game, _act(state, move), str(move.what))


def soul_why_not(game: Game, state: State, move: Move) -> str:
    """Only two places."""
    return "The soul goes to 'score' or to 'purgatory'."


def settle(game: Game, state: State, where: str) -> State:
    """The winner takes the laid cards and the soul, the next soul is turned up, and the turn passes."""
    winner, space = state.fighting[0], state.space
    assert space is not None
    soul, below = _soul(state), state.buried[space]
    spoils = game.params.token_spoils if state.defender is not None and winner == state.turn else 0
    taken = tuple(card for _, cards in state.lays for card in cards) + below[:spoils]
    below = below[spoils:]
    pile, purgatory = state.pile[winner] + taken, state.purgatory[winner]
    if where == "score":
        pile += (soul,)
    else:
        purgatory = (soul, *purgatory)
    tokens = state.tokens
    if state.defender is not None and winner == state.turn:
        tokens = put(tokens, state.defender, None)
    event = Battle(
        round=state.round,
        space=space,
        soul=soul,
        defender=state.defender,
        lays=state.lays,
        winner=winner,
        takes=(*taken, soul) if where == "score" else taken,
    )
    state = state.but(
        pile=put(state.pile, winner, pile),
        purgatory=put(state.purgatory, winner, purgatory),
        tokens=tokens,
        souls=put(state.souls, space, below[0] if below else None),
        buried=put(state.buried, space, below[1:]),
        space=None,
        defender=None,
        lays=(),
        fighting=(),
    ).noting(event)
    return end_turn(game, state)


def _ended(game: Game, empty: int, idle: int, turns: int) -> bool:
    p = game.params
    return bool(
        game.rules.ended(
            empty,
            idle,
            turns,
            game.players,
            empty_spaces=p.empty_spaces,
            idle_rounds=p.idle_rounds,
            most_turns=p.most_turns,
        )
    )


def end_turn(game: Game, state: State) -> State:
    """The turn passes left, unless it was the last."""
    state = state.but(turns=state.turns + 1)
    if _ended(game, state.souls.count(None), state.idle, state.turns):
        return finish(game, state)
    return game.enter(state.but(turn=game.left(state.turn)), "draw")


def _points(game: Game, pile: Sequence[Card], seat: int) -> int:
    p = game.params
    return int(
        game.rules.pile_points(
            pile, own_deck(seat), court_value=p.court_value, ace_value=p.ace_value, joker_points=p.joker_points
        )
    )


def finish(game: Game, state: State) -> State:
    """Count the score piles; the highest wins, ties share."""
    points = tuple(_points(game, pile, seat) for seat, pile in enumerate(state.pile))
    event = Scored(round=state.round, points=points, totals=points, sheet=(("score pile", state.pile),))
    return game.finish(state.but(scores=points).noting(event), leaders(points))


def on_each_space(verb: str) -> Callable[[Game], tuple[Move, ...]]:
    """The moves of a verb that is done to a space, any of the grid."""
    return lambda game: tuple(Move(verb, space) for space in range(game.params.grid**2))


PHASES = (
    Phase("draw", "everyone draws up to a full hand", begin=draw),
    Phase(
        "swap",
        "maybe change a card with purgatory",
        ("keep", "swap"),
        swap_begin,
        swap_legal,
        swap_play,
        swap_why_not,
        moves=lambda game: (Move("keep"), *with_each_card("swap")(game)),
    ),
    Phase(
        "place",
        "place the token",
        ("place on",),
        None,
        place_legal,
        place_play,
        place_why_not,
        moves=on_each_space("place on"),
    ),
    Phase(
        "attack",
        "attack an adjacent soul, or rest",
        ("attack", "rest"),
        None,
        attack_legal,
        attack_play,
        attack_why_not,
        moves=lambda game: (Move("rest"), *on_each_space("attack")(game)),
    ),
    Phase(
        "toll",
        "give up a card to attack a token",
        ("discard",),
        toll_begin,
        toll_legal,
        toll_play,
        toll_why_not,
        moves=with_each_card("discard"),
    ),
    Phase(
        "battle",
        "beat the top play or pass",
        ("lay", "pass"),
        None,
        battle_legal,
        battle_play,
        battle_why_not,
        moves=lambda game: (*with_each_card("lay")(game), Move("pass")),
    ),
    Phase(
        "soul",
        "send the soul to the score pile or to purgatory",
        ("soul",),
        soul_begin,
        soul_legal,
        soul_play,
        soul_why_not,
        moves=soul_moves,
    ),
)


# ---- the game as a whole ---------------------------------------------------------------------------------------


def _why(game: Game, play: Sequence[Card], top: Top) -> str:
    """Why a play beats the top or does not."""
    p, (cards, guarded) = game.params, top
    mine, theirs = (" + ".join(map(str, side)) for side in (play, cards))
    said = f"{mine} {'beats' if _beats(game, play, top) else 'does not beat'} {theirs}"
    if unmatched(cards):
        return f"{said}: only {'a single 2' if len(cards) == 1 else 'a pair of 2s'} does"
    if guarded and _twos(cards) and len(cards) == 2 and len(play) == 1:
        return f"{said}: a pair of 2s asks for a pair (twos = {p.twos})"
    if len(play) == len(cards) == 1:
        return f"{said}: single cards compare by rank"
    worth = [value(side, p.court_value, p.ace_value, p.joker_value) for side in (play, cards)]
    return f"{said}: the values are {worth[0]} and {worth[1]}"


def explain(game: Game, event: Event) -> tuple[str, ...]:
    """A sentence for each play of a battle."""
    if not isinstance(event, Battle):
        return ()
    layers = ((), (event.soul,), *(cards for _, cards in event.lays))
    return tuple(
        f"Seat {seat}: {_why(game, cards, _on(game, layers[i + 1], layers[i]))}."
        for i, (seat, cards) in enumerate(event.lays)
    )


def impossible(players: int, p: Params) -> str | None:
    """The soul deck must fill the grid, and there must always be a free space for a token."""
    need, have = p.grid**2 * p.depth, len(deck())
    if need > have:
        return f"the grid needs {need} soul cards and the deck has {have} (grid, depth)"
    if p.grid**2 - p.empty_spaces + p.may_stay < players:
        return f"a {p.grid} x {p.grid} grid may run out of spaces for {players} tokens (grid, empty_spaces, may_stay)"
    return None


def plan(game: Game) -> Battles:
    """The course of a game as data: the same rules that the phases ask."""
    p = game.params
    return Battles(
        souls=deck(SOULS),
        decks=tuple(deck(own_deck(seat)) for seat in range(game.players)),
        spaces=p.grid**2,
        depth=p.depth,
        hand_size=p.hand_size,
        may_stay=p.may_stay,
        spoils=p.token_spoils,
        defended_choice=p.defended_soul == "choice",
        near=lambda space: _next_to(game, space),
        swappers=lambda turn: _swappers(game, turn),
        looks_at=rank,
        beats=lambda play, top, guarded: _beats(game, play, (tuple(top), guarded)),
        guards=lambda under: _guards(game, under),
        pays=lambda card, soul: _pays(game, card, soul),
        lays=lambda hand, soul: _lays(game, hand, _on(game, (soul,))),
        tolls=lambda hand, soul: _tolls(game, hand, soul),
        still_in=lambda fighting, everyone, seat, passed: _still_in(game, fighting, everyone, seat, passed),
        ended=lambda empty, idle, turns: _ended(game, empty, idle, turns),
        points=lambda pile, seat: _points(game, pile, seat),
        worth=lambda card: value(card, p.court_value, p.ace_value, p.joker_value),
        event=Battle,
    )


def zones(game: Game, state: State) -> tuple[Zone, ...]:
    """What lies where."""
    table = [
        Zone(
            f"space {i}",
            () if soul is None else (soul, *state.buried[i]),
            kind="stack",
            at=divmod(i, game.params.grid),
            tokens=tuple(seat for seat, space in enumerate(state.tokens) if space == i),
            note="battle" if i == state.space else "",
            moves=(Move("place on", i), Move("attack", i)),
        )
        for i, soul in enumerate(state.souls)
    ]
    laid = [(seat, card) for seat, cards in state.lays for card in cards]
    table += [Zone("battle", tuple(card for _, card in laid), kind="trick", by=tuple(seat for seat, _ in laid))]
    for seat in range(game.players):
        token = "" if state.tokens[seat] is None else f"space {state.tokens[seat]}"
        table += [
            Zone("token", token, seat),
            Zone("hand", state.hands[seat], seat, kind="hand"),
            Zone("purgatory", state.purgatory[seat], seat, kind="stack"),
            Zone("score pile", state.pile[seat], seat, kind="stack"),
            Zone("deck", state.decks[seat], seat, kind="stack"),
        ]
    return tuple(table + ([Zone("unused", state.unused, kind="stack")] if state.unused else []))


def rulebook(game: Game) -> tuple[tuple[str, str], ...]:
    """The rules in words, with this variant's values."""
    p, n = game.params, game.players
    touch = "along a side or at a corner" if p.diagonals else "along a side"
    unused = len(deck()) - p.grid**2 * p.depth
    stay = "where it stands or on another space" if p.may_stay else "on a new space"
    guard = "a pair of 2s" if p.twos == "always" else "a pair of 2s that lies on such Jokers"
    spoils = (
        f" and {plural(p.token_spoils, 'more card')} of that space, as far as there are any" if p.token_spoils else ""
    )
    swap = (
        "The player whose turn it is may swap a hand card with the top of their purgatory, puts"
        if p.swaps == "turn"
        else "Everyone in turn may swap a hand card with the top of their purgatory. The player whose turn it is puts"
    )
    passing = "is out" if p.pass_final else "waits until somebody else beats it"
    defended = " or, by the defender, on top of purgatory" if p.defended_soul == "choice" else ""
    idle = f"when everyone has rested {p.idle_rounds} {'time' if p.idle_rounds == 1 else 'times'} in a row"
    return (
        (
            "Set-up",
            f"A soul deck of {len(deck())} cards (52 and two Jokers) fills a grid of {p.grid} x {p.grid} spaces, {p.depth} to a space, "
            f"the top one face up; {plural(unused, 'card')} are not used. Each of the {n} players has a deck of the same cards, a "
            "token, a purgatory and a score pile. Seat 0 has the first turn.",
        ),
        (
            "Turn",
            f"Everyone draws up to {plural(p.hand_size, 'card')}. {swap} "
            f"their token {stay} that has a soul and no other token, and attacks an adjacent soul or rests. "
            f"Spaces are adjacent {touch}; the soul under one's own token cannot be attacked.",
        ),
        (
            "Battle",
            "The attacker lays one or two cards that beat the soul; then clockwise everyone beats the top play or passes and "
            f"{passing}. The last play standing takes all laid cards into the score pile, and the soul either there or on top of "
            "purgatory. The next soul of the space is turned up.",
        ),
        (
            "What beats what",
            "Single cards compare by rank, Joker above Ace above King down to 2. With a pair on either side the values compare, "
            f"and only a higher one beats: numbers as printed, Jack, Queen and King {p.court_value}, Ace {p.ace_value}, Joker "
            f"{p.joker_value}. A single Joker is beaten only by a single 2, and play goes on from that 2. A Joker with an Ace or "
            f"another Joker is beaten only by a pair of 2s, and {guard} only by a pair worth more.",
        ),
        (
            "Tokens",
            f"To attack a space where a token stands, first put a card of at least the {p.toll} of the soul on your purgatory; the "
            "rest of the hand must still beat the soul. Only these two battle. The attacker wins the soul"
            f"{spoils}, and the token leaves the grid; the defender wins the soul and stays. These cards go to the score pile{defended}.",
        ),
        (
            "End",
            f"When {plural(p.empty_spaces, 'space')} are empty, at once; "
            + (f"or {idle}; " if p.idle_rounds else "")
            + f"or after {plural(p.most_turns, 'turn')} all the same.",
        ),
        (
            "Points",
            f"Souls and cards from others' decks in the score pile count their value, a Joker {p.joker_points}; one's own cards and "
            "purgatory count nothing. The highest total wins; ties share the win.",
        ),
    )


GAME = Family(
    id="souls",
    title="Souls",
    about="walk a grid of piles and battle for the exposed souls, one or two cards at a time",
    players=range(2, 7),
    Params=Params,
    defaults=defaults,
    impossible=impossible,
    deck=lambda game: deck(SOULS) + tuple(card for seat in range(game.players) for card in deck(own_deck(seat))),
    start=start,
    phases=PHASES,
    zones=zones,
    rulebook=rulebook,
    rules=(beats, adjacent, pays_toll, swappers, still_in, ended, pile_points),
    explain=explain,
    plan=plan,
)
