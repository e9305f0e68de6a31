"""Sessions: back and forth, forks, records and lines."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from support import VARIANTS, lengths, play, seeds

import designkit as dk
from designkit.record import schema
from designkit.strategies import variants

ROOT = Path(__file__).parent.parent


def reds(moves=30):
    return play(dk.game("reds", 3), seed=8, moves=moves)


def test_undo_and_redo_go_back_and_forth_over_the_same_states():
    session = reds()
    there = session.states
    for at in range(29, -1, -1):
        assert session.undo().state == there[at]
    for at in range(1, 31):
        assert session.redo().state == there[at]


def test_a_new_move_after_undo_forgets_the_old_future():
    session = reds().jump(2)
    other = next(move for move in session.legal if move != play_at(reds(), 2))
    session.step(other)
    assert session.at == 3
    with pytest.raises(dk.DesignkitError, match="can go to move 0 up to 3, not to 4"):
        session.redo()


def play_at(session, at):
    return session.moves[at]


@pytest.mark.parametrize(
    "go", [lambda s: s.jump(31), lambda s: s.jump(-1), lambda s: s.undo(99), lambda s: s.jump("3")]
)
def test_going_where_there_is_nothing_is_refused_and_changes_nothing(go):
    session = reds()
    before = (session.at, session.state, session.moves)
    with pytest.raises(dk.DesignkitError, match="can go to move 0 up to 30"):
        go(session)
    assert (session.at, session.state, session.moves) == before


@pytest.mark.parametrize("count", [-1, "1", 1.0, True])
def test_a_number_of_moves_is_a_whole_number(count):
    for go in (reds().undo, reds().redo, lambda count: reds().play_out(dk.BOTS["random"], None, count)):
        with pytest.raises(dk.DesignkitError, match="A number of moves is a whole number from 0"):
            go(count)


def test_a_record_with_a_byte_order_mark_is_read():
    assert dk.Session.replay("\ufeff" + reds().record().text()).state == reds().state


def test_an_illegal_step_leaves_the_session_as_it_was():
    session = reds()
    before = (session.at, session.state, session.moves)
    with pytest.raises(dk.IllegalMove):
        session.step("bid 2")
    assert (session.at, session.state, session.moves) == before


def test_a_fork_goes_its_own_way():
    session = reds()
    branch = session.undo(3).fork()
    branch.step(branch.legal[-1])
    assert session.at == 27
    assert branch.at == 28
    assert branch.states[:28] == session.states


def test_a_fork_under_other_rules_replays_the_moves_or_says_which_one_fails():
    session = play(dk.game("reds", 3), seed=8)
    richer = session.fork(session.game.with_params(exact_bonus=50))
    assert richer.moves == session.moves
    assert richer.state.scores != session.state.scores
    with pytest.raises(dk.IllegalMove, match="Move 4 cannot be made under the other rules"):
        session.fork(session.game.with_params(short=True, most_exchanged=2))


def test_cards_of_a_move_may_be_named_in_any_order_and_without_their_deck():
    session = play(dk.game("reds", 3), seed=8, moves=3)
    give = session.legal[0]
    backwards = "give " + ", ".join(str(card) for card in reversed(give.cards))
    assert session.step(backwards).moves[-1] == give
    souls = dk.Session(dk.game("souls", 2), seed=0)
    while not any(move.verb == "lay" for move in souls.legal):
        souls.step(souls.legal[-1])
    lay = souls.legal[0]
    assert souls.step(str(lay).replace(" of seat 0", "").replace(" of seat 1", "")).moves[-1] == lay


def test_bots_take_their_own_seats():
    class Stubborn:
        def __init__(self):
            self.seats = set()

        def __call__(self, view, legal, rng):
            self.seats.add(view.seat)
            return legal[0]

    bots = [Stubborn() for _ in range(3)]
    dk.Session(dk.game("reds", 3)).play_out(bots, None, moves=20)
    assert [bot.seats for bot in bots] == [{0}, {1}, {2}]
    with pytest.raises(dk.DesignkitError, match="3 seats need as many bots, not 2"):
        dk.Session(dk.game("reds", 3)).play_out(bots[:2], None)


# ---- records ---------------------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(variants(), seeds, lengths)
def test_records_and_lines_bring_back_the_same_game(game, seed, length):
    session = play(game, seed, length)
    for text in (session.record().text(), session.line()):
        again = dk.Session.replay(text)
        assert again.state == session.state
        assert again.moves == session.moves
        assert again.game == game


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_records_keep_to_the_schema(id, players):
    record = json.loads(play(dk.game(id, players), seed=2, moves=300).record().text())
    jsonschema.Draft202012Validator(schema()).validate(record)


def test_the_schema_refuses_a_foreign_event():
    record = json.loads(reds().record().text())
    record["events"][0] = {"event": "eclipse", "round": 0}
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(record))


def test_the_published_schema_is_the_one_in_force():
    assert json.loads((ROOT / "docs/record.schema.json").read_text()) == schema()


def test_the_documented_example_replays_and_its_line_is_the_same_game():
    text = (ROOT / "docs/record.md").read_text()
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)[1]
    line = re.search(r"```\n(designkit/1 .*?)\n```", text)[1]
    session = dk.Session.replay(example)
    assert session.record().text() == example
    assert session.line() == line


def edited(change):
    record = json.loads(reds().record().text())
    change(record)
    return json.dumps(record)


def cut(text, share):
    return text[: int(len(text) * share)]


BAD_RECORDS = [
    ("", "nor the line of a game, which begins with 'designkit/1'"),
    ("nonsense", "not a designkit record, nor the line of a game"),
    ('{"seed": ' + "9" * 5000 + "}", "is not whole"),
    (edited(lambda r: r["params"].update(players=3)), "cannot be played: Reds has no parameter 'players'"),
    (None, "not from NoneType"),
    (Path("game.json"), "not from"),
    ("designkit/1 reds/3 seed=" + "9" * 5000 + " moves= check=0", "not a designkit line"),
    (cut(reds().record().text(), 0.5), "is not whole: its JSON breaks off or is damaged at line"),
    ("[" * 100_000, "is not whole"),
    ("[]", "not a designkit record"),
    ("3", "not a designkit record"),
    ('{"game": "reds"}', "not a designkit record: its 'format' must be"),
    (edited(lambda r: r.update(format="designkit-record/2")), "not a designkit record"),
    (edited(lambda r: r.pop("moves")), "field 'moves' is wrong"),
    (edited(lambda r: r.update(seed="8")), "field 'seed' is wrong"),
    (edited(lambda r: r.update(extra=1)), "field 'extra' is wrong"),
    (edited(lambda r: r.update(game="poker")), "cannot be played: There is no game 'poker'"),
    (edited(lambda r: r.update(players=9)), "cannot be played: Reds is for 2 to 6 players"),
    (edited(lambda r: r["params"].update(short=7)), "cannot be played: short must be true or false"),
    (edited(lambda r: r.update(seed=-1)), "A seed is a whole number"),
    (edited(lambda r: r.update(seed=9)), "of the record cannot be made"),
    (edited(lambda r: r["moves"].pop(0)), "of the record cannot be made"),
    (edited(lambda r: r["moves"][5].update(move="import os")), "Move 6 of the record cannot be made"),
    (edited(lambda r: r["moves"].pop()), "does not follow from its moves"),
    (edited(lambda r: r["moves"][0].update(seat=2)), "Move 1 of the record is by seat 2, but seat 1 was to move."),
    (edited(lambda r: r["events"][9].update(winner=0, leader=0)), "'events' does not follow from its moves (entry 10)"),
    (edited(lambda r: r.update(scores=[9, 9, 9])), "'scores' does not follow from its moves (entry 1)"),
    (edited(lambda r: r["deals"][0].update(dealer=1)), "'deals' does not follow from its moves (entry 1)"),
    (edited(lambda r: r.update(over=True)), "'over' does not follow from its moves"),
    (reds().line()[:-1], "The line is damaged"),
    (reds().line().replace("seed=8", "seed=9"), "The line is damaged"),
    ("designkit/1", "not a designkit line"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_RECORDS)
def test_a_bad_record_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(dk.BadRecord) as error:
        dk.Session.replay(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def forged(body):
    import zlib

    return f"{body} check={zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("designkit/1 reds/3 seed=8 moves=99", "Move 1 of the line is choice 99 of 6"),
        ("designkit/1 poker/3 seed=8 moves=", "There is no game 'poker'"),
        ("designkit/1 reds/x seed=8 moves=", "is not a designkit line"),
        ("designkit/1 reds/3 seed=x moves=", "is not a designkit line"),
        ("designkit/1 reds/3 seed=8 moves=1.x", "is not a designkit line"),
        ("designkit/1 reds/3 seed=8 moves=-1", "is not a designkit line"),
        ("designkit/1 reds/3 seed=8 speed=9", "is not a designkit line"),
        ("designkit/1 reds/3 seed=8 hand_size=99 moves=", "hand_size must be a whole number from 1 to 12, not 99"),
    ],
)
def test_a_line_with_a_right_check_and_wrong_words_is_refused_too(body, sentence):
    with pytest.raises(dk.BadRecord) as error:
        dk.Session.replay(forged(body))
    assert sentence in str(error.value)


def always_equal(card, led, anti):
    return 5


def test_a_variant_with_its_own_rule_needs_that_rule_to_replay():
    game = dk.game("reds", 3).replace(strength=always_equal)
    session = play(game, seed=4, moves=40)
    for text in (session.record().text(), session.line()):
        with pytest.raises(dk.BadRecord, match=r"played with replaced rules \(strength\)"):
            dk.Session.replay(text)
        with pytest.raises(dk.BadRecord, match="is not the one that was recorded"):
            dk.Session.replay(text, game=dk.game("reds", 3))
        assert dk.Session.replay(text, game=game).state == session.state
        other = dk.game("reds", 4, exact_bonus=7).replace(strength=always_equal)
        assert dk.Session.replay(text, rules=other).game == game
        with pytest.raises(dk.BadRecord, match=r"played with replaced rules \(strength\)"):
            dk.Session.replay(text, rules=dk.game("reds", 3))
