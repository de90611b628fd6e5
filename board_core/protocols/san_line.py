"""The protocol of lines: a line with the colour, then one move a line, both ways, in any game.

Moves are written in the game's own notation. In chess that is SAN, and the protocol is called
``san``. If a game does not begin from the standard start, the text of its position follows the
colour (``lines`` only: ``white 12 w``). A side that has to move again because its opponent has
no move is sent ``go``; a side whose opponent moved several times is sent all these moves.
"""

from __future__ import annotations

import re
from typing import Literal, assert_never

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.player import (
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
from board_core.game.rules import ON_THE_BOARD, Outcome, Position, Reason, notation_of
from board_core.game.sides import Color
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import Sentence, say

from .base import (
    PROBE_LINES,
    Dialogue,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    TellGame,
    coordinates_only,
    may_speak_another,
    protocol_of,
)

BYTE_ORDER_MARK = "\ufeff"

CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
"""Characters that colours and cursor movements begin with; no move has any. Tabs are allowed."""


@dataclass(frozen=True, slots=True)
class SanAnswer:
    """A line that may be a move; ``for_a_terminal`` if it holds control characters."""

    text: str
    for_a_terminal: bool = False


def read_san(line: str, *, first: bool = False) -> SanAnswer | None:
    """Return the message in a line; the ``first`` line may begin with a byte order mark."""
    text = (line.removeprefix(BYTE_ORDER_MARK) if first else line).strip()
    if not text:
        return None
    return SanAnswer(legible(text, MOST_MOVE), CONTROL_CHARACTER.search(text) is not None)


Dialect = Literal["lines", "san"]

MOVE_AGAIN = "."
"""The line that asks for another move in place of one that was refused."""

CONCEDING_LINES = {
    Color.WHITE: frozenset(("resign", "0-1")),
    Color.BLACK: frozenset(("resign", "1-0")),
}

GO_LINE = "go"
"""The line that asks a side for another move right after its own."""


class SanLine(Dialogue):
    """One program that speaks in lines; one process plays one game.

    The side that begins may move as soon as its colour line was written, and a side whose move was
    refused as soon as it was told to move again. Each may resign at any time. Any other line that
    comes when nothing is asked is reported and ignored, and so is one of which only the line break
    comes later. The dialect ``san`` knows the standard start only.
    """

    answering = say(
        "print a move for this line, end it with a line break and flush: does a condition skip it "
        "(a line break that was read with the word; in Perl == in place of eq), an exception that "
        "is caught, or a lost task of a pool?"
    )
    may_retry = 2  # three illegal answers to one question lose
    in_words = True
    cannot_rewind: Sentence | None = say("the protocol of lines cannot take moves back")
    own_moves_only: Sentence | None = say(
        "a program that speaks SAN lines cannot be told a move that it did not choose itself"
    )
    fresh_process = True
    announces = False
    max_lines = 256
    probe = PROBE_LINES

    def __init__(self, dialect: Dialect = "san") -> None:
        self.standard_start_only = dialect != "lines"
        self._color: Color | None = None
        self._start: Position | None = None
        self._asked = False
        self._answered = False  # it has moved since it was told anything
        self._told = 0  # the ply up to which it knows the moves
        self._may_come_early = False  # the first move or a second try, not asked for yet
        self._early: SanAnswer | None = None
        self._outdated = ""  # printed before the question, without a line break
        self._heard_any = False

    def open(self) -> Effects:
        self._heard_any = False
        return []

    def seat(self, seat: Seat) -> Effects:
        self._color, self._start, position = seat.color, seat.start, seat.start
        for move in seat.moves:
            position = position.play(move)
        self._asked, self._told, self._early = False, len(seat.moves), None
        self._answered = False
        self._may_come_early = position.to_move is seat.color
        usual = seat.setup is None and not seat.moves
        return [
            Send(seat.color.value if usual else f"{seat.color.value} {position.setup}"),
            SayReady(),
        ]

    def ask(self, turn: Turn) -> Effects:
        self._outdated = "" if self._may_come_early else self.begun.strip()
        self._may_come_early = False
        early, self._early = self._early, None
        if early is not None:
            self._answered = True
            return [GiveAnswer(self._reply(early))]
        self._asked = True
        return self._news(turn)

    def rejected(self, text: str, why: Sentence) -> Effects:
        self._may_come_early = True  # a quick program answers before it is asked again
        return [Send(MOVE_AGAIN)]

    def withdraw(self) -> Effects:
        self._asked = False
        return []

    def finish(self, turn: Turn, outcome: Outcome) -> Effects:
        """Send the last move if it ended the game by the rules."""
        over = outcome.reason in ON_THE_BOARD and self._color is not None
        news = self._news(turn) if over else []
        self._color, self._asked, self._may_come_early = None, False, False
        return [step for step in news if step != Send(GO_LINE)]

    def heard(self, line: str) -> Effects:
        message = read_san(line, first=not self._heard_any)
        self._heard_any = True
        match message:
            case None:
                return []
            case SanAnswer(text) if self._asked and text == self._outdated:
                self._outdated = ""
                return [TellGame(Note(text, NoteKind.IGNORED))]
            case SanAnswer() if self._asked:
                self._asked, self._answered = False, True
                return [GiveAnswer(self._reply(message))]
            case SanAnswer() if self._may_come_early:
                self._may_come_early = False
                self._early = message
                return []
            case SanAnswer(text) if self._concedes(text):
                return [TellGame(Resign())]
            case SanAnswer(text):
                return [TellGame(Note(text, NoteKind.IGNORED))]
            case _:
                assert_never(message)

    @property
    def has_moved_early(self) -> bool:
        return self._early is not None

    def expects(self) -> str:
        return "a move" if self._asked else ""

    def is_foreign(self, line: str) -> bool:
        return may_speak_another(line)

    def spoken(self, line: str) -> Sentence | None:
        return protocol_of(line)

    def suspicion(self, sent: str, heard: str) -> Sentence | None:
        return coordinates_only(sent, heard)

    def _news(self, turn: Turn) -> Effects:
        """Return the opponent's moves that the program does not know: none before a retry."""
        unknown = turn.ply - self._told
        if turn.before is None or not unknown:
            return []
        in_a_row = unknown - self._answered > 1
        self._told, self._answered = turn.ply, False
        if turn.before.to_move is self._color:
            return [Send(GO_LINE)]
        *earlier, _last = self._all_news(turn, unknown) if in_a_row else [""]
        return [Send("\n".join([*earlier, turn.last_notation or ""]))]

    def _all_news(self, turn: Turn, unknown: int) -> list[str]:
        """Return the moves that the opponent has played in a row and the program does not know."""
        assert self._start is not None
        position, told = self._start, list[str]()
        for ply, move in enumerate(turn.moves):
            if position.to_move is self._color:
                told.clear()
            elif ply >= turn.ply - unknown:
                told.append(notation_of(position, move))
            position = position.play(move)
        return told

    def _concedes(self, text: str) -> bool:
        return self._color is not None and text.lower() in CONCEDING_LINES[self._color]

    def _reply(self, said: SanAnswer) -> Reply:
        """Return the answer in a line; a result that does not concede is refused as a move."""
        if self._concedes(said.text):
            return Resign()
        if said.for_a_terminal:
            sentence = rows.CONTROL_CHARACTERS(text=f"'{said.text}'")
            return Fail(Explanation(Cause.CONTROL_CHARACTERS, sentence), Reason.PROTOCOL)
        return Play(said.text)
