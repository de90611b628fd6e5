"""The card above the lists: the sentence that matters now, and what to do before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pygame import Rect

from board_core.author.analysis import Judgement

from .around_board import NamedMoves, refresh, tool
from .board.scene import Scene
from .headline import headline, is_record, subline
from .intents import Intent, PlayAction
from .kit.buttons import Button
from .kit.labels import Label, LampLabel
from .kit.painter import SMALL_SIZE, Icon
from .kit.panel import Panel
from .kit.widget import UI, Widget
from .labels import place_in_file
from .language import _
from .moves_pane import LinkButton
from .playing import reseated
from .state import State
from .wish import Frame

TITLE_SIZE = 20
"""Size of the headline, in points."""

ICONS = ("new", "boards", "flip", "menu")
"""The buttons at the right of the headline; *boards* is there in games on several boards."""

SPARED_EDGES = 20
"""Points of its edges that a button spares where a row is narrow."""


class HeaderCard:
    """The widgets of the card."""

    def __init__(self, ask: Callable[[Intent], None], again: Callable[[], object]) -> None:
        """``again`` plays once more with the other colour."""
        self._panel = Panel()
        self._title = LampLabel(TITLE_SIZE, bold=True)
        self._words = Label(wrap=True, color="dim", size=SMALL_SIZE)
        self._icons = {
            name: tool(ask, name, text="", compact=True, ghost=True, hint="") for name in ICONS
        }
        self._games = LinkButton("", tool(ask, "games").action, ghost=True, size=SMALL_SIZE)
        review = _("Rev&iew the game")
        self.buttons: dict[str, Button] = {
            "start": tool(ask, "start", primary=True, icon=Icon.PLAY),
            "accept": tool(ask, "draw", primary=True),
            "decline": Button(_("Decline"), partial(ask, PlayAction.DECLINE_DRAW)),
            "review": tool(ask, "review", text=review, primary=True, icon=Icon.ANALYSE),
            "again": Button("", again, icon=Icon.RESET),
            "new": tool(ask, "new", text=_("New game"), icon=Icon.NEW, hint=""),
        }
        self._named = NamedMoves(ask)
        self._rows: list[list[Widget]] = []
        self._many = False  # the file has several games
        self._wide = 0
        self._same: tuple[object, ...] = ()  # what keeps the lines that it once needed
        self._lines = (1, 1)  # of the headline, of what stands below it
        self._hidden = self._levels = False

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in the order of the keyboard's focus."""
        return [
            self._panel,
            self._title,
            self._words,
            self._games,
            *self.buttons.values(),
            *self._named.buttons,
            *self._icons.values(),
        ]

    @property
    def menu_rect(self) -> Rect:
        """Return the place of the button that opens the menu."""
        return self._icons["menu"].rect

    @property
    def text(self) -> str:
        """Return all that the card says."""
        return f"{self._title.words}\n{self._words.text}"

    def show(
        self, state: State, scene: Scene, judged: Mapping[int, Judgement], again_as: str
    ) -> bool:
        """Show a state; return whether the card needs another height.

        ``again_as`` is the text of the button that plays with the other colour; empty: the same.
        """
        game = state.game
        if hidden := self._hidden:
            self._hidden = False
            for widget in (self._panel, self._title, self._words, *self._icons.values()):
                widget.show()
        before = self._words.text, self._title.words
        title, light = headline(state)
        self._title.set(title, light)
        words, color = subline(state, judged)
        self._words.set(scene.letters.show(words), color)
        self._words.tip = self._words.text
        refresh(self.buttons["start"], "start", game)
        refresh(self.buttons["review"], "review", game)
        refresh(self.buttons["accept"], "draw", game)
        self.buttons["again"].set(again_as or _("Play &again"))
        self.buttons["again"].emphasise(reseated(game))
        self._icons["new"].enable(not game.busy)
        text = place_in_file(game)
        self._games.set(text)
        rows = self._rows_of(state)
        same = game.number, game.phase.__class__, game.view.start, state.frame, rows
        if same != self._same:
            self._same, self._lines = same, (1, 1)
        named = self._named.show(game, scene)
        levels = bool(game.rules.geometry.levels)
        changed = hidden or named or rows != self._rows or bool(text) is not self._many
        changed |= self._icons["boards"].visible is not levels
        self._rows, self._many = rows, bool(text)
        self._icons["boards"].show(levels)
        self._levels = levels
        self._games.show(self._many)
        seen = {id(widget) for row in rows for widget in row}
        for button in self.buttons.values():
            button.show(id(button) in seen)
        return changed or before != (self._words.text, self._title.words)

    def _rows_of(self, state: State) -> list[list[Widget]]:
        """Return the buttons of the state, row by row: one primary over the width, two below."""
        game, buttons = state.game, self.buttons
        if state.frame is Frame.ANALYSIS or state.study.current is not None:
            return []
        if game.draw_offered and game.running:
            return [[buttons["accept"], buttons["decline"]]]
        if reseated(game):
            return [[buttons["again"]], [buttons["new"]]]
        if game.ended and game.explained is None:
            return [[buttons["review"]], [buttons["again"], buttons["new"]]]
        if is_record(game):
            judged = game.sheet is None or game.sheet.scores() or not game.view.played
            return [] if judged else [[buttons["review"]]]
        if game.free:
            return [[buttons["start"]]]
        return []

    def show_icons(self, shown: bool) -> None:
        """Show the icons in the full screen while the mouse moves, or hide them."""
        for name, button in self._icons.items():
            button.show(shown and (name != "boards" or self._levels))

    def _lasting_icons(self) -> list[Button]:
        """Return the icons that have a place, also while the full screen hides them."""
        return [each for name, each in self._icons.items() if name != "boards" or self._levels]

    def hide(self) -> None:
        """Give the place to another card."""
        for widget in self.widgets:
            widget.show(False)
        self._hidden = True

    def height(self, ui: UI, wide: int) -> int:
        """Return the height of the card for a width, both in pixels."""
        if wide != self._wide:
            self._wide, self._lines = wide, (1, 1)
        px = ui.px
        rows = len(self._rows) + bool(self._named)
        return px(12 + 6) + sum(self._heights(ui)) + rows * px(48) + px(24) * self._many

    def _heights(self, ui: UI) -> tuple[int, int]:
        """Return the pixels of the headline and of what stands below it, on one line or two each.

        Within a game they do not shrink: a click would hit something else.
        """
        px, fonts, wide = ui.px, ui.fonts, self._wide - ui.px(2 * 16)
        icons = px(36) * len(self._lasting_icons())
        title = self._title.natural_size(fonts, wide - icons)[1] // fonts.height(TITLE_SIZE)
        line = fonts.height(SMALL_SIZE)
        words, before = self._words.natural_size(fonts, wide)[1] // line, self._lines
        self._lines = max(before[0], min(2, title)), max(before[1], min(2, words))
        # descenders reach below the last line
        return px(30) * self._lines[0], line * self._lines[1] + px(4)

    def place(self, rect: Rect, ui: UI) -> None:
        """Place the card and all that is on it within a rectangle of pixels."""
        px, gap = ui.px, ui.px(8)
        self._panel.place(rect)
        inner = rect.inflate(-2 * px(16), -2 * px(12))
        x = inner.right + px(8)
        for button in reversed(self._lasting_icons()):
            x -= px(36)
            button.place((x, inner.y - px(4), px(36), px(4) + px(28)))
        title, words = self._heights(ui)
        self._title.place((inner.x, inner.y, x - gap - inner.x, title))
        y = inner.y + title
        self._words.place((inner.x, y, inner.w, words))
        y = self._words.rect.bottom - px(4)
        if self._many:
            wide = self._games.natural_size(ui.fonts, 0)[0]
            self._games.place((inner.x - px(8), y + px(4), min(wide, inner.w), px(24)))
            y += px(24)
        if self._named:
            self._named.place(Rect(inner.x, y + gap, inner.w, px(40)), ui)
            y += px(48)
        for row in self._rows:
            place_evenly(row, Rect(inner.x, y + gap, inner.w, px(40)), ui)
            y += px(48)


def place_evenly(widgets: Sequence[Widget], rect: Rect, ui: UI) -> None:
    """Place widgets side by side: all as wide, or by what they need where that is too narrow."""
    gap, count = ui.px(8), max(1, len(widgets))
    room = rect.w - gap * (count - 1)
    needs = [widget.natural_size(ui.fonts, 0)[0] for widget in widgets]
    widths = [room / count] * count
    if any(need > width for need, width in zip(needs, widths, strict=False)):
        spare = (room - sum(needs)) / count
        if spare >= -ui.px(SPARED_EDGES):
            widths = [need + spare for need in needs]
    x = float(rect.x)
    for widget, width in zip(widgets, widths, strict=False):
        widget.place((round(x), rect.y, round(x + width) - round(x), rect.h))
        x += width + gap
