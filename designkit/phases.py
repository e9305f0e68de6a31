"""Phases that many games share: bidding in turn and playing tricks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from designkit import moves
from designkit.cards import Card, without
from designkit.game import Act, Game, Phase, S, State, Trick, private, put
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


def trick_phase(about: str, begin: Callable[[Game, Any], Any], take: Take = takes_nothing) -> Phase:
    """Playing tricks until the hands are empty; the winner leads the next, or the same seat if nobody won."""

    def play(game: Game, state: Any, move: Move) -> Any:
        seat = state.to_move
        hands = put(state.hands, seat, without(state.hands[seat], move.cards))
        plays = state.plays + move.cards
        if len(plays) < game.players:
            return state.but(hands=hands, plays=plays, to_move=game.left(seat))
        return finish_trick(game, state.but(hands=hands), plays, take)

    return Phase("tricks", about, ("play",), begin=begin, legal=legal_cards, play=play, why_not=why_not_card)


def legal_cards(game: Game, state: Any) -> tuple[Move, ...]:
    """The cards that the seat to move may play."""
    legal = rules_of(game).legal(state.hands[state.to_move], state.plays, state.situation)
    return tuple([moves.play(card) for card in legal])


def finish_trick(game: Game, state: Any, plays: tuple[Card, ...], take: Take) -> Any:
    """Judge the trick, hand out what it brings, and go on."""
    rules = rules_of(game)
    place = rules.judge(plays, state.context).place
    winner = None if place is None else game.left(state.leader, place)
    trick = Trick(round=state.round, leader=state.leader, plays=plays, winner=winner, context=state.context)
    situation = state.situation
    for card in plays:
        situation = rules.stir(situation, card)
    leader = state.leader if winner is None else winner
    won = state.won if winner is None else put(state.won, winner, state.won[winner] + 1)
    state, takes = take(game, state.but(plays=(), won=won, situation=situation), trick)
    if takes:
        trick = Trick(**{**trick.__dict__, "takes": takes})
    state = state.but(leader=leader, to_move=leader, log=state.log + (trick,))
    return state if state.hands[leader] else game.advance(state.but(to_move=None))


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


def bid_phase(about: str, sealed: Callable[[Game], bool] = lambda game: False) -> Phase:
    """One bid a seat from the dealer's left on, from nothing to a trick for each card held."""

    def begin(game: Game, state: Any) -> Any:
        nobody = (None,) * game.players
        return state.but(bids=nobody, sealed=nobody, to_move=game.left(state.dealer))

    def legal(game: Game, state: Any) -> tuple[Move, ...]:
        return tuple(Move("bid", tricks) for tricks in range(len(state.hands[state.to_move]) + 1))

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
        return f"'{move}' is not a bid here; a bid is a whole number from 0 to {most}, a trick for each card held."

    return Phase("bid", about, ("bid",), begin=begin, legal=legal, play=play, why_not=why_not)


def pass_turn(game: Game, state: S) -> S:
    """The next seat's turn in a phase where each has one, from the dealer's left to the dealer."""
    if state.to_move == state.dealer:
        return game.advance(state.but(to_move=None))
    return state.but(to_move=game.left(state.seat))
