"""The games that are being played on this machine, as their journals tell of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from board_core.clock import Clock
from board_core.journal import BadJournal, JournaledGame, read_journal
from board_core.sides import Color

from .field import Fixture
from .state import Contest
from .store import Folder


@dataclass(frozen=True, slots=True)
class RunningGame:
    """As far as it was written down when it was looked at."""

    fixture: Fixture
    game: JournaledGame
    to_move: Color
    age: float  # seconds since the last line was written: so long has the side to move thought

    @property
    def clock(self) -> Clock:
        """As it stood after the last move."""
        return self.game.clock

    def left(self, color: Color) -> float:
        """Seconds that this side has left now, as far as can be told from outside."""
        after = self.clock.remaining[color]
        return max(0.0, after - self.age) if color is self.to_move else after


def running_games(folder: Folder, contest: Contest, now: float) -> tuple[RunningGame, ...]:
    """In the order of their numbers; ``now`` is ``time.time()``, as files are stamped by it."""
    found = (
        _running(folder.running_game(fixture.number), fixture, now) for fixture in contest.to_play
    )
    return tuple(game for game in found if game is not None)


def _running(path: Path, fixture: Fixture, now: float) -> RunningGame | None:
    try:
        game = read_journal(path).games.get(fixture.number)
        written = path.stat().st_mtime
    except (OSError, BadJournal):  # not begun, or over in this moment
        return None
    if game is None or game.end is not None:
        return None
    first = Color(game.start["first"])
    to_move = first if len(game.moves) % 2 == 0 else first.other
    return RunningGame(fixture, game, to_move, max(0.0, now - written))
