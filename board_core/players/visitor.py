"""A person at a browser elsewhere, as the server that talks with it sees it. No network is here."""

from __future__ import annotations

from board_core.game.player import Begin, Play

from .human import Human


class Visitor(Human):
    """A person whose answers a server brings, from its own threads.

    Its time waits during its first move, and, in a game that goes on after the server was ended
    (``resumes``), until it is back.
    """

    def __init__(self, name: str, *, resumes: bool = False) -> None:
        super().__init__(name)
        self._resumes = resumes
        self._free = True  # its time waits
        self._lines = 0  # open ones
        self._sent: tuple[int, str] | None = None  # its last move, and the plies before that

    @property
    def time_waits(self) -> bool:
        return self._free

    @property
    def here(self) -> bool:
        """True while a line is open."""
        return self._lines > 0

    def came(self, at: float) -> None:
        """Hear that the person has opened a line, as on a second device."""
        with self._lock:
            self._lines += 1
            begins, self._free = self._free and self._resumes, self._free and not self._resumes
            seat = self._seat
        if begins and seat is not None:
            seat.tell(Begin(), at)

    def went(self) -> None:
        """Hear that one of its lines has ended."""
        with self._lock:
            self._lines -= 1

    def move(self, text: str, ply: int, at: float) -> bool:
        """Play a legal move after so many plies; return False if it cannot count.

        Once more is as good as once.
        """
        with self._lock:
            answer, self._answer = self._answer, None
            if answer is None:
                return self._sent == (ply, text)
            self._sent, self._free = (ply, text), False
        answer(Play(text), at)
        return True
