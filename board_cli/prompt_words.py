"""The words that a person can type at the prompt besides moves, and their lines on a pipe."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from enum import Enum
from io import UnsupportedOperation
from typing import TextIO

from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_


class PromptCommand(Enum):
    """A word at the prompt that is not a move."""

    HELP = "help"
    HINT = "hint"
    UNDO = "undo"
    DRAW = "draw"
    DECLINE = "decline"
    CLAIM = "claim"
    RESIGN = "resign"
    BOARD = "board"
    FLIP = "flip"
    FEN = "fen"
    PGN = "pgn"
    SAVE = "save"
    REVIEW = "review"
    QUIT = "quit"


COMMAND_HELP = {
    PromptCommand.HELP: N_("this help"),
    PromptCommand.HINT: N_("ask what to play"),
    PromptCommand.UNDO: N_("take back your last move"),
    PromptCommand.DRAW: N_("offer a draw, or accept one"),
    PromptCommand.DECLINE: N_("decline the draw that is offered"),
    PromptCommand.CLAIM: N_("claim a draw by threefold repetition or fifty moves"),
    PromptCommand.RESIGN: N_("give up the game"),
    PromptCommand.BOARD: N_("show the board again"),
    PromptCommand.FLIP: N_("show the board from the other side"),
    PromptCommand.FEN: N_("print the position as FEN"),
    PromptCommand.PGN: N_("print the game so far"),
    PromptCommand.SAVE: N_("'save FILE' writes the game so far to a new file"),
    PromptCommand.REVIEW: N_("after the game: what to learn from it"),
    PromptCommand.QUIT: N_("leave; the game so far is saved only with --pgn or --record"),
}

COMMAND_ALIASES = {
    "?": PromptCommand.HELP,
    "h": PromptCommand.HELP,
    "u": PromptCommand.UNDO,
    "takeback": PromptCommand.UNDO,
    "accept": PromptCommand.DRAW,
    "q": PromptCommand.QUIT,
    "exit": PromptCommand.QUIT,
}

COMMANDS_AFTERWARDS = (
    PromptCommand.HELP,
    PromptCommand.BOARD,
    PromptCommand.FLIP,
    PromptCommand.FEN,
    PromptCommand.PGN,
    PromptCommand.SAVE,
    PromptCommand.REVIEW,
    PromptCommand.QUIT,
)
"""Words that still work when the game is over."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A move, still to be read by the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Save:
    """The name of a file for the game; nothing if it was left out."""

    path: str


def read_line(line: str) -> PromptCommand | Save | Typed | None:
    """Return what a line means; None for an empty one."""
    text = line.strip()
    word, _space, rest = text.partition(" ")
    if word.casefold() == PromptCommand.SAVE.value:
        return Save(unquoted(rest.strip()))
    word = text.casefold()
    if not word:
        return None
    if word in COMMAND_ALIASES:
        return COMMAND_ALIASES[word]
    try:
        return PromptCommand(word)
    except ValueError:
        return Typed(text)


def unquoted(name: str) -> str:
    """Return a file's name without the quotes that people write for a shell."""
    quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "'\""
    return name[1:-1] if quoted else name


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that somebody typed."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The end of all input."""


def read_lines(stream: TextIO, tell: Callable[[TypedLine | EndOfInput], None]) -> None:
    """Tell of every line and of the end, from a daemon thread; it ends with the process."""

    def work() -> None:
        try:
            for text in lines_of(stream):
                tell(TypedLine(text))
        finally:
            tell(EndOfInput())

    threading.Thread(target=work, name="input", daemon=True).start()


def lines_of(stream: TextIO) -> Iterator[str]:
    """Yield the stream's lines without their ends, each as soon as it arrives.

    Reads past the stream's own buffer: its lock, held by a thread that waits for a line, would
    break the interpreter's exit.
    """
    try:
        descriptor = stream.fileno()
    except (AttributeError, UnsupportedOperation):  # not a real file: a test's text
        yield from stream
        return
    rest = b""
    while data := os.read(descriptor, 4096):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
