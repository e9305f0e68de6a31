"""How long from "run all" to the first picture of each notebook, in JupyterLab in Chromium, on a warm machine.

A picture is a drawn card, table, plot or heat map under a cell. Each notebook is run once unmeasured, so that what is
compiled and imported is at hand, then with fresh kernels. The last line is JSON; the exit code is 1 if a median is
over 5 seconds. Usage: python benchmarks/first_picture.py [rounds] [notebook numbers]
"""

import json
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

import homes
from playwright.sync_api import sync_playwright

LIMIT = 5.0
"""Seconds within which a notebook shows a picture."""
MEASURE = """(limit) => new Promise((done, fail) => {
  const pictures = 'svg, canvas, img, td[style*="hsl"]';
  const drawn = (root) => [...root.querySelectorAll('*')].some((node) =>
    (node.matches(pictures) && node.getBoundingClientRect().width > 0)
    || (node.shadowRoot && drawn(node.shadowRoot)) || (node.contentDocument && drawn(node.contentDocument)));
  const start = performance.now();
  const look = () => {
    if ([...document.querySelectorAll('.jp-OutputArea-output')].some(drawn)) return done(performance.now() - start);
    if (performance.now() - start > limit) return fail(new Error('no picture'));
    requestAnimationFrame(look);
  };
  window.jupyterapp.commands.execute('notebook:run-all-cells');
  look();
})"""


def seconds(chromium, url, notebook):
    """From run-all to the first picture, with a fresh kernel that is shut down then."""
    page = chromium.new_page(viewport={"width": 1300, "height": 9000})
    reader = homes.Reader(page, url, notebook)
    try:
        return page.evaluate(MEASURE, 120_000) / 1000
    finally:
        reader.close()
        page.close()


def main(rounds, numbers):
    """Print a line a notebook, then all medians as JSON."""
    medians = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for path in (homes.ROOT / "notebooks").glob("*.ipynb"):
            shutil.copy(path, folder)
        chromium = playwright.chromium.launch(executable_path=homes.CHROMIUM, args=homes.FLAGS)
        with homes.jupyter_lab(folder) as url:
            for path in sorted(Path(folder).glob("*.ipynb")):
                if numbers and path.name[:2] not in numbers:
                    continue
                times = [seconds(chromium, url, path.name) for _ in range(rounds + 1)][1:]
                medians[path.stem] = round(statistics.median(times), 2)
                print(f"{path.stem:28} median {medians[path.stem]:5.2f} s, worst {max(times):5.2f} s", flush=True)
        chromium.close()
    print(json.dumps({"first picture": medians, "limit": LIMIT, "rounds": rounds, "load": os.getloadavg()[0]}))
    return 1 if max(medians.values()) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, sys.argv[2:]))
