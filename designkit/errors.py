"""What goes wrong in people's hands, each as one sentence that says what is allowed."""

import sys
import traceback
from itertools import takewhile
from pathlib import Path

KIT = str(Path(__file__).parent)


class DesignkitError(ValueError):
    """Bad input; the message is one sentence for the person who gave it."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of a traceback: the person's own line, and the sentence."""
        steps = traceback.extract_tb(self.__traceback__)
        own = [*takewhile(lambda step: not step.filename.startswith(KIT), steps)]
        where = [f"line {own[-1].lineno}: {own[-1].line}"] if own else []
        return [*where, f"{type(self).__name__}: {self}"]


class BadText(DesignkitError):
    """Text that names no card, suit or move."""


class BadVariant(DesignkitError):
    """An unknown game, an impossible player count, parameter, rule or combination of them."""


class IllegalMove(DesignkitError):
    """A move that the rules forbid now; the message names the clause."""


class BadRecord(DesignkitError):
    """A record that is truncated, edited, foreign or of another variant."""


def lacking(what: str, error: ImportError, extra: str) -> DesignkitError:
    """That a part of the kit needs a package which is not here, and where it can be had.

    >>> print(lacking("dk.simulate", ImportError(name="numpy"), "lab"))
    dk.simulate needs numpy; install designkit[lab].
    """
    if sys.platform == "emscripten":
        return DesignkitError(
            f"{what} needs {error.name}, which a browser alone does not have; install the kit for it."
        )
    return DesignkitError(f"{what} needs {error.name}; install designkit[{extra}].")
