"""Host one game: rules, clock, players, events, the pure referee, and the game's thread.

May import ``files`` and what is below. Read first: ``rules.py``, then
``clock.py``, ``player.py``, ``events.py``, ``referee.py`` and ``game.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from .clock import clock_addition
    from .own_process import host_games_only
    from .referee import Explained, GameSettings, Ready, Referee, Replied, Tick
    from .view import View, first_view
    from .words import Words
else:
    IMPORTED_LATER = {
        ".clock": "clock_addition",
        ".own_process": "host_games_only",
        ".referee": "Explained GameSettings Ready Referee Replied Tick",
        ".view": "View first_view",
        ".words": "Words",
    }
    """Names by the modules that are imported when one is wanted."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "Explained",
    "GameSettings",
    "Ready",
    "Referee",
    "Replied",
    "Tick",
    "View",
    "Words",
    "clock_addition",
    "first_view",
    "host_games_only",
]
