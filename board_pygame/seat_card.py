"""The card of each side's AI: its status, and the buttons that load and release it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from board_core import Color

from .effects import OpenLoadAI
from .failure import reason_of
from .game_state import GameState
from .intents import ExplainSeat, Intent, ReleaseAI, SetMode
from .kit.buttons import Button
from .kit.labels import Label, LampLabel
from .kit.painter import SMALL_SIZE, Painter
from .kit.tabs import Segment, Segmented
from .kit.text import Fonts
from .kit.widget import Widget
from .labels import SEAT_LAMPS, spec_name
from .language import _, color_word, sentence
from .phases import Mode

SLOT_WIDTH = 150
"""Points of width of the place for one button: loading an AI, or reading one of its moves."""

USED_TIME_WIDTH = 58
"""Points of width for the time that a side has thought."""


class Panel(Widget):
    """The background of a card; with a ``foot`` of so many pixels, a line lies above that."""

    def __init__(self, radius: int = 6) -> None:
        super().__init__()
        self._radius = radius
        self.foot = 0

    def draw(self, painter: Painter) -> None:
        theme, rect = painter.theme, self.rect
        painter.box(rect, theme.panel, theme.line, self._radius)
        if self.foot:
            line = Rect(rect.x, rect.bottom - self.foot, rect.w, painter.px(1))
            painter.fill(theme.line, line)


class SeatCard:
    """The widgets of one side's card."""

    def __init__(self, color: Color, ask: Callable[[Intent], None]) -> None:
        white = color is Color.WHITE
        self._color = color
        self._panel = Panel()
        self._head = Rect(0, 0, 0, 0)
        self._fonts: Fonts | None = None
        self._low = False  # two rows instead of three
        self._slot = Rect(0, 0, 0, 0)  # of the buttons
        self._lamp = LampLabel()
        self._used = Label(align="right", mono=True, size=SMALL_SIZE, color="dim")
        load = _("&Load AI…") if white else _("L&oad AI…")
        read = _("Next move (&Y)") if white else _("Next move (&U)")
        tip = _("Chooses the program that plays this side.")
        self._load = Button(load, partial(ask, OpenLoadAI(color)), tip=tip)
        tip = _("Tells why this AI failed, and what to do.")
        self._why = Button(_("Why?"), partial(ask, ExplainSeat(color)), tip=tip)
        self._read = Button(
            read,
            partial(ask, ReleaseAI(color)),
            tip=_("Lets the AI make one move, when it is played by hand."),
        )
        self._modes = Segmented(
            [
                Segment(Mode.PERSON, _("Person"), _("Somebody at this window plays this side.")),
                Segment(Mode.AUTO, _("Auto"), _("The AI plays this side.")),
                Segment(
                    Mode.BY_HAND, _("By hand"), _("The AI plays one move when you tell it to.")
                ),
            ],
            Mode.PERSON,
            lambda mode: ask(SetMode(color, mode)),
        )
        self._note = Label(size=SMALL_SIZE, color="dim")

    @property
    def widgets(self) -> list[Widget]:
        return [
            self._panel,
            self._lamp,
            self._used,
            self._load,
            self._read,
            self._why,
            self._modes,
            self._note,
        ]

    def place(self, rect: Rect, fonts: Fonts) -> None:
        """Place the card; a low one has its note in the head line."""
        px = fonts.px
        self._panel.place(rect)
        inner = rect.inflate(-2 * px(12), -2 * px(10))
        row, gap = px(32), px(8)
        used = px(USED_TIME_WIDTH)
        self._used.place((inner.right - used, inner.y, used, px(22)))
        self._head = Rect(inner.x, inner.y, inner.w, px(22))
        slot = Rect(inner.right - px(SLOT_WIDTH), 0, px(SLOT_WIDTH), row)
        modes = Rect(inner.x, inner.bottom - row, inner.w, row)
        self._low = rect.h < px(120)
        if self._low:
            slot.y = modes.y
            modes.w = slot.x - gap - modes.x
        else:
            slot.y = self._head.bottom + px(4)
            self._note.place((inner.x, slot.y, slot.x - gap - inner.x, row))
        self._slot = slot
        self._read.place(slot)
        self._modes.place(modes)
        self._fonts = fonts
        self._place_slot()
        self._place_head()

    def _place_slot(self) -> None:
        """Place the button that loads an AI, and beside it the one that tells why it failed."""
        if self._fonts is None:
            return
        slot, gap = Rect(self._slot), self._fonts.px(8)
        if self._why.visible:
            wide = self._why.natural_size(self._fonts, 0)[0]
            self._why.place((slot.right - wide, slot.y, wide, slot.h))
            slot.w -= wide + gap
        self._load.place(slot)

    def _place_head(self) -> None:
        """Place the lamp; it takes the room of the time and of the note if they are not there."""
        if self._fonts is None:
            return
        head = Rect(self._head)
        head.w -= self._used.rect.w if self._used.visible else 0
        if self._low:
            lamp = self._lamp.natural_size(self._fonts, 0)[0] + self._fonts.px(12)
            lamp = min(head.w, lamp) if self._note.text else head.w
            self._note.place((head.x + lamp, head.y, max(0, head.w - lamp), head.h))
            head.w = lamp
        self._lamp.place(head)

    def show_used(self, seconds: float) -> None:
        """Show the time that the side has thought up to now."""
        minutes, rest = divmod(int(10 * seconds), 600)
        self._used.set(f"{minutes}:{rest / 10:04.1f}" if seconds else "")
        if self._used.visible is not bool(self._used.text):
            self._used.show(bool(self._used.text))
            self._place_head()

    def show(self, state: GameState) -> None:
        """Show a side, apart from its time."""
        seat, (words, light) = state.seats[self._color], SEAT_LAMPS[state.lamp(self._color)]
        self._lamp.set(f"{color_word(self._color)} · {_(words)}", light)
        free = not (state.running or state.busy)
        by_hand = seat.mode is Mode.BY_HAND and state.running
        self._load.show(not by_hand)
        self._load.enable(free and not seat.trying)
        self._read.show(by_hand)
        self._read.enable(state.may_release(self._color))
        self._modes.set(seat.mode)
        loaded = seat.spec is not None
        self._modes.allow(frozenset(Mode) if loaded else frozenset((Mode.PERSON,)))
        self._modes.enable(state.free or state.ended)
        reason = "" if state.running or state.busy else reason_of(seat)
        self._why.show(bool(reason) and not by_hand)
        self._place_slot()
        if reason:
            self._note.set(reason, "error")
            self._note.tip = reason
        else:
            self._note.set(spec_name(seat.spec) if seat.spec is not None else "", "dim")
            self._note.tip = seat.spec.text if seat.spec is not None else ""
            if seat.mode is Mode.BY_HAND and (why := state.own_moves_only(self._color)) is not None:
                self._note.tip = sentence(why)
        self._place_head()
