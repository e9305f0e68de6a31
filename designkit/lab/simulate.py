"""Play many deals or matches and keep what they say: `simulate` gives a `Result`, the same on any machine."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from designkit.game import Game
from designkit.lab.executors import keeping
from designkit.lab.failing import OnError
from designkit.lab.playing import Part, begun, count_of, going_on, kept, part_size, parts, playing, watching
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
    "kept",
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
    seconds: float | None = None,
    on_error: OnError = "stop",
    job: Job | None = None,
    progress: bool = False,
) -> Result:
    """Play deals (the first hand of that many games), or whole matches, and measure them.

    The numbers depend on the variant, the bots, the seed and the count alone. `executor` is any
    `concurrent.futures.Executor` or a `dask.distributed` client; `parquet` a new folder for the rows. Interrupted at the
    keyboard, it gives what it has.

    A bot that raises, makes an illegal move or takes longer than `seconds` for one is named with the deal and the seed: the
    run stops there (`Interrupted`, whose `result` has what was played), or with `on_error="skip"` leaves the deal out and
    goes on; `failures` lists those deals.

    >>> import designkit as dk
    >>> result = simulate(dk.game("reds", 3), deals=500, seed=1)
    >>> result.deals, len(result.frame)
    (500, 1500)
    """
    result = begun(game, deals, matches, bots, seed, metrics, seconds, on_error)
    store = Store(parquet, result.game) if parquet is not None else None
    if job is not None:
        job.result = result

    def before() -> str:
        return kept(result.deals, f"{result.kind if result.deals != 1 else result.unit} before")

    try:
        with watching(result.planned, result.kind, job, progress) as watch, keeping(result, before):
            for _, piece in playing(parts(result, part_size(result)), executor, watch.tick, rows=store is not None):
                result.take(piece)
                if store is not None:
                    for batch in piece.batches:
                        store.add(batch)
                watch.add(len(piece))
                going_on(result, piece)
    except KeyboardInterrupt:
        result.stop()
    return result
