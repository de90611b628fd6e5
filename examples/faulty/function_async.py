# command: {}:choose
# diagnosis: white fault: declared with 'async def'
"""Is written as a coroutine, as in programs for chat servers."""

import random

import chess


async def choose(board: chess.Board) -> chess.Move:
    return random.choice(list(board.legal_moves))
