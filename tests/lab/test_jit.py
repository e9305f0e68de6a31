"""Machine code that is kept on disk is made anew when what it was made from has changed."""

import subprocess
import sys

from designkit.lab.jit import COMPILED

FILES = {
    "inner": "from designkit.lab.jit import njit\n\n@njit()\ndef add(x):\n    return x + 1\n",
    "middle": "from designkit.lab.jit import njit\nfrom inner import add\n\n@njit()\ndef twice(x):\n    return add(add(x))\n",
    "outer": "from designkit.lab.jit import njit\nfrom middle import twice\n\n@njit()\ndef run(x):\n    return twice(x)\n",
}


def test_a_change_in_a_file_that_compiled_functions_come_from_is_noticed(tmp_path):
    assert COMPILED

    def answer():
        command = [sys.executable, "-c", "import outer; print(outer.run(5), sum(outer.run.stats.cache_hits.values()))"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()

    for name, source in FILES.items():
        (tmp_path / f"{name}.py").write_text(source)
    assert answer() == ["7", "0"]
    assert answer() == ["7", "1"]
    (tmp_path / "inner.py").write_text(FILES["inner"].replace("+ 1", "+ 100"))
    assert answer() == ["205", "0"]
