"""How fast the step engine is: random play through `legal` and `play`, one core.

Prints deals and moves a second for every game, and last one JSON object with them.
"""

import json
import random
import time

import designkit as dk

SECONDS = 2.0


def play_deals(game: dk.Game, seconds: float) -> tuple[int, int, float]:
    """(deals, moves, seconds taken) of random play, hand after hand."""
    rng = random.Random(0)
    deals = moves = 0
    begun = time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        state = game.new(seed=deals)
        first = state.round
        while not state.over and state.round == first:
            state = game.play(state, rng.choice(game.legal(state)))
            moves += 1
        deals += 1
    return deals, moves, taken


def main() -> None:
    """Time every game at its usual player count."""
    results = {}
    for id in dk.GAMES:
        game = dk.game(id)
        play_deals(game, 0.2)
        deals, moves, taken = play_deals(game, SECONDS)
        results[id] = {
            "players": game.players,
            "deals_per_s": round(deals / taken),
            "moves_per_s": round(moves / taken),
        }
        print(f"{id:12} {game.players} players {deals / taken:8,.0f} deals/s {moves / taken:10,.0f} moves/s")
    print(json.dumps(results))


if __name__ == "__main__":
    main()
