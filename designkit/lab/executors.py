"""Pieces of work on executors: threads, processes or a cluster, and what to say when they fail."""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from designkit.errors import BadVariant, DesignkitError
from designkit.lab.failing import BotFailed
from designkit.lab.metrics import Metric
from designkit.lab.pieces import Piece, measured
from designkit.lab.result import Interrupted
from designkit.lab.runs import Run

POLLED = 0.05
"""Seconds between two looks whether a run must stop while others play it."""
RETRIES = 3
"""How often a cluster tries a piece of work again that failed by no fault of its own."""


@dataclass(frozen=True)
class Task:
    """Some deals of a run to be played, and whether they themselves are wanted."""

    run: Run
    metrics: tuple[Metric, ...]
    first: int
    count: int
    rows: bool


Of = TypeVar("Of")


def in_order(tasks: Iterable[tuple[Of, Task]], executor: Any, moves: Callable[[], None]) -> Iterator[tuple[Of, Piece]]:
    """Play tasks in order, here or on an executor, which is kept a few ahead, so that memory stays bounded."""
    if executor is None:
        for whose, task in tasks:
            yield whose, measured(task.run, task.metrics, task.first, task.count, task.rows, moves)
        return
    most, going, submits = ahead(executor), deque[tuple[Of, Any]](), dict[int, Submit]()
    try:
        for whose, task in tasks:
            if id(task.run) not in submits:
                submits[id(task.run)] = submitter(executor, task.run, task.metrics)
            going.append((whose, submits[id(task.run)](task.first, task.count, task.rows)))
            if len(going) >= most:
                yield _next(going, moves)
        while going:
            yield _next(going, moves)
    finally:
        for _, future in going:
            future.cancel()


def _next(going: deque[tuple[Of, Any]], moves: Callable[[], None]) -> tuple[Of, Piece]:
    whose, future = going.popleft()
    return whose, awaited(future, moves)


Submit = Callable[[int, int, bool], Any]


def submitter(executor: Any, run: Run, metrics: Sequence[Metric]) -> Submit:
    """How to give an executor a piece of a run: (first deal, how many, whether its deals are wanted) -> its future."""
    if not callable(getattr(executor, "submit", None)):
        raise BadVariant(
            f"An executor is a concurrent.futures.Executor or a dask.distributed client, not {executor!r}."
        )
    if isinstance(executor, ThreadPoolExecutor):
        return lambda *piece: executor.submit(measured, run, metrics, *piece)
    packed = _packed(run, metrics)
    if callable(getattr(executor, "get_executor", None)):  # a dask client: its own `submit` may answer from memory
        executor = executor.get_executor(pure=False, retries=RETRIES)
    return lambda *piece: executor.submit(_measured_there, packed, *piece)


def _packed(run: Run, metrics: Sequence[Metric]) -> bytes:
    """A run to send: its rules and bots too, where cloudpickle is there to take them out of a notebook."""
    try:
        from cloudpickle import dumps
    except ImportError:
        from pickle import dumps
    try:
        packed: bytes = dumps((run, tuple(metrics)))
        return packed
    except Exception as error:
        raise BadVariant(
            "This run cannot be sent to other processes: rules, bots and metrics must be functions of a module, or, with the "
            f"package cloudpickle, plain functions of a notebook ({type(error).__name__}: {error})."
        ) from None


@lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> Any:
    """One and the same run for all its pieces, so that its rules are tabulated once."""
    return pickle.loads(packed)


def _measured_there(packed: bytes, first: int, count: int, rows: bool) -> Piece:
    run, metrics = _unpacked(packed)
    return measured(run, metrics, first, count, rows)


def ahead(executor: Any) -> int:
    """How many pieces an executor is given before the first is taken in: some for each worker."""
    if callable(getattr(executor, "nthreads", None)):
        return 4 * max(2, int(sum(executor.nthreads().values())))
    return 4 * max(2, int(getattr(executor, "_max_workers", 0) or 8))


def awaited(future: Any, moves: Callable[[], None]) -> Piece:
    """What a future brings; `moves` is called while it is awaited, and may end the waiting."""
    while True:
        try:
            piece: Piece = future.result(timeout=POLLED)
            return piece
        except TimeoutError:
            if future.done():
                raise
            moves()


@contextmanager
def keeping(result: Any, kept: Callable[[], str]) -> Iterator[None]:
    """What stops a run from outside becomes a sentence, with what was played until then."""
    try:
        yield
    except BotFailed as error:
        raise Interrupted(f"{error} {kept()}", result) from error
    except (Interrupted, BadVariant):
        raise
    except DesignkitError as error:
        raise Interrupted(f"{error} {kept()}", result) from None
    except (BrokenExecutor, CancelledError):
        raise Interrupted(f"A process that played deals has died. {kept()}", result) from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise Interrupted(f"Several workers that played the same deals have died. {kept()}", result) from None
        raise Interrupted(
            f"It failed with {type(error).__name__}: {str(error).rstrip('.')}. {kept()}", result
        ) from error
