"""What is shown as a file: rows for a spreadsheet or for another program."""

from io import BytesIO

import pandas as pd

from designkit.lab.compare import Comparison
from designkit.lab.report import Shown
from designkit.lab.sweep import Sweep

MOST = 100_000
"""Deals of a run whose rows go into a file; `simulate(..., parquet=folder)` writes all of any run."""


def frame(shown: Shown) -> pd.DataFrame:
    """A row a deal and seat of a run, a measure of a comparison, a cell and measure of a sweep."""
    if isinstance(shown, Comparison):
        return shown.frame()
    if isinstance(shown, Sweep):
        found = [shown.frame(metric).assign(metric=metric) for metric in shown.metrics]
        return pd.concat(found, ignore_index=True) if found else pd.DataFrame()
    return shown.rows(0, MOST)


def csv(shown: Shown) -> BytesIO:
    """The rows as CSV."""
    return BytesIO(frame(shown).to_csv(index=False).encode())


def parquet(shown: Shown) -> BytesIO:
    """The rows as Parquet."""
    made = BytesIO()
    frame(shown).to_parquet(made, index=False)
    made.seek(0)
    return made
