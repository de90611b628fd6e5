"""What can be typed next, for the input line of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from board_core import Position

from .commands import AFTERWARDS, EXPLAINED, Command
from .language import _

LEFT_OUT = str.maketrans("", "", "x+#=")
"""Signs of a move that people leave out."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A text that may stand on the line, and what it does if that is not plain."""

    text: str
    explained: str = ""


@dataclass(frozen=True, slots=True)
class Moves:
    """The legal moves of a position as people write them, and by their coordinates."""

    written: tuple[str, ...] = ()
    coordinates: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> Moves:
        legal = position.legal_moves()
        written = dict.fromkeys(position.notation(move) for move in legal)
        return cls(tuple(written), tuple(move for move in legal if move not in written))


def choices(text: str, moves: Moves, *, over: bool = False) -> list[Choice]:
    """What the text may become: moves, then words. With nothing typed, no coordinates."""
    wanted = _key(text)
    candidates: Iterable[str] = moves.written + (moves.coordinates if text else ())
    found = [Choice(move) for move in candidates if _key(move).startswith(wanted)]
    for command in AFTERWARDS if over else Command:
        if command.value.startswith(text.casefold()):
            found.append(Choice(command.value, _(EXPLAINED[command])))
    return found


def _key(move: str) -> str:
    return move.casefold().translate(LEFT_OUT)
