"""What Binder builds from: pinned packages without hosts, scripts that run, and a Dockerfile that installs in the right order."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"


def pins():
    lines = [line for line in (BINDER / "requirements.txt").read_text().splitlines() if line and line[0] != "#"]
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def wanted():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    named = map(Requirement, [*project["dependencies"], *extras["lab"], *extras["notebook"]])
    return [own for own in named if own.name != project["name"]]


@pytest.mark.parametrize("own", wanted(), ids=lambda own: own.name)
def test_what_the_kit_needs_is_pinned_as_it_needs_it(own):
    assert own.specifier.contains(pins()[canonicalize_name(own.name)])


def test_pins_name_packages_and_versions_and_nothing_else():
    text = (BINDER / "requirements.txt").read_text()
    assert "designkit" not in pins()
    assert not any(word in text for word in ("://", "--", " @ ", "file:"))


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_the_scripts_run_as_they_are(name):
    script = BINDER / name
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    assert script.read_text().startswith("#!/usr/bin/env bash\n")


def test_start_runs_what_it_is_given_with_panel_inline():
    asked = [BINDER / "start", sys.executable, "-c", "import os; print(os.environ['PANEL_INLINE'])"]
    assert subprocess.check_output(asked, text=True).strip() == "True"


def test_repo2docker_installs_the_pins_before_the_sources_and_the_kit_after():
    asked = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    made = subprocess.run(asked, capture_output=True, text=True, check=True)
    text = made.stdout + made.stderr
    steps = [
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        "COPY --chown=0:0 src/ ",
        "RUN ./binder/postBuild",
    ]
    assert sorted(map(text.index, steps)) == list(map(text.index, steps))
    assert 'R2D_ENTRYPOINT="${REPO_DIR}/binder/start"' in text
    assert "py-3-2e11" in text.replace("-2d", "-")


@pytest.fixture
def badge(tmp_path):
    """A copy of the badge's script beside a copy of the README; gives how to run it."""
    (tmp_path / "binder").mkdir()
    shutil.copy(BINDER / "badge.py", tmp_path / "binder")
    shutil.copy(ROOT / "README.md", tmp_path)

    def run(*asked):
        made = subprocess.run(
            [sys.executable, tmp_path / "binder" / "badge.py", *asked], capture_output=True, text=True, cwd=tmp_path
        )
        return made, (tmp_path / "README.md").read_text()

    return run


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://github.com/someone/cards", "gh/someone/cards"),
        ("git@github.com:someone/cards.git", "gh/someone/cards"),
        ("https://someone:secret@github.com/someone/cards.git", "gh/someone/cards"),
        ("https://gitlab.com/a/b/cards.git", "gl/a%2Fb%2Fcards"),
        ("https://example.org/a/cards", "git/https%3A%2F%2Fexample.org%2Fa%2Fcards"),
    ],
)
def test_the_badge_opens_the_first_notebook_of_the_repository(badge, address, place):
    first = "?urlpath=lab/tree/notebooks/01-start-here.ipynb"
    badge("https://github.com/other/old")
    made, text = badge(address)
    assert made.returncode == 0
    assert f"[![Open on Binder](docs/images/binder.svg)](https://mybinder.org/v2/{place}/HEAD{first})" in text
    assert text.count("mybinder.org") == 1
    assert (ROOT / first.split("/tree/")[1]).exists()


def test_an_address_that_is_none_is_told_so_and_the_readme_stays(badge):
    made, text = badge("cards")
    assert made.returncode == 1
    assert made.stderr.strip() == "A repository's address is like https://github.com/owner/name, not 'cards'."
    assert text == (ROOT / "README.md").read_text()


def test_a_copy_without_an_origin_is_told_to_name_an_address(badge):
    made, text = badge()
    assert made.returncode == 1
    assert made.stderr.startswith("This copy has no origin: name the address,")
    assert text == (ROOT / "README.md").read_text()


def test_the_readme_has_the_badge_and_its_picture():
    assert "[![Open on Binder](docs/images/binder.svg)](" in (ROOT / "README.md").read_text()
    assert (ROOT / "docs/images/binder.svg").exists()
