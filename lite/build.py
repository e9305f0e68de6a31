"""Builds the site that runs in the browser alone: JupyterLite with the rules, the table, the live checks and the exercises.

It needs pip, npm and a network; what it makes in dist/lite needs none: any web server of static files will do.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORK, SITE = ROOT / "dist" / "lite-parts", ROOT / "dist" / "lite"
PYODIDE = "pyodide@314"
NEEDS = ("pydantic>=2.7", "hypothesis", "anywidget", "ipywidgets", "typer", "rich", "micropip")
"""What the kit needs in a browser kernel; numpy, numba, pandas and Panel, and so the lab, are not to be had there."""
FRONT = "await import('./config-utils.js');", 'location.replace("lab/index.html?path=start.ipynb");'
"""What the front page does, and what it does instead: it leads to the notebook."""
BROWSER = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command, and stop with it if it fails."""
    subprocess.run(command, cwd=cwd, check=True)


def wheels() -> list[Path]:
    """The wheels of the kit and of all it needs."""
    folder = WORK / "wheels"
    abis = ("--abi", "cp314", "--abi", "none", "--only-binary", ":all:")
    run(sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, *BROWSER, *abis, *NEEDS)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ".")
    return sorted(folder.glob("*.whl"))


def pyodide(micropip: Path) -> Path:
    """Pyodide as an archive whose only package is micropip, so that it looks for nothing elsewhere."""
    run("npm", "pack", "--silent", PYODIDE, cwd=WORK)
    with tarfile.open(next(WORK.glob("pyodide-*.tgz"))) as packed:
        packed.extractall(WORK, filter="data")
    folder = (WORK / "package").rename(WORK / "pyodide")
    shutil.copy(micropip, folder)
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    own = lock["packages"]["micropip"]
    own |= {"file_name": micropip.name, "sha256": hashlib.sha256(micropip.read_bytes()).hexdigest()}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": {"micropip": own}}))
    archive = WORK / "pyodide.tar.bz2"
    with tarfile.open(archive, "w:bz2") as made:
        made.add(folder, "pyodide")
    return archive


def main() -> None:
    """Fetch, pack and build."""
    for folder in (WORK, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    WORK.mkdir(parents=True)
    found = wheels()
    archive = pyodide(next(path for path in found if path.name.startswith("micropip-")))
    offered = [part for path in found for part in ("--piplite-wheels", str(path))]
    build = [
        sys.executable,
        "-m",
        "jupyterlite_core.app",
        "build",
        "--lite-dir",
        WORK,
        "--contents",
        ROOT / "lite/content",
    ]
    run(*build, "--output-dir", SITE, "--pyodide", archive, *offered, cwd=WORK)
    front = SITE / "index.html"
    front.write_text(front.read_text().replace(*FRONT))


if __name__ == "__main__":
    main()
