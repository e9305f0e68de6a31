"""Trick games on the kernel: deals and whole matches, scored by the game's own rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from designkit.game import OVER, Game
from designkit.lab import kernel
from designkit.lab.batch import Array, Batch
from designkit.lab.jit import U, fold, njit, quiet
from designkit.lab.scoring import scoring
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


# ---- deals and matches -----------------------------------------------------------------------------------------


def play_deals(game: Game, seed: int, first: int, deals: int, bots: Sequence[str]) -> Batch:
    """The first hand of each game, from deal number `first` on."""
    seeds, streams = starts(seed, first, deals)
    dealer = game.family.start(game, 0).dealer
    out = _played(game, 0, seeds, streams, np.full(deals, dealer, np.int8), bots)
    points, bonus, tops = scoring(game)(out)
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
