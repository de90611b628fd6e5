"""A side of the board: who plays it, and what its AI is doing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from board_core import Explanation
from board_core.match.player_spec import PlayerSpec

from .host import Tried


class Mode(Enum):
    """How a side is played; three for each side are the nine modes of the original."""

    PERSON = auto()
    AUTO = auto()  # the loaded AI
    BY_HAND = auto()  # the loaded AI, a move at a time, when somebody says so


class Lamp(Enum):
    """What an AI is doing."""

    NOT_LOADED = auto()
    LOADING = auto()
    READY = auto()
    IDLE = auto()
    THINKING = auto()
    STOPPED = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class SeatState:
    """The AI loaded for a side, and whether it plays."""

    spec: PlayerSpec | None = None
    mode: Mode = Mode.PERSON
    trying: bool = False  # a trial start is running
    trial: Tried | None = None  # the result of the last one
    trouble: Explanation | None = None  # its failure in the game
    used: float = 0.0  # seconds that its moves took in this game
