"""The messages and bounds that the doors of all protocols share.

A door is one function from a line to one typed message. It is total: for any line it returns a
message, which may be a :class:`Breach`, and never raises. Texts in messages are printable and of a
bounded length, numbers are within bounds (:mod:`board_core.game.player`). A dialogue sees
messages only.

Honest programs write lines that no protocol knows, and numbers that have overflowed. So what is
not understood is a comment, and breaks nothing; a number out of bounds counts as not
said; a score within 64 bits is brought within bounds. A breach is what no honest program writes.
"""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.game.player import MOST_SAID, Note, NoteKind
from board_core.text.harmless_text import MOST_LINE, legible
from board_core.text.sentence import Sentence, say

MOST_DIGITS = 19
"""Digits of the largest number within 64 bits."""

MOST_QUOTED = 100
"""Characters that are quoted of a line that broke the rules."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A line that holds a number or message its protocol forbids; whoever wrote it loses."""

    line: str  # quoted, and cut
    rule: Sentence

    @property
    def sentence(self) -> Sentence:
        return say("it printed {line}: {rule}", line=self.line, rule=self.rule)


@dataclass(frozen=True, slots=True)
class Nothing:
    """A line that says nothing of interest."""


NOTHING_SAID = Nothing()

SCORE_RULE = say("a score is a number of at most {digits} digits", digits=MOST_DIGITS)


def breach(line: str, rule: Sentence) -> Breach:
    return Breach(repr(legible(line, MOST_QUOTED)), rule)


def comment(text: str) -> Note:
    """Return the note for a line meant for people, or for one that nobody understands."""
    if len(text) <= MOST_LINE and text.isprintable():
        return Note(text, NoteKind.COMMENT)
    return Note(legible(text), NoteKind.COMMENT)


def number_of(word: str, low: int, high: int) -> int | None:
    """Return the number if the word is one and within these bounds, else None."""
    if len(word) > MOST_DIGITS + 1:
        return None
    try:
        number = int(word)
    except ValueError:
        return None
    return number if low <= number <= high else None


def is_beyond(word: str) -> bool:
    """Return whether the word is a number that does not fit into 64 bits."""
    if len(word) < MOST_DIGITS:
        return False
    digits = word.lstrip("+-")
    return digits.isdecimal() and (len(digits) > MOST_DIGITS or int(digits) > MOST_SAID)
