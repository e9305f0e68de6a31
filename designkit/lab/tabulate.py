"""Rules as tables: the plain functions of a game asked once for every combination of what they may be asked about."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from designkit.bots.worth import ranking, worths
from designkit.cards import Card
from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.lab.batch import Array
from designkit.plan import Plan
from designkit.tricks import Tricks

MOST_CARDS, MOST_SEATS = 128, 8


class CannotTabulate(DesignkitError):
    """A game or rule that has no finite form here; it is played move by move instead."""


class Tables(NamedTuple):
    """Everything that the kernel looks up; cards are places in the sorted deck, suit 0 is 'none led'."""

    players: int
    pack: Array
    """The deck before the shuffle."""
    suits: int
    """Suits that may be led, and 'none'."""
    tiers: int
    exact: Array
    """(word, situation * suits + led, tier) masks of the cards of a tier."""
    within: Array
    """(word, situation * suits + led, tier) masks of the cards that may be played when that tier is the lowest held."""
    leads: Array
    turn: Array
    stir: Array
    modes: int
    strength: Array
    """((context * suits + led) * modes + mode, card)."""
    above: Array
    """(row of `strength`, card, word) masks of the stronger cards; after the last card: of those that can win at all."""
    turns: Array
    """(mode, mode after the card, word) masks of the cards that turn one into the other."""
    worth: Array
    """(context, card) in thousandths of a trick."""
    place: Array
    """(context, card) the card's place from the least worth to the most."""
    context: int
    situation: int
    key: Array
    from_left: int
    flips: int
    """0: nothing is turned up; 1: card after card; 2: shuffled anew until the first card counts."""
    sets: Array
    opens: Array
    """The cards that open the hand, the first choice first."""
    nobody_won: int
    bids: int
    """0 none, 1 any, 2 the last may not make them add up, 3 partners may not exceed the tricks."""
    wagers: int
    wager_for: Array
    wager_aims: Array
    piles: Array
    pile_class: Array
    """Which of the pile sizes each pile has."""
    pile_quota: Array
    """How many piles of each size a seat takes."""
    buries: Array
    """(card, later card of the pile) whether the later one comes up before the other; with itself: whether it is out."""
    keeps: Array
    """(kept so far, card) -> kept, both counted from 1; 0 is nothing. Empty: no card is kept."""
    keeps_all: int
    digs: Array
    """Bit 0: the card takes from the pile that was left; bit 1: before the suit is led, it keeps others from that."""
    prizes: int
    prizes_key: Array
    prize_aims: Array
    item_key: Array
    """What a kept card or prize adds to the key of what a seat kept."""
    choose: Array
    """Binomial coefficients."""


def _place(values: Sequence[Hashable], value: Hashable, what: str) -> int:
    try:
        return list(values).index(value)
    except ValueError:
        raise CannotTabulate(f"{value!r} is not among the {what} that the game declares.") from None


def _tiers(rules: Tricks, cards: Sequence[Card], suits: Sequence[str | None]) -> tuple[Array, Array]:
    tiers = 1 + max(
        len({level for card in cards if (level := int(rules.tier(card, led, situation))) >= 0})
        for situation in rules.situations
        for led in suits
    )
    shape = (2, len(rules.situations) * len(suits), tiers)
    exact, within = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    for s, situation in enumerate(rules.situations):
        for i, led in enumerate(suits):
            levels = [int(rules.tier(card, led, situation)) for card in cards]
            steps = sorted({level for level in levels if level >= 0})
            row = s * len(suits) + i
            for card, level in enumerate(levels):
                word, bit = divmod(card, 64)
                for k in range(tiers):
                    last = k >= len(steps)
                    exact[word, row, k] |= np.uint64((last or level == steps[k]) << bit)
                    within[word, row, k] |= np.uint64((last or level <= steps[k]) << bit)
    return exact, within


def _masks(chosen: Array) -> Array:
    """(..., card) truth values as (..., word) masks."""
    words = np.zeros((*chosen.shape[:-1], 128), np.uint64)
    words[..., : chosen.shape[-1]] = chosen
    return np.asarray((words.reshape(*chosen.shape[:-1], 2, 64) << np.arange(64, dtype=np.uint64)).sum(axis=-1))


def _keeps(rule: Callable[[Sequence[Card]], Card | None], cards: Sequence[Card]) -> Array:
    """What a trick's winner keeps, folded card by card from the answers for one and for two cards."""
    number: dict[Card | None, int] = {None: 0}
    number.update((card, i + 1) for i, card in enumerate(cards))
    table = np.zeros((len(cards) + 1, len(cards)), np.uint8)
    for i, card in enumerate(cards):
        table[0, i] = number[rule((card,))]
        for j, kept in enumerate(cards):
            if kept != card:
                table[j + 1, i] = number[rule((kept, card))]
    return table


def _digs(rule: Callable[[Sequence[Card]], int | None], rules: Tricks, cards: Sequence[Card]) -> Array:
    """Which cards take from the pile that was left, played after the suit is led or (and so spent) before."""
    lead = next((card for card in cards if rules.leads(card) is not None and rule((card,)) is None), None)
    if lead is None:
        return np.zeros(len(cards), np.uint8)
    digs = [card != lead and rule((lead, card)) == 1 for card in cards]
    first, *others = [*(card for card, does in zip(cards, digs, strict=True) if does), None, None][:2]
    table = []
    for card, does in zip(cards, digs, strict=True):
        other = others[0] if card == first else first
        spent = rules.leads(card) is None and other is not None and rule((card, lead, other)) is None
        table.append(int(does) | 2 * int(spent))
    return np.array(table, np.uint8)


def _buries(rule: Callable[[Sequence[Card]], tuple[Card, ...]], cards: Sequence[Card]) -> Array:
    """The order of the pile that was left, from the answers for one and for two cards."""
    return np.array([[rule((a, b))[:1] == (b,) if a != b else not rule((a,)) for b in cards] for a in cards], np.uint8)


class Items:
    """What seats keep, as a key: the number of items of each class that the points look at, packed into one word."""

    def __init__(self, items: Sequence[Hashable], looks_at: Callable[[Any], Hashable | None]) -> None:
        self.classes: dict[Hashable, list[Hashable]] = {}
        for item in items:
            seen = looks_at(item)
            if seen is not None:
                self.classes.setdefault(seen, []).append(item)
        self.shifts: dict[Hashable, int] = {}
        used = 0
        for seen, members in self.classes.items():
            self.shifts[seen] = used
            used += len(members).bit_length()
        if used > 64:
            raise CannotTabulate(f"What a seat keeps would need {used} bits, and there are 64.")
        seen_of = [looks_at(item) for item in items]
        self.key = np.array([0 if seen is None else 1 << self.shifts[seen] for seen in seen_of], np.uint64)

    def unpacked(self, key: int) -> tuple[Any, ...]:
        """Items with that key: the first of each class."""
        return tuple(
            item
            for seen, members in self.classes.items()
            for item in members[: key >> self.shifts[seen] & ((1 << len(members).bit_length()) - 1)]
        )


def plan_of(game: Game) -> tuple[Plan, Tricks]:
    """The plan and the trick rules of a game that has both."""
    if not isinstance(game.plan, Plan) or game.tricks is None:
        raise CannotTabulate(f"No plan is declared for the hands of {game.family.title}.")
    return game.plan, game.tricks


@lru_cache(maxsize=64)
def items(game: Game) -> Items:
    """What seats can keep in a game."""
    plan, _ = plan_of(game)
    if plan.prizes:
        return Items((*plan.prizes, plan.last_prize), plan.looks_at)
    kept = plan.keeps or plan.keeps_all or plan.digs
    return Items(sorted(game.deck), plan.looks_at if kept else lambda card: None)


@lru_cache(maxsize=64)
def tables(game: Game) -> Tables:
    """The rules of a trick game as tables."""
    plan, rules = plan_of(game)
    cards = sorted(game.deck)
    if game.players > MOST_SEATS:
        raise CannotTabulate(f"{game.players} seats cannot be tabulated; {MOST_SEATS} can.")
    if len(cards) > MOST_CARDS or len(set(cards)) < len(cards):
        raise CannotTabulate(f"A deck of {len(cards)} cards cannot be tabulated; {MOST_CARDS} different ones can.")
    number = {card: i for i, card in enumerate(cards)}
    suits = [None, *sorted({suit for card in cards if (suit := rules.leads(card)) is not None})]
    contexts, modes, situations = rules.contexts, rules.modes, rules.situations
    exact, within = _tiers(rules, cards, suits)
    turn = np.array([[_place(modes, rules.turn(m, c), "modes") for c in cards] for m in modes], np.uint8)
    strength = np.array(
        [[[[int(rules.strength(c, led, m, x)) for c in cards] for m in modes] for led in suits] for x in contexts],
        np.int32,
    ).reshape(-1, len(cards))
    flip, draft = plan.flip, plan.draft
    sets = [None if flip is None else flip.sets(card) for card in cards]
    aims = [plan.prize_aim(prize) for prize in (*plan.prizes, plan.last_prize)] if plan.prize_aim else [0]
    choose = [[_binomial(n, k) for k in range(14)] for n in range(MOST_CARDS + 1)]
    return Tables(
        players=game.players,
        pack=np.array([number[card] for card in game.deck], np.uint8),
        suits=len(suits),
        tiers=exact.shape[2],
        modes=len(modes),
        exact=exact,
        within=within,
        leads=np.array([suits.index(rules.leads(card)) for card in cards], np.uint8),
        turn=turn,
        stir=np.array(
            [[_place(situations, rules.stir(s, c), "situations") for c in cards] for s in situations], np.uint8
        ),
        strength=strength,
        above=_masks(strength[:, None, :] > np.maximum(np.pad(strength, ((0, 0), (0, 1))), 0)[:, :, None]),
        turns=_masks(turn[:, None, :] == np.arange(len(modes))[None, :, None]),
        worth=np.array([[worths(game, x)[c] for c in cards] for x in contexts], np.int64),
        place=np.array([[ranking(game, x)[c] for c in cards] for x in contexts], np.int16),
        context=_place(contexts, plan.context, "contexts") if flip is None or plan.context in contexts else -1,
        situation=_place(situations, plan.situation, "situations"),
        key=np.array(plan.key, np.uint64),
        from_left=int(plan.from_left),
        flips=0 if flip is None else 2 if flip.anew else 1,
        sets=np.array([-1 if x is None else _place(contexts, x, "contexts") for x in sets], np.int8),
        opens=np.array(_opens(plan, cards), np.uint8),
        nobody_won=plan.nobody_won,
        bids=("none", "any", "hook", "cap").index(plan.bids),
        wagers=len(plan.wagers),
        wager_for=np.array([plan.wager_for(share) if plan.wager_for else 0 for share in range(1000)], np.int8),
        wager_aims=np.array(plan.wager_aims or (0,), np.int8),
        piles=np.array(draft.sizes if draft else (), np.uint8),
        pile_class=np.array([list(draft.quotas).index(size) for size in draft.sizes] if draft else (), np.uint8),
        pile_quota=np.array(list(draft.quotas.values()) if draft else (), np.int16),
        buries=_buries(draft.buries, cards) if draft else np.zeros((0, 0), np.uint8),
        keeps=_keeps(plan.keeps, cards) if plan.keeps else np.zeros((0, 0), np.uint8),
        keeps_all=int(plan.keeps_all),
        digs=_digs(plan.digs, rules, cards) if plan.digs else np.zeros(len(cards), np.uint8),
        prizes=len(plan.prizes),
        prizes_key=np.array(plan.prizes_key, np.uint64),
        prize_aims=np.array(aims, np.int8),
        item_key=items(game).key,
        choose=np.array(choose, np.uint64),
    )


def _binomial(n: int, k: int) -> int:
    from math import comb

    return min(comb(n, k), (1 << 63) - 1)


def _opens(plan: Plan, cards: Sequence[Card]) -> list[int]:
    late = [None if plan.opens is None else plan.opens(card) for card in cards]
    return sorted((i for i, own in enumerate(late) if own is not None), key=lambda i: late[i] or 0)
