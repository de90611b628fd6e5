"""A fake time, and players that follow a script: whole games on one thread, without waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from queue import Empty
from typing import TypeVar

from board_core.game.absence import Absence, Missed
from board_core.game.loop import Loop
from board_core.game.player import Answer, ClaimDraw, Fail, Play, Player, Resign, Seat, Turn
from board_core.game.rules import Outcome
from board_core.game.timesource import RealTime
from board_core.text.sentence import Sentence

from .in_process import is_asked

LONGEST_THOUGHT_SECONDS = 5.0
"""Seconds of real time after which a function on a thread counts as one that never answers."""

Step = str | tuple[str, float] | Resign | Fail | ClaimDraw | None
"""One answer of a :class:`ScriptedPlayer`."""

T = TypeVar("T")


class FakeTime:
    """A clock that stands still, and jumps to the deadline when no message can come.

    Scripted players answer at once on the asking thread, so an empty inbox means that nothing else
    can happen. An hour's hang takes no time.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._absences: list[Absence] = []

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds

    def miss(self, seconds: float, kind: Missed = Missed.AWAY) -> None:
        """Simulate an absence of the host; the game learns of it before anything else."""
        began, self._now = self._now, self._now + seconds
        self._absences.append(Absence(kind, began, self._now, seconds))

    @contextmanager
    def attend(self) -> Iterator[Callable[[], Sequence[Absence]]]:
        def absences() -> Sequence[Absence]:
            new, self._absences = self._absences, []
            return new

        yield absences

    def receive(self, inbox: Loop[T], until: float) -> T:
        try:
            if is_asked() and inbox.empty():  # a function's thinking takes none of this time
                return inbox.receive(RealTime().now() + LONGEST_THOUGHT_SECONDS)
            return inbox.get_nowait()
        except Empty:
            assert until < inf, "the game waits for ever: a script has ended without a clock"
            self._now = max(self._now, until)
            raise


class ScriptedPlayer(Player):
    """Answers from a script, at once, on the thread that asks.

    A step is a move; ``("e4", 1.5)``, a move after a second and a half; ``Resign()``,
    ``ClaimDraw()`` or ``Fail(...)``; or None for no answer. ``withdrawn``, ``refusals`` and
    ``outcome`` record what the game told it.
    """

    returns_at_once = True

    def __init__(
        self, time: FakeTime, *steps: Step, name: str = "script", may_retry: int = 0
    ) -> None:
        self.name = name
        self.may_retry = may_retry
        self._time = time
        self._steps = iter(steps)
        self.seated: Seat | None = None
        self.withdrawn = 0
        self.refusals: list[tuple[str, str]] = []
        self.outcome: Outcome | None = None

    def seat(self, seat: Seat) -> None:
        self.seated = seat
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        match next(self._steps, None):
            case None:
                pass
            case str(text):
                answer(Play(text))
            case (str(text), seconds):
                self._time.advance(seconds)
                answer(Play(text))
            case Resign() | Fail() | ClaimDraw() as reply:
                answer(reply)
            case step:
                raise TypeError(f"{step!r} is no step of a script")

    def rejected(self, text: str, why: Sentence) -> None:
        self.refusals.append((text, str(why)))

    def withdraw(self) -> None:
        self.withdrawn += 1

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self.outcome = outcome
