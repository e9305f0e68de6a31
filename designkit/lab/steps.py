"""Deals and matches on the step engine: any game, any bot, the same answers as the kernel where both can play."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from designkit.bots.worth import worths
from designkit.cards import Card, mixed, random_word
from designkit.errors import BadText, DesignkitError, IllegalMove
from designkit.events import Scored, Trick
from designkit.game import Game
from designkit.lab.batch import Batch
from designkit.lab.failing import BotFailed, TooSlow
from designkit.moves import Move
from designkit.plan import Battles, Plan
from designkit.session import Bot, Session

Seat = tuple[str, Bot]
"""A bot's name and the bot."""


class Stream(random.Random):
    """Chance from SplitMix64, so that the kernel's players and these draw the same."""

    def __init__(self, word: int) -> None:
        self.word = word
        super().__init__()

    def seed(self, *args: Any, **kwargs: Any) -> None:
        """The word is the seed."""

    def random(self) -> float:
        """A number from 0 up to 1."""
        return (self.getrandbits(64) >> 11) / (1 << 53)

    def getrandbits(self, k: int) -> int:
        """So many random bits."""
        bits, made = 0, 0
        while made < k:
            self.word, drawn = random_word(self.word)
            bits, made = bits << 64 | drawn, made + 64
        return bits >> made - k

    def choice(self, seq: Any) -> Any:
        """One of the items, all equally likely."""
        self.word, drawn = random_word(self.word)
        return seq[drawn * len(seq) >> 64]


def start(game: Game, seed: int, number: int) -> tuple[Session, Stream]:
    """A session at the deal of that number, and the stream its players draw from."""
    own = mixed(seed, number)
    return Session(game, own), Stream(mixed(seed, number, 1))


def _moved(session: Session, seats: Sequence[Seat], rng: Stream, number: int) -> None:
    state = session.state
    name, bot = seats[state.to_move]
    legal, view = session.legal, session.game.view(state, state.to_move)
    where = f"in deal {number} (game seed {session.seed}, move {session.at + 1})"

    def failed(did: str, error: BaseException) -> BotFailed:
        made = BotFailed(f"The bot '{name}' of seat {state.to_move} {did} {where}{_why(error)}.")
        made.number = number
        return made

    try:
        move = bot(view, legal, rng)
    except TooSlow as error:
        raise failed("took too long", error) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failed(f"failed with {type(error).__name__}", error) from error
    try:
        session.step(move)
    except (IllegalMove, BadText) as error:
        raise failed("made an illegal move", error) from error
    except Exception as error:
        raise DesignkitError(f"The rules failed with {type(error).__name__} {where}{_why(error)}.") from error


def _why(error: BaseException) -> str:
    """What an error says of itself, in one line."""
    try:
        said = " ".join(str(error).split()).rstrip(".")
    except Exception:
        said = ""
    return f": {said}" if said else ""


def played(
    game: Game, seed: int, number: int, seats: Sequence[Seat], match: bool, moves: Callable[[], None] = lambda: None
) -> Session:
    """A deal (its first hand) or a match of that number, played by bots."""
    session, rng = start(game, seed, number)
    while not session.state.over and (match or not session.state.round):
        _moved(session, seats, rng, number)
        moves()
    return session


def play(
    game: Game,
    seed: int,
    first: int,
    deals: int,
    seats: Sequence[Seat],
    match: bool = False,
) -> Batch:
    """Deals or matches from number `first` on; a bot that fails raises."""
    numbers = range(first, first + deals)
    return _batch(first, match, [_row(played(game, seed, number, seats, match), match) for number in numbers])


def tried(
    game: Game,
    seed: int,
    first: int,
    deals: int,
    seats: Sequence[Seat],
    match: bool = False,
    moves: Callable[[], None] = lambda: None,
) -> Iterator[Batch | BotFailed]:
    """The same in parts round the deals in which a bot fails, which come as their failures; `moves` is called after every move."""
    rows: list[dict[str, Any]] = []
    for number in range(first, first + deals):
        try:
            rows.append(_row(played(game, seed, number, seats, match, moves), match))
        except BotFailed as error:
            if rows:
                yield _batch(number - len(rows), match, rows)
            yield error
            rows = []
    if rows:
        yield _batch(first + deals - len(rows), match, rows)


def _batch(first: int, match: bool, rows: list[dict[str, Any]]) -> Batch:
    tricks = max(len(row["winners"]) for row in rows)
    steps = max(len(row["history"]) for row in rows)
    for row in rows:
        row["winners"] += [-1] * (tricks - len(row["winners"]))
        row["cards"] += [-1] * (tricks - len(row["cards"]))
        row["history"] += [row["history"][-1]] * (steps - len(row["history"]))
    kinds = {"tops": bool, "worth": np.float32, "bids": np.int16, "winners": np.int8, "cards": np.int16}
    return Batch(
        first=first,
        match=match,
        **{name: np.array([row[name] for row in rows], kinds.get(name, np.int64)) for name in rows[0]},
    )


def _row(session: Session, match: bool) -> dict[str, Any]:
    game, states, moves = session.game, session.states, session.moves
    players = game.players
    log = [event for event in session.state.log if match or event.round == 0]
    scored = [event for event in log if isinstance(event, Scored)]
    tricks = [event for event in log if isinstance(event, Trick)]
    counts = [len(game.legal(state)) for state in states[: len(moves)]]
    won = [sum(event.winner == seat for event in tricks) for seat in range(players)]
    bids = [-1] * players
    if not match:
        for state, move in zip(states, moves, strict=False):
            if move.verb in ("bid", "wager"):
                bids[state.to_move] = _said(game, state, move)
    points = list(scored[-1].totals if match else scored[0].points)
    kept: list[list[Any]] = [[] for _ in range(players)]
    for event in tricks:
        for seat, what in event.takes:
            kept[seat].append(what)
    tops, bonus = _standing(session, points, bids, won, kept, match)
    deck = {card: place for place, card in enumerate(sorted(game.deck))}
    standing = np.cumsum([[event.winner == seat for seat in range(players)] for event in tricks], axis=0).tolist()
    row = {
        "points": points,
        "bonus": bonus,
        "tops": tops,
        "tricks": won,
        "bids": bids,
        "worth": [0.0] * players if match else _worth(session),
        "winners": [] if match else [-1 if event.winner is None else event.winner for event in tricks],
        "cards": [] if match else [_winning(game, event, deck) for event in tricks],
        "leads": tricks[0].leader if tricks else 0,
        "context": _context(game, tricks[0]) if tricks and not match else 0,
        "decisions": len(moves),
        "options": sum(counts),
        "forced": counts.count(1),
        "hands": len(scored),
        "history": [list(event.totals) for event in scored] if match or not tricks else standing,
    }
    return row | _battled(session, match) if isinstance(game.plan, Battles) else row


def _said(game: Game, state: Any, move: Move) -> int:
    return game.legal(state).index(move) if move.verb == "wager" else move.number


def _battled(session: Session, match: bool) -> dict[str, Any]:
    """What battles say beside the rest: who won them, and what the score piles counted after each."""
    plan, seats = session.game.plan, range(session.game.players)
    assert isinstance(plan, Battles)
    piles: list[list[Card]] = [[] for _ in seats]
    standing = [plan.points((), seat) for seat in seats]
    winners: list[int] = []
    history: list[list[int]] = []
    for event in session.state.log:
        if isinstance(event, plan.event):
            piles[event.winner] += event.takes
            standing[event.winner] = plan.points(piles[event.winner], event.winner)
            winners.append(event.winner)
            history.append(list(standing))
    row: dict[str, Any] = {"tricks": [winners.count(seat) for seat in seats]}
    if match:
        return row
    worth = [float(sum(map(plan.worth, hand))) for hand in session.states[0].hands]
    return row | {"worth": worth, "winners": winners, "cards": [-1] * len(winners), "history": history or [standing]}


def _worth(session: Session) -> list[float]:
    """What each hand is worth before the first card; without tricks, how many cards it has."""
    game = session.game
    if game.tricks is None:
        return [float(len(hand)) for hand in session.states[0].hands]
    first = next(state for state in session.states if state.phase == "tricks")
    own = worths(game, first.context)
    return [sum(own[card] for card in hand) / 1000 for hand in first.hands]


def _winning(game: Game, event: Trick, deck: dict[Card, int]) -> int:
    if event.winner is None:
        return -1
    return deck[event.plays[(event.winner - event.leader) % game.players]]


def _context(game: Game, event: Trick) -> int:
    assert game.tricks is not None
    return game.tricks.contexts.index(event.context) if event.context in game.tricks.contexts else 0


def _standing(
    session: Session, points: list[int], bids: list[int], won: list[int], kept: list[list[Any]], match: bool
) -> tuple[list[bool], list[int]]:
    """(who is among the winners, what of the points came by comparison); a single hand ranks as its plan says."""
    game, state, seats = session.game, session.state, range(session.game.players)
    plan = game.plan
    if match or not isinstance(plan, Plan):
        best = state.winners if state.over else [seat for seat in seats if points[seat] == max(points)]
        return [seat in best for seat in seats], [0] * game.players
    own = [
        plan.own(
            max(0, bids[seat]) if "bid" in plan.asks else 0,
            won[seat] if "won" in plan.asks else 0,
            tuple(kept[seat]) if "pile" in plan.asks else (),
        )
        for seat in seats
    ]
    bonus = [points[seat] - own[seat][0] for seat in seats] if plan.joint else [0] * game.players
    standing = [
        -(1 << 60)
        if plan.loses is not None and own[seat][1] == plan.loses
        else -points[seat]
        if plan.low_wins
        else points[seat]
        for seat in seats
    ]
    for side in plan.sides:
        together = sum(standing[seat] for seat in side)
        for seat in side:
            standing[seat] = together
    return [mine == max(standing) for mine in standing], bonus
