"""An AI is a function of a board. Run me, or: board match my_ai.py:choose random"""

import chess

from board_core import Game, TimeControl
from board_core.games import ENGINE, chess_rules


def choose(board: chess.Board) -> chess.Move:
    """Return a capture if there is one, else a move forward."""

    def score(move: chess.Move) -> int:
        forward = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
        return 10 * board.is_capture(move) + (forward if board.turn else -forward)

    return max(board.legal_moves, key=score)


if __name__ == "__main__":
    game = Game(chess_rules(ENGINE), choose, "random", time_control=TimeControl(60))
    print(game.run().outcome)
