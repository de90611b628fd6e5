"""The conversation with one program as a pure machine: no thread, no clock, no pipe, no lock.

**What it knows**

A :class:`Conversation` gets events: what the game wants, what the program does
(:mod:`board_core.supervise.program_news`), which wake-up is due. It returns effects, in order
(:mod:`.effects`), which :class:`~board_core.players.process.ProcessAI` carries out before it passes
on the next event. The meaning of lines is left to the dialogue (:mod:`board_core.protocols`), which
only the conversation calls.

**Its phases**::

      NoProgram ─ seat() ─► Starting ─ started() ─► Preparing ─── IsReady ──► Playing
          ▲                    │  ▲                     │   ▲  ▲                │
          │   could_not_start()│  │ StartAnew, or it    │   │  │ seat()         │ finish()
          │                    │  │ ended unnoticed     │   │  │                │
          │                    │  └─────────────────────┤   │  └─ BetweenGames ◄┤
          │                    ▼                        │   │                   │
          ├──── retired ──── Failed ◄───────────────────┴───┴───────────────────┤
          │                                                                     │
          └──── retired ──── UsedUp ◄─ the wait is over ─ LastWords ◄─ it ran out of time and
                                                                       is idle, or speaks as if
                                                                       in another protocol

Starting        the system is making a process, or an earlier one is still being ended
Preparing       the program was told of the game, or comes to rest before it is (see below)
Playing         it can be asked; the question that is open is beside the phase (``_asked``), because
                a program may be replaced, or listened to for the last time, while one is open
BetweenGames    the program is kept; nobody listens
Failed          the first failure counts: it answers the open question, or any that is asked later
LastWords       it is sent more lines, then the end of its input: its reaction explains the loss
UsedUp          it has explained its loss; nothing that it says counts any more

A program is retired, which makes the phase NoProgram, at ``finish()`` or the next ``seat()`` if it
has failed, is used up, has lost the game by a fault (it may hang) or plays one game only; and at
``quit()``.

Besides its phase a program has a **footing**, which matters if it is watched or must stand still
out of turn (``Ponder``)::

      Awaited ◄──────── it is asked, told or roused ────── StandsAside(frozen)
         │                                                        ▲
         ├── nothing is expected of it any more ──────────────────┤
         └── it may still be starting, or reading ─► ComesToRest ─┘

*ComesToRest* is for a program that never says that it is ready, and for one that was sent something
it need not answer. It lasts until two looks have shown the program at rest (asleep, with its input
read), or until enough looks have failed to.

**Invariants**

* A question is answered once, and only while it is open.
* The first failure of a program counts; afterwards nothing is read or sent.
* Nothing that a dialogue says or raises makes a method raise: the program loses.
* A program that has to stand still is frozen before its answer is passed on, unless the dialogue
  expects more output: it cannot compute while the other side is asked.
* At most one wake-up of each kind is due; a new request replaces the old one.
* ``explain`` is answered once, whatever happens meanwhile.

**Races, and how they are decided**

*Old program against new.* Programs are numbered; news of an earlier one is dropped.

*Answer against end.* A program may move and exit at once. Its lines come before its end
(:mod:`board_core.supervise.program`), so the move counts. If it came before the question, the
dialogue keeps it (``has_moved_early``), and the failure is reported after the answer.

*End against next game.* A kept program may exit, or print garbage or a flood, between two games,
seen only after ``seat()``. Until it is ready in its new game, only a refusal to play or a signal to
the host loses; after any other failure a new program is started.

*Write against exit.* A failed write shows that nobody reads, not why. An exit is reported
separately; if the program still runs after 0.2 s, it has closed its input.

*Timer against progress.* When a program is ready, its wake-up is cancelled. If the wake-up comes
due anyway, it is judged by the state at that time.

*Explanation against answer.* After a loss on time, or before it was ready, the program is looked
at twice, 0.1 s apart; an answer that comes between the looks was late. If the program seems idle it
is sent its last line again, then many lines, then the end of its input. If it answers at once, it
was waiting for another line; an answer when it exits or its buffer is full had not been flushed; an
answer only at the end shows that it reads to the end. No such output can answer a question.

*Freeze against answer.* A question thaws the program first. If a program must stand still and the
game has not addressed it, what the dialogue wants to send waits for the next question: no program
can print a line that gets it thawed. While it stops thinking about a withdrawn question, its
processor time counts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from math import inf
from typing import TypeVarTuple, assert_never

from board_core.diagnosis import evidence as diagnosis
from board_core.diagnosis import rows
from board_core.diagnosis.off_turn import Contention
from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Play,
    Reply,
    Seat,
    Silent,
    Statement,
    Turn,
    raised,
)
from board_core.game.rules import (
    BLAMES_A_PLAYER,
    DrawnElsewhere,
    IllegalMove,
    Outcome,
    Position,
    Reason,
)
from board_core.protocols.base import (
    Answers,
    Dialogue,
    IsReady,
    Says,
    Send,
    StartAnew,
    Step,
    Wake,
)
from board_core.supervise.load import Counters, load_between
from board_core.supervise.processes import Usage
from board_core.supervise.program_news import (
    Flooded,
    Garbled,
    InputClosed,
    Interfered,
    NotReading,
    Output,
    ProgramEnded,
    ProgramNews,
)
from board_core.supervise.sandbox import Ponder
from board_core.supervise.status import exit_status, was_fatal
from board_core.text.findings import hinted
from board_core.text.sentence import Sentence, say

from .effects import (
    NOTHING_SEEN,
    Act,
    AttachProgram,
    CancelWakeUp,
    Effect,
    GiveExplanation,
    LogError,
    ProvokeProgram,
    QuoteLine,
    Sighting,
    StartProgram,
    WakeAfter,
    WakeUp,
    new_give_answer,
    new_tell_game,
)

Ts = TypeVarTuple("Ts")

SUSPECT_CAUSES = frozenset((Cause.EXITED, Cause.KILLED, Cause.IDLE, Cause.COMPUTING))
"""Causes of which the last lines may tell the reason."""

CONFUSED_CAUSES = (Cause.ILLEGAL, Cause.TOO_EARLY)
"""Causes that an answer of two moves leads to besides."""

BEHIND_SECONDS = 0.02
"""Seconds between two answers within which the second may have been printed with the first."""

LINES_OF_A_QUESTION = 2
MOST_QUOTED = 200
"""Characters of each of the lines of a question that are shown as evidence."""

TALKATIVE_LINES = 500
"""Lines to one question; later ones that are no answer are not told to the game, but for the newest
of the thoughts that come together: whoever hears the game is not to be flooded."""

SECOND_LOOK_SECONDS = 0.1
"""Between two looks that show whether a program that did not answer computes."""


SILENCE_LOOK_SECONDS = 5.0
"""Between two looks whether the same question is still open."""
IDLE_LOOKS, COMPUTING_LOOKS = 2, 6
"""At an open question, until it is told that the program computes nothing, or still computes: the
second once a game, as it may be in order."""
COMPUTING_SHARE = 0.05
"""Of the time between two looks: a runtime uses a little even if its program waits."""


@dataclass(frozen=True, slots=True)
class OpenFor:
    """A question that was open when long silence was last checked for."""

    question: int
    looks: int
    usage: Usage  # at the last look
    told: bool = False


class LastSent(Enum):
    """The text sent to a silent program to find out why it was silent."""

    ONE_LINE = "one line"
    MANY_LINES = "many lines"
    END = "end"  # its input is closed


LAST_WORDS_SECONDS = {LastSent.ONE_LINE: 0.15, LastSent.MANY_LINES: 0.3, LastSent.END: 0.6}
"""For a program to react to what it was sent last."""
EXIT_LOOKS = 20
"""At a program that answered one more line and still runs: on a busy machine it exits late."""
MANY_BYTES = 1 << 18
"""Bytes of the many lines: whoever answers each of them fills the largest usual buffer."""
CLOSED_INPUT_WAIT_SECONDS = 0.2
"""For a program to exit after it has closed its input."""
LOOK_FOR_REST_SECONDS = 0.01
"""Between two looks at a program that is to come to rest."""
MOST_STARTING_LOOKS = 200
"""At a program that starts; after them it counts as being at rest."""
MOST_READING_LOOKS = 100
"""At a program that was told what it need not answer."""
MOST_BLIND_LOOKS = 10
"""At a program of which the system tells nothing."""


@dataclass(frozen=True, slots=True)
class NoProgram:
    """No program runs, except those that are being ended."""


@dataclass(frozen=True, slots=True)
class Starting:
    """A program is being started, perhaps to replace another during a game."""

    in_game: bool  # the game has been told that the player is ready


@dataclass(frozen=True, slots=True)
class Preparing:
    """The program cannot be asked yet."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The program can be asked."""


@dataclass(frozen=True, slots=True)
class BetweenGames:
    """The program is kept for the next game."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The program has failed and will be replaced."""

    failure: Fail


@dataclass(frozen=True, slots=True)
class LastWords:
    """A program that has lost is sent another line, many lines, and the end of its input.

    Its output explains why it did not answer: it waited for another line, held its output back,
    reads to the end of its input, or speaks another protocol.
    """

    seen: diagnosis.Evidence
    reason: Reason
    sent: LastSent
    nudge: str = ""  # the line that it was sent, if one
    further: tuple[str, ...] = ()  # lines that are to be sent after it
    looks: int = 0  # at a program that has printed something and may be exiting


@dataclass(frozen=True, slots=True)
class UsedUp:
    """Its input is closed, and its loss explained."""


Phase = NoProgram | Starting | Preparing | Playing | BetweenGames | Failed | LastWords | UsedUp

NO_PROGRAM = NoProgram()
PREPARING_PHASE = Preparing()
PLAYING_PHASE = Playing()
BETWEEN_GAMES = BetweenGames()
USED_UP = UsedUp()


@dataclass(frozen=True, slots=True)
class Awaited:
    """The program may run: somebody waits for it, or nobody minds."""


@dataclass(frozen=True, slots=True)
class ComesToRest:
    """The program is looked at until it sleeps with its input read."""

    starting: bool  # it never says that it is ready; otherwise it reads what it need not answer
    last: Usage | None = None  # seen at the last look


@dataclass(frozen=True, slots=True)
class StandsAside:
    """The watch looks at the program."""

    frozen: bool


Footing = Awaited | ComesToRest | StandsAside

AWAITED_FOOTING = Awaited()
ASIDE_FOOTING = StandsAside(frozen=False)
ASIDE_FROZEN = StandsAside(frozen=True)

RUNNING_PHASES = frozenset((Preparing, Playing, BetweenGames))
"""The phases in which a program is spoken with."""
LISTENS_LATE = frozenset((LastWords, UsedUp))
"""The phases in which nothing that a program says can count."""
LOST_BETWEEN_GAMES = frozenset((Cause.REFUSED, Cause.INTERFERENCE))
"""Failures before a kept program is ready for its next game for which it is not replaced."""


class Conversation:
    """Tracks the dialogue with one player's programs, and decides what to do next.

    Each method handles one event and returns the effects in order; carry them out before the next
    call. Set ``quotes`` if there is a transcript.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        *,
        ponder: Ponder = Ponder.ALLOW,
        quotes: bool = False,
    ) -> None:
        self._dialogue = dialogue
        self._ponder = ponder
        self._freezes = ponder is Ponder.FREEZE
        self._quotes = quotes
        self._effects: list[Effect] = []  # of the present call
        self._phase: Phase = NO_PROGRAM
        self._footing: Footing = AWAITED_FOOTING
        self._seat: Seat | None = None  # None: between two games
        self._asked = False  # a question is open
        self._number = 0  # of the program; earlier ones are not heard
        self._games = 0  # of this program
        self._ply = -1
        self._turn: Turn | None = None  # of the last question
        self._lines = 0  # to the question of this ply
        self._sent = ""
        self._heard = ""  # one line, or several together
        self._moved_at = -inf  # the instant of its last answer in this game
        self._early = ""  # said since its last answer, when nothing was asked
        self._pause = inf  # seconds between its last two answers
        self._moved = self._moved_before = ""  # its last two answers
        self._second_move: Sentence | None = None  # that it answered a line with, in this game
        self._may_be_second: Sentence | None = None  # the same, until another line shows it
        self._addressed = True  # by the game: it is asked, withdrawn from, or gets ready
        self._held: list[Step] = []  # for it, when it is addressed
        self._off_turn = False  # what it does is counted
        self._has_read = False  # all that it was sent, before it ended
        self._refusal: Sentence | None = None  # the first one of its latest refused answers
        self._refused_ply = -1
        self._unheeded = False  # it was told what it need not answer, and may be reading it
        self._looks = 0  # since it was last asked; none showed it at rest
        self._looks_again = False  # a look for rest is due
        self._first_look: tuple[Reason, diagnosis.Evidence, Counters | None] | None = None
        self._open_for: OpenFor | None = None
        self._told_slow = False  # in this game

    @property
    def number(self) -> int:
        """The number of the present program."""
        return self._number

    def awaits(self) -> bool:
        """Return whether the game waits for an answer or readiness. May be called on any thread."""
        return self._asked or self._phase is PREPARING_PHASE

    @property
    def stands_still(self) -> bool:
        """True while the program is to be frozen."""
        return self._footing is ASIDE_FROZEN

    # What the game wants

    def seat(self, seat: Seat) -> list[Effect]:
        """Begin a game, with a new program if the present one cannot play it."""
        effects = self._effects = []
        if self._phase is not BETWEEN_GAMES or self._dialogue.fresh_process:
            self._retire()
        self._seat, self._asked, self._refusal, self._early, self._ply = seat, False, None, "", -1
        self._moved = self._moved_before = ""
        self._moved_at, self._second_move, self._may_be_second = -inf, None, None
        self._open_for, self._told_slow = None, False
        self._addressed, self._held = True, []
        self._begin(seat, in_game=False, alone=True)
        return effects

    def started(self) -> list[Effect]:
        """Greet the program that was started, and tell it of the game."""
        effects = self._effects = []
        phase, seat = self._phase, self._seat
        self._addressed = True
        if isinstance(phase, Starting) and seat is not None:
            self._phase = PLAYING_PHASE if phase.in_game else PREPARING_PHASE
            try:
                self._do(self._dialogue.open())
                self._introduce(seat)
            except Exception as error:
                self._raised(error)
        return effects

    def could_not_start(
        self, cause: Cause, sentence: Sentence, reason: Reason = Reason.NOT_STARTED
    ) -> list[Effect]:
        """Lose, or end the game, because no program could be started."""
        effects = self._effects = []
        self._fail(cause, sentence, reason)
        return effects

    def could_not_go_on(self, error: Exception) -> list[Effect]:
        """Lose because carrying out an effect raised this error."""
        effects = self._effects = []
        self._raised(error)
        return effects

    def rouse(self) -> list[Effect]:
        """Wake the program up for a question."""
        effects = self._effects = []
        if self.stands_still:
            self._wake_up()
        return effects

    def ask(self, turn: Turn) -> list[Effect]:
        """Ask the program for a move; the answer comes by one GiveAnswer."""
        effects = self._effects = []
        self._asked, self._unheeded, self._looks, self._turn = True, False, 0, turn
        if type(self._footing) is ComesToRest:
            self._footing = AWAITED_FOOTING
        if turn.ply != self._ply:  # a retry shares the allowance of its question
            self._ply, self._lines = turn.ply, 0
        phase = self._phase
        if type(phase) is Failed and not self._has_moved_early:
            self._settle(phase.failure, None)
            return effects
        self._addressed, held, self._held = True, self._held, []
        try:
            self._do(held)
            self._do(self._dialogue.ask(turn))
        except Exception as error:  # a dialogue may be anyone's code
            self._raised(error)
        if self._asked and self._phase is PLAYING_PHASE:
            self._wake_up()
            return effects
        if type(phase) is Failed:  # it moved, and ended before it was asked
            self._tell(phase.failure, None)
        self._update_footing()
        return effects

    def rejected(self, text: str, why: Sentence) -> list[Effect]:
        """Refuse the last answer; the question comes again unless the game ends."""
        effects = self._effects = []
        own, first_refusal = self._moved_before, self._refusal is None
        if first_refusal and self._turn is not None and text != own:
            second = self._second_behind(own, text, self._turn.before, self._ply - 2)
            if not own and second is not None:
                self._second_move, self._early = second, text
            elif self._pause < BEHIND_SECONDS:  # a quick program may as well have answered
                self._may_be_second = second
        if first_refusal or self._ply != self._refused_ply:  # the others come of the first
            self._refusal, self._refused_ply = why, self._ply
        self._addressed = True
        self._speak(self._dialogue.rejected, text, why)
        self._update_footing()
        return effects

    def withdraw(self) -> list[Effect]:
        """Withdraw the question if one is open."""
        effects = self._effects = []
        self._ply = -1
        if self._asked:
            self._asked, self._addressed = False, True
            self._speak(self._dialogue.withdraw)
            self._addressed = False
            if self._freezes:
                self._turn_ends(Act.TURN_ENDS)
            self._update_footing()
        return effects

    def offered_draw(self) -> list[Effect]:
        """Pass on the opponent's draw offer."""
        effects = self._effects = []
        self._speak(self._dialogue.offered_draw)
        self._update_footing()
        return effects

    def finish(self, turn: Turn, outcome: Outcome) -> list[Effect]:
        """End the game; keep the program for the next one if it can play it."""
        effects = self._effects = []
        seat, self._seat, self._asked = self._seat, None, False
        faulty = outcome.reason in BLAMES_A_PLAYER and seat and outcome.winner is not seat.color
        unfit = faulty or self._first_look is not None  # it was late, but the journal refused that
        self._wake_up()
        self._footing = AWAITED_FOOTING
        self._addressed, self._held = True, []
        self._speak(self._dialogue.finish, turn, outcome)
        if unfit or self._dialogue.fresh_process or type(self._phase) not in RUNNING_PHASES:
            self._retire()
        else:
            self._phase, self._looks_again = BETWEEN_GAMES, False
            effects.append(Act.DETACH)
        return effects

    def quit(self) -> list[Effect]:
        """Tell the program to exit, and retire it; a game that goes on ends without a result."""
        effects = self._effects = []
        if self._seat is not None:
            sentence = say("the player was closed before the game was over")
            closed = Fail(Explanation(Cause.CLOSED, sentence), Reason.STOPPED)
            effects.append(
                new_give_answer(closed, None) if self._asked else new_tell_game(closed, None)
            )
        self._seat, self._asked, self._addressed = None, False, True
        if type(self._phase) in RUNNING_PHASES:
            self._speak(self._dialogue.quit)
        self._retire()
        return effects

    def explain(
        self, reason: Reason, seen: Sighting = NOTHING_SEEN, contention: Contention | None = None
    ) -> list[Effect]:
        """Explain a loss, now or after some wake-ups, by one GiveExplanation."""
        effects = self._effects = []
        phase, dialogue = self._phase, self._dialogue
        if isinstance(phase, Failed):
            effects.append(GiveExplanation(phase.failure.explanation))
            return effects
        if type(phase) not in RUNNING_PHASES or self._first_look is not None:
            effects.append(GiveExplanation(None))
            return effects
        evidence = self._evidence(seen, contention)
        if reason is Reason.ILLEGAL_MOVES and dialogue.is_foreign(self._last_heard):
            self._provoke(reason, evidence, (dialogue.probe,))
        elif reason in (Reason.TIME, Reason.NOT_STARTED):
            self._first_look = reason, evidence, seen.machine
            effects.append(WakeAfter(WakeUp.SECOND_LOOK, SECOND_LOOK_SECONDS))
        else:
            self._give_explanation(reason, evidence)
        return effects

    # Events

    def brings(self, number: int, news: ProgramNews, at: float) -> list[Effect]:
        """Handle news of the program with this number, and its instant."""
        effects = self._effects = []
        if number != self._number:
            return effects  # of an earlier program
        if type(news) is Output:
            if type(self._phase) in RUNNING_PHASES:
                self._hear(news.text, at)
            elif isinstance(self._phase, LastWords):
                self._hear_last_words(self._phase, news.text.split("\n")[:-1])
        elif type(self._phase) in RUNNING_PHASES or type(self._phase) is LastWords:
            self._learn(news, at)
        return effects

    def due(self, wake_up: WakeUp, seen: Sighting = NOTHING_SEEN) -> list[Effect]:
        """Go on after a wait, with the program as it is seen now."""
        effects = self._effects = []
        try:
            self._go_on(wake_up, seen)
        except Exception as error:
            self._raised(error)
        return effects

    def keep_still(self) -> list[Effect]:
        """Freeze a program that stands still again, with processes it may have started since."""
        self._effects = []
        return [Act.FREEZE] if self.stands_still else []

    def lose_for_off_turn(self, game: object, why: Sentence) -> list[Effect]:
        """Lose for what the program did out of turn in this game, unless the game is over."""
        effects = self._effects = []
        of_this_game = self._seat is not None and self._seat.game is game
        if of_this_game and type(self._phase) in RUNNING_PHASES:
            self._fail(Cause.OFF_TURN, why, Reason.OFF_TURN)
        return effects

    # Wake-ups

    def _go_on(self, wake_up: WakeUp, seen: Sighting) -> None:
        running = type(self._phase) in RUNNING_PHASES
        match wake_up:
            case WakeUp.DIALOGUE:
                if running:
                    self._do(self._dialogue.waited())
                    self._update_footing()
            case WakeUp.REST:
                self._look_for_rest(seen.usage)
            case WakeUp.CLOSED_INPUT:
                if running and seen.running:
                    sentence = rows.CLOSED_INPUT()
                    self._fail(Cause.CLOSED_INPUT, sentence, self._crash)
            case WakeUp.SECOND_LOOK:
                self._look_again(seen)
            case WakeUp.SILENCE:
                self._effects.append(WakeAfter(WakeUp.SILENCE, SILENCE_LOOK_SECONDS))
                self._watch_silence(seen)
            case WakeUp.LAST_WORDS:
                if isinstance(self._phase, LastWords):
                    self._react(self._phase, seen)
            case _:
                assert_never(wake_up)

    # Programs come and go

    def _begin(self, seat: Seat, *, in_game: bool, alone: bool) -> None:
        """Tell the program of the game, after starting one if there is none."""
        if self._dialogue.game not in ("", seat.rules.family):
            sentence = say("the program plays {game} only", game=self._dialogue.game)
            self._fail(Cause.REFUSED, sentence, Reason.NOT_STARTED)
        elif type(self._phase) is NoProgram:
            self._phase = Starting(in_game)
            self._games, self._lines, self._sent, self._heard = 0, 0, "", ""
            self._has_read = False
            self._effects.append(StartProgram(seat, alone))
        else:
            self._phase = PREPARING_PHASE
            self._effects.append(AttachProgram(seat))
            self._introduce(seat)

    def _introduce(self, seat: Seat) -> None:
        """Tell the program of the game, at once or when it has come to rest.

        A program that must stand still is told only when it is at rest. Otherwise it would be
        frozen half-started, and its clock would be charged for the rest of its start.
        """
        self._games += 1
        self._lines = 0  # those of the last question do not count against the next game
        self._footing = AWAITED_FOOTING
        if not self._dialogue.announces and self._ponder is not Ponder.ALLOW:
            self._looks = 0
            self._comes_to_rest(starting=True)
            if self._freezes:
                return
        self._game_begins(seat)

    def _game_begins(self, seat: Seat) -> None:
        self._speak(self._dialogue.seat, seat)
        if self._dialogue.start_wait is not None and type(self._phase) is Preparing:
            self._effects.append(WakeAfter(WakeUp.DIALOGUE, self._dialogue.start_wait))
        if not self._dialogue.announces:
            self._unheeded = False  # it is not to think before its clock runs
        self._update_footing()

    def _has_started(self) -> None:
        """From now on count what the program does out of turn."""
        self._footing = AWAITED_FOOTING
        if self._seat is not None and self._freezes:
            self._game_begins(self._seat)
        else:
            self._update_footing()

    def _restart_program(self) -> None:
        in_game = type(self._phase) is Playing
        self._retire()
        if self._seat is not None:
            self._begin(self._seat, in_game=in_game, alone=False)

    def _retire(self) -> None:
        if type(self._phase) is NoProgram:
            return
        if self._first_look is not None or type(self._phase) is LastWords:
            self._first_look = None
            self._effects.append(GiveExplanation(None))
        self._phase, self._footing = NO_PROGRAM, AWAITED_FOOTING
        self._unheeded = self._looks_again = self._off_turn = False
        self._held = []
        self._number += 1
        self._effects.append(Act.RETIRE)

    # What it says

    def _hear(self, text: str, at: float) -> None:
        footing, dialogue = self._footing, self._dialogue
        try:
            if type(footing) is ComesToRest and footing.starting:
                self._has_started()
            lines = self._lines + text.count("\n")
            steps = None if lines > dialogue.max_lines else dialogue.heard_text(text)
            if steps is None:
                self._hear_lines(text.split("\n")[:-1], at)
            else:
                self._lines, self._heard = lines, text
                if self._quotes:
                    self._effects += map(QuoteLine, text.split("\n")[:-1])
                self._do(steps, at)
            self._update_footing()
        except Exception as error:  # a dialogue may be anyone's code; reading goes on
            self._raised(error)

    def _hear_lines(self, lines: list[str], at: float) -> None:
        dialogue, number = self._dialogue, self._number
        talkative = self._lines + len(lines) > TALKATIVE_LINES
        outdated = dialogue.outdated(lines) if talkative else ()
        for index, line in enumerate(lines):
            self._heard = line
            if self._quotes:
                self._effects.append(QuoteLine(line))
            self._lines += 1
            if self._lines > dialogue.max_lines:
                sentence = rows.TOO_MANY_LINES(limit=dialogue.max_lines)
                self._fail(Cause.TOO_MANY_LINES, sentence, Reason.OUTPUT)
            elif index not in outdated:
                self._do(dialogue.heard(line), at)
            if type(self._phase) is Failed or self._number != number:
                return

    def _learn(
        self,
        news: Flooded | Garbled | Interfered | NotReading | InputClosed | ProgramEnded,
        at: float,
    ) -> None:
        """Handle news of the program other than output."""
        if isinstance(self._phase, LastWords):
            if type(news) not in (NotReading, InputClosed):
                flooded = type(news) is Flooded
                self._end_last_words(replace(self._phase.seen, reacted=True, flooded=flooded))
            if type(news) in (NotReading, InputClosed, ProgramEnded):
                return
        match news:
            case Flooded():
                sentence = rows.LONG_LINE(
                    limit=self._dialogue.max_line,
                )
                self._fail(Cause.LINE_TOO_LONG, sentence, Reason.OUTPUT)
            case Garbled(shown, what):
                self._heard = shown
                self._fail(Cause.ENCODING, what, Reason.PROTOCOL)
            case Interfered(signal_name):
                sentence = rows.SENT_A_SIGNAL(signal=signal_name)
                self._fail(Cause.INTERFERENCE, sentence, Reason.INTERFERENCE)
            case NotReading():
                sentence = rows.NOT_READING()
                self._fail(Cause.NOT_READING, sentence, self._crash)
            case InputClosed():
                self._effects.append(WakeAfter(WakeUp.CLOSED_INPUT, CLOSED_INPUT_WAIT_SECONDS))
            case ProgramEnded(_, excess, _, is_machines=True) if excess is not None:
                self._fail(Cause.NO_ROOM, excess, Reason.STOPPED)
            case ProgramEnded(returncode, excess, has_read):
                self._has_read = has_read
                self._ended(returncode, excess, at)
            case _:
                assert_never(news)

    def _ended(self, returncode: int | None, excess: Sentence | None, at: float) -> None:
        if self._first_look is not None:
            self._look_again(Sighting(running=False))
        status = None if returncode is None else exit_status(returncode)
        if excess is not None:
            self._fail(Cause.MEMORY, excess, Reason.CRASH, status)
            return
        if returncode is None or status is None:
            sentence = rows.CLOSED_OUTPUT()
            self._fail(Cause.CLOSED_OUTPUT, sentence, self._crash)
            return
        cause = Cause.KILLED if was_fatal(returncode) else Cause.EXITED
        sentence = rows.ENDED(status=status)
        if not self._moved:
            sentence = rows.ENDED_BEFORE_A_MOVE(status=status)
        off_turn = type(self._phase) is Playing and not self._asked
        came_early = self._moved and self._moved_at == -inf  # nobody knows when
        if off_turn and returncode == 0 and not came_early:
            sentence = diagnosis.exited_off_turn(status, at - self._moved_at) or sentence
        self._fail(cause, sentence, self._crash, status)

    def _speak(self, say_it: Callable[[*Ts], list[Step]], *facts: *Ts) -> None:
        """Have the dialogue speak to the program, which loses if the dialogue raises."""
        try:
            self._do(say_it(*facts))
        except Exception as error:  # a dialogue may be anyone's code
            self._raised(error)

    def _do(self, steps: list[Step], at: float | None = None) -> None:
        number = self._number
        for step in steps:
            if not self._addressed and self._freezes and type(step) in (Send, StartAnew):
                self._held.append(step)
            elif type(step) is Send:
                self._send(step)
            elif type(step) is Answers:
                if type(step.reply) is Fail:
                    self._broken_off(step.reply)
                else:
                    self._settle(step.reply, at)
            elif type(step) is Says:
                if type(step.statement) is Fail:
                    self._broken_off(step.statement)
                else:
                    self._tell(step.statement, at)
            elif type(step) is IsReady:
                if type(self._phase) is Preparing:
                    self._phase = PLAYING_PHASE
                    self._effects += CancelWakeUp(WakeUp.DIALOGUE), Act.SAY_READY
                self._addressed = self._asked
            elif type(step) is Wake:
                self._effects.append(WakeAfter(WakeUp.DIALOGUE, step.seconds))
            elif type(step) is StartAnew:
                self._restart_program()
            if self._number != number:
                return  # what follows was meant for the other program

    def _send(self, step: Send) -> None:
        phase = type(self._phase)
        if phase not in RUNNING_PHASES and phase not in LISTENS_LATE:
            return
        self._sent = step.text
        if self._footing is ASIDE_FROZEN:
            self._wake_up()
        self._unheeded = not self._asked
        self._effects.append(step)

    def _settle(self, reply: Reply, at: float | None) -> None:
        if self._asked:
            self._asked, self._addressed, self._early = False, False, ""
            if at is not None:
                self._pause, self._moved_at = at - self._moved_at, at
            if type(reply) is Play:
                self._moved_before, self._moved = self._moved, reply.text
            if self._freezes:
                self._update_footing()  # it is frozen before the other side is asked
            self._effects.append(new_give_answer(reply, at))
        elif type(reply) is Play:
            self._tell(Note(reply.text, NoteKind.IGNORED), None)

    def _tell(self, statement: Statement, at: float | None) -> None:
        if type(statement) is Note:
            if statement.kind is NoteKind.IGNORED:
                if not (self._early or self._asked):
                    self._note_second_move(statement.text)
                self._early = statement.text
            if self._lines > TALKATIVE_LINES:
                return
        if self._seat is not None:
            self._effects.append(new_tell_game(statement, at))

    def _own_move_made(self) -> Position | None:
        """Return the position after its last answer, or the first one; None if it was not legal."""
        if not self._moved and self._seat is not None:
            return self._seat.start
        if self._turn is None:
            return None
        with suppress(IllegalMove):
            position = self._turn.position
            return position.play(position.parse(self._moved))
        return None

    def _note_second_move(self, text: str) -> None:
        """Note that it answered one line with two moves, if this line, not asked for, shows that.

        It is the second of them, or shows that an earlier line, taken for an answer because the
        opponent was quick, was one more than was asked for.
        """
        second = self._second_behind(self._moved, text, self._own_move_made(), self._ply)
        self._second_move = self._second_move or self._may_be_second or second

    def _second_behind(
        self, own: str, text: str, after: Position | None, ply: int
    ) -> Sentence | None:
        """Say that it answered one line with two moves, if this text is a move after its own.

        ``ply`` is the ply of its own move.
        """
        seat = self._seat
        if seat is None or after is None or not self._dialogue.in_words:
            return None
        try:
            after.parse(text)
        except IllegalMove:
            if text != own:
                return None
        told = diagnosis.two_at_first if own and ply == 1 else diagnosis.second_move
        return told(seat.color, own, text)

    # Who is off turn

    def _update_footing(self) -> None:
        """Have the program watched, and frozen if it must stand still, unless it is awaited."""
        if self._phase is PLAYING_PHASE and not self._asked:
            footing, expected = self._footing, bool(self._dialogue.expects())
            starting = type(footing) is ComesToRest and footing.starting
            if self._addressed or starting or (expected and not self._freezes):
                self._wake_up()
            elif self._unheeded and self._freezes:
                if not expected:
                    self._comes_to_rest(starting=False)
            elif type(footing) is not StandsAside:
                if self._freezes:
                    self._effects.append(Act.FREEZE)
                self._footing = ASIDE_FROZEN if self._freezes else ASIDE_FOOTING
                self._turn_ends(Act.TURN_ENDS_FROZEN if self._freezes else Act.TURN_ENDS)
        elif type(self._phase) in RUNNING_PHASES:  # it is asked, gets ready, or is leaving
            self._wake_up()

    def _turn_ends(self, effect: Act) -> None:
        """Have its activity counted from now on."""
        if not self._off_turn:
            self._off_turn = True
            self._effects.append(effect)

    def _wake_up(self) -> None:
        frozen = self.stands_still
        if type(self._footing) is StandsAside:
            self._footing = AWAITED_FOOTING
        if self._off_turn:
            self._off_turn = False
            self._effects.append(Act.TURN_COMES)
        if frozen:
            self._effects.append(Act.THAW)

    def _comes_to_rest(self, *, starting: bool, last: Usage | None = None) -> None:
        self._footing = ComesToRest(starting, last)
        if not self._looks_again:
            self._looks_again = True
            self._effects.append(WakeAfter(WakeUp.REST, LOOK_FOR_REST_SECONDS))

    def _look_for_rest(self, now: Usage) -> None:
        self._looks_again = False
        footing = self._footing
        if type(footing) is not ComesToRest or type(self._phase) not in RUNNING_PHASES:
            return
        self._looks += 1
        if not self._rests(footing, now):
            self._comes_to_rest(starting=footing.starting, last=now)
        elif footing.starting:
            self._has_started()
        else:
            self._footing, self._unheeded = AWAITED_FOOTING, False
            self._update_footing()

    def _rests(self, footing: ComesToRest, now: Usage) -> bool:
        """Return whether it sleeps with all input read, or has been looked at often enough."""
        if not now.state:
            return self._looks >= MOST_BLIND_LOOKS
        if self._looks >= (MOST_STARTING_LOOKS if footing.starting else MOST_READING_LOOKS):
            return True
        return now.state == "S" and now == footing.last and not now.unread

    # Failures

    @property
    def _has_begun(self) -> bool:
        """True if it has printed something since it was ready."""
        return type(self._phase) is not Preparing and bool(self._last_heard)

    @property
    def _crash(self) -> Reason:
        """The reason for a loss by exit: CRASH if it had begun, or had read its input."""
        told = type(self._phase) is Playing and self._has_read
        return Reason.CRASH if self._has_begun or told else Reason.NOT_STARTED

    @property
    def _position(self) -> str:
        return "" if self._turn is None else self._turn.position.setup

    @property
    def _over_elsewhere(self) -> Sentence | None:
        """Why it may think that the game is over, as python-chess's ``is_game_over`` does."""
        position = None if self._turn is None else self._turn.position
        draw = position.drawn_elsewhere() if isinstance(position, DrawnElsewhere) else None
        return None if draw is None else rows.OVER_ELSEWHERE(draw=draw)

    @property
    def _has_moved_early(self) -> bool:
        try:
            return self._dialogue.has_moved_early
        except Exception:  # a failure must be told, whatever else is wrong
            return False

    @property
    def _last_heard(self) -> str:
        heard = self._heard
        return heard[:-1].rpartition("\n")[2] if heard.endswith("\n") else heard

    def _fail(
        self, cause: Cause, sentence: Sentence, reason: Reason, status: Sentence | None = None
    ) -> None:
        self._broken_off(Fail(self._explanation(cause, sentence, status), reason))

    def _raised(self, error: Exception) -> None:
        begins = type(self._phase) in (Starting, Preparing)
        self._effects.append(LogError(error))
        self._broken_off(raised(error, Reason.NOT_STARTED if begins else Reason.CRASH))

    def _broken_off(self, failure: Fail) -> None:
        """Keep the first failure, with what was seen of the program, and report it."""
        if type(self._phase) is Failed:
            return
        found = failure.explanation
        if (
            type(self._phase) is Preparing
            and self._seat is not None
            and self._games > 1
            and found.cause not in LOST_BETWEEN_GAMES
        ):
            self._restart_program()
            return
        sentence = self._with_suspicion(found.cause, found.sentence, found.exit_status)
        known = self._explanation(found.cause, sentence, found.exit_status)
        failure = Fail(replace(known, traceback=found.traceback), failure.reason)
        if type(self._phase) not in (NoProgram, Starting):
            self._effects.append(Act.STOP_LISTENING)
        self._phase = Failed(failure)
        if self._asked:
            self._settle(failure, None)
        elif not self._has_moved_early:
            self._tell(failure, None)

    def _with_suspicion(
        self, cause: Cause, sentence: Sentence, status: Sentence | None = None
    ) -> Sentence:
        if self._second_move and cause in (*SUSPECT_CAUSES, *CONFUSED_CAUSES):
            return hinted(sentence, self._second_move)
        if cause not in SUSPECT_CAUSES:
            return sentence
        suspicion = self._dialogue.suspicion(self._sent.rpartition("\n")[2], self._last_heard)
        left = self._asked and status == exit_status(0)
        if suspicion is None and (left or cause is Cause.IDLE):
            suspicion = self._over_elsewhere
        if suspicion is None:
            return sentence
        return hinted(sentence, suspicion)

    def _explanation(
        self, cause: Cause, sentence: Sentence, status: Sentence | None = None
    ) -> Explanation:
        quoted = self._dialogue.readable
        return Explanation(
            cause,
            sentence,
            last_sent=last_question(self._sent) if quoted else "",
            last_heard=self._last_heard[-400:] if quoted else "",
            exit_status=status,
        )

    # A loss on time, or before it was ready

    def _look_again(self, seen: Sighting) -> None:
        if self._first_look is None:
            return
        (reason, evidence, counted), self._first_look = self._first_look, None
        evidence = replace(
            evidence,
            now=seen.usage,
            answered=not self.awaits(),
            heard=self._last_heard,
            seconds=None if seen.age is None or evidence.age is None else seen.age - evidence.age,
            load=load_between(counted, seen.machine),
        )
        starts, unknown = reason is Reason.NOT_STARTED, seen.running and not seen.usage.state
        idle = diagnosis.seems_idle(evidence) or (starts and unknown and not evidence.answered)
        if idle and type(self._phase) in RUNNING_PHASES and ("\n" in self._sent or not starts):
            # it may take everything it reads at once for one line
            self._provoke(reason, evidence, self._dialogue.nudges(self._sent))
        else:
            self._give_explanation(reason, evidence)

    # Long silence

    def _watch_silence(self, seen: Sighting) -> None:
        """Report early, once per question, what a long-silent program is doing."""
        turn, now, known = self._turn, seen.usage, self._open_for
        if turn is None or not self._asked or type(self._phase) is not Playing or not now.state:
            self._open_for = None
            return
        if known is None or known.question != turn.question:
            self._open_for = OpenFor(turn.question, 0, now)
            return
        before, looks = known.usage, known.looks + 1
        self._open_for = replace(known, looks=looks, usage=now)
        wanted = (now.cpu or 0.0) - (before.cpu or 0.0) + (now.waited or 0.0) - (before.waited or 0)
        works = now.state == "R" or wanted > COMPUTING_SHARE * SILENCE_LOOK_SECONDS
        soon = looks < (COMPUTING_LOOKS if works else IDLE_LOOKS)
        if known.told or soon or (works and (self._told_slow or self._lines)):
            return
        evidence = self._evidence(seen, None)
        evidence = replace(evidence, before=before if works else now, now=now)
        if works:
            evidence = replace(evidence, seconds=SILENCE_LOOK_SECONDS)
            self._told_slow = True
        cause, sentence = self._diagnosed(Reason.TIME, evidence)
        self._open_for = replace(self._open_for, told=True)
        silence = Silent(looks * SILENCE_LOOK_SECONDS, self._explanation(cause, sentence))
        self._effects.append(new_tell_game(silence, None))

    # The last words of one that has lost

    def _provoke(self, reason: Reason, seen: diagnosis.Evidence, nudges: tuple[str, ...]) -> None:
        """Send it lines, one by one and then many, and the end of its input.

        Its reaction explains why it did not answer.
        """
        readable = self._dialogue.readable and self._sent
        lines = (*nudges, nudges[-1] + "\r") if readable and nudges else ()
        self._send_last(LastWords(seen, reason, LastSent.ONE_LINE, further=lines))

    def _send_last(self, phase: LastWords, unread: int | None = None) -> None:
        """Send the next line; then many lines, or the end of input if it has not read the last."""
        line = self._sent.rpartition("\n")[2]
        if phase.sent is LastSent.ONE_LINE and phase.further:
            phase = replace(phase, nudge=phase.further[0], further=phase.further[1:])
            self._effects.append(ProvokeProgram(phase.nudge))
        elif phase.sent is LastSent.ONE_LINE and phase.nudge and not unread:
            many = [line] * (MANY_BYTES // (len(line) + 1))
            phase = replace(phase, sent=LastSent.MANY_LINES)
            text = "\n".join(filter(None, (self._dialogue.probe, *many)))
            self._effects.append(ProvokeProgram(text))
        else:
            phase = replace(phase, sent=LastSent.END)
            self._effects.append(Act.CLOSE_INPUT)
        self._phase = phase
        self._effects.append(WakeAfter(WakeUp.LAST_WORDS, LAST_WORDS_SECONDS[phase.sent]))

    def _hear_last_words(self, phase: LastWords, lines: list[str]) -> None:
        for line in lines:
            if (spoken := self._dialogue.spoken(line)) is not None:
                self._phase = USED_UP
                found = self._explanation(Cause.OTHER_PROTOCOL, spoken)
                self._effects.append(GiveExplanation(found))
                return
        answers = [line for line in lines if self._dialogue.is_answer(line)]
        seen = replace(phase.seen, when_closed=phase.seen.when_closed or answers[:1])
        if phase.sent is LastSent.END:
            self._end_last_words(seen)
        else:  # it may exit now, or say more of the protocol that it speaks
            reacted = seen.reacted or bool(lines)
            self._phase = replace(phase, seen=replace(seen, reacted=reacted))

    def _react(self, phase: LastWords, now: Sighting) -> None:
        """Continue after it has had time to react to what it was sent last."""
        seen, printed = phase.seen, phase.seen.when_closed
        if now.unfinished.strip() and not seen.reacted:  # else a piece ends within a line
            self._end_last_words(replace(seen, unfinished=now.unfinished))
        elif phase.sent is LastSent.END:
            self._end_last_words(seen)
        elif phase.sent is LastSent.MANY_LINES and printed:
            self._end_last_words(replace(seen, reacted=True))
        elif printed and now.usage.state in ("R", "Z") and phase.looks < EXIT_LOOKS:
            self._phase = replace(phase, looks=phase.looks + 1)
            self._effects.append(WakeAfter(WakeUp.LAST_WORDS, LAST_WORDS_SECONDS[phase.sent]))
        elif printed:
            shown = self._dialogue.shown_by(self._sent, phase.nudge, printed[0])
            if phase.nudge.endswith("\r"):
                shown = rows.ONLY_CRLF()
            self._end_last_words(
                replace(seen, when_closed=[], provoked="".join(printed), shown=shown)
            )
        elif phase.reason is not Reason.TIME and not phase.further:
            self._end_last_words(seen)
        else:
            self._send_last(phase, now.usage.unread)

    def _end_last_words(self, seen: diagnosis.Evidence) -> None:
        if isinstance(self._phase, LastWords):
            reason, self._phase = self._phase.reason, USED_UP
            self._give_explanation(reason, seen)

    def _give_explanation(self, reason: Reason, evidence: diagnosis.Evidence) -> None:
        cause, sentence = self._diagnosed(reason, evidence)
        self._effects.append(GiveExplanation(self._explanation(cause, sentence)))

    def _diagnosed(self, reason: Reason, evidence: diagnosis.Evidence) -> diagnosis.Diagnosis:
        cause, sentence = diagnosis.diagnose(reason, evidence)
        if cause is Cause.IDLE:
            sentence = self._dialogue.misread(evidence.heard) or sentence
        return cause, self._with_suspicion(cause, sentence)

    def _evidence(self, seen: Sighting, contention: Contention | None) -> diagnosis.Evidence:
        """Return the evidence about it, including this first look."""
        dialogue = self._dialogue
        return diagnosis.Evidence(
            dialogue.expects(),
            self._last_heard,
            self._refusal,
            seen.unfinished,
            before=seen.usage,
            early=self._early,
            contention=contention,
            age=seen.age,
            blank=self._lines > 0 and not self._last_heard.strip(),
            position="" if dialogue.readable else self._position,
        )


def last_question(sent: str) -> str:
    """Return the last lines sent together, such as ``position`` and ``go``, as one text."""
    lines = sent.split("\n")[-LINES_OF_A_QUESTION:]
    half = MOST_QUOTED // 2
    return "; ".join(
        line if len(line) <= MOST_QUOTED else f"{line[:half]} … {line[-half:]}" for line in lines
    )
