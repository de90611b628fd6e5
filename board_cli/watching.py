"""Chooses how a match is shown, runs it, and prints its summary."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum, auto
from math import inf
from queue import Empty, SimpleQueue
from time import sleep
from typing import TYPE_CHECKING, TextIO

from board_core.fast_dataclass import dataclass
from board_core.game import RealTime
from board_core.game.game import VIEWING_PAUSE
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
from board_core.match.player_spec import BadPlayer
from board_core.match.playing import ProgramLine, played_before
from board_core.supervise.interrupts import Interrupted, interrupts

from .display import (
    FRAME_SECONDS,
    CutechessMatchLines,
    JsonLines,
    MatchDisplay,
    QuietLines,
    ResultLines,
    held_log,
)
from .ended_game import Archive, KeptResults, is_fault, not_written
from .language import _, words

if TYPE_CHECKING:
    from board_core.games import RecordWriter
    from board_core.journal import JournalWriter


NEXT_GAME_SECONDS = 0.02
"""Seconds after which the next game has usually begun, also if its programs are started anew."""


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
    hear: Callable[[GameEvent | ProgramLine], None] | None = None,
) -> MatchReport:
    """Play all games, show them and hand each result to ``keep``, on the calling thread.

    Whoever else is to ``hear`` gets every event of every game.

    A journal that cannot be written is shown at once.

    Ctrl-C and SIGTERM stop the running games, which end with their own result. Nothing is left
    running, even if the display or ``keep`` raises.
    """
    inbox: SimpleQueue[MatchNews | Interrupted] = SimpleQueue()
    match = RunningMatch(
        spec, inbox.put, events=display.events or hear is not None, journal=journal
    )
    with interrupts(inbox.put):
        try:
            with display:
                match.start()
                interrupted = _follow(match, inbox, display, keep, journal, hear)
        finally:
            match.stop(INTERRUPTED_REASON)
            match.join(STOP_SECONDS)
    if isinstance(match.trouble, BadPlayer) and not display.result.ended:
        raise match.trouble
    return MatchReport(display.result, interrupted)


def _follow(
    match: RunningMatch,
    inbox: SimpleQueue[MatchNews | Interrupted],
    display: MatchDisplay,
    keep: Callable[[MatchGame], None],
    journal: JournalWriter | None,
    hear: Callable[[GameEvent | ProgramLine], None] | None,
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
                if hear is not None:
                    hear(news)
                display.heard(news)
            case ProgramLine():
                if hear is not None:
                    hear(news)
            case MatchGame():
                if inbox.empty():  # writing a game takes some milliseconds from the next one
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


class DisplayMode(Enum):
    """The ways to show a match."""

    SCREEN = auto()  # the board, as it is played
    TICKER = auto()  # results above a progress bar
    LINES = auto()  # results, and the board of a single game
    QUIET = auto()  # results
    JSON = auto()  # every event, each on a line
    CUTECHESS = auto()  # results, as cutechess-cli prints them


def display_mode(
    *, terminal: bool, quiet: bool, json: bool, concurrency: int, cutechess: bool = False
) -> DisplayMode:
    if json:
        return DisplayMode.JSON
    if cutechess:
        return DisplayMode.CUTECHESS
    if quiet:
        return DisplayMode.QUIET
    if not terminal:
        return DisplayMode.LINES
    return DisplayMode.SCREEN if concurrency == 1 else DisplayMode.TICKER


def viewing_pause(mode: DisplayMode) -> float:
    """Return the seconds between moves that somebody watches."""
    return VIEWING_PAUSE if mode is DisplayMode.SCREEN else 0.0


def show_match(
    spec: MatchSpec,
    mode: DisplayMode,
    writer: RecordWriter | None,
    out: TextIO,
    journal: JournalWriter | None = None,
    *,
    plain: bool = False,
    hear: Callable[[GameEvent | ProgramLine], None] | None = None,
) -> int:
    """Play and show a match, in ASCII if ``plain``; return the exit code."""
    archive = Archive(writer, None if journal is None else journal.path)
    tells_at_the_end = mode in (DisplayMode.SCREEN, DisplayMode.TICKER, DisplayMode.LINES)
    result, before = spec.first_result(), played_before(spec, journal)
    kept = KeptResults()
    for game in before:
        result, kept = result.after(game), kept.after(game)
    if before and tells_at_the_end:
        text = words.plural(
            "{count} game is in the journal already",
            "{count} games are in the journal already",
            len(before),
        )
        print(text, file=out)
    evidence = mode is DisplayMode.QUIET and not any(map(is_fault, before))
    display = display_for(mode, result, out, sys.stderr if evidence else None, plain=plain)

    def keep(game: MatchGame) -> None:
        nonlocal kept
        if tells_at_the_end:
            kept = kept.after(game)
        if (trouble := archive.write(game.played, game.number)) is not None:
            display.warn(trouble)

    with held_log(sys.stderr):
        report = run_match(spec, display, keep, journal, hear)
    if tells_at_the_end:
        from .live_display import print_closing_words  # which brings rich

        print_closing_words(out, display, kept, archive.lines())
    elif archive.lost:
        for line, _style in archive.lines():
            print(line, file=sys.stderr)
    if report.interrupted is not None:
        print(_("The match was interrupted."), file=sys.stderr)
    return report.exit_code or (1 if archive.lost else 0)


def display_for(
    mode: DisplayMode,
    result: MatchResult,
    out: TextIO,
    evidence: TextIO | None = None,
    *,
    plain: bool = False,
) -> MatchDisplay:
    match mode:
        case DisplayMode.SCREEN | DisplayMode.TICKER:
            from .live_display import Screen, Ticker  # which bring rich, 2 MB
            from .screen import console_for, look_of

            console = console_for(out)
            make = Screen if mode is DisplayMode.SCREEN else Ticker
            return make(result, console, look_of(console, plain=plain))
        case DisplayMode.LINES:
            return ResultLines(result, out)
        case DisplayMode.QUIET:
            return QuietLines(result, out, evidence)
        case DisplayMode.JSON:
            return JsonLines(result, out)
        case DisplayMode.CUTECHESS:
            return CutechessMatchLines(result, out)
