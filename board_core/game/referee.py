"""Decide everything about one game and do nothing itself: messages in, events out.

**State**

The referee is one object without threads, pipes, clocks or screens. It holds

* the position, its side to move, the moves so far and, for each of them, the position, the side to
  move and the clock before it: the stack that a take-back pops;
* the clock as it was when the turn began, or as it stands while no clock runs: the time used is
  worked out from two instants and never counted up;
* the number of the latest question, an open draw offer, and the ply of each side's last offer;
* one phase (:mod:`board_core.game.referee_phases`) with the facts that exist in that phase only.

**Phases, and the messages that lead from one to the next**::

                     Ready (the last one)                 legal move
    GettingReady ──────────────────────► QuestionOpen ───────────────► BetweenTurns
      │      ▲                            │ ▲  │   ▲ ▲                     │  │
      │      │                            │ │  │   │ └── due or TakeBack ──┘  │
    Pause  Resume                     Pause │  └───┘ illegal answer:        Pause
      │      │                            │ Resume   asked once more          │
      ▼      │                            ▼ │                                 ▼
    PausedGettingReady                  PausedQuestion ──────────────► PausedBetweenTurns
      │                                                   TakeBack       ▲     │
      └──────────────────────────────────────────────────────────────────┘     ▼
                              Ready (the last one)                    Resume: QuestionOpen

    every phase above ──────────────────────────────► Over, which no message leaves
           │                                           ▲
           └──────────► Explaining ────────────────────┘
           a player         Explained, its deadline or Stopped
           is to blame

``BetweenTurns`` usually ends in the call that began it: the next question follows in the same list
of events as the move. It lasts longer only for the viewing pause between two automatic players.
A TakeBack in ``QuestionOpen`` opens a new question at once; while players get ready, and in
``PausedBetweenTurns``, it changes the position and not the phase. ``GettingReady`` ends when its
time is over, or at the start if the rules say that the game has ended.

**The end**

The end is decided, then explained, then published. :attr:`Referee.outcome` is known as soon as it
is decided, and nothing changes it. If the outcome blames a player and no explanation came with it,
the machine returns an ExplanationWanted, a request and no event, and stays in ``Explaining``. When
Explained comes, it returns GameEnded and is ``Over``; so it does without an explanation when
:data:`EXPLANATION_SECONDS` have passed or Stopped comes. Two players who are both to blame are
asked one after the other. Every other message is ignored meanwhile.

**Callers**

:class:`~board_core.Game` calls :meth:`Referee.start` once, and :meth:`Referee.handle` with
each message of its inbox, on the one thread of that game. Players answer from any thread, but only
into the inbox. If nothing has come by :attr:`Referee.deadline`, ``Game`` sends a Tick. For each new
turn the machine calls back: ``rouse`` wakes the player, then ``now`` gives the instant at which its
clock starts. So nobody's clock is charged for waking the player, nor for judging the move before,
which takes up to half a millisecond.

**Invariants**

* GameStarted is the first event and GameEnded the last; each comes once.
* An ExplanationWanted is the last in its list.
* A clock runs only in ``QuestionOpen``, except after :meth:`Referee.revoke`.
* No two questions of a game have the same number: a retry has a new one, and so has a turn after a
  take-back.
* The moves and the stack of earlier positions have the same length.
* Nothing that a player says makes the machine raise. Faulty rules do: BadRules.

**Races, and how they are decided**

*Answer against flag.* The instant of the answer decides, not the moment in which it is handled.
Before the machine looks at what a message says (Away apart), it compares its instant with the fall
of the flag; if that has passed, the side to move has lost on time. ``RealTime.receive`` waits some
milliseconds beyond the deadline, so that an answer stamped in time is handled before the Tick.

*Answer against withdrawal.* A take-back or a refusal makes an answer that is on its way void. The
answer carries the number of its question, and is dropped if that is not the open one.

*Answer against pause.* The first answer that comes during a pause is kept. At Resume the turn goes
on as if it had begun later by the length of the pause, and the kept answer counts as given when the
pause began, or earlier if it was stamped earlier.

*Answer against an absence of the board.* If the machine slept or the process was stopped, Away
moves the start of the open question by as much, and so every instant stamped before the absence
(:meth:`QuestionOpen.moved`): the player is charged for what it used before and after.

*Claim against move.* A program's draw claim may come with its move, or when its opponent has
answered that. It is judged for the position that its own last move has brought, too, and if it
comes before its move, for the one that this brings: what is seen first decides nothing.

*Offer against move.* A move declines the opponent's offer. An acceptance that comes later finds no
offer and is ignored. An offer that meets an open offer of the opponent is an agreement.

*Illegal answer against clock.* The clock goes on while a player tries again: the repeated question
keeps the flag, the number of refusals and the absences of the first.

*End against journal.* ``Game`` writes events to its journal before it tells anybody. If that fails,
it has the referee revoke the moves and the end among them, and then end the game. An end that is
being explained is revoked likewise.

*Explanation against its deadline.* Whichever is handled first publishes the end; the other finds
the game over and is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import assert_never

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say

from .absence import Absence
from .clock import Clock, TimeControl
from .events import (
    NONE_REFUSED,
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
    PlayerSilent,
    Resumed,
    TurnStarted,
    new_move_played,
    new_thinking,
    new_turn_started,
)
from .player import (
    AcceptDraw,
    Begin,
    ClaimDraw,
    DeclineDraw,
    Explanation,
    Fail,
    Note,
    OfferDraw,
    Play,
    Resign,
    Said,
    Silent,
    Statement,
    Thought,
    Turn,
    new_turn,
)
from .referee_phases import (
    Adjudicate,
    Away,
    BetweenTurns,
    Explained,
    Explaining,
    ExplanationWanted,
    GettingReady,
    LivePhase,
    Message,
    Over,
    Pause,
    PausedBetweenTurns,
    PausedGettingReady,
    PausedQuestion,
    Phase,
    QuestionOpen,
    Ready,
    Replied,
    Resume,
    Stopped,
    TakeBack,
    Tick,
    Told,
    new_question,
)
from .refused_answers import RefusedAnswers, printed_value_sentence
from .rules import (
    BLAMES_A_PLAYER,
    NO_RESULT,
    IllegalMove,
    Move,
    MoveList,
    Outcome,
    Position,
    Reason,
    Rules,
    can_win,
    claimed_draw,
    first_position,
    outcome_of,
    try_move,
)
from .sides import Color, PerColor

__all__ = [
    "Adjudicate",
    "Away",
    "Decision",
    "Explained",
    "ExplanationWanted",
    "GameSettings",
    "Message",
    "Pause",
    "Ready",
    "Referee",
    "Replied",
    "Resume",
    "Stopped",
    "TakeBack",
    "Tick",
    "Told",
]

Decision = Event | ExplanationWanted
"""All that the referee returns: events to publish, and requests to carry out."""

EXPLANATION_SECONDS = 20.0
"""Seconds that the blamed players have to explain a decided end before it is published: a look at
all processes of a busy machine takes some."""

NEITHER_STARTS = Outcome(None, Reason.NOT_STARTED)
_DUE_NOW = BetweenTurns(-inf)
"""The next question follows in the same call."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The conditions of a game, its rules apart."""

    control: PerColor[TimeControl]
    viewing_pause: float = 0.0
    """Seconds between the moves of two automatic players; no clock runs meanwhile."""
    draw_if_cannot_win: bool = True
    """True if running out of time is a draw when the opponent could not win by legal moves."""
    start_limit: float = 30.0
    """Seconds both players have to get ready; no clock runs meanwhile."""


class Referee:
    """The referee of one game, from its first event to its last.

    ``moves`` are played before any player is asked (an opening, or a game to be continued).
    ``clock`` holds the time left after them; None is the full time. ``rouse`` is called with the
    side that is asked next, before its clock starts; None if nobody has to be woken. The clock of a
    side for which ``time_waits`` is true runs only from its statement :class:`Begin` on; None if
    neither side's ever waits. Raises BadSetup and IllegalMove for a bad start, and BadRules.
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
        rouse: Callable[[Color], None] | None = None,
        time_waits: Callable[[Color], bool] | None = None,
    ) -> None:
        self._rouse, self._time_waits = rouse, time_waits
        self._settings = settings
        self._may_retry = may_retry
        watched = automatic is None or (automatic.white and automatic.black)
        self._viewing_pause = settings.viewing_pause if watched else 0.0
        self._rules = rules
        self._position = first_position(rules, setup)
        self._to_move = self._position.to_move  # asked once for each position
        self._clock = Clock.new(settings.control)
        if clock is not None:
            self._clock = replace(clock, control=settings.control, running=None, since=0.0)
        self._moves = MoveList()
        self._before: Position | None = None  # before the last move, if there is one
        self._past: list[tuple[Color, Clock]] = []  # before each move
        self.started = GameStarted(rules, names, self._position, self._clock, setup)
        self._question = 0
        self._offer: Color | None = None
        self._offered_at = PerColor(-1, -1)  # ply of each side's last draw offer
        self._claimed_at = -1  # ply of the last draw claim that its next move may make true
        self._refused: PerColor[RefusedAnswers | None] = PerColor(None, None)  # the latest
        self._asked_again = NONE_REFUSED
        self._not_started: tuple[Color, Explanation] | None = None  # until the other is ready
        self._said: Said | None = None  # by the side to move, since its last move
        self._phase: Phase = GettingReady(frozenset(Color), since=0.0, due=inf)
        self._opening = [self._given(text) for text in moves]

    @property
    def given(self) -> tuple[Move, ...]:
        """The moves that are played before any player is asked."""
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
    def to_move(self) -> Color:
        return self._to_move

    @property
    def question(self) -> int:
        """The number of the latest question; 0 before the first."""
        return self._question

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, as soon as it is decided; None while the game goes on."""
        phase = self._phase
        return phase.outcome if isinstance(phase, Explaining | Over) else None

    @property
    def over(self) -> bool:
        """True once the end has been returned: nothing follows from any message."""
        return type(self._phase) is Over

    @property
    def deadline(self) -> float:
        """The instant at which to send a Tick if no message has come before."""
        match phase := self._phase:
            case QuestionOpen():
                return phase.flag_falls
            case BetweenTurns() | GettingReady() | Explaining():
                return phase.due
            case PausedGettingReady() | PausedBetweenTurns() | PausedQuestion() | Over():
                return inf
            case _:
                assert_never(phase)

    def opening(self) -> list[Event]:
        """Return the events before any player is asked: the start and the given moves."""
        return [self.started, *self._opening]

    def start(self, at: float) -> list[Decision]:
        """Return the first events. The first turn starts when both players are ready."""
        phase = GettingReady(frozenset(Color), since=at, due=at + self._settings.start_limit)
        self._phase = phase
        events: list[Decision] = [*self.opening()]
        if outcome := outcome_of(self._rules, self._position):
            events += self._end(outcome, at, phase)
        return events

    def handle(self, message: Message, now: Callable[[], float] | None = None) -> list[Decision]:
        """Return what follows from a message. Raises BadRules.

        ``now`` tells the time when a player is asked; if it is None, that is the message's instant.
        """
        phase, at = self._phase, message.at
        if (
            type(message) is Replied
            and type(phase) is QuestionOpen
            and message.question == self._question
            and at < phase.flag_falls
            and not phase.absences
            and type(message.reply) is Play
        ):  # nearly all messages: the way below is longer and leads to the same
            return self._played(message.reply, at, phase, now or (lambda: at))
        if isinstance(phase, Over):
            return []
        if isinstance(phase, Explaining):
            return self._explaining(message, phase)
        if isinstance(message, Away):
            return self._away(message.absence, phase)
        if isinstance(phase, QuestionOpen):
            if phase.absences:
                at = phase.moved(at)
            if at >= phase.flag_falls:
                return self._flag_fell(at, phase)
        elif isinstance(phase, PausedQuestion):
            at = phase.question.moved(at)
        now = now or (lambda: at)
        match message:
            case Replied():
                return self._replied(message, at, phase, now)
            case Told(color, statement):
                return self._told(color, statement, at, phase)
            case Tick():
                return self._tick(at, phase, now)
            case Ready(color):
                return self._ready(color, at, phase, now)
            case Stopped(_, detail):
                return self._end(Outcome(None, Reason.STOPPED, detail), at, phase)
            case Adjudicate(winner, _, detail):
                return self._end(Outcome(winner, Reason.ADJUDICATION, detail), at, phase)
            case Pause():
                return self._pause(at, phase)
            case Resume():
                return self._resume(at, phase, now)
            case TakeBack(plies):
                return self._take_back(plies, phase, now)
            case Explained():
                return []  # of an end that was revoked
            case _:
                assert_never(message)

    def fail(
        self, detail: str, at: float, explanation: Explanation | None = None
    ) -> list[Decision]:
        """End the game because of an internal error of the board, or an error of the rules.

        An end that is decided is published as it is.
        """
        phase = self._phase
        if isinstance(phase, Over):
            return []
        if isinstance(phase, Explaining):
            return self._over(phase.outcome, phase.before, None)
        return self._end(Outcome(None, Reason.INTERNAL_ERROR, detail), at, phase, explanation)

    def revoke(self, decisions: Sequence[Decision]) -> None:
        """Undo the moves and the end in these latest decisions, which were not announced.

        The caller must end the game next: a clock that the undone move had stopped runs again, and
        the side to move has no open question.
        """
        if plies := sum(isinstance(decision, MovePlayed) for decision in decisions):
            self._clock = self._undo(plies)
        if isinstance(self._phase, Explaining | Over):
            self._phase = self._phase.before

    # The board was away

    def _away(self, absence: Absence, phase: LivePhase) -> list[Decision]:
        """Go on as if the turn, or the wait for the players, had begun later by the absence."""
        if not absence.given_back:
            return []
        match phase:
            case QuestionOpen(_, refused, absences):
                if self._clock.running is not None:
                    since = absence.moved(self._clock.since)
                    self._clock = self._clock.start(self._to_move, since)
                flag_falls = self._clock.flag_falls
                self._phase = QuestionOpen(flag_falls, refused, (*absences, absence))
            case GettingReady(unready, since, due):
                self._phase = GettingReady(unready, since, due + absence.overlap(since))
            case BetweenTurns() | PausedGettingReady() | PausedBetweenTurns() | PausedQuestion():
                pass
            case _:
                assert_never(phase)
        return [HostAway(absence.kind, absence.seconds, self.ply, self._clock)]

    # Players get ready, and time passes

    def _ready(
        self, color: Color, at: float, phase: LivePhase, now: Callable[[], float]
    ) -> list[Decision]:
        match phase:
            case GettingReady(unready, since, due):
                left = unready - {color}
                if (failed := self._not_started) is not None and failed[0] is not color:
                    return self._lost(failed[0], Reason.NOT_STARTED, at, phase, failed[1])
                if not left:
                    return self._ask(now)
                self._phase = GettingReady(left, since, due)
            case PausedGettingReady(unready):
                left = unready - {color}
                self._phase = PausedGettingReady(left) if left else PausedBetweenTurns()
            case BetweenTurns() | QuestionOpen() | PausedBetweenTurns() | PausedQuestion():
                pass
            case _:
                assert_never(phase)
        return []

    def _tick(self, at: float, phase: LivePhase, now: Callable[[], float]) -> list[Decision]:
        match phase:
            case BetweenTurns(due):
                return [] if at < due else self._ask(now)
            case GettingReady(unready, _, due):
                if at < due:
                    return []
                winner = None if len(unready) == 2 else next(iter(unready)).other
                return self._end(Outcome(winner, Reason.NOT_STARTED), at, phase)
            case QuestionOpen() | PausedGettingReady() | PausedBetweenTurns() | PausedQuestion():
                return []
            case _:
                assert_never(phase)

    def _flag_fell(self, at: float, phase: QuestionOpen) -> list[Decision]:
        loser = self._to_move
        saved = self._settings.draw_if_cannot_win and not can_win(
            self._rules, self._position, loser.other
        )
        return self._end(Outcome(None if saved else loser.other, Reason.TIME), at, phase)

    # A player answers

    def _replied(
        self, message: Replied, at: float, phase: LivePhase, now: Callable[[], float]
    ) -> list[Decision]:
        if message.question != self._question:
            return []  # an answer to a question since withdrawn
        match phase:
            case QuestionOpen():
                return self._answered(message, at, phase, now)
            case PausedQuestion(question, running, since, None):
                answer = replace(message, at=at)
                self._phase = PausedQuestion(question, running, since, answer)
                return []
            case (
                GettingReady()
                | BetweenTurns()
                | PausedGettingReady()
                | PausedBetweenTurns()
                | PausedQuestion()
            ):
                return []
            case _:
                assert_never(phase)

    def _answered(
        self, message: Replied, at: float, phase: QuestionOpen, now: Callable[[], float]
    ) -> list[Decision]:
        match message.reply:
            case Play():
                return self._played(message.reply, at, phase, now)
            case Resign():
                return self._lost(message.color, Reason.RESIGNATION, at, phase)
            case Fail(explanation, reason):
                return self._lost(message.color, reason, at, phase, explanation)
            case ClaimDraw():
                return self._claimed(at, phase)
            case _:
                assert_never(message.reply)

    def _played(
        self, play: Play, at: float, phase: QuestionOpen, now: Callable[[], float]
    ) -> list[Decision]:
        before, clock = self._position, self._clock
        if play.said is not None:
            self._said = play.said
        try:
            move, position, to_move, outcome = try_move(self._rules, before, play.text, judge=True)
        except IllegalMove as error:
            why = printed_value_sentence(play.text) or error.sentence
            return self._refuse(play.text, why, at, phase)
        if clock.running is None:
            clock = clock.start(self._to_move, at)  # no time ran: somebody else chose the move
        elapsed = at - clock.since if at > clock.since else 0.0
        played = self._advance(move, position, to_move, clock.press(at), elapsed)
        self._phase = _DUE_NOW
        if outcome is None and self._claimed_at == played.ply:
            outcome = claimed_draw(self._rules, position, by_engine=True)
        if outcome is not None:
            return [played, *self._end(outcome, at, _DUE_NOW)]
        if self._viewing_pause:
            self._phase = BetweenTurns(at + self._viewing_pause)
            if now() < self._phase.due:
                return [played]
        return [played, *self._ask(now)]

    def _given(self, text: str) -> MovePlayed:
        """Play a move of the given ``moves``, for which no player is asked."""
        move, position, to_move, _ = try_move(self._rules, self._position, text, judge=False)
        return self._advance(move, position, to_move, self._clock, elapsed=0.0)

    def _advance(
        self, move: Move, position: Position, to_move: Color, clock: Clock, elapsed: float
    ) -> MovePlayed:
        before, color, past = self._position, self._to_move, self._past
        ply = len(past)
        past.append((color, self._clock))
        self._before = before
        self._position, self._to_move, self._clock = position, to_move, clock
        self._moves = self._moves.added(move)
        if self._offer is not None and self._offer is color.other:
            self._offer = None  # a move declines
        said, self._said = self._said, None
        return new_move_played(color, ply, move, before, position, clock, elapsed, said)

    def _refuse(self, text: str, why: Sentence, at: float, phase: QuestionOpen) -> list[Decision]:
        color, refused = self._to_move, phase.refused + 1
        rejected = MoveRejected(color, self.ply, text, why, refused)
        self._remember_refused(color, text, refused)
        if refused > self._may_retry[color]:
            outcome = Outcome(color.other, Reason.ILLEGAL_MOVES, text)
            return [rejected, *self._end(outcome, at, phase)]
        self._asked_again = self._asked_again.put(color, self._asked_again[color] + 1)
        if self._time_waits is not None and self._time_waits(color):
            self._clock = self._clock.stop(at)
        self._phase = QuestionOpen(self._clock.flag_falls, refused, phase.absences)
        self._question += 1
        return [rejected, TurnStarted(self._turn())]

    def _remember_refused(self, color: Color, text: str, refused: int) -> None:
        before, number = self._refused[color], 1 + sum(color is mover for mover, _ in self._past)
        again = refused > 1 and before is not None and before.number == number
        answers = (*before.answers, text) if again and before is not None else (text,)
        self._refused = self._refused.put(color, RefusedAnswers(color, number, answers))

    def _claimed(self, at: float, phase: QuestionOpen) -> list[Decision]:
        loses = phase.refused >= self._may_retry[self._to_move]
        if outcome := claimed_draw(self._rules, self._position, by_engine=loses):
            return self._end(outcome, at, phase)
        why = say("there is no draw to claim in this position")
        return self._refuse("", why, at, phase)

    # A player makes a statement

    def _told(
        self, color: Color, statement: Statement, at: float, phase: LivePhase
    ) -> list[Decision]:
        match statement:
            case Thought():
                asked = isinstance(phase, QuestionOpen | PausedQuestion)
                if not asked or color is not self._to_move or statement.rank > 1:
                    return []
                if statement.score is not None:
                    self._said = Said.known(statement)
                return [new_thinking(color, self.ply, statement)]
            case Note():
                return [PlayerSaid(color, self.ply, statement)]
            case Silent(seconds, explanation):
                asked = isinstance(phase, QuestionOpen) and color is self._to_move
                name = self.started.names[color]
                said = PlayerSilent(color, self.ply, name, seconds, explanation)
                return [said] if asked else []
            case Begin():
                return self._begun(color, at, phase)
            case Resign():
                return self._lost(color, Reason.RESIGNATION, at, phase)
            case Fail(explanation, reason, both):
                if both:
                    return self._end(Outcome(None, reason), at, phase, explanation)
                if isinstance(phase, GettingReady) and reason is Reason.NOT_STARTED:
                    return self._could_not_start(color, explanation, at, phase)
                return self._lost(color, reason, at, phase, explanation)
            case ClaimDraw():
                return self._stated_claim(color, at, phase)
            case OfferDraw():
                return self._offered(color, at, phase)
            case AcceptDraw():
                return self._agreed(at, phase) if self._offer is color.other else []
            case DeclineDraw():
                if self._offer is not color.other:
                    return []
                self._offer = None
                return [DrawDeclined(color, self.ply)]
            case _:
                assert_never(statement)

    def _begun(self, color: Color, at: float, phase: LivePhase) -> list[Decision]:
        """Let the time of a question run that waited for its player."""
        if color is self._to_move and self._clock.running is None:
            match phase:
                case QuestionOpen(_, refused, absences):
                    self._clock = self._clock.start(color, at)
                    self._phase = QuestionOpen(self._clock.flag_falls, refused, absences)
                    return [Resumed(self._clock)]
                case PausedQuestion(question, clock, since, answer) if clock.running is None:
                    running = clock.start(color, since)
                    self._phase = PausedQuestion(question, running, since, answer)
        return []

    def _could_not_start(
        self, color: Color, why: Explanation, at: float, phase: GettingReady
    ) -> list[Decision]:
        """Lose once the opponent is ready; nobody wins if that cannot start either."""
        if color.other not in phase.unready:
            return self._lost(color, Reason.NOT_STARTED, at, phase, why)
        first = self._not_started = self._not_started or (color, why)
        return [] if first[0] is color else self._end(NEITHER_STARTS, at, phase, first[1])

    def _stated_claim(self, color: Color, at: float, phase: LivePhase) -> list[Decision]:
        """Judge a claim that comes with or behind a move, whoever is to move when it is handled."""
        judged = [self._position]
        if color is self._to_move:
            self._claimed_at = self.ply
            judged += [self._before] if self._before is not None else []
        draws = (claimed_draw(self._rules, position, by_engine=True) for position in judged)
        draw = next(filter(None, draws), None)
        return [] if draw is None else self._end(draw, at, phase)

    def _offered(self, color: Color, at: float, phase: LivePhase) -> list[Decision]:
        if self._offer is color.other:
            return self._agreed(at, phase)
        if self._offer is color or self._offered_at[color] == self.ply:
            return []  # one offer a ply
        self._offer = color
        self._offered_at = self._offered_at.put(color, self.ply)
        return [DrawOffered(color, self.ply)]

    def _agreed(self, at: float, phase: LivePhase) -> list[Decision]:
        return self._end(Outcome(None, Reason.AGREEMENT), at, phase)

    # The caller pauses, resumes or takes back

    def _pause(self, at: float, phase: LivePhase) -> list[Decision]:
        match phase:
            case GettingReady(unready):
                self._phase = PausedGettingReady(unready)
            case BetweenTurns():
                self._phase = PausedBetweenTurns()
            case QuestionOpen():
                self._phase = PausedQuestion(phase, self._clock, at)
            case PausedGettingReady() | PausedBetweenTurns() | PausedQuestion():
                return []
            case _:
                assert_never(phase)
        self._clock = self._clock.stop(at)
        return [Paused(self._clock)]

    def _resume(self, at: float, phase: LivePhase, now: Callable[[], float]) -> list[Decision]:
        match phase:
            case PausedGettingReady(unready):
                self._phase = GettingReady(unready, at, at + self._settings.start_limit)
                return [Resumed(self._clock)]
            case PausedBetweenTurns():
                return [Resumed(self._clock), *self._ask(now)]
            case PausedQuestion():
                return self._resume_question(at, phase)
            case GettingReady() | BetweenTurns() | QuestionOpen():
                return []
            case _:
                assert_never(phase)

    def _resume_question(self, at: float, phase: PausedQuestion) -> list[Decision]:
        pause, running, asked = at - phase.since, phase.running, phase.question
        self._clock = running
        if running.running is not None:
            self._clock = running.start(self._to_move, running.since + pause)
        question = QuestionOpen(self._clock.flag_falls, asked.refused, asked.absences)
        self._phase = question
        events: list[Decision] = [Resumed(self._clock)]
        if (answer := phase.answer) is not None:
            answered = min(answer.at, phase.since) + pause
            events += self._answered(answer, answered, question, lambda: at)
        return events

    def _take_back(self, plies: int, phase: LivePhase, now: Callable[[], float]) -> list[Decision]:
        plies = min(plies, len(self._past))
        if plies < 1:
            return []
        clock = self._undo(plies)
        self._clock = clock.stop(clock.since)
        self._offer, self._offered_at, self._said = None, PerColor(-1, -1), None
        self._claimed_at = -1
        self._refused = PerColor(None, None)  # the numbers of later moves count anew
        taken = MovesTakenBack(plies, self.ply, self._position, self._clock)
        match phase:
            case BetweenTurns() | QuestionOpen():
                self._phase = _DUE_NOW
                return [taken, *self._ask(now)]
            case PausedQuestion():
                self._phase = PausedBetweenTurns()
            case GettingReady() | PausedGettingReady() | PausedBetweenTurns():
                pass
            case _:
                assert_never(phase)
        return [taken]

    def _undo(self, plies: int) -> Clock:
        """Undo the last plies, and return the clock before them. Raises BadRules.

        The moves before them are played again: all positions of a game take a kilobyte each.
        """
        self._to_move, clock = self._past[-plies]
        del self._past[-plies:]
        self._moves = self._moves.first(len(self._past))
        self._before, self._position = None, self.started.position
        for move in self._moves:
            self._before = self._position
            _, self._position, _, _ = try_move(self._rules, self._before, move, judge=False)
        return clock

    # Asking for a move, and ending the game

    def _ask(self, now: Callable[[], float]) -> list[Decision]:
        color = self._to_move
        if self._rouse is not None:
            self._rouse(color)
        clock = self._clock
        if self._time_waits is None or not self._time_waits(color):
            self._clock = clock = clock.start(color, now())
        self._phase = new_question(clock.flag_falls)
        self._question += 1
        return [new_turn_started(self._turn())]

    def _turn(self) -> Turn:
        return new_turn(
            self._to_move,
            len(self._past),
            self._question,
            self._position,
            self._clock,
            self._moves,
            self._before,
        )

    def _lost(
        self,
        color: Color,
        reason: Reason,
        at: float,
        phase: LivePhase,
        explanation: Explanation | None = None,
    ) -> list[Decision]:
        winner = None if reason in NO_RESULT else color.other
        return self._end(Outcome(winner, reason), at, phase, explanation)

    def _end(
        self,
        outcome: Outcome,
        at: float,
        phase: LivePhase,
        explanation: Explanation | None = None,
    ) -> list[Decision]:
        """Decide the game, and publish the end unless it has to be explained first."""
        self._clock = self._clock.stop(at)
        if explanation is None and (blamed := self._blamed(outcome)):
            return self._explanation_of(blamed, outcome, phase, at + EXPLANATION_SECONDS)
        return self._over(outcome, phase, explanation)

    def _blamed(self, outcome: Outcome) -> tuple[Color, ...]:
        if outcome.reason not in BLAMES_A_PLAYER:
            return ()
        if outcome.winner is not None:
            return (outcome.winner.other,)
        if outcome.reason is Reason.TIME:  # a draw: the opponent could not have won
            return (self._to_move,)
        return tuple(Color)

    def _explanation_of(
        self, blamed: tuple[Color, ...], outcome: Outcome, before: LivePhase, due: float
    ) -> list[Decision]:
        self._phase = Explaining(outcome, before, blamed, due)
        return [ExplanationWanted(blamed[0], outcome.reason)]

    def _explaining(self, message: Message, phase: Explaining) -> list[Decision]:
        """Publish the end when it is explained, or nobody is to wait for that any longer."""
        outcome, before = phase.outcome, phase.before
        if isinstance(message, Explained) and message.color is phase.blamed[0]:
            others = phase.blamed[1:]
            if message.explanation is None and others:
                return self._explanation_of(others, outcome, before, phase.due)
            return self._over(outcome, before, message.explanation)
        if isinstance(message, Stopped) or message.at >= phase.due:
            return self._over(outcome, before, None)
        return []

    def _over(
        self, outcome: Outcome, before: LivePhase, explanation: Explanation | None
    ) -> list[Decision]:
        self._phase = Over(outcome, before)
        refused = None if outcome.winner is None else self._refused[outcome.winner.other]
        if explanation is not None and refused is not None:
            explanation = refused.with_refusals(explanation)
        return [GameEnded(outcome, self._turn(), explanation, refused=self._asked_again)]
