"""What the others do before the play, as far as it is not known: piles, wagers, bids, cards given."""

from typing import Any

import numpy as np

from designkit.lab.jit import ONE, STEP, ZERO, U, lowest, mix, nth, popcount, scaled
from designkit.search.kernel.sensible import by_chance, extreme, nth_card
from designkit.search.kernel.shapes import BID, EXCHANGE, PLACE, WAGER, inner


@inner
def drafted(t: Any, s: Any, values: Any, hands: Any, pick: Any, grave: Any, sums: Any, noise: Any, word: Any) -> Any:
    """The seat takes a pile, the others take theirs; answers (word, cards in what is left)."""
    buries = t.buries
    lying, had = U(s.lying), s.had.copy()
    own = np.zeros(len(s.piles), np.int64)
    for q in range(len(s.piles)):
        for half in range(2):
            rest = s.piles[q, half]
            while rest:
                own[q] += values[64 * half + np.int64(lowest(rest))]
                rest &= rest - ONE
    for turn in range(len(s.order) + 1):
        seat = s.seat if turn == 0 else np.int64(s.order[turn - 1])
        taken = pick
        if turn:
            legal, rest = ZERO, lying
            while rest:
                q = np.int64(lowest(rest))
                rest &= rest - ONE
                if had[seat, s.pile_class[q]] < t.pile_quota[s.pile_class[q]]:
                    legal |= ONE << U(q)
            word += STEP
            if by_chance(word, noise):
                word += STEP
                taken = np.int64(nth(legal, scaled(mix(word), popcount(legal))))
            else:
                taken, rest = np.int64(lowest(legal)), legal
                while rest:
                    q = np.int64(lowest(rest))
                    rest &= rest - ONE
                    if own[q] > own[taken]:
                        taken = q
        lying &= ~(ONE << U(taken))
        had[seat, s.pile_class[taken]] += 1
        hands[seat, 0] |= s.piles[taken, 0]
        hands[seat, 1] |= s.piles[taken, 1]
        sums[seat] += own[taken]
    dead = 0
    while lying:
        q = np.int64(lowest(lying))
        lying &= lying - ONE
        for half in range(2):
            rest = s.piles[q, half]
            while rest:
                card = 64 * half + np.int64(lowest(rest))
                rest &= rest - ONE
                if buries[card, card]:
                    continue
                j = dead
                while j > 0 and buries[grave[j - 1], card]:
                    grave[j] = grave[j - 1]
                    j -= 1
                grave[j] = card
                dead += 1
    return word, dead


@inner
def wagered(t: Any, s: Any, choice: Any, sums: Any, bids: Any, noise: Any, word: Any) -> Any:
    """What is not known of the wagers: a sensible one for the hand."""
    players = len(bids)
    for seat in range(players):
        if s.stage == WAGER and seat == s.seat:
            bids[seat] = choice
        elif not s.said[seat]:
            word += STEP
            if by_chance(word, 2 * noise):
                word += STEP
                bids[seat] = np.int64(scaled(mix(word), U(t.wagers)))
            else:
                share = 100 * sums[seat] * players // (1000 * s.size)
                bids[seat] = np.int64(t.wager_for[min(max(share, 0), len(t.wager_for) - 1)])
    return word


@inner
def bidden(t: Any, s: Any, choice: Any, sums: Any, bids: Any, noise: Any, word: Any) -> Any:
    """What is not known of the bids: the nearest to what the hand is worth, give or take a trick."""
    players, size, total = len(bids), np.int64(s.size), np.int64(0)
    for turn in range(players):
        seat = (s.dealer + 1 + turn) % players
        if s.stage == BID and seat == s.seat:
            bids[seat] = choice
        elif not s.said[seat]:
            most, taboo = size, np.int64(-1)
            if t.bids == 2 and seat == s.dealer and total <= size:
                taboo = size - total
            if t.bids == 3:
                most -= max(0, np.int64(bids[(seat + players // 2) % players]))
            aim = sums[seat]
            word += STEP
            if by_chance(word, noise):
                word += STEP
                aim += np.int64(scaled(mix(word), U(2001))) - 1000
            bid = np.int64(-1)
            for each in range(most + 1):
                if each != taboo and (bid < 0 or abs(1000 * each - aim) < abs(1000 * bid - aim)):
                    bid = np.int64(each)
            bids[seat] = max(bid, 0)
        total += bids[seat]
    return word


@inner
def exchanged(s: Any, low: Any, high: Any, hands: Any, noise: Any, word: Any) -> Any:
    """The seat gives its cards, the others their least useful ones."""
    players = len(hands)
    given = np.zeros((players, 2), np.uint64)
    for seat in range(players):
        if s.stage == EXCHANGE and seat == s.seat:
            given[seat, 0], given[seat, 1] = low, high
            continue
        for _ in range(s.give):
            a, b = hands[seat, 0] & ~given[seat, 0], hands[seat, 1] & ~given[seat, 1]
            word += STEP
            if by_chance(word, noise):
                word += STEP
                chosen = nth_card(a, b, scaled(mix(word), popcount(a) + popcount(b)))
            else:
                chosen = extreme(s.cards, PLACE, a, b, s.eager == 0)
            given[seat, chosen >> 6] |= ONE << U(chosen & 63)
    for seat in range(players):
        to = (seat + s.give_to) % players
        for half in range(2):
            hands[seat, half] &= ~given[seat, half]
            hands[to, half] |= given[seat, half]
    return word
