"""The picture of a rule agrees with the rule, and two variants differ where their rules do."""

import xml.etree.ElementTree as ET

import pytest

import designkit as dk
from designkit.views.picture import columns

TRICK_GAMES = [own for own in dk.GAMES.values() if own().tricks]


@pytest.mark.parametrize("own", TRICK_GAMES, ids=lambda own: own.id)
@pytest.mark.parametrize("rule", ["strength", "tier"])
def test_every_card_meets_every_question(own, rule):
    game = own()
    picture = dk.picture(game, rule)
    (table,) = picture.tables
    assert len(table) == len(game.deck) * len(columns(game, rule))
    ET.fromstring(picture._repr_html_())


def test_the_numbers_are_how_many_cards_a_card_beats():
    game = dk.game("reds")
    (table,) = dk.picture(game, "strength").tables
    asked = columns(game, "strength")
    spades_led = next(i for i, c in enumerate(asked) if c.led == "spades" and "clubs anti" in c.heading)
    assert table["A diamonds", spades_led].text == "38"
    assert table["2 clubs", spades_led].text == "-"
    assert "cannot win" in table["2 clubs", spades_led].why
    assert table["2 spades", spades_led].text == "13"


def test_two_variants_stand_side_by_side_with_their_differences_framed():
    plain, broken = dk.game("janken"), dk.game("janken", rock_breaks=True)
    assert dk.picture(plain, "strength", plain).changes == 0
    both = dk.picture(plain, "strength", broken)
    assert both.changes > 0
    assert both._repr_html_().count("<table") == 2
    assert "outline" in both._repr_html_()
    assert "Janken, 4 players: strength" in both._repr_html_()
    assert "Janken, 4 players, rock_breaks=true: strength" in both._repr_html_()


def test_a_replaced_rule_is_drawn():
    flat = dk.game("reds").replace(strength=lambda card, led, anti: 1)
    assert {cell.text for cell in dk.picture(flat).tables[0].values()} == {"0"}


def test_no_such_picture_says_what_there_is():
    with pytest.raises(dk.BadVariant, match="strength, tier"):
        dk.picture(dk.game("reds"), "colour")
    with pytest.raises(dk.BadVariant, match="no tricks"):
        dk.picture(dk.game("souls"), "strength")
