"""A window without a screen, and a user made of events."""

import pygame
from pygame.event import Event

from board_pygame.fonts import BOLD_FONT, CHINESE_FONT, LATIN_FONT, MONO_FONT
from board_pygame.kit.painter import LIGHT_THEME
from board_pygame.kit.text import Fonts
from board_pygame.kit.ui import LayeredUI
from board_pygame.kit.widget import Layer

MODS = {
    "ctrl": pygame.KMOD_LCTRL,
    "alt": pygame.KMOD_LALT,
    "shift": pygame.KMOD_LSHIFT,
    "altgr": pygame.KMOD_RALT | pygame.KMOD_MODE,
}


OPENED: list[Fonts] = []
"""To be closed after the test."""


class Page(Layer):
    """Widgets at the places they were given."""

    def __init__(self, *places):
        super().__init__(widget for widget, _ in places)
        for widget, rect in places:
            widget.place(rect)


class Window:
    """A UI, and what a user does with it."""

    def __init__(self, *places, size=(400, 300), scale=1.0, theme=LIGHT_THEME):
        pygame.display.init()
        pygame.font.init()
        self.screen = pygame.display.set_mode(size)
        self.fonts = Fonts(LATIN_FONT, CHINESE_FONT, MONO_FONT, scale, bold=BOLD_FONT)
        OPENED.append(self.fonts)
        self.page = Page(*places)
        self.ui = LayeredUI(self.screen, theme, self.fonts, self.page)
        self.ui.draw()

    def send(self, kind, **fields):
        return self.ui.dispatch(Event(kind, fields))

    # The pointer

    def move(self, position, held=False):
        buttons = (1, 0, 0) if held else (0, 0, 0)
        return self.send(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=buttons)

    def press(self, position, button=1):
        return self.send(pygame.MOUSEBUTTONDOWN, pos=position, button=button)

    def release(self, position, button=1):
        return self.send(pygame.MOUSEBUTTONUP, pos=position, button=button)

    def click(self, where, button=1):
        """On a widget or at a position; long after the last click."""
        self.ui.now += 1
        position = where if isinstance(where, tuple) else where.rect.center
        self.move(position)
        self.press(position, button)
        self.release(position, button)

    def double_click(self, position):
        self.click(position)
        self.press(position)
        self.release(position)

    def drag(self, start, *stops):
        self.ui.now += 1
        self.move(start)
        self.press(start)
        for stop in stops:
            self.move(stop, held=True)
        self.release(stops[-1])

    def wheel(self, position, steps):
        self.move(position)
        return self.send(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)

    # The keyboard

    def key(self, name):
        """Such as ``ctrl+a``, ``shift+left`` or ``x``."""
        *mods, name = name.split("+")
        mod = 0
        for one in mods:
            mod |= MODS[one]
        code = pygame.key.key_code({"enter": "return"}.get(name, name))
        typed = name if len(name) == 1 else {"space": " "}.get(name, "")
        return self.send(pygame.KEYDOWN, key=code, mod=mod, unicode=typed, scancode=0)

    def keys(self, *names):
        return [self.key(name) for name in names]

    def type(self, text):
        for character in text:
            self.send(pygame.KEYDOWN, key=ord(character.lower()), mod=0, unicode=character)
            self.send(pygame.TEXTINPUT, text=character)
            self.send(pygame.KEYUP, key=ord(character.lower()), mod=0, unicode=character)

    # The picture

    def drawn(self):
        """The damaged parts, after they were drawn."""
        return self.ui.draw()

    def pixels(self):
        return pygame.image.tobytes(self.screen, "RGB")

    def assert_drawn_as_anew(self):
        """What was drawn piece by piece is what a full drawing gives."""
        self.ui.draw()
        pieces = self.pixels()
        self.ui.redraw()
        self.ui.draw()
        assert pieces == self.pixels()
