"""The player's side of SAN lines, a protocol for contests (see docs/check.md)."""

from __future__ import annotations

from collections.abc import Callable

from board_core.ais.levels import Level
from board_core.clock import Clock, TimeControl
from board_core.rules import BoardError, Move
from board_core.sides import Color, PerColor

from .asking import ToldGame, chosen

MOVE_AGAIN = "."


class SanPlayer:
    """Receives a colour, then the other side's moves; sends its own. A colour begins a new game.

    The protocol tells nothing of time: each move may take ``seconds``.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        level: Level,
        seed: int | None = None,
        seconds: float = 1.0,
    ) -> None:
        self._say, self._level, self._seed = say, level, seed
        self._clock = Clock.new(PerColor.both(TimeControl(per_move=seconds)))
        self._begin()

    def _begin(self) -> None:
        self._line = ToldGame()
        self._refused: set[Move] = set()
        self._function = self._level(self._seed)

    def heard(self, line: str) -> bool:
        """Handle a line. Always True: more lines may come."""
        text = line.strip()
        if text in (Color.WHITE.value, Color.BLACK.value):
            self._begin()
            if text == Color.WHITE.value:
                self._move()
        elif text == MOVE_AGAIN and self._line.moves:
            self._refused.add(self._line.moves[-1])
            self._line.take_back()
            self._move()
        elif text:
            self._answer(text)
        return True

    def close(self) -> None:
        pass

    def _answer(self, text: str) -> None:
        try:
            self._line.play(text)
        except BoardError:  # a result, or another line at the end of a game
            return
        self._refused = set()
        self._move()

    def _move(self) -> None:
        position = self._line.position
        left = [move for move in position.legal_moves() if move not in self._refused]
        if not left:
            return
        text = chosen(self._function, self._line.turn(self._clock))
        move = position.parse(text)
        if move in self._refused:
            move = left[0]
        self._say(position.notation(move))
        self._line.play(move)
