# diagnosis: promotion fault: (a promotion)
"""Has a white piece where a black pawn is promoted."""

import random
import sys

import chess

board, chance = chess.Board(), random.Random(7)


def push(move: chess.Move) -> None:
    board.push(move)
    if move.promotion:
        board.set_piece_at(move.to_square, chess.Piece(move.promotion, chess.WHITE))


def play() -> None:
    move = chance.choice(list(board.legal_moves))
    print(board.san(move), flush=True)
    push(move)


for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        push(board.parse_san(line))
    if line != "black" and not board.is_game_over():
        play()
