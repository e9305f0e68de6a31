"""The desk, its controls and its messages, without a browser."""

import json
import random

import pytest

import designkit as dk
from designkit.views.controls import changed, controls
from designkit.views.desk import ASKED, HUMAN, Desk
from designkit.views.table import NotebookTable, panel_table


def desk(id="reds", players=None, seed=1, pace="at once", **options):
    return Desk(dk.game(id, players), seed, pace=pace, **options)


def ask(desk, do, **words):
    desk.hear({"do": do, **words})
    assert desk.error == ""
    return desk.message


def everyone(players):
    return dict.fromkeys(range(players), HUMAN)


@pytest.mark.parametrize("id", dk.GAMES)
def test_a_person_and_bots_play_any_game_to_its_end(id):
    table = desk(id)
    chance = random.Random(3)
    for _ in range(4000):
        if table.session.state.over:
            break
        assert table.session.state.to_move == 0
        assert ask(table, "play", move=str(chance.choice(table.session.legal))) == ""
    assert table.session.state.over or table.session.at > 3000


def test_an_illegal_move_is_a_sentence_and_changes_nothing():
    table = desk()
    before = table.session.at
    assert "bid" in ask(table, "play", move="bid 9")
    assert table.session.at == before
    assert table.scene()["message"]


def test_a_fault_of_ours_appears_on_the_page():
    table = desk()
    table.hear({"do": "jump", "nonsense": 1})
    assert "TypeError" in table.scene()["error"]
    table.hear({"do": "fork"})
    assert table.scene()["error"] == ""


def test_an_unknown_request_says_what_is_known():
    assert "fork" in ask(desk(), "dance")


def test_bots_wait_for_ticks_and_late_ticks_are_ignored():
    table = desk(pace="fast", seed=1)
    assert table.session.at == 0
    turn = table.scene()["turn"]
    assert table.scene()["tick"] == 250
    ask(table, "tick", turn=turn)
    ask(table, "tick", turn=turn)
    assert table.session.at == 1


def test_back_step_undo_and_jump():
    table = desk()
    first = table.session.at
    ask(table, "play", move="bid 2")
    here = table.session.at
    ask(table, "back")
    assert table.session.at == here - 1
    assert table.scene()["tick"] is None
    ask(table, "step")
    assert table.session.at == here
    ask(table, "undo")
    assert table.session.at == first
    assert table.session.state.to_move == 0
    ask(table, "jump", at=0)
    assert table.scene()["halted"]
    ask(table, "go on")
    assert table.session.state.to_move == 0
    assert "cannot" in ask(table, "jump", at=999) or table.message


def test_nothing_to_take_back_says_so():
    assert "no move" in ask(desk(seats=everyone(4)), "undo")


def test_autoplay_plays_everybody_and_stops_at_the_end():
    table = desk("trick_party", pace="fast")
    ask(table, "auto", on=True)
    for _ in range(100):
        ask(table, "tick", turn=table.turn)
    assert table.session.state.over
    assert table.scene()["tick"] is None


def test_fork_keeps_both_branches_apart():
    table = desk(seats=everyone(4))
    ask(table, "fork")
    ask(table, "play", move="bid 3")
    ask(table, "focus", branch=0)
    ask(table, "play", move="bid 1")
    boards = table.scene()["boards"]
    assert [branch.state.bids[1] for branch in table.branches] == [1, 3]
    assert len(boards) == 2
    ask(table, "close", branch=1)
    assert len(table.scene()["boards"]) == 1
    assert "only branch" in ask(table, "close", branch=0)


def test_a_parameter_in_a_fork_keeps_the_moves():
    table = desk(seats=everyone(4))
    ask(table, "play", move="bid 2")
    ask(table, "fork")
    ask(table, "param", name="exact_bonus", value=9)
    assert [branch.game.params.exact_bonus for branch in table.branches] == [5, 9]
    assert [branch.at for branch in table.branches] == [1, 1]
    assert "cannot be made" in ask(table, "param", name="hand_size", value=4) or table.session.at == 1


def test_a_parameter_redeals_the_same_seed_and_an_impossible_one_keeps_the_game():
    table = desk(seed=6)
    ask(table, "param", name="hand_size", value=6)
    assert (table.session.game.params.hand_size, table.session.seed) == (6, 6)
    kept = table.session
    assert "cards" in ask(table, "param", name="hand_size", value=12)
    assert table.session is kept
    assert "from" in ask(table, "param", name="hand_size", value=99)
    assert table.session is kept


def test_every_parameter_has_a_control_that_works():
    for own in dk.GAMES.values():
        game = own()
        for control in controls(game):
            assert control["about"]
            assert changed(game, control["name"], control["value"]) == game
            json.dumps(control)
    kinds = {control["name"]: control["kind"] for control in controls(dk.game("trick_party"))}
    assert kinds["revolution_numbers"] == "text"
    assert kinds["trump"] == "choice"
    assert kinds["campaign"] == "switch"


def test_hot_seat_draws_a_curtain_between_people():
    table = desk(seats={0: HUMAN, 1: HUMAN})
    assert table.session.state.to_move == 1
    assert table.point_of_view() == (1, "curtain")
    ask(table, "reveal")
    assert table.point_of_view() == (1, "closed")
    ask(table, "play", move="bid 1")
    assert table.session.state.to_move == 0
    assert table.point_of_view() == (0, "curtain")
    ask(table, "open", on=True)
    assert table.point_of_view()[1] == "open"


def test_one_person_never_sees_a_curtain():
    table = desk()
    assert table.point_of_view() == (0, "closed")


def test_a_seed_too_long_for_a_page_to_reckon_with_is_shown_to_its_last_digit():
    table = desk(seed=2**64 - 1)
    shown = table.scene()["boards"][0]["seed"]
    assert shown == "18446744073709551615"
    ask(table, "seed", seed=shown)
    assert table.session.seed == 2**64 - 1


def test_seeds_are_typed_and_refused_in_a_sentence():
    table = desk()
    ask(table, "seed", seed="42")
    assert table.session.seed == 42
    assert "whole number" in ask(table, "seed", seed="-1")
    assert "whole number" in ask(table, "seed", seed=str(1 << 64))
    assert "whole number" in ask(table, "seed", seed="9" * 5000)
    assert table.session.seed == 42
    ask(table, "new seed")
    assert table.session.at >= 0


def test_a_line_reopens_the_same_game():
    table = desk("souls", 3)
    ask(table, "step")
    line = table.scene()["line"]
    other = desk("reds")
    ask(other, "load", line=f"  {line}\n")
    assert other.scene()["line"] == line
    assert other.session.game.id == "souls"
    assert "damaged" in ask(other, "load", line=line[:-1])
    assert other.session.game.id == "souls"


def test_the_line_follows_a_change_of_mind():
    table = desk(seats=everyone(4))
    ask(table, "play", move="bid 2")
    first = table.scene()["line"]
    ask(table, "undo")
    assert table.scene()["line"] != first
    ask(table, "play", move="bid 3")
    assert dk.Session.replay(table.scene()["line"]).state.bids == table.session.state.bids
    ask(table, "undo")
    ask(table, "play", move="bid 2")
    assert table.scene()["line"] == first


def low_wins(card, led, trump):
    return 20 - card.rank if card.suit == led else 0


def test_replaced_rules_stay_with_another_count_and_open_their_own_lines():
    variant = dk.game("reapers", 4).replace(strength=low_wins)
    table = Desk(variant, 7, pace="at once")
    line = table.scene()["line"]
    ask(table, "players", players=3)
    assert table.session.game == dk.game("reapers", 3).replace(strength=low_wins)
    ask(table, "game", game="whist")
    ask(table, "load", line=line)
    assert table.session.game == variant
    assert table.scene()["boards"][0]["replaced"] == ["strength replaced by low_wins"]
    assert table.scene()["line"] == line
    assert "replaced rules (strength)" in ask(desk("reapers"), "load", line=line)
    assert "replaced rules (strength)" in ask(desk("whist"), "load", line=line)


def test_game_and_count_are_chosen_on_the_page():
    table = desk("reds", 6)
    ask(table, "game", game="reapers")
    assert (table.session.game.id, table.session.game.players) == ("reapers", 4)
    ask(table, "players", players=5)
    assert len(table.scene()["players"]) == 5
    assert "3 to 5" in ask(table, "players", players=9)


def test_seats_take_people_and_any_bot():
    table = desk()
    for who in table.scene()["who"]:
        ask(table, "seat", seat=2, player=who)
        assert table.players[2] == who
    assert "random" in ask(table, "seat", seat=2, player="nobody")
    assert "numbered" in ask(table, "seat", seat=9, player="random")


def test_all_bots_play_while_one_watches():
    table = desk(seats=dict.fromkeys(range(4), "random"), pace="fast")
    ask(table, "watch", seat=2)
    assert table.point_of_view() == (2, "closed")
    assert table.scene()["tick"] == 250


def test_a_line_with_fewer_seats_moves_who_watches():
    table = desk(seats=dict.fromkeys(range(4), "random"), pace="fast")
    ask(table, "watch", seat=3)
    ask(table, "load", line=dk.Session(dk.game("souls", 2)).line())
    assert table.scene()["watching"] == 1


def test_every_request_is_documented():
    assert all(act.__doc__ for act in ASKED.values())


# ---- the two hosts ---------------------------------------------------------------------------------------------


def requests(*asked, page="p", first=1):
    return {"page": page, "queue": [{"n": first + i, "ask": one} for i, one in enumerate(asked)]}


def test_the_notebook_table_answers_messages():
    table = dk.table("reds", players=2, seed=1, pace="at once")
    assert isinstance(table, NotebookTable)
    at = table.session.at
    table.set_state({"asked": requests({"do": "play", "move": "bid 1"})})
    assert table.session.at > at
    assert table.scene["heard"] == {"p": 1}
    json.dumps(table.scene)


def test_a_request_that_comes_twice_is_done_once():
    table = dk.table("reds", seed=1, pace="at once", seats=everyone(4))
    first, second = {"do": "play", "move": "bid 1"}, {"do": "play", "move": "bid 2"}
    table.set_state({"asked": requests(first)})
    table.set_state({"asked": requests(first, second)})
    assert [str(move) for move in table.session.moves] == ["bid 1", "bid 2"]
    table.set_state({"asked": requests({"do": "back"}, page="another")})
    assert table.session.at == 1


def test_the_panel_table_answers_the_same_messages():
    table = panel_table(desk("reds", 2))
    table.asked = requests({"do": "play", "move": "bid 1"})
    assert table.scene["heard"] == {"p": 1}
    assert table.scene["boards"][0]["time"]["at"] >= 1


def test_new_faces_reach_the_page_with_their_scene():
    table = dk.table("trick_party", seed=2, pace="at once")
    for n in range(1, 8):
        move = str(table.session.legal[0])
        table.set_state({"asked": requests({"do": "play", "move": move}, first=n)})
        shown = {card["face"] for zone in table.scene["boards"][0]["zones"] for card in zone["cards"]}
        assert shown <= table.faces.keys()


def test_a_cell_may_play_on_the_session_and_show_it():
    table = dk.table("trick_party", seed=2, seats=everyone(4))
    for _ in range(9):
        table.session.step(table.session.legal[0])
    table.refresh()
    shown = {card["face"] for zone in table.scene["boards"][0]["zones"] for card in zone["cards"]}
    assert table.scene["boards"][0]["time"]["at"] == 9
    assert shown <= table.faces.keys()


def test_a_variant_may_be_given_as_a_value():
    game = dk.game("reds", 3, exact_bonus=7)
    assert dk.table(game).session.game == game
    assert dk.table("reds", 3, exact_bonus=7).session.game == game


def test_advice_prices_every_legal_move_and_goes_with_the_next_request():
    table = desk("reds")
    assert ask(table, "advise") == ""
    advice = table.scene()["advice"]
    assert {own["move"] for own in advice} == set(map(str, table.session.legal))
    assert advice[0]["cost"] == 0
    assert [own["cost"] for own in advice] == sorted(own["cost"] for own in advice)
    ask(table, "play", move=advice[0]["move"])
    assert table.scene()["advice"] == []


def test_there_is_no_advice_about_cards_that_do_not_show():
    table = desk("reds", pace="slow")
    while table.session.state.to_move == 0:
        ask(table, "play", move=str(table.session.legal[0]))
    assert "whose cards show" in ask(table, "advise")
    shared = desk("reds", seats=everyone(4))
    assert shared.point_of_view()[1] == "curtain"
    assert "whose cards show" in ask(shared, "advise")
    assert shared.scene()["advice"] == []
