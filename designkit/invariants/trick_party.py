"""What holds for Trick Party: prizes, DEATH last, and the parity of Revolution cards."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Any

from designkit.cards import Card
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.games.trick_party import DEATH, TURNING, score_deck
from designkit.invariants import common, tricks
from designkit.invariants.core import Broken, invariant
from designkit.phases import rules_of

holds_for_party = partial(invariant, game="trick_party")


def _plain(game: Game) -> tuple[str, ...]:
    return tuple(suit for suit in TURNING if suit != game.params.trump)


tricks.SYMMETRIES["trick_party"] = lambda game: [
    dict(zip(_plain(game), _plain(game)[1:] + _plain(game)[:1], strict=True))
]


def _revolution(game: Game, card: Card) -> bool:
    return card.suit in TURNING and card.rank in game.params.revolution_numbers


@holds_for_party("Everyone is dealt a full hand, and there is a prize for every card of it.", name="party hands")
def party_hands(game: Game, state: Any) -> str | None:
    if any(isinstance(event, Trick) for event in common.this_round(state)) or state.plays or state.over:
        return None
    sizes, size = [len(hand) for hand in state.hands], game.params.hand_size
    if sizes != [size] * game.players:
        return f"the hands have {sizes} cards, not {size}"
    prizes = 1 + len(state.score_deck)
    return None if prizes == size else f"there are {prizes} prizes for {size} tricks"


def _turns(game: Game) -> Iterator[tuple[bool, Card, Card]]:
    deck = sorted(game.deck, key=lambda card: card.rank)
    yield from ((mode, *pair) for mode in (False, True) for pair in permutations(deck, 2))


@holds_for_party(
    "An odd number of Revolution cards turns the numbers round, an even number does not.",
    cases=_turns,
    counted="pairs of cards played to either order",
)
def parity_of_revolutions(game: Game, case: tuple[bool, Card, Card]) -> str | None:
    mode, one, other = case
    turn = rules_of(game).turn
    expected = mode ^ _revolution(game, one) ^ _revolution(game, other)
    turned = turn(turn(mode, one), other)
    if turned == expected:
        return None
    begun, ended = ("reversed" if own else "as printed" for own in (mode, turned))
    return Broken(f"with numbers {begun}, {one} and {other} leave them {ended}", (one, other))


@holds_for_party(
    "The strongest trump wins, else the strongest of the suit led: the highest, or the lowest when reversed."
)
def party_winner(game: Game, trick: Trick) -> str | None:
    reversed = sum(_revolution(game, card) for card in trick.plays) % 2
    trumps = [card for card in trick.plays if card.suit == game.params.trump]
    able = trumps or [card for card in trick.plays if card.suit == trick.plays[0].suit]
    best = (min if reversed else max)(able, key=lambda card: card.rank)
    won = tricks.winning(game, trick)
    return None if won == best else f"{best} should win, and {tricks.who(won)} does"


@holds_for_party("Seat 0 leads the first game; the others are led first by whom the variant says.")
def first_lead(game: Game, state: Any) -> str | None:
    tricks_now = [event for event in common.this_round(state) if isinstance(event, Trick)]
    if state.phase != "tricks" or tricks_now or state.plays:
        return None
    dead = next((event.winner for event in reversed(state.log) if isinstance(event, Trick)), 0)
    in_turn = [(state.round + i) % game.players for i in range(game.players)]
    lowest = next(seat for seat in in_turn if state.scores[seat] == min(state.scores))
    expected = {"left": in_turn[0], "same": 0, "death": dead, "lowest": lowest}[game.params.first_lead]
    if expected in (None, state.to_move):
        return None
    return f"seat {expected} should lead game {state.round + 1} first and seat {state.to_move} does"


@holds_for_party("The last trick is for DEATH and no other; who takes it scores 0 and cannot win a single game.")
def death_last(game: Game, state: Any) -> str | None:
    taken = [(seat, what) for event in state.log if isinstance(event, Trick) for seat, what in event.takes]
    for i, (_, what) in enumerate(taken, start=1):
        if (what == DEATH) != (i % game.params.hand_size == 0):
            return f"trick {i} was for {what}"
    scored = [event for event in state.log if isinstance(event, Scored)]
    for event in scored:
        dead = taken[(event.round + 1) * game.params.hand_size - 1][0]
        if event.points[dead]:
            return f"seat {dead} took DEATH and scored {event.points[dead]}"
        if state.over and not game.params.campaign and event is scored[-1] and dead in state.winners:
            return f"seat {dead} took DEATH and won"
    return None


@holds_for_party("The prizes won, to come, turned up and removed are together the whole score deck and DEATH.")
def prizes_add_up(game: Game, state: Any) -> str | None:
    if state.phase != "tricks":
        return None
    p = game.params
    whole = Counter([*score_deck(p.top_prize, p.plus_copies, p.minus_copies), DEATH])
    have = Counter([state.prize, *state.score_deck, *state.removed, *(what for won in state.prizes for what in won)])
    wrong = [what for what in whole | have if whole[what] != have[what]]
    return f"the prize {wrong[0]} is there {have[wrong[0]]} times, not {whole[wrong[0]]}" if wrong else None


@holds_for_party(
    "The points of a game are the sum of the prizes taken, no better than all good and no worse than all bad."
)
def prize_points(game: Game, state: Any) -> str | None:
    p = game.params
    top = p.top_prize * (p.top_prize + 1) // 2
    for event in state.log:
        if not isinstance(event, Scored):
            continue
        if event.round >= (p.campaign_games if p.campaign else 1) + p.extra_games:
            return f"game {event.round + 1} is one too many"
        won: list[list[Any]] = [[] for _ in event.points]
        for trick in state.log:
            if isinstance(trick, Trick) and trick.round == event.round:
                for seat, what in trick.takes:
                    won[seat].append(what)
        for seat, points in enumerate(event.points):
            expected = 0 if DEATH in won[seat] else sum(won[seat])
            if points != expected or not -p.minus_copies * top <= points <= p.plus_copies * top:
                return f"seat {seat} took {', '.join(map(str, won[seat])) or 'nothing'} and scored {points}"
    if p.campaign:
        return common.highest_wins(state, [(seat,) for seat in range(game.players)])
    return _best_alive(state) if state.over else None


def _best_alive(state: Any) -> str | None:
    alive = [seat for seat, prizes in enumerate(state.prizes) if DEATH not in prizes]
    best = [seat for seat in alive if state.scores[seat] == max(state.scores[s] for s in alive)]
    return None if sorted(state.winners) == best else f"seats {state.winners} win, the best without DEATH are {best}"
