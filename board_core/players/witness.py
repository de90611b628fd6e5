"""The evidence about a program in one game, and what it shows; no effect, clock or pipe.

A :class:`~board_core.players.conversation.Conversation` reports what is sent, heard, asked and
seen. The witness decides nothing; asked why the program failed, it returns values.

**Races, and how the evidence counts**

*Second move against the opponent's.* A program that answers one line with two moves prints the
second before it is asked again, or, if its opponent is quick, after: then it is refused as an
answer. Either shows it. An answer refused in time for the program to have read the opponent's move
shows it only together with another line too many.

*Explanation against answer.* After a loss on time, or before it was ready, the program is looked
at twice; an answer that comes between the looks was late.

*Silence against work.* A program that answers nothing for long may wait or compute; two looks in
the same question tell. A search may take its time, so it is mentioned once a game.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import inf

from board_core.diagnosis import evidence as diagnosis
from board_core.diagnosis import rows
from board_core.diagnosis.evidence import NO_USAGE, Evidence, in_all_tries
from board_core.diagnosis.off_turn import Contention
from board_core.fast_dataclass import dataclass
from board_core.game.player import Cause, Explanation, Play, Reply, Seat, Silent, Turn
from board_core.game.rules import DrawnElsewhere, IllegalMove, Position, Reason, ShowsMistakes
from board_core.protocols.base import Dialogue
from board_core.supervise.load import Counters, load_between
from board_core.supervise.processes import Usage
from board_core.supervise.status import exit_status
from board_core.text.findings import hinted
from board_core.text.sentence import Listed, Sentence

SUSPECT_CAUSES = frozenset((Cause.EXITED, Cause.KILLED, Cause.IDLE, Cause.COMPUTING))
"""Causes of which the last lines may tell the reason."""
CONFUSED_CAUSES = SUSPECT_CAUSES | {Cause.ILLEGAL, Cause.TOO_EARLY}
"""Causes that an answer of two moves leads to."""
NOTICED_SECONDS = 0.5
"""Seconds after its move beyond which an exit has to do with the wait for the opponent."""
BEHIND_SECONDS = 0.02
"""Seconds between two answers within which the second may have been printed with the first."""
LINES_OF_A_QUESTION = 2
SETS_AN_OPTION = ("setoption ", "option ")
"""The beginnings of a line that is shown besides if it comes before those."""
SHORT_TIME = 20.0
"""Seconds up to which a program that takes what it was told for seconds thinks for hours."""
TIMES_SHOWN, GROWTH, SHORTEST_TIME = 4, 1.3, 0.02
"""Moves whose times show a trend, by how many times each is longer, and seconds of the first."""
EQUAL, LEAST_EQUAL = 1.1, 0.2
"""How many times the shortest the longest of equal times is at most, and its least seconds."""
MOST_QUOTED = 200
"""Characters of each of the lines of a question that are shown as evidence."""

SIZES_OF_LINES = (256, 500, 512, 1000, 1024, 2000, 2048, 4096)
"""Letters for which programs in C often make room, with the end of a line.

Smaller ones lie so close together that one would always fit.
"""
MOST_HEARD = 400
OF_BOTH_SIDES = 2  # moves from its last question to this one
SILENCE_LOOK_SECONDS = 5.0
"""Between two looks whether the same question is still open."""
IDLE_LOOKS, COMPUTING_LOOKS = 2, 6
"""At an open question, until it is told that the program computes nothing, or still computes: the
second once a game, as it may be in order."""
COMPUTING_SHARE = 0.05
"""Of the time between two looks: a runtime uses a little even if its program waits."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The program as it is seen from outside at one moment."""

    running: bool = True
    usage: Usage = NO_USAGE
    unfinished: str = ""  # printed without a line break
    machine: Counters | None = None  # of all processors, to explain a loss on time
    age: float | None = None  # seconds since its start


NOTHING_SEEN = Sighting()


@dataclass(frozen=True, slots=True)
class OpenFor:
    """A question that was open when long silence was last checked for."""

    question: int
    looks: int
    usage: Usage  # at the last look
    told: bool = False


@dataclass(slots=True)
class Witness:
    """Collects the evidence about one player's programs in one game."""

    dialogue: Dialogue
    seat: Seat | None = None  # None: before the first game
    sent: str = ""  # the lines sent last
    heard: str = ""  # one line, or several together
    has_read: bool = False  # all that it was sent, before it ended
    lines: int = 0  # to the question of this ply
    turn: Turn | None = None  # of the last question
    ply: int = -1
    moved: str = ""  # its last answer
    moved_before: str = ""  # the one before
    moved_at: float = -inf  # the instant of its last answer
    pause: float = inf  # seconds between its last two answers
    times: tuple[float, ...] = ()  # seconds for each of its last answers
    early: str = ""  # said since its last answer, when nothing was asked
    refusal: Sentence | None = None  # the first one of its latest refused answers
    refused_ply: int = -1
    refused_texts: tuple[str, ...] = ()  # of that ply
    sent_before: str = ""  # the lines sent last before those of the question
    second_move: Sentence | None = None  # that it answered a line with
    may_be_second: Sentence | None = None  # the same, until another line shows it
    first_look: tuple[Reason, Evidence, Counters | None] | None = None
    complaint: str = ""  # in place of an answer to the open question
    looks: int = 0  # at a program that was late, after the second one
    open_for: OpenFor | None = None
    told_slow: bool = False

    def next_game(self, seat: Seat) -> Witness:
        """Return the witness of the same program in another game."""
        return Witness(self.dialogue, seat, self.sent, self.heard, self.has_read)

    def new_program(self) -> None:
        """Forget the lines of an earlier program."""
        self.sent, self.heard, self.has_read, self.lines = "", "", False, 0

    @property
    def last_heard(self) -> str:
        heard = self.heard
        return heard[:-1].rpartition("\n")[2] if heard.endswith("\n") else heard

    # What happens

    def asked(self, turn: Turn) -> None:
        """Note a question; a retry shares the allowance of lines of its question."""
        self.turn, self.complaint = turn, ""
        if turn.ply != self.ply:
            self.ply, self.lines = turn.ply, 0
            self.sent_before = self.sent

    def answered(self, reply: Reply, at: float | None) -> None:
        """Note the answer to the open question, and its instant."""
        self.early = ""
        if at is not None:
            self.pause, self.moved_at = at - self.moved_at, at
            if self.turn is not None:
                self.times = (*self.times[1 - TIMES_SHOWN :], at - self.turn.clock.since)
        if type(reply) is Play:
            self.moved_before, self.moved = self.moved, reply.text

    def refused(self, text: str, why: Sentence) -> None:
        """Note that its last answer was refused; it may be the second move of an answer."""
        own, first = self.moved_before, self.refusal is None
        if first and self.turn is not None and text != own:
            second = self._second_behind(own, text, self.turn.before, self.ply - 2)
            if not own and second is not None:
                self.second_move, self.early = second, text
            elif self.pause < BEHIND_SECONDS:  # a quick program may as well have answered
                self.may_be_second = second
        if first or self.ply != self.refused_ply:  # the others come of the first
            self.refusal, self.refused_ply, self.refused_texts = why, self.ply, ()
        self.refused_texts += (text.strip(),)

    def ignored(self, text: str, *, asked: bool) -> None:
        """Note a line that was no answer; the first one may be the second move of an answer.

        Or it shows that an earlier line, taken for an answer because the opponent was quick, was
        one more than was asked for.
        """
        if not (self.early or asked):
            second = self._second_behind(self.moved, text, self._own_move_made(), self.ply)
            self.second_move = self.second_move or self.may_be_second or second
        self.early = text

    def _own_move_made(self) -> Position | None:
        """Return the position after its last answer, or the first one; None if it was not legal."""
        if not self.moved and self.seat is not None:
            return self.seat.start
        if self.turn is None:
            return None
        with suppress(IllegalMove):
            position = self.turn.position
            return position.play(position.parse(self.moved))
        return None

    def _second_behind(
        self, own: str, text: str, after: Position | None, ply: int
    ) -> Sentence | None:
        """Say that it answered with two moves, if this text is one after its own at this ply."""
        if self.seat is None or after is None or not self.dialogue.in_words:
            return None
        try:
            after.parse(text)
        except IllegalMove:
            if text != own:
                return None
        return diagnosis.second_move(self.seat.color, own, text, ply)

    # What it shows

    def ending(self, returncode: int, status: Sentence, at: float, *, off_turn: bool) -> Sentence:
        """Return the sentence about its end, ``off_turn`` if nothing was asked in the game."""
        sentence = (rows.ENDED if self.moved else rows.ENDED_BEFORE_A_MOVE)(status=status)
        came_early = self.moved and self.moved_at == -inf  # nobody knows when
        seconds = at - self.moved_at
        if not off_turn or returncode or came_early or seconds < NOTICED_SECONDS:
            return sentence
        if seconds == inf:
            return rows.LEFT_BEFORE_A_MOVE(status=status)
        return rows.LEFT_OFF_TURN(seconds=seconds, status=status)

    def explanation(
        self, cause: Cause, sentence: Sentence, status: Sentence | None = None, *, asked: bool
    ) -> Explanation:
        """Return the explanation, with the last lines and what they make likely."""
        lines = last_lines(self.sent) if self.dialogue.readable else []
        known = Explanation(
            cause,
            self._suspected(cause, sentence, left=asked and status == exit_status(0)),
            last_sent="; ".join(map(_shortened, lines)),
            last_heard=self.last_heard[-MOST_HEARD:] if self.dialogue.readable else "",
            exit_status=status,
        )
        if self.turn is None or not (asked or cause is Cause.ILLEGAL):
            return known
        return replace(
            known,
            sent_letters=max(map(len, lines)) if lines else None,
            legal_moves=len(self.turn.position.legal_moves()),
            answered=not self._is_first_question,
        )

    @property
    def _is_first_question(self) -> bool:
        """True if it has no move in the game."""
        first = 0 if self.seat is None else len(self.seat.moves)
        return self.turn is None or self.turn.ply - first <= 1

    def by_its_times(self) -> Sentence | None:
        """Return what may be behind it that it was too slow, by the times of its moves.

        At its first question, that is by the time that it was told.
        """
        dialogue, times = self.dialogue, self.times
        if len(times) == TIMES_SHOWN:
            shown = Listed(f"{seconds:.2f}" for seconds in times)
            if all(a * GROWTH < b for a, b in pairwise((SHORTEST_TIME, *times))):
                return rows.TAKES_LONGER(times=shown)
            if LEAST_EQUAL < max(times) < min(times) * EQUAL:
                return rows.ALWAYS_AS_LONG(times=shown)
        pattern = dialogue.told_time if self._is_first_question else ""
        told = re.search(pattern, self.sent) if pattern else None
        seconds = 0.0 if told is None else int(told[0].split()[-1]) / dialogue.in_a_second
        if told is None or seconds > SHORT_TIME:
            return None
        return rows.MILLISECONDS(told=repr(told[0]), seconds=seconds, units=dialogue.time_unit)

    def _suspected(self, cause: Cause, sentence: Sentence, *, left: bool) -> Sentence:
        """Add to a sentence what its last lines make likely; ``left``: it ended in good order."""
        hint = None
        if cause in CONFUSED_CAUSES:
            hint = self.second_move
        if hint is None and (cause in SUSPECT_CAUSES or not self.dialogue.readable):
            hint = self.dialogue.suspicion(self.sent.rpartition("\n")[2], self.last_heard)
            if hint is None and (left or cause is Cause.IDLE):
                hint = self._over_elsewhere()
        if hint is None and cause in (*SUSPECT_CAUSES, Cause.ILLEGAL):
            hint = self._full_line()
        if hint is None and cause is Cause.ILLEGAL:
            hint = self._board_that_fits()
        return sentence if hint is None else hinted(sentence, hint)

    def _over_elsewhere(self) -> Sentence | None:
        """Why it may think that the game is over, as python-chess's ``is_game_over`` does."""
        position = None if self.turn is None else self.turn.position
        draw = position.drawn_elsewhere() if isinstance(position, DrawnElsewhere) else None
        before = None if draw is None else self._last_question()
        if draw is None or (isinstance(before, DrawnElsewhere) and before.drawn_elsewhere()):
            return None  # or it has moved on in a game that was over so
        return rows.OVER_ELSEWHERE(draw=draw)

    def _full_line(self) -> Sentence | None:
        """Return that its line was the first which an array of a usual size has no room for."""
        if self._is_first_question or not self.dialogue.readable:
            return None
        answered, now = (max(map(len, last_lines(s))) for s in (self.sent_before, self.sent))
        size = next((size for size in SIZES_OF_LINES if answered < size - 1 <= now), None)
        return None if size is None else rows.FULL_LINE(letters=now, size=size)

    def _last_question(self) -> Position | None:
        """Return the position in which it made its last move; None if it made none."""
        if self.seat is None or self.turn is None or not self.moved:
            return None
        position = self.seat.start
        for move in self.turn.moves[:-OF_BOTH_SIDES]:
            position = position.play(move)
        return position

    def _board_that_fits(self) -> Sentence | None:
        """Return how its own board may differ, on which its refused move would be legal."""
        if self.seat is None or self.turn is None or not self.refused_texts:
            return None
        if not isinstance(self.seat.start, ShowsMistakes):
            return None
        fits = in_all_tries(self.seat.start, self.turn.moves, self.refused_texts)
        return rows.SEVERAL_FIT(one=fits[0], other=fits[1]) if fits[1:] else next(iter(fits), None)

    def evidence(self, seen: Sighting, contention: Contention | None = None) -> Evidence:
        """Return the evidence, including this first look."""
        turn = None if self.dialogue.readable else self.turn
        return Evidence(
            self.dialogue.expects(),
            self.last_heard,
            self.refusal,
            seen.unfinished,
            before=seen.usage,
            early=self.early,
            moved=bool(self.moved),
            contention=contention,
            age=seen.age,
            blank=self.lines > 0 and not self.last_heard.strip(),
            position="" if turn is None else turn.position.setup,
        )

    def explained(self, reason: Reason, evidence: Evidence, *, asked: bool) -> Explanation:
        """Return why it lost, as the evidence shows."""
        cause, sentence = diagnosis.diagnose(reason, evidence)
        place = self.dialogue.found_at
        if place is not None and cause in (Cause.IDLE, Cause.COMPUTING):
            cause, sentence = place.cause, place.sentence
        elif cause is Cause.IDLE:
            sentence = self.dialogue.misread(evidence.heard) or sentence
            if self.complaint and evidence.shown is None:
                sentence = rows.ANSWERED_WITH_AN_ERROR(line=repr(self.complaint))
        known = self.explanation(cause, sentence, asked=asked)
        return known if place is None else replace(known, traceback=place.traceback)

    def second_look(self, seen: Sighting, *, answered: bool) -> tuple[Reason, Evidence] | None:
        """Return the reason of its loss, and what both looks show; None if there was no first."""
        if self.first_look is None:
            return None
        (reason, evidence, counted), self.first_look = self.first_look, None
        seconds = None if seen.age is None or evidence.age is None else seen.age - evidence.age
        return reason, replace(
            evidence,
            now=seen.usage,
            answered=answered,
            heard=self.last_heard if self.dialogue.readable else "",
            seconds=seconds,
            load=load_between(counted, seen.machine),
        )

    def long_silence(self, seen: Sighting, *, asked: bool) -> Silent | None:
        """Return what a program does that has been silent for long, once for each question."""
        turn, now, known = self.turn, seen.usage, self.open_for
        if turn is None or not asked or not now.state:
            self.open_for = None
            return None
        if known is None or known.question != turn.question:
            self.open_for = OpenFor(turn.question, 0, now)
            return None
        before, looks = known.usage, known.looks + 1
        self.open_for = replace(known, looks=looks, usage=now)
        wanted = (now.cpu or 0.0) - (before.cpu or 0.0) + (now.waited or 0.0) - (before.waited or 0)
        works = now.state == "R" or wanted > COMPUTING_SHARE * SILENCE_LOOK_SECONDS
        spoke = self.lines > (self.dialogue.found_at is not None)
        soon = looks < (COMPUTING_LOOKS if works else IDLE_LOOKS)
        if known.told or soon or (works and (self.told_slow or spoke)):
            return None
        evidence = replace(self.evidence(seen), before=before if works else now, now=now)
        if works:
            evidence = replace(evidence, seconds=SILENCE_LOOK_SECONDS)
            self.told_slow = True
        self.open_for = replace(self.open_for, told=True)
        explanation = self.explained(Reason.TIME, evidence, asked=True)
        return Silent(looks * SILENCE_LOOK_SECONDS, explanation)


def last_lines(sent: str) -> list[str]:
    """Return the last lines sent together, such as ``position`` and ``go``."""
    lines, most = sent.split("\n"), LINES_OF_A_QUESTION
    set_before = len(lines) > most and lines[-most - 1].startswith(SETS_AN_OPTION)
    return lines[-most - set_before :]


def _shortened(line: str) -> str:
    half = MOST_QUOTED // 2
    return line if len(line) <= MOST_QUOTED else f"{line[:half]} … {line[-half:]}"
