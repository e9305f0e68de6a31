"""Answers of any kind get one clear sentence, and the book keeps what was tried."""

import contextlib
import csv
import io
import sys
import threading
import time

import pytest

import designkit as dk
from designkit.errors import DesignkitError
from designkit.live import TooLong
from designkit.teach import Book, exercise
from designkit.teach.watch import Watch


@pytest.fixture
def task():
    return exercise("reds-winner", "ada", book=Book())


def for_ever(plays):
    while True:
        pass


def for_ever_stubborn(plays):
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.001)


def forgets(plays):
    len(plays)


def counts(plays):
    yield 0


def tears(plays):
    plays.pop()
    return 0


class Rude:
    def __repr__(self):
        raise ValueError

    def __eq__(self, other):
        raise ValueError

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0, "The answer is a function, `def trick_winner(plays): ...`, not 0"),
        (lambda: 0, "must take plays"),
        (lambda plays, trump: 0, "it takes plays, trump"),
        (lambda plays: plays[9], "it raises IndexError: list index out of range (line"),
        (lambda plays: 1 / 0, "it raises ZeroDivisionError: division by zero"),
        (lambda plays: sys.exit("bye"), "it raises SystemExit: bye"),
        (lambda plays: "the ace", "must answer the place of a card, 0 for the first (or None), and answers 'the ace'"),
        (lambda plays: plays[0], "and answers 2 diamonds"),
        (lambda plays: True, "and answers True"),
        (lambda plays: 0.0, "and answers 0.0"),
        (lambda plays: Rude(), "and answers a Rude"),
        (lambda plays: 99, "it answers 99 (no such place)"),
        (lambda plays: -1, "it answers -1 (no such place)"),
        (forgets, "it answers None (nobody)"),
        (counts, "and answers a generator"),
        (tears, "it changes the list that it was given"),
        (for_ever, "it has not answered after 2 seconds"),
        (for_ever_stubborn, "it has not answered after 2 seconds"),
        (dk.GAMES["reds"], "That is the kit's own rule"),
    ],
)
def test_a_bad_answer_gets_one_sentence_about_its_cards(task, answer, said):
    verdict = task.check(answer)
    assert not verdict
    assert said in verdict.sentence
    assert "\n" not in verdict.sentence
    if verdict.sentence.startswith("trick_winner("):
        assert dk.Card("diamonds", 2) in verdict.cards
        assert "2 diamonds" in verdict._repr_html_()


def test_an_endless_loop_is_stopped_and_leaves_no_thread_behind(task):
    before = threading.active_count()
    task.check(for_ever)
    task.check(for_ever_stubborn)
    assert threading.active_count() == before


def test_an_endless_loop_is_stopped_where_there_are_no_threads(task, monkeypatch):
    def none(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    before = sys.gettrace()
    assert "it has not answered after 2 seconds" in task.check(for_ever_stubborn).sentence
    assert sys.gettrace() is before


def test_slow_answers_are_cut_off_as_a_whole():
    watch = Watch(lambda n: time.sleep(0.05), whole=0.2)
    with pytest.raises(TooLong):
        watch.run(lambda: [watch.ask((n,)) for n in range(1000)])


def test_what_an_answer_prints_is_kept_out_of_the_way_and_shown_for_its_case(task, capsys):
    verdict = task.check(lambda plays: print(len(plays), "cards") or len(plays) - 1)
    assert capsys.readouterr().out == ""
    assert verdict.outcome.printed == "2 cards\n"
    assert "2 cards" in verdict._repr_html_()


def test_the_book_goes_out_as_csv(tmp_path):
    book = Book()
    first, second = exercise("hearts-points", "Ada", book=book), exercise("souls-pair", 'b, "ob"', book=book)
    first.check(lambda card: 0)
    second.check("2 clubs, 3 clubs")
    first.check(lambda card: card.rank)
    rows = list(csv.DictReader(io.StringIO(book.save(tmp_path / "results.csv").read_text())))
    assert [list(row.values())[:4] for row in rows] == [
        ["ada", "hearts-points", "2", "False"],
        ['b, "ob"', "souls-pair", "1", "False"],
    ]
    assert all(row["when"].endswith("+00:00") for row in rows)
    assert [entry.exercise for entry in book.of("ADA")] == ["hearts-points"]
    assert "hearts-points" in book._repr_html_()
    with pytest.raises(DesignkitError, match="The results cannot be written to"):
        book.save(tmp_path / "nowhere" / "results.csv")


def test_what_is_passed_stays_passed():
    book = Book()
    assert [book.note("ada", "x", passed) for passed in (False, True, False)] == [1, 2, 2]
    assert [(entry.attempts, entry.passed) for entry in book] == [(2, True)]


def test_the_sessions_book_is_the_one_that_exercises_write_to():
    dk.exercise("souls-pair", "somebody new").check("2 clubs, 3 clubs")
    assert [entry.attempts for entry in dk.results("somebody new")] == [1]
    assert len(dk.results()) >= 1
