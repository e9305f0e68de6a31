"""The documentation site builds without a warning, fetches nothing from elsewhere, and its links lead somewhere."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from inspect import isclass, isfunction
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import designkit as dk

ROOT = Path(__file__).parent.parent


class Links(HTMLParser):
    """What a page fetches, what it links to, and the places in it that can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.fetched, self.linked, self.places = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        own = dict(attributes)
        self.places |= {own[name] for name in ("id", "name") if own.get(name)}
        if tag == "a" and own.get("href"):
            self.linked.append(own["href"])
        elif tag == "link" and "canonical" not in (own.get("rel") or ""):
            self.fetched.append(own.get("href") or "")
        elif own.get("src"):
            self.fetched.append(own["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    asked = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    made = subprocess.run(
        asked, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert made.returncode == 0, made.stderr
    return {page: Links(page.read_text(encoding="utf-8")) for page in folder.rglob("*.html")}


def test_every_notebook_game_and_guide_has_its_page(site):
    names = {page.stem for page in site}
    assert {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} <= names
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= names
    games = next(links for page, links in site.items() if page.stem == "games")
    for path in (ROOT / "designkit" / "games").glob("[a-z]*.py"):
        assert f"designkit.games.{path.stem}" in games.places


def test_everything_in_the_kit_s_own_name_is_in_the_reference(site):
    places = set().union(*(links.places for page, links in site.items() if page.parent.name == "reference"))
    named = [own for name in dk.__all__ if isfunction(own := getattr(dk, name)) or isclass(own)]
    assert named
    assert [own for own in named if f"{own.__module__}.{own.__qualname__}" not in places] == []


def test_nothing_is_fetched_from_elsewhere(site):
    away = {address for links in site.values() for address in links.fetched if urlsplit(address).netloc}
    assert away == set()


def test_links_within_the_site_lead_somewhere(site):
    lost = []
    for page, links in site.items():
        for address in links.linked:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            found = site.get(target)
            if not target.exists() or (parts.fragment and found and unquote(parts.fragment) not in found.places):
                lost.append((page.name, address))
    assert lost == []
