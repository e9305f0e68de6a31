"""How long from a click on a card to the table drawn anew, in Chromium, on the largest tables and in both homes.

Every seat is a person's and all cards are open, so that each click is one move; the page's own clock runs from the
click to the frame after the new scene is drawn. Usage: python benchmarks/table_latency.py [clicks]
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

import homes
from playwright.sync_api import sync_playwright

LARGEST = [("trick_party", 6), ("souls", 6)]
MEASURE = """(table) => new Promise((done, fail) => {
  const target = table.querySelector('.dk-board .dk-legal:not(.dk-card[aria-pressed]), .dk-board .dk-action.dk-legal');
  if (!target) return fail(new Error('nothing to click'));
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start), 0));
  });
  seen.observe(table, { attributes: true, attributeFilter: ['data-turn'] });
  const start = performance.now();
  target.click();
})"""


def clicks(hand, count):
    """Milliseconds of that many clicks; when a game offers only a choice of cards, the table takes a step by itself."""
    times = []
    while len(times) < count:
        if "over" in hand.prompt():
            hand.unfold("seed and record")
            hand.button("new seed")
        elif hand.table.locator(".dk-choose").count() and not hand.table.locator(".dk-action.dk-legal").count():
            hand.button("step ▶")
        else:
            times.append(hand.table.evaluate(MEASURE))
    return times


def report(home, game, players, times):
    """Print a line and give back the median."""
    ordered = sorted(times)
    median, late = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(f"{home:10} {game:12} {players} players: median {median:5.1f} ms, 95 % {late:5.1f} ms ({len(times)} clicks)")
    return median


def main(count):
    """Measure both homes; the exit code is 1 if a median reaches 150 ms."""
    medians = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=homes.CHROMIUM, args=homes.FLAGS)
        with homes.served_app(folder, "reapers") as url:
            for game, players in LARGEST:
                page = chromium.new_page(viewport={"width": 1280, "height": 1600})
                page.goto(url)
                page.wait_for_selector(".dk-table")
                hand = homes.Hand(page)
                hand.choose("game", game)
                hand.choose("players", str(players))
                for seat in range(1, players):
                    hand.choose(f"seat {seat}", "human")
                hand.doing(lambda hand=hand: hand.table.get_by_role("switch", name="all cards open").check())
                medians.append(report("served", game, players, clicks(hand, count)))
                page.close()
        for game, players in LARGEST:
            seats = dict.fromkeys(range(players), "human")
            code = f"import designkit as dk\ntable = dk.table({game!r}, {players}, seats={seats!r})\n"
            code += "table.link.desk.open = True\ntable.refresh()\ntable"
            homes.write_notebook(Path(folder) / f"{game}.ipynb", code)
        with homes.jupyter_lab(folder) as url:
            for game, players in LARGEST:
                page = chromium.new_page(viewport={"width": 1280, "height": 1600})
                homes.open_in_lab(page, url, f"{game}.ipynb")
                medians.append(report("JupyterLab", game, players, clicks(homes.Hand(page), count)))
                page.close()
    return 1 if max(medians) >= 150 else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
