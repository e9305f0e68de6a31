"""Redeals that fit what was played: a deal is less likely in which somebody did what a sensible player would not have done."""

from typing import Any

import numpy as np

from designkit.lab.jit import ONE, STEP, U, mix, njit, popcount
from designkit.search.kernel.deals import laid_out, stir
from designkit.search.kernel.reckoning import notes, reckoned, shown

SENSE = 2.0
"""For each such play a deal is taken to be less likely by e to the power of this."""
BURN = 64
"""How many changes are tried before the first deal is taken."""
BETWEEN = 4
"""How many between one deal that is taken and the next."""


@njit()
def odd_plays(t: Any, s: Any, cards: Any) -> Any:
    """(how many plays of others a sensible player would not have made in a deal, how many it would have had a choice in)."""
    players, suits, modes = np.int64(t.players), np.int64(t.suits), np.int64(t.modes)
    hands, plays = np.zeros((players, 2), np.uint64), np.zeros(players, np.int64)
    own = notes(players, suits, s.ways.shape[1], modes)
    situation, at, odd, asked = np.int64(s.begun), 0, 0, 0
    laid_out(s, cards, hands)
    for place in range(len(s.past)):
        trick, i = place // players, place % players
        card, seat = s.past[place], (s.leaders[trick] + i) % players
        hands[seat, card >> 6] |= ONE << U(card & 63)
    for trick in range(len(s.leaders)):
        led, mode, seat = np.int64(0), np.int64(0), np.int64(s.leaders[trick])
        count = min(players, len(s.past) - at)
        for i in range(count):
            card, low, high = np.int64(s.past[at + i]), hands[seat, 0], hands[seat, 1]
            row, tier = situation * suits + led, 0
            while not (s.ways[row, tier, 0] & low or s.ways[row, tier, 1] & high):
                tier += 1
            low, high = s.ways[row, tier, 2] & low, s.ways[row, tier, 3] & high
            if seat != s.seat and popcount(low) + popcount(high) > ONE:
                asked += 1
                odd += card != reckoned(
                    t, s, own, hands, plays, situation, mode, led, i, np.int64(s.leaders[trick]), seat, low, high,
                    trick, s.prizes,
                )  # fmt: skip
            shown(s, own, seat, row, tier)
            hands[seat, card >> 6] ^= ONE << U(card & 63)
            plays[i] = card
            if led == 0:
                led = np.int64(t.leads[card])
            mode = np.int64(t.turn[mode, card])
            seat = (seat + 1) % players
        at += count
        if count == players:
            row, top, place = (np.int64(s.context) * suits + led) * modes + mode, np.int64(0), np.int64(-1)
            for i in range(players):
                if t.strength[row, plays[i]] > top:
                    top, place = np.int64(t.strength[row, plays[i]]), np.int64(i)
                situation = np.int64(t.stir[situation, plays[i]])
            if place >= 0 and len(s.prizes):
                own.tally[(s.leaders[trick] + place) % players] += s.prize_worth[s.prizes[trick]]
    return odd, asked


@njit()
def fitted(t: Any, s: Any, cards: Any, deals: Any, begun: Any, word: Any) -> Any:
    """More deals of the unseen cards, a row each, as likely as they fit (Metropolis); answers the next random word."""
    values, lay, sums = t.worth[s.context], cards.copy(), np.zeros(len(s.held), np.int64)
    odd, _ = odd_plays(t, s, cards)
    row, left = 0, BETWEEN if begun else BURN
    while row < len(deals):
        lay[:] = cards
        word = stir(s, values, False, lay, sums, 2 if left > 1 else 2 + len(cards) // 2, word)
        now, _ = odd_plays(t, s, lay)
        word += STEP
        if np.float64(mix(word) >> U(11)) * (1.0 / 9007199254740992.0) < np.exp(SENSE * (odd - now)):
            odd, cards[:] = now, lay
        left -= 1
        if left == 0:
            deals[row], row, left = cards, row + 1, BETWEEN
    return word
