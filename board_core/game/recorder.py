"""Collect a played game from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from datetime import datetime
from functools import partial
from math import inf

from board_core.fast_dataclass import dataclass

from .clock import NO_PERIODS, Clock
from .events import (
    NONE_REFUSED,
    NOT_MEASURED,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MovesTakenBack,
    TurnStarted,
)
from .played_game import (
    NOT_FINISHED,
    Moves,
    PlayedGame,
    PlayedMove,
    RecordedAbsence,
    new_played_move,
)
from .player import Said
from .rules import Move, Rules, notation_of
from .sides import Color, PerColor


def wall_clock() -> datetime:
    """Return the present date and time in the local time zone."""
    return datetime.now().astimezone()


class Recorder:
    """A subscriber that collects games: ``bus.subscribe(recorder, thoughts=False)``.

    Each GameStarted begins a new game. The cost of an event does not depend on the length of the
    game; that of :attr:`record` does, which any thread may read at any time. ``now`` gives the
    dates of games. ``earlier`` is the record so far of a game to be continued: its clocks and
    thoughts are kept for the given moves.
    """

    def __init__(
        self, now: Callable[[], datetime] = wall_clock, earlier: PlayedGame | None = None
    ) -> None:
        self._now = now
        self._earlier = earlier
        self._game: _Game | None = None

    def __call__(self, event: Event) -> None:
        game = self._game
        if type(event) is MovePlayed and game is not None and game.asked:
            game.moved(event)  # the common case, once a ply
        elif isinstance(event, GameStarted):
            if (earlier := self._earlier) is None:
                self._game = _Game(event, self._now())
            else:
                self._game = _Game(event, earlier.started, earlier.moves, [*earlier.away])
        elif game is not None:
            game.hear(event, self._now)

    @property
    def moves(self) -> list[Move]:
        """The moves so far. Raises RuntimeError if no game has started."""
        return self._started.moves()

    @property
    def record(self) -> PlayedGame:
        """The game as played so far. Raises RuntimeError if no game has started."""
        return self._started.played(self._now)

    @property
    def _started(self) -> _Game:
        if self._game is None:
            raise RuntimeError("no game has started since this recorder was subscribed")
        return self._game


ENDLESS_TIME = PerColor(inf, inf)
"""The seconds left to both sides where no player was asked."""

_Told = tuple[Color, Move, PerColor[float], float | None, Said | None, PerColor[int]]
"""A side, its move, the seconds left to both, those charged, what it said of its search and the
byo-yomi periods of both: all that a :class:`PlayedMove` is made of when somebody asks for it."""


def _worked_out(
    rules: Rules, setup: str | None, plies: Sequence[PlayedMove | _Told]
) -> Iterator[PlayedMove]:
    position = rules.start(setup)
    for ply in plies:
        if not isinstance(ply, PlayedMove):
            color, move, remaining, elapsed, said, periods = ply
            left = None if remaining[color] == inf else remaining[color]
            thought = None if said is None else said.thought
            notation = notation_of(position, move)
            ply = new_played_move(color, move, notation, left, elapsed, thought, periods[color])
        yield ply
        position = position.play(ply.move)


@dataclass(slots=True)
class _Game:
    start: GameStarted
    started: datetime
    earlier: Sequence[PlayedMove] = ()
    away: list[RecordedAbsence] = field(default_factory=list)
    plies: list[PlayedMove | _Told] = field(default_factory=list)
    asked: bool = False  # False until the first turn: earlier moves were given with the game
    clock: Clock | None = None  # after the last move
    end: tuple[GameEnded, datetime] | None = None

    def hear(self, event: Event, now: Callable[[], datetime]) -> None:
        match event:
            case MovePlayed(color, ply, move, clock=clock):  # a given move: no player was asked
                known = ply < len(self.earlier)
                given = (
                    self.earlier[ply]
                    if known
                    else (color, move, ENDLESS_TIME, None, None, NO_PERIODS)
                )
                self.plies.append(given)
                self.clock = clock
            case TurnStarted():
                self.asked = True
            case MovesTakenBack(_, ply, _, clock):
                del self.plies[ply:]
                self.clock = clock
            case HostAway(kind, seconds, ply, clock):
                self.away.append(RecordedAbsence(now(), ply, kind, seconds, seconds_left(clock)))
            case GameEnded():
                self.end = (event, now())
            case _:
                pass

    def moved(self, event: MovePlayed) -> None:
        """Add a move that a player was asked for."""
        self.clock = clock = event.clock
        told = event.color, event.move, clock.remaining, event.elapsed, event.said, clock.periods
        self.plies.append(told)

    def moves(self) -> list[Move]:
        return [ply.move if isinstance(ply, PlayedMove) else ply[1] for ply in tuple(self.plies)]

    def played(self, now: Callable[[], datetime]) -> PlayedGame:
        start = self.start
        setup = None if start.setup is None else start.position.setup
        end, ended = self.end or (None, now())
        plies = tuple(self.plies)
        clock = end.clock if end else self.clock or start.clock
        return PlayedGame(
            start.rules,
            start.names,
            start.clock.control,
            setup,
            Moves(partial(_worked_out, start.rules, setup, plies), len(plies)),
            self.started,
            (ended - self.started).total_seconds(),
            end.outcome if end else NOT_FINISHED,
            end.explanation if end else None,
            end.off_turn if end else NOT_MEASURED,
            tuple(self.away),
            seconds_left(clock),
            clock.periods,
            end.refused if end else NONE_REFUSED,
        )


def seconds_left(clock: Clock) -> PerColor[float | None]:
    """Return the seconds left to both sides; None: no clock."""
    return clock.remaining.map(lambda left: left if left < inf else None)
