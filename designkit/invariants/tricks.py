"""What holds for every trick game, read off its trick rules: following, winning, leading, one order of the suits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from math import perm
from operator import attrgetter
from typing import Any, NamedTuple

from designkit.cards import Card
from designkit.events import Trick
from designkit.game import Game, put
from designkit.invariants.common import this_round
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move
from designkit.phases import rules_of
from designkit.tricks import led_suit


def has_tricks(game: Game) -> bool:
    """Whether it is a trick game."""
    return game.tricks is not None


SYMMETRIES: dict[str, Callable[[Game], Sequence[Mapping[str, str]]]] = {}
"""By game: the ways to rename suits that the rules cannot tell apart (a name that is missing stays)."""


def symmetries(game: Game) -> Sequence[Mapping[str, str]]:
    """The ways to rename suits that the rules of a game cannot tell apart."""
    return SYMMETRIES[game.id](game) if game.id in SYMMETRIES else ()


NOBODY_WON: dict[str, Callable[[Game, Trick], int]] = {}
"""By game: who leads after a trick that nobody won, where it is not the same seat in every variant."""


def outermost(game: Game) -> tuple[Card, ...]:
    """The lowest and the highest card of each suit, of those that turn the trick's mode and of those that do not."""
    rules = rules_of(game)
    groups: dict[Any, list[Card]] = {}
    for card in sorted(game.deck, key=lambda card: card.rank):
        groups.setdefault((card.suit, rules.turn(rules.modes[0], card)), []).append(card)
    return tuple(dict.fromkeys(card for group in groups.values() for card in (group[0], group[-1])))


def trick_sizes(game: Game) -> tuple[tuple[int, str], ...]:
    """(size, in words) of the tricks that are tried without exception."""
    both = ((2, "tricks of two cards"), (3, "tricks of three cards"))
    return both[:1] if game.players == 2 else both


def trick_count(game: Game, size: int) -> int:
    """How many tricks of so many cards there are, in every context.

    >>> from designkit.games import game
    >>> trick_count(game("janken"), 3)
    328440
    """
    return perm(len(game.deck), size) * len(rules_of(game).contexts)


def tricks_of(size: int) -> Callable[[Game], Iterator[Trick]]:
    """Every trick of so many cards in every context, judged, each once: those of the outermost cards come first.

    Nothing is left out as being like another: a rule may be wrong about a single card.
    """

    def each(game: Game) -> Iterator[Trick]:
        judge, contexts = rules_of(game).judge, rules_of(game).contexts
        deck = sorted(game.deck, key=lambda card: card.rank)
        few = outermost(game) if size > 2 else ()
        seen = frozenset(few)
        for context in contexts:
            for plays in permutations(few, size):
                yield Trick(round=0, leader=0, plays=plays, winner=judge(plays, context).place, context=context)
        for context in contexts:
            for plays in permutations(deck, size):
                if not seen.issuperset(plays):
                    yield Trick(round=0, leader=0, plays=plays, winner=judge(plays, context).place, context=context)

    return each


def winning(game: Game, trick: Trick) -> Card | None:
    """The card that won."""
    return None if trick.winner is None else trick.plays[(trick.winner - trick.leader) % game.players]


def who(won: Card | None) -> str:
    """The winning card in words."""
    return "nobody" if won is None else str(won)


def trump_beaten(game: Game, trick: Trick, trump: Any) -> str | None:
    """The highest trump wins, else the highest card of the suit led; or what is wrong about that."""
    plays = trick.plays
    able = [card for card in plays if card.suit == trump] or [card for card in plays if card.suit == plays[0].suit]
    best, won = max(able, key=_rank), winning(game, trick)
    if won == best:
        return None
    named = f" and trump {trump}" if trump else ""
    return f"{best} should win with {plays[0].suit} led{named}, and {who(won)} does"


_rank = attrgetter("rank")

# ---- hands -----------------------------------------------------------------------------------------------------


@invariant("During tricks all hands are level: who has played to the trick holds one card less.", holds=has_tricks)
def hands_level(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    most = max(map(len, state.hands))
    for place in range(game.players):
        seat = game.left(state.leader, place)
        played = place < len(state.plays)
        if len(state.hands[seat]) != most - played:
            return Broken(
                f"seat {seat} holds {len(state.hands[seat])} cards where others hold {most}", state.hands[seat]
            )
    return None


def _hands(game: Game) -> Iterator[tuple[Card, Card, Card, Any]]:
    """A card led, a hand of two, and a situation: all of them."""
    deck = sorted(game.deck, key=lambda card: card.rank)
    leads = list({card.suit: card for card in deck}.values())
    for situation in rules_of(game).situations:
        for led in leads:
            for one, other in combinations([card for card in deck if card != led], 2):
                yield led, one, other, situation


@invariant(
    "Who holds the suit led may play that suit and suitless cards only.",
    holds=has_tricks,
    cases=_hands,
    counted="hands of two cards against every suit led",
)
def following(game: Game, case: tuple[Card, Card, Card, Any]) -> str | None:
    led, one, other, situation = case
    return not_followed(game, (one, other), (led,), rules_of(game).legal((one, other), (led,), situation))


def not_followed(game: Game, hand: Sequence[Card], plays: Sequence[Card], legal: Sequence[Card]) -> Broken | None:
    """What is wrong with these legal cards of a hand that follows."""
    leads = rules_of(game).leads
    suit = led_suit(plays, leads)
    if suit is None:
        return None
    follow = [card for card in hand if leads(card) == suit]
    for card in hand:
        free = leads(card) is None
        if follow and not free and (card in legal) != (card.suit == suit):
            said = "may be played" if card in legal else "may not be played"
            return Broken(
                f"{card} {said} with {suit} led by a hand that holds {follow[0]}", (*plays, *follow[:1], card)
            )
    return None if legal else Broken(f"nothing may be played with {suit} led", (*plays, *hand))


@invariant("Following is obeyed in every trick that is played, in whatever order a hand is held.", holds=has_tricks)
def following_in_play(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    legal, hand = [move.cards[0] for move in game.legal(state)], state.hands[state.to_move]
    turned = state.but(hands=put(state.hands, state.to_move, hand[::-1]))
    again = {move.cards[0] for move in game.legal(turned)}
    if again != set(legal):
        return Broken("what may be played depends on the order in hand", (*state.plays, *(again ^ set(legal))))
    return not_followed(game, hand, state.plays, legal)


# ---- who wins --------------------------------------------------------------------------------------------------


@invariant("A trick has exactly one winner, and none only if no card of it has a suit.", holds=has_tricks)
def one_winner(game: Game, trick: Trick) -> str | None:
    rules = rules_of(game)
    led = led_suit(trick.plays, rules.leads)
    if trick.winner is None or led is None:
        named = "nobody" if trick.winner is None else f"seat {trick.winner}"
        return None if trick.winner is None and led is None else f"with {led or 'no suit'} led {named} wins"
    mode, context, strength = rules.modes[0], trick.context, rules.strength
    for card in trick.plays:
        mode = rules.turn(mode, card)
    powers = [strength(card, led, mode, context) for card in trick.plays]
    highest = max(powers)
    best = [card for card, power in zip(trick.plays, powers, strict=True) if power == highest]
    if len(best) > 1:
        return Broken(f"{best[0]} and {best[1]} are equally strong with {led} led", trick.plays)
    won = winning(game, trick)
    return None if best == [won] else f"{won} wins, but {best[0]} is the strongest"


@invariant("The same card wins in whatever order the others follow.", holds=has_tricks)
def any_order(game: Game, trick: Trick) -> str | None:
    rules, (first, *others) = rules_of(game), trick.plays
    if rules.leads(first) is None:
        return None
    turned = (first, *reversed(others))
    place = rules.judge(turned, trick.context).place
    again = None if place is None else turned[place]
    won = winning(game, trick)
    return None if again == won else f"{won} wins, but played the other way round {again} does"


@invariant(
    "Turning the table round turns the winner with it: only the place in the trick counts.",
    holds=has_tricks,
    swept=False,
)
def seat_rotation(game: Game, trick: Trick) -> str | None:
    place = rules_of(game).judge(trick.plays, trick.context).place
    seat = None if place is None else game.left(trick.leader, place)
    return None if seat == trick.winner else f"seat {seat} played the winning card, seat {trick.winner} is the winner"


@invariant(
    "Suits that the rules cannot tell apart may be renamed without another card winning.",
    holds=lambda game: has_tricks(game) and bool(symmetries(game)),
)
def suit_relabelling(game: Game, trick: Trick) -> str | None:
    judge = rules_of(game).judge
    place = None if trick.winner is None else (trick.winner - trick.leader) % game.players
    for names in symmetries(game):
        plays = tuple([Card(names.get(suit, suit), rank, deck) for suit, rank, deck in trick.plays])
        context: Any = trick.context
        if judge(plays, names.get(context, context)).place != place:
            swapped = ", ".join(f"{old} for {new}" for old, new in names.items() if old != new)
            return Broken(f"another card wins with {swapped}: {', '.join(map(str, plays))}", trick.plays)
    return None


@invariant("The reasons given name exactly one winning card, the one that won.", holds=has_tricks)
def reasons_agree(game: Game, trick: Trick) -> str | None:
    said = [i for i, reason in enumerate(game.explain(trick)) if " wins: " in reason]
    place = None if trick.winner is None else (trick.winner - trick.leader) % game.players
    return None if said == ([] if place is None else [place]) else f"the reasons say that {said or 'nobody'} wins"


@invariant(
    "The winner of a trick leads the next; if nobody won, the same seat again, or whom the variant says.",
    holds=has_tricks,
)
def winner_leads(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if before.phase != "tricks" or after.phase != "tricks" or len(before.plays) + 1 < game.players:
        return None
    if after.round != before.round:
        return None
    trick = after.log[-1]
    again = NOBODY_WON[game.id](game, trick) if game.id in NOBODY_WON else trick.leader
    leader = again if trick.winner is None else trick.winner
    if after.to_move == after.leader == leader:
        return None
    return Broken(f"seat {leader} should lead and seat {after.to_move} does", trick.plays)


class Duel(NamedTuple):
    """Two suits, named by a card of each, compared card by card when a suit is led."""

    led: str
    mode: Any
    context: Any
    one: Card
    other: Card


def _duels(game: Game) -> Iterator[Duel]:
    rules = rules_of(game)
    suits = {suit: card for card in reversed(game.deck) if (suit := rules.leads(card)) is not None}
    for led, mode, context in product(suits, rules.modes, rules.contexts):
        for one, other in combinations_with_replacement(suits.values(), 2):
            yield Duel(led, mode, context, one, other)


@invariant(
    "With a suit led there is one order of the suits, and one order of the cards within each, whichever it is.",
    holds=has_tricks,
    cases=_duels,
    counted="pairs of suits under every suit led, mode and trump",
)
def one_suit_order(game: Game, case: Duel) -> str | None:
    led, mode, context, (one, *_), (other, *_) = case
    rules = rules_of(game)

    def power(card: Card) -> int:
        return rules.strength(card, led, mode, context)

    mine = sorted((card for card in game.deck if card.suit == one), key=lambda card: card.rank)
    if one == other:
        twins: dict[int, Card] = {}
        for card in mine if one == led or any(map(power, mine)) else ():
            if (twin := twins.setdefault(power(card), card)) != card:
                return Broken(
                    f"{twin} and {card} have no one order with {led} led: they are equally strong", (twin, card)
                )
        return None
    theirs = [card for card in game.deck if card.suit == other]
    wins = [(a, b) for a in mine for b in theirs if power(a) > power(b)]
    loses = [(a, b) for a in mine for b in theirs if power(a) < power(b)]
    if wins and loses and any(power(a) > 0 < power(b) for a, b in wins + loses):
        return Broken(
            f"with {led} led {wins[0][0]} beats {wins[0][1]}, but {loses[0][1]} beats {loses[0][0]}", wins[0] + loses[0]
        )
    return None


@invariant("The tricks that the seats have won add up to the tricks of the hand.", holds=has_tricks)
def tricks_add_up(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    tricks = [event for event in this_round(state) if isinstance(event, Trick)]
    counted = tuple(sum(trick.winner == seat for trick in tricks) for seat in range(game.players))
    return None if counted == tuple(state.won) else f"the seats won {counted} tricks, the state says {state.won}"
