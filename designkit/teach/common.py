"""What exercises share: winning tricks, reading cards and seeds that somebody has found."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

from designkit.cards import Card, Hand, card
from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.games import game
from designkit.teach.core import Numbers, Write
from designkit.teach.draws import Draws
from designkit.teach.kinds import PLACE, whole
from designkit.tricks import Tricks, Verdict

Cards = tuple[Card, ...]
Rows = tuple[tuple[str, Cards], ...]


@lru_cache(maxsize=64)
def variant(id: str, players: int | None = None, **params: Any) -> Game:
    """A variant, made once."""
    return game(id, players, **params)


def trick_rules(game: Game) -> Tricks:
    """The trick rules of a game that has some."""
    assert game.tricks is not None
    return game.tricks


def tricks(deck: Sequence[Card], *sizes: int) -> Iterator[tuple[Cards]]:
    """Every trick of so many cards, in every order, as the arguments of a function of plays."""
    for size in sizes:
        for plays in permutations(deck, size):
            yield (plays,)


def piles(deck: Sequence[Card], *sizes: int) -> Iterator[tuple[Cards]]:
    """Every pile of so many cards, as the arguments of a function of a pile."""
    for size in sizes:
        for pile in combinations(deck, size):
            yield (pile,)


def some_cards(deck: Sequence[Card], least: int, most: int) -> Any:
    """A Hypothesis strategy: different cards of a deck, as the arguments of a function of them."""
    from hypothesis import strategies as st

    drawn = st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True)
    return st.tuples(drawn.map(tuple))


def winner(
    *,
    id: str,
    title: str,
    game: str,
    numbers: Callable[[Draws], Numbers],
    made: Callable[[Numbers], Game],
    context: Callable[[Numbers], Any],
    text: str,
    example: Callable[[Numbers], Cards],
    hints: tuple[str, ...],
    most: int,
    small: int = 3,
) -> Write:
    """The exercise to write `trick_winner` for a variant: judged by its trick rules in a context."""

    def judged(own: Numbers, plays: Sequence[Card]) -> Verdict:
        return trick_rules(made(own)).judge(plays, context(own))

    return Write(
        id=id,
        title=title,
        game=game,
        numbers=numbers,
        text=text,
        hints=hints,
        name="trick_winner",
        asks=("plays",),
        rule=lambda own: lambda plays: judged(own, plays).place,
        answers=PLACE,
        example=lambda own: (example(own),),
        small=lambda own: tricks(made(own).deck, *range(1, small + 1)),
        counted=f"tricks of up to {['two', 'three'][small - 2]} cards",
        large=lambda own: some_cards(made(own).deck, small + 1, most),
        drawn="longer ones that were drawn",
        why=lambda own, arguments: trick_rules(made(own)).explain(arguments[0], context(own)),
    )


# ---- what somebody has found -----------------------------------------------------------------------------------


def read_cards(deck: Sequence[Card], answer: Any, count: int) -> Hand:
    """So many different cards of a deck, from text or a list; anything else raises with what is allowed."""
    wanted = f"{count} different cards, as text such as '{deck[0]}, {deck[-1]}' or as dk.cards(...)"
    parts = answer.split(",") if isinstance(answer, str) else answer
    if not isinstance(parts, list | tuple) or isinstance(parts, Card):
        raise DesignkitError(f"The answer is {wanted}.")
    found = Hand(card(part) if isinstance(part, str) else part for part in parts)
    strange = next((part for part in found if part not in deck), None)
    if strange is not None:
        raise DesignkitError(f"'{strange}' is not a card of this deck; the answer is {wanted}.")
    if len(found) != count or len(set(found)) != count:
        raise DesignkitError(f"The answer is {wanted}; these are {len(set(found))}.")
    return found


def read_seed(seeds: range, answer: Any) -> int:
    """A seed of a range; anything else raises with what is allowed."""
    if not whole(answer) or answer not in seeds:
        raise DesignkitError(f"The answer is a seed, a whole number from {seeds[0]} to {seeds[-1]}, not {answer!r}.")
    return int(answer)


def first_lack(lacks: Iterable[tuple[bool, str]]) -> str | None:
    """The sentence of the first thing that does not hold, or None."""
    return next((sentence for holds, sentence in lacks if not holds), None)
