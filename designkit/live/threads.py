"""Threads that can be stopped from outside."""

import ctypes
import threading


class TooLong(BaseException):
    """Ends work that takes too long; no function that catches Exception swallows it."""


def stop(thread: threading.Thread, tries: int = 20) -> None:
    """Raise TooLong inside a thread, again and again if it swallows it; one that waits outside Python is left alone."""
    for _ in range(tries):
        if not thread.is_alive():
            return
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(TooLong))
        thread.join(0.05)
