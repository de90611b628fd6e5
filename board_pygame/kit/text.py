"""Text in two scripts: measured, shortened, and rendered into cached surfaces."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import pygame

RGB = tuple[int, int, int]

WIDTHS_KEPT = 2_000
"""Half the number of text widths that are kept; a screen full of tables has about 400."""

KEPT_PIXELS = 1_000_000
"""Pixels of rendered text that are kept at scale 1: 4 MB, more than a screen full of tables."""

LONGEST_LINE = 1_000
"""Characters of a line; no screen can show more."""

ELLIPSIS = "…"

MISSING_CHARACTER = "\ue000"
"""A character for private use, which none of our fonts has."""

LATIN_WORD = re.compile(r"\S+\s*|\s+")
"""A word with the blanks after it."""

CHINESE_WORD = (
    r"[（《「『【“‘]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef“‘]+)"
    r"[，。；：！？）》」』】、”’…]*\s*|\S\s*|\s+"
)
"""The same, and each Chinese character with its punctuation is a word; takes long to compile.

No line ends with a bracket or quotation mark that opens, and none begins with one that closes.
"""


@dataclass(frozen=True, slots=True)
class Caption:
    """A text without its ``&``, and the position of the letter that is pressed with Alt."""

    text: str
    at: int = -1  # index of the letter; -1 if there is none

    @classmethod
    def of(cls, text: str) -> Caption:
        """Read a text in which ``&X`` marks the letter and ``&&`` is an ampersand."""
        shown, at = "", -1
        for piece in re.findall(r"&&|&.|[^&]+|&", text, re.DOTALL):
            marked = piece[0] == "&" and len(piece) == 2
            if marked and piece != "&&" and at < 0:
                at = len(shown)
            shown += piece[marked:]
        return cls(shown, at)

    @property
    def letter(self) -> str:
        """The marked letter as a small letter; empty if there is none."""
        return self.text[self.at].lower() if self.at >= 0 else ""


class Fonts:
    """One Latin font, one with Chinese characters for what it lacks, one of fixed width.

    Sizes are points at scale 1: the size of a character in pixels is ``size * scale``.
    """

    def __init__(self, latin: Path, chinese: Path, mono: Path, scale: float = 1.0) -> None:
        self._latin, self._chinese, self._mono = latin, chinese, mono
        self.scale = scale
        self._fonts: dict[tuple[Path, int], pygame.font.Font] = {}
        self._known: dict[tuple[Path, str], bool] = {}
        self._rendered: OrderedDict[tuple[str, int, RGB, bool], pygame.Surface] = OrderedDict()
        self._pixels = 0  # of all rendered texts that are kept
        self._widths: OrderedDict[tuple[str, int, bool], int] = OrderedDict()

    def close(self) -> None:
        """Close the font files, before ``pygame.font`` ends."""
        self._fonts.clear()

    def px(self, points: float) -> int:
        """Return a length in pixels."""
        return round(points * self.scale)

    def height(self, size: int) -> int:
        """Return the distance from one line to the next, in pixels."""
        return round(size * self.scale * 1.5)

    def width(self, text: str, size: int, mono: bool = False) -> int:
        """Return the width of a text in pixels."""
        key = (text, size, mono)
        width = self._widths.get(key)
        if width is None:
            width = sum(font.size(run)[0] for font, run in self._runs(text, size, mono))
            self._widths[key] = width
            if len(self._widths) > 2 * WIDTHS_KEPT:
                self._widths.popitem(last=False)
        return width

    def fit(self, text: str, size: int, width: int, mono: bool = False) -> str:
        """Return the text, or as much of its beginning as fits, with an ellipsis."""
        text = text[:LONGEST_LINE]
        if self.width(text, size, mono) <= width:
            return text
        return text[: self._fitting(text, ELLIPSIS, size, width, mono)].rstrip() + ELLIPSIS

    def _fitting(self, text: str, end: str, size: int, width: int, mono: bool) -> int:
        """Return how many characters of a text that is too long fit with this end after them."""
        least, most = 0, len(text)
        while least < most:
            middle = (least + most + 1) // 2
            if self.width(text[:middle] + end, size, mono) <= width:
                least = middle
            else:
                most = middle - 1
        return least

    def wrap(self, text: str, size: int, width: int, mono: bool = False) -> list[str]:
        """Return the lines of a text that is shown in a width in pixels.

        Breaks at blanks and between Chinese characters, and within a word that is too long.
        """
        return [
            paragraph[start:end].rstrip()
            for paragraph in text.split("\n")
            for start, end in self.breaks(paragraph, size, width, mono)
        ]

    def lines(self, text: str, size: int, width: int, most: int) -> list[str]:
        """Return at most so many lines of a text; the last one has all that is left."""
        lines = self.wrap(text, size, width)
        return lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]

    def breaks(
        self, paragraph: str, size: int, width: int, mono: bool = False
    ) -> list[tuple[int, int]]:
        """Return the beginning and end of each line of a paragraph shown in this width."""
        lines, start, end = [], 0, 0
        for word in _words(paragraph):
            if end > start and self.width(paragraph[start:end] + word.rstrip(), size, mono) > width:
                lines.append((start, end))
                start = end
            end += len(word)
            while end - start > 1 and (
                self.width(paragraph[start:end].rstrip(), size, mono) > width
            ):
                head = max(1, self._fitting(paragraph[start:end], "", size, width, mono))
                lines.append((start, start + head))
                start += head
        return [*lines, (start, end)]

    def render(self, text: str, size: int, color: RGB, mono: bool = False) -> pygame.Surface:
        """Return a surface with the text. It is cached: do not change it."""
        key = (text, size, color, mono)
        surface = self._rendered.get(key)
        if surface is not None:
            self._rendered.move_to_end(key)
            return surface
        surface = self._rendered[key] = self._drawn(text, size, color, mono)
        self._pixels += area(surface)
        while self._pixels > KEPT_PIXELS * self.scale**2 and len(self._rendered) > 1:
            self._pixels -= area(self._rendered.popitem(last=False)[1])
        return surface

    def _drawn(self, text: str, size: int, color: RGB, mono: bool) -> pygame.Surface:
        runs = [(font, run) for font, run in self._runs(text, size, mono) if font.size(run)[0]]
        if not runs:  # pygame renders no text without width
            return pygame.Surface((0, self.height(size)), pygame.SRCALPHA)
        ascent = max(font.get_ascent() for font, _ in runs)
        parts = [(font.render(run, True, color), ascent - font.get_ascent()) for font, run in runs]
        if len(parts) == 1:
            return parts[0][0]
        width = sum(part.get_width() for part, _ in parts)
        height = max(part.get_height() + down for part, down in parts)
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        x = 0
        for part, down in parts:
            surface.blit(part, (x, down))
            x += part.get_width()
        return surface

    def _runs(self, text: str, size: int, mono: bool) -> list[tuple[pygame.font.Font, str]]:
        """Return pieces of the text, each with a font that has its characters."""
        first = self._mono if mono else self._latin

        def path(character: str) -> Path:
            return first if self._has(first, character) else self._chinese

        return [(self._font(file, size), "".join(run)) for file, run in groupby(shown(text), path)]

    def _has(self, path: Path, character: str) -> bool:
        if " " <= character <= "~":
            return True
        key = (path, character)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _has(self._font(path, 14), character)
        return known

    def _font(self, path: Path, size: int) -> pygame.font.Font:
        key = (path, size)
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = pygame.font.Font(path, max(1, round(size * self.scale)))
        return font


def area(surface: pygame.Surface) -> int:
    """Return the pixels of a surface; a small one counts 100, for its overhead."""
    return max(100, surface.get_width() * surface.get_height())


def _has(font: pygame.font.Font, character: str) -> bool:
    """Return whether a character differs from a missing one in width, in metrics or in pixels."""
    if not font.size(character)[0] or font.metrics(character) != font.metrics(MISSING_CHARACTER):
        return True
    ours, box = (font.render(one, False, "black") for one in (character, MISSING_CHARACTER))
    return pygame.image.tobytes(ours, "RGBA") != pygame.image.tobytes(box, "RGBA")


@lru_cache(maxsize=WIDTHS_KEPT)
def shown(text: str) -> str:
    """Return the text as one line that can be drawn, with unprintable characters escaped."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:LONGEST_LINE]
    )


def _words(text: str) -> list[str]:
    """Return the pieces of a text after which a line may break."""
    if max(text, default="") < "\u2e80":
        return LATIN_WORD.findall(text)
    return re.findall(CHINESE_WORD, text)
