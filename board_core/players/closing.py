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
    """Yield a list to collect players in, and close them all at the end."""
    made: list[Player] = []
    try:
        yield made
    finally:
        close_together(made)


def close_together(players: Iterable[Player]) -> None:
    """Close players concurrently; this takes as long as the slowest one.

    An exception from a player, which may be third-party code, is logged.
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
