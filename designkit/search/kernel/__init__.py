"""The search's kernel: redeals what a seat cannot see, plays hands on from the middle, and grows the tree of plays."""

from designkit.search.kernel.deals import redealt
from designkit.search.kernel.fitting import fitted, odd_plays
from designkit.search.kernel.playing import learn, playouts, trials
from designkit.search.kernel.shapes import BID, DRAFT, EXCHANGE, PLAY, WAGER, Ends, Spot, Tree, ends, tree

__all__ = [
    "BID",
    "DRAFT",
    "EXCHANGE",
    "PLAY",
    "WAGER",
    "Ends",
    "Spot",
    "Tree",
    "ends",
    "fitted",
    "learn",
    "odd_plays",
    "playouts",
    "redealt",
    "tree",
    "trials",
]
