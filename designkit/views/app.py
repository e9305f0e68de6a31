"""The card table as a page of its own, served on this machine alone."""

import socket
from typing import Any

from designkit.game import Game
from designkit.views.desk import Desk
from designkit.views.table import panel_table

ADDRESS = "127.0.0.1"
_PAGE = """
html { background: #fbfaf6; }
body { margin: 0; padding: 6px; }
@media (prefers-color-scheme: dark) { html, body { background: #16191d; } }
"""


def page(game: Game, seed: int = 0) -> Any:
    """A table for one visitor: every page that is opened has its own game."""
    return panel_table(Desk(game, seed))


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind((ADDRESS, 0))
        return int(probe.getsockname()[1])


def serve(game: Game, seed: int = 0, port: int = 0, browser: bool = True, wait: bool = True) -> Any:
    """Serve the table on loopback and open it; a port of 0 takes any free one."""
    import panel

    port = port or free_port()
    panel.config.raw_css.append(_PAGE)
    return panel.serve(
        {"/": lambda: page(game, seed)},
        address=ADDRESS,
        port=port,
        websocket_origin=[f"{ADDRESS}:{port}", f"localhost:{port}"],
        title="designkit: the card table",
        show=browser,
        threaded=not wait,
        verbose=True,
    )
