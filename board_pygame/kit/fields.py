"""Fields in which text is typed, and the editing of a line of text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from .menu import Item, Menu
from .painter import DOWN_STROKE, FIELD_RADIUS, ROW_SIZE, Painter
from .text import LONGEST_LINE, Fonts
from .widget import UI, Widget, alt_only, command, nothing, plain

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


ENTER_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER))

CARET_MOVES: dict[int, Callable[[EditedLine, bool, bool], EditedLine]] = {
    pygame.K_LEFT: EditedLine.left,
    pygame.K_RIGHT: EditedLine.right,
    pygame.K_HOME: lambda line, word, extend: line.to(0, extend),
    pygame.K_END: lambda line, word, extend: line.to(len(line.text), extend),
}
"""Moves of the caret by key. Their arguments: by words or characters, selecting or not."""


class TextField(Widget):
    """One line of text to edit, or only to select and copy if it is ``read_only``.

    ``on_change`` is called after each change the user makes, ``on_enter`` on the Enter key; without
    ``on_enter``, Enter is left to the dialog. ``width`` is in points; without one it stretches.
    """

    focusable = True

    def __init__(
        self,
        text: str = "",
        *,
        hint: str = "",
        mono: bool = False,
        read_only: bool = False,
        width: float = 0,
        on_change: Callable[[str], object] = nothing,
        on_enter: Callable[[str], object] | None = None,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self._line = EditedLine().insert(text)
        self._hint, self._mono, self._read_only = hint, mono, read_only
        self._width = width
        self._on_change, self._on_enter = on_change, on_enter
        self._composing = ""  # text that an input method has not committed yet
        self._offset = 0  # pixels that are hidden at the left
        self.takes_text = not read_only
        self.stretches = not width

    @property
    def text(self) -> str:
        return self._line.text

    def set(self, text: str) -> None:
        """Show another text without calling ``on_change``."""
        line = EditedLine().insert(text)
        if line.text != self.text:
            self._edit(line)

    def insert(self, text: str) -> None:
        """Insert a text as if it were pasted."""
        self._type(self._line.insert(text))

    def select_all(self) -> None:
        self._edit(self._line.all())

    def focus_moved(self) -> None:
        self._composing = ""
        self._edit(self._line.all() if self.focused else self._line.to(self._line.caret))

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        _, height = super().natural_size(fonts, width)
        return fonts.px(self._width or 160), height

    # Drawing

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        active = self.enabled and not self._read_only
        fill, line = (theme.panel, theme.field) if active else (theme.sunk, theme.line)
        painter.box(self.rect, fill, theme.dim if active and self.hot else line, FIELD_RADIUS)
        inner = self._inner(painter.fonts)
        self._scroll(painter.fonts, inner)
        clip = painter.clip
        painter.surface.set_clip(clip.clip(inner))
        self._draw_text(painter, inner)
        painter.surface.set_clip(clip)

    def _draw_text(self, painter: Painter, inner: Rect) -> None:
        theme, fonts, (first, last) = painter.theme, painter.fonts, self._line.selection
        shown = self._shown()
        left = inner.x - self._offset
        if self.focused and first != last and not self._composing:
            start, end = self._x(first, fonts), self._x(last, fonts)
            mark = Rect(left + start, inner.y + painter.px(4), end - start, 0)
            mark.h = inner.h - 2 * painter.px(4)
            painter.fill(theme.selected, mark)
        if shown:
            ink = theme.text if self.enabled else theme.idle
            image = fonts.render(shown, ROW_SIZE, ink, self._mono)
            painter.surface.blit(image, image.get_rect(left=left, centery=inner.centery))
        elif self._hint:
            ink = theme.dim if self.enabled else theme.idle
            painter.text(self._hint, inner, ink, size=ROW_SIZE)
        if self._composing:
            start, end = self._x(self._line.caret, fonts), self._caret_x(fonts)
            under = inner.centery + painter.px(9)
            painter.fill(theme.accent, Rect(left + start, under, end - start, painter.px(1)))
        if self.focused and self.caret is not None:
            painter.fill(theme.text, self.caret)

    def _scroll(self, fonts: Fonts, inner: Rect) -> None:
        """Scroll so that the caret is visible, and the field is filled as far as possible."""
        caret, thick = self._caret_x(fonts), max(1, fonts.px(1))
        whole = fonts.width(self._shown(), ROW_SIZE, self._mono) + thick
        least, most = caret + thick - inner.w, caret
        offset = max(least, min(most, self._offset, max(0, whole - inner.w)), 0)
        self._offset = offset if self.focused else 0
        height = fonts.px(18)
        self.caret = Rect(
            inner.x + caret - self._offset, inner.centery - height // 2, thick, height
        )

    def _shown(self) -> str:
        caret = self._line.caret
        return self.text[:caret] + self._composing + self.text[caret:]

    def _inner(self, fonts: Fonts) -> Rect:
        return self.rect.inflate(-2 * fonts.px(8), -2 * fonts.px(1))

    def _x(self, index: int, fonts: Fonts) -> int:
        """Return the distance from the beginning of the text to a character, in pixels."""
        return fonts.width(self.text[:index], ROW_SIZE, self._mono)

    def _caret_x(self, fonts: Fonts) -> int:
        return fonts.width(self.text[: self._line.caret] + self._composing, ROW_SIZE, self._mono)

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event, ui)
        if event.type == pygame.TEXTINPUT and not self._read_only:
            self._composing = ""
            self._type(self._line.insert(event.text))
            return True
        if event.type == pygame.TEXTEDITING and not self._read_only:
            self._composing = event.text
            self.mark()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._clicked(event.pos, ui)
            return True
        if event.type == pygame.MOUSEMOTION and event.buttons[0] and self.focused:
            self._edit(self._line.to(self._at(event.pos, ui.fonts), extend=True))
            return True
        return False

    def _clicked(self, position: tuple[int, int], ui: UI) -> None:
        line = self._line.to(self._at(position, ui.fonts), bool(_shift(pygame.key.get_mods())))
        if ui.clicks == 2:
            self._edit(line.word())
        elif ui.clicks >= 3:
            self._edit(line.all())
        else:
            self._edit(line)
            ui.capture(self)

    def _at(self, position: tuple[int, int], fonts: Fonts) -> int:
        """Return the index of the character before which a place lies."""
        x = position[0] - self._inner(fonts).x + self._offset

        def edges(at: int) -> int:
            return self._x(at, fonts) + self._x(at + 1, fonts)

        return bisect_left(range(len(self.text)), 2 * x, key=edges)

    def _key(self, event: Event, ui: UI) -> bool:
        if self._composing:
            return True  # the input method handles the key
        if event.key in CARET_MOVES and not alt_only(event):
            line = CARET_MOVES[event.key](self._line, command(event), _shift(event.mod))
            self._edit(line)
            return True
        if command(event):
            return not _shift(event.mod) and self._commanded(event.key, ui)
        if not plain(event):
            return False
        if event.key in ENTER_KEYS and self._on_enter is not None:
            self._on_enter(self.text)
            return True
        if self._read_only:
            return False
        return self._erased(event.key, word=False) or (
            event.unicode != "" and event.unicode.isprintable()
        )

    def _erased(self, key: int, word: bool) -> bool:
        if key == pygame.K_BACKSPACE:
            self._type(self._line.backspace(word))
        elif key == pygame.K_DELETE:
            self._type(self._line.delete(word))
        else:
            return False
        return True

    def _commanded(self, key: int, ui: UI) -> bool:
        line = self._line
        if key == pygame.K_a:
            self.select_all()
        elif key in (pygame.K_c, pygame.K_x):
            if not line.selected:
                return key == pygame.K_x
            ui.clipboard.copy(line.selected)
            if key == pygame.K_x and not self._read_only:
                self._type(line.insert(""))
        elif self._read_only:
            return False
        elif key == pygame.K_v:
            self.insert(ui.clipboard.paste())
        else:
            return self._erased(key, word=True)
        return True

    def _edit(self, line: EditedLine) -> None:
        self._line = line
        self.mark()

    def _type(self, line: EditedLine) -> None:
        old = self.text
        self._edit(line)
        if line.text != old:
            self._on_change(line.text)


class Combo(TextField):
    """A text field that offers ``values``, for instance earlier ones.

    Choosing a value does the same as typing it and pressing Enter.
    """

    values: Sequence[str] = ()

    def draw(self, painter: Painter) -> None:
        super().draw(painter)
        ink = painter.theme.dim if self.enabled and self.values else painter.theme.line
        painter.stroke(DOWN_STROKE, self._arrow(painter.fonts), ink)

    def _arrow(self, fonts: Fonts) -> Rect:
        size = fonts.px(14)
        return Rect(self.rect.right - fonts.px(22), self.rect.centery - size // 2, size, size)

    def _inner(self, fonts: Fonts) -> Rect:
        inner = super()._inner(fonts)
        inner.w -= fonts.px(18)
        return inner

    def handle(self, event: Event, ui: UI) -> bool:
        if (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and event.pos[0] >= self._inner(ui.fonts).right
        ) or (event.type == pygame.KEYDOWN and event.key == pygame.K_DOWN):
            self._offer(ui)
            return True
        return super().handle(event, ui)

    def _offer(self, ui: UI) -> None:
        if self.values:
            items = [Item(value, partial(self._take, value), marked=False) for value in self.values]
            ui.open(Menu(items, self.rect))

    def _take(self, value: str) -> None:
        self._type(EditedLine().insert(value).all())
        if self._on_enter is not None:
            self._on_enter(self.text)


def _shift(mods: int) -> bool:
    return bool(mods & pygame.KMOD_SHIFT)
