"""Plays games in one process with the library; ``runners.py`` runs this file in each version.

``python runners_inside.py '{"engine": ["…"], "at_once": 8, "games": 10, "listens": false}'`` prints
a JSON object.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from board_core import Color, Event, Game, Reason, TimeControl
from board_core.game.bus import EventBus
from board_core.games.chess import ENGINE, chess_rules
from board_core.players import ProcessAI

TASKS = Path("/proc/self/task")
LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class Task:
    engine: list[str]
    at_once: int  # games at the same time, each in a thread of its own
    games: int  # games one after another in each thread, after a first one that is not timed
    listens: bool  # if somebody hears every thought, as the window does


@dataclass(frozen=True)
class Report:
    plies_per_second: float
    threads: int  # the most there were until the last game ended, the main thread among them
    endings: int  # games that ended as they had to, the untimed ones among them


def hear(event: Event) -> None:
    """Ignore the event; as a plain subscriber it is told every thought."""


class Tables:
    """The threads that play, each with two kept programs; they begin the timed games together."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._rules = chess_rules(ENGINE)
        self._warm = threading.Barrier(task.at_once, action=self._begin)
        self._all_played = threading.Barrier(task.at_once, action=self._end)
        self._began = self._ended = 0.0
        self._lock = threading.Lock()
        self._plies = self._endings = self._most_threads = 0

    def play(self) -> Report:
        threads = [threading.Thread(target=self._table) for _ in range(self._task.at_once)]
        for thread in threads:
            thread.start()
        while not self._ended and any(thread.is_alive() for thread in threads):
            self._most_threads = max(self._most_threads, len(list(TASKS.iterdir())))
            time.sleep(LOOK_SECONDS)
        for thread in threads:
            thread.join()
        speed = self._plies / (self._ended - self._began)
        return Report(speed, self._most_threads, self._endings)

    def _begin(self) -> None:
        self._plies, self._began = 0, time.perf_counter()

    def _end(self) -> None:
        self._ended = time.perf_counter()

    def _table(self) -> None:
        engine = self._task.engine
        white, black = (ProcessAI(engine, protocol="uci", sandbox="off") for _ in range(2))
        try:
            self._game(white, black)
            self._warm.wait()
            for _ in range(self._task.games):
                self._game(white, black)
            self._all_played.wait()
        except BaseException:
            self._warm.abort()
            self._all_played.abort()
            raise
        finally:
            white.close()
            black.close()

    def _game(self, white: ProcessAI, black: ProcessAI) -> None:
        bus = EventBus()
        if self._task.listens:
            bus.subscribe(hear)
        control = TimeControl(60, 0.1)
        game = Game(self._rules, white=white, black=black, time_control=control, bus=bus).run()
        mated = game.outcome.winner is Color.BLACK and game.outcome.reason is Reason.CHECKMATE
        with self._lock:
            self._plies += len(game.moves)
            self._endings += mated


def main() -> None:
    task = Task(**json.loads(sys.argv[1]))
    print(json.dumps(asdict(Tables(task).play())))


if __name__ == "__main__":
    main()
