"""The site that runs in the browser alone, built and driven offline: table, checks and an exercise, wrongly then rightly."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading

import pytest
from homes import CHROMIUM, FLAGS, ROOT, Hand, watch

if not (CHROMIUM and shutil.which("npm")) and not os.environ.get("CI"):
    pytest.skip("no Chromium or no npm on this machine", allow_module_level=True)

RIGHT = """
def right(plays):
    suits = {card.suit for card in plays}
    anti, other = exercise.numbers["anti"], exercise.numbers["other"]
    led = other if plays[0].suit == anti and other in suits else plays[0].suit
    wins = "diamonds" if "diamonds" in suits else led
    return max(range(len(plays)), key=lambda place: (plays[place].suit == wins, plays[place].rank))


exercise.check(right)
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

    def log_message(self, *told):
        pass


@pytest.fixture(scope="module")
def page():
    from playwright.sync_api import sync_playwright

    subprocess.run([sys.executable, ROOT / "lite" / "build.py"], check=True, capture_output=True)
    files = functools.partial(Quiet, directory=ROOT / "dist" / "lite")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), files) as site, sync_playwright() as playwright:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1300, "height": 6000})
        page.seen = watch(page)
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        page.locator(".jp-Notebook .jp-Cell").first.click(timeout=60_000)
        page.get_by_role("menuitem", name="Run").first.click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.locator(".jp-OutputArea", has_text="The lab cannot run here").wait_for(timeout=120_000)
        yield page
        browser.close()
        site.shutdown()


def test_the_table_is_there_to_play_at(page):
    hand = Hand(page)
    hand.click(hand.table.locator(".dk-zone.dk-legal").first)
    assert hand.table.locator(".dk-zone", has_text="seat 0 took it").count() == 1


def test_a_broken_rule_turns_its_row_red(page):
    assert page.locator('.dk-row[data-state="broken"]').get_attribute("data-invariant") == "trump wins"
    assert page.locator('.dk-row[data-state="holds"]').count() > 20


def test_an_exercise_is_answered_wrongly_then_rightly(page):
    assert page.locator('.dk-verdict[data-passed="false"] svg').count() == 2
    cell = page.locator(".jp-CodeCell", has_text="exercise.check(highest)").first
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(RIGHT)
    page.keyboard.press("Shift+Enter")
    page.locator('.dk-verdict[data-passed="true"]', has_text="agrees with the rules").wait_for(timeout=120_000)


def test_nothing_is_asked_of_another_machine(page):
    assert page.seen == {"away": [], "errors": []}
