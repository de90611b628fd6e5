"""Ends several players at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from board_core.game.player import Player

log = logging.getLogger(__name__)


@contextmanager
def closed_together() -> Iterator[list[Player]]:
    """Give a list for players as they are made, and close them all at its end."""
    made: list[Player] = []
    try:
        yield made
    finally:
        close_together(made)


def close_together(players: Iterable[Player]) -> None:
    """Close players side by side, which takes as long as the slowest of them.

    A player that raises is logged: it may be anyone's code.
    """
    threads = [
        threading.Thread(target=_close, args=[player], name=f"end of {player.name}", daemon=True)
        for player in players
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _close(player: Player) -> None:
    try:
        player.close()
    except Exception:
        log.exception("%s could not be closed", player.name)
