"""The search in Souls: redeals agree with what a seat knows, playouts follow the rules, a won game is won, and more."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

import designkit as dk
from designkit import strategies
from designkit.cards import FACE_DOWN, cards
from designkit.events import Act
from designkit.game import View
from designkit.games import souls
from designkit.lab import battle_kernel as lab
from designkit.lab import steps
from designkit.lab.jit import U, quiet
from designkit.search import battle, search, search_bot, values
from designkit.search.battle import kernel
from designkit.search.battle.player import Playouts, beaten, reckoned
from designkit.search.battle.spot import hands_of, known, midst
from designkit.session import Session

PHASES = {"swap", "place", "attack", "toll", "battle", "soul"}
OTHER_WAYS = [
    {},
    {"diagonals": True, "toll": "value"},
    {"may_stay": False, "swaps": "everyone"},
    {"pass_final": False, "hand_size": 8},
    {"defended_soul": "choice", "token_spoils": 3},
    {"twos": "always", "hand_size": 1},
    {"grid": 3, "depth": 5, "joker_points": 0},
    {"idle_rounds": 0, "most_turns": 60},
]


def states(game, seed, bot="random", most=400):
    """The states of a game in which somebody is to move."""
    session = Session(game, seed).play_out(dk.BOTS[bot], random.Random(seed), most)
    return [state for state in session.states if not state.over]


def one_of_each(game, seed, bot="random"):
    """A state of each phase that comes up."""
    found = {}
    for state in states(game, seed, bot):
        if state.phase not in found or random.Random(state.turns).random() < 0.3:
            found[state.phase] = state
    return found


# ---- redeals -----------------------------------------------------------------------------------------------------


def check_redeals(game, state, count=3):
    """Each redeal looks the same to the seat, has every card once, and leaves what others took up in their hands."""
    view = game.view(state, state.to_move)
    taken = [set(hand) - {FACE_DOWN} for hand in hands_of(view)]
    for seat, hand in enumerate(state.hands):
        assert taken[seat] <= set(hand)
    for dealt in battle.redeals(view, random.Random(1), count):
        assert game.view(dealt, state.to_move).state == view.state
        assert sorted(every_card(game, dealt)) == sorted(game.deck)
        assert all(own <= set(hand) for own, hand in zip(taken, dealt.hands, strict=True))
        assert all(card.deck == souls.own_deck(seat) for seat, own in enumerate(dealt.decks) for card in own)


def every_card(game, state):
    return [card for zone in souls.zones(game, state) if not isinstance(zone.holds, str) for card in zone.holds]


@pytest.mark.parametrize("players", souls.GAME.players)
def test_redeals_agree_with_what_the_seat_knows(players):
    game = dk.game("souls", players)
    for bot in ("random", "greedy"):
        for state in one_of_each(game, players, bot).values():
            check_redeals(game, state)


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_redeals_of_random_variants_agree_with_what_the_seat_knows(data):
    game = data.draw(strategies.variants(souls.GAME))
    own = states(game, data.draw(st.integers(0, 1 << 16)), most=200)
    check_redeals(game, own[data.draw(st.integers(0, len(own) - 1))], count=2)


def test_a_card_taken_up_from_purgatory_stays_in_the_hand_till_it_is_laid():
    game = dk.game("souls", 3)
    known_of_others = 0
    for state in states(game, 5, "random"):
        held = {
            card
            for event in state.log
            if isinstance(event, Act) and event.seat != state.to_move and event.move.verb == "swap"
            for card in event.cards
            if card in state.hands[event.seat]
        }
        for dealt in battle.redeals(game.view(state, state.to_move), random.Random(2), 2):
            assert all(
                any(card in hand for seat, hand in enumerate(dealt.hands) if seat != state.to_move) for card in held
            )
        known_of_others += len(held)
    assert known_of_others > 20


def nearly_all_seen():
    """A game of two in which few cards still lie face down: two in each deck and in the rival's hand, two souls."""
    game = dk.game("souls", 2, hand_size=2)
    state = game.new(3)
    pile = tuple(own[2:] for own in state.decks)
    under = [card for column in state.buried for card in column]
    buried = (tuple(under[:2]), *[()] * (len(state.souls) - 1))
    return game, state.but(
        decks=tuple(own[:2] for own in state.decks),
        buried=buried,
        unused=(),
        pile=(pile[0] + tuple(under[2:]), pile[1] + state.unused),
    )


def test_every_deal_that_can_be_comes_up_equally_often():
    game, state = nearly_all_seen()
    seat = state.to_move
    deals = Counter(
        (dealt.hands, dealt.decks, dealt.buried)
        for dealt in battle.redeals(game.view(state, seat), random.Random(4), 4800)
    )
    own_deck, rivals_cards, under = 2, 6 * 2, 2
    assert len(deals) == own_deck * rivals_cards * under
    assert stats.chisquare(list(deals.values())).pvalue > 1e-4


# ---- playouts ----------------------------------------------------------------------------------------------------


def check_playouts(game, state, bots, count=2):
    """The kernel's playouts after each legal move are games of the step engine, on the deals that redeals gives."""
    view, legal = game.view(state, state.to_move), game.legal(state)
    firsts = np.arange(len(legal)).reshape(-1, 1)
    t, _ = reckoned(game)
    out = lab.outcome(t, count * len(legal), True, moves=5000)
    word = random.Random(7).getrandbits(64)
    with quiet():
        kernel.playouts(t, known(view), midst(view, 1 << 40), firsts, count, bots, U(1 << 61), U(word), out)
    dealt = list(battle.redeals(view, random.Random(7), count))
    for row in range(len(out.points)):
        after = dealt[row % count]
        made = out.choices[row, : out.decisions[row]].tolist()
        assert made[0] == row // count
        for choice, options in zip(made, out.legal[row].tolist(), strict=False):
            offered = game.legal(after)
            assert len(offered) == options
            after = game.play(after, offered[choice])
        if out.finished[row]:
            assert after.over
            assert after.scores == tuple(out.points[row])


def all_bots(players):
    return np.array([(lab.SENSIBLE, 1, 0, 2)[seat % 4] for seat in range(players)], np.int8)


@pytest.mark.parametrize("players", souls.GAME.players)
def test_playouts_from_every_phase_are_games_of_the_step_engine(players):
    game = dk.game("souls", players)
    seen = set()
    for seed in range(3):
        for phase, state in one_of_each(game, seed).items():
            check_playouts(game, state, all_bots(players), count=1)
            seen.add(phase)
    assert seen == PHASES


@pytest.mark.parametrize("params", OTHER_WAYS, ids=lambda params: "-".join(params))
def test_playouts_of_other_variants_are_games_of_the_step_engine(params):
    game = dk.game("souls", 4, **params)
    for state in one_of_each(game, 2).values():
        check_playouts(game, state, all_bots(4), count=1)


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_playouts_of_random_variants_are_games_of_the_step_engine(data):
    game = data.draw(strategies.variants(souls.GAME))
    own = states(game, data.draw(st.integers(0, 1 << 16)), most=200)
    check_playouts(game, own[data.draw(st.integers(0, len(own) - 1))], all_bots(game.players), count=1)


def on_jokers(game):
    """Seat 2 faces a pair of 2s that lies on a Joker with an Ace, so that only a pair beats it."""
    state = game.new(3)
    laid = [cards("Joker 1 of seat 0, A clubs of seat 0"), cards("2 clubs of seat 1, 2 hearts of seat 1"), ()]
    left = [
        [card for card in (*hand, *deck) if card not in own]
        for hand, deck, own in zip(state.hands, state.decks, laid, strict=True)
    ]
    return state.but(
        phase="battle",
        to_move=2,
        tokens=(0, None, None),
        space=1,
        fighting=(0, 1, 2),
        lays=((0, tuple(laid[0])), (1, tuple(laid[1]))),
        hands=tuple(tuple(sorted(own[:4])) for own in left),
        decks=tuple(tuple(own[4:]) for own in left),
    )


def test_playouts_know_what_lies_under_a_play():
    game = dk.game("souls", 3)
    state = on_jokers(game)
    assert all(len(move.cards) != 1 for move in game.legal(state))
    check_playouts(game, state, all_bots(3))


def sets(pile, own):
    ranks = [card.rank for card in pile]
    return 1 + sum(ranks.count(rank) ** 2 for rank in set(ranks))


def test_piles_that_do_not_count_card_by_card_are_counted_by_their_rule():
    """On the last turn, with the soul to put away: the points are those of the rule."""
    game = dk.game("souls", 2, most_turns=12).replace(pile_points=sets)
    last = [state for seed in range(8) for state in states(game, seed) if state.turns == 11 and state.phase == "soul"]
    assert last
    for state in last:
        made = Playouts(game.view(state, state.to_move), 1).points(game.legal(state), 2)
        for move, points in zip(game.legal(state), made, strict=True):
            assert points.tolist() == [list(game.play(state, move).scores)] * 2


def test_a_sensible_player_of_playouts_decides_as_the_heuristic_one():
    """Most of the time: playouts reckon with other hands drawn at random, and with the cheapest toll."""
    game = dk.game("souls", 4)
    t, _ = reckoned(game)
    same = []
    for seed in range(6):
        for state in states(game, seed, "heuristic", 150):
            view, legal = View(game, state.to_move, state), game.legal(state)
            if len(legal) < 2:
                continue
            out = lab.outcome(t, 1, moves=1)
            bots = np.full(4, lab.SENSIBLE, np.int8)
            nothing = np.zeros((1, 0), np.int64)
            kernel.playouts(t, known(view), midst(view, state.turns + 1), nothing, 1, bots, U(0), U(1), out)
            same.append(legal[out.choices[0, 0]] == dk.BOTS["heuristic"](view, legal, random.Random(0)))
    assert np.mean(same) > 0.9


def test_odds_of_being_beaten():
    t, _ = reckoned(dk.game("souls"))
    odds = beaten(t)
    assert np.array_equal(odds, beaten(t))
    assert not odds[:, 0].any()
    assert (np.diff(odds, axis=1) >= 0).all()
    deck = sorted(dk.game("souls").deck)
    two, joker = (t.kind[deck.index(card)] for card in cards("2 clubs of souls, Joker 1 of souls"))
    assert odds[two, 5] > 0.99
    assert abs(odds[joker, 5] - (1 - np.prod([(50 - i) / (54 - i) for i in range(5)]))) < 0.08


# ---- what it finds -----------------------------------------------------------------------------------------------


def ends(game, state):
    """The winners of every way in which a game can end."""
    if state.over:
        return {state.winners}
    return set().union(*(ends(game, game.play(state, move)) for move in game.legal(state)))


def test_a_move_that_wins_is_found_where_all_others_lose():
    """On the last turn of a game of one card in hand, whatever the others do and hold."""
    game = dk.game("souls", 2, hand_size=1, most_turns=8)
    found = 0
    for seed in range(1200):
        for state in states(game, seed):
            legal, seat = game.legal(state), state.to_move
            if state.turns < 7 or state.phase not in ("battle", "soul") or len(legal) < 2:
                continue
            outcomes = [ends(game, game.play(state, move)) for move in legal]
            winning = [move for move, ways in zip(legal, outcomes, strict=True) if ways == {(seat,)}]
            losing = [move for move, ways in zip(legal, outcomes, strict=True) if not any(seat in who for who in ways)]
            if winning and len(winning) + len(losing) == len(legal) > len(winning):
                found += 1
                assert search_bot(40)(game.view(state, seat), legal, random.Random(seed)) in winning
    assert found >= 5


def test_values_name_every_legal_move():
    game = dk.game("souls", 3)
    state = game.new(4)
    found = values(game.view(state, state.to_move), random.Random(1), iterations=400)
    assert list(found) == list(game.legal(state))
    assert all(visits > 0 for _, visits in found.values())


def test_moves_may_be_asked_about_in_any_order():
    game = dk.game("souls", 3)
    for state in one_of_each(game, 1).values():
        view, legal = game.view(state, state.to_move), game.legal(state)
        there, back = (search(view, own, random.Random(3), len(legal)) for own in (legal, legal[::-1]))
        assert {option.move: option.points for option in there} == {option.move: option.points for option in back}


@pytest.mark.parametrize(("players", "rival"), [(2, "heuristic"), (4, "greedy")])
def test_it_wins_more_than_its_share(players, rival):
    game, share = dk.game("souls", players), []
    for seat in range(players):
        seats = [(rival, dk.BOTS[rival])] * players
        seats[seat] = ("search", search_bot(100))
        tops = steps.play(game, 9, 0, 5, seats).tops
        share.append((tops[:, seat] / tops.sum(axis=1)).mean())
    assert np.mean(share) > 1 / players


def test_rules_without_tables_are_played_all_the_same():
    game = dk.game("souls", 3).replace(beats=lambda play, top: play[0].suit > top[0].suit)
    state = game.new(1)
    view, legal = game.view(state, state.to_move), game.legal(state)
    assert search_bot(10)(view, legal, random.Random(0)) == dk.BOTS["greedy"](view, legal, random.Random(0))
