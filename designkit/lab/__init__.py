"""The playtest lab: many deals at once, and what they say with its error bars; called, it is the dashboard."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from designkit.errors import lacking


class _Lab(ModuleType):
    """The package as `dk.lab()` calls it: a function of that name could not stand beside it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The dashboard."""
        try:
            dashboard = import_module("designkit.views.lab").lab
        except ModuleNotFoundError as error:
            raise lacking("dk.lab", error, "notebook") from None
        return dashboard(*args, **kwargs)


sys.modules[__name__].__class__ = _Lab
