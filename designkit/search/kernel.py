"""The search's kernel: redeals what a seat cannot see, plays hands on from the middle, and grows the tree of plays."""

from typing import Any, NamedTuple

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.jit import ONE, STEP, ZERO, U, lowest, mix, njit, nth, popcount, scaled

inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For what only other compiled functions call: it compiles much sooner."""
within = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
"""For what every card of a playout asks: handing over so many arrays would cost more than the answer."""
DRAFT, WAGER, BID, EXCHANGE, PLAY = range(5)
LEADS, PLACE, PAIN, SHED, TAKE, SPARE = range(6)
"""What is asked of a card: the suit it leads, its place from the least worth to the most, what it costs who wins it, how
gladly it is thrown to a trick that another shall win, how gladly a trick is won with it that must be, and how easily it is
spared where a trick is wanted and cannot be had."""
SPREAD = 1000.0
"""How far from a hand's worth a bid is thought to lie, in thousandths of a trick."""
PENDING = 1.0
"""What a playout that is not scored yet counts as lost, so that the next ones look elsewhere."""


class Spot(NamedTuple):
    """A seat's decision as it knows it; cards are places in the sorted deck, masks are two words."""

    seat: int
    stage: int
    dealer: int
    leader: int
    size: int
    """Cards in a hand at its beginning."""
    trick: int
    """Tricks played."""
    context: int
    situation: int
    eager: int
    """Whether tricks are wanted where no bid, wager or prize says."""
    sided: int
    """Whether seats play together."""
    side: Array
    ways: Array
    """(situation * suits + led, tier, 4): the masks of the cards of a tier, and of those that may be played with it."""
    cards: Array
    """(what is asked, card)."""
    painful: int
    """Whether some card costs who wins it."""
    give: int
    give_to: int
    plays: Array
    """The trick that lies, with room for the rest of it."""
    laid: int
    held: Array
    """(seat, word) cards known to be held."""
    places: Array
    """Whose each unseen card is, slot by slot; the number of seats stands for nobody's."""
    may: Array
    """(place, word) the cards that can be there."""
    spent: Array
    """What the cards that each seat has played were worth."""
    bids: Array
    """Bids or places of wagers, as far as known."""
    said: Array
    """Whether a seat's bid or wager is known."""
    won: Array
    keys: Array
    """What each seat has kept."""
    grave: Array
    prizes: Array
    """The prize of each trick; those from the next trick on are not known."""
    unseen_prizes: Array
    piles: Array
    """(pile, word) the piles that lie."""
    pile_class: Array
    lying: int
    had: Array
    """(seat, size) piles taken."""
    order: Array
    """The seats that pick after this one."""


class Tree(NamedTuple):
    """Plays as nodes: the first is the decision, each other one a card played from the node above."""

    count: Array
    """How many nodes are in use."""
    first: Array
    next: Array
    card: Array
    by: Array
    visits: Array
    open: Array
    """How often the card was legal when its node was chosen from."""
    value: Array


class Ends(NamedTuple):
    """Finished hands, a row each, and the nodes that led there."""

    won: Array
    bids: Array
    keys: Array
    path: Array
    depth: Array


def ends(rows: int, players: int, moves: int) -> Ends:
    """Room for so many hands."""
    return Ends(
        won=np.zeros((rows, players), np.int16),
        bids=np.zeros((rows, players), np.int16),
        keys=np.zeros((rows, players), np.uint64),
        path=np.zeros((rows, moves + 1), np.int32),
        depth=np.zeros(rows, np.int32),
    )


def tree(nodes: int) -> Tree:
    """A tree of one node, with room for so many."""
    return Tree(
        count=np.ones(1, np.int64),
        first=np.zeros(nodes, np.int32),
        next=np.zeros(nodes, np.int32),
        card=np.zeros(nodes, np.uint8),
        by=np.full(nodes, -1, np.int8),
        visits=np.zeros(nodes, np.int32),
        open=np.zeros(nodes, np.int32),
        value=np.zeros(nodes, np.float64),
    )


# ---- redeals ---------------------------------------------------------------------------------------------------


@inner
def _has(masks: Any, row: Any, card: Any) -> Any:
    return masks[row, card >> 6] >> U(card & 63) & ONE


@inner
def _worths(s: Any, values: Any, cards: Any, sums: Any) -> None:
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
def _stir(s: Any, values: Any, weigh: Any, cards: Any, sums: Any, steps: Any, word: Any) -> Any:
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
            if not _has(may, places[at[i]], moved[i]):
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
def redealt(s: Any, values: Any, weigh: Any, cards: Any, steps: Any, word: Any) -> Any:
    """Another deal of the unseen cards, so many exchanges on; answers the next random word."""
    sums = np.zeros(len(s.held), np.int64)
    _worths(s, values, cards, sums)
    return _stir(s, values, weigh, cards, sums, steps, word)


@inner
def _dealt(s: Any, cards: Any, hands: Any) -> None:
    """The hands of a redeal."""
    players = len(hands)
    for seat in range(players):
        hands[seat, 0], hands[seat, 1] = s.held[seat, 0], s.held[seat, 1]
    for slot in range(len(cards)):
        place, card = s.places[slot], cards[slot]
        if place < players:
            hands[place, card >> 6] |= ONE << U(card & 63)


# ---- players of the playouts -----------------------------------------------------------------------------------


@within
def _chance(word: Any, noise: Any) -> Any:
    """Whether a playout's player does anything at all instead of the sensible."""
    return np.float64(mix(word) >> U(11)) * (1.0 / 9007199254740992.0) < noise


@within
def _nth_card(low: Any, high: Any, n: Any) -> Any:
    count = popcount(low)
    return np.int64(nth(low, n)) if n < count else 64 + np.int64(nth(high, n - count))


@inner
def _extreme(cards: Any, what: Any, low: Any, high: Any, most: Any) -> Any:
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
def _sensible(
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
        return _extreme(cards, PLACE, low, high, False)
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
                    return _extreme(cards, TAKE, low, high, True)
            if low & ~win_low or high & ~win_high:
                return _extreme(cards, SHED, low & ~win_low, high & ~win_high, True)
            if last:
                return _extreme(cards, TAKE, low, high, True)
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
                        return _extreme(cards, PLACE, low, high, False)
            if not (win_low or win_high):
                return _extreme(cards, SPARE, low, high, True)
            if last:
                return _extreme(cards, PLACE, win_low, win_high, False)
    found = _settled(
        ways, strength, above, turns, turn, cards, side, wants, later, hands, plays, context, situation, suits, modes, mode,
        led, laid, seat, win_low, win_high,
    )  # fmt: skip
    return found if found >= 0 else _extreme(cards, SPARE, low, high, True)


@inner
def _wants(
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


@inner
def _drafted(t: Any, s: Any, values: Any, hands: Any, pick: Any, grave: Any, sums: Any, noise: Any, word: Any) -> Any:
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
            if _chance(word, noise):
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
def _wagered(t: Any, s: Any, choice: Any, sums: Any, bids: Any, noise: Any, word: Any) -> Any:
    """What is not known of the wagers: a sensible one for the hand."""
    players = len(bids)
    for seat in range(players):
        if s.stage == WAGER and seat == s.seat:
            bids[seat] = choice
        elif not s.said[seat]:
            word += STEP
            if _chance(word, 2 * noise):
                word += STEP
                bids[seat] = np.int64(scaled(mix(word), U(t.wagers)))
            else:
                share = 100 * sums[seat] * players // (1000 * s.size)
                bids[seat] = np.int64(t.wager_for[min(max(share, 0), len(t.wager_for) - 1)])
    return word


@inner
def _bidden(t: Any, s: Any, choice: Any, sums: Any, bids: Any, noise: Any, word: Any) -> Any:
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
            if _chance(word, noise):
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
def _exchanged(s: Any, low: Any, high: Any, hands: Any, noise: Any, word: Any) -> Any:
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
            if _chance(word, noise):
                word += STEP
                chosen = _nth_card(a, b, scaled(mix(word), popcount(a) + popcount(b)))
            else:
                chosen = _extreme(s.cards, PLACE, a, b, s.eager == 0)
            given[seat, chosen >> 6] |= ONE << U(chosen & 63)
    for seat in range(players):
        to = (seat + s.give_to) % players
        for half in range(2):
            hands[seat, half] &= ~given[seat, half]
            hands[to, half] |= given[seat, half]
    return word


# ---- playing on ------------------------------------------------------------------------------------------------


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
    t: Any, s: Any, tr: Any, path: Any, trick: Any, leader: Any, laid: Any, situation: Any, dead: Any,
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
    while trick < size:
        led, mode, kept, digger = np.int64(0), np.int64(0), np.int64(0), np.int64(-1)
        seat = leader
        prize = prize_count
        if prize_count and trick < size - 1:
            prize = np.int64(prizes[trick])
        _wants(bidding, wagers, wager_aims, prize_count, prize_aims, eager, side, won, bids, prize, wants)
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
                        modelled = _chance(word, plain)
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
                    elif _chance(word, noise):
                        word += STEP
                        card = _nth_card(may_low, may_high, scaled(mix(word), popcount(may_low) + popcount(may_high)))
                    else:
                        card = _sensible(
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
    for trick in range(s.trick + 1 if s.stage == PLAY else 0, len(prizes)):
        if at < len(unseen):
            prizes[trick] = unseen[at]
            at += 1
    return word


@njit()
def playouts(
    t: Any, s: Any, tr: Any, weigh: Any, cards: Any, out: Any, word: Any, noise: Any, explore: Any, plain: Any
) -> Any:
    """A row each of the tricks played on from a new redeal, growing the tree; answers the next random word."""
    players, values = np.int64(t.players), t.worth[s.context]
    hands, plays = np.zeros((players, 2), np.uint64), np.zeros(players, np.int64)
    won, bids, keys = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros(players, np.uint64)
    sums, prizes = np.zeros(players, np.int64), np.zeros(len(s.prizes), np.int64)
    out_won, out_bids, out_keys, path, depths = out.won, out.bids, out.keys, out.path, out.depth
    _worths(s, values, cards, sums)
    for row in range(len(out_won)):
        word = _stir(s, values, weigh, cards, sums, 8 + len(cards) // 2, word)
        _dealt(s, cards, hands)
        for seat in range(players):
            won[seat], bids[seat], keys[seat] = s.won[seat], s.bids[seat], s.keys[seat]
        for i in range(s.laid):
            plays[i] = s.plays[i]
        if t.wagers:
            word = _wagered(t, s, bids[s.seat], sums, bids, noise, word)
        if t.bids:
            word = _bidden(t, s, bids[s.seat], sums, bids, noise, word)
        if len(prizes):
            word = _prizes(s, prizes, word)
        path[row, 0] = 0
        word, depth = _played_out(
            t, s, tr, path[row], s.trick, s.leader, s.laid, s.situation, len(s.grave), hands, plays, bids, won, keys,
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
    weigh: Any,
    cards: Any,
    options: Any,
    gifts: Any,
    samples: Any,
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
    _worths(s, values, cards, sums)
    for sample in range(samples):
        word = _stir(s, values, weigh, cards, sums, 8 + len(cards) // 2, word)
        if len(prizes):
            word = _prizes(s, prizes, word)
        _dealt(s, cards, dealt)
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
                chance, dead = _drafted(t, s, values, hands, choice, grave, own, noise, chance)
            if t.wagers:
                chance = _wagered(t, s, choice, own, bids, noise, chance)
            if t.bids:
                chance = _bidden(t, s, choice, own, bids, noise, chance)
            if s.stage == PLAY:
                hands[s.seat, choice >> 6] ^= ONE << U(choice & 63)
                plays[laid] = choice
                laid += 1
            else:
                if s.give:
                    chance = _exchanged(s, gifts[option, 0], gifts[option, 1], hands, noise, chance)
                leader, situation = np.int64((s.dealer + 1) % players), np.int64(t.situation)
                for i in range(len(opens)):
                    card, found = np.int64(opens[i]), False
                    for seat in range(players):
                        if _has(hands, seat, card):
                            leader, found = np.int64(seat), True
                    if found:
                        break
            row = option * samples + sample
            _played_out(
                t, s, tr, out.path[0], np.int64(s.trick), leader, laid, situation, dead, hands, plays, bids, won, keys, grave,
                prizes, chance, noise, noise, noise,
            )  # fmt: skip
            _ended(row, out.won, out.bids, out.keys, won, bids, keys)
        word += STEP
    return word
