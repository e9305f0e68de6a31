"""Hands played on from the middle, by a tree as far as it goes and by the playouts' players then."""

from typing import Any

import numpy as np

from designkit.lab.jit import ONE, STEP, ZERO, U, lowest, mix, njit, popcount, scaled
from designkit.search.kernel.choices import bidden, drafted, exchanged, wagered
from designkit.search.kernel.deals import has, laid_out, worths
from designkit.search.kernel.reckoning import notes, reckoned, shown
from designkit.search.kernel.sensible import by_chance, nth_card, sensible, wanted
from designkit.search.kernel.shapes import DRAFT, PLAY, inner, within

PENDING = 1.0
"""What a playout that is not scored yet counts as lost, so that the next ones look elsewhere."""


@inner
def _chosen(tr: Any, node: Any, low: Any, high: Any, explore: Any) -> Any:
    """(the child to go to or 0, the untried legal cards): UCB over the children that this deal allows."""
    first, after, card_of, visits, open_of, value = tr.first, tr.next, tr.card, tr.visits, tr.open, tr.value
    best, top = np.int64(0), -1e300
    child = np.int64(first[node])
    while child:
        card = np.int64(card_of[child])
        bit = ONE << U(card & 63)
        if (high if card >> 6 else low) & bit:
            if card >> 6:
                high ^= bit
            else:
                low ^= bit
            open_of[child] += 1
            n = visits[child]
            score = value[child] / n + explore * np.sqrt(np.log(open_of[child]) / n)
            if score > top:
                top, best = score, child
        child = np.int64(after[child])
    return best, low, high


@within
def _played_out(
    t: Any, s: Any, tr: Any, own: Any, path: Any, trick: Any, leader: Any, laid: Any, situation: Any, dead: Any,
    hands: Any, plays: Any, bids: Any, won: Any, keys: Any, grave: Any, prizes: Any, word: Any, noise: Any,
    explore: Any, plain: Any,
) -> Any:  # fmt: skip
    """The hand from here to its end: by the tree as far as it goes, then by playouts' players. Answers (word, depth)."""
    players, size, suits, modes = np.int64(t.players), np.int64(s.size), np.int64(t.suits), np.int64(t.modes)
    leads, turn, stirs, strength, keeps, digs = t.leads, t.turn, t.stir, t.strength, t.keeps, t.digs
    above, turns = t.above, t.turns
    item_key, context = t.item_key, np.int64(s.context)
    wager_aims, prize_aims, prize_count = t.wager_aims, t.prize_aims, np.int64(t.prizes)
    exact_low, exact_high, within_low, within_high = t.exact[0], t.exact[1], t.within[0], t.within[1]
    bidding, wagers, keeps_all, nobody_won = np.int64(t.bids), np.int64(t.wagers), t.keeps_all, np.int64(t.nobody_won)
    first, after, card_of, by, visits, open_of = tr.first, tr.next, tr.card, tr.by, tr.visits, tr.open
    value, count = tr.value, tr.count
    side, sided = s.side, s.sided != 0
    keeping, eager, searching = len(keeps) > 0, s.eager != 0, len(first) > 1
    node, depth, dug = np.int64(0), np.int64(0), np.int64(0)
    later, wants = np.zeros((players, 3), np.uint64), np.zeros(players, np.uint64)
    ways, cards, painful = s.ways, s.cards, s.painful != 0
    if s.reckons:
        own.lack[:], own.tally[:] = s.lack, s.tally
    while trick < size:
        led, mode, kept, digger = np.int64(0), np.int64(0), np.int64(0), np.int64(-1)
        seat = leader
        prize = np.int64(prizes[trick]) if prize_count else prize_count
        wanted(bidding, wagers, wager_aims, prize_count, prize_aims, eager, side, won, bids, prize, wants)
        for i in range(players):
            if i >= laid:
                low, high = hands[seat, 0], hands[seat, 1]
                row, tier = situation * suits + led, 0
                while not (exact_low[row, tier] & low or exact_high[row, tier] & high):
                    tier += 1
                may_low, may_high = within_low[row, tier] & low, within_high[row, tier] & high
                child, new, modelled = np.int64(0), False, False
                if searching:
                    if seat != s.seat and plain > 0.0:
                        word += STEP
                        modelled = by_chance(word, plain)
                    if not modelled:
                        child, new_low, new_high = _chosen(tr, node, may_low, may_high, explore)
                        if new_low or new_high:
                            child, new, may_low, may_high = np.int64(0), True, new_low, new_high
                if child:
                    card, node = np.int64(card_of[child]), child
                else:
                    word += STEP
                    if may_low & (may_low - ONE) == ZERO and may_high == ZERO:
                        card = np.int64(lowest(may_low))
                    elif by_chance(word, noise):
                        word += STEP
                        card = nth_card(may_low, may_high, scaled(mix(word), popcount(may_low) + popcount(may_high)))
                    elif s.reckons:
                        card = reckoned(
                            t, s, own, hands, plays, situation, mode, led, i, leader, seat, may_low, may_high, trick,
                            prizes,
                        )  # fmt: skip
                    else:
                        card = sensible(
                            ways, strength, above, turns, turn, cards, side, wants, later, hands, plays, context, situation,
                            suits, modes, mode, led, i, leader, seat, may_low, may_high, sided, painful,
                        )  # fmt: skip
                if modelled:
                    child = np.int64(first[node])
                    while child and card_of[child] != card:
                        child = np.int64(after[child])
                    new = child == 0
                    if child:
                        node = child
                        open_of[child] += 1
                if new:
                    searching = False
                    if count[0] < len(first):
                        fresh = count[0]
                        count[0] += 1
                        after[fresh], first[node] = first[node], fresh
                        card_of[fresh], by[fresh], open_of[fresh] = card, seat, 1
                        child = node = fresh
                if child:
                    depth += 1
                    path[depth] = child
                    visits[child] += 1
                    value[child] -= PENDING
                if s.reckons:
                    shown(s, own, seat, row, tier)
                hands[seat, card >> 6] ^= ONE << U(card & 63)
                plays[i] = card
            card = np.int64(plays[i])
            if digger == -1:
                if led and digs[card] & 1:
                    digger = seat
                elif led == 0 and digs[card] & 2:
                    digger = np.int64(-2)
            if led == 0:
                led = np.int64(leads[card])
            mode = np.int64(turn[mode, card])
            if keeping:
                kept = np.int64(keeps[kept, card])
            seat += 1
            if seat == players:
                seat = 0
        row, top, place = (context * suits + led) * modes + mode, np.int64(0), np.int64(-1)
        for i in range(players):
            if strength[row, plays[i]] > top:
                top, place = np.int64(strength[row, plays[i]]), np.int64(i)
            situation = np.int64(stirs[situation, plays[i]])
        if place < 0:
            leader = (leader + nobody_won) % players
        else:
            leader = (leader + place) % players
            won[leader] += 1
            if prize_count:
                keys[leader] += item_key[prize]
                own.tally[leader] += s.prize_worth[prize]
            if kept:
                keys[leader] += item_key[kept - 1]
            if keeps_all:
                for i in range(players):
                    keys[leader] += item_key[plays[i]]
        if digger >= 0 and dug < dead:
            keys[digger] += item_key[grave[dug]]
            dug += 1
        laid = np.int64(0)
        trick += 1
    return word, depth


@inner
def _ended(row: Any, out_won: Any, out_bids: Any, out_keys: Any, won: Any, bids: Any, keys: Any) -> None:
    for seat in range(len(won)):
        out_won[row, seat], out_bids[row, seat], out_keys[row, seat] = won[seat], bids[seat], keys[seat]


@inner
def _prizes(s: Any, prizes: Any, word: Any) -> Any:
    """The prizes to come, in any order."""
    unseen = s.unseen_prizes
    for i in range(len(prizes)):
        prizes[i] = s.prizes[i]
    for i in range(len(unseen) - 1, 0, -1):
        word += STEP
        j = np.int64(scaled(mix(word), U(i + 1)))
        unseen[i], unseen[j] = unseen[j], unseen[i]
    at = 0
    for trick in range(s.trick + 1 if s.stage == PLAY else 0, len(prizes) - 1):
        if at < len(unseen):
            prizes[trick] = unseen[at]
            at += 1
    return word


@njit()
def playouts(t: Any, s: Any, tr: Any, deals: Any, out: Any, word: Any, noise: Any, explore: Any, plain: Any) -> Any:
    """A row each of the tricks played on from a redeal, growing the tree; answers the next random word."""
    players, values = np.int64(t.players), t.worth[s.context]
    hands, plays = np.zeros((players, 2), np.uint64), np.zeros(players, np.int64)
    won, bids, keys = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(players, np.uint64)
    sums, prizes = np.zeros(players, np.int64), np.zeros(len(s.prizes), np.int64)
    note = notes(players, np.int64(t.suits), s.ways.shape[1], np.int64(t.modes))
    asks = t.bids or t.wagers
    out_won, out_bids, out_keys, path, depths = out.won, out.bids, out.keys, out.path, out.depth
    for row in range(len(out_won)):
        if asks:
            worths(s, values, deals[row], sums)
        laid_out(s, deals[row], hands)
        for seat in range(players):
            won[seat], bids[seat], keys[seat] = s.won[seat], s.bids[seat], s.keys[seat]
        for i in range(s.laid):
            plays[i] = s.plays[i]
        if t.wagers:
            word = wagered(t, s, bids[s.seat], sums, bids, noise, word)
        if t.bids:
            word = bidden(t, s, bids[s.seat], sums, bids, noise, word)
        if len(prizes):
            word = _prizes(s, prizes, word)
        path[row, 0] = 0
        word, depth = _played_out(
            t, s, tr, note, path[row], s.trick, s.leader, s.laid, s.situation, len(s.grave), hands, plays, bids, won, keys,
            s.grave, prizes, word, noise, explore, plain,
        )  # fmt: skip
        depths[row] = depth
        _ended(row, out_won, out_bids, out_keys, won, bids, keys)
    return word


@njit()
def learn(tr: Any, out: Any, gains: Any) -> None:
    """Give every node of each row what its seat gained there."""
    by, value, visits, path, depths = tr.by, tr.value, tr.visits, out.path, out.depth
    for row in range(len(depths)):
        visits[0] += 1
        for i in range(1, depths[row] + 1):
            node = path[row, i]
            value[node] += gains[row, by[node]] + PENDING


@njit()
def trials(
    t: Any,
    s: Any,
    tr: Any,
    deals: Any,
    options: Any,
    gifts: Any,
    out: Any,
    word: Any,
    noise: Any,
) -> Any:
    """Every option tried on the same redeals with the same chances: row option * samples + sample."""
    players, values = np.int64(t.players), t.worth[s.context]
    hands, plays = np.zeros((players, 2), np.uint64), np.zeros(players, np.int64)
    won, bids, keys = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(players, np.uint64)
    sums, own, prizes = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(len(s.prizes), np.int64)
    grave, opens, dealt = np.zeros(64, np.int64), t.opens, np.zeros((players, 2), np.uint64)
    note, samples = notes(players, np.int64(t.suits), s.ways.shape[1], np.int64(t.modes)), len(deals)
    asks = t.bids or t.wagers or s.stage == DRAFT
    for sample in range(samples):
        if asks:
            worths(s, values, deals[sample], sums)
        laid_out(s, deals[sample], dealt)
        if len(prizes):
            word = _prizes(s, prizes, word)
        for option in range(len(options)):
            chance = mix(word)
            for seat in range(players):
                hands[seat, 0], hands[seat, 1] = dealt[seat, 0], dealt[seat, 1]
                won[seat], bids[seat], keys[seat], own[seat] = s.won[seat], s.bids[seat], s.keys[seat], sums[seat]
            dead, choice = len(s.grave), np.int64(options[option])
            for i in range(dead):
                grave[i] = s.grave[i]
            leader, situation, laid = np.int64(s.leader), np.int64(s.situation), np.int64(s.laid)
            for i in range(laid):
                plays[i] = s.plays[i]
            if s.stage == DRAFT:
                chance, dead = drafted(t, s, values, hands, choice, grave, own, noise, chance)
            if t.wagers:
                chance = wagered(t, s, choice, own, bids, noise, chance)
            if t.bids:
                chance = bidden(t, s, choice, own, bids, noise, chance)
            if s.stage == PLAY:
                hands[s.seat, choice >> 6] ^= ONE << U(choice & 63)
                plays[laid] = choice
                laid += 1
            else:
                if s.give:
                    chance = exchanged(s, gifts[option, 0], gifts[option, 1], hands, noise, chance)
                leader, situation = np.int64((s.dealer + 1) % players), np.int64(t.situation)
                for i in range(len(opens)):
                    card, found = np.int64(opens[i]), False
                    for seat in range(players):
                        if has(hands, seat, card):
                            leader, found = np.int64(seat), True
                    if found:
                        break
            row = option * samples + sample
            _played_out(
                t, s, tr, note, out.path[0], np.int64(s.trick), leader, laid, situation, dead, hands, plays, bids, won, keys, grave,
                prizes, chance, noise, noise, noise,
            )  # fmt: skip
            _ended(row, out.won, out.bids, out.keys, won, bids, keys)
        word += STEP
    return word
