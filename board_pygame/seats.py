"""The seat of a side: its player, and the status of its AI."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from board_core import Explanation
from board_core.match.player_spec import PlayerSpec

from .host import Tried


class Mode(Enum):
    """The mode of a side; three for each side are the nine modes of the original."""

    PERSON = auto()
    AUTO = auto()  # the loaded AI
    BY_HAND = auto()  # the loaded AI, a move at a time, when somebody says so


class Lamp(Enum):
    """The status of a seat: of its AI, or that a person plays there."""

    NOT_LOADED = auto()
    LOADING = auto()
    READY = auto()
    IDLE = auto()
    THINKING = auto()
    STOPPED = auto()
    FAILED = auto()
    PERSON = auto()


@dataclass(frozen=True, slots=True)
class SeatState:
    """The AI loaded for a side, and whether it plays."""

    spec: PlayerSpec | None = None
    mode: Mode = Mode.PERSON
    trying: bool = False  # a trial start is running
    trial: Tried | None = None  # the result of the last one
    trouble: Explanation | None = None  # its failure in the game
    used: float = 0.0  # seconds that its moves took in this game
