"""The card that tells how a game ended, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from .bars_and_menus import tool
from .failure import reason_of
from .game_state import GameState
from .intents import BeginAction, ExplainSeat, Intent
from .kit.buttons import Button
from .kit.icon import Icon
from .kit.labels import Label, LampLabel
from .kit.widget import UI, Widget
from .labels import count_words, verdict_for_person
from .language import _, outcome_words
from .seat_card import Panel

TITLE_SIZE = 20
"""Size of the result, in points."""


class EndCard:
    """The widgets of the card; without a result they are hidden."""

    def __init__(self, ask: Callable[[Intent], None], again: Callable[[], object]) -> None:
        """``again`` plays once more with the other colour."""
        self._again_as = again
        self._again_same = partial(ask, BeginAction.PLAY_AGAIN)
        self._panel = Panel()
        self._title = LampLabel(TITLE_SIZE)
        self._words = Label(wrap=True, color="dim")
        self._ask = ask
        review = _("Revie&w the game")
        self.review = tool(ask, "review", text=review, primary=True, icon=Icon.ANALYSE)
        self.why = Button(_("&Why it failed"), primary=True, icon=Icon.INFO)
        self._again = Button("", icon=Icon.RESET)
        self._new = tool(ask, "new", text=_("New game…"), icon=Icon.NEW, hint="")
        self._told: tuple[Widget, ...] = (self._panel, self._title, self._words)
        self.shown = False

    @property
    def widgets(self) -> list[Widget]:
        return [*self._told, self.review, self.why, self._again, self._new]

    @property
    def main(self) -> Button:
        """The button that gets the keyboard: it tells of a failure, or reviews the game."""
        return self.why if self.why.visible else self.review

    def show(self, state: GameState, again_as: str) -> bool:
        """Show the result, if there is one; return whether it has just appeared.

        ``again_as`` is the text of the button for the other colour; empty: the same once more.
        """
        ended, before = state.view.ended if state.ended else None, self.shown
        self.shown = ended is not None
        for widget in self.widgets:
            widget.show(self.shown)
        if ended is not None:
            words, light = verdict_for_person(state, ended.outcome)
            self._title.set(words, light)
            reason = outcome_words(ended.outcome, ended.explanation)
            failed = state.explained
            blamed = failed is not None and ended.explanation is not None
            why = reason_of(state.seats[failed]) if blamed and failed is not None else ""
            self.review.show(not why)
            self.why.show(bool(why))
            if failed is not None and why:
                reason = why
                self.why.action = partial(self._ask, ExplainSeat(failed))
            points = state.rules.geometry.on_points
            count = count_words(state, len(state.view.played))
            result = () if points else (ended.outcome.result,)  # where Black begins, 0-1 misleads
            self._words.set(" · ".join((*result, count, reason)))
            self._words.tip = reason
            self._again.set(again_as or _("Play &again"))
            self._again.action = self._again_as if again_as else self._again_same
            self.review.enable(bool(state.view.played))
        return self.shown and not before

    def place(self, rect: Rect, ui: UI) -> int:
        """Place the card at the top of a rectangle; return its height in pixels."""
        if not self.shown:
            return 0
        px, fonts = ui.px, ui.fonts
        inner = Rect(rect.x + px(16), rect.y + px(12), rect.w - px(32), px(32))
        self._title.place(inner)
        lines = min(4, self._words.natural_size(fonts, inner.w)[1] // fonts.height(14))
        words = Rect(inner.x, inner.bottom, inner.w, lines * fonts.height(14))
        self._words.place(words)
        button = Rect(inner.x, words.bottom + px(8), inner.w, px(36))
        for widget in (self.review, self.why):
            widget.place(button)
        half = (inner.w - px(8)) // 2
        y = button.bottom + px(8)
        self._again.place((inner.x, y, half, px(36)))
        self._new.place((inner.right - half, y, half, px(36)))
        height = y + px(36 + 12) - rect.y
        self._panel.place((rect.x, rect.y, rect.w, height))
        return height
