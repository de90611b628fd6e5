"""Tools for authors of players: examine, time, test and train them.

``doctor`` makes the report card of ``board check``, ``bench`` times moves, ``trials`` and
``pytest_plugin`` test an AI, ``analysis`` and ``coach`` judge games, ``conformance`` tries the
rules of a game. May import ``match`` and what is below. Read first: ``trials.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from .coach import coach
    from .pettingzoo import ChessEnv
    from .testing import FakeTime, ScriptedPlayer, check_rules, play_script
    from .trials import assert_beats, assert_moves, assert_plays_legally
else:
    IMPORTED_LATER = {
        ".coach": "coach",
        ".pettingzoo": "ChessEnv",
        ".testing": "FakeTime ScriptedPlayer check_rules play_script",
        ".trials": "assert_beats assert_moves assert_plays_legally",
    }
    """Names by the modules that are imported when one is wanted: most need no review."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "ChessEnv",
    "FakeTime",
    "ScriptedPlayer",
    "assert_beats",
    "assert_moves",
    "assert_plays_legally",
    "check_rules",
    "coach",
    "play_script",
]
