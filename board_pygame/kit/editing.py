"""A line of text that is being edited, as a value: every change gives another one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .text import LONGEST_LINE

A_WORD = re.compile(r"\W*\w*")
"""And what stands before it; read backwards, what stands behind it."""


LINE_BREAKS = re.compile(r"\s*[\r\n]+\s*|\t")


@dataclass(frozen=True, slots=True)
class EditedLine:
    """What lies between ``anchor`` and ``caret`` is selected."""

    text: str = ""
    caret: int = 0
    anchor: int = 0

    @property
    def selection(self) -> tuple[int, int]:
        """From where to where."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        first, last = self.selection
        return self.text[first:last]

    def to(self, caret: int, extend: bool = False) -> EditedLine:
        """Move the caret, and select what it passes if the selection is to be extended."""
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
        """In the place of what is selected; as much as a line may hold."""
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
        """Select the word at the caret, or the one character that is no word."""
        for found in re.finditer(r"\w+|\s+|[^\w\s]", self.text):
            if found.start() <= self.caret < found.end() or found.end() == len(self.text):
                return replace(self, anchor=found.start(), caret=found.end())
        return self

    def _before(self) -> int:
        """Where the word to the left begins."""
        found = A_WORD.match(self.text[: self.caret][::-1])
        return self.caret - (found.end() if found else 0)

    def _after(self) -> int:
        """Where the word to the right ends."""
        found = A_WORD.match(self.text, self.caret)
        return found.end() if found else self.caret


def one_line(text: str) -> str:
    """Line breaks become blanks; what cannot be seen is left out."""
    return "".join(c for c in LINE_BREAKS.sub(" ", text.strip("\r\n")) if c.isprintable())
