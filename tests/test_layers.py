"""Imports point down only, and the rules need nothing heavy."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "designkit"
LAYERS = [
    "errors",
    "cards",
    "moves",
    "events",
    "tricks",
    "params",
    "plan",
    "game",
    "phases",
    "games",
    "record",
    "session",
    "bots",
    "invariants",
    "rulebook",
    "strategies",
    "live",
    "rl",
    "lab",
    "search",
    "teach",
    "views",
    "cli_options",
    "cli_lab",
    "cli",
]
"""From the ground up; a package counts as one."""
RULES_NEED = {"designkit", "pydantic", "annotated_types"}
RULES = LAYERS[: LAYERS.index("rulebook") + 1]


def layer(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path):
    """Every module that a file imports at its top level, by full name."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                [f"designkit.{name.name}" for name in node.names] if node.module == "designkit" else [node.module]
            )


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_below(path):
    own = LAYERS.index(layer(path))
    for name in imported(path):
        if name.startswith("designkit."):
            below = LAYERS.index(name.split(".")[1])
            assert below < own or name.split(".")[1] == layer(path), f"{path.name} imports {name} from above"


@pytest.mark.parametrize("path", [path for path in MODULES if layer(path) in RULES], ids=lambda path: path.name)
def test_the_rules_need_only_the_standard_library_and_pydantic(path):
    roots = {name.split(".")[0] for name in imported(path)}
    assert roots <= RULES_NEED | set(sys.stdlib_module_names)


def test_importing_the_kit_loads_nothing_heavy():
    heavy = ["numpy", "numba", "pandas", "panel", "bokeh", "ipywidgets", "IPython", "hypothesis", "rich", "typer"]
    code = f"import designkit, sys; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(["bokeh", "numpy", "numba", "pandas"]))
import designkit as dk
for name in ("simulate", "compare", "sweep", "tournament", "rl"):
    try:
        getattr(dk, name)
    except dk.DesignkitError as error:
        print(error)
try:
    dk.lab()
except dk.DesignkitError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("platform", "said"),
    [("linux", "install designkit["), ("emscripten", "which a browser alone does not have; install the kit for it.")],
)
def test_what_is_not_installed_says_so_in_one_sentence(platform, said):
    code = WITHOUT.replace("for name", f"sys.platform = {platform!r}\nfor name", 1)
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    lines = made.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        "dk.simulate",
        "dk.compare",
        "dk.sweep",
        "dk.tournament",
        "dk.rl",
        "dk.lab",
    ]
    assert all(" needs " in line and said in line for line in lines)
