# diagnosis: plays fault: its board may be wrong since
"""Looks for the move that it is told among those of pinned pieces too."""

import sys

import chess

board = chess.Board()
WANTED = ("e6", "Bb4", "e5", "e3", "Bb5")


def understood(text: str) -> chess.Move:
    for move in sorted(board.pseudo_legal_moves, key=board.is_legal):
        piece = board.piece_at(move.from_square)
        letter = "" if piece.piece_type == chess.PAWN else piece.symbol().upper()
        takes = "x" * board.is_capture(move)
        plain = letter + takes + chess.square_name(move.to_square)
        if piece.piece_type == chess.KNIGHT and text.rstrip("+#") == plain:
            return move
    return board.parse_san(text)


def choose() -> chess.Move:
    moves = {board.san(move).rstrip("+#"): move for move in board.legal_moves}
    left = [move for move in moves.values() if move not in refused]
    return next((moves[san] for san in WANTED if moves.get(san) in left), left[-1])


refused = []
for line in map(str.strip, sys.stdin):
    if line == ".":
        refused.append(board.pop())
    elif line not in ("white", "black"):
        board.push(understood(line))
        refused = []
    if line != "black" and not board.is_game_over():
        move = choose()
        print(board.san(move), flush=True)
        board.push(move)
