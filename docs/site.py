"""What the documentation site adds to the pages of this folder: the notebooks, the reference and the project's own documents."""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
REFERENCE = {
    "Cards and tricks": ("cards", "tricks", "moves", "events"),
    "The contract": ("games", "game", "params", "phases", "plan", "session", "record", "rulebook", "errors", "rl"),
    "Games": tuple(
        f"games.{path.stem}" for path in sorted((ROOT / "designkit/games").glob("*.py")) if path.stem != "__init__"
    ),
    "Invariants": ("invariants.core", "strategies", "live.check", "live.job"),
    "Lab": (
        "lab.simulate",
        "lab.result",
        "lab.compare",
        "lab.sweep",
        "lab.tournament",
        "lab.metrics.measure",
        "lab.executors",
        "lab.report",
        "lab.cardstock",
        "views.lab",
    ),
    "Bots": ("bots", "bots.plain", "search.player"),
    "Teaching": ("teach.core", "teach.verdict", "teach.book"),
    "Views": ("views.table", "views.picture", "views.checks", "views.svg"),
}
"""The pages of the reference, and the modules on each."""


def notebook(path: Path) -> str:
    """A notebook as a page: its prose, and its code in boxes."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    parts = [
        re.sub(r"\((\d\d-[\w-]+)\.ipynb\)", r"(\1.md)", text)
        if cell["cell_type"] == "markdown"
        else f"```python\n{text}\n```"
        for cell, text in zip(cells, texts, strict=True)
    ]
    return "\n\n".join(
        [*parts[:1], f"*This page is `notebooks/{path.name}`: run it, the cards are missing here.*", *parts[1:]]
    )


def reference(title: str, modules: tuple[str, ...]) -> str:
    """A page of the reference, read off the docstrings."""
    return "\n\n".join([f"# {title}", *(f"::: designkit.{module}" for module in modules)])


def pages() -> dict[str, dict[str, str]]:
    """The pages that are made: heading of the navigation -> address -> text."""
    return {
        "Course": {
            f"notebooks/{path.stem}.md": notebook(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
        },
        "Reference": {
            f"reference/{title.lower().replace(' ', '-')}.md": reference(title, modules)
            for title, modules in REFERENCE.items()
        },
        "Project": {name: (ROOT / name).read_text(encoding="utf-8") for name in ("CONTRIBUTING.md", "CHANGELOG.md")},
    }


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The navigation: what to read first, then what is made."""
    made: list[Any] = [{heading: list(own)} for heading, own in pages().items()]
    guides = {"Guides": ["teaching.md", "record.md", "rl.md"]}
    config.nav = [{"Start": "index.md"}, {"Gallery": "gallery.md"}, made[0], guides, *made[1:]]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for own in pages().values():
        for address, text in own.items():
            files.append(File.generated(config, address, content=text))
    return files
