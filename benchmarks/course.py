"""Holds a whole course: students hand in by browser, and their programs play a Swiss of 7 rounds.

    python benchmarks/course.py [--students 30] [--jobs 2] [--keep FOLDER]

Three waves come in through Chromium: some programs are broken, some uploads hostile. The server is
killed once, the contest twice (SIGKILL); once the disk is full (the journal must not grow). An
entrant joins late, one hands in a new version between rounds, one has a bye, one withdraws, and a
game is ruled on. In the end ``recompute.py``, which shares no code with the board, computes
the table anew from the exported JSON. The exit status is 0 if all is as it must be. Linux, with
Chromium and bubblewrap.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from measuring import HERE

from board_core.contest.hand_in_log import HandInLog
from board_core.contest.store import Folder, read_contest
from board_core.journal import BadJournal

sys.path.insert(0, str(HERE.parent / "tests"))

browsers, chromium = import_module("browsers"), import_module("chromium")

ROUNDS = 7
PATIENCE_SECONDS = 900.0

PROGRAM = '''\
"""Plays random moves and gives up after {lives} of its own: who lives longer wins."""
import random, sys
import chess
board, chance, left = chess.Board(), random.Random({seed}), {lives}
def play():
    global left
    left -= 1
    if left < 0:
        sys.exit("no more ideas")
    move = chance.choice(list(board.legal_moves))
    print(board.san(move), flush=True)
    board.push(move)
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and any(board.legal_moves):
        play()
'''

BROKEN = (
    "import sys\nfor line in sys.stdin\n    pass\n",
    "import sys\nfor line in sys.stdin:\n    print('<b>e9</b>', flush=True)\n",
    "import nothing_like_that\n",
)

CHEAT = """\
import glob, sys
seen = glob.glob("/**/entries/*/main.py", recursive=True)
while True:
    sys.stdout.write("x" * 1000 if not seen else seen[0])
"""
"""Looks for the programs of others, and floods the board."""


def packed(path: Path, files: dict[str, str | bytes], link: bool = False) -> Path:
    """Write a zip, with a link out of it if wanted."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        if link:
            entry = zipfile.ZipInfo("my/secret")
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, "/etc/passwd")
    return path


class Course:
    """One course in a folder of its own; every step says what it did."""

    def __init__(self, home: Path, students: int, jobs: int) -> None:
        self.home, self.jobs = home, jobs
        self.folder = Folder(home / "cup")
        self.names = [f"student {n:02}" for n in range(1, students + 1)]
        self.tokens: dict[str, str] = {}
        self.sent, self.refused = 0, 0
        self.mistakes: list[str] = []
        self._started = time.monotonic()
        self._server: subprocess.Popen[bytes] | None = None
        self._url = ""

    def tell(self, said: str) -> None:
        print(f"{time.monotonic() - self._started:6.1f} s  {said}", flush=True)

    def expect(self, right: bool, what: str) -> None:
        if not right:
            self.mistakes.append(what)
            self.tell(f"WRONG: {what}")

    def board(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "board_cli", "contest", *words],
            capture_output=True,
            text=True,
            env=os.environ | {"BOARD_LANG": "en"},
        )
        self.expect(done.returncode == 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    # The hand-in

    def prepare(self) -> None:
        """Write the organiser's file, and make the tokens."""
        self.folder.path.mkdir(parents=True)
        self.folder.plan.write_text(
            f'name = "Course"\nseed = 20261123\nrounds = {ROUNDS}\n'
            'tie_breaks = ["buchholz-cut-1", "direct-encounter", "sonneborn-berger", "wins"]\n'
            "[clock]\ntime = 5\n[adjudication]\nmax_moves = 60\n"
            '[hand_in]\nexamination = "quick"\ncheck_limit = 60\n'
        )
        self.enter(*self.names)

    def enter(self, *names: str) -> None:
        """Write entrants into the file, and make their tokens."""
        with self.folder.plan.open("a") as file:
            for name in names:
                short = name.replace(" ", "")
                file.write(f'[[entrants]]\nname = "{name}"\n')
                file.write(f'player = "entry.toml"\nfolder = "entries/{short}"\n')
        printed = self.board("tokens", str(self.folder.path))
        found = re.findall(r"^(\w+ \w+) .*?((?:[a-z2-7]{4}-){5}[a-z2-7]{4})", printed, re.MULTILINE)
        self.tokens.update(found)

    def serve(self) -> None:
        """Start the server; the port is free."""
        self._server = subprocess.Popen(
            [
                *(sys.executable, "-m", "board_cli", "contest", "serve"),
                *(str(self.folder.path), "--hand-in", "--port", "0"),
            ],
            stdout=subprocess.PIPE,
            env=os.environ | {"BOARD_LANG": "en"},
        )
        assert self._server.stdout is not None
        line = self._server.stdout.readline().decode()
        self._url = re.findall(r"http://\S+/", line)[0]

    def end_server(self, number: int) -> None:
        """Send the server a signal, and wait until it has ended."""
        assert self._server is not None
        assert self._server.stdout is not None
        self._server.send_signal(number)
        self._server.wait()
        self._server.stdout.close()

    def hand_in(self, page: Any, name: str, file: Path, taken: bool = True) -> None:
        """Hand in a zip or a folder as a student does."""
        page.go(f"{self._url}hand-in")
        page.type("#token", self.tokens[name])
        page.choose("#folder" if file.is_dir() else "#zip", [file])
        page.press("form button")
        self.sent += taken
        self.refused += not taken
        self.expect(("receipt-" in page.url) is taken, f"{name}, {file.name}: {page.text[:300]}")

    def good(self, number: int, version: int) -> dict[str, str | bytes]:
        """Return a program that works; how long it lives depends on both numbers."""
        lives = 4 + (number * 7 + version) % 31
        return {"my/main.py": PROGRAM.format(seed=number, lives=lives)}

    def upload(self, number: int, wave: int) -> tuple[Path, bool]:
        """Return what a student hands in, and whether it must be taken."""
        path = self.home / f"{number:02}-{wave}.zip"
        good = self.good(number, wave)
        match (number % 6, wave):
            case (1, 1):
                hostile: list[dict[str, str | bytes]] = [
                    {**good, "../../escaped.py": "x"},
                    {**good, "my/bomb": b"\0" * (90 << 20)},
                    {**good, "my/MAIN.PY": "x"},
                    {f"{n}.py": "" for n in range(5_000)},
                ]
                return packed(path, hostile[number // 6 % 4]), False
            case (2, 1):
                return packed(path, good, link=True), False
            case (3, 1 | 2):
                return packed(path, {"main.py": BROKEN[number // 6 % 3]}), True
            case (4, 3) if number == 4:
                return packed(path, {"main.py": CHEAT}), True
            case (0, _):
                folder = self.home / f"{number:02}-{wave}"
                folder.mkdir()
                (folder / "main.py").write_text(str(good["my/main.py"]))
                return folder, True
            case _:
                return packed(path, good), True

    def waves(self, page: Any) -> None:
        """Let everybody hand in, and some again and again."""
        self.serve()
        for wave in (1, 2, 3):
            chosen = [n for n in range(1, len(self.names) + 1) if wave == 1 or n % 6 < 4 or n == 4]
            for number in chosen:
                file, taken = self.upload(number, wave)
                self.hand_in(page, self.names[number - 1], file, taken)
                if wave == 2 and number == chosen[len(chosen) // 2]:
                    self.end_server(signal.SIGKILL)
                    self.serve()
                    self.tell("the server was killed and began again")
            self.tell(f"wave {wave}: {self.sent} versions taken, {self.refused} refused")
        self.until(lambda: self.unchecked() == 0, "all versions are checked")
        self.expect(not list(self.home.rglob("escaped.py")), "a zip has left its folder")
        page.go(f"{self._url}hand-in")
        page.type("#token", self.tokens[self.names[2]])
        page.press("form button")
        self.expect("Version 3" in page.text, f"a student sees all versions: {page.text[:300]}")
        self.expect(self.names[3] not in page.text, "a student sees those of another")
        page.picture(self.home / "versions.png")
        self.board("serve", str(self.folder.path), "--close")
        page.go(f"{self._url}hand-in.zh_CN.html")
        self.expect(not page.run("document.querySelector('#zip')"), "the form is still open")
        self.tell("the hand-in is closed")

    def unchecked(self) -> int:
        """Return how many versions that count have no card yet."""
        hand_in = HandInLog(self.folder).read()
        last = [hand_in.last(name) for name in hand_in.versions]
        return sum(version is not None and version.card is None for version in last)

    # The contest

    def run(self, file_limit: int | None = None) -> subprocess.Popen[bytes]:
        def limit() -> None:
            if file_limit is not None:
                hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, hard))

        log = (self.home / "run.log").open("ab")
        with log:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", "board_cli", "contest", "run"),
                    *(str(self.folder.path), "--quiet", "--jobs", str(self.jobs)),
                ],
                stdout=log,
                stderr=log,
                preexec_fn=limit,
                env=os.environ | {"BOARD_LANG": "en"},
            )

    def until(self, reached: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not reached():
            assert time.monotonic() < end, f"not in {PATIENCE_SECONDS:g} s: {what}"
            time.sleep(0.2)
        self.tell(what)

    def rounds(self) -> int:
        with suppress(BadJournal, OSError):
            return len(read_contest(self.folder).rounds)
        return 0

    def contest(self, page: Any) -> None:
        home, names = str(self.folder.path), self.names
        why = ("--reason", "course.py", "--by", "organiser", "-f", home)
        runs = self.run()
        self.until(lambda: self.rounds() >= 1, "round 1 is paired")
        self.board("serve", home, "--open")
        self.enter("late comer")
        late = packed(self.home / "late.zip", self.good(40, 1))
        self.hand_in(page, "late comer", late)
        self.board("add", "late comer", "--missed", "half", *why)
        self.board("bye", names[6], "4", "half", *why)
        self.until(lambda: self.rounds() >= 2, "round 2 is paired; a late entrant has joined")
        runs.kill()
        runs.wait()
        before = read_contest(self.folder)
        runs = self.run()
        self.tell(f"killed with {len(before.played)} games played, and on")
        new = packed(self.home / "new.zip", self.good(10, 9))
        self.hand_in(page, names[9], new)
        number = min(before.played)
        self.board("rule", str(number), "1/2-1/2", *why)
        self.until(lambda: self.rounds() >= 4, "round 4 is paired; a new version, a ruling")
        self.board("withdraw", names[12], *why)
        runs.kill()
        runs.wait()
        before = read_contest(self.folder)
        size = self.folder.journal.stat().st_size
        runs = self.run(file_limit=size + 20_000)
        code = runs.wait()
        self.expect(code == 1, f"with a full disk the contest ended with {code}")
        self.tell("killed again; then the disk was full, and the contest has stopped")
        self.expect(len(read_contest(self.folder).played) >= len(before.played), "a game is lost")
        runs = self.run()
        code = runs.wait()
        self.expect(code == 0, f"the contest ended with {code}")
        self.tell("the contest is over")

    def judge(self) -> None:
        contest = read_contest(self.folder)
        self.expect(contest.ended is not None, "the contest has no end")
        self.expect(len(contest.rounds) == ROUNDS, f"{len(contest.rounds)} rounds")
        self.expect(not contest.to_play, "games without a result")
        last = {name: self.last(name) for name in (*self.names, "late comer")}
        for entrant in contest.entrants:
            package = contest.version(entrant.number, ROUNDS)[0].package
            self.expect(package == last[entrant.name], f"{entrant.name} plays another version")
        self.board("report", str(self.folder.path))
        exported = self.folder.report / "contest.json"
        done = subprocess.run([sys.executable, str(HERE / "recompute.py"), str(exported)])
        self.expect(done.returncode == 0, "the table is another when it is computed anew")

    def last(self, name: str) -> str | None:
        version = HandInLog(self.folder).read().last(name)
        return None if version is None else version.package


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a new folder that stays")
    asked = parser.parse_args()
    browser = browsers.installed_browser()
    if browser is None:
        sys.exit("Chromium is not installed")
    home = Path(tempfile.mkdtemp(prefix="course-")) if asked.keep is None else asked.keep
    home.mkdir(parents=True, exist_ok=True)
    course = Course(home, asked.students, asked.jobs)
    try:
        course.prepare()
        with chromium.Chromium(browser, home / "profile") as page:
            course.waves(page)
            course.contest(page)
            course.end_server(signal.SIGTERM)
        course.judge()
    finally:
        if asked.keep is None:
            shutil.rmtree(home, ignore_errors=True)
    course.tell(f"{len(course.mistakes)} mistakes")
    return 1 if course.mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
