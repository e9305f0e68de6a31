"""Players of the playouts that reckon with chances, as the kit's sensible bots do: each knows its own hand, and what was shown."""

from typing import Any, NamedTuple

import numpy as np

from designkit.bots.chances import AGAIN, OFTEN, SHORT
from designkit.bots.prizes import CARE, DREAD, KEEN, SHY
from designkit.lab.batch import Array
from designkit.lab.jit import ONE, ZERO, lowest, popcount
from designkit.search.kernel.shapes import inner, within

PARTS = 64
POWERS = (np.arange(PARTS + 1)[:, None] / PARTS) ** np.arange(65)[None, :]
"""A chance in 64ths, so often multiplied by itself."""
SHORTER = SHORT ** np.arange(65)


class Notes(NamedTuple):
    """What a player works out before a play; the room for it is made once, since that takes longer than a play."""

    may: Array
    """(suit led, tier, seat, word) the cards that another seat may hold."""
    miss: Array
    """(suit led, tier, seat) how likely it does not hold a certain one of them, in 64ths."""
    share: Array
    """How likely each suit is to be led."""
    count: Array
    """The own cards of each suit."""
    weight: Array
    """How likely each suit is to be led when the hand is out of it."""
    wins: Array
    """(place in the hand, suit led) how likely a card wins then."""
    mixed: Array
    """By place in the hand, the same for all suits of which the hand is out."""
    ends: Array
    """(now and after the next play, mode) how likely the trick comes to it."""
    holds: Array
    """How likely each seat's card is the best."""
    lack: Array
    """(seat, word) cards that a seat has shown not to hold."""
    tally: Array
    """What each seat's prizes are worth so far."""


@within
def notes(players: Any, suits: Any, tiers: Any, modes: Any) -> Any:
    """Room for a player's notes."""
    return Notes(
        np.zeros((suits, tiers, players, 2), np.uint64),
        np.zeros((suits, tiers, players), np.int64),
        np.zeros(suits),
        np.zeros(suits, np.int64),
        np.zeros(suits),
        np.zeros((64, suits)),
        np.zeros(64),
        np.zeros((2, modes)),
        np.zeros(players),
        np.zeros((players, 2), np.uint64),
        np.zeros(players, np.int64),
    )


@within
def _stakes(s: Any, trick: Any, prizes: Any, tally: Any) -> Any:
    """(what the trick is worth, what good and bad ones to come are worth on the mean, how much others want it)."""
    if not len(prizes):
        return (1.0 if s.eager else -1.0), 0.0, 0.0, (1.0 if s.eager else 0.0)
    pull, good, bad = 0.0, 0.0, 0.0
    for k in range(trick, len(prizes)):
        prize = prizes[k]
        worth = -DREAD - max(np.float64(tally), 0.0) if s.prize_ruins[prize] else np.float64(s.prize_worth[prize])
        if k == trick:
            pull = worth
        elif worth > 0.0:
            good += worth
        else:
            bad -= worth
    come = max(1, len(prizes) - 1 - trick)
    return pull, good / come, bad / come, (KEEN if pull > 0.0 else SHY)


@within
def _look_round(t: Any, s: Any, n: Any, situation: Any, hands: Any, seat: Any) -> None:
    """Which cards the others may hold, by what they have shown to lack, and how likely: by the room in their hands."""
    may, miss, lack, ways, players = n.may, n.miss, n.lack, s.ways, len(hands)
    low, high = ZERO, ZERO
    for other in range(players):
        if other != seat:
            low |= hands[other, 0]
            high |= hands[other, 1]
    for led in range(1, np.int64(t.suits)):
        row = situation * np.int64(t.suits) + led
        for tier in range(ways.shape[1]):
            whole = np.int64(0)
            own_low, own_high = ways[row, tier, 0] & low, ways[row, tier, 1] & high
            for other in range(players):
                if other != seat:
                    may[led, tier, other, 0] = own_low & ~lack[other, 0]
                    may[led, tier, other, 1] = own_high & ~lack[other, 1]
                    if may[led, tier, other, 0] or may[led, tier, other, 1]:
                        whole += np.int64(popcount(hands[other, 0]) + popcount(hands[other, 1]))
            for other in range(players):
                if other != seat and (may[led, tier, other, 0] or may[led, tier, other, 1]):
                    room = np.int64(popcount(hands[other, 0]) + popcount(hands[other, 1]))
                    miss[led, tier, other] = PARTS * (whole - room) // whole


@within
def _overtakes(n: Any, led: Any, other: Any, low: Any, high: Any, will: Any) -> Any:
    """The chance that a seat plays one of some cards: it can and will, or it must."""
    may, miss = n.may, n.miss
    free, can, must = 1.0, 0.0, 0.0
    for tier in range(may.shape[1]):
        a, b = may[led, tier, other, 0], may[led, tier, other, 1]
        if a == ZERO and b == ZERO:
            continue
        over = np.int64(popcount(a & low) + popcount(b & high))
        rest = np.int64(popcount(a) + popcount(b)) - over
        none, weak = POWERS[miss[led, tier, other], over], POWERS[miss[led, tier, other], rest]
        can += free * (1 - none)
        must += free * (1 - none) * weak
        free *= none * weak
    return will * can + (1 - will) * must


@within
def _look_ahead(t: Any, s: Any, n: Any, hands: Any, seat: Any) -> None:
    """How likely each own card wins if a suit is led later, and each suit is led."""
    share, count, weight, wins, mixed, players = n.share, n.count, n.weight, n.wins, n.mixed, len(hands)
    suits, modes, total = np.int64(t.suits), np.int64(t.modes), 0.0
    share[:], count[:] = 0.0, 0
    for other in range(players):
        for word in range(2):
            rest = hands[other, word]
            while rest:
                suit = t.leads[64 * word + np.int64(lowest(rest))]
                rest &= rest - ONE
                share[suit] += 1.0
                total += 1.0
                if other == seat:
                    count[suit] += 1
    share[0] = 0.0
    for suit in range(1, suits):
        share[suit] /= total
        weight[suit] = share[suit] * SHORTER[count[suit]]
    place = 0
    for word in range(2):
        rest = hands[seat, word]
        while rest:
            card = 64 * word + np.int64(lowest(rest))
            rest &= rest - ONE
            mixed[place] = 0.0
            for led in range(1, suits):
                row, chance = (np.int64(s.context) * suits + led) * modes, 0.0
                if t.strength[row, card] > 0:
                    chance = 1.0
                    for other in range(players):
                        if other != seat:
                            chance *= 1 - _overtakes(n, led, other, t.above[row, card, 0], t.above[row, card, 1], OFTEN)
                wins[place, led] = chance
                mixed[place] += weight[led] * chance
            place += 1


@within
def _come_to(t: Any, n: Any, mode: Any, led: Any, laid: Any, seat: Any) -> None:
    """How likely the trick ends in each mode."""
    may, miss, ends, turns, modes = n.may, n.miss, n.ends, t.turns, np.int64(t.modes)
    ends[0, :] = 0.0
    ends[0, mode] = 1.0
    if modes == 1:
        return
    players = may.shape[2]
    for k in range(players - 1 - laid):
        other, free, whole = (seat + 1 + k) % players, 1.0, 0.0
        ends[1, :] = 0.0
        for tier in range(may.shape[1]):
            a, b = may[led, tier, other, 0], may[led, tier, other, 1]
            cards = np.int64(popcount(a) + popcount(b))
            if cards == 0:
                continue
            for before in range(modes):
                for after in range(modes):
                    turning = np.int64(popcount(a & turns[before, after, 0]) + popcount(b & turns[before, after, 1]))
                    ends[1, after] += ends[0, before] * free * turning / cards
            free *= POWERS[miss[led, tier, other], cards]
        for after in range(modes):
            whole += ends[1, after]
        if whole > 0.0:
            for after in range(modes):
                ends[0, after] = ends[1, after] / whole


@within
def _now(t: Any, s: Any, n: Any, plays: Any, led: Any, laid: Any, leader: Any, seat: Any, will: Any) -> Any:
    """The chance that the own side wins the trick, its own card played."""
    ends, holds, side, chance = n.ends, n.holds, s.side, 0.0
    players, suits, modes = len(plays), np.int64(t.suits), np.int64(t.modes)
    for mode in range(modes):
        if ends[0, mode] == 0.0:
            continue
        row, power, place = (np.int64(s.context) * suits + led) * modes + mode, np.int64(0), 0
        for i in range(laid + 1):
            if t.strength[row, plays[i]] > power:
                power, place = np.int64(t.strength[row, plays[i]]), i
        best = (leader + place) % players
        holds[:] = 0.0
        holds[best] = 1.0
        for k in range(players - 1 - laid):
            other, lost = (seat + 1 + k) % players, 0.0
            over = _overtakes(n, led, other, t.above[row, plays[place], 0], t.above[row, plays[place], 1], will)
            for each in range(players):
                if holds[each] > 0.0:
                    part = over if each == best else AGAIN * over
                    lost += holds[each] * part
                    holds[each] *= 1 - part
            holds[other] += lost
        for other in range(players):
            if side[other] == side[seat]:
                chance += ends[0, mode] * holds[other]
    return chance


@within
def _kept(t: Any, s: Any, n: Any, hand: Any, card: Any, pull: Any, good: Any, bad: Any) -> Any:
    """What the other cards of a hand are good for later: to win tricks, or to be sure to win or to lose one as its prize wants."""
    share, weight, wins, mixed, leads, own = n.share, n.weight, n.wins, n.mixed, t.leads, np.int64(t.leads[card])
    shorter = share[own] * SHORTER[max(n.count[own] - 1, 0)]
    place, worth, whole = 0, 0.0, shorter - weight[own]
    for suit in range(1, len(share)):
        whole += weight[suit]
    for word in range(2):
        rest = hand[word]
        while rest:
            kept = 64 * word + np.int64(lowest(rest))
            rest &= rest - ONE
            if kept != card:
                suit = np.int64(leads[kept])
                held = share[suit] - (shorter if suit == own else weight[suit])
                win = mixed[place] + (shorter - weight[own]) * wins[place, own] + held * wins[place, suit]
                use = win / (whole + held) if whole + held > 0.0 else 0.0
                if len(s.prizes):
                    worth += CARE * (good * use * use + bad * (1 - use) * (1 - use))
                else:
                    worth += pull * use
            place += 1
    return worth


@inner
def reckoned(
    t: Any, s: Any, n: Any, hands: Any, plays: Any, situation: Any, mode: Any, led: Any, laid: Any, leader: Any,
    seat: Any, low: Any, high: Any, trick: Any, prizes: Any,
) -> Any:  # fmt: skip
    """The card that is worth most: this trick by the chance to win it, later ones by what the cards kept are good for."""
    pull, good, bad, will = _stakes(s, trick, prizes, n.tally[seat])
    _look_round(t, s, n, situation, hands, seat)
    _look_ahead(t, s, n, hands, seat)
    found, top = np.int64(-1), -1e300
    while low or high:
        if low:
            card = np.int64(lowest(low))
            low &= low - ONE
        else:
            card = 64 + np.int64(lowest(high))
            high &= high - ONE
        suit = led if led else np.int64(t.leads[card])
        plays[laid] = card
        _come_to(t, n, np.int64(t.turn[mode, card]), suit, laid, seat)
        worth = pull * _now(t, s, n, plays, suit, laid, leader, seat, will) + _kept(
            t, s, n, hands[seat], card, pull, good, bad
        )
        if worth > top:
            top, found = worth, card
    return found


@within
def shown(s: Any, n: Any, seat: Any, row: Any, tier: Any) -> None:
    """Who plays a card of a tier has none of those before."""
    for before in range(tier):
        n.lack[seat, 0] |= s.ways[row, before, 0]
        n.lack[seat, 1] |= s.ways[row, before, 1]
