"""The editor of positions: a board to put pieces on, all else of a position, and where to go."""

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

from .around_board import BoardBorder, StudyTools
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
from .kit.buttons import Button, CheckBox
from .kit.cards import PiecePalette
from .kit.fields import TextField
from .kit.form import FormRow, ScrolledForm
from .kit.labels import Label, Light, PromptLine
from .kit.menu import DropDown
from .kit.painter import Icon, Painter
from .kit.tabs import Segment, Segmented
from .kit.widget import UI, Layer, Widget, command, plain
from .labels import game_title
from .language import _, color_word, sentence
from .layout import Layout, editor_frame
from .player_strip import WOOD_COLOR
from .seat_card import Panel
from .state import State
from .wish import Frame, Way

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
                self._by_mouse = True
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
            self._by_mouse = False
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
        self._tools = StudyTools(ask, Frame.EDITOR)
        percent = state.settings.board_percent
        self._border = BoardBorder(ask, self, self.board, self._frame, percent)
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
        self._panel = Panel()
        self._make_form(editing)
        self._verdict = PromptLine()
        self._actions = self._make_actions()
        self._actions["analyse"].emphasise(True)
        self._carried = CarriedPiece(self.board.picture)
        first, last = self._palette_order()
        self.add(
            *self._tools.widgets,
            self._panel,
            first,
            self._hand,
            self.board,
            self._border,
            last,
            self._eraser,
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
        self._game = Label(game_title(self._state.game))
        self._side = Segmented(
            [Segment(color, color_word(color)) for color in Color],
            editing.draft.pieces.to_move,
            lambda color: ask(edit(Editing.with_turn, color)),
        )
        self._rights = {
            right: CheckBox(
                CASTLING_WORDS.get(right.lower(), right),
                on_change=partial(self._toggle, right),
            )
            for right in editing.known_rights
        }
        self._passed = DropDown([_("none")], 0, self._pass)
        self._passed_names: tuple[str, ...] = ("",)
        self._first = Button(
            _("Start"), partial(ask, edit(Editing.from_first)), tip=_("The starting position")
        )
        self._empty = Button(
            _("Empty"), partial(ask, edit(Editing.emptied)), tip=_("Remove all pieces")
        )
        self._undo = Button(
            _("Undo"),
            partial(ask, edit(Editing.undo)),
            tip=_("Ctrl+Z; Ctrl+Y makes the change again"),
        )
        self._text = TextField(
            editing.draft.text,
            mono=True,
            on_change=lambda text: ask(edit(Editing.read, text)),
            tip="FEN" if terms(rules) is Terms.CHESS else _("The position as text"),
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
        rows = [FormRow(self._game, label=_("Game")), FormRow(self._side, label=_("To move"))]
        for color in Color:
            own = [
                box for one, box in self._rights.items() if one.isupper() is (color is Color.WHITE)
            ]
            if own:
                label = _("White castles") if color is Color.WHITE else _("Black castles")
                rows.append(FormRow(*own, label=label))
        if self._rights:
            rows.append(FormRow(self._passed, label=_("En passant")))
        rows.append(FormRow(self._first, self._empty, self._undo, label=" "))
        rows.append(FormRow(self._text, self._copy, self._paste))
        self._form = ScrolledForm(rows)
        if not editing.palette:
            for widget in (self._side, self._empty, self._hand, self._eraser):
                widget.enable(False)

    def _make_actions(self) -> dict[str, Button]:
        def button(text: str, intent: Intent, icon: Icon | None = None) -> Button:
            return Button(text, partial(self._ask, intent), icon=icon)

        return {
            "play": button(_("&Play…"), UsePosition(Way.PLAY), Icon.PLAY),
            "watch": button(_("Two A&Is…"), UsePosition(Way.WATCH), Icon.WATCH),
            "cancel": button(_("&Cancel"), LookAction.LEAVE_FRAME),
            "board": button(_("To the &board"), UsePosition()),
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
        place = self._layout = self._border.lay(ui)
        self._tools.place(place, ui)
        self.board.place(place["board"])
        gap = ui.px(8)
        for name, palette, button in zip(
            ("upper", "lower"), self._palette_order(), (self._hand, self._eraser), strict=True
        ):
            row = place[name].inflate(0, -ui.px(4))
            wide = button.natural_size(ui.fonts, 0)[0]
            button.place((row.right - wide, row.y, wide, row.h))
            palette.place((row.x, row.y, row.w - wide - gap, row.h))
        self._panel.place(place["form"])
        inner = place["form"].inflate(-2 * ui.px(16), -2 * ui.px(12))
        self._form.place_rows(ui.fonts, inner)
        self._verdict.place(place["verdict"])
        self._lay_actions(place["actions"], ui)

    def _lay_actions(self, rect: Rect, ui: UI) -> None:
        gap, high = ui.px(8), (rect.h - ui.px(8)) // 2
        for y, names in ((rect.y, ("play", "watch")), (0, ("cancel", "board", "analyse"))):
            y = y or rect.bottom - high
            count = len(names)
            wide = (rect.w - gap * (count - 1)) // count
            for at, name in enumerate(names):
                self._actions[name].place((rect.x + at * (wide + gap), y, wide, high))

    def _frame(self, share: float, ui: UI) -> Layout:
        return editor_frame(ui.size, ui.fonts.scale, self.board.scene.extent, share=share)

    def pane(self, widget: Widget) -> str:
        if self._layout is None:
            return ""
        place = self._panel.rect if widget in self._form.widgets else widget.rect
        return self._layout.pane_at(place.center)

    @property
    def menu_rect(self) -> Rect:
        """The place of the button that opens the menu."""
        return self._tools.of["menu"].rect

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
        self._tools.of["back"].enable(bool(editing.before))

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
        analyse = self._tools.of["analyse"]
        analyse.enable(not flaws)
        analyse.tip = told or _("An engine tells the best lines of this position. (F3)")

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
            pygame.K_f: LookAction.FLIP_BOARD,
            pygame.K_ESCAPE: LookAction.LEAVE_FRAME,
            pygame.K_F1: DialogAction.OPEN_HELP,
            pygame.K_F2: LookAction.TOGGLE_COCKPIT,
            pygame.K_F3: UsePosition(Way.ANALYSE),
            pygame.K_F10: DialogAction.OPEN_MENU,
        }
        return keys.get(event.key)


def pasted(ui: UI) -> Edit:
    """Return the wish for the position whose text is on the clipboard."""
    return edit(Editing.read, " ".join(ui.clipboard.paste().split()))
