"""Every game at every count, and random play, for the tests of them all."""

import random

from hypothesis import strategies as st

import designkit as dk

VARIANTS = [(id, players) for id, family in dk.GAMES.items() for players in family.players]
"""Every game at every player count."""


def play(game: dk.Game, seed: int, moves: int | None = None) -> dk.Session:
    """A session of random moves."""
    return dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed), moves)


seeds = st.integers(0, 2**64 - 1)
lengths = st.integers(0, 200)
