"""What a tournament came to: ratings, wins, ranks and who beats whom, each with its interval."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import numpy as np
import pandas as pd

from designkit.game import Game
from designkit.lab.batch import Array, Batch
from designkit.lab.drawn import Plots
from designkit.lab.failing import Failure
from designkit.lab.metrics import BLOCKS
from designkit.lab.metrics.measure import low_wins, sides
from designkit.lab.metrics.tally import jackknife, student
from designkit.lab.pieces import Piece
from designkit.lab.runs import Run
from designkit.lab.tournament.ratings import ratings
from designkit.lab.tournament.seatings import Seating
from designkit.session import Session

CONFIDENCE = 0.95


def ranks(batch: Batch, game: Game) -> tuple[Array, Array]:
    """(deals, places) each place's share in the win and its rank from 1; equals share the mean of their ranks."""
    own = sides(game)
    points = np.stack([batch.points[:, list(side)].sum(axis=1) for side in own], axis=1).astype(float)
    tops = np.stack([batch.tops[:, side[0]] for side in own], axis=1)
    standing = (-points if low_wins(game) else points) + np.where(tops, 1e9, 0.0)
    above = (standing[:, None, :] > standing[:, :, None]).sum(axis=2)
    equal = (standing[:, None, :] == standing[:, :, None]).sum(axis=2)
    return tops / tops.sum(axis=1, keepdims=True), 1 + above + (equal - 1) / 2


class Tournament:
    """Bots on the same deals in all seatings: `frame()`, `cross()`, `plot()`, and every deal to open."""

    def __init__(
        self, game: Game, names: Sequence[str], lineups: Sequence[Seating], runs: Sequence[Run], planned: int
    ) -> None:
        self.game, self.names, self.seatings, self.runs = game, tuple(names), tuple(lineups), tuple(runs)
        self.planned = planned
        self.failures: list[Failure] = []
        self.played = np.zeros((len(self.seatings), planned), bool)
        places = len(sides(game))
        self.wins = np.zeros((len(self.seatings), planned, places))
        self.ranks = np.zeros((len(self.seatings), planned, places))

    def take(self, seating: int, piece: Piece) -> None:
        """Take in some deals of a seating."""
        for batch in piece.batches:
            part = slice(batch.first, batch.first + len(batch))
            self.wins[seating, part], self.ranks[seating, part] = ranks(batch, self.game)
            self.played[seating, part] = True
        self.failures += [Failure(error.number, str(error), seating) for error in piece.failures]

    @property
    def deals(self) -> int:
        """The deals that every seating has played."""
        return int(self.played.all(axis=0).sum())

    @property
    def fair(self) -> float:
        """A place's share of the wins among equals."""
        return 1 / self.ranks.shape[2]

    # -- sums of blocks of deals --

    def _blocks(self, sums: Callable[[Array], Array]) -> Array:
        """What `sums` adds up from (seatings, deals) that count, block by block of deals; empty blocks are left out."""
        count = min(BLOCKS, self.planned)
        of_deal = np.arange(self.planned) * count // self.planned
        found = [
            sums(self.played & (of_deal == block)) for block in range(count) if self.played[:, of_deal == block].any()
        ]
        return np.array(found)

    def _sums(self, counting: Array) -> Array:
        """By bot: wins, ranks and places played."""
        found = np.zeros((3, len(self.names)))
        for seating, lineup in enumerate(self.seatings):
            on = counting[seating]
            for place, bot in enumerate(lineup):
                found[:, bot] += self.wins[seating, on, place].sum(), self.ranks[seating, on, place].sum(), on.sum()
        return found

    def _pairs(self, counting: Array) -> Array:
        """(bots, bots) how often the row ranked above the column; a tie is half."""
        found = np.zeros((len(self.names), len(self.names)))
        for seating, lineup in enumerate(self.seatings):
            rank = self.ranks[seating, counting[seating]]
            for one, mine in enumerate(lineup):
                for two, theirs in enumerate(lineup):
                    if mine != theirs:
                        gap = rank[:, two] - rank[:, one]
                        found[mine, theirs] += (gap > 0).sum() + (gap == 0).sum() / 2
        return found

    def _estimated(self, blocks: Array, value: Callable[[Array], Array]) -> tuple[Array, Array]:
        """(value, how far its interval reaches) by leaving out a block of deals at a time."""
        if not len(blocks):
            nothing = np.full(value(np.zeros_like(self._pairs(self.played))).shape, np.nan)
            return nothing, nothing

        def each(sums: Array) -> Array:
            return np.array([value(own) for own in sums]) if sums.ndim == blocks.ndim else value(sums)

        found, error = jackknife(each, blocks)
        return found, error * student(len(blocks), CONFIDENCE)

    # -- what it says --

    def frame(self) -> pd.DataFrame:
        """A row a bot, the best first: rating, share of the wins and mean rank, each with its 95 % interval."""
        own = self._blocks(self._sums)
        rating, reach = self._estimated(self._blocks(self._pairs), ratings)
        columns: dict[str, Any] = {"bot": self.names, **_between("rating", rating, reach)}
        for row, name in enumerate(("win share", "mean rank")):
            shares = self._estimated(own, lambda sums, row=row: _divided(sums[row], sums[2]))  # type: ignore[misc]
            columns |= _between(name, *shares)
        columns["places"] = self._sums(self.played)[2].astype(int)
        return pd.DataFrame(columns).set_index("bot").sort_values("rating", ascending=False)

    def pairs(self) -> pd.DataFrame:
        """A row a pair: how often the first ranks above the second (a tie is half), with its 95 % interval."""
        above, reach = self._estimated(self._blocks(self._pairs), lambda won: _divided(won, won + won.T))
        rows = [
            {
                "bot": one,
                "against": two,
                **{name: each[0] for name, each in _between("above", above[i, [j]], reach[i, [j]]).items()},
            }
            for i, one in enumerate(self.names)
            for j, two in enumerate(self.names)
            if i != j
        ]
        return pd.DataFrame(rows)

    def cross(self) -> pd.DataFrame:
        """How often the row ranks above the column."""
        order = list(self.frame().index)
        table = self.pairs().pivot(index="bot", columns="against", values="above")
        return table.reindex(index=order, columns=order)

    def session(self, seating: int, deal: int) -> Session:
        """A deal of a seating, move by move."""
        return self.runs[seating].session(deal)

    def plot(self) -> Plots:
        """Ratings and who beats whom, side by side."""
        from designkit.lab.tournament.plot import figures

        return Plots(figures(self))

    def __repr__(self) -> str:
        return (
            f"<tournament of {', '.join(self.names)} in {self.game!r}: {self.deals:,} of {self.planned:,} deals in "
            f"{len(self.seatings)} seatings{f', {len(self.failures)} failed' if self.failures else ''}>"
        )

    def _repr_html_(self) -> str:
        failed = "".join(f"<div>{escape(failure.sentence)}</div>" for failure in self.failures[:5])
        tables = [table.to_html(float_format="{:.3g}".format, na_rep="") for table in (self.frame(), self.cross())]
        return f"<div><b>{escape(repr(self))}</b></div>{failed}{''.join(tables)}"


def _divided(above: Array, below: Array) -> Array:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(above / below)


def _between(name: str, value: Array, reach: Array) -> dict[str, Array]:
    """A value and both ends of its interval, shares kept within 0 and 1."""
    low, high = value - reach, value + reach
    if name in ("win share", "above"):
        low, high = np.maximum(low, 0.0), np.minimum(high, 1.0)
    return {name: value, f"{name} low": low, f"{name} high": high}
