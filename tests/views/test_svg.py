"""Every card of every game has a drawing of its own, and values show themselves."""

import random
import xml.etree.ElementTree as ET

import pytest

import designkit as dk
from designkit.cards import FACE_DOWN, SUITS
from designkit.views import svg

CARDS = [(own(), card) for own in dk.GAMES.values() for card in dict.fromkeys(c._replace(deck="") for c in own().deck)]


@pytest.mark.parametrize("own", dk.GAMES.values(), ids=lambda own: own.id)
def test_every_card_is_well_formed_and_looks_like_no_other(own):
    game = own()
    looks = {}
    for card in dict.fromkeys(card._replace(deck="") for card in game.deck):
        drawn = svg.card(card, game.mark(card))
        ET.fromstring(drawn)
        if not SUITS[card.suit].numbered:
            looks.setdefault(svg.face(card, game.mark(card)), []).append(card)
    assert [cards for cards in looks.values() if len(cards) > 1] == []


def test_suits_differ_in_shape_as_well_as_colour_within_a_game():
    for own in dk.GAMES.values():
        suits = {card.suit for card in own().deck}
        shapes = {SUITS[suit].path for suit in suits}
        assert len(shapes) == len(suits), own.id
        assert "" not in shapes, own.id
        assert len({SUITS[suit].colour for suit in suits}) == len(suits), own.id


@pytest.mark.parametrize(
    ("id", "card", "word"),
    [
        ("reapers", "Demon daggers", "DEMON"),
        ("reapers", "Reaper 2", "REAPER"),
        ("janken", "Joker rock", "JOKER"),
        ("souls", "Joker 1", "JOKER"),
        ("trick_party", "12 red", "REVOLUTION"),
    ],
)
def test_specials_say_so(id, card, word):
    game, card = dk.game(id), dk.card(card)
    assert word in svg.card(card, game.mark(card))


def test_prizes_and_death_are_cards_to_look_at():
    assert "DEATH" in svg.card(dk.Card("prize", 0))
    assert "+3" in svg.card(dk.Card("prize", 3))
    assert ">-3<" in svg.card(dk.Card("prize", -3))


def test_revolution_follows_the_parameters():
    plain = dk.game("trick_party", revolution_numbers=(2,))
    assert plain.mark(dk.card("12 red")) == ""
    assert plain.mark(dk.card("2 red")) == "Revolution"
    assert plain.mark(dk.card("2 purple")) == ""


def test_states_of_a_card_differ():
    card = dk.card("7 spades")
    drawings = {
        svg.card(card),
        svg.card(card, state="dimmed"),
        svg.card(card, state="highlighted"),
        svg.card(FACE_DOWN),
    }
    assert len(drawings) == 4
    assert "spades" not in svg.card(FACE_DOWN)


@pytest.mark.parametrize("own", dk.GAMES.values(), ids=lambda own: own.id)
def test_values_show_themselves(own):
    game = own()
    session = dk.Session(game, 5).play_out(dk.BOTS["random"], random.Random(5), 60)
    shown = [session, session.state, game.view(session.state, 0), session.record(), *session.state.log]
    for value in shown:
        ET.fromstring(f"<div>{value._repr_html_()}</div>".replace("<br>", "<br/>"))


def test_a_view_draws_no_card_that_it_hides():
    session = dk.Session(dk.game("reds", 2), 3)
    shown = session.game.view(session.state, 0)._repr_html_()
    hidden = set(session.state.hands[1])
    assert not any(f'aria-label="{card}"' in shown for card in hidden)
    assert all(f'aria-label="{card}"' in shown for card in session.state.hands[0])


def test_hands_are_tuples_that_show_themselves():
    hand = dk.cards("7 spades, A hearts")
    assert hand == tuple(hand)
    assert hand._repr_html_().count("<svg") == 2
    assert dk.card("7 spades")._repr_svg_().startswith("<svg")
    assert dk.Hand(dk.game("reds").new(1).hands[0])._repr_html_().count("<svg") == 5


def test_words_are_escaped():
    dk.add_suits(dk.Suit("<b>", "<", "#000000"))
    try:
        assert "<b>" not in svg.card(dk.Card("<b>", 1))
    finally:
        del SUITS["<b>"]


def test_a_grid_is_drawn_row_by_row():
    game = dk.game("souls", 2)
    page = ET.fromstring(game.view(game.new(4), 0)._repr_html_())
    rows = [[place.text for place in row] for row in page[:3]]
    assert rows == [[f"space {3 * row + column}" for column in range(3)] for row in range(3)]


def test_a_high_pile_shows_its_top_card_and_how_many_lie_there():
    page = dk.Session(dk.game("souls", 2), 4)._repr_html_()
    assert "x 49" in page
    assert page.count("<svg") < 60
