"""The players of a contest's game, and the programs that play on in the next one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field, replace
from functools import cache
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.player import Player
from board_core.game.rules import Rules
from board_core.game.sides import PerColor
from board_core.match.kept_players import KeptPlayers, Restart
from board_core.match.known_games import hosted, thinks
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.match.spec import GameSpec
from board_core.match.workers import before_the_end, is_worker
from board_core.players.isolated import Named, confined
from board_core.players.process import Transcript
from board_core.supervise.hold import HoldKind, kind
from board_core.supervise.sandbox import Confinement, Sandbox, confinement, with_cores

KEPT_SECONDS = 60.0
"""Seconds that a program waits for its next game; then it ends."""

Transcripts = PerColor[Transcript | None]


@dataclass(frozen=True, slots=True)
class EntrantMaker:
    """Makes the player of an entrant within its own limits. Equal ones make equal players."""

    spec: PlayerSpec  # with the folder of its version
    limits: Confinement
    rules: Rules = field(compare=False)
    game: str  # as in contest.toml

    @property
    def name(self) -> str:
        return self.spec.name

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        """Make the player. It has the cores of ``sandbox``, and of that nothing else."""
        spec, how = self.spec, with_cores(self.limits, confinement(sandbox).limits.cores)
        if spec.kind is not PlayerKind.FUNCTION:
            apart = spec.kind is PlayerKind.BUILT_IN and thinks(self.rules, spec.text)
            return spec.make(seed=seed, isolate=apart, sandbox=how, transcript=transcript)
        # its file is as foreign as any program: it is not loaded here
        file, function = spec.function
        how = replace(how, packages=(*how.packages, *hosted(self.rules).packages))
        answers = None if transcript is None else _without_questions(transcript)
        return confined(Named(Path(file), function), spec.name, how, seed, answers, spec.folder)


def players_of(
    game: GameSpec, transcripts: Transcripts, *, play_on: bool
) -> AbstractContextManager[PerColor[Player]]:
    """Give both players of a game, which end with it; ``transcripts`` receive their lines.

    With ``play_on`` a program whose protocol allows it, and that did not lose by its own fault,
    stands still until the next game of this worker and plays it if it is an entrant there. It needs
    a worker process, and a system that can stop programs. Raises as :meth:`GameSpec.players` does.
    """
    if play_on and is_worker() and kind() is not HoldKind.NONE:
        return _kept_here().seated(game, transcripts)
    return game.players(transcripts)


class KeptPrograms:
    """Owns the programs that play on in this worker: two at most, until :meth:`close`.

    They also end if no game comes for some seconds.
    """

    def __init__(self, seconds: float = KEPT_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()  # held by a game, or by the end of programs
        self._kept = KeptPlayers(Restart.AUTO)
        self._cores = 0
        self._alarm: threading.Timer | None = None

    @contextmanager
    def seated(self, game: GameSpec, transcripts: Transcripts) -> Iterator[PerColor[Player]]:
        """Give both players of a game. One game may be played at a time."""
        with self._lock:
            self._no_alarm()
            if game.cores != self._cores:
                self._kept.close()
                self._cores = game.cores
            first = self._kept.first_color(game)
            try:
                with self._kept.seated(game, first, transcripts) as players:
                    yield players
            finally:
                self._kept.end_others()  # now, so that logs have their last lines
                self._kept.stand_still()
                self._alarm = threading.Timer(self._seconds, self._end_idle)
                self._alarm.daemon = True
                self._alarm.start()

    def close(self) -> None:
        """End all programs. May be called twice."""
        with self._lock:
            self._no_alarm()
            self._kept.close()

    def _no_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _end_idle(self) -> None:
        if self._lock.acquire(blocking=False):  # else a game has just begun
            try:
                self._kept.close()
            finally:
                self._lock.release()


@cache
def _kept_here() -> KeptPrograms:
    """Return the programs of this worker, which end with it."""
    kept = KeptPrograms()
    before_the_end(kept.close)
    return kept


def _without_questions(transcript: Transcript) -> Transcript:
    """Return a transcript of a function, whose questions are long and for machines."""

    def hear(direction: str, line: str) -> None:
        if direction != "<":
            transcript(direction, line)

    return hear
