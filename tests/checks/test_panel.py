"""The panel and the app without a browser: rows, sliders, cancel, opening a counterexample; and the command line."""

import os
import re
import subprocess
import sys
import time

import param
import pytest

import designkit as dk
from designkit.live import check
from designkit.views import checks


def trump_ignored(card, led, trump):
    return card.rank if card.suit == led else 0


def every(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from every(child)


def buttons(box, text):
    return [widget for widget in every(box) if getattr(widget, "description", None) == text]


def texts(box):
    return "".join(widget.value for widget in every(box) if type(widget).__name__ == "HTML")


def tables(box):
    return [widget for widget in every(box) if type(widget).__name__ == "NotebookTable"]


def finished(box):
    box.board.check.wait(60)
    return box


def test_a_sound_game_is_all_green():
    box = finished(dk.check(dk.game("reds", 2), seconds=8))
    assert texts(box).count('data-state="holds"') == len(box.board.check.rows)
    assert "broken</b>" not in texts(box).replace("nothing broken</b>", "")
    assert not buttons(box, "open at the table")


def test_a_broken_rule_is_red_with_its_cards_and_opens():
    box = dk.check(dk.game("reapers").replace(strength=trump_ignored), seconds=60)
    while not buttons(box, "open at the table") and box.board.check.running:
        time.sleep(0.1)
    box.board.stop()
    finished(box)
    assert 'data-invariant="trump wins" data-state="broken"' in texts(box)
    assert "2 daggers should win with trump daggers" in texts(box)
    assert "designkit/1 reapers/4" in texts(box)
    assert not tables(box)
    buttons(box, "open at the table")[0].click()
    assert box.board.opened.state.log[-1].winner is not None
    (table,) = tables(box)
    assert table.session is box.board.opened
    assert table.scene["open"]


def test_a_slider_starts_the_check_again():
    box = dk.check(dk.game("reds", 3), seconds=2)
    first = box.board.check
    slider = buttons(box, "hand size")[0]
    slider.value = 4
    assert first.wait(20).status == "cancelled"
    assert box.board.check is not first
    assert box.board.game.params.hand_size == 4
    finished(box)
    assert "all 25 bids with every number of tricks" in texts(box)


def test_an_impossible_value_is_said_and_nothing_breaks():
    box = dk.check(dk.game("reds", 6), seconds=1)
    slider = buttons(box, "hand size")[0]
    slider.value = 12
    assert "the hands need 72 cards and the deck has 39" in texts(box)
    assert box.board.game.params.hand_size == buttons(box, "hand size")[0].value == 5
    finished(box)
    buttons(box, "check again")[0].click()
    assert "the hands need 72 cards" not in texts(box)
    box.board.stop()


def test_what_is_refused_in_a_text_goes_back_to_what_holds():
    box = dk.check(dk.game("trick_party"), seconds=1)
    (text,) = buttons(box, "revolution numbers")
    text.value = "1,99"
    assert "not 1,99" in texts(box)
    assert text.value == "3,6,9,12"
    text.value = " 1, 2"
    assert text.value == "1,2"
    assert box.board.game.params.revolution_numbers == (1, 2)
    box.board.stop()


def every_panel(part):
    yield part
    for child in getattr(part, "objects", ()):
        yield from every_panel(child)


@pytest.mark.parametrize(
    ("id", "players", "name", "value"),
    [("reds", 6, "hand size", 12), ("trick_party", 4, "revolution numbers", "1,99"), ("reds", 5, "partnership", True)],
)
def test_what_is_refused_on_the_page_goes_back_to_what_holds(id, players, name, value):
    app = checks.app(dk.game(id, players), seconds=0.1)

    def shown():
        [control] = [part for part in every_panel(app) if getattr(part, "name", None) == name]
        return control

    before = shown().value
    for _ in range(2):
        control = shown()
        control.value = [name] if value is True else value
        if "value_throttled" in control.param:
            with param.edit_constant(control):
                control.value_throttled = value
        assert shown().value == before


def test_cancel_and_again():
    box = dk.check(dk.game("janken"), seconds=60)
    buttons(box, "cancel")[0].click()
    assert finished(box).board.check.status == "cancelled"
    assert 'data-status="cancelled"' in texts(box)
    buttons(box, "check again")[0].click()
    assert box.board.check.status == "running"
    box.board.stop()


def test_every_parameter_has_a_control_in_the_panel():
    for id in dk.GAMES:
        box = dk.check(dk.game(id), seconds=0.1)
        names = [name.replace("_", " ") for name in dk.GAMES[id].Params.model_fields]
        assert all(len(buttons(box, name)) == 1 for name in names)
        box.board.stop()


def test_the_app_shows_the_same_rows():
    app = checks.app(dk.game("reapers").replace(strength=trump_ignored), seconds=4)
    until = time.monotonic() + 60
    broken = 'data-invariant="trump wins" data-state="broken"'
    while broken not in "".join(shown(app)) and time.monotonic() < until:
        time.sleep(0.1)
    assert broken in "".join(shown(app))


def shown(part):
    if hasattr(part, "objects"):
        return [text for child in part.objects for text in shown(child)]
    return [str(part.object)] if hasattr(part, "object") else []


def test_what_no_game_has_shown_says_that_the_deal_below_is_for_trying():
    plain = dk.game("reapers").replace(hand_points=lambda pile: sum(card.rank for card in pile))
    found = check(plain, [dk.CATALOGUE["demon bounds"]], quick=True).run().rows["demon bounds"].counterexample
    assert not found.session.moves
    assert "No game has shown it; below is a deal to try it." in checks.counterexample_html(found)


def test_texts_are_escaped():
    entry = dk.CATALOGUE["cards conserved"]
    row = check(dk.game("reds")).rows["cards conserved"]
    row.counterexample = checks.Counterexample(entry, "<script>", (), None)
    assert "<script>" not in checks.row_html(row) + checks.counterexample_html(row.counterexample)


# ---- the command line ------------------------------------------------------------------------------------------

BREAK = """
import dataclasses, sys
import designkit as dk
own = dk.GAMES["reds"]
def strength(card, led, anti): return card.rank * (card.suit == led)
dk.register(dataclasses.replace(own, rules=tuple(strength if r.__name__ == "strength" else r for r in own.rules)))
"""


def run(*arguments, first=""):
    code = first + "from designkit.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "check", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )


def test_the_terminal_prints_a_line_an_invariant():
    done = run("reds", "--terminal", "--seconds", "8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"✓ anti trump loses  all [\d,]+ tricks of two cards", done.stdout)
    assert done.stdout.count("✓") == len(check(dk.game("reds")).rows)
    assert "None of" in done.stdout


def test_a_failure_ends_with_exit_code_1():
    done = run("reds", "--terminal", "--seconds", "5", first=BREAK)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "✗ anti trump loses" in done.stdout
    assert "designkit/1 reds/4" in done.stdout


@pytest.mark.parametrize("seconds", ["0", "-1"])
def test_no_time_at_all_is_refused(seconds):
    assert run("reds", "--terminal", "--seconds", seconds).returncode == 2
