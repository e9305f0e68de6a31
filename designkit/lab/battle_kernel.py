"""The battle kernel: plays whole games of battles over a grid, and knows no rule but what the tables say."""

from typing import Any, NamedTuple

import numpy as np

from designkit.bots.battle import CAUTION
from designkit.bots.souls import ANSWERS, FEEDS, RAISE, SPENDS, SPOIL, WILL
from designkit.lab.batch import Array
from designkit.lab.jit import STEP, ZERO, U, fold, mix, njit, scaled, shuffle
from designkit.lab.kernel import GREEDY, RANDOM


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


def outcome(t: Any, deals: int, piles: bool = False, moves: int = 0) -> Outcome:
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


# Functions get small tuples of arrays and numbers of one type, as numba compiles them anew for every other type (a
# plain 0 or 1 has one of its own), and takes the longer the more a call hands on.
NONE, FEW, TWO = np.int64(-1), np.int64(1), np.int64(2)
SENSIBLE = 3
"""A player as `designkit.bots.souls`, for playouts; what it should know of the odds is in the tables' `beaten`."""
_inside = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For what only the kernel itself calls."""


class Log(NamedTuple):
    """Where chance comes from, which moves are given, and what is noted of the moves made."""

    word: Array
    noise: Any
    """How often anything at all is done instead of what a player would do, as a part of 2 ** 64."""
    given: Array
    """The first choices, whatever the players would do."""
    count: Array
    """Moves, legal moves, forced moves."""
    choices: Array
    legal: Array


class Fight(NamedTuple):
    """What beats what: see `Tables`."""

    kind: Array
    pair: Array
    beats: Array
    guards: Array
    pays: Array


class Hands(NamedTuple):
    """The cards of each seat, sorted, and the plays that one of them is offered."""

    cards: Array
    held: Array
    offer: Array
    """(play, part) the places of its cards in the hand, -1 in place of a second one."""


class Odds(NamedTuple):
    """What a sensible player reckons with."""

    beaten: Array
    """((guarded, play), cards) how often a hand of so many cards beats a play."""
    hold: Array
    """(guarded, place, place) the chance that nobody beats the play of these cards of a hand; a single one with itself."""
    saves: Array
    """(place, place) the chance that what is left of the hand holds, if that play is beaten."""


class Dead(NamedTuple):
    """The purgatories, the top card last."""

    cards: Array
    count: Array


class Board(NamedTuple):
    """The grid: what lies there, how many souls each space has lost, and where the tokens stand."""

    depth: int
    near: Array
    grid: Array
    gone: Array
    tokens: Array


DRAW, SWAP, PLACE, ATTACK, TOLL, BATTLE = range(6)
"""The steps of a turn; what follows a battle is its end."""


class Midst(NamedTuple):
    """Where a game is taken up, in the middle of a turn if need be."""

    step: int = DRAW
    turn: int = 0
    turns: int = 0
    empty: int = 0
    """How many spaces are empty."""
    idle: int = 0
    swapper: int = 0
    """The place of the seat that is asked among those who may swap."""
    space: int = -1
    """Where the battle is."""
    defender: int = -1
    laid: int = 0
    """How many cards are in the pot, the soul among them."""
    fighting: int = 0
    """The seats that fight, as bits."""
    top: int = -1
    under: int = -1
    """The play on top, and the one that lies under it."""
    seat: int = -1
    """Who is to beat it."""
    last: int = 1 << 40
    """How many turns there may have been at most when the play ends."""


BEGIN = Midst()


# ---- moves -----------------------------------------------------------------------------------------------------


@_inside
def _any(log: Any, options: Any) -> Any:
    """One of so many, all equally likely."""
    log.word[0] += STEP
    return np.int64(scaled(mix(log.word[0]), U(options)))


@_inside
def _noted(log: Any, options: Any, choice: Any) -> Any:
    """What is done where a player would make a choice: what is given, at times anything. It is counted and noted."""
    count = log.count
    if count[0] < len(log.given):
        choice = np.int64(log.given[count[0]])
    elif log.noise > ZERO:
        log.word[0] += STEP
        if mix(log.word[0]) < log.noise:
            choice = _any(log, options)
    if count[0] < len(log.choices):
        log.choices[count[0]] = choice
        log.legal[count[0]] = options
    count[0] += 1
    count[1] += options
    if options == 1:
        count[2] += 1
    return choice


# ---- hands -----------------------------------------------------------------------------------------------------


@_inside
def take(hands: Any, seat: Any, card: Any) -> None:
    """A card into a hand, which stays sorted."""
    cards, at = hands.cards, hands.held[seat]
    while at > 0 and cards[seat, at - 1] > card:
        cards[seat, at] = cards[seat, at - 1]
        at -= 1
    cards[seat, at] = card
    hands.held[seat] += 1


@_inside
def _give(hands: Any, seat: Any, place: Any) -> Any:
    """The card at a place out of a hand."""
    cards = hands.cards
    card = cards[seat, place]
    hands.held[seat] -= 1
    for i in range(place, hands.held[seat]):
        cards[seat, i] = cards[seat, i + 1]
    return card


@_inside
def _bury(dead: Any, seat: Any, card: Any) -> None:
    """A card on top of a purgatory."""
    dead.cards[seat, dead.count[seat]] = card
    dead.count[seat] += 1


@_inside
def _row(fight: Any, top: Any, under: Any) -> Any:
    """The row of the table of what beats a play that lies on another; where under is -1, on nothing."""
    return fight.guards[under] * (len(fight.guards) - 1) + top


@_inside
def _lays(fight: Any, hands: Any, seat: Any, row: Any, spared: Any, most: Any) -> Any:
    """Put the one or two cards that beat the top on offer and count them, as far as asked for; one card is spared."""
    kind, pair, beats, cards, offer = fight.kind, fight.pair, fight.beats, hands.cards, hands.offer
    held, found = hands.held[seat], np.int64(0)
    for i in range(held):
        if i != spared and beats[row, kind[cards[seat, i]]]:
            offer[found, 0], offer[found, 1] = i, -1
            found += 1
            if found == most:
                return found
    for i in range(held):
        if i == spared:
            continue
        first = kind[cards[seat, i]]
        for j in range(i + 1, held):
            if j != spared and beats[row, pair[first, kind[cards[seat, j]]]]:
                offer[found, 0], offer[found, 1] = i, j
                found += 1
                if found == most:
                    return found
    return found


@_inside
def _pays(fight: Any, hands: Any, seat: Any, soul: Any, place: Any) -> Any:
    """Whether the card at a place opens the attack on a token, with a play left that beats the soul."""
    kind = fight.kind
    if not fight.pays[kind[soul], kind[hands.cards[seat, place]]]:
        return False
    return _lays(fight, hands, seat, _row(fight, np.int64(kind[soul]), NONE), place, FEW) > 0


@_inside
def _can_attack(fight: Any, hands: Any, seat: Any, soul: Any, token: Any) -> Any:
    """Whether the hand can beat a soul, and pay the toll where a token stands on it."""
    if not token:
        return _lays(fight, hands, seat, _row(fight, np.int64(fight.kind[soul]), NONE), NONE, FEW) > 0
    place = 0
    while place < hands.held[seat] and not _pays(fight, hands, seat, soul, place):
        place += 1
    return place < hands.held[seat]


# ---- a turn ----------------------------------------------------------------------------------------------------


@_inside
def _swap(hands: Any, dead: Any, worth: Any, seat: Any, bot: Any, log: Any) -> None:
    """Keep the hand, or change a card for the top of purgatory."""
    cards, held = hands.cards, hands.held[seat]
    if held == 0 or dead.count[seat] == 0:
        return
    top = dead.cards[seat, dead.count[seat] - 1]
    if bot == RANDOM:
        choice = _any(log, held + 1)
    else:
        choice = np.int64(1)
        for i in range(1, held):
            if worth[cards[seat, i]] < worth[cards[seat, choice - 1]]:
                choice = np.int64(i + 1)
        if worth[cards[seat, choice - 1]] >= worth[top]:
            choice = np.int64(0)
    choice = _noted(log, held + 1, choice)
    if choice:
        dead.cards[seat, dead.count[seat] - 1] = _give(hands, seat, choice - 1)
        take(hands, seat, top)


@_inside
def _soul(board: Any, space: Any) -> Any:
    """The soul of a space, -1 where it is empty."""
    if board.gone[space] == board.depth:
        return NONE
    return np.int64(board.grid[space * board.depth + board.gone[space]])


@_inside
def _token_on(board: Any, space: Any, but: Any) -> Any:
    """The seat whose token stands on a space, -1 if there is none; one seat's is not looked at."""
    for seat in range(len(board.tokens)):
        if seat != but and board.tokens[seat] == space:
            return np.int64(seat)
    return NONE


@_inside
def _weigh(fight: Any, hands: Any, odds: Any, rivals: Any, seat: Any) -> None:
    """How likely each play of a hand holds against some rivals (as bits), and what is left of the hand saves it."""
    kind, pair, cards, held = fight.kind, fight.pair, hands.cards, hands.held
    beaten, hold, saves, plain = odds.beaten, odds.hold, odds.saves, fight.guards[-1]
    for i in range(held[seat]):
        for j in range(i, held[seat]):
            play = np.int64(kind[cards[seat, i]])
            if j > i:
                play = np.int64(pair[play, kind[cards[seat, j]]])
            for guarded in range(2):
                row, chance = guarded * (len(fight.guards) - 1) + play, 1.0
                for other in range(len(held)):
                    if rivals >> other & 1:
                        chance *= 1 - WILL * beaten[row, held[other]]
                hold[guarded, i, j] = chance
    for i in range(held[seat]):
        for j in range(i, held[seat]):
            best = 0.0
            for k in range(held[seat]):
                if k != i and k != j:
                    for other in range(k, held[seat]):
                        if other != i and other != j:
                            best = max(best, hold[plain, k, other])
            saves[i, j] = ANSWERS * best


@_inside
def _brings(odds: Any, guarded: Any, i: Any, j: Any, cost: Any, stake: Any) -> Any:
    """What a play of one card (twice the same place) or two should bring: see `designkit.bots.souls.worth`."""
    chance, saves = odds.hold[guarded, i, j], odds.saves[i, j]
    lost = max(saves * (stake + RAISE) - (1 - saves) * FEEDS * cost, -FEEDS * cost)
    return chance * stake + (1 - chance) * lost - SPENDS * cost


@_inside
def _best_attack(fight: Any, hands: Any, odds: Any, worth: Any, soul: Any, stake: Any, token: Any, seat: Any) -> Any:
    """What the best attack on a soul should bring, above 0 or 0: see `designkit.bots.souls.best_attack`."""
    kind, pair, beats, pays, cards = fight.kind, fight.pair, fight.beats, fight.pays, hands.cards[seat]
    held, row, guarded, best = hands.held[seat], _row(fight, np.int64(kind[soul]), NONE), fight.guards[kind[soul]], 0.0
    for i in range(held):
        for j in range(i, held):
            play, cost = np.int64(kind[cards[i]]), worth[cards[i]]
            if j > i:
                play, cost = np.int64(pair[play, kind[cards[j]]]), cost + worth[cards[j]]
            if not beats[row, play]:
                continue
            price = 0.0
            if token:
                price = np.inf
                for k in range(held):
                    if k != i and k != j and pays[kind[soul], kind[cards[k]]]:
                        price = min(price, SPENDS * worth[cards[k]])
            best = max(best, _brings(odds, guarded, i, j, cost, stake) - price)
    return best


@_inside
def _look_well(
    fight: Any, hands: Any, board: Any, odds: Any, worth: Any, gains: Any, spoils: Any, seat: Any, brings: Any
) -> None:
    """What the best attack on each space should bring: see `designkit.bots.souls.attacks`."""
    everyone = (1 << len(hands.held)) - 1
    for tokens in range(2):
        if tokens == 0:
            _weigh(fight, hands, odds, everyone ^ (1 << seat), seat)
        for space in range(len(brings)):
            soul, owner = _soul(board, space), _token_on(board, space, seat)
            if soul < 0:
                brings[space] = 0
            elif tokens == (owner >= 0):
                stake = gains[seat, soul]
                if owner >= 0:
                    _weigh(fight, hands, odds, 1 << owner, seat)
                    stake += SPOIL * spoils
                brings[space] = _best_attack(fight, hands, odds, worth, soul, stake, owner >= 0, seat)


@_inside
def _look_round(fight: Any, hands: Any, board: Any, gains: Any, seat: Any, bot: Any, brings: Any) -> None:
    """What an attack on each space would bring: see `designkit.bots.battle.targets`."""
    for space in range(len(brings)):
        brings[space] = 0
        soul = _soul(board, space)
        if soul < 0:
            continue
        token = _token_on(board, space, seat) >= 0
        if bot != GREEDY and token:
            continue
        if _can_attack(fight, hands, seat, soul, token) and (bot == GREEDY or hands.offer[0, 1] < 0):
            brings[space] = gains[seat, soul]


@_inside
def _place(board: Any, may_stay: Any, brings: Any, free: Any, seat: Any, bot: Any, log: Any) -> Any:
    """Move the token to a space with a soul that no other holds; answers False where there is none."""
    near, options, choice, best = board.near, np.int64(0), np.int64(0), -1.0
    for space in range(len(brings)):
        if _soul(board, space) < 0 or _token_on(board, space, seat if may_stay else NONE) >= 0:
            continue
        if bot != RANDOM:
            most = 0.0
            for i in range(near.shape[1]):
                if near[space, i] >= 0:
                    most = max(most, brings[near[space, i]])
            if most > best:
                choice, best = options, most
        free[options] = space
        options += 1
    if options == 0:
        return False
    if bot == RANDOM:
        choice = _any(log, options)
    choice = _noted(log, options, choice)
    board.tokens[seat] = free[choice]
    return True


@_inside
def _attack(fight: Any, hands: Any, board: Any, brings: Any, able: Any, seat: Any, bot: Any, log: Any) -> Any:
    """The space that is attacked, -1 to rest."""
    near, at = board.near, board.tokens[seat]
    options, choice, best = np.int64(1), np.int64(0), 0.0
    able[0] = -1
    for i in range(near.shape[1]):
        space = near[at, i]
        soul = NONE if space < 0 else _soul(board, space)
        if soul < 0 or not _can_attack(fight, hands, seat, soul, _token_on(board, space, NONE) >= 0):
            continue
        if bot != RANDOM and brings[space] > best:
            choice, best = options, brings[space]
        able[options] = space
        options += 1
    if bot == RANDOM:
        choice = _any(log, options)
    choice = _noted(log, options, choice)
    return able[choice]


@_inside
def _toll(fight: Any, hands: Any, dead: Any, worth: Any, soul: Any, able: Any, seat: Any, bot: Any, log: Any) -> None:
    """Give up a card that pays for the attack on a token."""
    cards, options, choice = hands.cards, np.int64(0), np.int64(0)
    for place in range(hands.held[seat]):
        if _pays(fight, hands, seat, soul, place):
            able[options] = place
            if bot != RANDOM and worth[cards[seat, place]] < worth[cards[seat, able[choice]]]:
                choice = options
            options += 1
    if bot == RANDOM:
        choice = _any(log, options)
    choice = _noted(log, options, choice)
    _bury(dead, seat, _give(hands, seat, able[choice]))


@_inside
def _cost(hands: Any, worth: Any, seat: Any, lay: Any) -> Any:
    """What the cards of an offered play are worth."""
    cards, offer = hands.cards, hands.offer
    own = worth[cards[seat, offer[lay, 0]]]
    return own if offer[lay, 1] < 0 else own + worth[cards[seat, offer[lay, 1]]]


@_inside
def _answer(hands: Any, worth: Any, gains: Any, pot: Any, laid: Any, lays: Any, seat: Any, bot: Any, log: Any) -> Any:
    """Which of the plays on offer a seat makes, `lays` to pass; the attack itself cannot be passed up."""
    if bot == RANDOM:
        return _any(log, lays + (laid > 1))
    choice = np.int64(0)
    for lay in range(1, lays):
        if _cost(hands, worth, seat, lay) < _cost(hands, worth, seat, choice):
            choice = np.int64(lay)
    if laid == 1 or lays == 0:
        return choice
    stake = np.int64(0)
    for i in range(laid):
        stake += gains[seat, pot[i]]
    price = _cost(hands, worth, seat, choice)
    return choice if price * (1 if bot == GREEDY else CAUTION) <= stake else np.int64(lays)


@_inside
def _fights(
    fight: Any,
    hands: Any,
    odds: Any,
    worth: Any,
    gains: Any,
    pot: Any,
    laid: Any,
    lays: Any,
    guarded: Any,
    extra: Any,
    rivals: Any,
    seat: Any,
) -> Any:
    """The play on offer that should bring most, `lays` to pass where none is worth it: see `designkit.bots.souls.battle`."""
    offer, stake, choice, best = hands.offer, extra, np.int64(lays), 0.0
    for i in range(laid):
        stake += gains[seat, pot[i]]
    _weigh(fight, hands, odds, rivals, seat)
    for lay in range(lays):
        i, j = offer[lay, 0], offer[lay, 1]
        own = _brings(odds, guarded, i, max(i, j), _cost(hands, worth, seat, lay), stake)
        if own > best or (laid == 1 and lay == 0):
            choice, best = np.int64(lay), own
    return choice


@_inside
def _battle(
    fight: Any,
    hands: Any,
    still_in: Any,
    worth: Any,
    gains: Any,
    pot: Any,
    turn: Any,
    defender: Any,
    bots: Any,
    log: Any,
    step: Any,
    midst: Any,
    odds: Any,
    spoils: Any,
) -> Any:
    """Lay and pass till one is left, from the attack or from amidst; the pot begins with the soul.

    Answers (winner, cards in the pot).
    """
    players, cards, offer = len(bots), hands.cards, hands.offer
    number, fighting = turn, (1 << players) - 1
    if defender >= 0:
        number, fighting = players * (1 + turn) + defender, (1 << turn) | (1 << defender)
    laid, top, under, seat = np.int64(1), np.int64(fight.kind[pot[0]]), NONE, turn
    if step == BATTLE:
        fighting, laid, top, under, seat = midst.fighting, midst.laid, midst.top, midst.under, midst.seat
        if fighting == 1 << seat:
            return seat, laid
    while True:
        lays = _lays(fight, hands, seat, _row(fight, top, under), NONE, NONE)
        if bots[seat] == SENSIBLE:
            extra = SPOIL * spoils if defender >= 0 and seat == turn else 0
            guarded, rivals = fight.guards[top], fighting ^ (1 << seat)
            choice = _fights(fight, hands, odds, worth, gains, pot, laid, lays, guarded, extra, rivals, seat)
        else:
            choice = _answer(hands, worth, gains, pot, laid, lays, seat, bots[seat], log)
        choice = _noted(log, lays + (laid > 1), choice)
        passed = choice == lays
        if not passed:
            i, j = offer[choice, 0], offer[choice, 1]
            under, top = top, np.int64(fight.kind[cards[seat, i]])
            pot[laid] = cards[seat, i]
            laid += 1
            if j >= 0:
                top = np.int64(fight.pair[top, fight.kind[cards[seat, j]]])
                pot[laid] = _give(hands, seat, j)
                laid += 1
            _give(hands, seat, i)
        fighting = np.int64(still_in[number, fighting, seat, 1 if passed else 0])
        seat = (seat + 1) % players
        while not fighting >> seat & 1:
            seat = (seat + 1) % players
        if fighting == 1 << seat:
            return seat, laid


@_inside
def _spoils(board: Any, space: Any, spoils: Any, pot: Any, laid: Any) -> Any:
    """More cards of a space into the pot; answers how many it has now."""
    for _ in range(spoils):
        soul = _soul(board, space)
        if soul >= 0:
            pot[laid] = soul
            laid += 1
            board.gone[space] += 1
    return laid


# ---- a game ----------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """All that lies on the table, and room to reckon."""

    fight: Fight
    odds: Odds
    hands: Hands
    dead: Dead
    board: Board
    decks: Array
    drawn: Array
    """How many cards each deck has lost."""
    points: Array
    pot: Array
    """What is fought for: the soul, and what has been laid."""
    able: Array
    brings: Array


@_inside
def table(t: Any) -> Any:
    """An empty table."""
    players, size, souls, packs = t.players, t.hand_size, t.souls, t.decks
    hands = Hands(
        np.zeros((players, size + 1), np.int64), np.zeros(players, np.int64), np.zeros((size * size, 2), np.int64)
    )
    dead = Dead(np.zeros((players, len(souls) + packs.shape[1]), np.int64), np.zeros(players, np.int64))
    return Table(
        Fight(t.kind, t.pair, t.beats, t.guards, t.pays),
        Odds(t.beaten, np.zeros((2, size + 1, size + 1)), np.zeros((size + 1, size + 1))),
        hands,
        dead,
        Board(t.depth, t.near, souls.copy(), np.zeros(t.spaces, np.int64), np.zeros(players, np.int64)),
        packs.copy(),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(len(souls) + players * size, np.int64),
        np.zeros(t.spaces + size + 1, np.int64),
        np.zeros(t.spaces),
    )


@_inside
def course(t: Any, table: Any, midst: Any, bots: Any, log: Any, out: Any, deal: Any) -> None:
    """Play on to the end, and note it as that deal.

    Every array is taken out of its tuple once: numba counts references each time it is taken out.
    """
    players, depth, size, may_stay, spoils = t.players, t.depth, t.hand_size, t.may_stay, t.spoils
    swappers, still_in, ended, rested = t.swappers, t.still_in, t.ended, t.rested
    gains, worth, defended_choice = t.gains, t.worth, t.defended_choice
    fight, hands, dead, board, decks, drawn = (
        table.fight,
        table.hands,
        table.dead,
        table.board,
        table.decks,
        table.drawn,
    )
    points, pot, able, brings, odds = table.points, table.pot, table.able, table.brings, table.odds
    out_won, out_worth, out_winners, out_history = out.won[deal], out.worth[deal], out.winners[deal], out.history[deal]
    out_takes, out_until = out.takes[deal], out.until[deal]
    step, turn, turns, empty, idle = midst.step, midst.turn, midst.turns, midst.empty, midst.idle
    swapper, space, battles, taken = midst.swapper, midst.space, 0, 0
    while True:
        if step == DRAW:
            for seat in range(players):
                while hands.held[seat] < size and drawn[seat] < decks.shape[1]:
                    take(hands, seat, np.int64(decks[seat, drawn[seat]]))
                    drawn[seat] += 1
                if turns == 0:
                    for i in range(hands.held[seat]):
                        out_worth[seat] += worth[hands.cards[seat, i]]
        if step <= SWAP:
            for i in range(swapper, swappers.shape[1]):
                seat = swappers[turn, i]
                if seat >= 0:
                    _swap(hands, dead, worth, seat, bots[seat], log)
        bot = bots[turn]
        if step <= ATTACK and bot == SENSIBLE:
            _look_well(fight, hands, board, odds, worth, gains, spoils, turn, brings)
        elif step <= ATTACK and bot != RANDOM:
            _look_round(fight, hands, board, gains, turn, bot, brings)
        if step <= PLACE and not _place(board, may_stay, brings, able, turn, bot, log):
            break
        if step <= ATTACK:
            space = _attack(fight, hands, board, brings, able, turn, bot, log)
        idle += 1
        if space >= 0:
            idle, soul = 0, _soul(board, space)
            defender = midst.defender if step > ATTACK else _token_on(board, space, NONE)
            if step <= TOLL and defender >= 0:
                _toll(fight, hands, dead, worth, soul, able, turn, bot, log)
            pot[0] = soul
            winner, laid = _battle(
                fight, hands, still_in, worth, gains, pot, turn, defender, bots, log, step, midst, odds, spoils
            )
            away = np.int64(0)
            if defender < 0 or (winner == defender and defended_choice):
                away = _any(log, TWO) if bots[winner] == RANDOM else np.int64(gains[winner, soul] <= 0)
                away = _noted(log, TWO, away)
            board.gone[space] += 1
            if defender >= 0 and winner == turn:
                laid = _spoils(board, space, spoils, pot, laid)
                board.tokens[defender] = -1
            if away:
                _bury(dead, winner, soul)
            else:
                pot[laid] = soul
                laid += 1
            for i in range(1, laid):
                points[winner] += gains[winner, pot[i]]
                if taken < len(out_takes):
                    out_takes[taken] = pot[i]
                taken += 1
            empty += board.gone[space] == depth
            out_won[winner] += 1
            out_winners[battles] = winner
            out_history[battles] = points
            out_until[battles] = taken
            battles += 1
        turns += 1
        if ended[turns, empty] or rested[turns, idle]:
            out.finished[deal] = True
            break
        if turns == len(ended) - 1 or turns == midst.last:
            break
        turn = turn + 1 if turn + 1 < players else np.int64(0)
        step, swapper = DRAW, 0
    out_history[battles:] = points
    out.points[deal] = points
    out.decisions[deal], out.options[deal], out.forced[deal] = log.count[0], log.count[1], log.count[2]


@njit()
def play(t: Any, midst: Any, seeds: Any, streams: Any, bots: Any, out: Any) -> None:
    """Play every deal to its end: from its seed the cards, from its stream the choices of random players."""
    souls, packs, nothing = t.souls, t.decks, t.nothing
    own, word, count, given = table(t), np.zeros(1, np.uint64), np.zeros(3, np.int64), np.zeros(0, np.int64)
    board, decks = own.board, own.decks
    for deal in range(len(seeds)):
        key = fold(ZERO, seeds[deal])
        board.grid[:] = souls
        shuffle(board.grid, fold(key, ZERO))
        decks[:] = packs
        for seat in range(t.players):
            shuffle(decks[seat], fold(key, U(1 + seat)))
        word[0] = streams[deal]
        count[:] = 0
        board.gone[:] = 0
        board.tokens[:] = -1
        own.hands.held[:] = 0
        own.dead.count[:] = 0
        own.drawn[:] = 0
        own.points[:] = nothing
        course(t, own, midst, bots, Log(word, ZERO, given, count, out.choices[deal], out.legal[deal]), out, deal)
