"""Random variants and random play for the tests of every game."""

import random
from typing import Any, get_args, get_origin

from hypothesis import strategies as st
from pydantic.fields import FieldInfo

import designkit as dk
from designkit.params import bounds

VARIANTS = [(id, players) for id, family in dk.GAMES.items() for players in family.players]
"""Every game at every player count."""


def _values(info: FieldInfo) -> st.SearchStrategy[Any]:
    limits = bounds(info)
    if limits:
        return st.integers(*limits)
    if info.annotation is bool:
        return st.booleans()
    if get_origin(info.annotation) is tuple:
        return st.sets(st.integers(1, 12)).map(lambda numbers: tuple(sorted(numbers)))
    return st.sampled_from(get_args(info.annotation))


@st.composite
def variants(draw: st.DrawFn) -> dk.Game:
    """Any game at any count, a few of its parameters changed at random, as long as it can be played."""
    id, players = draw(st.sampled_from(VARIANTS))
    fields = dk.GAMES[id].Params.model_fields
    changed = draw(st.lists(st.sampled_from(sorted(fields)), max_size=4, unique=True))
    game = dk.game(id, players)
    for name in changed:
        try:
            game = game.with_params(**{name: draw(_values(fields[name]))})
        except dk.BadVariant:
            continue
    return game


def play(game: dk.Game, seed: int, moves: int | None = None) -> dk.Session:
    """A session of random moves."""
    return dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed), moves)


seeds = st.integers(0, 2**64 - 1)
lengths = st.integers(0, 200)
