"""Trick games on the kernel: deals and whole matches, scored by the game's own rules."""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any

import numpy as np

from designkit.game import OVER, Game
from designkit.lab import kernel
from designkit.lab.batch import Array, Batch
from designkit.lab.jit import U, fold, njit, quiet
from designkit.lab.memo import Memo
from designkit.lab.tabulate import items, plan_of, tables

_MOST_MOVES = 512


@njit()
def _start(seed: Any, first: Any, seeds: Any, streams: Any) -> None:
    word = fold(U(0), seed)
    for i in range(len(seeds)):
        seeds[i] = fold(word, U(first + i))
        streams[i] = fold(seeds[i], U(1))


def starts(seed: int, first: int, deals: int) -> tuple[Array, Array]:
    """The seed of each deal's game, and the word its players' choices come from."""
    seeds, streams = np.zeros(deals, np.uint64), np.zeros(deals, np.uint64)
    with quiet():
        _start(U(seed), first, seeds, streams)
    return seeds, streams


def _hand(game: Game, round: int) -> kernel.Hand:
    plan, _ = plan_of(game)
    give, to = plan.exchange(round)
    order = [plan.draft.order(dealer) for dealer in range(game.players)] if plan.draft else np.zeros((0, 0))
    return kernel.Hand(
        round=round,
        size=plan.hand_size(round),
        flip_at=plan.flip.at(round) if plan.flip else 0,
        give=give,
        give_to=to % game.players,
        order=np.array(order, np.int16),
    )


def _codes(bots: Sequence[str]) -> Array:
    return np.array([kernel.BOTS.index(bot) for bot in bots], np.int8)


def _played(
    game: Game, round: int, seeds: Array, streams: Array, dealers: Array, bots: Sequence[str], moves: int = 0
) -> kernel.Outcome:
    hand = _hand(game, round)
    out = kernel.outcome(len(seeds), game.players, hand.size, moves)
    with quiet():
        kernel.play(tables(game), hand, seeds, streams, dealers, _codes(bots), out)
    return out


# ---- points ----------------------------------------------------------------------------------------------------


@njit()
def _own_rows(keys: Any, bids: Any, won: Any, ask_pile: Any, ask_bid: Any, ask_won: Any) -> Any:
    """What each seat's own points may depend on, a row a deal and seat."""
    deals, players = keys.shape
    rows = np.zeros((deals * players, 3), np.uint64)
    at = 0
    for deal in range(deals):
        for seat in range(players):
            if ask_pile:
                rows[at, 0] = keys[deal, seat]
            if ask_bid:
                rows[at, 1] = bids[deal, seat]
            if ask_won:
                rows[at, 2] = won[deal, seat]
            at += 1
    return rows


@njit()
def _joint_rows(points: Any, tags: Any, wagers: Any, by_order: Any, wagered: Any) -> Any:
    """What the seats' comparison may depend on, a row a deal, a word a seat."""
    deals, players = points.shape
    rows = np.zeros((deals, players), np.uint64)
    for deal in range(deals):
        for seat in range(players):
            seen = np.int64(points[deal, seat])
            if by_order:
                own, seen = seen, np.int64(0)
                for other in range(players):
                    seen += points[deal, other] < own
            wager = np.int64(wagers[deal, seat]) if wagered else np.int64(0)
            rows[deal, seat] = U((seen << 40) ^ (np.int64(tags[deal, seat]) << 8) ^ wager)
    return rows


class Scoring:
    """Points of finished hands by the plan's rules, each question asked once."""

    def __init__(self, game: Game) -> None:
        self.plan, _ = plan_of(game)
        self.items = items(game)
        self.players = game.players
        self.tags: list[Hashable] = []
        self._tag_numbers: dict[Hashable, int] = {}
        self._own = Memo(3, 2)
        self._joint = Memo(game.players, game.players)

    def _tag(self, tag: Hashable) -> int:
        if tag not in self._tag_numbers:
            self._tag_numbers[tag] = len(self.tags)
            self.tags.append(tag)
        return self._tag_numbers[tag]

    def __call__(self, out: kernel.Outcome) -> tuple[Array, Array, Array]:
        """(points, what of them comes beside a seat's own, whether the seat is among the winners)."""
        plan = self.plan
        rows = _own_rows(out.keys, out.bids, out.won, *(name in plan.asks for name in ("pile", "bid", "won")))

        def own(row: int) -> tuple[int, int]:
            key, bid, won = (int(part) for part in rows[row])
            points, tag = plan.own(bid, won, self.items.unpacked(key))
            return points, self._tag(tag)

        answers = self._own.ask(rows, own).reshape(-1, self.players, 2)
        points, tags = answers[:, :, 0].astype(np.int64), answers[:, :, 1]
        bonus = np.zeros_like(points)
        if plan.joint is not None:
            bonus = self._beside(points, tags, out.bids)
        return points + bonus, bonus, self._tops(points + bonus, tags)

    def _beside(self, points: Array, tags: Array, wagers: Array) -> Array:
        joint = self.plan.joint
        assert joint is not None

        def beside(row: int) -> tuple[int, ...]:
            others = [self.tags[tag] for tag in tags[row]]
            return tuple(joint(points[row].tolist(), others, wagers[row].tolist()))

        rows = _joint_rows(points, tags, wagers, self.plan.by_order, bool(self.plan.wagers))
        return self._joint.ask(rows, beside).astype(np.int64)

    def _tops(self, points: Array, tags: Array) -> Array:
        standing = -points if self.plan.low_wins else points.copy()
        if self.plan.loses is not None:
            losing = np.array([tag == self.plan.loses for tag in self.tags], bool)
            standing[losing[tags]] = np.iinfo(np.int64).min >> 1
        for side in self.plan.sides:
            standing[:, side] = standing[:, side].sum(axis=1)[:, None]
        return np.asarray(standing == standing.max(axis=1)[:, None])


@lru_cache(maxsize=64)
def scoring(game: Game, thread: int) -> Scoring:
    """The memory of a game's points, one a thread."""
    return Scoring(game)


# ---- deals and matches -----------------------------------------------------------------------------------------


def play_deals(game: Game, seed: int, first: int, deals: int, bots: Sequence[str]) -> Batch:
    """The first hand of each game, from deal number `first` on."""
    seeds, streams = starts(seed, first, deals)
    dealer = game.family.start(game, 0).dealer
    out = _played(game, 0, seeds, streams, np.full(deals, dealer, np.int8), bots)
    points, bonus, tops = scoring(game, get_ident())(out)
    return Batch(
        first=first,
        points=points,
        bonus=bonus,
        tops=tops,
        tricks=out.won,
        bids=out.bids,
        worth=out.worth,
        winners=out.winners,
        cards=out.cards,
        leads=out.leads,
        context=out.context,
        decisions=out.decisions,
        options=out.options,
        forced=out.forced,
        hands=np.ones(deals, np.int32),
        history=out.history.view(np.int8).reshape(deals, -1, 8)[:, :, : game.players],
    )


def choices(game: Game, seed: int, number: int, bots: Sequence[str]) -> tuple[list[int], list[int]]:
    """(each move's place among the legal ones, how many were legal) of one deal."""
    seeds, streams = starts(seed, number, 1)
    dealer = game.family.start(game, 0).dealer
    out = _played(game, 0, seeds, streams, np.full(1, dealer, np.int8), bots, _MOST_MOVES)
    made = int(out.decisions[0])
    return out.choices[0, :made].tolist(), out.legal[0, :made].tolist()


class _Still(Game):
    """A variant whose phases do not begin: its score phase says what follows, and no hand is dealt for it."""

    def enter(self, state: Any, phase: str) -> Any:
        """Note the phase and stay."""
        return state.but(phase=phase)


def play_matches(game: Game, seed: int, first: int, matches: int, bots: Sequence[str]) -> Batch:
    """Whole matches: hand after hand on the kernel, scored by the game's own score phase."""
    plan, _ = plan_of(game)
    seeds, streams = starts(seed, first, matches)
    still = _Still(game.family, game.players, game.params, game.replaced)
    score = game.family.phases[-1].begin
    assert score is not None
    states = [game.family.start(game, int(own)) for own in seeds]
    kept = items(game)
    totals: list[list[tuple[int, ...]]] = [[] for _ in states]
    tricks = np.zeros((matches, game.players), np.int32)
    decisions, forced = np.zeros(matches, np.int32), np.zeros(matches, np.int32)
    options, leads = np.zeros(matches, np.int64), np.zeros(matches, np.int8)
    going, round = np.arange(matches), 0
    while len(going):
        words = streams[going]
        dealers = np.array([states[i].dealer for i in going], np.int8)
        out = _played(game, round, seeds[going], words, dealers, bots)
        streams[going] = words
        tricks[going] += out.won
        decisions[going] += out.decisions
        forced[going] += out.forced
        options[going] += out.options
        if not round:
            leads[:] = out.leads
        for row, i in enumerate(going.tolist()):
            piles = tuple(kept.unpacked(int(key)) for key in out.keys[row])
            ready = plan.ready(states[i], tuple(out.bids[row].tolist()), tuple(out.won[row].tolist()), piles)
            states[i] = score(still, ready.but(phase=game.family.phases[-1].name, log=()))
            totals[i].append(states[i].scores)
        going, round = np.array([i for i in going if states[i].phase != OVER], np.int64), round + 1
    history = np.zeros((matches, round, game.players), np.int32)
    for i, own in enumerate(totals):
        history[i] = own + [own[-1]] * (round - len(own))
    empty = np.zeros((matches, 0), np.int8)
    return Batch(
        first=first,
        match=True,
        points=history[:, -1].astype(np.int64),
        bonus=np.zeros((matches, game.players), np.int64),
        tops=np.array([[seat in state.winners for seat in range(game.players)] for state in states], bool),
        tricks=tricks,
        bids=np.full((matches, game.players), -1, np.int16),
        worth=np.zeros((matches, game.players), np.float32),
        winners=empty,
        cards=empty,
        leads=leads,
        context=np.zeros(matches, np.int8),
        decisions=decisions,
        options=options,
        forced=forced,
        hands=np.array([len(own) for own in totals], np.int32),
        history=history,
    )
