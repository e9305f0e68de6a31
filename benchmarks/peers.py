"""How fast deals are played here beside OpenSpiel's C++ rollouts and the step engine; the last line is JSON with the ratios.

Everything is timed in turn within one run, and a ratio is the median over the rounds: machines differ and are noisy, ratios
of neighbours less so. One core is timed by what the thread used of it, `two_cores` by the clock on the wall. OpenSpiel plays
random Hearts from dealt hands (no pass) by its `RandomRolloutEvaluator`, 100 rollouts a call. Our deals include the shuffle,
the deal, drafts, bids, exchange and the points.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyspiel

import designkit as dk
from designkit.lab.simulate import Run, simulate

TRICK_GAMES = ("reapers", "trick_party", "janken", "reds")
DEALS, ROLLOUTS = 200, 100
FEW = 10_000
Played = Callable[[], float]
Clock = Callable[[], float]


def openspiel(states: list[Any], game: Any) -> Played:
    """Random Hearts from dealt hands, in deals."""
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 3), 1.4, 1, 1000, False, 7, False)

    def played() -> float:
        for state in states:
            bot.mcts_search(state)
        return len(states) * ROLLOUTS

    return played


def dealt(game: Any, rng: random.Random) -> Any:
    """A state of OpenSpiel's Hearts after the deal, with no pass."""
    state = game.new_initial_state()
    state.apply_action(0)
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def ours(run: Run, deals: int, decisions: bool = False) -> Played:
    """New deals on every call, counted in deals or in decisions."""
    first = 0

    def played() -> float:
        nonlocal first
        batch = run.play(first, deals)
        first += deals
        return float(batch.decisions.sum()) if decisions else deals

    return played


def rate(played: Played, seconds: float, clock: Clock = time.thread_time) -> float:
    """How many a second."""
    done, began = 0.0, clock()
    while (spent := clock() - began) < seconds:
        done += played()
    return done / spent


def compared(
    mine: Played, peer: Played, rounds: int, seconds: float, clock: Clock = time.thread_time
) -> tuple[float, float, float]:
    """(our rate, the peer's, the median ratio), each round both in turn."""
    rate(mine, seconds, clock), rate(peer, seconds / 4, clock)
    pairs = [(rate(mine, seconds, clock), rate(peer, seconds, clock)) for _ in range(rounds)]
    own, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    return own, other, statistics.median(a / b for a, b in pairs)


def variant(id: str, engine: str = "kernel", bot: str = "random", **params: Any) -> Run:
    """Deals of a game with four players."""
    game = dk.game(id, 4, **params)
    return Run(game, "deals", 0, (bot,) * 4, engine)  # type: ignore[arg-type]


def whole(id: str, deals: int, executor: Any = None) -> Played:
    """`dk.simulate` with every measure and interval, in deals."""

    def played() -> float:
        simulate(dk.game(id, 4), deals=deals, bots="greedy", executor=executor)
        return deals

    return played


def main(rounds: int = 5, seconds: float = 1.0) -> None:
    """Print a line a comparison, then the ratios."""
    game, rng = pyspiel.load_game("hearts"), random.Random(1)
    peer = openspiel([dealt(game, rng) for _ in range(DEALS)], game)
    ratios: dict[str, float] = {}

    def tell(name: str, what: str, found: tuple[float, float, float]) -> None:
        ratios[name] = round(found[2], 2)
        print(f"{name:24} {found[0]:>14,.0f} against {found[1]:>12,.0f} {what}: {found[2]:.1f} times", flush=True)

    hearts = variant("hearts", pass_count=0)
    tell("hearts_vs_openspiel", "deals/s", compared(ours(hearts, FEW), peer, rounds, seconds))
    length = float(hearts.play(0, FEW).decisions.mean())
    for id in TRICK_GAMES:
        own = compared(ours(variant(id), FEW, decisions=True), lambda: peer() * length, rounds, seconds)
        tell(f"{id}_vs_openspiel", "decisions/s", own)
    souls, stepped = variant("souls"), variant("souls", engine="step")
    tell("souls_vs_step", "games/s", compared(ours(souls, 1000), ours(stepped, 5), rounds, seconds))
    with ThreadPoolExecutor(2) as both:
        pair = whole("reapers", 400_000, both), whole("reapers", 400_000)
        tell(
            "two_cores", "deals/s of dk.simulate with all measures", compared(*pair, rounds, seconds, time.perf_counter)
        )
    print(json.dumps(ratios))


if __name__ == "__main__":
    main(*(float(word) if "." in word else int(word) for word in sys.argv[1:]))  # type: ignore[arg-type]
