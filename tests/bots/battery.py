"""What every bot must pass, in any game: legal moves, the same ones from the same chance, nothing seen or changed in secret."""

import copy
import random
from itertools import islice

import designkit as dk
from designkit.invariants.hidden import shuffled_unseen


def decisions(game, seed, most):
    """States of a game played at random in which a seat has a choice, spread over the whole of it."""
    session = dk.Session(game, seed).play_out(dk.BOTS["random"], random.Random(seed), 400)
    open_to = [state for state in session.states if not state.over and len(game.legal(state)) > 1]
    step = max(1, len(open_to) // most)
    return list(islice(open_to[seed % step :: step], most))


def asked(bot, game, state, chance=1):
    return bot(game.view(state, state.to_move), game.legal(state), random.Random(chance))


def makes_legal_moves(bot, game, state):
    move = asked(bot, game, state)
    assert move in game.legal(state), f"{move} of {game.legal(state)}"


def is_reproducible(bot, game, state):
    assert asked(bot, game, state, 5) == asked(bot, game, state, 5)


def leaves_global_chance_alone(bot, game, state):
    random.seed(3)
    before = random.getstate()
    asked(bot, game, state)
    assert random.getstate() == before


def is_indifferent_to_hidden_cards(bot, game, state):
    other = shuffled_unseen(game, state, state.to_move, random.Random(state.seed))
    assert asked(bot, game, state) == asked(bot, game, other)


def changes_nothing(bot, game, state):
    view, legal = game.view(state, state.to_move), game.legal(state)
    before = copy.deepcopy((view.state, legal))
    bot(view, legal, random.Random(1))
    assert (view.state, legal) == before


def offers_may_come_as_a_list(bot, game, state):
    legal = list(game.legal(state))
    assert bot(game.view(state, state.to_move), legal, random.Random(2)) in legal


BATTERY = [
    makes_legal_moves,
    is_reproducible,
    leaves_global_chance_alone,
    is_indifferent_to_hidden_cards,
    changes_nothing,
    offers_may_come_as_a_list,
]
