"""Chromium as a person uses it: types, chooses files, presses buttons, and looks.

It is spoken to by its DevTools protocol on two pipes, which it has as descriptors 3 and 4.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

FLAGS = (
    "--headless",
    "--no-sandbox",  # it may be root who tests
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--no-first-run",
    "--no-proxy-server",
)

START = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Gives the browser its two descriptors."""


KEY_CODES = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}


class Chromium:
    """Owns a browser with one page, until :meth:`close`; a context manager."""

    def __init__(self, browser: str, home: Path, language: str = "en") -> None:
        theirs, self._to = os.pipe()
        self._from, back = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 100) for end in (theirs, back)]
        os.close(theirs)
        os.close(back)
        command = [browser, *FLAGS, f"--user-data-dir={home}", "--remote-debugging-pipe"]
        self._process = subprocess.Popen(
            [sys.executable, "-ISc", START, *map(str, ends), *command, "about:blank"],
            pass_fds=ends,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in ends:
            os.close(end)
        self._last = 0
        self._session: str | None = None
        self._rest = b""
        self.events: list[dict[str, Any]] = []
        self._language = language
        self.another()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._last += 1
        said = {"id": self._last, "method": method, "params": params}
        if self._session is not None:
            said["sessionId"] = self._session
        os.write(self._to, json.dumps(said).encode() + b"\0")
        while True:
            heard = self._hear()
            if heard.get("id") == self._last:
                assert "error" not in heard, (method, heard["error"])
                return heard["result"]
            self.events.append(heard)

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            came = os.read(self._from, 1 << 16)
            assert came, "the browser has ended"
            self._rest += came
        line, _zero, self._rest = self._rest.partition(b"\0")
        return json.loads(line)

    def another(self) -> str:
        """Open another page, in a window of its own, and turn to it; return what it is called."""
        self._session = None
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "DOM", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.size(1280)
        self.language(self._language)
        return self._session

    def turn_to(self, page: str) -> None:
        """Let what follows be done at a page that :meth:`another` has opened."""
        self._session = page

    def loaded(self) -> None:
        """Wait until a page has come."""
        come = "Page.loadEventFired", self._session
        while come not in [(each["method"], each.get("sessionId")) for each in self.events]:
            self.events.append(self._hear())

    def size(self, width: int, height: int = 900) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def language(self, language: str) -> None:
        agent = self.call("Browser.getVersion")["userAgent"]
        self.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def go(self, url: str) -> None:
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.loaded()

    def run(self, script: str) -> Any:
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def type(self, where: str, text: str) -> None:
        self.run(f"document.querySelector({json.dumps(where)}).focus()")
        self.call("Input.insertText", text=text)

    # Hands

    def place(self, where: str) -> tuple[float, float]:
        """Return the middle of an element, in the window."""
        box = f"document.querySelector({json.dumps(where)}).getBoundingClientRect()"
        x, y, width, height = self.run(f"(b => [b.x, b.y, b.width, b.height])({box})")
        return x + width / 2, y + height / 2

    def mouse(self, kind: str, x: float, y: float, button: str = "left") -> None:
        held = int(kind != "mouseReleased") * {"left": 1, "right": 2}[button]
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="none" if kind == "mouseMoved" and not held else button,
            buttons=held,
            clickCount=1,
        )

    def click(self, where: str, button: str = "left") -> None:
        """Click in the middle of an element."""
        x, y = self.place(where)
        self.mouse("mousePressed", x, y, button)
        self.mouse("mouseReleased", x, y, button)

    def drag(self, where: str, to: str, button: str = "left") -> None:
        (x, y), (u, v) = self.place(where), self.place(to)
        self.mouse("mousePressed", x, y, button)
        for share in (0.3, 0.7, 1.0):
            self.mouse("mouseMoved", x + share * (u - x), y + share * (v - y), button)
        self.mouse("mouseReleased", u, v, button)

    def touch(self, where: str, to: str = "") -> None:
        """Tap an element with a finger, or draw from it to another."""
        x, y = self.place(where)
        spots = [("touchStart", [(x, y)])]
        if to:
            u, v = self.place(to)
            spots += [("touchMove", [((x + u) / 2, (y + v) / 2)]), ("touchMove", [(u, v)])]
        for kind, points in (*spots, ("touchEnd", [])):
            fingers = [{"x": at[0], "y": at[1]} for at in points]
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def key(self, *names: str, alt: bool = False) -> None:
        """Press keys one after the other, by their names or as characters."""
        for name in names:
            code = KEY_CODES.get(name, ord(name[0].upper()))
            text = {"Enter": "\r"}.get(name, name if len(name) == 1 and not alt else "")
            facts = {
                "key": name,
                "code": f"Key{name.upper()}" if name.isalpha() and len(name) == 1 else name,
            }
            facts |= {"windowsVirtualKeyCode": code, "modifiers": int(alt)}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **facts)
            self.call("Input.dispatchKeyEvent", type="keyUp", **facts)

    def media(self, **features: str) -> None:
        """Set what style sheets ask for, as ``prefers_color_scheme``."""
        told = [{"name": name.replace("_", "-"), "value": features[name]} for name in features]
        self.call("Emulation.setEmulatedMedia", features=told)

    def choose(self, where: str, files: Sequence[Path]) -> None:
        """Choose files, or one folder, in a field for files."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=where)["nodeId"]
        field = f"document.querySelector({json.dumps(where)})"
        self.run(
            "chosen = new Promise(resolve =>"
            f" {field}.addEventListener('change', resolve, {{ once: true }})); 0"
        )
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(file) for file in files])
        self.run("chosen.then(() => 0)")  # a folder is read meanwhile

    def press(self, where: str) -> None:
        """Press what leads to another page, and wait for it."""
        self.events.clear()
        self.run(f"document.querySelector({json.dumps(where)}).click()")
        self.loaded()

    def wait_for(self, condition: str, seconds: float) -> None:
        """Wait until the page has changed so, also by another that takes its place."""
        watch = (
            "new Promise((resolve, reject) => {"
            f"const look = () => {{ if (document.body && ({condition}))"
            " { seen.disconnect(); resolve(0); } };"
            "const seen = new MutationObserver(look);"
            "seen.observe(document, { subtree: true, childList: true, attributes: true });"
            f"setTimeout(() => reject('it never came'), {1000 * seconds}); look(); }})"
        )
        while True:
            try:
                self.run(watch)
                return
            except AssertionError as error:  # the page has loaded anew meanwhile
                if "navigated" not in str(error):
                    raise

    @property
    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    @property
    def url(self) -> str:
        return str(self.run("location.href"))

    @property
    def complaints(self) -> list[Any]:
        """What the browser has said against the page since it was opened."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [each["params"] for each in self.events if each["method"] in kinds]

    def barriers(self, axe: str) -> list[Any]:
        """What axe-core, by its script, finds in both themes that keeps people out of the page."""
        self.run(f"{axe}; 0")
        found = []
        for theme in ("dark", "light"):
            self.media(prefers_color_scheme=theme)
            found += self.run(
                "axe.run(document, {resultTypes: ['violations']}).then(found => "
                "found.violations.map(each => "
                "[each.id, ...each.nodes.map(node => node.html.slice(0, 200))]))"
            )
        return found

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return int(self.run("document.documentElement.scrollWidth - innerWidth"))

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Let all processes of the browser stand still, as on a computer that sleeps."""
        family, parents = {self._process.pid}, dict[int, int]()
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parents[int(file.parent.name)] = int(file.read_text().rpartition(")")[2].split()[1])
        while more := {pid for pid, above in parents.items() if above in family} - family:
            family |= more
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in family:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            if number == signal.SIGSTOP:
                yield

    def picture(self, path: Path) -> None:
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(taken["data"]))

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
