"""What a run came to: its measures with intervals, its rows, and every deal to open."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.lab.batch import Batch
from designkit.lab.drawn import Drawn
from designkit.lab.failing import Failure, left_out
from designkit.lab.metrics import Estimate, Tally
from designkit.lab.pieces import Piece
from designkit.lab.runs import Engine, Kind, Run, bot_name
from designkit.session import Session

if TYPE_CHECKING:
    import pandas as pd

CHUNK = {("kernel", "deals"): 8192, ("kernel", "matches"): 128, ("step", "deals"): 32, ("step", "matches"): 8}
"""Deals or matches that one piece of work plays: few enough that a cancel works at once. The numbers do not depend on it."""
KEPT = 200_000
"""Deals whose rows are kept; those of a longer run are played again when they are asked for."""


class Interrupted(DesignkitError):
    """A run that could not go on; `result` holds what was played until then."""

    def __init__(self, sentence: str, result: Any) -> None:
        super().__init__(sentence)
        self.result = result


class Result(Drawn):
    """What a run came to: its measures with intervals, its rows, and every deal to open."""

    def __init__(
        self, run: Run, planned: int, note: str, metrics: Sequence[str] | None = None, keep: int = KEPT
    ) -> None:
        self.run, self.planned, self.keep = run, planned, keep
        self.tally = Tally(run.game, metrics)
        self.failures: list[Failure] = []
        self._notes = [note] if note else []
        self._kept: list[Batch] = []
        self._known: tuple[int, dict[str, Estimate]] = (0, {})

    @property
    def deals(self) -> int:
        """How many deals or matches were played."""
        return self.tally.deals

    @property
    def reached(self) -> int:
        """The number of the next deal: all before are played, or left out since a bot failed in them."""
        return self.deals + len(self.failures)

    @property
    def complete(self) -> bool:
        """Whether all that was planned is played, but for what a bot failed in and was left out."""
        return self.reached == self.planned

    @property
    def note(self) -> str:
        """What to know about the run: why it was played move by move, what was left out, whether it was stopped."""
        return " ".join(filter(None, [*self._notes, left_out(self.failures, self.kind)]))

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._notes.append(f"Stopped after {self.deals:,} of {self.planned:,} {self.kind}.")

    @property
    def game(self) -> Game:
        """The variant that was played."""
        return self.run.game

    @property
    def kind(self) -> Kind:
        """Whether its rows are deals or matches."""
        return self.run.kind

    @property
    def unit(self) -> str:
        """What one of its rows is."""
        return "deal" if self.kind == "deals" else "match"

    @property
    def seed(self) -> int:
        """Where all chance came from."""
        return self.run.seed

    @property
    def engine(self) -> Engine:
        """What played it."""
        return self.run.engine

    @property
    def bots(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(map(bot_name, self.run.bots))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat, or the one name that all have."""
        return self.bots if len(set(self.bots)) > 1 else self.bots[:1]

    @property
    def keeps_rows(self) -> bool:
        """Whether the run is short enough to keep its rows."""
        return self.planned <= self.keep

    def take(self, piece: Piece) -> None:
        """Take in the next deals: their sums, those that failed, and the deals themselves where they are kept."""
        if self.keeps_rows:
            self._kept += piece.batches
        self.failures += [Failure(error.number, str(error)) for error in piece.failures]
        self.tally.take(piece.counts)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Every measure with its interval, reckoned once for the deals there are."""
        if self._known[0] != self.deals:
            self._known = (self.deals, self.tally.estimates())
        return dict(self._known[1])

    def summary(self) -> "pd.DataFrame":
        """A row a measure: its value, its interval and what it says."""
        return self.tally.frame()

    def distribution(self) -> "pd.DataFrame":
        """How often each seat scored how many points, over all deals, kept or not.

        Points that lie very far apart are counted together: a row has those from `points` on, `width` of them.
        """
        import pandas as pd

        own = self.tally.points
        if own is None:
            return pd.DataFrame(columns=["points", "seat", "count", "share", "width"])
        counts = own.counts.sum(axis=0)
        bins, players = counts.shape
        return pd.DataFrame(
            {
                "points": np.repeat(own.values, players),
                "seat": np.tile(np.arange(players), bins),
                "count": counts.ravel(),
                "share": (counts / self.deals).ravel(),
                "width": own.width,
            }
        )

    def batches(self, start: int = 0, stop: int | None = None) -> Iterator[Batch]:
        """The deals from one number up to another, played again where they were not kept."""
        stop = self.reached if stop is None else min(stop, self.reached)
        kept = self._kept or self._again(start, stop)
        for batch in kept:
            low, high = max(0, start - batch.first), min(len(batch), stop - batch.first)
            if low < high:
                yield batch.part(low, high)

    def _again(self, start: int, stop: int) -> Iterator[Batch]:
        size = CHUNK[self.engine, self.kind]
        gaps = [start - 1, *(own.deal for own in self.failures if start <= own.deal < stop), stop]
        for low, high in pairwise(gaps):
            for first in range(low + 1, high, size):
                yield self.run.play(first, min(size, high - first))

    def rows(self, start: int = 0, stop: int | None = None) -> "pd.DataFrame":
        """A row a deal and seat, from one deal's number up to another."""
        import pandas as pd

        found = [rows(batch, self.game) for batch in self.batches(start, stop)]
        return pd.concat(found, ignore_index=True) if found else pd.DataFrame()

    @property
    def frame(self) -> "pd.DataFrame":
        """A row a deal and seat."""
        return self.rows()

    def session(self, number: int) -> Session:
        """The deal of that number as a session: look at it, step through it, put it on the table."""
        if type(number) is not int or not 0 <= number < self.reached:
            raise DesignkitError(f"This run has the {self.kind} 0 to {self.reached - 1}, not {number!r}.")
        return self.run.session(number)

    def __repr__(self) -> str:
        return f"<{self.deals:,} {self.kind} of {repr(self.game).strip('<>')} with {', '.join(self.players)} on the {self.engine} engine>"

    def _repr_html_(self) -> str:
        note = f"<div>{escape(self.note, quote=False)}</div>" if self.note else ""
        head = f"<div><b>{escape(repr(self).strip('<>'))}</b></div>{note}"
        return head + self.summary().to_html(float_format="{:.4g}".format)


def rows(batch: Batch, game: Game) -> "pd.DataFrame":
    """A batch as a tidy frame: a row a deal and seat."""
    import pandas as pd

    deals, players = batch.points.shape
    said = next((phase.name for phase in game.family.phases if phase.name in ("bid", "wager")), None)

    def each(values: Any) -> Any:
        return np.repeat(values, players)

    columns: dict[str, Any] = {
        "deal": each(np.arange(batch.first, batch.first + deals)),
        "seat": np.tile(np.arange(players), deals),
        "points": batch.points.ravel(),
        "win": (batch.tops / np.maximum(1, batch.tops.sum(axis=1, keepdims=True))).ravel(),
        "tricks": batch.tricks.ravel(),
    }
    if said and not batch.match:
        columns[said] = batch.bids.ravel()
    if said == "wager" and not batch.match:
        columns["bonus"] = batch.bonus.ravel()
    columns |= {
        "worth": batch.worth.ravel(),
        "decisions": each(batch.decisions),
        "options": each(batch.options),
        "forced": each(batch.forced),
        "hands": each(batch.hands),
    }
    return pd.DataFrame(columns)
