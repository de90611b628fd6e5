"""Keeps the square of a capture en passant until the next double step of a pawn.

diagnosis: plays fault: only the very next move may capture it en passant
"""

import sys

import chess

board = chess.Board()
passed = chess.A1


def take_over(move: chess.Move) -> None:
    global passed
    board.push(move)
    if board.ep_square is not None:
        passed = board.ep_square


def chosen() -> str:
    for pawn in board.pieces(chess.PAWN, board.turn):
        if passed in board.attacks(pawn) and board.piece_at(passed) is None:
            return f"{chess.FILE_NAMES[chess.square_file(pawn)]}x{chess.square_name(passed)}"
    return board.san(min(board.legal_moves, key=str))


for line in map(str.strip, sys.stdin):
    if line not in ("white", "black", "."):
        take_over(board.parse_san(line))
    if line != "black":
        answer = chosen()
        print(answer, flush=True)
        try:
            take_over(board.parse_san(answer))
        except ValueError:
            take_over(min(board.legal_moves, key=str))
