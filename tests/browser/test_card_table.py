"""The card table as a person uses it, in a real Chromium: in JupyterLab and on the served page."""

import os
import random

import homes
import pytest
from homes import Hand

import designkit as dk

if not homes.CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)

NOTEBOOK = "import designkit as dk\ntable = dk.table('reapers', players=4, seed=0, pace='at once')\ntable"


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    assert homes.CHROMIUM, "the browser tests need Chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=homes.CHROMIUM, args=homes.FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with homes.served_app(tmp_path_factory.mktemp("app"), "reapers", "--seed", "0") as url:
        yield url


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    homes.write_notebook(folder / "table.ipynb", NOTEBOOK)
    with homes.jupyter_lab(folder) as url:
        yield url


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    seen = homes.watch(page)
    yield page
    page.close()
    assert seen == {"away": [], "errors": []}


@pytest.fixture
def served(page, app):
    page.goto(app)
    page.wait_for_selector(".dk-table")
    hand = Hand(page)
    hand.choose("pace", "at once")
    return hand


@pytest.fixture
def noted(page, lab):
    homes.open_in_lab(page, lab, "table.ipynb")
    return Hand(page)


@pytest.fixture(params=["served", "noted"])
def hand(request):
    return request.getfixturevalue(request.param)


INSIDE = """(table) => [...table.querySelectorAll('.dk-zone .dk-card')].every((card) =>
  card.getBoundingClientRect().left >= card.closest('.dk-zone').getBoundingClientRect().left)"""
FOCUSED = """() => {
  let a = document.activeElement;
  while (a.shadowRoot?.activeElement) a = a.shadowRoot.activeElement;
  return WHAT;
}"""
BUSY = "(code) => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code }); }"
LEGAL = ".dk-own .dk-card.dk-legal"


def play_hand_of_reapers(hand):
    """Draft, wager and play every trick by clicks till the hand is scored."""
    while "phase draft" in hand.prompt():
        hand.click(hand.table.locator(".dk-zone.dk-legal").first)
    assert "phase wager" in hand.prompt()
    assert len(hand.table.locator(".dk-own .dk-hand .dk-card").all()) == 9
    hand.button("wager second")
    played = 0
    while "Hand 1" in hand.prompt():
        assert "phase tricks" in hand.prompt()
        hand.click(hand.table.locator(LEGAL).first)
        played += 1
    assert played == 9


def test_a_full_hand_of_reapers_by_clicks(hand):
    sheet = hand.table.locator("details", has_text="score sheet")
    assert sheet.get_attribute("open") is None
    play_hand_of_reapers(hand)
    assert sheet.get_attribute("open") is not None, "who has played a hand sees what it brought"
    assert "hand 1" in sheet.inner_text()
    assert "second" in sheet.inner_text()
    why = hand.unfold("why").inner_text()
    assert "wins" in why
    assert why.count(".\n") + why.endswith(".") >= 4
    assert "Points by seat" in hand.unfold("log").inner_text()
    assert not hand.table.locator(".dk-fault").is_visible()


def test_an_illegal_click_explains_itself(hand):
    while not hand.table.locator(".dk-own .dk-card.dk-dimmed").count():
        legal = hand.table.locator(".dk-zone.dk-legal, .dk-action.dk-legal, .dk-own .dk-card.dk-legal")
        hand.click(legal.first)
    at = hand.table.locator(".dk-at").inner_text()
    card = hand.table.locator(".dk-own .dk-card.dk-dimmed").first
    card.click(force=True)
    assert "must follow" in hand.said() or "may be led only" in hand.said()
    assert card.get_attribute("data-card") in hand.said()
    assert hand.table.locator(".dk-board .dk-said").inner_text() == hand.said(), "it is said where the hand is, too"
    assert hand.table.locator(".dk-at").inner_text() == at


def test_undo_and_step_again(hand):
    hand.click(hand.table.locator(".dk-zone.dk-legal").first)
    after = hand.table.locator(".dk-at").inner_text()
    hand.button("undo")
    assert hand.table.locator(".dk-at").inner_text() != after
    assert not hand.table.locator(".dk-own .dk-hand .dk-card").count()
    hand.button("step ▶")
    assert hand.table.locator(".dk-own .dk-hand .dk-card").count() == 3


def test_fork_shows_both_branches(hand):
    hand.button("fork here")
    assert hand.table.locator(".dk-board").count() == 2
    second = hand.table.locator(".dk-board").nth(1)
    hand.click(second.locator(".dk-zone.dk-legal").nth(1))
    hand.unfold("rules")
    assert hand.table.locator(".dk-board").nth(0).locator(".dk-own .dk-hand .dk-card").count() == 0
    assert second.locator(".dk-own .dk-hand .dk-card").count() >= 3
    hand.click(hand.table.get_by_role("button", name="put away").nth(1))
    assert hand.table.locator(".dk-board").count() == 1


def test_in_a_fork_focus_and_choice_stay_in_their_branch(served):
    hand = served
    hand.choose("game", "reds")
    hand.click(hand.table.get_by_role("button", name="bid 2", exact=True))
    assert "to give 4 to the left" in hand.table.locator(".dk-badge").all_inner_texts()
    hand.button("fork here")
    first, second = (hand.table.locator(".dk-board").nth(branch) for branch in range(2))
    for i in range(4):
        second.locator(LEGAL).nth(i).click()
    assert first.locator(".dk-chosen").count() == 0
    second.locator(".dk-choose").focus()
    hand.doing(lambda: hand.page.keyboard.press("Enter"))
    assert hand.page.evaluate(FOCUSED.replace("WHAT", "a.closest('.dk-board').dataset.branch")) == "1"
    hand.click(first.locator(LEGAL).first)
    assert first.locator(".dk-chosen").count() == 1
    assert first.locator(".dk-choose").count() == 1


def test_a_souls_battle(served):
    hand = served
    hand.choose("game", "souls")
    hand.choose("players", "2")
    hand.unfold("seed and record")
    chance = random.Random(4)
    battles = 0
    for _ in range(60):
        if battles:
            break
        prompt = hand.prompt()
        if "phase place" in prompt:
            spaces = hand.table.locator(".dk-space.dk-legal")
            hand.click(spaces.nth(chance.randrange(spaces.count())))
        elif "phase attack" in prompt:
            targets = hand.table.locator(".dk-space.dk-legal")
            hand.click(targets.first if targets.count() else hand.table.locator(".dk-action.dk-legal").first)
        elif "phase battle" in prompt:
            if not hand.table.locator(LEGAL).count():
                hand.button("pass")
            else:
                lay_one_or_two(hand)
        elif "phase soul" in prompt:
            hand.button("soul purgatory")
        elif "phase toll" in prompt or "phase swap" in prompt:
            hand.click(hand.table.locator(LEGAL).first)
        battles = hand.table.locator(".dk-reasons li").count()
    assert battles
    assert "beats" in hand.table.locator(".dk-reasons").inner_text()
    assert not hand.table.locator(".dk-fault").is_visible()


def lay_one_or_two(hand):
    """Choose a card, then a second one if the first alone does not do."""
    cards = hand.table.locator(LEGAL)
    labels = [card.get_attribute("data-card") for card in cards.all()]
    at = hand.table.locator(".dk-at").inner_text()
    tries = [[one] for one in labels] + [[a, b] for i, a in enumerate(labels) for b in labels[i + 1 :]]
    for chosen in tries:
        for chosen_before in hand.table.locator(".dk-own .dk-chosen").all():
            chosen_before.click()
        for label in chosen:
            hand.table.locator(f'{LEGAL}[data-card="{label}"]').click()
        hand.click(hand.table.locator('.dk-choose[data-verb="lay"]'))
        if hand.table.locator(".dk-at").inner_text() != at:
            return
        assert "does not beat" in hand.said()
    raise AssertionError("no play was legal although cards could be chosen")


def test_a_reds_exchange(served):
    hand = served
    hand.choose("game", "reds")
    hand.click(hand.table.get_by_role("button", name="bid 2", exact=True))
    assert "phase exchange" in hand.prompt()
    mine = hand.cards(LEGAL)
    assert len(mine) == 5
    hand.table.locator(".dk-choose").click()
    assert "Choose 4 cards" in hand.said()
    hand.table.locator(LEGAL).nth(0).click()
    hand.click(hand.table.locator(".dk-choose"))
    assert "gives 4 different cards to the left" in hand.said()
    for i in range(1, 4):
        hand.table.locator(LEGAL).nth(i).click()
    assert hand.table.locator(".dk-own .dk-chosen").count() == 4
    hand.click(hand.table.locator(".dk-choose"))
    assert "phase tricks" in hand.prompt()
    now = hand.cards(".dk-own .dk-hand .dk-card")
    assert mine[4] in now
    assert len(set(mine) & set(now)) == 1


def test_the_keyboard_alone_is_enough(served):
    hand = served
    for _ in range(6):
        focusable = hand.table.locator(".dk-zone.dk-legal, .dk-action.dk-legal, .dk-own .dk-card.dk-legal").first
        focusable.focus()
        hand.doing(lambda: hand.page.keyboard.press("Enter"))
    assert "phase tricks" in hand.prompt()
    assert "dk-legal" in hand.page.evaluate(FOCUSED.replace("WHAT", "a.className")), (
        "the focus stays on what can be played"
    )
    reached = set()
    for _ in range(60):
        hand.page.keyboard.press("Tab")
        reached.add(hand.page.evaluate(FOCUSED.replace("WHAT", "(a.dataset.key ?? '').split(' ')[0]")))
    assert {"card", "fold", "select"} <= reached


def test_the_focus_waits_at_the_prompt_while_others_move(served):
    hand, focused = served, lambda: served.page.evaluate(FOCUSED.replace("WHAT", "a.className"))
    hand.choose("pace", "normal")
    hand.table.locator(".dk-zone.dk-legal").first.focus()
    waited = 0
    for _ in range(4):
        hand.doing(lambda: hand.page.keyboard.press("Enter"))
        for _ in range(400):
            if "Seat 0 to move" in hand.prompt() and "dk-legal" in focused():
                break
            assert focused() == "dk-prompt" or "Seat 0" in hand.prompt()
            waited += 1
            hand.page.wait_for_timeout(50)
    assert waited
    assert "phase tricks" in hand.prompt() or "phase wager" in hand.prompt()


def test_keys_in_a_notebook_stay_with_the_table(noted):
    pile = noted.table.locator(".dk-zone.dk-legal").first
    pile.focus()
    noted.doing(lambda: noted.page.keyboard.press("Enter"))
    noted.page.keyboard.press("d")
    noted.page.keyboard.press("d")
    assert noted.table.locator(".dk-own .dk-hand .dk-card").count() >= 3


def test_a_table_that_gets_no_answer_says_so_till_it_does(noted):
    noted.page.evaluate(BUSY, "import time\ntime.sleep(12)")
    noted.table.locator(".dk-zone.dk-legal").first.click()
    silent = noted.table.locator(".dk-live", has_text="No answer yet")
    silent.wait_for(timeout=30_000)
    silent.wait_for(state="detached", timeout=60_000)
    assert noted.table.locator(".dk-own .dk-hand .dk-card").count() >= 3


def test_rules_seed_line_and_curtain(served):
    hand = served
    hand.unfold("rules")
    slider = hand.table.locator('[data-param="pile_size"]')
    assert "cards in a big pile" in slider.get_attribute("title")
    hand.doing(lambda: slider.fill("4"))
    assert "cannot be played so" in hand.said()
    assert hand.table.locator('[data-param="pile_size"]').input_value() == "3"
    hand.doing(lambda: hand.table.locator('[data-param="reapers"]').fill("2"))
    assert "cannot" in hand.said() or hand.table.locator('[data-param="reapers"]').input_value() == "2"
    fold = hand.unfold("seed and record")
    fold.get_by_label("seed", exact=True).fill("11")
    hand.doing(lambda: fold.get_by_label("seed", exact=True).press("Enter"))
    assert "seed 11" in hand.table.locator(".dk-head").inner_text()
    line = fold.get_by_label("this game as one line").input_value()
    assert line.startswith("designkit/1 reapers/4 seed=11")
    hand.click(hand.table.locator(".dk-zone.dk-legal").first)
    pasted = fold.get_by_label("paste a line")
    for text, stays in ((line.replace("reapers", "whist"), True), (line, False)):
        pasted.fill(text)
        hand.doing(lambda: pasted.press("Enter"))
        assert pasted.input_value() == (text if stays else "")
    assert fold.get_by_label("this game as one line").input_value() == line
    for seat in range(4):
        hand.choose(f"seat {seat}", "human")
    assert hand.table.get_attribute("data-mode") == "curtain"
    hand.click(hand.table.locator(".dk-curtain button"))
    assert hand.table.get_attribute("data-mode") == "closed"


def test_moving_bots_wait_for_the_hand_that_is_at_a_control(served):
    hand = served
    hand.unfold("rules")
    hand.choose("pace", "fast")
    hand.button("autoplay")
    for control in ('[data-key="select jump to"]', '[data-param="least_bonus"]', '[data-key="do auto"]'):
        hand.page.wait_for_timeout(600)
        place = hand.table.locator(control).bounding_box()
        hand.page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        hand.page.mouse.down()
        pressed = hand.table.locator(control).element_handle()
        hand.page.wait_for_timeout(1000)
        assert pressed.evaluate("(node) => node.isConnected"), control
        hand.page.mouse.up()
        hand.page.keyboard.press("Escape")
    hand.table.get_by_role("button", name="autoplay", exact=True).wait_for(timeout=5000)


def test_what_is_refused_is_said_where_it_was_asked(hand):
    hand.choose("game", "trick_party")
    rules, record = hand.unfold("rules"), hand.unfold("seed and record")
    for fold, field in ((rules, '[data-param="revolution_numbers"]'), (record, '[aria-label="seed"]')):
        fold.locator(field).fill("1,99")
        hand.doing(lambda fold=fold, field=field: fold.locator(field).press("Enter"))
        assert "not 1,99" in hand.said().replace("'", "")
        assert hand.table.locator("details .dk-said:visible").all_inner_texts() == [hand.said()]
        assert fold.locator(".dk-said").is_visible()


@pytest.mark.parametrize("game", dk.GAMES)
def test_every_game_is_readable_by_everybody_in_both_themes_and_on_narrow_windows(served, game):
    hand = served
    hand.choose("game", game)
    hand.choose("players", str(dk.GAMES[game].players[-1]))
    for title in ("score sheet", "log", "seed and record", "rules"):
        hand.unfold(title)
    for _ in range(12):
        hand.button("step ▶")
    for theme in ("light", "dark"):
        hand.table.get_by_label("theme", exact=True).select_option(theme)
        assert barriers(hand.page) == []
    for width in (1024, 390):
        hand.page.set_viewport_size({"width": width, "height": 900})
        assert hand.page.evaluate("document.documentElement.scrollWidth") <= width
        assert hand.table.evaluate(INSIDE)


def test_no_serious_barrier_in_the_notebook(noted):
    noted.click(noted.table.locator(".dk-zone.dk-legal").first)
    # axe takes all that lies in JupyterLab's nested panels for hidden, so the table is put on the bare page
    noted.page.evaluate("document.body.replaceChildren(document.querySelector('.dk-table'))")
    for theme in ("light", "dark"):
        noted.table.evaluate("(table, theme) => { table.dataset.theme = theme; }", theme)
        assert barriers(noted.page, ".dk-table") == []


def barriers(page, inside=None):
    """What axe-core finds serious or worse."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=inside).response["violations"]
    return [
        (one["id"], one["nodes"][0]["html"][:160], one["nodes"][0].get("failureSummary", "")[:200])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


INSERT = """(source) => window.jupyterapp.shell.currentWidget.content.model.sharedModel
  .insertCell(1, {cell_type: 'code', source})"""
BREAK = "from designkit.views import desk\ndesk.ASKED['fork'] = lambda desk: 1 / 0"


def test_a_fault_of_ours_is_seen_on_the_page(noted):
    page = noted.page
    page.evaluate(INSERT, BREAK)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_timeout(1500)
    page.wait_for_function(homes.LAB_READY)
    hand = Hand(page)
    hand.button("fork here")
    assert "ZeroDivisionError" in hand.table.locator(".dk-fault").inner_text()


def test_advice_stands_on_the_cards_and_in_a_list(served):
    page = served.page
    page.click('[data-key="do advise"]')
    page.wait_for_selector(".dk-advice li", timeout=90_000)
    assert page.locator(".dk-advice .dk-best").count() == 1
    assert page.locator(".dk-board .dk-best").count() == 1
    assert "thinking" not in page.inner_text(".dk-live")
    page.locator(".dk-board .dk-legal").first.click()
    page.wait_for_selector(".dk-advice", state="detached")
