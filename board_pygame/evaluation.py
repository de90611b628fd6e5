"""The evaluation as a bar, a graph and a row of facts, and an engine's lines as words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core.frontend.adviser import EngineLine

from .analysis import MOST_LINES
from .board.scene import Scene
from .game_state import GameState
from .intents import CountLines, Intent, LinesAction, LookAction, PlayLine
from .kit.link_rows import LinkWord
from .kit.painter import SMALL_SIZE, TINY_SIZE, Painter
from .kit.text import Fonts
from .kit.widget import UI, Painted, Widget
from .study import score_text


def evaluation_bar() -> Painted[tuple[float | None, bool]]:
    """Return the bar of who is better: White's part grows from White's side of the board.

    Its value is White's advantage, if it is known, and whether the board is flipped.
    """

    def paint(painter: Painter, rect: Rect, value: tuple[float | None, bool]) -> None:
        advantage, flipped = value
        if advantage is None:
            painter.fill(painter.theme.line, rect)
            return
        white = round(rect.h * (1 + advantage) / 2)
        painter.fill((0x40, 0x40, 0x40), rect)
        part = Rect(rect.x, rect.bottom - white, rect.w, white)
        if flipped:
            part.top = rect.top
        painter.fill((0xF4, 0xF4, 0xF4), part)
        painter.fill(painter.theme.accent, Rect(rect.x, rect.centery, rect.w, painter.px(1)))

    return Painted((None, False), paint)


class EvaluationGraph(Widget):
    """Shows the advantage ply by ply; a click goes to a ply."""

    def __init__(self, go: Callable[[int], object], hint: str) -> None:
        super().__init__()
        self._go = go
        self._hint = hint
        self._curve: tuple[tuple[int, float], ...] = ()
        self._plies = 0
        self._ply = 0
        self._caption = ""

    def show_curve(
        self, curve: Sequence[tuple[int, float]], plies: int, ply: int, caption: str
    ) -> None:
        """Show the curve; ``ply`` is the one on the board, ``caption`` the thought about it."""
        new = (tuple(curve), plies, ply, caption)
        if new != (self._curve, self._plies, self._ply, self._caption):
            self._curve, self._plies, self._ply, self._caption = new
            self.tip = self._hint if curve else ""  # which stands there until there is a curve
            self.mark()

    def draw(self, painter: Painter) -> None:
        theme, px = painter.theme, painter.px
        painter.box(self.rect, theme.panel, theme.line, radius=4)
        if not self._curve:
            inner = self.rect.inflate(-px(16), 0)
            painter.paragraph(self._caption or self._hint, inner, theme.dim, size=SMALL_SIZE)
            return
        area = self._area(painter.px(4))
        middle = area.centery
        points = [
            (self._x(area, ply), middle - round(advantage * area.h / 2))
            for ply, advantage in self._curve
        ]
        shape = [(points[0][0], middle), *points, (points[-1][0], middle)]
        if len(points) > 1:
            veil = Surface(self.rect.size, pygame.SRCALPHA)
            moved = [(x - self.rect.x, y - self.rect.y) for x, y in shape]
            pygame.draw.polygon(veil, (*theme.accent, 70), moved)
            painter.surface.blit(veil, self.rect)
        painter.fill(theme.line, Rect(area.x, middle, area.w, px(1)))
        if len(points) > 1:
            pygame.draw.aalines(painter.surface, theme.accent, False, points)
        else:
            painter.disc(points[0], px(2), theme.accent)
        x = self._x(area, self._ply)
        painter.fill(theme.warning, Rect(x, area.y, px(1), area.h))
        if self._caption:
            width = min(painter.fonts.width(self._caption, SMALL_SIZE), area.w)
            place = Rect(area.x + px(4), area.y, width, painter.fonts.height(SMALL_SIZE))
            painter.fill(theme.panel, place)  # the curve would strike it through
            painter.text(self._caption, place, theme.text, size=SMALL_SIZE)

    def _area(self, margin: int) -> Rect:
        return self.rect.inflate(-2 * margin, -2 * margin)

    def _x(self, area: Rect, ply: int) -> int:
        return area.x + round(area.w * ply / max(20, self._plies))

    def handle(self, event: Event, ui: UI) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        dragged = event.type == pygame.MOUSEMOTION and event.buttons[0]
        if not (pressed or dragged) or not self._plies:
            return False
        if pressed:
            ui.capture(self)
        area = self._area(ui.px(4))
        ply = round((event.pos[0] - area.x) / area.w * max(20, self._plies))
        self._go(max(0, min(ply, self._plies)))
        return True


CAPTION_SIZE = 11
"""Points of the letters of a caption."""

INDENT_WIDTH = 6
"""Points before a caption and its figure."""

ROUND_EDGE = 8
"""Pixels by which the round corners reach into the row, on both sides together."""


class FactsRow(Widget):
    """Shows figures side by side, each below its caption: the first ones, as many as have room."""

    def __init__(self, captions: Sequence[str]) -> None:
        super().__init__()
        self.captions = tuple(captions)
        self.texts = [""] * len(self.captions)
        self._upper: list[Rect] = []  # where the captions stand
        self._lower: list[Rect] = []  # and the figures

    def put(self, index: int, *texts: str) -> None:
        """Show these figures, the first at this index."""
        for at, text in enumerate(texts, start=index):
            if self.texts[at] != text:
                self.texts[at] = text
                if at < len(self._lower):
                    self.mark(self._lower[at])

    def lay(self, rect: Rect, fonts: Fonts) -> None:
        """Place the row, with the facts whose captions can be read whole."""
        self.place(rect)
        inner, indent = self.opaque, fonts.px(INDENT_WIDTH)
        widths = [fonts.width(caption, CAPTION_SIZE) + indent for caption in self.captions]
        count = len(widths)
        while count > 1 and max(widths[:count]) > inner.w // count:
            count -= 1
        edges = [inner.x + inner.w * at // count for at in range(count + 1)]
        upper, lower = Rect(inner), Rect(inner)
        upper.h = inner.h // 2
        lower.top, lower.h = upper.bottom, inner.h - upper.h
        cells = [(left, right - left) for left, right in pairwise(edges)]
        self._upper = [Rect(left, upper.y, width, upper.h) for left, width in cells]
        self._lower = [Rect(left, lower.y, width, lower.h) for left, width in cells]

    @property
    def opaque(self) -> Rect:
        return self.rect.inflate(-ROUND_EDGE, -ROUND_EDGE)

    def draw(self, painter: Painter) -> None:
        theme, clip = painter.theme, painter.clip
        if self.opaque.contains(clip):
            painter.fill(theme.panel, clip)
        else:
            painter.box(self.rect, theme.panel, theme.line, radius=4)
        for caption, place in zip(self.captions, self._upper, strict=False):
            if place.colliderect(clip):
                painter.text(caption, _indented(place, painter), theme.dim, size=CAPTION_SIZE)
        for text, place in zip(self.texts, self._lower, strict=False):
            if place.colliderect(clip):
                painter.text(text, _indented(place, painter), size=TINY_SIZE)


def _indented(place: Rect, painter: Painter) -> Rect:
    indent = painter.px(INDENT_WIDTH)
    return Rect(place.x + indent, place.y, place.w - indent, place.h)


MORE_KEYS = frozenset((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS))
FEWER_KEYS = frozenset((pygame.K_MINUS, pygame.K_KP_MINUS))

SHOWN_PLIES = 5
"""Plies of a line that are readable from afar."""


def line_text(line: EngineLine, game: GameState, scene: Scene) -> str:
    """Return the first moves of a line as text, after its score."""
    line = replace(line, notations=line.notations[:SHOWN_PLIES])
    score = "" if line.score is None else score_text(line.score, game.shown.to_move)
    moves = " ".join(word.text for word in words_of(line, game, scene))
    return f"{score}  {moves}" if score else moves


def words_of(line: EngineLine, game: GameState, scene: Scene) -> list[LinkWord]:
    """Return the moves of a line as links, with their numbers between them."""
    rules, words = game.rules, list[LinkWord]()
    count = game.ply + int(game.view.start.to_move is not rules.first)
    for plies, notation in enumerate(line.notations, start=1):
        if count % 2 == 0:
            words.append(LinkWord(f"{count // 2 + 1}."))
        elif plies == 1:
            words.append(LinkWord(f"{count // 2 + 1}…"))
        words.append(LinkWord(scene.letters.show(notation), plies))
        count += 1
    return words


def analysis_key(event: Event) -> Intent | None:
    """Return the intent of a key that only the analysis knows; None if it has none."""
    if event.key in MORE_KEYS or event.unicode == "+":
        return CountLines(1)
    if event.key in FEWER_KEYS:
        return CountLines(-1)
    if pygame.K_1 <= event.key < pygame.K_1 + MOST_LINES:
        return PlayLine(event.key - pygame.K_1)
    keys: dict[int, Intent] = {
        pygame.K_BACKSPACE: LinesAction.BACK_FROM_LINE,
        pygame.K_F3: LookAction.LEAVE_FRAME,
        pygame.K_ESCAPE: LookAction.LEAVE_FRAME,
    }
    return keys.get(event.key)
