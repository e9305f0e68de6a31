"""The search for games of battles: what a seat knows of the cards, redeals of the rest, and playouts of the compiled rules."""

from designkit.search.battle.player import search
from designkit.search.battle.redeal import redeals

__all__ = ["redeals", "search"]
