"""The projector's screen: a full screen without buttons, legible from the last row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core import Color, Outcome
from board_core.author.analysis import Judgement
from board_core.clock import clock_text
from board_core.geometry import Geometry, Style
from board_core.words import visible

from .annotating import variation_of
from .board.backdrop import letter_size
from .board.scene import Scene
from .board.widget import BoardWidget, asks_menu
from .evaluation import EvaluationBar
from .game_state import GameState
from .intents import TO_NEWEST_PLY, FlipBoard, Intent, StepPlies, ToggleProjector
from .kit.painter import Painter
from .kit.widget import UI, Layer, Widget, plain
from .labels import captures_of, evaluation_of, strip_of, thought_of, timed_strip, verdict
from .language import _, outcome_words
from .layout import Layout, projector_frame
from .opening_names import opening_of
from .player_strip import WOOD_COLOR, Strip, draw_stone
from .sheets import signs

MOVE_ROWS_HEIGHT = 0.094
"""The height of a row of moves, as a part of the panel's width."""

COMMENT_HEIGHT, COMMENT_SHARE = 0.046, 0.45
"""The letters of a comment as a part of the panel's width, and its part of the moves' room."""

LEAST_SHARE = 0.5
"""The smallest letters of a text that is too long, as a part of the usual ones."""

PROJECTOR_KEYS: dict[int, Intent] = {
    pygame.K_ESCAPE: ToggleProjector(),
    pygame.K_f: FlipBoard(),
    pygame.K_LEFT: StepPlies(-1),
    pygame.K_RIGHT: StepPlies(1),
    pygame.K_END: TO_NEWEST_PLY,
    pygame.K_SPACE: TO_NEWEST_PLY,
}
"""The projector's keys and their intents."""


def big_text(
    painter: Painter,
    text: str,
    rect: Rect,
    pixels: float,
    ink: str = "text",
    *,
    align: str = "left",
    mono: bool = False,
    strong: bool = False,
) -> None:
    """Draw one line in letters of so many pixels, or smaller ones if it is too long."""
    size, fonts = letter_size(pixels, painter.fonts), painter.fonts
    wide = fonts.width(text, size, mono)
    if wide > rect.w:
        size = max(letter_size(pixels * LEAST_SHARE, fonts), int(size * rect.w / wide))
    color = painter.theme.named(ink)
    painter.text(text, rect, color, size=size, align=align, mono=mono)
    if strong:  # the same letters again, a little to the right
        painter.text(text, rect.move(1, 0), color, size=size, align=align, mono=mono)


class BigText(Widget):
    """One line of text in proportion to its place; ``part`` is that of its letters."""

    def __init__(self, part: float, align: str = "left") -> None:
        super().__init__()
        self._part, self._align = part, align
        self._text, self._color = "", "text"

    def set(self, text: str, color: str = "text") -> None:
        if (text, color) != (self._text, self._color):
            self._text, self._color = text, color
            self.tip = text
            self.mark()

    def draw(self, painter: Painter) -> None:
        pixels = self.rect.h * self._part
        big_text(painter, self._text, self.rect, pixels, self._color, align=self._align)


class BigName(Widget):
    """A player: a stone on wood, and the name, emphasised while it is to move."""

    def __init__(self) -> None:
        super().__init__()
        self._strip = Strip()

    def show_strip(self, strip: Strip) -> None:
        key = strip.name, strip.white, strip.to_move
        if key != (self._strip.name, self._strip.white, self._strip.to_move):
            self._strip, self.tip = strip, strip.name
            self.mark()

    def draw(self, painter: Painter) -> None:
        strip, tile = self._strip, Rect(0, 0, self.rect.h * 5 // 8, self.rect.h * 5 // 8)
        tile.midleft = self.rect.midleft
        draw_stone(painter, tile, white=strip.white)
        text = Rect(tile.right + tile.w // 4, self.rect.y, 0, self.rect.h)
        text.w = self.rect.right - text.x
        ink = "text" if strip.to_move else "dim"
        big_text(painter, strip.name, text, self.rect.h * 48 / 84, ink, strong=strip.to_move)


class BigClock(Widget):
    """A clock; it is inverted while it runs, and has a sign before little time."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: tuple[str, bool, bool] = ("", False, False)

    def show_strip(self, strip: Strip) -> None:
        text = "" if strip.left is None else clock_text(strip.left)
        seen = (f"{text}{strip.addition}", strip.running, strip.low)
        if seen != self._seen:
            self._seen = seen
            self.tip = seen[0]
            self.mark()

    def draw(self, painter: Painter) -> None:
        text, running, low = self._seen
        if not text:
            return
        theme = painter.theme
        fill, ink = (theme.text, "background") if running else (theme.panel, "text")
        if low:
            fill, ink = (theme.error, "background") if running else (theme.panel, "error")
        painter.box(self.rect, fill, fill if running else theme.line)
        inner = self.rect.inflate(-self.rect.h // 3, 0)
        big_text(painter, text, inner, self.rect.h * 0.76, ink, align="right", mono=True)
        if low:
            big_text(painter, "!", inner, self.rect.h * 0.6, ink, strong=True)


class BigTaken(Widget):
    """The pieces that a side has taken, on wood; equal ones overlap."""

    def __init__(self, picture: Callable[[str, int], Surface]) -> None:
        super().__init__()
        self._picture = picture  # of a piece, by its symbol and its size in pixels
        self._pieces: tuple[str, ...] = ()

    def set(self, pieces: Sequence[str]) -> None:
        ordered = tuple(sorted(pieces, key=lambda symbol: "PpNnBbRrQq".find(symbol)))
        if ordered != self._pieces:
            self._pieces = ordered
            self.mark()

    def draw(self, painter: Painter) -> None:
        if not self._pieces:
            return
        size = self.rect.h - painter.px(4)
        steps = [
            size * 2 // 5 if one == other else size * 9 // 10
            for one, other in zip(self._pieces, self._pieces[1:], strict=False)
        ]
        wide = sum(steps) + size
        share = min(1.0, (self.rect.w - size) / max(1, wide))
        wood = Rect(self.rect.x, self.rect.y, int(sum(steps) * share) + size + size // 2, 0)
        wood.h = self.rect.h
        painter.box(wood, WOOD_COLOR, radius=4)
        x = float(wood.x + size // 4)
        for symbol, step in zip(self._pieces, [*steps, 0], strict=True):
            painter.surface.blit(self._picture(symbol, size), (int(x), wood.y + painter.px(2)))
            x += step * share


class LastMoves(Widget):
    """The last moves, two in a row with their number; the newest stands out."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[str, ...] = ()

    def set(self, moves: tuple[str, ...]) -> None:
        """Show these moves; the first of them is of the side that begins, or ``…``."""
        if moves != self.moves:
            self.moves = moves
            self.mark()

    def draw(self, painter: Painter) -> None:
        high = min(round(self.rect.w * MOVE_ROWS_HEIGHT), self.rect.h)
        rows, last = max(1, self.rect.h // high), (len(self.moves) - 1) // 2
        number = round(self.rect.w * 0.13)
        half = (self.rect.w - number) // 2
        for line, row in enumerate(range(max(0, last - rows + 1), last + 1)):
            place = Rect(self.rect.x, self.rect.y + line * high, number, high)
            big_text(painter, f"{row + 1}.", place, high * 0.64, "dim")
            for side, index in enumerate((2 * row, 2 * row + 1)):
                if index < len(self.moves):
                    cell = Rect(place.right + side * half, place.y, half, high)
                    self._draw_move(painter, cell, index)

    def _draw_move(self, painter: Painter, cell: Rect, index: int) -> None:
        newest = index == len(self.moves) - 1
        inner = cell.inflate(-cell.h // 3, -cell.h // 12)
        if newest:
            painter.box(inner, painter.theme.selected, painter.theme.accent)
        inner = inner.inflate(-cell.h // 6, 0)
        big_text(painter, self.moves[index], inner, cell.h * 0.64, strong=newest)


class BigComment(Widget):
    """What the record says of the position, on as many lines as fit, in letters of that size."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def set(self, text: str) -> None:
        if text != self.text:
            self.text = self.tip = text
            self.mark()

    def draw(self, painter: Painter) -> None:
        fonts, size = painter.fonts, letter_size(self.rect.w * COMMENT_HEIGHT, painter.fonts)
        line = fonts.height(size)
        most = max(1, self.rect.h // line)
        lines = fonts.wrap(self.text, size, self.rect.w)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        for number, text in enumerate(lines):
            place = Rect(self.rect.x, self.rect.y + number * line, self.rect.w, line)
            painter.text(text, place, size=size)


class BigVerdict(Widget):
    """The result, large, and the reason below it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = ("", "")

    def set(self, result: str, why: str) -> None:
        if (result, why) != self.texts:
            self.texts = (result, why)
            self.tip = why
            self.mark()

    def draw(self, painter: Painter) -> None:
        theme, (result, why) = painter.theme, self.texts
        painter.box(self.rect, theme.text, radius=8)
        inner = self.rect.inflate(-self.rect.h // 4, -self.rect.h // 4)
        upper = Rect(inner.x, inner.y, inner.w, inner.h * 5 // 9)
        lower = Rect(inner.x, upper.bottom, inner.w, inner.bottom - upper.bottom)
        big_text(painter, result, upper, self.rect.h * 72 / 224, "background", strong=True)
        big_text(painter, why, lower, self.rect.h * 40 / 224, "background")


class EdgeLabels(Widget):
    """The coordinates outside a board of squares, beside its rows or below its columns."""

    def __init__(self, board: BoardWidget, rows: bool) -> None:
        super().__init__()
        self._board, self._rows = board, rows
        self._flipped = False

    def turn(self, flipped: bool) -> None:
        """Show the labels of the board as it is seen from the other side, or not."""
        if flipped != self._flipped:
            self._flipped = flipped
            self.mark()

    def draw(self, painter: Painter) -> None:
        cells = self._board.cells
        labels = cells.seen.row_labels if self._rows else cells.seen.column_labels
        for index, text in enumerate(labels):
            cell = cells.rect(0, index) if self._rows else cells.rect(index, 0)
            place = Rect(self.rect.x, cell.y, self.rect.w, cell.h)
            if not self._rows:
                place = Rect(cell.x, self.rect.y, cell.w, self.rect.h)
            pixels = min(self.rect.size) * 30 / 52
            big_text(painter, text, place, pixels, align="center")


def labelled_outside(geometry: Geometry) -> bool:
    """Return whether the coordinates stand beside the board here, not on it."""
    return geometry.style is Style.SQUARES and not geometry.slant and not geometry.levels


def result_of(outcome: Outcome, first: Color) -> str:
    """Return the points of both, White's first, where White begins; else the winner in words."""
    if first is Color.BLACK or not outcome.decided:
        return verdict(outcome)
    return {Color.WHITE: "1–0", Color.BLACK: "0–1", None: "½–½"}[outcome.winner]


class ProjectorScreen(Layer):
    """A screen without buttons; the keys of the window work here too."""

    def __init__(self, ask: Callable[[Intent], None], board: BoardWidget) -> None:
        super().__init__()
        self._ask = ask
        self.board = board
        sides = ("upper", "lower")
        self._strips = {color: Strip() for color in Color}
        self._names = {side: BigName() for side in sides}
        self._clocks = {side: BigClock() for side in sides}
        self._taken = {side: BigTaken(board.picture) for side in sides}
        self._bar = EvaluationBar()
        self._edges = {
            "ranks": EdgeLabels(board, rows=True),
            "files": EdgeLabels(board, rows=False),
        }
        self._opening = BigText(32 / 56)
        self._moves, self._comment = LastMoves(), BigComment()
        self._evaluation = BigText(40 / 64)
        self._count = BigText(40 / 64, align="right")
        self._verdict = BigVerdict()
        self._over = False
        self._extent: tuple[float, float] = (0, 0)
        self._clocked = True  # some side has a clock
        self._ui: UI | None = None
        widgets = (*self._names.values(), *self._clocks.values(), *self._taken.values())
        self.add(board, self._bar, *self._edges.values(), *widgets)
        self.add(self._opening, self._moves, self._comment)
        self.add(self._evaluation, self._count, self._verdict)

    def layout(self, ui: UI) -> None:
        self._ui = ui
        scene = self.board.scene
        labelled = labelled_outside(scene.geometry)
        place = projector_frame(ui.size, scene.extent, over=self._over, labelled=labelled)
        self.board.place(place["board"])
        self._bar.place(place["bar"])
        self._place_sides(place)
        for name, edge in self._edges.items():
            edge.show(labelled)
            if labelled:
                edge.place(place[name])
        self._opening.place(place["opening"])
        moves = Rect(place["moves"])
        self._comment.show(bool(self._comment.text))
        if self._comment.text:
            below = round(moves.h * COMMENT_SHARE)
            moves.h -= below
            self._comment.place((moves.x, moves.bottom, moves.w, below))
        self._moves.place(moves)
        row = place["evaluation"]
        right = row.w * 2 // 5
        self._evaluation.place((row.x, row.y, row.w - right, row.h))
        self._count.place((row.right - right, row.y, right, row.h))
        self._verdict.show(self._over)
        if self._over:
            self._verdict.place(place["verdict"])

    def _place_sides(self, place: Layout) -> None:
        for side in self._names:
            name, clock = place[side], place[f"{side} clock"]
            self._names[side].place(name if self._clocked else name.union(clock))
            self._clocks[side].place(clock)
            self._clocks[side].show(self._clocked)
            self._taken[side].place(place[f"{side} taken"])

    def show(
        self,
        state: GameState,
        scene: Scene,
        now: float,
        message: str,
        judged: Mapping[int, Judgement],
        *,
        hides_evaluation: bool = False,
    ) -> None:
        """Show a state; ``now`` is the time of the games' clocks."""
        ended = state.view.ended
        sheet, had_comment = state.sheet, bool(self._comment.text)
        comment = "" if sheet is None else sheet.notes(state.ply).comment
        self._comment.set(scene.letters.show(visible(" ".join(comment.split()))))
        strips = [strip_of(state, color, now, ()) for color in Color]
        clocked = any(strip.left is not None for strip in strips)
        shown = ended is not None, scene.extent, clocked
        changed = had_comment is not bool(comment)
        if changed or shown != (self._over, self._extent, self._clocked):
            self._over, self._extent, self._clocked = shown
            if self._ui is not None:
                self.layout(self._ui)
        if ended is not None:
            result = result_of(ended.outcome, state.rules.first)
            self._verdict.set(result, outcome_words(ended.outcome, ended.explanation))
        self._show_players(state, now)
        for edge in self._edges.values():
            edge.turn(scene.flipped)
        played = state.view.played[: state.ply]
        begun = [] if not played or played[0].color is state.rules.first else ["…"]
        line = () if sheet is None else sheet.tree.line(sheet.branch)[: state.ply]
        written = [signs(move.notes) for move in line] or [""] * len(played)
        notations = [scene.letters.show(event.notation) for event in played]
        self._moves.set((*begun, *map(add, notations, written)))
        hidden = hides_evaluation
        self._bar.show_advantage(None if hidden else thought_of(state)[1], scene.flipped)
        score = "" if hidden else evaluation_of(state, judged)
        self._evaluation.set(_("Evaluation: {score}", score=score) if score else "")
        count = (len(begun) + len(played) + 1) // 2
        told = _("{count} moves", count=count) if played else ""
        if variation_of(state):
            told = _("a variation")
        elif sheet is not None and state.live and sheet.tree.result != "*":
            told = f"{told} · {sheet.tree.result}"
        self._count.set(told, "dim")
        self._opening.set(
            opening_of(state) if played else _("F11 or Esc: back to the window"), "dim"
        )

    def _show_players(self, state: GameState, now: float) -> None:
        """Show names, clocks and captures."""
        for color in Color:
            side = self._side(color)
            strip = self._strips[color] = strip_of(state, color, now, captures_of(state, color))
            self._names[side].show_strip(strip)
            self._clocks[side].show_strip(strip)
            self._taken[side].set(strip.held or strip.captures)

    def show_clocks(self, state: GameState, now: float) -> None:
        """Show the clock that runs at a later time."""
        if (color := state.view.clock.running) is not None:
            strip = timed_strip(self._strips[color], state, color, now)
            self._clocks[self._side(color)].show_strip(strip)

    def _side(self, color: Color) -> str:
        return "lower" if (color is Color.WHITE) is not self.board.scene.flipped else "upper"

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.KEYDOWN or not plain(event):
            return False
        if asks_menu(event):
            self.board.ask_menu()
            return True
        intent = PROJECTOR_KEYS.get(event.key)
        if intent is not None:
            self._ask(intent)
        return intent is not None
