"""The course holds together: its notebooks are numbered, linked and lead to every exercise."""

import json
import re
from pathlib import Path

import pytest

from designkit.teach import EXERCISES

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
GUIDE = ROOT / "docs" / "teaching.md"


def cells(path, kind):
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == kind]


def test_the_notebooks_are_numbered_without_gaps():
    assert [int(path.name[:2]) for path in NOTEBOOKS] == list(range(1, len(NOTEBOOKS) + 1))


@pytest.mark.parametrize("path", [*NOTEBOOKS, GUIDE], ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    text = path.read_text() if path == GUIDE else "\n".join(cells(path, "markdown"))
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (path.parent / target).exists(), target


def test_the_first_notebook_leads_to_all_others():
    text = "\n".join(cells(NOTEBOOKS[0], "markdown"))
    assert [path.name for path in NOTEBOOKS[1:] if path.name not in text] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_says_what_was_learned_or_where_to_go(path):
    last = cells(path, "markdown")[-1]
    assert "## What you learned" in last or "## Where next" in last


def test_the_guide_names_every_exercise():
    assert [id for id in EXERCISES if f"`{id}`" not in GUIDE.read_text()] == []


def test_the_guide_and_the_notebooks_name_only_exercises_that_exist():
    named = re.findall(r"exercise\(\\?[\"']([a-z-]+)", "\n".join(path.read_text() for path in [*NOTEBOOKS, GUIDE]))
    named += re.findall(r"^\| `([a-z-]+)` \|", GUIDE.read_text(), re.MULTILINE)
    assert named
    assert set(named) <= set(EXERCISES)
    kinds = re.findall(r"^\| `([a-z-]+)` \| (\w+) \|", GUIDE.read_text(), re.MULTILINE)
    assert dict(kinds) == {id: own.sort for id, own in EXERCISES.items()}
