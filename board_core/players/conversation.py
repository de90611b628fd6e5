"""The conversation with one program as a pure machine: no thread, no clock, no pipe, no lock.

**What it knows**

A :class:`Conversation` gets events: what the game wants, what the program does
(:mod:`board_core.supervise.program_news`), which wake-up is due. It returns effects, in order
(:mod:`.effects`), which :class:`~board_core.players.process.ProcessAI` carries out before it passes
on the next event. The meaning of lines is left to the dialogue (:mod:`board_core.protocols`),
what is seen of the program, and what that shows, to a :class:`~.witness.Witness`, and whether the
program may run out of turn to its :class:`~.footing.Footing`.

**Its phases**::

      NO_PROGRAM ─ seat() ► Starting ─ started() ─► PREPARING ── SayReady ──► PLAYING
          ▲                    │  ▲                     │   ▲  ▲                │
          │   could_not_start()│  │ StartAnew, or it    │   │  │ seat()         │ finish()
          │                    │  │ ended unnoticed     │   │  │                │
          │                    │  └─────────────────────┤   │  └ BETWEEN_GAMES ◄┤
          │                    ▼                        │   │                   │
          ├──── retired ──── Failed ◄───────────────────┴───┴───────────────────┤
          │                                                                     │
          └──── retired ──── USED_UP ◄ the wait is over ─ LastWords ◄─ it ran out of time and
                                                                       is idle, or speaks as if
                                                                       in another protocol

NO_PROGRAM      none runs, except those that are being ended
Starting        the system is making a process, or an earlier one is still being ended
PREPARING       the program was told of the game, or comes to rest before it is (:mod:`.footing`)
PLAYING         it can be asked; the question that is open is beside the phase (``_asked``), because
                a program may be replaced, or listened to for the last time, while one is open
BETWEEN_GAMES   the program is kept; nobody listens
Failed          the first failure counts: it answers the open question, or any that is asked later
LastWords       it is sent more lines, then the end of its input: its reaction explains the loss
                (:mod:`.probing`)
USED_UP         it has explained its loss; nothing that it says counts any more

A program is retired, which makes the phase NO_PROGRAM, at ``finish()`` or the next ``seat()`` if it
has failed, is used up, has lost the game by a fault (it may hang) or plays one game only; and at
``quit()``.

**Invariants**

* A question is answered once, and only while it is open.
* The first failure of a program counts; afterwards nothing is read or sent.
* Nothing that a dialogue says or raises makes a method raise: the program loses.
* A program that has to stand still is frozen before its answer is passed on, unless the dialogue
  expects more output: it cannot compute while the other side is asked.
* At most one wake-up of each kind is due; a new request replaces the old one.
* ``explain`` is answered once, whatever happens meanwhile.

**Races, and how they are decided** (those of the evidence: :mod:`.witness`)

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

*Freeze against answer.* A question thaws the program first. If a program must stand still and the
game has not addressed it, what the dialogue wants to send waits for the next question: no program
can print a line that gets it thawed. While it stops thinking about a withdrawn question, its
processor time counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
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
    Statement,
    Turn,
    raised,
)
from board_core.game.rules import BLAMES_A_PLAYER, Outcome, Reason
from board_core.protocols.base import (
    COMPLAINT,
    Dialogue,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    StartAnew,
    TellGame,
    WakeAfter,
    WakeUp,
    new_give_answer,
    new_tell_game,
)
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
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from .effects import Act, AttachProgram, Effect, GiveExplanation, LogError, QuoteLine, StartProgram
from .footing import AWAITED, FROZEN, ComesToRest, Footing
from .probing import LastWords, Probing
from .witness import NOTHING_SEEN, SILENCE_LOOK_SECONDS, Sighting, Witness

Ts = TypeVarTuple("Ts")

TALKATIVE_LINES = 500
"""Lines to one question; later ones that are no answer are not told to the game, but for the newest
of the thoughts that come together: whoever hears the game is not to be flooded."""

SECOND_LOOK_SECONDS = 0.1
"""Between two looks that show whether a program that did not answer computes."""
ANSWERS = ("bestmove", "move", "x,y")
"""What an engine owes that has been asked for its move."""
COMPLAINT_SECONDS = 0.3
"""Between two looks at a program that said that it cannot answer: one that reads never will."""
MORE_LOOKS = 24
"""At one that may sleep and yet answer by itself: what it answers to more lines proves nothing."""

CLOSED_INPUT_WAIT_SECONDS = 0.2
"""For a program to exit after it has closed its input."""


class Plain(Enum):
    """The phases that need no facts."""

    NO_PROGRAM = "no program"
    PREPARING = "preparing"
    PLAYING = "playing"
    BETWEEN_GAMES = "between games"
    USED_UP = "used up"


NO_PROGRAM, PREPARING, PLAYING, BETWEEN_GAMES, USED_UP = Plain


@dataclass(frozen=True, slots=True)
class Starting:
    """A program is being started, perhaps to replace another during a game."""

    in_game: bool  # the game has been told that the player is ready


@dataclass(frozen=True, slots=True)
class Failed:
    """The program has failed and will be replaced."""

    failure: Fail


Phase = Plain | Starting | Failed | LastWords

RUNNING_PHASES = (PLAYING, PREPARING, BETWEEN_GAMES)
"""The phases in which a program is spoken with."""
LOST_BETWEEN_GAMES = frozenset((Cause.REFUSED, Cause.INTERFERENCE))
"""Failures before a kept program is ready for its next game for which it is not replaced."""


class Conversation:
    """Tracks the dialogue with one player's programs, and decides what to do next.

    Each method handles one event and returns the effects in order; carry them out before the next
    call. Set ``quotes`` if there is a transcript.
    """

    def __init__(
        self, dialogue: Dialogue, *, ponder: Ponder = Ponder.ALLOW, quotes: bool = False
    ) -> None:
        self._dialogue = dialogue
        self._witness = Witness(dialogue)  # of the present game
        self._ponder = ponder
        self._freezes = ponder is Ponder.FREEZE
        dialogue.ponders = ponder is Ponder.PLAY
        self._quotes = quotes
        self._effects: list[Effect] = []  # of the present call
        self._phase: Phase = NO_PROGRAM
        self._footing = Footing(freezes=self._freezes)
        self._seat: Seat | None = None  # None: between two games
        self._asked = False  # a question is open
        self._number = 0  # of the program; earlier ones are not heard
        self._games = 0  # of this program
        self._addressed = True  # by the game: it is asked, withdrawn from, or gets ready
        self._held: Effects = []  # for it, when it is addressed

    @property
    def number(self) -> int:
        """The number of the present program."""
        return self._number

    def awaits(self) -> bool:
        """Return whether the game waits for an answer or readiness. May be called on any thread."""
        return self._asked or self._phase is PREPARING

    @property
    def stands_still(self) -> bool:
        """True while the program is to be frozen."""
        return self._footing.place is FROZEN

    # What the game wants

    def seat(self, seat: Seat) -> list[Effect]:
        """Begin a game, with a new program if the present one cannot play it."""
        effects = self._effects = []
        if self._phase is not BETWEEN_GAMES or self._dialogue.fresh_process:
            self._retire()
        self._seat, self._asked = seat, False
        self._witness = self._witness.next_game(seat)
        self._addressed, self._held = True, []
        self._begin(seat, in_game=False, alone=True)
        return effects

    def started(self) -> list[Effect]:
        """Greet the program that was started, and tell it of the game."""
        effects = self._effects = []
        phase, seat = self._phase, self._seat
        self._addressed = True
        if isinstance(phase, Starting) and seat is not None:
            self._phase = PLAYING if phase.in_game else PREPARING
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
            effects += self._footing.wake_up()
        return effects

    def ask(self, turn: Turn) -> list[Effect]:
        """Ask the program for a move; the answer comes by one GiveAnswer."""
        effects = self._effects = []
        self._asked = True
        self._witness.asked(turn)
        self._footing.asked()
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
        if self._asked and self._phase is PLAYING:
            effects += self._footing.wake_up()
            return effects
        if type(phase) is Failed:  # it moved, and ended before it was asked
            self._tell(phase.failure, None)
        self._update_footing()
        return effects

    def rejected(self, text: str, why: Sentence) -> list[Effect]:
        """Refuse the last answer; the question comes again unless the game ends."""
        effects = self._effects = []
        self._witness.refused(text, why)
        self._addressed = True
        self._speak(self._dialogue.rejected, text, why)
        self._update_footing()
        return effects

    def withdraw(self) -> list[Effect]:
        """Withdraw the question if one is open."""
        effects = self._effects = []
        self._witness.ply = -1
        if self._asked:
            self._asked, self._addressed = False, True
            self._speak(self._dialogue.withdraw)
            self._addressed = False
            if self._freezes:
                effects += self._footing.turn_ends(Act.TURN_ENDS)
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
        late = self._witness.first_look is not None  # though the journal refused the loss
        unfit = faulty or late or self._dialogue.fresh_process
        effects += self._footing.wake_up()
        self._footing.place = AWAITED
        self._addressed, self._held = True, []
        self._speak(self._dialogue.finish, turn, outcome)
        if unfit or self._phase not in RUNNING_PHASES:
            self._retire()
        else:
            self._phase, self._footing = BETWEEN_GAMES, Footing(freezes=self._freezes)
            effects.append(Act.DETACH)
        return effects

    def quit(self) -> list[Effect]:
        """Tell the program to exit, and retire it; a game that goes on ends without a result."""
        effects = self._effects = []
        if self._seat is not None:
            sentence = say("the player was closed before the game was over")
            closed = Fail(Explanation(Cause.CLOSED, sentence), Reason.STOPPED)
            effects.append(GiveAnswer(closed) if self._asked else TellGame(closed))
        self._seat, self._asked, self._addressed = None, False, True
        if self._phase in RUNNING_PHASES:
            self._speak(self._dialogue.quit)
        self._retire()
        return effects

    def explain(
        self, reason: Reason, seen: Sighting = NOTHING_SEEN, contention: Contention | None = None
    ) -> list[Effect]:
        """Explain a loss, now or after some wake-ups, by one GiveExplanation."""
        effects = self._effects = []
        phase, dialogue, witness = self._phase, self._dialogue, self._witness
        if isinstance(phase, Failed):
            effects.append(GiveExplanation(phase.failure.explanation))
        elif phase not in RUNNING_PHASES or witness.first_look is not None:
            effects.append(GiveExplanation(None))
        elif reason is Reason.ILLEGAL_MOVES and dialogue.is_foreign(witness.last_heard):
            self._provoke(reason, witness.evidence(seen, contention), (dialogue.probe,))
        elif reason in (Reason.TIME, Reason.NOT_STARTED):
            witness.first_look = reason, witness.evidence(seen, contention), seen.machine
            self._speak(dialogue.locate)
            effects.append(WakeAfter(SECOND_LOOK_SECONDS, WakeUp.SECOND_LOOK))
        else:
            self._explain(reason, witness.evidence(seen, contention))
        return effects

    # Events

    def brings(self, number: int, news: ProgramNews, at: float) -> list[Effect]:
        """Handle news of the program with this number, and its instant."""
        effects = self._effects = []
        if number != self._number:
            return effects  # of an earlier program
        if type(news) is Output:
            if self._phase in RUNNING_PHASES:
                self._hear(news.text, at)
            elif isinstance(self._phase, LastWords):
                self._hear_last_words(self._phase, news.text.split("\n")[:-1])
        elif self._phase in RUNNING_PHASES or type(self._phase) is LastWords:
            self._learn(news, at)
        return effects

    def due(self, wake_up: WakeUp, seen: Sighting = NOTHING_SEEN) -> list[Effect]:
        """Go on after a wait, with the program as it is seen now."""
        effects = self._effects = []
        running = self._phase in RUNNING_PHASES
        try:
            match wake_up:
                case WakeUp.DIALOGUE:
                    if running:
                        self._do(self._dialogue.waited())
                        self._update_footing()
                case WakeUp.REST:
                    self._look_for_rest(seen.usage)
                case WakeUp.CLOSED_INPUT:
                    if running and seen.running:
                        self._fail(Cause.CLOSED_INPUT, rows.CLOSED_INPUT(), self._crash)
                case WakeUp.SECOND_LOOK:
                    self._look_again(seen)
                case WakeUp.COMPLAINT:
                    line = self._witness.complaint
                    if running and self._asked and line and self._dialogue.expects() in ANSWERS:
                        if seen.usage.only_reads and not seen.usage.unread:
                            why = rows.ANSWERED_WITH_AN_ERROR(line=repr(line))
                            self._fail(Cause.REFUSED, why, Reason.PROTOCOL)
                        else:
                            effects.append(WakeAfter(COMPLAINT_SECONDS, WakeUp.COMPLAINT))
                case WakeUp.SILENCE:
                    effects.append(WakeAfter(SILENCE_LOOK_SECONDS, WakeUp.SILENCE))
                    listened_to = self._asked and self._phase is PLAYING
                    if listened_to and self._dialogue.found_at is None:
                        self._speak(self._dialogue.locate)
                    if (silent := self._witness.long_silence(seen, asked=listened_to)) is not None:
                        effects.append(TellGame(silent))
                case WakeUp.LAST_WORDS:
                    if isinstance(self._phase, LastWords):
                        self._probe(self._phase, self._phase.go_on(seen))
                case _:
                    assert_never(wake_up)
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
        if of_this_game and self._phase in RUNNING_PHASES:
            self._fail(Cause.OFF_TURN, why, Reason.OFF_TURN)
        return effects

    # Programs come and go

    def _begin(self, seat: Seat, *, in_game: bool, alone: bool) -> None:
        """Tell the program of the game, after starting one if there is none."""
        if self._dialogue.game not in ("", seat.rules.family):
            sentence = say("the program plays {game} only", game=self._dialogue.game)
            self._fail(Cause.REFUSED, sentence, Reason.NOT_STARTED)
        elif self._phase is NO_PROGRAM:
            self._phase = Starting(in_game)
            self._games = 0
            self._witness.new_program()
            self._effects.append(StartProgram(seat, alone))
        else:
            self._phase = PREPARING
            self._effects.append(AttachProgram(seat))
            self._introduce(seat)

    def _introduce(self, seat: Seat) -> None:
        """Tell the program of the game, at once or when it has come to rest.

        A program that must stand still is told only when it is at rest. Otherwise it would be
        frozen half-started, and its clock would be charged for the rest of its start.
        """
        self._games += 1
        self._witness.lines = 0  # those of the last question do not count against the next game
        self._footing.place = AWAITED
        if not self._dialogue.announces and self._ponder is not Ponder.ALLOW:
            self._effects += self._footing.come_to_rest(starting=True)
            if self._freezes:
                return
        self._game_begins(seat)

    def _game_begins(self, seat: Seat) -> None:
        self._speak(self._dialogue.seat, seat)
        if self._dialogue.start_wait is not None and self._phase is PREPARING:
            self._effects.append(WakeAfter(self._dialogue.start_wait))
        if not self._dialogue.announces:
            self._footing.unheeded = False  # it is not to think before its clock runs
        self._update_footing()

    def _has_started(self) -> None:
        """From now on count what the program does out of turn."""
        self._footing.place = AWAITED
        if self._seat is not None and self._freezes:
            self._game_begins(self._seat)
        else:
            self._update_footing()

    def _restart_program(self) -> None:
        in_game = self._phase is PLAYING
        self._retire()
        if self._seat is not None:
            self._begin(self._seat, in_game=in_game, alone=False)

    def _retire(self) -> None:
        if self._phase is NO_PROGRAM:
            return
        if self._witness.first_look is not None or type(self._phase) is LastWords:
            self._witness.first_look = None
            self._effects.append(GiveExplanation(None))
        self._phase, self._held = NO_PROGRAM, []
        self._footing = Footing(freezes=self._freezes)
        self._number += 1
        self._effects.append(Act.RETIRE)

    # What it says

    def _hear(self, text: str, at: float) -> None:
        place, dialogue, witness = self._footing.place, self._dialogue, self._witness
        try:
            if type(place) is ComesToRest and place.starting:
                self._has_started()
            lines = witness.lines + text.count("\n")
            wanted = None if lines > dialogue.max_lines else dialogue.heard_text(text)
            if wanted is None:
                self._hear_lines(text.split("\n")[:-1], at)
            else:
                witness.lines, witness.heard = lines, text
                if self._quotes:
                    self._effects += map(QuoteLine, text.split("\n")[:-1])
                self._do(wanted, at)
            self._update_footing()
        except Exception as error:  # a dialogue may be anyone's code; reading goes on
            self._raised(error)

    def _hear_lines(self, lines: list[str], at: float) -> None:
        dialogue, witness, number = self._dialogue, self._witness, self._number
        talkative = witness.lines + len(lines) > TALKATIVE_LINES
        outdated = dialogue.outdated(lines) if talkative else ()
        for index, line in enumerate(lines):
            witness.heard = line
            if self._quotes:
                self._effects.append(QuoteLine(line))
            witness.lines += 1
            if witness.lines > dialogue.max_lines:
                sentence = rows.TOO_MANY_LINES(limit=dialogue.max_lines)
                self._fail(Cause.TOO_MANY_LINES, sentence, Reason.OUTPUT)
            elif index not in outdated:
                self._do(dialogue.heard(line), at)
            if type(self._phase) is Failed or self._number != number:
                return
            if self._asked and dialogue.expects() in ANSWERS and COMPLAINT.match(line):
                witness.complaint = witness.complaint or legible(line.strip())
                self._effects.append(WakeAfter(COMPLAINT_SECONDS, WakeUp.COMPLAINT))

    def _learn(
        self,
        news: Flooded | Garbled | Interfered | NotReading | InputClosed | ProgramEnded,
        at: float,
    ) -> None:
        """Handle news of the program other than output."""
        if isinstance(self._phase, LastWords):
            if type(news) not in (NotReading, InputClosed):
                flooded, ended = type(news) is Flooded, type(news) is ProgramEnded
                evidence = replace(self._phase.seen, reacted=True, flooded=flooded, ended=ended)
                self._probe(self._phase, evidence)
            if type(news) in (NotReading, InputClosed, ProgramEnded):
                return
        match news:
            case Flooded():
                too_long = rows.LONG_LINE(limit=self._dialogue.max_line)
                self._fail(Cause.LINE_TOO_LONG, too_long, Reason.OUTPUT)
            case Garbled(shown, what):
                self._witness.heard = shown
                self._fail(Cause.ENCODING, what, Reason.PROTOCOL)
            case Interfered(signal_name):
                signalled = rows.SENT_A_SIGNAL(signal=signal_name)
                self._fail(Cause.INTERFERENCE, signalled, Reason.INTERFERENCE)
            case NotReading():
                self._fail(Cause.NOT_READING, rows.NOT_READING(), self._crash)
            case InputClosed():
                self._effects.append(WakeAfter(CLOSED_INPUT_WAIT_SECONDS, WakeUp.CLOSED_INPUT))
            case ProgramEnded(_, excess, _, is_machines=True) if excess is not None:
                self._fail(Cause.NO_ROOM, excess, Reason.STOPPED)
            case ProgramEnded(returncode, excess, has_read):
                self._witness.has_read = has_read
                self._ended(returncode, excess, at)
            case _:
                assert_never(news)

    def _ended(self, returncode: int | None, excess: Sentence | None, at: float) -> None:
        self._look_again(Sighting(running=False))
        status = None if returncode is None else exit_status(returncode)
        if excess is not None:
            self._fail(Cause.MEMORY, excess, Reason.CRASH, status)
        elif returncode is None or status is None:
            self._fail(Cause.CLOSED_OUTPUT, rows.CLOSED_OUTPUT(), self._crash)
        else:
            cause = Cause.KILLED if was_fatal(returncode) else Cause.EXITED
            off_turn = self._phase is PLAYING and not self._asked
            sentence = self._witness.ending(returncode, status, at, off_turn=off_turn)
            self._fail(cause, sentence, self._crash, status)

    def _speak(self, say_it: Callable[[*Ts], Effects], *facts: *Ts) -> None:
        """Have the dialogue speak to the program, which loses if the dialogue raises."""
        try:
            self._do(say_it(*facts))
        except Exception as error:  # a dialogue may be anyone's code
            self._raised(error)

    def _do(self, wanted: Effects, at: float | None = None) -> None:
        """Pass on, or act upon, what the dialogue wants done."""
        number = self._number
        for effect in wanted:
            if not self._addressed and self._freezes and type(effect) in (Send, StartAnew):
                self._held.append(effect)
            elif type(effect) is Send:
                self._send(effect)
            elif type(effect) is GiveAnswer:
                if type(effect.reply) is Fail:
                    self._broken_off(effect.reply)
                else:
                    self._settle(effect.reply, at)
            elif type(effect) is TellGame:
                if type(effect.statement) is Fail:
                    self._broken_off(effect.statement)
                else:
                    self._tell(effect.statement, at)
            elif type(effect) is SayReady:
                if self._phase is PREPARING:
                    self._phase = PLAYING
                    self._effects.append(effect)
                self._addressed = self._asked
            elif type(effect) is WakeAfter:
                self._effects.append(effect)
            elif type(effect) is StartAnew:
                self._restart_program()
            if self._number != number:
                return  # what follows was meant for the other program

    def _send(self, send: Send) -> None:
        phase = self._phase
        if phase not in RUNNING_PHASES and phase is not USED_UP and type(phase) is not LastWords:
            return
        self._witness.sent = send.text
        if self._footing.place is FROZEN:
            self._effects += self._footing.wake_up()
        self._footing.unheeded = not self._asked
        self._effects.append(send)

    def _settle(self, reply: Reply, at: float | None) -> None:
        if self._asked:
            self._asked = self._addressed = False
            self._witness.answered(reply, at)
            if self._freezes:
                self._update_footing()  # it is frozen before the other side is asked
            self._effects.append(new_give_answer(reply, at))
            turn, dialogue = self._witness.turn, self._dialogue
            if not dialogue.ponders or type(reply) is not Play or turn is None or at is None:
                return
            if at <= turn.clock.flag_falls:  # otherwise the game is lost
                self._speak(dialogue.ponder, turn, at)
        elif type(reply) is Play:
            self._tell(Note(reply.text, NoteKind.IGNORED), None)

    def _tell(self, statement: Statement, at: float | None) -> None:
        if type(statement) is Note:
            if statement.kind is NoteKind.IGNORED:
                self._witness.ignored(statement.text, asked=self._asked)
            if self._witness.lines > TALKATIVE_LINES:
                return
        if self._seat is not None:
            self._effects.append(new_tell_game(statement, at))

    # Who is off turn

    def _update_footing(self) -> None:
        """Have the program watched, and frozen if it must stand still, unless it is awaited."""
        if self._phase is PLAYING and not self._asked:
            expected = bool(self._dialogue.expects())
            self._effects += self._footing.nobody_asks(addressed=self._addressed, expected=expected)
        elif self._phase in RUNNING_PHASES:  # it is asked, gets ready, or is leaving
            self._effects += self._footing.wake_up()

    def _look_for_rest(self, now: Usage) -> None:
        footing, before = self._footing, self._footing.place
        if self._phase not in RUNNING_PHASES:
            return
        self._effects += footing.look(now)
        if type(before) is ComesToRest and footing.place is AWAITED:
            if before.starting:
                self._has_started()
            else:
                self._update_footing()

    # Failures

    @property
    def _crash(self) -> Reason:
        """The reason for a loss by exit: CRASH if it had begun, or had read its input."""
        phase, witness = self._phase, self._witness
        has_begun = phase is not PREPARING and witness.last_heard
        told = phase is PLAYING and witness.has_read
        return Reason.CRASH if has_begun or told else Reason.NOT_STARTED

    @property
    def _has_moved_early(self) -> bool:
        try:
            return self._dialogue.has_moved_early
        except Exception:  # a failure must be told, whatever else is wrong
            return False

    def _fail(
        self, cause: Cause, sentence: Sentence, reason: Reason, status: Sentence | None = None
    ) -> None:
        self._broken_off(Fail(Explanation(cause, sentence, exit_status=status), reason))

    def _raised(self, error: Exception) -> None:
        begins = self._phase is PREPARING or type(self._phase) is Starting
        self._effects.append(LogError(error))
        self._broken_off(raised(error, Reason.NOT_STARTED if begins else Reason.CRASH))

    def _broken_off(self, failure: Fail) -> None:
        """Keep the first failure, with what was seen of the program, and report it."""
        if type(self._phase) is Failed:
            return
        found = failure.explanation
        goes_on = self._phase is PREPARING and self._seat is not None and self._games > 1
        if goes_on and found.cause not in LOST_BETWEEN_GAMES:
            self._restart_program()
            return
        known = self._witness.explanation(
            found.cause, found.sentence, found.exit_status, asked=self._asked
        )
        failure = Fail(replace(known, traceback=found.traceback), failure.reason)
        if self._phase is not NO_PROGRAM and type(self._phase) is not Starting:
            self._effects.append(Act.STOP_LISTENING)
        self._phase = Failed(failure)
        if self._asked:
            self._settle(failure, None)
        elif not self._has_moved_early:
            self._tell(failure, None)

    # A loss on time, or before it was ready

    def _look_again(self, seen: Sighting) -> None:
        result = self._witness.second_look(seen, answered=not self.awaits())
        if result is None:
            return
        reason, evidence = result
        starts, unknown = reason is Reason.NOT_STARTED, seen.running and not seen.usage.state
        idle = diagnosis.seems_idle(evidence) or (starts and unknown and not evidence.answered)
        idle = idle and self._dialogue.found_at is None
        sent = self._witness.sent
        if idle and not evidence.now.only_reads and self._witness.looks < MORE_LOOKS:
            known = replace(evidence, before=seen.usage, age=seen.age)
            self._witness.first_look = reason, known, seen.machine
            self._witness.looks += 1
            self._effects.append(WakeAfter(SECOND_LOOK_SECONDS, WakeUp.SECOND_LOOK))
        elif evidence.now.sleeps:  # what it prints has nothing to do with what it would be sent
            self._explain(reason, evidence)
        elif idle and self._phase in RUNNING_PHASES and ("\n" in sent or not starts):
            # it may take everything it reads at once for one line
            self._provoke(reason, evidence, self._dialogue.nudges(sent))
        else:
            self._explain(reason, evidence)

    def _explain(self, reason: Reason, evidence: diagnosis.Evidence) -> None:
        known = self._witness.explained(reason, evidence, asked=self._asked)
        self._effects.append(GiveExplanation(known, self._witness.by_its_times()))

    def _provoke(self, reason: Reason, seen: diagnosis.Evidence, nudges: tuple[str, ...]) -> None:
        """Send it lines, one by one and then many, and the end of its input."""
        dialogue, sent = self._dialogue, self._witness.sent
        lines = nudges if dialogue.readable and sent else ()
        if lines and not seen.moved:
            lines += (nudges[-1] + "\r",)
        phase = LastWords(dialogue, sent, reason, seen, further=lines)
        self._probe(phase, phase.send())

    def _hear_last_words(self, phase: LastWords, lines: list[str]) -> None:
        for line in lines:
            if (spoken := self._dialogue.spoken(line)) is not None:
                self._phase = USED_UP
                known = self._witness.explanation(Cause.OTHER_PROTOCOL, spoken, asked=self._asked)
                self._effects.append(GiveExplanation(known))
                return
        self._probe(phase, phase.hear(lines))

    def _probe(self, phase: LastWords, then: Probing) -> None:
        """Go on with its last words, or explain the loss by the evidence."""
        if isinstance(then, diagnosis.Evidence):
            self._phase = USED_UP
            self._explain(phase.reason, then)
        else:
            self._phase, effects = then
            self._effects += effects
