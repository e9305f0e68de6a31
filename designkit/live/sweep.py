"""Asking about the whole of a finite domain, a part at a time, and saying truly how far it has come."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from designkit.cards import Card
from designkit.events import Trick
from designkit.game import Game
from designkit.invariants import CATALOGUE, Broken, Invariant, breakdown
from designkit.invariants.tricks import has_tricks, trick_count, trick_sizes, tricks_of

BATCH = 64
"""Questions between two looks at the clock."""
FIRST_CASES, FIRST_TRICKS = 20_000, 5_000
"""Cases of a domain, and tricks of three cards, that the first pass tries; what is beyond them comes after it."""

Found = Iterator[tuple[Invariant, Broken]]


class Sweep:
    """A finite domain, and the invariants that are asked about every single item of it.

    >>> from designkit.games import game
    >>> two, three = sweeps(game("reds"), [CATALOGUE["one winner"]])
    >>> list(three.go(lambda: None, 1000)), three.text
    ([], 'the first 1,000 of 109,668 tricks of three cards')
    """

    def __init__(
        self,
        game: Game,
        entries: Iterable[Invariant],
        items: Callable[[Game], Iterable[Any]],
        words: str,
        first: int | None,
        total: int | None = None,
    ) -> None:
        self.game, self.entries, self.words = game, list(entries), words
        self.first, self.total = first, total
        self.count = 0
        self.complete = False
        self._items = self._each(items)
        self._stopped: Broken | None = None

    @property
    def text(self) -> str:
        """What was tried: 'all 36 bids' only if it was all of them."""
        if self.complete:
            return f"all {self.count:,} {self.words}"
        of = "" if self.total is None else f" of {self.total:,}"
        return f"the first {self.count:,}{of} {self.words}" if self.count else ""

    def _each(self, items: Callable[[Game], Iterable[Any]]) -> Iterator[Any]:
        try:
            yield from items(self.game)
        except Exception as error:
            self._stopped = breakdown(error)

    def go(self, tick: Callable[[], None], most: int | None = None) -> Found:
        """Go on, up to so many items in all; an invariant that breaks is asked no more."""
        while self.entries and not self.complete and (most is None or self.count < most):
            batch = list(islice(self._items, BATCH if most is None else min(BATCH, most - self.count)))
            yield from self._ask(batch)
            if self._stopped is not None:
                broken = self.entries if self.entries[0].asks == "case" else [CATALOGUE["rules answer"]]
                yield broken[0], self._stopped
                self.entries = []
            elif not batch:
                self.complete = True
            tick()

    def _ask(self, batch: list[Any]) -> Found:
        game = self.game
        for item in batch:
            self.count += 1
            checks = [entry.check for entry in self.entries]
            about = {self.entries[0].asks: item} if checks else {}
            try:
                for check in checks:
                    if check(game=game, **about) is not None:
                        break
                else:
                    continue
            except Exception:
                pass
            yield from self._answers(about, item)

    def _answers(self, about: dict[Any, Any], item: Any) -> Found:
        """What is wrong with an item."""
        for entry in [*self.entries]:
            problem = entry.ask(self.game, **about)
            if problem is not None:
                self.entries.remove(entry)
                yield entry, problem if problem.cards else Broken(problem, cards_of(item))


def sweeps(game: Game, entries: Iterable[Invariant]) -> list[Sweep]:
    """The finite domains that invariants are asked about: each one's own cases, and the tricks of two and three cards."""
    entries = list(entries)
    found = [
        Sweep(game, [entry], entry.cases, entry.counted, FIRST_CASES) for entry in entries if entry.cases is not None
    ]
    swept = [entry for entry in entries if entry.asks == "trick" and entry.swept]
    if has_tricks(game) and swept:
        for size, words in trick_sizes(game):
            total = trick_count(game, size)
            first = None if size == 2 else FIRST_TRICKS
            found.append(Sweep(game, swept, tricks_of(size), words, first, total))
    return found


def cards_of(value: Any) -> tuple[Card, ...]:
    """The cards inside a case or a trick."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, Trick):
        return value.plays
    return tuple(card for part in value for card in cards_of(part)) if isinstance(value, tuple) else ()
