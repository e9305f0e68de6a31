"""The simplest players."""

import random
from collections.abc import Sequence

from designkit.game import View
from designkit.moves import Move


def random_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Any legal move, all equally likely."""
    return rng.choice(legal)
