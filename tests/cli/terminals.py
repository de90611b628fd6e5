"""Terminals that a test drives: a bare one, and a window of tmux."""

import fcntl
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from patience import PATIENCE

ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
ROOT = Path(__file__).parents[2]

BOARD = (sys.executable, "-m", "board_cli")


def environment(**more: str) -> dict[str, str]:
    return {
        **os.environ,
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_NO_CPR": "1",  # nobody answers where the cursor is
        "PYTHONIOENCODING": "utf-8",
        **more,
    }


class Terminal:
    """A pseudo-terminal and one command in it. Close it."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24, **more: str) -> None:
        self.master, slave = os.openpty()
        self.at_first = termios.tcgetattr(self.master)
        self.text = ""
        self.styled = ""  # all that came, with its colours
        self._resized(columns, lines)
        self._program = subprocess.Popen(
            [*BOARD, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(**more),
            start_new_session=True,
        )
        os.close(slave)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def see(self, wanted: str) -> str:
        """Waits until this is on the screen, and forgets what was there up to its end."""
        while wanted not in self.text:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"{wanted!r} does not come; there is\n{self.text}"
            data = self._read()
            assert data, f"{wanted!r} did not come; there was\n{self.text}"
        before, _, self.text = self.text.partition(wanted)
        return before

    def resize(self, columns: int, lines: int) -> None:
        self._resized(columns, lines)
        os.kill(self._program.pid, signal.SIGWINCH)

    def kill(self, number: int) -> None:
        os.kill(self._program.pid, number)

    def end(self) -> int:
        """The rest of what is on the screen is read; the exit code."""
        while self._read():
            pass
        return self._program.wait(PATIENCE)

    def close(self) -> None:
        if self._program.poll() is None:
            self._program.kill()
            self._program.wait()
        os.close(self.master)

    def _read(self) -> bool:
        try:
            data = os.read(self.master, 65536)
        except OSError:  # as Linux says that the last program has gone
            return False
        self.styled += data.decode(errors="replace")
        self.text += ESCAPES.sub("", data.decode(errors="replace")).replace("\r", "")
        return bool(data)

    def _resized(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def needs(program: str) -> str:
    """Skip without this program; on the machine that decides, fail."""
    found = shutil.which(program)
    if found is None:
        why = f"{program} is not installed"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    return found


class Tmux:
    """A server of its own with one window, which shows what people see. Close it."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self._command = [needs("tmux"), "-S", str(folder / "tmux"), "-f", "/dev/null", "-u"]
        self._changes = folder / "changes"
        os.mkfifo(self._changes)
        self._run("new-session", "-d", "-x", str(columns), "-y", str(lines), "cat")
        self._run("set", "-g", "status", "off")
        self._run("set", "-g", "remain-on-exit", "on")
        self._run("pipe-pane", f"exec cat > {self._changes}")
        self._reader = os.open(self._changes, os.O_RDWR)  # it never ends, and opens at once
        env = [f"{name}={value}" for name, value in environment().items() if name in PASSED]
        self._run("respawn-pane", "-k", "env", *env, *BOARD, *arguments)

    def type(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def see(self, *wanted: str) -> str:
        """Waits until all of this stands on the screen; the screen."""
        while True:
            screen = self._run("capture-pane", "-p")
            if all(text in screen for text in wanted):
                return screen
            ready, _, _ = select.select([self._reader], [], [], PATIENCE)
            assert ready, f"{wanted!r} does not come; there is\n{screen}"
            os.read(self._reader, 65536)

    def resize(self, columns: int, lines: int) -> None:
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def close(self) -> None:
        self._run("kill-server")
        os.close(self._reader)

    def _run(self, *words: str) -> str:
        done = subprocess.run(  # readline puts COLUMNS into the environment behind os.environ
            [*self._command, *words],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=dict(os.environ),
        )
        return done.stdout


PASSED = ("BOARD_LANG", "BOARD_SETTINGS", "PYTHONPATH", "TMPDIR")
