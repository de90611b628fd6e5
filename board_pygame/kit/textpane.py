"""A pane of text on several lines, which wraps, scrolls, and is selected and copied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, Painter
from .scrolling import ScrolledWidget
from .text import Fonts
from .widget import UI, alt_only, letter_command

LEAST_LINES = 4
"""Lines that a pane shows at least."""
MOST_CHARACTERS = 20_000
"""Characters of a paragraph that are shown; copying gives all."""

MARKS = re.compile(r"\W*[\^~][\^~\s]*")
"""A paragraph of marks below a part of the paragraph before, as in tracebacks of Python."""

Spot = tuple[int, int]
"""A paragraph, and the characters of it before a place."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text without line breaks; ``color`` is the name of a theme's field."""

    text: str
    color: str = "text"


@dataclass(frozen=True, slots=True)
class _Line:
    """A part of a paragraph that is shown on one line."""

    paragraph: int
    start: int
    end: int


class TextPane(ScrolledWidget):
    """Paragraphs in a frame, with a scroll bar only when they need one.

    With ``at_end`` a new text is scrolled to its end. A drag selects, Ctrl+A selects all, Ctrl+C
    copies what is selected, or all.
    """

    focusable = True
    stretches = True
    grows = True

    def __init__(
        self,
        paragraphs: Sequence[Paragraph] = (),
        *,
        size: int = SMALL_SIZE,
        mono: bool = True,
        at_end: bool = False,
        height: int = 8,
    ) -> None:
        super().__init__()
        self._size, self._mono, self._height = size, mono, height
        self._ends = at_end  # a new text is shown from its end
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._lines: list[_Line] = []
        self._made_for: tuple[int, Fonts] | None = None  # the width and fonts of these lines
        self._anchor: Spot = (0, 0)
        self._caret: Spot = (0, 0)  # the other end of what is selected
        self._line_height = self._pad = 0  # in pixels
        self.set(paragraphs)

    @property
    def text(self) -> str:
        """All paragraphs, one on each line."""
        return "\n".join(paragraph.text for paragraph in self._paragraphs)

    @property
    def selected(self) -> str:
        """The part of the text that a drag or Ctrl+A has selected."""
        (first, start), (last, end) = sorted((self._anchor, self._caret))
        texts = [paragraph.text for paragraph in self._paragraphs[first : last + 1]]
        if not texts:
            return ""
        texts[-1] = texts[-1][:end]
        texts[0] = texts[0][start:]
        return "\n".join(texts)

    @property
    def top(self) -> int:
        """The first visible line."""
        return self._first()

    def set(self, paragraphs: Sequence[Paragraph]) -> None:
        """Replace the paragraphs; nothing is selected then."""
        if tuple(paragraphs) != self._paragraphs:
            self._paragraphs = tuple(paragraphs)
            self._made_for = None
            self._anchor = self._caret = (0, 0)
            self._top = 10**9 if self._ends else 0
            self.mark()

    # Layout

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        line, pad = fonts.height(self._size), fonts.px(8)
        return width, self._height * line + 2 * pad

    def least_height(self, fonts: Fonts) -> int:
        return LEAST_LINES * fonts.height(self._size) + 2 * fonts.px(8)

    def _body(self) -> Rect:
        return self.rect.inflate(-self._pad, -2 * self._pad)

    def _text(self) -> Rect:
        """Return where the text stands."""
        return self.rect.inflate(-2 * self._pad, -2 * self._pad)

    def _count(self) -> int:
        return len(self._lines)

    def _seen(self) -> int:
        return max(1, self._body().h // max(1, self._line_height))

    def _measure(self, fonts: Fonts) -> None:
        """Break the paragraphs into lines, if they or the width have changed."""
        super()._measure(fonts)
        self._line_height, self._pad = fonts.height(self._size), fonts.px(8)
        width = max(fonts.px(40), self._text().w - self._bar_width)
        if self._made_for == (width, fonts):
            return
        self._made_for = (width, fonts)
        self._lines = list(self._broken(fonts, width))

    def _broken(self, fonts: Fonts, width: int) -> Iterator[_Line]:
        """Break the paragraphs; leave out marks below one that was broken: they point nowhere."""
        before = 1  # lines of the paragraph before
        for number, paragraph in enumerate(self._paragraphs):
            text = paragraph.text[:MOST_CHARACTERS]
            if before == 1 or not MARKS.fullmatch(text):
                spans = fonts.breaks(text, self._size, width, self._mono)
                yield from (_Line(number, start, end) for start, end in spans)
                before = len(spans)

    # Drawing

    def draw(self, painter: Painter) -> None:
        fonts, theme, clip = painter.fonts, painter.theme, painter.clip
        self._measure(fonts)
        painter.box(self.rect, theme.background, theme.line, 4)
        body, top = self._text(), self.top
        painter.surface.set_clip(clip.clip(self.rect.inflate(-2, -2)))
        for row, line in enumerate(self._lines[top : top + self._seen()]):
            place = Rect(body.x, body.y + row * self._line_height, body.w, self._line_height)
            paragraph = self._paragraphs[line.paragraph]
            self._draw_selection(painter, line, place)
            words = paragraph.text[line.start : line.end].rstrip()
            color = theme.named(paragraph.color)
            painter.text(words, place, color, size=self._size, mono=self._mono)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_selection(self, painter: Painter, line: _Line, place: Rect) -> None:
        first, last = sorted((self._anchor, self._caret))
        start = max(first, (line.paragraph, line.start))
        end = min(last, (line.paragraph, line.end))
        if start < end:
            text = self._paragraphs[line.paragraph].text
            before = self._width(painter.fonts, text[line.start : start[1]])
            width = self._width(painter.fonts, text[start[1] : end[1]])
            painter.fill(painter.theme.selected, Rect(place.x + before, place.y, width, place.h))

    def _width(self, fonts: Fonts, text: str) -> int:
        return fonts.width(text, self._size, self._mono)

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        self._measure(ui.fonts)
        if self._scroll(event, ui):
            return True
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event, ui)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._pressed(event.pos, ui)
            case pygame.MOUSEMOTION if event.buttons[0]:
                self._dragged(event.pos, ui.fonts)
            case _:
                return False
        return True

    def _key(self, event: Event, ui: UI) -> bool:
        if alt_only(event):
            return False
        if letter_command(event, pygame.K_a):
            last = len(self._paragraphs) - 1
            self._select((0, 0), (last, len(self._paragraphs[last].text)) if last >= 0 else (0, 0))
            return True
        if letter_command(event, pygame.K_c):
            ui.clipboard.copy(self.selected or self.text)
            return True
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -self._seen(),
            pygame.K_PAGEDOWN: self._seen(),
            pygame.K_HOME: -len(self._lines),
            pygame.K_END: len(self._lines),
        }
        if event.key not in steps:
            return False
        self._scroll_to(self.top + steps[event.key])
        return True

    def _pressed(self, position: tuple[int, int], ui: UI) -> None:
        ui.capture(self)
        spot = self._spot(position, ui.fonts)
        self._select(spot, spot)
        if ui.clicks == 2:
            self._select((spot[0], 0), (spot[0], len(self._paragraphs[spot[0]].text)))

    def _dragged(self, position: tuple[int, int], fonts: Fonts) -> None:
        text = self._text()
        beyond = (position[1] >= text.bottom) - (position[1] < text.top)
        self._scroll_to(self.top + beyond)
        self._select(self._anchor, self._spot(position, fonts))

    def _select(self, anchor: Spot, caret: Spot) -> None:
        if (anchor, caret) != (self._anchor, self._caret):
            self._anchor, self._caret = anchor, caret
            self.mark()

    def _spot(self, position: tuple[int, int], fonts: Fonts) -> Spot:
        """Return the place in the text that is nearest to a point."""
        if not self._lines:
            return (0, 0)
        row = self.top + (position[1] - self._text().y) // max(1, self._line_height)
        line = self._lines[max(0, min(row, len(self._lines) - 1))]
        text = self._paragraphs[line.paragraph].text
        x, low, high = position[0] - self._text().x, line.start, line.end
        while low < high:
            middle = (low + high) // 2
            half = self._width(fonts, text[middle : middle + 1]) // 2
            if self._width(fonts, text[line.start : middle]) + half <= x:
                low = middle + 1
            else:
                high = middle
        return (line.paragraph, low)
