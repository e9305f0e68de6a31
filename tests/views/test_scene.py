"""The scene shows a seat what it may see and offers exactly the legal moves."""

import json
import random

import pytest

import designkit as dk
from designkit.events import Trick
from designkit.views.scene import drawing, faces, scene, timeline

GAMES = list(dk.GAMES)


def walk(id, seed=3, moves=400):
    """A session at each of its points."""
    game = dk.game(id)
    session = dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed), moves)
    for at in range(len(session.history)):
        yield session.jump(at)


def offered(board):
    """The moves that a person can make: by buttons, places and single cards."""
    zones = board["zones"]
    return (
        {action["move"] for action in board["actions"]}
        | {zone["move"] for zone in zones if "move" in zone}
        | {card["move"] for zone in zones for card in zone["cards"] if "move" in card}
    )


@pytest.mark.parametrize("id", GAMES)
def test_the_offer_is_the_legal_moves(id):
    for session in walk(id):
        if session.state.over:
            continue
        board = scene(session, session.state.to_move)
        legal = {str(move) for move in session.legal}
        if board["choose"]:
            usable = {card["label"] for zone in board["zones"] for card in zone["cards"] if card.get("choice")}
            chosen = [move for move in session.legal if move.verb in board["choose"]["verbs"]]
            assert usable == {str(card) for move in chosen for card in move.cards}
            assert offered(board) == legal - {str(move) for move in chosen}
        else:
            assert offered(board) == legal


@pytest.mark.parametrize("id", GAMES)
def test_what_is_not_offered_says_why(id):
    for session in walk(id, moves=150):
        if session.state.over:
            continue
        board = scene(session, session.state.to_move)
        places = board["zones"] + [card for zone in board["zones"] for card in zone["cards"]]
        for place in places:
            assert place.get("why", "A sentence.").endswith(".")
            assert not ("why" in place and "move" in place)


@pytest.mark.parametrize("id", GAMES)
def test_a_seat_sees_no_hidden_card(id):
    for session in walk(id, moves=60):
        own = {str(card) for card in session.state.hands[0]}
        board = scene(session, 0, decides=False)
        for zone in board["zones"]:
            if zone["kind"] == "hand":
                labels = {card["label"] for card in zone["cards"]}
                assert labels <= ({"face down"} if zone["seat"] else own)


@pytest.mark.parametrize("id", GAMES)
def test_behind_the_curtain_no_hand_shows_and_nothing_can_be_done(id):
    session = dk.Session(dk.game(id), 2)
    board = scene(session, session.state.to_move, "curtain")
    hands = [card["label"] for zone in board["zones"] if zone["kind"] == "hand" for card in zone["cards"]]
    assert set(hands) <= {"face down"}
    assert not offered(board)
    assert board["choose"] is None


def test_the_open_mode_shows_all_hands():
    session = dk.Session(dk.game("reds"), 2)
    hands = [zone for zone in scene(session, 0, "open")["zones"] if zone["kind"] == "hand"]
    assert [{card["label"] for card in zone["cards"]} for zone in hands] == [
        {str(card) for card in hand} for hand in session.state.hands
    ]


@pytest.mark.parametrize("id", GAMES)
def test_scenes_are_json_and_every_face_can_be_drawn(id):
    for session in walk(id, moves=80):
        board = scene(session, 0)
        json.dumps(board)
        shown = {card["face"] for zone in board["zones"] for card in zone["cards"]}
        told = {part["face"] for event in board["log"] for part in event["parts"] if isinstance(part, dict)}
        have = faces(session.game, board)
        assert shown | told <= have
        assert all(drawing(face) for face in shown)


def test_a_dimmed_card_names_the_clause():
    session = dk.Session(dk.game("reds", 2), 1)
    session.play_out(dk.BOTS["random"], random.Random(1), 4)
    while True:
        board = scene(session, session.state.to_move)
        whys = [card["why"] for zone in board["zones"] for card in zone["cards"] if "why" in card]
        if whys:
            break
        session.step(session.legal[0])
    assert "must follow" in whys[0]


def test_a_taken_pile_says_who_took_what():
    session = dk.Session(dk.game("reapers"), 0)
    taken = session.state.piles[4]
    session.step("take pile 4")
    zone = next(zone for zone in scene(session, 0)["zones"] if zone["name"] == "pile 4")
    assert zone["note"] == "seat 1 took it"
    assert [card["label"] for card in zone["cards"]] == [str(card) for card in taken]
    assert zone["gone"]


def test_a_finished_trick_lies_till_the_next_card_and_is_explained():
    session = dk.Session(dk.game("trick_party"), 4)
    for _ in range(4):
        session.step(session.legal[0])
    trick = session.state.log[-1]
    board = scene(session, 0)
    lying = next(zone for zone in board["zones"] if zone["kind"] == "trick")
    assert [card["label"] for card in lying["cards"]] == [str(card) for card in trick.plays]
    assert lying["note"] == f"seat {trick.winner} wins"
    assert len(board["why"]["sentences"]) == 4
    session.step(session.legal[0])
    lying = next(zone for zone in scene(session, 0)["zones"] if zone["kind"] == "trick")
    assert len(lying["cards"]) == 1
    assert lying["cards"][0]["by"] == trick.winner


def test_the_last_trick_of_a_game_lies_at_its_end():
    session = dk.Session(dk.game("trick_party", 4), 3)
    session.play_out(dk.BOTS["random"], random.Random(3))
    trick = next(event for event in reversed(session.state.log) if isinstance(event, Trick))
    lying = next(zone for zone in scene(session, 0)["zones"] if zone["kind"] == "trick")
    assert [card["label"] for card in lying["cards"]] == [str(card) for card in trick.plays]


def test_souls_spaces_lie_on_a_grid_with_their_tokens():
    session = dk.Session(dk.game("souls", 2), 4).step("place on 4")
    spaces = [zone for zone in scene(session, 0)["zones"] if zone["at"]]
    assert [tuple(zone["at"]) for zone in spaces] == [(row, column) for row in range(3) for column in range(3)]
    assert [zone["name"] for zone in spaces if zone["tokens"] == [0]] == ["space 4"]
    assert all("attack" in zone.get("move", zone.get("why", "attack")) or "why" in zone for zone in spaces)


@pytest.mark.parametrize("id", GAMES)
def test_every_mark_of_the_timeline_can_be_jumped_to(id):
    session = dk.Session(dk.game(id), 3).play_out(dk.BOTS["random"], random.Random(3), 90)
    line = timeline(session)
    assert line["end"] == session.at == line["at"]
    places = [mark["at"] for mark in line["marks"]]
    assert places == sorted(places)
    assert len({mark["label"] for mark in line["marks"]}) == len(places)
    for at in places:
        assert session.jump(at).at == at


def test_the_score_sheet_has_a_row_a_finished_hand():
    session = dk.Session(dk.game("reapers", 3), 1).play_out(dk.BOTS["random"], random.Random(1))
    rows = scene(session, 0)["sheet"]
    assert len(rows) == session.state.round + 1
    assert tuple(rows[-1]["totals"]) == session.state.scores
    assert [line["name"] for line in rows[0]["detail"]] == ["pile", "card points", "wager", "bonus"]
