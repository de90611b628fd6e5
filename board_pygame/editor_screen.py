"""The editor of positions: a board between the pieces, and beside it the rest of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import dist
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color
from board_core.match.known_games import hosted

from .around_board import tool
from .board.backdrop import colors_of
from .board.hand import DRAG_AFTER_PIXELS
from .board.scene import Scene, lettered, lettering
from .board.widget import ARROW_KEYS, BoardWidget
from .editing import ERASER_TOOL, HAND_TOOL, Editing, symbol_of_key
from .effects import DialogAction
from .games import Terms, terms
from .intents import (
    Edit,
    EditorAction,
    Intent,
    LookAction,
    UsePosition,
    edit,
)
from .kit.buttons import COMPACT_WIDTH, Button, CheckBox
from .kit.cards import PiecePalette
from .kit.fields import TextField
from .kit.form import FormRow, ScrolledForm
from .kit.labels import Label, LampLabel, Light
from .kit.menu import DropDown
from .kit.painter import HEAD_SIZE, SMALL_SIZE, Icon, Painter
from .kit.panel import Panel
from .kit.tabs import Segment, Segmented
from .kit.widget import UI, Layer, Widget, alt_only, command, plain
from .language import _, color_word, sentence
from .layout import LEAST_WIDE, Extent, Layout, Leaf
from .player_strip import WOOD_COLOR
from .state import State
from .wish import Way

LEAST_OFFERED = 44
"""Least width of a piece that is offered, in points, beside a button with words."""

TAP_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))
REMOVE_KEYS = frozenset((pygame.K_DELETE, pygame.K_BACKSPACE))


class ArrangingBoard(BoardWidget):
    """Tells ``tap`` and ``remove`` the places, and gives pieces that are dragged to the carrier."""

    def __init__(
        self,
        *of_board: Any,
        tap: Callable[[str], object],
        remove: Callable[[str], object],
        carrier: EditorScreen,
        **options: Any,
    ) -> None:
        """The arguments without a name, and all other options, are those of the board."""
        super().__init__(*of_board, **options)
        self._tap, self._remove, self._carrier = tap, remove, carrier
        self._down: tuple[str, tuple[int, int]] | None = None  # where the button went down
        self._carries = False

    def show_held(self, scene: Scene, held: str) -> None:
        """Show a scene, and which piece was picked up by a click."""
        self.show_scene(replace(scene, movable=frozenset({held} if held else ())), animate=False)
        self.hand = replace(self.hand, selected=held or None)
        self._update()

    def handle(self, event: Event, ui: UI) -> bool:
        self._now = ui.now
        match event.type:
            case pygame.MOUSEMOTION:
                self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                place = self.cells.square_at(event.pos)
                self.hand = replace(self.hand, cursor=None)
                if place is not None and event.button == 3:
                    self._remove(place)
                elif place is not None:
                    self._down = place, event.pos
                    ui.capture(self)
                self._update()
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._let_up(event.pos)
            case pygame.KEYDOWN if plain(event):
                return self._pressed_key(event.key)
            case _:
                return False
        return True

    def _moved(self, at: tuple[int, int]) -> None:
        if self._carries:
            self._carrier.carry_on(at)
        elif self._down is not None and dist(at, self._down[1]) >= DRAG_AFTER_PIXELS:
            place = self._down[0]
            symbol = self.scene.pieces.get(place)
            if symbol is not None:
                self._carries = True
                self._carrier.carry(symbol, place, at)
        self.hand = replace(self.hand, hover=self.cells.square_at(at))
        self._update()

    def _let_up(self, at: tuple[int, int]) -> None:
        down, self._down = self._down, None
        if self._carries:
            self._carries = False
            self._carrier.put_down(at)
        elif down is not None and self.cells.square_at(at) == down[0]:
            self._tap(down[0])

    def _pressed_key(self, key: int) -> bool:
        cursor = self.hand.cursor
        if key in ARROW_KEYS:
            self._move_cursor(*ARROW_KEYS[key])
        elif key in TAP_KEYS and cursor is not None:
            self._tap(cursor)
        elif key in REMOVE_KEYS and cursor is not None:
            self._remove(cursor)
        else:
            return False
        return True

    def let_go(self) -> None:
        self._down = None
        if self._carries:
            self._carries = False
            self._carrier.give_up()
        super().let_go()


def editor_frame(size: tuple[int, int], scale: float = 1.0, board: Extent = (8, 8)) -> Layout:
    """Lay out the editor: the board between its pieces, and the panel with its card."""

    def px(points: float) -> int:
        return round(points * scale)

    (width, height), margin, gap, strip = size, px(24), px(8), px(48)
    around = 2 * (strip + gap)
    room = width - 3 * margin - px(360), height - 2 * px(16) - around
    cell = max(1, int(min(room[0] / board[0], room[1] / board[1])))
    place = Rect(0, 0, max(int(cell * board[0]), px(LEAST_WIDE)), int(cell * board[1]))
    panel = min(width - 3 * margin - place.w, px(640))
    x, y = (width - place.w - margin - panel) // 2, max(0, height - place.h - around) // 2
    place.topleft = x, y + strip + gap
    upper, lower = (Rect(x, top, place.w, strip) for top in (y, place.bottom + gap))
    header = Rect(place.right + margin, y, panel, px(72))
    body = Rect(header.x, header.bottom + gap, panel, place.bottom - header.bottom - gap)
    return Layout(
        (
            Leaf("upper", upper, "upper", (300, 40)),
            Leaf("board", place, "board", (LEAST_WIDE, 0)),
            Leaf("lower", lower, "lower", (300, 40)),
            Leaf("header", header, "header", (300, 72)),
            Leaf("body", body, "form", (300, 300)),
            Leaf("actions", Rect(body.x, lower.y + px(4), panel, px(40)), "actions", (300, 40)),
        )
    )


CASTLING_WORDS = {"k": "O-O", "q": "O-O-O"}


class CarriedPiece(Widget):
    """The piece that hangs on the pointer."""

    def __init__(self, picture: Callable[[str, int], pygame.Surface]) -> None:
        super().__init__()
        self._picture = picture
        self.symbol, self.origin = "", ""
        self.show(False)

    def draw(self, painter: Painter) -> None:
        if self.symbol:
            painter.surface.blit(self._picture(self.symbol, self.rect.w), self.rect)


class EditorScreen(Layer):
    """The board between the pieces to choose from, and the rest of the position beside it."""

    def __init__(self, ask: Callable[[Intent], None], state: State) -> None:
        super().__init__()
        editing = state.editing
        assert editing is not None, "a position is edited"
        self._ask, self._state, self._editing = ask, state, editing
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._flipped = state.flipped
        rules, settings = editing.rules, state.settings
        self.board = ArrangingBoard(
            hosted(rules).look,
            rules.geometry,
            lambda _intent: None,
            tap=lambda place: ask(edit(Editing.tapped, place)),
            remove=lambda place: ask(edit(Editing.without, place)),
            carrier=self,
            colors=colors_of(settings.board_colors, settings.theme),
            duration=0.0,
        )
        self._palettes = {
            color: PiecePalette(
                [one for one in editing.palette if one.isupper() is (color is Color.WHITE)],
                self.board.picture,
                lambda symbol: ask(edit(Editing.with_tool, symbol)),
                self,
                WOOD_COLOR,
            )
            for color in Color
        }
        self._hand = Button(
            _("Hand"),
            partial(ask, edit(Editing.with_tool, HAND_TOOL)),
            icon=Icon.HAND,
            tip=_("Click a piece, then its new place; or drag it. (0)"),
        )
        self._eraser = Button(
            _("Remove"),
            partial(ask, edit(Editing.with_tool, ERASER_TOOL)),
            icon=Icon.CROSS,
            tip=_("Click a piece to remove it; a right click does the same. (X)"),
        )
        self._panels = Panel(10), Panel(10)
        self._title = Label(_("Set up a position"), size=HEAD_SIZE, bold=True)
        self._hint = Label(_("Click a piece, then its squares."), size=SMALL_SIZE, color="dim")
        self._hint.tip = _("A second click takes it away.")
        self._icons = {
            name: tool(ask, name, text="", compact=True, hint="") for name in ("flip", "menu")
        }
        self._make_form(editing)
        self._verdict = LampLabel()
        self._actions = self._make_actions()
        self._actions["analyse"].emphasise(True)
        self._carried = CarriedPiece(self.board.picture)
        first, last = self._palette_order()
        self.add(
            *self._panels,
            first,
            self._hand,
            self.board,
            last,
            self._eraser,
            self._title,
            self._hint,
            *self._icons.values(),
            *self._form.widgets,
            self._verdict,
            *self._actions.values(),
            self._carried,
        )
        self.focus = self.board

    def _palette_order(self) -> tuple[PiecePalette, PiecePalette]:
        """Return the palettes from above: Black's first, unless the board is turned."""
        above = Color.WHITE if self._flipped else Color.BLACK
        return self._palettes[above], self._palettes[above.other]

    # The widgets

    def _make_form(self, editing: Editing) -> None:
        ask, rules = self._ask, editing.rules
        self._side = Segmented(
            [Segment(color, color_word(color)) for color in Color],
            editing.draft.pieces.to_move,
            lambda color: ask(edit(Editing.with_turn, color)),
        )
        self._side.stretches = True
        self._rights = {
            right: CheckBox(
                CASTLING_WORDS.get(right.lower(), right),
                on_change=partial(self._toggle, right),
            )
            for right in editing.known_rights
        }
        self._passed = DropDown([_("none")], 0, self._pass)
        self._passed_names: tuple[str, ...] = ("",)
        self._undo = Button(
            _("Undo"),
            partial(ask, edit(Editing.undo)),
            icon=Icon.TAKE_BACK,
            tip=_("Ctrl+Z; Ctrl+Y makes the change again"),
        )
        self._empty = Button(_("Empty board"), partial(ask, edit(Editing.emptied)))
        first = Button(_("First position"), partial(ask, edit(Editing.from_first)))
        changes = first, self._empty, self._undo
        for button in changes:
            button.stretches = True
        self._text = TextField(
            editing.draft.text,
            mono=True,
            on_change=lambda text: ask(edit(Editing.read, text)),
        )
        self._copy = Button(
            _("Copy"),
            partial(ask, EditorAction.COPY_EDITED),
            icon=Icon.COPY,
            tip="Ctrl+C",
            compact=True,
        )
        self._paste = Button(
            _("Paste"), self._paste_text, icon=Icon.PASTE, tip="Ctrl+V", compact=True
        )
        rows = [FormRow(self._side, label=_("To move"))]
        for color in Color:
            own = [
                box for one, box in self._rights.items() if one.isupper() is (color is Color.WHITE)
            ]
            if own:
                white = color is Color.WHITE
                label = _("White may castle") if white else _("Black may castle")
                rows.append(FormRow(*own, label=label))
        if self._rights:
            rows.append(FormRow(self._passed, label=_("En passant")))
        rows.append(FormRow(*changes))
        fen = terms(rules) is Terms.CHESS
        rows.append(FormRow(Label(_("As text (FEN)") if fen else _("As text"), color="dim")))
        rows.append(FormRow(self._text, self._copy, self._paste))
        self._form = ScrolledForm(rows)
        if not editing.palette:
            for widget in (self._side, self._empty, self._hand, self._eraser):
                widget.enable(False)

    def _make_actions(self) -> dict[str, Button]:
        def button(text: str, intent: Intent, icon: Icon | None = None) -> Button:
            return Button(text, partial(self._ask, intent), icon=icon)

        return {
            "cancel": button(_("&Cancel"), LookAction.LEAVE_FRAME),
            "board": button(_("To the &board"), UsePosition()),
            "play": button(_("&Play…"), UsePosition(Way.PLAY)),
            "analyse": button(_("&Analyse"), UsePosition(Way.ANALYSE), Icon.ANALYSE),
        }

    def _toggle(self, right: str, _on: bool) -> None:
        self._ask(edit(Editing.with_right_toggled, right))

    def _pass(self, index: int) -> None:
        self._ask(edit(Editing.passing, self._passed_names[index]))

    def _paste_text(self) -> None:
        if self._ui is not None:
            self._ask(pasted(self._ui))

    # Where they lie

    def layout(self, ui: UI) -> None:
        self._ui = ui
        px, gap = ui.px, ui.px(8)
        place = self._layout = editor_frame(ui.size, ui.fonts.scale, self.board.scene.extent)
        self.board.place(place["board"])
        for name, palette, button in zip(
            ("upper", "lower"), self._palette_order(), (self._hand, self._eraser), strict=True
        ):
            row = place[name]
            least = len(palette.symbols) * px(LEAST_OFFERED)
            wide = button.natural_size(ui.fonts, 0)[0]
            wide = wide if row.w - wide - gap >= least else px(COMPACT_WIDTH)
            button.place((row.right - wide, row.y + px(4), wide, px(40)))
            palette.place((row.x, row.y, row.w - wide - gap, row.h))
        for panel, name in zip(self._panels, ("header", "body"), strict=True):
            panel.place(place[name])
        head = place["header"].inflate(-2 * px(16), -2 * px(10))
        for button in reversed(self._icons.values()):
            button.place((head.right - px(36), head.y, px(36), px(36)))
            head.w -= px(36) + gap
        self._title.place((head.x, head.y, head.w, px(28)))
        self._hint.place((head.x, head.y + px(28), head.w, px(24)))
        inner = place["body"].inflate(-2 * px(16), -2 * px(16))
        told = px(44)
        high = min(self._form.height(ui.fonts, inner.w), inner.h - gap - told)
        self._form.place_rows(ui.fonts, Rect(inner.x, inner.y, inner.w, high))
        self._verdict.place((inner.x, inner.y + high + gap, inner.w, told))
        self._lay_actions(place["actions"], ui)

    def _lay_actions(self, rect: Rect, ui: UI) -> None:
        """Place the buttons at the foot: all alike, or by their words where there is no room."""
        gap, actions = ui.px(8), list(self._actions.values())
        room = rect.w - gap * (len(actions) - 1)
        widths = [action.natural_size(ui.fonts, 0)[0] for action in actions]
        if max(widths) * len(actions) <= room:
            widths = [room // len(actions)] * len(actions)
        x, whole = rect.x, sum(widths)
        for action, wide in zip(actions, widths, strict=True):
            wide = wide * room // whole
            action.place((x, rect.y, wide, rect.h))
            x += wide + gap

    def pane(self, widget: Widget) -> str:
        if self._layout is None:
            return ""
        place = self._layout["body"] if widget in self._form.widgets else widget.rect
        return self._layout.pane_at(place.center)

    @property
    def menu_rect(self) -> Rect:
        """The place of the button that opens the menu."""
        return self._icons["menu"].rect

    def reveal(self, widget: Widget, ui: UI) -> None:
        self._form.reveal(widget)

    # What they show

    def show(self, state: State) -> None:
        """Show the position that is edited."""
        if state.editing is None:
            return
        self._state, self._editing = state, state.editing
        if state.flipped is not self._flipped:
            self._flipped = state.flipped
            if self._ui is not None:
                self._ui.relayout(self)
        self._show_board()
        self._show_form()
        self._show_verdict()

    def _show_board(self) -> None:
        state, editing = self._state, self._editing
        rules, settings, origin = editing.rules, state.settings, self._carried.origin
        geometry, pieces = rules.geometry, editing.draft.pieces.pieces
        with_i = settings.letters_with_i
        scene = Scene(
            hosted(rules).look,
            lettered(geometry, with_i),
            {at: one for at, one in pieces.items() if at in geometry and at != origin},
            marked=tuple(
                at for flaw in editing.draft.flaws for at in flaw.places if at in geometry
            ),
            letters=lettering(geometry, with_i),
            flipped=state.flipped,
            coordinates=settings.coordinates,
            text="" if geometry.places else str(rules.start(None)),
        )
        self.board.show_held(scene, editing.held)
        for palette in self._palettes.values():
            palette.set(editing.tool)
        self._hand.turn(editing.tool == HAND_TOOL)
        self._eraser.turn(editing.tool == ERASER_TOOL)

    def _show_form(self) -> None:
        editing = self._editing
        draft, possible = editing.draft, editing.rights
        self._side.set(draft.pieces.to_move)
        for right, box in self._rights.items():
            box.enable(right in possible)
            box.turn(right in possible and right in draft.pieces.rights)
        names = ("", *editing.passable)
        if names != self._passed_names:
            self._passed_names = names
            none = _("none") if len(names) > 1 else _("none possible")
            self._passed.options = [none, *names[1:]]
            self._passed.mark()
        self._passed.enable(len(names) > 1)
        passed = draft.pieces.passed
        self._passed.set(names.index(passed) if passed in names else 0)
        if self._text.text.strip() != draft.text:
            self._text.set(draft.text)
        self._undo.enable(bool(editing.before))

    def _show_verdict(self) -> None:
        flaws = [sentence(flaw.sentence) for flaw in self._editing.draft.flaws]
        told = " · ".join(dict.fromkeys(flaws))
        told = told[:1].upper() + told[1:]
        if flaws:
            self._verdict.set(told, Light.FAILED)
        else:
            told_how = "" if self._editing.palette else _("Positions of this game are set as text.")
            over = self._editing.rules.start(self._editing.draft.text or None).outcome()
            fine = _("This position can be played.")
            if over is not None:
                fine = _("The game is over in this position.")
            self._verdict.set(f"{fine} {told_how}".strip(), Light.FINE)
        for name, action in self._actions.items():
            if name != "cancel":
                action.enable(not flaws)
                action.tip = told if flaws else ""

    # Pieces on their way

    def carry(self, symbol: str, origin: str | None, at: tuple[int, int]) -> None:
        """Take a piece up; ``origin`` is its place, None beside the board."""
        self._carried.symbol, self._carried.origin = symbol, origin or ""
        self._carried.show()
        self.carry_on(at)
        self._show_board()

    def carry_on(self, at: tuple[int, int]) -> None:
        """Draw the piece in hand at the pointer, ``at`` pixels from the top left."""
        size = self.board.cells.cell
        self._carried.place((at[0] - size // 2, at[1] - size // 2, size, size))

    def put_down(self, at: tuple[int, int]) -> None:
        """Put the piece down where the pointer is; beside the board it is removed."""
        symbol, origin = self._carried.symbol, self._carried.origin
        place = self.board.cells.square_at(at)
        self.give_up()
        if place is None:
            if origin:
                self._ask(edit(Editing.without, origin))
        elif origin:
            self._ask(edit(Editing.carried, origin, place))
        else:
            self._ask(edit(Editing.put, place, symbol))

    def give_up(self) -> None:
        """Leave the piece where it was."""
        self._carried.show(False)
        self._carried.symbol = self._carried.origin = ""
        self._show_board()

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self._form.handle(event, ui)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        intent = self._intent(event, ui)
        if intent is None:
            return False
        self._ask(intent)
        return True

    def _intent(self, event: Event, ui: UI) -> Intent | None:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if command(event):
            if event.key == pygame.K_v:
                return pasted(ui)
            if event.key == pygame.K_z and shift:
                return edit(Editing.redo)
            commands: dict[int, Intent] = {
                pygame.K_z: edit(Editing.undo),
                pygame.K_y: edit(Editing.redo),
                pygame.K_c: EditorAction.COPY_EDITED,
                pygame.K_e: LookAction.LEAVE_FRAME,
            }
            return commands.get(event.key)
        if alt_only(event) and event.key == pygame.K_f:
            return LookAction.FLIP_BOARD
        if not plain(event):
            return None
        if pygame.K_a <= event.key <= pygame.K_z:
            color = Color.BLACK if shift else Color.WHITE
            symbol = symbol_of_key(self._editing.palette, chr(event.key), color)
            if symbol is not None:
                return edit(Editing.with_tool, symbol)
        keys: dict[int, Intent] = {
            pygame.K_0: edit(Editing.with_tool, HAND_TOOL),
            pygame.K_KP0: edit(Editing.with_tool, HAND_TOOL),
            pygame.K_x: edit(Editing.with_tool, ERASER_TOOL),
            pygame.K_t: edit(Editing.with_turn, self._editing.draft.pieces.to_move.other),
            pygame.K_ESCAPE: LookAction.LEAVE_FRAME,
            pygame.K_F1: DialogAction.OPEN_HELP,
            pygame.K_F3: UsePosition(Way.ANALYSE),
            pygame.K_F10: DialogAction.OPEN_MENU,
        }
        return keys.get(event.key)


def pasted(ui: UI) -> Edit:
    """Return the wish for the position whose text is on the clipboard."""
    return edit(Editing.read, " ".join(ui.clipboard.paste().split()))
