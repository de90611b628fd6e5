"""Chromium as a person uses it: types, chooses files, presses buttons, and looks.

It is spoken to by its DevTools protocol on two pipes, which it has as descriptors 3 and 4.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Sequence
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
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "DOM", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.size(1280)
        self.language(language)

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

    def _loaded(self) -> None:
        """Wait until a page has come."""
        while not any(each["method"] == "Page.loadEventFired" for each in self.events):
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
        self._loaded()

    def run(self, script: str) -> Any:
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def type(self, where: str, text: str) -> None:
        self.run(f"document.querySelector({json.dumps(where)}).focus()")
        self.call("Input.insertText", text=text)

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
        self._loaded()

    def wait_for(self, condition: str, seconds: float) -> None:
        """Wait until the page has changed so."""
        watch = (
            "new Promise((resolve, reject) => {"
            f"const look = () => {{ if ({condition}) {{ seen.disconnect(); resolve(0); }} }};"
            "const seen = new MutationObserver(look);"
            "seen.observe(document, { subtree: true, childList: true, attributes: true });"
            f"setTimeout(() => reject('it never came'), {1000 * seconds}); look(); }})"
        )
        self.run(watch)

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

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return int(self.run("document.documentElement.scrollWidth - innerWidth"))

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
