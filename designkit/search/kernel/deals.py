"""Redeals: what a seat cannot see, laid out in other ways that may be."""

from typing import Any

import numpy as np

from designkit.lab.jit import ONE, STEP, U, lowest, mix, njit, scaled
from designkit.search.kernel.shapes import inner

SPREAD = 1000.0
"""How far from a hand's worth a bid is thought to lie, in thousandths of a trick."""


@inner
def has(masks: Any, row: Any, card: Any) -> Any:
    """Whether a mask has a card."""
    return masks[row, card >> 6] >> U(card & 63) & ONE


@inner
def worths(s: Any, values: Any, cards: Any, sums: Any) -> None:
    """What each seat's cards, played or held in this deal, are worth."""
    players = len(s.held)
    for seat in range(players):
        sums[seat] = s.spent[seat]
        for word in range(2):
            rest = s.held[seat, word]
            while rest:
                sums[seat] += values[64 * word + np.int64(lowest(rest))]
                rest &= rest - ONE
    for slot in range(len(cards)):
        if s.places[slot] < players:
            sums[s.places[slot]] += values[cards[slot]]


@inner
def stir(s: Any, values: Any, weigh: Any, cards: Any, sums: Any, steps: Any, word: Any) -> Any:
    """Move unseen cards round in circles of two to four, as far as they may lie there and fit the bids.

    All deals that can be come up equally often; where bids weigh, as often as their worth fits them (Metropolis).
    """
    places, may, bids, said, seat = s.places, s.may, s.bids, s.said, s.seat
    slots, players = len(cards), len(sums)
    if slots < 2:
        return word
    at, moved = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for _ in range(steps):
        word += STEP
        drawn = mix(word)
        kind = drawn & U(7)
        length = 2 if kind < U(5) else 3 if kind < U(7) else 4
        if length > slots:
            length = 2
        fits = True
        for i in range(length):
            word += STEP
            at[i] = np.int64(scaled(mix(word), U(slots)))
            for j in range(i):
                fits = fits and at[i] != at[j]
        if not fits:
            continue
        for i in range(length):
            moved[i] = cards[at[i + 1 if i + 1 < length else 0]]
            if not has(may, places[at[i]], moved[i]):
                fits = False
                break
        if not fits:
            continue
        if weigh:
            before, after = 0.0, 0.0
            for i in range(length):
                place = places[at[i]]
                if place < players:
                    first = True
                    for j in range(i):
                        first = first and places[at[j]] != place
                    if first and said[place] and place != seat:
                        off = sums[place] - 1000.0 * bids[place]
                        change = 0.0
                        for j in range(length):
                            if places[at[j]] == place:
                                change += values[moved[j]] - values[cards[at[j]]]
                        before += off * off
                        after += (off + change) * (off + change)
            if after > before:
                word += STEP
                chance = np.float64(mix(word) >> U(11)) * (1.0 / 9007199254740992.0)
                if chance >= np.exp((before - after) / (2 * SPREAD * SPREAD)):
                    continue
        for i in range(length):
            place = places[at[i]]
            if place < players:
                sums[place] += values[moved[i]] - values[cards[at[i]]]
        for i in range(length):
            cards[at[i]] = moved[i]
    return word


@njit()
def redealt(s: Any, values: Any, weigh: Any, cards: Any, deals: Any, word: Any) -> Any:
    """Other deals of the unseen cards, a row each; answers the next random word."""
    sums = np.zeros(len(s.held), np.int64)
    worths(s, values, cards, sums)
    for row in range(len(deals)):
        word = stir(s, values, weigh, cards, sums, 8 + len(cards) // 2, word)
        deals[row] = cards
    return word


@inner
def laid_out(s: Any, cards: Any, hands: Any) -> None:
    """The hands of a redeal."""
    players = len(hands)
    for seat in range(players):
        hands[seat, 0], hands[seat, 1] = s.held[seat, 0], s.held[seat, 1]
    for slot in range(len(cards)):
        place, card = s.places[slot], cards[slot]
        if place < players:
            hands[place, card >> 6] |= ONE << U(card & 63)
