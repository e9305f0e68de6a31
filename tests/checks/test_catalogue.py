"""The catalogue over every game, every player count and random variants: the very checks that the panel runs."""

from collections import Counter
from functools import wraps

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import designkit as dk
from designkit.games import janken, reapers, reds, trick_party
from designkit.invariants import CATALOGUE, Invariant, applying, at_state
from designkit.invariants.tricks import trick_count
from designkit.live import check
from designkit.live.sweep import sweeps
from designkit.params import Params
from designkit.strategies import chooser, deals, machine, matches, seeds, states, steps, variants, walks
from designkit.tricks import FIRST

VARIANTS = [(id, players) for id, family in dk.GAMES.items() for players in family.players]
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)


def problems(done):
    return {row.invariant.name: row.text for row in done.broken}


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_every_invariant_holds_at_every_count(id, players):
    done = check(dk.game(id, players), quick=True).run()
    assert done.error is None
    assert problems(done) == {}
    assert done.passed
    assert [row.invariant.name for row in done.rows.values() if not row.examples and not row.tried] == []


@pytest.mark.parametrize("id", dk.GAMES)
@settings(QUIET, max_examples=3)
@given(data=st.data())
def test_every_invariant_holds_for_random_parameters(id, data):
    game = data.draw(variants(dk.GAMES[id]))
    done = check(game, seed=data.draw(seeds()), quick=True).run()
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
    done = check(own(3), quick=True).run()
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


def one_card_wrong(own, wrong, power):
    """A rule of strength that errs about a single card."""
    return wraps(own)(lambda card, *about: power if card == wrong and own(card, *about) else own(card, *about))


def test_all_tricks_of_three_cards_are_tried_and_the_row_says_so():
    game = dk.game("reapers", 4)
    tried = Counter()

    def note(trick):
        tried[trick.plays, trick.context] += trick.winner == game.tricks.judge(trick.plays, trick.context).place

    entry = Invariant("noted", "Noted.", lambda game, trick: note(trick), "trick")
    done = check(game, [entry], quick=True).run()
    assert done.rows["noted"].tried == (
        "all 6,240 tricks of two cards and the first 5,000 of 237,120 tricks of three cards"
    )
    tried.clear()
    sweep = sweeps(game, [entry])[1]
    assert list(sweep.go(lambda: None)) == []
    assert sweep.text == "all 237,120 tricks of three cards"
    assert len(tried) == 40 * 39 * 38 * 4
    assert set(tried.values()) == {1}


@pytest.mark.parametrize("id", [id for id in dk.GAMES if dk.game(id).tricks])
def test_the_right_card_wins_every_trick_of_three_cards(id):
    game = dk.game(id)
    own = [e for e in applying(game) if e.asks == "trick" and sum(e.holds(dk.game(other)) for other in dk.GAMES) == 1]
    assert own
    sweep = sweeps(game, own)[-1]
    assert list(sweep.go(lambda: None)) == []
    assert sweep.text == f"all {trick_count(game, 3):,} tricks of three cards"


def test_a_domain_is_not_called_complete_before_its_last_item_was_tried():
    entry = Invariant("all", "All.", lambda game, case: None, "case", cases=lambda game: range(1000), counted="numbers")
    (sweep,) = sweeps(dk.game("reds"), [entry])
    said = []
    while not sweep.complete:
        assert list(sweep.go(lambda: None, sweep.count + 250 or None)) == []
        said.append(sweep.text)
    assert said[:4] == [f"the first {count:,} numbers" for count in (250, 500, 750, 1000)]
    assert sweep.text == "all 1,000 numbers"


def test_a_domain_that_stops_with_an_exception_is_never_called_complete():
    def cases(game):
        yield 1
        raise ValueError("no more")

    entry = Invariant("stops", "Stops.", lambda game, case: None, "case", cases=cases, counted="numbers")
    (sweep,) = sweeps(dk.game("reds"), [entry])
    ((_, problem),) = sweep.go(lambda: None)
    assert "no more" in problem
    assert list(sweep.go(lambda: None)) == []
    assert sweep.text == "the first 1 numbers"


MIDDLE = [
    ("reapers", {"strength": one_card_wrong(reapers.strength, dk.card("6 plague"), 5)}, "one winner"),
    ("reapers", {"strength": one_card_wrong(reapers.strength, dk.card("6 plague"), 500)}, "trump wins"),
    ("janken", {"strength": one_card_wrong(janken.strength, dk.card("9 scissors"), 500)}, "circle of suits"),
    ("reds", {"strength": one_card_wrong(reds.strength, dk.card("8 clubs"), 500)}, "anti trump loses"),
    (
        "janken",
        {"turn": lambda reversed, card: janken.turn(reversed, card) or card == dk.card("7 rock")},
        "circle of suits",
    ),
    (
        "trick_party",
        {
            "turn": lambda reversed, card, revolution_numbers: (
                trick_party.turn(reversed, card, revolution_numbers) ^ (card == dk.card("7 red"))
            )
        },
        "party winner",
    ),
]


@pytest.mark.parametrize(("id", "rules", "by"), MIDDLE, ids=[f"{id}: {by}" for id, _, by in MIDDLE])
def test_a_rule_that_errs_about_one_card_in_the_middle_of_its_suit_is_caught(id, rules, by):
    game = dk.game(id).replace(**rules)
    (three,) = [sweep for sweep in sweeps(game, [CATALOGUE[by]]) if "three" in sweep.words]
    ((entry, problem),) = three.go(lambda: None)
    assert entry.name == by
    assert len(problem.cards) == 3


def test_a_rule_that_errs_about_a_single_trick_of_three_cards_is_caught():
    """No pair of cards shows it, and no card is the outermost of its suit."""
    only = dk.cards("7 poison, 4 plague, 5 daggers")

    def prize(plays):
        return plays[0] if tuple(plays) == only else reapers.prize(plays)

    game = dk.game("reapers", 4).replace(prize=prize)
    two, three = sweeps(game, [CATALOGUE["prize is lowest"]])
    assert list(two.go(lambda: None)) == []
    ((_, problem),) = three.go(lambda: None)
    assert problem.cards == only
    assert not three.complete


@pytest.mark.parametrize(("players", "orders"), [(3, 13), (4, 75), (5, 541)])
def test_all_wagers_are_tried_with_all_orders_of_points(players, orders):
    (sweep,) = sweeps(dk.game("reapers", players), [CATALOGUE["wager bounds"]])
    assert list(sweep.go(lambda: None)) == []
    assert sweep.text.startswith(f"all {orders * 3**players:,} orders of points")


def test_a_wager_that_depends_on_another_seats_wager_is_caught():
    @wraps(reapers.wager_bonuses)
    def jealous(points, wagers, **bonuses):
        paid = reapers.wager_bonuses(points, wagers, **bonuses)
        return (0, *paid[1:]) if wagers == ("least", "none", "second", "second") else paid

    (sweep,) = sweeps(dk.game("reapers", 4).replace(wager_bonuses=jealous), [CATALOGUE["wager bounds"]])
    ((_, problem),) = sweep.go(lambda: None)
    assert "least, none, second, second seat 0 is paid 0, not 15" in problem


@pytest.mark.parametrize(
    "wrong",
    [
        lambda pile: dk.card("7 pistols") in pile,
        lambda pile: sum(card.rank == 11 for card in pile) == 4 and sum(card.rank == 9 for card in pile) == 4,
        lambda pile: len(pile) == 12 and {card.rank for card in pile} == {2, 5, 8},
    ],
)
def test_a_pile_counted_wrongly_is_caught_wherever_it_is(wrong):
    def hand_points(pile, demon_factor):
        return reapers.hand_points(pile, demon_factor) + wrong(pile)

    (sweep,) = sweeps(dk.game("reapers", 4).replace(hand_points=hand_points), [CATALOGUE["demon bounds"]])
    ((_, problem),) = sweep.go(lambda: None)
    assert wrong(problem.cards)


def test_all_values_that_a_hand_can_bring_are_tried_once():
    """Nine tricks and three cards of the Graveyard: 192,950 sets of values of up to twelve cards, of which some stand for more piles."""
    (sweep,) = sweeps(dk.game("reapers", 4), [CATALOGUE["demon bounds"]])
    few = 1 + 36 + 630 + 7140
    assert list(sweep.go(lambda: None)) == []
    assert sweep.text.startswith(f"all {few + 192_950 - (1 + 9 + 45 + 165):,} piles")


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

    done = check(dk.game("reds"), quick=True).run()
    found = done.rows["no ace"].counterexample
    assert found.sentence.endswith("holds it")
    assert found.cards == dk.cards("A spades")
    assert any(dk.card("A spades") in hand for hand in found.open().state.hands)
    assert "no ace" not in check(dk.game("janken")).rows


def test_an_exception_in_an_invariant_is_a_red_row_with_the_cards(catalogue):
    @dk.invariant("this one stumbles")
    def stumbles(before, move, after):
        return None if move.verb == "bid" else after.nothing

    done = check(dk.game("reds"), quick=True).run()
    assert problems(done).keys() == {"stumbles"}
    found = done.rows["stumbles"].counterexample
    assert "AttributeError" in found.sentence
    assert found.cards


@pytest.mark.parametrize("id", dk.GAMES)
def test_a_red_row_has_cards_even_where_nobody_holds_any(id, catalogue):
    @dk.invariant("this one stumbles at once")
    def stumbles(state):
        return state.nothing

    found = check(dk.game(id), [catalogue["stumbles"]], quick=True).run().rows["stumbles"].counterexample
    assert found.session.at == 0
    assert found.cards


def test_an_exception_where_an_invariant_holds_is_a_red_row_too(catalogue):
    @dk.invariant("this one cannot tell", holds=lambda game: game.params.nothing)
    def untold(trick):
        return None

    done = check(dk.game("reds"), quick=True).run()
    assert problems(done).keys() == {"untold"}
    assert "no attribute 'nothing'" in done.rows["untold"].text
    assert done.rows["untold"].counterexample.cards


def test_an_invariant_without_its_sentence_is_refused():
    with pytest.raises(dk.DesignkitError, match="needs its sentence"):

        @dk.invariant
        def nameless(state):
            return None


def test_an_exception_in_a_rule_is_a_red_row_with_the_cards():
    def slip(card, led, anti):
        return card.rank if card.rank < 14 else card.suite

    done = check(dk.game("reds").replace(strength=slip), quick=True).run()
    assert done.error is None
    found = done.rows["rules answer"].counterexample
    assert "AttributeError: 'Card' object has no attribute 'suite'" in found.sentence
    assert any(card.rank == 14 for card in found.cards)
    assert found.move is not None
    assert found.move in found.open().legal


def test_what_an_invariant_is_asked_about_is_told_by_its_arguments(catalogue):
    with pytest.raises(dk.DesignkitError, match="asked about one of these: state; before, move, after"):
        dk.invariant("wrong")(lambda card: None)


def test_a_suit_led_whose_cards_are_all_as_strong_is_told_with_its_cards():
    game = dk.game("reds").replace(strength=lambda card, led, anti: 0 if card.suit == led else card.rank)
    found = check(game, quick=True).run().rows["one suit order"].counterexample
    assert "have no one order" in found.sentence
    assert found.cards


def test_ranks_in_an_order_of_their_own_break_no_promise_of_tricks():
    def even_first(card, led, anti):
        usual = dk.game("reds").rules.strength(card, led, anti)
        return usual and usual + 40 * (card.rank % 2 == 0)

    done = check(dk.game("reds").replace(strength=even_first), quick=True).run()
    assert not done.rows["one suit order"].broken


def test_a_counterexample_about_revolutions_has_two_different_cards():
    once = dk.game("trick_party").replace(turn=lambda reversed, card: reversed or card.rank in (3, 6, 9, 12))
    found = check(once, quick=True).run().rows["parity of revolutions"].counterexample
    assert len(set(found.cards)) == 2
    assert "leave them reversed" in found.sentence
