"""The lab on the command line, as a person or a program uses it."""

import json
import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
from rich.console import Console

import designkit as dk
from designkit.cli import main
from designkit.lab.compare import compare
from designkit.lab.simulate import simulate
from designkit.lab.sweep import sweep
from designkit.views import answers

COMMAND = [sys.executable, "-c", "from designkit.cli import main; main()"]
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80"}


def run(*arguments):
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT)


def document(*arguments):
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def shown(lines, width=80):
    console = Console(width=width, soft_wrap=True)
    with console.capture() as text:
        for line in lines:
            console.print(line)
    return text.get()


def test_simulate_prints_the_measures_of_the_run_as_json():
    found = document("simulate", "reapers", "--players", 3, "--set", "least_bonus=9", "-n", 300, "--seed", 4)
    result = simulate(dk.game("reapers", 3, least_bonus=9), deals=300, seed=4)
    assert (found["game"], found["players"], found["params"]["least_bonus"]) == ("reapers", 3, 9)
    assert (found["kind"], found["played"], found["seed"]) == ("deals", 300, 4)
    assert {name: own["value"] for name, own in found["measures"].items()} == {
        name: own.value for name, own in result.estimates.items()
    }


def test_simulate_plays_in_several_processes_and_writes_rows(tmp_path):
    csv, folder = tmp_path / "rows.csv", tmp_path / "rows"
    bots = "random,greedy,duck,greedy"
    arguments = ("reds", "--deals", 25_000, "--bots", bots, "-m", "points", "--csv", csv, "--parquet", folder, "-j", 2)
    found = document("simulate", *arguments)
    alone = simulate("reds", deals=25_000, bots=bots.split(","), metrics=["points"])
    assert found["measures"]["points seat 2"]["value"] == alone.estimates["points seat 2"].value
    assert list(found["measures"]) == [f"points seat {seat}" for seat in range(4)]
    written = pd.read_csv(csv)
    assert len(written) == 100_000
    assert list(written.points) == list(alone.frame.points)
    assert list(pd.read_parquet(folder).points) == list(alone.frame.points)


def test_simulate_plays_matches():
    found = document("simulate", "reds", "--matches", 20, "-m", "hands")
    assert (found["kind"], found["played"]) == ("matches", 20)
    assert found["measures"]["hands"]["value"] > 1


def test_simulate_shows_a_table():
    out = run("simulate", "reds", "--deals", 200).stdout
    assert "200 deals of Reds, 4 players with" in out
    assert "fairness" in out
    assert max(map(len, out.splitlines()[1:])) <= 80


def test_a_wide_table_says_what_a_measure_is():
    result = simulate("reds", deals=100, metrics=["tie rate"])
    about = result.estimates["tie rate"].metric.about
    assert about in shown(answers.result_table(result, wide=True), 140)
    assert about not in shown(answers.result_table(result, wide=False))


def test_compare_gives_the_differences_of_the_two_variants():
    found = document("compare", "reapers", "--set", "none_bonus=4", "--b", "least_bonus=25", "--deals", 500)
    assert found["a"]["params"]["none_bonus"] == found["b"]["params"]["none_bonus"] == 4
    assert (found["a"]["params"]["least_bonus"], found["b"]["params"]["least_bonus"]) == (15, 25)
    own = compare(dk.game("reapers", none_bonus=4), dk.game("reapers", none_bonus=4, least_bonus=25), deals=500)
    assert {name: (each["difference"], each["real"], each["more"]) for name, each in found["differences"].items()} == {
        each.name: (each.difference, each.real, each.more) for each in own.differences
    }


def test_an_interval_without_an_end_is_null_in_json():
    found = document("compare", "reds", "--b", "over_points=2", "--deals", 1, "-m", "points")
    assert found["differences"]["points seat 0"]["high"] is None


def test_compare_shows_every_difference_whole():
    made = compare(dk.game("reapers"), dk.game("reapers", least_bonus=25), deals=2000)
    assert "…" not in shown(answers.comparison_table(made), 80)
    text = shown(answers.comparison_table(made), 120)
    for own in made.differences:
        [line] = [line for line in text.splitlines() if line.startswith(own.name + " ")]
        said = line.split()[-1]
        assert (said in ("higher", "lower")) == own.real
        assert own.more is None or said == f"+{own.more:,}"


def test_sweep_gives_every_cell():
    found = document(
        "sweep", "reds", "--over", "exact_bonus=0,99", "--over", "hand_size=4..5", "--players", "3,4",
        "--deals", 100, "--target", "margin=1..", "-m", "tie rate",
    )  # fmt: skip
    assert [(cell["players"], *cell["values"].values()) for cell in found["cells"]] == [
        (count, bonus, size) for count in (3, 4) for bonus in (0, 99) for size in (4, 5)
    ]
    assert found["targets"] == {"margin": [1, None]}
    made = sweep(dk.game("reds", 3), {"exact_bonus": [0]}, players=3, deals=100)
    cell = found["cells"][1]
    assert cell["measures"]["margin"]["value"] == made.cells[0].estimate("margin").value
    assert set(cell["measures"]) == {"tie rate", "margin"}
    assert cell["targets"]["margin"] in ("inside", "outside", "undecided")
    assert found["cells"][2]["problem"] == "exact_bonus must be a whole number from 0 to 50, not 99."


def test_sweep_shows_cells_and_why_some_are_impossible():
    made = sweep(dk.game("reds", 3), {"exact_bonus": [0, 99]}, deals=100, targets={"margin": (0, 100)})
    made.cells[0].broken = ("cards conserved",)
    text = shown(answers.sweep_table(made, ["margin", "points"]), 200)
    assert "inside" in text
    assert "breaks cards conserved" in text
    assert "points seat 2" in text
    assert text.count("impossible") == 1
    assert "from 0 to 50, not 99." in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("simulate poker", "There is no game 'poker'"),
        ("simulate reds --deals 0", "deals must be a whole number from 1"),
        ("simulate reds --matches 0", "matches must be a whole number from 1"),
        ("simulate reds --bots silly", "There is no bot 'silly'"),
        ("simulate reds --bots greedy,duck", "4 seats need as many bots, not 2."),
        ("simulate reds --metric fun", "There is no metric 'fun'"),
        ("simulate reds --seed -1", "A seed is a whole number"),
        ("simulate reds --deals 10 --csv /nowhere/x.csv", "cannot be written to '/nowhere/x.csv'"),
        ("simulate reds --deals 10 --parquet /proc/x", "cannot be written to '/proc/x'"),
        ("compare reds --a hand_size", "'--a hand_size' must be of the form NAME=VALUE"),
        ("compare reds --b hand_size=99", "hand_size must be a whole number"),
        ("compare reds --b hand_size=4 --confidence 2", "between 0 and 1"),
        ("compare reds", "a and b are the same variant"),
        ("sweep reds --over hand_size", "must be of the form NAME=VALUES"),
        ("sweep reds --over hand_size=", "must be of the form NAME=VALUES"),
        ("sweep reds --over hand_size=1..x", "whole numbers"),
        ("sweep reds --over hand_size=9..1", "must run from"),
        ("sweep reds --over fun=1", "Reds has no parameter 'fun'"),
        ("sweep reds --over hand_size=5 --over hand_size=6", "given once"),
        ("sweep reds --over hand_size=5 --players x", "whole numbers"),
        ("sweep reds --over hand_size=5 --target margin=3", "must be of the form NAME=LOW..HIGH"),
        ("sweep reds --over hand_size=5 --target fun=1..2", "There is no metric 'fun'"),
        ("sweep reds --over hand_size=5 --target margin=2..1", "The target of 'margin' begins above its end: 2 and 1."),
        ("lab poker", "There is no game 'poker'"),
        ("lab --players 9", "Reapers is for 3 to 5 players"),
    ],
)
def test_bad_input_ends_with_a_sentence(arguments, sentence, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["designkit", *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def interrupted(*arguments):
    """A command that gets Ctrl-C once its progress bar has moved."""
    script = "import sys; sys.stderr.isatty = lambda: True\nfrom designkit.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    told = b""
    os.set_blocking(process.stderr.fileno(), False)
    until = time.monotonic() + 120
    while b"%" not in told.replace(b" 0%", b"") and time.monotonic() < until:
        told += process.stderr.read() or b""
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return process.returncode, out.decode(), (told + (err or b"")).decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "reds", "--deals", 20_000_000),
        ("simulate", "reds", "--deals", 20_000_000, "--jobs", 2),
        ("compare", "reds", "--b", "over_points=2", "--deals", 10_000_000),
        ("sweep", "reds", "--over", "exact_bonus=0..50", "--deals", 400_000),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_an_interrupted_run_prints_what_it_has(arguments):
    code, out, told = interrupted(*arguments)
    found = json.loads(out)
    assert code == 130, told
    assert "Traceback" not in told
    assert "Stopped" in told
    played = found["played"] if "played" in found else sum(cell["played"] for cell in found["cells"])
    assert 0 < played < 20_000_000
    assert found.get("measures") or found.get("differences") or found["cells"][0]["measures"]


# ---- names in Python -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first",
    [
        "",
        "import designkit.lab",
        "import designkit.lab.simulate, designkit.lab.compare, designkit.lab.sweep",
        "from designkit.lab.simulate import simulate",
        "dk.lab",
        "dk.simulate",
    ],
)
def test_names_mean_the_same_whatever_was_imported_first(first):
    code = f"""
import sys, types
import designkit as dk
{first}
stub = types.ModuleType("designkit.views.lab")
stub.lab = lambda *args, **named: ("the lab", args, named)
sys.modules["designkit.views.lab"] = stub
assert dk.lab("reds", seed=3) == ("the lab", ("reds",), dict(seed=3))
from designkit.lab import metrics, simulate as module
assert isinstance(module, types.ModuleType) and metrics.METRICS
from designkit.lab.compare import compare
from designkit.lab.sweep import sweep
assert (dk.simulate, dk.compare, dk.sweep) == (module.simulate, compare, sweep)
from designkit import lab
assert lab is dk.lab is sys.modules["designkit.lab"]
print("same")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "same\n", done.stderr


def test_everything_that_is_named_is_there():
    for name in set(dk.__all__):
        assert callable(getattr(dk, name)) or name in ("BOTS", "CATALOGUE", "GAMES", "rl")


def test_metrics_lists_every_measure_with_its_formula():
    from designkit.lab.metrics import METRICS

    told = " ".join(run("metrics").stdout.split())
    assert all(name in told for name in METRICS)
    assert "tricks won by their leader" in told
