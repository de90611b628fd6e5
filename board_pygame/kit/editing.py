"""A line of text that is being edited, as a value: each change returns another line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .text import LONGEST_LINE

A_WORD = re.compile(r"\W*\w*")
"""A word and the characters before it; on reversed text, a word and the characters after it."""


LINE_BREAKS = re.compile(r"\s*[\r\n]+\s*|\t")


@dataclass(frozen=True, slots=True)
class EditedLine:
    """A text, its caret and its selection, which lies between ``anchor`` and ``caret``."""

    text: str = ""
    caret: int = 0
    anchor: int = 0

    @property
    def selection(self) -> tuple[int, int]:
        """The first index of the selection and the index after its last."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        first, last = self.selection
        return self.text[first:last]

    def to(self, caret: int, extend: bool = False) -> EditedLine:
        """Move the caret, and select what it passes if ``extend`` is true."""
        caret = max(0, min(len(self.text), caret))
        return replace(self, caret=caret, anchor=self.anchor if extend else caret)

    def all(self) -> EditedLine:
        return replace(self, anchor=0, caret=len(self.text))

    def left(self, word: bool, extend: bool) -> EditedLine:
        if self.selected and not extend and not word:
            return self.to(self.selection[0])
        return self.to(self._before() if word else self.caret - 1, extend)

    def right(self, word: bool, extend: bool) -> EditedLine:
        if self.selected and not extend and not word:
            return self.to(self.selection[1])
        return self.to(self._after() if word else self.caret + 1, extend)

    def insert(self, text: str) -> EditedLine:
        """Replace the selection by a text, up to the greatest length of a line."""
        first, last = self.selection
        room = LONGEST_LINE - len(self.text) + last - first
        text = one_line(text)[: max(0, room)]
        at = first + len(text)
        return EditedLine(self.text[:first] + text + self.text[last:], at, at)

    def backspace(self, word: bool = False) -> EditedLine:
        return (self if self.selected else self.left(word, extend=True)).insert("")

    def delete(self, word: bool = False) -> EditedLine:
        return (self if self.selected else self.right(word, extend=True)).insert("")

    def word(self) -> EditedLine:
        """Select the word at the caret, or the one character that belongs to no word."""
        for found in re.finditer(r"\w+|\s+|[^\w\s]", self.text):
            if found.start() <= self.caret < found.end() or found.end() == len(self.text):
                return replace(self, anchor=found.start(), caret=found.end())
        return self

    def _before(self) -> int:
        """Return where the word to the left begins."""
        found = A_WORD.match(self.text[: self.caret][::-1])
        return self.caret - (found.end() if found else 0)

    def _after(self) -> int:
        """Return where the word to the right ends."""
        found = A_WORD.match(self.text, self.caret)
        return found.end() if found else self.caret


def one_line(text: str) -> str:
    """Return a text on one line: breaks become blanks, invisible characters are left out."""
    return "".join(c for c in LINE_BREAKS.sub(" ", text.strip("\r\n")) if c.isprintable())
