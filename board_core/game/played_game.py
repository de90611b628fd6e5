"""Played games as values, and their recorder, which collects them from events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate, islice
from math import inf
from typing import final, overload

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.sentence import BoardError, Sentence

from .absence import Missed
from .clock import NO_PERIODS, Clock, TimeControl, control_told
from .events import (
    NONE_REFUSED,
    NOT_MEASURED,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MovesTakenBack,
    PlayerSaid,
    TurnStarted,
    new_move_played,
)
from .game_tree import (
    NO_NOTES,
    GameTree,
    Notes,
    TreeMove,
    Variation,
    new_notes,
    new_tree_move,
)
from .player import Explanation, ModelCall, Note, Said, Score, Thought, Turn, new_score
from .rules import BadSetup, Move, MoveList, Outcome, Position, Reason, Rules, notation_of
from .sides import Color, PerColor


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One ply of a played game; unknown values are None."""

    color: Color
    move: Move
    notation: str  # as people write it
    clock_left: float | None = None  # seconds left after the move; None: no clock, or a given move
    elapsed: float | None = None  # seconds charged; None: a given move, with no question
    thought: Thought | None = None  # the last one with a score before the move
    periods: int = 0  # byo-yomi periods left after the move; 0 in main time

    @property
    def score(self) -> Score | None:
        """The player's last score before the move, from its own point of view."""
        return self.thought.score if self.thought else None

    @property
    def depth(self) -> int | None:
        """The depth in plies of the player's last score."""
        return self.thought.depth if self.thought else None


new_played_move = constructor(PlayedMove)


@final
class Moves(Sequence[PlayedMove]):
    """A sequence of moves that is read on first access, and then kept.

    Often only the outcomes of thousands of games are counted, and replaying a game takes ten times
    as long as reading its lines. A sequence equals a tuple of the same moves.
    """

    __slots__ = ("_moves", "_read", "told")

    def __init__(self, read: Callable[[], Iterable[PlayedMove]], told: int) -> None:
        """Store the function that reads the moves, and ``told``, the maximum number of moves."""
        self.told = told
        self._read: Callable[[], Iterable[PlayedMove]] | None = read
        self._moves: tuple[PlayedMove, ...] = ()

    def _all(self) -> tuple[PlayedMove, ...]:
        if (read := self._read) is not None:
            self._moves = tuple(islice(read(), self.told))  # no more than it holds
            self._read = None  # set last: a concurrent thread reads the same moves again
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
        if (read := self._read) is not None:  # most receivers of a game read no moves
            return Moves, (read, self.told)
        return tuple, (self._moves,)


@dataclass(frozen=True, slots=True)
class RecordedAbsence:
    """A time when the board itself did not run, for which no clock was charged."""

    at: datetime  # when it was noticed
    ply: int
    kind: Missed
    seconds: float
    left: PerColor[float | None]  # seconds of both sides; None: no clock


NOT_FINISHED = Outcome(None, Reason.UNFINISHED)
NO_CLOCKS: PerColor[float | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True, repr=False)
class PlayedGame:
    """A game as played, complete or so far, in the form that is stored, sent and shown."""

    rules: Rules
    names: PerColor[str]
    controls: PerColor[TimeControl]
    setup: str | None  # None: the standard starting position
    moves: Sequence[PlayedMove]
    started: datetime
    seconds: float = 0.0  # from its start to its end, or so far
    outcome: Outcome = NOT_FINISHED
    explanation: Explanation | None = None  # why the loser failed
    off_turn: PerColor[float | None] = NOT_MEASURED
    """Seconds of processor time that each side used out of turn; None: not measured."""
    away: tuple[RecordedAbsence, ...] = ()
    left: PerColor[float | None] = NO_CLOCKS
    """Seconds left to both sides at the end, or now; None: no clock."""
    periods: PerColor[int] = NO_PERIODS
    """Byo-yomi periods left to both sides then, the running one included; 0 in main time."""
    refused: PerColor[int] = NONE_REFUSED
    """The number of each side's refused answers that did not end the game."""
    calls: tuple[ModelCall, ...] = ()
    """The requests to language models, in their order."""

    def __repr__(self) -> str:
        """Return the game, the players and the result; the moves are too many to list."""
        game, names, plies = self.rules.name, self.names, self.plies
        return f"<PlayedGame: {game}, {names.white} - {names.black} {self.result}, {plies} plies>"

    @property
    def over(self) -> bool:
        """True if the game has ended, with a result or without one."""
        return self.outcome.reason is not Reason.UNFINISHED

    @property
    def ended(self) -> datetime | None:
        """The date and time of the end; None while the game goes on."""
        return self.started + timedelta(seconds=self.seconds) if self.over else None

    @property
    def result(self) -> str:
        """The result as text: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return self.outcome.result

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves without clocks and thoughts."""
        return tuple(played.move for played in self.moves)

    @property
    def plies(self) -> int:
        """The number of moves; for a game from a file the number in the file, legal or not."""
        return self.moves.told if isinstance(self.moves, Moves) else len(self.moves)

    @property
    def first_position(self) -> Position:
        """The position before the first move."""
        return self.rules.start(self.setup)

    def positions(self) -> Iterator[Position]:
        """Yield the first position and that after each move."""
        return accumulate(self.line, lambda at, move: at.play(move), initial=self.first_position)

    def events(self) -> Iterator[GameStarted | MovePlayed | GameEnded]:
        """Yield the start, the moves and, if it is over, the end of the game as events."""
        positions, clocks, moves = self.positions(), self.clocks(), MoveList()
        before, position, clock = None, next(positions), next(clocks)
        yield GameStarted(self.rules, self.names, position, clock, self.setup)
        for ply, played in enumerate(self.moves):
            before, position, clock = position, next(positions), next(clocks)
            moves = moves.added(played.move)
            said = None if played.thought is None else Said.known(played.thought)
            elapsed = played.elapsed or 0.0
            color, move = played.color, played.move
            yield new_move_played(color, ply, move, before, position, clock, elapsed, said)
        if self.over:
            turn = Turn(position.to_move, len(moves), 0, position, clock, moves, before)
            yield GameEnded(self.outcome, turn, self.explanation, self.off_turn, self.refused)

    def position_after(self, plies: int) -> Position:
        """Return the position after this many plies, by replaying them."""
        *_, position = islice(self.positions(), plies + 1)
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
        """Yield both clocks at the first position and after each move."""
        clock = Clock.new(self.controls)
        yield clock
        for move in self.moves:
            if move.elapsed is not None or move.clock_left is not None:
                clock = clock.moved(move.color, move.clock_left, move.periods)
            yield clock

    @property
    def clock(self) -> Clock:
        """Both clocks after the last move, with which the game can be continued."""
        *_, clock = self.clocks()
        return clock


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game read from a file, up to its first illegal move; ``tree`` has all that was written."""

    game: PlayedGame
    problem: Sentence | None = None  # the first thing that was left out, with its line
    tree: GameTree | None = None  # None: the format has only moves


def game_read(
    rules: Rules,
    names: PerColor[str],
    setup: str | None,
    moves: Sequence[TreeMove],
    outcome: Outcome | str,
    problem: Sentence | None = None,
    tree: GameTree | None = None,
) -> ReadGame:
    """Return a game from a file by its legal ``moves``, with what is noted of times and scores.

    The outcome may be a result such as ``1-0``, if the reason is unknown; any other text means an
    unfinished game. If the rules refuse ``setup``, the game has no moves.
    """
    try:
        rules.start(setup)
    except BadSetup as error:
        moves, problem = (), problem or error.sentence
    if isinstance(outcome, str):
        outcome = (
            Outcome(RESULT_WINNERS[outcome], Reason.UNKNOWN)
            if outcome in RESULT_WINNERS
            else NOT_FINISHED
        )
    plies = tuple(moves)
    told = Moves(partial(_from_file, rules, setup, plies), len(plies)) if plies else ()
    tags = {} if tree is None else dict(tree.tags)
    sides = PerColor("WhiteTimeControl", "BlackTimeControl")
    controls = sides.map(lambda tag: control_told(tags.get(tag, tags.get("TimeControl", ""))))
    return ReadGame(
        PlayedGame(rules, names, controls, setup, told, UNKNOWN_DATE, outcome=outcome),
        problem,
        tree,
    )


def tree_of(record: PlayedGame, tags: Mapping[str, str], said: str = "") -> GameTree:
    """Return a played game as a tree; ``said`` is the comment after the last move.

    The value of ``Result`` may be missing from the tags.
    """
    last = len(record.moves) - 1
    moves = tuple(
        new_tree_move(played.move, played.notation, _notes_of(played, said if ply == last else ""))
        for ply, played in enumerate(record.moves)
    )
    notes = NO_NOTES if moves else Notes(said)
    known = dict(tags)
    known.setdefault("Result", record.result)
    return GameTree(record.rules, tuple(known.items()), record.setup, notes, Variation(moves))


def read_of_tree(tree: GameTree) -> ReadGame:
    """Return the game of a tree's main line, with the tree's first problem as ``problem``."""
    moves = tree.main.moves
    problem = tree.problems[0] if tree.problems else None
    return game_read(tree.rules, tree.names, tree.setup, moves, tree.result, problem, tree)


def _notes_of(played: PlayedMove, said: str) -> Notes:
    return new_notes(
        said,
        score=_other_view(played.score, played.color),
        depth=played.depth,
        clock_left=played.clock_left,
        elapsed=played.elapsed,
    )


def _other_view(score: Score | None, color: Color) -> Score | None:
    """Turn a side's own score into White's, or White's into the side's own."""
    if score is None or color is Color.WHITE:
        return score
    return new_score(*(None if each is None else -each for each in (score.cp, score.mate)))


def _from_file(rules: Rules, setup: str | None, moves: Sequence[TreeMove]) -> Iterator[PlayedMove]:
    position = rules.start(setup)
    for written in moves:
        move, notes, color = written.move, written.notes, position.to_move
        score = _other_view(notes.score, color)
        thought = None if score is None else Thought(depth=notes.depth, score=score)
        notation = notation_of(position, move)
        yield PlayedMove(color, move, notation, notes.clock_left, notes.elapsed, thought)
        position = position.play(move)


RESULT_WINNERS = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}
"""The winner for each result in a file; None is a draw."""

UNKNOWN_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of games from files whose date is missing or unreadable."""


class BadRecord(BoardError):
    """The text contains no readable game; the sentence says why."""


def wall_clock() -> datetime:
    """Return the present date and time in the local time zone."""
    return datetime.now().astimezone()


class Recorder:
    """A subscriber that collects games: ``bus.subscribe(recorder, thoughts=False)``.

    Each GameStarted begins a new game. An event takes constant time; :attr:`record`, which any
    thread may read at any time, takes time proportional to the game's length. ``now`` returns the
    current date. ``earlier`` is the record so far of a continued game: its clocks and thoughts are
    kept for the given moves.
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
                known, calls = earlier.moves, {call.id: call for call in earlier.calls}
                self._game = _Game(event, earlier.started, known, [*earlier.away], calls=calls)
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
    calls: dict[str, ModelCall] = field(default_factory=dict)

    def hear(self, event: Event, now: Callable[[], datetime]) -> None:
        match event:
            case MovePlayed(color, ply, move, clock=clock):  # a given move: no player was asked
                self.clock = clock
                if ply < len(self.earlier):
                    self.plies.append(self.earlier[ply])
                elif event.elapsed:  # somebody knows what it took
                    self.moved(event)
                else:
                    self.plies.append((color, move, ENDLESS_TIME, None, None, NO_PERIODS))
            case TurnStarted():
                self.asked = True
            case MovesTakenBack(_, ply, _, clock):
                del self.plies[ply:]
                self.clock = clock
            case HostAway(kind, seconds, ply, clock):
                self.away.append(RecordedAbsence(now(), ply, kind, seconds, seconds_left(clock)))
            case PlayerSaid(note=Note(call=ModelCall() as call)):
                self.calls[call.id] = call
            case GameEnded():
                self.end = (event, now())
            case _:
                pass

    def moved(self, event: MovePlayed) -> None:
        """Record a move that a player was asked for."""
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
            tuple(self.calls.copy().values()),
        )


def seconds_left(clock: Clock) -> PerColor[float | None]:
    """Return both sides' seconds left; None: no clock."""
    return clock.remaining.map(lambda left: left if left < inf else None)
