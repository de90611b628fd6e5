"""Wait without using the processor, and pass items from other threads to the window."""

from __future__ import annotations

import ctypes
import math
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Generic, TypeVar

import pygame

from board_core.supervise.processes import kernel_text

T = TypeVar("T")

WAKE_EVENT = pygame.event.custom_type()
"""The event that announces items for :meth:`Bridge.drain`; it has no attributes."""

LONGEST_WAIT_SECONDS = 1.0  # seconds; Python notices Ctrl-C only between two waits
SDL_INIT_VIDEO = 0x20  # SDL_INIT_VIDEO


def wait(seconds: float) -> list[pygame.event.Event]:
    """Wait for an event, at most ``seconds`` and at most 1 s, and return all events.

    For the thread that opened the display; other threads end the wait by ``pygame.event.post``.
    Raises pygame.error when there is no display.
    """
    milliseconds = math.ceil(1000 * min(max(seconds, 0.0), LONGEST_WAIT_SECONDS))
    blocking = sdl_wait()
    if blocking is not None and pygame.display.get_init():
        blocking(milliseconds)
        return pygame.event.get()
    event = pygame.event.wait(milliseconds or 1)  # looks each millisecond; 0 would be for ever
    return [*([event] if event.type != pygame.NOEVENT else []), *pygame.event.get()]


@cache
def sdl_wait() -> Callable[[int], object] | None:
    """Return SDL's own wait for milliseconds, which leaves the event in the queue; None without it.

    Ask when the display is open: of several copies of SDL only pygame's own knows that.
    """
    for path in _libraries():
        with suppress(OSError, AttributeError):
            sdl = ctypes.CDLL(str(path))
            if sdl.SDL_WasInit(SDL_INIT_VIDEO):
                return _wait_of(sdl)
    return None


def _wait_of(sdl: ctypes.CDLL) -> Callable[[int], object]:
    function = sdl.SDL_WaitEventTimeout
    function.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return lambda milliseconds: function(None, milliseconds)


def _libraries() -> Iterator[Path]:
    """Return where pygame's SDL 2 may be; the wait of SDL 3 is another function."""
    if pygame.get_sdl_version()[0] != 2:
        return
    with suppress(OSError):
        yield from mapped_libraries(kernel_text("/proc/self/maps"))
    beside = Path(pygame.__file__).parent
    if sys.platform == "darwin":
        yield from sorted((beside / ".dylibs").glob("libSDL2-2*.dylib"))
    elif sys.platform == "win32":
        yield beside / "SDL2.dll"


def mapped_libraries(maps: str) -> list[Path]:
    """Return the files of SDL 2 in the memory map of a Linux process, each once."""
    names = (line.split(maxsplit=5)[5] for line in maps.split("\n") if "/libSDL2-2" in line)
    return [Path(name) for name in dict.fromkeys(names)]


class Bridge(Generic[T]):
    """The only way from other threads to the window's: a queue whose other end wakes the window.

    :meth:`post` is for every thread, at any time. The window's thread calls :meth:`drain` after
    each :func:`wait`, and once when the display is open; it calls :meth:`close` before the display
    is closed.
    """

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._awake = False  # a WAKE_EVENT is under way, and nothing has been drained since
        self._closed = False
        self._lock = RLock()  # a signal handler may post while this thread is posting

    def post(self, item: T) -> None:
        """Hand over an item and wake the window, once for many items; never raises."""
        self._items.append(item)
        with self._lock:
            if not self._awake and not self._closed:
                self._awake = _wake()

    def drain(self) -> list[T]:
        """Return all items, in order for each thread."""
        with self._lock:
            self._awake = False  # first, so that later items wake again
        return list(self._taken())

    def close(self) -> None:
        """Stop waking the window; after this call, no thread is in SDL by this bridge."""
        with self._lock:
            self._closed = True

    def _taken(self) -> Iterator[T]:
        for _ in range(len(self._items)):
            yield self._items.popleft()


def _wake() -> bool:
    """Wake the window; return False if it is awake already, or not open."""
    try:
        return pygame.event.post(pygame.event.Event(WAKE_EVENT))
    except pygame.error:  # the queue is full, or there is no display
        return False
