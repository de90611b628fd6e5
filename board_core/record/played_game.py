"""What is kept of a game: a value, and the subscriber that collects it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import final, overload

from board_core.absence import Missed
from board_core.clock import NO_PERIODS, UNTIMED, Clock, TimeControl
from board_core.events import (
    NOT_MEASURED,
)
from board_core.player import Explanation, Score, Thought
from board_core.rules import (
    BadSetup,
    BoardError,
    Move,
    Outcome,
    Position,
    Reason,
    Rules,
    notation_of,
)
from board_core.sentence import Sentence
from board_core.sides import Color, PerColor


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One ply of a played game; what is not known of it is None."""

    color: Color
    move: Move
    notation: str  # as people write it
    clock_left: float | None = None  # seconds after the move; None: no clock, or nobody was asked
    elapsed: float | None = None  # seconds charged; None: given with the game, nobody was asked
    thought: Thought | None = None  # with the last score its player gave before the move
    periods: int = 0  # of byo-yomi that its player then has; 0: as long as the time lasts

    @property
    def score(self) -> Score | None:
        """The player's score before the move, from its own point of view."""
        return self.thought.score if self.thought else None

    @property
    def depth(self) -> int | None:
        """The depth of that score, in plies."""
        return self.thought.depth if self.thought else None


@final
class Moves(Sequence[PlayedMove]):
    """The moves of a game that are read when somebody first looks at them, and then kept.

    Thousands of games are counted by their outcomes, and few are looked at: to play a game through
    takes ten times as long as to read its lines. Compares equal to a tuple of the same moves.
    """

    __slots__ = ("_moves", "_read", "told")

    def __init__(self, read: Callable[[], Iterable[PlayedMove]], told: int) -> None:
        """``told`` moves there are, if all of them can be played; no more are read."""
        self.told = told
        self._read: Callable[[], Iterable[PlayedMove]] | None = read
        self._moves: tuple[PlayedMove, ...] = ()

    def _all(self) -> tuple[PlayedMove, ...]:
        if (read := self._read) is not None:
            self._moves = tuple(islice(read(), self.told))  # whoever made it
            self._read = None  # last: another thread reads them once more, and finds the same
        return self._moves

    @overload
    def __getitem__(self, index: int) -> PlayedMove: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PlayedMove, ...]: ...
    def __getitem__(self, index: int | slice) -> PlayedMove | tuple[PlayedMove, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[PlayedMove]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves | tuple):
            return self._all() == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[object, ...]:
        if (read := self._read) is not None:  # most games are sent to somebody who reads no move
            return Moves, (read, self.told)
        return tuple, (self._moves,)


@dataclass(frozen=True, slots=True)
class RecordedAbsence:
    """A time at which the host itself did not run, for which nobody was charged."""

    at: datetime  # when it was noticed
    ply: int
    kind: Missed
    seconds: float
    left: PerColor[float | None]  # seconds of both sides; None: no clock


NOT_FINISHED = Outcome(None, Reason.UNFINISHED)
NO_CLOCKS: PerColor[float | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True, repr=False)
class PlayedGame:
    """A game as it was played, to its end or so far: what is kept, sent and shown of a game."""

    rules: Rules
    names: PerColor[str]
    controls: PerColor[TimeControl]
    setup: str | None  # None: the usual first position
    moves: Sequence[PlayedMove]
    started: datetime
    seconds: float = 0.0  # from its start to its end, or so far
    outcome: Outcome = NOT_FINISHED
    explanation: Explanation | None = None  # of the loser's failure
    off_turn: PerColor[float | None] = NOT_MEASURED
    """Seconds of processor time that each side used out of turn; None: not measured."""
    away: tuple[RecordedAbsence, ...] = ()
    left: PerColor[float | None] = NO_CLOCKS
    """Seconds that both sides had left at its end, or have; None: no clock."""
    periods: PerColor[int] = NO_PERIODS
    """Periods of byo-yomi that both sides had then, with the one that ran; 0: before it."""

    def __repr__(self) -> str:
        """Say who played and how it stands; the moves are many."""
        game, names, plies = self.rules.name, self.names, self.plies
        return f"<PlayedGame: {game}, {names.white} - {names.black} {self.result}, {plies} plies>"

    @property
    def over(self) -> bool:
        """Whether the game has ended, with a result or without one."""
        return self.outcome.reason is not Reason.UNFINISHED

    @property
    def ended(self) -> datetime | None:
        """When the game ended; None: it goes on."""
        return self.started + timedelta(seconds=self.seconds) if self.over else None

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return self.outcome.result

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(played.move for played in self.moves)

    @property
    def plies(self) -> int:
        """How many moves there are. Of a game from a file, as many as it tells: none is played."""
        return self.moves.told if isinstance(self.moves, Moves) else len(self.moves)

    @property
    def first_position(self) -> Position:
        return self.rules.start(self.setup)

    def position_after(self, plies: int) -> Position:
        """Return the position after so many moves; costs as much as there are."""
        position = self.first_position
        for played in self.moves[:plies]:
            position = position.play(played.move)
        return position

    @property
    def last_position(self) -> Position:
        """The position after the last move."""
        return self.position_after(len(self.moves))

    @property
    def last_places(self) -> tuple[str, ...]:
        """The places that the last move touched."""
        if not self.moves:
            return ()
        before = self.position_after(len(self.moves) - 1)
        return self.rules.places(before, self.moves[-1].move)

    def clocks(self) -> Iterator[Clock]:
        """Both clocks as they stand at each position, the first and after each move."""
        clock = Clock.new(self.controls)
        yield clock
        for move in self.moves:
            if move.elapsed is not None:
                clock = clock.moved(move.color, move.clock_left, move.periods)
            yield clock

    @property
    def clock(self) -> Clock:
        """Both clocks after the last move, to go on with."""
        *_, clock = self.clocks()
        return clock


@dataclass(frozen=True, slots=True)
class Mark:
    """What an analysis says of a move: a numeric annotation glyph of PGN, and words."""

    glyph: int
    words: Sentence


@dataclass(frozen=True, slots=True)
class ReadGame:
    """What came of reading a game in a file: the game, as far as its moves can be played."""

    game: PlayedGame
    trouble: Sentence | None = None  # why the rest of its moves could not be read


def game_read(
    rules: Rules,
    names: PerColor[str],
    setup: str | None,
    moves: Sequence[Move],
    outcome: Outcome | str,
    trouble: Sentence | None = None,
) -> ReadGame:
    """Return a game that a file tells of, whose ``moves`` are legal; times and thoughts are lost.

    The outcome may be a result (``1-0``), which tells no reason; any other text is no result. From
    a ``setup`` that no game can begin from no move is played.
    """
    try:
        rules.start(setup)
    except BadSetup as error:
        moves, trouble = (), trouble or error.sentence
    if isinstance(outcome, str):
        outcome = (
            Outcome(RESULT_WINNERS[outcome], Reason.UNKNOWN)
            if outcome in RESULT_WINNERS
            else NOT_FINISHED
        )
    plies = tuple(moves)
    told = Moves(partial(_from_file, rules, setup, plies), len(plies)) if plies else ()
    controls = PerColor.both(UNTIMED)
    return ReadGame(
        PlayedGame(rules, names, controls, setup, told, UNKNOWN_DATE, outcome=outcome), trouble
    )


def _from_file(rules: Rules, setup: str | None, moves: Sequence[Move]) -> Iterator[PlayedMove]:
    position = rules.start(setup)
    for move in moves:
        yield PlayedMove(position.to_move, move, notation_of(position, move))
        position = position.play(move)


RESULT_WINNERS = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}
"""Who has won, by what a file says."""

UNKNOWN_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for a date that cannot be read, or that no file tells."""


class BadRecord(BoardError):
    """The text holds no game."""
