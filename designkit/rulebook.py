"""The rules of a variant in words, with the values in force; what can be read off the code is read off it."""

from collections.abc import Iterator
from html import escape

from designkit.cards import Card
from designkit.game import Game, checked_game, rule_name
from designkit.params import allowed, value_text
from designkit.tricks import Tricks

Section = tuple[str, str]


class Rulebook(tuple[Section, ...]):
    """Sections that show themselves under a cell, the long lists folded away; else a tuple like any other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<div style='max-width:64em;color:inherit'>{''.join(map(_section, self))}</div>"


def _section(section: Section) -> str:
    heading, text = map(escape, section)
    lines = text.split("\n")
    said = "".join(f"<div>{line}</div>" for line in lines)
    if len(lines) > FOLDED:
        return f"<details><summary><b>{heading}</b> ({len(lines)} lines)</summary>{said}</details>"
    return f"<div style='margin:6px 0'><b>{heading}</b>{said}</div>"


FOLDED = 8
"""A section of more lines is folded away."""


def rulebook(game: Game) -> Rulebook:
    """(heading, text) of each section: the game's own, the table of strengths, replaced rules, parameters."""
    own = checked_game(game).family.rulebook(game)
    strengths = (("Strength of suits", "\n".join(_strengths(game, game.tricks))),) if game.tricks else ()
    replaced = "\n".join(
        f"{name} is replaced by {rule_name(rule)}, which decides where the text below says otherwise"
        for name, rule in game.replaced
    )
    changed = (("Replaced rules", replaced),) if replaced else ()
    phases = "\n".join(f"{phase.name}: {phase.about}" for phase in game.family.phases)
    return Rulebook((*changed, ("Phases", phases), *own, *strengths, ("Parameters", "\n".join(_parameters(game)))))


def _parameters(game: Game) -> Iterator[str]:
    for name, info in type(game.params).model_fields.items():
        value = value_text(getattr(game.params, name)) or "none"
        yield f"{name} = {value}: {info.description} ({allowed(info)})"


def _strengths(game: Game, rules: Tricks) -> Iterator[str]:
    """For every context, mode and suit led: which suits win over which, and whether high or low cards do."""
    suits = list(dict.fromkeys(suit for card in game.deck if (suit := rules.leads(card)) is not None))
    for context in rules.contexts:
        for mode in rules.modes:
            words = rules.words(mode, context)
            for led in suits:
                ranks = {
                    suit: [
                        (rules.strength(card, led, mode, context), card)
                        for card in game.deck
                        if card.suit == suit and rules.strength(card, led, mode, context) > 0
                    ]
                    for suit in suits
                }
                able = sorted((suit for suit in suits if ranks[suit]), key=lambda suit: -max(ranks[suit])[0])
                unable = [suit for suit in suits if not ranks[suit]]
                beaten = f"; {', '.join(unable)} cannot win" if unable else ""
                order = " > ".join(f"{suit} ({_ends(ranks[suit])})" for suit in able)
                yield f"{words + ', ' if words else ''}{led} led: {order}{beaten}"


def _ends(ranked: list[tuple[int, Card]]) -> str:
    """The strongest and the weakest card of a suit."""
    strongest, weakest = (str(end[1]).split()[0] for end in (max(ranked), min(ranked)))
    return f"{strongest} to {weakest}"
