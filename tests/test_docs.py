"""What the documents promise holds."""

import doctest
import re
from pathlib import Path

import pytest
from support import play

import designkit as dk
from designkit.views.scene import scene

ROOT = Path(__file__).parent.parent


def test_the_readme_examples_run():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.fixture
def whist(monkeypatch):
    """The game of CONTRIBUTING; afterwards the registry is as before, where that file may have been saved already."""
    monkeypatch.setitem(dk.GAMES, "plain_whist", None)
    source = re.search(r"```python\n(\"\"\"Plain Whist.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)[1]
    names = {"__name__": "plain_whist"}
    exec(source, names)
    dk.register(names["GAME"])
    return dk.game("plain_whist", 4)


def test_the_game_in_one_file_plays_records_and_explains_itself(whist):
    session = play(whist, seed=3)
    assert session.state.over
    assert sum(session.state.scores) == 13
    assert dk.Session.replay(session.record().text()).state == session.state
    assert dk.Session.replay(session.line()).state == session.state
    trick = next(event for event in session.state.log if type(event).__name__ == "Trick")
    assert len(whist.explain(trick)) == 4
    start = dk.Session(whist, seed=3)
    board = scene(start, start.state.to_move)
    at_hand = {card.get("move") for zone in board["zones"] for card in zone["cards"]} - {None}
    assert at_hand == {str(move) for move in start.legal}
    assert dict(dk.rulebook(whist))["Play"].startswith("13 cards each")
    with pytest.raises(dk.BadVariant, match="hand_size must be a whole number from 1 to 13, not 14"):
        dk.game("plain_whist", hand_size=14)


def test_the_changelog_speaks_of_this_version():
    assert f"## {dk.__version__}" in (ROOT / "CHANGELOG.md").read_text()
