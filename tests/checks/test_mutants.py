"""Invariants must be able to fail: every mutant is caught, and every invariant catches one."""

import sys
import time

import pytest
from mutants import MUTANTS

from designkit.invariants import CATALOGUE
from designkit.live import check

WITHIN = 5.0


@pytest.fixture(scope="module")
def killed():
    """For every mutant: the invariants that caught it, and the seconds till the first of them did."""
    table = {}
    for mutant in MUTANTS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys.modules["designkit.live.check"], "SHRINKING", 0.05)
            game, first, began = mutant.build(patch), [], time.perf_counter()

            def note(running, first=first, began=began):
                if running.broken and not first:
                    first.append(time.perf_counter() - began)

            done = check(game, quick=True, on_change=note).run()
            assert done.error is None, f"{mutant.name}: {done.error!r}"
            table[mutant.name] = ([row.invariant.name for row in done.broken], *(first or [None]))
    return table


def test_there_are_enough_mutants_with_names_of_their_own():
    assert len(MUTANTS) >= 40
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_every_mutant_is_caught(killed, capsys):
    caught = {name: row for name, row in killed.items() if row[0]}
    with capsys.disabled():
        print(f"\nkilled {len(caught)} of {len(killed)} mutants; ", end="")
        print(f"{sum(row[1] < WITHIN for row in caught.values())} of them within {WITHIN:g} s")
        for name, (by, first) in killed.items():
            print(f"  {'-' if first is None else f'{first:4.1f} s'}  {name}: {', '.join(by) or 'SURVIVED'}")
    assert set(killed) - set(caught) == set()


def test_no_invariant_passes_on_all_mutants(killed):
    used = {name for by, _ in killed.values() for name in by}
    assert set(CATALOGUE) - used == set()
