"""The card of the tour, in the place of the card at the head of the panel."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from .actions import Ask
from .game_state import GameState
from .intents import ShowStart, StepTour
from .kit.buttons import Button
from .kit.labels import Label, LampLabel, Light
from .kit.painter import SMALL_SIZE, Icon, Painter
from .kit.panel import Panel
from .kit.text import Fonts
from .kit.widget import UI, Painted, Widget
from .language import _, sentence
from .records import tour_of
from .tour import CARDS, Tour, TourStop
from .wish import Way

TITLE_SIZE, READ_SIZES = 24, (18, 16, 14)
"""Sizes of the title and of what is to be read, in points; the largest one that fits is used."""

PAD, GAP, BUTTON_HEIGHT = 20, 12, 40
"""Points between border and content, between two parts, and of height of a button."""


class TourCard:
    """The widgets of the card; without a tour they are hidden."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._panel = Panel()
        self._count = Label(size=SMALL_SIZE, color="dim")
        self._title = Label(size=TITLE_SIZE, wrap=True, bold=True)
        self._text = Label(size=READ_SIZES[0], wrap=True)
        self._task = Label(size=READ_SIZES[0], wrap=True, color="accent")
        self._praise = LampLabel(READ_SIZES[0])
        self._dots = Painted(0, paint_dots)
        self._close = Button(
            _("Close"), partial(ask, ShowStart()), icon=Icon.CROSS, compact=True, tip=_("Close")
        )
        self._back = Button(_("Back"), partial(ask, StepTour(-1)))
        self.next = Button("", primary=True)
        told = (self._panel, self._count, self._title, self._text, self._task, self._praise)
        self.widgets: list[Widget] = [*told, self._dots, self._back, self.next, self._close]
        self.shown = False

    def show_state(self, state: GameState) -> None:
        """Show the card of the tour that is on the board, if there is one."""
        tour = tour_of(state)
        self.shown = tour is not None
        for widget in self.widgets:
            widget.show(self.shown)
        if tour is not None:
            self._show_card(tour, "" if state.refusal is None else sentence(state.refusal))

    def _show_card(self, tour: Tour, refused: str) -> None:
        card = tour.card
        count = _("{number} of {count}", number=tour.number + 1, count=len(CARDS))
        self._count.set("  ·  ".join((_("3D chess in six cards"), count)))
        self._count.tip = self._count.text
        self._title.set(_(card.title))
        self._text.set(_(card.text))
        task = _(card.task) if card.task else ""
        told = f"{refused[:1].upper()}{refused[1:]}. {task}" if refused else task
        self._task.set(told, "warning" if refused else "accent")
        done = tour.tried or tour.shown
        self._task.show(bool(refused) or not done)
        self._praise.show(not refused and done)
        self._praise.set(_("Well done!") if tour.tried else _("That is how it goes."), Light.FINE)
        self._dots.set(tour.number)
        self._back.enable(tour.number > 0)
        words = _("Play now") if tour.ends else _("Show me") if tour.waits else _("Next")
        self.next.set(words)
        self.next.hint = "" if tour.ends else "→"
        self.next.action = partial(self._ask, ShowStart(Way.PLAY) if tour.ends else StepTour(1))

    def place(self, rect: Rect, ui: UI) -> int:
        """Place the card at the top of a rectangle; return its height, the same for all cards.

        It grows where a refusal needs room.
        """
        if not self.shown:
            return 0
        px, fonts, gap = ui.px, ui.fonts, ui.px(GAP)
        x, wide = rect.x + px(PAD), rect.w - 2 * px(PAD)
        button = px(BUTTON_HEIGHT)
        around = px(12 + 36) + 3 * gap + button + px(16)
        for size in READ_SIZES:
            most = max(_height(card, fonts, wide, size) for card in CARDS)
            if most + around <= rect.h:
                break
        y = rect.y + px(12)
        self._close.place((x + wide - px(36), y, px(36), px(36)))
        self._count.place((x, y, wide - px(44), px(36)))
        top = y = y + px(36)
        for label in (self._title, self._text, self._task):
            label.size = TITLE_SIZE if label is self._title else size
            label.place((x, y, wide, label.natural_size(fonts, wide)[1]))
            y = label.rect.bottom + gap
        self._praise.place((*self._task.rect.topleft, wide, fonts.height(READ_SIZES[0])))
        # why a move is refused may need more than any card
        y = max(top + most + 3 * gap, self._task.rect.bottom + gap if self._task.visible else 0)
        following = px(120)
        self.next.place((x + wide - following, y, following, button))
        back = self._back.natural_size(fonts, 0)[0]
        self._back.place((self.next.rect.x - px(8) - back, y, back, button))
        self._dots.place((x, y, self._back.rect.x - x, button))
        height = y + button + px(16) - rect.y
        self._panel.place((rect.x, rect.y, rect.w, height))
        return height


def _height(card: TourStop, fonts: Fonts, width: int, size: int) -> int:
    """Return the height in pixels of all that is written on a card."""
    texts = ((card.title, TITLE_SIZE), (card.text, size), (card.task, size))
    return sum(
        fonts.height(size) * len(fonts.wrap(_(text), size, width, bold=size == TITLE_SIZE))
        for text, size in texts
        if text
    )


def paint_dots(painter: Painter, rect: Rect, number: int) -> None:
    """Draw a dot for each card; that of the present one is long."""
    x, high = rect.x, painter.px(8)
    for index in range(len(CARDS)):
        wide = painter.px(24 if index == number else 8)
        color = painter.theme.accent if index <= number else painter.theme.line
        painter.box(Rect(x, rect.centery - high // 2, wide, high), color, radius=4)
        x += wide + painter.px(6)
