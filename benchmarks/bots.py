"""How strong the search player is, and how fast beside OpenSpiel's ISMCTSBot; the last line is JSON with all figures.

Strength is measured in paired seats: every deal is played once with the search player (with partners: its side) in each seat
against other bots in the rest, and a deal's mean over the seats is one observation. Speed is a ratio of playouts a second on
the same Hearts positions, timed in turn by what the thread used of the machine. In the duel both search for as long a move:
every deal of Hearts, without a pass, is played with either in seats 0 and 2.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from scipy import stats

import designkit as dk
from designkit.cards import Card
from designkit.events import Scored
from designkit.lab import steps
from designkit.moves import play
from designkit.params import read_value
from designkit.search import search, search_bot
from designkit.session import Bot

SUITS = ("clubs", "diamonds", "hearts", "spades")
THEIR_SIMS = 1000


def interval(values: Sequence[float], confidence: float = 0.99) -> tuple[float, float, float]:
    """(mean, low, high) by Student's t over independent observations."""
    mean = float(np.mean(values))
    if len(values) < 2 or np.ptp(values) == 0:
        return mean, mean, mean
    low, high = stats.t.interval(confidence, len(values) - 1, mean, stats.sem(values))
    return mean, float(low), float(high)


class FaceUp(dk.Game):
    """A variant in which every hand lies open: how far this same search gets when it sees all hands."""

    def view(self, state: Any, seat: int) -> dk.View:
        """Everything."""
        return dk.View(self, seat, state)


def strength(game: dk.Game, own: Bot, foe: Bot, deals: int, seed: int, match: bool) -> dict[str, Any]:
    """Win share and mean rank of a bot against others, with intervals over the deals."""
    plan = game.plan
    assert plan is not None
    sides = plan.sides or tuple((seat,) for seat in range(game.players))
    shares, ranks = [], []
    for deal in range(deals):
        share, rank = [], []
        for side in sides:
            seats = [("search", own) if seat in side else ("other", foe) for seat in range(game.players)]
            batch = steps.play(game, seed, deal, 1, seats, match)
            points, tops = batch.points[0] * (-1 if plan.low_wins else 1), batch.tops[0]
            share.append(tops[list(side)].sum() / tops.sum())
            standing = [points[list(each)].mean() + 0.5 * tops[each[0]] for each in sides]
            rank.append(stats.rankdata([-each for each in standing])[sides.index(side)])
        shares.append(float(np.mean(share)))
        ranks.append(float(np.mean(rank)))
    mean, low, high = interval(shares)
    return {
        "fair_share": 1 / len(sides),
        "win_share": [mean, low, high],
        "times_fair": mean * len(sides),
        "mean_rank": interval(ranks),
        "fair_rank": (len(sides) + 1) / 2,
    }


# ---- Hearts beside OpenSpiel -----------------------------------------------------------------------------------


def number(card: Card) -> int:
    """OpenSpiel's number of a card in Hearts."""
    return (card.rank - 2) * 4 + SUITS.index(card.suit)


def dealt(seed: int) -> tuple[dk.Game, Any, Any]:
    """(our game, our state, theirs) of the same deal of Hearts, without a pass."""
    game = dk.game("hearts", pass_count=0)
    state = game.new(seed)
    theirs = pyspiel.load_game("hearts").new_initial_state()
    theirs.apply_action(0)
    for turn in range(52):
        theirs.apply_action(number(state.hands[turn % 4][turn // 4]))
    return game, state, theirs


def both(game: dk.Game, state: Any, theirs: Any, action: int) -> Any:
    """A card played in both games; gives our state, theirs changes."""
    theirs.apply_action(action)
    return game.play(state, play(Card(SUITS[action % 4], action // 4 + 2)))


def ismcts(seed: int, sims: int) -> Any:
    """OpenSpiel's search over redeals with one random rollout a simulation."""
    return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 10.0, sims)


def speed(rounds: int) -> dict[str, float]:
    """Playouts a second on the same positions, in turn; the ratio is the median over the positions."""
    ratios, ours, others = [], [], []
    for seed in range(rounds):
        game, state, theirs = dealt(seed)
        rng = random.Random(seed)
        for _ in range(4 + 4 * (seed % 7)):
            state = both(game, state, theirs, rng.choice(theirs.legal_actions()))
        while len(game.legal(state)) < 2:
            state = both(game, state, theirs, rng.choice(theirs.legal_actions()))
        view, legal = game.view(state, state.to_move), game.legal(state)
        search(view, legal, rng, 5 * THEIR_SIMS)  # the rules that score a hand are asked once a game, not once a search
        begun = time.thread_time()
        search(view, legal, rng, 5 * THEIR_SIMS)
        own = 5 * THEIR_SIMS / (time.thread_time() - begun)
        begun = time.thread_time()
        ismcts(seed, THEIR_SIMS).step(theirs)
        other = THEIR_SIMS / (time.thread_time() - begun)
        ratios.append(own / other)
        ours.append(own)
        others.append(other)
    return {
        "search_sims_per_s": statistics.median(ours),
        "ismcts_sims_per_s": statistics.median(others),
        "ratio": statistics.median(ratios),
    }


def duel(deals: int, ratio: float) -> dict[str, Any]:
    """Hearts at equal time a move; the margin is in points a hand, above 0 where the search player does better."""
    spent = {"search": 0.0, "ismcts": 0.0}
    own_bot, margins = search_bot(int(ratio * THEIR_SIMS)), []
    for deal in range(deals):
        totals = [0.0, 0.0]
        for first in range(2):
            game, state, theirs = dealt(1000 + deal)
            rng, bot = random.Random(deal), ismcts(deal, THEIR_SIMS)
            while not theirs.is_terminal():
                seat, legal = state.to_move, game.legal(state)
                ours = seat % 2 == first
                begun = time.thread_time()
                if ours:
                    action = number(own_bot(game.view(state, seat), legal, rng).cards[0])
                else:
                    action = bot.step(theirs) if len(legal) > 1 else number(legal[0].cards[0])
                spent["search" if ours else "ismcts"] += time.thread_time() - begun
                state = both(game, state, theirs, action)
            points = next(event.points for event in reversed(state.log) if isinstance(event, Scored))
            totals[0] += sum(points[seat] for seat in range(4) if seat % 2 == first) / 4
            totals[1] += sum(points[seat] for seat in range(4) if seat % 2 != first) / 4
        margins.append(totals[1] - totals[0])
    return {"deals": deals, "margin": interval(margins), "seconds": spent}


def main() -> None:
    """Measure what is asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    searched = [family.id for family in dk.GAMES.values() if family.plan]
    parser.add_argument("games", nargs="*", default=searched, metavar="game")
    parser.add_argument("--players", type=int, help="how many, instead of the usual count of each game")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter, as in the rules")
    parser.add_argument("--foe", default="heuristic" if "heuristic" in dk.BOTS else "greedy", choices=dk.BOTS)
    parser.add_argument("--deals", type=int, default=100, help="deals a game, each played in every seat; 0: none")
    parser.add_argument("--matches", action="store_true", help="whole matches instead of single hands")
    parser.add_argument(
        "--face-up", action="store_true", help="all hands open, to see how far this same search gets then"
    )
    parser.add_argument("--iterations", type=int, default=2000, help="playouts a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duel", type=int, default=0, help="paired deals of Hearts against OpenSpiel's ISMCTSBot")
    asked = parser.parse_args()
    figures: dict[str, Any] = {
        "foe": asked.foe,
        "iterations": asked.iterations,
        "face_up": asked.face_up,
        "strength": {},
    }
    values = dict(each.split("=", 1) for each in asked.set)
    for id in asked.games if asked.deals else ():
        read = {name: read_value(dk.GAMES[id].Params, name, text) for name, text in values.items()}
        game = dk.game(id, asked.players, **read)
        found = strength(
            FaceUp(game.family, game.players, game.params) if asked.face_up else game,
            search_bot(asked.iterations),
            dk.BOTS[asked.foe],
            asked.deals,
            asked.seed,
            asked.matches,
        )
        figures["strength"][id] = found
        mean, low, high = found["win_share"]
        rank = found["mean_rank"]
        print(
            f"{id:12} win share {mean:.3f} ({low:.3f} to {high:.3f}), {found['times_fair']:.2f} x fair; "
            f"mean rank {rank[0]:.2f} ({rank[1]:.2f} to {rank[2]:.2f}), fair {found['fair_rank']}",
            flush=True,
        )
    if asked.duel:
        figures["speed"] = speed(14)
        print("Hearts:", {name: round(value, 1) for name, value in figures["speed"].items()}, flush=True)
        figures["duel"] = duel(asked.duel, figures["speed"]["ratio"])
        mean, low, high = figures["duel"]["margin"]
        print(f"Hearts at equal time a move: {mean:+.2f} points a hand ({low:+.2f} to {high:+.2f}), {asked.duel} deals")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
