"""The analysis: the free board, the lines that an engine proposes, and the record of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color
from board_core.ais.levels import HOW_TO_INSTALL, installed
from board_core.author.analysis import Judgement
from board_core.frontend.adviser import own_adviser
from board_core.match.player_spec import PlayerSpec, parse_player

from .actions import board_key, wheel_steps
from .analysis import MOST_LINES, Analysis, origin_of
from .around_board import BoardBorder, StripPair, StudyTools, step_buttons, tool
from .board.art import INK_COLORS
from .board.backdrop import colors_of
from .board.drawing import BEST_INKS
from .board.panes import SmallBoard
from .board.scene import Scene
from .board.widget import BoardWidget
from .effects import DialogAction
from .evaluation import EvaluationGraph, analysis_key, evaluation_bar, words_of
from .game_state import GameState
from .history import HistoryRows
from .intents import (
    ChooseEngine,
    CountLines,
    GoToPly,
    Intent,
    LinesAction,
    PlayLine,
)
from .kit.buttons import Button, spread
from .kit.labels import Label, Light, PromptLine
from .kit.link_rows import LinkRow, LinkRows
from .kit.menu import DropDown
from .kit.moves import MovesGrid
from .kit.painter import SMALL_SIZE, Icon
from .kit.widget import UI, Layer, Widget, plain
from .labels import (
    evaluation_of,
    place_in_file,
    prompt_light,
    short,
    strip_of,
)
from .language import _, color_letters, sentence
from .layout import Layout, analysis_frame
from .seat_card import Panel
from .state import State
from .study import advantage, curve_of, score_text
from .wish import Frame

OTHER_INK = (0x80, 0x80, 0x80)
"""The colour of lines that have no arrow on the board."""


def engines_for(state: State) -> list[tuple[str, PlayerSpec | None]]:
    """Return the engines that can analyse, the default first, each with its player."""
    rules = state.game.rules
    own, engines = own_adviser(rules), [engine for engine in installed() if engine.plays(rules)]
    found = [(engine.name, parse_player(f"uci:{engine.command}")) for engine in engines]
    choices: list[tuple[str, PlayerSpec | None]] = [*found, (_(own.text), own)]
    return [(choices[0][0], None), *choices[1:]]


class AnalysisScreen(Layer):
    """The board with an engine's lines, which a click plays."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        board: BoardWidget,
        state: State,
    ) -> None:
        super().__init__()
        self._ask, self.board = ask, board
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._flipped = False
        self._lines = state.analysis.lines
        self._state = state
        self._tools = StudyTools(ask, Frame.ANALYSIS)
        self._bar = evaluation_bar()
        percent = state.settings.board_percent
        self._border = BoardBorder(ask, self, board, self._frame, percent)
        self._strips = StripPair(board)
        self._make_engine(state)
        hint = _("Review a game to see its score, move by move.")
        self._graph = EvaluationGraph(lambda ply: ask(GoToPly(ply)), hint)
        self._make_moves(state)
        self._prompt = PromptLine()
        self._actions = self._make_actions()
        colors = colors_of(state.settings.board_colors, state.settings.theme)
        self._preview = SmallBoard(colors)
        self.add(
            *self._tools.widgets,
            self._bar,
            board,
            self._border,
            self._strips.of.white,
            self._strips.of.black,
            self._engine,
            self._info,
            self._fewer,
            self._count,
            self._more,
            self._stop,
            self._found,
            self._graph,
            self._panel,
            self._head,
            self._games,
            self._moves,
            *self._steps,
            self._prompt,
            *self._actions.values(),
            self._preview,
        )
        self.focus = board

    # The widgets

    def _make_engine(self, state: State) -> None:
        ask = self._ask
        self._engines = engines_for(state)
        chosen = [spec for _name, spec in self._engines]
        index = chosen.index(state.analysis.engine) if state.analysis.engine in chosen else 0
        self._engine = DropDown(
            [name for name, _spec in self._engines],
            index,
            lambda at: ask(ChooseEngine(self._engines[at][1])),
            tip=_("Who analyses") if len(self._engines) > 1 else sentence(HOW_TO_INSTALL),
        )
        self._info = Label(color="dim", size=SMALL_SIZE)
        self._fewer = Button("−", partial(ask, CountLines(-1)), tip=_("One line fewer (-)"))
        self._count = Label(align="center")
        self._more = Button("+", partial(ask, CountLines(1)), tip=_("One line more (+)"))
        self._stop = Button(_("Stop"), partial(ask, LinesAction.TOGGLE_ENGINE))
        self._found = LinkRows(
            lambda row, plies: ask(PlayLine(row, plies)),
            self._point,
        )

    def _make_moves(self, state: State) -> None:
        ask, game = self._ask, state.game
        self._history = HistoryRows(game, state.settings.letters_with_i)
        self._panel = Panel()
        self._head = Label(_("Moves"), color="dim")
        self._games = tool(ask, "games")
        self._games.show(False)
        self._moves = MovesGrid(
            self._history,
            lambda letter: int(letter not in color_letters(self._state.game.rules.first)),
            on_cursor=lambda row: ask(self._history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            empty=_("No move has been made."),
        )
        self._steps = step_buttons(ask)
        self._steps[-1].tip = _("Newest position (End, Space)")

    def _make_actions(self) -> dict[str, Button]:
        make = partial(tool, self._ask, hint="")
        back = _("Back to where you were before you played a line of the engine. (Backspace)")
        return {
            "back": Button(
                _("Back"),
                partial(self._ask, LinesAction.BACK_FROM_LINE),
                icon=Icon.TAKE_BACK,
                tip=back,
            ),
            "play": make("from", text=_("Play…"), icon=Icon.PLAY),
            "review": make("review"),
            "copy": make("copy", text=_("Copy")),
            "save": make("save"),
        }

    # Their places

    def layout(self, ui: UI) -> None:
        self._ui = ui
        place = self._layout = self._border.lay(ui)
        self._tools.place(place, ui)
        self._bar.place(place["bar"])
        self.board.place(place["board"])
        self._lay_strips()
        self._lay_engine(place["engine"], ui)
        self._found.place(place["found"])
        self._graph.show("graph" in place)
        if "graph" in place:
            self._graph.place(place["graph"])
        self._lay_moves(place["moves"], ui)
        self._prompt.place(place["prompt"])
        spread(list(self._actions.values()), place["actions"], ui)
        side = min(place["moves"].h, ui.px(264))
        self._preview.place((*place["moves"].topleft, min(side, place["moves"].w), side))

    def _frame(self, share: float, ui: UI) -> Layout:
        extent = self.board.scene.extent
        return analysis_frame(ui.size, ui.fonts.scale, extent, share=share, lines=self._lines)

    def _lay_strips(self) -> None:
        if (place := self._layout) is not None:
            self._strips.place(place["upper"], place["lower"], flipped=self._flipped)

    def _lay_engine(self, rect: Rect, ui: UI) -> None:
        """Place the engine's widgets in one row, or in two."""
        px, gap = ui.px, ui.px(8)
        high, one = px(32), rect.h < px(64)
        stop = max(px(72), self._stop.natural_size(ui.fonts, 0)[0])
        self._stop.place((rect.right - stop, rect.y, stop, high))
        y = rect.y if one else rect.bottom - high
        right = rect.right - stop - gap if one else rect.right
        count, step = px(72), px(32)
        self._more.place((right - step, y, step, high))
        self._count.place((self._more.rect.x - count, y, count, high))
        self._fewer.place((self._count.rect.x - step, y, step, high))
        wide = px(190) if one else rect.w - stop - gap
        self._engine.place((rect.x, rect.y, wide, high))
        left = self._engine.rect.right + gap if one else rect.x
        self._info.place((left, y, self._fewer.rect.x - gap - left, high))

    def _lay_moves(self, rect: Rect, ui: UI) -> None:
        px = ui.px
        self._panel.place(rect)
        inner = rect.inflate(-2 * px(12), -2 * px(6))
        step, gap, head = px(32), px(6), px(30)
        wide = self._games.natural_size(ui.fonts, 0)[0] if self._games.visible else 0
        wide = min(wide, inner.w * 2 // 3)
        self._head.place((inner.x, inner.y, inner.w - wide - gap, head))
        self._games.place((inner.right - wide, inner.y, wide, head))
        self._moves.place((inner.x, inner.y + head + gap, inner.w, inner.h - head - step - 2 * gap))
        width = (inner.w - 3 * gap) // 4
        for index, button in enumerate(self._steps):
            button.place((inner.x + index * (width + gap), inner.bottom - step, width, step))

    def pane(self, widget: Widget) -> str:
        return self._layout.pane_at(widget.rect.center) if self._layout is not None else ""

    @property
    def menu_rect(self) -> Rect:
        """The place of the button that opens the menu."""
        return self._tools.of["menu"].rect

    # What they show

    def show(
        self,
        state: State,
        scene: Scene,
        now: float,
        message: str,
        judged: Mapping[int, Judgement],
    ) -> None:
        """Show a state; ``message`` is the line below the moves."""
        self._state, game, analysis = state, state.game, state.analysis
        if scene.flipped != self._flipped:
            self._flipped = scene.flipped
            self._lay_strips()
        for color in Color:
            picked = self.board.taken_up(color)
            self._strips.of[color].show_strip(strip_of(game, color, now, picked))
        self._show_moves(game, judged)
        self._show_engine(state, scene)
        self._show_evaluation(state, judged)
        self._tools.of["back"].enable(bool(game.view.played))
        self._actions["back"].enable(origin_of(analysis, game) is not None)
        self._actions["review"].enable(bool(game.view.played))
        if analysis.failed and analysis.why is not None:
            self._prompt.set(failure_words(sentence(analysis.why)), Light.FAILED)
        else:
            self._prompt.set(message, prompt_light(game))
        if analysis.lines != self._lines:
            self._lines = analysis.lines
            if self._ui is not None:
                self._ui.relayout(self)

    def _show_moves(self, game: GameState, judged: Mapping[int, Judgement]) -> None:
        changed = self._history.show_judgements(judged)
        if self._history.show_state(game) or changed:
            self._moves.reset()
        else:
            self._moves.update()
        self._moves.mark_row(self._history.shown(), self._history.spot())
        text = place_in_file(game)
        if text != self._games.text:
            self._games.set(text)
            self._games.show(bool(text))
            if self._ui is not None:
                self._ui.relayout(self)

    def _show_engine(self, state: State, scene: Scene) -> None:
        analysis, game = state.analysis, state.game
        lines, side = analysis.shown, game.shown.to_move
        rows = [
            LinkRow(
                "" if line.score is None else score_text(line.score, side),
                line.score is None or advantage(line.score, side) >= 0,
                INK_COLORS[BEST_INKS[at]] if at < len(BEST_INKS) else OTHER_INK,
                tuple(words_of(line, game, scene)),
                "" if line.depth is None else _("depth {depth}", depth=line.depth),
            )
            for at, line in enumerate(lines)
        ]
        said, color = self._said(analysis, game)
        self._found.offer(rows, analysis.line, said, color)
        self._info.set(info_of(analysis))
        self._info.tip = self._info.text
        self._count.set(lines_word(analysis.lines))
        self._fewer.enable(analysis.lines > 1)
        self._more.enable(analysis.lines < MOST_LINES)
        going = not analysis.stopped and not analysis.hidden
        self._stop.set(_("Stop") if going else _("Go on"))
        self._stop.tip = _("The engine stops; its lines stay. E hides them too.")

    def _said(self, analysis: Analysis, game: GameState) -> tuple[str, str]:
        """Return the text shown in place of lines, and its colour."""
        if analysis.hidden:
            return _("The evaluation is hidden: E shows it."), "dim"
        if game.shown.outcome() is not None:
            return _("The game is over here."), "dim"
        if analysis.why is not None:
            return sentence(analysis.why), "error" if analysis.failed else "dim"
        if analysis.stopped:
            return _("The engine is stopped."), "dim"
        return _("{name} is thinking …", name=self._engine.text), "dim"

    def _show_evaluation(self, state: State, judged: Mapping[int, Judgement]) -> None:
        game, lines = state.game, state.analysis.shown
        text, value = ("", None) if state.analysis.hidden else evaluation_of(game, judged)
        if lines and lines[0].score is not None:
            value = advantage(lines[0].score, game.shown.to_move)
            text = score_text(lines[0].score, game.shown.to_move)
        self._bar.set((value, self._flipped))
        curve = list(curve_of(judged) or ([] if game.sheet is None else game.sheet.curve()))
        caption = text if curve else ""  # without a curve it says how to get one
        self._graph.show_curve(curve, len(game.view.played), game.ply, caption)

    def show_clocks(self, _game: GameState, _now: float) -> None:
        """Show nothing: no clock runs on a free board."""

    def show_pointed(self, _square: str | None) -> None:
        """Remove the small board when the pointer has left the lines."""
        if not self._found.hot and not self._found.focused:
            self._found.left()

    def _point(self, row: int, plies: int) -> None:
        """Show the position after the first moves of a line as a small board."""
        lines, scene = self._state.analysis.shown, self.board.scene
        if not plies or not 0 <= row < len(lines) or not scene.geometry.places:
            self._preview.show_scene(None)
            return
        game = self._state.game
        position = before = game.shown
        for move in lines[row].moves[:plies]:
            before, position = position, position.play(move)
        last = game.rules.places(before, lines[row].moves[plies - 1])
        small = Scene(
            scene.look,
            scene.geometry,
            {at: piece for at, piece in position.pieces().items() if at in scene.geometry},
            last=tuple(at for at in last if at in scene.geometry),
            flipped=scene.flipped,
            coordinates=False,
        )
        self._preview.show_scene(small)

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return wheel_steps(event, ui, self.board, self._ask)
        if event.type != pygame.KEYDOWN:
            return False
        intent = analysis_key(event) if plain(event) else None
        if intent is not None:
            self._ask(intent)
            return True
        return board_key(event, ui, self.board, self._ask)


def info_of(analysis: Analysis) -> str:
    """Return depth and speed of the engine."""
    lines = analysis.shown
    if not lines or lines[0].depth is None:
        return ""
    told = [_("depth {depth}", depth=lines[0].depth)]
    if lines[0].nps is not None:
        told.append(_("{nodes}/s", nodes=short(lines[0].nps)))
    return "  ·  ".join(told)


def failure_words(why: str) -> str:
    """Return why the engine failed, and what to do."""
    return _("{why}. Go on restarts the engine.", why=why)


def lines_word(count: int) -> str:
    """Return the number of lines, in words."""
    return _("1 line") if count == 1 else _("{count} lines", count=count)
