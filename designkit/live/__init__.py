"""Work in the background, and the work that matters most: asking a game's invariants until one breaks."""

from designkit.live.check import Check, check
from designkit.live.job import Job, Stopped
from designkit.live.rows import Counterexample, Row
from designkit.live.threads import TooLong, stop

__all__ = ["Check", "Counterexample", "Job", "Row", "Stopped", "TooLong", "check", "stop"]
