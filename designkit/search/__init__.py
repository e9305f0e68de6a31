"""Players that look ahead: redeals of what a seat cannot see, and a search over the compiled rules."""

from designkit.search.player import search, search_bot, values
from designkit.search.redeal import redeals

__all__ = ["redeals", "search", "search_bot", "values"]
