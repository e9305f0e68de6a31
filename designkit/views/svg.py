"""Cards drawn as SVG, and hands, events, states and records in a notebook: pure functions from values to text."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from designkit.cards import FACE_DOWN, SUITS, Card, Suit
from designkit.events import Event, Trick
from designkit.game import Game, State, View, Zone
from designkit.record import Record

WIDTH, HEIGHT = 100, 140
PAPER, INK = "#fffdf7", "#1c1c1c"
BACK = "#3b4a63"
STATES = {"": "", "dimmed": "opacity:.4", "highlighted": "filter:drop-shadow(0 0 5px #e69f00)"}
_FONT = 'font-family="system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif" font-weight="700"'
_TURN = "M12 3a9 9 0 1 0 9 9h-3a6 6 0 1 1-6-6v4l7-5.5L12-1z"


def _suit(card: Card) -> Suit:
    return SUITS.get(card.suit, Suit(card.suit, card.suit[:1].upper(), INK))


def _darker(colour: str) -> str:
    """A colour mixed with a third of black, so that small text in it is readable on paper."""
    if len(colour) != 7:
        return INK
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 2 // 3:02x}" for i in (1, 3, 5))


def _shape(suit: Suit, x: float, y: float, size: float, colour: str) -> str:
    """A suit's shape with its middle at a point."""
    if not suit.path:
        return _text(suit.sign, x, y + size * 0.36, size, colour)
    corner = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:g})"
    return f'<path transform="{corner}" fill-rule="evenodd" fill="{colour}" d="{suit.path}"/>'


def _text(text: str, x: float, y: float, size: float, colour: str, anchor: str = "middle") -> str:
    place = f'x="{x}" y="{y}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}" {_FONT}>{escape(text)}</text>'


def _back() -> str:
    lines = "".join(f'<path d="M{x} 12L{x + 20} 36" stroke="#8fa3c4" stroke-width="2"/>' for x in range(-4, 84, 8))
    rows = "".join(f'<g transform="translate(4 {y})">{lines}</g>' for y in (0, 24, 48, 72, 96 - 4))
    return (
        f'<rect x="1" y="1" width="98" height="138" rx="10" fill="{PAPER}" stroke="#777" stroke-width="2"/>'
        f'<rect x="8" y="8" width="84" height="124" rx="6" fill="{BACK}"/>'
        f'<svg x="8" y="8" width="84" height="124" viewBox="8 8 84 124">{rows}</svg>'
    )


def special(card: Card, mark: str = "") -> str:
    """The word on a card that is out of the ordinary, or nothing.

    >>> special(Card("daggers", 11)), special(Card("reaper", 2)), special(Card("spades", 14))
    ('Demon', 'Reaper', '')
    """
    suit = _suit(card)
    if suit.numbered:
        return mark or suit.name.capitalize()
    name = suit.names.get(card.rank, "")
    return mark or (name if len(name) > 2 else "")


def face(card: Card, mark: str = "") -> str:
    """What is drawn on a card of 100 by 140, without the svg element around it."""
    if card == FACE_DOWN:
        return _back()
    suit, word = _suit(card), special(card, mark)
    name = "" if suit.numbered else suit.names.get(card.rank, str(card.rank))
    inverse = bool(word) and (suit.numbered or len(name) > 2)
    paper, ink = (suit.colour, PAPER) if inverse else (PAPER, _darker(suit.colour))
    colour = PAPER if inverse else suit.colour
    number = "" if inverse else _text(name, 8, 34, 30 if len(name) < 3 else 22, ink, "start")
    corner = number + _shape(suit, 20, 20 if inverse else 50, 20, colour)
    middle = _shape(suit, 50, 66 if word else 70, 46, colour)
    frame = f'<rect x="1" y="1" width="98" height="138" rx="10" fill="{paper}" stroke="#777" stroke-width="2"/>'
    if not word:
        return f'{frame}{corner}{middle}<g transform="rotate(180 50 70)">{corner}</g>'
    size = min(20, 132 / max(len(word), 1))
    band_fill, band_ink = (PAPER, _darker(suit.colour)) if inverse else (_darker(suit.colour), PAPER)
    band = (
        f'<rect x="2" y="100" width="96" height="28" fill="{band_fill}"/>{_text(word.upper(), 50, 120, size, band_ink)}'
    )
    turn = "" if inverse else f'<path transform="translate(64 8) scale(1.2)" fill="{ink}" d="{_TURN}"/>'
    return frame + corner + middle + band + turn


def card(card: Card, mark: str = "", state: str = "", width: int = 72) -> str:
    """A card as an SVG document; its state is '', 'dimmed' or 'highlighted'.

    >>> card(Card("spades", 14)).startswith("<svg") and "A spades" in card(Card("spades", 14))
    True
    """
    label = escape(str(card) if card != FACE_DOWN else "a card face down")
    deck = _text(card.deck, 50, 134, 12, "#444") if card.deck else ""
    style = f' style="{STATES[state]}"' if state else ""
    size = f'width="{width}" height="{width * HEIGHT // WIDTH}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}"{style}>'
        f"<title>{label}</title>{face(card, mark)}{deck}</svg>"
    )


# ---- several cards, events, states, records --------------------------------------------------------------------

_ROW = "display:flex;flex-wrap:wrap;gap:6px;align-items:flex-end;color:inherit"


def row(cards: Iterable[Card], game: Game | None = None, width: int = 64, under: Iterable[str] = ()) -> str:
    """Cards side by side, with a word under each where there is one."""
    words = [*under]
    drawn = [card(one, game.mark(one) if game else "", width=width) for one in cards]
    boxes = [
        f"<figure style='margin:0;text-align:center;font-size:12px'>{svg}<figcaption>{escape(word)}</figcaption></figure>"
        for svg, word in zip(drawn, words + [""] * len(drawn), strict=False)
    ]
    return f"<div style='{_ROW}'>{''.join(boxes) or '<em>no cards</em>'}</div>"


def told(parts: Iterable[str | Card]) -> str:
    """Words and cards in one line, the cards small."""
    inline = "display:inline-block;vertical-align:middle"
    return "".join(
        f"<span style='{inline}'>{card(part, width=26)}</span>"
        if isinstance(part, Card)
        else escape(part if part != ", " else " ")
        for part in parts
    )


def event(event: Event) -> str:
    """An event of the log; a trick as its cards with who played them."""
    if not isinstance(event, Trick):
        return f"<div style='color:inherit'>{told(event.told())}</div>"
    seats = len(event.plays)
    by = [(event.leader + i) % seats for i in range(seats)]
    notes = [f"seat {seat}{' leads' * (i == 0)}{' wins' * (seat == event.winner)}" for i, seat in enumerate(by)]
    taken = [f"seat {seat} takes {what}" for seat, what in event.takes]
    return row(event.plays, under=notes) + f"<div style='color:inherit'>{escape('; '.join(taken))}</div>"


def zones(zones: Iterable[Zone], game: Game | None = None) -> str:
    """What lies where: the table's places side by side, then each seat's."""
    places: dict[int | None, list[str]] = {}
    spaces: dict[int, list[str]] = {}
    for zone in zones:
        cards = zone.shown or (zone.holds if isinstance(zone.holds, tuple) else ())
        if zone.at is not None:
            spaces.setdefault(zone.at[0], []).append(_place(zone, cards, game))
        elif cards or zone.holds:
            places.setdefault(zone.seat, []).append(_place(zone, cards, game))
    rows = [f"<div style='{_ROW};gap:14px;margin:6px 0'>{''.join(spaces[line])}</div>" for line in sorted(spaces)]
    for seat in sorted(places, key=lambda seat: -1 if seat is None else seat):
        name = "" if seat is None else f"<strong style='min-width:4em'>seat {seat}</strong>"
        rows.append(f"<div style='{_ROW};gap:14px;margin:6px 0'>{name}{''.join(places[seat])}</div>")
    return f"<div style='color:inherit'>{''.join(rows)}</div>"


def _place(zone: Zone, cards: Sequence[Card], game: Game | None) -> str:
    """One place with its name above; cards that are gone are dimmed."""
    content = row(cards, game, 48) if cards else escape(str(zone.holds))
    if len(cards) > 3 and (zone.kind == "stack" or set(cards) == {FACE_DOWN}):
        content = f"{row(cards[:1], game, 40)} x {len(cards)}"
    gone = f";{STATES['dimmed']}" if zone.shown and not zone.holds else ""
    note = f", {zone.note}" if zone.note else ""
    return f"<div style='font-size:12px{gone}'>{escape(zone.name + note)}{content if cards else ' ' + content}</div>"


def _line(name: str, content: str) -> str:
    return f"<tr><th style='text-align:left;white-space:nowrap'>{escape(name)}</th><td style='text-align:left'>{content}</td></tr>"


def _lines(lines: Iterable[str]) -> str:
    return f"<table style='color:inherit'>{''.join(lines)}</table>"


def state(state: State) -> str:
    """Every field of a state that holds anything; a state does not know its game, so its own names stand beside."""
    return _lines(
        line for item in fields(state) if item.name != "log" for line in _field(item.name, getattr(state, item.name))
    )


def _field(name: str, value: Any) -> Iterable[str]:
    if isinstance(value, Card):
        yield _line(name, row([value], width=48))
    elif isinstance(value, tuple) and value and all(isinstance(item, Card) for item in value):
        yield _line(name, row(value, width=48))
    elif isinstance(value, tuple) and any(isinstance(item, tuple | Card) for item in value):
        for i, item in enumerate(value):
            yield from _field(f"{name} {i}", item)
    elif value not in ((), None, ""):
        yield _line(name, escape(str(value)))


def view(view: View) -> str:
    """What a seat may know, drawn by the game's zones."""
    return zones(view.game.zones(view.state), view.game)


def record(record: Record) -> str:
    """A record: the variant, how far it goes, the score, and its moves folded away."""
    end = f"won by seat {' and '.join(map(str, record.winners))}" if record.over else "not over"
    head = f"{record.game}, {record.players} players, seed {record.seed}: {len(record.moves)} moves, {end}"
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(record.scores))
    moves = "".join(f"<li>seat {made.seat}: {escape(made.move)}</li>" for made in record.moves)
    return (
        f"<div style='color:inherit'><strong>{escape(head)}</strong><br>{escape(scores)}"
        f"<details><summary>moves</summary><ol>{moves}</ol></details></div>"
    )
