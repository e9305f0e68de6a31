"""A bot with a limit to the time of a move."""

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from designkit.errors import DesignkitError
from designkit.game import View
from designkit.moves import Move
from designkit.session import Bot


class TooSlow(DesignkitError):
    """A bot took longer for a move than it may."""


@dataclass(frozen=True)
class Limited:
    """A bot that must move within so many seconds; one that does not is left alone, and TooSlow is raised."""

    name: str
    bot: Bot
    seconds: float

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, view: View, legal: Sequence[Move], rng: random.Random) -> Move:
        """The bot's move, if it comes in time."""
        found: dict[str, Any] = {}

        def think() -> None:
            try:
                found["move"] = self.bot(view, legal, rng)
            except BaseException as error:
                found["error"] = error

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(self.seconds)
        if not found:
            raise TooSlow(f"it took longer than {self.seconds:g} seconds for a move")
        if "error" in found:
            raise found["error"]
        move: Move = found["move"]
        return move
