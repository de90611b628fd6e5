"""A screen (Xvfb) with a pointer and a camera: XTEST moves the pointer, polling reads pixels."""

from __future__ import annotations

import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterable
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

ALL_PLANES, Z_PIXMAP, VIEWABLE = 2**64 - 1, 2, 2
CLIENT_MESSAGE = 33
LOOK = 0.0002
"""Seconds between two looks at a pixel."""


class Missing(Exception):
    """Error: something must be installed first."""


class Attributes(ctypes.Structure):
    """The structure XWindowAttributes."""

    _fields_ = (
        *((name, c_int) for name in ("x", "y", "width", "height", "border_width", "depth")),
        ("visual", c_void_p),
        ("root", c_ulong),
        *((name, c_int) for name in ("class_", "bit_gravity", "win_gravity", "backing_store")),
        *((name, c_ulong) for name in ("backing_planes", "backing_pixel")),
        ("save_under", c_int),
        ("colormap", c_ulong),
        *((name, c_int) for name in ("map_installed", "map_state")),
        *((name, c_long) for name in ("all_event_masks", "your_event_mask", "do_not_propagate")),
        ("override_redirect", c_int),
        ("screen", c_void_p),
    )


class Message(ctypes.Structure):
    """The structure XClientMessageEvent, as long as any XEvent."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
        ("padding", c_long * 24),
    )


@dataclass(frozen=True)
class Place:
    """A window on the screen."""

    window: int
    x: int
    y: int
    width: int
    height: int


class Screen:
    """Owns an X server without a window manager, until it is left. Raises Missing."""

    def __init__(self, width: int = 1920, height: int = 1200) -> None:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"]
        try:
            self._server = subprocess.Popen(
                [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
            )
        except FileNotFoundError:
            os.close(reading)
            raise Missing("Xvfb is not installed (Debian: apt install xvfb)") from None
        finally:
            os.close(writing)
        with open(reading) as told:  # noqa: PTH123  # a descriptor, not a path
            self.name = f":{told.readline().strip()}"
        self._x, self._test = _libraries()
        self._display = self._x.XOpenDisplay(self.name.encode())
        if not self._display:
            raise Missing("the X server did not start")
        self._root = self._x.XDefaultRootWindow(self._display)

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._x.XCloseDisplay(self._display)
        self._server.terminate()
        self._server.wait()

    # Reading the screen

    def row(self, x: int, y: int, width: int) -> bytes:
        """Return pixels side by side, four bytes each."""
        take = self._x.XGetImage
        image = take(self._display, self._root, x, y, width, 1, ALL_PLANES, Z_PIXMAP)
        if not image:
            return b""
        data = ctypes.cast(image + 16, POINTER(c_void_p)).contents.value  # after four ints
        pixels = ctypes.string_at(data or 0, 4 * width)
        self._x.XDestroyImage(image)
        return pixels

    def pixel(self, x: int, y: int) -> bytes:
        return self.row(x, y, 1)

    def windows(self) -> list[Place]:
        """Return the visible windows."""
        root, parent, count = c_ulong(), c_ulong(), c_uint()
        children = POINTER(c_ulong)()
        seen = []
        query = self._x.XQueryTree
        found = byref(root), byref(parent), byref(children), byref(count)
        if query(self._display, self._root, *found):
            for window in children[: count.value]:
                is_ = Attributes()
                known = self._x.XGetWindowAttributes(self._display, window, byref(is_))
                if known and is_.map_state == VIEWABLE:
                    seen.append(Place(window, is_.x, is_.y, is_.width, is_.height))
            if children:
                self._x.XFree(children)
        return seen

    def largest(self) -> Place | None:
        """Return the largest window, which a program opened; None if there is none."""
        found = [place for place in self.windows() if place.width > 300 and place.height > 300]
        return max(found, key=lambda place: place.width * place.height, default=None)

    def painted(self, place: Place, colors: int = 6) -> bool:
        """Return True if a window shows so many colours: a new window has one or two."""
        seen: set[bytes] = set()
        for part in range(1, 12):
            pixels = self.row(place.x, place.y + place.height * part // 12, place.width)
            seen |= {pixels[at : at + 4] for at in range(0, len(pixels), 4)}
        return len(seen) >= colors

    def until(self, done: Callable[[], object], seconds: float) -> float | None:
        """Return the instant by ``perf_counter`` when ``done`` was true; None after ``seconds``."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            if done():
                return time.perf_counter()
            time.sleep(max(LOOK, (now - end + seconds) / 500))  # later, a little less often
        return None

    def changes(self, x: int, y: int, act: Callable[[], object], seconds: float) -> float | None:
        """Return milliseconds from an act until this pixel changes; None after ``seconds``."""
        before = self.pixel(x, y)
        began = time.perf_counter()
        act()
        end = began + seconds
        while time.perf_counter() < end:
            if self.pixel(x, y) != before:
                return 1000 * (time.perf_counter() - began)
            time.sleep(LOOK)
        return None

    def settle(self, x: int, y: int, seconds: float = 0.06) -> None:
        """Wait until this pixel has not changed for ``seconds``."""
        before, since = self.pixel(x, y), time.perf_counter()
        while time.perf_counter() < since + seconds:
            time.sleep(0.005)
            if (now := self.pixel(x, y)) != before:
                before, since = now, time.perf_counter()

    # Moving the pointer

    def move(self, x: int, y: int) -> None:
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XFlush(self._display)

    def press(self, down: bool = True, button: int = 1) -> None:
        self._test.XTestFakeButtonEvent(self._display, button, int(down), 0)
        self._x.XFlush(self._display)

    def click(self, x: int, y: int, times: int = 1) -> None:
        self.move(x, y)
        for _ in range(times):
            self.press()
            time.sleep(0.03)
            self.press(False)
            time.sleep(0.03)

    def close_window(self, window: int) -> None:
        """Close a window as the button of its frame does."""
        atom = self._x.XInternAtom
        message = Message(type=CLIENT_MESSAGE, window=window, format=32)
        message.message_type = atom(self._display, b"WM_PROTOCOLS", 0)
        message.data[0] = atom(self._display, b"WM_DELETE_WINDOW", 0)
        self._x.XSendEvent(self._display, window, 0, 0, byref(message))
        self._x.XFlush(self._display)


# A window may be gone when we ask for it.
_ignore = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda _display, _error: 0)


def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    try:
        x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    except OSError as error:
        raise Missing(f"{error} (Debian: apt install libx11-6 libxtst6)") from None
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = c_void_p, [c_char_p]
    x.XDefaultRootWindow.restype, x.XInternAtom.restype = c_ulong, c_ulong
    x.XGetImage.restype = c_void_p
    x.XGetImage.argtypes = [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_ulong, c_int]
    x.XDestroyImage.argtypes = x.XFree.argtypes = [c_void_p]
    x.XQueryTree.argtypes = [c_void_p, c_ulong, *4 * [c_void_p]]
    x.XGetWindowAttributes.argtypes = [c_void_p, c_ulong, c_void_p]
    x.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
    x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
    for function in (x.XDefaultRootWindow, x.XFlush, x.XCloseDisplay):
        function.argtypes = [c_void_p]
    test.XTestFakeMotionEvent.argtypes = [c_void_p, c_int, c_int, c_int, c_ulong]
    test.XTestFakeButtonEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
    x.XSetErrorHandler(_ignore)
    return x, test


# Resources that a program uses, as Linux reports them


def cpu(process: int) -> float:
    """Return seconds that all threads of a process have run."""
    total = 0
    for path in _tasks(process):
        for line in _lines(f"{path}/schedstat"):
            total += int(line.split()[0])
    return total / 1e9


def wakeups(process: int) -> int:
    """Return how often the threads of a process have waited for something."""
    return sum(
        int(line.split()[1])
        for path in _tasks(process)
        for line in _lines(f"{path}/status")
        if line.startswith("voluntary_ctxt_switches")
    )


def memory(process: int) -> tuple[float, float]:
    """Return MB: proportional share (PSS) and resident memory (RSS) of a process."""
    lines = (line.split() for line in _lines(f"/proc/{process}/smaps_rollup"))
    found = {words[0]: int(words[1]) / 1024 for words in lines if len(words) == 3}
    return found.get("Pss:", float("nan")), found.get("Rss:", float("nan"))


def children(process: int) -> list[int]:
    """Return the descendants of a process."""
    found = []
    for path in _tasks(process):
        for text in _lines(f"{path}/children"):
            for child in map(int, text.split()):
                found += [child, *children(child)]
    return found


def _tasks(process: int) -> Iterable[str]:
    try:
        return [entry.path for entry in os.scandir(f"/proc/{process}/task")]
    except OSError:
        return []


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
