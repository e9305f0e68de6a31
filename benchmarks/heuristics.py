"""How strong the heuristic players are: one of them (or a side) among others, at every place on the same deals.

Usage: python benchmarks/heuristics.py [deals]
"""

import sys

import designkit as dk
from designkit.lab.skill import alone

OPPONENTS = ("random", "greedy", "duck")


def main(deals: int) -> None:
    """A line a game and opponent: share of the wins against the fair share, and mean rank."""
    print(f"{'game':<14}{'against':<10}{'wins':>7}  {'95 %':<15}{'fair':>6}{'mean rank':>11}  95 %")
    for id in sorted(dk.GAMES):
        for opponent in OPPONENTS:
            found = alone(id, "heuristic", opponent, deals)
            row = found.frame().loc["strong"]
            share, rank = (
                f"{row[name]:>{width}.3f}  {row[f'{name} low']:.3f} to {row[f'{name} high']:.3f}"
                for name, width in (("win share", 7), ("mean rank", 11))
            )
            print(f"{id:<14}{opponent:<10}{share}{found.fair:>8.3f}{rank}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
