# diagnosis: encoding warning: byte order mark (EF BB BF)
"""Writes moves in the encoding by which Notepad saves texts."""

import sys

import chess

sys.stdout.reconfigure(encoding="utf-8-sig")  # type: ignore[union-attr]
board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
