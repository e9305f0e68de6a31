"""The battle kernel: plays whole games of battles over a grid, and knows no rule but what the tables say."""

from typing import Any, NamedTuple

import numpy as np

from designkit.bots.battle import CAUTION
from designkit.lab.batch import Array
from designkit.lab.jit import ONE, STEP, ZERO, U, fold, mix, njit, popcount, scaled, shuffle
from designkit.lab.kernel import GREEDY, RANDOM


class Tables(NamedTuple):
    """Everything that the kernel looks up; cards are places in the sorted deck, a play is one of one or two kinds."""

    players: int
    souls: Array
    """The soul deck before its shuffle."""
    decks: Array
    """(seat, card) the seats' decks before their shuffle."""
    spaces: int
    depth: int
    hand_size: int
    may_stay: int
    spoils: int
    defended_choice: int
    near: Array
    """(space, i) the spaces next to it in order, then -1."""
    swappers: Array
    """(turn, i) the seats that may swap in order, then -1."""
    kind: Array
    """card -> its kind."""
    pair: Array
    """(kind, kind) -> the play of both; the play of a single card is its kind."""
    beats: Array
    """((guarded, top play), play)."""
    guards: Array
    """Whether what lies under a play guards it; the last entry: nothing lies there."""
    pays: Array
    """(soul's kind, kind of the card given up)."""
    still_in: Array
    """(battle, seats that fight as bits, seat, whether it passed) -> the seats that fight on, as bits.

    An open battle has the number of the attacker; one with a defender, players * (1 + attacker) + defender.
    """
    ended: Array
    """(turns, empty spaces)."""
    rested: Array
    """(turns, turns in a row without an attack)."""
    gains: Array
    """(seat, card) what the card brings to the score pile."""
    nothing: Array
    """What each seat's empty pile counts."""
    worth: Array
    """What a card is worth in a hand."""


class Outcome(NamedTuple):
    """What the kernel writes, a row a deal."""

    points: Array
    won: Array
    worth: Array
    winners: Array
    history: Array
    decisions: Array
    options: Array
    forced: Array
    finished: Array
    """Whether the game came to its end within the tables."""
    takes: Array
    """(deals, cards) what went into score piles, battle after battle; without columns nothing is noted."""
    until: Array
    """(deals, battles) how many of these cards the battles so far took."""
    choices: Array
    """(deals, moves) each move's place among the legal ones; without columns nothing is noted."""
    legal: Array
    """(deals, moves) how many moves were legal."""


def outcome(t: Tables, deals: int, piles: bool = False, moves: int = 0) -> Outcome:
    """Empty arrays for that many deals; `piles` notes what battles take, `moves` so many moves."""
    seats, battles = (deals, t.players), t.spaces * t.depth
    return Outcome(
        points=np.zeros(seats, np.int64),
        won=np.zeros(seats, np.int16),
        worth=np.zeros(seats, np.float32),
        winners=np.full((deals, battles), -1, np.int8),
        history=np.zeros((deals, battles, t.players), np.int32),
        decisions=np.zeros(deals, np.int32),
        options=np.zeros(deals, np.int64),
        forced=np.zeros(deals, np.int32),
        finished=np.zeros(deals, np.bool_),
        takes=np.zeros((deals, len(t.kind) if piles else 0), np.int16),
        until=np.zeros((deals, battles), np.int16),
        choices=np.full((deals, moves), -1, np.int32),
        legal=np.zeros((deals, moves), np.int32),
    )


class Room(NamedTuple):
    """A game in progress; the same arrays serve every deal."""

    word: Array
    """Where the random players' choices come from."""
    count: Array
    """Moves, legal moves, forced moves, cards noted as taken."""
    grid: Array
    gone: Array
    """Souls that have left each space."""
    decks: Array
    drawn: Array
    hands: Array
    held: Array
    purgatory: Array
    dead: Array
    """Cards in each purgatory, the top one last."""
    tokens: Array
    points: Array
    won: Array
    pot: Array
    """The soul and the cards laid in a battle."""
    offer: Array
    """(move, part) what may be done."""
    brings: Array
    """What an attack on each space brings, where one is worth it."""


@njit()
def room(t: Any) -> Any:
    """Empty arrays for one game."""
    players, deck, souls = t.players, t.decks.shape[1], len(t.souls)
    return Room(
        np.zeros(1, np.uint64),
        np.zeros(4, np.int64),
        np.zeros(souls, np.int16),
        np.zeros(t.spaces, np.int64),
        np.zeros((players, deck), np.int16),
        np.zeros(players, np.int64),
        np.zeros((players, t.hand_size + 1), np.int64),
        np.zeros(players, np.int64),
        np.zeros((players, deck + souls), np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(souls + players * t.hand_size, np.int64),
        np.zeros((t.spaces + t.hand_size * t.hand_size + 1, 2), np.int64),
        np.zeros(t.spaces, np.int64),
    )


# ---- choices ---------------------------------------------------------------------------------------------------


@njit()
def _any(r: Any, options: Any) -> Any:
    """One of so many, all equally likely."""
    r.word[0] += STEP
    return np.int64(scaled(mix(r.word[0]), U(options)))


@njit()
def _note(r: Any, choices: Any, legal: Any, options: Any, choice: Any) -> None:
    """Count a decision; where moves are noted, note it."""
    count = r.count
    if count[0] < len(choices):
        choices[count[0]] = choice
        legal[count[0]] = options
    count[0] += 1
    count[1] += options
    if options == 1:
        count[2] += 1


# ---- hands -----------------------------------------------------------------------------------------------------


@njit()
def _take(r: Any, seat: Any, card: Any) -> None:
    """A card into a hand, which stays sorted."""
    hand, at = r.hands[seat], r.held[seat]
    while at > 0 and hand[at - 1] > card:
        hand[at] = hand[at - 1]
        at -= 1
    hand[at] = card
    r.held[seat] += 1


@njit()
def _give(r: Any, seat: Any, place: Any) -> Any:
    """The card at a place out of a hand."""
    hand = r.hands[seat]
    card = hand[place]
    for i in range(place, r.held[seat] - 1):
        hand[i] = hand[i + 1]
    r.held[seat] -= 1
    return card


@njit()
def _draw(t: Any, r: Any) -> None:
    """Everyone draws up to a full hand."""
    for seat in range(t.players):
        while r.held[seat] < t.hand_size and r.drawn[seat] < r.decks.shape[1]:
            _take(r, seat, np.int64(r.decks[seat, r.drawn[seat]]))
            r.drawn[seat] += 1


@njit()
def _lays(t: Any, r: Any, seat: Any, row: Any, spared: Any, most: Any) -> Any:
    """Put the places of the one or two cards that beat the top on offer and count them, as far as asked for.

    The card at the place `spared` is left out.
    """
    hand, held, beats, offer, found = r.hands[seat], r.held[seat], t.beats[row], r.offer, 0
    for i in range(held):
        if i != spared and beats[t.kind[hand[i]]]:
            offer[found, 0], offer[found, 1] = i, -1
            found += 1
            if found == most:
                return found
    for i in range(held):
        if i == spared:
            continue
        with_first = t.pair[t.kind[hand[i]]]
        for j in range(i + 1, held):
            if j != spared and beats[with_first[t.kind[hand[j]]]]:
                offer[found, 0], offer[found, 1] = i, j
                found += 1
                if found == most:
                    return found
    return found


@njit()
def _row(t: Any, top: Any, under: Any) -> Any:
    """The row of the table of what beats a play that lies on another."""
    return t.guards[under] * (len(t.guards) - 1) + top


@njit()
def _soul_row(t: Any, r: Any, space: Any) -> Any:
    """The row of the table of what beats the soul of a space."""
    return _row(t, np.int64(t.kind[_soul(t, r, space)]), len(t.guards) - 1)


@njit()
def _soul(t: Any, r: Any, space: Any) -> Any:
    return np.int64(r.grid[space * t.depth + r.gone[space]])


@njit()
def _pays(t: Any, r: Any, seat: Any, space: Any, place: Any) -> Any:
    """Whether the card at a place opens the attack on a token, with a play left that beats the soul."""
    soul = t.kind[_soul(t, r, space)]
    if not t.pays[soul, t.kind[r.hands[seat, place]]]:
        return False
    return _lays(t, r, seat, _soul_row(t, r, space), place, 1) > 0


@njit()
def _can_attack(t: Any, r: Any, seat: Any, space: Any, token: Any) -> Any:
    """Whether the hand can beat a soul, and pay the toll where a token stands on it."""
    if not token:
        return _lays(t, r, seat, _soul_row(t, r, space), -1, 1) > 0
    for place in range(r.held[seat]):
        if _pays(t, r, seat, space, place):
            return True
    return False


@njit()
def _token_on(t: Any, r: Any, space: Any, but: Any) -> Any:
    """The seat whose token stands on a space, -1 if there is none; one seat's is not looked at."""
    for seat in range(t.players):
        if seat != but and r.tokens[seat] == space:
            return seat
    return -1


# ---- a turn ----------------------------------------------------------------------------------------------------


@njit()
def _swap(t: Any, r: Any, seat: Any, bot: Any, choices: Any, legal: Any) -> None:
    """Keep the hand, or change a card for the top of purgatory."""
    hand, held, dead = r.hands[seat], r.held[seat], r.dead[seat]
    if held == 0 or dead == 0:
        return
    top = r.purgatory[seat, dead - 1]
    if bot == RANDOM:
        choice = _any(r, held + 1)
    else:
        choice = 1
        for i in range(1, held):
            if t.worth[hand[i]] < t.worth[hand[choice - 1]]:
                choice = i + 1
        if t.worth[hand[choice - 1]] >= t.worth[top]:
            choice = 0
    _note(r, choices, legal, held + 1, choice)
    if choice:
        r.purgatory[seat, dead - 1] = _give(r, seat, choice - 1)
        _take(r, seat, top)


@njit()
def _look_round(t: Any, r: Any, seat: Any, bot: Any) -> None:
    """What an attack on each space would bring: see `designkit.bots.battle.targets`."""
    for space in range(t.spaces):
        r.brings[space] = 0
        if r.gone[space] == t.depth:
            continue
        gain = t.gains[seat, _soul(t, r, space)]
        token = _token_on(t, r, space, seat) >= 0
        if gain <= 0 or (token and bot != GREEDY):
            continue
        if bot == GREEDY:
            able = _can_attack(t, r, seat, space, token)
        else:
            able = _lays(t, r, seat, _soul_row(t, r, space), -1, 1) > 0 and r.offer[0, 1] < 0
        if able:
            r.brings[space] = gain


@njit()
def _place(t: Any, r: Any, seat: Any, bot: Any, choices: Any, legal: Any) -> Any:
    """Move the token to a space with a soul that no other holds; answers False where there is none."""
    if bot != RANDOM:
        _look_round(t, r, seat, bot)
    options, choice, best = 0, 0, np.int64(-1)
    for space in range(t.spaces):
        if r.gone[space] == t.depth or _token_on(t, r, space, seat if t.may_stay else -1) >= 0:
            continue
        r.offer[options, 0] = space
        if bot != RANDOM:
            most = np.int64(0)
            for near in t.near[space]:
                if near >= 0:
                    most = max(most, r.brings[near])
            if most > best:
                choice, best = options, most
        options += 1
    if options == 0:
        return False
    if bot == RANDOM:
        choice = _any(r, options)
    _note(r, choices, legal, options, choice)
    r.tokens[seat] = r.offer[choice, 0]
    return True


@njit()
def _attack(t: Any, r: Any, seat: Any, bot: Any, choices: Any, legal: Any) -> Any:
    """The space that is attacked, -1 to rest."""
    near = t.near[r.tokens[seat]]
    options, choice, best = 1, 0, np.int64(0)
    able = ZERO
    for i in range(len(near)):
        space = near[i]
        if space < 0 or r.gone[space] == t.depth:
            continue
        if not _can_attack(t, r, seat, space, _token_on(t, r, space, -1) >= 0):
            continue
        able |= ONE << U(i)
        if bot != RANDOM and r.brings[space] > best:
            choice, best = options, r.brings[space]
        options += 1
    if bot == RANDOM:
        choice = _any(r, options)
    _note(r, choices, legal, options, choice)
    if choice == 0:
        return -1
    left = choice
    for i in range(len(near)):
        if able >> U(i) & ONE:
            left -= 1
            if left == 0:
                return np.int64(near[i])
    return -1


@njit()
def _toll(t: Any, r: Any, seat: Any, space: Any, bot: Any, choices: Any, legal: Any) -> None:
    """Give up a card that pays for the attack on a token."""
    options, choice, given = 0, 0, ZERO
    least = np.int64(-1)
    for place in range(r.held[seat]):
        if _pays(t, r, seat, space, place):
            given |= ONE << U(place)
            if bot != RANDOM and (least < 0 or t.worth[r.hands[seat, place]] < t.worth[r.hands[seat, least]]):
                choice, least = options, np.int64(place)
            options += 1
    if bot == RANDOM:
        choice = _any(r, options)
    _note(r, choices, legal, options, choice)
    left = choice
    for place in range(r.held[seat]):
        if given >> U(place) & ONE:
            if left == 0:
                r.purgatory[seat, r.dead[seat]] = _give(r, seat, place)
                r.dead[seat] += 1
                return
            left -= 1


@njit()
def _cost(t: Any, r: Any, seat: Any, lay: Any) -> Any:
    """What the cards of an offered play are worth."""
    own = t.worth[r.hands[seat, r.offer[lay, 0]]]
    return own if r.offer[lay, 1] < 0 else own + t.worth[r.hands[seat, r.offer[lay, 1]]]


@njit()
def _answer(t: Any, r: Any, seat: Any, bot: Any, lays: Any, laid: Any) -> Any:
    """Which of the plays on offer a seat makes, `lays` to pass; the attack itself cannot be passed up."""
    first = laid == 1
    if bot == RANDOM:
        return _any(r, lays if first else lays + 1)
    choice = 0
    for lay in range(1, lays):
        if _cost(t, r, seat, lay) < _cost(t, r, seat, choice):
            choice = lay
    if first or lays == 0:
        return choice
    stake = np.int64(0)
    for i in range(laid):
        stake += t.gains[seat, r.pot[i]]
    price = _cost(t, r, seat, choice)
    return choice if price * (1 if bot == GREEDY else CAUTION) <= stake else lays


@njit()
def _battle(t: Any, r: Any, turn: Any, defender: Any, space: Any, bots: Any, choices: Any, legal: Any) -> Any:
    """Lay and pass till one is left; answers (winner, cards in the pot)."""
    players, nothing = t.players, len(t.guards) - 1
    number, fighting = turn, (1 << players) - 1
    if defender >= 0:
        number, fighting = players * (1 + turn) + defender, (1 << turn) | (1 << defender)
    r.pot[0] = _soul(t, r, space)
    laid, top, under, seat = 1, np.int64(t.kind[r.pot[0]]), nothing, turn
    while True:
        lays = _lays(t, r, seat, _row(t, top, under), -1, -1)
        choice = _answer(t, r, seat, bots[seat], lays, laid)
        _note(r, choices, legal, lays + (laid > 1), choice)
        passed = choice == lays
        if not passed:
            i, j = r.offer[choice, 0], r.offer[choice, 1]
            under, top = top, np.int64(t.kind[r.hands[seat, i]])
            if j >= 0:
                top = np.int64(t.pair[top, t.kind[r.hands[seat, j]]])
            r.pot[laid] = r.hands[seat, i]
            laid += 1
            if j >= 0:
                r.pot[laid] = _give(r, seat, j)
                laid += 1
            _give(r, seat, i)
        fighting = np.int64(t.still_in[number, fighting, seat, 1 if passed else 0])
        seat = (seat + 1) % players
        while not fighting >> seat & 1:
            seat = (seat + 1) % players
        if popcount(U(fighting)) == ONE:
            return seat, laid


@njit()
def _to_pile(t: Any, r: Any, seat: Any, card: Any, takes: Any) -> None:
    """A card into a score pile."""
    r.points[seat] += t.gains[seat, card]
    if r.count[3] < len(takes):
        takes[r.count[3]] = card
    r.count[3] += 1


@njit()
def _settle(
    t: Any,
    r: Any,
    turn: Any,
    defender: Any,
    space: Any,
    winner: Any,
    laid: Any,
    bot: Any,
    takes: Any,
    choices: Any,
    legal: Any,
) -> Any:
    """The winner takes the cards laid, spoils and soul; answers whether the space is empty now."""
    soul, away = r.pot[0], np.int64(0)
    if defender < 0 or (winner == defender and t.defended_choice):
        away = _any(r, 2) if bot == RANDOM else np.int64(t.gains[winner, soul] <= 0)
        _note(r, choices, legal, 2, away)
    for i in range(1, laid):
        _to_pile(t, r, winner, r.pot[i], takes)
    r.gone[space] += 1
    if defender >= 0 and winner == turn:
        for _ in range(t.spoils):
            if r.gone[space] < t.depth:
                _to_pile(t, r, winner, _soul(t, r, space), takes)
                r.gone[space] += 1
        r.tokens[defender] = -1
    if away:
        r.purgatory[winner, r.dead[winner]] = soul
        r.dead[winner] += 1
    else:
        _to_pile(t, r, winner, soul, takes)
    r.won[winner] += 1
    return r.gone[space] == t.depth


# ---- a game ----------------------------------------------------------------------------------------------------


@njit()
def _lay_out(t: Any, r: Any, seed: Any) -> None:
    """Shuffle every deck and clear the table."""
    key = fold(ZERO, seed)
    r.grid[:] = t.souls
    shuffle(r.grid, fold(key, ZERO))
    for seat in range(t.players):
        r.decks[seat] = t.decks[seat]
        shuffle(r.decks[seat], fold(key, U(1 + seat)))
    r.count[:] = 0
    r.gone[:] = 0
    r.drawn[:] = 0
    r.held[:] = 0
    r.dead[:] = 0
    r.tokens[:] = -1
    r.won[:] = 0
    r.points[:] = t.nothing


@njit()
def _game(t: Any, r: Any, bots: Any, worth: Any, winners: Any, history: Any, takes: Any, until: Any, choices: Any, legal: Any) -> Any:
    """Turn after turn; answers whether the game came to its end within the tables."""
    turn, turns, empty, idle, battles = 0, 0, 0, 0, 0
    while True:
        _draw(t, r)
        if turns == 0:
            for seat in range(t.players):
                for i in range(r.held[seat]):
                    worth[seat] += t.worth[r.hands[seat, i]]
        for seat in t.swappers[turn]:
            if seat >= 0:
                _swap(t, r, seat, bots[seat], choices, legal)
        if not _place(t, r, turn, bots[turn], choices, legal):
            return False
        space = _attack(t, r, turn, bots[turn], choices, legal)
        idle += 1
        if space >= 0:
            idle = 0
            defender = _token_on(t, r, space, -1)
            if defender >= 0:
                _toll(t, r, turn, space, bots[turn], choices, legal)
            winner, laid = _battle(t, r, turn, defender, space, bots, choices, legal)
            empty += _settle(t, r, turn, defender, space, winner, laid, bots[winner], takes, choices, legal)
            winners[battles] = winner
            history[battles] = r.points
            until[battles] = r.count[3]
            battles += 1
        turns += 1
        if t.ended[turns, empty] or t.rested[turns, idle]:
            history[battles:] = r.points
            return True
        if turns == len(t.ended) - 1:
            return False
        turn = turn + 1 if turn + 1 < t.players else 0


@njit()
def play(t: Any, seeds: Any, streams: Any, bots: Any, out: Any) -> None:
    """Play every deal to its end: from its seed the cards, from its stream the choices of random players."""
    r = room(t)
    for deal in range(len(seeds)):
        _lay_out(t, r, seeds[deal])
        r.word[0] = streams[deal]
        out.finished[deal] = _game(
            t,
            r,
            bots,
            out.worth[deal],
            out.winners[deal],
            out.history[deal],
            out.takes[deal],
            out.until[deal],
            out.choices[deal],
            out.legal[deal],
        )
        out.points[deal] = r.points
        out.won[deal] = r.won
        out.decisions[deal], out.options[deal], out.forced[deal] = r.count[0], r.count[1], r.count[2]
