"""The player's side of lines (SAN lines in chess), a protocol for contests (see docs/check.md)."""

from __future__ import annotations

from collections.abc import Callable

from board_core.game.clock import Clock, TimeControl
from board_core.game.rules import Move, Rules
from board_core.game.sides import Color, PerColor
from board_core.players.thinking import AITurn, Function
from board_core.protocols.san_line import GO_LINE, MOVE_AGAIN
from board_core.text.sentence import BoardError

from .asking import ToldGame, chosen


class LinesPlayer:
    """Receives a colour, then the other side's moves; sends its own. A colour begins a new game.

    A position may follow the colour. The protocol tells nothing of time: each move may take
    ``seconds``.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        make: Callable[[int | None], Function],
        rules: Rules,
        seed: int | None = None,
        seconds: float = 1.0,
    ) -> None:
        self._say, self._make, self._rules, self._seed = say, make, rules, seed
        self._clock = Clock.new(PerColor.both(TimeControl(per_move=seconds)))
        self._begin(None, None)

    def _begin(self, color: Color | None, setup: str | None) -> None:
        """Begin a game on this side. Raises BadSetup."""
        self._game = ToldGame(self._rules, setup)
        self._color = color
        self._refused: set[Move] = set()
        self._function = self._make(self._seed)

    def heard(self, line: str) -> bool:
        """Handle a line. Always True: more lines may come."""
        word, _, rest = line.strip().partition(" ")
        if word in (Color.WHITE.value, Color.BLACK.value):
            self._start(Color(word), rest.strip() or None)
        elif word == MOVE_AGAIN and self._game.moves:
            self._refused.add(self._game.moves[-1])
            self._game.take_back()
            self._move()
        elif word == GO_LINE:
            self._move()
        elif word:
            self._answer(line.strip())
        return True

    def close(self) -> None:
        pass

    def _start(self, color: Color, setup: str | None) -> None:
        try:
            self._begin(color, setup)
        except BoardError as error:
            self._say(str(error.sentence))  # which no host takes for a move
            return
        self._move()

    def _answer(self, text: str) -> None:
        try:
            self._game.play(text)
        except BoardError:  # a result, or another line at the end of a game
            return
        self._refused = set()
        self._move()

    def _move(self) -> None:
        """Say a move, if it is this side's turn; whether a draw ends the game is up to the host."""
        position = self._game.position
        outcome = position.outcome()
        won = outcome is not None and outcome.winner is not None
        if position.to_move is not self._color or won:
            return
        left = [move for move in position.legal_moves() if move not in self._refused]
        if not left:
            return
        text = chosen(self._function, AITurn(self._game.turn(self._clock)))
        move = position.parse(text)
        if move in self._refused:
            move = left[0]
        self._say(position.notation(move))
        self._game.play(move)
