"""The course after its first notebook in a real JupyterLab and a real browser: run all, then used as a reader does.

Each notebook is opened, run and used in one test, on one server, one kernel at a time.
"""

import contextlib
import inspect
import os
import re
import shutil
import sys

import pytest
from homes import CHROMIUM, FLAGS, ROOT, Hand, Reader, jupyter_lab, watch

import designkit as dk
from designkit.teach import EXERCISES, Book

sys.path.insert(0, str(ROOT / "tests" / "teach"))

import solutions

if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)

HELD, RED = '.dk-row[data-state="holds"]', '.dk-row[data-state="broken"]'
OWN = ".dk-own .dk-hand .dk-card"
SLOW = "[anywidget] Failed to initialize model."
"""What anywidget says when a busy machine takes over two seconds to begin a widget; a table that is used must answer."""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Opens a notebook by its number and runs it; no cell may fail, and nothing may leave the machine."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the browser tests need Chromium"
    folder = tmp_path_factory.mktemp("notebooks")
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        shutil.copy(path, folder)
    with jupyter_lab(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        @contextlib.contextmanager
        def read(number):
            (path,) = folder.glob(f"{number:02}-*.ipynb")
            page = browser.new_page(viewport={"width": 1300, "height": 10_000})
            seen = watch(page)
            reader = Reader(page, url, path.name)
            try:
                assert reader.run_all(), reader.errors()
                yield reader
                assert reader.errors() == []
                assert page.locator(".dk-fault:visible").count() == 0
                assert seen["away"] == []
                assert [error for error in seen["errors"] if error != SLOW] == []
            finally:
                reader.close()
                page.close()

        yield read
        browser.close()


# ---- what a reader does ----------------------------------------------------------------------------------------


def labels(place):
    """The cards drawn somewhere, by name."""
    return [card.get_attribute("aria-label") for card in place.locator("svg[role=img]").all()]


def row(place, name, state):
    """Wait till an invariant's row is red or green."""
    place.locator(f'.dk-row[data-invariant="{name}"][data-state="{state}"]').wait_for(timeout=60_000)


def counterexample(board):
    """Wait till the cards that break an invariant lie there: the row is red a moment before."""
    board.locator(".dk-counterexample svg[role=img]").first.wait_for(timeout=60_000)


def rest(board):
    """No red row; cancel what is still being tried, to leave the kernel to what comes next."""
    assert board.locator(RED).count() == 0
    board.get_by_role("button", name="cancel").click()


def mend(reader, name, source):
    """A board with a red row and its cards: open it at the table, then type a rule that is right, and it is green."""
    board = reader.cell(RED)
    row(board, name, "broken")
    counterexample(board)
    board.get_by_role("button", name="open at the table").first.click()
    board.locator(".dk-table").wait_for(timeout=30_000)
    board.get_by_role("button", name="cancel").click()
    reader.write(board, source)
    row(board, name, "holds")
    board.locator(HELD).nth(15).wait_for(timeout=60_000)
    rest(board)


def lies(place):
    """Where something is on the page; rows are drawn anew while they are asked for."""
    for _ in range(100):
        if found := place.bounding_box():
            return found
        place.page.wait_for_timeout(50)
    raise AssertionError(f"{place} is not on the page")


def slide(reader, board, label, key):
    """Move a slider of a board by a key; what it shows then."""
    own = board.locator(".widget-slider").filter(has=reader.page.get_by_text(label, exact=True))
    before = own.locator(".widget-readout").inner_text()
    own.locator(".noUi-handle").focus()
    reader.page.keyboard.press(key)
    after = own.locator(".widget-readout").inner_text()
    shown, rows = (lies(place) for place in (own.locator(".widget-readout"), board.locator(".dk-row").first))
    assert shown["x"] + shown["width"] <= rows["x"], "the rows lie over the slider's value"
    assert after != before
    return after


def two_card_tricks(board):
    """How many tricks of two cards a board has tried, as its row says."""
    told = board.locator('.dk-row[data-invariant="one winner"][data-state="holds"]')
    told.wait_for(timeout=60_000)
    return re.search(r"all ([\d,]+) tricks of two", told.inner_text())[1]


def asks_again(board, act):
    """Do something that changes the deck: the board asks everything again, of other tricks, and stays green."""
    before = two_card_tricks(board)
    act()
    for _ in range(600):
        with contextlib.suppress(TypeError):
            if two_card_tricks(board) != before:
                break
        board.page.wait_for_timeout(100)
    assert two_card_tricks(board) != before
    rest(board)


def tweak(hand, name, value, shows):
    """Change a number of the rules at the table; how many cards or places it showed before and shows then."""
    hand.unfold("rules")
    before = hand.table.locator(shows).count()
    control = hand.table.locator(f'[data-param="{name}"]')
    hand.doing(lambda: control.set_checked(value) if isinstance(value, bool) else control.fill(str(value)))
    assert "cannot" not in hand.said()
    return before, hand.table.locator(shows).count()


def whole(frame):
    """Plots in a frame, drawn and with nothing cut off."""
    last = frame.content_frame.locator(".bk-Figure").last
    last.locator("canvas").first.wait_for(timeout=30_000)
    for _ in range(100):
        inner, outer = last.bounding_box(), frame.bounding_box()
        if inner["height"] > 100 and inner["y"] + inner["height"] <= outer["y"] + outer["height"]:
            return
        frame.page.wait_for_timeout(100)
    raise AssertionError(f"a plot reaches to {inner}, its frame to {outer}")


def mine_to_move(hand):
    """Wait till the bots have moved and the reader is asked."""
    hand.table.locator(".dk-prompt", has_text="Seat 0 to move").first.wait_for(timeout=30_000)


# ---- exercises -------------------------------------------------------------------------------------------------


def nothing(*given):
    """A wrong answer to any exercise that wants a function."""
    return "nothing"


def solved(id, task):
    """A cell with the solution typed in."""
    own = solutions.SOLUTIONS[id]
    head = "import random\n\nimport designkit as dk\nfrom designkit.events import Trick"
    body = [inspect.getsource(function).strip() for function in (solutions.best, own)]
    return "\n\n\n".join([head, *body, f"{task}.check({own.__name__}({task}.numbers))"])


def lines(id, numbers):
    """The lines of a solution that must not be shown: those of its function, or the answer itself."""
    own = solutions.SOLUTIONS[id]
    if EXERCISES[id].sort != "find":
        code = (line.strip() for line in inspect.getsource(own).splitlines()[1:])
        return [line for line in code if len(line) > 12 and not line.startswith("def ")]
    found = own(numbers)
    return [", ".join(map(str, found)) if isinstance(found, list) else str(found)]


def answer_wrongly_then_rightly(reader, id):
    """The notebook's own answer is wrong, and so is a second one; a third is right."""
    cell = reader.cell(f'.dk-verdict[data-exercise="{id}"]')
    code = reader.source(cell)
    task = re.search(r"(\w+)\.check\(", code)[1]
    own = dk.exercise(id, student="guest", book=Book())
    not_yet = cell.locator('.dk-verdict[data-passed="false"]')
    hints = not_yet.locator("li").count()
    assert hints >= 1
    function = EXERCISES[id].sort != "find"
    assert function or labels(not_yet)
    reader.write(cell, f"{inspect.getsource(nothing)}\n\n{task}.check(nothing)" if function else code)
    cell.locator(".dk-verdict", has_text="attempt 2").wait_for(timeout=30_000)
    if function:
        assert labels(not_yet) == [str(card) for card in own.check(nothing).cards]
    assert not_yet.locator("li").count() >= min(hints + 1, len(EXERCISES[id].hints))
    assert [line for line in lines(id, own.numbers) if line in not_yet.inner_text()] == []
    reader.write(cell, solved(id, task))
    cell.locator('.dk-verdict[data-passed="true"]', has_text="attempt 3").wait_for(timeout=30_000)
    assert not_yet.count() == 0


# ---- the notebooks ---------------------------------------------------------------------------------------------


def test_anatomy_of_a_trick(course):
    with course(2) as reader:
        page, hand = reader.page, Hand(reader.page)
        assert page.locator(".jp-OutputArea-output caption", has_text="strength").count() == 3
        mine_to_move(hand)
        held = hand.table.locator(OWN).count()
        hand.click(hand.table.locator(".dk-own .dk-card.dk-legal").first)
        assert hand.table.locator(OWN).count() == held - 1
        framed = "td[style*=outline]"
        picture = reader.cell(framed)
        assert picture.locator(framed).count() > 100
        reader.write(picture, 'dk.picture(game, "strength", game.replace(strength=whist.strength))')
        picture.locator(framed).first.wait_for(state="detached", timeout=30_000)
        assert picture.locator("caption").count() == 2
        rule = "def rank_only(card, led, trump):\n    return whist.strength(card, led, trump)"
        mend(reader, "one winner", f"{rule}\n\n\ndk.check(game.replace(strength=rank_only))")
        for id in ("follow-suit", "whist-trump-loses"):
            answer_wrongly_then_rightly(reader, id)
        book = reader.cell(".dk-book")
        reader.write(book, "dk.results()")
        book.locator("td", has_text=re.compile("^passed$")).nth(1).wait_for(timeout=30_000)


def test_reapers(course):
    lying = ".dk-board .dk-zone .dk-card"
    with course(3) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        before, _ = tweak(hand, "pile_size", 2, lying)
        mine_to_move(hand)
        hand.table.page.wait_for_timeout(500)
        assert 0 < hand.table.locator(lying).count() < before
        board = reader.cell(HELD)
        asks_again(board, lambda: slide(reader, board, "top rank", "ArrowRight"))
        rule = "def plain_sum(pile):\n    return reapers.hand_points(pile)"
        mend(reader, "demon bounds", f"{rule}\n\n\ndk.check(game.replace(hand_points=plain_sum))")
        for id in ("reapers-prize", "reapers-demon"):
            answer_wrongly_then_rightly(reader, id)


def test_trick_party(course):
    with course(4) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        before, after = tweak(hand, "hand_size", 14, OWN)
        assert (before, after) == (15, 14)
        board = reader.cell(HELD)
        box = board.get_by_label("revolution numbers")
        box.fill("1,99")
        box.press("Tab")
        board.get_by_text("99").first.wait_for(timeout=30_000)
        box.fill("1,2,3,4")
        box.press("Tab")
        board.get_by_text("99").first.wait_for(state="detached", timeout=30_000)
        board.locator(HELD).nth(15).wait_for(timeout=60_000)
        rest(board)
        rule = "def once(reversed, card):\n    return reversed != trick_party.revolution(card)"
        mend(reader, "parity of revolutions", f"{rule}\n\n\ndk.check(game.replace(turn=once))")
        for id in ("party-winner", "party-trump-loses"):
            answer_wrongly_then_rightly(reader, id)


def test_janken(course):
    with course(5) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        before, after = tweak(hand, "jokers", False, OWN)
        assert (before, after) == (17, 16)
        board = reader.cell(HELD)
        asks_again(board, lambda: board.get_by_label("jokers").uncheck())
        rule = "def three_steps(card, led, reversed):\n    return janken.strength(card, led, reversed)"
        mend(reader, "circle of suits", f"{rule}\n\n\ndk.check(game.replace(strength=three_steps))")
        for id in ("janken-winner", "janken-joker"):
            answer_wrongly_then_rightly(reader, id)


def test_souls(course):
    with course(6) as reader:
        hand = Hand(reader.page)
        before, after = tweak(hand, "grid", 4, ".dk-space")
        assert (before, after) == (9, 16)
        board = reader.cell(HELD)
        assert slide(reader, board, "hand size", "ArrowLeft") == "4"
        board.locator(HELD).nth(15).wait_for(timeout=60_000)
        rest(board)
        rule = "def at_least(play, top):\n    return souls.beats(play, top)"
        mend(reader, "battles rise", f"{rule}\n\n\ndk.check(game.replace(beats=at_least))")
        for id in ("souls-pair", "souls-beats"):
            answer_wrongly_then_rightly(reader, id)


def test_reds(course):
    with course(7) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        before, after = tweak(hand, "hand_size", 6, OWN)
        assert (before, after) == (5, 6)
        board = reader.cell(HELD)
        asks_again(board, lambda: slide(reader, board, "top rank", "ArrowLeft"))
        rule = "def never(card, led, anti):\n    return reds.strength(card, led, anti)"
        mend(reader, "one winner", f"{rule}\n\n\ndk.check(game.replace(strength=never))")
        for id in ("reds-winner", "reds-scoring"):
            answer_wrongly_then_rightly(reader, id)


def test_invariants_live(course):
    with course(8) as reader:
        page = reader.page
        board = reader.cell(HELD)
        asks_again(board, lambda: slide(reader, board, "top rank", "ArrowRight"))
        assert page.locator(".dk-table").count() == 1
        assert labels(page.locator(".jp-OutputArea-output"))
        reader.write(board, "dk.check(game.replace(strength=low_wins))")
        mend(reader, "trump wins", "dk.check(game)")


def test_playtest_lab(course):
    with course(9) as reader:
        page = reader.page
        assert page.locator(".dk-table").count() == 1
        lab = page.locator('iframe[title="the playtest lab"]').content_frame
        lab.get_by_text("done in").first.wait_for(timeout=60_000)
        lab.get_by_text("2,000 deals with greedy").first.wait_for(timeout=30_000)
        plot = lab.locator(".bk-Figure").first
        plot.locator("canvas").first.wait_for(timeout=30_000)
        before = plot.screenshot()
        lab.get_by_role("combobox", name="players").select_option("3")
        lab.get_by_role("button", name="Run", exact=True).click()
        lab.get_by_text("Reapers, 3 players").first.wait_for(timeout=60_000)
        lab.get_by_text("done in").first.wait_for(timeout=60_000)
        page.wait_for_timeout(500)
        assert plot.screenshot() != before
        whole(page.locator('iframe[title="plots"]').first)


def test_comparing_variants(course):
    with course(10) as reader:
        hand = Hand(reader.page)
        at = hand.table.locator(".dk-at").inner_text()
        hand.button("step ▶")
        assert hand.table.locator(".dk-at").inner_text() != at
        compared = reader.page.locator(".jp-CodeCell").filter(has_text="dk.compare(").first
        before = compared.locator("table").inner_text()
        reader.write(compared, reader.source(compared).replace("25", "40"))
        compared.locator("div", has_text="least_bonus=40").first.wait_for(timeout=30_000)
        after = compared.locator("table").inner_text()
        assert after != before
        assert "really" in after
        plots = reader.page.locator('iframe[title="plots"]')
        assert plots.count() >= 2
        for i in range(2):
            whole(plots.nth(i))


def test_bots(course):
    with course(11) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        hand.choose("seat 1", "heuristic")
        hand.table.get_by_role("button", name="what would the bot play?").click()
        hand.table.locator(".dk-advice li").first.wait_for(timeout=60_000)
        assert hand.table.locator(".dk-advice li").count() == hand.table.locator(".dk-action[data-move]").count()


def test_a_game_of_your_own(course):
    with course(12) as reader:
        hand = Hand(reader.page)
        mine_to_move(hand)
        before, after = tweak(hand, "each", 1, OWN)
        assert (before, after) == (6, 3)
        board = reader.cell(HELD)
        limit = "the sea's limit"
        reader.write(board, "dk.check(game.replace(points=every_trick))")
        row(board, limit, "broken")
        counterexample(board)
        reader.write(board, "dk.check(game)")
        row(board, limit, "holds")
        assert slide(reader, board, "most", "ArrowRight") == "3"
        row(board, limit, "holds")


def test_capstone(course):
    """Code, cards and plots; there is nothing to click."""
    with course(13) as reader:
        page = reader.page
        assert page.locator(".jupyter-widgets, .dk-table").count() == 0
        assert labels(page.locator(".jp-OutputArea-output"))
        whole(page.locator('iframe[title="plots"]').first)
