"""A green panel turns red on a broken rule, and its counterexample opens: in JupyterLab and in the served app."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

if not CHROMIUM and not os.environ.get("CI"):
    pytest.skip("no Chromium on this machine", allow_module_level=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def serving(url, command, folder):
    """Start a server and wait till it answers."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, cwd=folder, **quiet)
    for _ in range(240):
        try:
            urllib.request.urlopen(url, timeout=5)
            return server
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"nothing answers at {url}")


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the browser tests need Chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


CELLS = [
    'import designkit as dk\ngame = dk.game("reds", 3)',
    "sound = dk.check(game, seconds=20)\nsound",
    "def mine(card, led, anti):\n    return card.rank if card.suit == led else 0",
    "broken = dk.check(game.replace(strength=mine), seconds=4)\nbroken",
]
READY = """() => {
  const app = window.jupyterapp, widget = app && app.shell.currentWidget;
  if (!widget || !widget.context || !widget.context.isReady || !widget.sessionContext.isReady) return false;
  if (!app.commands.hasCommand('notebook:run-all-cells')) return false;
  return widget.sessionContext.session?.kernel?.status === 'idle';
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    cells = [
        {"cell_type": "code", "id": f"c{i}", "source": source, "metadata": {}, "outputs": [], "execution_count": None}
        for i, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "checks.ipynb").write_text(json.dumps(notebook))
    port = free_port()
    options = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    options += ["--IdentityProvider.token=", "--expose-app-in-browser", f"--ServerApp.root_dir={folder}"]
    url = f"http://127.0.0.1:{port}"
    server = serving(f"{url}/api", [sys.executable, "-m", "jupyterlab", *options], folder)
    yield url
    server.terminate()
    server.wait(timeout=20)


def test_a_green_panel_turns_red_on_a_broken_rule_and_the_counterexample_opens(lab, browser):
    page = browser.new_page(viewport={"width": 1400, "height": 3000})
    away = []
    page.on("request", lambda request: away.append(request.url) if "127.0.0.1" not in request.url else None)
    page.goto(f"{lab}/lab/tree/checks.ipynb?reset")
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    outputs = page.locator(".jp-OutputArea-output")
    red = page.locator('.dk-row[data-invariant="anti trump loses"][data-state="broken"]')
    red.wait_for(timeout=60_000)
    green = page.locator('.dk-row[data-invariant="anti trump loses"][data-state="holds"]')
    green.wait_for(timeout=60_000)
    assert "should win" in red.inner_text()
    assert re.search(r"all [\d,]+ tricks of two cards", green.inner_text())
    page.get_by_text("open at the table").first.click()
    table = page.locator(".dk-table")
    table.wait_for(timeout=30_000)
    assert "Reds" in table.inner_text()
    assert table.locator(".dk-zone .dk-card").count() > 3
    assert "designkit/1 reds/3" in page.locator(".dk-line").first.inner_text()
    assert "Error" not in "\n".join(outputs.all_inner_texts())
    assert not [url for url in away if not url.startswith(("data:", "blob:"))]
    page.close()


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
    command = [sys.executable, "-c", code, "check", "reds", "--seconds", "4", "--no-browser", "--port", str(port)]
    server = serving(f"http://127.0.0.1:{port}/", command, tmp_path)
    try:
        page = browser.new_page(viewport={"width": 1400, "height": 2400})
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator('.dk-row[data-invariant="anti trump loses"][data-state="broken"]').wait_for(timeout=60_000)
        page.get_by_role("button", name="open at the table").first.click()
        page.locator(".dk-table").wait_for(timeout=30_000)
        assert "Reds" in page.locator(".dk-table").inner_text()
        page.close()
    finally:
        server.terminate()
        server.wait(timeout=20)
