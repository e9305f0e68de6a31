"""Asking a function that may do anything: limited in time, its arguments guarded, what it prints kept."""

import io
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from types import FrameType
from typing import Any

from designkit.cards import Card
from designkit.live import TooLong, stop

ONE, WHOLE = 2.0, 20.0
"""Seconds for one answer and for all."""


class Unanswered(Exception):
    """A function that has not answered as it should; the sentence says how."""


def lent(value: Any) -> Any:
    """What a function gets: a list of its own where cards or numbers lie in a row."""
    return list(value) if isinstance(value, tuple) and not isinstance(value, Card) else value


class Watch:
    """Asks a function in a thread that can be stopped; where there are no threads (a browser kernel), one answer is timed line by line.

    >>> watch = Watch(lambda plays: len(plays))
    >>> watch.run(lambda: watch.ask(((1, 2),)))
    2
    """

    def __init__(self, function: Callable[..., Any], one: float = ONE, whole: float = WHOLE) -> None:
        self.function, self.one, self.whole = function, one, whole
        self.asked: tuple[Any, ...] = ()
        """The arguments of the last question."""
        self._since: float | None = None
        self._alone = False
        self._prints = io.StringIO()

    @property
    def printed(self) -> str:
        """What the function printed at the last question."""
        return self._prints.getvalue()

    def ask(self, arguments: tuple[Any, ...]) -> Any:
        """The function's answer; raises Unanswered where it raises or changes what it was given."""
        given = [lent(value) for value in arguments]
        self._prints.seek(0)
        self._prints.truncate()
        self.asked, self._since = arguments, time.monotonic()
        before = sys.gettrace()
        if self._alone:
            sys.settrace(self._timed)
        try:
            answer = self.function(*given)
        except (TooLong, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise Unanswered(f"it raises {raised(error, self.function)}") from None
        finally:
            if self._alone:
                sys.settrace(before)
            self._since = None
        if given != [lent(value) for value in arguments]:
            raise Unanswered("it changes the list that it was given; work on a copy, such as sorted(...)")
        return answer

    def run(self, work: Callable[[], Any]) -> Any:
        """Do work that asks the function; raises TooLong when one answer, or all, takes too long."""
        ends: list[tuple[Any, BaseException | None]] = []

        def inside() -> None:
            try:
                ends.append((work(), None))
            except BaseException as error:
                ends.append((None, error))

        thread = threading.Thread(target=inside, daemon=True)
        with redirect_stdout(self._prints):
            try:
                thread.start()
            except RuntimeError:
                self._alone = True
                inside()
            else:
                self._mind(thread)
        result, error = ends[0]
        if error is not None:
            raise error
        return result

    def _timed(self, frame: FrameType, event: str, detail: Any) -> Any:
        if self._since is not None and time.monotonic() - self._since > self.one:
            raise TooLong
        return self._timed

    def _mind(self, thread: threading.Thread) -> None:
        until = time.monotonic() + self.whole
        try:
            while thread.is_alive():
                thread.join(0.02)
                now, since = time.monotonic(), self._since
                if thread.is_alive() and (now > until or (since is not None and now - since > self.one)):
                    raise TooLong
        except BaseException:
            stop(thread)
            raise


def raised(error: BaseException, function: Callable[..., Any]) -> str:
    """An exception in words, with the line of the function's own source where it was raised."""
    source = getattr(getattr(function, "__code__", None), "co_filename", None)
    line, step = None, error.__traceback__
    while step is not None:
        line = step.tb_lineno if step.tb_frame.f_code.co_filename == source else line
        step = step.tb_next
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:
        text = ""
    return f"{type(error).__name__}{text and f': {text}'}{f' (line {line})' if line else ''}"
