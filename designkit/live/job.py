"""Work in the background: a job with progress, a time budget and a cancel that works at once."""

import threading
import time
from collections.abc import Callable
from typing import Any, Literal, Self

Status = Literal["new", "running", "done", "cancelled", "out of time", "failed"]
EVERY = 0.1
"""Seconds between two tellings of progress."""


class Stopped(BaseException):
    """Ends a job's work from inside; no rule or check that catches Exception swallows it."""


class Job:
    """Some work that can be watched, limited in time and cancelled; what it finds streams to a listener.

    The work gets the job: it calls `tick` often, which ends it when it must stop, and `tell` when there is news.

    >>> def count(job):
    ...     for i in range(3):
    ...         job.tick((i + 1) / 3)
    ...     return "counted"
    >>> job = Job(count).run()
    >>> job.status, job.result, job.progress
    ('done', 'counted', 1.0)
    """

    def __init__(
        self,
        work: Callable[[Any], Any],
        *,
        seconds: float | None = None,
        seed: int = 0,
        on_change: Callable[[Any], None] | None = None,
    ) -> None:
        self.work = work
        self.seconds = seconds
        self.seed = seed
        self.on_change = on_change
        self.status: Status = "new"
        self.progress = 0.0
        self.result: Any = None
        self.error: Exception | None = None
        self.elapsed = 0.0
        self._cancelled = threading.Event()
        self._ended = threading.Event()
        self._began = self._told = 0.0

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self.status == "running"

    def start(self) -> Self:
        """Work in the background; where there are no threads (a browser kernel), at once."""
        self.status = "running"
        try:
            threading.Thread(target=self.run, daemon=True).start()
        except RuntimeError:
            self.run()
        return self

    def run(self) -> Self:
        """Work here and now."""
        self.status, self._began = "running", time.monotonic()
        end: Status = "done"
        try:
            self.result = self.work(self)
            self.progress = 1.0
        except Stopped:
            end = "cancelled" if self._cancelled.is_set() else "out of time"
        except Exception as error:
            self.error, end = error, "failed"
        self.elapsed = time.monotonic() - self._began
        self.status = end
        self._ended.set()
        self.tell(now=True)
        return self

    def cancel(self) -> Self:
        """Stop the work as soon as it ticks."""
        self._cancelled.set()
        return self

    def wait(self, timeout: float | None = None) -> Self:
        """Wait till the work has ended, or so many seconds."""
        self._ended.wait(timeout)
        return self

    @property
    def must_stop(self) -> bool:
        """Whether it was cancelled or its time is over."""
        late = self.seconds is not None and time.monotonic() - self._began > self.seconds
        return self._cancelled.is_set() or late

    def tick(self, progress: float | None = None) -> None:
        """Note progress; ends the work when it was cancelled or its time is over."""
        if progress is not None:
            self.progress = progress
        if self.must_stop:
            raise Stopped
        self.tell()

    def tell(self, now: bool = False) -> None:
        """Let the listener know, not more than about ten times a second."""
        moment = time.monotonic()
        if self.on_change is not None and (now or moment - self._told > EVERY):
            self._told = moment
            self.on_change(self)
