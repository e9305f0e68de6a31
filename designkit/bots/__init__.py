"""Bots: functions (view, legal, rng) -> move that know no more than their seat; `BOTS` names them."""

from designkit.bots.heuristic import heuristic_bot
from designkit.bots.plain import PLAIN
from designkit.bots.simple import random_bot
from designkit.session import Bot

BOTS: dict[str, Bot] = {"random": random_bot, **PLAIN, "heuristic": heuristic_bot}
