"""A bot under the name it was entered with, with a limit to the time of a move where there is one."""

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
class Entrant:
    """A bot by name; one that does not move within so many seconds is left alone, and TooSlow is raised."""

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
        thread.join(self.seconds)
        if not found:
            raise TooSlow(f"it took longer than {self.seconds:g} seconds for a move")
        if "error" in found:
            raise found["error"]
        move: Move = found["move"]
        return move
