"""Who and what wins the tricks."""

from functools import lru_cache
from typing import Any

import numpy as np

from designkit.cards import COURT, SUITS, Card
from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.jit import quiet
from designkit.lab.metrics import passes
from designkit.lab.metrics.measure import FINE, SHARE, Columns, mean, metric, over
from designkit.lab.metrics.passes import DEALS, KINDS, RETAINED, SPREAD, TRUMPS, WON
from designkit.plan import Plan


def trumps(game: Game, context: Any) -> frozenset[str]:
    """The suits whose lowest card beats any other suit led, read off the rules.

    >>> import designkit as dk
    >>> sorted(trumps(dk.game("whist"), "clubs")), sorted(trumps(dk.game("hearts"), None))
    (['clubs'], [])
    """
    rules = game.tricks
    if rules is None:
        return frozenset()
    mode, found = rules.modes[0], set()
    suits = {suit for card in game.deck if (suit := rules.leads(card)) is not None}
    power = {(card, led): rules.strength(card, led, mode, context) for card in game.deck for led in suits}
    for suit in suits:
        others = suits - {suit}
        if others and all(
            min(power[card, led] for card in game.deck if card.suit == suit)
            > max(power[card, led] for card in game.deck if card.suit == led)
            for led in others
        ):
            found.add(suit)
    return frozenset(found)


def special(game: Game, card: Card) -> str:
    """What a card is called that does more than its rank and suit say, or has a name beside court cards; else nothing.

    >>> import designkit as dk
    >>> special(dk.game("reapers"), dk.card("Demon poison")), special(dk.game("whist"), dk.card("K spades"))
    ('Demon', '')
    """
    suit = SUITS.get(card.suit)
    if suit is None or game.mark(card):
        return game.mark(card)
    if suit.numbered:
        return suit.name.capitalize()
    name = suit.names.get(card.rank, "")
    return "" if name == COURT.get(card.rank) else name


def _can_win(game: Game, card: Card) -> bool:
    rules = game.tricks
    assert rules is not None
    leds = {rules.leads(own) for own in game.deck} - {None}
    return any(
        rules.strength(card, led, mode, context) > 0
        for led in leds
        for mode in rules.modes
        for context in rules.contexts
    )


@lru_cache(maxsize=64)
def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of special cards that can win a trick."""
    if game.tricks is None:
        return ()
    return tuple(dict.fromkeys(own for card in game.deck if (own := special(game, card)) and _can_win(game, card)))


@lru_cache(maxsize=64)
def _tables(game: Game) -> tuple[Array, Array]:
    """(context, card) -> whether it is trump; card -> its kind from 1, or 0; cards by their places in the sorted deck."""
    if game.tricks is None:
        return np.zeros((1, 1), np.int8), np.zeros(1, np.int8)
    cards, names = sorted(game.deck), kinds(game)
    trump = [trumps(game, context) for context in game.tricks.contexts]
    marks = [special(game, card) for card in cards]
    return (
        np.array([[card.suit in own for card in cards] for own in trump], np.int8),
        np.array([names.index(mark) + 1 if mark in names else 0 for mark in marks], np.int8),
    )


def _by_kind(sums: Array) -> Array:
    return mean(np.concatenate([sums[..., KINDS:-3], sums[..., [WON]]], axis=-1))


@metric(
    "won by special cards",
    "tricks that a special card wins (a Demon, a Joker, a Revolution card)",
    "tricks won by each kind / tricks won",
    _by_kind,
    kinds,
    limits=SHARE,
)
@metric("won by trump", "tricks that a trump wins", "tricks won by trump / tricks won", over(TRUMPS, -1), limits=SHARE)
@metric(
    "lead retention",
    "how often the leader of a trick wins it, where anybody does",
    "tricks won by their leader / tricks won",
    over(RETAINED, -2),
    limits=SHARE,
)
@metric(
    "trick-winner entropy",
    "how evenly a deal's tricks are spread over the seats: 1 evenly, 0 all to one",
    "mean over deals of the entropy of the n shares of tricks / log n",
    over(SPREAD, -3),
    limits=SHARE,
)
def tricks(batch: Batch, game: Game) -> Columns:
    """What a pass over the tricks counts, and what it is divided by: deals, tricks with a leader, tricks with a trump."""
    if not batch.winners.shape[1]:
        return ()
    trump, kind = _tables(game)
    nobody_won = game.plan.nobody_won if isinstance(game.plan, Plan) else 0
    out = np.zeros((len(batch), KINDS + len(kinds(game))), np.int32)
    with quiet():
        passes.tricks(
            batch.winners.astype(np.int8, copy=False),
            batch.cards.astype(np.int16, copy=False),
            batch.leads.astype(np.int8, copy=False),
            batch.context.astype(np.int8, copy=False),
            nobody_won,
            trump,
            kind,
            batch.players,
            passes.LOGS,
            out,
        )
    led = out[:, WON] * (game.tricks is not None)
    return out, out[:, DEALS].astype(np.int64) * FINE, led, led * bool(trump.any())
