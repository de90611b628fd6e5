"""Host one game: rules, clock, players, events, the pure referee, and the game's thread.

May import ``files`` and what is below. Read first: ``rules.py``, then
``clock.py``, ``player.py``, ``events.py``, ``referee.py`` and ``game.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

from .absence import Missed
from .clock import BadTimeControl, clock_addition
from .player import CannotTakeBack
from .rules import AmbiguousMove, MoveList

if TYPE_CHECKING:
    from .bus import EventBus, Mailbox
    from .game import CannotBegin
    from .own_process import host_games_only
    from .played_game import PlayedMove
    from .referee import Explained, GameSettings, Ready, Referee, Replied, Tick
    from .timesource import RealTime, TimeSource
    from .view import first_view
else:
    IMPORTED_LATER = {
        ".bus": "EventBus Mailbox",
        ".game": "CannotBegin",
        ".own_process": "host_games_only",
        ".played_game": "PlayedMove",
        ".referee": "Explained GameSettings Ready Referee Replied Tick",
        ".timesource": "RealTime TimeSource",
        ".view": "first_view",
    }
    """Names by the modules that are imported when one is wanted."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "AmbiguousMove",
    "BadTimeControl",
    "CannotBegin",
    "CannotTakeBack",
    "EventBus",
    "Explained",
    "GameSettings",
    "Mailbox",
    "Missed",
    "MoveList",
    "PlayedMove",
    "Ready",
    "RealTime",
    "Referee",
    "Replied",
    "Tick",
    "TimeSource",
    "clock_addition",
    "first_view",
    "host_games_only",
]
