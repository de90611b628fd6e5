"""The board in the browser: ``python benchmarks/browser.py``, on servers of its own.

Prints the milliseconds from a press in one browser to the picture in another, and the share of one
core that the server takes with many viewers of one game, with a page of many boards, and idle.
Exits with 1 if a figure is missed. Needs chromium, and Linux for the shares.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import chess
from measuring import HERE

sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "serving")]
browsers, chromium, hands = map(import_module, ("browsers", "chromium", "hands"))

MOST_MS, MOST_SHARE, MOST_IDLE = 60.0, 15.0, 0.5
MOVES, VIEWERS, BOARDS, SECONDS = 60, 200, 30, 20

SEEN = """
window.seen = 0;
new MutationObserver((_, watch) => requestAnimationFrame(() => requestAnimationFrame(() => {
  window.seen ||= performance.timeOrigin + performance.now(); watch.disconnect();
}))).observe(document.querySelector("#frame .board"), { subtree: true, attributes: true }); 0
"""
"""Notes when the picture after the next change of the board has been drawn."""


class Seat:
    """Somebody who plays by HTTP alone."""

    def __init__(self, port: int) -> None:
        self.port, self._line, self.cookie = port, HTTPConnection("127.0.0.1", port), ""

    def post(self, path: str, **facts: Any) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self._line.request("POST", path, json.dumps(facts), headers)
        answer = self._line.getresponse()
        text = answer.read()
        assert answer.status == 200, (path, answer.status, text)
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        return dict(json.loads(text))

    def stream(self, path: str) -> socket.socket:
        """Return an open stream."""
        line = socket.create_connection(("127.0.0.1", self.port))
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n"
        line.sendall(head.encode())
        return line


class Game:
    """A game of two who play random moves, each with an open page."""

    def __init__(self, port: int, seed: int) -> None:
        self.seats = {chess.WHITE: Seat(port), chess.BLACK: Seat(port)}
        white, black = self.seats[chess.WHITE], self.seats[chess.BLACK]
        wish = {"game": "chess", "opponent": "", "color": "white", "base": None, "increment": 0}
        made = white.post("/play", name=f"Ann {seed}", **wish)
        self.path, _, token = made["invite"].partition("#seat=")
        black.post(f"{self.path}/sit", token=token, name=f"Bob {seed}")
        self.lines = [seat.stream(f"{self.path}/stream") for seat in (white, black)]
        self.board, self.chance = chess.Board(), Random(seed)

    def move(self) -> None:
        if self.board.is_game_over():
            return
        move = self.chance.choice([*self.board.legal_moves]).uci()
        self.seats[self.board.turn].post(f"{self.path}/move", text=move, ply=self.board.ply())
        self.board.push_uci(move)


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """Yield the process and the port of a server."""
    command = [sys.executable, "-m", "board_cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent) as server:
        assert server.stdout is not None
        found = None
        while found is None:
            found = re.search(r"http://127.0.0.1:(\d+)/", server.stdout.readline())
        try:
            yield server.pid, int(found[1])
        finally:
            server.terminate()


def used(pid: int) -> float:
    """Return the processor seconds of a process."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def share(pid: int, games: Sequence[Game], lines: Sequence[socket.socket]) -> float:
    """Let each game go on once a second; return the server's percent of a core."""
    with selectors.DefaultSelector() as ready:
        for line in [*lines, *(each for game in games for each in game.lines)]:
            ready.register(line, selectors.EVENT_READ)
        began, spent = time.perf_counter(), used(pid)
        for second in range(SECONDS):
            for game in games:
                game.move()
            while (left := began + second + 1 - time.perf_counter()) > 0:
                for key, _events in ready.select(left):
                    assert isinstance(key.fileobj, socket.socket)
                    assert key.fileobj.recv(1 << 20), "a stream has ended"
        return 100 * (used(pid) - spent) / (time.perf_counter() - began)


def press_to_picture(port: int) -> float:
    """Return the median milliseconds from a press in one browser to the picture in another."""
    times, chance, board = list[float](), Random(5), chess.Board()
    with ExitStack() as stack:
        pages = []
        for _ in range(2):
            home = Path(
                stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            )
            browser = chromium.Chromium(
                browsers.installed_browser(), Path(stack.enter_context(home))
            )
            pages.append(stack.enter_context(browser))
        people = [hands.Person(page, f"http://127.0.0.1:{port}") for page in pages]
        said = people[0].begin(opponent="")
        pages[1].go(f"http://127.0.0.1:{port}{said['invite']}")
        people[0].title("Your move")
        for ply in range(MOVES):
            move = chance.choice([each for each in board.legal_moves if not each.promotion])
            mover, watcher = people[ply % 2], pages[1 - ply % 2]
            mover.page.click(mover.cell(chess.square_name(move.from_square)))
            watcher.run(SEEN)
            pressed = time.time() * 1000
            mover.page.click(mover.cell(chess.square_name(move.to_square)))
            board.push(move)
            while not (seen := watcher.run("window.seen")):
                time.sleep(0.001)
            times.append(seen - pressed)
            for page in pages:
                page.wait_for(f"document.querySelectorAll('.mv[data-ply]').length > {ply}", 60)
            if board.is_game_over():
                break
    return statistics.median(times)


def main() -> int:
    missed = 0

    def report(what: str, figure: float, most: float, unit: str) -> None:
        nonlocal missed
        missed += figure > most
        print(f"{what}: {figure:.1f} {unit} (at most {most:g})", flush=True)

    with served() as (_pid, port):
        report("press to picture, median", press_to_picture(port), MOST_MS, "ms")
    with served() as (pid, port):
        report("idle", share(pid, [], []), MOST_IDLE, "% of a core")
        game = Game(port, 1)
        lines = [Seat(port).stream(f"{game.path}/stream") for _ in range(VIEWERS)]
        report(f"{VIEWERS} viewers of a game", share(pid, [game], lines), MOST_SHARE, "% of a core")
    with served() as (pid, port):
        games = [Game(port, seed) for seed in range(BOARDS)]
        live = [Seat(port).stream("/live")]
        report(f"{BOARDS} boards on a page", share(pid, games, live), MOST_SHARE, "% of a core")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
