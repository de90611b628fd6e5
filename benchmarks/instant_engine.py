"""A UCI engine that thinks of nothing: it replays a game at once, and notes when.

``python -I -S -u instant_engine.py GAME REPORT SECONDS`` answers ``go`` with the move of the file
GAME that follows those of the last ``position``, after SECONDS of sleep. When it ends it writes to
REPORT a line for each answer: nanoseconds of the monotonic clock when ``go`` had been read and
when ``bestmove`` was about to be written. ``instant_engine.c`` is the same in C.
"""

import os
import sys
import time


def main() -> None:
    game, report, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with open(game) as file:  # noqa: PTH123  pathlib takes longer to import than everything else
        answers = [f"bestmove {move}\n".encode() for move in file.read().split()]
    read, write, now = os.read, os.write, time.monotonic_ns
    ply = 0
    asked, answered = [], []
    rest = b""
    while data := read(0, 65536):
        at = now()
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"position"):
                ply = max(0, line.count(b" ") - 2)  # position startpos moves e2e4 …
            elif line.startswith(b"go"):
                if seconds:
                    time.sleep(seconds)
                asked.append(at)
                answered.append(now())
                write(1, answers[ply])
            elif line == b"uci":
                write(1, b"id name instant\nuciok\n")
            elif line == b"isready":
                write(1, b"readyok\n")
        if b"quit" in lines:
            break
    with open(report, "w") as file:  # noqa: PTH123
        file.writelines(f"{go} {best}\n" for go, best in zip(asked, answered, strict=True))


main()
