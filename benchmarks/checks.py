"""How quick the checks are: the first full pass of every game, all finite domains, and a typical broken rule's counterexample.

Prints them, by the clock and by the processor (a busy machine slows the clock), and last one JSON object with them. The
aims are 2 s for a first pass, 20 s for all finite domains, and 3 s for a counterexample with a
game that shows it.
"""

import json
import time
from functools import wraps

import designkit as dk
from designkit.game import Game, Rule
from designkit.live import check
from designkit.tricks import FIRST


def typical() -> dict[str, Game]:
    """A game with a broken rule for each family: nobody has to follow, or any play beats any other."""
    answers = {"tier": FIRST, "beats": True}
    games = {}
    for id, family in dk.GAMES.items():
        for rule in family.rules:
            if rule.__name__ in answers:
                games[id] = family().replace(**{rule.__name__: always(rule, answers[rule.__name__])})
    return games


def always(rule: Rule, answer: object) -> Rule:
    """A rule of the same arguments that gives one answer."""
    return wraps(rule)(lambda *given, **named: answer)


def timed(game: Game) -> tuple[float, float, float | None]:
    """(seconds, processor seconds, seconds till the first counterexample had its game) of one pass."""
    found: list[float] = []

    def note(running) -> None:  # type: ignore[no-untyped-def]
        if not found and any(row.counterexample.session for row in running.broken):
            found.append(time.perf_counter() - began)

    began, worked = time.perf_counter(), time.process_time()
    done = check(game, quick=True, on_change=note).run()
    assert done.error is None
    return time.perf_counter() - began, time.process_time() - worked, found[0] if found else None


def completed(game: Game) -> tuple[float, int]:
    """(seconds, items tried) until every finite domain has been tried completely, the first pass included."""
    began = time.perf_counter()
    done = check(game).run()
    took = time.perf_counter() - began
    domains = {id(sweep): sweep for row in done.rows.values() for sweep in row.sweeps}.values()
    assert all(sweep.complete for sweep in domains)
    return took, sum(sweep.count for sweep in domains)


def main() -> None:
    """Time every game at its usual player count, its finite domains, then one broken rule of each."""
    timed(dk.game("reds", 2))
    results = {}
    for id in dk.GAMES:
        clock, worked, _ = timed(dk.game(id))
        results[id] = {"first_pass_s": round(clock, 2), "first_pass_cpu_s": round(worked, 2)}
        print(f"{id:12} first pass {clock:5.2f} s (processor {worked:4.2f} s; aim 2 s)")
    for id in dk.GAMES:
        clock, items = completed(dk.game(id))
        results[id]["complete_s"] = round(clock, 2)
        print(f"{id:12} all finite domains {clock:5.2f} s ({items:,} items; aim 20 s)")
    for id, game in typical().items():
        _, _, first = timed(game)
        results[id]["counterexample_s"] = None if first is None else round(first, 2)
        print(
            f"{id:12} {game.replaced[0][0]} broken: counterexample after {'-' if first is None else f'{first:.2f}'} s (aim 3 s)"
        )
    print(json.dumps(results))


if __name__ == "__main__":
    main()
