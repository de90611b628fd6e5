"""A user of the real window, made of events: nothing here sleeps or measures.

Whatever comes from other threads is waited for by what the window then shows.
"""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
from patience import PATIENCE
from pygame.event import Event

from board_core import Color
from board_core.frontend.settings import Settings
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.supervise.command import joined_words
from board_pygame.game_state import GameState
from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.cards import Cards
from board_pygame.kit.fields import TextField
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import Item, Menu
from board_pygame.kit.painter import Icon
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segmented
from board_pygame.kit.widget import Layer, Widget
from board_pygame.labels import start_words
from board_pygame.phases import Mode, Phase
from board_pygame.waiting import wait
from board_pygame.window import Window

PROGRAMS = Path(__file__).parent.parent / "programs"
OPPONENT = PROGRAMS / "opponent.py"
FUNCTIONS = PROGRAMS / "functions.py"

CTRL, ALT, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LSHIFT


def function(name: str) -> PlayerSpec:
    """One of ``tests/programs/functions.py``."""
    return parse_player(f"{name}={FUNCTIONS}:{name}")


def program(*arguments: str) -> PlayerSpec:
    """``tests/programs/opponent.py`` in a process of its own."""
    return parse_player(f"san:{joined_words((sys.executable, str(OPPONENT), *arguments))}")


class Gate:
    """Holds the function ``waits`` back from its next move."""

    def __init__(self) -> None:
        self._semaphore = threading.Semaphore(0)

    def open(self, moves: int = 1) -> None:
        self._semaphore.release(moves)

    def close(self) -> None:
        self._semaphore = threading.Semaphore(0)

    def passed(self) -> bool:
        """Soon: asks are few and short, as the question may be withdrawn."""
        return self._semaphore.acquire(timeout=0.02)


GATE = Gate()


class User:
    """A window, and what somebody does at it, until :meth:`leave`."""

    def __init__(self, folder: Path, isolate: bool = False, **chosen: object) -> None:
        usual = {"animation_ms": 0, "language": "en", "ui_scale": 1.0, "viewing_pause_ms": 0}
        usual |= {"ask_before_ending": False}
        usual["window"] = (1024, 768)
        self.file = folder / "settings.json"
        self.window = Window(Settings(**{**usual, **chosen}), self.file, isolate=isolate)
        self.clipboard = self.window.ui.clipboard
        GATE.close()
        self.do()

    def leave(self) -> None:
        self.window.close()

    # What there is

    @property
    def state(self) -> GameState:
        return self.window.state.game

    @property
    def top(self) -> Layer:
        return self.window.ui.top

    @property
    def moves(self) -> list[str]:
        """What was played, in SAN."""
        return [event.notation for event in self.state.view.played]

    @property
    def board(self) -> dict[str, str]:
        """The pieces on the board as it is drawn."""
        return dict(self.window.board.scene.pieces)

    @property
    def dialog(self) -> str:
        """The title of the dialog that is open."""
        return str(getattr(self.top, "title", ""))

    @property
    def words(self) -> str:
        """All the text of the topmost layer."""
        texts = [label.text for label in self.all(Label)]
        return "\n".join([self.dialog, *texts])

    @property
    def status(self) -> str:
        """What the card at the top says."""
        return self.window._screen.status

    @property
    def log(self) -> list[str]:
        """The events of the log, as far as they are shown."""
        return [text for _who, sign, text in self._logged if sign == "•"]

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """The lines to and from programs in the log: whose, arrow, line."""
        return [row for row in self._logged if row[1] != "•"]

    @property
    def _logged(self) -> list[tuple[str, ...]]:
        rows = self.window._log_lines
        return [tuple(rows.row(index)[1:]) for index in range(len(rows))]

    def all(self, kind: type) -> list:
        """What can be seen of a kind, as it was added."""
        return [w for w in self.top.widgets if isinstance(w, kind) and _seen(w)]

    def entry(self, number: int = 0) -> TextField:
        return self.all(TextField)[number]

    def table(self, number: int = 0) -> TableWidget:
        return self.all(TableWidget)[number]

    def button(self, text: str, number: int = 0) -> Button:
        """By its text; White's is number 0 and Black's number 1."""
        return [one for one in self.all(Button) if one.text == text][number]

    @property
    def tabs(self) -> dict[str, tuple[int, int]]:
        """Where the tabs are seen that hold something, by their names."""
        tabs = self.window._screen.tabs
        places = tabs._places(self.window.ui.fonts)
        return {tabs._captions[index].text: place.center for index, place in places.items()}

    def icon(self, icon: Icon) -> Button:
        """The button that shows this icon and no text."""
        return next(one for one in self.all(Button) if one.compact and one.icon is icon)

    # Waiting

    def do(self, *events: Event) -> None:
        self.window.turn(events)

    def until(self, condition: Callable[[], object]) -> None:
        """Turn, as the window's own loop does, until it is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.window.turn(wait(self.window._patience()))
            assert time.monotonic() < end, f"it never came: {self.status!r}, {self.log[-3:]}"

    def until_phase(self, phase: type[Phase]) -> None:
        self.until(lambda: isinstance(self.state.phase, phase))

    def until_moves(self, *moves: str) -> None:
        """These were played, and nothing else; then the next side has been asked."""
        wanted = list(moves)
        self.until(lambda: self.moves == wanted and (self.state.view.asked or self.state.ended))

    def until_asked(self) -> None:
        self.until(lambda: self.state.running and self.state.view.asked)

    # The pointer

    def at(self, square: str) -> tuple[int, int]:
        return self.window.board.cells.center(square)

    def move(self, position: tuple[int, int], held: bool = False) -> None:
        buttons = (1, 0, 0) if held else (0, 0, 0)
        self.do(Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=buttons))

    def press(self, position: tuple[int, int], button: int = 1) -> None:
        self.do(Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button))

    def release(self, position: tuple[int, int], button: int = 1) -> None:
        self.do(Event(pygame.MOUSEBUTTONUP, pos=position, button=button))

    def click(self, where: str | Widget | tuple[int, int], button: int = 1) -> None:
        """A square, a widget or a place."""
        position = self._place(where)
        self.move(position)
        self.press(position, button)
        self.release(position, button)

    def clicks(self, *squares: str) -> None:
        for square in squares:
            self.click(square)

    def drag(self, start: str | tuple[int, int], end: str | tuple[int, int]) -> None:
        begin, goal = self._place(start), self._place(end)
        self.move(begin)
        self.press(begin)
        middle = ((begin[0] + goal[0]) // 2, (begin[1] + goal[1]) // 2)
        for place in (middle, goal):
            self.move(place, held=True)
        self.release(goal)

    def wheel(self, steps: int, where: str | Widget | tuple[int, int]) -> None:
        self.move(self._place(where))
        self.do(Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False))

    def press_button(self, text: str, number: int = 0) -> None:
        button = self.button(text, number)
        assert button.enabled, f"{text} cannot be pressed now"
        self.click(button)

    def press_start(self) -> None:
        """Whatever the button is called now."""
        self.press_button(start_words(self.state).replace("&", ""))

    @property
    def segments(self) -> list[str]:
        """The texts of all segments that can be seen."""
        return [one.text for row in self.all(Segmented) for one in row.segments]

    def choose(self, text: str, number: int = 0) -> None:
        """A check or a segment."""
        found: list[tuple[int, int]] = []
        for widget in self.all(Widget):
            if isinstance(widget, CheckBox) and widget._caption.text == text:
                found.append(widget.rect.center)
            elif isinstance(widget, Segmented):
                segments = zip(widget.segments, widget.places(), strict=True)
                found += [place.center for one, place in segments if one.text == text]
        self.click(found[number])

    def _cards(self) -> dict[str, tuple[int, int]]:
        """The centres of the cards that can be seen, by their titles."""
        found = {}
        for cards in self.all(Cards):
            for card, place in zip(cards.cards, cards.places(), strict=True):
                if cards.rect.contains(place):
                    found[card.title] = place.center
        return found

    def has_card(self, title: str) -> bool:
        return title in self._cards()

    def take_card(self, title: str, button: int = 1) -> None:
        """A tile or a row of the first screen."""
        self.click(self._cards()[title], button)

    def menu(self, text: str) -> None:
        """An item of the menu of the window."""
        self.click(self.icon(Icon.MENU))
        self.choose_item(text)

    @property
    def all_items(self) -> list[str]:
        """Of the menu that is open."""
        assert isinstance(self.top, Menu)
        return [item.caption.text for item in self.top._list._choices]

    def choose_item(self, text: str) -> None:
        assert isinstance(self.top, Menu)
        items, shown = self.top._list, self.top._list._items
        found = (i for i, item in enumerate(shown) if isinstance(item, Item))
        index = next(i for i in found if shown[i].caption.text == text)
        items._go(index)
        items.reveal()  # as the wheel does
        self.click(items._row(index).center)

    def row(self, table: TableWidget, index: int) -> tuple[int, int]:
        """Where a row of a table is seen."""
        return table._row_rect(table.rows.dropped + index).center

    def resize(self, size: tuple[int, int]) -> None:
        """As a window manager does."""
        if size != self.window.ui.size:
            pygame.display.set_mode(size, pygame.RESIZABLE)
            self.do(Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    # The keyboard

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.do(
            Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text),
            Event(pygame.KEYUP, key=key, mod=mod),
        )

    def letter(self, letter: str, mod: int = 0) -> None:
        self.key(ord(letter), mod, "" if mod & (CTRL | ALT) else letter)

    def command(self, letter: str) -> None:
        """A letter with Alt."""
        self.letter(letter, ALT)

    def type(self, text: str) -> None:
        events = []
        for character in text:
            key = ord(character.lower()) if character.isascii() else 0
            events += [
                Event(pygame.KEYDOWN, key=key, mod=0, unicode=character),
                Event(pygame.TEXTINPUT, text=character),
                Event(pygame.KEYUP, key=key, mod=0),
            ]
        self.do(*events)

    def type_move(self, san: str) -> None:
        """Into the field for moves, with Enter."""
        self.letter("a", ALT)
        self.type(san)
        self.key(pygame.K_RETURN)

    def type_into(self, entry: TextField, text: str) -> None:
        """In place of what stands there."""
        self.click(entry.rect.midleft)
        self.letter("a", CTRL)
        self.type(text)

    # Habits of our tests

    def seat(
        self,
        white: PlayerSpec | None = None,
        black: PlayerSpec | None = None,
        mode: Mode = Mode.AUTO,
    ) -> None:
        """Load AIs, without a trial start."""
        for color, spec in zip(Color, (white, black), strict=True):
            if spec is not None:
                seat = self.state.seats[color]
                loaded = type(seat)(spec, mode)
                game = self.state.with_seat(color, loaded)
                self.window.state = replace(self.window.state, game=game)
        self.do()

    def start(
        self,
        white: PlayerSpec | None = None,
        black: PlayerSpec | None = None,
        mode: Mode = Mode.AUTO,
    ) -> None:
        """A game begins, and somebody has been asked for a move."""
        self.seat(white, black, mode)
        self.press_start()
        self.until(lambda: self.state.running or self.state.ended)

    def _place(self, where: str | Widget | tuple[int, int]) -> tuple[int, int]:
        if isinstance(where, Widget):
            assert _seen(where), "it cannot be seen"
            return where.rect.center
        return self.at(where) if isinstance(where, str) else where


def _seen(widget: Widget) -> bool:
    return widget.visible and widget.area.w > 0 and widget.area.h > 0
