"""Ends several players at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable

from board_core.player import Player

log = logging.getLogger(__name__)


def close_together(players: Iterable[Player]) -> None:
    """Whoever waits for their end waits for the slowest, and not for their sum.

    A player that fails in it is logged: it may be anyone's code.
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
