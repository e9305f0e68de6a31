"""The rules in words follow the values in force."""

import pytest
from hypothesis import given, settings
from support import VARIANTS

import designkit as dk
from designkit.strategies import values, variants


def prose(game):
    """The rulebook without its list of parameters, which would change with any of them."""
    return [section for section in dk.rulebook(game) if section[0] != "Parameters"]


PARAMETERS = [(id, name) for id, family in dk.GAMES.items() for name in family.Params.model_fields]


def neighbours(game, name):
    """The variant with one parameter changed, if any other value can be played."""
    from hypothesis import find

    def playable(value):
        try:
            return value != getattr(game.params, name) and bool(game.with_params(**{name: value}))
        except dk.BadVariant:
            return False

    return game.with_params(**{name: find(values(type(game.params).model_fields[name]), playable)})


ROOM = {
    ("reapers", "demons"): {"big_piles": 2},
    ("reapers", "small_piles"): {"big_piles": 2},
    ("trick_party", "top_number"): {"hand_size": 5},
}
"""What must be smaller before the other value can be played at all."""


@pytest.mark.parametrize(("id", "name"), PARAMETERS)
def test_every_parameter_changes_the_words(id, name):
    game = dk.game(id, **ROOM.get((id, name), {}))
    assert prose(neighbours(game, name)) != prose(game)


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_every_count_has_its_own_numbers(id, players):
    text = "\n".join(text for _, text in dk.rulebook(dk.game(id, players)))
    assert "None" not in text
    assert "{" not in text


@settings(max_examples=40, deadline=None)
@given(variants())
def test_the_strengths_are_those_of_the_rules_in_force(game):
    if game.tricks is None:
        return
    (table,) = [text for heading, text in dk.rulebook(game) if heading == "Strength of suits"]
    context, mode = game.tricks.contexts[-1], game.tricks.modes[-1]
    line = table.splitlines()[-1]
    led = line.split(" led: ")[0].split()[-1]
    for suit in {card.suit for card in game.deck if game.tricks.leads(card)}:
        wins = any(game.tricks.strength(card, led, mode, context) > 0 for card in game.deck if card.suit == suit)
        assert (f"{suit} (" in line) == wins


def test_a_replaced_rule_is_named_and_shown():
    def led_only(card, led, trump):
        return card.rank if card.suit == led else 0

    text = dict(dk.rulebook(dk.game("reapers").replace(strength=led_only)))
    assert text["Replaced rules"].startswith("strength is replaced by led_only")
    assert "poison led: poison (Demon to 2); daggers, plague, pistols cannot win" in text["Strength of suits"]


def test_a_rulebook_shows_itself_with_long_lists_folded_away():
    shown = dk.rulebook(dk.game("reapers"))
    page = shown._repr_html_()
    assert shown == tuple(shown)
    assert all(f"<b>{heading}</b>" in page for heading, _ in shown)
    assert page.count("<details>") == 2
