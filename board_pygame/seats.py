"""The seat of a side: its player, and the status of its AI."""

from __future__ import annotations

from enum import Enum, auto

from board_core import Explanation, Outcome
from board_core.fast_dataclass import dataclass
from board_core.match.player_spec import PlayerSpec

from .host import Lines, Tried


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
    SILENT = auto()  # it has not answered for long
    STOPPED = auto()
    FAILED = auto()
    PERSON = auto()


@dataclass(frozen=True, slots=True)
class GameFailure:
    """The failure of an AI in a game; it is kept until the AI has made that move in another one."""

    explanation: Explanation
    outcome: Outcome
    ply: int = 0  # of the move that it had to make
    number: int = 1  # of that move, counting the moves of its side
    lines: Lines = ()  # the last ones said


@dataclass(frozen=True, slots=True)
class SeatState:
    """The AI loaded for a side, and whether it plays."""

    spec: PlayerSpec | None = None
    mode: Mode = Mode.PERSON
    trying: bool = False  # a trial start is running
    trial: Tried | None = None  # the result of the last one
    trouble: GameFailure | None = None  # its failure in this game, or in the one before
    used: float = 0.0  # seconds that its moves took in this game
