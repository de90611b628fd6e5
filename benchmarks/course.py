"""Holds a whole course: students hand in by browser, and their programs play a Swiss of 7 rounds.

    python benchmarks/course.py [--students 30] [--jobs 2] [--keep FOLDER]

Three waves come in through Chromium: some programs are broken, some uploads hostile. The server is
killed once, the contest twice (SIGKILL); once the disk is full (the journal must not grow). An
entrant joins late, one hands in a new version between rounds, one has a bye, one withdraws, and a
game is ruled on. In the end ``final_table.py``, which shares no code with the board, computes
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
        done = subprocess.run([sys.executable, str(HERE / "final_table.py"), str(exported)])
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
    browser = next(filter(None, map(shutil.which, chromium.BROWSERS)), None)
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
