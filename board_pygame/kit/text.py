"""Text in two scripts: measured, shortened, and rendered into cached surfaces."""

from __future__ import annotations

import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from unicodedata import category, name

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


SCRIPTS = {
    "ARABIC": "Arab",
    "ARMENIAN": "Armn",
    "BENGALI": "Beng",
    "DEVANAGARI": "Deva",
    "ETHIOPIC": "Ethi",
    "GEORGIAN": "Geor",
    "HEBREW": "Hebr",
    "KHMER": "Khmr",
    "MALAYALAM": "Mlym",
    "MYANMAR": "Mymr",
    "SINHALA": "Sinh",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "THAI": "Thai",
}
"""Scripts by the first words of their characters' names, and their codes, by which a system's font
joins and orders their letters."""

RIGHT_TO_LEFT = frozenset(("ARABIC", "HEBREW"))

SYMBOLS, MARKS = "SYMBOLS", "MARKS"
"""Signs and pictures, and accents above any letter, in the place of a script."""

ANY_SCRIPT_FONTS = (
    "dejavusans freesans notosans segoeui segoeuisymbol nirmalaui leelawadeeui tahoma arial "
    "arialunicodems malgungothic microsoftyahei droidsansfallback unifont"
)
"""Fonts with the letters of many scripts, as pygame calls them."""

THICK_SHARE = 24
"""Size of a letter per unit by which it is drawn to the right once more, to look bold."""

MOST_FONTS = 8
"""Fonts of the system in which a character is looked for."""


@dataclass(frozen=True, slots=True)
class Face:
    """A font file, and how it is drawn. Without a file, the ``script`` can only be named."""

    path: Path | None
    thick: bool = False  # drawn twice, for want of a bold file
    script: str = ""  # of the system's fonts


class Fonts:
    """One Latin font, one with Chinese characters for what it lacks, one of fixed width, one bold.

    Letters that all of them lack are drawn with a font of the system. If it has none, ``missing``
    gets the script and returns the words that stand for them. Each stretch of a script that is
    written from right to left is ordered so; the stretches of a line follow from left to right.

    Sizes are points at scale 1: the size of a character in pixels is ``size * scale``.
    """

    def __init__(
        self,
        latin: Path,
        chinese: Path,
        mono: Path,
        scale: float = 1.0,
        *,
        bold: Path | None = None,
        missing: Callable[[str], str] = "({})".format,
    ) -> None:
        self._latin, self._chinese, self._mono = latin, chinese, mono
        self._bold, self._missing = bold, missing
        self.scale = scale
        self._fonts: dict[tuple[Face, int], pygame.font.Font] = {}
        self._known: dict[tuple[Path, str], bool] = {}
        self._rendered: OrderedDict[tuple[str, int, RGB, bool, bool], pygame.Surface]
        self._rendered = OrderedDict()
        self._pixels = 0  # of all rendered texts that are kept
        self._widths: OrderedDict[tuple[str, int, bool, bool], int] = OrderedDict()

    def close(self) -> None:
        """Close the font files, before ``pygame.font`` ends."""
        self._fonts.clear()

    def px(self, points: float) -> int:
        """Return a length in pixels."""
        return round(points * self.scale)

    def height(self, size: int) -> int:
        """Return the distance from one line to the next, in pixels: 16 points for 12, 24 for 16."""
        return round((size + min(8.0, max(size / 3, size - 8))) * self.scale)

    def width(self, text: str, size: int, mono: bool = False, bold: bool = False) -> int:
        """Return the width of a text in pixels."""
        key = (text, size, mono, bold)
        width = self._widths.get(key)
        if width is None:
            width = sum(font.size(run)[0] for font, run, _ in self._runs(text, size, mono, bold))
            self._widths[key] = width
            if len(self._widths) > 2 * WIDTHS_KEPT:
                self._widths.popitem(last=False)
        return width

    def fit(self, text: str, size: int, width: int, mono: bool = False, bold: bool = False) -> str:
        """Return the text, or as much of its beginning as fits, with an ellipsis."""
        text = text[:LONGEST_LINE]
        if self.width(text, size, mono, bold) <= width:
            return text
        return text[: self._fitting(text, ELLIPSIS, size, width, mono, bold)].rstrip() + ELLIPSIS

    def largest(self, texts: Iterable[str], width: int, *sizes: int, bold: bool = False) -> int:
        """Return the first of these sizes in which all texts fit; the last one if in none."""
        widest = max(texts, key=lambda text: self.width(text, sizes[0], bold=bold))
        fits = (size for size in sizes if self.width(widest, size, bold=bold) <= width)
        return next(fits, sizes[-1])

    def _fitting(self, text: str, end: str, size: int, width: int, mono: bool, bold: bool) -> int:
        """Return how many characters of a text that is too long fit with this end after them."""
        least, most = 0, len(text)
        while least < most:
            middle = (least + most + 1) // 2
            if self.width(text[:middle] + end, size, mono, bold) <= width:
                least = middle
            else:
                most = middle - 1
        return least

    def wrap(
        self, text: str, size: int, width: int, mono: bool = False, bold: bool = False
    ) -> list[str]:
        """Return the lines of a text that is shown in a width in pixels.

        Breaks at blanks and between Chinese characters, and within a word that is too long.
        """
        return [
            paragraph[start:end].rstrip()
            for paragraph in text.split("\n")
            for start, end in self.breaks(paragraph, size, width, mono, bold)
        ]

    def lines(self, text: str, size: int, width: int, most: int, bold: bool = False) -> list[str]:
        """Return at most so many lines of a text; the last one has all that is left."""
        lines = self.wrap(text, size, width, bold=bold)
        return lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]

    def breaks(
        self, paragraph: str, size: int, width: int, mono: bool = False, bold: bool = False
    ) -> list[tuple[int, int]]:
        """Return the beginning and end of each line of a paragraph shown in this width."""

        def fits(line: str) -> bool:
            return self.width(line.rstrip(), size, mono, bold) <= width

        lines, start, end = [], 0, 0
        for word in _words(paragraph):
            if end > start and not fits(paragraph[start:end] + word):
                lines.append((start, end))
                start = end
            end += len(word)
            while end - start > 1 and not fits(paragraph[start:end]):
                head = max(1, self._fitting(paragraph[start:end], "", size, width, mono, bold))
                lines.append((start, start + head))
                start += head
        return [*lines, (start, end)]

    def render(
        self, text: str, size: int, color: RGB, mono: bool = False, bold: bool = False
    ) -> pygame.Surface:
        """Return a surface with the text. It is cached: do not change it."""
        key = (text, size, color, mono, bold)
        surface = self._rendered.get(key)
        if surface is not None:
            self._rendered.move_to_end(key)
            return surface
        surface = self._rendered[key] = self._drawn(text, size, color, mono, bold)
        self._pixels += area(surface)
        while self._pixels > KEPT_PIXELS * self.scale**2 and len(self._rendered) > 1:
            self._pixels -= area(self._rendered.popitem(last=False)[1])
        return surface

    def _drawn(self, text: str, size: int, color: RGB, mono: bool, bold: bool) -> pygame.Surface:
        runs = [run for run in self._runs(text, size, mono, bold) if run[0].size(run[1])[0]]
        if not runs:  # pygame renders no text without width
            return pygame.Surface((0, self.height(size)), pygame.SRCALPHA)
        ascent = max(font.get_ascent() for font, _, _ in runs)
        parts = []
        for font, run, thick in runs:
            part = font.render(run, True, color)
            if thick:  # the whole letter again, a little to the right
                part.blit(part.copy(), (max(1, round(size * self.scale / THICK_SHARE)), 0))
            parts.append((part, ascent - font.get_ascent()))
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

    def _runs(
        self, text: str, size: int, mono: bool, bold: bool
    ) -> Iterable[tuple[pygame.font.Font, str, bool]]:
        """Yield pieces of the text, each with a font that has its characters, and if it is drawn
        thick.
        """
        first = self._mono if mono else self._bold if bold and self._bold else self._latin
        thick = bold and first is not self._bold
        text = shown(text)
        if text.isascii():
            if text:
                yield self._font(Face(first), size), text, thick
            return
        faces = [self._face(character, first, thick, bold) for character in text]
        for at in range(1, len(faces)):  # marks on letters of a script, blanks between its words
            joined = category(text[at])[0] == "M" or (
                text[at] == " " and faces[at + 1 : at + 2] == [faces[at - 1]]
            )
            if joined and faces[at - 1].script:
                faces[at] = faces[at - 1]
        for face, run in groupby(zip(faces, text, strict=True), key=lambda pair: pair[0]):
            if face.path is None:
                yield from self._runs(self._missing(face.script), size, mono, bold)
            else:
                letters = "".join(character for _, character in run)
                yield self._font(replace(face, thick=False), size), letters, face.thick

    def _face(self, character: str, first: Path, thick: bool, bold: bool) -> Face:
        """Return the font that draws a character."""
        if self._has(first, character):
            return Face(first, thick)
        if self._has(self._chinese, character):
            return Face(self._chinese, bold)
        script = script_of(character)
        found = (path for path in system_fonts(script) if self._has(path, character))
        return Face(next(found, None), bold, script)

    def _has(self, path: Path, character: str) -> bool:
        if " " <= character <= "~":
            return True
        key = (path, character)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _has(self._font(Face(path), 14), character)
        return known

    def _font(self, face: Face, size: int) -> pygame.font.Font:
        key = (face, size)
        font = self._fonts.get(key)
        if font is None:
            font = pygame.font.Font(face.path, max(1, round(size * self.scale)))
            if face.script:
                _write(font, face.script)
            self._fonts[key] = font
        return font


def _write(font: pygame.font.Font, script: str) -> None:
    """Join and order letters as their script does, where SDL_ttf was built to do so."""
    try:
        if script in SCRIPTS:
            font.set_script(SCRIPTS[script])
        if script in RIGHT_TO_LEFT:
            font.set_direction(pygame.DIRECTION_RTL)
    except pygame.error:
        pass  # the letters stand apart, which is still better than none


@cache
def script_of(character: str) -> str:
    """Return the script of a character that our fonts lack, as the beginning of its name."""
    word = re.split("[ -]", name(character, ""))[0]
    kind = category(character)[0]
    if kind == "M" and word not in SCRIPTS:
        return MARKS
    return word if kind in "LMN" else SYMBOLS


@cache
def system_fonts(script: str) -> tuple[Path, ...]:
    """Return the fonts of this system that may have a script's letters: first those named so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pygame warns where there is no list of fonts
        known = pygame.font.get_fonts()
    part = "emoji" if script == SYMBOLS else script.lower()
    names = [each for each in known if part in each] + [
        each for each in ANY_SCRIPT_FONTS.split() if each in known
    ]
    paths = [Path(path) for each in names[:MOST_FONTS] if (path := pygame.font.match_font(each))]
    return tuple(filter(_opens, paths))


def _opens(path: Path) -> bool:
    """Return whether a font has letters of any size; some have pictures of one size only."""
    try:
        return pygame.font.Font(path, 16).get_height() < 3 * 16
    except (pygame.error, OSError):
        return False


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
