"""Decides everything about one game, and does nothing itself.

The whole of a game's logic is here, as one machine without threads, pipes or clocks:
messages in, events out. :mod:`board_core.game` brings it messages and carries its
events away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import assert_never

from .absence import Absence
from .clock import Clock, TimeControl
from .events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    Resumed,
    Thinking,
    TurnStarted,
)
from .fast_dataclass import quick
from .movelist import MoveList
from .player import (
    AcceptDraw,
    ClaimDraw,
    DeclineDraw,
    Explanation,
    Fail,
    Note,
    OfferDraw,
    Play,
    Reply,
    Resign,
    Statement,
    Thought,
    Turn,
)
from .rules import (
    NO_RESULT,
    BadRules,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Reason,
    Rules,
    checked_move,
    checked_outcome,
    first_position,
    side_to_move,
)
from .sentence import Sentence, say
from .sides import Color, PerColor


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed, and nothing else."""

    at: float


@dataclass(frozen=True, slots=True)
class Ready:
    """A player can be asked."""

    color: Color
    at: float


@quick
@dataclass(frozen=True, slots=True)
class Replied:
    """A player answered a question; ``at`` is when it did."""

    color: Color
    question: int
    reply: Reply
    at: float


@dataclass(frozen=True, slots=True)
class Told:
    """A player said something without being asked."""

    color: Color
    statement: Statement
    at: float


@dataclass(frozen=True, slots=True)
class Stopped:
    """Someone outside ended the game."""

    at: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """The organiser decides the game; ``winner`` None is a draw."""

    winner: Color | None
    at: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks are to be stopped."""

    at: float


@dataclass(frozen=True, slots=True)
class Resume:
    """The clocks are to go on."""

    at: float


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo so many plies, or as many as there are."""

    plies: int
    at: float


@dataclass(frozen=True, slots=True)
class Away:
    """The host did not run; to be told before whatever comes after the absence."""

    absence: Absence

    @property
    def at(self) -> float:
        return self.absence.ended


Message = Tick | Ready | Replied | Told | Stopped | Adjudicate | Pause | Resume | TakeBack | Away


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How a game is refereed, beyond its rules."""

    control: PerColor[TimeControl]
    viewing_pause: float = 0.0
    """Seconds before an automatic player's move that follows another's; no clock runs."""
    draw_if_cannot_win: bool = False
    """Running out of time is a draw when the opponent could not win by any legal moves."""
    start_limit: float = 30.0
    """Seconds both players have to get ready; no clock runs."""


class Referee:
    """One game, from its first event to its last.

    ``moves`` are played before anyone is asked (an opening, or a game to be continued);
    ``clock`` is what both sides have left after them, if that is not all their time.
    Raises BadSetup and IllegalMove for a bad start.
    """

    def __init__(
        self,
        rules: Rules,
        names: PerColor[str],
        settings: GameSettings,
        *,
        may_retry: PerColor[int],
        automatic: PerColor[bool] | None = None,
        setup: str | None = None,
        moves: Iterable[str] = (),
        clock: Clock | None = None,
        rouse: Callable[[Color], None] = lambda color: None,
    ) -> None:
        """``rouse`` is called with the side that is asked next, before its clock starts."""
        self._rouse = rouse
        self._settings = settings
        self._may_retry = may_retry
        self._automatic = automatic or PerColor(True, True)
        self._rules = rules
        self._position = first_position(rules, setup)
        self._to_move = self._position.to_move  # asked once for each position
        self._clock = Clock.new(settings.control)  # always as it was when the turn began
        if clock is not None:
            self._clock = replace(clock, control=settings.control, running=None, since=0.0)
        self._moves = MoveList()
        self._past: list[tuple[Position, Color, Clock]] = []  # before each move
        self.started = GameStarted(rules, names, self._position, self._clock, setup)
        self._question = 0
        self._asked = False  # the current question is open
        self._flag_falls = inf  # of its clock
        self._refused = 0  # illegal answers to it
        self._missed: list[Absence] = []  # during the current question
        self._unready = set(Color)
        self._waits_since = 0.0  # for the players to get ready
        self._turn_due = inf  # when the viewing pause, or the wait for the players, is over
        self._paused = False
        self._paused_at = 0.0
        self._running = self._clock  # the clock that a pause has stopped
        self._held: Replied | None = None  # an answer that came during a pause
        self._offer: Color | None = None
        self._offered_at = PerColor(-1, -1)  # ply of each side's last draw offer
        self.outcome: Outcome | None = None
        self._over: Outcome | None = None  # what the rules say of the position
        self._opening = [self._move(text, at=0.0, elapsed=0.0) for text in moves]

    @property
    def given(self) -> tuple[Move, ...]:
        """The moves that are played before anybody is asked."""
        return tuple(played.move for played in self._opening)

    @property
    def position(self) -> Position:
        return self._position

    @property
    def moves(self) -> MoveList:
        return self._moves

    @property
    def clock(self) -> Clock:
        return self._clock

    @property
    def ply(self) -> int:
        return len(self._moves)

    @property
    def question(self) -> int:
        return self._question

    @property
    def deadline(self) -> float:
        """When to send a Tick if nothing else has come by then."""
        if self.outcome or self._paused:
            return inf
        return self._flag_falls if self._asked else self._turn_due

    def opening(self) -> list[Event]:
        """What is told of a game before anybody is asked."""
        return [self.started, *self._opening]

    def start(self, at: float) -> list[Event]:
        """The first events. The first turn starts when both players are ready."""
        self._waits_since, self._turn_due = at, at + self._settings.start_limit
        events = self.opening()
        if outcome := self._asked_of("outcome", self._position.outcome):
            events += self._end(outcome, at)
        return events

    def handle(self, message: Message, now: Callable[[], float] | None = None) -> list[Event]:
        """What follows from a message.

        ``now`` tells the time when a player is asked; without it that is when the message came.
        To judge a move takes up to half a millisecond, which is not the next player's.
        """
        if self.outcome:
            return []
        at = self._on_the_clock(message.at) if self._missed else message.at
        if isinstance(message, Away):
            return self._away(message.absence)
        if self._asked and at >= self._flag_falls and not self._paused:
            return self._flag_fell(at)
        now = now or (lambda: at)
        match message:
            case Replied():
                return self._replied(message if at == message.at else replace(message, at=at), now)
            case Told(color, statement):
                return self._told(color, statement, at)
            case Tick():
                return self._tick(at, now)
            case Ready(color):
                return self._ready(color, now)
            case Stopped(_, detail):
                return self._end(Outcome(None, Reason.STOPPED, detail), at)
            case Adjudicate(winner, _, detail):
                return self._end(Outcome(winner, Reason.ADJUDICATION, detail), at)
            case Pause():
                return self._pause(at)
            case Resume():
                return self._resume(at, now)
            case TakeBack(plies):
                return self._take_back(plies, now)
            case _:
                assert_never(message)

    def fail(self, detail: str, at: float, explanation: Explanation | None = None) -> list[Event]:
        """End the game because of a mistake of ours, or of its rules."""
        if self.outcome:
            return []
        return self._end(Outcome(None, Reason.INTERNAL_ERROR, detail), at, explanation)

    def revoke(self, events: Sequence[Event]) -> None:
        """Undo the moves and the end that these latest events tell of: nobody has heard them."""
        for event in events:
            if isinstance(event, MovePlayed):
                self._position, self._to_move, self._clock = self._past.pop()
        self._moves = self._moves.first(len(self._past))
        self.outcome = None

    # The host was away

    def _away(self, absence: Absence) -> list[Event]:
        """Go on as if the turn, or the wait for the players, had begun so much later."""
        if not absence.given_back:
            return []
        if not self._paused:
            if self._asked:
                self._missed.append(absence)
                since = absence.moved(self._clock.since)
                self._clock = self._clock.start(self._to_move, since)
                self._flag_falls = self._clock.flag_falls
            elif self._unready:
                self._turn_due += absence.overlap(self._waits_since)
        return [HostAway(absence.kind, absence.seconds, self.ply, self._clock)]

    def _on_the_clock(self, at: float) -> float:
        """Move an instant that was stamped before an absence as its question was moved."""
        for absence in self._missed:
            at = absence.moved(at)
        return at

    # Players get ready, and time passes

    def _ready(self, color: Color, now: Callable[[], float]) -> list[Event]:
        if not self._unready:
            return []
        self._unready.discard(color)
        if self._unready:
            return []
        if self._paused:
            self._turn_due = now()
            return []
        return self._ask(now)

    def _tick(self, at: float, now: Callable[[], float]) -> list[Event]:
        if self._asked or self._paused or at < self._turn_due:
            return []
        if not self._unready:
            return self._ask(now)
        late = self._unready
        winner = None if len(late) == 2 else next(iter(late)).other
        return self._end(Outcome(winner, Reason.NOT_STARTED), at)

    def _flag_fell(self, at: float) -> list[Event]:
        loser = self._to_move
        saved = self._settings.draw_if_cannot_win and not self._can_win(loser.other)
        return self._end(Outcome(None if saved else loser.other, Reason.TIME), at)

    # A player answers

    def _replied(self, message: Replied, now: Callable[[], float]) -> list[Event]:
        if not self._asked or message.question != self._question:
            return []  # an answer to a question since withdrawn
        if self._paused:
            self._held = self._held or message
            return []
        match message.reply:
            case Play(text):
                return self._played(text, message.at, now)
            case Resign():
                return self._lost(message.color, Reason.RESIGNATION, at=message.at)
            case Fail(explanation, reason):
                return self._lost(message.color, reason, explanation, message.at)
            case ClaimDraw():
                return self._claimed(message.at)
            case _:
                assert_never(message.reply)

    def _played(self, text: str, at: float, now: Callable[[], float]) -> list[Event]:
        try:
            played = self._move(text, at, max(0.0, at - self._clock.since))
        except IllegalMove as error:
            return self._refuse(text, error.sentence, at)
        if (outcome := self._over) is not None:
            return [played, *self._end(outcome, at)]
        if self._settings.viewing_pause and self._automatic.white and self._automatic.black:
            self._turn_due = at + self._settings.viewing_pause
            if now() < self._turn_due:
                return [played]
        return [played, *self._ask(now)]

    def _move(self, text: str, at: float, elapsed: float) -> MovePlayed:
        before, color = self._position, self._to_move
        step, read = "parse", None
        try:
            read = before.parse(text)
            move = checked_move(read)
            step = "play"
            position = before.play(move)
            step = "to_move"
            to_move = side_to_move(position)
            step = "outcome"
            self._over = checked_outcome(position.outcome()) if self._asked else None
        except IllegalMove:
            raise
        except (Exception, SystemExit) as error:  # anyone's code
            raise self._failed(text, read, step, error) from error
        clock = self._clock.press(at) if self._asked else self._clock
        self._past.append((before, color, self._clock))
        self._position, self._to_move, self._clock = position, to_move, clock
        self._moves = self._moves.added(move)
        self._asked = False
        if self._offer is color.other:
            self._offer = None  # a move declines
        return MovePlayed(color, len(self._moves) - 1, move, before, position, clock, elapsed)

    def _failed(
        self, text: str, read: Move | None, step: str, error: BaseException
    ) -> BadRules | IllegalMove:
        """What an exception of the rules means: their own fault, unless the text is no move.

        Whoever is losing may not end a game without a result by a text that nobody foresaw.
        """
        position, bad = self._position, BadRules.by(self._rules, step, error)
        try:
            legal = position.legal_moves()
            if text in legal or read in legal:
                return bad
            if read is None and any(position.notation(move) == text for move in legal):
                return bad
        except (Exception, SystemExit):
            return bad
        return IllegalMove(bad.sentence)

    def _asked_of(self, step: str, ask: Callable[[], Outcome | None]) -> Outcome | None:
        """Return what the rules say. Raises BadRules."""
        try:
            return checked_outcome(ask())
        except (Exception, SystemExit) as error:  # anyone's code
            raise BadRules.by(self._rules, step, error) from error

    def _can_win(self, color: Color) -> bool:
        try:
            return bool(self._position.can_win(color))
        except (Exception, SystemExit) as error:  # anyone's code
            raise BadRules.by(self._rules, "can_win", error) from error

    def _refuse(self, text: str, why: Sentence, at: float) -> list[Event]:
        color = self._to_move
        self._refused += 1
        rejected = MoveRejected(color, self.ply, text, why, self._refused)
        if self._refused > self._may_retry[color]:
            outcome = Outcome(color.other, Reason.ILLEGAL_MOVES, text)
            return [rejected, *self._end(outcome, at)]
        self._question += 1  # the same clock goes on: a retry costs the player its own time
        return [rejected, TurnStarted(self._turn())]

    def _claimed(self, at: float) -> list[Event]:
        if outcome := self._asked_of("claim", self._position.claim):
            return self._end(outcome, at)
        return self._refuse("", say("there is no draw to claim in this position"), at)

    # A player says something of itself

    def _told(self, color: Color, statement: Statement, at: float) -> list[Event]:
        match statement:
            case Thought():
                if not self._asked or color is not self._to_move:
                    return []
                return [Thinking(color, self.ply, statement)]
            case Note():
                return [PlayerSaid(color, self.ply, statement)]
            case Resign():
                return self._lost(color, Reason.RESIGNATION, at=at)
            case Fail(explanation, reason):
                return self._lost(color, reason, explanation, at)
            case OfferDraw():
                return self._offered(color, at)
            case AcceptDraw():
                return self._agreed(at) if self._offer is color.other else []
            case DeclineDraw():
                if self._offer is not color.other:
                    return []
                self._offer = None
                return [DrawDeclined(color, self.ply)]
            case _:
                assert_never(statement)

    def _offered(self, color: Color, at: float) -> list[Event]:
        if self._offer is color.other:
            return self._agreed(at)
        if self._offer is color or self._offered_at[color] == self.ply:
            return []  # one offer a ply
        self._offer = color
        self._offered_at = self._offered_at.put(color, self.ply)
        return [DrawOffered(color, self.ply)]

    def _agreed(self, at: float) -> list[Event]:
        return self._end(Outcome(None, Reason.AGREEMENT), at)

    # Someone outside interferes

    def _pause(self, at: float) -> list[Event]:
        if self._paused:
            return []
        self._paused, self._paused_at = True, at
        self._running, self._clock = self._clock, self._clock.stop(at)
        return [Paused(self._clock)]

    def _resume(self, at: float, now: Callable[[], float]) -> list[Event]:
        if not self._paused:
            return []
        self._paused = False
        if self._unready:
            self._waits_since, self._turn_due = at, at + self._settings.start_limit
            return [Resumed(self._clock)]
        if not self._asked:
            return [Resumed(self._clock), *self._ask(now)]
        pause = at - self._paused_at  # the turn goes on as if it had begun so much later
        running, held, self._held = self._running, self._held, None
        self._clock = running.start(self._to_move, running.since + pause)
        self._flag_falls = self._clock.flag_falls
        events: list[Event] = [Resumed(self._clock)]
        if held:
            answered = min(held.at, self._paused_at) + pause
            events += self._replied(replace(held, at=answered), lambda: at)
        return events

    def _take_back(self, plies: int, now: Callable[[], float]) -> list[Event]:
        plies = min(plies, len(self._past))
        if plies < 1:
            return []
        self._position, self._to_move, clock = self._past[-plies]
        del self._past[-plies:]
        self._moves = self._moves.first(len(self._past))
        self._clock = clock.stop(clock.since)
        self._asked, self._held, self._offer = False, None, None
        self._offered_at = PerColor(-1, -1)
        taken = MovesTakenBack(plies, self.ply, self._position, self._clock)
        if self._paused or self._unready:
            return [taken]
        return [taken, *self._ask(now)]

    # The end of every path

    def _ask(self, now: Callable[[], float]) -> list[Event]:
        self._rouse(self._to_move)
        self._clock = self._clock.start(self._to_move, now())
        self._flag_falls = self._clock.flag_falls
        self._question += 1
        self._asked, self._refused, self._missed = True, 0, []
        return [TurnStarted(self._turn())]

    def _turn(self) -> Turn:
        return Turn(
            self._to_move,
            len(self._moves),
            self._question,
            self._position,
            self._clock,
            self._moves,
            self._past[-1][0] if self._past else None,
        )

    def _lost(
        self,
        color: Color,
        reason: Reason,
        explanation: Explanation | None = None,
        at: float = 0.0,
    ) -> list[Event]:
        winner = None if reason in NO_RESULT else color.other
        return self._end(Outcome(winner, reason), at, explanation)

    def _end(
        self, outcome: Outcome, at: float, explanation: Explanation | None = None
    ) -> list[Event]:
        self.outcome = outcome
        self._clock = self._clock.stop(at)
        return [GameEnded(outcome, self._turn(), explanation)]
