"""A UCI engine that thinks of nothing: it replays a game at once, and notes when.

``python -I -S -u instant_engine.py GAME REPORT SECONDS [INFOS]`` answers ``go`` with the move of
the file GAME that follows those of the last ``position``, after SECONDS of sleep and with INFOS
lines of ``info`` before it (0 unless told), all in one write. When it ends it writes to REPORT a
line for each answer: the nanosecond of the monotonic clock at which it started, the ply it played,
and the nanoseconds when ``go`` had been read and when the answer was about to be written. REPORT
may be a named pipe, which programs in a sandbox can write to as well. ``instant_engine.c`` is the
same in C.
"""

import os
import sys
import time

INFO = (
    b"info depth %d seldepth 24 multipv 1 score cp 13 nodes 123456 nps 1234567 hashfull 12 "
    b"tbhits 0 time 12 pv %s\n"
)
PV_MOVES = 6


def main() -> None:
    started = time.monotonic_ns()
    game, report, seconds, *more = sys.argv[1:]
    infos, pause = int(more[0]) if more else 0, float(seconds)
    with open(game) as file:  # noqa: PTH123  pathlib takes longer to import than everything else
        moves = file.read().encode().split()
    answers = []
    for ply, move in enumerate(moves):
        pv = b" ".join(moves[ply : ply + PV_MOVES])
        lines = [INFO % (depth, pv) for depth in range(1, infos + 1)]
        answers.append(b"".join([*lines, b"bestmove %s\n" % move]))
    read, write, now = os.read, os.write, time.monotonic_ns
    ply = 0
    notes = []
    rest = b""
    while data := read(0, 65536):
        at = now()
        *requests, rest = (rest + data).split(b"\n")
        for line in requests:
            if line.startswith(b"position"):
                ply = plies(line)
            elif line.startswith(b"go"):
                if pause:
                    time.sleep(pause)
                notes.append((started, ply, at, now()))
                write(1, answers[ply])
            elif line == b"uci":
                write(1, b"id name instant\nuciok\n")
            elif line == b"isready":
                write(1, b"readyok\n")
        if b"quit" in requests:
            break
    with open(report, "w", buffering=1) as file:  # noqa: PTH123
        for note in notes:
            file.write(" ".join(map(str, note)) + "\n")


def plies(position: bytes) -> int:
    """Return the plies before a position, given from the start or from a later position."""
    start, _, moves = position.partition(b" moves")
    words = start.split()
    before = 0
    if words[1] == b"fen":
        before = 2 * (int(words[7]) - 1) + (words[3] == b"b")
    return before + moves.count(b" ")


main()
