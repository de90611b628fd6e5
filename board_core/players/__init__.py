"""The kinds of player."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .human import Human
    from .in_process import InProcessAI
    from .process import ProcessAI
    from .thinking import AITurn
    from .wrappers import Stepped
else:
    IMPORTED_LATER = {
        "AITurn": "thinking",
        "Human": "human",
        "InProcessAI": "in_process",
        "ProcessAI": "process",
        "Stepped": "wrappers",
    }
    """Names by the modules that are imported when one is wanted: a person needs no processes."""

    def __getattr__(name: str) -> object:
        if name not in IMPORTED_LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{IMPORTED_LATER[name]}", __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*globals(), *IMPORTED_LATER]


__all__ = ["AITurn", "Human", "InProcessAI", "ProcessAI", "Stepped"]
