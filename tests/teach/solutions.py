"""Solutions of the exercises, kept out of the package: each takes a student's numbers and gives an answer that passes."""

import random

import designkit as dk
from designkit.events import Trick


def best(plays, key):
    """The place of the highest key, those without one left out."""
    keyed = [(key(card), place) for place, card in enumerate(plays) if key(card) is not None]
    return max(keyed)[1] if keyed else None


def reds_winner(numbers):
    anti = numbers["anti"]

    def trick_winner(plays):
        led = plays[0].suit
        suits = {card.suit for card in plays}
        if "diamonds" in suits:
            winning = "diamonds"
        elif led == anti:
            winning = numbers["other"] if numbers["other"] in suits else anti
        else:
            winning = led
        return best(plays, lambda card: card.rank if card.suit == winning else None)

    return trick_winner


def reds_scoring(numbers):
    def hand_score(bid, tricks):
        if tricks < bid:
            return numbers["under_points"] * tricks
        if tricks > bid:
            return numbers["trick_points"] * bid + numbers["over_points"] * (tricks - bid)
        return numbers["nil_points"] if bid == 0 else numbers["trick_points"] * bid + numbers["exact_bonus"]

    return hand_score


def reds_deal(numbers):
    game = dk.game("reds", numbers["players"])
    for seed in range(numbers["first"], numbers["last"] + 1):
        state = game.new(seed)
        hand = state.hands[numbers["seat"]]
        if state.context == numbers["anti"] and all(card.suit != "diamonds" for card in hand):
            return seed
    return None


def reapers_prize(numbers):
    def prize(plays):
        cards = [card for card in plays if card.suit != "reaper"]
        if numbers["equals"] == "last":
            cards = cards[::-1]
        demons = [card for card in cards if card.rank == 11]
        return demons[0] if demons else min(cards, key=lambda card: card.rank, default=None)

    return prize


def reapers_points(numbers):
    def hand_points(pile):
        ranks = sorted(card.rank for card in pile if card.suit != "reaper" and card.rank < 11)
        demons = sum(1 for card in pile if card.suit != "reaper" and card.rank == 11)
        total = 0
        while ranks:
            total += ranks.pop() * (numbers["demon_factor"] if demons > 0 else 1)
            demons -= 1
        return total

    return hand_points


def reapers_demon(numbers):
    return f"9 {numbers['led']}, Demon {numbers['led']}, 2 {numbers['trump']}"


def party_winner(numbers):
    def trick_winner(plays):
        turned = sum(card.suit != "purple" and card.rank in numbers["revolution_numbers"] for card in plays) % 2
        winning = "purple" if any(card.suit == "purple" for card in plays) else plays[0].suit
        return best(plays, lambda card: (-card.rank if turned else card.rank) if card.suit == winning else None)

    return trick_winner


def party_trump_loses(numbers):
    return [dk.Card(numbers["led"], numbers["revolution_numbers"][0]), numbers["loser"], dk.card("1 purple")]


def janken_winner(numbers):
    circle = ["paper", "lizard", "scissors", "rock", "water"]

    def trick_winner(plays):
        rocks = [card for card in plays if card.suit == "rock"]
        if numbers["rock_breaks"] and rocks:
            return plays.index(max(rocks))
        way = -1 if any(card.rank == 1 for card in plays) else 1
        start = circle.index(plays[0].suit)
        strong = {circle[(start + way * step) % 5]: step for step in range(3)}
        return best(plays, lambda card: (strong[card.suit], card.rank) if card.suit in strong else None)

    return trick_winner


def janken_scoring(numbers):
    def hand_score(bid, tricks):
        if bid == 0:
            return (0, tricks) if tricks else (numbers["nil_points"], 0)
        if tricks < bid:
            return 0, 0
        return numbers["trick_points"] * bid + numbers["over_points"] * (tricks - bid), tricks - bid

    return hand_score


def janken_joker(numbers):
    circle = ["paper", "lizard", "scissors", "rock", "water"]
    led = circle.index(numbers["led"])
    return f"7 {circle[led]}, 9 {circle[led - 1]}, Joker {circle[led - 2]}"


def souls_beats(numbers):
    worth = {
        11: numbers["court_value"],
        12: numbers["court_value"],
        13: numbers["court_value"],
        14: numbers["ace_value"],
    }

    def rank(card):
        return 15 if card.suit == "joker" else card.rank

    def value(cards):
        return sum(
            numbers["joker_value"] if card.suit == "joker" else worth.get(card.rank, card.rank) for card in cards
        )

    def beats(play, top):
        on_top, laid = sorted(map(rank, top)), sorted(map(rank, play))
        if on_top in ([15], [14, 15], [15, 15]):
            return laid == [2] * len(top)
        if on_top == [2, 2] and len(play) == 1:
            return False
        if len(play) == len(top) == 1:
            return laid > on_top
        return value(play) > value(top)

    return beats


def souls_points(numbers):
    worth = {11: numbers["court_value"], 12: numbers["court_value"], 13: numbers["court_value"], 14: 11}

    def pile_points(pile, own):
        counted = [card for card in pile if card.deck != own]
        return sum(
            numbers["joker_points"] if card.suit == "joker" else worth.get(card.rank, card.rank) for card in counted
        )

    return pile_points


def souls_pair(numbers):
    low = numbers["below"][1].rank
    return f"Q clubs, {low + 1} hearts"


def follow_suit(numbers):
    def legal_plays(hand, led):
        return [card for card in hand if card.suit == led] or hand

    return legal_plays


def whist_trump_loses(numbers):
    for seed in range(numbers["first"], numbers["last"] + 1):
        session = dk.Session(dk.game("whist"), seed)
        trumps = [sum(card.suit == session.state.context for card in hand) for hand in session.state.hands]
        session.play_out(dk.BOTS["greedy"], random.Random(0), moves=52)
        winners = [event.winner for event in session.state.log if isinstance(event, Trick)]
        won = [winners.count(seat) for seat in range(4)]
        seat = trumps.index(max(trumps))
        if trumps.count(max(trumps)) == 1 and won.count(min(won)) == 1 and won[seat] == min(won):
            return seed
    return None


def hearts_points(numbers):
    def card_points(card):
        special = {("spades", 12): numbers["queen_points"], ("diamonds", 11): -numbers["jack_bonus"]}
        return special.get((card.suit, card.rank), 1 if card.suit == "hearts" else 0)

    return card_points


def oh_hell_scoring(numbers):
    def hand_score(bid, tricks):
        away = abs(bid - tricks)
        return -numbers["trick_points"] * away if away else numbers["trick_points"] * bid + numbers["exact_bonus"]

    return hand_score


def spades_partners(numbers):
    def side_score(bids, tricks):
        points = 0
        for bid, won in zip(bids, tricks, strict=True):
            if bid == 0:
                points += -numbers["nil_points"] if won else numbers["nil_points"]
        over = sum(tricks) - sum(bids)
        made = numbers["trick_points"] * sum(bids)
        return (points - made, 0) if over < 0 else (points + made + numbers["over_points"] * over, over)

    return side_score


SOLUTIONS = {
    "reds-winner": reds_winner,
    "reds-scoring": reds_scoring,
    "reds-deal": reds_deal,
    "reapers-prize": reapers_prize,
    "reapers-points": reapers_points,
    "reapers-demon": reapers_demon,
    "party-winner": party_winner,
    "party-trump-loses": party_trump_loses,
    "janken-winner": janken_winner,
    "janken-scoring": janken_scoring,
    "janken-joker": janken_joker,
    "souls-beats": souls_beats,
    "souls-points": souls_points,
    "souls-pair": souls_pair,
    "follow-suit": follow_suit,
    "whist-trump-loses": whist_trump_loses,
    "hearts-points": hearts_points,
    "oh-hell-scoring": oh_hell_scoring,
    "spades-partners": spades_partners,
}
