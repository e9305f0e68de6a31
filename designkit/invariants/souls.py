"""What holds for Souls: hands, tokens, battles that rise, souls and points that add up."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

from designkit.cards import FRENCH, Card
from designkit.events import Act, Scored
from designkit.game import Game
from designkit.games.souls import ACE, JOKER, SOULS, Battle, own_deck
from designkit.invariants import common
from designkit.invariants.core import Broken, invariant
from designkit.moves import Move

holds_for_souls = partial(invariant, game="souls")

Lay = tuple[Card, ...]


def _worth(game: Game, cards: Lay, joker: int | None = None) -> int:
    p = game.params
    special = {ACE: p.ace_value, 11: p.court_value, 12: p.court_value, 13: p.court_value}
    worth = p.joker_value if joker is None else joker
    return sum(worth if card.suit == JOKER else special.get(card.rank, card.rank) for card in cards)


@holds_for_souls("Everyone draws up to a full hand before a turn, or all that the own deck has left.")
def drawn_hands(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if after.over or before.turn == after.turn:
        return None
    for seat, (hand, deck) in enumerate(zip(after.hands, after.decks, strict=True)):
        if len(hand) > game.params.hand_size or (deck and len(hand) < game.params.hand_size):
            return Broken(f"seat {seat} begins a turn with {len(hand)} cards in hand", hand)
    return None


@holds_for_souls("A hand, a deck and a purgatory hold the right decks' cards, and every deck is whole.")
def decks_apart(game: Game, state: Any) -> str | None:
    for seat in range(game.players):
        wrong = [card for card in state.decks[seat] if card.deck != own_deck(seat)]
        if wrong:
            return Broken(f"{wrong[0]} is in the deck of seat {seat}", wrong[:1])
    on_grid = [card for card in common.cards_in((state.souls, state.buried, state.unused)) if card.deck != SOULS]
    return Broken(f"{on_grid[0]} is not a soul and lies on the grid", on_grid[:1]) if on_grid else None


@holds_for_souls("Tokens stand on different spaces.")
def tokens_apart(game: Game, state: Any) -> str | None:
    spaces = [space for space in state.tokens if space is not None]
    return "two tokens stand on one space" if len(set(spaces)) < len(spaces) else None


def _plays() -> list[Lay]:
    """Every card by itself, and a pair of every two ranks."""
    ranks = range(2, ACE + 1)
    one, two, *others = ([Card(suit, rank, "seat 0") for rank in ranks] for suit in FRENCH)
    one, two = [*one, Card(JOKER, 1, "seat 0")], [*two, Card(JOKER, 2, "seat 0")]
    pairs: list[Lay] = [(one[a], two[b]) for a, b in combinations_with_replacement(range(len(one)), 2)]
    return [*((card,) for suit in (one, two, *others) for card in suit), *pairs]


def _pairs(game: Game) -> Iterator[tuple[Lay, Lay]]:
    yield from product(_plays(), _plays())


def _jokers(cards: Lay) -> bool:
    """A single Joker, or a Joker beside an Ace or a Joker."""
    rest = [card for card in cards if card.suit != JOKER]
    return len(rest) < len(cards) and all(card.rank == ACE for card in rest)


def _rises(game: Game, play: Lay, top: Lay, guarded: bool) -> bool:
    """The stated rule of battles, in one place: higher, and 2s alone stop Jokers."""
    twos = all(card.rank == 2 and card.suit != JOKER for card in play)
    if _jokers(top):
        return twos and len(play) == len(top)
    if len(play) == len(top) == 1:
        return (play[0].suit == JOKER, play[0].rank) > (False, top[0].rank)
    under_twos = len(top) == 2 and all(card.rank == 2 and card.suit != JOKER for card in top)
    if guarded and under_twos and len(play) == 1:
        return False
    return _worth(game, play) > _worth(game, top)


@holds_for_souls(
    "A play must be higher than what it beats; the only exceptions are 2s, which alone stop Jokers.",
    cases=_pairs,
    counted="plays against each other: every card, and pairs of all ranks",
)
def battles_rise(game: Game, case: tuple[Lay, Lay]) -> str | None:
    (play, top), p = case, game.params
    beats = game.rules.beats(
        play, top, True, court_value=p.court_value, ace_value=p.ace_value, joker_value=p.joker_value
    )
    if bool(beats) == _rises(game, play, top, True):
        return None
    mine, theirs = (" + ".join(str(Card(card.suit, card.rank)) for card in side) for side in case)
    return Broken(f"{mine} {'beats' if beats else 'does not beat'} {theirs}", (*top, *play))


@holds_for_souls("In every battle each play beats the one before it, the first beats the soul, and the last one wins.")
def battles_in_play(game: Game, before: Any, move: Move, after: Any) -> str | None:
    for event in after.log[len(before.log) :]:
        if isinstance(event, Battle):
            layers: list[Lay] = [(), (event.soul,), *(cards for _, cards in event.lays)]
            for under, top, play in zip(layers, layers[1:], layers[2:], strict=False):
                guarded = game.params.twos == "always" or (bool(under) and _jokers(under))
                if not _rises(game, play, top, guarded):
                    return Broken(f"{' + '.join(map(str, play))} lies on {' + '.join(map(str, top))}", (*top, *play))
            if not event.lays or event.lays[-1][0] != event.winner:
                return Broken(f"seat {event.winner} wins without the last play", layers[-1])
    return None


@holds_for_souls("An attack goes to a space next to the token, and a token is attacked only for a card high enough.")
def attacks_near(game: Game, before: Any, move: Move, after: Any) -> str | None:
    p = game.params
    if move.verb == "attack":
        here, there = (divmod(int(space), p.grid) for space in (before.tokens[before.turn], move.number))
        rows, columns = abs(here[0] - there[0]), abs(here[1] - there[1])
        near = max(rows, columns) == 1 and (p.diagonals or rows + columns == 1)
        return None if near else f"space {move.what} is not next to space {before.tokens[before.turn]}"
    if move.verb == "discard":
        soul, card = before.souls[before.space], move.cards[0]
        paid = (
            _worth(game, (card,)) >= _worth(game, (soul,))
            if p.toll == "value"
            else (card.suit == JOKER, card.rank) >= (soul.suit == JOKER, soul.rank if soul.suit != JOKER else 0)
        )
        return None if paid else Broken(f"{card} is too low a toll for {soul}", (soul, card))
    return None


@holds_for_souls("A battle's soul and plays go to its winner, the space gives what it should, and nothing else moves.")
def souls_add_up(game: Game, before: Any, move: Move, after: Any) -> str | None:
    battles = [event for event in after.log[len(before.log) :] if isinstance(event, Battle)]
    left = [1 + len(below) if soul else 0 for soul, below in zip(after.souls, after.buried, strict=True)]
    had = [1 + len(below) if soul else 0 for soul, below in zip(before.souls, before.buried, strict=True)]
    for event in battles:
        beaten = event.defender is not None and event.winner == before.turn
        had[event.space] -= 1 + (min(game.params.token_spoils, had[event.space] - 1) if beaten else 0)
        grown = len(after.pile[event.winner]) - len(before.pile[event.winner])
        if grown != len(event.takes) or not set(event.takes) <= set(after.pile[event.winner]):
            return Broken(
                f"seat {event.winner} took {len(event.takes)} cards and its pile grew by {grown}", event.takes
            )
        if event.soul not in (*after.pile[event.winner], *after.purgatory[event.winner]):
            return Broken(f"{event.soul} did not go to its winner", (event.soul,))
        if beaten and event.defender is not None and after.tokens[event.defender] is not None:
            return f"the token of seat {event.defender} was beaten and still stands"
    return None if left == had else f"the spaces hold {left} souls, not {had}"


def _out(game: Game, log: tuple[Any, ...]) -> set[int]:
    """The seats that have passed in the battle that is on, or since its last play where a pass is not final."""
    out = set()
    for event in reversed(log):
        if isinstance(event, Act):
            if event.move.verb == "attack" or (event.move.verb == "lay" and not game.params.pass_final):
                break
            if event.move.verb == "pass":
                out.add(event.seat)
    return out


@holds_for_souls("Who passes is out of the battle, or waits for a play where the variant says so; one alone is left.")
def passes_out(game: Game, before: Any, move: Move, after: Any) -> str | None:
    if before.phase != "battle":
        return None
    out = _out(game, before.log)
    if before.to_move in out:
        return f"seat {before.to_move} has passed and is asked again"
    if after.phase != "battle":
        everyone = range(game.players) if before.defender is None else (before.turn, before.defender)
        left = [seat for seat in everyone if seat not in out and (seat != before.to_move or move.verb != "pass")]
        return None if len(left) == 1 else f"the battle ended with the seats {left} in it"
    return None


def _idle(state: Any) -> int:
    """How many turns in a row had no attack."""
    verbs = (event.move.verb for event in reversed(state.log) if isinstance(event, Act))
    turns = [verb for verb in verbs if verb in ("rest", "attack")]
    return turns.index("attack") if "attack" in turns else len(turns)


@holds_for_souls(
    "The points are the score pile's souls and others' cards; together no more than all cards that can count."
)
def soul_points(game: Game, state: Any) -> str | None:
    empty, idle = state.souls.count(None), _idle(state)
    p = game.params
    turns = sum(
        isinstance(event, Battle) or (isinstance(event, Act) and event.move.verb == "rest") for event in state.log
    )
    rested = p.idle_rounds > 0 and idle >= game.players * p.idle_rounds
    if (empty >= p.empty_spaces or rested or turns >= p.most_turns) != state.over:
        said = "over" if state.over else "not over"
        return (
            f"after {turns} turns, {idle} at last without an attack, and with {empty} empty spaces the game is {said}"
        )
    if not state.over:
        return None
    event = next(event for event in reversed(state.log) if isinstance(event, Scored))
    for seat, pile in enumerate(state.pile):
        counted = tuple(card for card in pile if card.deck != own_deck(seat))
        expected = _worth(game, counted, game.params.joker_points)
        if event.points[seat] != expected:
            return Broken(f"seat {seat} scored {event.points[seat]} for a pile worth {expected}", pile[:5])
    most = _worth(game, game.deck, game.params.joker_points)
    if sum(event.points) > most:
        return f"{sum(event.points)} points were scored of {most} in the decks"
    return common.highest_wins(state, [(seat,) for seat in range(game.players)])
