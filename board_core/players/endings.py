"""The threads that end programs."""

from __future__ import annotations

import threading
from collections.abc import Callable

from board_core.supervise.program import Program


class Endings:
    """Owns a thread for each program that is being ended.

    A program may take three times its ``grace`` to end, too long for a game to wait.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._ending: set[Program] = set()
        self._threads: list[threading.Thread] = []
        self.exited_voluntarily: bool | None = None
        """True if the last program that was ended exited by itself when it was told to."""

    @property
    def are_over(self) -> bool:
        """True if no program is being ended."""
        return not self._ending

    def begin(self, program: Program, over: Callable[[], object]) -> None:
        """End a program that is attached to no loop, then call ``over`` on the thread."""

        def end() -> None:
            try:
                program.close()
            finally:
                self.exited_voluntarily = program.exited_voluntarily
                self._ending.discard(program)
                over()

        thread = threading.Thread(target=end, name=f"end of {self._name}")
        self._ending.add(program)
        self._threads = [*(each for each in self._threads if each.is_alive()), thread]
        try:
            thread.start()
        except RuntimeError:  # the system allows no more threads, so the game waits
            self._threads.remove(thread)
            end()

    def join(self) -> None:
        """Wait until every program has ended."""
        for thread in self._threads:
            thread.join()
