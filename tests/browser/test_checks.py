"""A green panel turns red on a broken rule, and its counterexample opens: in JupyterLab and in the served app."""

import os
import re
import sys

import pytest
from homes import CHROMIUM, FLAGS, LAB_READY, free_port, jupyter_lab, server, watch, write_notebook

if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the browser tests need Chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def refused_twice(page, handle, shown):
    """A slider moved to what cannot be played says so and goes back to what is in force, as often as it is tried."""
    for at in ("5", "6"):
        handle.focus()
        page.keyboard.press("Home")
        page.get_by_text("cannot be passed from a hand of 1").first.wait_for(timeout=30_000)
        shown.filter(has_text=re.compile(rf"\b{at}$")).wait_for(timeout=30_000)
        handle.focus()
        page.keyboard.press("ArrowRight")
        page.get_by_text("cannot be passed from a hand of 1").first.wait_for(state="detached", timeout=30_000)


CELLS = [
    'import designkit as dk\ngame = dk.game("reds", 3)',
    "sound = dk.check(game, seconds=20)\nsound",
    "def mine(card, led, anti):\n    return card.rank if card.suit == led else 0",
    "broken = dk.check(game.replace(strength=mine), seconds=4)\nbroken",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / "checks.ipynb", *CELLS)
    with jupyter_lab(folder) as url:
        yield url


def test_a_green_panel_turns_red_on_a_broken_rule_and_the_counterexample_opens(lab, browser):
    page = browser.new_page(viewport={"width": 1400, "height": 3000})
    seen = watch(page)
    page.goto(f"{lab}/lab/tree/checks.ipynb?reset")
    page.wait_for_function(LAB_READY, timeout=60_000)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    outputs = page.locator(".jp-OutputArea-output")
    red = page.locator('.dk-row[data-invariant="anti trump loses"][data-state="broken"]')
    red.wait_for(timeout=60_000)
    green = page.locator('.dk-row[data-invariant="anti trump loses"][data-state="holds"]')
    green.wait_for(timeout=60_000)
    assert "should win" in red.inner_text()
    assert re.search(r"all [\d,]+ tricks of two cards", green.inner_text())
    slider = page.locator(".widget-slider").filter(has=page.get_by_text("hand size", exact=True)).first
    refused_twice(page, slider.locator(".noUi-handle"), slider.locator(".widget-readout"))
    into_view(page)
    table = page.locator(".dk-table")
    assert "Reds" in table.inner_text()
    assert table.locator(".dk-zone .dk-card").count() > 3
    assert "designkit/1 reds/3" in page.locator(".dk-line").first.inner_text()
    assert "Error" not in "\n".join(outputs.all_inner_texts())
    assert seen == {"away": [], "errors": []}
    page.close()


def into_view(page):
    """Open a counterexample on a low screen: the table comes into view."""
    page.set_viewport_size({"width": 1400, "height": 700})
    page.get_by_role("button", name="open at the table").first.click()
    page.locator(".dk-table").wait_for(timeout=30_000)
    seen = "(table) => { const { top } = table.getBoundingClientRect(); return top > -2 && top < 350; }"
    for _ in range(50):
        if page.locator(".dk-table").evaluate(seen):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the table lies at {page.locator('.dk-table').bounding_box()}")


BREAK = """
import dataclasses
import designkit as dk
own = dk.GAMES["reds"]
def strength(card, led, anti): return card.rank * (card.suit == led)
dk.register(dataclasses.replace(own, rules=tuple(strength if r.__name__ == "strength" else r for r in own.rules)))
"""


def test_the_served_app_opens_a_counterexample(browser, tmp_path):
    port = free_port()
    code = BREAK + "from designkit.cli import main; main()"
    command = [
        sys.executable,
        "-c",
        code,
        "check",
        "reds",
        "--players",
        "3",
        "--seconds",
        "4",
        "--no-browser",
        "--port",
        str(port),
    ]
    with server(command, f"http://127.0.0.1:{port}/", tmp_path):
        page = browser.new_page(viewport={"width": 1400, "height": 2400})
        seen = watch(page)
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator('.dk-row[data-invariant="anti trump loses"][data-state="broken"]').wait_for(timeout=60_000)
        refused_twice(page, page.locator(".noUi-handle").first, page.locator(".bk-slider-title", has_text="hand size"))
        into_view(page)
        assert "Reds" in page.locator(".dk-table").inner_text()
        assert seen == {"away": [], "errors": []}
        page.close()
