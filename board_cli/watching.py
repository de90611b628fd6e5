"""Chooses how a match is shown, runs it, and prints its summary."""

from __future__ import annotations

import sys
from enum import Enum, auto
from typing import TYPE_CHECKING, TextIO

from board_core import VIEWING_PAUSE
from board_core.match import MatchGame, MatchResult, MatchSpec
from board_core.match.playing import played_before

from .archive import Archive
from .display import CutechessMatchLines, JsonLines, MatchDisplay, QuietLines, ResultLines
from .ended_game import KeptResults, is_fault
from .held_log import held_log
from .language import _, words
from .session import run_match

if TYPE_CHECKING:
    from board_core.games import RecordWriter
    from board_core.journal import JournalWriter


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
        report = run_match(spec, display, keep, journal)
    if tells_at_the_end:
        from .closing_words import print_closing_words  # which brings rich

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
