"""A sensible player for every game: each game has its own, any other is played greedily."""

import random
from collections.abc import Sequence

from designkit.bots.hearts import hearts_bot
from designkit.bots.janken import janken_bot
from designkit.bots.oh_hell import oh_hell_bot
from designkit.bots.plain import greedy_bot
from designkit.bots.reapers import reapers_bot
from designkit.bots.reds import reds_bot
from designkit.bots.souls import souls_bot
from designkit.bots.spades import spades_bot
from designkit.bots.trick_party import trick_party_bot
from designkit.bots.whist import whist_bot
from designkit.game import View
from designkit.moves import Move
from designkit.session import Bot

HEURISTICS: dict[str, Bot] = {
    "hearts": hearts_bot,
    "janken": janken_bot,
    "oh_hell": oh_hell_bot,
    "reapers": reapers_bot,
    "reds": reds_bot,
    "souls": souls_bot,
    "spades": spades_bot,
    "trick_party": trick_party_bot,
    "whist": whist_bot,
}
"""The sensible player of each game, by the game's id."""


def heuristic_bot(view: View, legal: Sequence[Move], rng: random.Random) -> Move:
    """Plays as a sensible person would: counts cards, weighs chances, and knows what the game is about."""
    if len(legal) == 1:
        return legal[0]
    return HEURISTICS.get(view.game.id, greedy_bot)(view, legal, rng)
