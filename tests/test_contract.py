"""What holds for every game, count and parameter: the contract of DESIGN in random play."""

import pickle
import random
from collections import Counter
from dataclasses import FrozenInstanceError, fields
from functools import partial

import pytest
from hypothesis import given, settings
from support import VARIANTS, lengths, play, seeds

import designkit as dk
from designkit import live, moves
from designkit.cards import FACE_DOWN, Card
from designkit.events import Trick
from designkit.games import reapers, trick_party
from designkit.strategies import variants


def held(value: object) -> list[Card]:
    """All cards within a value."""
    if isinstance(value, Card):
        return [value]
    return [card for item in value for card in held(item)] if isinstance(value, tuple) else []


def places(state: object) -> dict[str, object]:
    """A state's fields where cards lie, without the history and without copies of where a card went."""
    own = [item.name for item in fields(state) if item.name != "log" and not item.metadata.get("copies")]
    return {name: getattr(state, name) for name in own}


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_every_game_ends_with_winners_among_its_seats(id, players):
    session = play(dk.game(id, players), seed=5)
    assert session.state.over
    assert session.state.to_move is None
    assert session.legal == ()
    assert set(session.state.winners) <= set(range(players))
    assert session.state.winners


@settings(max_examples=150, deadline=None)
@given(variants(), seeds, lengths)
def test_somebody_can_move_and_every_move_is_its_own_text_until_the_game_is_over(game, seed, length):
    session = play(game, seed, length)
    assert session.state.over or session.legal
    for move in session.legal:
        assert moves.parse(str(move)) == move
        assert game.why_not(session.state, move) is None


@settings(max_examples=150, deadline=None)
@given(variants(), seeds, lengths)
def test_no_card_is_ever_in_two_places_or_from_nowhere(game, seed, length):
    state = play(game, seed, length).state
    cards = Counter(card for value in places(state).values() for card in held(value))
    assert max(cards.values(), default=0) <= 1
    assert set(cards) <= set(game.deck)


@settings(max_examples=100, deadline=None)
@given(variants(), seeds, lengths)
def test_a_view_shows_no_hidden_card(game, seed, length):
    state = play(game, seed, length).state
    for seat in range(game.players):
        seen = game.view(state, seat).state
        assert seen.seed is None
        for item in fields(state):
            value, shown = getattr(state, item.name), getattr(seen, item.name)
            hidden = item.metadata.get("seen")
            if hidden is None:
                assert shown == value
                continue
            others = [i for i in range(len(shown)) if hidden == "nobody" or i != seat] if shown else []
            assert all(card == FACE_DOWN for i in others for card in held(shown[i]))
            assert hidden == "nobody" or not shown or shown[seat] == value[seat]


def reachable(thing, seen):
    """Every object that can be got at from a thing."""
    if id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts = list(thing)
    else:
        parts = [] if isinstance(thing, type) or callable(thing) else list(getattr(thing, "__dict__", {}).values())
    for part in parts:
        reachable(part, seen)


@pytest.mark.parametrize(("id", "players"), VARIANTS)
def test_nothing_that_a_view_leads_to_is_the_state_itself(id, players):
    session = play(dk.game(id, players), seed=11, moves=20)
    assert session.legal
    seen = {}
    reachable(session.game.view(session.state, seat=0), seen)
    own = type(session.state)
    assert [thing.seed for thing in seen.values() if isinstance(thing, own)] == [None]


@settings(max_examples=60, deadline=None)
@given(variants(), seeds, lengths)
def test_the_hidden_half_of_a_state_changes_no_view_and_no_legal_move(game, seed, length):
    state = play(game, seed, length).state
    if state.over:
        return
    seat, rng = state.to_move, random.Random(seed)
    others = [i for i in range(game.players) if i != seat]
    pool = [card for i in others for card in state.hands[i]]
    rng.shuffle(pool)
    hands = list(state.hands)
    for i in others:
        hands[i] = tuple(sorted(pool.pop() for _ in hands[i]))
    shuffled = state.but(hands=tuple(hands), seed=seed ^ 1)
    assert game.view(shuffled, seat) == game.view(state, seat)
    assert game.legal(shuffled) == game.legal(state)


@settings(max_examples=60, deadline=None)
@given(variants(), seeds)
def test_the_seed_fixes_the_deal_and_another_seed_gives_another(game, seed):
    assert game.new(seed) == game.new(seed)
    assert game.new(seed).but(seed=0) != game.new(seed ^ 1).but(seed=0) or len(game.deck) < 20


def test_a_field_that_no_state_declares_is_refused_by_name():
    state = dk.game("whist").new(1)
    with pytest.raises(TypeError, match="has no field 'bids'; declare it"):
        state.but(bids=(None,) * 4)


def test_a_state_cannot_be_changed():
    state = dk.game("reds").new(seed=1)
    with pytest.raises(FrozenInstanceError):
        state.round = 3


@settings(max_examples=100, deadline=None)
@given(variants(), seeds, lengths)
def test_every_finished_trick_and_battle_is_explained_card_by_card(game, seed, length):
    for event in play(game, seed, length).state.log:
        sentences = game.explain(event)
        kind = type(event).__name__
        if kind == "Trick":
            assert len(sentences) == len(event.plays)
            wins = [i for i, sentence in enumerate(sentences) if " wins: " in sentence]
            place = [] if event.winner is None else [(event.winner - event.leader) % game.players]
            assert wins == place
        elif kind == "Battle":
            assert len(sentences) == len(event.lays)
            assert all(" beats " in sentence for sentence in sentences)


@settings(max_examples=60, deadline=None)
@given(variants(), seeds)
def test_points_of_the_hands_add_up_to_the_totals(game, seed):
    state = play(game, seed, 600).state
    scored = [event for event in state.log if type(event).__name__ == "Scored"]
    sums = tuple(sum(event.points[seat] for event in scored) for seat in range(game.players))
    assert sums == state.scores


def test_equal_variants_are_equal_and_other_rules_make_another():
    def mine(card, led, trump):
        return 1

    one = dk.game("reapers", 4, least_bonus=25)
    assert one == dk.game("reapers", 4, least_bonus=25)
    assert hash(one) == hash(dk.game("reapers", 4, least_bonus=25))
    assert one != dk.game("reapers", 4)
    assert one != dk.game("reapers", 3, least_bonus=25)
    assert one.replace(strength=mine) != one
    assert one.replace(strength=mine).with_params(least_bonus=3).replaced == one.replace(strength=mine).replaced
    assert one.replace(strength=mine).replace(strength=dict(rules_of(one))["strength"]) == one


def rules_of(game):
    return [(rule.__name__, rule) for rule in game.family.rules]


def test_a_replaced_rule_decides_who_wins():
    game = dk.game("trick_party", 4)

    def lowest(card, led, reversed, trump):
        return 100 - card.rank if card.suit == led else 0

    changed = game.replace(strength=lowest)
    trick = next(e for e in play(changed, seed=3).state.log if type(e).__name__ == "Trick")
    led = [card for card in trick.plays if card.suit == trick.plays[0].suit]
    assert trick.plays[(trick.winner - trick.leader) % 4] == min(led, key=lambda card: card.rank)


def test_a_replaced_rule_may_leave_out_arguments_that_have_defaults():
    game = dk.game("janken").replace(hand_score=lambda bid, tricks: (tricks, 0))
    assert game.rules.hand_score(3, 5, 10, nil_points=4) == (5, 0)
    tier = dk.game("janken").replace(tier=lambda card, led, opening: 7 if opening else 3)
    assert tier.rules.tier(dk.card("2 rock"), None, True, False, opening=True) == 7


def _by_place(plays, equals, /):
    return plays[-1]


def _by_name(plays, *, equals="first"):
    return plays[-1]


class _Judge:
    def last(self, plays):
        return plays[-1]

    def __call__(self, plays, equals="first"):
        return plays[-1]


LAST_CARD = {
    "by place alone": _by_place,
    "by name alone": _by_name,
    "a bound method": _Judge().last,
    "an object": _Judge(),
    "a value kept as a default": lambda plays, place=-1: plays[place],
    "and all arguments before it": lambda plays, equals, place=-1: plays[place],
    "a partial of more": partial(lambda place, plays: plays[place], -1),
}


@pytest.mark.parametrize("how", LAST_CARD)
def test_a_rule_is_replaced_however_it_takes_its_arguments(how):
    game = dk.game("reapers").replace(prize=LAST_CARD[how])
    plays = dk.cards("2 poison, 7 poison, 3 plague")
    assert game.rules.prize(plays, equals="first") == game.rules.prize(plays, "first") == plays[-1]
    assert game == dk.game("reapers").replace(prize=LAST_CARD[how])
    won = [event for event in play(game, seed=1).state.log if isinstance(event, Trick) and event.winner is not None]
    assert {event.takes[0] == (event.winner, event.plays[-1]) for event in won} == {True}


def test_what_a_partial_fixes_stays_fixed():
    game = dk.game("reapers", demon_factor=2).replace(hand_points=partial(reapers.hand_points, demon_factor=5))
    pile = dk.cards("7 poison, Demon poison")
    assert game.rules.hand_points(pile, demon_factor=2) == 35
    assert pickle.loads(pickle.dumps(game)).rules.hand_points(pile, demon_factor=2) == 35


BAD_VARIANTS = [
    (lambda: dk.game("poker"), f"no game 'poker'; the games are {', '.join(sorted(dk.GAMES))}"),
    (lambda: dk.game("reapers", 6), "3 to 5 players, not 6"),
    (lambda: dk.game("reapers", "4"), "3 to 5 players, not '4'"),
    (lambda: dk.game("reapers", True), "3 to 5 players, not True"),
    (lambda: dk.game("reapers", 4, bonus=3), "no parameter 'bonus'; its parameters are hands"),
    (lambda: dk.game("reapers", 4, least_bonus=99), "least_bonus must be a whole number from 0 to 40, not 99"),
    (lambda: dk.game("reapers", 4, least_bonus="many"), "least_bonus must be a whole number from 0 to 40, not many"),
    (lambda: dk.game("reapers", 4, least_bonus=2.5), "least_bonus must be a whole number from 0 to 40, not 2.5"),
    (lambda: dk.game("reapers", 4, least_bonus=None), "least_bonus must be a whole number from 0 to 40, not None"),
    (lambda: dk.game("reapers", 4, least_bonus=True), "least_bonus must be a whole number from 0 to 40, not True"),
    (lambda: dk.game("reapers", 4, ties="even"), "ties must be one of shared, strict, not even"),
    (lambda: dk.game("janken", 4, jokers="perhaps"), "jokers must be true or false, not perhaps"),
    (lambda: dk.game("trick_party", revolution_numbers=(3, 3)), "different whole numbers from 1 to 12, not 3,3"),
    (lambda: dk.game("trick_party", revolution_numbers=7), "different whole numbers from 1 to 12, not 7"),
    (lambda: dk.game("trick_party", 6, hand_size=11), "need 66 cards and the deck has 60"),
    (lambda: dk.game("trick_party", 4, top_prize=1), "need 14 prizes over DEATH and there are 3"),
    (lambda: dk.game("reapers", 4, pile_size=4), "need 53 cards and the deck has 40"),
    (lambda: dk.game("reds", 6, hand_size=7), "need 42 cards and the deck has 39"),
    (lambda: dk.game("reds", 4, hand_size=3), "4 cards cannot be passed from a hand of 3"),
    (lambda: dk.game("reds", 5, partnership=True), "needs 4 or 6 players"),
    (lambda: dk.game("souls", 4, grid=5), "needs 75 soul cards and the deck has 54"),
    (lambda: dk.game("souls", 6, grid=2), "run out of spaces for 6 tokens"),
    (lambda: dk.game("reds").replace(prize=len), "no rule 'prize' to replace; its rules are anti_trump"),
    (lambda: dk.game("reds").replace(strength=3), "must be a function, not 3"),
    (lambda: dk.game("reds").replace(strength=lambda card: 1), "must take the arguments card, led, anti, not card"),
    (
        lambda: dk.game("reds").replace(strength=max),
        "must take the arguments card, led, anti, not none that it tells of",
    ),
    (lambda: dk.game("reds").replace(strength=lambda **all: 1), "must take the arguments card, led, anti, not **all"),
    (
        lambda: dk.game("reapers").replace(prize=lambda plays, highest: plays[0]),
        "must take the arguments plays and may take equals, not plays, highest",
    ),
    (lambda: dk.game("reapers").replace(prize=lambda *plays: plays[0]), "may take equals, not *plays"),
    (
        lambda: dk.game("reapers").replace(strength=partial(reapers.strength, trump="daggers")),
        "must take the arguments card, led, trump, not card, led",
    ),
    (lambda: dk.game("hearts", 3), "Hearts is for 4 players, not 3"),
    (lambda: live.check(dk.game("reds"), seed=-1), "A seed is a whole number from 0 to 2^64 - 1, not -1"),
    (lambda: live.check(dk.game("reds"), seed=0.5), "A seed is a whole number from 0 to 2^64 - 1, not 0.5"),
    (lambda: dk.Session("reds"), "such as dk.game('reapers', 4), not 'reds'"),
    (lambda: dk.rulebook("reds"), "such as dk.game('reapers', 4), not 'reds'"),
    (lambda: dk.picture("reds"), "such as dk.game('reapers', 4), not 'reds'"),
    (lambda: live.check("reds"), "such as dk.game('reapers', 4), not 'reds'"),
    (lambda: dk.Session.replay(dk.Session(dk.game("reds")).line(), game="reds"), "not 'reds'"),
    (lambda: dk.game(["reds"]), "There is no game '['reds']'; the games are"),
    (lambda: dk.register("reds"), "What is registered is a Family, as a game file declares it, not 'reds'"),
    (lambda: dk.GAMES["reds"](3, players=3), "Reds has no parameter 'players'"),
    (lambda: dk.GAMES["reds"](3, self=3), "Reds has no parameter 'self'"),
    (lambda: reapers.deck(2), "Reapers is for 3 to 5 players, not 2"),
    (lambda: reapers.pile_sizes(6), "Reapers is for 3 to 5 players, not 6"),
    (lambda: reapers.wager_bonuses([1, 2, 3], ["least", "none", "most"]), "A wager is least, second, none, not 'most'"),
    (lambda: trick_party.hand_size(0), "Trick Party is for 4 to 6 players, not 0"),
    (lambda: dk.game("reds").new(seed=-1), "A seed is a whole number from 0"),
    (lambda: dk.game("reds").new(seed="7"), "A seed is a whole number from 0"),
    (lambda: dk.game("reds", 3).view(dk.game("reds", 3).new(), 3), "Seats are numbered 0 to 2, not 3"),
]


@pytest.mark.parametrize(("make", "sentence"), BAD_VARIANTS)
def test_an_impossible_variant_says_in_one_sentence_what_is_allowed(make, sentence):
    with pytest.raises(dk.BadVariant) as error:
        make()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An empty text is no move"),
        ("play 9 poisn", "names no known suit"),
        (
            "play 9 poison",
            "is not possible now; seat 1 is in the phase 'draft' and may take pile, such as 'take pile 0'",
        ),
        ("take pile 99", "There is no pile '99'"),
        ("take pile", "'take pile' is not possible now; seat 1 is in the phase 'draft' and may take pile"),
        (7, "7 is no move; a move is a Move or its text"),
        (dk.Move("give", (("clubs", 3),)), "is no move; a move is a Move or its text"),
        ("bid -1", "'bid -1' is not possible now"),
        ("take pile " + "9" * 5000, "not possible now"),
    ],
)
def test_a_malformed_or_foreign_move_is_refused_with_a_sentence(text, sentence):
    game = dk.game("reapers", 4)
    with pytest.raises(dk.DesignkitError) as error:
        game.play(game.new(seed=7), text)
    assert sentence in str(error.value)


def test_a_move_after_the_end_is_refused():
    session = play(dk.game("trick_party", 4), seed=1)
    with pytest.raises(dk.IllegalMove, match="The game is over"):
        session.step("play 7 red")


@settings(max_examples=80, deadline=None)
@given(variants(), seeds, lengths)
def test_any_move_that_is_not_legal_is_refused_with_one_sentence(game, seed, length):
    state = play(game, seed, length).state
    verbs = sorted({verb for phase in game.family.phases for verb in phase.verbs} | {"dance"})
    hand = () if state.over else state.hands[state.to_move]
    values = [None, -1, 0, 7, 10**6, "north", (), hand[:1], hand[:1] * 2, hand, game.deck[:1], (Card("stars", 3),)]
    legal = game.legal(state)
    for move in (dk.Move(verb, value) for verb in verbs for value in values):
        if game.read(state, move) in legal:
            continue
        with pytest.raises(dk.IllegalMove) as error:
            game.play(state, move)
        assert str(error.value).endswith(".")
        assert "\n" not in str(error.value)


def test_a_variant_is_shown_by_what_is_special_about_it():
    assert repr(dk.game("reapers", 4, least_bonus=25)) == "<Reapers, 4 players, least_bonus=25>"
    assert repr(dk.game("reds", 2).replace(tier=lambda card, led: 0)) == "<Reds, 2 players, replaced tier>"


def test_a_move_that_only_equals_a_legal_one_is_made_as_the_legal_one():
    session = dk.Session(dk.game("reds", 3), seed=1)
    for look_alike in (dk.Move("bid", True), dk.Move("bid", 1.0), ("bid", 1)):
        session.step(look_alike)
    assert session.state.bids == (1, 1, 1)
    assert [type(move.what) for move in session.moves] == [int, int, int]
    assert dk.Session.replay(session.record().text()).state == session.state


def test_a_bid_that_is_none_is_refused_by_the_clause_about_bids():
    game = dk.game("reds", 3)
    for text in ("bid -1", "bid 1.5", "bid many", "bid 6"):
        assert "a bid is a whole number from 0 to 5" in game.why_not(game.new(), text)
