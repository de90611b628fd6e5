"""A host with something to lose, and where a stranger meets it.

Three scenes: a program alone, a game of ``board match``, a game of ``board contest``. Each has a
home with a secret beside what was handed in, and is asked the same: what has the attacker got?
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from traceback import format_exception
from typing import Any

from click.testing import CliRunner
from patience import PATIENCE

from board_cli.app import app
from board_core.contest.store import Folder, read_contest
from board_core.game.loop import Loop
from board_core.game.rules import Reason
from board_core.supervise.command import Command
from board_core.supervise.limits import MIB, Limits
from board_core.supervise.program import Program
from board_core.supervise.program_news import Output, ProgramEnded, ProgramNews
from board_core.supervise.sandbox import Confinement, Sandbox, is_root

PROGRAMS = Path(__file__).parent.parent / "programs"
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(
        filter(None, [str(PROGRAMS.parents[1]), os.environ.get("PYTHONPATH")])
    ),
    "COLUMNS": "200",
    "LC_ALL": "C.UTF-8",
}
FILES = ("attacks.py", "hoards.py", "spinners.py")
LIBC = ctypes.CDLL(None, use_errno=True)
ENDED_BY_HOST = {
    *(reason.value for reason in (Reason.BREACH, Reason.OFF_TURN, Reason.INTERFERENCE)),
}
CAUSES_OF_HOST = {"memory", "starved", "off turn", "off_turn", "breach", "interference"}
MEMORY = 192
"""MiB that each program may use, in every scene."""
KILLED = -9  # by SIGKILL

SMALL = replace(Limits(), memory=MEMORY * MIB, scratch=16 * MIB, processes=32)


class Unclear(Exception):
    """Nobody can tell whether the attack failed, or was never made."""


class CannotTell(Unclear):
    """Nothing can be said on this machine as it is now; the words say why."""


@dataclass(frozen=True)
class Ran:
    """A command of the board that has ended, or (None) did not."""

    code: int | None
    out: str
    err: str

    @property
    def crashed(self) -> bool:
        return self.code is None or "Traceback (most recent" in self.err + self.out


@dataclass(frozen=True)
class Entry:
    """What a stranger hands in, and how the organiser starts it."""

    player: str = "san:attacks.py"
    prepare: Callable[[Path], object] = field(default=lambda folder: None)
    """Makes what is beside the usual files."""


@dataclass(frozen=True)
class Fought:
    """What came of a game."""

    ran: Ran
    said: tuple[str, ...] = ()  # by the attacker
    won: bool | None = None  # None: a draw, or no game
    reason: str = ""
    cause: str = ""

    @property
    def loot(self) -> str:
        """Empty: it got nothing. Raises Unclear."""
        said = " ".join(self.said).replace("+", " ")  # as a function's child writes blanks
        if found := re.search(r"GOT [^\"]+", said):
            return found[0]
        if "NOT " in said or self.ended_by_host:
            return ""
        if self.refused:
            return ""
        raise Unclear(f"{self.reason} {self.cause} {self.said[-3:]} {self.ran.err[-600:]}")

    @property
    def refused(self) -> bool:
        """Whether what was handed in was not taken, with a sentence."""
        if self.ran.crashed:
            return False
        withdrawn = "Mallory is withdrawn" in self.ran.err + self.ran.out
        return self.cause == "refused" or (not self.reason and (withdrawn or self.ran.code == 2))

    @property
    def ended_by_host(self) -> bool:
        return self.reason in ENDED_BY_HOST or self.cause in CAUSES_OF_HOST


USUAL = Entry()


class Scene(ABC):
    """Owns what is on the host, until :meth:`close`."""

    name: str

    def __init__(self, folder: Path, sandbox: Sandbox) -> None:
        self.folder, self.sandbox = folder, sandbox
        self.token = uuid.uuid4().hex
        self.home = folder / "home"
        self.home.mkdir()
        self.secret = self.home / "secret.txt"
        self.secret.write_text("secret")
        self.closing = ExitStack()

    def close(self) -> None:
        self.closing.close()

    @abstractmethod
    def fight(self, *words: str, off_turn: bool = False, entry: Entry = USUAL) -> Fought:
        """One game, or what stands for it."""

    def attack(self, *words: str, off_turn: bool = False, entry: Entry = USUAL) -> str:
        """What the attacker says it got; empty if it failed. Raises Unclear."""
        return self.fight(*words, off_turn=off_turn, entry=entry).loot

    @contextmanager
    def meanwhile(self, look: Callable[[], bool]) -> Iterator[list[bool]]:
        """Looks twenty times a second; the list is not empty once the look was true."""
        seen: list[bool] = []
        over = threading.Event()

        def watch() -> None:
            while not over.wait(0.05):
                if look():
                    seen.append(True)

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield seen
        finally:
            over.set()
            thread.join()

    @contextmanager
    def listening(self, family: int, address: object) -> Iterator[socket.socket]:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.bind(address)
            listener.listen()
            yield listener

    def handed_in(self, place: Path, entry: Entry, orders: dict[str, Any]) -> Path:
        """A stranger's folder."""
        place.mkdir(parents=True)
        for name in FILES:
            shutil.copy(PROGRAMS / name, place / name)
        (place / "orders.json").write_text(json.dumps(orders))
        entry.prepare(place)
        return place

    def board(self, *words: str, cwd: Path | None = None, wait: float = PATIENCE) -> Ran:
        """A command of the board, in a session of its own."""
        command = [sys.executable, "-P", "-m", "board_cli", *words]
        with subprocess.Popen(
            command,
            cwd=cwd or self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
            env=ENVIRONMENT,
        ) as process:
            try:
                out, err = process.communicate(timeout=wait)
                return Ran(process.returncode, out, err)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.communicate(timeout=PATIENCE)
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
                return Ran(None, out, err)

    def here(self, *words: str) -> Ran:
        """A command of the board that plays no game, in this process."""
        ran = CliRunner().invoke(app, words, env=ENVIRONMENT)
        if ran.exception is None or isinstance(ran.exception, SystemExit):
            return Ran(ran.exit_code, ran.stdout, ran.stderr)
        return Ran(1, ran.stdout, "".join(format_exception(ran.exception)))

    @contextmanager
    def background(self, *words: str, **more: str) -> Iterator[subprocess.Popen[str]]:
        """A command of the board that runs on; its output and its errors are one pipe."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "board_cli", *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**ENVIRONMENT, **more},
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()

    def confined(self) -> list[str]:
        words = ["--sandbox", self.sandbox.value, "--memory", str(MEMORY)]
        return [*words, "--allow-root"] if is_root() else words


class Heard:
    """Keeps a program's lines; None is its end, or what it loses for."""

    def __init__(self, loop: Loop[None]) -> None:
        self._loop = loop
        self._lines: deque[str | None] = deque()
        self.was_killed = False

    def __call__(self, program: Program, news: ProgramNews, at: float) -> None:
        if isinstance(news, Output):
            self._lines.extend(news.text.removesuffix("\n").split("\n"))
        else:
            self._lines.append(None)
            # by the host or the system: its group may be gone before that says for what
            self.was_killed = isinstance(news, ProgramEnded) and news.returncode == KILLED

    def next(self) -> str | None:
        """Return its next line, and wait for it."""
        until = time.perf_counter() + PATIENCE
        assert self._loop.drive(lambda: bool(self._lines), until), "it says nothing"
        return self._lines.popleft()


class Alone(Scene):
    """A program without a game, and an opponent that is confined as the attacker is."""

    name = "alone"

    def __init__(self, folder: Path, sandbox: Sandbox) -> None:
        super().__init__(folder, sandbox)
        self.how = Confinement(sandbox, SMALL, allow_root=True)
        self.attacker = self.handed_in(folder / "attacker", USUAL, {})
        self.opponent = self.handed_in(folder / "opponent", USUAL, {})
        self._loop = Loop[None]()
        self.closing.callback(self._loop.close)
        self._victim: tuple[Program, Heard] | None = None

    def victim(self) -> tuple[Program, Heard]:
        if self._victim is None:
            self._victim = self.start(self.opponent, "victim", self.token)
            assert self._victim[1].next() == "ready"
        return self._victim

    def fight(self, *words: str, off_turn: bool = False, entry: Entry = USUAL) -> Fought:
        assert not off_turn
        program, heard = self.start(self.attacker, *words)
        said = heard.next()
        while said is not None and not said.startswith(("GOT ", "NOT ")):
            said = heard.next()
        ran = Ran(0, "", program.stderr)
        if said is None:
            why = program.excess is not None or heard.was_killed
            return Fought(ran, (), None, "ended", "memory" if why else "")
        return Fought(ran, (said,))

    def hears(self, line: str) -> bool:
        """Whether the next the referee hears from the opponent is this; it is asked for a word."""
        program, heard = self.victim()
        program.write("hello\n")
        return heard.next() == line

    def start(self, folder: Path, *words: str) -> tuple[Program, Heard]:
        heard = Heard(self._loop)
        argv = (sys.executable, "-S", "-u", str(folder / "attacks.py"), *words)
        program = Program(Command(argv, folder), heard, confinement=self.how, grace=0.1)
        program.attach(self._loop)
        self.closing.callback(program.close)
        return program, heard


HONEST = {"attack": "honest", "words": ["1.5"], "off_turn": False}


class InMatch(Scene):
    """A game of ``board match``, which the attacker begins."""

    name = "match"

    def fight(self, *words: str, off_turn: bool = False, entry: Entry = USUAL) -> Fought:
        orders = {"attack": words[0] if words else "", "words": words[1:], "off_turn": off_turn}
        place = self.handed_in(self.folder / "mallory", entry, orders)
        opponent = "random"
        if off_turn:
            ada = self.handed_in(self.folder / "ada", USUAL, HONEST)
            opponent = f"san:{ada / 'attacks.py'}"
        protocol, _, file = entry.player.partition(":")
        player = f"{protocol}:{place / file}"
        return self.match(f"Mallory={player}", f"Ada={opponent}", frozen=off_turn)

    def match(self, white: str, black: str, *more: str, frozen: bool = False) -> Fought:
        """``white`` is the attacker."""
        words = ["match", white, black, "--json", "--time", "60", *self.confined(), *more]
        if frozen:
            words += ["--ponder", "freeze"]
        return self._fought(self.board(*words))

    def _fought(self, ran: Ran) -> Fought:
        lines = [json.loads(line) for line in ran.out.splitlines() if line.startswith("{")]
        said = tuple(line["text"] for line in lines if "text" in line and line["color"] == "white")
        for line in lines:
            if line["event"] == "game_ended":
                outcome, explained = line["outcome"], line["explanation"]
                won = None if outcome["winner"] is None else outcome["winner"] == "white"
                cause = explained["cause"] if explained else ""
                return Fought(ran, said, won, outcome["reason"], cause)
        return Fought(ran, said)


class InContest(Scene):
    """A contest of the attacker and others, of which the attacker's first game counts."""

    name = "contest"
    others = ("Ada",)

    def fight(self, *words: str, off_turn: bool = False, entry: Entry = USUAL) -> Fought:
        orders = {"attack": words[0] if words else "", "words": words[1:], "off_turn": off_turn}
        self.handed_in(self.contest / "entries" / "mallory", entry, orders)
        if off_turn:
            self.handed_in(self.contest / "entries" / "ada", USUAL, HONEST)
        return self.contest_of(entry.player, "san:attacks.py" if off_turn else "random")

    @property
    def contest(self) -> Path:
        return self.folder / "contest"

    def plan(self, player: str, opponent: str = "random", others: int = 1, more: str = "") -> None:
        """Write contest.toml: the attacker and so many others."""
        entrants = [("Mallory", player, "mallory"), ("Ada", opponent, "ada"), ("Bob", "random", "")]
        self.write_plan(entrants[: others + 1], more)

    def write_plan(self, entrants: list[tuple[str, str, str]], more: str = "") -> None:
        text = [
            'name = "Spring"\nseed = 1\nformat = "round-robin"',
            more,
            "[clock]\ntime = 60",
            f'[sandbox]\nmode = "{self.sandbox.value}"\nmemory = {MEMORY}',
            f"allow_root = {str(is_root()).lower()}",
        ]
        for name, how, folder in entrants:
            text.append(f"[[entrants]]\nname = {json.dumps(name)}\nplayer = {json.dumps(how)}")
            if folder and how != "random":
                text.append(f'folder = "entries/{folder}"')
        self.contest.mkdir(exist_ok=True)
        (self.contest / "contest.toml").write_text("\n".join(text) + "\n")

    def contest_of(self, player: str, opponent: str = "random") -> Fought:
        self.plan(player, opponent)
        return self.fought(self.board("contest", "run", "contest", "--quiet"))

    def fought(self, ran: Ran) -> Fought:
        """The attacker's first game."""
        folder = Folder(self.contest)
        if not folder.journal.exists():
            return Fought(ran)
        contest = read_contest(folder)
        number = next((e.number for e in contest.entrants if e.name == "Mallory"), 0)
        for pairing in contest.pairings.values():
            if pairing.has(number) and pairing.number in contest.played:
                game = contest.played[pairing.number].game
                outcome, explained = game.outcome, game.explanation
                assert outcome is not None
                color = pairing.color(number)
                won = None if outcome.winner is None else outcome.winner is color
                cause = explained.cause.value if explained else ""
                said = _said(folder.log(pairing.number, number))
                return Fought(ran, said, won, outcome.reason.value, cause)
        return Fought(ran)


def _said(log: Path) -> tuple[str, ...]:
    if not log.exists():
        return ()
    lines = log.read_text(errors="replace").splitlines()
    return tuple(line.split(" > ", 1)[1] for line in lines if " > " in line)


SCENES = {scene.name: scene for scene in (Alone, InMatch, InContest)}


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()
