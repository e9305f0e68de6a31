"""Rules broken as a person would break them; some invariant must catch each.

A mutant is a function of a monkeypatch that gives back the broken game. `rewired` breaks a phase as if its file had been
edited: the broken family takes the place of the real one in the registry.
"""

import dataclasses
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import designkit as dk
from designkit import phases, record, tricks
from designkit.cards import without
from designkit.events import Act, Trick
from designkit.game import Game, View, leaders, put
from designkit.games import hearts, janken, oh_hell, reapers, souls, spades, whist
from designkit.moves import Move
from designkit.tricks import ALWAYS, FIRST, OFF_SUIT


@dataclass(frozen=True)
class Mutant:
    name: str
    build: Callable[[Any], Game]


MUTANTS: list[Mutant] = []


def mutant(build):
    """Add a broken game; its name is what is wrong with it."""
    MUTANTS.append(Mutant(build.__name__.replace("_", " "), build))
    return build


def broken_rule(id, name, players=None, **rules_and_params):
    """Add a game with a rule replaced."""
    rules = {key: rule for key, rule in rules_and_params.items() if callable(rule)}
    params = {key: value for key, value in rules_and_params.items() if not callable(value)}
    MUTANTS.append(Mutant(f"{id}: {name}", lambda patch: dk.game(id, players, **params).replace(**rules)))


def rewired(patch, game, phase, **wrappers):
    """The game with parts of a phase wrapped; the family replaces the real one while the mutant lives."""
    own = game.family
    changed = tuple(
        dataclasses.replace(p, **{part: wrap(getattr(p, part)) for part, wrap in wrappers.items()})
        if p.name == phase
        else p
        for p in own.phases
    )
    return refamilied(patch, game, phases=changed)


def refamilied(patch, game, **changes):
    family = dataclasses.replace(game.family, **changes)
    patch.setitem(dk.GAMES, game.id, family)
    return family(game.players, **dict(game.params))


def after(change):
    """Wrap a phase function so that the state it gives back is changed."""
    return lambda own: lambda game, state, *move: change(game, state, own(game, state, *move))


def hearts_tier(change):
    """Hearts' rule of legality with some of what it is told changed."""

    def tier(card, led, opening, broken, any_club, clean_start, queen_excused):
        told = {
            "opening": opening,
            "broken": broken,
            "any_club": any_club,
            "clean_start": clean_start,
            "queen_excused": queen_excused,
        }
        return hearts.tier(card, led, **{**told, **change(card, led, **told)})

    return tier


def hearts_score(change, **other):
    """Hearts' points of a hand, changed."""

    def hand_points(taken, tricks, queen_points, jack_bonus, clean_bonus, moon):
        told = {"queen_points": queen_points, "jack_bonus": jack_bonus, "clean_bonus": clean_bonus, "moon": moon}
        return change(hearts.hand_points(taken, tricks, **{**told, **other}), taken, 13 + queen_points)

    return hand_points


def spades_score(change):
    """The points and bags of a side, changed."""

    def side_score(bids, tricks, trick_points, over_points, nil_points):
        return change(bids, tricks, spades.side_score(bids, tricks, trick_points, over_points, nil_points))

    return side_score


# ---- Reapers ---------------------------------------------------------------------------------------------------

broken_rule("reapers", "trump ignored", strength=lambda card, led, trump: card.rank if card.suit == led else 0)
broken_rule(
    "reapers",
    "the lowest card wins",
    strength=lambda card, led, trump: (
        100 + 20 - card.rank if card.suit == trump else 20 - card.rank if card.suit == led else 0
    ),
)
broken_rule("reapers", "any suit may win", strength=lambda card, led, trump: card.rank + 100 * (card.suit == trump))
broken_rule(
    "reapers",
    "all trumps equally strong",
    strength=lambda card, led, trump: 100 if card.suit == trump else card.rank if card.suit == led else 0,
)
broken_rule(
    "reapers",
    "poison always a trump too",
    strength=lambda card, led, trump: (
        200 + card.rank
        if card.suit == trump
        else 100 + card.rank
        if card.suit == "poison"
        else card.rank * (card.suit == led)
    ),
)
broken_rule(
    "reapers",
    "a low trump loses to a high card of the suit led",
    strength=lambda card, led, trump: card.rank + (5 if card.suit == trump else 0) if card.suit in (led, trump) else 0,
)
broken_rule(
    "reapers", "the highest card is the prize", prize=lambda plays, equals: max(plays, key=lambda card: card.rank)
)
broken_rule(
    "reapers",
    "Demons are no special prize",
    prize=lambda plays, equals: min((c for c in plays if c.suit != "reaper"), key=lambda card: card.rank, default=None),
)
broken_rule(
    "reapers",
    "the last Reaper robs the Graveyard",
    graveyard_taker=lambda plays, led_reaper: max(
        (i for i, c in enumerate(plays) if i and c.suit == "reaper"), default=None
    ),
)
broken_rule(
    "reapers",
    "a Reaper before the suit is set robs the Graveyard",
    graveyard_taker=lambda plays, led_reaper: next((i for i, c in enumerate(plays) if c.suit == "reaper"), None),
)
broken_rule(
    "reapers",
    "a Demon doubles the whole pile",
    hand_points=lambda pile, demon_factor: (
        sum(c.rank for c in pile if c.rank != 11) * (demon_factor if any(c.rank == 11 for c in pile) else 1)
    ),
)
broken_rule(
    "reapers",
    "a Demon counts eleven",
    hand_points=lambda pile, demon_factor: (
        reapers.hand_points(pile, demon_factor) + 11 * sum(c.rank == 11 for c in pile)
    ),
)
broken_rule(
    "reapers",
    "the least wager pays the most points",
    wager_bonuses=lambda points, wagers, least, second, none, ties, second_place: tuple(
        {"least": least, "second": second, "none": none}[w] if w == "none" or p == max(points) else 0
        for p, w in zip(points, wagers, strict=True)
    ),
)
broken_rule(
    "reapers",
    "anyone but the first is second",
    wager_bonuses=lambda points, wagers, least, second, none, ties, second_place: tuple(
        none if w == "none" else least * (p == min(points)) if w == "least" else second * (p < max(points))
        for p, w in zip(points, wagers, strict=True)
    ),
)
broken_rule(
    "reapers",
    "a wager pays a point for each point",
    wager_bonuses=lambda points, wagers, least, second, none, ties, second_place: tuple(100 + p for p in points),
)
broken_rule("reapers", "nobody has to follow", tier=lambda card, led: FIRST)
broken_rule(
    "reapers",
    "a Reaper may be led any time",
    tier=lambda card, led: ALWAYS if card.suit == "reaper" else reapers.tier(card, led),
)
broken_rule(
    "reapers",
    "a Reaper must follow like any card",
    tier=lambda card, led: OFF_SUIT if card.suit == "reaper" and led else reapers.tier(card, led),
)
broken_rule("reapers", "a rule with a slip of the pen", strength=lambda card, led, trump: card.rnk)


@mutant
def the_5p_draft_allows_two_pairs(patch):
    def any_pile(own):
        return lambda game, state: tuple(Move("take pile", i) for i, pile in enumerate(state.piles) if pile)

    return rewired(patch, dk.game("reapers", 5), "draft", legal=any_pile)


@mutant
def the_draft_goes_round_and_round(patch):
    there = reapers.draft_order
    patch.setattr(reapers, "draft_order", lambda players, dealer, picks=None: there(players, dealer, 1) * (picks or 3))
    return dk.game("reapers")


@mutant
def the_dealer_drafts_two_piles_first(patch):
    def order(players, dealer, picks=None):
        seats = tuple((dealer + i) % players for i in range(players))
        return tuple(seat for seat in seats for _ in range(picks or 3))

    patch.setattr(reapers, "draft_order", order)
    return dk.game("reapers")


@mutant
def a_drafted_pile_loses_a_card(patch):
    def lose(game, before, state):
        seat = before.to_move
        return state.but(hands=put(state.hands, seat, state.hands[seat][1:])) if state.phase == "draft" else state

    return rewired(patch, dk.game("reapers"), "draft", play=after(lose))


@mutant
def the_graveyard_keeps_its_reapers(patch):
    def keep(game, before, state):
        if state.phase != "wager":
            return state
        taken = {card for hand in state.hands for card in hand} | {state.flipped}
        left = sorted((card for card in game.deck if card not in taken), key=lambda card: card.rank)
        return state.but(graveyard=tuple(left))

    return rewired(patch, dk.game("reapers"), "draft", play=after(keep))


@mutant
def the_graveyard_is_emptied_at_once(patch):
    def robbed(own):
        def play(game, state, move):
            new = own(game, state, move)
            gone = len(new.graveyard) < len(state.graveyard) and new.round == state.round
            return new.but(graveyard=()) if gone else new

        return play

    return rewired(patch, dk.game("reapers"), "tricks", play=robbed)


@mutant
def wagers_are_logged_openly(patch):
    def tell(own):
        def play(game, state, move):
            new = own(game, state, move)
            log = list(new.log)
            log[len(state.log)] = Act(round=state.round, seat=state.to_move, move=move)
            return new.but(log=tuple(log))

        return play

    return rewired(patch, dk.game("reapers"), "wager", play=tell)


@mutant
def totals_leave_out_the_bonus(patch):
    def forget(game, state, new):
        event = next(event for event in reversed(new.log) if type(event).__name__ == "Scored")
        points = dict(event.sheet)["card points"]
        totals = tuple(map(sum, zip(state.scores, points, strict=True)))
        return new.but(scores=totals)

    return rewired(patch, dk.game("reapers"), "score", begin=after(forget))


@mutant
def the_deal_stays_with_the_dealer(patch):
    return rewired(
        patch,
        dk.game("reapers"),
        "score",
        begin=lambda own: lambda game, state: own(game, state.but(dealer=state.dealer - 1 % 4)),
    )


# ---- Trick Party -----------------------------------------------------------------------------------------------

broken_rule(
    "trick_party",
    "the same seat leads every game of a campaign",
    first_leader=lambda left, last, totals, first_lead: 0,
    campaign=True,
)
broken_rule(
    "trick_party",
    "parity ignored",
    turn=lambda reversed, card, revolution_numbers: (
        reversed or (card.suit != "purple" and card.rank in revolution_numbers)
    ),
)
broken_rule("trick_party", "revolutions do nothing", turn=lambda reversed, card, revolution_numbers: reversed)
broken_rule(
    "trick_party",
    "purple turns the numbers too",
    turn=lambda reversed, card, revolution_numbers: reversed != (card.rank in revolution_numbers),
)
broken_rule(
    "trick_party",
    "trumps are not reversed",
    strength=lambda card, led, reversed, trump: (
        100 + card.rank if card.suit == trump else (50 - card.rank if reversed else card.rank) * (card.suit == led)
    ),
)
broken_rule(
    "trick_party",
    "red is stronger than the other suits",
    strength=lambda card, led, reversed, trump: (
        300 + card.rank
        if card.suit == trump
        else 200 + card.rank
        if card.suit == "red"
        else card.rank * (card.suit == led)
    ),
)
broken_rule(
    "trick_party", "DEATH does not cost the points", game_points=lambda prizes: sum(p for p in prizes if p != "DEATH")
)
broken_rule(
    "trick_party",
    "bad prizes count as good",
    game_points=lambda prizes: 0 if "DEATH" in prizes else sum(map(abs, prizes)),
)
broken_rule(
    "trick_party",
    "trump may always be played",
    tier=lambda card, led: FIRST if card.suit in (led, "purple") or led is None else OFF_SUIT,
)


@mutant
def death_is_shuffled_in(patch):
    def stir(game, before, state):
        if state.phase != "tricks":
            return state
        return state.but(score_deck=state.score_deck[-1:] + state.score_deck[:-1])

    return rewired(patch, dk.game("trick_party"), "deal", begin=after(stir))


@mutant
def a_prize_is_lost_on_the_way(patch):
    def lose(game, before, state):
        return state.but(score_deck=state.score_deck[1:]) if len(state.score_deck) == 5 else state

    return rewired(patch, dk.game("trick_party"), "tricks", play=after(lose))


@mutant
def death_may_win(patch):
    return rewired(
        patch, dk.game("trick_party"), "score", begin=after(lambda game, old, new: new.but(winners=leaders(new.scores)))
    )


@mutant
def seat_0_gets_a_card_more(patch):
    def more(game, before, state):
        hands = put(put(state.hands, 0, state.hands[0] + state.hands[1][:1]), 1, state.hands[1][1:])
        return state.but(hands=hands)

    return rewired(patch, dk.game("trick_party"), "deal", begin=after(more))


@mutant
def revolutions_count_only_when_led(patch):
    game, own = dk.game("trick_party"), dk.game("trick_party").family.tricks

    class Led(tricks.Tricks):
        def judge(self, plays, context):
            led = tricks.led_suit(plays)
            mode = self.turn(False, plays[0])
            return tricks.Verdict(tricks.trick_winner(plays, lambda c: self.strength(c, led, mode, context)), led, mode)

    return refamilied(
        patch,
        game,
        tricks=lambda game: Led(**{f.name: getattr(own(game), f.name) for f in dataclasses.fields(tricks.Tricks)}),
    )


# ---- Janken ----------------------------------------------------------------------------------------------------

broken_rule("janken", "a second Joker turns the circle back", turn=lambda reversed, card: reversed != (card.rank == 1))
broken_rule("janken", "Jokers do nothing", turn=lambda reversed, card: reversed)
broken_rule(
    "janken",
    "only the next suit beats the suit led",
    strength=lambda card, led, reversed, rock_breaks: (
        janken.strength(card, led, reversed, rock_breaks)
        if janken.strength(card, led, reversed, rock_breaks) < 200
        else 0
    ),
)
broken_rule(
    "janken",
    "the circle runs the other way",
    strength=lambda card, led, reversed, rock_breaks: janken.strength(card, led, not reversed, rock_breaks),
)
broken_rule(
    "janken",
    "the Joker is the highest of its suit",
    strength=lambda card, led, reversed, rock_breaks: (
        janken.strength(card, led, reversed, rock_breaks)
        + (50 if card.rank == 1 and janken.strength(card, led, reversed) else 0)
    ),
)
broken_rule("janken", "bags are never settled", settle_bags=lambda bags, limit, penalty, full, lots, had: (0, bags))
broken_rule(
    "janken", "bags go without a penalty", settle_bags=lambda bags, limit, penalty, full, lots, had: (0, bags % limit)
)
broken_rule(
    "janken",
    "tricks over the bid pay in full",
    hand_score=lambda bid, tricks, trick_points, over_points, nil_points: (
        trick_points * tricks if tricks >= bid else 0,
        max(0, tricks - bid),
    ),
)
broken_rule(
    "janken",
    "a failed nil pays",
    hand_score=lambda bid, tricks, trick_points, over_points, nil_points: (
        (nil_points, tricks) if bid == 0 else janken.hand_score(bid, tricks, trick_points, over_points, nil_points)
    ),
)
broken_rule(
    "janken",
    "a made bid pays a thousand a trick",
    hand_score=lambda bid, tricks, trick_points, over_points, nil_points: (1000 * bid if tricks >= bid else 0, 0),
)
broken_rule(
    "janken",
    "any card may open",
    tier=lambda card, led, rock_breaks, rock_played, opening, paper_joker: janken.tier(
        card, led, rock_breaks, rock_played, False
    ),
)
broken_rule(
    "janken",
    "Rock may be led from the start",
    rock_breaks=True,
    tier=lambda card, led, rock_breaks, rock_played, opening, paper_joker: janken.tier(
        card, led, rock_breaks, True, opening
    ),
)


@mutant
def the_ghost_hand_is_dealt_to_the_players(patch):
    def share(game, before, state):
        return state.but(hands=put(state.hands, 0, tuple(sorted(state.hands[0] + state.aside))), aside=())

    return rewired(patch, dk.game("janken", 4, ghost=True), "deal", begin=after(share))


# ---- Reds ------------------------------------------------------------------------------------------------------

broken_rule(
    "reds",
    "the anti-trump wins like any suit",
    strength=lambda card, led, anti: 200 + card.rank if card.suit == "diamonds" else card.rank * (card.suit == led),
)
broken_rule(
    "reds",
    "the anti-trump is a second trump",
    strength=lambda card, led, anti: (
        200 + card.rank
        if card.suit == "diamonds"
        else 100 + card.rank
        if card.suit == anti
        else card.rank * (card.suit == led)
    ),
)
broken_rule("reds", "diamonds are no trump", strength=lambda card, led, anti: card.rank * (card.suit == led))
broken_rule(
    "reds",
    "spades beat clubs of the same rank",
    strength=lambda card, led, anti: (
        200 + card.rank if card.suit == "diamonds" else 2 * card.rank + (card.suit == "spades")
    ),
)
broken_rule(
    "reds",
    "the anti-trump is the last black card",
    anti_trump=lambda pack: next((c.suit for c in pack[::-1] if c.suit != "diamonds"), None),
)
broken_rule(
    "reds",
    "an exact bid has no bonus",
    hand_score=lambda bid, tricks, trick_points, exact_bonus, nil_points, over_points, under_points: (
        trick_points * bid if tricks >= bid else under_points * tricks
    ),
)
broken_rule(
    "reds",
    "a missed bid costs",
    hand_score=lambda bid, tricks, trick_points, exact_bonus, nil_points, over_points, under_points: (
        trick_points * tricks if tricks >= bid else -bid
    ),
)


@mutant
def the_exchange_goes_the_other_way(patch):
    def swap(own):
        def play(game, state, move):
            hands = (
                [without(h, g) for h, g in zip(state.hands, put(state.given, state.to_move, move.cards), strict=False)]
                if state.to_move == state.dealer
                else None
            )
            new = own(game, state, move)
            if hands is None:
                return new
            back = tuple(
                tuple(sorted(hand + new.given[game.left(seat, 1 if state.round % 2 == 0 else -1)]))
                for seat, hand in enumerate(hands)
            )
            return new.but(hands=back)

        return play

    return rewired(patch, dk.game("reds"), "exchange", play=swap)


@mutant
def given_cards_are_kept_too(patch):
    def keep(game, before, state):
        return state.but(hands=put(state.hands, 0, tuple(sorted(set(state.hands[0] + before.hands[0])))))

    return rewired(patch, dk.game("reds"), "exchange", play=after(keep))


@mutant
def the_lowest_total_wins(patch):
    def lowest(game, before, state):
        return (
            state.but(winners=tuple(s for s, t in enumerate(state.scores) if t == min(state.scores)))
            if state.over
            else state
        )

    return rewired(patch, dk.game("reds"), "score", begin=after(lowest))


@mutant
def the_match_never_ends(patch):
    def on(own):
        def score(game, state):
            new = own(game, state)
            return game.enter(new.but(round=state.round + 1, winners=()), "deal") if new.over else new

        return score

    return rewired(patch, dk.game("reds"), "score", begin=on)


@mutant
def hidden_bids_are_shown(patch):
    def show(game, before, state):
        return state.but(bids=state.sealed)

    return rewired(patch, dk.game("reds", hidden_bids=True), "bid", play=after(show))


# ---- Souls -----------------------------------------------------------------------------------------------------

broken_rule(
    "souls",
    "equal plays beat each other",
    beats=lambda play, top, guarded, court_value, ace_value, joker_value: (
        souls.beats(play, top, guarded, court_value, ace_value, joker_value)
        or (len(play) == len(top) == 1 and play[0].rank == top[0].rank)
    ),
)
broken_rule(
    "souls",
    "Jokers are beaten by value",
    beats=lambda play, top, guarded, court_value, ace_value, joker_value: souls.value(play) > souls.value(top),
)
broken_rule(
    "souls",
    "a court card in a pair counts its rank",
    beats=lambda play, top, guarded, court_value, ace_value, joker_value: (
        souls.beats(play, top, guarded, court_value, ace_value, joker_value)
        if len(play) == 1
        else sum(card.rank for card in play) > souls.value(top)
    ),
)
broken_rule("souls", "corners are adjacent", adjacent=lambda space, size, diagonals: souls.adjacent(space, size, True))
broken_rule(
    "souls", "any card pays the toll", pays_toll=lambda card, soul, toll, court_value, ace_value, joker_value: True
)
broken_rule(
    "souls",
    "own cards count too",
    pile_points=lambda pile, own, court_value, ace_value, joker_points: souls.value(
        pile, court_value, ace_value, joker_points
    ),
)


broken_rule(
    "souls",
    "whoever passed may come back",
    still_in=lambda fighting, everyone, seat, passed, pass_final: souls.still_in(
        fighting, everyone, seat, passed, pass_final=False
    ),
)


@mutant
def the_soul_is_lost_after_the_battle(patch):
    def lose(game, before, state):
        return state.but(purgatory=put(state.purgatory, before.to_move, before.purgatory[before.to_move]))

    return rewired(patch, dk.game("souls"), "soul", play=after(lose))


@mutant
def tokens_may_share_a_space(patch):
    def anywhere(own):
        return lambda game, state: tuple(Move("place on", i) for i, soul in enumerate(state.souls) if soul)

    return rewired(patch, dk.game("souls", 6, grid=3, depth=5), "place", legal=anywhere)


@mutant
def only_the_player_whose_turn_it_is_draws(patch):
    def draw(own):
        def begin(game, state):
            new = own(game, state)
            if not state.log or len(state.log) < 2:
                return new
            keep = [seat for seat in range(game.players) if seat != state.turn]
            hands, decks = list(new.hands), list(new.decks)
            for seat in keep:
                hands[seat], decks[seat] = state.hands[seat], state.decks[seat]
            return new.but(hands=tuple(hands), decks=tuple(decks))

        return begin

    return rewired(patch, dk.game("souls"), "draw", begin=draw)


@mutant
def a_toll_goes_under_the_neighbours_deck(patch):
    def under(own):
        def play(game, state, move):
            new = own(game, state, move)
            seat, other = state.turn, game.left(state.turn)
            return new.but(
                purgatory=put(new.purgatory, seat, state.purgatory[seat]),
                decks=put(new.decks, other, new.decks[other] + move.cards),
            )

        return play

    return rewired(patch, dk.game("souls", 6, grid=3, depth=5), "toll", play=under)


@mutant
def a_beaten_token_stays(patch):
    def stay(game, before, state):
        return state.but(tokens=before.tokens)

    return rewired(patch, dk.game("souls", 6, grid=3, depth=5), "battle", play=after(stay))


@mutant
def rests_are_not_counted(patch):
    return rewired(
        patch, dk.game("souls", 2), "attack", play=after(lambda game, old, new: new if new.over else new.but(idle=0))
    )


# ---- Hearts ----------------------------------------------------------------------------------------------------

broken_rule("hearts", "spades are trump", strength=lambda card, led: card.rank + 100 * (card.suit == "spades"))
broken_rule(
    "hearts",
    "any club of whoever leads may open",
    tier=hearts_tier(lambda card, led, any_club, **rest: {"any_club": True}),
)
broken_rule("hearts", "hearts may be led at once", tier=hearts_tier(lambda card, led, **rest: {"broken": True}))
broken_rule("hearts", "hearts are never broken", tier=hearts_tier(lambda card, led, **rest: {"broken": False}))
broken_rule("hearts", "points in the first trick", tier=hearts_tier(lambda card, led, **rest: {"clean_start": False}))
broken_rule(
    "hearts",
    "the moon is for thirteen hearts without the queen",
    hand_points=hearts_score(
        lambda points, taken, everything: (
            (0, everything, everything, everything) if sum(c.suit == "hearts" for c in taken[0]) == 13 else points
        )
    ),
)
broken_rule(
    "hearts",
    "the shooter of the moon counts all",
    hand_points=hearts_score(lambda points, taken, everything: points, moon="none"),
)
broken_rule(
    "hearts",
    "the ace of hearts counts double",
    hand_points=hearts_score(
        lambda points, taken, everything: tuple(
            own + (dk.card("A hearts") in cards) for own, cards in zip(points, taken, strict=True)
        )
    ),
)


@mutant
def hearts_are_passed_right_first(patch):
    patch.setattr(hearts, "DIRECTIONS", ("right", "left", "across", None))
    return refamilied(patch, dk.game("hearts"))


@mutant
def hearts_are_passed_in_every_hand(patch):
    patch.setattr(hearts, "DIRECTIONS", ("left", "right", "across", "left"))
    return refamilied(patch, dk.game("hearts"))


@mutant
def a_passed_card_stays_behind_too(patch):
    def keep(game, before, state):
        mine = tuple(sorted({*state.hands[0], *state.given[0]}))
        return state.but(hands=put(state.hands, 0, mine)) if state.phase == "tricks" else state

    return rewired(patch, dk.game("hearts"), "exchange", play=after(keep))


@mutant
def the_highest_total_of_hearts_wins(patch):
    def highest(game, before, state):
        return state.but(winners=leaders(state.scores)) if state.over else state

    return rewired(patch, dk.game("hearts"), "score", begin=after(highest))


@mutant
def the_dealers_left_opens_hearts(patch):
    return rewired(
        patch,
        dk.game("hearts"),
        "tricks",
        begin=after(lambda game, old, new: new.but(leader=game.left(new.dealer), to_move=game.left(new.dealer))),
    )


# ---- Spades ----------------------------------------------------------------------------------------------------

broken_rule("spades", "spades are no trump", strength=lambda card, led: card.rank * (card.suit == led))
broken_rule("spades", "spades may be led at once", tier=lambda card, led, broken: spades.tier(card, led, True))
broken_rule("spades", "spades wait for ever", tier=lambda card, led, broken: spades.tier(card, led, False))
broken_rule(
    "spades",
    "a missed bid costs nothing",
    side_score=spades_score(lambda bids, tricks, scored: scored if sum(tricks) >= sum(bids) else (0, 0)),
)
broken_rule(
    "spades",
    "a failed nil costs nothing",
    side_score=spades_score(
        lambda bids, tricks, scored: (
            scored[0] + sum(100 for bid, won in zip(bids, tricks, strict=True) if bid == 0 < won),
            scored[1],
        )
    ),
)
broken_rule(
    "spades", "tricks over the bid are no bags", side_score=spades_score(lambda bids, tricks, scored: (scored[0], 0))
)


@mutant
def partners_bid_more_than_there_is(patch):
    def any_bid(own):
        return lambda game, state: tuple(Move("bid", count) for count in range(14))

    return rewired(patch, dk.game("spades"), "bid", legal=any_bid)


@mutant
def each_partner_keeps_own_bags(patch):
    def apart(game, before, state):
        return state.but(bags=put(state.bags, 0, 0))

    return rewired(patch, dk.game("spades"), "score", begin=after(apart))


@mutant
def bags_of_spades_are_never_settled(patch):
    def heap(own):
        def score(game, state):
            new = own(game, state)
            event = next(event for event in reversed(new.log) if type(event).__name__ == "Scored")
            over = [
                max(0, state.won[seat] + state.won[(seat + 2) % 4] - state.bids[seat] - state.bids[(seat + 2) % 4])
                for seat in range(4)
            ]
            return new.but(bags=tuple(map(sum, zip(state.bags, over, strict=True)))) if event else new

        return score

    return rewired(patch, dk.game("spades"), "score", begin=heap)


@mutant
def spades_are_played_beyond_the_target(patch):
    def on(own):
        def score(game, state):
            new = own(game, state)
            return game.enter(new.but(round=state.round + 1, winners=()), "deal") if new.over and new.round < 9 else new

        return score

    return rewired(patch, dk.game("spades", target=50), "score", begin=on)


# ---- Oh Hell ---------------------------------------------------------------------------------------------------

broken_rule("oh_hell", "trump ignored", strength=lambda card, led, trump: card.rank * (card.suit == led))
broken_rule(
    "oh_hell",
    "a missed bid pays nothing",
    hand_score=lambda bid, tricks, trick_points, exact_bonus, penalty: (
        trick_points * tricks + exact_bonus if bid == tricks else 0
    ),
)
broken_rule(
    "oh_hell",
    "the bonus is for a bid made or passed",
    hand_score=lambda bid, tricks, trick_points, exact_bonus, penalty: (
        trick_points * tricks + exact_bonus * (tricks >= bid)
    ),
)


@mutant
def the_hook_binds_nobody(patch):
    def free(own):
        return lambda game, state: tuple(Move("bid", bid) for bid in range(len(state.hands[state.to_move]) + 1))

    return rewired(patch, dk.game("oh_hell"), "bid", legal=free)


@mutant
def the_hands_of_oh_hell_do_not_grow_again(patch):
    sizes = oh_hell.hand_sizes
    patch.setattr(oh_hell, "hand_sizes", lambda most, course="down_up": sizes(most, "down") + (1,) * (most - 1))
    return refamilied(patch, dk.game("oh_hell"))


@mutant
def oh_hell_stops_at_one_card(patch):
    sizes = oh_hell.hand_sizes
    patch.setattr(oh_hell, "hand_sizes", lambda most, course="down_up": sizes(most, "down"))
    return refamilied(patch, dk.game("oh_hell"))


@mutant
def the_card_turned_up_is_dealt_too(patch):
    def hold(game, before, state):
        hand = (state.turned, *state.hands[0][1:])
        return state.but(hands=put(state.hands, 0, hand), pack=(*state.pack, state.hands[0][0]))

    return rewired(patch, dk.game("oh_hell"), "deal", begin=after(hold))


# ---- Whist -----------------------------------------------------------------------------------------------------

broken_rule("whist", "trump ignored", strength=lambda card, led, trump: card.rank * (card.suit == led))
broken_rule("whist", "every trick counts", side_points=lambda tricks, book: tricks)
broken_rule("whist", "tricks short of the book cost", side_points=lambda tricks, book: tricks - book)


@mutant
def the_first_card_of_the_pack_makes_trump(patch):
    def first(game, before, state):
        turned = state.hands[game.left(state.dealer)][0]
        return state.but(turned=turned, context=turned.suit)

    return rewired(patch, dk.game("whist"), "deal", begin=after(first))


@mutant
def partners_of_whist_count_apart(patch):
    def apart(own):
        def score(game, state):
            lone = state.but(won=tuple(2 * won for won in state.won))
            return own(game, lone)

        return score

    return rewired(patch, dk.game("whist"), "score", begin=apart)


@mutant
def neighbours_are_partners_in_whist(patch):
    patch.setattr(whist, "partners", lambda players: ((0, 1), (2, 3)))
    return refamilied(patch, dk.game("whist"))


@mutant
def whist_ends_with_the_first_hand(patch):
    def end(game, before, state):
        return state if state.over else game.finish(state.but(round=before.round), leaders(state.scores))

    return rewired(patch, dk.game("whist"), "score", begin=after(end))


# ---- whatever the game -----------------------------------------------------------------------------------------


class Leaky(Game):
    def view(self, state, seat):
        return View(self, seat, super().view(state, seat).state.but(hands=state.hands))


class ShowsThePack(Game):
    def view(self, state, seat):
        return View(self, seat, super().view(state, seat).state.but(pack=state.pack))


class TellsWhoHolds(Game):
    def why_not(self, state, move):
        said = super().why_not(state, move)
        return said and f"{said} Seat 0 holds {state.hands[0][0] if state.hands[0] else 'nothing'}."


def as_kind(kind, game):
    return kind(game.family, game.players, game.params)


@mutant
def a_view_leaks_the_hands(patch):
    return as_kind(Leaky, dk.game("janken"))


@mutant
def a_view_leaks_the_pack(patch):
    return as_kind(ShowsThePack, dk.game("reds"))


@mutant
def a_refusal_tells_what_another_holds(patch):
    return as_kind(TellsWhoHolds, dk.game("trick_party"))


@mutant
def legal_moves_depend_on_other_hands(patch):
    def peek(own):
        def legal(game, state):
            offered = own(game, state)
            return offered if len(state.hands[0]) % 2 or state.hands[0][0].rank > 6 else offered[:1]

        return legal

    return rewired(patch, dk.game("trick_party"), "tricks", legal=peek)


@mutant
def a_bot_rolls_its_own_dice(patch):
    patch.setitem(dk.BOTS, "random", lambda view, legal, rng: random.choice(legal))
    return dk.game("reds")


@mutant
def a_bot_plays_what_it_may_not(patch):
    patch.setitem(dk.BOTS, "random", lambda view, legal, rng: Move("pass"))
    return dk.game("reds")


@mutant
def the_shuffle_rolls_its_own_dice(patch):
    patch.setattr(janken, "shuffled", lambda items, *key: tuple(random.sample(items, len(items))))
    return dk.game("janken")


@mutant
def the_line_forgets_the_last_move(patch):
    write = record.write_line
    from designkit import session

    patch.setattr(session, "write_line", lambda game, seed, choices: write(game, seed, choices[:-1]))
    return dk.game("reds")


@mutant
def bids_are_spelled_in_capitals(patch):
    def loud(own):
        return lambda game, state: tuple(Move("BID", move.what) for move in own(game, state))

    return rewired(patch, dk.game("reds"), "bid", legal=loud)


@mutant
def the_leader_is_forgotten(patch):
    finish = phases.finish_trick

    def wrong(game, state, *played):
        new = finish(game, state, *played)
        log = [
            Trick(**{**e.__dict__, "winner": (e.winner - e.leader) % game.players})
            if isinstance(e, Trick) and e.winner is not None and e not in state.log
            else e
            for e in new.log
        ]
        return new.but(log=tuple(log))

    patch.setattr(phases, "finish_trick", wrong)
    return dk.game("reds")


@mutant
def the_loser_leads(patch):
    def left(game, before, state):
        if state.phase != "tricks" or state.plays or state.round != before.round:
            return state
        return state.but(leader=game.left(state.leader), to_move=game.left(state.leader))

    return rewired(patch, dk.game("reapers"), "tricks", play=after(left))


@mutant
def the_last_trump_played_wins(patch):
    def last(plays, strength):
        able = [i for i, card in enumerate(plays) if strength(card) > 0]
        return able[-1] if able else None

    patch.setattr(tricks, "trick_winner", last)
    return dk.game("reapers")


@mutant
def the_reasons_forget_the_revolution(patch):
    class Plain(tricks.Tricks):
        def explain(self, plays, context):
            return (
                dataclasses.replace(self, turn=lambda mode, card: mode).explain(plays, context)
                if self.turn(False, plays[-1])
                else super().explain(plays, context)
            )

    own = dk.game("trick_party").family.tricks
    return refamilied(
        patch,
        dk.game("trick_party"),
        tricks=lambda game: Plain(**{f.name: getattr(own(game), f.name) for f in dataclasses.fields(tricks.Tricks)}),
    )


@mutant
def tricks_are_counted_for_the_leader(patch):
    def count(game, before, state):
        if state.won == before.won or state.phase != "tricks":
            return state
        return state.but(won=put(before.won, before.leader, before.won[before.leader] + 1))

    return rewired(patch, dk.game("janken"), "tricks", play=after(count))


@mutant
def a_card_is_taken_from_the_neighbours_hand(patch):
    def wrong(game, before, state):
        if state.phase != "tricks" or state.round != before.round or len(state.plays) != 1:
            return state
        seat, other = before.to_move, game.left(before.to_move)
        return state.but(hands=put(put(state.hands, seat, before.hands[seat]), other, state.hands[other][1:]))

    return rewired(patch, dk.game("reds"), "tricks", play=after(wrong))


@mutant
def only_the_first_card_of_the_suit_is_legal(patch):
    def first(hand, tier):
        return tricks_legal(hand, tier)[:1]

    tricks_legal = tricks.legal_plays
    patch.setattr(tricks, "legal_plays", first)
    return dk.game("reds")


@mutant
def the_last_bidder_may_be_left_without_a_bid(patch):
    def short(own):
        return lambda game, state: (
            () if state.to_move == state.dealer and sum(b or 0 for b in state.bids) > 9 else own(game, state)
        )

    return rewired(patch, dk.game("reds"), "bid", legal=short)


@mutant
def nobody_is_named_as_winner(patch):
    return rewired(patch, dk.game("trick_party"), "score", begin=after(lambda game, old, new: new.but(winners=())))


@mutant
def a_trick_is_not_logged(patch):
    def forget(game, before, state):
        return state.but(log=state.log[:-1]) if isinstance(state.log[-1], Trick) and state.phase == "tricks" else state

    return rewired(patch, dk.game("janken"), "tricks", play=after(forget))


@mutant
def the_log_is_cut_short(patch):
    return rewired(patch, dk.game("reds"), "tricks", play=after(lambda game, old, new: new.but(log=new.log[-20:])))
