"""What a person can type at the prompt: a move, or one of a few words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from board_core.words import N_


class Command(Enum):
    """A word that is no move, and what it does."""

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
    QUIT = "quit"


EXPLAINED = {
    Command.HELP: N_("this help"),
    Command.HINT: N_("ask what to play"),
    Command.UNDO: N_("take back your last move"),
    Command.DRAW: N_("offer a draw, or accept one"),
    Command.DECLINE: N_("decline the draw that is offered"),
    Command.CLAIM: N_("claim a draw by threefold repetition or fifty moves"),
    Command.RESIGN: N_("give up the game"),
    Command.BOARD: N_("show the board again"),
    Command.FLIP: N_("show the board from the other side"),
    Command.FEN: N_("print the position as FEN"),
    Command.PGN: N_("print the game so far"),
    Command.SAVE: N_("'save FILE' writes the game so far to a new file"),
    Command.QUIT: N_("leave; the game is kept as it is"),
}

ALIASES = {
    "?": Command.HELP,
    "h": Command.HELP,
    "u": Command.UNDO,
    "takeback": Command.UNDO,
    "accept": Command.DRAW,
    "q": Command.QUIT,
    "exit": Command.QUIT,
}

AFTERWARDS = (
    Command.HELP,
    Command.BOARD,
    Command.FLIP,
    Command.FEN,
    Command.PGN,
    Command.SAVE,
    Command.QUIT,
)
"""What can still be done when the game is over."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A move, still to be read by the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Save:
    """The name of a file for the game; nothing if it was left out."""

    path: str


def read_line(line: str) -> Command | Save | Typed | None:
    """What a line means; None for an empty one."""
    text = line.strip()
    word, _space, rest = text.partition(" ")
    if word.casefold() == Command.SAVE.value:
        return Save(unquoted(rest.strip()))
    word = text.casefold()
    if not word:
        return None
    if word in ALIASES:
        return ALIASES[word]
    try:
        return Command(word)
    except ValueError:
        return Typed(text)


def unquoted(name: str) -> str:
    """A file's name as people quote it for a shell."""
    quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "'\""
    return name[1:-1] if quoted else name
