"""The kinds of player."""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from .human import Human
    from .in_process import InProcessAI
    from .process import ProcessAI
    from .thinking import AITurn
    from .wrappers import Stepped
else:
    IMPORTED_LATER = {
        "AITurn": ".thinking",
        "Human": ".human",
        "InProcessAI": ".in_process",
        "ProcessAI": ".process",
        "Stepped": ".wrappers",
    }
    """Names by the modules that are imported when one is wanted: a person needs no processes."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = ["AITurn", "Human", "InProcessAI", "ProcessAI", "Stepped"]
