"""The playtest lab in its two homes: run, see, cancel, compare, open a deal at the table, save; nothing from elsewhere."""

import csv
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


def sees(place, text):
    place.get_by_text(text).first.wait_for(timeout=60_000)


def run(place):
    place.get_by_role("button", name="Run", exact=True).click()


def amount(place, count):
    box = place.get_by_label("how many")
    box.fill(str(count))
    box.press("Tab")


def tap(page, place, plot):
    """Click the middle of a plot."""
    canvas = place.locator(".bk-Figure").nth(plot).locator("canvas").first
    box = canvas.bounding_box(timeout=30_000)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def use(page, place):
    """What a designer does, the same on the page and in a notebook's frame."""
    sees(place, "20,000 deals with greedy in every seat")
    sees(place, "done in")
    place.locator(".bk-Figure").nth(3).wait_for(timeout=30_000)
    page.wait_for_timeout(3000)
    tap(page, place, 0)
    place.locator(".dk-table").first.wait_for(timeout=30_000)
    sees(place, re.compile(r"Deal [\d,]+: seat \d wins"))

    amount(place, 500_000_000)
    run(place)
    sees(place, re.compile(r"[1-9]\d* ?% played|0% played, about"))
    place.get_by_role("button", name="Cancel", exact=True).click()
    place.get_by_text("cancelled at").wait_for(timeout=2_000)
    sees(place, re.compile(r"[\d,]+ of 500,000,000 deals"))

    place.get_by_role("button", name="compare", exact=True).click()
    amount(place, 3000)
    sees(place, "Rules of B")
    run(place)
    sees(place, "A and B are the same variant")
    place.get_by_role("combobox", name="ties").select_option("strict")
    run(place)
    sees(place, "B: Reapers, 4 players, ties strict")
    sees(place, "done in")
    place.get_by_text("measures", exact=True).click()
    sees(place, "lead retention")

    place.get_by_role("button", name="simulate", exact=True).click()
    amount(place, 400)
    run(place)
    sees(place, "400 deals with greedy")
    sees(place, "done in")
    place.get_by_text("deals that stand out", exact=True).click()
    row = place.get_by_role("button", name=re.compile(r"^open \d")).first
    row.wait_for(timeout=30_000)
    page.wait_for_timeout(3000)
    number = row.inner_text().removeprefix("open ").partition(":")[0]
    row.click()
    sees(place, f"Deal {number}: most points")


def save(page, place, name):
    """Save, with a second click where the first came while the page was still drawing."""
    got = []
    page.on("download", lambda saved: got.append(saved))
    for _ in range(2):
        place.get_by_text(name, exact=True).click()
        for _ in range(150):
            if got:
                return got[0].path()
            page.wait_for_timeout(100)
    raise AssertionError(f"{name} was not saved")


def test_the_served_lab(browser, tmp_path):
    port = free_port()
    code = "from designkit.cli import main; main()"
    command = [sys.executable, "-c", code, "lab", "--no-browser", "--port", str(port)]
    with server(command, f"http://127.0.0.1:{port}/", tmp_path):
        page = browser.new_page(viewport={"width": 1200, "height": 2600})
        seen = watch(page)
        page.goto(f"http://127.0.0.1:{port}/")
        use(page, page)
        saved = tmp_path / "report.html"
        saved.write_bytes(save(page, page, "HTML report").read_bytes())
        assert page.evaluate("document.documentElement.scrollWidth") <= 1200
        assert seen == {"away": [], "errors": []}
        page.goto(f"file://{saved}")
        page.locator(".bk-Figure canvas").nth(3).wait_for(timeout=30_000)
        assert "400 deals" in page.locator("body").inner_text()
        assert [url for url in seen["away"] if not url.startswith("file:")] == []
        page.close()


def test_the_lab_in_a_notebook(browser, tmp_path):
    write_notebook(tmp_path / "lab.ipynb", "import designkit as dk\nmine = dk.lab()\nmine")
    with jupyter_lab(tmp_path) as url:
        page = browser.new_page(viewport={"width": 1500, "height": 3000})
        seen = watch(page)
        page.goto(f"{url}/lab/tree/lab.ipynb?reset")
        page.wait_for_function(LAB_READY, timeout=60_000)
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        frame = page.locator('iframe[title="the playtest lab"]').content_frame
        use(page, frame)
        rows = list(csv.DictReader(save(page, frame, "CSV").open()))
        assert len(rows) == 1600
        assert {row["seat"] for row in rows} == {"0", "1", "2", "3"}
        assert "Traceback" not in page.locator(".jp-OutputArea").first.inner_text()
        assert seen == {"away": [], "errors": []}
        page.close()
