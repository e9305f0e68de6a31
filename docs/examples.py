"""Examples in docstrings as code: what follows `>>>` up to an empty line is put into a box."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)


class Examples(Extension):
    """Puts the examples of every docstring into boxes."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of what was read."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
