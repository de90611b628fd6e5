"""Why a program failed, from what was seen of it. Pure, but for a look at what did not start."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import field
from math import inf
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_head
from board_core.game.player import Cause
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import Reason
from board_core.game.sides import Color
from board_core.supervise.command import Command
from board_core.supervise.executable import interpreter_of
from board_core.supervise.load import Load, overloaded_by_others
from board_core.supervise.processes import Usage
from board_core.supervise.uids import NoUid
from board_core.text.harmless_text import legible
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .not_programs import HEAD_BYTES, kind_of, with_ending
from .off_turn import Contention, of_the_victim, starved

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
    position: str = ""  # of its last question, if none of its lines shows that
    provoked: str = ""  # printed when it was sent another line
    reacted: bool = False  # it printed, or exited, when it was sent more lines
    flooded: bool = False  # it then printed much without a line break
    load: Load | None = None  # of the machine, between the two looks
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

STILL_LOADING = say("its file was still being loaded when it had to begin")
READY_TOO_LATE = N_("it was ready too late: it had not said {expected} in time")
NOT_READY_IN_TIME = N_("it did not say {expected} in time; {last}")
NO_HANDSHAKE_YET = N_("it did not say {expected}, and waits for more input; {last}")
WAITS_BLINDLY = say("it has read the request and waits, without computing, for something else")
WAITS_UNSEEN = say(  # where the system does not tell what it has read
    "it waits, without computing, for something: for input that it does not get, or for a request "
    "that it did not read to its end"
)
WAITS_FOR_MORE = say("it has read the request and waits, without computing, for more input")
WITH_A_HINT = N_("{why}; {hint}")
OVER_ELSEWHERE = N_(
    "perhaps it takes the game to be over, because {draw}; but by its rules this game goes on, and "
    "it is to move"
)
MOVE_OF_THE_OTHER = N_("as {color} it printed {line}, which is a move of {other}")
MOVED_FIRST = N_("as {color} it printed {line} before {other} had moved")
TWO_AT_FIRST = N_(
    "it printed two moves, {first} and {second}, when its first was due: it moves before {other} "
    "does, or answers one line with two moves"
)
TWO_MOVES = N_("it answered one line with two moves, {first} and {second}")
LEFT_OFF_TURN = N_(
    "it ended by itself, {seconds:.1f} s after its move, while its opponent was thinking: {status}"
)
LEFT_BEFORE_A_MOVE = N_(
    "it ended by itself before its first move, while its opponent was thinking: {status}"
)
WAITED_FOR_ANOTHER = N_(
    "it did not answer the line that asks for its move: it printed {text} only after a second line"
)
WITH_PROMPT = N_("it printed {text} without a line break, which is no move, and waits")
EMPTY_LINE = say("it printed an empty line in place of its move, and waits for more input")
ONLY_CRLF = say(
    "it answers a line that ends as on Windows, in CR LF, and waits for that: lines end in LF here"
)
TWO_WAYS = N_(
    "it printed an empty line, and held back {text}: perhaps the move and its line "
    "break are written in two ways"
)
STILL_COMPUTING = say("it was still computing")
WAITS_FOR_ANOTHER = say("it waited for something else")

MAY_BE_A_MOVE = re.compile(r"[!-~]{2,10}|\w+ [!-~]{2,10}", re.ASCII)
"""A text of one word, or of two as in ``bestmove e2e4``."""

BUSY_SHARE = 0.5
"""Part of the time between two looks in which a program that computes wants a processor."""

NOTICED_SECONDS = 0.5
"""Seconds after its move beyond which an exit has to do with the wait for the opponent."""

COMPUTED_SECONDS = 0.005
"""Processor time between two looks from which on a program counts as computing."""


def diagnose(reason: Reason, seen: Evidence) -> Diagnosis:
    """Return the cause and the sentence that the evidence supports best."""
    match reason:
        case Reason.TIME:
            return _too_late(seen)
        case Reason.ILLEGAL_MOVES:
            return _illegal(seen)
        case Reason.NOT_STARTED if not seen.expected:  # a function's file, while it is loaded
            return Cause.NO_HANDSHAKE, STILL_LOADING
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
        return Cause.NO_HANDSHAKE, say(READY_TOO_LATE, expected=repr(seen.expected))
    # at both looks: one that has read just now may answer in the next moment
    waits = all(look.reads and not look.unread for look in (seen.before, seen.now))
    form = NO_HANDSHAKE_YET if waits else NOT_READY_IN_TIME
    return Cause.NO_HANDSHAKE, say(form, expected=repr(seen.expected), last=_last_line(seen))


def _last_line(seen: Evidence) -> Sentence:
    if seen.heard.strip():
        return say("its last line was {heard}", heard=repr(seen.heard))
    return say("its last line was empty") if seen.blank else say("no line came")


def seems_idle(seen: Evidence) -> bool:
    """Return whether it sleeps, has read its input and printed nothing: it may not have flushed."""
    sleeps = seen.now.state == "S" and _computed(seen) <= COMPUTED_SECONDS
    silent = not (seen.answered or seen.unfinished.strip())
    return sleeps and silent and not (seen.now.unread or seen.now.closed_input)


def _computed(seen: Evidence) -> float:
    return (seen.now.cpu or 0.0) - (seen.before.cpu or 0.0)


def _starved_for_long(seen: Evidence) -> bool:
    """Return whether it waited for a processor longer than it had one, in all its life."""
    return (seen.now.waited or 0.0) > (seen.now.cpu or 0.0)


def _too_late(seen: Evidence) -> Diagnosis:
    if seen.answered:
        return Cause.LATE, say("its answer came too late: {heard}", heard=repr(seen.heard[-80:]))
    if seen.unfinished.strip() and not MAY_BE_A_MOVE.fullmatch(seen.unfinished.strip()):
        return Cause.NO_NEWLINE, say(WITH_PROMPT, text=repr(seen.unfinished[-80:]))
    if seen.unfinished.strip():
        return Cause.NO_NEWLINE, say(
            "it printed {text} without a line break: end every move with one and flush",
            text=repr(seen.unfinished[-80:]),
        )
    if seen.flooded:
        return Cause.NO_NEWLINE, say(
            "it held back what it printed, without a line break: end every move with one and flush"
        )
    if seen.when_closed and seen.blank:
        return Cause.UNFLUSHED, say(TWO_WAYS, text=repr(seen.when_closed[0][:40]))
    if seen.when_closed and seen.reacted:
        return Cause.UNFLUSHED, say(
            "it held back {text}, and printed it too late: flush the output after every move",
            text=repr(seen.when_closed[0][:80]),
        )
    if seen.when_closed:
        return Cause.READS_TO_END, say(
            "it printed {text} only at the end of its input: it reads to the end before it moves "
            "(read one line at a time), or never flushes",
            text=repr(seen.when_closed[0][:80]),
        )
    if seen.now.state in ("T", "t"):
        return Cause.SUSPENDED, say("the program is suspended (SIGSTOP)")
    if seen.now.closed_input:
        return Cause.CLOSED_INPUT, say(
            "it closed its input, so that the board cannot send it anything"
        )
    kept = _kept_from_computing(seen)
    computes = seen.now.state == "R" or _computed(seen) > COMPUTED_SECONDS
    if seen.now.unread and seen.now.taken == 0 and kept is None:
        return Cause.NEVER_READ, say(
            "it had not begun to read its input {age:.1f} s after its start: {doing}",
            age=seen.age or 0.0,
            doing=STILL_COMPUTING if computes else WAITS_FOR_ANOTHER,
        )
    if seen.now.unread and kept is None:  # else it may just have had no time to read
        return Cause.NEVER_READ, say(
            "it has not read its input: {unread} bytes wait for it", unread=seen.now.unread
        )
    if seen.contention is not None and starved(seen.contention):
        return Cause.STARVED, of_the_victim(seen.contention)
    if kept is not None:
        return kept
    if computes:
        return Cause.COMPUTING, say(
            "it was still computing, after {total:.1f} s of processor time in all",
            total=seen.now.cpu or 0.0,
        )
    if seen.now.state and MAY_BE_A_MOVE.fullmatch(seen.early):
        return Cause.TOO_EARLY, say(
            "it printed {text} before it was asked, which does not count, and nothing after: "
            "print a move only after the opponent's",
            text=repr(seen.early[-80:]),
        )
    if seen.blank and not seen.provoked:
        return Cause.IDLE, EMPTY_LINE
    if seen.shown is not None:
        return Cause.IDLE, seen.shown
    if seen.provoked:
        return Cause.IDLE, say(WAITED_FOR_ANOTHER, text=repr(seen.provoked[:80]))
    if seen.now.state and (seen.now.reads or seen.reacted):
        return Cause.IDLE, WAITS_FOR_MORE
    if seen.now.state:
        return Cause.IDLE, WAITS_BLINDLY if seen.now.waited is not None else WAITS_UNSEEN
    return Cause.NO_ANSWER, say("it did not answer; {last}", last=_last_line(seen))


def _kept_from_computing(seen: Evidence) -> Diagnosis | None:
    """Return that it wanted a processor between the two looks and got none; None if it did not."""
    computed = _computed(seen)
    waited = (seen.now.waited or 0.0) - (seen.before.waited or 0.0)
    wanted = computed + waited
    busy = seen.seconds is None or wanted > BUSY_SHARE * seen.seconds  # else it sleeps in between
    if waited <= 3 * computed or waited <= COMPUTED_SECONDS or not busy:
        return None
    if seen.load is not None and overloaded_by_others(seen.load) and _starved_for_long(seen):
        return Cause.OVERLOADED, say(
            "it was computing, but others than the players had overloaded the machine: it got a "
            "processor for {computed:.0%} of the time it wanted one",
            computed=computed / wanted,
        )
    return Cause.BUSY_MACHINE, say(
        "it was computing, but the machine was overloaded: it got a processor for "
        "{computed:.0%} of the time it wanted one",
        computed=computed / wanted,
    )


def second_move(color: Color, first: str, second: str) -> Sentence:
    """Return that it printed another move behind its first, or before any of its own was due."""
    if first:
        return say(TWO_MOVES, first=repr(first), second=repr(second))
    mine, other = COLOR_NAMES[color], COLOR_NAMES[color.other]
    return say(MOVE_OF_THE_OTHER, color=mine, line=repr(second), other=other)


def moved_first(color: Color, text: str) -> Sentence:
    """Return that the second side printed a move before the first had made one."""
    mine, other = COLOR_NAMES[color], COLOR_NAMES[color.other]
    return say(MOVED_FIRST, color=mine, line=repr(text), other=other)


def two_at_first(color: Color, first: str, second: str) -> Sentence:
    """Return that the second side printed two moves in place of its first."""
    other = COLOR_NAMES[color.other]
    return say(TWO_AT_FIRST, first=repr(first), second=repr(second), other=other)


def left_off_turn(status: Sentence, seconds: float) -> Sentence | None:
    """Return that it left while its opponent was thinking; ``inf`` seconds before its first move.

    None if it left as soon as it had moved.
    """
    if seconds == inf:
        return say(LEFT_BEFORE_A_MOVE, status=status)
    if seconds < NOTICED_SECONDS:
        return None
    return say(LEFT_OFF_TURN, seconds=seconds, status=status)


def _illegal(seen: Evidence) -> Diagnosis:
    why = seen.refusal or say("its last answer was {heard}", heard=repr(seen.heard[:80]))
    return Cause.ILLEGAL, illegal_in(why, seen.position) if seen.position else why


def illegal_in(why: Sentence, position: str) -> Sentence:
    """Return the sentence about a function's illegal move: no line of it shows the position."""
    return say("{why}; the position was {position}", why=why, position=position)


def no_program(program: str) -> Sentence:
    """Return that there is no program of this name."""
    return say("there is no program {program}", program=repr(program))


def no_script(file: str) -> Sentence:
    """Return that the file for an interpreter does not exist."""
    return say("there is no file {file} here", file=repr(file))


def cannot_start(command: Command, error: OSError) -> Diagnosis:
    """Return why the system did not start a program, from its error and a look at the file."""
    program = command.argv[0]
    file = Path(program)
    known_as = _known_as(file, command)
    shown = repr(str(known_as))
    if error.errno in NO_ROOM:
        return Cause.NO_ROOM, say(
            "the board cannot get what the start of a program needs: {why}",
            why=error.sentence if isinstance(error, NoUid) else error.strerror or str(error),
        )
    if file.is_dir():
        return Cause.NOT_FOUND, say(
            "{program} is a folder: name the program that is in it", program=shown
        )
    if not file.is_file():
        place: Path | None = file.parent
        if command.handed_in:  # nothing outside of its own folder changes a stranger's sentence
            place = command.folder if command.folder and file.name == program else None
        if place is not None and (meant := with_ending(place / file.name)):
            return Cause.NOT_FOUND, say(
                "there is no program {program}; did you mean {meant}?",
                program=repr(program),
                meant=legible(meant),
            )
        return Cause.NOT_FOUND, no_program(program)
    head = head_of(file)
    forbidden = error.errno == errno.EACCES or not os.access(file, os.X_OK)
    if (kind := kind_of(known_as, head)) is not None:
        return Cause.NOT_EXECUTABLE if forbidden else Cause.WRONG_FORMAT, kind
    if forbidden:
        return Cause.NOT_EXECUTABLE, say(
            "{program} may not be executed: run chmod +x on it or start it by its interpreter",
            program=shown,
        )
    interpreter = interpreter_of(head)
    if interpreter is not None and interpreter.endswith(b"\r"):
        return Cause.WINDOWS_LINE_BREAK, say(
            "the first line of {program} ends in a Windows line break: save it with Unix line ends",
            program=shown,
        )
    if interpreter is not None and error.errno == errno.ENOENT:
        return Cause.NO_INTERPRETER, say(
            "{program} needs the interpreter {interpreter}, which does not exist",
            program=shown,
            interpreter=repr(interpreter.decode("utf-8", "backslashreplace")),
        )
    if error.errno == errno.ENOEXEC or getattr(error, "winerror", None) == 193:
        if os.name == "nt":
            return Cause.WRONG_FORMAT, say(
                "{program} is no program for Windows; a script needs a name that ends in .py, or "
                "its interpreter before it, as in 'py {name}'",
                program=shown,
                name=legible(known_as.name),
            )
        return Cause.WRONG_FORMAT, say(
            "{program} is no program for this machine; a script needs a first line such as "
            "#!/usr/bin/env python3",
            program=shown,
        )
    return Cause.NOT_FOUND, say(
        "{program} could not be started: {error}", program=shown, error=error.strerror or str(error)
    )


def _known_as(file: Path, command: Command) -> Path:
    """Return the path as the program's author knows it: where the board keeps it is told nobody."""
    folder = command.folder if command.handed_in else None
    if folder is None or not file.is_relative_to(folder):
        return file
    return file.relative_to(folder)


def head_of(file: Path, most: int = HEAD_BYTES) -> bytes:
    """Return the first bytes of a program's file; none if it is not to be read."""
    try:
        return read_head(file, most)
    except (CannotTake, OSError):
        return b""
