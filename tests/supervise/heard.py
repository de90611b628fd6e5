"""What a program said, for tests of how it is run."""

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import ClassVar, assert_never

from patience import PATIENCE

from board_core.game.loop import Loop
from board_core.supervise.command import Command
from board_core.supervise.program import Program
from board_core.supervise.program_news import (
    Flooded,
    Garbled,
    InputClosed,
    Interfered,
    NotReading,
    Output,
    ProgramEnded,
    ProgramNews,
)


class Heard:
    """Drives a loop of its own, and keeps a program's lines, and how it ended.

    The loop is closed at the end of the test (``conftest.py``).
    """

    loops: ClassVar[list[Loop[None]]] = []

    def __init__(self, *, waits_for_pipes: bool | None = None) -> None:
        self.loop = Loop[None](waits_for_pipes=waits_for_pipes)
        self.loops.append(self.loop)
        self.queue: SimpleQueue[object] = SimpleQueue()

    def start(self, command: Command, **options) -> Program:
        """Start a program and read it."""
        program = Program(command, self, **options)
        program.attach(self.loop)
        return program

    def __call__(self, program: Program, news: ProgramNews, at: float) -> None:
        match news:
            case Output(text):
                for line in text.removesuffix("\n").split("\n"):
                    self.queue.put(line)
            case Flooded():
                self.queue.put("flood")
            case Garbled():
                self.queue.put("garbled")
            case NotReading():
                self.queue.put("not reading")
            case InputClosed():
                self.queue.put("input closed")
            case Interfered(name):
                self.queue.put(name)
            case ProgramEnded(returncode):
                self.queue.put(returncode)
            case _:
                assert_never(news)

    def next(self, patience: float = PATIENCE) -> object:
        """Return the next line, or what else came; wait for it."""
        self.loop.drive(lambda: not self.queue.empty(), time.perf_counter() + patience)
        return self.queue.get_nowait()

    def until(self, done: Callable[[], bool]) -> None:
        """Read on until this is true."""
        assert self.loop.drive(done, time.perf_counter() + PATIENCE)

    def nothing(self) -> bool:
        """Return True if nothing more has come until now."""
        try:
            self.loop.get_nowait()
        except Empty:
            return self.queue.empty()
        raise AssertionError("nobody gives this loop messages")
