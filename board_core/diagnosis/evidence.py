"""Find out why a program failed. Pure, except for a look at a file that did not start."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.player import Cause
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import Move, Reason, ShowsMistakes
from board_core.game.sides import Color
from board_core.supervise.command import Command, interpreter_of
from board_core.supervise.load import Load, overloaded_by_others
from board_core.supervise.processes import Usage
from board_core.supervise.uids import NoUid
from board_core.text import findings
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from . import rows
from .facts import head_of
from .off_turn import Contention, starved
from .starting import kind_of, with_ending

NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The observations of a program around its failure."""

    expected: str  # what the protocol waits for, such as "bestmove"
    heard: str  # its last line
    refusal: Sentence | None = None  # why its last answer was refused
    unfinished: str = ""  # printed without a line break
    before: Usage = NO_USAGE  # two looks at it, a moment apart
    now: Usage = NO_USAGE
    answered: bool = False  # too late
    early: str = ""  # printed since its last move, when nothing was asked
    age: float | None = None  # seconds since its start
    position: str = ""  # of its last question, if none of its lines shows it
    provoked: str = ""  # printed when it was sent another line
    reacted: bool = False  # it printed, or exited, when it was sent more lines
    ended: bool = False  # then
    flooded: bool = False  # it then printed much without a line break
    load: Load | None = None  # of the machine, between the two looks
    moved: bool = False  # it had answered before in this game
    when_closed: list[str] = field(default_factory=list)  # printed once its input was closed
    shown: Sentence | None = None  # by what it printed then
    blank: bool = False  # it printed an empty line
    seconds: float | None = None  # between the two looks
    contention: Contention | None = None  # with its opponent, for a processor


Diagnosis = tuple[Cause, Sentence]

NO_ROOM = frozenset(
    (
        *(errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO),
        *(errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN),
    )
)
"""Errors of a full disk or machine of the host, which are not the program's fault."""

STILL_COMPUTING = say("it was still computing")
WAITS_FOR_ANOTHER = say("it waited for something else")

MAY_BE_A_MOVE = re.compile(r"[!-~]{2,10}|\w+ [!-~]{2,10}", re.ASCII)
"""A text of one word, or of two as in ``bestmove e2e4``."""

BUSY_SHARE = 0.5
"""Part of the time between two looks in which a program that computes wants a processor."""

COMPUTED_SECONDS = 0.005
"""Processor time between two looks from which on a program counts as computing."""


def diagnose(reason: Reason, seen: Evidence) -> Diagnosis:
    """Return the cause and the sentence that the evidence supports best."""
    match reason:
        case Reason.TIME:
            return _too_late(seen)
        case Reason.ILLEGAL_MOVES:
            why = seen.refusal or say("its last answer was {heard}", heard=repr(seen.heard[:80]))
            return Cause.ILLEGAL, illegal_in(why, seen.position) if seen.position else why
        case Reason.NOT_STARTED if not seen.expected:  # a function's file, while it is loaded
            return Cause.NO_HANDSHAKE, rows.STILL_LOADING()
        case Reason.NOT_STARTED:
            return _not_ready(seen)
        case _:
            return Cause.NO_ANSWER, _last_line(seen)


def _not_ready(seen: Evidence) -> Diagnosis:
    if seen.shown is not None:
        return Cause.NO_HANDSHAKE, seen.shown
    if not seen.answered and (kept := _kept_from_computing(seen)) is not None:
        return kept
    if seen.answered:
        return Cause.NO_HANDSHAKE, rows.READY_TOO_LATE(expected=repr(seen.expected))
    # at both looks: a program that has only just read may be about to answer
    looks = (seen.before, seen.now)
    waits = _rests(seen) and all(look.reads and not (look.unread or look.sleeps) for look in looks)
    row = rows.NO_HANDSHAKE_YET if waits else rows.NOT_READY_IN_TIME
    return Cause.NO_HANDSHAKE, row(expected=repr(seen.expected), last=_last_line(seen))


def _last_line(seen: Evidence) -> Sentence:
    if seen.heard.strip():
        return say("its last line was {heard}", heard=repr(seen.heard))
    return say("its last line was empty") if seen.blank else say("no line came")


def seems_idle(seen: Evidence) -> bool:
    """Return whether it sleeps, has read its input and printed nothing, so may not have flushed."""
    silent = not (seen.answered or seen.unfinished.strip())
    return _rests(seen) and silent and not (seen.now.unread or seen.now.closed_input)


def _rests(seen: Evidence) -> bool:
    return seen.now.state == "S" and _computed(seen) <= COMPUTED_SECONDS


def _computed(seen: Evidence) -> float:
    return (seen.now.cpu or 0.0) - (seen.before.cpu or 0.0)


def _too_late(seen: Evidence) -> Diagnosis:
    if seen.answered:
        if not seen.heard:  # a function, whose lines nobody writes
            return Cause.LATE, rows.ANSWERED_TOO_LATE()
        return Cause.LATE, rows.TOO_LATE(heard=repr(seen.heard[-80:]))
    if unfinished := seen.unfinished.strip():
        row = rows.NO_LINE_BREAK if MAY_BE_A_MOVE.fullmatch(unfinished) else rows.WITH_PROMPT
        return Cause.NO_NEWLINE, row(text=repr(seen.unfinished[-80:]))
    if seen.flooded:
        return Cause.NO_NEWLINE, rows.NO_LINE_BREAK_IN_BUFFER()
    late = seen.when_closed[0] if seen.when_closed else seen.provoked
    sure = seen.now.only_reads and (seen.blank or seen.ended or (seen.provoked and seen.shown))
    sure = sure or rows.ANSWERS_A_COPY.is_in(seen.shown)
    if seen.moved and late and not sure:  # it flushes, and reads by lines
        return Cause.LATE, rows.LATE_OR_WAITS(text=repr(late[:80]))
    if seen.when_closed and seen.blank:
        return Cause.UNFLUSHED, rows.TWO_WAYS(text=repr(seen.when_closed[0][:40]))
    if seen.when_closed and seen.reacted:
        return Cause.UNFLUSHED, rows.HELD_BACK(text=repr(seen.when_closed[0][:80]))
    if seen.when_closed:
        return Cause.READS_TO_END, rows.READS_TO_END(text=repr(seen.when_closed[0][:80]))
    if seen.now.state in ("T", "t"):
        return Cause.SUSPENDED, rows.SUSPENDED()
    if seen.now.closed_input:
        return Cause.CLOSED_INPUT, rows.DEAF()
    kept = _kept_from_computing(seen)
    computes = seen.now.state == "R" or _computed(seen) > COMPUTED_SECONDS
    if seen.now.unread and seen.now.taken == 0 and kept is None:
        return Cause.NEVER_READ, rows.NOT_BEGUN_TO_READ(
            age=seen.age or 0.0, doing=STILL_COMPUTING if computes else WAITS_FOR_ANOTHER
        )
    if seen.now.unread and kept is None:  # otherwise it may not have had time to read
        return Cause.NEVER_READ, rows.INPUT_UNREAD(unread=seen.now.unread)
    if (contention := seen.contention) is not None and starved(contention):
        return Cause.STARVED, rows.KEPT_FROM_COMPUTING(
            waited=contention.waited, opponent=contention.culprit, used=contention.used
        )
    if kept is not None:
        return kept
    if computes:
        return Cause.COMPUTING, rows.STILL_COMPUTES(total=seen.now.cpu or 0.0)
    if seen.now.state and MAY_BE_A_MOVE.fullmatch(seen.early):
        return Cause.TOO_EARLY, rows.ANSWERED_UNASKED(text=repr(seen.early[-80:]))
    if seen.blank and not seen.provoked:
        return Cause.IDLE, rows.EMPTY_LINE()
    if seen.shown is not None:
        return Cause.IDLE, seen.shown
    if seen.provoked:
        return Cause.IDLE, rows.WAITED_FOR_ANOTHER(text=repr(seen.provoked[:80]))
    if seen.now.sleeps:
        return Cause.IDLE, rows.SLEEPS()
    if seen.now.state and (seen.now.reads or seen.reacted):
        return Cause.IDLE, rows.WAITS_FOR_MORE()
    if seen.now.state:
        row = rows.WAITS_UNSEEN if seen.now.waited is None else rows.WAITS_BLINDLY
        return Cause.IDLE, row()
    return Cause.NO_ANSWER, rows.DID_NOT_ANSWER(last=_last_line(seen))


def _kept_from_computing(seen: Evidence) -> Diagnosis | None:
    """Say that it got no processor between the two looks; None if it did or needed none."""
    computed = _computed(seen)
    waited = (seen.now.waited or 0.0) - (seen.before.waited or 0.0)
    wanted = computed + waited
    busy = seen.seconds is None or wanted > BUSY_SHARE * seen.seconds  # else it sleeps in between
    if waited <= 3 * computed or waited <= COMPUTED_SECONDS or not busy:
        return None
    long = (seen.now.waited or 0.0) > (seen.now.cpu or 0.0)  # in all
    if seen.load is not None and overloaded_by_others(seen.load) and long:
        return Cause.OVERLOADED, rows.OVERLOADED(computed=computed / wanted)
    return Cause.BUSY_MACHINE, rows.BUSY_MACHINE(computed=computed / wanted)


def second_move(color: Color, first: str, second: str, ply: int = 0) -> Sentence:
    """Say that it printed a second move after its first, at this ply, or one before any was due."""
    mine, other = COLOR_NAMES[color], COLOR_NAMES[color.other]
    if not first:
        return rows.MOVE_OF_THE_OTHER(color=mine, line=repr(second), other=other)
    if ply == 1:
        return rows.TWO_AT_FIRST(first=repr(first), second=repr(second), other=other)
    return rows.TWO_MOVES(first=repr(first), second=repr(second))


def illegal_in(why: Sentence, position: str) -> Sentence:
    """Return the sentence about a function's illegal move, with the position."""
    return say("{why}; the position was {position}", why=why, position=position)


def cannot_start(command: Command, error: OSError) -> Diagnosis:
    """Return why the system did not start a program, from its error and a look at the file."""
    program = command.argv[0]
    file = Path(program)
    known_as, folder = file, command.folder if command.handed_in else None
    if folder is not None and file.is_relative_to(folder):  # where the board keeps it is private
        known_as = file.relative_to(folder)
    shown = repr(str(known_as))
    if error.errno in NO_ROOM:
        return Cause.NO_ROOM, rows.NO_ROOM_TO_START(
            why=error.sentence if isinstance(error, NoUid) else error.strerror or str(error)
        )
    if file.is_dir():
        return Cause.NOT_FOUND, rows.IS_A_FOLDER(program=shown)
    if not file.is_file():
        place: Path | None = file.parent
        if command.handed_in:  # nothing outside of its own folder changes a stranger's sentence
            place = folder if file.name == program else None
        if place is not None and (meant := with_ending(place / file.name)):
            return Cause.NOT_FOUND, rows.MEANT_PROGRAM(program=repr(program), meant=legible(meant))
        return Cause.NOT_FOUND, rows.NO_PROGRAM(program=repr(program))
    head = head_of(file)
    forbidden = error.errno == errno.EACCES or not os.access(file, os.X_OK)
    if (kind := kind_of(known_as, head)) is not None:
        return Cause.NOT_EXECUTABLE if forbidden else Cause.WRONG_FORMAT, kind
    if forbidden:
        return Cause.NOT_EXECUTABLE, rows.NOT_EXECUTABLE(program=shown)
    interpreter = interpreter_of(head)
    if interpreter is not None and interpreter.endswith(b"\r"):
        return Cause.WINDOWS_LINE_BREAK, rows.WINDOWS_LINE_BREAK(program=shown)
    if interpreter is not None and error.errno == errno.ENOENT:
        return Cause.NO_INTERPRETER, rows.NO_INTERPRETER(
            program=shown, interpreter=repr(interpreter.decode("utf-8", "backslashreplace"))
        )
    if error.errno == errno.ENOEXEC or getattr(error, "winerror", None) == 193:
        if os.name == "nt":
            return Cause.WRONG_FORMAT, rows.NO_WINDOWS_PROGRAM(
                program=shown, name=legible(known_as.name)
            )
        return Cause.WRONG_FORMAT, rows.NO_PROGRAM_HERE(program=shown)
    return Cause.NOT_FOUND, rows.NOT_STARTED(program=shown, error=error.strerror or str(error))


def in_all_tries(
    start: ShowsMistakes, moves: Sequence[Move], texts: Sequence[str]
) -> Sequence[Sentence]:
    """Return the boards that fit the first of a question's refused answers, and all others.

    Those that fit the first alone, if none fits all.
    """
    first, *others = ([*start.mistakes(moves, text)] for text in texts)
    kinds = [frozenset(map(findings.kind_of, fits)) for fits in others if fits]
    return [fit for fit in first if all(findings.kind_of(fit) in each for each in kinds)] or first
