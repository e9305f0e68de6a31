"""How strong the heuristic players are: one of them (or a side) among others, at every place on the same deals.

Usage: python benchmarks/heuristics.py [--games spades whist] [--players 5] [--against greedy] [--deals 100 | --matches 20] [--seed 0]

The last line is all that was found, as JSON.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import designkit as dk
from designkit.errors import DesignkitError
from designkit.lab.skill import alone

OPPONENTS = ("random", "greedy", "duck")


def wanted() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="How strong the heuristic players are.")
    parser.add_argument(
        "--games", nargs="+", default=sorted(dk.GAMES), metavar="GAME", help="which games; all if left out"
    )
    parser.add_argument(
        "--players", type=int, nargs="+", default=[None], help="player counts; each game's usual one if left out"
    )
    parser.add_argument("--against", nargs="+", default=OPPONENTS, metavar="BOT", help="the other players")
    parser.add_argument("--deals", type=int, default=100, help="deals at each place")
    parser.add_argument("--matches", type=int, help="whole matches at each place instead of deals")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def found(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row a game, player count and opponent: share of the wins against the fair share, and mean rank."""
    for id in args.games:
        for game in (dk.game(id, players) for players in args.players):
            for opponent in args.against:
                run = alone(game, "heuristic", opponent, args.deals, args.seed, matches=args.matches)
                row = run.frame().loc["strong"].drop(["rating", "rating low", "rating high"])
                yield {"game": id, "players": game.players, "against": opponent, "fair": run.fair, **row.to_dict()}


def main() -> None:
    """A line a row, then all of them as JSON."""
    args = wanted()
    print(f"{'game':<14}{'players':>7}  {'against':<10}{'wins':>7}  {'95 %':<15}{'fair':>6}{'mean rank':>11}  95 %")
    rows, problem = [], ""
    try:
        for row in found(args):
            rows.append(row)
            share, rank = (
                f"{row[name]:>{width}.3f}  {row[f'{name} low']:.3f} to {row[f'{name} high']:.3f}"
                for name, width in (("win share", 7), ("mean rank", 11))
            )
            print(
                f"{row['game']:<14}{row['players']:>7}  {row['against']:<10}{share}{row['fair']:>8.3f}{rank}",
                flush=True,
            )
    except DesignkitError as error:
        problem = str(error)
        print(problem)
    kind = "deals" if args.matches is None else "matches"
    print(json.dumps({kind: args.matches or args.deals, "seed": args.seed, "found": rows}))
    sys.exit(1 if problem else 0)


if __name__ == "__main__":
    main()
