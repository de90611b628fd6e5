"""What a person can type at the prompt: a move, or one of a few words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from board_core.words import N_


class Command(Enum):
    """A word that is no move, and what it does."""

    HELP = "help"
    UNDO = "undo"
    DRAW = "draw"
    DECLINE = "decline"
    CLAIM = "claim"
    RESIGN = "resign"
    BOARD = "board"
    FEN = "fen"
    QUIT = "quit"


EXPLAINED = {
    Command.HELP: N_("this help"),
    Command.UNDO: N_("take back your last move"),
    Command.DRAW: N_("offer a draw, or accept one"),
    Command.DECLINE: N_("decline the draw that is offered"),
    Command.CLAIM: N_("claim a draw by threefold repetition or fifty moves"),
    Command.RESIGN: N_("give up the game"),
    Command.BOARD: N_("show the board again"),
    Command.FEN: N_("print the position as FEN"),
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


@dataclass(frozen=True, slots=True)
class Typed:
    """A move, still to be read by the referee."""

    text: str


def read_line(line: str) -> Command | Typed | None:
    """What a line means; None for an empty one."""
    text = line.strip()
    word = text.casefold()
    if not word:
        return None
    if word in ALIASES:
        return ALIASES[word]
    try:
        return Command(word)
    except ValueError:
        return Typed(text)
