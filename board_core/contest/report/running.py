"""Read what games leave in the contest's folder: running games, and the logs of programs."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path

from board_core.contest.state import Contest
from board_core.contest.store import Folder
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock
from board_core.game.player import Score
from board_core.game.rules import IllegalMove, Position, Rules
from board_core.game.sides import PerColor
from board_core.journal import BadJournal, Journal
from board_core.journal.files import JOURNAL_KIND
from board_core.journal.lines import read_lines
from board_core.record import PlayedGame

NO_SCORES: PerColor[Score | None] = PerColor(None, None)
"""The scores of programs that have reported none."""

NONE_MADE = PerColor(0, 0)
"""A clock that is only shown counts no moves."""


@dataclass(frozen=True, slots=True)
class Running:
    """A running game, up to the last line of its journal."""

    pairing: int
    position: Position
    plies: int
    last: tuple[str, ...]  # the places of the last move
    clock: Clock  # runs since the journal last grew, as the system's clock tells it
    game: PlayedGame
    scores: PerColor[Score | None]  # the last ones of both programs, each from its own view


class GameReader:
    """A reader of one running game's journal; it reads each line and plays each move once."""

    def __init__(self, path: Path, pairing: int, rules: Rules) -> None:
        self._path = path
        self._pairing = pairing
        self._rules = rules
        self._begin()

    def _begin(self) -> None:
        self._journal = Journal()
        self._seen: tuple[int, float] = (0, 0.0)
        self._played: list[str] = []
        self._position: Position | None = None
        self._scores = NO_SCORES
        self.running: Running | None = None

    def read(self) -> Running | None:
        """Return the game as it is now; None if it has not begun or cannot be read."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        if (seen := (status.st_size, status.st_mtime)) != self._seen:
            if status.st_size < self._journal.size:  # the game was begun anew
                self._begin()
            self._seen = seen
            with contextlib.suppress(BadJournal, OSError, IllegalMove, KeyError, ValueError):
                read_lines(self._path, JOURNAL_KIND, self._journal, self._journal.add)
                self._follow(status.st_mtime)
        return self.running

    def _follow(self, at: float) -> None:
        if not self._journal.facts:
            return
        facts = self._journal.facts[max(self._journal.facts)]
        game, moves = facts.game(self._rules), facts.texts
        if self._position is None or moves[: len(self._played)] != self._played:
            self._position, self._played = game.first_position, []
        last: tuple[str, ...] = self.running.last if self.running and self._played else ()
        scores = facts.scores
        if not self._played:
            self._scores = NO_SCORES
        for text in moves[len(self._played) :]:
            if (score := scores[len(self._played)]) is not None:
                self._scores = self._scores.put(self._position.to_move, score)
            move = self._position.parse(text)
            last = self._rules.places(self._position, move)
            self._position = self._position.play(move)
            self._played.append(text)
        left = game.left.map(lambda seconds: inf if seconds is None else seconds)
        clock = Clock(game.controls, left, NONE_MADE, self._position.to_move, at, game.periods)
        self.running = Running(
            self._pairing, self._position, len(moves), last, clock, game, self._scores
        )


class RunningGames:
    """All running games of a contest's folder."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._readers: dict[int, GameReader] = {}

    def sizes(self) -> Mapping[int, int]:
        """Return the sizes of the running games' journals: a cheap way to see a new move."""
        found: dict[int, int] = {}
        with contextlib.suppress(OSError), os.scandir(self._folder.running) as entries:
            for entry in entries:
                number = entry.name.removeprefix("game").removesuffix(".jsonl")
                if number.isascii() and number.isdigit():
                    with contextlib.suppress(OSError):
                        found[int(number)] = entry.stat().st_size
        return found

    def read(self, contest: Contest) -> tuple[Running, ...]:
        """Return the running games in order.

        Files are ignored that were left over: of games that have a result by now, also by a ruling
        or a withdrawal while nobody played, and of a contest that is over.
        """
        waiting = {pairing.number for pairing in contest.to_play}
        going_on = sorted(
            number for number in self.sizes() if number in waiting and contest.ended is None
        )
        rules = contest.rules
        self._readers = {
            number: self._readers.get(number)
            or GameReader(self._folder.running_game(number), number, rules)
            for number in going_on
        }
        read = (reader.read() for reader in self._readers.values())
        return tuple(game for game in read if game is not None)


LOG_LINE = re.compile(r"\s*(-?[\d.]+) ([<>!])(?: (.*))?", re.DOTALL)

FIRST_LINES_SHOWN, LAST_LINES_SHOWN = 60, 240
"""Lines of a long log that are shown, from its beginning and from its end."""

MOST_LINE_CHARACTERS = 400
"""Characters of a line that are shown; the rest is cut off."""

MOST_LOG_BYTES = 2_000_000
"""Bytes of a log that are read; the rest is not shown."""


@dataclass(frozen=True, slots=True)
class LogLine:
    at: str  # seconds, as they were written; empty: not known
    kind: str  # < > or !; empty: not known
    text: str


@dataclass(frozen=True, slots=True)
class LogExcerpt:
    """The lines of a log that are shown."""

    name: str  # of the file
    beginning: tuple[LogLine, ...] = ()
    left_out: int = 0  # lines between the two
    end: tuple[LogLine, ...] = ()


def log_of(name: str, lines: Sequence[str]) -> LogExcerpt:
    if len(lines) <= FIRST_LINES_SHOWN + LAST_LINES_SHOWN:
        return LogExcerpt(name, tuple(map(_line, lines)))
    return LogExcerpt(
        name,
        tuple(map(_line, lines[:FIRST_LINES_SHOWN])),
        len(lines) - FIRST_LINES_SHOWN - LAST_LINES_SHOWN,
        tuple(map(_line, lines[-LAST_LINES_SHOWN:])),
    )


def read_log(path: Path) -> LogExcerpt | None:
    """Read the excerpt of a log; None if it does not exist or cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_LOG_BYTES)
    except OSError:
        return None
    text = data.decode("utf-8", "replace").removesuffix("\n")
    return log_of(path.name, text.split("\n") if text else ())


def _line(line: str) -> LogLine:
    text = line if len(line) <= MOST_LINE_CHARACTERS else f"{line[:MOST_LINE_CHARACTERS]} …"
    found = LOG_LINE.fullmatch(text)
    return LogLine(found[1], found[2], found[3] or "") if found else LogLine("", "", text)
