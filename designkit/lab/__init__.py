"""The playtest lab: many deals at once, and what they say with its error bars; called, it is the dashboard."""

import sys
from types import ModuleType
from typing import Any


class _Lab(ModuleType):
    """This package, which `dk.lab()` calls: a function of that name could not stand beside it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The dashboard."""
        from designkit.views.lab import lab

        return lab(*args, **kwargs)


sys.modules[__name__].__class__ = _Lab
