"""What holds for Reapers: the draft, trump, prizes, the Graveyard, Demons and wagers."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, groupby, pairwise, product
from typing import Any

from designkit.cards import Card
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.games.reapers import DEMON, REAPER, SUITS, WAGERS
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move

holds_for_reapers = partial(invariant, game="reapers")

tricks.SYMMETRIES["reapers"] = lambda game: [
    dict(zip(SUITS, names, strict=True)) for names in (SUITS[1:] + SUITS[:1], SUITS[1::-1] + SUITS[2:])
]

tricks.NOBODY_WON["reapers"] = lambda game, trick: game.left(trick.leader, game.params.reapers_alone == "left")


def hand_size(game: Game) -> int:
    """The cards that everyone drafts."""
    p = game.params
    return int(p.big_piles * p.pile_size + p.small_piles * (p.pile_size - 1))


@holds_for_reapers(
    "After the draft everyone holds the cards of the piles drafted, all equally many.", name="draft hands"
)
def draft_hands(game: Game, state: Any) -> str | None:
    if state.phase == "draft":
        sizes = [(len(hand), sum(taken)) for hand, taken in zip(state.hands, state.picked, strict=True)]
        wrong = [seat for seat, (held, taken) in enumerate(sizes) if held != taken]
        return f"seat {wrong[0]} took {sizes[wrong[0]][1]} cards and holds {sizes[wrong[0]][0]}" if wrong else None
    if state.phase != "wager":
        return None
    wrong = [seat for seat, hand in enumerate(state.hands) if len(hand) != hand_size(game)]
    if wrong:
        seat = wrong[0]
        return Broken(f"seat {seat} drafted {len(state.hands[seat])} cards, not {hand_size(game)}", state.hands[seat])
    return None


@holds_for_reapers("The snake draft is fair: nobody is ever two picks ahead, and the last to pick picks again first.")
def snake_draft(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if before.phase != "draft":
        return None
    picks = [len(taken) for taken in after.picked]
    if max(picks) - min(picks) > 1:
        return f"after '{move}' the seats have {picks} picks"
    done = sum(picks)
    if after.phase == "draft" and done % game.players == 0:
        return (
            None
            if after.to_move == before.to_move
            else f"seat {before.to_move} ends a turn, {after.to_move} begins the next"
        )
    return None


@holds_for_reapers("Everyone drafts the same number of small piles and of big ones, never more.")
def small_piles(game: Game, state: Any) -> str | None:
    p = game.params
    for seat, taken in enumerate(state.picked):
        small, big = taken.count(p.pile_size - 1), taken.count(p.pile_size)
        if small > p.small_piles or big > p.big_piles:
            return f"seat {seat} has {small} piles of {p.pile_size - 1} and {big} of {p.pile_size}"
        if state.phase in ("wager", "tricks") and (small, big) != (p.small_piles, p.big_piles):
            return f"seat {seat} ended the draft with {small} piles of {p.pile_size - 1} and {big} of {p.pile_size}"
    return None


@holds_for_reapers("The highest trump wins, else the highest card of the suit led; a Reaper never does.")
def trump_wins(game: Game, trick: Trick) -> str | None:
    suited = [card for card in trick.plays if card.suit != REAPER]
    trumps = [card for card in suited if card.suit == trick.context]
    if not suited:
        return None
    best = max(trumps or [card for card in suited if card.suit == suited[0].suit], key=lambda card: card.rank)
    won = tricks.winning(game, trick)
    return None if won == best else f"{best} should win with trump {trick.context}, and {tricks.who(won)} does"


def _few(card: Card, hand: Sequence[Card]) -> tuple[Card, ...]:
    """A Reaper and one other card of the hand."""
    return (card, *[other for other in hand if other.suit != REAPER][:1])


@holds_for_reapers("A Reaper may always be played to a trick, but led only from a hand of Reapers alone.")
def reapers_wait(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    hand, legal = state.hands[state.to_move], {move.cards[0] for move in game.legal(state)}
    reapers = [card for card in hand if card.suit == REAPER]
    started = any(card.suit != REAPER for card in state.plays)
    for card in reapers:
        if (card in legal) != (started or len(reapers) == len(hand)):
            said = "may be" if card in legal else "may not be"
            where = "played" if started else "led"
            return Broken(
                f"{card} {said} {where} from a hand of {len(hand)} with {len(reapers)} Reapers", _few(card, hand)
            )
    return None


@holds_for_reapers("The winner takes a Demon if any was played, else the lowest card, never a Reaper.")
def prize_is_lowest(game: Game, trick: Trick) -> str | None:
    valued = [card for card in trick.plays if card.suit != REAPER]
    demons = [card for card in valued if card.rank == DEMON]
    lowest = [card for card in valued if card.rank == min(c.rank for c in valued)]
    equals = demons or lowest
    place = 0 if game.params.equal_prizes == "first" else -1
    expected = equals[place] if equals else None
    prize = game.rules.prize(trick.plays, equals=game.params.equal_prizes)
    if prize != expected:
        return f"the prize is {prize}, not {expected}"
    if trick.takes and expected is not None and (trick.winner, expected) not in trick.takes:
        return f"seat {trick.winner} won the trick and did not take {expected}"
    return None


@holds_for_reapers("Only the first Reaper after the suit is set takes from the Graveyard.")
def one_grave_robber(game: Game, trick: Trick) -> str | None:
    plays = trick.plays
    late = [i for i, card in enumerate(plays) if card.suit == REAPER and any(c.suit != REAPER for c in plays[:i])]
    if game.params.led_reaper == "spent" and plays[0].suit == REAPER:
        late = []
    taker = game.rules.graveyard_taker(plays, led_reaper=game.params.led_reaper)
    return None if taker == next(iter(late), None) else f"place {taker} takes from the Graveyard"


@holds_for_reapers("The Graveyard is one pile without Reapers, in order, and shrinks by one card at most a trick.")
def graveyard_bounds(game: Game, before: Any, move: Move, after: Any) -> str | None:
    ranks = [card.rank for card in after.graveyard]
    if len(ranks) > game.params.pile_size or any(card.suit == REAPER for card in after.graveyard):
        return Broken("the Graveyard holds too much", after.graveyard)
    if ranks != sorted(ranks, reverse=game.params.graveyard == "highest"):
        return Broken(f"the Graveyard does not lie {game.params.graveyard} first", after.graveyard)
    if before.phase == "draft" and after.phase != "draft" and after.graveyard:
        left = next(pile for pile in (*before.piles[: move.number], *before.piles[move.number + 1 :]) if pile)
        by_suit = game.params.equal_graves == "suit"
        for one, two in pairwise(after.graveyard):
            first, then = (SUITS.index(card.suit) if by_suit else left.index(card) for card in (one, two))
            if one.rank == two.rank and first > then:
                return Broken(f"{one} lies before {two}, by {game.params.equal_graves}", (one, two))
    if before.phase == after.phase == "tricks" and before.round == after.round:
        lost = len(before.graveyard) - len(after.graveyard)
        if lost not in (0, 1) or before.graveyard[lost:] != after.graveyard:
            return Broken("the Graveyard lost other cards than the next", before.graveyard)
        new = after.log[len(before.log) :]
        if lost and not any(take[1] == before.graveyard[0] for trick in new for take in trick.takes):
            return Broken("a card of the Graveyard went to nobody", before.graveyard[:1])
    return None


def _piles(game: Game) -> Iterator[tuple[Card, ...]]:
    """Every pile of up to three cards, then every set of values that a hand can bring together, the smallest first.

    A seat's pile grows by a card a trick and by the Graveyard, so it has no more cards than both. Beyond three cards suits
    are taken in turn, as only values can count: that a suit does not, the small piles show.
    """
    valued = sorted((card for card in game.deck if card.suit != REAPER), key=lambda card: card.rank)
    for count in range(4):
        yield from combinations(valued, count)
    values = [tuple(same) for _, same in groupby(valued, key=lambda card: card.rank)]
    for count in range(4, min(len(valued), hand_size(game) + game.params.pile_size) + 1):
        yield from _of_values(values, count)


def _of_values(values: Sequence[tuple[Card, ...]], count: int) -> Iterator[tuple[Card, ...]]:
    """Every way to have so many cards of some values, whatever their suits.

    >>> from designkit.cards import cards
    >>> both = cards("2 poison, 2 plague"), cards("7 poison, 7 plague")
    >>> [", ".join(map(str, pile)) for pile in _of_values(both, 3)]
    ['2 poison, 7 poison, 7 plague', '2 poison, 2 plague, 7 poison']
    """
    if not values:
        yield ()
        return
    (first, *others), rest = values, sum(map(len, values[1:]))
    for taken in range(max(0, count - rest), min(count, len(first)) + 1):
        for pile in _of_values(others, count - taken):
            yield first[:taken] + pile


def _worth(game: Game, pile: Sequence[Card]) -> int:
    """What a pile is worth: each Demon multiplies the highest card that none has multiplied yet."""
    values = sorted((card.rank for card in pile if card.rank != DEMON), reverse=True)
    demons = len(pile) - len(values)
    return sum(value * (game.params.demon_factor if i < demons else 1) for i, value in enumerate(values))


@holds_for_reapers(
    "Demons are worth 0 and multiply one card each: the highest first, none twice.",
    cases=_piles,
    counted="piles: any three cards or fewer, and all values that a hand can bring",
)
def demon_bounds(game: Game, case: tuple[Card, ...]) -> str | None:
    expected = _worth(game, case)
    points = game.rules.hand_points(case, demon_factor=game.params.demon_factor)
    return None if points == expected else Broken(f"the pile is worth {points}, not {expected}", case)


def _orders(players: int) -> Iterator[tuple[int, ...]]:
    """Every order in which points can stand, ties included: places without a gap.

    >>> list(_orders(2))
    [(0, 0), (0, 1), (1, 0)]
    """
    for places in product(range(players), repeat=players):
        if len(set(places)) == max(places) + 1:
            yield places


def _wagers(game: Game) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Every order of points with all that the seats can wager."""
    yield from product(_orders(game.players), product(WAGERS, repeat=game.players))


@holds_for_reapers(
    "A wager pays its bonus or nothing, whatever others wager: least if nobody scored fewer, second as the variant counts it, "
    "none always.",
    cases=_wagers,
    counted="orders of points, ties included, with all wagers of all seats",
)
def wager_bounds(game: Game, case: tuple[tuple[int, ...], tuple[str, ...]]) -> str | None:
    points, wagers = case
    p = game.params
    paid = game.rules.wager_bonuses(
        points,
        wagers,
        least=p.least_bonus,
        second=p.second_bonus,
        none=p.none_bonus,
        ties=p.ties,
        second_place=p.second_place,
    )
    scores = sorted({*points}, reverse=True)
    for seat, (own, wager) in enumerate(zip(points, wagers, strict=True)):
        above = len([other for other in points if other > own])
        second = above == 1 if p.second_place == "one_above" else [own] == scores[1:2]
        if wager == "none":
            expected = p.none_bonus
        elif p.ties == "strict" and points.count(own) > 1:
            expected = 0
        elif wager == "least":
            expected = 0 if min(points) < own else p.least_bonus
        else:
            expected = p.second_bonus if second else 0
        if paid[seat] != expected:
            said = ", ".join(wagers)
            return f"with points {points} and wagers {said} seat {seat} is paid {paid[seat]}, not {expected}"
    return None


def _taken(state: Any, round: int) -> list[list[Card]]:
    piles: list[list[Card]] = [[] for _ in state.scores]
    for event in state.log:
        if isinstance(event, Trick) and event.round == round:
            for seat, card in event.takes:
                piles[seat].append(card)
    return piles


@holds_for_reapers("The points of a hand come from the cards recorded as taken, and lie within their bounds.")
def scores_within_bounds(game: Game, state: Any) -> str | None:
    if not state.over and state.phase != "draft":
        return None
    scored = [event for event in state.log if isinstance(event, Scored)][-1:]
    p = game.params
    for event in scored:
        if event.round + 1 > p.hands + p.extra_hands:
            return f"hand {event.round + 1} was played of {p.hands} and {p.extra_hands} extra"
        for seat, (pile, points) in enumerate(zip(_taken(state, event.round), event.points, strict=True)):
            worth, bonus = _worth(game, pile), max(p.least_bonus, p.second_bonus, p.none_bonus)
            if not worth <= points <= worth + bonus:
                return Broken(f"seat {seat} got {points} points for a pile of {worth} and a wager of {bonus}", pile)
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
