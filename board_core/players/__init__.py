"""The kinds of player."""

from .human import Human
from .in_process import InProcessAI
from .process import ProcessAI
from .thinking import AITurn
from .wrappers import Stepped

__all__ = ["AITurn", "Human", "InProcessAI", "ProcessAI", "Stepped"]
