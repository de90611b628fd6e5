"""Runs a match in front of a display."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from queue import Empty, SimpleQueue
from time import sleep
from typing import TYPE_CHECKING

from board_core import RealTime
from board_core.fast_dataclass import dataclass
from board_core.match import (
    GameEvent,
    MatchGame,
    MatchNews,
    MatchOver,
    MatchResult,
    MatchSpec,
    RunningMatch,
)
from board_core.match.matches import INTERRUPTED_REASON, STOP_SECONDS
from board_core.supervise.interrupts import Interrupted, interrupts

from .archive import not_written
from .display import FRAME_SECONDS, MatchDisplay

NEXT_GAME_SECONDS = 0.02
"""Seconds after which the next game has usually begun, also if its programs are started anew."""

if TYPE_CHECKING:
    from board_core.journal import JournalWriter


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The result of a match, and the signal that interrupted it, if one did."""

    result: MatchResult
    interrupted: Interrupted | None

    @property
    def exit_code(self) -> int:
        """Return 0 only if all games were played."""
        if self.interrupted is not None:
            return self.interrupted.exit_code
        return 0 if self.result.complete else 1


def run_match(
    spec: MatchSpec,
    display: MatchDisplay,
    keep: Callable[[MatchGame], None],
    journal: JournalWriter | None = None,
) -> MatchReport:
    """Play all games, show them and hand each result to ``keep``, on the calling thread.

    A journal that cannot be written is shown at once.

    Ctrl-C and SIGTERM stop the running games, which end with a result of their own. Nothing is
    left running, also when the display or ``keep`` raises.
    """
    inbox: SimpleQueue[MatchNews | Interrupted] = SimpleQueue()
    match = RunningMatch(spec, inbox.put, events=display.events, journal=journal)
    with interrupts(inbox.put):
        try:
            with display:
                match.start()
                interrupted = _follow(match, inbox, display, keep, journal)
        finally:
            match.stop(INTERRUPTED_REASON)
            match.join(STOP_SECONDS)
    return MatchReport(display.result, interrupted)


def _follow(
    match: RunningMatch,
    inbox: SimpleQueue[MatchNews | Interrupted],
    display: MatchDisplay,
    keep: Callable[[MatchGame], None],
    journal: JournalWriter | None,
) -> Interrupted | None:
    """Show the match until its last game is over, or for a while after an interrupt."""
    time, interrupted, give_up, warned = RealTime(), None, inf, False
    while time.now() < give_up:
        try:
            news = inbox.get(timeout=FRAME_SECONDS)
        except Empty:
            news = None
        match news:
            case GameEvent():
                display.heard(news)
            case MatchGame():
                if inbox.empty():  # to write a game takes some milliseconds from the next one
                    sleep(NEXT_GAME_SECONDS)
                keep(news)
                display.ended(news)
            case Interrupted():
                interrupted, give_up = news, time.now() + STOP_SECONDS
                match.stop(INTERRUPTED_REASON)
            case MatchOver():
                break
            case None:
                pass
        if journal is not None and journal.trouble is not None and not warned:
            display.warn(not_written(journal.path, journal.trouble))
            warned = True
        display.refresh(time.now())
    display.finish()
    return interrupted
