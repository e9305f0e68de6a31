"""A view as the search's kernel wants it: arrays of what the seat knows, and a first deal of what it does not."""

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from designkit.events import Event, Trick
from designkit.game import Game, View
from designkit.lab.batch import Array
from designkit.lab.scoring import scoring
from designkit.lab.tabulate import items, plan_of, tables
from designkit.search.kernel import BID, DRAFT, EXCHANGE, PLAY, WAGER, Ends, Spot
from designkit.search.known import WORD, Known, known, mask, members, numbers, of_this_hand, tricks

STAGES = {"take pile": DRAFT, "wager": WAGER, "bid": BID, "give": EXCHANGE, "play": PLAY}
"""What is decided with each verb."""


class Start(NamedTuple):
    """Where a search starts."""

    spot: Spot
    cards: Array
    """The unseen cards, slot by slot."""
    weigh: bool
    """Whether bids weigh."""
    hidden: bool
    """Whether some hand is not seen."""


def first_deal(own: Known, rng: random.Random) -> list[tuple[int, int]]:
    """(place, card) of each unseen card in some deal that can be; the number of seats stands for nobody's.

    Cards are laid one by one; where no place has room, others move on to make some. What no deal can satisfy is let go.
    """
    seats = len(own.missing)
    room = [*own.missing, own.aside]
    never = [*own.never, 0]
    cards = list(members(own.unseen))
    rng.shuffle(cards)
    lies: dict[int, int] = {}

    def laid(card: int, tried: set[int]) -> bool:
        places = [place for place in range(seats + 1) if place not in tried and not never[place] >> card & 1]
        rng.shuffle(places)
        for place in places:
            if room[place]:
                room[place] -= 1
                lies[card] = place
                return True
        for place in places:
            tried.add(place)
            for other in [other for other, there in lies.items() if there == place]:
                if laid(other, tried):
                    lies[card] = place
                    return True
        return False

    for card in cards:
        if not laid(card, set()):
            place = next(place for place in range(seats + 1) if room[place])
            room[place] -= 1
            lies[card] = place
    return sorted((place, card) for card, place in lies.items())


def sides_of(players: int, sides: Sequence[Sequence[int]]) -> list[int]:
    """The number of each seat's side; without sides each is its own.

    >>> sides_of(4, ((0, 2), (1, 3))), sides_of(3, ())
    ([0, 1, 0, 1], [0, 1, 2])
    """
    number = list(range(players))
    for side in sides:
        for seat in side:
            number[seat] = side[0]
    return number


@lru_cache(maxsize=64)
def pains(game: Game) -> Array:
    """What winning each card alone costs, where tricks are kept whole and points are bad.

    >>> import designkit as dk
    >>> game = dk.game("hearts")
    >>> {str(card): int(pain) for card, pain in zip(sorted(game.deck), pains(game), strict=True) if pain > 1}
    {'Q spades': 13}
    """
    plan, _ = plan_of(game)
    if not (plan.keeps_all and plan.low_wins):
        return np.zeros(len(game.deck), np.int64)
    kept = np.concatenate([np.zeros(1, np.uint64), items(game).key])[:, None].repeat(game.players, axis=1)
    nothing = np.zeros(kept.shape, np.int16)
    points, _, _ = scoring(game)(Ends(nothing, nothing, kept, nothing, nothing))
    return np.asarray(points[1:, 0] - points[0, 0], np.int64)


@lru_cache(maxsize=64)
def reckons(game: Game) -> bool:
    """Whether all that counts is which tricks a seat wins, or which prizes: then the playouts' players can reckon with chances.

    >>> import designkit as dk
    >>> [id for id in dk.GAMES if dk.GAMES[id].tricks and reckons(dk.game(id))]
    ['trick_party', 'whist']
    """
    plan, _ = plan_of(game)
    return plan.bids == "none" and not (plan.wagers or plan.keeps or plan.keeps_all)


@lru_cache(maxsize=64)
def prize_values(game: Game) -> tuple[Array, Array]:
    """(what each prize is worth, whether it keeps its winner from winning), the last trick's at the end.

    >>> import designkit as dk
    >>> worth, ruins = prize_values(dk.game("trick_party"))
    >>> worth.tolist(), [place for place, ruin in enumerate(ruins) if ruin]
    ([1, 2, 3, 4, 5, -1, -1, -2, -2, -3, -3, -4, -4, -5, -5, 0], [15])
    """
    plan, _ = plan_of(game)
    prizes = (*plan.prizes, plan.last_prize) if plan.prizes else ()
    nothing, _ = plan.own(0, 0, ())
    alone = [plan.own(0, 0, (plan.looks_at(prize),)) for prize in prizes]
    worth = np.array([points - nothing for points, _ in alone], np.int64)
    return worth, np.array([plan.loses is not None and other == plan.loses for _, other in alone], np.bool_)


@lru_cache(maxsize=64)
def ways(game: Game) -> Array:
    """The cards of each tier and those that may be played with it, side by side."""
    t = tables(game)
    return np.ascontiguousarray(np.moveaxis(np.concatenate([t.exact, t.within]), 0, -1))


def _words(bits: Sequence[int]) -> Array:
    return np.array([(each & WORD, each >> 64) for each in bits], np.uint64).reshape(-1, 2)


def start(view: View, rng: random.Random, verb: str = "play") -> Start:
    """A view's decision in arrays."""
    game, state, seat = view.game, view.state, view.seat
    (plan, rules), t = plan_of(game), tables(game)
    players, log, own = game.players, of_this_hand(state), known(view)
    context = rules.contexts.index(state.context) if state.context in rules.contexts else max(t.context, 0)
    worth = t.worth[context].tolist()
    lies, pain = first_deal(own, rng), pains(game)
    clear = len(game.deck) * pain
    place = t.place[context].astype(np.int64)
    # Where some tricks are worth winning and others losing, the cards between serve for neither.
    middling = -abs(2 * place - len(game.deck) + 1)
    shed, spare = (middling, middling) if plan.prizes else (place, -place)
    bids, stage = _bids(view), STAGES[verb] if verb != "play" or state.phase == "tricks" else BID
    give, give_to = plan.exchange(state.round)
    told, played = [event for event in log if isinstance(event, Trick)], list(tricks(state, log))
    size, number = plan.hand_size(state.round), numbers(game)
    plays = [number[card] for card in state.plays]
    prizes, unseen_prizes = _prizes(view, told, size, rng)
    piles, pile_class, lying, had, order = _draft(view)
    spot = Spot(
        seat=seat,
        stage=stage,
        dealer=state.dealer,
        leader=state.leader,
        size=size,
        trick=len(told),
        context=context,
        situation=rules.situations.index(state.situation) if state.situation in rules.situations else t.situation,
        eager=int(not plan.low_wins),
        sided=int(bool(plan.sides)),
        side=np.array(sides_of(players, plan.sides), np.int64),
        ways=ways(game),
        cards=np.stack([t.leads, place, pain, shed + clear, place - clear, spare]),
        painful=int(pain.any()),
        reckons=int(reckons(game)),
        past=np.array([number[card] for _, cards in played for card in cards], np.int64),
        leaders=np.array([leader for leader, _ in played], np.int64),
        begun=t.situation,
        lack=_words(own.never),
        tally=_tally(game, told, prizes),
        prize_worth=prize_values(game)[0],
        prize_ruins=prize_values(game)[1],
        give=give if stage < PLAY else 0,
        give_to=give_to % players,
        plays=np.array(plays + [0] * (players - len(plays)), np.int64),
        laid=len(plays),
        held=_words(own.held),
        places=np.array([place for place, _ in lies], np.int64),
        may=_words([mask(number.values()) & ~never for never in (*own.never, 0)]),
        spent=np.array([sum(worth[place] for place in members(bits)) for bits in own.played], np.int64),
        bids=np.array([-1 if bid is None else bid for bid in bids], np.int64),
        said=np.array([bid is not None for bid in bids], np.bool_),
        won=np.array(state.won if stage == PLAY and state.won else (0,) * players, np.int64),
        keys=_keys(view, log),
        grave=np.array([number[card] for card in getattr(state, "graveyard", ())], np.int64),
        prizes=prizes,
        unseen_prizes=unseen_prizes,
        piles=piles,
        pile_class=pile_class,
        lying=lying,
        had=had,
        order=order,
    )
    weigh = t.bids > 0 and any(bid is not None for other, bid in enumerate(bids) if other != seat)
    return Start(spot, np.array([card for _, card in lies], np.int64), weigh, any(own.missing))


def _bids(view: View) -> list[int | None]:
    """Each seat's bid, or the place of its wager, as far as it is seen."""
    plan, _ = plan_of(view.game)
    state, nobody = view.state, (None,) * view.game.players
    if plan.wagers:
        return [None if wager is None else plan.wagers.index(wager) for wager in state.wagers or nobody]
    if plan.bids == "none":
        return [None] * view.game.players
    return [
        hidden if bid is None else bid for bid, hidden in zip(state.bids or nobody, state.sealed or nobody, strict=True)
    ]


def _keys(view: View, log: Sequence[Event]) -> Array:
    """What each seat has kept in the hand so far, as the tables pack it."""
    plan, _ = plan_of(view.game)
    number: dict[Hashable, int] = {}
    for place, item in enumerate((*plan.prizes, plan.last_prize) if plan.prizes else sorted(view.game.deck)):
        number.setdefault(item, place)
    key = items(view.game).key.tolist()
    own = [0] * view.game.players
    for event in log:
        if isinstance(event, Trick):
            kept: Sequence[tuple[int | None, Any]] = event.takes
            if plan.keeps_all:
                kept = [(event.winner, card) for card in event.plays]
            for seat, item in kept:
                if seat is not None and item in number:
                    own[seat] += key[number[item]]
    return np.array(own, np.uint64)


def _prizes(view: View, told: Sequence[Trick], size: int, rng: random.Random) -> tuple[Array, Array]:
    """(the prize of each trick, those to come in any order; those that may come) by their places in the plan."""
    plan, _ = plan_of(view.game)
    if not plan.prizes:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    left: list[Any] = list(enumerate(plan.prizes))
    prizes = np.full(size, len(plan.prizes), np.int64)
    shown = [(trick, what) for trick, event in enumerate(told) for _, what in event.takes]
    for trick, prize in (*shown, (len(told), view.state.prize)):
        found = next((entry for entry in left if entry[1] == prize), None)
        if found is not None:
            left.remove(found)
            prizes[min(trick, size - 1)] = found[0]
    unseen = [place for place, _ in left]
    rng.shuffle(unseen)
    to_come = prizes[len(told) + 1 : -1]
    to_come[:] = unseen[: len(to_come)]
    return prizes, np.array(unseen, np.int64)


def _tally(game: Game, told: Sequence[Trick], prizes: Array) -> Array:
    """What each seat's prizes are worth so far."""
    worth, _ = prize_values(game)
    tally = np.zeros(game.players, np.int64)
    for trick, event in enumerate(told):
        if len(prizes) and event.winner is not None:
            tally[event.winner] += worth[prizes[trick]]
    return tally


def _draft(view: View) -> tuple[Array, Array, int, Array, Array]:
    """(piles, the class of each, which lie, what each seat took, who picks next) of a draft; nothing without one."""
    plan, _ = plan_of(view.game)
    state, t, players = view.state, tables(view.game), view.game.players
    piles = getattr(state, "piles", ())
    if plan.draft is None or not piles:
        nothing = np.zeros(0, np.int64)
        return np.zeros((0, 2), np.uint64), nothing, 0, np.zeros((players, 1), np.int64), nothing
    number = numbers(view.game)
    sizes = list(plan.draft.quotas)
    had = np.zeros((players, len(sizes)), np.int64)
    for seat, taken in enumerate(state.picked):
        for size in taken:
            had[seat, sizes.index(size)] += 1
    order = plan.draft.order(state.dealer)[int(had.sum()) + 1 :]
    return (
        _words([mask(number[card] for card in pile) for pile in piles]),
        t.pile_class.astype(np.int64),
        mask(place for place, pile in enumerate(piles) if pile),
        had,
        np.array(order, np.int64),
    )
