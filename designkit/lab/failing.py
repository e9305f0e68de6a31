"""Bots that raise, cheat or take too long: named with the deal and the seed, and the run stops there or goes on."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from designkit.bots import BOTS
from designkit.errors import BadVariant, DesignkitError
from designkit.game import View
from designkit.lab import kernel
from designkit.lab.jit import compiled_at
from designkit.live import stop
from designkit.moves import Move
from designkit.session import Bot

STOPS = 4
"""How often a bot that took too long is told to stop; one that sleeps is then left alone."""
OnError = Literal["stop", "skip"]
"""What becomes of a run when a bot fails: it stops there, or leaves the deal out and goes on."""


class BotFailed(DesignkitError):
    """A bot raised an error, made an illegal move or took too long; the sentence names it, the deal and the seed."""

    number = 0
    """The deal's number."""


class TooSlow(DesignkitError):
    """A bot took longer for a move than it may."""


@dataclass(frozen=True)
class Failure:
    """A deal that a bot could not finish, what happened, and in a tournament the seating."""

    deal: int
    sentence: str
    seating: int = 0


def left_out(failures: Sequence[Failure], kind: str) -> str:
    """A sentence for the deals that were left out, if there are any.

    >>> left_out([Failure(3, "The bot 'lazy' of seat 1 failed in deal 3.")], "deals")
    "Left out, since a bot failed: 1 of the deals. The bot 'lazy' of seat 1 failed in deal 3."
    """
    if not failures:
        return ""
    first = "The first: " if len(failures) > 1 else ""
    return f"Left out, since a bot failed: {len(failures):,} of the {kind}. {first}{failures[0].sentence}"


@dataclass(frozen=True)
class Entrant:
    """A bot by name; one that does not move within so many seconds (the compiler's aside) is stopped, and TooSlow is raised."""

    name: str
    bot: Bot
    seconds: float | None = None

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, view: View, legal: Sequence[Move], rng: random.Random) -> Move:
        """The bot's move, if it comes in time."""
        if self.seconds is None:
            return self.bot(view, legal, rng)
        found: dict[str, Any] = {}

        def think() -> None:
            try:
                found["move"] = self.bot(view, legal, rng)
            except BaseException as error:
                found["error"] = error

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        began = time.monotonic()
        while thread.is_alive() and (now := time.monotonic()) < (end := max(began, compiled_at(thread)) + self.seconds):
            thread.join(end - now)
        if not found:
            stop(thread, tries=STOPS)
            raise TooSlow(f"longer than {self.seconds:g} seconds for a move.")
        if "error" in found:
            raise found["error"]
        move: Move = found["move"]
        return move


def entered(name: str, bot: str | Bot, seconds: float | None) -> str | Bot:
    """A bot under a name, with a limit to the time of a move where there is one; the kernel's own need none."""
    if isinstance(bot, str) and (seconds is None or bot in kernel.BOTS):
        return bot
    return Entrant(name, BOTS[bot] if isinstance(bot, str) else bot, seconds)


def understood(seconds: float | None, on_error: OnError) -> None:
    """Raise where a limit of time or what to do about failures is not one that there is."""
    if on_error not in ("stop", "skip"):
        raise BadVariant(f"on_error is 'stop' or 'skip', not {on_error!r}.")
    known = seconds is None or (isinstance(seconds, int | float) and not isinstance(seconds, bool))
    if not known or (seconds is not None and not 0 < seconds < float("inf")):
        raise BadVariant(f"seconds is the time for a move, a number above 0 or None for no limit, not {seconds!r}.")
