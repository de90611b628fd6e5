"""The pane of the moves: the grid, and the row that steps through the game below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from pygame import Rect

from board_core.author.analysis import Judgement

from .around_board import step_buttons
from .effects import DialogAction
from .game_state import GameState
from .history import HistoryRows, more_words
from .intents import TO_NEWEST_PLY, ChangeSettings, Intent
from .kit.buttons import Button
from .kit.moves import MovesGrid
from .kit.painter import SMALL_SIZE, Painter
from .kit.text import RGB
from .kit.widget import UI, Painted, Widget
from .labels import moves_in
from .language import _
from .state import State

NAV_HEIGHT = 44
"""Points of height of the row below the moves."""


class LinkButton(Button):
    """A button that looks like a link."""

    def _draw_ground(self, painter: Painter) -> RGB:
        super()._draw_ground(painter)
        return painter.theme.accent


class NavRow:
    """First, back, forward, last; between them the way back while a game's past is shown."""

    def __init__(self, ask: Callable[[Intent], None]) -> None:
        self._line = Painted(0, lambda painter, rect, _: painter.fill(painter.theme.line, rect))
        self._steps = step_buttons(ask)
        back = partial(ask, TO_NEWEST_PLY)
        self._live = LinkButton("", back, ghost=True, size=SMALL_SIZE, hint=_("Space"))
        self._placed: tuple[Rect, UI] | None = None
        self._visible = True
        self._live.show(False)

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in the order of the keyboard's focus."""
        return [self._line, *self._steps[:2], self._live, *self._steps[2:]]

    def place(self, rect: Rect, ui: UI) -> None:
        """Place the buttons at both ends, where they stay, with room for words between them."""
        self._placed, line = (rect, ui), max(1, ui.px(1))
        self._line.place((rect.x, rect.y, rect.w, line))
        rect = Rect(rect.x, rect.y + line, rect.w, rect.h - line)
        side = ui.px(NAV_HEIGHT + 8)
        left = [rect.x, rect.x + side, rect.right - 2 * side, rect.right - side]
        for button, x in zip(self._steps, left, strict=True):
            button.place((x, rect.y, side, rect.h))
        self._live.place((left[1] + side, rect.y, left[2] - left[1] - side, rect.h))

    def show(self, visible: bool) -> None:
        """Show the row, or hide it."""
        self._visible = visible
        for widget in self.widgets:
            widget.show(visible and (widget is not self._live or bool(self._live.text)))

    def show_state(self, game: GameState) -> None:
        """Show where one can go, and the way back to the newest move of a game."""
        count = len(game.view.played)
        for at, button in enumerate(self._steps):
            button.enable(game.ply > 0 if at < 2 else game.ply < count)
        moves = moves_in(game.rules, count)
        back = "" if game.free or game.live else _("Back to move {count}", count=moves)
        if back != self._live.text:
            self._live.set(back)
            self.show(self._visible)
            if self._placed is not None:
                self.place(*self._placed)


class MovesPane:
    """The moves of the game or of the record on the board."""

    filled = True

    def __init__(self, ask: Callable[[Intent], None], state: State) -> None:
        self._ask, self._state = ask, state
        self._history = HistoryRows(state.game, state.settings.letters_with_i)
        self.grid = MovesGrid(
            self._history,
            on_cursor=lambda row: ask(self._history.intent(row, self.grid.pointed)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            more=more_words,
        )
        self.grid.extra_tip = _("seconds for this move")
        self.nav = NavRow(ask)

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in the order of the keyboard's focus."""
        return [self.grid, *self.nav.widgets]

    def place(self, rect: Rect, ui: UI) -> None:
        """Place the grid, and the row below it."""
        high = ui.px(NAV_HEIGHT)
        self.grid.place((rect.x, rect.y, rect.w, rect.h - high))
        self.nav.place(Rect(rect.x, rect.bottom - high, rect.w, high), ui)

    def show(self, visible: bool) -> None:
        """Show the moves, or hide them; the row below them stays."""
        self.grid.show(visible)

    def show_state(self, state: State, judged: Mapping[int, Judgement]) -> None:
        """Show the moves, their judgements, and the one that led to the shown position."""
        self._state, game = state, state.game
        told = _("Click a player to choose who moves: a person, a level or a program.")
        self.grid.empty = _("No move yet."), told if game.free else ""
        self.grid.turn_words(state.settings.moves_in_words)
        self._history.show_in(self.grid, game, judged)
        self.nav.show_state(game)

    def toggle_words(self) -> None:
        """Tell each move in words, a line each, or show two columns; this is kept."""
        settings = self._state.settings
        self._ask(ChangeSettings(replace(settings, moves_in_words=not settings.moves_in_words)))
