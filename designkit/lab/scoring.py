"""Points of finished hands by a plan's own rules: each question that comes up is asked once and remembered."""

from collections.abc import Hashable
from functools import lru_cache, partial
from threading import Lock
from typing import Any

import numpy as np

from designkit.game import Game
from designkit.lab.batch import Array
from designkit.lab.jit import U, njit, quiet
from designkit.lab.memo import Memo, probe
from designkit.lab.tabulate import CannotTabulate, items, plan_of

MOST_WAGERS = 8
_LAST = np.iinfo(np.int64).min >> 8
"""How a seat stands that cannot win."""


@njit()
def _own(
    keys: Any,
    bids: Any,
    won: Any,
    asks: Any,
    found: Any,
    start: Any,
    stop: Any,
    memo: Any,
    slots: Any,
    count: Any,
    fresh: Any,
) -> Any:
    """The number of each seat's answer; those that are new are listed in `fresh` by their place."""
    players = keys.shape[1]
    row, first = np.zeros(3, np.uint64), count
    for deal in range(start, stop):
        for seat in range(players):
            row[0] = keys[deal, seat] if asks[0] else 0
            row[1] = bids[deal, seat] if asks[1] else 0
            row[2] = won[deal, seat] if asks[2] else 0
            number = probe(memo, slots, row, count)
            if number == count:
                fresh[count - first] = deal * players + seat
                count += 1
            found[deal, seat] = number
    return count


@njit()
def _joint(
    own: Any,
    answers: Any,
    wagers: Any,
    wagered: Any,
    by_order: Any,
    found: Any,
    start: Any,
    stop: Any,
    memo: Any,
    slots: Any,
    count: Any,
    fresh: Any,
) -> Any:
    """The number of each deal's comparison: it may ask for the seats' answers (or their order alone) and wagers."""
    players = own.shape[1]
    row, first = np.zeros(memo.shape[1], np.uint64), count
    for deal in range(start, stop):
        for word in range(len(row)):
            row[word] = 0
        for seat in range(players):
            seen = np.int64(answers[own[deal, seat], 2])
            if by_order:
                seen = np.int64(answers[own[deal, seat], 1]) << 3
                for other in range(players):
                    seen += answers[own[deal, other], 0] < answers[own[deal, seat], 0]
            wager = np.int64(wagers[deal, seat]) if wagered else np.int64(0)
            row[seat >> 1] |= U(seen << 3 | wager) << U((seat & 1) << 5)
        number = probe(memo, slots, row, count)
        if number == count:
            fresh[count - first] = deal
            count += 1
        found[deal] = number
    return count


@njit()
def _told(
    own: Any,
    answers: Any,
    joint: Any,
    besides: Any,
    sign: Any,
    losing: Any,
    sides: Any,
    points: Any,
    bonus: Any,
    tops: Any,
) -> None:
    """Points, what of them comes beside a seat's own, and who is among the winners."""
    deals, players = own.shape
    standing, together, joined = np.zeros(players, np.int64), np.zeros(players, np.int64), sides.max() >= 0
    for deal in range(deals):
        for seat in range(players):
            number = own[deal, seat]
            beside = np.int64(besides[joint[deal], seat]) if len(joint) else np.int64(0)
            points[deal, seat] = answers[number, 0] + beside
            bonus[deal, seat] = beside
            standing[seat] = _LAST if losing[answers[number, 1]] else sign * points[deal, seat]
        if joined:
            for seat in range(players):
                together[seat] = 0
                for other in range(players):
                    if sides[other] == sides[seat]:
                        together[seat] += standing[other]
            for seat in range(players):
                standing[seat] = together[seat]
        best = standing[0]
        for seat in range(1, players):
            best = max(best, standing[seat])
        for seat in range(players):
            tops[deal, seat] = standing[seat] == best


class Scoring:
    """The points of one variant; threads take turns, so that none asks again what another has asked."""

    def __init__(self, game: Game) -> None:
        self.plan, _ = plan_of(game)
        if len(self.plan.wagers) > MOST_WAGERS:
            raise CannotTabulate(f"{len(self.plan.wagers)} wagers cannot be tabulated; {MOST_WAGERS} can.")
        self.items = items(game)
        self.players = game.players
        self.tags: list[Hashable] = []
        self._numbers: dict[Hashable, int] = {}
        self._kinds: dict[tuple[int, int], int] = {}
        self._own = Memo(3, 3)
        self._joint = Memo((game.players + 1) // 2, game.players)
        self._lock = Lock()
        side_of = {seat: number for number, side in enumerate(self.plan.sides) for seat in side}
        self._sides = np.array([side_of.get(seat, -1 - seat) for seat in range(game.players)])

    def _answer(self, key: int, bid: int, won: int) -> tuple[int, int, int]:
        """(points, number of what else counts, number of both together)."""
        points, tag = self.plan.own(bid, won, self.items.unpacked(key))
        number = self._numbers.setdefault(tag, len(self.tags))
        if number == len(self.tags):
            self.tags.append(tag)
        return points, number, self._kinds.setdefault((points, number), len(self._kinds))

    def __call__(self, out: Any) -> tuple[Array, Array, Array]:
        """(points, what of them comes beside a seat's own, whether the seat is among the winners)."""
        with self._lock, quiet():
            return self._scored(out)

    def _scored(self, out: Any) -> tuple[Array, Array, Array]:
        plan, shape = self.plan, out.keys.shape
        asks = np.array([name in plan.asks for name in ("pile", "bid", "won")])
        own = np.zeros(shape, np.int32)

        def answer(place: int) -> tuple[int, int, int]:
            deal, seat = divmod(place, self.players)
            asked = (
                int(each[deal, seat]) if wanted else 0
                for each, wanted in zip((out.keys, out.bids, out.won), asks, strict=True)
            )
            return self._answer(*asked)

        look = partial(_own, out.keys, out.bids, out.won, asks, own)
        self._own.ask(shape[0], self.players, look, answer)
        joint = np.zeros(shape[0] if plan.joint else 0, np.int32)
        if plan.joint is not None:
            self._compare(own, out.bids, joint)
        points, bonus, tops = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, bool)
        losing = np.array([plan.loses is not None and tag == plan.loses for tag in self.tags])
        sign = -1 if plan.low_wins else 1
        _told(own, self._own.answers, joint, self._joint.answers, sign, losing, self._sides, points, bonus, tops)
        return points, bonus, tops

    def _compare(self, own: Array, wagers: Array, joint: Array) -> None:
        plan, answers = self.plan, self._own.answers
        rule = plan.joint
        assert rule is not None

        def answer(deal: int) -> tuple[int, ...]:
            seats = answers[own[deal]]
            return tuple(rule(seats[:, 0].tolist(), [self.tags[tag] for tag in seats[:, 1]], wagers[deal].tolist()))

        look = partial(_joint, own, answers, wagers, bool(plan.wagers), plan.by_order, joint)
        self._joint.ask(len(joint), 1, look, answer)


@lru_cache(maxsize=64)
def scoring(game: Game) -> Scoring:
    """The memory of a variant's points."""
    return Scoring(game)
