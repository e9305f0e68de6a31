"""The catalogue over every game, every player count and random variants: the very checks that the panel runs."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import designkit as dk
from designkit.invariants import CATALOGUE, applying, at_state
from designkit.live import check
from designkit.params import Params
from designkit.strategies import chooser, deals, machine, matches, seeds, states, steps, variants, walks
from designkit.tricks import FIRST

VARIANTS = [(id, players) for id, family in dk.GAMES.items() for players in family.players]
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)


def problems(done):
    return {row.invariant.name: row.text for row in done.broken}


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_every_invariant_holds_at_every_count(id, players):
    done = check(dk.game(id, players)).run()
    assert done.error is None
    assert problems(done) == {}
    assert done.passed
    assert [row.invariant.name for row in done.rows.values() if not row.examples and not row.complete] == []


@pytest.mark.parametrize("id", dk.GAMES)
@settings(QUIET, max_examples=3)
@given(data=st.data())
def test_every_invariant_holds_for_random_parameters(id, data):
    game = data.draw(variants(dk.GAMES[id]))
    done = check(game, seed=data.draw(seeds())).run()
    assert (problems(done), done.error) == ({}, None)


@pytest.mark.parametrize("id", dk.GAMES)
@settings(QUIET, max_examples=15)
@given(data=st.data())
def test_games_in_progress_of_random_variants_hold_every_invariant(id, data):
    game = data.draw(variants(dk.GAMES[id]))
    entries = applying(game)
    for number, step in enumerate(steps(game, data.draw(deals(game)), chooser(data.draw), most=120)):
        for entry, problem in at_state(entries, game, *step, number):
            assert problem is None, f"{entry.name}: {problem}"


@pytest.mark.parametrize("id", dk.GAMES)
def test_stateful_play_with_undo_and_forks(id):
    table = machine(dk.game(id))
    run_state_machine_as_test(table, settings=settings(QUIET, max_examples=4, stateful_step_count=25))


def test_the_state_machine_can_fail():
    broken = dk.game("reds").replace(tier=lambda card, led: FIRST)
    with pytest.raises(AssertionError, match="following in play"):
        run_state_machine_as_test(
            machine(broken, [CATALOGUE["following in play"]]),
            settings=settings(QUIET, max_examples=200, stateful_step_count=40, phases=[Phase.generate]),
        )


@settings(QUIET, max_examples=10)
@given(data=st.data())
def test_strategies_give_what_they_say(data):
    game = data.draw(variants(dk.GAMES["trick_party"], players=5))
    assert game.players == 5
    assert not data.draw(states(game, most=10)).over
    session = data.draw(walks(game, most=20))
    assert session.at <= 20
    whole = data.draw(matches(game, most=3000))
    assert whole.state.over


def test_a_game_of_a_notebook_gets_strategies_and_invariants_for_nothing():
    """The registry is not asked: a family that lives in a cell is enough."""
    import dataclasses

    class Few(dk.GAMES["reds"].Params):
        """The numbers of a smaller Reds."""

    assert issubclass(Few, Params)
    own = dataclasses.replace(dk.GAMES["reds"], id="my_reds", Params=Few)
    done = check(own(3)).run()
    assert problems(done) == {}
    assert "no leak" in done.rows
    assert "anti trump loses" not in done.rows

    @settings(QUIET, max_examples=5)
    @given(variants(own))
    def drawn(game):
        assert game.id == "my_reds"

    drawn()


def test_every_entry_has_a_name_a_sentence_and_a_game():
    games = [family(players) for family in dk.GAMES.values() for players in family.players]
    for entry in CATALOGUE.values():
        assert entry.name == entry.name.lower()
        assert entry.sentence.endswith(".")
        assert any(entry.holds(game) for game in games), entry.name


def test_finite_domains_are_tried_completely_and_say_so():
    done = check(dk.game("reapers", 4)).run()
    assert done.rows["trump wins"].text.startswith("all 6,240 tricks of two cards and 2,880 of three out of 10")
    assert done.rows["demon bounds"].text.startswith("all 988 piles of up to three cards of two suits")
    small = check(dk.game("trick_party", 4, top_number=4, hand_size=5, revolution_numbers=(3,))).run()
    assert small.rows["one winner"].text.startswith("all 380 tricks of two cards and 6,840 of three;")


# ---- a designer's own ------------------------------------------------------------------------------------------


@pytest.fixture
def catalogue(monkeypatch):
    """Put back what a test adds."""
    before = dict(CATALOGUE)
    yield CATALOGUE
    CATALOGUE.clear()
    CATALOGUE.update(before)


def test_a_designers_own_invariant_is_asked(catalogue):
    @dk.invariant("nobody ever holds the Ace of spades", game="reds")
    def no_ace(state):
        ace = dk.card("A spades")
        held = [seat for seat, hand in enumerate(state.hands) if ace in hand]
        return dk.Broken(f"seat {held[0]} holds it", [ace]) if held else None

    done = check(dk.game("reds")).run()
    found = done.rows["no ace"].counterexample
    assert found.sentence.endswith("holds it")
    assert found.cards == dk.cards("A spades")
    assert any(dk.card("A spades") in hand for hand in found.open().state.hands)
    assert "no ace" not in check(dk.game("janken")).rows


def test_an_exception_in_an_invariant_is_a_red_row_with_the_cards(catalogue):
    @dk.invariant("this one stumbles")
    def stumbles(before, move, after):
        return None if move.verb == "bid" else after.nothing

    done = check(dk.game("reds")).run()
    assert problems(done).keys() == {"stumbles"}
    found = done.rows["stumbles"].counterexample
    assert "AttributeError" in found.sentence
    assert found.cards


def test_an_exception_in_a_rule_is_a_red_row_with_the_cards():
    def slip(card, led, anti):
        return card.rank if card.rank < 14 else card.suite

    done = check(dk.game("reds").replace(strength=slip)).run()
    assert done.error is None
    found = done.rows["rules answer"].counterexample
    assert "AttributeError: 'Card' object has no attribute 'suite'" in found.sentence
    assert any(card.rank == 14 for card in found.cards)
    assert found.move is not None
    assert found.move in found.open().legal


def test_what_an_invariant_is_asked_about_is_told_by_its_arguments(catalogue):
    with pytest.raises(dk.DesignkitError, match="asked about one of these: state; before, move, after"):
        dk.invariant("wrong")(lambda card: None)
