"""The first notebook in a real JupyterLab and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
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


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on loopback over a copy of the notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    port = free_port()
    options = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    options += ["--IdentityProvider.token=", "--expose-app-in-browser", f"--ServerApp.root_dir={folder}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen([sys.executable, "-m", "jupyterlab", *options], cwd=folder, **quiet)
    url = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{url}/api", timeout=2)
            break
        except OSError:
            time.sleep(0.25)
    yield url
    server.terminate()
    server.wait(timeout=20)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the browser tests need Chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


READY = """() => {
  const app = window.jupyterapp, widget = app && app.shell.currentWidget;
  if (!widget || !widget.context || !widget.context.isReady || !widget.sessionContext.isReady) return false;
  if (!app.commands.hasCommand('notebook:run-all-cells')) return false;
  return widget.sessionContext.session?.kernel?.status === 'idle';
}"""


def test_every_cell_runs_and_the_cards_are_there(lab, browser):
    page = browser.new_page(viewport={"width": 1200, "height": 2400})
    away = []
    page.on("request", lambda request: away.append(request.url) if "127.0.0.1" not in request.url else None)
    page.goto(f"{lab}/lab/tree/notebooks/01-start-here.ipynb?reset")
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.locator(".jp-OutputArea", has_text="designkit/1 reapers/4 seed=7").wait_for(timeout=60_000)
    output = "\n".join(page.locator(".jp-OutputArea-output").all_inner_texts())
    assert "Pile 12 has been taken." in output
    assert "7 poison wins: it is the lowest poison" in output
    assert "Error" not in output
    colours = page.locator(".jp-OutputArea-output pre span[style*='color']")
    assert colours.count() > 50
    assert not [url for url in away if not url.startswith(("data:", "blob:"))]
    page.close()
