# diagnosis: chatter fault: is not a move
"""Keeps a log, and sends it to where its moves go."""

import logging
import sys

import chess

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(levelname)s %(message)s")
board = chess.Board()
for line in map(str.strip, sys.stdin):
    logging.info("got %s", line)
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        logging.info("best move %s", board.san(move))
        print(board.san(move), flush=True)
        board.push(move)
