"""The contest's protocol: a colour line, then one SAN move a line, both ways. Chess only."""

from __future__ import annotations

from typing import Literal, assert_never

from board_core.player import (
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Play,
    Reply,
    Resign,
    Seat,
    Turn,
)
from board_core.rules import Outcome, Reason
from board_core.sentence import Sentence, say
from board_core.sides import Color

from .base import Answers, Dialogue, IsReady, Says, Send, Step
from .door import Nothing
from .san_door import Said, read_san

Dialect = Literal["san", "san-original"]

AGAIN = "."
"""Asks for another move, in place of the one that was refused."""

CONCEDES = {
    Color.WHITE: frozenset(("resign", "0-1")),
    Color.BLACK: frozenset(("resign", "1-0")),
}

ON_THE_BOARD = frozenset(
    (
        Reason.CHECKMATE,
        Reason.STALEMATE,
        Reason.FIFTY_MOVES,
        Reason.SEVENTY_FIVE_MOVES,
        Reason.THREEFOLD_REPETITION,
        Reason.FIVEFOLD_REPETITION,
        Reason.INSUFFICIENT_MATERIAL,
    )
)
"""Endings by the last move itself, which is then still told to the other side."""


class SanLine(Dialogue):
    """One process plays one game.

    White's first move counts from the moment its colour line was written, another try from the
    moment it was told to move again. Every other line that comes when nothing is asked is
    reported and ignored. The dialect ``san-original`` writes moves as the original program did.
    """

    game = "chess"
    may_retry = 2  # three illegal answers to one question lose
    usual_start_only = True
    cannot_rewind: Sentence | None = say("a program that speaks SAN lines cannot take moves back")
    fresh_process = True
    announces = False
    max_lines = 256

    def __init__(self, dialect: Dialect = "san") -> None:
        self._write = original_notation if dialect == "san-original" else standard_notation
        self._color: Color | None = None
        self._asked = False
        self._told = 0  # the ply up to which it knows the moves
        self._may_come_early = False  # White's first move or a second try, not asked for yet
        self._early: Said | None = None
        self._heard_any = False

    def open(self) -> list[Step]:
        self._heard_any = False
        return []

    def seat(self, seat: Seat) -> list[Step]:
        self._color = seat.color
        self._asked, self._told, self._early = False, 0, None
        self._may_come_early = seat.color is Color.WHITE
        return [Send(seat.color.value), IsReady()]

    def ask(self, turn: Turn) -> list[Step]:
        self._may_come_early = False
        early, self._early = self._early, None
        if early is not None:
            return [Answers(self._reply(early))]
        self._asked = True
        return self._news(turn)

    def rejected(self, text: str, why: Sentence) -> list[Step]:
        self._may_come_early = True  # a quick program answers before it is asked again
        return [Send(AGAIN)]

    def withdraw(self) -> list[Step]:
        self._asked = False
        return []

    def finish(self, turn: Turn, outcome: Outcome) -> list[Step]:
        color, self._color = self._color, None
        self._asked, self._may_come_early = False, False
        if outcome.reason not in ON_THE_BOARD or turn.color is not color:
            return []
        return self._news(turn)

    def heard(self, line: str) -> list[Step]:
        message = read_san(line, first=not self._heard_any)
        self._heard_any = True
        match message:
            case Nothing():
                return []
            case Said() if self._asked:
                self._asked = False
                return [Answers(self._reply(message))]
            case Said() if self._may_come_early:
                self._may_come_early = False
                self._early = message
                return []
            case Said(text):
                return [Says(Note(text, NoteKind.IGNORED))]
            case _:
                assert_never(message)

    @property
    def has_moved_early(self) -> bool:
        return self._early is not None

    def expects(self) -> str:
        return "a move" if self._asked else ""

    def _news(self, turn: Turn) -> list[Step]:
        """The opponent's move, unless the program knows it: a retry is not told again."""
        if turn.before is None or turn.ply == self._told:
            return []
        self._told = turn.ply
        return [Send(self._write(turn))]

    def _reply(self, said: Said) -> Reply:
        """A result that does not concede goes to the referee, who refuses it as any other text."""
        if self._color is not None and said.text.lower() in CONCEDES[self._color]:
            return Resign()
        if said.for_a_terminal:
            sentence = say(
                "it printed {text}, with control characters as for a terminal's colours: "
                "print only the move",
                text=f"'{said.text}'",
            )
            return Fail(Explanation(Cause.CONTROL_CHARACTERS, sentence), Reason.PROTOCOL)
        return Play(said.text)


def standard_notation(turn: Turn) -> str:
    return turn.last_notation or ""


def original_notation(turn: Turn) -> str:
    """The last move as the original program wrote it.

    A pawn capture has no file when no other pawn can capture on its square; castling never has
    a sign for check or mate.
    """
    san = standard_notation(turn)
    if san.startswith("O"):
        return san.rstrip("+#")
    if san[1:2] == "x" and san[0].islower() and _only_pawn_capture(turn):
        return san[1:]
    return san


def _only_pawn_capture(turn: Turn) -> bool:
    assert turn.before is not None
    to, pieces = turn.moves[-1][2:4], turn.before.pieces()
    pawns = {
        move[:2]
        for move in turn.before.legal_moves()
        if move[2:4] == to and move[0] != to[0] and pieces[move[:2]] in "Pp"
    }
    return len(pawns) == 1
