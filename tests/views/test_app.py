"""The served page without a browser, and what the command line says when it cannot serve."""

import socket
import subprocess
import sys

import pytest

import designkit as dk
from designkit.errors import DesignkitError
from designkit.views.app import ADDRESS, free_port, page


def play(*arguments):
    code = "from designkit.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, "play", *arguments], capture_output=True, text=True, timeout=60)


def test_every_visitor_has_an_own_game():
    first, second = page(dk.game("reds")), page(dk.game("reds"))
    first.asked = {"page": "p", "queue": [{"n": 1, "ask": {"do": "step"}}]}
    assert first.scene["boards"][0]["time"]["at"] == 1
    assert second.scene["boards"][0]["time"]["at"] == 0


def test_a_port_in_use_is_refused_in_a_sentence():
    with socket.socket() as taken:
        taken.bind((ADDRESS, 0))
        taken.listen()
        with pytest.raises(DesignkitError, match="choose another"):
            free_port(taken.getsockname()[1])


@pytest.mark.parametrize("arguments", [["nothing"], ["reds", "-p", "9"], ["reds", "--set", "hand_size=99"]])
def test_what_cannot_be_played_is_one_sentence(arguments):
    answer = play(*arguments, "--no-browser")
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_the_kit_loads_no_widgets_till_a_table_is_asked_for():
    code = "import designkit, sys; print({'anywidget', 'panel', 'numpy', 'traitlets'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
    with pytest.raises(AttributeError, match="tabel"):
        dk.tabel  # noqa: B018
