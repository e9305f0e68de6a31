"""Every exercise can be solved by every student, and the answers that come to mind first fail."""

from dataclasses import replace
from itertools import islice

import pytest
from solutions import SOLUTIONS

from designkit.cards import cards
from designkit.errors import DesignkitError
from designkit.games import GAMES, reds
from designkit.teach import EXERCISES, Book, Task, exercise
from designkit.teach.core import Find, Fix, Write

STUDENTS = [f"student {number}" for number in range(20)]
WRITTEN = [own for own in EXERCISES.values() if isinstance(own, Write)]
FIXES = [own for own in WRITTEN if isinstance(own, Fix)]
FINDS = [own for own in EXERCISES.values() if isinstance(own, Find)]


def by_id(own):
    return own.id


def task(own, student="ada"):
    return Task(own, student, Book())


def thin(own):
    """The exercise with a part of its questions: enough to see that a student's numbers reach both sides."""
    return replace(own, small=lambda numbers: islice(own.small(numbers), 0, 60_000, 101), large=None)


def highest(plays):
    return max(range(len(plays)), key=lambda place: plays[place].rank)


def highest_led(plays):
    return max(range(len(plays)), key=lambda place: (plays[place].suit == plays[0].suit, plays[place].rank))


def lowest(plays):
    return min(plays, key=lambda card: card.rank)


def lowest_or_demon(plays):
    kept = [card for card in plays if card.suit != "reaper"]
    return max(kept, key=lambda card: (card.rank == 11, -card.rank), default=None)


def by_value(play, top):
    return sum(card.rank for card in play) > sum(card.rank for card in top)


NAIVE = {
    "reds-winner": [highest, highest_led, lambda plays: 0],
    "party-winner": [highest, highest_led],
    "janken-winner": [highest, highest_led],
    "reapers-prize": [lowest, highest, lambda plays: plays[0]],
    "souls-beats": [by_value, lambda play, top: True, lambda play, top: len(play) >= len(top) and by_value(play, top)],
    "follow-suit": [lambda hand, led: hand, lambda hand, led: [card for card in hand if card.suit == led]],
    "reds-deal": [0, "7", None],
    "reapers-demon": ["2 daggers, 3 daggers, 4 daggers", "Demon poison, 2 poison, 3 poison"],
    "party-trump-loses": ["3 red, 12 purple, 11 purple", "1 purple, 2 purple, 3 purple"],
    "janken-joker": ["7 rock, Joker rock, 2 water", "Joker rock, Joker paper, Joker water"],
    "souls-pair": ["2 clubs, 3 clubs", "Joker 1, Joker 2", "A clubs, A hearts"],
    "whist-trump-loses": [-1, "seed"],
}


def test_each_exercise_has_a_solution_and_each_game_an_exercise():
    assert set(SOLUTIONS) == set(EXERCISES)
    assert {own.game for own in EXERCISES.values()} == set(GAMES)
    assert {own.sort for own in EXERCISES.values()} == {"write", "find", "fix"}


@pytest.mark.parametrize("own", WRITTEN, ids=by_id)
def test_the_solution_passes_everything_that_is_asked(own):
    first = task(own)
    verdict = first.check(SOLUTIONS[own.id](first.numbers))
    assert verdict.passed, verdict
    assert "agrees with the rules on all" in verdict.sentence


@pytest.mark.parametrize("own", WRITTEN, ids=by_id)
def test_the_solution_passes_for_many_students(own):
    for student in STUDENTS:
        made = task(thin(own), student)
        verdict = made.check(SOLUTIONS[own.id](made.numbers))
        assert verdict.passed, (student, verdict)


@pytest.mark.parametrize("own", FINDS, ids=by_id)
def test_something_can_be_found_for_many_students(own):
    for student in STUDENTS[:8]:
        numbers = task(own, student).numbers
        assert own.lacks(numbers, own.reads(numbers, SOLUTIONS[own.id](numbers))) is None, student


@pytest.mark.parametrize("own", FINDS, ids=by_id)
def test_a_right_find_tells_how_rare_it_is_and_shows_the_cards(own):
    made = task(own)
    verdict = made.check(SOLUTIONS[own.id](made.numbers))
    assert verdict.passed
    assert own.counted in verdict.sentence
    assert verdict.cards


@pytest.mark.parametrize("id", NAIVE)
def test_naive_answers_fail_for_many_students(id):
    own = EXERCISES[id]
    for student in STUDENTS[:6]:
        for naive in NAIVE[id]:
            if own.sort == "find" and student != STUDENTS[0]:
                continue
            verdict = task(own, student).check(naive)
            assert not verdict, (student, naive)
            assert verdict.sentence.endswith(".")


@pytest.mark.parametrize("own", FIXES, ids=by_id)
def test_every_slip_shows_for_every_student(own):
    for student in STUDENTS:
        for slip in range(len(own.slips)):
            made = task(own, student)
            made.numbers["slip"] = slip
            names = {}
            exec(made.code, names)
            verdict = made.check(names[own.name])
            assert not verdict, (student, slip)
            assert "by the rules it is" in verdict.sentence


@pytest.mark.parametrize("own", FIXES, ids=by_id)
def test_students_get_different_slips(own):
    assert {task(own, student).numbers["slip"] for student in STUDENTS} == set(range(len(own.slips)))


@pytest.mark.parametrize("own", EXERCISES.values(), ids=by_id)
def test_numbers_are_a_students_own_and_come_back_with_the_id(own):
    drawn = {student: repr(task(own, student)) for student in STUDENTS}
    assert len({text.partition("\n")[2] for text in drawn.values()}) > 1
    assert drawn == {student: repr(task(own, f" {student.upper()} ")) for student in STUDENTS}


@pytest.mark.parametrize("own", EXERCISES.values(), ids=by_id)
def test_a_task_reads_as_text_and_as_a_page(own):
    made = task(own, "<b>ada</b>")
    assert "{" not in made.text
    assert made.title in repr(made)
    page = made._repr_html_()
    assert "<b>ada" not in page
    assert "`" not in page


def test_the_smallest_counterexample_is_two_cards():
    verdict = task(EXERCISES["reds-winner"]).check(highest_led)
    assert len(verdict.cards) == 2
    assert "svg" in verdict._repr_html_()


def test_what_no_small_trick_shows_is_found_by_longer_ones():
    numbers = task(EXERCISES["party-winner"]).numbers
    right = SOLUTIONS["party-winner"](numbers)
    verdict = task(EXERCISES["party-winner"]).check(lambda plays: right(plays) if len(plays) < 5 else 0)
    assert not verdict
    assert len(verdict.cards) == 5


def test_hints_grow_with_the_attempts_until_the_rules_explain():
    made = task(EXERCISES["reds-winner"])
    helps = [made.check(highest_led).help for _ in range(4)]
    assert [len(help) for help in helps[:2]] == [1, 2]
    assert helps[1][:1] == helps[0]
    assert any("wins" in line and "trump" in line for line in helps[2][3:])
    assert helps[3] == helps[2]
    assert made.check(reds.trick_winner).help == ()


def test_an_unknown_exercise_or_student_is_said_so():
    with pytest.raises(DesignkitError, match="There is no exercise 'chess'; the exercises are"):
        exercise("chess")
    with pytest.raises(DesignkitError, match="A student's id is a text such as 'ada', not ''"):
        exercise("reds-winner", student="")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (3, "The answer is 3 different cards"),
        ("2 daggers, 2 daggers, 3 daggers", "these are 2"),
        ("2 daggers, 3 daggers", "these are 2"),
        ("A spades, 3 daggers, 4 daggers", "'A spades' is not a card of this deck"),
        ("nonsense", "'nonsense' is not a card"),
        ([1, 2, 3], "'1' is not a card of this deck"),
        (cards("2 daggers, 3 daggers, 4 daggers")[0], "The answer is 3 different cards"),
    ],
)
def test_finds_that_are_no_cards_are_said_so(answer, said):
    verdict = task(EXERCISES["reapers-demon"]).check(answer)
    assert not verdict
    assert said in verdict.sentence
