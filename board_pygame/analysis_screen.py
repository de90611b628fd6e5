"""The analysis: the free board, the lines that an engine proposes, and the record of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color
from board_core.author.analysis import Judgement

from .actions import board_key, wheel_steps
from .analysis import origin_of
from .around_board import BoardBorder, StripPair, StudyTools, step_buttons, tool
from .board.scene import Scene
from .board.widget import BoardWidget
from .effects import DialogAction
from .evaluation import analysis_key, evaluation_bar
from .game_state import GameState
from .history import HistoryRows
from .intents import (
    Intent,
    LinesAction,
)
from .kit.buttons import Button, spread
from .kit.labels import Label, Light, PromptLine
from .kit.moves import MovesGrid
from .kit.painter import Icon
from .kit.widget import UI, Layer, Widget, plain
from .labels import (
    evaluation_of,
    place_in_file,
    prompt_light,
    strip_of,
)
from .language import _, color_letters, sentence
from .layout import Layout, analysis_frame
from .lines_pane import LinesPane
from .panes import GraphPane
from .seat_card import Panel
from .state import State
from .study import advantage
from .wish import Frame


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
        self.lines = LinesPane(ask, board)
        self._graph = GraphPane(ask)
        self._make_moves(state)
        self._prompt = PromptLine()
        self._actions = self._make_actions()
        self.add(
            *self._tools.widgets,
            self._bar,
            board,
            self._border,
            self._strips.of.white,
            self._strips.of.black,
            *self._graph.widgets,
            self._panel,
            self._head,
            self._games,
            self._moves,
            *self._steps,
            self._prompt,
            *self._actions.values(),
            *self.lines.widgets,
        )
        self.focus = board

    # The widgets

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
        self.lines.place(place["engine"].union(place["found"]), ui)
        self._graph.show("graph" in place)
        if "graph" in place:
            self._graph.place(place["graph"], ui)
        self._lay_moves(place["moves"], ui)
        self._prompt.place(place["prompt"])
        spread(list(self._actions.values()), place["actions"], ui)

    def _frame(self, share: float, ui: UI) -> Layout:
        extent = self.board.scene.extent
        return analysis_frame(ui.size, ui.fonts.scale, extent, share=share, lines=self._lines)

    def _lay_strips(self) -> None:
        if (place := self._layout) is not None:
            self._strips.place(place["upper"], place["lower"], flipped=self._flipped)

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
        self.lines.show_state(state, judged)
        self._graph.show_state(state, judged)
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

    def _show_evaluation(self, state: State, judged: Mapping[int, Judgement]) -> None:
        game, lines = state.game, state.analysis.shown
        value = None if state.analysis.hidden else evaluation_of(game, judged)[1]
        if lines and lines[0].score is not None:
            value = advantage(lines[0].score, game.shown.to_move)
        self._bar.set((value, self._flipped))

    def show_clocks(self, _game: GameState, _now: float) -> None:
        """Show nothing: no clock runs on a free board."""

    def show_pointed(self, _square: str | None) -> None:
        """Show nothing of the square under the pointer."""

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


def failure_words(why: str) -> str:
    """Return why the engine failed, and what to do."""
    return _("{why}. Go on restarts the engine.", why=why)
