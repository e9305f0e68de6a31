"""What the kernel is asked with and answers in: a decision as a seat knows it, the tree of plays, finished hands."""

from typing import NamedTuple

import numpy as np

from designkit.lab.batch import Array
from designkit.lab.jit import njit

inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For what only other compiled functions call: it compiles much sooner."""
within = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
"""For what every card of a playout asks: handing over so many arrays would cost more than the answer."""
DRAFT, WAGER, BID, EXCHANGE, PLAY = range(5)
LEADS, PLACE, PAIN, SHED, TAKE, SPARE = range(6)
"""What is asked of a card: the suit it leads, its place from the least worth to the most, what it costs who wins it, how
gladly it is thrown to a trick that another shall win, how gladly a trick is won with it that must be, and how easily it is
spared where a trick is wanted and cannot be had."""


class Spot(NamedTuple):
    """A seat's decision as it knows it; cards are places in the sorted deck, masks are two words."""

    seat: int
    stage: int
    dealer: int
    leader: int
    size: int
    """Cards in a hand at its beginning."""
    trick: int
    """Tricks played."""
    context: int
    situation: int
    eager: int
    """Whether tricks are wanted where no bid, wager or prize says."""
    sided: int
    """Whether seats play together."""
    side: Array
    ways: Array
    """(situation * suits + led, tier, 4): the masks of the cards of a tier, and of those that may be played with it."""
    cards: Array
    """(what is asked, card)."""
    painful: int
    """Whether some card costs who wins it."""
    reckons: int
    """Whether the playouts' players reckon with chances, and redeals fit what was played."""
    past: Array
    """The cards played in the hand, in order, where that is asked."""
    leaders: Array
    """Who led each of their tricks, the one that lies last."""
    begun: int
    """The situation in which the hand began."""
    lack: Array
    """(seat, word) cards that a seat has shown not to hold."""
    tally: Array
    """What each seat's prizes are worth so far."""
    prize_worth: Array
    prize_ruins: Array
    """Whether a prize keeps its winner from winning the game."""
    give: int
    give_to: int
    plays: Array
    """The trick that lies, with room for the rest of it."""
    laid: int
    held: Array
    """(seat, word) cards known to be held."""
    places: Array
    """Whose each unseen card is, slot by slot; the number of seats stands for nobody's."""
    may: Array
    """(place, word) the cards that can be there."""
    spent: Array
    """What the cards that each seat has played were worth."""
    bids: Array
    """Bids or places of wagers, as far as known."""
    said: Array
    """Whether a seat's bid or wager is known."""
    won: Array
    keys: Array
    """What each seat has kept."""
    grave: Array
    prizes: Array
    """The prize of each trick; those from the next trick on are not known."""
    unseen_prizes: Array
    piles: Array
    """(pile, word) the piles that lie."""
    pile_class: Array
    lying: int
    had: Array
    """(seat, size) piles taken."""
    order: Array
    """The seats that pick after this one."""


class Tree(NamedTuple):
    """Plays as nodes: the first is the decision, each other one a card played from the node above."""

    count: Array
    """How many nodes are in use."""
    first: Array
    next: Array
    card: Array
    by: Array
    visits: Array
    open: Array
    """How often the card was legal when its node was chosen from."""
    value: Array


class Ends(NamedTuple):
    """Finished hands, a row each, and the nodes that led there."""

    won: Array
    bids: Array
    keys: Array
    path: Array
    depth: Array


def ends(rows: int, players: int, moves: int) -> Ends:
    """Room for so many hands."""
    return Ends(
        won=np.zeros((rows, players), np.int16),
        bids=np.zeros((rows, players), np.int16),
        keys=np.zeros((rows, players), np.uint64),
        path=np.zeros((rows, moves + 1), np.int32),
        depth=np.zeros(rows, np.int32),
    )


def tree(nodes: int) -> Tree:
    """A tree of one node, with room for so many."""
    return Tree(
        count=np.ones(1, np.int64),
        first=np.zeros(nodes, np.int32),
        next=np.zeros(nodes, np.int32),
        card=np.zeros(nodes, np.uint8),
        by=np.full(nodes, -1, np.int8),
        visits=np.zeros(nodes, np.int32),
        open=np.zeros(nodes, np.int32),
        value=np.zeros(nodes, np.float64),
    )
