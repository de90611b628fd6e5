"""Kills a running match many times, and counts lost moves and leftovers.

python benchmarks/kills.py [--kills 200] [--seed 1] [--sandbox off] [--game chess]

A match of instant programs is killed (SIGKILL) at a random point; its journal must hold every move
that a program or the reader of ``--json`` had heard, and no program, temporary folder or control
group may be left. Then the match is resumed from the journal, and killed again, until it is
complete. In a sandbox the programs cannot write down what they hear: there only the lines of
``--json`` count. What is left is looked up in ``/proc`` on Linux; on Windows
the programs write down their numbers. The exit status is 0 if nothing was lost and nothing left.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from board_core import Move

USUAL_GAME = "chess"
GAMES = 4
LINES = 1200
"""The most lines of ``--json`` before a kill; a move has two lines."""
MAY_BE_WAITED_FOR, NOT_YET = 0x100000, 258  # SYNCHRONIZE, WAIT_TIMEOUT


# The program: plays random moves, and writes down each input line before it answers


def opened(log: str) -> int:
    """Open the log of a program, which no signal but SIGKILL ends, or nothing in a sandbox."""
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform == "win32":  # where two that append to one file overwrite each other
        return os.open(f"{log}.{os.getpid()}", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    return os.open(log if os.access(log, os.W_OK) else os.devnull, os.O_WRONLY | os.O_APPEND)


def engine(log: str) -> None:
    """Play chess by UCI."""
    import chess

    heard = opened(log)
    board, played = chess.Board(), 0
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "uci":
                print("id name instant\nuciok", flush=True)
            case "isready":
                print("readyok", flush=True)
            case "ucinewgame":
                board, played = chess.Board(), 0
            case "position":
                moves = words[3:]
                for move in moves[played:]:
                    board.push_uci(move)
                played = len(moves)
                os.write(heard, f"{board.fen()}\n".encode())
            case "go":
                move = random.choice(list(board.legal_moves))
                print(f"bestmove {move}", flush=True)
            case "quit":
                break


def of_lines(log: str, game: str) -> None:
    """Play any game by lines."""
    from board_core.match.known_games import game_named

    heard = opened(log)
    start = game_named(game).rules.start
    color, _, setup = input().partition(" ")
    position = start(setup or None)
    asked = position.to_move.value == color
    while True:
        if asked:
            move = random.choice(list(position.legal_moves()))
            print(position.notation(move), flush=True)
            position = position.play(move)
        try:
            line = input()
        except EOFError:
            break
        if line != "go":
            position = position.play(position.parse(line))
        asked = position.to_move.value == color
        os.write(heard, f"{position.setup}\n".encode())


# The host: a match that resumes from its journal


def host(journal: str, log: str, sandbox: str, concurrency: int, name: str) -> int:
    from board_cli.watching import DisplayMode, show_match
    from board_core import TimeControl
    from board_core.games.chess import PRESETS, chess_rules
    from board_core.journal import JournalWriter
    from board_core.match import GameSpec, MatchSpec
    from board_core.match.known_games import game_named
    from board_core.match.player_spec import PlayerKind, PlayerSpec
    from board_core.supervise.sandbox import Confinement, Sandbox

    usual = name == USUAL_GAME

    def spec(name_of: str) -> PlayerSpec:
        command = (sys.executable, __file__, "program", log, name)
        return PlayerSpec(
            PlayerKind.PROGRAM, name_of, name_of, "uci" if usual else "lines", command
        )

    game = GameSpec(
        chess_rules(PRESETS["engine"]) if usual else game_named(name).rules,
        spec("one"),
        spec("two"),
        TimeControl(60),
        confinement=Confinement(
            Sandbox(sandbox), packages=("chess",) if usual else ("chess", "board_core")
        ),
    )
    match = MatchSpec(game, GAMES, concurrency)
    with JournalWriter(journal, {"games": GAMES}, resume=True) as writer:
        return show_match(match, DisplayMode.JSON, None, sys.stdout, writer)


# The killer


@dataclass
class Figures:
    kills: int = 0
    matches: int = 0
    resumed: int = 0  # games that went on after a kill
    torn: int = 0  # journals that end in half a line
    announced: int = 0  # moves in the lines of --json
    heard: int = 0  # moves that were sent to a program
    lost: int = 0
    incomplete: int = 0
    left: int = 0  # programs still running after a second
    litter: int = 0  # folders and control groups that remain when the watcher has ended
    gone: list[float] = field(default_factory=list)  # seconds until all programs were gone

    @property
    def good(self) -> bool:
        return not (self.lost or self.incomplete or self.left or self.litter)


class Match:
    """One match in a folder of its own, until it is complete."""

    def __init__(
        self, folder: Path, sandbox: str, game: str, chance: random.Random, figures: Figures
    ) -> None:
        from board_core.match.known_games import game_named

        self.sandbox, self.rules = sandbox, game_named(game).rules
        self.journal, self.log = folder / "journal", folder / "heard"
        self.chance, self.figures = chance, figures
        self.announced: dict[tuple[int, int], str] = {}
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.log.touch()

    def run(self, kill_after: int | None) -> bool:
        """Run the match; return True if it ended before it was to be killed."""
        killed = False
        command = [sys.executable, __file__, "host", str(self.journal), str(self.log)]
        command += [self.sandbox, str(self.chance.choice((1, 2))), self.rules.name]
        own = {**os.environ, "TMPDIR": str(self.temporary)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own) as process:
            assert process.stdout is not None
            for number, line in enumerate(process.stdout):
                self.read(line)
                if number == kill_after:
                    spin(self.chance.uniform(0, 0.002))
                    process.kill()
                    killed = True
                    self.figures.kills += 1
                    self.wait_for_programs()
                    self.look_for_litter(process.pid)
                    kill_after = None
        return not killed

    def read(self, line: str) -> None:
        if not line.endswith("\n"):
            return  # the last line, torn by the kill
        event = json.loads(line)
        if event["event"] == "move_played":
            self.announced[event["game"], event["ply"]] = event["move"]

    def wait_for_programs(self) -> None:
        killed = time.monotonic()
        while pids := self.programs():
            if time.monotonic() > killed + 1:
                self.figures.left += len(pids)
                return
            wait_for(pids, killed + 1)
        self.figures.gone.append(time.monotonic() - killed)

    def look_for_litter(self, host: int) -> None:
        """Count what is left by the watchers of the host and its workers, which clean up last."""
        mark, until = f".{host}".encode(), time.monotonic() + 10
        processes = () if sys.platform == "win32" else commands()
        watchers = [pid for pid, line in processes if b"watcher.py" in line and mark in line]
        wait_for(watchers, until)
        while any(self.temporary.iterdir()) and time.monotonic() < until:
            spin(0.01)
        self.figures.litter += len(list(self.temporary.iterdir()))
        for _, names, _ in os.walk("/sys/fs/cgroup"):
            self.figures.litter += sum("board-" in name and f".{host}-" in name for name in names)

    def logs(self) -> list[Path]:
        """Return the file of all programs; on Windows one for each, named by its number."""
        if sys.platform == "win32":
            return list(self.log.parent.glob(f"{self.log.name}.*"))
        return [self.log]

    def programs(self) -> list[int]:
        if sys.platform == "win32":
            return list(running(log.suffix[1:] for log in self.logs()))
        mark = os.fsencode(self.log)  # including a copy of the host that is about to become one
        return [pid for pid, command in commands() if mark in command]

    def check(self) -> None:
        """Check that every move that was announced is in the journal."""
        from board_core.journal import read_journal

        if not self.journal.exists():
            self.figures.lost += len(self.announced)
            return
        journal = read_journal(self.journal)
        assert journal.damage is None, journal.damage
        self.figures.torn += journal.torn > 0
        kept = {
            number: [move.move for move in game.moves]
            for number, game in journal.games(lambda name: self.rules).items()
        }
        for (game, ply), move in self.announced.items():
            self.figures.lost += kept.get(game, [])[ply : ply + 1] != [move]
        positions = {setup for moves in kept.values() for setup in self.positions(moves)}
        heard = {line for log in self.logs() for line in log.read_text().splitlines()}
        self.figures.lost += len(heard - positions)
        self.figures.announced += len(self.announced)
        self.figures.heard += len(heard)
        self.announced.clear()
        for log in self.logs():
            log.write_text("")

    def positions(self, moves: Iterable[Move]) -> Iterator[str]:
        """Yield the texts of all positions of a game."""
        position = self.rules.start(None)
        yield position.setup
        for move in moves:
            position = position.play(move)
            yield position.setup

    def complete(self) -> None:
        from board_core.journal import read_journal

        games = read_journal(self.journal).games(lambda name: self.rules)
        finished = [
            number for number, game in sorted(games.items()) if game.outcome.decided and game.moves
        ]
        self.figures.incomplete += finished != list(range(1, GAMES + 1))
        self.figures.matches += 1
        lines = self.journal.read_text().splitlines()
        self.figures.resumed += sum(json.loads(line).get("event") == "continued" for line in lines)


def commands() -> Iterator[tuple[int, bytes]]:
    """Yield the processes of this machine, with their arguments."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):  # the process has ended
                yield int(folder.name), (folder / "cmdline").read_bytes()


def running(numbers: Iterable[str]) -> Iterator[int]:
    """Yield those of these processes that run, on Windows."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    for number in map(int, numbers):
        process = ctypes.c_void_p(kernel.OpenProcess(MAY_BE_WAITED_FOR, False, number))
        if process and kernel.WaitForSingleObject(process, 0) == NOT_YET:
            yield number
        kernel.CloseHandle(process)


def wait_for(pids: list[int], until: float) -> None:
    """Wait until these processes have ended, or until the instant ``until``."""
    if sys.platform == "win32":
        while any(running(map(str, pids))) and time.monotonic() < until:
            spin(0.01)
        return
    for pid in pids:
        try:
            ended = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            select.select([ended], [], [], max(0.0, until - time.monotonic()))
        finally:
            os.close(ended)


def spin(seconds: float) -> None:
    """Wait more exactly than a sleep does."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def kill_matches(kills: int, seed: int, sandbox: str, game: str) -> Figures:
    figures, chance = Figures(), random.Random(seed)
    while figures.kills < kills and not figures.incomplete:
        with tempfile.TemporaryDirectory() as folder:
            match, over = Match(Path(folder), sandbox, game, chance, figures), False
            while not over:
                more = figures.kills < kills
                over = match.run(chance.randrange(LINES) if more else None)
                match.check()
            match.complete()
    return figures


def main() -> int:
    if sys.argv[1:2] == ["program"]:
        if sys.argv[3] == USUAL_GAME:
            engine(sys.argv[2])
        else:
            of_lines(*sys.argv[2:])
        return 0
    sys.path.insert(0, str(Path(__file__).parents[1]))
    if sys.argv[1:2] == ["host"]:
        journal, log, sandbox, concurrency, game = sys.argv[2:]
        return host(journal, log, sandbox, int(concurrency), game)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sandbox", choices=("off", "auto"), default="off")
    parser.add_argument("--game", default=USUAL_GAME)
    options = parser.parse_args()
    began = time.monotonic()
    figures = kill_matches(options.kills, options.seed, options.sandbox, options.game)
    gone = max(figures.gone, default=0.0)
    print(f"{figures.kills} kills of {figures.matches} matches in {time.monotonic() - began:.0f} s")
    print(f"{figures.announced} moves announced, {figures.heard} heard by programs: ", end="")
    print(f"{figures.lost} lost")
    print(f"{figures.torn} journals with a torn line, {figures.resumed} games continued, ", end="")
    print(f"{figures.incomplete} matches incomplete")
    print(f"{figures.litter} folders or control groups left")
    print(f"{figures.left} programs left; all gone after {gone:.2f} s at most")
    return 0 if figures.good else 1


if __name__ == "__main__":
    sys.exit(main())
