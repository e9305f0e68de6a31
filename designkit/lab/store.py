"""Rows on disk: a Parquet file a piece of work, in one folder."""

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from designkit.errors import BadVariant, DesignkitError
from designkit.game import Game
from designkit.lab.batch import Batch
from designkit.lab.result import rows


class CannotWrite(DesignkitError):
    """Rows that found no place on disk."""


class Store:
    """A new folder for rows; what is written stays readable whatever happens."""

    def __init__(self, folder: str | Path, game: Game) -> None:
        self.folder, self.game = Path(folder), game
        if find_spec("pyarrow") is None:
            raise BadVariant("Parquet files need the package pyarrow, which is not installed.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                raise BadVariant(f"'{folder}' is not empty; give a new folder for the Parquet files.")
        except OSError as error:
            raise BadVariant(f"Parquet files cannot be written to '{folder}': {error.strerror}.") from None

    def add(self, batch: Batch) -> None:
        """Write the rows of a batch, whole or not at all."""
        target = self.folder / f"deals-{batch.first:012d}.parquet"
        unfinished = target.with_suffix(".part")
        try:
            rows(batch, self.game).to_parquet(unfinished, index=False)
            unfinished.rename(target)
        except BaseException as error:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            if not isinstance(error, Exception):
                raise
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise CannotWrite(f"The rows cannot be written to '{self.folder}': {why}.") from None
