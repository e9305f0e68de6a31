"""Pages of their own, served on this machine alone: the card table, the checks."""

import socket
from collections.abc import Callable
from typing import Any

from designkit.errors import DesignkitError
from designkit.game import Game
from designkit.views.desk import Desk
from designkit.views.table import panel_table

ADDRESS = "127.0.0.1"
_PAGE = """
html { background: #fbfaf6; }
body { margin: 0; padding: 6px; }
@media (prefers-color-scheme: dark) {
  html, body { background: #16191d; }
  :root { color-scheme: dark; --design-background-color: #1c2025; --design-background-text-color: #eceff2;
    --design-surface-color: #2a2f36; --design-surface-text-color: #eceff2; --design-secondary-color: #343a42;
    --design-secondary-text-color: #eceff2; --panel-border-color: #4a525c; }
}
"""


def page(game: Game, seed: int = 0) -> Any:
    """A table for one visitor: every page that is opened has its own game."""
    return panel_table(Desk(game, seed))


def free_port(port: int = 0) -> int:
    """The port if nothing listens on it, or any free one for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            raise DesignkitError(
                f"Port {port} cannot be used ({error.strerror}); choose another with --port."
            ) from None
        return int(probe.getsockname()[1])


def serve(made: Callable[[], Any], title: str, port: int = 0, browser: bool = True, wait: bool = True) -> Any:
    """Serve a page on loopback, made anew for every visitor, and open it; a port of 0 takes any free one."""
    import panel

    port = free_port(port)
    panel.config.raw_css.append(_PAGE)
    return panel.serve(
        {"/": made},
        address=ADDRESS,
        port=port,
        websocket_origin=[f"{ADDRESS}:{port}", f"localhost:{port}"],
        title=f"designkit: {title}",
        show=browser,
        threaded=not wait,
        verbose=wait,
    )
