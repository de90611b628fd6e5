"""Four ways to let two engines play a game; benchmarks/referee.py runs each in a fresh process.

``python referee_inside.py RUNNER '{"engines": [[...], [...]], "games": 10, ...}'`` prints a JSON
object. When a move was written and read is not told here but by the engines themselves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from typing import IO

from measuring import game, rss

GO = "go wtime 60000 btime 60000 winc 100 binc 100"


@dataclass
class Task:
    engines: list[list[str]]  # the command lines of White's and Black's
    games: int
    core: int | None = None  # the core for all processes, engines included
    skip: int = 0  # plies that are given, not played


@dataclass
class Report:
    charged: list[float] = field(default_factory=list)  # seconds for each move
    memory: list[float] = field(default_factory=list)  # MB after each game


def ours(task: Task) -> Report:
    """Play with the referee and everything on: all rules, clocks, supervision, a subscriber."""
    from board_core import Event, Game, MovePlayed, TimeControl
    from board_core.game.bus import EventBus
    from board_core.games.chess import ENGINE, chess_rules
    from board_core.players import ProcessAI

    report = Report()
    rules, given = chess_rules(ENGINE), game()[: task.skip]

    def listen(event: Event) -> None:
        if isinstance(event, MovePlayed) and event.ply >= task.skip:
            charged.append(event.elapsed)

    bus = EventBus()
    bus.subscribe(listen)
    white, black = (ProcessAI(engine, protocol="uci", sandbox="off") for engine in task.engines)
    try:
        for _ in range(task.games):
            charged: list[float] = []
            one = Game(
                rules,
                white=white,
                black=black,
                time_control=TimeControl(60, 0.1),
                moves=given,
                bus=bus,
            )
            outcome = one.run().outcome
            assert outcome.winner is not None, outcome
            report.memory.append(rss())
            report.charged = charged
    finally:
        white.close()
        black.close()
    return report


def simple_engine(task: Task) -> Report:
    """Play with python-chess and the usual ends of engine games: draws are claimed."""
    import chess
    import chess.engine

    report = Report()
    engines = [chess.engine.SimpleEngine.popen_uci(engine) for engine in task.engines]
    limit = chess.engine.Limit(white_clock=60, black_clock=60, white_inc=0.1, black_inc=0.1)
    plies = len(game())
    for number in range(task.games):
        report.charged = []
        board = chess.Board()
        for move in game()[: task.skip]:
            board.push_uci(move)
        for ply in range(task.skip, plies):
            start = time.perf_counter()
            played = engines[ply % 2].play(board, limit, game=number)
            report.charged.append(time.perf_counter() - start)
            assert played.move is not None
            board.push(played.move)
            # it may claim a ply early; all plies are played all the same
            board.outcome(claim_draw=True)
        report.memory.append(rss())
    for engine in engines:
        engine.quit()
    return report


def bare_poll(task: Task) -> Report:
    """Play with pipes only: write a prepared line, wait with poll, read a line."""
    import select

    pipes = [_Pipes(engine) for engine in task.engines]
    waits = []
    for pipe in pipes:
        poll = select.poll()
        poll.register(pipe.output, select.POLLIN)
        waits.append(poll.poll)
    write, read = os.write, os.read
    requests = _requests()
    for _ in range(task.games):
        for ply, request in enumerate(requests):
            side = ply % 2
            write(pipes[side].input, request)
            waits[side]()
            read(pipes[side].output, 4096)
    for pipe in pipes:
        pipe.close()
    return Report()


def bare_thread(task: Task) -> Report:
    """Do the same with a reading thread and a queue, which works on every system."""

    def listen(pipe: _Pipes) -> None:
        while data := os.read(pipe.output, 4096):
            answers.put((data, time.perf_counter()))

    pipes = [_Pipes(engine) for engine in task.engines]
    answers: SimpleQueue[tuple[bytes, float]] = SimpleQueue()
    threads = [threading.Thread(target=listen, args=[pipe], daemon=True) for pipe in pipes]
    for thread in threads:
        thread.start()
    write, get = os.write, answers.get
    requests = _requests()
    for _ in range(task.games):
        for ply, request in enumerate(requests):
            write(pipes[ply % 2].input, request)
            get()
    for pipe, thread in zip(pipes, threads, strict=True):
        pipe.close()
        thread.join()
    return Report()


class _Pipes:
    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        self._stdin: IO[bytes] = stdin
        self.input, self.output = stdin.fileno(), stdout.fileno()
        os.write(self.input, b"uci\n")
        answer = b""
        while b"uciok\n" not in answer:
            answer += os.read(self.output, 4096)

    def close(self) -> None:
        os.write(self.input, b"quit\n")
        self._stdin.close()
        self._process.wait()


def _requests() -> list[bytes]:
    position, requests = "position startpos", []
    for ply, move in enumerate(game()):
        requests.append(f"{position}\n{GO}\n".encode())
        position += f" {move}" if ply else f" moves {move}"
    return requests


RUNNERS = {
    "ours": ours,
    "simple_engine": simple_engine,
    "bare_poll": bare_poll,
    "bare_thread": bare_thread,
}


def main() -> None:
    name, text = sys.argv[1:]
    task = Task(**json.loads(text))
    if task.core is not None:
        os.sched_setaffinity(0, {task.core})  # before there are threads and children to inherit it
    print(json.dumps(asdict(RUNNERS[name](task))))


if __name__ == "__main__":
    main()
