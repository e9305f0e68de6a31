"""The command line as a person uses it."""

import json
import os
import subprocess
import sys

import pytest

import designkit as dk


def run(*arguments, stdin=None):
    return subprocess.run(
        [sys.executable, "-c", "from designkit.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        text=True,
        input=stdin,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
    )


def test_games_lists_every_game():
    out = run("games").stdout
    assert all(id in out for id in dk.GAMES)


def test_rules_tells_the_values_in_force():
    out = run("rules", "reapers", "--players", 5, "--set", "least_bonus=33").stdout
    assert "least pays 33" in out
    assert "11 of 3 cards and 5 of 2 cards" in out


def test_deal_shows_only_what_a_seat_may_see():
    out = run("deal", "reds", "--players", 3, "--seed", 3, "--seat", 1).stdout
    state = dk.game("reds", 3).new(seed=3)
    shown = {str(card) for card in state.hands[1]}
    hidden = {str(card) for seat in (0, 2) for card in state.hands[seat]} - shown
    signed = out.replace("♣ ", " ").replace("♦ ", " ").replace("♠ ", " ")
    assert all(f"{card}" in signed for card in shown)
    assert not [card for card in hidden if f" {card}" in signed]


@pytest.mark.parametrize("id", list(dk.GAMES))
def test_walk_saves_a_record_that_replay_shows_again(id, tmp_path):
    file = tmp_path / "game.json"
    settings = ["--set", "target=50"] if id == "janken" else []
    walked = run("walk", id, "--seed", 3, "--save", file, *settings)
    assert walked.returncode == 0, walked.stderr
    assert "wins." in walked.stdout or "share the win." in walked.stdout
    replayed = run("replay", file)
    assert replayed.returncode == 0, replayed.stderr
    assert walked.stdout.startswith(replayed.stdout.rstrip())
    line = next(text for text in walked.stdout.splitlines() if text.startswith("designkit/1"))
    assert run("replay", "-", stdin=line).stdout == replayed.stdout


def test_walk_explains_every_card_when_asked():
    out = run("walk", "trick_party", "--why").stdout
    assert out.count(" wins: ") == 15


def test_colour_is_used_where_it_can_be():
    out = subprocess.run(
        [sys.executable, "-c", "from designkit.cli import main; main()", "deal", "reds"],
        capture_output=True,
        text=True,
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "FORCE_COLOR": "1"},
    ).stdout
    assert "\x1b[" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "poker"], "There is no game 'poker'; the games are"),
        (["deal", "reapers", "--players", "9"], "Reapers is for 3 to 5 players, not 9."),
        (["deal", "reapers", "--set", "least_bonus=99"], "least_bonus must be a whole number from 0 to 40, not 99."),
        (["deal", "reapers", "--set", "least_bonus"], "must be of the form NAME=VALUE"),
        (["deal", "reapers", "--set", "players=3"], "Reapers has no parameter 'players'"),
        (["deal", "reapers", "--set", "hands="], "hands must be a whole number from 1 to 20, not nothing."),
        (["deal", "reapers", "--set", "bonus=1"], "Reapers has no parameter 'bonus'"),
        (["deal", "reapers", "--seed", "-4"], "A seed is a whole number from 0"),
        (["check", "reds", "--terminal", "--seed", "-4"], "A seed is a whole number from 0"),
        (["deal", "reapers", "--seat", "7"], "Seats are numbered 0 to 3, not 7."),
        (["deal", "trick_party", "--set", "revolution_numbers=3,99"], "different whole numbers from 1 to 12, not 3,99"),
        (["walk", "reds", "--save", "/nowhere/at/all.json"], "cannot be written to '/nowhere/at/all.json'"),
        (["replay", "/nowhere/at/all.json"], "cannot be read: No such file or directory."),
        (["replay", "/"], "cannot be read: Is a directory."),
        (["replay", sys.executable], "is not a text file."),
        (["deal", "reapers", "--players", "many"], "Invalid value for '--players'"),
        (["shuffle"], "No such command 'shuffle'"),
    ],
)
def test_bad_input_ends_with_a_sentence_and_no_traceback(arguments, sentence):
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_without_signs_shows_question_marks():
    command = [sys.executable, "-c", "from designkit.cli import main; main()", "rules", "reapers"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Reapers for 4 players" in done.stdout


def test_a_damaged_record_is_refused(tmp_path):
    file = tmp_path / "game.json"
    run("walk", "reds", "--save", file)
    record = json.loads(file.read_text())
    record["scores"][0] += 1
    file.write_text(json.dumps(record))
    done = run("replay", file)
    assert done.returncode == 2
    assert done.stderr.strip() == "The record's 'scores' does not follow from its moves (entry 1)."


def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -c 'from designkit.cli import main; main()' walk janken | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout.startswith("Janken")
    assert "Traceback" not in done.stderr
