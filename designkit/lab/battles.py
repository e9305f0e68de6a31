"""Games of battles on their kernel: the rules as tables, and deals played into a batch."""

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from designkit.bots import BOTS
from designkit.cards import Card
from designkit.game import Game
from designkit.lab import battle_kernel as kernel
from designkit.lab import steps
from designkit.lab.batch import Array, Batch
from designkit.lab.jit import quiet
from designkit.lab.kernel import BOTS as CODES
from designkit.lab.tabulate import CannotTabulate
from designkit.lab.tricks import starts
from designkit.plan import Battles

MOST_TURNS = 1000
"""A game that is longer is left to the step engine."""
PROBES = 2000
"""Questions beyond those of a table that must have the table's answer."""
_MOST_MOVES = 20_000


def plan_of(game: Game) -> Battles:
    """The plan of a game of battles."""
    if not isinstance(game.plan, Battles):
        raise CannotTabulate(f"{game.family.title} declares no plan of battles.")
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
        self.members: dict[Hashable, list[Card]] = {}
        for card in cards:
            self.members.setdefault(plan.looks_at(card), []).append(card)
        self.cards = list(self.members.values())
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
            raise CannotTabulate("What beats what asks for more than ranks.")
    return table.reshape(-1, len(examples))


def _pays(plan: Battles, kinds: Kinds, cards: Sequence[Card], rng: random.Random) -> Array:
    table = [[_asked("of the toll", plan.pays, own[0], soul[0]) for own in kinds.cards] for soul in kinds.cards]
    for _ in range(PROBES):
        card, soul = rng.sample(cards, 2)
        if plan.pays(card, soul) != table[kinds.of[soul]][kinds.of[card]]:
            raise CannotTabulate("The toll asks for more than ranks.")
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
                        raise CannotTabulate(f"Those who fight on must be some of {everyone} in that order, not {left}.")
                    if passed and not set(left) < set(fighting):
                        raise CannotTabulate("A pass must leave fewer to fight on.")
                    table[number, mask, seat, int(passed)] = sum(1 << own for own in left)
    return table


def _ended(plan: Battles, rng: random.Random) -> tuple[Array, Array]:
    """(turns, empty spaces) and (turns, idle turns) that end the game, either of them."""

    def over(empty: int, idle: int, turns: int) -> bool:
        return bool(_asked("of the end", plan.ended, empty, idle, turns))

    last = next((turns for turns in range(1, MOST_TURNS) if over(0, 0, turns)), MOST_TURNS)
    turns = range(last + 1)
    ended = np.array([[over(empty, 0, turn) for empty in range(plan.spaces + 1)] for turn in turns])
    rested = [np.zeros(last + 1, np.bool_)]
    for idle in range(1, last + 1):
        rested.append(np.array([over(0, idle, max(idle, turn)) for turn in turns]))
        if rested[-1].all():
            break
    for _ in range(PROBES):
        idle = rng.randrange(len(rested))
        turn, empty = rng.randint(max(1, idle), last), rng.randint(0, plan.spaces)
        if over(empty, idle, turn) != (ended[turn, empty] or rested[idle][turn]):
            raise CannotTabulate("The end asks for empty spaces and idle turns together.")
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


def _count(game: Game, out: kernel.Outcome) -> None:
    """Ask the game's own rule about every pile after every battle, where it does not count card by card."""
    plan, cards, seats = plan_of(game), sorted(game.deck), range(game.players)
    for deal in range(len(out.points)):
        piles: list[list[Card]] = [[] for _ in seats]
        standing = [plan.points((), seat) for seat in seats]
        taken = 0
        for battle, winner in enumerate(out.winners[deal].tolist()):
            if winner >= 0:
                piles[winner] += [cards[i] for i in out.takes[deal, taken : out.until[deal, battle]].tolist()]
                standing[winner] = plan.points(piles[winner], winner)
                taken = out.until[deal, battle]
            out.history[deal, battle] = standing
        out.points[deal] = standing


# ---- tables ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def tables(game: Game) -> tuple[kernel.Tables, bool]:
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
    made = kernel.Tables(
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
    )
    return made, _adds_up(plan, cards, gains, nothing, rng)


# ---- deals and matches -----------------------------------------------------------------------------------------


def _played(game: Game, seed: int, first: int, deals: int, bots: Sequence[str], moves: int = 0) -> kernel.Outcome:
    own, adds_up = tables(game)
    seeds, streams = starts(seed, first, deals)
    out = kernel.outcome(own, deals, not adds_up, moves)
    with quiet():
        kernel.play(own, seeds, streams, np.array([CODES.index(bot) for bot in bots], np.int8), out)
    if not adds_up:
        _count(game, out)
    return out


def play_deals(game: Game, seed: int, first: int, deals: int, bots: Sequence[str]) -> Batch:
    """Whole games, from deal number `first` on."""
    out = _played(game, seed, first, deals, bots)
    battles = int(out.won.sum(axis=1).max())
    batch = Batch(
        first=first,
        points=out.points,
        bonus=np.zeros_like(out.points),
        tops=out.points == out.points.max(axis=1)[:, None],
        tricks=out.won,
        bids=np.full(out.points.shape, -1, np.int16),
        worth=out.worth,
        winners=out.winners[:, :battles],
        cards=np.full((deals, battles), -1, np.int16),
        leads=np.zeros(deals, np.int8),
        context=np.zeros(deals, np.int8),
        decisions=out.decisions,
        options=out.options,
        forced=out.forced,
        hands=np.ones(deals, np.int32),
        history=out.history[:, : max(1, battles)],
    )
    return batch


def choices(game: Game, seed: int, number: int, bots: Sequence[str]) -> tuple[list[int], list[int]]:
    """(each move's place among the legal ones, how many were legal) of one deal."""
    out = _played(game, seed, number, 1, bots, _MOST_MOVES)
    made = int(out.decisions[0])
    return out.choices[0, :made].tolist(), out.legal[0, :made].tolist()


def play_matches(game: Game, seed: int, first: int, matches: int, bots: Sequence[str]) -> Batch:
    """A match is one game, of which only the outcome counts."""
    batch = play_deals(game, seed, first, matches, bots)
    empty = np.zeros((matches, 0), np.int8)
    worth, history = np.zeros_like(batch.worth), batch.points[:, None]
    return replace(batch, match=True, worth=worth, winners=empty, cards=empty, history=history)
