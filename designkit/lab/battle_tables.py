"""The rules of battles as tables: the plain functions of a game asked once for all that they may be asked about."""

import random
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from designkit.cards import Card
from designkit.game import Game
from designkit.lab.batch import Array
from designkit.lab.tabulate import CannotTabulate
from designkit.plan import Battles

MOST_TURNS = 1000
"""A game that is longer is left to the step engine."""
PROBES = 2000
"""Questions beyond those of a table that must have the table's answer."""


class Tables(NamedTuple):
    """Everything that the kernel looks up; cards are places in the sorted deck, a play is one of one or two kinds."""

    players: int
    souls: Array
    """The soul deck before its shuffle."""
    decks: Array
    """(seat, card) the seats' decks before their shuffle."""
    spaces: int
    depth: int
    hand_size: int
    may_stay: int
    spoils: int
    defended_choice: int
    near: Array
    """(space, i) the spaces next to it in order, then -1."""
    swappers: Array
    """(turn, i) the seats that may swap in order, then -1."""
    kind: Array
    """card -> its kind."""
    pair: Array
    """(kind, kind) -> the play of both; the play of a single card is its kind."""
    beats: Array
    """((guarded, top play), play)."""
    guards: Array
    """Whether what lies under a play guards it; the last entry: nothing lies there."""
    pays: Array
    """(soul's kind, kind of the card given up)."""
    still_in: Array
    """(battle, seats that fight as bits, seat, whether it passed) -> the seats that fight on, as bits.

    An open battle has the number of the attacker; one with a defender, players * (1 + attacker) + defender.
    """
    ended: Array
    """(turns, empty spaces)."""
    rested: Array
    """(turns, turns in a row without an attack)."""
    gains: Array
    """(seat, card) what the card brings to the score pile."""
    nothing: Array
    """What each seat's empty pile counts."""
    worth: Array
    """What a card is worth in a hand."""
    beaten: Array
    """((guarded, play), cards) how often a hand of so many cards beats a play; nothing unless somebody reckons with it."""


def plan_of(game: Game) -> Battles:
    """The plan of a game of battles."""
    if not isinstance(game.plan, Battles):
        raise CannotTabulate(f"No plan is declared for the battles of {game.family.title}.")
    return game.plan


def _asked(what: str, rule: Callable[..., Any], *about: Any) -> Any:
    """A rule's answer; one that fails on a question that may never come up cannot be tabulated."""
    try:
        return rule(*about)
    except Exception as error:
        raise CannotTabulate(f"The rule {what} fails with {type(error).__name__} when all is asked.") from error


# ---- what beats what -------------------------------------------------------------------------------------------


class Kinds:
    """Cards that battles do not tell apart, and the plays of one or two kinds."""

    def __init__(self, plan: Battles, cards: Sequence[Card]) -> None:
        alike: dict[Hashable, list[Card]] = {}
        for card in cards:
            alike.setdefault(plan.looks_at(card), []).append(card)
        self.cards = list(alike.values())
        self.of = {card: number for number, own in enumerate(self.cards) for card in own}
        kinds = range(len(self.cards))
        self.plays = [*((kind,) for kind in kinds), *combinations_with_replacement(kinds, 2)]
        self.number = {play: number for number, play in enumerate(self.plays)}

    def play(self, cards: Sequence[Card]) -> int:
        """The number of a play."""
        return self.number[tuple(sorted(self.of[card] for card in cards))]

    def example(self, play: Sequence[int]) -> tuple[Card, ...]:
        """Cards of these kinds."""
        return tuple(sorted(self.cards[kind][i] for i, kind in enumerate(play)))

    def pair(self) -> Array:
        """(kind, kind) -> the play of both."""
        kinds = range(len(self.cards))
        return np.array([[self.number[min(a, b), max(a, b)] for b in kinds] for a in kinds], np.int16)


def _beats(plan: Battles, kinds: Kinds, cards: Sequence[Card], rng: random.Random) -> Array:
    examples = [kinds.example(play) for play in kinds.plays]
    table = np.array(
        [
            [[_asked("of what beats what", plan.beats, play, top, guarded) for play in examples] for top in examples]
            for guarded in (False, True)
        ],
        np.bool_,
    )
    for _ in range(PROBES):
        play, top = (tuple(sorted(rng.sample(cards, rng.choice((1, 2))))) for _ in range(2))
        guarded = rng.random() < 0.5
        if plan.beats(play, top, guarded) != table[int(guarded), kinds.play(top), kinds.play(play)]:
            raise CannotTabulate("What beats what looks at more of a card than the plan does.")
    return table.reshape(-1, len(examples))


def _pays(plan: Battles, kinds: Kinds, cards: Sequence[Card], rng: random.Random) -> Array:
    table = [[_asked("of the toll", plan.pays, own[0], soul[0]) for own in kinds.cards] for soul in kinds.cards]
    for _ in range(PROBES):
        card, soul = rng.sample(cards, 2)
        if plan.pays(card, soul) != table[kinds.of[soul]][kinds.of[card]]:
            raise CannotTabulate("The toll looks at more of a card than the plan does.")
    return np.array(table, np.bool_)


# ---- who and when ----------------------------------------------------------------------------------------------


def _lists(what: str, lists: Sequence[Sequence[int]], below: int) -> Array:
    """Lists of places below a number, filled up with -1."""
    for own in lists:
        if len(set(own)) < len(own) or not all(isinstance(place, int) and 0 <= place < below for place in own):
            raise CannotTabulate(f"{what} must be different numbers from 0 to {below - 1}, not {list(own)}.")
    longest = max(1, *map(len, lists))
    return np.array([[*own, *[-1] * (longest - len(own))] for own in lists], np.int64)


def _still_in(plan: Battles, players: int) -> Array:
    table = np.zeros((players * (players + 1), 1 << players, players, 2), np.int64)
    seats = range(players)
    battles = [(turn, tuple((turn + i) % players for i in seats)) for turn in seats]
    battles += [(players * (1 + a) + b, (a, b)) for a in seats for b in seats if a != b]
    for number, everyone in battles:
        for mask in range(1 << players):
            fighting = tuple(seat for seat in everyone if mask >> seat & 1)
            if len(fighting) < 2 or mask != sum(1 << seat for seat in fighting):
                continue
            for seat in fighting:
                for passed in (False, True):
                    left = tuple(_asked("of who fights on", plan.still_in, fighting, everyone, seat, passed))
                    if not left or left != tuple(own for own in everyone if own in left):
                        raise CannotTabulate(
                            f"Those who fight on must be some of {everyone} in that order, not {left}."
                        )
                    if passed and not set(left) < set(fighting):
                        raise CannotTabulate("A pass must leave fewer to fight on.")
                    table[number, mask, seat, int(passed)] = sum(1 << own for own in left)
    return table


def _ended(plan: Battles, rng: random.Random) -> tuple[Array, Array]:
    """(turns, empty spaces) and (turns, idle turns) that end the game, either of them; asked as far as games can go."""

    def over(empty: int, idle: int, turns: int) -> bool:
        return bool(_asked("of the end", plan.ended, empty, idle, turns))

    last = next((turns for turns in range(1, MOST_TURNS) if over(0, 0, turns)), MOST_TURNS)
    turns = range(last + 1)
    ended = np.array([[over(empty, 0, turn) for empty in range(plan.spaces + 1)] for turn in turns])
    rested, still = [np.zeros(last + 1, np.bool_)], np.ones(last + 1, np.bool_)
    asked = [(0, turn) for turn in turns[1:]]
    for idle in range(1, last + 1):
        rested.append(np.zeros(last + 1, np.bool_))
        still = np.concatenate([[False], still[:-1]])
        for turn in np.flatnonzero(still).tolist():
            rested[idle][turn] = over(0, idle, turn)
            asked.append((idle, turn))
        still &= ~rested[idle]
        if not still.any():
            break
    for _ in range(PROBES):
        empty, (idle, turn) = rng.randint(0, plan.spaces), rng.choice(asked)
        if over(empty, idle, turn) != (ended[turn, empty] or rested[idle][turn]):
            raise CannotTabulate("The end looks at empty spaces and idle turns together.")
    return ended, np.array(rested).T.copy()


# ---- points ----------------------------------------------------------------------------------------------------


def _adds_up(plan: Battles, cards: Sequence[Card], gains: Array, nothing: Array, rng: random.Random) -> bool:
    """Whether a pile counts what its cards count one by one: asked for sets, suits, decks and many other piles."""
    number = {card: i for i, card in enumerate(cards)}
    alike: dict[Hashable, list[Card]] = {None: list(cards)}
    for card in cards:
        for group in (("rank", card.rank), ("suit", card.suit), ("deck", card.deck)):
            alike.setdefault(group, []).append(card)
    piles = [*alike.values(), *(rng.sample(cards, rng.randint(2, 60)) for _ in range(PROBES // 10))]
    return all(
        plan.points(pile, seat) == nothing[seat] + sum(gains[seat, number[card]] for card in pile)
        for pile in piles
        for seat in range(len(nothing))
    )


# ---- tables ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def tables(game: Game) -> tuple[Tables, bool]:
    """The rules of a game of battles as tables, and whether its piles count card by card."""
    plan, players, cards, rng = plan_of(game), game.players, sorted(game.deck), random.Random(0)
    number = {card: i for i, card in enumerate(cards)}
    kinds = Kinds(plan, cards)
    ended, rested = _ended(plan, rng)
    near = [tuple(_asked("of what is adjacent", plan.near, space)) for space in range(plan.spaces)]
    if any(space in own for space, own in enumerate(near)):
        raise CannotTabulate("A space must not be adjacent to itself.")
    swappers = [tuple(_asked("of who swaps", plan.swappers, turn)) for turn in range(players)]
    nothing = np.array([_asked("of the points", plan.points, (), seat) for seat in range(players)], np.int64)
    gains = np.array(
        [[_asked("of the points", plan.gain, card, seat) for card in cards] for seat in range(players)], np.int64
    )
    made = Tables(
        players=players,
        souls=np.array([number[card] for card in plan.souls], np.int16),
        decks=np.array([[number[card] for card in own] for own in plan.decks], np.int16),
        spaces=plan.spaces,
        depth=plan.depth,
        hand_size=plan.hand_size,
        may_stay=int(plan.may_stay),
        spoils=plan.spoils,
        defended_choice=int(plan.defended_choice),
        near=_lists("Adjacent spaces", near, plan.spaces),
        swappers=_lists("The seats that may swap", swappers, players),
        kind=np.array([kinds.of[card] for card in cards], np.int16),
        pair=kinds.pair(),
        beats=_beats(plan, kinds, cards, rng),
        guards=np.array([*(bool(plan.guards(kinds.example(own))) for own in kinds.plays), plan.guards(())], np.int64),
        pays=_pays(plan, kinds, cards, rng),
        still_in=_still_in(plan, players),
        ended=ended,
        rested=rested,
        gains=gains,
        nothing=nothing,
        worth=np.array([plan.worth(card) for card in cards], np.int64),
        beaten=np.zeros((0, 0)),
    )
    return made, _adds_up(plan, cards, gains, nothing, rng)
