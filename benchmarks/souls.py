"""How much faster the kernel of battles is than the step engine: Souls with four players, same bots, one core.

Prints games a second on both, and last one JSON object with the ratios; `ratio` is for other benchmarks to call.
"""

import json
import time
from collections.abc import Callable
from statistics import median

import designkit as dk
from designkit.bots import BOTS
from designkit.lab import battles, steps

ROUNDS, KERNEL_GAMES, STEP_GAMES = 3, 2_000, 20


def rate(play: Callable[[int, int], object], games: int, round: int) -> float:
    """Games a second of one call that plays other games than those before."""
    begun = time.perf_counter()
    play(round * games, games)
    return games / (time.perf_counter() - begun)


def ratio(bot: str, players: int = 4) -> tuple[float, float, float]:
    """(kernel's games a second, step engine's, median ratio) with both timed in turn."""
    game, seats = dk.game("souls", players), [(bot, BOTS[bot])] * players

    def kernel(first: int, games: int) -> object:
        return battles.play_deals(game, 0, first, games, [bot] * players)

    def step(first: int, games: int) -> object:
        return steps.play(game, 0, first, games, seats)

    kernel(0, 1)
    pairs = [(rate(kernel, KERNEL_GAMES, i), rate(step, STEP_GAMES, i)) for i in range(ROUNDS)]
    return median(fast for fast, _ in pairs), median(slow for _, slow in pairs), median(a / b for a, b in pairs)


def main() -> None:
    """Time random and greedy players."""
    found = {}
    for bot in ("random", "greedy"):
        fast, slow, times = ratio(bot)
        found[bot] = round(times)
        print(
            f"souls, {bot:6} 4 players {fast:10,.0f} games/s on the kernel {slow:6,.0f} step by step {times:8,.0f} times"
        )
    print(json.dumps({"souls_vs_step": found}))


if __name__ == "__main__":
    main()
