"""Reapers: the rulebook's facts and examples, the trick rules over a whole small deck, and matches through the engine."""

import random
from itertools import combinations, permutations

import pytest

import designkit as dk
from designkit.cards import Card, cards, shuffled
from designkit.events import Act, Dealt, Scored, Trick
from designkit.games import reapers
from designkit.moves import Move

NUMBERS = [str(number) for number in range(2, 11)]


def names(found):
    return sorted(map(str, found))


def in_tricks(game, hands, trump="daggers", leader=1, graveyard="", wagers=None, **changes):
    """A hand of the match in which the tricks begin with these cards."""
    state = game.new(0)
    return state.but(
        phase="tricks",
        piles=(),
        hands=tuple(map(cards, hands)),
        context=trump,
        leader=leader,
        to_move=leader,
        graveyard=cards(graveyard),
        wagers=wagers or ("none",) * game.players,
        **changes,
    )


def played(game, state, *texts):
    for text in texts:
        state = game.play(state, text)
    return state


def at_random(game, state, rng, until=lambda state: state.over):
    moves = 0
    while not until(state):
        state, moves = game.play(state, rng.choice(game.legal(state))), moves + 1
    return state, moves


def offers(game, state):
    return [str(move) for move in game.legal(state)]


# ---- the deck, the piles and the tables by player count ---------------------------------------------------------


@pytest.mark.parametrize(("players", "size", "top"), [(3, 40, "9"), (4, 40, "9"), (5, 44, "10")])
def test_the_deck_is_four_suits_with_a_demon_each_and_four_reapers(players, size, top):
    deck = reapers.deck(players)
    numbers = NUMBERS[: NUMBERS.index(top) + 1]
    suits = ("daggers", "poison", "plague", "pistols")
    expected = [f"{face} {suit}" for suit in suits for face in [*numbers, "Demon"]]
    assert names(deck) == sorted(expected + ["Reaper 1", "Reaper 2", "Reaper 3", "Reaper 4"])
    assert len(deck) == size
    assert sorted(dk.game("reapers", players).deck) == sorted(deck)


@pytest.mark.parametrize(("players", "threes", "twos"), [(3, 13, 0), (4, 13, 0), (5, 11, 5)])
def test_the_piles_by_player_count(players, threes, twos):
    sizes = reapers.pile_sizes(players)
    assert (sizes.count(3), sizes.count(2), len(sizes)) == (threes, twos, threes + twos)
    assert [len(pile) for pile in dk.game("reapers", players).new(3).piles] == list(sizes)


@pytest.mark.parametrize(
    ("players", "dealer", "order"),
    [
        (3, 0, "120021120021"),
        (4, 2, "301221033012"),
        (5, 4, "012344321001234"),
        (5, 0, "123400432112340"),
    ],
)
def test_the_draft_is_a_snake_in_which_the_dealer_picks_twice_in_a_row(players, dealer, order):
    assert "".join(map(str, reapers.draft_order(players, dealer))) == order


@pytest.mark.parametrize(("players", "hand", "laid_out"), [(3, 12, 39), (4, 9, 39), (5, 8, 43)])
def test_after_the_draft_all_hold_full_hands_and_one_pile_of_three_is_left(players, hand, laid_out):
    game = dk.game("reapers", players)
    state = game.new(11)
    assert sum(map(len, state.piles)) == laid_out
    assert state.flipped not in {card for pile in state.piles for card in pile}
    order, everything = [], {card for pile in state.piles for card in pile}
    rng = random.Random(2)
    while state.phase == "draft":
        order.append(state.to_move)
        state = game.play(state, rng.choice(game.legal(state)))
    assert tuple(order) == reapers.draft_order(players, 0)
    assert [len(cards) for cards in state.hands] == [hand] * players
    left = everything - {card for held in state.hands for card in held}
    assert len(left) == 3
    assert set(state.graveyard) == {card for card in left if card.suit != "reaper"}
    assert state.phase == "wager"


@pytest.mark.parametrize(
    ("players", "least", "second", "none", "hands"), [(3, 20, 9, 4, 6), (4, 15, 7, 3, 4), (5, 10, 5, 2, 5)]
)
def test_wagers_and_hands_by_player_count(players, least, second, none, hands):
    points = (1, 9, 5, 6, 7)[:players]
    wagers = ["second"] * players  # seat 1 is first, the last seat but it is second
    wagers[0], wagers[1] = "least", "none"
    paid = reapers.wager_bonuses(points, wagers)
    assert (paid[0], paid[1], paid[-1]) == (least, none, second)
    p = dk.game("reapers", players).params
    assert (p.least_bonus, p.second_bonus, p.none_bonus, p.hands) == (least, second, none, hands)


@pytest.mark.parametrize("players", [2, 6])
def test_reapers_is_for_three_to_five(players):
    with pytest.raises(dk.BadVariant, match="3 to 5 players"):
        dk.game("reapers", players)


# ---- trump -----------------------------------------------------------------------------------------------------


def test_a_flipped_reaper_is_shuffled_back_and_all_four_stay_in_the_hand():
    game = dk.game("reapers", 4)
    again = [seed for seed in range(200) if shuffled(game.deck, seed, 0, 0)[0].suit == "reaper"]
    assert len(again) > 5
    for seed in again:
        state = game.new(seed)
        laid = [card for pile in state.piles for card in pile]
        assert state.flipped.suit != "reaper"
        assert sum(card.suit == "reaper" for card in laid) == 4
        assert sorted([*laid, state.flipped]) == sorted(game.deck)


def test_the_suit_of_the_flipped_card_is_trump_even_for_a_demon():
    game = dk.game("reapers", 4)
    states = [game.new(seed) for seed in range(100)]
    assert all(state.context == state.flipped.suit for state in states)
    assert any(str(state.flipped).startswith("Demon") for state in states)
    assert {state.context for state in states} == {"daggers", "poison", "plague", "pistols"}


# ---- tricks, one at a time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "trump", "winner"),
    [
        ("7 poison, 9 poison, 2 poison", "daggers", "9 poison"),
        ("7 poison, 9 poison, 2 daggers", "daggers", "2 daggers"),
        ("7 poison, 4 daggers, 2 daggers, 8 poison", "daggers", "4 daggers"),
        ("2 poison, 9 plague, 9 pistols", "daggers", "2 poison"),
        ("9 poison, Demon poison, 8 poison", "daggers", "Demon poison"),
        ("10 poison, Demon plague, 2 daggers", "daggers", "2 daggers"),
        ("4 daggers, Demon poison, 6 daggers", "daggers", "6 daggers"),
        ("4 poison, Reaper 1, Reaper 2", "daggers", "4 poison"),
        ("Reaper 1, 4 poison, 9 plague", "daggers", "4 poison"),
        ("Reaper 1, Reaper 2, 4 plague, 9 poison", "daggers", "4 plague"),
        ("Reaper 4, 9 poison, 2 daggers", "daggers", "2 daggers"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(plays, trump, winner):
    plays = cards(plays)
    assert str(plays[reapers.trick_winner(plays, trump)]) == winner


@pytest.mark.parametrize(
    ("plays", "taken"),
    [
        ("7 poison, 9 poison, 2 daggers", "2 daggers"),
        ("7 poison, 3 plague, 9 poison", "3 plague"),
        ("7 poison, 3 plague, 3 daggers, Reaper 1", "3 plague"),
        ("Reaper 1, 7 poison, 8 poison", "7 poison"),
        ("2 poison, Demon plague, 2 daggers", "Demon plague"),
        ("Demon plague, Demon poison, 2 daggers", "Demon plague"),
        ("9 poison, Demon pistols, Demon poison, Demon daggers", "Demon pistols"),
    ],
)
def test_the_winner_takes_the_first_demon_else_the_lowest_card(plays, taken):
    assert str(reapers.prize(cards(plays))) == taken


@pytest.mark.parametrize(
    ("plays", "first", "last"),
    [
        ("7 poison, 3 plague, 3 daggers, Reaper 1", "3 plague", "3 daggers"),
        ("Demon plague, 2 poison, Demon poison, 2 daggers", "Demon plague", "Demon poison"),
        ("9 poison, Demon pistols, 2 poison", "Demon pistols", "Demon pistols"),
        ("7 poison, 3 plague, 4 daggers", "3 plague", "3 plague"),
    ],
)
def test_of_several_demons_or_equal_lowest_cards_the_first_or_the_last_played_is_taken(plays, first, last):
    assert str(reapers.prize(cards(plays))) == str(reapers.prize(cards(plays), equals="first")) == first
    assert str(reapers.prize(cards(plays), equals="last")) == last


def test_nothing_is_taken_from_a_trick_of_reapers_alone():
    plays = cards("Reaper 3, Reaper 1, Reaper 2")
    assert reapers.trick_winner(plays, "daggers") is None
    assert reapers.prize(plays) is None
    assert reapers.graveyard_taker(plays) is None


@pytest.mark.parametrize(
    ("plays", "place"),
    [
        ("7 poison, Reaper 2, Reaper 1", 1),
        ("7 poison, 8 poison, Reaper 1", 2),
        ("Reaper 1, 7 poison, Reaper 2, Reaper 3", 2),
        ("Reaper 1, Reaper 2, 7 poison, 8 poison", None),
        ("7 poison, 8 poison, 9 poison", None),
        ("Reaper 1, Reaper 2, 7 poison, Reaper 3", 3),
    ],
)
def test_the_first_reaper_after_the_suit_is_set_takes_from_the_graveyard(plays, place):
    assert reapers.graveyard_taker(cards(plays)) == place


@pytest.mark.parametrize(
    ("plays", "place"),
    [
        ("7 poison, Reaper 2, Reaper 1", 1),
        ("Reaper 1, 7 poison, Reaper 2", None),
        ("Reaper 1, Reaper 2, 7 poison, Reaper 3", None),
        ("7 poison, 8 poison, 9 poison", None),
    ],
)
def test_with_led_reapers_spent_only_a_trick_that_begins_with_a_suit_opens_the_graveyard(plays, place):
    assert reapers.graveyard_taker(cards(plays), led_reaper="spent") == place


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("7 poison, 9 plague, 2 poison", "poison", "7 poison, 2 poison"),
        ("7 poison, 9 plague, Reaper 1", "poison", "7 poison, Reaper 1"),
        ("7 poison, 9 plague, Reaper 1", "pistols", "7 poison, 9 plague, Reaper 1"),
        ("7 poison, Reaper 1", None, "7 poison"),
        ("Reaper 2, Reaper 1", None, "Reaper 2, Reaper 1"),
        ("Reaper 2, Reaper 1", "pistols", "Reaper 2, Reaper 1"),
    ],
)
def test_follow_suit_but_a_reaper_may_be_played_at_any_time_save_to_lead(hand, led, legal):
    assert reapers.legal_plays(cards(hand), led) == cards(legal)


# ---- tricks, all of them on a small deck ------------------------------------------------------------------------

SMALL = cards(
    "2 daggers, 9 daggers, 2 poison, 9 poison, Demon poison, 2 plague, Demon plague, Reaper 1, Reaper 2, Reaper 3"
)
TRICKS = [plays for count in (3, 4) for plays in permutations(SMALL, count)]


def test_only_a_trick_of_reapers_alone_has_no_winner():
    for plays in TRICKS:
        alone = all(card.suit == "reaper" for card in plays)
        assert (reapers.trick_winner(plays, "daggers") is None) == alone


def test_the_winner_is_trump_or_of_the_suit_first_set_and_the_highest_of_it():
    for plays in TRICKS:
        place = reapers.trick_winner(plays, "daggers")
        if place is None:
            continue
        suited = [card for card in plays if card.suit != "reaper"]
        assert plays[place].suit in {"daggers", suited[0].suit}
        assert plays[place].suit == "daggers" or "daggers" not in {card.suit for card in plays}
        assert all(other.rank <= plays[place].rank for other in suited if other.suit == plays[place].suit)


def test_the_order_of_the_later_cards_does_not_change_who_wins():
    for lead in SMALL:
        if lead.suit == "reaper":
            continue
        for others in combinations([card for card in SMALL if card != lead], 3):
            orders = [(lead, *order) for order in permutations(others)]
            assert len({plays[reapers.trick_winner(plays, "poison")] for plays in orders}) == 1


def test_a_reaper_more_changes_no_winner():
    for plays in permutations([card for card in SMALL if card.suit != "reaper"], 3):
        place = reapers.trick_winner(plays, "plague")
        for at in range(4):
            more = (*plays[:at], *cards("Reaper 4"), *plays[at:])
            assert more[reapers.trick_winner(more, "plague")] == plays[place]


def test_suits_are_alike_but_for_trump():
    turned = {"daggers": "poison", "poison": "plague", "plague": "daggers", "reaper": "reaper"}
    for plays in TRICKS:
        moved = [Card(turned[card.suit], card.rank) for card in plays]
        for trump in ("daggers", "poison", "plague"):
            assert reapers.trick_winner(plays, trump) == reapers.trick_winner(moved, turned[trump])


# ---- scores ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("7 poison, 3 plague, 2 plague", 12),
        ("7 poison, 3 plague, 2 plague, Demon daggers", 19),
        ("7 poison, 3 plague, 2 plague, Demon daggers, Demon plague", 22),
        ("4 poison, 4 plague, Demon daggers", 12),
        ("2 poison, Demon daggers, Demon plague, Demon pistols", 4),
        ("Demon daggers, Demon plague", 0),
    ],
)
def test_each_demon_doubles_the_next_highest_card_and_counts_nothing(pile, points):
    assert reapers.hand_points(cards(pile)) == points


def test_a_demon_factor_of_three_trebles():
    assert reapers.hand_points(cards("7 poison, 3 plague, Demon daggers"), demon_factor=3) == 24


@pytest.mark.parametrize(
    ("points", "wagers", "paid"),
    [
        ((4, 9, 6, 7), "least second second second", (15, 0, 0, 7)),
        ((4, 9, 4, 7), "least none least second", (15, 3, 15, 7)),
        ((9, 9, 4, 7), "second second least second", (0, 0, 15, 0)),  # two are first: nobody is second
        ((9, 7, 7, 4), "none second second none", (3, 7, 7, 3)),
        ((5, 5, 5, 5), "least second none least", (15, 0, 3, 15)),
        ((0, 3, 3, 3), "none second least second", (3, 0, 0, 0)),
    ],
)
def test_least_and_second_compare_card_points_and_share_ties(points, wagers, paid):
    assert reapers.wager_bonuses(points, wagers.split()) == paid


@pytest.mark.parametrize(
    ("points", "wagers", "paid"),
    [
        ((4, 9, 4, 7), "least none least second", (0, 3, 0, 7)),
        ((9, 7, 7, 4), "none second second least", (3, 0, 0, 15)),
        ((5, 5, 5, 5), "least second none least", (0, 0, 3, 0)),
    ],
)
def test_strict_ties_pay_nobody(points, wagers, paid):
    assert reapers.wager_bonuses(points, wagers.split(), ties="strict") == paid


@pytest.mark.parametrize(
    ("points", "wagers", "ties", "paid"),
    [
        ((9, 9, 4, 7), "second second least second", "shared", (0, 0, 15, 7)),  # the 7 is the next score below the 9s
        ((9, 9, 7, 7), "second none second second", "shared", (0, 3, 7, 7)),
        ((9, 9, 7, 7), "second none second second", "strict", (0, 3, 0, 0)),
        ((9, 8, 7, 4), "second second second second", "shared", (0, 7, 0, 0)),
        ((5, 5, 5, 5), "second second second second", "shared", (0, 0, 0, 0)),
    ],
)
def test_second_may_be_the_next_score_below_a_tie_for_first(points, wagers, ties, paid):
    assert reapers.wager_bonuses(points, wagers.split(), ties=ties, second_place="next_score") == paid


# ---- through the engine: the draft ------------------------------------------------------------------------------


def test_with_five_each_takes_one_pile_of_two_and_two_of_three():
    game = dk.game("reapers", 5)
    for seed in range(6):
        state, rng = game.new(seed), random.Random(seed)
        while state.phase == "draft":
            had = sorted(state.picked[state.to_move])
            offered = {len(state.piles[move.number]) for move in game.legal(state)}
            if had in ([2], [2, 3]):
                assert offered == {3}
            elif had == [3, 3]:
                assert offered == {2}
            else:
                assert offered <= {2, 3}
                assert 3 in offered
            state = game.play(state, rng.choice(game.legal(state)))
        assert [sorted(sizes) for sizes in state.picked] == [[2, 3, 3]] * 5


def before_last_pick(game, offered, left):
    """Seat 0 deals and has the last pick: one pile will be its third, the other the Graveyard."""
    state = game.new(0)
    three = (3, 3, 3)
    return state.but(piles=(cards(offered), cards(left)), picked=((3, 3), three, three, three), to_move=0)


@pytest.mark.parametrize(
    ("left", "graveyard", "order"),
    [
        ("Demon daggers, 4 plague, 9 poison", "lowest", "4 plague, 9 poison, Demon daggers"),
        ("Demon daggers, 4 plague, 9 poison", "highest", "Demon daggers, 9 poison, 4 plague"),
        ("Demon daggers, Reaper 1, 4 plague", "lowest", "4 plague, Demon daggers"),
        ("4 plague, Reaper 1, Reaper 3", "highest", "4 plague"),
        ("Reaper 4, Reaper 1, Reaper 3", "lowest", ""),
    ],
)
def test_the_pile_left_is_the_graveyard_without_its_reapers(left, graveyard, order):
    game = dk.game("reapers", 4, graveyard=graveyard)
    state = game.play(before_last_pick(game, "2 daggers, 3 daggers, 5 daggers", left), "take pile 0")
    assert state.graveyard == cards(order)
    assert state.phase == "wager"


@pytest.mark.parametrize(
    ("graveyard", "equal_graves", "order"),
    [
        ("lowest", "pile", "4 plague, 9 pistols, 9 poison"),
        ("lowest", "suit", "4 plague, 9 poison, 9 pistols"),
        ("highest", "pile", "9 pistols, 9 poison, 4 plague"),
        ("highest", "suit", "9 poison, 9 pistols, 4 plague"),
    ],
)
def test_equal_cards_of_the_graveyard_lie_by_their_place_in_the_pile_or_by_suit(graveyard, equal_graves, order):
    game = dk.game("reapers", 4, graveyard=graveyard, equal_graves=equal_graves)
    state = before_last_pick(game, "2 daggers, 3 daggers, 5 daggers", "9 pistols, 4 plague, 9 poison")
    assert game.play(state, "take pile 0").graveyard == cards(order)


# ---- through the engine: tricks ---------------------------------------------------------------------------------


@pytest.fixture
def three():
    return dk.game("reapers", 3)


def test_the_dealers_left_leads_and_then_the_winner(three):
    state, _ = at_random(three, three.new(5), random.Random(5), until=lambda state: state.phase == "tricks")
    assert (state.dealer, state.leader, state.to_move) == (0, 1, 1)
    state = in_tricks(three, ["7 poison, 2 plague", "4 poison, 3 plague", "2 daggers, 4 plague"])
    state = played(three, state, "play 4 poison", "play 2 daggers", "play 7 poison")
    assert (state.leader, state.to_move, state.won) == (2, 2, (0, 0, 1))
    assert state.pile == ((), (), cards("2 daggers"))


def test_a_led_reaper_passes_the_lead_and_takes_nothing(three):
    hands = ["9 poison, 8 plague", "Reaper 1, Reaper 2", "Reaper 3, 4 plague, 5 poison"]
    state = in_tricks(three, hands, graveyard="2 pistols, 3 pistols")
    state = three.play(state, "play Reaper 1")
    assert offers(three, state) == ["play 4 plague", "play 5 poison"]  # seat 2 leads now, and not with its Reaper
    state = three.play(state, "play 4 plague")
    assert offers(three, state) == ["play 8 plague"]
    state = three.play(state, "play 8 plague")
    assert (state.to_move, state.pile[0], state.graveyard) == (0, cards("4 plague"), cards("2 pistols, 3 pistols"))


def test_the_first_eligible_reaper_takes_the_top_of_the_graveyard(three):
    hands = ["Reaper 1, 8 plague", "4 poison, 9 plague", "Reaper 3, 5 poison"]
    state = in_tricks(three, hands, graveyard="2 pistols, 3 pistols")
    state = played(three, state, "play 4 poison", "play Reaper 3", "play Reaper 1")
    assert state.pile == ((), cards("4 poison"), cards("2 pistols"))
    assert state.graveyard == cards("3 pistols")
    assert state.log[-1] == Trick(
        round=0,
        leader=1,
        plays=cards("4 poison, Reaper 3, Reaper 1"),
        winner=1,
        context="daggers",
        takes=((1, Card("poison", 4)), (2, Card("pistols", 2))),
    )


def test_an_empty_graveyard_gives_nothing(three):
    state = in_tricks(three, ["Reaper 1, 8 plague", "4 poison, 9 plague", "Reaper 3, 5 poison"])
    state = played(three, state, "play 4 poison", "play Reaper 3", "play Reaper 1")
    assert state.pile == ((), cards("4 poison"), ())


def test_a_trick_of_reapers_alone_has_no_winner_and_the_same_seat_leads_again(three):
    hands = ["Reaper 1, Reaper 2", "Reaper 3, Reaper 4", "Reaper 5, Reaper 6"]
    state = in_tricks(three, hands, leader=2, graveyard="2 pistols")
    state = played(three, state, "play Reaper 6", "play Reaper 1", "play Reaper 3")
    assert (state.leader, state.to_move, state.won) == (2, 2, (0, 0, 0))
    assert (state.pile, state.graveyard) == (((), (), ()), cards("2 pistols"))
    assert state.log[-1].winner is None


def test_after_a_trick_of_reapers_alone_the_seat_to_the_left_may_lead():
    game = dk.game("reapers", 3, reapers_alone="left")
    state = in_tricks(game, ["Reaper 1, Reaper 2", "Reaper 3, Reaper 4", "Reaper 5, Reaper 6"], leader=2)
    plays = ("play Reaper 6", "play Reaper 1", "play Reaper 3")
    after = played(game, state, *plays)
    assert (after.log[-1].winner, after.leader, after.to_move) == (None, 0, 0)
    replaced = game.replace(leads_again=lambda leader, players, reapers_alone: (leader + 2) % players)
    assert played(replaced, state, *plays).to_move == 1


@pytest.mark.parametrize(("equal_prizes", "taken"), [("first", "Demon poison"), ("last", "Demon plague")])
def test_the_winner_takes_one_of_two_demons(equal_prizes, taken):
    game = dk.game("reapers", 3, equal_prizes=equal_prizes)
    state = in_tricks(game, ["2 daggers, 8 plague", "Demon poison, 9 plague", "Demon plague, 5 pistols"])
    state = played(game, state, "play Demon poison", "play Demon plague", "play 2 daggers")
    assert state.pile == (cards(taken), (), ())


@pytest.mark.parametrize(("led_reaper", "left"), [("skipped", "3 pistols"), ("spent", "2 pistols, 3 pistols")])
def test_a_led_reaper_leaves_the_graveyard_to_the_next_or_shuts_it(led_reaper, left):
    game = dk.game("reapers", 3, led_reaper=led_reaper)
    hands = ["Reaper 3, 8 plague", "Reaper 1, Reaper 2", "4 plague, 5 poison"]
    state = in_tricks(game, hands, graveyard="2 pistols, 3 pistols")
    state = played(game, state, "play Reaper 1", "play 4 plague", "play Reaper 3")
    assert state.graveyard == cards(left)


# ---- through the engine: wagers, scores and the match ------------------------------------------------------------


def test_wagers_stay_hidden_from_the_others_until_the_hand_is_scored():
    game = dk.game("reapers", 3, hands=1)
    state, rng = game.new(4), random.Random(4)
    state, _ = at_random(game, state, rng, until=lambda state: state.phase == "wager")
    assert state.to_move == 1
    state = played(game, state, "wager least", "wager second", "wager none")
    assert state.wagers == ("none", "least", "second")

    def hidden(state):
        shown = [game.view(state, seat).state for seat in range(3)]
        assert [view.wagers for view in shown] == [("none", None, None), (None, "least", None), (None, None, "second")]
        assert [event.move for event in state.log if isinstance(event, Act)][-3:] == [Move("wager")] * 3

    while not state.over:
        hidden(state)
        state = game.play(state, rng.choice(game.legal(state)))
    assert dict(state.log[-1].sheet)["wager"] == ("none", "least", "second")


def last_trick(game, **changes):
    """Seat 0 will win the last trick of a hand and with it a 5; the piles and scores before it are the caller's."""
    hands = ["9 daggers", "5 poison", "6 poison", "7 poison"][: game.players]
    state = in_tricks(game, hands, won=(0,) * game.players, **changes)
    plays = ["play 5 poison", "play 6 poison", "play 7 poison"][: game.players - 1]
    return played(game, state, *plays, "play 9 daggers")


def test_a_hand_scores_card_points_and_the_wagers_compare_them_before_bonuses():
    game = dk.game("reapers", 4)
    pile = (cards("2 plague, Demon plague"), cards("9 plague"), cards("3 plague"), ())
    # Card points with the 5: seat 0 has 2 + 5 doubled = 12, seat 1 has 9, seat 2 has 3, seat 3 none.
    state = last_trick(game, pile=pile, wagers=("second", "second", "none", "least"), scores=(1, 2, 3, 4))
    assert state.scores == (1 + 12, 2 + 9 + 7, 3 + 3 + 3, 4 + 0 + 15)
    scored = [event for event in state.log if isinstance(event, Scored)]
    assert [event.points for event in scored] == [(12, 16, 6, 15)]
    assert dict(scored[0].sheet)["card points"] == (12, 9, 3, 0)


@pytest.mark.parametrize(("second_place", "bonus"), [("one_above", 0), ("next_score", 7)])
def test_a_tie_for_first_leaves_no_second_or_one_below_it(second_place, bonus):
    game = dk.game("reapers", 4, second_place=second_place)
    pile = (cards("4 plague"), cards("9 plague"), cards("3 plague"), ())  # 4 + 5 = 9, 9, 3, 0 card points
    state = last_trick(game, pile=pile, wagers=("none", "none", "second", "least"))
    assert state.scores == (9 + 3, 9 + 3, 3 + bonus, 0 + 15)


@pytest.mark.parametrize(("players", "hands"), [(3, 6), (4, 4), (5, 5)])
def test_a_match_has_its_number_of_hands_and_the_deal_passes_left(players, hands):
    game = dk.game("reapers", players)
    state, _ = at_random(game, game.new(1), random.Random(1))
    dealers = [event.dealer for event in state.log if isinstance(event, Dealt)]
    assert dealers == [i % players for i in range(hands)]
    scored = [event for event in state.log if isinstance(event, Scored)]
    assert tuple(map(sum, zip(*(event.points for event in scored), strict=True))) == state.scores
    assert [state.scores[seat] for seat in state.winners] == [max(state.scores)]


def test_a_tie_for_first_plays_an_extra_hand_until_one_is_ahead():
    game = dk.game("reapers", 4)
    state = last_trick(game, round=3, dealer=3, scores=(10, 15, 3, 0))  # 18, 18, 6, 3 after it
    assert (state.scores, state.over, state.round, state.dealer, state.phase) == ((18, 18, 6, 3), False, 4, 0, "draft")
    state = last_trick(game, round=4, scores=(18, 18, 6, 3))
    assert (state.over, state.winners, state.scores) == (True, (0,), (26, 21, 9, 6))


def test_without_a_tie_the_last_hand_ends_the_match_and_no_hand_before_it():
    game = dk.game("reapers", 4)
    assert last_trick(game, round=3, scores=(10, 16, 3, 0)).winners == (1,)
    assert not last_trick(game, round=2, scores=(10, 16, 3, 0)).over


def test_after_the_most_extra_hands_a_tie_stands():
    tied = dict(scores=(10, 15, 3, 0))
    game = dk.game("reapers", 4, extra_hands=1)
    assert not last_trick(game, round=3, **tied).over
    assert last_trick(game, round=4, **tied).winners == (0, 1)
    assert last_trick(dk.game("reapers", 4, extra_hands=0), round=3, **tied).winners == (0, 1)


# ---- illegal moves ---------------------------------------------------------------------------------------------


def refused(game, state, move, *parts):
    before = repr(state)
    with pytest.raises(dk.IllegalMove) as error:
        game.play(state, move)
    for part in parts:
        assert part in str(error.value)
    assert repr(state) == before


def test_illegal_cards_are_refused_with_their_clause(three):
    hands = ["8 plague", "Reaper 1, 4 poison", "5 poison, 9 plague, Reaper 2"]
    state = in_tricks(three, hands)
    refused(three, state, "play Reaper 1", "a Reaper may be led only from a hand of Reapers alone", "may play 4 poison")
    refused(three, state, "play 9 plague", "9 plague is not in the hand of seat 1")
    refused(three, state, "play 4 poison, Reaper 1", "one card a seat")
    refused(three, state, "wager least", "'wager least' is not possible now", "phase 'tricks'")
    state = three.play(state, "play 4 poison")
    refused(
        three, state, "play 9 plague", "a player who holds the suit led must follow it", "may play 5 poison, Reaper 2"
    )


def test_illegal_picks_are_refused_with_their_clause_and_parameter():
    game = dk.game("reapers", 5)
    state = game.new(0)
    refused(game, state, "take pile 16", "There is no pile '16'", "0 to 15")
    taken = game.play(state, "take pile 15")
    refused(game, taken, "take pile 15", "Pile 15 has been taken")
    again = state.but(picked=put_first(state.picked, 1, (2,)))
    refused(game, again, "take pile 14", "already has its 1 piles of 2 cards (small_piles = 1)")
    again = state.but(picked=put_first(state.picked, 1, (3, 3)))
    refused(game, again, "take pile 0", "already has its 2 piles of 3 cards (big_piles = 2)")


def test_a_pile_below_0_is_refused_like_one_that_is_too_high():
    game = dk.game("reapers", 5)
    refused(game, game.new(0), Move("take pile", -1), "There is no pile '-1'")


def put_first(values, seat, value):
    return tuple(value if i == seat else old for i, old in enumerate(values))


def test_there_are_only_three_wagers(three):
    state, _ = at_random(three, three.new(0), random.Random(0), until=lambda state: state.phase == "wager")
    assert offers(three, state) == ["wager least", "wager second", "wager none"]
    refused(three, state, "wager most", "'most' is not a wager; a wager is least, second, none")


def test_nothing_may_be_played_when_the_match_is_over():
    game = dk.game("reapers", 4)
    state = last_trick(game, round=3, scores=(50, 0, 0, 0))
    assert game.legal(state) == ()
    refused(game, state, "take pile 0", "The game is over")


# ---- golden numbers --------------------------------------------------------------------------------------------


def test_a_seeded_match_goes_as_it_always_went():
    game = dk.game("reapers", 4)
    state, moves = at_random(game, game.new(2024), random.Random(2024))
    assert (state.scores, state.winners, moves) == ((52, 54, 48, 62), (3,), 208)
    assert moves == 4 * (12 + 4 + 36)  # hands x (picks, wagers, cards)


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.legal(state))


def test_the_number_of_ways_to_play_a_tiny_variant():
    game = dk.game("reapers", 3, top_rank=4, reapers=1, big_piles=1, pile_size=2, hands=1)
    state = game.new(1)
    found = [perft(game, state, depth) for depth in range(1, 9)]
    assert found == [4, 12, 24, 72, 216, 648, 1134, 2160]
    # Four piles for three seats with a pick each: 4, 4 x 3, 4 x 3 x 2; then three wagers each.
    assert found[:6] == [4, 4 * 3, 4 * 3 * 2, 24 * 3, 24 * 9, 24 * 27]
    assert found[6] == 27 * sum(leads_of(state, first) for first in range(4))


def leads_of(state, first):
    """Six ways for the others to pick, and the leads from the first pick: two cards, or one beside a Reaper."""
    return 6 * max(1, sum(card.suit != "reaper" for card in state.piles[first]))
