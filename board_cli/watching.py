"""Chooses how a match is shown, runs it, and prints its summary."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.text import Text

from board_core import VIEWING_PAUSE
from board_core.match import MatchGame, MatchResult, MatchSpec
from board_core.match.json_lines import first_loss_pgn
from board_core.match.playing import played_before
from board_core.sides import Color
from board_core.words import visible

from .archive import Archive
from .display import JsonLines, MatchDisplay, ResultLines, Screen, Ticker
from .drawing import beside_text, board_lines, joined
from .held_log import held_log
from .language import _, words
from .palettes import PLAIN_PALETTE
from .report import (
    fault_lines,
    is_fault,
    losses_table,
    off_turn_lines,
    result_line,
    score_table,
    strength,
)
from .screen import console_for, look_of
from .session import run_match

if TYPE_CHECKING:
    from board_core.games import RecordWriter
    from board_core.journal import JournalWriter

SHOWN_FAULTS = 20
"""So many games lost by a fault are told of at the end."""

SHOWN_RESULTS = 20
"""So many results are still told once the screen has gone."""


class DisplayMode(Enum):
    """How a match is shown."""

    SCREEN = auto()  # the board, as it is played
    TICKER = auto()  # results above a progress bar
    LINES = auto()  # results, and the board of a single game
    QUIET = auto()  # results
    JSON = auto()


def display_mode(*, terminal: bool, quiet: bool, json: bool, concurrency: int) -> DisplayMode:
    if json:
        return DisplayMode.JSON
    if quiet:
        return DisplayMode.QUIET
    if not terminal:
        return DisplayMode.LINES
    return DisplayMode.SCREEN if concurrency == 1 else DisplayMode.TICKER


def viewing_pause(mode: DisplayMode) -> float:
    """Return the seconds between moves that somebody watches."""
    return VIEWING_PAUSE if mode is DisplayMode.SCREEN else 0.0


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The results that will be told of at the end; a match of any length keeps as few."""

    last: MatchGame | None = None
    first_results: tuple[MatchGame, ...] = ()
    faults: tuple[MatchGame, ...] = ()
    more_faults: int = 0

    def after(self, game: MatchGame) -> KeptResults:
        fault = is_fault(game)
        room = len(self.faults) < SHOWN_FAULTS
        return KeptResults(
            game,
            (*self.first_results, game)[:SHOWN_RESULTS],
            (*self.faults, game) if fault and room else self.faults,
            self.more_faults + (fault and not room),
        )


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
    console, archive, kept = console_for(out), Archive(writer), KeptResults()
    result, before = spec.first_result(), played_before(spec, journal)
    for game in before:
        result, kept = result.after(game), kept.after(game)
    if before and mode not in (DisplayMode.JSON, DisplayMode.QUIET):
        text = words.plural(
            "{count} game is in the journal already",
            "{count} games are in the journal already",
            len(before),
        )
        console.print(text)
    display = display_for(mode, result, console, out, plain=plain)

    def keep(game: MatchGame) -> None:
        nonlocal kept
        kept = kept.after(game)
        archive.write(game.played, game.number)

    with held_log(sys.stderr):
        report = run_match(spec, display, keep, journal)
    if mode not in (DisplayMode.JSON, DisplayMode.QUIET):
        _closing_words(console, display, kept, archive.lines())
    elif archive.trouble is not None:
        print(joined(archive.lines()).plain, file=sys.stderr)
    if journal is not None and (trouble := journal.trouble):
        path = visible(str(journal.path))
        text = _("{path} could not be written: {why}", path=path, why=trouble.strerror)
        print(text, file=sys.stderr)
    if report.interrupted is not None:
        print(_("The match was interrupted."), file=sys.stderr)
    return report.exit_code or (1 if archive.trouble else 0)


def display_for(
    mode: DisplayMode, result: MatchResult, console: Console, out: TextIO, *, plain: bool = False
) -> MatchDisplay:
    match mode:
        case DisplayMode.SCREEN:
            return Screen(result, console, look_of(console, plain=plain))
        case DisplayMode.TICKER:
            return Ticker(result, console, look_of(console, plain=plain))
        case DisplayMode.LINES | DisplayMode.QUIET:
            return ResultLines(result, console)
        case DisplayMode.JSON:
            return JsonLines(result, out)


def _closing_words(
    console: Console, display: MatchDisplay, kept: KeptResults, archived: Sequence[Text]
) -> None:
    """Print the last position, the score, the faults and where the games are."""
    result = display.result
    several = result.games > 1
    if kept.last is None:
        return
    if not several and isinstance(display, Screen):
        console.print(display.picture())
    elif not several:
        console.print()
        console.print(joined(last_board(kept.last)))
    elif isinstance(display, Screen):
        for game in kept.first_results:
            console.print(result_line(game, result.games), soft_wrap=True)
        if result.ended > len(kept.first_results):
            more = result.ended - len(kept.first_results)
            console.print(words.plural("and {count} game more", "and {count} games more", more))
    if several:
        _summary(console, result)
    for line in off_turn_lines(result):
        console.print()
        console.print(line, soft_wrap=True)
    if faults := fault_lines(kept.faults, result.games):
        console.print()
        console.print(joined(faults), soft_wrap=not console.is_terminal)
        if kept.more_faults:
            more = kept.more_faults
            text = words.plural("and {count} such game more", "and {count} such games more", more)
            console.print(text)
    if several and (pgn := first_loss_pgn(result)):
        console.print()
        name = visible(result.names[0])
        console.print(_("The first game that {name} lost:", name=name), style="bold")
        console.print(Text(pgn), soft_wrap=True)
    if archived:
        console.print()
    for line in archived:
        margin = " " if isinstance(display, Screen) and not several else ""
        console.print(Text.assemble(margin, line), soft_wrap=True)


def _summary(console: Console, result: MatchResult) -> None:
    """Print the score, what it says of the players' strength, and the causes of losses."""
    console.print()
    console.print(score_table(result))
    if stronger := strength(result):
        console.print()
        console.print(stronger, soft_wrap=True)
    if losses := losses_table(result):
        console.print()
        console.print(losses)


def last_board(game: MatchGame) -> list[Text]:
    """Return the final position in letters, and what stands beside the board."""
    played = game.played
    lines = board_lines(played.rules, played.last_position, played.last_places, PLAIN_PALETTE)
    for line in lines:
        line.rstrip()
    told = [
        Text(f"{words.color(color)}  {text}")
        for color in Color
        if (text := beside_text(played.rules, played.last_position, color, PLAIN_PALETTE))
    ]
    return [*lines, Text(), *told] if told else lines
