"""The last words of a program that has lost: it is sent more, and its reaction explains the loss.

If it seemed idle it is sent its last line again, then many lines, then the end of its input. If it
answers at once, it was waiting for another line; an answer when it exits or its buffer is full had
not been flushed; an answer only at the end shows that it reads to the end. It may also speak
another protocol. No such output can answer a question.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from board_core.diagnosis import rows
from board_core.diagnosis.evidence import Evidence
from board_core.fast_dataclass import dataclass
from board_core.game.rules import Reason
from board_core.protocols.base import Dialogue, WakeAfter, WakeUp

from .effects import Act, Effect, ProvokeProgram
from .witness import Sighting


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


@dataclass(frozen=True, slots=True)
class LastWords:
    """The phase of a program that has lost and is sent more lines, then the end of its input."""

    dialogue: Dialogue
    question: str  # the text that it did not answer
    reason: Reason
    seen: Evidence
    sent: LastSent = LastSent.ONE_LINE
    nudge: str = ""  # the line that it was sent, if one
    further: tuple[str, ...] = ()  # lines that are to be sent after it
    looks: int = 0  # at a program that has printed something and may be exiting

    def hear(self, lines: list[str]) -> Probing:
        """Take what it prints; return the evidence if no more can follow."""
        answers = [line for line in lines if self.dialogue.is_answer(line)]
        seen = replace(self.seen, when_closed=self.seen.when_closed or answers[:1])
        if self.sent is LastSent.END and not seen.moved:
            return seen
        # it may exit now, or say more of the protocol that it speaks
        return replace(self, seen=replace(seen, reacted=seen.reacted or bool(lines))), []

    def go_on(self, now: Sighting) -> Probing:
        """Go on after it has had time to react; return the evidence if that tells enough."""
        seen, printed = self.seen, self.seen.when_closed
        if now.unfinished.strip() and not seen.reacted:  # else a piece ends within a line
            return replace(seen, unfinished=now.unfinished)
        if self.sent is LastSent.END:
            return seen
        if now.usage.unread and self.nudge and self.sent is LastSent.ONE_LINE:  # it reads no more
            heard = (printed or [seen.heard])[0]
            return replace(seen, when_closed=[], answered=bool(printed), heard=heard)
        if printed and self.sent is LastSent.MANY_LINES:
            return replace(seen, reacted=True)
        if printed and now.usage.state in ("R", "Z") and self.looks < EXIT_LOOKS:
            return replace(self, looks=self.looks + 1), [self._wait()]
        if printed:
            shown = self.dialogue.shown_by(self.question, self.nudge, printed[0])
            last = self.question.rpartition("\n")[2]
            if self.nudge == f"{last}\r" and not last.endswith("\r"):
                shown = rows.ONLY_CRLF()
            elif self.nudge == last and shown is None and seen.moved:
                shown = rows.ANSWERS_A_COPY(line=repr(last[:80]), text=repr(printed[0][:80]))
            return replace(seen, when_closed=[], provoked=printed[0], shown=shown)
        if self.reason is not Reason.TIME and not self.further:
            return seen
        return self.send()

    def send(self) -> Probing:
        """Send the next line; then many lines; then the end of its input."""
        step: Effect
        if self.sent is LastSent.ONE_LINE and self.further:
            after = replace(self, nudge=self.further[0], further=self.further[1:])
            step = ProvokeProgram(after.nudge)
        elif self.sent is LastSent.ONE_LINE and self.nudge:
            after = replace(self, sent=LastSent.MANY_LINES)
            line = self.question.rpartition("\n")[2]
            many = [line] * (MANY_BYTES // (len(line) + 1))
            step = ProvokeProgram("\n".join(filter(None, (self.dialogue.probe, *many))))
        else:
            after, step = replace(self, sent=LastSent.END), Act.CLOSE_INPUT
        return after, [step, after._wait()]

    def _wait(self) -> Effect:
        return WakeAfter(LAST_WORDS_SECONDS[self.sent], WakeUp.LAST_WORDS)


Probing = Evidence | tuple[LastWords, list[Effect]]
"""The evidence that the last words have given, or how they go on."""
