"""The full screen, legible from the last row; its buttons appear while the mouse moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import inf
from operator import add, itemgetter

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core import Color, Outcome
from board_core.author.analysis import Judgement
from board_core.game.clock import clock_text
from board_core.game.geometry import Geometry, Style
from board_core.text.harmless_text import visible

from .actions import board_key
from .around_board import refresh, tool
from .board.backdrop import letter_size
from .board.scene import Scene
from .board.widget import BoardWidget
from .evaluation import analysis_key, evaluation_bar, line_text
from .game_state import GameState
from .intents import (
    Intent,
    LookAction,
)
from .kit.buttons import Button, spread
from .kit.painter import CONTROL_HEIGHT, Icon, Painter
from .kit.widget import UI, Layer, Painted, Widget, plain
from .labels import (
    count_words,
    end_words,
    evaluation_of,
    looking_words,
    opening_of,
    pause_words,
    space_pauses,
    strip_of,
    timed_strip,
    verdict,
)
from .language import _, sentence
from .layout import Layout, projector_frame
from .player_strip import WOOD_COLOR, Strip, draw_side
from .records import variation_of
from .sheets import signs
from .state import State
from .study import advantage, score_text
from .tutor import puzzle_words
from .wish import Frame

MOVE_ROWS_HEIGHT = 0.094
"""The height of a row of moves, as a part of the panel's width."""

COMMENT_LETTERS, COMMENT_SHARE = 0.06, 0.45
"""The letters of a comment as a part of the panel's width, and its part of the moves' room."""

LEAST_SHARE = 0.5
"""The smallest letters of a text that is too long, as a part of the usual ones."""

TOOLS_SECONDS = 3.0
"""Seconds for which the buttons stay after the mouse was moved."""

SHOWN_LINES = 3
"""Lines of an engine that are shown."""

PROJECTOR_KEYS: dict[int, Intent] = {
    pygame.K_ESCAPE: LookAction.TOGGLE_PROJECTOR,
    pygame.K_RETURN: LookAction.NEXT_MOVE,
    pygame.K_KP_ENTER: LookAction.NEXT_MOVE,
    pygame.K_RIGHT: LookAction.NEXT_MOVE,
}
"""The keys that do something else here than in the window, and their intents."""


class AlarmWidget(Widget):
    """Calls ``ring`` at the time of ``wake``; it is not seen."""

    def __init__(self, ring: Callable[[], object]) -> None:
        super().__init__()
        self._ring = ring

    def woken(self, now: float) -> None:
        self._ring()


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
    least: float = LEAST_SHARE,
) -> None:
    """Draw one line in letters of so many pixels, or smaller ones if it is too long.

    ``least`` is the part of their size that they keep; what does not fit then is left out.
    """
    size, fonts = letter_size(pixels, painter.fonts), painter.fonts
    wide = fonts.width(text, size, mono)
    if wide > rect.w:
        smallest, size = letter_size(pixels * least, fonts), int(size * rect.w / wide)
        while size > smallest and fonts.width(text, size, mono) > rect.w:
            size -= 1  # letters of a size are rounded to pixels
        size = max(smallest, size)
    color = painter.theme.named(ink)
    painter.text(text, rect, color, size=size, align=align, mono=mono)
    if strong:  # the same letters again, a little to the right
        painter.text(text, rect.move(1, 0), color, size=size, align=align, mono=mono)


def big_lines(painter: Painter, text: str, rect: Rect, pixels: float, ink: str = "text") -> None:
    """Draw a text on several lines, in letters of so many pixels, or smaller ones if need be."""
    fonts = painter.fonts
    size, smallest = (letter_size(pixels * part, fonts) for part in (1.0, LEAST_SHARE))
    while (most := max(1, rect.h // fonts.height(size))) < len(fonts.wrap(text, size, rect.w)):
        if size <= smallest:
            break
        size -= 1
    for number, line in enumerate(fonts.lines(text, size, rect.w, most)):
        place = Rect(rect.x, rect.y + number * fonts.height(size), rect.w, fonts.height(size))
        painter.text(line, place, painter.theme.named(ink), size=size)


InkedText = tuple[str, str]
"""A text and the name of its colour."""


def line_widget(part: float, align: str = "left", least: float = LEAST_SHARE) -> Painted[InkedText]:
    """Return one line of text; ``part`` is that of its letters of the height of its place.

    ``least`` is the part of their size that they keep where the text is too long.
    """

    def paint(painter: Painter, rect: Rect, value: InkedText) -> None:
        big_text(painter, value[0], rect, rect.h * part, value[1], align=align, least=least)

    return Painted(("", "text"), paint, itemgetter(0))


def _paint_comment(painter: Painter, rect: Rect, value: InkedText) -> None:
    big_lines(painter, value[0], rect, rect.w * COMMENT_LETTERS, value[1])


def _paint_name(painter: Painter, rect: Rect, player: tuple[str, bool, bool]) -> None:
    """Draw a disc and a player's name, emphasised while it is to move."""
    name, white, to_move = player
    tile = Rect(0, 0, rect.h * 5 // 8, rect.h * 5 // 8)
    tile.midleft = rect.midleft
    draw_side(painter, tile.center, tile.h * 3 // 8, white=white)
    text = Rect(tile.right + tile.w // 4, rect.y, 0, rect.h)
    text.w = rect.right - text.x
    ink = "text" if to_move else "dim"
    big_text(painter, name, text, rect.h * 48 / 84, ink, strong=to_move)


def _paint_clock(painter: Painter, rect: Rect, seen: tuple[str, bool, bool]) -> None:
    """Draw a clock; it is inverted while it runs, and has a sign before little time."""
    text, running, low = seen
    if not text:
        return
    theme = painter.theme
    fill, ink = (theme.text, "background") if running else (theme.panel, "text")
    if low:
        fill, ink = (theme.error, "background") if running else (theme.panel, "error")
    painter.box(rect, fill, fill if running else theme.line)
    inner = rect.inflate(-rect.h // 3, 0)
    big_text(painter, text, inner, rect.h * 0.76, ink, align="right", mono=True)
    if low:
        big_text(painter, "!", inner, rect.h * 0.6, ink, strong=True)


def _clock_seen(strip: Strip) -> tuple[str, bool, bool]:
    text = "" if strip.left is None else clock_text(strip.left)
    return f"{text}{strip.addition}", strip.running, strip.low


def _taken_widget(picture: Callable[[str, int], Surface]) -> Painted[tuple[str, ...]]:
    """Return the pieces that a side has taken, on wood; equal ones overlap."""

    def paint(painter: Painter, rect: Rect, pieces: tuple[str, ...]) -> None:
        if not pieces:
            return
        size = rect.h - painter.px(4)
        close, apart = size * 2 // 5, size * 9 // 10
        steps = [close if one == other else apart for one, other in pairwise(pieces)]
        wide = sum(steps) + size
        share = min(1.0, (rect.w - size) / max(1, wide))
        wood = Rect(rect.x, rect.y, int(sum(steps) * share) + size + size // 2, rect.h)
        painter.box(wood, WOOD_COLOR, radius=4)
        x = float(wood.x + size // 4)
        for symbol, step in zip(pieces, [*steps, 0], strict=True):
            painter.surface.blit(picture(symbol, size), (int(x), wood.y + painter.px(2)))
            x += step * share

    return Painted((), paint)


def paint_moves(painter: Painter, rect: Rect, moves: tuple[str, ...]) -> None:
    """Draw the last moves, two in a row with their number; the newest stands out.

    The first of them is of the side that begins, or ``…``.
    """
    high = min(round(rect.w * MOVE_ROWS_HEIGHT), rect.h)
    rows, last = max(1, rect.h // high), (len(moves) - 1) // 2
    number = round(rect.w * 0.13)
    half = (rect.w - number) // 2
    for line, row in enumerate(range(max(0, last - rows + 1), last + 1)):
        place = Rect(rect.x, rect.y + line * high, number, high)
        big_text(painter, f"{row + 1}.", place, high * 0.64, "dim")
        for side, index in enumerate((2 * row, 2 * row + 1)):
            if index < len(moves):
                cell = Rect(place.right + side * half, place.y, half, high)
                newest = index == len(moves) - 1
                inner = cell.inflate(-cell.h // 3, -cell.h // 12)
                if newest:
                    painter.box(inner, painter.theme.selected, painter.theme.accent)
                inner = inner.inflate(-cell.h // 6, 0)
                big_text(painter, moves[index], inner, cell.h * 0.64, strong=newest)


def paint_verdict(painter: Painter, rect: Rect, texts: tuple[str, str]) -> None:
    """Draw the result, large, and the reason below it."""
    result, why = texts
    painter.box(rect, painter.theme.text, radius=8)
    inner = rect.inflate(-rect.h // 4, -rect.h // 4)
    upper = Rect(inner.x, inner.y, inner.w, inner.h * 5 // 9)
    lower = Rect(inner.x, upper.bottom, inner.w, inner.bottom - upper.bottom)
    big_text(painter, result, upper, rect.h * 72 / 224, "background", strong=True)
    big_lines(painter, why, lower, rect.h * 40 / 224, "background")


def _edge_widget(board: BoardWidget, *, rows: bool) -> Painted[bool]:
    """Return the coordinates outside a board of squares, beside its rows or below its columns.

    The value tells whether the board is seen from the other side.
    """

    def paint(painter: Painter, rect: Rect, _flipped: bool) -> None:
        cells = board.cells
        labels = cells.seen.row_labels if rows else cells.seen.column_labels
        for index, text in enumerate(labels):
            cell = cells.rect(0, index) if rows else cells.rect(index, 0)
            place = Rect(rect.x, cell.y, rect.w, cell.h)
            if not rows:
                place = Rect(cell.x, rect.y, cell.w, rect.h)
            big_text(painter, text, place, min(rect.size) * 30 / 52, align="center")

    return Painted(False, paint)


def labelled_outside(geometry: Geometry) -> bool:
    """Return whether the coordinates stand beside the board here, not on it."""
    return geometry.style is Style.SQUARES and not geometry.slant and not geometry.levels


def result_of(outcome: Outcome, first: Color) -> str:
    """Return the points of both, White's first, where White begins; else the winner in words."""
    if first is Color.BLACK or not outcome.decided:
        return verdict(outcome)
    return {Color.WHITE: "1–0", Color.BLACK: "0–1", None: "½–½"}[outcome.winner]


class ProjectorScreen(Layer):
    """The board and large texts; the window's keys work here too."""

    def __init__(self, ask: Callable[[Intent], None], board: BoardWidget) -> None:
        super().__init__()
        self._ask = ask
        self.board = board
        sides = ("upper", "lower")
        self._strips = {color: Strip() for color in Color}
        self._names = {
            side: Painted(("", False, False), _paint_name, itemgetter(0)) for side in sides
        }
        self._clocks = {
            side: Painted(("", False, False), _paint_clock, itemgetter(0)) for side in sides
        }
        self._taken = {side: _taken_widget(board.picture) for side in sides}
        self._bar = evaluation_bar()
        self._edges = {
            "ranks": _edge_widget(board, rows=True),
            "files": _edge_widget(board, rows=False),
        }
        self._opening = line_widget(32 / 56)
        self._moves = Painted[tuple[str, ...]]((), paint_moves)
        self._comment = Painted(("", "text"), _paint_comment, itemgetter(0))
        self._evaluation = line_widget(40 / 64)
        self._count = line_widget(40 / 64, align="right")
        self._verdict = Painted(("", ""), paint_verdict, itemgetter(1))
        self._status = line_widget(30 / 48)
        self._found = [line_widget(30 / 48, least=1.0) for _line in range(SHOWN_LINES)]
        self._tools = self._make_tools()
        self._alarm = AlarmWidget(partial(self._show_tools, False))
        self._pointer: tuple[int, int] | None = None
        self._over = self._analysed = False
        self._extent: tuple[float, float] = (0, 0)
        self._clocked = True  # some side has a clock
        self._ui: UI | None = None
        self.add(board, self._bar, *self._edges.values(), *self._names.values())
        self.add(*self._clocks.values(), *self._taken.values())
        self.add(self._opening, self._moves, self._comment)
        self.add(*self._found, *self._tools.values(), self._status)
        self.add(self._evaluation, self._count, self._verdict, self._alarm)
        self._show_tools(False)

    def _make_tools(self) -> dict[str, Button]:
        make = partial(tool, self._ask, hint="")
        tools = {
            "pause": make("pause", intent=LookAction.PLAY_OR_PAUSE),
            "back": make("earlier", text=""),
            "forth": make("later", text="", intent=LookAction.NEXT_MOVE),
            "analyse": make("analyse"),
            "game": make(
                "analyse",
                text=_("Back to the game"),
                intent=LookAction.LEAVE_FRAME,
                icon=Icon.TAKE_BACK,
                tip="F3",
            ),
            "new": make("new"),
        }
        for button in tools.values():
            button.focusable = False  # each has a key; the keyboard stays with the game
        return tools

    def layout(self, ui: UI) -> None:
        self._ui = ui
        scene = self.board.scene
        labelled = labelled_outside(scene.geometry)
        place = projector_frame(
            ui.size,
            scene.extent,
            over=self._over,
            labelled=labelled,
            lines=SHOWN_LINES if self._analysed else 0,
        )
        self.board.place(place["board"])
        self._bar.place(place["bar"])
        self._place_sides(place)
        for name, edge in self._edges.items():
            edge.show(labelled)
            if labelled:
                edge.place(place[name])
        self._opening.place(place["opening"])
        moves = Rect(place["moves"])
        self._comment.show(bool(self._comment.value[0]))
        if self._comment.value[0]:
            below = round(moves.h * COMMENT_SHARE)
            moves.h -= below
            self._comment.place((moves.x, moves.bottom, moves.w, below))
        self._moves.place(moves)
        self._lay_tools(place["tools"], ui)
        self._status.place(place["status"])
        for at, line in enumerate(self._found):
            line.show(self._analysed)
            if self._analysed:
                found = place["found"]
                high = found.h // SHOWN_LINES
                line.place((found.x, found.y + at * high, found.w, high))
        row = place["evaluation"]
        right = row.w * 2 // 5
        self._evaluation.place((row.x, row.y, row.w - right, row.h))
        self._count.place((row.right - right, row.y, right, row.h))
        self._verdict.show(self._over)
        if self._over:
            self._verdict.place(place["verdict"])

    def _lay_tools(self, rect: Rect, ui: UI) -> None:
        """Place the buttons beside each other; one of two leads to the analysis or back."""
        names = [name for name in self._tools if name != ("analyse" if self._analysed else "game")]
        high = min(rect.h, ui.px(CONTROL_HEIGHT))
        row = Rect(rect.x, rect.bottom - high, rect.w, high)
        spread([self._tools[name] for name in names], row, ui)
        self._show_tools(self._shows_tools)

    @property
    def _shows_tools(self) -> bool:
        return self._alarm.wake < inf

    def _show_tools(self, shown: bool) -> None:
        other = "analyse" if self._analysed else "game"
        for name, button in self._tools.items():
            button.show(shown and name != other)

    def show_pointed(self, _square: str | None) -> None:
        """Show the buttons for a while if the mouse has moved since the last call."""
        ui = self._ui
        if ui is None or ui.pointer == self._pointer:
            return
        moved, self._pointer = self._pointer is not None, ui.pointer
        if moved:
            self._alarm.wake = ui.now + TOOLS_SECONDS
            self._show_tools(True)

    def _place_sides(self, place: Layout) -> None:
        for side in self._names:
            name, clock = place[side], place[f"{side} clock"]
            self._names[side].place(name if self._clocked else name.union(clock))
            self._clocks[side].place(clock)
            self._clocks[side].show(self._clocked)
            self._taken[side].place(place[f"{side} taken"])

    def show(
        self,
        whole: State,
        scene: Scene,
        now: float,
        judged: Mapping[int, Judgement],
        *,
        hides_evaluation: bool,
    ) -> None:
        """Show a state; ``now`` is the time of the games' clocks."""
        state = whole.game
        ended = state.view.ended if state.live else None  # no result beside an earlier position
        sheet, had_comment = state.sheet, bool(self._comment.value[0])
        comment = "" if sheet is None else visible(" ".join(sheet.notes(state.ply).comment.split()))
        refused = "" if state.refusal is None else sentence(state.refusal)
        told = refused or state.message or puzzle_words(whole.study) or comment
        self._comment.set((scene.letters.show(told), "error" if refused else "text"))
        clocked = any(strip_of(state, color, now).left is not None for color in Color)
        shown = ended is not None, whole.frame is Frame.ANALYSIS, scene.extent, clocked
        before = self._over, self._analysed, self._extent, self._clocked
        if had_comment is not bool(told) or shown != before:
            self._over, self._analysed, self._extent, self._clocked = shown
            if self._ui is not None:
                self._ui.relayout(self)
        if ended is not None:
            result = result_of(ended.outcome, state.rules.first)
            self._verdict.set((result, end_words(state)))
        self._show_players(state, now)
        for edge in self._edges.values():
            edge.set(scene.flipped)
        played = state.view.played[: state.ply]
        begun = [] if not played or played[0].color is state.rules.first else ["…"]
        line = () if sheet is None else sheet.tree.line(sheet.branch)[: state.ply]
        written = [signs(move.notes) for move in line] or [""] * len(played)
        notations = [scene.letters.show(event.notation) for event in played]
        self._moves.set((*begun, *map(add, notations, written)))
        score, value = ("", None) if hides_evaluation else evaluation_of(state, judged)
        if lines := whole.analysis.shown if self._analysed else ():
            best, side = lines[0].score, state.shown.to_move
            value = None if best is None else advantage(best, side)
            score = "" if best is None else score_text(best, side)
        if state.shown.outcome() is not None:
            score = ""  # the result says more
        self._bar.set((value, scene.flipped))
        self._evaluation.set((_("Evaluation: {score}", score=score) if score else "", "text"))
        self._show_lines(whole, scene)
        made, stones = len(begun), state.rules.geometry.on_points
        told = count_words(state, made + state.ply)
        if not state.live:
            count, last = made + state.ply, made + len(state.view.played)
            if stones:
                told = _("stone {count} of {last}", count=count, last=last)
            else:
                count, last = (count + 1) // 2, (last + 1) // 2
                told = _("move {count} of {last}", count=count, last=last)
        if variation_of(state):
            told = _("a variation")
        elif sheet is not None and state.live and sheet.tree.result != "*":
            told = f"{told} · {sheet.tree.result}"
        self._count.set((told if state.view.played else "", "dim"))
        self._tools["pause"].set(pause_words(state))
        self._tools["pause"].icon = Icon.PAUSE if space_pauses(state) else Icon.PLAY
        self._tools["pause"].enable(state.running or not state.live)
        self._tools["back"].enable(state.ply > 0)
        refresh(self._tools["analyse"], "analyse", state)
        opening = opening_of(state) if played else _("F11 or Esc: back to the window")
        self._opening.set((opening, "dim"))

    def _show_lines(self, whole: State, scene: Scene) -> None:
        """Show the lines of the engine, and what is not as usual about the position."""
        lines = whole.analysis.shown
        for at, text in enumerate(self._found):
            line = lines[at] if at < len(lines) else None
            text.set(("" if line is None else line_text(line, whole.game, scene), "text"))
        game = whole.game
        if whole.parked is not None:
            status = _("Analysis · F3: back to the paused game")
        elif self._analysed:
            status = _("Analysis · F3: back")
        else:
            status = looking_words(game)
        self._status.set((status, "accent"))

    def _show_players(self, state: GameState, now: float) -> None:
        """Show names, clocks and captures."""
        for color in Color:
            side = self._side(color)
            strip = self._strips[color] = strip_of(state, color, now)
            self._names[side].set((strip.name, strip.white, strip.to_move))
            self._clocks[side].set(_clock_seen(strip))
            taken = strip.held or strip.taken.pieces
            self._taken[side].set(tuple(sorted(taken, key="PpNnBbRrQq".find)))

    def show_clocks(self, state: GameState, now: float) -> None:
        """Show the clock that runs at a later time."""
        if (color := state.view.clock.running) is not None:
            strip = timed_strip(self._strips[color], state, color, now)
            self._clocks[self._side(color)].set(_clock_seen(strip))

    def _side(self, color: Color) -> str:
        return "lower" if (color is Color.WHITE) is not self.board.scene.flipped else "upper"

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        intent = PROJECTOR_KEYS.get(event.key) if plain(event) else None
        if intent is None and self._analysed and plain(event):
            intent = analysis_key(event)
        if intent is not None:
            self._ask(intent)
            return True
        return board_key(event, ui, self.board, self._ask)
