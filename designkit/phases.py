"""Phases that many games share: bidding in turn, passing cards on, playing tricks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from designkit import moves
from designkit.cards import Card, without
from designkit.events import Act, Trick
from designkit.game import Game, Phase, S, State, Zone, private, put
from designkit.moves import Move
from designkit.tricks import Context, Situation, Tricks


@dataclass(frozen=True, kw_only=True)
class TrickState(State):
    """A state of a game with tricks."""

    hands: tuple[tuple[Card, ...], ...] = private(default=())
    leader: int = 0
    plays: tuple[Card, ...] = ()
    """The trick that lies, in the order played from the leader on."""
    won: tuple[int, ...] = ()
    """Tricks won in this hand, by seat."""
    context: Context = None
    situation: Situation = None


@dataclass(frozen=True, kw_only=True)
class BidState(TrickState):
    """A state of a game with bids; sealed bids come into `bids` when they are opened."""

    bids: tuple[int | None, ...] = ()
    sealed: tuple[int | None, ...] = private(default=())


@dataclass(frozen=True, kw_only=True)
class ExchangeState(TrickState):
    """A state of a game in which cards are passed on."""

    given: tuple[tuple[Card, ...], ...] = private(copies=True, default=())
    """What each seat passed on in this hand."""
    received: tuple[tuple[Card, ...], ...] = private(copies=True, default=())


def rules_of(game: Game) -> Tricks:
    """The trick rules of a game that has some."""
    assert game.tricks is not None
    return game.tricks


# ---- tricks ----------------------------------------------------------------------------------------------------

Take = Callable[[Game, Any, Trick], tuple[Any, tuple[tuple[int, Any], ...]]]
"""What a finished trick brings: the state after it, and (seat, what that seat takes) in order."""


def takes_nothing(game: Game, state: Any, trick: Trick) -> tuple[Any, tuple[tuple[int, Any], ...]]:
    """Winning the trick is all."""
    return state, ()


def dealers_left(game: Game, state: S) -> S:
    """The dealer's left begins."""
    return state.but(leader=game.left(state.dealer), to_move=game.left(state.dealer))


def same_seat(game: Game, state: Any) -> int:
    """After a trick that nobody won the same seat leads again."""
    return int(state.leader)


def trick_phase(
    about: str,
    begin: Callable[[Game, Any], Any] = dealers_left,
    take: Take = takes_nothing,
    nobody_won: Callable[[Game, Any], int] = same_seat,
) -> Phase:
    """Playing tricks until the hands are empty; the winner leads the next, or whom `nobody_won` says."""

    def play(game: Game, state: Any, move: Move) -> Any:
        seat = state.to_move
        hands = put(state.hands, seat, without(state.hands[seat], move.cards))
        plays = state.plays + move.cards
        if len(plays) < game.players:
            return state.but(hands=hands, plays=plays, to_move=game.left(seat))
        return finish_trick(game, state.but(hands=hands), plays, take, nobody_won)

    return Phase("tricks", about, ("play",), begin, legal_cards, play, why_not_card, moves=with_each_card("play"))


def with_each_card(*verbs: str) -> Callable[[Game], tuple[Move, ...]]:
    """The moves of verbs that are done with a card, any of the deck."""
    return lambda game: tuple(Move(verb, (card,)) for verb in verbs for card in sorted(game.deck))


def legal_cards(game: Game, state: Any) -> tuple[Move, ...]:
    """The cards that the seat to move may play."""
    legal = rules_of(game).legal(state.hands[state.to_move], state.plays, state.situation)
    return tuple([moves.play(card) for card in legal])


def finish_trick(
    game: Game,
    state: Any,
    plays: tuple[Card, ...],
    take: Take,
    nobody_won: Callable[[Game, Any], int] = same_seat,
) -> Any:
    """Judge the trick, hand out what it brings, and go on."""
    rules = rules_of(game)
    place = rules.judge(plays, state.context).place
    winner = None if place is None else game.left(state.leader, place)
    trick = Trick(round=state.round, leader=state.leader, plays=plays, winner=winner, context=state.context)
    situation = state.situation
    for card in plays:
        situation = rules.stir(situation, card)
    leader = nobody_won(game, state) if winner is None else winner
    won = state.won if winner is None else put(state.won, winner, state.won[winner] + 1)
    state, takes = take(game, state.but(plays=(), won=won, situation=situation), trick)
    if takes:
        trick = replace(trick, takes=takes)
    state = state.but(leader=leader, to_move=leader, log=state.log + (trick,))
    return state if state.hands[leader] else game.advance(state.but(to_move=None))


def trick_zone(game: Game, state: Any) -> Zone:
    """The trick that lies, with who played what."""
    by = tuple(game.left(state.leader, place) for place in range(len(state.plays)))
    return Zone("trick", state.plays, kind="trick", by=by)


def hand_zone(state: Any, seat: int) -> Zone:
    """The cards that a seat holds."""
    return Zone("hand", state.hands[seat], seat, kind="hand")


def why_not_card(game: Game, state: Any, move: Move) -> str:
    """Why a card may not be played: it is not held, or a clause holds it back."""
    seat = state.to_move
    hand = state.hands[seat]
    if len(move.cards) != 1:
        return f"A trick takes one card a seat, such as 'play {hand[0]}'."
    (card,) = move.cards
    if card not in hand:
        return f"{card} is not in the hand of seat {seat}; it holds {', '.join(map(str, hand))}."
    tier = rules_of(game).forbids(card, hand, state.plays, state.situation)
    assert tier is not None
    rule = f" ({tier.parameter} = {getattr(game.params, tier.parameter)})" if tier.parameter else ""
    open_to = ", ".join(str(offered.cards[0]) for offered in legal_cards(game, state))
    return f"{card} may not be played now: {tier.clause}{rule}; seat {seat} may play {open_to}."


# ---- bids ------------------------------------------------------------------------------------------------------


def any_bid(game: Game, state: Any) -> Iterable[int]:
    """From nothing to a trick for each card held."""
    return range(len(state.hands[state.to_move]) + 1)


def full_share(game: Game) -> int:
    """No hand has more cards than its share of the deck."""
    return len(game.deck) // game.players


def bid_phase(
    about: str,
    sealed: Callable[[Game], bool] = lambda game: False,
    allowed: Callable[[Game, Any], Iterable[int]] = any_bid,
    most: Callable[[Game], int] = full_share,
) -> Phase:
    """One bid a seat, from the dealer's left on, of those that are allowed; `most` is the highest that can ever be."""

    def begin(game: Game, state: Any) -> Any:
        nobody = (None,) * game.players
        return state.but(bids=nobody, sealed=nobody, to_move=game.left(state.dealer))

    def legal(game: Game, state: Any) -> tuple[Move, ...]:
        return tuple(Move("bid", tricks) for tricks in allowed(game, state))

    def play(game: Game, state: Any, move: Move) -> Any:
        seat = state.to_move
        if sealed(game):
            state = state.but(sealed=put(state.sealed, seat, move.what))
            state = state.noting(Act(round=state.round, seat=seat, move=Move("bid")))
        else:
            state = state.but(bids=put(state.bids, seat, move.what))
            state = state.noting(Act(round=state.round, seat=seat, move=move))
        return pass_turn(game, state)

    def why_not(game: Game, state: Any, move: Move) -> str:
        most = len(state.hands[state.to_move])
        if move in [Move("bid", tricks) for tricks in range(most + 1)]:
            open_to = ", ".join(map(str, allowed(game, state)))
            return f"'{move}' is not allowed to seat {state.to_move} here; it may bid {open_to}."
        return f"'{move}' is not a bid here; a bid is a whole number from 0 to {most}, a trick for each card held."

    def moves(game: Game) -> tuple[Move, ...]:
        return tuple(Move("bid", tricks) for tricks in range(most(game) + 1))

    return Phase("bid", about, ("bid",), begin, legal, play, why_not, moves)


def with_bids(state: Any, bids: tuple[int, ...], won: tuple[int, ...], kept: tuple[Any, ...]) -> Any:
    """A hand with bids, played to its end."""
    return state.but(bids=bids, sealed=bids, won=won)


def pass_turn(game: Game, state: S) -> S:
    """The next seat's turn in a phase where each has one, from the dealer's left to the dealer."""
    if state.to_move == state.dealer:
        return game.advance(state.but(to_move=None))
    return state.but(to_move=game.left(state.seat))


# ---- exchange --------------------------------------------------------------------------------------------------


def _whither(direction: str | None) -> str:
    return "across" if direction == "across" else f"to the {direction}"


def exchange_zone(state: Any, plan: tuple[int, str | None]) -> Zone:
    """How many cards are to be passed on and where to, till they have been."""
    count, direction = plan
    due = count and state.phase in ("bid", "exchange")
    return Zone("to give", f"{count} {_whither(direction)}" if due else "")


def exchange_phase(about: str, plan: Callable[[Game, Any], tuple[int, str | None]]) -> Phase:
    """All pass cards on at once, as the plan says: (how many, "left", "right" or "across"), or none."""

    def begin(game: Game, state: Any) -> Any:
        """All choose before anyone sees what comes: asked in turn, passed on when the last has chosen."""
        return state.but(to_move=game.left(state.dealer)) if plan(game, state)[0] else game.advance(state)

    def legal(game: Game, state: Any) -> tuple[Move, ...]:
        count, _ = plan(game, state)
        return tuple(Move("give", given) for given in combinations(state.hands[state.to_move], count))

    def play(game: Game, state: Any, move: Move) -> Any:
        seat = state.to_move
        secretly = Act(round=state.round, seat=seat, move=Move("give"))
        state = state.but(given=put(state.given, seat, move.cards)).noting(secretly)
        if seat == state.dealer:
            steps = {"left": 1, "right": -1, "across": game.players // 2}[plan(game, state)[1] or "left"]
            received = tuple(state.given[game.left(to, -steps)] for to in range(game.players))
            hands = tuple(
                tuple(sorted(without(hand, given) + taken))
                for hand, given, taken in zip(state.hands, state.given, received, strict=True)
            )
            state = state.but(hands=hands, received=received)
        return pass_turn(game, state)

    def why_not(game: Game, state: Any, move: Move) -> str:
        count, direction = plan(game, state)
        hand = state.hands[state.to_move]
        missing = [card for card in move.cards if card not in hand]
        if missing:
            return f"{missing[0]} is not in the hand of seat {state.to_move}; it holds {', '.join(map(str, hand))}."
        noun = "card" if count == 1 else "different cards"
        return f"In round {state.round + 1} a seat gives {count} {noun} {_whither(direction)}, such as '{legal(game, state)[0]}'."

    return Phase("exchange", about, ("give",), begin, legal, play, why_not, with_each_card("give"))
