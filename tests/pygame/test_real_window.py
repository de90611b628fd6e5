"""The window as people have it: on an X server, with a mouse, a keyboard, a clipboard and a frame.

xdotool moves the mouse and types, the window manager closes; nothing of it is known inside.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest
from patience import PATIENCE

from board_core.games import CHESS
from board_core.supervise.command import joined_words
from board_pygame.board.cells import Cells
from board_pygame.layout import board_frame

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="an X server is started"),
]

OPPONENT = Path(__file__).parent.parent / "programs" / "opponent.py"
PACKAGES = {"Xvfb": "xvfb"}
"""Seconds after which something that should become so never will."""

WITHOUT = ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "WAYLAND_DISPLAY", "GDK_SCALE", "QT_SCALE_FACTOR")


def needs(*commands: str) -> None:
    """Skip without these programs; on the machine that decides, fail."""
    for command in commands:
        if shutil.which(command) is None:
            package = PACKAGES.get(command, command)
            why = f"{command} is not installed (Debian: apt install {package})"
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


def until(done: Callable[[], object], what: str) -> None:
    """Ask again and again."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


class Desk:
    """A screen with a window manager; runs commands on it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def run(self, *command: str) -> str:
        """What a command prints; nothing if it fails."""
        done = subprocess.run(
            command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    def do(self, *arguments: object) -> str:
        return self.run("xdotool", *map(str, arguments))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    needs("Xvfb", "openbox", "xdotool", "wmctrl", "xclip")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1500x1000x24"]
    # -noreset: it would begin anew when its last client leaves, such as a wmctrl that asks
    # before the window manager has come, and that would lose its connection
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with open(reading) as told:  # noqa: PTH123  # a descriptor, not a path
        display = f":{told.readline().strip()}"
    kept = {name: value for name, value in os.environ.items() if name not in WITHOUT}
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    desk = Desk({**kept, **home, "DISPLAY": display, "LC_ALL": "C.UTF-8"})
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env=desk.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: manager.poll() or desk.run("wmctrl", "-m"), "a window manager")
        assert manager.poll() is None
        yield desk
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


class RealWindow:
    """``board gui`` on a desk, and its board."""

    def __init__(self, desk: Desk, *players: str) -> None:
        self._desk = desk
        self.process = subprocess.Popen(
            [sys.executable, "-m", "board_pygame", "--lang", "en", *players], env=desk.environment
        )
        until(self._find, "a window")
        self._desk.do("windowactivate", "--sync", self.id)
        self._cells = self._measured()

    def _find(self) -> str:
        self.id = self._desk.do("search", "--onlyvisible", "--class", "board_pygame")
        return self.id

    def _measured(self) -> Cells:
        size: tuple[int, int] = (self._number("WIDTH"), self._number("HEIGHT"))
        return Cells.fit(board_frame(size, head=lambda _wide: 72)["board"], CHESS.geometry)

    def _number(self, name: str) -> int:
        told = self._desk.do("getwindowgeometry", "--shell", self.id)
        return int(dict(line.split("=") for line in told.splitlines())[name])

    def point(self, square: str) -> None:
        """Move the mouse there."""
        self._desk.do("mousemove", "--window", self.id, *self._cells.squares[square].center)

    def click(self, square: str) -> None:
        self.point(square)
        self._desk.do("click", 1)

    def drag(self, origin: str, target: str) -> None:
        self.point(origin)
        self._desk.do("mousedown", 1)
        self.point(target)
        self._desk.do("mouseup", 1)

    def keys(self, *keys: str) -> None:
        self._desk.do("key", *keys)

    def type(self, text: str) -> None:
        self._desk.do("type", "--delay", "60", text)

    def copied(self) -> str:
        """What Ctrl-C brings to the clipboard."""
        self.keys("ctrl+c")
        return self._desk.run("timeout", "5", "xclip", "-o", "-selection", "clipboard")

    def close(self) -> None:
        """As a click on the button of its frame does."""
        self._desk.run("wmctrl", "-i", "-c", self.id)


def position_after(*moves: str) -> str:
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return board.fen()


def family(process: int) -> list[int]:
    """A process, and all that it has started."""
    found = [process]
    for member in found:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def is_alive(process: int) -> bool:
    """Not if only its exit status is left."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_game_by_mouse_keyboard_and_clipboard_and_a_close_while_the_ai_hangs(desk: Desk):
    hanging = "san:" + joined_words((sys.executable, str(OPPONENT), "e4", "Nf3", "Bb5", "hang"))
    window = RealWindow(desk, hanging, "human")

    def shows(*moves: str) -> None:
        until(lambda: window.copied() == position_after(*moves), f"the position after {moves}")

    try:
        shows()
        window.keys("alt+s")
        shows("e4")
        window.click("e7")
        window.click("e5")
        shows("e4", "e5", "Nf3")
        window.drag("b8", "c6")
        shows("e4", "e5", "Nf3", "Nc6", "Bb5")
        window.keys("alt+a")
        window.type("a6")
        window.keys("Return")
        shows("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
        everybody = family(window.process.pid)
        assert len(everybody) > 1
        window.close()
        until(lambda: "It is kept" in window.copied(), "a question")
        window.keys("Tab", "Return")
        assert window.process.wait(PATIENCE) == 0
        until(lambda: not any(map(is_alive, everybody)), "the end of all programs")
    finally:
        window.process.kill()
        window.process.wait()
