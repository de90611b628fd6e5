"""Does random things in every scene of a window, over running games, and sees that it goes on.

    python benchmarks/window_storm.py [--events 1200] [--seed 1]

Keys, clicks, drags, the wheel, sizes, languages, themes and full screen, in a folder of its own;
on Linux under ``xvfb-run -a``. An exception ends it. After each scene the window must still close
its dialogs, begin a game and play it to its end. Prints the slowest answers.
"""

from __future__ import annotations

import argparse
import os
import random
import string
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pygame
from pygame.event import Event
from window_inside import RANDOM, opened, play, program, turn

from board_core import Color, PerColor
from board_core.games import CHESS
from board_pygame.games import Shelf
from board_pygame.intents import (
    BeginAction,
    ChangeSettings,
    Confirmed,
    LookAction,
    PlayAction,
    PlayWish,
    RecordText,
    SeatAI,
    SetPosition,
    ShowStart,
)
from board_pygame.window import Window
from board_pygame.wish import Frame, Way, Wish

PATIENCE_SECONDS = 60.0
"""Seconds within which a game of two random AIs ends."""

SPECIAL_KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_BACKSPACE),
    *(pygame.K_DELETE, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_MENU),
    *(pygame.K_F1, pygame.K_F2, pygame.K_F3, pygame.K_F6, pygame.K_F7, pygame.K_F10, pygame.K_F11),
)
MODIFIERS = (0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LSHIFT)
WINDOW_SIZES = ((800, 600), (1024, 768), (1280, 800), (1920, 1080))
RECORD = "\n".join(
    f'[White "Player {number}"]\n\n1. e4 {{the king\'s pawn}} e5 (1... c5 2. Nf3) 2. Nf3 *\n'
    for number in range(20)
)


def start(window: Window) -> None:
    window.ask(ShowStart(Way.PLAY))


def level(window: Window) -> None:
    window.play(Wish(PerColor(None, 0)))


def stones(window: Window) -> None:
    window.play(Wish(PerColor(None, 0), game="renju"))


def solid(window: Window) -> None:
    keys = [key for key in Shelf().keys if "3d" in key.lower()]
    window.play(Wish(PerColor(None, 0), game=keys[0] if keys else "gomoku"))


def watched(window: Window) -> None:
    play(window, 1, pause=0.2)


def failed(window: Window) -> None:
    window.ask(SeatAI(Color.WHITE, program("crash")))
    window.ask(SeatAI(Color.BLACK, RANDOM))
    window.ask(BeginAction.START_PLAYING)


def record(window: Window) -> None:
    window.ask(RecordText(RECORD, "twenty.pgn"))


def projector(window: Window) -> None:
    play(window, 2, pause=0.2)
    window.ask(LookAction.TOGGLE_PROJECTOR)


def position(window: Window) -> None:
    window.ask(SetPosition("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"))


SCENES: tuple[Callable[[Window], None], ...] = (
    *(start, level, stones, solid, watched, failed, record, projector, position),
)


class Storm:
    """Random events for one window; it has the slowest answer of each kind of event."""

    def __init__(self, window: Window, chance: random.Random) -> None:
        self._window, self._chance = window, chance
        self.slowest: dict[str, float] = {}
        self._kinds: tuple[Callable[[], None], ...] = (
            *(self._key, self._key, self._click, self._click, self._drag, self._wheel),
            *(self._button, self._type, self._size, self._dress, self._wait),
        )

    def blow(self) -> None:
        """Do one thing."""
        kind = self._chance.choice(self._kinds)
        began = time.perf_counter()
        kind()
        took = 1000 * (time.perf_counter() - began)
        name = kind.__name__.strip("_")
        self.slowest[name] = max(took, self.slowest.get(name, 0.0))

    def _do(self, *events: Event) -> None:
        self._window.closing = False  # to close the window is one of the things that happen
        self._window.turn(list(events))

    def _place(self) -> tuple[int, int]:
        width, height = self._window.surface.get_size()
        return self._chance.randrange(width), self._chance.randrange(height)

    def _key(self) -> None:
        letters = [ord(letter) for letter in string.ascii_lowercase + string.digits + "+-"]
        key = self._chance.choice([*letters, *SPECIAL_KEYS])
        mod = self._chance.choice(MODIFIERS)
        self._do(Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
        self._do(Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0))

    def _press(self, place: tuple[int, int], button: int) -> None:
        self._do(Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        self._do(Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))

    def _click(self) -> None:
        place, button = self._place(), self._chance.choice((1, 1, 1, 3))
        self._press(place, button)
        self._do(Event(pygame.MOUSEBUTTONUP, pos=place, button=button))

    def _drag(self) -> None:
        start, end, button = self._place(), self._place(), self._chance.choice((1, 1, 3))
        self._press(start, button)
        held = (int(button == 1), 0, int(button == 3))
        for step in range(1, 5):
            x, y = (a + (b - a) * step // 4 for a, b in zip(start, end, strict=True))
            self._do(Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=held))
        self._do(Event(pygame.MOUSEBUTTONUP, pos=end, button=button))

    def _wheel(self) -> None:
        place = self._place()
        self._do(Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        self._do(Event(pygame.MOUSEWHEEL, x=0, y=self._chance.choice((-3, -1, 1, 3))))

    def _button(self) -> None:
        """Click something that can be clicked."""
        widgets = [w for w in self._window.ui.top.widgets if w.focusable and w.visible and w.area.w]
        if widgets:
            place = self._chance.choice(widgets).area.center
            self._press(place, 1)
            self._do(Event(pygame.MOUSEBUTTONUP, pos=place, button=1))

    def _type(self) -> None:
        text = self._chance.choice(("e4", "Nf3", "e2e4", "h8", "0000", "将军", "\x00", "--"))
        self._do(*(Event(pygame.TEXTINPUT, text=letter) for letter in text))

    def _size(self) -> None:
        size = self._chance.choice(WINDOW_SIZES)
        with suppress(pygame.error), warnings.catch_warnings():  # a full screen has its own
            warnings.simplefilter("ignore", RuntimeWarning)
            pygame.display.set_mode(size, pygame.RESIZABLE)
        self._do(Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    def _dress(self) -> None:
        settings = self._window.state.settings
        changed = replace(
            settings,
            language=self._chance.choice(("en", "zh_CN")),
            theme=self._chance.choice(("light", "dark")),
            ui_scale=self._chance.choice((0.0, 1.0, 1.25, 1.5, 2.0)),
        )
        self._window.ask(ChangeSettings(changed))
        self._do()

    def _wait(self) -> None:
        """Let news come."""
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            turn(self._window, 0.02)


def settle(window: Window) -> None:
    """Close what is open, and play a game to its end. Raises TimeoutError if it cannot."""
    end = time.monotonic() + PATIENCE_SECONDS

    def until(reached: Callable[[], bool], what: str) -> None:
        while not reached():
            if time.monotonic() > end:
                raise TimeoutError(what)
            turn(window, 0.02)

    def reset() -> None:  # there is no button for it while a game begins or ends
        until(lambda: not window.state.game.busy, "a game neither begins nor ends")
        window.ask(Confirmed(PlayAction.RESET_BOARD))
        until(lambda: window.state.game.free, "the board is not reset")

    window.closing = False
    while len(window.ui.layers) > 1:
        window.ui.close(window.ui.top)
    if window.state.projecting:
        window.ask(LookAction.TOGGLE_PROJECTOR)
    if window.state.frame is Frame.START:
        window.ask(Confirmed(PlayWish(Wish(PerColor(None, None)), CHESS)))
        until(lambda: window.state.game.running, "no game begins from the first screen")
    reset()
    play(window, 1)
    until(lambda: window.state.game.ended, "no game is played to its end")
    reset()
    window.ui.redraw()
    window.turn([])


def storm(events: int, seed: int) -> dict[str, object]:
    """Do so many random things, divided among the scenes; return the slowest answers in ms."""
    chance = random.Random(seed)
    window, done = opened(), 0
    weather = Storm(window, chance)
    try:
        for number, scene in enumerate(SCENES):
            scene(window)
            for _ in range((events * (number + 1)) // len(SCENES) - done):
                weather.blow()
                done += 1
            settle(window)
    finally:
        window.close()
    return {"events": done, "slowest": weather.slowest}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HOME": folder, "XDG_CONFIG_HOME": folder, "BROWSER": "true"}
        os.chdir(Path(folder))
        found = storm(options.events, options.seed)
    print(found)


if __name__ == "__main__":
    main()
