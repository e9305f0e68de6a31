"""Round trips: undo and redo, forks, records and lines bring back the very same game."""

from typing import Any

from designkit.game import Game
from designkit.games import GAMES
from designkit.invariants.core import invariant
from designkit.session import Session


def _registered(game: Game) -> bool:
    return GAMES.get(game.id) is game.family


@invariant("Undoing and redoing moves brings back the very same states, and so does playing the moves again.")
def undo_and_redo(game: Game, session: Session) -> str | None:
    states, end = session.states, session.at
    walk = session.fork()
    if walk.states != states:
        first = next(i for i, (a, b) in enumerate(zip(walk.states, states, strict=True)) if a != b)
        return f"the same moves lead to another state after move {first}"
    for at in {end, end - 1, end // 2, 0} & set(range(end + 1)):
        if walk.jump(at).state != states[at] or walk.redo(end - at).state != states[end]:
            return f"going back to move {at} and forward again changes the game"
    if end and walk.undo().step(session.moves[-1]).state != states[end]:
        return "undoing the last move and making it again leads elsewhere"
    return None


@invariant("A record and a line bring back the same game when they are replayed.", holds=_registered)
def replay_and_record(game: Game, session: Session) -> str | None:
    short = session.fork().jump(min(session.at, 120)).fork()
    for name, text in (("record", short.record().model_dump_json()), ("line", short.line())):
        back: Any = Session.replay(text, game=game)
        if back.states != short.states or back.moves != short.moves:
            return f"the {name} brings back another game"
    return None
