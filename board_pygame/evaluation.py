"""The evaluation as a bar and a graph, a row of facts, and an engine's lines as words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import pygame
from pygame import Rect
from pygame.event import Event

from board_core.frontend.adviser import EngineLine

from .analysis import MOST_LINES
from .board.scene import Lettering
from .game_state import GameState
from .intents import CountLines, Intent, LinesAction, LookAction, PlayLine
from .kit.link_rows import LinkWord
from .kit.painter import TINY_SIZE, Painter
from .kit.widget import UI, Painted, Widget
from .labels import move_number
from .language import _
from .study import ScoredPly

WHITE_SHARE, BLACK_SHARE = (0xF6, 0xF6, 0xF4), (0x42, 0x43, 0x47)
"""The colours of what is White's and Black's, in every theme."""


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
        painter.fill(BLACK_SHARE, rect)
        part = Rect(rect.x, rect.bottom - white, rect.w, white)
        if flipped:
            part.top = rect.top
        painter.fill(WHITE_SHARE, part)
        painter.fill(painter.theme.accent, Rect(rect.x, rect.centery, rect.w, painter.px(1)))

    return Painted((None, False), paint)


@dataclass(frozen=True, slots=True)
class GraphedGame:
    """The scores, times and marks of a game, as the graph shows them."""

    scores: tuple[ScoredPly, ...] = ()
    seconds: tuple[float, ...] = ()  # of each ply
    marks: tuple[tuple[int, str], ...] = ()  # plies that a review marks, each with a colour's name
    plies: int = 0
    ply: int = 0  # the one on the board
    told: str = ""  # its move and score
    late: bool = False  # the second side began
    stones: bool = False  # each ply counts


LARGEST_SCORES = (1, 2, 3, 5, 10)
"""The pawns at which the axis may end."""

LEAST_PLIES = 20
"""The plies for which there is room in a game that has just begun."""


class EvaluationGraph(Widget):
    """Shows scores ply by ply, and below them the seconds; a click or a drag goes to a ply.

    The lower it is, the fewer labels it shows, and no seconds. ``size`` is that of the letters, in
    points.
    """

    def __init__(self, go: Callable[[int], object], size: int = TINY_SIZE) -> None:
        super().__init__()
        self._go, self._size = go, size
        self.game, self._hint = GraphedGame(), ""
        self._left = self._right = 0  # where the axis begins and ends

    def show_game(self, game: GraphedGame, hint: str) -> None:
        """Show a game; ``hint`` stands in place of scores."""
        if (game, hint) != (self.game, self._hint):
            self.game, self._hint = game, hint
            self.mark()

    def draw(self, painter: Painter) -> None:
        game, rect, unit = self.game, self.rect, painter.px(self._size)
        high, axis = rect.h >= 12 * unit, rect.h >= 5 * unit  # room for all labels, for some
        self._left = rect.x + (4 * unit if axis else unit)
        self._right = rect.right - (2 * unit if high else unit)
        edge = unit * 2 // 3 if axis else 0  # half a label
        top = rect.y + (3 * unit if high else edge)
        bottom = rect.bottom - (2 * unit if high else edge)
        area = Rect(self._left, top, self._right - self._left, bottom - top)
        times = None
        if any(game.seconds) and area.h >= 16 * unit:
            times = Rect(area.x, 0, area.w, (area.h - 3 * unit) // 3)
            times.bottom = area.bottom
            area.h = times.top - 3 * unit - area.y
        if game.scores:
            self._draw_scores(painter, area, labelled=axis)
        else:
            painter.box(area, painter.theme.sunk, radius=4)
            painter.paragraph(self._hint, area, painter.theme.dim, size=self._size)
        if times is not None:
            self._draw_times(painter, times)
        if high:
            self._draw_moves(painter, Rect(area.x, bottom, area.w, 2 * unit))
        self._draw_cursor(painter, area, times, labelled=high)

    def _draw_scores(self, painter: Painter, area: Rect, *, labelled: bool) -> None:
        theme, unit, clip = painter.theme, painter.px(self._size), painter.clip
        finite = [abs(value) for _ply, value, _text in self.game.scores if abs(value) < inf]
        most = max(finite, default=0.0)
        end = next((one for one in LARGEST_SCORES if most <= one), LARGEST_SCORES[-1])
        points = self._points(area, end)
        middle = area.centery
        painter.box(area, theme.sunk, radius=4)
        shape = [(points[0][0], middle), *points, (points[-1][0], middle)]
        for half, color in (
            (Rect(area.x, area.y, area.w, middle - area.y), WHITE_SHARE),
            (Rect(area.x, middle, area.w, area.bottom - middle), BLACK_SHARE),
        ):
            painter.surface.set_clip(clip.clip(half))
            pygame.draw.polygon(painter.surface, color, shape)
        painter.surface.set_clip(clip)
        step = 1 if area.h >= 3 * end * unit else (end + 1) // 2 if area.h >= 6 * unit else end
        for pawns in range(-end, end + 1, step):
            y = middle - round(pawns * area.h / 2 / end)
            line = Rect(area.x, y, area.w, max(1, painter.px(1)))
            painter.fill(theme.line if pawns else theme.field, line)
            if labelled:
                self._label(painter, f"{pawns:+d}".replace("-", "−") if pawns else "0", y)
        for before, after in pairwise(points):
            pygame.draw.aaline(painter.surface, theme.accent, before, after, painter.px(3))
        if labelled and area.h >= 6 * unit:
            told = Rect(area.x + unit // 2, area.y + unit // 3, area.w, 3 * unit // 2)
            painter.text(_("White is better"), told, theme.dim, size=self._size)
            told.bottom = area.bottom - unit // 3
            painter.text(_("Black is better"), told, theme.dim, size=self._size)
        places = {ply: point for (ply, *_rest), point in zip(self.game.scores, points, strict=True)}
        for ply, name in self.game.marks:
            if ply in places:
                painter.disc(places[ply], painter.px(4), theme.named(name))
        if self.game.ply in places:
            painter.disc(places[self.game.ply], painter.px(6), theme.panel)
            painter.disc(places[self.game.ply], painter.px(4), theme.accent)

    def _points(self, area: Rect, end: int) -> list[tuple[int, int]]:
        return [
            (self._x(ply), area.centery - round(max(-end, min(value, end)) * area.h / 2 / end))
            for ply, value, _text in self.game.scores
        ]

    def _draw_times(self, painter: Painter, area: Rect) -> None:
        """Draw the seconds of each ply; the bars of the sides differ in shade."""
        theme, unit, game = painter.theme, painter.px(self._size), self.game
        title = Rect(area.x, area.y - 2 * unit, area.w, 3 * unit // 2)
        painter.text(_("Seconds per move"), title, theme.dim, size=self._size)
        end = _round_number(max(game.seconds))
        for seconds in (0, end / 2, end):
            y = area.bottom - round(seconds * area.h / end)
            painter.fill(theme.line, Rect(area.x, y, area.w, max(1, painter.px(1))))
            self._label(painter, f"{seconds:g}", y)
        wide = max(1, area.w * 3 // 5 // max(LEAST_PLIES, game.plies))
        for ply, seconds in enumerate(game.seconds, start=1):
            high = round(seconds * area.h / end)
            bar = Rect(self._x(ply) - wide // 2, area.bottom - high, wide, high)
            painter.fill(theme.field, bar)  # an edge: one of the shades is that of the ground
            white = (ply % 2 == 1) is not game.late
            painter.fill(WHITE_SHARE if white else BLACK_SHARE, bar.inflate(-2, -2))

    def _draw_moves(self, painter: Painter, row: Rect) -> None:
        """Draw the numbers of moves below the graph."""
        theme, game, unit = painter.theme, self.game, painter.px(self._size)
        painter.text(_("stone") if game.stones else _("move"), row, theme.dim, size=self._size)
        plies = 1 if game.stones else 2
        steps = (step for step in (5, 10, 20, 50, 100) if self._wide(step * plies) > 4 * unit)
        step = next(steps, 1_000)
        for number in range(step, game.plies // plies + 1, step):
            place = Rect(0, row.y, 4 * unit, row.h)
            place.centerx = self._x(number * plies - plies + 1 - game.late)
            if place.x > row.x + 3 * unit:
                painter.text(str(number), place, theme.dim, size=self._size, align="center")

    def _label(self, painter: Painter, text: str, y: int) -> None:
        unit = painter.px(self._size)
        place = Rect(self.rect.x, y - unit, self._left - unit // 2 - self.rect.x, 2 * unit)
        painter.text(text, place, painter.theme.dim, size=self._size, align="right")

    def _draw_cursor(
        self, painter: Painter, area: Rect, times: Rect | None, *, labelled: bool
    ) -> None:
        theme, unit, x = painter.theme, painter.px(self._size), self._x(self.game.ply)
        end, dash = area.bottom if times is None else times.bottom, painter.px(3)
        hint = 0 if self.game.scores else area.h  # the cursor does not go through its words
        for y in range(area.y + hint, end, 2 * dash):
            painter.fill(theme.accent, Rect(x, y, max(1, painter.px(1)), min(dash, end - y)))
        if labelled and self.game.told:
            wide = painter.fonts.width(self.game.told, self._size, bold=True) + 2 * unit
            chip = Rect(0, 0, wide, 2 * unit)
            chip.midbottom = x, area.y - unit // 3
            chip.clamp_ip(Rect(area.x, self.rect.y, area.w, self.rect.h))
            painter.box(chip, theme.fill, radius=5)
            told, ink, size = self.game.told, theme.on_accent, self._size
            painter.text(told, chip, ink, size=size, align="center", bold=True)

    def _wide(self, plies: int) -> int:
        """Return the width of so many plies."""
        return round((self._right - self._left) * plies / max(LEAST_PLIES, self.game.plies))

    def _x(self, ply: int) -> int:
        return self._left + self._wide(ply)

    def handle(self, event: Event, ui: UI) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        dragged = event.type == pygame.MOUSEMOTION and event.buttons[0]
        if not (pressed or dragged) or not self.game.plies:
            return False
        if pressed:
            ui.capture(self)
        plies = max(LEAST_PLIES, self.game.plies)
        ply = round((event.pos[0] - self._left) * plies / max(1, self._right - self._left))
        self._go(max(0, min(ply, self.game.plies)))
        return True


def _round_number(most: float) -> float:
    """Return the least of 0.1, 0.2, 0.5, 1, 2, 5 … that is not less."""
    unit = 0.1
    while unit * 5 < most:
        unit *= 10
    return next(unit * one for one in (1, 2, 5) if unit * one >= most)


MORE_KEYS = frozenset((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS))
FEWER_KEYS = frozenset((pygame.K_MINUS, pygame.K_KP_MINUS))


def words_of(
    line: EngineLine, game: GameState, plies: int, letters: Lettering, *, links: bool = True
) -> list[LinkWord]:
    """Return the moves of a line as links, with their numbers between them.

    It begins after so many plies of the game.
    """
    words = list[LinkWord]()
    for count, notation in enumerate(line.notations, start=1):
        number = move_number(game.view.start, game.rules, plies + count - 1)
        if count == 1 or not number.endswith("…"):
            words.append(LinkWord(number, dim=True))
        words.append(LinkWord(letters.show(notation), count * links, strong=count == 1))
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
