"""Jobs and checks: budget, cancel, seed, streaming, and counterexamples that open where they fail."""

import random
import time

import pytest

import designkit as dk
from designkit.invariants import Invariant
from designkit.live import Job, check
from designkit.live.job import Stopped
from designkit.live.shorter import shorter
from designkit.live.walk import Find


def trump_ignored(card, led, trump):
    return card.rank if card.suit == led else 0


def forever(job):
    while True:
        job.tick()


def test_a_job_gives_its_result():
    job = Job(lambda job: 6 * 7).start().wait(10)
    assert (job.status, job.result, job.progress) == ("done", 42, 1.0)


def test_a_job_is_cancelled_at_once():
    job = Job(forever).start()
    began = time.monotonic()
    job.cancel().wait(10)
    assert job.status == "cancelled"
    assert time.monotonic() - began < 1


def test_a_job_keeps_to_its_time():
    job = Job(forever, seconds=0.2).start().wait(10)
    assert job.status == "out of time"
    assert 0.2 <= job.elapsed < 2


def test_an_error_in_a_job_is_kept_and_told():
    told = []
    job = Job(lambda job: 1 / 0, on_change=lambda job: told.append(job.status)).start().wait(10)
    assert job.status == "failed"
    assert isinstance(job.error, ZeroDivisionError)
    assert told[-1] == "failed"


def test_news_is_told_about_ten_times_a_second():
    told = []
    Job(forever, seconds=0.5, on_change=lambda job: told.append(job.progress)).run()
    assert 1 < len(told) <= 7


def test_stopping_is_no_exception_that_a_rule_could_swallow():
    assert not issubclass(Stopped, Exception)


@pytest.mark.parametrize("after", [0.0, 0.4, 1.5])
def test_a_check_is_cancelled_at_once(after):
    running = check(dk.game("janken"), seconds=140).start()
    running.wait(after)
    began = time.monotonic()
    running.cancel().wait(20)
    assert running.status == "cancelled"
    assert time.monotonic() - began < 3


def test_a_check_keeps_to_its_time_and_looks_on_after_the_first_pass():
    once = check(dk.game("reds", 2)).run()
    seconds = 4 * once.elapsed + 1
    done = check(dk.game("reds", 2), seconds=seconds).run()
    assert done.status == "out of time"
    assert done.passed
    assert done.elapsed < seconds + 10
    assert done.rows["cards conserved"].examples > once.rows["cards conserved"].examples


def test_results_stream():
    seen = []
    check(dk.game("reds"), on_change=lambda job: seen.append(sum(r.examples for r in job.rows.values()))).run()
    assert len(seen) > 2
    assert sorted(seen) == seen


def test_the_same_seed_gives_the_same_examples():
    one, two = (check(dk.game("reds"), seed=5, quick=True).run() for _ in range(2))
    assert [row.text for row in one.rows.values()] == [row.text for row in two.rows.values()]
    other = check(dk.game("reds"), seed=6, quick=True).run()
    assert [row.text for row in one.rows.values()] != [row.text for row in other.rows.values()]


def test_the_highest_seed_breaks_nothing():
    assert check(dk.game("reds", 2), seed=2**64 - 1, quick=True).run().passed


def test_a_counterexample_shows_the_fewest_cards_and_opens_at_the_failing_move():
    game = dk.game("reapers", 3).replace(strength=trump_ignored)
    found = check(game, quick=True).run().rows["trump wins"].counterexample
    assert len(found.cards) == 2
    session = found.open()
    trick = session.state.log[-1]
    trump = [card for card in trick.plays if card.suit == trick.context]
    winner = trick.plays[(trick.winner - trick.leader) % 3]
    assert trump
    assert winner not in trump
    assert session.moves[-1].cards[0] == trick.plays[-1]
    assert [event for event in session.state.log if type(event).__name__ == "Trick"] == [trick]


def test_the_line_of_a_counterexample_reopens_it():
    game = dk.game("reapers", 3).replace(strength=trump_ignored)
    found = check(game, quick=True).run().rows["trump wins"].counterexample
    assert dk.Session.replay(found.line, game=game).state == found.open().state


def test_a_failure_in_play_shrinks_to_a_short_game():
    def silent(own):
        return lambda game, state: () if sum(bid or 0 for bid in state.bids) > 6 else own(game, state)

    import dataclasses

    family = dk.GAMES["reds"]
    phases = tuple(dataclasses.replace(p, legal=silent(p.legal)) if p.name == "bid" else p for p in family.phases)
    done = check(dataclasses.replace(family, phases=phases)(4), quick=True).run()
    session = done.rows["some move"].counterexample.open()
    assert session.at <= 12
    assert not session.legal
    assert not session.state.over


def never_settled(bags, limit, penalty):
    return 0, bags


def test_a_failure_that_only_a_whole_match_shows_shrinks_and_still_fails():
    game = dk.game("janken").replace(settle_bags=never_settled)
    entry = dk.CATALOGUE["bags settled"]
    rough = []
    done = check(game, [entry], quick=True, on_change=lambda job: rough.extend(found(job, entry.name))).run()
    best = done.rows[entry.name].counterexample
    session = dk.Session.replay(best.line, game=game)
    assert session.state == best.open().state
    assert session.at < rough[0].session.at / 3
    assert session.state.round == 1
    assert entry.ask(game, before=session.states[-2], move=session.moves[-1], after=session.state) == best.sentence
    again = check(game, [entry], quick=True).run().rows[entry.name].counterexample
    assert again.line == best.line


def test_the_end_of_a_phase_in_a_late_hand_is_looked_at_in_every_match():
    def wrong(game, before, move, after):
        return "wrong" if before.round == 9 and before.phase == "exchange" and after.phase == "tricks" else None

    entry = Invariant("late exchange", "No tenth exchange.", wrong, "step")
    done = check(dk.game("hearts", target=500), [entry], quick=True).run()
    session = done.rows["late exchange"].counterexample.open()
    assert (session.state.round, session.state.phase) == (9, "tricks")


def found(job, name):
    return [row.counterexample for row in job.broken if row.invariant.name == name]


def test_what_a_finite_domain_shows_later_leaves_the_game_open_where_it_failed():
    few = dk.cards("7 clubs, 9 clubs, 8 spades")
    entry = Invariant(
        "late", "Late.", lambda game, trick: "wrong" if len(trick.plays) > 3 or trick.plays == few else None, "trick"
    )
    best = check(dk.game("reds", 4), [entry]).run().rows["late"].counterexample
    assert best.cards == few
    assert len(best.open().state.log[-1].plays) == 4


def test_progress_only_grows():
    seen = []
    game = dk.game("reds", 3).replace(tier=lambda card, led: 0)
    done = check(game, on_change=lambda job: seen.append(job.progress)).run()
    assert seen == sorted(seen)
    assert any(0 < progress < 1 for progress in seen)
    assert done.progress == 1


def test_a_finished_match_shrinks_to_a_shorter_one():
    entry = Invariant("short", "Nobody wins.", lambda game, match: f"{match.at} moves", "match")
    game = dk.game("hearts")
    best = check(game, [entry], quick=True).run().rows["short"].counterexample
    session = best.open()
    assert session.state.over
    assert best.sentence == f"{session.at} moves"
    random_match = dk.Session(game, 0).play_out(dk.BOTS["random"], random.Random(0))
    assert session.at < random_match.at


def test_plainer_choices_are_taken_as_long_as_the_match_fails():
    """A match of eight moves fails after its third 1: the shortest has them first, and nothing else."""
    entry = dk.CATALOGUE["cards conserved"]

    def play(seed, choose, most):
        choices = []
        while len(choices) < most:
            choices.append(choose(3))
            if choices.count(1) == 3:
                return Find(entry, dk.Broken("fails"), seed, ("move",) * len(choices), choices=tuple(choices))
        return None

    first = Find(entry, dk.Broken("fails"), 99_999, ("move",) * 8, choices=(2, 1, 0, 2, 1, 2, 2, 1))
    assert shorter(first, play, lambda: False).choices == (1, 1, 1)
    only_moves = shorter(first, lambda seed, *how: play(seed, *how) if seed == first.seed else None, lambda: False)
    assert only_moves.choices == (0, 1, 0, 0, 1, 0, 0, 1)
    assert shorter(first, play, lambda: True) is first


def test_a_game_that_cannot_even_be_dealt_is_a_red_row():
    done = check(dk.game("reds").replace(anti_trump=lambda pack: 1 / 0), quick=True).run()
    found = done.rows["rules answer"].counterexample
    assert "ZeroDivisionError" in found.sentence
    with pytest.raises(dk.DesignkitError, match="no game to open"):
        found.open()


def test_a_trick_that_nobody_wins_is_not_taken_for_a_lost_card():
    never = dk.game("reds").replace(strength=lambda card, led, anti: 0 if card.suit == anti else card.rank)
    done = check(never, [dk.CATALOGUE["exchanged hands"], dk.CATALOGUE["one winner"]], quick=True).run()
    assert [row.invariant.name for row in done.broken] == ["one winner"]
