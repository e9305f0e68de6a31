"""Play many deals or matches and keep what they say: `simulate` gives a `Result`, the same on any machine."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from designkit.game import Game
from designkit.lab.executors import keeping
from designkit.lab.playing import Part, begun, count_of, part_size, parts, playing, watching
from designkit.lab.result import CHUNK, KEPT, Interrupted, Result, rows
from designkit.lab.runs import Bots, Engine, Kind, Run, bot_name, prepared, seated
from designkit.lab.store import Store
from designkit.live import Job

__all__ = [
    "CHUNK",
    "KEPT",
    "Bots",
    "Engine",
    "Interrupted",
    "Kind",
    "Part",
    "Result",
    "Run",
    "begun",
    "bot_name",
    "count_of",
    "keeping",
    "part_size",
    "parts",
    "playing",
    "prepared",
    "rows",
    "seated",
    "simulate",
    "watching",
]


def simulate(
    game: Game | str,
    deals: int = 100_000,
    *,
    matches: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    executor: Any = None,
    parquet: str | Path | None = None,
    metrics: Sequence[str] | None = None,
    job: Job | None = None,
    progress: bool = False,
) -> Result:
    """Play deals (the first hand of that many games), or whole matches, and measure them.

    The numbers depend on the variant, the bots, the seed and the count alone. `executor` is any
    `concurrent.futures.Executor` or a `dask.distributed` client; `parquet` a new folder for the rows. Interrupted at the
    keyboard, it gives what it has.

    >>> import designkit as dk
    >>> result = simulate(dk.game("reds", 3), deals=500, seed=1)
    >>> result.deals, len(result.frame)
    (500, 1500)
    """
    result = begun(game, deals, matches, bots, seed, metrics)
    store = Store(parquet, result.game) if parquet is not None else None
    if job is not None:
        job.result = result

    def kept() -> str:
        return f"The {result.deals:,} {result.kind} before are kept."

    try:
        with watching(result.planned, result.kind, job, progress) as watch, keeping(result, kept):
            for _, piece in playing(parts(result, part_size(result)), executor, watch.tick, rows=store is not None):
                if store is not None and piece.batch is not None:
                    store.add(piece.batch)
                watch.add(len(piece))
    except KeyboardInterrupt:
        stopped = f"Stopped after {result.deals:,} of {result.planned:,} {result.kind}."
        result.note = f"{result.note} {stopped}".strip()
    return result
