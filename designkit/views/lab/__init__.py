"""The playtest lab to look at: `lab()` in a notebook, `app()` as a page; one `Board` knows what to do and what to show."""

from designkit.views.lab.board import Board
from designkit.views.lab.page import app, lab

__all__ = ["Board", "app", "lab"]
