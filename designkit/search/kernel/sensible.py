"""Players of the playouts that see all hands of the redeal, as those of a double dummy do."""

from typing import Any

import numpy as np

from designkit.lab.jit import ONE, ZERO, U, lowest, mix, nth, popcount
from designkit.search.kernel.shapes import LEADS, PAIN, PLACE, SHED, SPARE, TAKE, inner, within


@within
def by_chance(word: Any, noise: Any) -> Any:
    """Whether a playout's player does anything at all instead of the sensible."""
    return np.float64(mix(word) >> U(11)) * (1.0 / 9007199254740992.0) < noise


@within
def nth_card(low: Any, high: Any, n: Any) -> Any:
    """The n-th card of a mask, from 0."""
    count = popcount(low)
    return np.int64(nth(low, n)) if n < count else 64 + np.int64(nth(high, n - count))


@inner
def extreme(cards: Any, what: Any, low: Any, high: Any, most: Any) -> Any:
    """The card of a mask of which something is most, or least."""
    found, bar, sign = np.int64(-1), np.int64(0), np.int64(1 if most else -1)
    while low:
        card = np.int64(lowest(low))
        low &= low - ONE
        own = sign * cards[what, card]
        if found < 0 or own > bar:
            found, bar = card, own
    while high:
        card = 64 + np.int64(lowest(high))
        high &= high - ONE
        own = sign * cards[what, card]
        if found < 0 or own > bar:
            found, bar = card, own
    return found


@within
def _winning(strength: Any, above: Any, turns: Any, base: Any, modes: Any, mode: Any, plays: Any, laid: Any) -> Any:
    """The cards of the deck that would win a trick if they came next."""
    low, high = ZERO, ZERO
    if modes == 1 and laid == 1:
        return above[base, plays[0], 0], above[base, plays[0], 1]
    for turned in range(modes):
        row, bar, best = base * modes + turned, np.int64(0), above.shape[1] - 1
        for i in range(laid):
            if strength[row, plays[i]] > bar:
                bar, best = np.int64(strength[row, plays[i]]), plays[i]
        low |= above[row, best, 0] & turns[mode, turned, 0]
        high |= above[row, best, 1] & turns[mode, turned, 1]
    return low, high


@inner
def _rivals(ways: Any, row: Any, hands: Any, wants: Any, side: Any, seat: Any, count: Any, later: Any) -> Any:
    """What the rivals who play after a seat may play, and want: (low, high, want) of each; answers how many they are."""
    players, found, other = len(hands), 0, seat
    for _ in range(count):
        other = other + 1 if other + 1 < players else 0
        if side[other] == side[seat]:
            continue
        low, high, tier = hands[other, 0], hands[other, 1], 0
        while not (ways[row, tier, 0] & low or ways[row, tier, 1] & high):
            tier += 1
        later[found, 0], later[found, 1] = ways[row, tier, 2] & low, ways[row, tier, 3] & high
        later[found, 2] = wants[other]
        found += 1
    return found


@within
def _overtaken(later: Any, count: Any, low: Any, high: Any) -> Any:
    """Whether one who is still to play takes the trick with some of these cards: it can and will, or it must."""
    for k in range(count):
        own_low, own_high = later[k, 0], later[k, 1]
        if later[k, 2]:
            if own_low & low or own_high & high:
                return True
        elif not (own_low & ~low or own_high & ~high):
            return True
    return False


@inner
def _settled(
    ways: Any, strength: Any, above: Any, turns: Any, turn: Any, cards: Any, side: Any, wants: Any, later: Any, hands: Any,
    plays: Any, context: Any, situation: Any, suits: Any, modes: Any, mode: Any, led: Any, laid: Any, seat: Any, low: Any,
    high: Any,
) -> Any:  # fmt: skip
    """Of some cards to win with, the least that no rival will beat; to lose with, the best that one takes. -1 is none."""
    win = wants[seat] != ZERO
    found, prepared, count = np.int64(-1), np.int64(-1), 0
    while low or high:
        if low:
            card = np.int64(lowest(low))
            low &= low - ONE
        else:
            card = 64 + np.int64(lowest(high))
            high &= high - ONE
        if found >= 0 and (cards[PLACE, card] > cards[PLACE, found]) == win:
            continue
        suit = led if led else cards[LEADS, card]
        if suit != prepared:
            count = _rivals(ways, situation * suits + suit, hands, wants, side, seat, len(hands) - 1 - laid, later)
            prepared = suit
        plays[laid] = card
        beats_low, beats_high = _winning(
            strength, above, turns, context * suits + suit, modes, np.int64(turn[mode, card]), plays, laid + 1
        )
        if _overtaken(later, count, beats_low, beats_high) != win:
            found = card
    return found


@within
def sensible(
    ways: Any, strength: Any, above: Any, turns: Any, turn: Any, cards: Any, side: Any, wants: Any, later: Any, hands: Any,
    plays: Any, context: Any, situation: Any, suits: Any, modes: Any, mode: Any, led: Any, laid: Any, leader: Any, seat: Any,
    low: Any, high: Any, sided: Any, painful: Any,
) -> Any:  # fmt: skip
    """Wins as cheaply as nobody will beat, unless a partner's card stands; or throws the best card that does not win.

    The players of a playout know the redeal, as those of a double dummy do.
    """
    players, last, base = len(hands), laid == len(hands) - 1, context * suits + led
    win_low, win_high = low, high
    if led == 0 and wants[seat] == ZERO:
        return extreme(cards, PLACE, low, high, False)
    if led:
        win_low, win_high = _winning(strength, above, turns, base, modes, mode, plays, laid)
        win_low &= low
        win_high &= high
        if wants[seat] == ZERO:
            if last and painful:
                pain = np.int64(0)
                for i in range(laid):
                    pain += cards[PAIN, plays[i]]
                if pain <= 0:
                    return extreme(cards, TAKE, low, high, True)
            if low & ~win_low or high & ~win_high:
                return extreme(cards, SHED, low & ~win_low, high & ~win_high, True)
            if last:
                return extreme(cards, TAKE, low, high, True)
        else:
            if sided:
                top, holder = np.int64(0), seat
                for i in range(laid):
                    power = np.int64(strength[base * modes + mode, plays[i]])
                    if power > top:
                        top, holder = power, (leader + i) % players
                if holder != seat and side[holder] == side[seat]:
                    count = _rivals(ways, situation * suits + led, hands, wants, side, seat, players - 1 - laid, later)
                    beats_low, beats_high = _winning(strength, above, turns, base, modes, mode, plays, laid)
                    if not _overtaken(later, count, beats_low, beats_high):
                        return extreme(cards, PLACE, low, high, False)
            if not (win_low or win_high):
                return extreme(cards, SPARE, low, high, True)
            if last:
                return extreme(cards, PLACE, win_low, win_high, False)
    found = _settled(
        ways, strength, above, turns, turn, cards, side, wants, later, hands, plays, context, situation, suits, modes, mode,
        led, laid, seat, win_low, win_high,
    )  # fmt: skip
    return found if found >= 0 else extreme(cards, SPARE, low, high, True)


@inner
def wanted(
    bidding: Any, wagers: Any, wager_aims: Any, prizes: Any, prize_aims: Any, eager: Any, side: Any, won: Any, bids: Any,
    prize: Any, wants: Any,
) -> None:  # fmt: skip
    """Whether each seat wants the trick: by its bid (partners make theirs together, but for a bid of none), wager or prize."""
    for seat in range(len(won)):
        pull = np.int64(0)
        if bidding:
            need = np.int64(0)
            for other in range(len(won)):
                if other == seat or (side[other] == side[seat] and bids[seat] > 0 and bids[other] > 0):
                    need += bids[other] - won[other]
            pull = np.int64(1 if need > 0 else -1)
        if wagers:
            pull = np.int64(wager_aims[bids[seat]])
        if prizes:
            pull = np.int64(prize_aims[prize])
        wants[seat] = U(1 if pull > 0 or (pull == 0 and eager) else 0)
