"""Bidding tricks and playing for the bid, by what each number of tricks would pay."""

from collections.abc import Callable, Sequence
from functools import cache

from designkit.bots.chances import Will, chance_later, chance_now, law
from designkit.bots.reading import Reading, plan_of
from designkit.cards import Card, shuffled, without
from designkit.game import Game
from designkit.moves import Move

Pay = Callable[[int], float]
"""What a number of tricks pays in the end."""
STEERED = 1.6
"""How much surer a player is of its aim than cards that win by chance."""


def pays(game: Game) -> Callable[[int, int], float]:
    """What a bid pays with a number of tricks won, by the rules in force.

    >>> import designkit as dk
    >>> pay = pays(dk.game("reds"))
    >>> pay(2, 2), pay(2, 3), pay(0, 0)
    (11, 7, 10)
    """
    plan = plan_of(game)
    return cache(lambda bid, won: plan.own(bid, won, ())[0])


def kept_chances(reading: Reading, kept: Sequence[Card], scale: float = 1.0) -> list[float]:
    """The chance of each card of a hand to win a later trick."""
    return [min(1.0, scale * chance_later(reading, card, without(kept, [card]))) for card in kept]


SAMPLES = 8
"""Hands of unseen cards that tell how many tricks chances promise to an average hand."""


def fair_scale(reading: Reading) -> float:
    """What to multiply chances by so that hands dealt at random are promised their share of the tricks."""
    size = len(reading.hand)
    hands = [shuffled(reading.unseen, sample)[:size] for sample in range(SAMPLES)]
    promised = sum(sum(kept_chances(reading, hand)) for hand in hands) / sum(map(len, hands))
    return 1 / (reading.game.players * promised) if promised else 1.0


def steered(chances: Sequence[float]) -> list[float]:
    """How many tricks a hand wins when its player steers it: the likely numbers are likelier than by chance alone."""
    raised = [chance**STEERED for chance in law(chances)]
    whole = sum(raised)
    return [chance / whole for chance in raised]


def best_bid(chances: Sequence[float], legal: Sequence[Move], pay: Callable[[int, int], float]) -> Move:
    """The bid that pays most on average; `pay` is asked with a bid and the tricks won."""
    tricks = steered(chances)
    return max(legal, key=lambda move: sum(chance * pay(move.number, won) for won, chance in enumerate(tricks)))


def average(tricks: Sequence[float], pay: Pay, already: int) -> float:
    """What the tricks still to come pay on average, on top of those won already."""
    return sum(chance * pay(already + more) for more, chance in enumerate(tricks))


def needing(reading: Reading, hidden: float = 0.6) -> Will:
    """A seat that is short of its bid takes what it can, one that has made it ducks; an unknown bid is in between."""
    state = reading.state

    def will(seat: int) -> float:
        bid = state.bids[seat]
        return hidden if bid is None else 0.95 if state.won[seat] < bid else 0.2

    return will


def play_for(reading: Reading, legal: Sequence[Move], pay: Pay, will: Will) -> Move:
    """The card after which the tricks to come pay most: it wins now by its chance, and those kept win later by theirs."""
    won = reading.state.won[reading.seat]

    def worth(move: Move) -> float:
        kept = without(reading.hand, move.cards)
        tricks = law(kept_chances(reading, kept))
        now = chance_now(reading, move.cards[0], will)
        return now * average(tricks, pay, won + 1) + (1 - now) * average(tricks, pay, won)

    return max(legal, key=worth)
