"""Any game as a PettingZoo environment, for agents from outside: docs/rl.md says what they see and do.

>>> import designkit as dk
>>> table = dk.rl.env("reds", players=3)
>>> table.reset(seed=1)
>>> seen, reward, ended, cut, info = table.last()
>>> [str(dk.rl.actions(dk.game("reds", 3))[i]) for i in seen["action_mask"].nonzero()[0]]
['bid 0', 'bid 1', 'bid 2', 'bid 3', 'bid 4', 'bid 5']
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper

from designkit.cards import Card
from designkit.errors import BadVariant, IllegalMove
from designkit.events import Trick
from designkit.game import Game, checked_game
from designkit.games import game as make_game
from designkit.moves import Move
from designkit.session import Session

DONE = Move("done")
"""Ends a move of several cards that could take more."""
ELSEWHERE = "elsewhere"
"""The place of a card that is seen where there is no place at the start of a match, such as a graveyard."""
MOST = 10_000.0
"""No number of an observation is larger."""

Array = npt.NDArray[Any]


# ---- what there is to do ---------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def actions(game: Game) -> tuple[Move, ...]:
    """Every action of a game, in a fixed order: the moves that its phases list, and `done`.

    A move of several cards is made card by card, and ended with `done` where it could take more.
    """
    return (*game.moves, DONE)


@lru_cache(maxsize=32)
def _numbered(game: Game) -> dict[Move, int]:
    return {move: number for number, move in enumerate(actions(game))}


@dataclass(frozen=True)
class Choosing:
    """A move in the making: the cards chosen so far, and the legal moves that they may still become."""

    legal: tuple[Move, ...]
    chosen: tuple[Card, ...] = ()

    @cached_property
    def open(self) -> dict[Move, "Move | Choosing"]:
        """Each action that is possible, with the move it makes or the choice that is left."""
        found: dict[Move, Move | Choosing] = {}
        with_card: dict[Move, list[Move]] = {}
        for move in self.legal:
            if len(move.cards) == len(self.chosen):
                found[DONE if self.chosen else move] = move
            for card in move.cards:
                if card not in self.chosen:
                    with_card.setdefault(Move(move.verb, (card,)), []).append(move)
        for action, left in with_card.items():
            chosen = (*self.chosen, *action.cards)
            ended = len(left) == 1 and len(left[0].cards) == len(chosen)
            found[action] = left[0] if ended else Choosing(tuple(left), chosen)
        return found


# ---- what there is to see --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """What the columns and numbers of an observation stand for; it depends on the variant alone."""

    places: tuple[str, ...]
    """Where a card can be: a column each of the table of cards."""
    numbers: tuple[str, ...]
    """The fields of the state whose numbers stand after the table of cards."""
    words: tuple[str, ...]
    """The words that occur in fields."""
    phases: tuple[str, ...]
    widths: tuple[int, ...]
    """How many values each of the fields has."""


def _place(name: str, seat: int | None, own: int, players: int) -> str:
    return name if seat is None else f"{name} +{(seat - own) % players}"


def _parts(declared: Any) -> Iterator[Any]:
    """The plain types and the words that a field's declaration is made of."""
    inner = get_args(declared)
    for part in inner if inner else (declared,):
        yield from _parts(part) if inner and get_origin(declared) is not Literal else (part,)


def _is_told(declared: Any) -> bool:
    """Whether a field is declared with numbers and words alone."""
    return all(part in (int, bool, str, NoneType, ...) or isinstance(part, str | int) for part in _parts(declared))


def _width(declared: Any, value: Any, players: int) -> int:
    """How many values a field has: one, or one a seat, or two where a seat has several things; none if it has no such form."""
    if get_origin(declared) is not tuple:
        return 1
    if len(value) != players:
        return 0
    return 2 * players if get_origin(get_args(declared)[0]) is tuple else players


def _values(value: Any, width: int, own: int, players: int) -> list[Any]:
    """A field's values: one, or one a seat from the own on; of several things of a seat, how many and their sum."""
    if not isinstance(value, tuple):
        return [value]
    if len(value) != players:
        return [None] * width
    found: list[Any] = []
    for each in (value[(own + step) % players] for step in range(players)):
        several = isinstance(each, tuple)
        found += [len(each), sum(part for part in each if isinstance(part, int))] if several else [each]
    return found


@lru_cache(maxsize=32)
def layout(game: Game) -> Layout:
    """The layout of a game's observations: from its first state, the declared fields of the state, its moves and its deck."""
    players, first = game.players, game.new(0)
    zones = [zone for zone in game.zones(first) if isinstance(zone.holds, tuple)]
    places = {_place(zone.name, zone.seat, own, players) for zone in zones for own in range(players)}
    played = tuple(f"played +{step}" for step in range(players)) if game.tricks else ()
    declared = get_type_hints(type(first))
    words = {card.suit for card in game.deck} | {move.what for move in game.moves if isinstance(move.what, str)}
    widths: dict[str, int] = {}
    for item in fields(first):
        kind = declared[item.name]
        if item.name in ("log", "phase") or item.metadata.get("seen") == "nobody" or not _is_told(kind):
            continue
        words |= {part for part in _parts(kind) if isinstance(part, str)}
        width = _width(kind, getattr(first, item.name), players)
        if width:
            widths[item.name] = width
    return Layout(
        places=(*sorted(places), *played, "chosen", ELSEWHERE),
        numbers=tuple(widths),
        words=tuple(sorted(words)),
        phases=tuple(phase.name for phase in game.family.phases),
        widths=tuple(widths.values()),
    )


def observed(game: Game, state: Any, seat: int, chosen: tuple[Card, ...] = ()) -> Array:
    """What a seat sees, as numbers: the table of cards row by row, then the fields, the phase and the hand's context."""
    plan, view, players = layout(game), game.view(state, seat), game.players
    column = {name: number for number, name in enumerate(plan.places)}
    row = {card: number for number, card in enumerate(sorted(game.deck))}
    table = np.zeros((len(row), len(column)), np.float32)

    def mark(card: Card, place: str) -> None:
        if card in row:
            table[row[card], column.get(place, column[ELSEWHERE])] = 1

    for zone in game.zones(view.state):
        for card in zone.holds if isinstance(zone.holds, tuple) else ():
            mark(card, _place(zone.name, zone.seat, seat, players))
    for event in state.log:
        if isinstance(event, Trick) and event.round == state.round:
            for step, card in enumerate(event.plays):
                mark(card, _place("played", game.left(event.leader, step), seat, players))
    for card in chosen:
        mark(card, "chosen")
    word = {name: float(number) for number, name in enumerate(plan.words, 1)}
    numbers: list[float] = []
    for name, width in zip(plan.numbers, plan.widths, strict=True):
        for value in _values(getattr(view.state, name), width, seat, players):
            told = isinstance(value, str)
            numbers += [0.0 if told else -1.0 if value is None else float(value)]
            numbers += [word.get(value, float(len(word) + 1)) if told else 0.0]
    numbers += [float(state.phase == name) for name in plan.phases]
    if game.tricks is not None:
        numbers += [float(state.context == each) for each in game.tricks.contexts]
        numbers += [float(state.situation == each) for each in game.tricks.situations]
    return np.asarray(np.clip(np.concatenate([table.ravel(), np.array(numbers, np.float32)]), -MOST, MOST))


# ---- the environment -------------------------------------------------------------------------------------------


class Table(AECEnv):  # type: ignore[misc]
    """A game as agents from outside play it: one agent a seat, in turn; rewards are the points of each finished hand."""

    metadata = {"name": "designkit", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, hands: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.hands, self.render_mode = game, hands, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        size = observed(game, game.new(0), 0).shape
        offered = len(actions(game))
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-MOST, MOST, size, np.float32),
                    "action_mask": spaces.Box(0, 1, (offered,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(offered) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Any:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: the game of that seed, or the next of the environment's own chance."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.session = Session(self.game, int(self.np_random.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Ask the seat to move; at the end, each in turn to leave."""
        state = self.session.state
        self.choosing = Choosing(self.session.legal)
        self.agent_selection = self.agents[0] if state.to_move is None else self.possible_agents[state.to_move]

    def observe(self, agent: str) -> dict[str, Array]:
        """What the seat sees, and which actions it has: none unless it is to move."""
        seat, state = self.possible_agents.index(agent), self.session.state
        own = state.to_move == seat and not self._ended
        mask = np.zeros(len(actions(self.game)), np.int8)
        if own:
            mask[[_numbered(self.game)[action] for action in self.choosing.open]] = 1
        seen = observed(self.game, state, seat, self.choosing.chosen if own else ())
        return {"observation": seen, "action_mask": mask}

    @property
    def _ended(self) -> bool:
        state = self.session.state
        return bool(state.over or (self.hands is not None and state.round >= self.hands))

    def step(self, action: int) -> None:
        """Make the action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        offered, choice = actions(self.game), self.choosing.open
        if not isinstance(action, int | np.integer) or not 0 <= action < len(offered):
            raise IllegalMove(f"An action is a whole number from 0 to {len(offered) - 1}, not {action!r}.")
        taken = offered[action]
        if taken not in choice:
            raise IllegalMove(f"'{taken}' (action {action}) is not open to {agent}; its action mask says what is.")
        left = choice[taken]
        if isinstance(left, Choosing):
            self.choosing = left
        else:
            before = self.session.state.scores
            self.session.step(left)
            self._reward(before)
            self._ask()
        self._accumulate_rewards()
        if self._ended:
            self.terminations = dict.fromkeys(self.agents, True)

    def _reward(self, before: tuple[int, ...]) -> None:
        """The points that a finished hand brought; where the fewest win, with the other sign."""
        sign = -1 if self.game.plan is not None and self.game.plan.low_wins else 1
        for agent, had, has in zip(self.possible_agents, before, self.session.state.scores, strict=True):
            self.rewards[agent] = float(sign * (has - had))

    def render(self) -> str | None:
        """The public log in words."""
        if self.render_mode is None:
            return None
        return "\n".join("".join(map(str, event.told())) for event in self.session.state.log)

    def close(self) -> None:
        """Nothing is held open."""


def env(
    game: Game | str,
    players: int | None = None,
    *,
    hands: int | None = None,
    render_mode: str | None = None,
    **params: Any,
) -> Any:
    """A game as a PettingZoo AEC environment: a whole match, or so many hands of it."""
    if hands is not None and (type(hands) is not int or hands < 1):
        raise BadVariant(f"hands is a whole number from 1, or None for a whole match, not {hands!r}.")
    if not isinstance(game, str) and (players is not None or params):
        raise BadVariant(
            f"{checked_game(game)!r} has its player count and parameters; they can be given with a name only."
        )
    variant = make_game(game, players, **params) if isinstance(game, str) else checked_game(game)
    return OrderEnforcingWrapper(Table(variant, hands, render_mode))
