"""The display: checks before the window opens, and the opening itself.

This module can be imported with any package named ``pygame``; call :func:`check_pygame` first.
"""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Iterable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

import pygame

from board_core import BoardError, Sentence, say
from board_core.text.languages import LANGUAGE_VARIABLES, language_of, language_of_environment

from .fonts import CHINESE_FONT, LATIN_FONT, MONO_FONT
from .layout import fitting_window, smallest_window

OLDEST_PYGAME = (2, 5, 6)
SCREENLESS_DRIVERS = ("dummy", "offscreen", "evdev")
"""Drivers that SDL chooses by itself without a screen."""

DRIVER_VARIABLES = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
"""Environment variables that choose a driver, also one without a screen."""

SCALES_BY_HEIGHT = ((2160, 2.0), (1800, 1.5), (1440, 1.25))
"""Scales for screens of at least so many lines."""
MOST_SCALE = 3.0
WINDOWS_DOTS = 96
"""Dots to the inch at which Windows enlarges nothing."""


class NoDisplay(BoardError):
    """There is no screen for a window; the sentence says what to do."""


def check_pygame(module: Any = pygame) -> Sentence | None:
    """Return what to do if the package named ``pygame`` does not work here; None if it does."""
    if not getattr(module, "IS_CE", False):
        return say(
            "another package named pygame stands in for pygame-ce: "
            "pip uninstall pygame, then pip install --force-reinstall pygame-ce"
        )
    if tuple(module.version.vernum) < OLDEST_PYGAME:
        return say(
            "pygame-ce {version} is too old: pip install --upgrade pygame-ce",
            version=module.version.ver,
        )
    return None


def open_display(size: tuple[int, int], title: str, scale: float = 0.0) -> pygame.Surface:
    """Open a resizable window of this size in pixels in the middle of the screen.

    It is made to fit the screen; (0, 0) is a first window, as large as ``scale`` needs (0: the
    screen's own).

    Opens SDL's display and fonts and nothing else; ``pygame.quit`` closes them. Raises NoDisplay.
    """
    _prepare(os.environ)
    if os.environ.get("DISPLAY"):
        _survive_x_errors()  # SDL puts back what it found, before it closes its last connection
    try:
        pygame.display.init()
        _refuse_no_screen(os.environ)
        pygame.font.init()
        pygame.display.set_caption(title)
        pygame.display.set_icon(_icon())  # before the window: or pygame loads one of its own
        scale, screen = scale or auto_scale(), pygame.display.get_desktop_sizes()[0]
        surface = pygame.display.set_mode(fitting_window(size, scale, screen), pygame.RESIZABLE)
        limit_size(scale)
    except pygame.error as error:
        pygame.quit()
        raise NoDisplay(_without_screen(error)) from None
    except NoDisplay:
        pygame.quit()
        raise
    if pygame.display.get_driver() == "x11":
        _survive_x_errors()  # and not SDL's own handler, which ends the program
    return surface


def display_facts() -> list[str]:
    """Return lines on pygame and the screens, for a bug report."""
    lines = [f"pygame-ce {pygame.version.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"]
    fonts = (CHINESE_FONT, LATIN_FONT, MONO_FONT)
    there = (font.name + ("" if font.is_file() else " (missing)") for font in fonts)
    lines.append(f"fonts {', '.join(there)}")
    try:
        _prepare(os.environ)
        pygame.display.init()
        _refuse_no_screen(os.environ)
        sizes = [f"{width}x{height}" for width, height in pygame.display.get_desktop_sizes()]
        lines.append(f"{pygame.display.get_driver()}, screens {', '.join(sizes)}")
        lines.append(f"scale {auto_scale():g}")
    except pygame.error as error:
        lines.append(f"no screen: {error}")
    except NoDisplay as error:
        lines.append(str(error))
    finally:
        pygame.quit()
    return lines


def _icon() -> pygame.Surface:
    """Return four squares of a board, as the pages on the web have them."""
    icon, half = pygame.Surface((32, 32)), 16
    icon.fill("#f0d9b5")
    for x, y in ((half, 0), (0, half)):
        icon.fill("#b58863", (x, y, half, half))
    return icon


def window_of_display() -> pygame.Window:
    """Return the window of the display module. Raises pygame.error without one.

    pygame-ce would have us use windows without the display module, but those cannot bring a part
    of their surface to the screen: 8 ms instead of 0.04 for a move.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def limit_size(scale: float) -> None:
    """Let the window be no smaller than a scale needs (0: the screen's own); it may grow."""
    screen = pygame.display.get_desktop_sizes()[0]
    window_of_display().minimum_size = smallest_window(scale or auto_scale(), screen)


def fill_screen(filled: bool, *, maximised: bool) -> None:
    """Make the window fill the screen, or give it back its size; nothing if it is so already.

    ``maximised``: it was so before; some window managers forget that.
    """
    window = window_of_display()
    if filled:
        window.set_fullscreen(True)
    else:
        window.set_windowed()
        if maximised:
            window.maximize()


def _ignore_x_error(_display: int, _error: int) -> int:
    """Ignore an X error, which would end the program.

    One comes when another program closes its window while SDL hands it the clipboard."""
    return 0


_X_ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(_ignore_x_error)


def _survive_x_errors() -> None:
    with suppress(OSError, AttributeError):  # the same copy that SDL loads
        xlib = ctypes.CDLL("libX11.so.6")
        xlib.XSetErrorHandler.restype = ctypes.c_void_p
        xlib.XSetErrorHandler(_X_ERROR_HANDLER)


def auto_scale(environment: Mapping[str, str] = os.environ) -> float:
    """Return the scale, 1 to 3: that of the user's desktop, else by the height of the screen."""
    for variable in ("GDK_SCALE", "QT_SCALE_FACTOR"):
        if scale := _scale(environment.get(variable, "")):
            return scale
    if sys.platform == "win32":
        return scale_of_dots(ctypes.windll.user32.GetDpiForSystem())
    return scale_of_height(pygame.display.get_desktop_sizes()[0][1])


def scale_of_height(lines: int) -> float:
    """Return the scale for a screen of so many lines."""
    return next((scale for height, scale in SCALES_BY_HEIGHT if lines >= height), 1.0)


def scale_of_dots(dots_per_inch: int) -> float:
    """Return the scale for a resolution, as Windows tells it of the main screen: 96 is usual."""
    return min(max(dots_per_inch / WINDOWS_DOTS, 1.0), MOST_SCALE)


def language(setting: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return ``en`` or ``zh_CN``: by the setting, else the environment, else the system.

    The system is asked last, as SDL knows nothing of ``LC_ALL``.
    """
    if setting:
        return setting
    if any(environment.get(variable) for variable in LANGUAGE_VARIABLES):
        return language_of_environment(environment)
    return _first_known(_preferred())


def _preferred() -> list[str]:
    """Return languages such as ``zh_CN`` in the order of preference."""
    locales = pygame.system.get_pref_locales()
    return ["_".join(filter(None, (it["language"], it.get("country")))) for it in locales]


def _first_known(names: Iterable[str]) -> str:
    return next(filter(None, map(language_of, names)), "en")


def _prepare(environment: MutableMapping[str, str]) -> None:
    """Set what SDL reads before it starts. Raises NoDisplay."""
    environment.setdefault("SDL_VIDEO_CENTERED", "1")
    # Windows would show a window of half the size, enlarged and blurred.
    environment.setdefault("SDL_WINDOWS_DPI_AWARENESS", "system")
    if sys.platform != "linux":
        return
    environment.setdefault("SDL_VIDEO_X11_WMCLASS", "board_pygame")
    # Plain memory shared with the X server: a third of the memory, and small updates are small.
    environment.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if not any(map(environment.get, ("DISPLAY", "WAYLAND_DISPLAY", *DRIVER_VARIABLES))):
        raise NoDisplay(_without_screen("DISPLAY"))


def _refuse_no_screen(environment: Mapping[str, str]) -> None:
    driver = pygame.display.get_driver()
    if driver in SCREENLESS_DRIVERS and not any(map(environment.get, DRIVER_VARIABLES)):
        raise NoDisplay(_without_screen(driver))


def _without_screen(why: object) -> Sentence:
    return say(
        "there is no screen for a window here ({why}); start it in a graphical session "
        "(over ssh: ssh -X), or play in the terminal: board play",
        why=why,
    )


def _scale(text: str) -> float | None:
    try:
        scale = float(text)
    except ValueError:
        return None
    return min(scale, MOST_SCALE) if scale >= 1 else None
