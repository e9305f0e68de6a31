"""Bots: functions (view, legal, rng) -> move that know no more than their seat; `BOTS` names them."""

import random
from collections.abc import Sequence

from designkit.bots.heuristic import heuristic_bot
from designkit.bots.plain import PLAIN
from designkit.bots.simple import random_bot
from designkit.errors import lacking
from designkit.game import View
from designkit.moves import Move
from designkit.session import Bot


def search_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Looks ahead on many redeals of what it cannot see; it loads when it is first asked."""
    try:
        from designkit.search import search_bot as searching
    except ImportError as error:
        raise lacking("The search player", error, "lab") from None
    return searching()(view, legal, rng)


BOTS: dict[str, Bot] = {"random": random_bot, **PLAIN, "heuristic": heuristic_bot, "search": search_bot}
SLOW = frozenset({"heuristic", "search"})
"""Players that take their time; the checks of every state leave them out, and the battery of their tests asks them."""
