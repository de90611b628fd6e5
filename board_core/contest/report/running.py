"""Running games, read from their journals while they are written."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
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
