# command: {}:choose
# diagnosis: white fault: there is no piece of yours on e5; the position was rnbqkbnr/
"""Returns a move of a piece that is not there."""

import chess


def choose(board: chess.Board) -> str:
    return "e5e6"
