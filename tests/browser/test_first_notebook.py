"""The first notebook in a real JupyterLab and a real browser: run all, then play at its table."""

import os
import shutil

import pytest
from homes import CHROMIUM, FLAGS, ROOT, Hand, jupyter_lab, open_in_lab, watch

if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)

NOTEBOOK = "01-start-here.ipynb"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the browser tests need Chromium"
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copy(ROOT / "notebooks" / NOTEBOOK, folder)
    with jupyter_lab(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1300, "height": 9000})
        page.seen = watch(page)
        open_in_lab(page, url, NOTEBOOK)
        page.locator(".jp-OutputArea", has_text="designkit/1 reapers/4 seed=7").wait_for(timeout=60_000)
        yield page
        browser.close()


def test_every_cell_runs_and_shows_its_cards(page):
    output = "\n".join(page.locator(".jp-OutputArea-output").all_inner_texts())
    assert "Pile 12 has been taken." in output
    assert "7 poison wins: it is the lowest poison" in output
    assert "Error" not in output
    assert page.locator(".jp-OutputArea-output svg").count() > 50
    assert page.locator(".dk-table").count() == 2
    page.locator('.dk-row[data-invariant="trump wins"][data-state="broken"]').wait_for(timeout=30_000)
    page.locator('.dk-row[data-state="holds"]').nth(5).wait_for(timeout=30_000)
    assert page.seen == {"away": [], "errors": []}


def test_its_table_is_there_to_play_at(page):
    hand = Hand(page)
    for _ in range(60):
        if "Seat 0 to move" in hand.prompt():
            break
        page.wait_for_timeout(100)
    pile = hand.table.locator(".dk-zone.dk-legal").first
    hand.click(pile)
    assert hand.table.locator(".dk-zone", has_text="seat 0 took it").count() == 1
