"""A program that plays given moves until it commits the fault it was told to commit.

python -I -S troublemaker.py PROTOCOL FAULT PLY GAME MOVES

``PROTOCOL`` is san or uci, ``MOVES`` a whole game with spaces between. In its ``GAME``-th game,
when it has to make the move number ``PLY``, it does as its fault does. Standard library only: a
start takes 10 ms.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

BUSY = 600

Fault = Callable[[bytes], object]
"""A fault, called with the line of the right answer; if it returns, the game goes on."""

FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    FAULTS[getattr(function, "__name__", "")] = function
    return function


def put(data: bytes, to: int = 1) -> None:
    while data:
        data = data[os.write(to, data) :]


def in_uci(answer: bytes) -> bool:
    return answer.startswith(b"bestmove")


def insist(bad: bytes, answer: bytes) -> None:
    put(bad)
    if not in_uci(answer):  # two more tries
        for _ in range(2):
            sys.stdin.readline()
            put(bad)


def sleep() -> None:
    while True:
        time.sleep(BUSY)


fault(put)


@fault
def leaves(answer: bytes) -> None:
    os._exit(0)


@fault
def complains_and_leaves(answer: bytes) -> None:
    put(b"cannot find my book\n", to=2)
    os._exit(3)


@fault
def segfaults(answer: bytes) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)
    sleep()


@fault
def kills_its_group(answer: bytes) -> None:
    os.killpg(0, signal.SIGKILL)
    sleep()


@fault
def leaves_after_its_move(answer: bytes) -> None:
    put(answer)
    os._exit(0)


@fault
def dies_with_a_grandchild(answer: bytes) -> None:
    if os.fork() == 0:
        os.setsid()
        sleep()
    os._exit(5)


@fault
def grandchild_holds_the_pipes(answer: bytes) -> None:
    if os.fork() == 0:
        os.setsid()
        sleep()
    put(answer)


@fault
def hangs(answer: bytes) -> None:
    sleep()


@fault
def computes(answer: bytes) -> None:
    while True:
        pass


@fault
def suspends_itself(answer: bytes) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


@fault
def forgets_the_line_break(answer: bytes) -> None:
    put(answer.rstrip())
    sleep()


@fault
def forgets_to_flush(answer: bytes) -> None:
    while sys.stdin.readline():
        pass
    put(answer)
    os._exit(0)


@fault
def only_complains(answer: bytes) -> None:
    while True:
        put(b"still thinking\n" * 1000, to=2)
        time.sleep(0.001)


@fault
def endless_line(answer: bytes) -> None:
    while True:
        put(b"x" * 65536)


@fault
def endless_lines(answer: bytes) -> None:
    while True:  # in the other protocol an info would be a bad move
        put(b"info depth 1 score cp 3\n" * 1000 if in_uci(answer) else b"\n" * 4096)


@fault
def invalid_text(answer: bytes) -> None:
    put(answer.rstrip() + b" \xff\xfe\n")
    sleep()


@fault
def nul(answer: bytes) -> None:
    put(b"\0" + answer)
    sleep()


@fault
def colours(answer: bytes) -> None:
    put(b"\x1b[31m" + answer)
    sleep()


@fault
def closes_its_output(answer: bytes) -> None:
    os.close(1)
    sleep()


@fault
def closes_its_input(answer: bytes) -> None:
    os.close(0)
    put(answer)
    sleep()


@fault
def plays_nonsense(answer: bytes) -> None:
    insist(b"bestmove nonsense\n", answer)


@fault
def plays_an_illegal_move(answer: bytes) -> None:
    insist(b"bestmove a1a1\n" if in_uci(answer) else b"Ka1\n", answer)


@fault
def plays_nothing(answer: bytes) -> None:
    put(b"bestmove\n")


@fault
def errs_once(answer: bytes) -> None:
    put(b"Ka1\n")
    sys.stdin.readline()
    put(answer)


@fault
def resigns(answer: bytes) -> None:
    put(b"resign\n")


@fault
def floods_its_errors(answer: bytes) -> None:
    put(b"warning: deprecated\n" * 20000, to=2)
    put(answer)


@fault
def talks(answer: bytes) -> None:
    put((b"info string I think\n" if in_uci(answer) else b"\n") * 20 + answer)


@fault
def prints_byte_by_byte(answer: bytes) -> None:
    for byte in answer:
        put(bytes([byte]))


@fault
def ignores_signals(answer: bytes) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    put(answer)


@fault
def leaves_a_daemon(answer: bytes) -> None:
    if os.fork() == 0:
        os.setsid()
        for pipe in range(3):
            os.close(pipe)
        sleep()
    put(answer)


@fault
def fills_its_folder(answer: bytes) -> None:
    file = os.open(os.environ["HOME"] + "/big", os.O_WRONLY | os.O_CREAT)
    os.ftruncate(file, 1 << 20)
    put(answer)


def play_san(does: Fault, ply: int, moves: list[str]) -> None:
    at = 0 if sys.stdin.readline().strip() == "white" else 1
    heard = at == 0 or sys.stdin.readline()
    while heard:
        answer = f"{moves[at]}\n" if at < len(moves) else "resign\n"
        (does if at == ply else put)(answer.encode())
        at += 2
        heard = sys.stdin.readline()
    if does is FAULTS["ignores_signals"]:
        sleep()


def play_uci(does: Fault, ply: int, game: int, moves: list[str]) -> None:
    games = at = 0
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "uci":
                put(b"id name troublemaker\nuciok\n")
            case "ucinewgame":
                games += 1
            case "isready":
                put(b"readyok\n")
            case "position":
                at = max(0, len(words) - 3)
            case "go":
                answer = f"bestmove {moves[at] if at < len(moves) else '0000'}\n"
                (does if (games, at) == (game, ply) else put)(answer.encode())
            case "quit":
                break


def main() -> None:
    protocol, name, ply, game, moves = sys.argv[1:]
    if protocol == "san":
        play_san(FAULTS[name], int(ply), moves.split())
    else:
        play_uci(FAULTS[name], int(ply), int(game), moves.split())


if __name__ == "__main__":
    main()
