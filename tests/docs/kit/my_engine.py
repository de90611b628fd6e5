"""A reader's own engine: as much of UCI as a game needs."""

import random

import chess

board = chess.Board()
for line in iter(input, "quit"):
    match line.split():
        case ["uci"]:
            print("id name mine\nuciok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", kind, *words]:
            at = words.index("moves") if "moves" in words else len(words)
            board = chess.Board() if kind == "startpos" else chess.Board(" ".join(words[:at]))
            for word in words[at + 1 :]:
                board.push_uci(word)
        case ["go", *_]:
            print("bestmove", random.choice(list(board.legal_moves)), flush=True)
