"""Souls: the rulebook's facts and examples, what beats what over every kind of play, and games through the engine."""

import random
from itertools import combinations_with_replacement, product

import pytest

import designkit as dk
from designkit.cards import Card, cards
from designkit.events import Scored
from designkit.games import souls
from designkit.games.souls import Battle

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker")


def at_random(game, state, rng, until=lambda state: state.over):
    moves = 0
    while not until(state):
        state, moves = game.play(state, rng.choice(game.legal(state))), moves + 1
    return state, moves


def of(deck, text):
    """Cards of a deck: `of(0, "K spades")` is a card of seat 0, `of("souls", ...)` a soul."""
    name = deck if isinstance(deck, str) else f"seat {deck}"
    return tuple(card._replace(deck=name) for card in cards(text))


def board(game, grid, hands, turn=0, **changes):
    """A position at the start of a turn; a space is its souls from the top down, decks are empty so that nothing is drawn."""
    columns = [of("souls", text) for text in grid]
    columns += [of("souls", "9 clubs, 9 clubs, 9 clubs")] * (game.params.grid**2 - len(columns))
    return game.new(0).but(
        phase="place",
        turn=turn,
        to_move=turn,
        souls=tuple(column[0] if column else None for column in columns),
        buried=tuple(column[1:] for column in columns),
        hands=tuple(tuple(sorted(of(seat, text))) for seat, text in enumerate(hands)),
        decks=((),) * game.players,
        **changes,
    )


def said(text, seat):
    """A move as players say it, its cards being of the seat's own deck."""
    if isinstance(text, dk.Move):
        return text
    verb, _, what = text.partition(" ")
    return dk.Move(verb, of(seat, what)) if verb in ("lay", "discard", "swap") else text


def played(game, state, *texts):
    for text in texts:
        state = game.play(state, said(text, state.to_move))
    return state


def offers(game, state):
    return [str(move).replace(f" of seat {state.to_move}", "") for move in game.legal(state)]


@pytest.fixture
def two():
    return dk.game("souls", 2)


@pytest.fixture
def three():
    return dk.game("souls", 3)


# ---- set-up ----------------------------------------------------------------------------------------------------


def test_a_deck_is_52_cards_and_two_jokers():
    suits = ("clubs", "diamonds", "hearts", "spades")
    expected = [f"{face} {suit}" for suit in suits for face in RANKS[:-1]]
    assert sorted(map(str, souls.deck())) == sorted([*expected, "Joker 1", "Joker 2"])
    assert len(souls.deck()) == 54


@pytest.mark.parametrize(("players", "side", "unused"), [(2, 3, 27), (3, 4, 6), (4, 4, 6), (5, 4, 6), (6, 4, 6)])
def test_the_grid_has_three_souls_a_space_and_everyone_a_deck_and_five_cards(players, side, unused):
    game = dk.game("souls", players)
    state = game.new(7)
    assert len(state.souls) == side * side
    assert [len(below) for below in state.buried] == [2] * side * side
    assert len(state.unused) == unused
    laid = [*state.souls, *(card for below in state.buried for card in below), *state.unused]
    assert sorted(laid) == sorted(souls.deck("souls"))
    for seat in range(players):
        assert (len(state.hands[seat]), len(state.decks[seat])) == (5, 49)
        assert sorted(state.hands[seat] + state.decks[seat]) == sorted(souls.deck(f"seat {seat}"))
    assert (state.purgatory, state.pile, state.tokens) == (((),) * players, ((),) * players, (None,) * players)
    assert sorted(game.deck) == sorted(
        [*souls.deck("souls"), *(c for s in range(players) for c in souls.deck(f"seat {s}"))]
    )


def test_only_the_top_souls_and_the_own_hand_are_seen(two):
    state = two.new(7)
    seen = two.view(state, 0).state
    assert (seen.souls, seen.hands[0]) == (state.souls, state.hands[0])
    hidden = [*seen.hands[1], *seen.unused, *seen.decks[0], *seen.decks[1]]
    assert {str(card) for card in [*hidden, *(card for below in seen.buried for card in below)]} == {"0 face down"}


@pytest.mark.parametrize("players", [1, 7])
def test_souls_is_for_two_to_six(players):
    with pytest.raises(dk.BadVariant, match="2 to 6 players"):
        dk.game("souls", players)


# ---- values and what beats what, one at a time --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("K spades, 6 hearts", 16),
        ("J spades, 9 hearts", 19),
        ("A spades, 2 hearts", 13),
        ("Joker 1, 4 hearts", 24),
        ("K spades, J hearts", 20),
        ("Q spades, Q hearts", 20),
        ("A spades, Joker 1", 31),
        ("Joker 1, Joker 2", 40),
        ("2 clubs", 2),
        ("10 clubs", 10),
        ("J clubs", 10),
        ("Q clubs", 10),
        ("K clubs", 10),
        ("A clubs", 11),
        ("Joker 2", 20),
    ],
)
def test_the_values_of_cards_and_pairs(text, worth):
    assert souls.value(cards(text)) == worth


@pytest.mark.parametrize(
    ("play", "top", "beats"),
    [
        ("Q clubs", "J spades", True),
        ("J clubs", "10 spades", True),
        ("J clubs", "Q spades", False),
        ("K clubs", "K spades", False),
        ("Joker 1", "A spades", True),
        ("2 clubs", "Joker 1", True),
        ("3 clubs", "Joker 1", False),
        ("K clubs, J hearts", "Joker 1", False),
        ("Joker 2, 4 hearts", "Joker 1", False),
        ("2 clubs, 2 hearts", "Joker 1", False),
        ("3 clubs", "2 spades", True),
        ("2 clubs, 2 hearts", "2 spades", True),
        ("Joker 1, 5 clubs", "Joker 2, 4 clubs", True),
        ("Joker 1, 4 hearts", "Joker 2, 4 clubs", False),
        ("Joker 1", "K clubs, 9 spades", True),  # 20 on 19
        ("Joker 1", "K clubs, J spades", False),  # 20 on 20
        ("A clubs", "5 clubs, 5 spades", True),
        ("K clubs", "5 clubs, 5 spades", False),
        ("5 clubs, 6 spades", "K clubs", True),  # 11 on 10
        ("5 clubs, 5 spades", "K clubs", False),
        ("5 clubs, 6 spades", "A clubs", False),
        ("J clubs, 9 hearts", "K spades, 6 hearts", True),
        ("2 clubs, 2 hearts", "Joker 1, A spades", True),
        ("2 clubs, 2 hearts", "Joker 1, Joker 2", True),
        ("Joker 1, Joker 2", "Joker 1, A spades", False),
        ("2 clubs", "Joker 1, A spades", False),
        ("2 clubs, 3 hearts", "2 spades, 2 diamonds", True),
        ("2 clubs, 2 hearts", "2 spades, 2 diamonds", False),
        ("Joker 1", "2 spades, 2 diamonds", False),  # a pair of 2s asks for a pair
        ("2 clubs, 2 hearts", "3 spades", True),
        ("2 clubs, 2 hearts", "4 spades", False),
        ("2 clubs, 2 hearts", "Joker 1, K spades", False),
    ],
)
def test_which_plays_beat_which(play, top, beats):
    assert souls.beats(cards(play), cards(top)) is beats


def test_an_unguarded_pair_of_2s_falls_to_a_single_card_worth_more():
    assert souls.beats(cards("5 clubs"), cards("2 spades, 2 diamonds"), guarded=False)
    assert not souls.beats(cards("4 clubs"), cards("2 spades, 2 diamonds"), guarded=False)


# ---- what beats what, all of it ----------------------------------------------------------------------------------


def kind(names, suit):
    """Cards of these ranks: a play by its kind."""
    return tuple(
        Card("joker", 1 + i) if name == "Joker" else Card(suit if i == 0 else "hearts", RANKS.index(name) + 2)
        for i, name in enumerate(names)
    )


PLAYS = [(name,) for name in RANKS] + list(combinations_with_replacement(RANKS, 2))
BEATS = {
    (one, other): souls.beats(kind(one, "spades"), kind(other, "clubs")) for one, other in product(PLAYS, repeat=2)
}
TWO, TWOS, JOKER = ("2",), ("2", "2"), ("Joker",)
UNMATCHED = {("A", "Joker"), ("Joker", "Joker")}


def test_nothing_beats_its_own_kind():
    assert not [play for play in PLAYS if BEATS[play, play]]


def test_only_2s_and_jokers_beat_each_other_both_ways():
    both = {frozenset(pair) for pair, beats in BEATS.items() if beats and BEATS[pair[::-1]]}
    assert both == {frozenset({TWO, JOKER})} | {frozenset({TWOS, play}) for play in UNMATCHED}


def test_single_cards_are_ordered_by_rank_but_for_the_2_on_a_joker():
    for low, high in product(range(14), repeat=2):
        if (RANKS[high], RANKS[low]) not in {("2", "Joker"), ("Joker", "2")}:
            assert BEATS[(RANKS[high],), (RANKS[low],)] == (high > low)


def test_a_single_joker_falls_to_a_single_2_alone_and_unmatched_pairs_to_a_pair_of_2s_alone():
    assert {play for play in PLAYS if BEATS[play, JOKER]} == {TWO}
    for top in UNMATCHED:
        assert {play for play in PLAYS if BEATS[play, top]} == {TWOS}


def test_a_single_2_falls_to_all_others_and_a_pair_of_2s_to_all_other_pairs():
    assert {play for play in PLAYS if BEATS[play, TWO]} == set(PLAYS) - {TWO}
    assert {play for play in PLAYS if BEATS[play, TWOS]} == {play for play in PLAYS if len(play) == 2} - {TWOS}


def test_the_king_the_queen_the_jack_and_the_10_are_alike_in_pairs():
    alike = ("10", "J", "Q", "K")
    pairs = [play for play in PLAYS if len(play) == 2]
    for one, other in product(pairs, repeat=2):
        for face in alike:
            plain = [tuple(sorted((face if n in alike else n for n in play), key=RANKS.index)) for play in (one, other)]
            assert BEATS[one, other] == BEATS[tuple(plain)]


def test_pairs_that_no_2_or_joker_touches_are_ordered_by_a_weak_order():
    pairs = [p for p in PLAYS if len(p) == 2 and not {"2", "Joker"} & set(p)]
    beaten = {play: sum(BEATS[play, other] for other in pairs) for play in pairs}
    for one, other in product(pairs, repeat=2):
        assert BEATS[one, other] == (beaten[one] > beaten[other])
    assert beaten["A", "A"] == len(pairs) - 1
    assert beaten["3", "3"] == 0
    assert beaten["3", "6"] == beaten["4", "5"]


def test_suits_do_not_matter():
    for mine, theirs in (("diamonds", "diamonds"), ("clubs", "spades")):
        for one, other in product(PLAYS, repeat=2):
            assert souls.beats(kind(one, mine), kind(other, theirs)) == BEATS[one, other]


# ---- the grid --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("diagonals", "corner", "edge", "middle"), [(False, 2, 3, 4), (True, 3, 5, 8)])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_corners_edges_and_middles_have_their_neighbours(size, diagonals, corner, edge, middle):
    counts = [len(set(souls.adjacent(space, size, diagonals))) for space in range(size * size)]
    expected = [corner] * 4 + [edge] * 4 * (size - 2) + [middle] * (size - 2) ** 2
    assert sorted(counts) == sorted(expected)
    assert counts[0] == counts[size - 1] == counts[-size] == counts[-1] == corner


@pytest.mark.parametrize("diagonals", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_adjacency_is_mutual_and_never_with_oneself(size, diagonals):
    for space in range(size * size):
        near = souls.adjacent(space, size, diagonals)
        assert space not in near
        assert all(space in souls.adjacent(other, size, diagonals) for other in near)


@pytest.mark.parametrize(
    ("space", "size", "diagonals", "near"),
    [
        (4, 3, False, (1, 3, 5, 7)),
        (2, 3, False, (1, 5)),
        (3, 4, False, (2, 7)),
        (4, 4, False, (0, 5, 8)),
        (4, 3, True, (0, 1, 2, 3, 5, 6, 7, 8)),
        (4, 4, True, (0, 1, 5, 8, 9)),
    ],
)
def test_who_is_next_to_whom(space, size, diagonals, near):
    assert souls.adjacent(space, size, diagonals) == near


# ---- the toll and the count --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "soul", "by_rank", "by_value"),
    [
        ("9 clubs", "9 spades", True, True),
        ("8 clubs", "9 spades", False, False),
        ("Q clubs", "K spades", False, True),
        ("10 clubs", "K spades", False, True),
        ("A clubs", "K spades", True, True),
        ("K clubs", "A spades", False, False),
        ("Joker 1", "A spades", True, True),
        ("A clubs", "Joker 1", False, False),
        ("Joker 2", "Joker 1", True, True),
    ],
)
def test_the_toll_is_a_card_of_at_least_the_souls_rank(card, soul, by_rank, by_value):
    (card,), (soul,) = cards(card), cards(soul)
    assert souls.pays_toll(card, soul) is by_rank
    assert souls.pays_toll(card, soul, toll="value") is by_value


def test_souls_and_others_cards_count_and_own_cards_do_not():
    pile = of("souls", "K spades, A clubs, Joker 1") + of(1, "9 clubs, J clubs") + of(2, "2 hearts") + of(0, "A clubs")
    assert souls.pile_points(pile, "seat 0") == (10 + 11 + 20) + (9 + 10) + 2
    assert souls.pile_points(pile, "seat 1") == (10 + 11 + 20) + 2 + 11
    assert souls.pile_points(pile, "seat 0", joker_points=0) == 42
    assert souls.pile_points(of(0, "A clubs, K clubs"), "seat 0") == 0


# ---- through the engine: a turn -----------------------------------------------------------------------------------


def test_everyone_draws_up_to_five_at_the_start_of_each_turn(two):
    state = two.new(3)
    rng = random.Random(3)
    turns = 0
    while not state.over and turns < 30:
        if state.phase == "place" and all(len(deck) > 5 for deck in state.decks):
            assert len(state.hands[1 - state.turn]) == 5
            assert len(state.hands[state.turn]) == 5
            turns += 1
        state = two.play(state, rng.choice(two.legal(state)))
    assert turns > 5


def test_the_draw_fills_every_hand_from_its_own_deck(three):
    state = board(three, [], ["2 clubs", "3 clubs, 4 clubs", "5 clubs"], tokens=(None, None, None))
    decks = (of(0, "6 clubs, 7 clubs"), of(1, "9 hearts, 8 hearts, 7 hearts, 6 hearts"), ())
    state = played(three, state.but(decks=decks), "place on 0", "rest")
    assert state.hands == (
        of(0, "2 clubs, 6 clubs, 7 clubs"),
        of(1, "3 clubs, 4 clubs, 7 hearts, 8 hearts, 9 hearts"),
        of(2, "5 clubs"),
    )
    assert (state.turn, state.to_move, state.phase) == (1, 1, "place")
    assert state.decks == ((), of(1, "6 hearts"), ())


def test_the_player_to_move_may_swap_one_card_with_the_top_of_purgatory(two):
    state = board(two, [], ["2 clubs, 3 clubs", "4 clubs"], turn=1, tokens=(None, None))
    purgatory = (of("souls", "K spades, Q spades"), of("souls", "J spades"))
    state = played(two, state.but(purgatory=purgatory), "place on 0", "rest")
    assert (state.phase, offers(two, state)) == ("swap", ["keep", "swap 2 clubs", "swap 3 clubs"])
    kept = two.play(state, "keep")
    assert (kept.phase, kept.hands, kept.purgatory) == ("place", state.hands, purgatory)
    swapped = played(two, state, "swap 2 clubs")
    assert swapped.hands[0] == of(0, "3 clubs") + of("souls", "K spades")
    assert swapped.purgatory == (of(0, "2 clubs") + of("souls", "Q spades"), purgatory[1])
    assert swapped.phase == "place"


def test_everyone_may_swap_in_turn_where_the_variant_says_so():
    game = dk.game("souls", 3, swaps="everyone")
    purgatory = (of(0, "K clubs"), (), of(2, "Q clubs"))
    state = board(game, GRID, ["2 clubs, 9 clubs", "J clubs", "3 clubs"], turn=2, purgatory=purgatory)
    state = game.enter(state, "draw")
    assert (state.phase, state.to_move, offers(game, state)) == ("swap", 2, ["keep", "swap 3 clubs"])
    state = played(game, state, "keep")
    assert (state.phase, state.to_move) == ("swap", 0)
    refused(game, state, "swap 3 clubs", "Seat 0 may swap one card of its hand")
    state = played(game, state, "swap 2 clubs")
    assert (state.phase, state.turn, state.to_move) == ("place", 2, 2)  # seat 1 has nothing in purgatory
    assert state.hands[0] == of(0, "9 clubs, K clubs")
    assert state.purgatory == (of(0, "2 clubs"), (), of(2, "Q clubs"))
    usual = dk.game("souls", 3)
    state = usual.enter(board(usual, GRID, ["2 clubs", "J clubs", "3 clubs"], turn=2, purgatory=purgatory), "draw")
    assert (usual.play(state, "keep").phase, usual.play(state, "keep").to_move) == ("place", 2)


def test_without_a_purgatory_there_is_nothing_to_swap(two):
    state = played(two, board(two, [], ["2 clubs", "4 clubs"]), "place on 0", "rest")
    assert (state.turn, state.phase) == (1, "place")


def test_a_token_goes_to_any_soul_that_no_other_token_holds(three):
    grid = ["9 clubs", "", "9 clubs", "9 clubs"] + ["9 clubs"] * 12
    state = board(three, grid, ["2 clubs"] * 3, turn=1, tokens=(0, 3, 15))
    assert offers(three, state) == [f"place on {space}" for space in range(16) if space not in (0, 1, 15)]
    assert played(three, state, "place on 3").tokens == (0, 3, 15)
    restless = dk.game("souls", 3, may_stay=False)
    assert "place on 3" not in offers(restless, state)


@pytest.mark.parametrize(
    ("diagonals", "spaces"),
    [(False, ["attack 1", "attack 3"]), (True, ["attack 0", "attack 1", "attack 3", "attack 8"])],
)
def test_an_adjacent_soul_that_the_hand_can_beat_may_be_attacked(diagonals, spaces):
    game = dk.game("souls", 2, diagonals=diagonals)
    grid = ["2 clubs", "K clubs", "A clubs", "3 hearts", "2 hearts", "", "A spades", "A hearts", "4 clubs"]
    state = played(game, board(game, grid, ["A clubs, 3 clubs", "2 clubs"], tokens=(None, None)), "place on 4")
    # With A and 3 (a pair of 14) even the Aces fall.
    assert offers(game, state) == [
        "rest",
        *sorted({*spaces, "attack 7", *(["attack 2", "attack 6"] if diagonals else [])}),
    ]
    state = played(game, board(game, grid, ["A clubs", "2 clubs"], tokens=(None, None)), "place on 4")
    assert offers(game, state) == ["rest", *spaces]


# ---- through the engine: battles ----------------------------------------------------------------------------------

GRID = ["5 hearts, 6 hearts, 7 hearts", "8 hearts, 9 hearts, 10 hearts"]


def test_a_battle_goes_clockwise_and_a_pass_is_out(three):
    state = board(three, GRID, ["9 clubs, A clubs", "K clubs, 4 clubs", "J clubs, Q clubs"])
    state = played(three, state, "place on 0", "attack 1")
    assert (state.phase, state.to_move, offers(three, state)) == (
        "battle",
        0,
        ["lay 9 clubs", "lay A clubs", "lay 9 clubs, A clubs"],
    )
    state = played(three, state, "lay 9 clubs")
    assert (state.to_move, offers(three, state)) == (1, ["lay K clubs", "lay 4 clubs, K clubs", "pass"])
    state = played(three, state, "pass", "lay J clubs")
    assert (state.to_move, offers(three, state)) == (0, ["lay A clubs", "pass"])
    state = played(three, state, "lay A clubs")
    assert state.to_move == 2  # seat 1 has passed
    state = played(three, state, "pass")
    assert (state.phase, state.to_move, offers(three, state)) == ("soul", 0, ["soul score", "soul purgatory"])
    state = played(three, state, "soul score")
    assert state.pile == (of(0, "9 clubs") + of(2, "J clubs") + of(0, "A clubs") + of("souls", "8 hearts"), (), ())
    assert (state.souls[1], state.buried[1]) == (*of("souls", "9 hearts"), of("souls", "10 hearts"))
    assert state.hands == ((), of(1, "4 clubs, K clubs"), of(2, "Q clubs"))
    assert (state.turn, state.to_move, state.phase) == (1, 1, "place")


@pytest.mark.parametrize("pass_final", [True, False])
def test_who_passed_may_come_back_after_another_play_where_a_pass_is_not_final(pass_final):
    game = dk.game("souls", 3, pass_final=pass_final)
    state = board(game, GRID, ["9 clubs, Q clubs", "K clubs", "J clubs"])
    state = played(game, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "lay J clubs", "lay Q clubs")
    assert state.to_move == (2 if pass_final else 1)
    state = played(game, state, *(() if pass_final else ("pass",)), "pass")
    assert (state.phase, state.to_move) == ("soul", 0)


def test_a_player_who_came_back_may_win_the_battle():
    game = dk.game("souls", 3, pass_final=False)
    state = board(game, GRID, ["9 clubs, Q clubs", "K clubs", "J clubs"])
    state = played(game, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "lay J clubs", "lay Q clubs")
    state = played(game, state, "lay K clubs", "pass")
    assert (state.phase, state.to_move) == ("battle", 0)  # the attacker is asked once more, and then it is over
    state = played(game, state, "pass", "soul score")
    assert len(state.pile[1]) == 5
    duel = board(game, GRID, ["8 clubs, 9 clubs", "K clubs", "J clubs"], tokens=(None, 1, 15))
    duel = played(game, duel, "place on 0", "attack 1", "discard 8 clubs", "lay 9 clubs", "lay K clubs", "pass")
    assert (duel.phase, len(duel.pile[1])) == ("place", 3)


def test_the_last_play_standing_wins_and_its_player_sends_the_soul_to_purgatory(three):
    state = board(three, GRID, ["9 clubs, A clubs", "K clubs, 4 clubs", "J clubs, Q clubs"])
    state = state.but(purgatory=((), of("souls", "2 spades"), ()))
    state = played(three, state, "place on 0", "attack 1", "lay 9 clubs", "lay K clubs", "pass", "pass")
    assert (state.phase, state.to_move) == ("soul", 1)
    state = played(three, state, "soul purgatory")
    assert state.purgatory == ((), of("souls", "8 hearts, 2 spades"), ())
    assert state.pile == ((), of(0, "9 clubs") + of(1, "K clubs"), ())
    assert state.tokens == (0, None, None)
    assert state.log[-1] == Battle(
        round=0,
        space=1,
        soul=Card("hearts", 8, "souls"),
        defender=None,
        lays=((0, of(0, "9 clubs")), (1, of(1, "K clubs"))),
        winner=1,
        takes=of(0, "9 clubs") + of(1, "K clubs"),
    )


def test_an_exposed_joker_falls_to_a_2_and_play_goes_on_from_the_2(two):
    grid = ["5 hearts", "Joker 1, 9 hearts"]
    state = board(two, grid, ["2 clubs, A clubs, Joker 1", "3 hearts, 2 hearts, 2 spades"])
    state = played(two, state, "place on 0", "attack 1")
    assert offers(two, state) == ["lay 2 clubs"]
    state = played(two, state, "lay 2 clubs")
    expected = {"lay 3 hearts", "lay 2 hearts, 3 hearts", "lay 3 hearts, 2 spades", "lay 2 hearts, 2 spades", "pass"}
    assert set(offers(two, state)) == expected


def test_joker_and_ace_fall_to_a_pair_of_2s_and_that_to_a_pair_worth_more(two):
    grid = ["5 hearts", "9 hearts, 9 spades"]
    state = board(two, grid, ["A clubs, Joker 1, 2 hearts, 3 clubs, K clubs", "K hearts, 2 diamonds, 2 spades"])
    state = played(two, state, "place on 0", "attack 1", "lay A clubs, Joker 1")
    assert offers(two, state) == ["lay 2 diamonds, 2 spades", "pass"]
    state = played(two, state, "lay 2 diamonds, 2 spades")
    assert set(offers(two, state)) == {"lay 3 clubs, 2 hearts", "lay K clubs, 2 hearts", "lay 3 clubs, K clubs", "pass"}


@pytest.mark.parametrize(("twos", "singles"), [("always", set()), ("on_jokers", {"lay 5 hearts", "lay K hearts"})])
def test_a_pair_of_2s_on_a_plain_soul_asks_for_a_pair_unless_the_variant_says_otherwise(twos, singles):
    game = dk.game("souls", 2, twos=twos)
    state = board(game, ["5 hearts", "3 hearts, 9 spades"], ["2 hearts, 2 diamonds", "K hearts, 5 hearts, 4 hearts"])
    state = played(game, state, "place on 0", "attack 1", "lay 2 diamonds, 2 hearts")
    assert {text for text in offers(game, state) if text.startswith("lay") and "," not in text} == singles


# ---- through the engine: attacks on a token -------------------------------------------------------------------------


@pytest.fixture
def duel(three):
    """Seat 1 stands on space 1 over an 8 with a 9 and a 10 below; seat 0 has attacked it."""
    hands = ["8 clubs, 9 clubs, A clubs, 3 clubs", "K clubs, 4 clubs", "Joker 1"]
    state = board(three, GRID, hands, tokens=(None, 1, 15))
    return played(three, state, "place on 0", "attack 1")


def test_an_attack_on_a_token_costs_a_card_of_at_least_the_souls_rank(three, duel):
    assert (duel.phase, duel.to_move, offers(three, duel)) == (
        "toll",
        0,
        ["discard 8 clubs", "discard 9 clubs", "discard A clubs"],
    )
    state = played(three, duel, "discard 9 clubs")
    assert state.purgatory == (of(0, "9 clubs"), (), ())
    assert state.hands[0] == of(0, "3 clubs, 8 clubs, A clubs")
    assert (state.phase, state.to_move) == ("battle", 0)


def test_the_toll_must_leave_a_play_that_beats_the_soul(three):
    state = board(three, GRID, ["9 clubs, 3 clubs", "K clubs", "Q clubs"], tokens=(None, 1, 15))
    assert "attack 1" not in offers(three, played(three, state, "place on 0"))
    assert "attack 1" in offers(three, played(three, state.but(tokens=(None, 2, 15)), "place on 0"))
    state = board(three, GRID, ["9 clubs, 5 clubs, 4 clubs", "K clubs", "Q clubs"], tokens=(None, 1, 15))
    state = played(three, state, "place on 0", "attack 1")
    assert offers(three, state) == ["discard 9 clubs"]  # 5 + 4 beat the 8


def test_an_attacker_who_wins_takes_the_soul_and_one_more_and_the_token_leaves(three, duel):
    state = played(three, duel, "discard 8 clubs", "lay 9 clubs", "lay K clubs", "lay A clubs", "pass")
    laid = of(0, "9 clubs") + of(1, "K clubs") + of(0, "A clubs")
    assert sorted(state.pile[0]) == sorted(laid + of("souls", "8 hearts, 9 hearts"))
    assert (state.souls[1], state.buried[1]) == (*of("souls", "10 hearts"), ())
    assert state.tokens == (0, None, 15)
    assert state.purgatory == (of(0, "8 clubs"), (), ())
    assert (state.turn, state.phase) == (1, "place")  # seat 2 never had a say, and there was no choice about the soul


def test_a_defender_who_wins_takes_the_soul_and_stays(three, duel):
    state = played(three, duel, "discard 8 clubs", "lay 9 clubs", "lay K clubs", "pass")
    assert sorted(state.pile[1]) == sorted(of(0, "9 clubs") + of(1, "K clubs") + of("souls", "8 hearts"))
    assert (state.souls[1], state.buried[1]) == (*of("souls", "9 hearts"), of("souls", "10 hearts"))
    assert state.tokens == (0, 1, 15)
    assert (state.pile[0], state.purgatory[1]) == ((), ())


def test_a_defender_may_choose_where_the_soul_goes_where_the_variant_says_so(duel):
    game = dk.game("souls", 3, defended_soul="choice")
    state = played(game, duel, "discard 8 clubs", "lay 9 clubs", "lay K clubs", "pass")
    assert (state.phase, state.to_move, offers(game, state)) == ("soul", 1, ["soul score", "soul purgatory"])
    state = played(game, state, "soul purgatory")
    assert sorted(state.pile[1]) == sorted(of(0, "9 clubs") + of(1, "K clubs"))
    assert state.purgatory == (of(0, "8 clubs"), of("souls", "8 hearts"), ())
    assert (state.tokens, state.turn) == ((0, 1, 15), 1)
    state = played(game, duel, "discard 8 clubs", "lay 9 clubs", "pass")
    assert state.turn == 1  # an attacker who beats a token has no choice
    assert set(of("souls", "8 hearts, 9 hearts")) < set(state.pile[0])


def test_only_attacker_and_defender_battle(three, duel):
    state = played(three, duel, "discard 8 clubs", "lay 9 clubs")
    assert (state.to_move, state.fighting) == (1, (0, 1))
    assert played(three, state, "lay K clubs").to_move == 0


def test_the_last_soul_of_a_space_gives_an_attacker_no_second_card(three):
    hands = ["8 clubs, 9 clubs", "4 clubs", "Joker 1"]
    state = board(three, ["5 hearts", "8 hearts"], hands, tokens=(None, 1, 15))
    state = played(three, state, "place on 0", "attack 1", "discard 8 clubs", "lay 9 clubs", "pass")
    assert sorted(state.pile[0]) == sorted(of(0, "9 clubs") + of("souls", "8 hearts"))
    assert (state.souls[1], state.buried[1], state.tokens) == (None, (), (0, None, 15))


# ---- through the engine: the end -----------------------------------------------------------------------------------


def test_three_empty_spaces_end_the_game_at_once_and_the_piles_are_counted(two):
    grid = ["5 hearts", "8 hearts", "", "9 spades", "", "9 clubs", "9 clubs", "9 clubs", "9 clubs"]
    pile = (of("souls", "K spades") + of(1, "4 hearts") + of(0, "A hearts"), of("souls", "Joker 1") + of(0, "2 hearts"))
    purgatory = (of("souls", "A spades"), of("souls", "A diamonds"))
    state = board(two, grid, ["9 clubs", "J clubs"], pile=pile, purgatory=purgatory)
    state = played(two, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "soul score")
    assert state.over
    assert state.scores == (10 + 4 + 8, 20 + 2)  # own cards and purgatory count nothing
    assert state.winners == (0, 1)
    assert state.log[-1] == Scored(round=0, points=(22, 22), totals=(22, 22), sheet=(("score pile", state.pile),))


def test_two_empty_spaces_do_not_end_the_game(two):
    grid = ["5 hearts", "8 hearts", "", "9 spades", "9 clubs"]
    state = board(two, grid, ["9 clubs", "J clubs"])
    state = played(two, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "soul purgatory")
    assert (state.over, state.souls.count(None), state.phase, state.turn) == (False, 2, "place", 1)
    short = dk.game("souls", 2, empty_spaces=2)
    state = board(short, grid, ["9 clubs", "J clubs"], pile=(of(1, "3 hearts"), ()))
    state = played(short, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "soul purgatory")
    assert (state.over, state.scores, state.winners) == (True, (3, 0), (0,))


def test_the_game_ends_when_all_have_rested_in_a_row(three):
    state = board(three, GRID, ["9 clubs", "J clubs", "Q clubs"])
    state = played(three, state, "place on 0", "rest", "place on 1", "rest", "place on 2")
    assert not state.over
    assert three.play(state, "rest").over
    patient = dk.game("souls", 3, idle_rounds=2)
    state = board(patient, [], ["2 clubs"] * 3)
    for turn in range(6):
        assert not state.over
        state = played(patient, state, f"place on {turn}", "rest")
    assert state.over


def test_without_an_idle_end_only_the_most_turns_end_a_game_of_rests():
    game = dk.game("souls", 3, idle_rounds=0, most_turns=20)
    state = board(game, [], ["2 clubs"] * 3)
    for turn in range(20):
        assert not state.over
        state = played(game, state, f"place on {turn % 16}", "rest")
    assert (state.over, state.turns) == (True, 20)


def test_the_most_turns_end_a_game_with_attacks_too():
    game = dk.game("souls", 2, most_turns=2)
    state = board(game, GRID, ["9 clubs", "J clubs"])
    state = played(game, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "soul score")
    assert (state.over, state.turn) == (False, 1)
    state = played(game, state, "place on 8", "rest")
    assert (state.over, state.scores, state.winners) == (True, (8, 0), (0,))


@pytest.mark.parametrize("players", range(2, 7))
def test_no_game_by_the_rulings_comes_near_the_most_turns(players):
    p = dk.game("souls", players).params
    attacks = p.grid**2 * p.depth  # each takes a soul; before each, all others may rest, and at last everyone
    assert players * p.idle_rounds * (attacks + 1) < p.most_turns


@pytest.mark.parametrize("players", [2, 6])
def test_a_random_game_without_an_idle_end_is_over_all_the_same(players):
    game = dk.game("souls", players, idle_rounds=0, pass_final=False, swaps="everyone")
    state, _ = at_random(game, game.new(1), random.Random(1))
    assert state.over
    assert state.souls.count(None) >= 3 or state.turns == 500


def test_an_attack_starts_the_count_of_rests_again(three):
    state = board(three, GRID, ["9 clubs", "J clubs", "Q clubs"], turn=1, tokens=(0, None, None), idle=2)
    state = played(three, state, "place on 5", "attack 1", "lay J clubs", "pass", "pass", "soul score")
    state = played(three, state, "place on 2", "rest", "place on 3", "rest")
    assert not state.over
    assert played(three, state, "place on 4", "rest").over


# ---- illegal moves ---------------------------------------------------------------------------------------------


def refused(game, state, move, *parts):
    before = repr(state)
    with pytest.raises(dk.IllegalMove) as error:
        game.play(state, said(move, state.to_move))
    for part in parts:
        assert part in str(error.value)
    assert repr(state) == before


def test_illegal_places_and_attacks_are_refused_with_their_clause_and_parameter(three):
    grid = ["5 hearts", "A hearts", "", "9 clubs", "K hearts", "2 clubs"]
    state = board(three, grid, ["J clubs, Q clubs", "2 clubs", "2 clubs"], tokens=(0, 4, 15))
    refused(three, state, "place on 4", "Space 4 is held by the token of seat 1")
    refused(three, state, "place on 2", "Space 2 is empty")
    refused(three, state, "place on 16", "There is no space '16'", "0 to 15")
    refused(three, state, "attack 1", "not possible now", "phase 'place'")
    restless = dk.game("souls", 3, may_stay=False)
    refused(restless, state, "place on 0", "must move on from space 0 (may_stay = False)")
    state = three.play(state, "place on 0")
    refused(three, state, "attack 5", "Space 5 is not next to the token on space 0", "(diagonals = False)")
    refused(three, state, "attack 0", "The space under the own token cannot be attacked")
    refused(three, state, "attack 2", "Space 2 is empty")
    refused(three, state, "attack 4", "cannot give up a card of at least K hearts of souls", "(toll = rank)")
    weak = board(three, ["5 hearts", "A hearts", "", "9 clubs", "2 hearts"], ["3 clubs, 4 clubs", "2 clubs", "2 clubs"])
    refused(three, three.play(weak, "place on 0"), "attack 1", "No one or two cards of the hand beat A hearts of souls")


def test_illegal_plays_in_battle_are_refused_with_their_clause(two):
    state = board(two, GRID, ["9 clubs, 7 clubs, 2 clubs, Joker 1, A clubs", "J clubs, 9 hearts, 3 hearts, 2 hearts"])
    state = played(two, state, "place on 0", "attack 1")
    refused(two, state, "lay 7 clubs", "does not beat 8 hearts of souls: single cards compare by rank")
    refused(two, state, "lay K clubs", "K clubs of seat 0 is not in the hand of seat 0")
    refused(two, state, "lay 9 clubs, 7 clubs, 2 clubs", "The attacker lays one or two cards")
    paired = played(two, state, "lay 9 clubs, 7 clubs")
    refused(two, paired, "lay 3 hearts, J clubs", "does not beat", "the values are 13 and 16")
    refused(two, played(two, state, "lay Joker 1"), "lay J clubs", "only a single 2 does")


def test_a_single_card_on_a_pair_of_2s_is_refused_with_its_parameter():
    two = dk.game("souls", 2, twos="always")
    state = board(two, ["5 hearts", "3 hearts"], ["2 hearts, 2 diamonds", "K hearts, 3 clubs"])
    state = played(two, state, "place on 0", "attack 1", "lay 2 diamonds, 2 hearts")
    refused(two, state, "lay K hearts", "a pair of 2s asks for a pair (twos = always)")


def test_the_clause_is_named_also_when_no_move_of_that_kind_is_left(two):
    state = played(two, board(two, GRID, ["3 clubs, 4 clubs, A clubs, Joker 1", "9 clubs"]), "place on 0")
    weak = played(two, board(two, GRID, ["3 clubs, 4 clubs", "9 clubs"]), "place on 0")
    refused(two, weak, "attack 1", "No one or two cards of the hand beat 8 hearts of souls")
    state = two.play(state, "attack 1")
    refused(two, state, "pass", "The attacker lays one or two cards")
    state = played(two, state, "lay A clubs, Joker 1")
    refused(two, state, "lay 9 clubs", "only a pair of 2s does")


def test_illegal_tolls_swaps_and_souls_are_refused(three, duel):
    refused(three, duel, "discard 3 clubs", "at least the rank of 8 hearts of souls", "(toll = rank)")
    state = board(three, [], ["2 clubs", "3 clubs", "4 clubs"]).but(phase="swap", purgatory=(of(0, "K clubs"), (), ()))
    refused(three, state, "swap 9 clubs", "may swap one card of its hand", "K clubs of seat 0")
    state = board(three, GRID, ["9 clubs", "J clubs", "Q clubs"])
    state = played(three, state, "place on 0", "attack 1", "lay 9 clubs", "pass", "pass")
    refused(three, state, "soul hell", "'score' or to 'purgatory'")


def test_a_space_below_0_is_refused_like_one_that_is_too_high(three):
    state = board(three, GRID, ["9 clubs", "J clubs", "Q clubs"])
    refused(three, state, dk.Move("place on", -1), "There is no space '-1'")
    refused(three, played(three, state, "place on 0"), dk.Move("attack", -1), "There is no space '-1'")


def test_one_card_may_not_be_laid_twice_nor_said_to_beat(two):
    state = played(two, board(two, GRID, ["9 clubs, 7 clubs", "J clubs"]), "place on 0", "attack 1")
    refused(two, state, "lay 7 clubs, 7 clubs", "one or two")


def test_a_card_named_without_its_deck_is_refused_for_the_clause_and_not_as_missing(two):
    state = played(two, board(two, GRID, ["9 clubs, 7 clubs", "J clubs"]), "place on 0", "attack 1")
    with pytest.raises(dk.IllegalMove, match="does not beat 8 hearts of souls"):
        two.play(state, "lay 7 clubs")


@pytest.mark.parametrize(
    ("players", "params", "named"), [(3, dict(grid=5, depth=3), "grid, depth"), (6, dict(grid=2), "empty_spaces")]
)
def test_impossible_variants_name_the_parameter(players, params, named):
    with pytest.raises(dk.BadVariant, match=named):
        dk.game("souls", players, **params)


# ---- golden numbers --------------------------------------------------------------------------------------------


def test_no_card_is_ever_lost(three):
    state, rng = three.new(6), random.Random(6)
    for _ in range(150):
        held = [card for zone in three.zones(state) if not isinstance(zone.holds, str) for card in zone.holds]
        assert sorted(held) == sorted(three.deck)
        if state.over:
            break
        state = three.play(state, rng.choice(three.legal(state)))


def test_a_seeded_game_goes_as_it_always_went(three):
    state, moves = at_random(three, three.new(2024), random.Random(2024))
    assert (state.scores, state.winners, moves) == ((120, 106, 22), (0,), 152)


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))


def test_the_number_of_ways_to_play_a_tiny_variant():
    game = dk.game("souls", 2, grid=2, depth=1, hand_size=1, empty_spaces=2)
    state = game.new(0)
    found = [perft(game, state, depth) for depth in range(1, 6)]
    order = RANKS.index
    (mine,) = (order(str(card).split()[0]) for card in state.hands[0])
    low = [order(str(soul).split()[0]) < mine for soul in state.souls]
    # Four spaces; then rest, or attack one of the two neighbours (not the corner across) with the only card.
    neighbours = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}
    assert found[:2] == [4, 4 + sum(low[near] for pair in neighbours.values() for near in pair)]
    assert found == [4, 8, 16, 36, 28]
