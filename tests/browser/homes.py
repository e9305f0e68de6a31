"""The two homes of the card table for tests and benchmarks: JupyterLab and the served page, on loopback, in Chromium."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlparse

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAB_READY = """() => {
  const app = window.jupyterapp, widget = app && app.shell.currentWidget;
  if (!widget || !widget.context || !widget.context.isReady || !widget.sessionContext.isReady) return false;
  if (!app.commands.hasCommand('notebook:run-all-cells')) return false;
  return widget.sessionContext.session?.kernel?.status === 'idle';
}"""

RUN_ALL = """() => {
  window.ran = undefined;
  window.jupyterapp.commands.execute('notebook:run-all-cells').then((well) => { window.ran = well; });
}"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def server(command, url, cwd):
    """A server that answers at an address, ended at the end."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=cwd, env={**os.environ, "PYTHONPATH": path}, **quiet)
    try:
        for _ in range(240):
            assert process.poll() is None, f"{command} ended with {process.returncode}"
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url, timeout=2)
                break
            time.sleep(0.25)
        else:
            raise AssertionError(f"nothing answers at {url}")
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


@contextlib.contextmanager
def served_app(cwd, *arguments):
    """The page that `designkit play` serves."""
    port = free_port()
    code = "from designkit.cli import main; main()"
    command = [sys.executable, "-c", code, "play", *arguments, "--no-browser", "--port", str(port)]
    with server(command, f"http://127.0.0.1:{port}/", cwd):
        yield f"http://127.0.0.1:{port}/"


@contextlib.contextmanager
def jupyter_lab(folder):
    """JupyterLab over a folder, with nobody's own settings."""
    port = free_port()
    options = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    options += ["--IdentityProvider.token=", "--expose-app-in-browser", f"--ServerApp.root_dir={folder}"]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as own:
        options += [f"--LabApp.user_settings_dir={own}", f"--LabApp.workspaces_dir={own}"]
        with server([sys.executable, "-m", "jupyterlab", *options], f"{url}/api", folder):
            yield url


def write_notebook(path, *cells):
    """A notebook with these code cells."""
    made = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
        for i, cell in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))


def watch(page):
    """The addresses outside this machine that a page asks for, and what goes wrong on it."""
    seen = {"away": [], "errors": []}

    def on_request(request):
        where = urlparse(request.url)
        if where.scheme not in ("data", "blob") and where.hostname not in ("127.0.0.1", "localhost"):
            seen["away"].append(request.url)

    page.on("request", on_request)
    page.on("pageerror", lambda error: seen["errors"].append(str(error)))
    return seen


def open_in_lab(page, url, notebook):
    """Run a notebook in JupyterLab and wait for its table."""
    page.goto(f"{url}/lab/tree/{notebook}?reset")
    page.wait_for_function(LAB_READY, timeout=60_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_selector(".jp-OutputArea .dk-table", timeout=60_000)


class Reader:
    """A reader of a notebook in JupyterLab: runs it, types into its cells, looks at what comes out."""

    def __init__(self, page, url, notebook):
        self.page = page
        page.goto(f"{url}/lab/tree/{notebook}?reset", timeout=120_000)
        page.wait_for_function(LAB_READY, timeout=120_000)

    def run_all(self, seconds=240):
        """Run every cell; whether all went well."""
        self.page.evaluate(RUN_ALL)
        self.page.wait_for_function("() => window.ran !== undefined", timeout=1000 * seconds)
        return self.page.evaluate("window.ran")

    def errors(self):
        """What stands in red under the cells: errors, and the error stream but for word that the compiler is at work."""
        kinds = ", ".join(f'[data-mime-type="application/vnd.jupyter.{kind}"]' for kind in ("error", "stderr"))
        texts = self.page.locator(f".jp-OutputArea-output:is({kinds})").all_inner_texts()
        return [text for text in texts if not text.startswith("Compiling the game")]

    def cell(self, shows):
        """The first code cell with this under it; it is marked, to be found again whatever it shows then."""
        found = self.page.locator(".jp-CodeCell").filter(has=self.page.locator(f".jp-OutputArea {shows}")).first
        mark = found.evaluate("(cell) => (cell.dataset.mark ??= crypto.randomUUID())")
        return self.page.locator(f'.jp-CodeCell[data-mark="{mark}"]')

    def source(self, cell):
        """What is written in a cell."""
        return "\n".join(cell.locator(".cm-line").all_inner_texts())

    def write(self, cell, source):
        """Type over a cell and run it; the number that it is run as tells when it is done."""
        number = cell.locator(".jp-InputPrompt").inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)
        self.page.keyboard.press("Control+Enter")
        for _ in range(1200):
            now = cell.locator(".jp-InputPrompt").inner_text()
            if now != number and "*" not in now:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the cell is still running: {source}")

    def close(self):
        """Shut the notebook's kernel down."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")


class Hand:
    """A person's hand on the page: clicks, and waits till the table has answered."""

    def __init__(self, page):
        self.page = page
        self.table = page.locator(".dk-table").first

    @property
    def turn(self):
        return int(self.table.get_attribute("data-turn"))

    def doing(self, act):
        """Do something and wait till the table has heard of it."""
        before = self.turn
        act()
        deadline = time.monotonic() + 10
        while self.turn == before:
            assert time.monotonic() < deadline, f"the table did not answer: {self.said()}"
            self.page.wait_for_timeout(10)

    def click(self, locator):
        self.doing(lambda: locator.click())

    def button(self, name):
        self.click(self.table.get_by_role("button", name=name, exact=True))

    def unfold(self, title):
        fold = self.table.locator("details").filter(has=self.page.locator("summary", has_text=title)).first
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        return fold

    def choose(self, label, value):
        self.doing(
            lambda: self.table.get_by_label(label, exact=True).and_(self.page.locator("select")).select_option(value)
        )

    def said(self):
        return self.table.locator(".dk-live").inner_text()

    def prompt(self, branch=0):
        return self.table.locator(".dk-prompt").nth(branch).inner_text()

    def cards(self, selector):
        return [card.get_attribute("data-card") for card in self.table.locator(selector).all()]
