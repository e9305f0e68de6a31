"""Measures of a game, each with a sentence, a formula and an interval.

A measure is a function of sums that add up over deals. A run keeps the sums of blocks of consecutive deals; leaving out a
block at a time (the jackknife) gives the standard error, and Student's t the interval, whatever the measure's formula.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from designkit.cards import COURT, SUITS, Card
from designkit.errors import BadVariant
from designkit.game import Game
from designkit.lab.batch import Array, Batch

BLOCKS = 64
"""Blocks that a run is divided into, or as many as it has deals."""

Sums = Callable[[Batch, Game], Array]
Value = Callable[[Array], Array]


@dataclass(frozen=True)
class Metric:
    """A measure: its name, what it says, how it is reckoned, and the two steps of reckoning it."""

    name: str
    about: str
    formula: str
    sums: Sums
    """(deals, sums) a row a deal; what does not apply to the game has no columns."""
    value: Value
    """(..., sums) -> (..., parts)."""
    parts: Callable[[Game], tuple[str, ...]] = lambda game: ("",)
    limits: tuple[float, float] = (-np.inf, np.inf)
    """The least and the greatest value there can be."""


METRICS: dict[str, Metric] = {}
SHARE = (0.0, 1.0)


def metric(
    name: str,
    about: str,
    formula: str = "mean over deals",
    value: Value | None = None,
    parts: Callable[[Game], tuple[str, ...]] = lambda game: ("",),
    limits: tuple[float, float] = (-np.inf, np.inf),
) -> Callable[[Sums], Sums]:
    """Add a measure: the function below gives a value (or the sums of a formula) for each deal of a batch."""

    def add(sums: Sums) -> Sums:
        METRICS[name] = Metric(name, about, formula, sums, value or mean, parts, limits)
        return sums

    return add


# ---- values from sums ------------------------------------------------------------------------------------------


def mean(sums: Array) -> Array:
    """Sums whose last column counts: each of the others divided by it."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., :-1] / sums[..., -1:]


def counted(values: Array) -> Array:
    """Values a deal with a column of ones, for `mean`."""
    flat = np.asarray(values, float).reshape(len(values), -1)
    return np.concatenate([flat, np.ones((len(flat), 1))], axis=1)


def ratio(above: Array, below: Array) -> Array:
    """Two columns whose sums are divided."""
    return np.stack([np.asarray(above, float), np.asarray(below, float)], axis=1)


NOTHING = np.zeros((0, 0))


def wins(batch: Batch) -> Array:
    """Each seat's share in the win of each deal."""
    return np.asarray(batch.tops / np.maximum(1, batch.tops.sum(axis=1, keepdims=True)))


def seats(game: Game) -> tuple[str, ...]:
    """A part for each seat."""
    return tuple(f"seat {seat}" for seat in range(game.players))


# ---- who wins --------------------------------------------------------------------------------------------------


@metric("win rate", "how often each seat wins; a shared win counts in parts", parts=seats, limits=SHARE)
def win_rate(batch: Batch, game: Game) -> Array:
    """Each seat's part of the wins."""
    return counted(wins(batch))


def _fairness(sums: Array) -> Array:
    rates = mean(sums)
    players = rates.shape[-1]
    off = np.abs(rates - 1 / players).sum(axis=-1, keepdims=True)
    return np.asarray(1 - off / (2 * (1 - 1 / players)))


@metric(
    "fairness",
    "1 where every seat wins equally often, 0 where one seat always wins",
    "1 - sum |win rate - 1/n| / (2 (1 - 1/n))",
    _fairness,
    limits=SHARE,
)
def fairness(batch: Batch, game: Game) -> Array:
    """The seats' parts of the wins."""
    return counted(wins(batch))


def _entropy(shares: Array) -> Array:
    shares = shares / np.maximum(shares.sum(axis=-1, keepdims=True), 1e-300)
    logs = np.log(np.where(shares > 0, shares, 1.0))
    return np.asarray(-(shares * logs).sum(axis=-1, keepdims=True) / np.log(shares.shape[-1]))


@metric(
    "balance",
    "how evenly the wins are spread over the seats: 1 evenly, 0 all to one",
    "entropy of the win rates / log n",
    lambda sums: _entropy(mean(sums)),
    limits=SHARE,
)
def balance(batch: Batch, game: Game) -> Array:
    """The seats' parts of the wins."""
    return counted(wins(batch))


@metric(
    "first-seat advantage",
    "how much oftener than its share the seat that leads first wins",
    "win rate of the first leader - 1/n",
)
def first_seat(batch: Batch, game: Game) -> Array:
    """The first leader's part of the win, less its fair share."""
    return counted(wins(batch)[np.arange(len(batch)), batch.leads] - 1 / batch.players)


@metric("tie rate", "how often several seats share the win (partners count once)", limits=SHARE)
def tie_rate(batch: Batch, game: Game) -> Array:
    """Whether more than one side won."""
    side = max(1, len(game.plan.sides[0])) if game.plan is not None and game.plan.sides else 1
    return counted(batch.tops.sum(axis=1) > side)


# ---- points ----------------------------------------------------------------------------------------------------


@metric("points", "what each seat scores on average", parts=seats)
def points(batch: Batch, game: Game) -> Array:
    """Points by seat."""
    return counted(batch.points)


def _deviation(sums: Array) -> Array:
    first, second = sums[..., 0] / sums[..., 2], sums[..., 1] / sums[..., 2]
    return np.sqrt(np.maximum(0, second - first**2))[..., None]


@metric("spread", "standard deviation of a seat's points", "sqrt(mean of squares - square of mean)", _deviation)
def spread(batch: Batch, game: Game) -> Array:
    """Points and their squares."""
    own = batch.points.astype(float)
    return np.stack([own.sum(axis=1), (own**2).sum(axis=1), np.full(len(own), batch.players)], axis=1)


@metric("margin", "points between the best seat and the next")
def margin(batch: Batch, game: Game) -> Array:
    """The lead of the best."""
    low = game.plan is not None and game.plan.low_wins
    ordered = np.sort(-batch.points if low else batch.points, axis=1)
    return counted(ordered[:, -1] - ordered[:, -2])


# ---- the course of the game ------------------------------------------------------------------------------------


def _standings(batch: Batch, game: Game) -> Array:
    """(deals, steps, seats) who stands how well after each step, higher being better."""
    low = game.plan is not None and game.plan.low_wins
    return -batch.history.astype(float) if low else batch.history.astype(float)


def _has_course(batch: Batch, game: Game) -> bool:
    """Whether there are standings before the last."""
    return game.tricks is not None or batch.history.shape[1] > 1 or (game.plan is not None and not batch.match)


def _sole_leaders(standing: Array) -> Array:
    """(deals, steps) the seat that alone is first, -1 where several are."""
    best = standing.max(axis=2, keepdims=True)
    alone = (standing == best).sum(axis=2) == 1
    return np.where(alone, standing.argmax(axis=2), -1)


@metric("lead changes", "how often another seat takes the sole lead (in tricks of a deal, in points of battles or a match)")
def lead_changes(batch: Batch, game: Game) -> Array:
    """Changes of the sole leader."""
    if not _has_course(batch, game):
        return NOTHING
    leader = _sole_leaders(_standings(batch, game))
    changes, held = np.zeros(len(batch)), leader[:, 0]
    for step in range(1, leader.shape[1]):
        now = leader[:, step]
        changes += (now >= 0) & (held >= 0) & (now != held)
        held = np.where(now >= 0, now, held)
    return counted(changes)


def _final_leader(batch: Batch) -> Array:
    return np.asarray(batch.tops.argmax(axis=1))


@metric(
    "drama",
    "how far behind the later winner has been: 0 never, 1 as far as any seat ever was",
    "mean over steps behind of sqrt(deficit / largest deficit)",
    limits=SHARE,
)
def drama(batch: Batch, game: Game) -> Array:
    """The root of the winner's relative deficits."""
    if not _has_course(batch, game):
        return NOTHING
    standing = _standings(batch, game)
    own = np.take_along_axis(standing, _final_leader(batch)[:, None, None], axis=2)[:, :, 0]
    best, worst = standing.max(axis=2), standing.min(axis=2)
    share = np.sqrt((best - own) / np.maximum(1, best - worst))
    behind = (own < best) & (np.arange(own.shape[1]) < batch.steps[:, None] - 1)
    return counted((share * behind).sum(axis=1) / np.maximum(1, behind.sum(axis=1)))


@metric(
    "decisiveness",
    "how early the winner takes the lead for good: 1 at once, 0 with the last step",
    "1 - (step of the last lead change to the winner) / steps",
    limits=SHARE,
)
def decisiveness(batch: Batch, game: Game) -> Array:
    """When the later winner led for good."""
    if not _has_course(batch, game):
        return NOTHING
    standing = _standings(batch, game)
    own = np.take_along_axis(standing, _final_leader(batch)[:, None, None], axis=2)[:, :, 0]
    leads = own >= standing.max(axis=2)
    all_steps = leads.shape[1]
    late = np.where(leads.all(axis=1), 0, all_steps - np.argmin(leads[:, ::-1], axis=1))
    return counted(1 - np.minimum(late, batch.steps) / batch.steps)


@metric("comeback", "how often the winner was not first at half time", limits=SHARE)
def comeback(batch: Batch, game: Game) -> Array:
    """Whether the later winner trailed after half of the steps."""
    if not _has_course(batch, game):
        return NOTHING
    half = np.maximum(0, batch.steps // 2 - 1).astype(int)
    middle = np.take_along_axis(_standings(batch, game), half[:, None, None], axis=1)[:, 0]
    own = np.take_along_axis(middle, _final_leader(batch)[:, None], axis=1)[:, 0]
    return counted(own < middle.max(axis=1))


@metric("length", "decisions in a deal or match")
def length(batch: Batch, game: Game) -> Array:
    """Decisions."""
    return counted(batch.decisions)


@metric("hands", "hands in a match")
def hands(batch: Batch, game: Game) -> Array:
    """Hands of a match."""
    return counted(batch.hands) if batch.match else NOTHING


@metric("branching", "legal moves at a decision", "sum of legal moves / decisions", lambda sums: mean(sums))
def branching(batch: Batch, game: Game) -> Array:
    """Legal moves and decisions."""
    return ratio(batch.options, batch.decisions)


@metric(
    "forced share",
    "decisions with a single legal move",
    "forced decisions / decisions",
    lambda sums: mean(sums),
    limits=SHARE,
)
def forced_share(batch: Batch, game: Game) -> Array:
    """Forced decisions and all."""
    return ratio(batch.forced, batch.decisions)


# ---- tricks ----------------------------------------------------------------------------------------------------


@metric(
    "trick-winner entropy",
    "how evenly a deal's tricks are spread over the seats: 1 evenly, 0 all to one",
    "entropy of the shares of tricks / log n",
    limits=SHARE,
)
def trick_entropy(batch: Batch, game: Game) -> Array:
    """The entropy of each deal."""
    return counted(_entropy(batch.tricks.astype(float))) if batch.winners.shape[1] else NOTHING


@metric(
    "lead retention",
    "how often the leader of a trick wins it",
    "tricks won by their leader / tricks",
    lambda sums: mean(sums),
    limits=SHARE,
)
def lead_retention(batch: Batch, game: Game) -> Array:
    """Tricks won by their leaders, and tricks."""
    winners = batch.winners
    if game.tricks is None or not winners.shape[1]:
        return NOTHING
    leader, kept = batch.leads.astype(int), np.zeros(len(batch))
    for trick in range(winners.shape[1]):
        won = winners[:, trick]
        kept += won == leader
        leader = np.where(won >= 0, won, leader)
    return ratio(kept, (winners >= 0).sum(axis=1))


def trumps(game: Game, context: Any) -> frozenset[str]:
    """The suits whose lowest card beats any other suit led, read off the rules."""
    rules = game.tricks
    if rules is None:
        return frozenset()
    mode, found = rules.modes[0], set()
    suits = {suit for card in game.deck if (suit := rules.leads(card)) is not None}
    power = {(card, led): rules.strength(card, led, mode, context) for card in game.deck for led in suits}
    for suit in suits:
        others = suits - {suit}
        if others and all(
            min(power[card, led] for card in game.deck if card.suit == suit)
            > max(power[card, led] for card in game.deck if card.suit == led)
            for led in others
        ):
            found.add(suit)
    return frozenset(found)


def special(game: Game, card: Card) -> bool:
    """Whether a card has a name of its own beside court cards, or does more than its rank and suit say."""
    suit = SUITS.get(card.suit)
    return bool(game.mark(card)) or (suit is not None and card.rank in suit.names and card.rank not in COURT)


def _won_by(batch: Batch, table: Array) -> Array:
    """How many tricks of each deal were won by cards that a (context, card) table marks, and how many were won."""
    won = batch.cards >= 0
    marked = table[batch.context.astype(int)[:, None], np.maximum(batch.cards, 0)] & won
    return ratio(marked.sum(axis=1), won.sum(axis=1))


@metric(
    "won by trump", "tricks that a trump wins", "tricks won by trump / tricks", lambda sums: mean(sums), limits=SHARE
)
def by_trump(batch: Batch, game: Game) -> Array:
    """Tricks won by trump, and tricks."""
    if game.tricks is None or not batch.winners.shape[1]:
        return NOTHING
    cards = sorted(game.deck)
    trump = [trumps(game, context) for context in game.tricks.contexts]
    table = np.array([[card.suit in own for card in cards] for own in trump])
    return _won_by(batch, table) if table.any() else NOTHING


@metric(
    "won by special cards",
    "tricks that a special card wins (a Demon, a Joker, a Revolution card)",
    "tricks won by them / tricks",
    lambda sums: mean(sums),
    limits=SHARE,
)
def by_special(batch: Batch, game: Game) -> Array:
    """Tricks won by special cards, and tricks."""
    if game.tricks is None or not batch.winners.shape[1]:
        return NOTHING
    marked = [special(game, card) for card in sorted(game.deck)]
    return _won_by(batch, np.array([marked] * len(game.tricks.contexts))) if any(marked) else NOTHING


# ---- bids, wagers, drafts --------------------------------------------------------------------------------------


def _has(game: Game, phase: str) -> bool:
    return any(own.name == phase for own in game.family.phases)


def _over(batch: Batch, game: Game) -> Array | None:
    """Tricks over the bid by deal and seat, where tricks are bid."""
    return batch.tricks - batch.bids if _has(game, "bid") and (batch.bids >= 0).any() else None


@metric("bid error", "tricks between a bid and what was taken")
def bid_error(batch: Batch, game: Game) -> Array:
    """Absolute differences."""
    over = _over(batch, game)
    return NOTHING if over is None else counted(np.abs(over).mean(axis=1))


@metric("bids made exactly", "bids that are taken exactly", limits=SHARE)
def bid_exact(batch: Batch, game: Game) -> Array:
    """Exact bids."""
    over = _over(batch, game)
    return NOTHING if over is None else counted((over == 0).mean(axis=1))


@metric("make rate", "bids that are taken or exceeded", limits=SHARE)
def make_rate(batch: Batch, game: Game) -> Array:
    """Made bids."""
    over = _over(batch, game)
    return NOTHING if over is None else counted((over >= 0).mean(axis=1))


@metric("bid bias", "tricks bid beyond those taken: above 0 seats overbid")
def bid_bias(batch: Batch, game: Game) -> Array:
    """Bids less tricks."""
    over = _over(batch, game)
    return NOTHING if over is None else counted(-over.mean(axis=1))


@metric("bags", "tricks over a made bid, by seat and deal")
def bags(batch: Batch, game: Game) -> Array:
    """Tricks over the bid where it was made."""
    over = _over(batch, game)
    return NOTHING if over is None else counted(np.maximum(0, over).mean(axis=1))


def _wager_names(game: Game) -> tuple[str, ...]:
    return game.plan.wagers if game.plan is not None else ()


@metric("wager choice", "how often each wager is made", parts=_wager_names, limits=SHARE)
def wager_choice(batch: Batch, game: Game) -> Array:
    """The share of seats that made each wager."""
    names = _wager_names(game)
    if not names or not (batch.bids >= 0).any():
        return NOTHING
    return counted(np.stack([(batch.bids == i).mean(axis=1) for i in range(len(names))], axis=1))


def _shares(sums: Array) -> Array:
    half = sums.shape[-1] // 2
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., :half] / sums[..., half:])


@metric(
    "wager success", "how often each wager pays", "wagers that paid / wagers made", _shares, _wager_names, limits=SHARE
)
def wager_success(batch: Batch, game: Game) -> Array:
    """Wagers that paid, and wagers made, by kind."""
    names = _wager_names(game)
    if not names or not (batch.bids >= 0).any():
        return NOTHING
    made = np.stack([batch.bids == i for i in range(len(names))], axis=1)
    paid = made & (batch.bonus > 0)[:, None, :]
    return np.concatenate([paid.sum(axis=2), made.sum(axis=2)], axis=1).astype(float)


@metric("draft-slot value", "points of each seat beyond the average; seat 1 picks first", parts=seats)
def draft_slot(batch: Batch, game: Game) -> Array:
    """Points by slot, less the deal's mean."""
    if not _has(game, "draft") or batch.match:
        return NOTHING
    return counted(batch.points - batch.points.mean(axis=1, keepdims=True))


def _r_squared(sums: Array) -> Array:
    n, x, y, xx, yy, xy = (sums[..., i] for i in range(6))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(((n * xy - x * y) ** 2 / ((n * xx - x**2) * (n * yy - y**2)))[..., None])


@metric(
    "hand decides",
    "how much of the points the dealt hand explains (R²): the worth of its cards against what it scored",
    "squared correlation of hand worth and points",
    _r_squared,
    limits=SHARE,
)
def hand_decides(batch: Batch, game: Game) -> Array:
    """The sums of a regression."""
    if np.ptp(batch.worth) == 0:
        return NOTHING
    x, y = batch.worth.astype(float), batch.points.astype(float)
    columns = (np.ones_like(x), x, y, x * x, y * y, x * y)
    return np.stack([column.sum(axis=1) for column in columns], axis=1)


# ---- keeping count ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A measure's value with its interval."""

    metric: Metric
    part: str
    value: float
    low: float
    high: float
    error: float
    """The standard error."""
    deals: int

    @property
    def name(self) -> str:
        """The measure and its part."""
        return f"{self.metric.name} {self.part}".strip()


def chosen(names: Sequence[str] | None) -> list[Metric]:
    """The measures of these names, or all; an unknown name raises with those there are."""
    for name in names or ():
        if name not in METRICS:
            raise BadVariant(f"There is no metric '{name}'; the metrics are {', '.join(METRICS)}.")
    return [METRICS[name] for name in (METRICS if names is None else names)]


class Tally:
    """The sums of a run, block by block; equal whatever pieces the deals came in."""

    def __init__(self, game: Game, metrics: Sequence[str] | None, planned: int) -> None:
        self.game, self.metrics = game, chosen(metrics)
        self.block = -(-planned // BLOCKS)
        self.deals = 0
        self.sums: dict[str, dict[int, Array]] = {}

    def add(self, batch: Batch) -> "Tally":
        """Take in deals."""
        blocks = np.arange(batch.first, batch.first + len(batch)) // self.block
        starts = np.flatnonzero(np.diff(blocks, prepend=-1))
        for metric in self.metrics:
            rows = metric.sums(batch, self.game)
            if rows.size:
                self._put(metric.name, blocks[starts], np.add.reduceat(rows, starts, axis=0))
        self.deals += len(batch)
        return self

    def merge(self, other: "Tally") -> None:
        """Take in what another tally of the same run has counted."""
        for name, own in other.sums.items():
            self._put(name, list(own), list(own.values()))
        self.deals += other.deals

    def _put(self, name: str, blocks: Iterable[int], sums: Iterable[Array]) -> None:
        own = self.sums.setdefault(name, {})
        for block, added in zip(blocks, sums, strict=True):
            own[int(block)] = own[int(block)] + added if int(block) in own else added

    def blocks(self, name: str) -> Array:
        """(blocks, sums) of a measure, in the order of the deals."""
        own = self.sums[name]
        return np.array([own[block] for block in sorted(own)])

    def estimates(self, confidence: float = 0.95) -> dict[str, Estimate]:
        """Every measure that applies, by name and part."""
        found = {}
        for metric in self.metrics:
            if metric.name not in self.sums:
                continue
            values, errors = jackknife(metric.value, self.blocks(metric.name))
            reach = student(len(self.sums[metric.name]), confidence)
            for part, value, error in zip(metric.parts(self.game), values, errors, strict=True):
                if np.isfinite(value):
                    low, high = interval(metric, float(value), float(error) * reach, self.deals, confidence)
                    made = Estimate(metric, part, float(value), low, high, float(error), self.deals)
                    found[made.name] = made
        return found

    def frame(self, confidence: float = 0.95) -> pd.DataFrame:
        """A row a measure and part."""
        rows = [
            (own.metric.name, own.part, own.value, own.low, own.high, own.metric.about)
            for own in self.estimates(confidence).values()
        ]
        return pd.DataFrame(rows, columns=["metric", "part", "value", "low", "high", "about"])


def interval(metric: Metric, value: float, reach: float, deals: int, confidence: float) -> tuple[float, float]:
    """The interval round a value, within what can be; a share never or always seen gets the exact binomial one."""
    least, most = metric.limits
    if reach == 0 and (least, most) == SHARE and value in SHARE:
        found = stats.binomtest(round(value * deals), deals).proportion_ci(confidence)
        return float(found.low), float(found.high)
    return max(least, value - reach), min(most, value + reach)


def student(blocks: int, confidence: float) -> float:
    """How many standard errors an interval reaches."""
    return float(stats.t.ppf((1 + confidence) / 2, blocks - 1)) if blocks > 1 else float("inf")


def jackknife(value: Value, blocks: Array) -> tuple[Array, Array]:
    """A value of the sums of all blocks, and its standard error from leaving out one block at a time."""
    total = blocks.sum(axis=0)
    count = len(blocks)
    whole = value(total)
    if count < 2:
        return whole, np.full_like(whole, np.inf)
    without = value(total - blocks)
    spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    return whole, np.sqrt((count - 1) / count * spread)
