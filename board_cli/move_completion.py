"""Completions of the input line of a game."""

from __future__ import annotations

from collections.abc import Iterable

from board_core import Position
from board_core.fast_dataclass import dataclass

from .language import _
from .prompt_words import COMMAND_HELP, COMMANDS_AFTERWARDS, PromptCommand

LEFT_OUT = str.maketrans("", "", "x+#=")
"""Signs of a move that people leave out."""


@dataclass(frozen=True, slots=True)
class InputCompletion:
    """A text for the input line, and what it does where that is not obvious."""

    text: str
    explained: str = ""


@dataclass(frozen=True, slots=True)
class MoveSpellings:
    """The legal moves of a position as people write them, and by their coordinates."""

    written: tuple[str, ...] = ()
    coordinates: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> MoveSpellings:
        legal = position.legal_moves()
        written = dict.fromkeys(position.notation(move) for move in legal)
        return cls(tuple(written), tuple(move for move in legal if move not in written))


def choices(text: str, moves: MoveSpellings, *, over: bool = False) -> list[InputCompletion]:
    """Return how the text may go on: moves, then words; coordinates only after a first letter."""
    wanted = _key(text)
    candidates: Iterable[str] = moves.written + (moves.coordinates if text else ())
    found = [InputCompletion(move) for move in candidates if _key(move).startswith(wanted)]
    for command in COMMANDS_AFTERWARDS if over else PromptCommand:
        if command.value.startswith(text.casefold()):
            found.append(InputCompletion(command.value, _(COMMAND_HELP[command])))
    return found


def _key(move: str) -> str:
    return move.casefold().translate(LEFT_OUT)
