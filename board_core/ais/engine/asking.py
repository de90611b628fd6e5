"""A question to an AI, and the game that it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_core.clock import Clock
from board_core.games.chess import ENGINE, chess_rules
from board_core.movelist import MoveList
from board_core.player import Fail, Play, Reply, Statement, Turn
from board_core.players.thinking import AITurn, Function, think, wants_turn
from board_core.rules import Position

ENGINE_RULES = chess_rules(ENGINE)


class ToldGame:
    """The game as the host told it; positions that are told again are not computed again."""

    def __init__(self) -> None:
        self.setup: str | None = None
        self.positions: list[Position] = [ENGINE_RULES.start(None)]
        self.moves = MoveList()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def set(self, setup: str | None, texts: Sequence[str]) -> None:
        """Take a position and its moves. On BadSetup and IllegalMove, keep the game as it was."""
        line = ToldGame()
        line.setup = setup
        known = self.setup == setup and list(self.moves) == list(texts[: len(self.moves)])
        if known:
            line.positions, line.moves = self.positions[:], self.moves
        else:
            line.positions = [ENGINE_RULES.start(setup)]
        for text in texts[len(line.moves) :]:
            line.play(text)
        self.setup, self.positions, self.moves = setup, line.positions, line.moves

    def play(self, text: str) -> None:
        """Play a move. Raises IllegalMove."""
        move = self.position.parse(text)
        self.positions.append(self.position.play(move))
        self.moves = self.moves.added(move)

    def take_back(self) -> None:
        self.positions.pop()
        self.moves = self.moves.first(len(self.positions) - 1)

    def turn(self, clock: Clock) -> Turn:
        before = self.positions[-2] if self.moves else None
        ply, position = len(self.moves), self.position
        return Turn(position.to_move, ply, ply + 1, position, clock, self.moves, before)


def chosen(
    function: Function,
    turn: Turn,
    withdrawn: Callable[[], bool] = lambda: False,
    report: Callable[[Statement], None] = lambda statement: None,
) -> str:
    """Return the move that the function plays. Raises RuntimeError if it has none."""
    replies: list[Reply] = []
    think(function, wants_turn(function), AITurn(turn, withdrawn, report), replies.append)
    match replies[0]:
        case Play(text):
            return text
        case Fail(explanation):
            raise RuntimeError(f"{explanation.sentence}\n{explanation.traceback}")
        case other:
            raise RuntimeError(f"{other} is no move")
