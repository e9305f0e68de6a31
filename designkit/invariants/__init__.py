"""Named checks of the rules, each with a sentence for people; every file of this folder adds its own."""

from importlib import import_module
from pkgutil import iter_modules

from designkit.invariants.core import CATALOGUE, Broken, Invariant, applying, at_state, breakdown, invariant

_FIRST = ("common", "tricks", "hidden", "trips")
for _name in dict.fromkeys((*_FIRST, *(module.name for module in iter_modules(__path__)))):
    import_module(f"{__name__}.{_name}")

__all__ = ["CATALOGUE", "Broken", "Invariant", "applying", "at_state", "breakdown", "invariant"]
