"""A session as one seat sees it, turned into plain JSON for the table to draw; nothing here knows a particular game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from designkit.cards import FACE_DOWN, Card
from designkit.events import Dealt, Event, Scored, Trick
from designkit.game import Game, Phase, State, Zone, rule_name
from designkit.moves import Move
from designkit.session import Session
from designkit.views import svg
from designkit.views.terminal import winners

Json = dict[str, Any]
Mode = Literal["closed", "open", "curtain"]
"""What shows: the seat's own cards, all cards, or nobody's."""

LOG_LENGTH = 150


def face_id(game: Game, card: Card) -> str:
    """The name of a card's drawing; cards that look alike share it."""
    return "back" if card == FACE_DOWN else f"{card.suit}:{card.rank}:{game.mark(card)}"


def drawing(face: str) -> str:
    """The drawing that a face's name stands for."""
    if face == "back":
        return svg.face(FACE_DOWN)
    suit, rank, mark = face.split(":")
    return svg.face(Card(suit, int(rank)), mark)


def faces(game: Game, board: Json) -> set[str]:
    """The names of all drawings that a board may need: the deck's, and what else lies on it."""
    lying = {card["face"] for zone in board["zones"] for card in zone["cards"]}
    return {"back", *lying, *(face_id(game, card) for card in game.deck)}


def card_json(game: Game, card: Card) -> Json:
    """A card for the table: its drawing, its text, and whose deck it is from."""
    label = "face down" if card == FACE_DOWN else str(card)
    return {"face": face_id(game, card), "label": label, "deck": card.deck}


def scene(session: Session, seat: int, mode: Mode = "closed", decides: bool = True) -> Json:
    """Everything that the table shows of a session to a seat; with `decides` also what that seat may do now."""
    game, state = session.game, session.state
    seen = {
        "closed": lambda: game.view(state, seat).state,
        "open": lambda: state,
        "curtain": lambda: game.public(state),
    }
    zones = game.zones(seen[mode]())
    may = decides and mode != "curtain" and not state.over and (mode == "open" or state.to_move == seat)
    offer = Offer(game, state, zones) if may else None
    places = [zone_json(game, zone, offer) for zone in _with_last_trick(game, state, zones)]
    return {
        "title": game.family.title,
        "players": game.players,
        "seed": str(session.seed),
        "replaced": [f"{name} replaced by {rule_name(rule)}" for name, rule in game.replaced],
        "round": state.round + 1,
        "phases": [{"name": phase.name, "about": phase.about} for phase in game.family.phases],
        "phase": state.phase,
        "words": _context_words(game, state),
        "to_move": state.to_move,
        "dealer": dealer(state),
        "over": state.over,
        "prompt": prompt(game, state),
        "perspective": seat,
        "zones": places,
        "scores": list(state.scores),
        "winners": list(state.winners),
        "actions": offer.actions() if offer else [],
        "choose": offer.choose() if offer else None,
        "why": last_reasons(game, state),
        "log": [event_json(game, event) for event in state.log[-LOG_LENGTH:]],
        "sheet": list(sheet(state)),
        "time": timeline(session),
    }


def dealer(state: State) -> int | None:
    """Who dealt the hand that lies, where a game has dealers."""
    return next((event.dealer for event in reversed(state.log) if isinstance(event, Dealt)), None)


def prompt(game: Game, state: State) -> str:
    """What the game waits for, in one sentence."""
    if state.over:
        return f"The game is over: {winners(state)}."
    return f"Seat {state.to_move} to move: {phase_of(game, state).about}."


def phase_of(game: Game, state: State) -> Phase:
    """The phase that a game is in."""
    return next(phase for phase in game.family.phases if phase.name == state.phase)


def _context_words(game: Game, state: Any) -> str:
    """What the rules say beside the cards: 'trump is daggers'."""
    if not game.tricks or not hasattr(state, "context"):
        return ""
    mode = game.tricks.modes[0]
    for card in state.plays:
        mode = game.tricks.turn(mode, card)
    return game.tricks.words(mode, state.context)


# ---- what may be done ------------------------------------------------------------------------------------------


class Offer:
    """The legal moves sorted by how a person makes them: by pointing at a place, at cards, or by a button."""

    def __init__(self, game: Game, state: State, zones: Iterable[Zone]) -> None:
        self.game, self.state = game, state
        self.legal = game.legal(state)
        placed = {move for zone in zones for move in zone.moves}
        self.verbs = phase_of(game, state).verbs
        self.with_cards = [move for move in self.legal if move.cards and move not in placed]
        self.buttons = [move for move in self.legal if not move.cards and move not in placed]
        idle = set(self.verbs) - {move.verb for move in (*placed, *self.legal)}
        self.card_verbs = list(dict.fromkeys(move.verb for move in self.with_cards)) or sorted(idle)
        self.sizes = {len(move.cards) for move in self.with_cards}
        self.direct = self.sizes == {1} and len(self.card_verbs) == 1
        """One click plays a card; else cards are chosen first."""
        self.usable = {card for move in self.with_cards for card in move.cards}

    def actions(self) -> list[Json]:
        """The moves that are buttons, such as bids, wagers and passing."""
        return [{"move": str(move), "verb": move.verb, "what": _what(move)} for move in self.buttons]

    def choose(self) -> Json | None:
        """How many cards are to be chosen for which verbs, where one click is not enough."""
        if self.direct or not self.with_cards:
            return None
        return {"verbs": self.card_verbs, "least": min(self.sizes), "most": max(self.sizes)}

    def for_card(self, card: Card) -> Json:
        """What pointing at a card in the hand does, or why nothing."""
        if not self.card_verbs:
            return {}
        if card in self.usable:
            return {"move": f"{self.card_verbs[0]} {card}"} if self.direct else {"choice": True}
        return {"why": self.game.why_not(self.state, Move(self.card_verbs[0], (card,)))}

    def for_zone(self, zone: Zone) -> Json:
        """What pointing at a place does, or why nothing."""
        fitting = [move for move in zone.moves if move.verb in self.verbs]
        for move in fitting:
            if move in self.legal:
                return {"move": str(move)}
        return {"why": self.game.why_not(self.state, fitting[0])} if fitting else {}


def _what(move: Move) -> str:
    return "" if move.what is None else str(move.what)


def costs(found: Mapping[Move, tuple[float, int]]) -> list[Json]:
    """Moves with what each costs beside the best, in points against the others, the cheapest first.

    >>> costs({Move("bid", 0): (1.0, 10), Move("bid", 1): (3.5, 90)})
    [{'move': 'bid 1', 'cost': 0.0, 'tried': 90}, {'move': 'bid 0', 'cost': 2.5, 'tried': 10}]
    """
    best = max((points for points, _ in found.values()), default=0.0)
    ordered = sorted(found.items(), key=lambda each: -each[1][0])
    return [{"move": str(move), "cost": round(best - points, 2), "tried": tried} for move, (points, tried) in ordered]


# ---- what lies where -------------------------------------------------------------------------------------------


def zone_json(game: Game, zone: Zone, offer: Offer | None) -> Json:
    """A place with its cards and what a click there does."""
    cards = zone.shown or (zone.holds if isinstance(zone.holds, tuple) else ())
    drawn = [card_json(game, card) for card in cards]
    for one, seat in zip(drawn, zone.by, strict=False):
        one["by"] = seat
    if offer and zone.kind == "hand" and zone.seat == offer.state.to_move:
        for one, card in zip(drawn, cards, strict=True):
            one |= offer.for_card(card)
    return {
        "name": zone.name,
        "seat": zone.seat,
        "kind": zone.kind,
        "cards": drawn[:1] if zone.kind == "stack" else drawn,
        "count": len(cards),
        "list": ", ".join(card.sign for card in cards if card != FACE_DOWN) if zone.kind == "stack" else "",
        "word": zone.holds if isinstance(zone.holds, str) else "",
        "gone": bool(zone.shown) and not zone.holds,
        "at": zone.at,
        "tokens": list(zone.tokens),
        "note": zone.note,
        **(offer.for_zone(zone) if offer else {}),
    }


def _with_last_trick(game: Game, state: State, zones: Iterable[Zone]) -> Iterator[Zone]:
    """The zones, with a trick that is just over still lying till the next card is played."""
    last = next((event for event in reversed(state.log) if not isinstance(event, Scored)), None)
    for zone in zones:
        if zone.kind == "trick" and not zone.holds and isinstance(last, Trick):
            by = tuple(game.left(last.leader, place) for place in range(len(last.plays)))
            won = "nobody wins" if last.winner is None else f"seat {last.winner} wins"
            yield Zone(zone.name, (), kind="trick", shown=last.plays, by=by, note=won)
        else:
            yield zone


# ---- what has happened -----------------------------------------------------------------------------------------


def told_json(game: Game, parts: Iterable[str | Card]) -> list[str | Json]:
    """Words and cards for the table to draw in a line."""
    return [card_json(game, part) if isinstance(part, Card) else part for part in parts]


def event_json(game: Game, event: Event) -> Json:
    """An event of the log, with its kind."""
    return {"kind": type(event).__name__.lower(), "parts": told_json(game, event.told())}


def last_reasons(game: Game, state: State) -> Json | None:
    """The last trick or battle that can be explained, with a sentence a card."""
    for event in reversed(state.log):
        if event.round < state.round - 1:
            return None
        sentences = game.explain(event)
        if sentences:
            return {"parts": told_json(game, event.told()), "sentences": list(sentences)}
    return None


def sheet(state: State) -> Iterator[Json]:
    """The score sheet, a row a finished hand."""
    for event in state.log:
        if isinstance(event, Scored):
            detail = [{"name": name, "values": [_cell(value) for value in values]} for name, values in event.sheet]
            yield {"hand": event.round + 1, "points": event.points, "totals": event.totals, "detail": detail}


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(item.sign if isinstance(item, Card) else str(item) for item in value)
    return str(value)


def timeline(session: Session) -> Json:
    """Where the session stands, and where one may jump to: the hands, and the tricks of the hand that shows."""
    history, now = session.history, session.state.round
    marks: list[Json] = [{"at": 0, "label": "hand 1"}]
    tricks = 0
    for at in range(1, len(history)):
        before, after = len(history[at - 1].log), history[at].log
        for event in after[before:]:
            if isinstance(event, Dealt):
                marks.append({"at": at, "label": f"hand {event.round + 1}"})
            elif isinstance(event, Trick) or (not isinstance(event, Scored) and session.game.explain(event)):
                tricks = tricks + 1 if event.round == now else 0
                if event.round == now:
                    marks.append({"at": at, "label": f"{type(event).__name__.lower()} {tricks}"})
    return {"at": session.at, "end": len(history) - 1, "marks": marks}
