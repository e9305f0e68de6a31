"""Games and deals so small that what is to be measured can be said beforehand."""

from dataclasses import dataclass

import numpy as np

from designkit.cards import FRENCH, dealt, shuffled, suited
from designkit.events import Dealt, Scored
from designkit.game import Family, Phase, Zone, leaders
from designkit.lab.batch import Batch
from designkit.params import Params
from designkit.phases import TrickState, trick_phase
from designkit.plan import Plan
from designkit.tricks import Tricks, follow


def deals(points, **known) -> Batch:
    """Deals of these points by seat, the most winning; what is not said is nought."""
    points = np.array(points)
    count, players = points.shape
    blank = {
        "first": 0,
        "points": points,
        "bonus": np.zeros_like(points),
        "tops": points == points.max(axis=1)[:, None],
        "tricks": np.zeros((count, players), np.int16),
        "bids": np.full((count, players), -1, np.int16),
        "worth": np.zeros((count, players), np.float32),
        "winners": np.zeros((count, 0), np.int8),
        "cards": np.zeros((count, 0), np.int16),
        "leads": np.zeros(count, np.int8),
        "context": np.zeros(count, np.int8),
        "decisions": np.ones(count, np.int32),
        "options": np.ones(count, np.int64),
        "forced": np.zeros(count, np.int32),
        "hands": np.ones(count, np.int32),
        "history": points[:, None, :],
    }
    return Batch(**blank | {name: np.array(value) if name != "match" else value for name, value in known.items()})


@dataclass(frozen=True, kw_only=True)
class State(TrickState):
    """Nothing beside hands and tricks."""


def deal(game, state):
    hands = dealt(shuffled(game.deck, state.seed, 0), game.players, 1)
    return game.advance(state.but(hands=hands, won=(0,) * game.players).noting(Dealt(round=0, dealer=state.dealer)))


def score(game, state):
    event = Scored(round=0, points=state.won, totals=state.won)
    return game.finish(state.but(scores=state.won).noting(event), leaders(state.won))


def strength(card, led):
    return card.rank if card.suit == led else 0


ONE_TRICK = Family(
    id="one_trick",
    title="One Trick",
    about="a card each from as many cards of one suit, and the highest wins: all chance, and all in the hand",
    players=range(2, 6),
    Params=Params,
    deck=lambda game: suited(FRENCH[:1], range(2, 2 + game.players)),
    start=lambda game, seed: State(seed=seed, scores=(0,) * game.players),
    phases=(
        Phase("deal", "a card each", begin=deal),
        trick_phase("play the trick"),
        Phase("score", "a point for the trick", begin=score),
    ),
    zones=lambda game, state: tuple(Zone("hand", hand, seat) for seat, hand in enumerate(state.hands)),
    rulebook=lambda game: (),
    rules=(strength,),
    tricks=lambda game: Tricks(
        tier=lambda card, led, situation: follow(card, led),
        strength=lambda card, led, mode, context: game.rules.strength(card, led),
        words=lambda mode, context: "no trump",
    ),
    plan=lambda game: Plan(
        hand_size=lambda round: 1,
        own=lambda bid, won, pile: (won, None),
        asks=("won",),
        ready=lambda state, bids, won, kept: state.but(won=won),
    ),
)
