"""Redeals honour what a seat knows: nothing that was shown is contradicted, and what can be comes up as often as it should."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

import designkit as dk
from designkit import strategies
from designkit.events import Trick
from designkit.lab.tabulate import tables
from designkit.search import kernel, redeals
from designkit.search.kernel.fitting import SENSE
from designkit.search.known import Known, known, members, numbers, of_this_hand
from designkit.search.redeal import Redeals, hands_of
from designkit.search.spot import first_deal, start

TRICK_GAMES = [family for family in dk.GAMES.values() if family.plan and family.tricks]
COUNTS = [(family.id, players) for family in TRICK_GAMES for players in family.players]


def midway(game, seed, moves, bot="random"):
    """A state of the first hand after so many moves at most, with somebody to move."""
    session, rng = dk.Session(game, seed), random.Random(seed)
    for _ in range(moves):
        state = session.state
        session.step(dk.BOTS[bot](game.view(state, state.to_move), session.legal, rng))
        if session.state.over or session.state.round:
            return session.undo().state
    return session.state


def tricks_so_far(state):
    """(leader, cards) of each trick of the hand."""
    done = [(event.leader, event.plays) for event in of_this_hand(state) if isinstance(event, Trick)]
    return [*done, (state.leader, state.plays)] if state.plays else done


def contradiction(game, state, hands):
    """What the cards played so far say against these hands, by the rules themselves; None if nothing does."""
    tricks, players = tricks_so_far(state), game.players
    before = [list(hand) for hand in hands]
    for leader, plays in tricks:
        for i, card in enumerate(plays):
            before[(leader + i) % players].append(card)
    if state.phase == "tricks" and game.plan.opens:
        dealt = state.but(hands=tuple(tuple(sorted(hand)) for hand in before))
        begun = next(phase for phase in game.family.phases if phase.name == "tricks").begin(game, dealt)
        opener = tricks[0][0] if tricks else state.leader
        if begun.leader != opener:
            return f"seat {begun.leader} would have opened, not {opener}"
    situation = game.plan.situation
    for leader, plays in tricks:
        for i, card in enumerate(plays):
            seat = (leader + i) % players
            if card not in game.tricks.legal(before[seat], plays[:i], situation):
                return f"seat {seat} could not have played {card}"
            before[seat].remove(card)
        for card in plays:
            situation = game.tricks.stir(situation, card)
    return None


def check_redeals(game, state, seat, count=5):
    view = game.view(state, seat)
    own = known(view)
    deck = sorted(game.deck)
    for other, hand in enumerate(state.hands):
        held = {deck[place] for place in members(own.held[other])}
        assert held <= set(hand)
        assert not {deck[place] for place in members(own.never[other])} & set(hand)
        assert len(hand) - len(held) == own.missing[other]
    for hands in redeals(view, random.Random(1), count):
        assert hands[seat] == state.hands[seat]
        assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
        everywhere = [card for hand in hands for card in hand]
        assert len(set(everywhere)) == len(everywhere)
        assert contradiction(game, state, hands) is None


@pytest.mark.parametrize(("id", "players"), COUNTS)
def test_redeals_of_every_game_agree_with_what_was_shown(id, players):
    game = dk.game(id, players)
    for moves in (0, 3, 9, 20, 33, 45):
        state = midway(game, players + moves, moves)
        for seat in range(players):
            check_redeals(game, state, seat)


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_redeals_of_random_variants_agree_with_what_was_shown(data):
    game = data.draw(strategies.variants(data.draw(st.sampled_from(TRICK_GAMES))))
    state = midway(game, data.draw(st.integers(0, 1 << 16)), data.draw(st.integers(0, 60)))
    check_redeals(game, state, data.draw(st.integers(0, game.players - 1)), count=3)


def odd_plays(view, hands, asked=False):
    """How many plays a sensible player would not have made if these had been the hands (and how many it is asked of)."""
    own, number = start(view, random.Random(0)), numbers(view.game)
    cards, players = own.cards.copy(), view.game.players
    lie = [[number[card] for card in hand if number[card] in own.cards] for hand in hands]
    lie.append([card for card in own.cards if not any(card in hand for hand in lie)])
    for slot, place in enumerate(own.spot.places):
        cards[slot] = lie[min(place, players)].pop()
    found = kernel.odd_plays(tables(view.game), own.spot, cards)
    return found if asked else found[0]


def possible(game, state, seat):
    """Every deal of the unseen cards that nothing contradicts, found by trying them all."""
    seen = {card for _, plays in tricks_so_far(state) for card in plays} | set(state.hands[seat])
    unseen = [card for card in sorted(game.deck) if card not in seen]
    others = [other for other in range(game.players) if other != seat]
    sizes = [len(state.hands[other]) for other in others]
    found = set()
    for chosen in permutations(unseen, sum(sizes)):
        hands, at = list(state.hands), 0
        for other, size in zip(others, sizes, strict=True):
            hands[other], at = tuple(sorted(chosen[at : at + size])), at + size
        if contradiction(game, state, hands) is None:
            found.add(tuple(hands))
    return found


TINY = dk.game("trick_party", 4, top_number=3, hand_size=3)


@pytest.mark.parametrize("seed", range(3))
def test_all_possible_deals_of_a_tiny_deck_come_up_equally_often_where_plays_tell_nothing(seed):
    state = midway(TINY, seed, 8)
    deals = possible(TINY, state, state.to_move)
    assert len(deals) > 20
    own = start(TINY.view(state, state.to_move), random.Random(seed))
    source = Redeals(TINY, own, seed)
    source.fits = False
    found = Counter(tuple(hands_of(own, deal)) for deal in source.rows(60 * len(deals)))
    assert len(found) == len(deals)
    assert stats.chisquare(list(found.values())).pvalue > 1e-4


@pytest.mark.parametrize("seed", range(3))
def test_deals_come_up_the_more_often_the_better_they_fit_what_was_played(seed):
    """A play that a sensible player would not have made divides a deal's chance; all that can be come up all the same."""
    state = midway(TINY, seed, 8)
    view, every = TINY.view(state, state.to_move), 8
    found = Counter(list(redeals(view, random.Random(seed), every * 4000))[::every])
    deals = sorted(possible(TINY, state, state.to_move))
    assert set(found) <= set(deals)
    odd = np.array([odd_plays(view, deal) for deal in deals])
    assert len(set(odd)) > 1
    weights = np.exp(-SENSE * odd)
    expected = 4000 * weights / weights.sum()
    often, seen = expected >= 5, np.array([found[deal] for deal in deals])
    counts, due = ([*each[often], each[~often].sum() + 1] for each in (seen, expected))
    assert stats.chisquare(counts, due).pvalue > 1e-4


@pytest.mark.parametrize(("id", "least"), [("whist", 0.9), ("trick_party", 0.9)])
def test_players_of_playouts_play_as_the_sensible_bot_does(id, least):
    """Asked of every play of a hand that the sensible bots have played, they would mostly have made it too."""
    game = dk.game(id)
    odd = asked = 0
    for seed in range(4):
        state = midway(game, seed, 4 * game.plan.hand_size(0) - 2, "heuristic")
        found = odd_plays(game.view(state, state.to_move), state.hands, asked=True)
        odd, asked = odd + found[0], asked + found[1]
    assert asked > 80
    assert odd < (1 - least) * asked


def test_deals_that_no_exchange_of_two_cards_connects_are_all_found():
    """Three seats each lack one of three cards: the only two deals differ by a circle of three."""
    own = Known(held=(0, 0, 0), missing=(1, 1, 1), never=(0b001, 0b010, 0b100), played=(0, 0, 0), unseen=0b111)
    found = {tuple(first_deal(own, random.Random(seed))) for seed in range(40)}
    assert found == {((0, 1), (1, 2), (2, 0)), ((0, 2), (1, 0), (2, 1))}


def test_cards_passed_on_stay_where_they_went_till_they_are_played():
    game = dk.game("hearts")
    state = midway(game, 2, 30)
    seat = state.to_move
    given = set(state.given[seat])
    receiver = game.left(seat)
    still = given & set(state.hands[receiver])
    assert still
    for hands in redeals(game.view(state, seat), random.Random(0), 20):
        assert still <= set(hands[receiver])


def test_the_card_turned_up_for_trump_is_the_dealers():
    game = dk.game("whist")
    state = game.new(4)
    assert all(state.turned in hands[state.dealer] for hands in redeals(game.view(state, 1), random.Random(0), 20))


def test_piles_taken_in_the_open_are_known_to_all():
    game = dk.game("reapers")
    state = midway(game, 5, 20)
    assert list(redeals(game.view(state, 0), random.Random(0), 3)) == [state.hands] * 3


@pytest.mark.parametrize("id", ["oh_hell", "spades"])
def test_bids_weigh_hands(id):
    """A seat that bid much is dealt better cards than one that bid nothing."""
    game = dk.game(id)
    state = game.new(7)
    high, none = (state.but(phase="tricks", bids=(None, bid, None, None), to_move=0) for bid in (5, 0))

    def worth(bidden):
        own = dk.bots.plain.hand_worth
        hands = redeals(game.view(bidden, 0), random.Random(0), 150)
        return np.mean([own(game, each[1], state.context) for each in hands]) / 1000

    assert worth(high) > worth(none) + 1
