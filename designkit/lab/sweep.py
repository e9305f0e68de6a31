"""Sweep over one or two parameters and player counts: a map of variants, what they measure and which of them break."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from itertools import product
from typing import Any, Literal

import pandas as pd

from designkit.errors import BadVariant, DesignkitError
from designkit.game import Game
from designkit.games import game as make_game
from designkit.lab.drawn import Drawn
from designkit.lab.failing import OnError, left_out
from designkit.lab.metrics import METRICS, Estimate, chosen, rounded
from designkit.lab.playing import going_on, kept
from designkit.lab.simulate import (
    Bots,
    Part,
    Result,
    begun,
    count_of,
    keeping,
    part_size,
    parts,
    playing,
    seated,
    watching,
)
from designkit.live import Check, Job, check
from designkit.params import value_text

Band = tuple[float | None, float | None]
"""The least and the greatest value that a designer wants; None is no limit."""
Within = Literal["inside", "outside", "undecided"]


@dataclass
class Cell:
    """One variant of a sweep; an impossible one has no game but a sentence that says why."""

    values: dict[str, Any]
    players: int
    game: Game | None
    problem: str = ""
    result: Result | None = None
    broken: tuple[str, ...] = ()
    """The names of the invariants that break there."""
    targets: Mapping[str, Band] = field(default_factory=dict, repr=False)

    @property
    def done(self) -> bool:
        """Whether all its deals are played."""
        return self.result is not None and self.result.complete

    def estimate(self, metric: str) -> Estimate | None:
        """A measure of this variant, where it has been played and has it."""
        return self.result.estimates.get(metric) if self.result is not None and self.result.deals else None

    def within(self, metric: str) -> Within | None:
        """Whether the interval lies in the target band, out of it or across its edge; None without a target or value."""
        own = self.estimate(metric)
        if own is None or metric not in self.targets:
            return None
        least, most = _limits(self.targets[metric])
        if least <= own.low and own.high <= most:
            return "inside"
        return "outside" if own.high < least or own.low > most else "undecided"


def _limits(band: Band) -> tuple[float, float]:
    least, most = band
    return float("-inf") if least is None else least, float("inf") if most is None else most


class Sweep(Drawn):
    """Variants of a game with their results, cell by cell as they are played."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        targets: Mapping[str, Band],
        cells: Sequence[Cell],
        asked: Sequence[str] = (),
    ) -> None:
        self.game, self.names, self.targets, self.cells = game, tuple(names), dict(targets), list(cells)
        self.asked = tuple(asked)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The measures, with their parts, that some cell has."""
        played = (cell.result.estimates for cell in self.cells if cell.result is not None and cell.result.deals)
        return tuple(dict.fromkeys(name for estimates in played for name in estimates))

    @property
    def complete(self) -> bool:
        """Whether all that was planned is played."""
        return all(cell.done for cell in self.cells if cell.game is not None)

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts."""
        return tuple(dict.fromkeys(cell.players for cell in self.cells))

    @property
    def problems(self) -> tuple[str, ...]:
        """Why some cells are impossible, and what a bot failed in, each reason once."""
        failed = (left_out(cell.result.failures, cell.result.kind) for cell in self.cells if cell.result)
        return tuple(dict.fromkeys(filter(None, (*(cell.problem for cell in self.cells), *failed))))

    def cell(self, players: int | None = None, **values: Any) -> Cell:
        """The cell with this player count (the game's own) and these values."""
        count = self.game.players if players is None else players
        for cell in self.cells:
            if cell.players == count and _said(cell.values) == _said(values):
                return cell
        raise DesignkitError(f"This sweep has no cell with {count} players and {words(values) or 'no values'}.")

    def frame(self, metric: str) -> pd.DataFrame:
        """A row a cell: its values, the measure with its interval, whether it is on target, and what is wrong."""
        self._know(metric)
        return pd.DataFrame([_row(cell, metric) for cell in self.cells])

    def best(self, metric: str) -> Cell | None:
        """The sound cell that lies deepest in the target band or nearest to it; without a band, the highest one."""
        self._know(metric)
        least, most = _limits(self.targets.get(metric, (0.0, None)))
        own = [(cell, cell.estimate(metric)) for cell in self.cells if not cell.broken]
        depth = [(min(found.value - least, most - found.value), cell) for cell, found in own if found is not None]
        return max(depth, key=lambda each: each[0])[1] if depth else None

    def measure(self, metric: str | None) -> str:
        """The measure that is meant, by itself the first that is shown; one that there is not raises."""
        if metric is None:
            return self.shown[0]
        self._know(metric)
        return metric

    def _know(self, metric: str) -> None:
        known = self.metrics
        if known and metric not in known:
            raise BadVariant(f"This sweep has no measure '{metric}'; it has {', '.join(known)}.")

    @property
    def shown(self) -> tuple[str, ...]:
        """The measures that are drawn: those with a target, then those asked for by name; else the first."""
        known = self.metrics
        wanted = [name for name in known if any(name == own or name.startswith(f"{own} ") for own in self.asked)]
        first = [*(name for name in self.targets if name in known), *wanted]
        return tuple(dict.fromkeys(first)) or (*known, "fairness")[:1]

    def html(self, metric: str) -> str:
        """A measure as a grid: the first parameter down, the second and the player counts across."""
        return _grid(self, metric) + _problems(self)

    def __repr__(self) -> str:
        played = sum(cell.result is not None for cell in self.cells)
        return f"<{played} of {len(self.cells)} variants of {self.game!r} over {' and '.join(self.names)}>"

    def _repr_html_(self) -> str:
        return "".join(_grid(self, metric) for metric in self.shown) + _problems(self)


def _said(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: value_text(value) for name, value in values.items()}


def words(values: Mapping[str, Any]) -> str:
    """Values as people write them.

    >>> words({"least_bonus": 5, "ties": "strict"})
    'least_bonus=5, ties=strict'
    """
    return ", ".join(f"{name}={text}" for name, text in _said(values).items())


def _row(cell: Cell, metric: str) -> dict[str, Any]:
    own = cell.estimate(metric)
    return {
        "players": cell.players,
        **cell.values,
        "value": own.value if own else None,
        "low": own.low if own else None,
        "high": own.high if own else None,
        "target": cell.within(metric) or "",
        "broken": ", ".join(cell.broken),
        "problem": cell.problem,
    }


# ---- the grid --------------------------------------------------------------------------------------------------

_COLOURS = {"inside": "#1e8841", "outside": "#d93a2b", "undecided": "#9a6b00"}


def _grid(sweep: Sweep, metric: str) -> str:
    sweep._know(metric)
    cells = {(words(_part(cell, 0)), cell.players, words(_part(cell, 1))): cell for cell in sweep.cells}
    rows = dict.fromkeys(down for down, _, _ in cells)
    columns = dict.fromkeys((players, across) for _, players, across in cells)
    head = "".join(f"<th>{players} players<br>{escape(across)}</th>" for players, across in columns)
    body = "".join(
        f"<tr><th>{escape(down)}</th>{''.join(_square(cells[down, *column], metric) for column in columns)}</tr>"
        for down in rows
    )
    caption = f"{metric} of {sweep.game!r}".replace("<", "").replace(">", "")
    if metric in sweep.targets:
        least, most = sweep.targets[metric]
        caption += f", wanted {'' if least is None else f'from {least:g}'}{'' if most is None else f' up to {most:g}'}"
    return (
        f"<table><caption style='text-align:left;font-weight:600'>{escape(caption)}</caption>"
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _problems(sweep: Sweep) -> str:
    return "".join(f"<div>{escape(problem)}</div>" for problem in sweep.problems)


def _part(cell: Cell, place: int) -> dict[str, Any]:
    """The first or the second parameter of a cell, if there is one."""
    return dict(list(cell.values.items())[place : place + 1])


def _square(cell: Cell, metric: str) -> str:
    own = cell.estimate(metric)
    if own is None:
        said = "impossible" if cell.problem else "not played"
        return f"<td style='color:#767676' title='{escape(cell.problem, quote=True)}'>{said}</td>"
    found = cell.within(metric)
    colour = f"color:{_COLOURS[found]}" if found else ""
    breaks = f"<br><b style='color:#d93a2b'>breaks {escape(', '.join(cell.broken))}</b>" if cell.broken else ""
    word = f" {found}" if found else ""
    value, low, high = (rounded(each, own.low, own.high) for each in (own.value, own.low, own.high))
    return f"<td style='{colour}' title='{low} to {high}'>{value}{word}{breaks}</td>"


# ---- sweeping --------------------------------------------------------------------------------------------------


def _cells(
    game: Game, values: Mapping[str, Sequence[Any]], players: Sequence[int], targets: Mapping[str, Band]
) -> Iterator[Cell]:
    """Every combination, possible or not."""
    for count, *own in product(players, *values.values()):
        asked = dict(zip(values, own, strict=True))
        try:
            made = replace(game.family(count, **{**game.unusual, **asked}), replaced=game.replaced)
            read = {name: getattr(made.params, name) for name in asked}
            yield Cell(read, count, made, targets=targets)
        except BadVariant as error:
            yield Cell(asked, count, None, str(error), targets=targets)


def _counts(game: Game, players: int | Sequence[int] | None) -> list[int]:
    """The player counts that are asked for."""
    given = [game.players] if players is None else [players] if isinstance(players, int) else list(players)
    if not given or not all(type(count) is int for count in given):
        raise BadVariant(f"The player counts of a sweep are whole numbers such as [3, 4], not {players!r}.")
    return list(dict.fromkeys(given))


def _values(game: Game, values: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """The parameters and values that are asked for, each value once."""
    if not 1 <= len(values) <= 2:
        raise BadVariant(f"A sweep is over one or two parameters, not {len(values)}.")
    known = game.family.Params.model_fields
    for name, own in values.items():
        if name not in known:
            raise BadVariant(f"{game.family.title} has no parameter '{name}'; its parameters are {', '.join(known)}.")
        if isinstance(own, str) or not isinstance(own, Sequence | range) or not len(own):
            raise BadVariant(f"The values of '{name}' must be a list such as [1, 2, 3], not {own!r}.")
    return {name: [value for i, value in enumerate(own) if value not in own[:i]] for name, own in values.items()}


def _bands(targets: Mapping[str, Band] | None) -> dict[str, Band]:
    """The targets, if each is a band of a measure."""
    for name, band in (targets or {}).items():
        if not any(name == own or name.startswith(f"{own} ") for own in METRICS):
            raise BadVariant(f"There is no metric '{name}' to have a target; the metrics are {', '.join(METRICS)}.")
        fine = isinstance(band, Sequence) and len(band) == 2
        fine = (
            fine
            and all(end is None or (isinstance(end, int | float) and not math.isnan(end)) for end in band)
            and any(e is not None for e in band)
        )
        if not fine:
            raise BadVariant(f"The target of '{name}' must be (least, most) with None for no limit, not {band!r}.")
        least, most = _limits(band)
        if least > most:
            raise BadVariant(f"The target of '{name}' begins above its end: {least:g} and {most:g}.")
    return dict(targets or {})


def broken(game: Game, seconds: float, job: Job | None = None) -> tuple[str, ...]:
    """The names of the invariants that a first look breaks, which ends after so many seconds."""

    def enough(asking: Check) -> None:
        if asking.first_pass is not None or (job is not None and job.must_stop):
            asking.cancel()

    done = check(game, quick=True, seconds=seconds, on_change=enough).run()
    if isinstance(done.error, ModuleNotFoundError):
        raise BadVariant(f"Invariants need {done.error.name}; install designkit[notebook].")
    if done.error is not None:
        raise done.error
    return tuple(row.invariant.name for row in done.broken)


def sweep(
    game: Game | str,
    values: Mapping[str, Sequence[Any]],
    *,
    players: int | Sequence[int] | None = None,
    deals: int = 10_000,
    matches: int | None = None,
    bots: Bots = "greedy",
    seed: int = 0,
    metrics: Sequence[str] | None = None,
    targets: Mapping[str, Band] | None = None,
    invariants: float = 0,
    seconds: float | None = None,
    on_error: OnError = "stop",
    executor: Any = None,
    job: Job | None = None,
    progress: bool = False,
) -> Sweep:
    """Play every combination of the values of one or two parameters (and player counts) and measure it.

    An impossible combination stays an empty cell that says why. With `targets`, such as `{"fairness": (0.95, None)}`, each
    cell says whether it lies in the band; with `invariants`, so many seconds a cell go into asking what breaks there. `seconds` and
    `on_error` are those of `simulate`. Interrupted at the keyboard, it gives what it has.

    >>> import designkit as dk
    >>> done = sweep(dk.game("reds", 3), {"exact_bonus": [0, 5, 10]}, deals=500, metrics=["tie rate"])
    >>> [(cell.values["exact_bonus"], cell.result.deals) for cell in done.cells]
    [(0, 500), (5, 500), (10, 500)]
    """
    base = make_game(game) if isinstance(game, str) else game
    bands, wanted = _bands(targets), _values(base, values)
    if isinstance(invariants, bool) or not isinstance(invariants, int | float) or not 0 <= invariants < float("inf"):
        raise BadVariant(f"invariants must be a number of seconds, 0 for none, not {invariants!r}.")
    asked = [own.name for own in chosen(metrics)] if metrics else []
    planned = count_of("deals" if matches is None else "matches", deals if matches is None else matches)
    made = Sweep(base, list(wanted), bands, list(_cells(base, wanted, _counts(base, players), bands)), asked)
    possible = [(cell, own) for cell in made.cells if (own := cell.game) is not None]
    for _, own in possible:
        seated(own, bots)
    if job is not None:
        job.result = made
    owner: dict[int, Cell] = {}

    def work() -> Iterator[Part]:
        for cell, own in possible:
            cell.result = begun(own, deals, matches, bots, seed, metrics, seconds, on_error, keep=0)
            owner[id(cell.result)] = cell
            yield from parts(cell.result, part_size(cell.result))

    def before() -> str:
        done = sum(cell.done for cell in made.cells)
        return kept(done, "cell before" if done == 1 else "cells before")

    total = max(1, planned * len(possible))
    with (
        suppress(KeyboardInterrupt),
        watching(total, "matches" if matches else "deals", job, progress) as watch,
        keeping(made, before),
    ):
        for result, piece in playing(work(), executor, watch.tick):
            result.take(piece)
            going_on(result, piece)
            cell = owner[id(result)]
            if invariants and cell.done and cell.game is not None:
                cell.broken = broken(cell.game, invariants, job)
            watch.add(len(piece))
    return made
