"""The table without a page: the sessions that lie on it, who sits where, and what each request of a page does."""

import random
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from designkit.bots import BOTS
from designkit.errors import DesignkitError, lacking
from designkit.game import Game
from designkit.games import GAMES, family
from designkit.session import Session
from designkit.views.controls import changed, controls
from designkit.views.scene import Json, Mode, costs, scene

HUMAN = "human"
THINKING = 1.0
"""Seconds that the searching bot thinks about advice."""
PACES = {"at once": 0, "fast": 250, "normal": 700, "slow": 1500}
"""Milliseconds between the moves that the table makes by itself."""


class Desk:
    """A session (or two branches of one) with seats, a point of view and a pace; `hear` does what a page asks."""

    def __init__(self, game: Game, seed: int = 0, seats: Mapping[int, str] | None = None, pace: str = "fast") -> None:
        self.laid = game
        """The variant that the table was laid for: the lines of games with its replaced rules open here."""
        self.branches = [Session(game, seed)]
        self.active = 0
        self.pace = pace
        self.auto = False
        self.running = True
        """Whether bots go on by themselves; going back in time halts them."""
        self.open = False
        self.watching = 0
        """The seat whose cards show when nobody at the page plays."""
        self.shown: int | None = None
        """The person who last looked at the cards: another one finds the curtain drawn."""
        self.advice: list[Json] = []
        """What each move costs, till something else is asked."""
        self.message = ""
        self.error = ""
        self.turn = 0
        """Counts what was heard, so that a page's late tick is told from a timely one."""
        self.players = [HUMAN, *["random"] * (game.players - 1)]
        for seat, player in (seats or {}).items():
            self._sit(seat, player)
        self._run_at_once()

    @classmethod
    def holding(cls, session: Session) -> "Desk":
        """A desk with a session as it stands, all cards open and nobody moving by itself: to look at what happened."""
        desk = cls(session.game, session.seed)
        desk.branches, desk.running, desk.open = [session], False, True
        return desk

    # -- what the page shows --

    @property
    def session(self) -> Session:
        """The branch that is played on."""
        return self.branches[self.active]

    @property
    def humans(self) -> list[int]:
        """The seats with a person."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def point_of_view(self) -> tuple[int, Mode]:
        """Whose cards show, and how: one person always sees their own, several take turns behind a curtain."""
        humans, mover = self.humans, self.session.state.to_move
        seat = humans[0] if humans else self.watching
        if self.open:
            return seat if mover is None or len(humans) < 2 else mover, "open"
        if len(humans) < 2:
            return seat, "closed"
        if mover in humans and mover != self.shown:
            return mover, "curtain"
        return (seat, "closed") if self.shown is None else (self.shown, "closed")

    def bot_turn(self) -> bool:
        """Whether a bot is to move."""
        state = self.session.state
        return not state.over and state.to_move not in self.humans

    def scene(self) -> Json:
        """All that the page shows, as JSON."""
        seat, mode = self.point_of_view()
        session = self.session
        going = not session.state.over and (self.auto or (self.running and self.bot_turn()))
        return {
            "boards": [
                scene(branch, seat, mode, decides=branch.state.to_move in self.humans) for branch in self.branches
            ],
            "advice": self.advice,
            "active": self.active,
            "mode": mode,
            "message": self.message,
            "error": self.error,
            "turn": self.turn,
            "tick": max(PACES[self.pace], 30) if going else None,
            "auto": self.auto,
            "halted": self.bot_turn() and not going,
            "pace": self.pace,
            "paces": list(PACES),
            "open": self.open,
            "watching": self.watching,
            "players": self.players,
            "who": [HUMAN, *BOTS],
            "game": session.game.id,
            "games": [{"id": own.id, "title": own.title, "players": list(own.players)} for own in GAMES.values()],
            "controls": controls(session.game),
            "line": session.line(),
        }

    # -- what the page asks --

    def hear(self, asked: Mapping[str, Any]) -> None:
        """Do what a page asks; what cannot be done says so on the page, and so does a fault of ours."""
        self.turn += 1
        self.message = self.error = ""
        self.advice = []
        words = {name: value for name, value in asked.items() if name != "do"}
        try:
            ask = ASKED.get(str(asked.get("do")))
            if ask is None:
                raise DesignkitError(f"The table does not know '{asked.get('do')}'; it knows {', '.join(ASKED)}.")
            ask(self, **words)
        except DesignkitError as error:
            self.message = str(error)
        except Exception:
            self.error = traceback.format_exc()

    def play(self, move: str, branch: int | None = None) -> None:
        """A person makes a move."""
        if branch is not None:
            self.focus(branch)
        self.session.step(move)
        self.running = True
        self._run_at_once()

    def tick(self, turn: int) -> None:
        """Time has passed: the next move of a bot, or of anybody while playing by itself."""
        self.turn -= 1
        if turn == self.turn and (self.auto or self.bot_turn()) and not self.session.state.over:
            self.turn += 1
            self._forward()
            self.auto = self.auto and not self.session.state.over

    def step(self) -> None:
        """One move forward: again the one that was undone, else a bot's (for a person's seat too)."""
        if self.session.state.over:
            raise DesignkitError("The game is over; there is no move to make.")
        self._forward()

    def _forward(self) -> None:
        session = self.session
        if session.at < len(session.history) - 1:
            session.redo()
            return
        player = self.players[session.state.seat]
        bot = BOTS[player] if player != HUMAN else next(iter(BOTS.values()))
        chance = random.Random(f"{session.seed} {session.at}")
        session.step(bot(session.game.view(session.state, session.state.seat), session.legal, chance))

    def _run_at_once(self) -> None:
        while PACES[self.pace] == 0 and self.humans and self.bot_turn():
            self._forward()

    def back(self) -> None:
        """One move back."""
        self.jump(max(0, self.session.at - 1))

    def undo(self) -> None:
        """Back to a person's last decision."""
        session = self.session
        own = [at for at in range(session.at) if session.history[at].to_move in self.humans]
        if not own:
            raise DesignkitError("There is no move of a person to take back.")
        self.jump(own[-1])

    def jump(self, at: int) -> None:
        """Go to any point of the game; bots wait there."""
        self.session.jump(at)
        self.running = self.auto = False

    def go_on(self) -> None:
        """Let the bots go on after a jump."""
        self.running = True
        self._run_at_once()

    def set_auto(self, on: bool) -> None:
        """Play by itself, or stop it."""
        self.auto = on
        self.running = False

    def set_pace(self, pace: str) -> None:
        """How fast the table moves by itself."""
        if pace not in PACES:
            raise DesignkitError(f"A pace is one of {', '.join(PACES)}, not '{pace}'.")
        self.pace = pace
        if self.running:
            self._run_at_once()

    def advise(self) -> None:
        """What the searching bot would play in the place of the seat to move, and what every other move costs."""
        seat, mode = self.point_of_view()
        state = self.session.state
        if state.over or mode == "curtain" or (mode == "closed" and seat != state.to_move):
            raise DesignkitError("There is advice for a seat whose turn it is and whose cards show.")
        try:
            from designkit.search import values
        except ImportError as error:
            raise lacking("Advice", error, "lab") from None
        found = values(self.session.game.view(state, state.seat), seconds=THINKING)
        self.advice = costs(found)

    # -- what lies on the table --

    def deal(self, game: Game, seed: int) -> None:
        """A new game in place of the branch that is played on."""
        session = Session(game, seed)
        if game.players != self.session.game.players:
            self.branches, self.active = [self.session], 0
        self._chairs(game.players)
        self.branches[self.active] = session
        self.running, self.auto, self.shown = True, False, None
        self._run_at_once()

    def _chairs(self, count: int) -> None:
        """As many seats as a game has: bots on new ones, and none watched that is gone."""
        self.players = [*self.players, *["random"] * count][:count]
        self.watching = min(self.watching, count - 1)

    def set_seed(self, seed: str) -> None:
        """Deal the game of a seed that was typed."""
        try:
            number = int(seed)
        except ValueError:
            raise DesignkitError(f"A seed is a whole number from 0 to 2^64 - 1, not '{seed}'.") from None
        self.deal(self.session.game, number)

    def new_seed(self) -> None:
        """Deal another game of the same variant."""
        self.deal(self.session.game, random.SystemRandom().randrange(1_000_000))

    def set_game(self, game: str) -> None:
        """Another game, with its usual count and parameters."""
        own = family(game)
        count = self.session.game.players
        self.branches, self.active = [self.session], 0
        self.deal(own(count if count in own.players else None), self.session.seed)

    def set_players(self, players: int) -> None:
        """Another count; parameters are the usual ones for it, replaced rules stay."""
        own = self.session.game
        self.deal(own.family(players).replace(**dict(own.replaced)), self.session.seed)

    def set_param(self, name: str, value: Any) -> None:
        """Another parameter value: the same seed dealt anew, or, in a fork, the same moves under the new rules."""
        game = changed(self.session.game, name, value)
        if len(self.branches) > 1:
            self.branches[self.active] = self.session.fork(game)
        else:
            self.deal(game, self.session.seed)

    def load(self, line: str) -> None:
        """Open a game from its one-line record; rules that it replaced are taken from the variant that the table was laid for."""
        session = Session.replay(line.strip(), rules=self.laid)
        self.branches, self.active = [session], 0
        self._chairs(session.game.players)
        self.running, self.auto, self.shown = False, False, None

    def fork(self) -> None:
        """A second branch from here, beside the first; it is the one played on."""
        self.branches = [self.session, self.session.fork()]
        self.active, self.running, self.auto = 1, False, False

    def close(self, branch: int) -> None:
        """Put a branch away."""
        if len(self.branches) == 1:
            raise DesignkitError("The only branch stays on the table.")
        del self.branches[branch]
        self.active = 0

    def focus(self, branch: int) -> None:
        """Play on with the other branch."""
        if not 0 <= branch < len(self.branches):
            raise DesignkitError(f"There is no branch {branch}.")
        self.active = branch

    # -- who sits where --

    def seat(self, seat: int, player: str) -> None:
        """Seat a person or a bot."""
        self._sit(seat, player)
        self._run_at_once()

    def _sit(self, seat: int, player: str) -> None:
        if player != HUMAN and player not in BOTS:
            raise DesignkitError(f"A seat is for {', '.join([HUMAN, *BOTS])}, not '{player}'.")
        self.session.game.view(self.session.state, seat)
        self.players[seat] = player
        self.shown = None if len(self.humans) > 1 else self.shown

    def set_open(self, on: bool) -> None:
        """Show all cards, or only one's own."""
        self.open = on

    def watch(self, seat: int) -> None:
        """Look over the shoulder of a seat when all seats are bots."""
        self.watching = seat

    def reveal(self) -> None:
        """The person to move draws the curtain aside."""
        self.shown = self.session.state.to_move


ASKED: dict[str, Callable[..., None]] = {
    "play": Desk.play,
    "tick": Desk.tick,
    "step": Desk.step,
    "back": Desk.back,
    "undo": Desk.undo,
    "jump": Desk.jump,
    "go on": Desk.go_on,
    "auto": Desk.set_auto,
    "pace": Desk.set_pace,
    "seed": Desk.set_seed,
    "new seed": Desk.new_seed,
    "game": Desk.set_game,
    "players": Desk.set_players,
    "param": Desk.set_param,
    "load": Desk.load,
    "fork": Desk.fork,
    "close": Desk.close,
    "focus": Desk.focus,
    "seat": Desk.seat,
    "open": Desk.set_open,
    "watch": Desk.watch,
    "reveal": Desk.reveal,
    "advise": Desk.advise,
}
"""What a page may ask, by name."""
