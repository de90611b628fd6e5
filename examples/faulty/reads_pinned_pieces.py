# diagnosis: plays fault: its board may be wrong since
"""Looks for the move that it is told among those of pinned pieces too."""

import sys

import chess

board = chess.Board()
WANTED = ("e6", "Bb4", "e5", "e3", "Bb5")


def understood(text: str) -> chess.Move:
    for move in sorted(board.pseudo_legal_moves, key=board.is_legal):
        is_knight = board.piece_type_at(move.from_square) == chess.KNIGHT
        plain = "N" + "x" * board.is_capture(move) + chess.square_name(move.to_square)
        if is_knight and text.rstrip("+#") == plain:
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
