"""Call a player of somebody's own on a thread of its own.

So none of its methods can hold up the game: it loses on time, or the game is stopped.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any

from board_core.text.sentence import Sentence, say

from .loop import Loop, Timer
from .player import (
    Answer,
    Cause,
    Explain,
    Explanation,
    Player,
    Reply,
    Seat,
    Silent,
    Tell,
    Turn,
    raised,
)
from .rules import Outcome, Reason

log = logging.getLogger(__name__)

LOOK_SECONDS, SILENT_LOOKS = 5.0, 7
"""The seconds between two looks at an open question, and the looks after which it is silent for
long: those of a function too."""
RETURN_SECONDS = 2.0
"""The longest wait for a method to return when the game ends."""


class _Calls(threading.Thread):
    """Makes calls one after the other, until :meth:`end`."""

    def __init__(self, name: str) -> None:
        super().__init__(name=f"calls of {name}", daemon=True)
        self.work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self.method = ""  # the one that has not returned
        self.given_up = False  # it was found to block

    def run(self) -> None:
        while (call := self.work.get()) is not None:
            call()
            self.method, self.given_up = "", False
            del call  # it holds the game

    def end(self) -> None:
        """Let it end, and wait a moment for the last methods to return."""
        self.work.put(None)
        if not self.given_up:
            self.join(RETURN_SECONDS)

    def place(self) -> Explanation | None:
        """Return the line of the player's method that has not returned."""
        frame, method = sys._current_frames().get(self.ident or 0), self.method
        stack = traceback.extract_stack(frame) if frame is not None and method else []
        ours = [n for n, f in enumerate(stack) if f.filename == __file__]
        own = stack[ours[-1] + 1 :] if ours else []
        if not own:
            return None
        sentence = say(
            "its method {method} has not returned: it is at {where}",
            method=method,
            where=f"{own[0].filename}:{own[0].lineno}",
        )
        self.given_up = True
        trace = "".join(traceback.format_list(own))
        return Explanation(Cause.COMPUTING, sentence, traceback=trace)


class OnOwnThread(Player):
    """A player whose methods are called in order on a thread that ends with the game."""

    returns_at_once = True

    def __init__(self, player: Player, *, closes: bool) -> None:
        """Wrap a player, which is closed with this one if ``closes``."""
        self.inner = player
        for name in Player.__annotations__.keys() - {"returns_at_once"}:
            setattr(self, name, getattr(player, name))
        self._closes = closes
        self._calls = _Calls(player.name)
        self._tell: Tell | None = None  # in a game
        self._timer: Timer | None = None
        self._is_asked, self._looks = False, 0  # since the question

    @property
    def time_waits(self) -> bool:
        return self.inner.time_waits

    @property
    def must_be_roused(self) -> bool:
        return self.inner.must_be_roused

    def _call(
        self, method: str, *facts: object, failed: Callable[[BaseException], object] = id
    ) -> None:
        calls, player = self._calls, self.inner

        def call() -> None:
            calls.method = method
            try:
                getattr(player, method)(*facts)
            except BaseException as error:  # a player may be untrusted code; the game goes on
                log.exception("%s failed in %s", player.name, method)
                failed(error)

        if calls.ident is None:
            calls.start()
        calls.work.put(call)

    def seat(self, seat: Seat) -> None:
        self._tell = seat.tell
        self._look_later(seat.loop)
        self._call("seat", seat, failed=lambda error: seat.tell(raised(error, Reason.NOT_STARTED)))

    def rouse(self) -> None:
        self._call("rouse")

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._is_asked, self._looks = True, 0

        def answered(reply: Reply | str, at: float | None = None) -> None:
            self._is_asked = False
            answer(reply, at)

        self._call("ask", turn, answered, failed=lambda error: answered(raised(error)))

    def rejected(self, text: str, why: Sentence) -> None:
        self._call("rejected", text, why)

    def withdraw(self) -> None:
        self._is_asked = False
        self._call("withdraw")

    def offered_draw(self) -> None:
        self._call("offered_draw")

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self._tell = None
        if self._timer is not None:
            self._timer.cancel()
        self._call("finish", turn, outcome)

    def explain(self, reason: Reason, explained: Explain) -> None:
        place = self._calls.place() if reason in (Reason.TIME, Reason.NOT_STARTED) else None
        if place is not None:
            explained(place)
        else:
            self._call("explain", reason, explained, failed=lambda error: explained(None))

    def close(self) -> None:
        if self._closes:
            self._call("close")
        if self._calls.ident is not None:
            self._calls.end()

    def _look_later(self, loop: Loop[Any]) -> None:
        self._timer = loop.later(LOOK_SECONDS, partial(self._look, loop))

    def _look(self, loop: Loop[Any]) -> None:
        """Tell of a player that has been silent for long, once for each question."""
        self._look_later(loop)
        self._looks += 1
        if self._looks == SILENT_LOOKS and self._is_asked and self._tell is not None:
            sentence = say("its method ask has returned, and it has not answered")
            found = self._calls.place() or Explanation(Cause.NO_ANSWER, sentence)
            self._tell(Silent((SILENT_LOOKS - 1) * LOOK_SECONDS, found))
