"""Exercises about the games that all know: following suit, points to shun, partners, and trump that loses."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, product

from designkit.bots import BOTS
from designkit.cards import Card, cards
from designkit.events import Trick
from designkit.games import hearts, oh_hell, spades
from designkit.session import Session
from designkit.teach.common import first_lack, read_seed, some_cards, trick_rules, variant
from designkit.teach.core import Find, Fix, Numbers, Write, add
from designkit.teach.draws import Draws
from designkit.teach.kinds import CARDS, PAIR, WHOLE

WHIST = variant("whist")
FEW = tuple(card for card in WHIST.deck if card.rank in (2, 7, 14))
"""Three ranks of each suit: enough for every way of holding suits."""
MOST = 5
"""Bids and tricks up to here are asked."""


def _hands(numbers: Numbers) -> Iterator[tuple[tuple[Card, ...], str | None]]:
    asked = (None, numbers["led"])
    yield from ((hand, led) for size in (1, 2, 3) for hand in combinations(FEW, size) for led in asked)


def _legal(hand: Sequence[Card], led: str | None) -> tuple[Card, ...]:
    lead = next((card for card in WHIST.deck if card.suit == led), None)
    return trick_rules(WHIST).legal(hand, () if lead is None else (lead,), None)


def _bids(numbers: Numbers) -> Iterator[tuple[int, int]]:
    yield from sorted(product(range(13), range(13)), key=lambda pair: (max(pair), pair))


def _sides(numbers: Numbers) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    asked = sorted(product(range(MOST + 1), repeat=4), key=lambda four: (max(four), four))
    yield from (((one, other), (own, across)) for one, other, own, across in asked)


@lru_cache(maxsize=4096)
def _played(seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(trumps dealt, tricks won) by seat, when all play greedily."""
    session = Session(WHIST, seed)
    dealt = session.state
    trumps = tuple(sum(card.suit == dealt.context for card in hand) for hand in dealt.hands)
    session.play_out(BOTS["greedy"], random.Random(0), moves=sum(map(len, dealt.hands)))
    winners = [event.winner for event in session.state.log if isinstance(event, Trick)]
    return trumps, tuple(winners.count(seat) for seat in range(WHIST.players))


def _trump_lacks(numbers: Numbers, seed: int) -> str | None:
    trumps, won = _played(seed)
    most = max(trumps)
    seat = trumps.index(most)
    others = [own for other, own in enumerate(won) if other != seat]
    said = f"In deal {seed} seat {seat} holds {most} trumps"
    return first_lack(
        (
            (trumps.count(most) == 1, f"{said}, and another seat as many"),
            (won[seat] < min(others), f"{said} and wins {won[seat]} tricks; another seat wins {min(others)}"),
        )
    )


def _trump_rows(numbers: Numbers, seed: int) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    state = WHIST.new(seed)
    trumps, won = _played(seed)
    return tuple(
        (f"seat {seat}: trumps ({state.context}) {trumps[seat]}, tricks {won[seat]}", hand)
        for seat, hand in enumerate(state.hands)
    )


def _draw_seeds(draws: Draws) -> Numbers:
    first = draws.one_of(range(0, 100_000, 300))
    return {"first": first, "last": first + 299}


def _seeds(numbers: Numbers) -> range:
    return range(numbers["first"], numbers["last"] + 1)


def _draw_sides(draws: Draws) -> Numbers:
    return {
        "slip": draws.one_of(range(3)),
        "trick_points": draws.one_of(range(5, 16)),
        "over_points": draws.one_of(range(1, 4)),
        "nil_points": draws.one_of(range(50, 151, 10)),
    }


add(
    Write(
        id="follow-suit",
        title="What may be played?",
        game="whist",
        numbers=lambda draws: {"led": draws.one_of(("clubs", "diamonds", "hearts", "spades"))},
        text=(
            "Write `legal_plays(hand, led)`: it gets the cards of a hand and the suit that was led (None when you lead yourself), and "
            "answers the list of cards that may be played in Whist. Who holds the suit led must follow it; who does not may play "
            "anything. Your cases ask about {led} led, and about leading."
        ),
        hints=(
            "There are three situations: leading, holding the suit led, and not holding it.",
            "`[card for card in hand if card.suit == led]` may be empty; what then?",
        ),
        name="legal_plays",
        asks=("hand", "led"),
        rule=lambda numbers: _legal,
        answers=CARDS,
        example=lambda numbers: (cards(f"7 clubs, 9 diamonds, 4 hearts, Q spades, 2 {numbers['led']}"), numbers["led"]),
        small=_hands,
        counted="hands of up to three cards of the ranks 2, 7 and A",
        large=lambda numbers: some_cards(WHIST.deck, 4, 13).map(lambda drawn: (*drawn, numbers["led"])),
        drawn="bigger ones that were drawn",
    ),
    Find(
        id="whist-trump-loses",
        title="Find a deal in which trump loses",
        game="whist",
        numbers=_draw_seeds,
        text=(
            "Trump wins tricks, so a seat with many trumps should win many. Not always: among the seeds {first} to {last} of "
            "Whist, find a deal in which one seat holds more trumps than any other and wins fewer tricks than any other, when "
            "all play greedily. `session = dk.Session(dk.game('whist'), seed)` deals, `session.state.context` is trump, "
            "`session.play_out(dk.BOTS['greedy'], random.Random(0), moves=52)` (after `import random`) plays the deal to its "
            "end, and the entries of `session.state.log` that are a `designkit.events.Trick` have a `winner`."
        ),
        hints=(
            "Count the trumps of each hand before you play on; afterwards the hands are empty.",
            "Write a function of a seed that answers (trumps, tricks) by seat, look at a few, then let a loop search.",
        ),
        reads=lambda numbers, answer: read_seed(_seeds(numbers), answer),
        lacks=_trump_lacks,
        draws=_trump_rows,
        among=_seeds,
        counted="deals",
    ),
    Fix(
        id="hearts-points",
        title="Mend the points of a card",
        game="hearts",
        numbers=lambda draws: {
            "slip": draws.one_of(range(3)),
            "queen_points": draws.one_of(range(12, 18)),
            "jack_bonus": draws.one_of(range(5, 12)),
        },
        text=(
            "In Hearts every heart counts a point against you, and the queen of spades {queen_points}; in your game the jack of "
            "diamonds takes {jack_bonus} off. Other cards count nothing. The function has one slip: copy it, mend it, and "
            "check it."
        ),
        hints=("What should this one card count?", "Is it a sign, a suit, or the wrong number?"),
        name="card_points",
        asks=("card",),
        rule=lambda numbers: partial(
            hearts.card_points, queen_points=numbers["queen_points"], jack_bonus=numbers["jack_bonus"]
        ),
        answers=WHOLE,
        example=lambda numbers: (cards("7 hearts")[0],),
        small=lambda numbers: ((card,) for card in hearts.deck()),
        counted="cards",
        source=hearts.card_points,
        slips=(
            ("return -jack_bonus", "return jack_bonus"),
            ("card.suit == 'hearts'", "card.suit != 'hearts'"),
            ("return queen_points", "return jack_bonus"),
        ),
        needs="from designkit.games.hearts import JACK, QUEEN",
    ),
    Fix(
        id="oh-hell-scoring",
        title="Mend the score of an exact bid",
        game="oh_hell",
        numbers=lambda draws: {
            "slip": draws.one_of(range(3)),
            "trick_points": draws.one_of(range(2, 6)),
            "exact_bonus": draws.one_of(range(6, 15)),
            "penalty": True,
        },
        text=(
            "An exact bid in Oh Hell pays {trick_points} a trick and {exact_bonus} more. Any other costs {trick_points} for each "
            "trick that it is away from the bid, over or under. The function has one slip: copy it, mend it, and check it."
        ),
        hints=(
            "How far is the case from its bid?",
            "Over and under cost the same; nothing is ever won by a missed bid.",
        ),
        name="hand_score",
        asks=("bid", "tricks"),
        rule=lambda numbers: partial(
            oh_hell.hand_score, trick_points=numbers["trick_points"], exact_bonus=numbers["exact_bonus"], penalty=True
        ),
        answers=WHOLE,
        example=lambda numbers: (2, 2),
        small=_bids,
        counted="bids with every number of tricks up to 12",
        source=oh_hell.hand_score,
        slips=(
            ("abs(tricks - bid)", "(tricks - bid)"),
            ("if tricks == bid:", "if tricks >= bid:"),
            ("-trick_points * abs", "trick_points * abs"),
        ),
    ),
    Fix(
        id="spades-partners",
        title="Mend the score of two partners",
        game="spades",
        numbers=_draw_sides,
        text=(
            "Two partners in Spades add their bids and their tricks. Together they win {trick_points} for each trick bid if they "
            "make it, and lose as much if not; each trick over brings {over_points} and a bag. Each bid of 0 by itself wins "
            "{nil_points} without a trick and loses {nil_points} with one. `side_score(bids, tricks)` gets two numbers of each, "
            "answers (points, bags), and has one slip: copy it, mend it, and check it."
        ),
        hints=(
            "Add up both bids and both tricks first, then the bids of 0.",
            "Is it the made bid, the missed one, or the bid of 0 that goes wrong?",
        ),
        name="side_score",
        asks=("bids", "tricks"),
        rule=lambda numbers: partial(
            spades.side_score, **{name: numbers[name] for name in ("trick_points", "over_points", "nil_points")}
        ),
        answers=PAIR,
        example=lambda numbers: ((3, 4), (5, 3)),
        small=_sides,
        counted=f"bids and tricks of two partners up to {MOST}",
        source=spades.side_score,
        slips=(
            ("if own == 0 else", "if own != 0 else"),
            ("if won < bid:", "if won <= bid:"),
            ("nils - trick_points * bid, 0", "nils - trick_points * won, 0"),
        ),
    ),
)
