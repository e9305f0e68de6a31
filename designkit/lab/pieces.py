"""A piece of work: some deals of a run, played and counted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from designkit.game import Game
from designkit.lab.batch import Batch
from designkit.lab.failing import BotFailed
from designkit.lab.metrics import Counts, Metric, Tally
from designkit.lab.runs import Run


@dataclass(frozen=True)
class Piece:
    """Deals that were played: their sums, the deals themselves where they are wanted, and those that a bot failed in."""

    counts: Counts
    batches: tuple[Batch, ...]
    failures: tuple[BotFailed, ...]

    def __len__(self) -> int:
        return int(self.counts.blocks.sum()) + len(self.failures)

    def cut(self, end: int, failures: Iterable[BotFailed], game: Game, metrics: Sequence[Metric]) -> "Piece":
        """The piece up to a number, as if it had failed in these deals; it must have its deals with it."""
        by_number = {error.number: error for error in failures if error.number < end}
        upto = (batch.part(0, max(0, end - batch.first)) for batch in self.batches)
        kept = [part for batch in upto for part in batch.without(by_number)]
        return _counted(game, metrics, kept, [by_number[number] for number in sorted(by_number)])


def _counted(game: Game, metrics: Sequence[Metric], batches: Sequence[Batch], failures: Sequence[BotFailed]) -> Piece:
    tally = Tally(game, metrics)
    for batch in batches:
        tally.add(batch)
    return Piece(tally.counts, tuple(batches), tuple(failures))


def measured(
    run: Run,
    metrics: Sequence[Metric],
    first: int,
    count: int,
    rows: bool,
    moves: Callable[[], None] = lambda: None,
) -> Piece:
    """Play the deals from number `first` on and count them, up to the first that fails or round all that do."""
    batches: list[Batch] = []
    failures: list[BotFailed] = []
    for part in run.tried(first, count, moves):
        if isinstance(part, Batch):
            batches.append(part)
        else:
            failures.append(part)
    made = _counted(run.game, metrics, batches, failures)
    return made if rows else Piece(made.counts, (), made.failures)
