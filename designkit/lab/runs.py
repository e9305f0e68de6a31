"""What is to be played, by whom and on which engine: enough to play any part of it anywhere."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from designkit.bots import BOTS
from designkit.errors import BadVariant
from designkit.game import Game
from designkit.lab import battles, kernel, steps, tricks
from designkit.lab.batch import ARRAYS, Batch
from designkit.lab.failing import BotFailed, OnError, entered
from designkit.lab.jit import patience
from designkit.lab.tabulate import CannotTabulate
from designkit.plan import Battles, Plan
from designkit.session import Bot, Session

PROBED, PROBED_REPLACED = 3, 25
"""Deals that the step engine plays beside the kernel before it is believed; more where rules are replaced."""
Kind = Literal["deals", "matches"]
Engine = Literal["kernel", "step"]
Bots = str | Bot | Sequence[str | Bot]
KERNELS = {Plan: tricks, Battles: battles}
"""What plays each kind of plan fast."""


def bot_name(bot: str | Bot) -> str:
    """What a bot is called."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def known(bot: str | Bot) -> str | Bot:
    """A bot, if it is one; an unknown name raises with those there are."""
    if isinstance(bot, str) and bot not in BOTS:
        raise BadVariant(f"There is no bot '{bot}'; the bots are {', '.join(BOTS)}.")
    if not isinstance(bot, str) and not callable(bot):
        raise BadVariant(f"A bot is a name or a function (view, legal, rng) -> move, not {bot!r}.")
    return bot


def seated(game: Game, bots: Bots) -> tuple[str | Bot, ...]:
    """A bot for every seat, from one for all or one a seat; an unknown name raises with those there are."""
    all_seats = list(bots) if isinstance(bots, Iterable) and not isinstance(bots, str) else [bots] * game.players
    if len(all_seats) != game.players:
        raise BadVariant(f"{game.players} seats need as many bots, not {len(all_seats)}.")
    return tuple(map(known, all_seats))


@dataclass(frozen=True)
class Run:
    """What is to be played: enough to play any part of it anywhere, with the same outcome."""

    game: Game
    kind: Kind
    seed: int
    bots: tuple[str | Bot, ...]
    engine: Engine
    on_error: OnError = "stop"

    @property
    def _seats(self) -> list[steps.Seat]:
        return [(bot_name(bot), BOTS[bot] if isinstance(bot, str) else bot) for bot in self.bots]

    def tried(self, first: int, count: int, moves: Callable[[], None] = lambda: None) -> Iterator[Batch | BotFailed]:
        """The deals from number `first` on, in parts round those that fail; where the run stops at a failure, up to it."""
        if self.engine == "kernel":
            yield self.play(first, count)
            return
        for part in steps.tried(self.game, self.seed, first, count, self._seats, self.kind == "matches", moves):
            yield part
            if isinstance(part, BotFailed) and self.on_error == "stop":
                return

    def play(self, first: int, count: int) -> Batch:
        """The deals from number `first` on; a bot that fails raises."""
        if self.engine == "step":
            return steps.play(self.game, self.seed, first, count, self._seats, self.kind == "matches")
        names = [bot_name(bot) for bot in self.bots]
        fast = next((module for kind, module in KERNELS.items() if isinstance(self.game.plan, kind)), None)
        if fast is None:
            raise CannotTabulate(f"No plan is declared for the course of {self.game.family.title}.")
        compiled = fast.play_deals if self.kind == "deals" else fast.play_matches
        batch: Batch = compiled(self.game, self.seed, first, count, names)
        return batch

    def session(self, number: int) -> Session:
        """The deal or match of that number, move by move."""
        return steps.played(self.game, self.seed, number, self._seats, self.kind == "matches")


@lru_cache(maxsize=64)
def _agrees(run: Run, deals: int) -> bool:
    """Whether kernel and step engine play the same deals alike."""
    compiled, stepped = run.play(0, deals), replace(run, engine="step").play(0, deals)
    return all(np.array_equal(getattr(compiled, name), getattr(stepped, name)) for name in ARRAYS)


def _believed(run: Run) -> bool:
    """Whether the kernel plays single hands, and matches where those are asked for, as the step engine does."""
    hands = replace(run, seed=0, kind="deals")
    alike = _agrees(hands, PROBED_REPLACED if run.game.replaced else PROBED)
    return alike and (run.kind == "deals" or _agrees(replace(run, seed=0), 1))


def prepared(
    game: Game, kind: Kind, seed: int, bots: Bots, seconds: float | None = None, on_error: OnError = "stop"
) -> tuple[Run, str]:
    """The run on the fastest engine that plays it right, and a sentence where that is the step engine."""
    seats = tuple(bot if seconds is None else entered(bot_name(bot), bot, seconds) for bot in seated(game, bots))
    stepped = Run(game, kind, seed, seats, "step", on_error)
    own = [bot_name(bot) for bot in seats if not isinstance(bot, str) or bot not in kernel.BOTS]
    if own:
        return stepped, f"Played move by move, since '{own[0]}' is a Python bot."
    run = replace(stepped, engine="kernel")
    try:
        with patience():
            believed = _believed(run)
        if believed:
            return run, ""
        why = "its replaced rules ask for more than single cards" if game.replaced else "its plan differs from its play"
    except CannotTabulate as error:
        why = str(error).rstrip(".")
    return stepped, f"Played move by move, since {why[0].lower() + why[1:]}."
