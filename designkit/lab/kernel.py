"""The kernel: plays hands of any tabulated trick game, and knows no rule but what the tables say."""

from typing import Any, NamedTuple

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.jit import ONE, STEP, ZERO, U, fold, lowest, mix, njit, nth, popcount, scaled, shuffle

RANDOM, GREEDY, DUCK = 0, 1, 2
BOTS = ("random", "greedy", "duck")
"""The players that the kernel knows, by their codes."""
BELOW = np.array([(1 << bit) - 1 for bit in range(64)], np.uint64)


class Hand(NamedTuple):
    """What is the same for all deals of a call: the round, and what the plan says of it."""

    round: int
    size: int
    flip_at: int
    give: int
    give_to: int
    order: Array
    """(dealer, pick) -> the seat that drafts."""


class Outcome(NamedTuple):
    """What the kernel writes, a row a deal."""

    won: Array
    bids: Array
    keys: Array
    worth: Array
    winners: Array
    cards: Array
    leads: Array
    context: Array
    decisions: Array
    options: Array
    forced: Array
    history: Array
    """(deals, tricks) the tricks won so far, a byte a seat."""
    choices: Array
    """(deals, moves) each move's place among the legal ones; without columns nothing is noted."""
    legal: Array
    """(deals, moves) how many moves were legal."""


def outcome(deals: int, players: int, tricks: int, moves: int = 0) -> Outcome:
    """Empty arrays for that many deals."""
    seats, steps = (deals, players), (deals, tricks)
    return Outcome(
        won=np.zeros(seats, np.int16),
        bids=np.full(seats, -1, np.int16),
        keys=np.zeros(seats, np.uint64),
        worth=np.zeros(seats, np.float32),
        winners=np.full(steps, -1, np.int8),
        cards=np.full(steps, -1, np.int16),
        leads=np.zeros(deals, np.int8),
        context=np.zeros(deals, np.int8),
        decisions=np.zeros(deals, np.int32),
        options=np.zeros(deals, np.int64),
        forced=np.zeros(deals, np.int32),
        history=np.zeros(steps, "<u8"),
        choices=np.full((deals, moves), -1, np.int32),
        legal=np.zeros((deals, moves), np.int32),
    )


@njit(inline="always")
def _nth_card(low: Any, high: Any, n: Any) -> Any:
    """The n-th card of a mask of two words."""
    count = popcount(low)
    return np.int64(nth(low, n)) if n < count else 64 + np.int64(nth(high, n - count))


@njit(inline="always")
def _place_of(low: Any, high: Any, card: Any) -> Any:
    """Which card of a mask of two words a card is, from 0."""
    if card < 64:
        return np.int64(popcount(low & BELOW[card]))
    return np.int64(popcount(low)) + np.int64(popcount(high & BELOW[card - 64]))


@njit(forceinline=True)
def _note(count: Any, choices: Any, legal: Any, options: Any, choice: Any) -> None:
    """Count a decision in (moves, options, forced); where moves are noted, note it."""
    if count[0] < len(choices):
        choices[count[0]] = choice
        legal[count[0]] = options
    count[0] += 1
    count[1] += options
    if options == 1:
        count[2] += 1


@njit(forceinline=True)
def _extreme(places: Any, context: Any, low: Any, high: Any, sign: Any) -> Any:
    """The card of a mask whose place is the highest (sign 1) or the lowest (sign -1)."""
    found, best = ZERO, np.int64(-1 << 40)
    base = ZERO
    for _ in range(2):
        while low:
            card = base + lowest(low)
            low &= low - ONE
            own = sign * np.int64(places[context, card])
            if own > best:
                found, best = card, own
        low, base = high, U(64)
    return np.int64(found)


@njit(forceinline=True)
def _plain_card(
    strength: Any,
    above: Any,
    turns: Any,
    places: Any,
    context: Any,
    suits: Any,
    modes: Any,
    mode: Any,
    plays: Any,
    laid: Any,
    led: Any,
    low: Any,
    high: Any,
    want: Any,
) -> Any:
    """The card of a greedy or ducking player: see `designkit.bots.plain.chosen_card`."""
    if led == ZERO:
        return _extreme(places, context, low, high, 1 if want else -1)
    wins_low = wins_high = ZERO
    for turned in range(np.int64(modes)):
        row = (context * suits + led) * modes + U(turned)
        bar, best = np.int64(0), U(above.shape[1] - 1)
        for i in range(laid):
            own = np.int64(strength[row, U(plays[i])])
            if own > bar:
                bar, best = own, U(plays[i])
        wins_low |= above[row, best, 0] & turns[mode, U(turned), ZERO]
        wins_high |= above[row, best, 1] & turns[mode, U(turned), ONE]
    wins_low &= low
    wins_high &= high
    if want:
        if wins_low or wins_high:
            return _extreme(places, context, wins_low, wins_high, -1)
        return _extreme(places, context, low, high, -1)
    if low & ~wins_low or high & ~wins_high:
        return _extreme(places, context, low & ~wins_low, high & ~wins_high, 1)
    return _extreme(places, context, low, high, -1)


@njit()
def _draft(
    pack: Any,
    piles: Any,
    pile_class: Any,
    quota: Any,
    order: Any,
    dealer: Any,
    bots: Any,
    values: Any,
    context: Any,
    buries: Any,
    word: Any,
    hands: Any,
    worth: Any,
    grave: Any,
    room: Any,
    count: Any,
    choices: Any,
    legal_counts: Any,
) -> Any:
    """Piles are laid out and taken in turn; what is left is sorted into `grave`. Answers (stream, its cards)."""
    lying, had, start, pile_worth, pile_cards = room
    lying[:] = ZERO
    had[:] = 0
    at = 1
    for q in range(len(piles)):
        lying[pile_class[q]] |= ONE << U(q)
        start[q] = at
        own, low, high = np.int64(0), ZERO, ZERO
        for _ in range(piles[q]):
            card = np.int64(pack[at])
            own += values[context, card]
            if card < 64:
                low |= ONE << U(card)
            else:
                high |= ONE << U(card - 64)
            at += 1
        pile_worth[q], pile_cards[q, 0], pile_cards[q, 1] = own, low, high
    for pick in range(order.shape[1]):
        seat = np.int64(order[dealer, pick])
        legal = ZERO
        for size in range(len(quota)):
            if had[seat, size] < quota[size]:
                legal |= lying[size]
        options = np.int64(popcount(legal))
        if bots[seat] == RANDOM:
            word += STEP
            taken = np.int64(nth(legal, scaled(mix(word), U(options))))
        else:
            taken, sign, rest = np.int64(-1), 1 if bots[seat] == GREEDY else -1, legal
            while rest:
                q = np.int64(lowest(rest))
                rest &= rest - ONE
                if taken < 0 or sign * pile_worth[q] > sign * pile_worth[taken]:
                    taken = q
        _note(count, choices, legal_counts, options, _place_of(legal, ZERO, taken))
        size = np.int64(pile_class[taken])
        lying[size] &= ~(ONE << U(taken))
        had[seat, size] += 1
        hands[seat, 0] |= pile_cards[taken, 0]
        hands[seat, 1] |= pile_cards[taken, 1]
        worth[seat] += pile_worth[taken]
    left = ZERO
    for size in range(len(quota)):
        left |= lying[size]
    q, dead = np.int64(lowest(left)), 0
    for i in range(start[q], start[q] + piles[q]):
        card = np.int64(pack[i])
        if buries[card, card]:
            continue
        j = dead
        while j > 0 and buries[grave[j - 1], card]:
            grave[j] = grave[j - 1]
            j -= 1
        grave[j] = card
        dead += 1
    return word, dead


@njit()
def _wager(
    players: Any,
    wagers: Any,
    wager_for: Any,
    size: Any,
    dealer: Any,
    bots: Any,
    word: Any,
    worth: Any,
    bids: Any,
    count: Any,
    choices: Any,
    legal: Any,
) -> Any:
    """Everyone wagers, from the dealer's left on."""
    seat = dealer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if bots[seat] == RANDOM:
            word += STEP
            choice = np.int64(scaled(mix(word), U(wagers)))
        else:
            share = 100 * worth[seat] * players // (1000 * size)
            choice = np.int64(wager_for[min(share, len(wager_for) - 1)])
        _note(count, choices, legal, wagers, choice)
        bids[seat] = choice
    return word


@njit()
def _bid(
    players: Any,
    kind: Any,
    size: Any,
    dealer: Any,
    bots: Any,
    word: Any,
    worth: Any,
    bids: Any,
    count: Any,
    choices: Any,
    legal: Any,
) -> Any:
    """Everyone bids, from the dealer's left on."""
    said, seat = np.int64(0), dealer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        most, taboo = size, np.int64(-1)
        if kind == 2 and seat == dealer and said <= size:
            taboo = size - said
        if kind == 3:
            most -= max(0, np.int64(bids[(seat + players // 2) % players]))
        options = most + 1 - (taboo >= 0)
        if bots[seat] == RANDOM:
            word += STEP
            bid = np.int64(scaled(mix(word), U(options)))
            if taboo >= 0 and bid >= taboo:
                bid += 1
        else:
            aim = worth[seat] - (500 if bots[seat] == DUCK else 0)
            bid = np.int64(-1)
            for each in range(most + 1):
                if each != taboo and (bid < 0 or abs(1000 * each - aim) < abs(1000 * bid - aim)):
                    bid = np.int64(each)
        _note(count, choices, legal, options, bid - (taboo >= 0 and bid > taboo))
        bids[seat] = bid
        said += bid
    return word


@njit()
def _exchange(
    players: Any,
    size: Any,
    give: Any,
    give_to: Any,
    dealer: Any,
    bots: Any,
    values: Any,
    places: Any,
    context: Any,
    choose: Any,
    word: Any,
    hands: Any,
    worth: Any,
    held: Any,
    chosen: Any,
    given: Any,
    count: Any,
    choices: Any,
    legal: Any,
) -> Any:
    """Everyone gives cards, all chosen before any is received."""
    given[:] = ZERO
    options, seat = choose[size, give], dealer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        low, high = hands[seat, 0], hands[seat, 1]
        for i in range(size):
            if low:
                held[i] = np.int64(lowest(low))
                low &= low - ONE
            else:
                held[i] = 64 + np.int64(lowest(high))
                high &= high - ONE
        if bots[seat] == RANDOM:
            word += STEP
            left = scaled(mix(word), options)
            choice = np.int64(left)
            at = 0
            for k in range(give):
                while left >= choose[size - at - 1, give - k - 1]:
                    left -= choose[size - at - 1, give - k - 1]
                    at += 1
                chosen[k] = at
                at += 1
        else:
            choice = _least_given(size, give, choose, places, context, bots[seat] == DUCK, held, chosen)
        _note(count, choices, legal, np.int64(options), choice)
        to = (seat + give_to) % players
        for k in range(give):
            card = held[chosen[k]]
            given[seat, card >> 6] |= ONE << U(card & 63)
            worth[seat] -= values[context, card]
            worth[to] += values[context, card]
    for seat in range(players):
        hands[seat, 0] &= ~given[seat, 0]
        hands[seat, 1] &= ~given[seat, 1]
    for seat in range(players):
        to = (seat + give_to) % players
        hands[to, 0] |= given[seat, 0]
        hands[to, 1] |= given[seat, 1]
    return word


@njit()
def _least_given(
    size: Any, give: Any, choose: Any, places: Any, context: Any, most: Any, held: Any, chosen: Any
) -> Any:
    """Choose the cards of least (or most) worth; answers the place of the choice among all."""
    picked = ZERO
    for _ in range(give):
        best = -1
        for i in range(size):
            if picked >> U(i) & ONE:
                continue
            if best < 0 or (places[context, held[i]] > places[context, held[best]]) == most:
                best = i
        picked |= ONE << U(best)
    among, at = ZERO, 0
    for k in range(give):
        chosen[k] = np.int64(lowest(picked))
        picked &= picked - ONE
        while at < chosen[k]:
            among += choose[size - at - 1, give - k - 1]
            at += 1
        at += 1
    return np.int64(among)


@njit()
def _opener(opens: Any, players: Any, hands: Any, otherwise: Any) -> Any:
    """The holder of the card that opens, or the seat that leads otherwise."""
    for i in range(len(opens)):
        card = np.int64(opens[i])
        for seat in range(players):
            if hands[seat, card >> 6] >> U(card & 63) & ONE:
                return np.int64(seat)
    return otherwise


@njit()
def play(t: Any, h: Any, seeds: Any, streams: Any, dealers: Any, bots: Any, out: Any) -> None:
    """Play one hand of every deal: from its seed the cards, from its stream the choices of random players.

    Every array is taken out of its tuple once: numba counts references each time it is taken out.
    """
    players, size, suits, modes = np.int64(t.players), np.int64(h.size), np.int64(t.suits), np.int64(t.modes)
    fresh, sets, leads, turn, stir = t.pack, t.sets, t.leads, t.turn, t.stir
    strength, above, turns = t.strength, t.above, t.turns
    keeps, digs, item_key, all_worth, all_places = t.keeps, t.digs, t.item_key, t.worth, t.place
    piles, pile_class, quota, buries, order = t.piles, t.pile_class, t.pile_quota, t.buries, h.order
    key_numbers, prize_numbers, opens, choose = t.key, t.prizes_key, t.opens, t.choose
    wager_for, wager_aims, prize_aims = t.wager_for, t.wager_aims, t.prize_aims
    prize_count, wagers, bidding, keeps_all = np.int64(t.prizes), np.int64(t.wagers), np.int64(t.bids), t.keeps_all
    exact_low, exact_high, within_low, within_high = t.exact[0], t.exact[1], t.within[0], t.within[1]
    out_won, out_bids, out_keys, out_worth, out_winners = out.won, out.bids, out.keys, out.worth, out.winners
    out_cards, out_history, out_choices, out_legal = out.cards, out.history, out.choices, out.legal
    out_leads, out_context, out_decisions = out.leads, out.context, out.decisions
    out_options, out_forced = out.options, out.forced
    pack, prizes = fresh.copy(), np.zeros(prize_count, np.uint8)
    hands, given = np.zeros((players, 2), np.uint64), np.zeros((players, 2), np.uint64)
    plays, worth = np.zeros(players, np.uint64), np.zeros(players, np.int64)
    won, bids, keys = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(players, np.uint64)
    grave, held, chosen = np.zeros(64, np.int64), np.zeros(128, np.int64), np.zeros(128, np.int64)
    count = np.zeros(3, np.int64)
    choices, legal = np.zeros(out_choices.shape[1], np.int32), np.zeros(out_choices.shape[1], np.int32)
    room = (
        np.zeros(8, np.uint64),
        np.zeros((players, 8), np.int16),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros((64, 2), np.uint64),
    )
    keeping, digging, wide = len(keeps) > 0, digs.any(), len(fresh) > 64
    turning, stirring = modes > 1, len(stir) > 1
    for deal in range(len(seeds)):
        base = fold(fold(ZERO, seeds[deal]), U(h.round))
        dealer = np.int64(dealers[deal])
        key = base
        for number in key_numbers:
            key = fold(key, number)
        again = ZERO
        while True:
            for i in range(len(fresh)):  # a slice would be copied by a call
                pack[i] = fresh[i]
            shuffle(pack, fold(key, again) if t.flips == 2 else key)
            if t.flips != 2 or sets[pack[0]] >= 0:
                break
            again += ONE
        context = np.int64(t.context)
        if t.flips:
            for i in range(h.flip_at, len(pack)):
                if sets[pack[i]] >= 0:
                    context = np.int64(sets[pack[i]])
                    break
        out_context[deal] = context
        word, dead, dug = streams[deal], 0, 0
        count[:] = 0
        for seat in range(players):
            hands[seat, 0] = hands[seat, 1] = keys[seat] = ZERO
            worth[seat] = won[seat] = 0
            bids[seat] = -1
        if len(piles):
            word, dead = _draft(
                pack,
                piles,
                pile_class,
                quota,
                order,
                dealer,
                bots,
                all_worth,
                context,
                buries,
                word,
                hands,
                worth,
                grave,
                room,
                count,
                choices,
                legal,
            )
        else:
            at = 0
            for i in range(players):
                seat = (i + dealer + 1) % players if t.from_left else i
                low, high, own = ZERO, ZERO, np.int64(0)
                for _ in range(size):
                    card = np.int64(pack[at])
                    own += all_worth[context, card]
                    if card < 64:
                        low |= ONE << U(card)
                    else:
                        high |= ONE << U(card - 64)
                    at += 1
                hands[seat, 0], hands[seat, 1], worth[seat] = low, high, own
        if prize_count:
            for i in range(prize_count):
                prizes[i] = i
            key = base
            for number in prize_numbers:
                key = fold(key, number)
            shuffle(prizes, key)
        if wagers:
            word = _wager(players, wagers, wager_for, size, dealer, bots, word, worth, bids, count, choices, legal)
        if bidding:
            word = _bid(players, bidding, size, dealer, bots, word, worth, bids, count, choices, legal)
        if h.give:
            word = _exchange(
                players,
                size,
                h.give,
                h.give_to,
                dealer,
                bots,
                all_worth,
                all_places,
                context,
                choose,
                word,
                hands,
                worth,
                held,
                chosen,
                given,
                count,
                choices,
                legal,
            )
        leader = (dealer + 1) % players
        if len(opens):
            leader = _opener(opens, players, hands, leader)
        out_leads[deal] = leader
        situation = U(t.situation)
        leads_now, judged, suit_count, mode_count, seats = U(leader), U(context), U(suits), U(modes), U(players)
        made, options_sum, forced, standing = count[0], count[1], count[2], ZERO
        for trick in range(size):
            led, mode, kept, digger = ZERO, ZERO, ZERO, np.int64(-1)
            prize = U(prize_count)
            if prize_count and trick < size - 1:
                prize = U(prizes[trick])
            seat = leads_now
            for laid in range(players):
                low, high = hands[seat, ZERO], hands[seat, ONE]
                row, tier = situation * suit_count + led, ZERO
                if wide:
                    while not (exact_low[row, tier] & low or exact_high[row, tier] & high):
                        tier += ONE
                    may_low = within_low[row, tier] & low
                    may_high = within_high[row, tier] & high
                    options = popcount(may_low) + popcount(may_high)
                else:
                    first, second = exact_low[row, ZERO] & low, exact_low[row, ONE] & low
                    may_low, may_high = within_low[row, ZERO if first else ONE] & low, ZERO
                    if (
                        first | second
                    ) == ZERO:  # one branch that is seldom taken instead of two that are hard to guess
                        while not exact_low[row, tier] & low:
                            tier += ONE
                        may_low = within_low[row, tier] & low
                    options = popcount(may_low)
                if bots[seat] == RANDOM:
                    word += STEP
                    choice = scaled(mix(word), options)
                    card = U(_nth_card(may_low, may_high, choice)) if wide else nth(may_low, choice)
                elif options == ONE:
                    card = lowest(may_low) if may_low else U(64) + lowest(may_high)
                else:
                    eager = bots[seat] == GREEDY
                    if bidding:
                        want = won[seat] < bids[seat]
                    else:
                        pull = np.int64(0)
                        if wagers:
                            pull = np.int64(wager_aims[bids[seat]])
                        if prize_count and eager:
                            pull = np.int64(prize_aims[prize])
                        want = pull > 0 or (pull == 0 and eager)
                    card = U(
                        _plain_card(
                            strength,
                            above,
                            turns,
                            all_places,
                            judged,
                            suit_count,
                            mode_count,
                            mode,
                            plays,
                            laid,
                            led,
                            may_low,
                            may_high,
                            want,
                        )
                    )
                if made < len(choices):
                    choices[made] = _place_of(may_low, may_high, np.int64(card))
                    legal[made] = np.int64(options)
                made += 1
                options_sum += np.int64(options)
                forced += options == ONE
                if card < U(64):
                    hands[seat, ZERO] = low ^ (ONE << card)
                else:
                    hands[seat, ONE] = high ^ (ONE << (card - U(64)))
                plays[laid] = card
                if digging and digger == -1:
                    if led and digs[card] & 1:
                        digger = np.int64(seat)
                    elif led == ZERO and digs[card] & 2:
                        digger = np.int64(-2)
                if led == ZERO:
                    led = U(leads[card])
                if turning:
                    mode = U(turn[mode, card])
                if keeping:
                    kept = U(keeps[kept, card])
                seat += ONE
                if seat == seats:
                    seat = ZERO
            row, best = (judged * suit_count + led) * mode_count + mode, np.int64(15)
            for i in range(players):
                best = max(best, np.int64(strength[row, plays[i]]) << 4 | (14 - i))
            place = 14 - (best & 15)
            if stirring:
                for i in range(players):
                    situation = U(stir[situation, plays[i]])
            if place < 0:
                leads_now = (leads_now + U(t.nobody_won)) % seats
            else:
                leads_now += U(place)
                if leads_now >= seats:
                    leads_now -= seats
                won[leads_now] += 1
                standing += ONE << (leads_now * U(8))
                out_winners[deal, trick] = leads_now
                out_cards[deal, trick] = plays[U(place)]
                if prize_count:
                    keys[leads_now] += item_key[prize]
                if kept:
                    keys[leads_now] += item_key[kept - ONE]
                if keeps_all:
                    taken = keys[leads_now]
                    for i in range(players):
                        taken += item_key[plays[i]]
                    keys[leads_now] = taken
            if digger >= 0 and dug < dead:
                keys[digger] += item_key[grave[dug]]
                dug += 1
            out_history[deal, trick] = standing
        for who in range(players):
            out_won[deal, who], out_bids[deal, who], out_keys[deal, who] = won[who], bids[who], keys[who]
            out_worth[deal, who] = worth[who] / 1000
        out_decisions[deal], out_options[deal], out_forced[deal] = made, options_sum, forced
        for i in range(min(made, len(choices))):
            out_choices[deal, i], out_legal[deal, i] = choices[i], legal[i]
        streams[deal] = word
