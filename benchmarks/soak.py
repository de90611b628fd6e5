"""Plays thousands of games with planned faults, and checks that the host handles each one.

python benchmarks/soak.py [--games 3000] [--seed 1] [--jobs 2] [--quick] [--sandbox off]

The players are programs that fail at a random move (``troublemaker.py``), or code of this process
that does; programs are fresh or kept over many games. In many games something of the host
fails as well: the disk is full, files cannot be opened, subscribers raise, the journal cannot be
written, the watcher is killed. The expected result of each game is known before it begins.

Counts wrong verdicts, games without exactly one end, errors in the log, what is left behind
(processes, threads, descriptors, folders), the growth of memory, and games whose journal, PGN and
results in memory differ. Linux only. The exit status is 0 if nothing is wrong; ``--quick`` does not
judge the growth.

Growth is the slope of a straight line through the second half of the games, with its standard
error. What is judged are the bytes in use: all that was asked of the allocator and not given back.
What the system counts (RSS) is shown beside it and says less: a game with much output takes a few
megabytes, which are free afterwards and yet held until nothing else lives in them. One such step
looks like some thousand bytes a game.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import errno
import gc
import io
import json
import logging
import math
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess.pgn
from measuring import game as long_game
from measuring import rss

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(1, str(Path(__file__).parents[1] / "tests"))

from leaks import Belongings, left_behind  # type: ignore[import-not-found,unused-ignore]

from board_core import (
    Color,
    Event,
    Game,
    GameEnded,
    Outcome,
    PerColor,
    Reason,
    TimeControl,
)
from board_core.game.bus import Handler
from board_core.game.player import Answer, Play, Player, Resign, Seat, Turn
from board_core.games import CHESS
from board_core.games.chess.pgn import PgnWriter
from board_core.journal import JournalWriter, read_journal
from board_core.players import ProcessAI
from board_core.record import PlayedGame, Recorder
from board_core.record.pgn_writing import TERMINATION
from board_core.supervise.watch import WATCH

TROUBLEMAKER = str(Path(__file__).with_name("troublemaker.py"))
BATCH = 20
GRACE = 0.1
SHORT = TimeControl(per_move=0.15)
LONG = TimeControl(base=600)
GROWTH = 1024.0
"""The growth in bytes per game that is allowed."""

PLENTY = 300
"""The number of games from which growth can be measured."""

LINES = (
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
    "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 "
    "c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    " ".join(["g1f3 g8f6 f3g1 f6g8"] * 5),
)
"""Games that end in mates, a stalemate and a repetition."""


# The faults of the players and their expected results


@dataclass(frozen=True)
class Fault:
    """A way in which a player spoils a game; ``reason`` None: it does not."""

    name: str
    reason: Reason | None = None
    protocols: tuple[str, ...] = ("san", "uci")
    more: int = 0  # plies that may still be played
    late: int = 0  # plies that must still be to come
    starts: bool = False  # a SAN program that fails before its first move counts as not started
    keeps: bool = False  # the program lives on after the fault


PLAYED_ON = (
    Fault("put", keeps=True),
    Fault("grandchild_holds_the_pipes"),
    Fault("errs_once", protocols=("san",)),
    Fault("floods_its_errors", keeps=True),
    Fault("talks", keeps=True),
    Fault("prints_byte_by_byte", keeps=True),
    Fault("ignores_signals", keeps=True),
    Fault("leaves_a_daemon"),
    Fault("fills_its_folder", keeps=True),
)

LOST_AT_ONCE = (
    *(
        Fault(name, Reason.CRASH, starts=True)
        for name in (
            "leaves",
            "complains_and_leaves",
            "segfaults",
            "kills_its_group",
            "dies_with_a_grandchild",
            "closes_its_output",
        )
    ),
    Fault("leaves_after_its_move", Reason.CRASH, more=2, late=4),
    Fault("closes_its_input", Reason.CRASH, more=2, late=4),
    Fault("endless_line", Reason.OUTPUT),
    Fault("endless_lines", Reason.OUTPUT),
    Fault("invalid_text", Reason.PROTOCOL),
    Fault("nul", Reason.PROTOCOL),
    Fault("colours", Reason.PROTOCOL, ("san",)),
    Fault("plays_nothing", Reason.PROTOCOL, ("uci",)),
    Fault("plays_nonsense", Reason.ILLEGAL_MOVES, keeps=True),
    Fault("plays_an_illegal_move", Reason.ILLEGAL_MOVES, keeps=True),
    Fault("resigns", Reason.RESIGNATION, ("san",)),
    Fault("is_not_there", Reason.NOT_STARTED),
)

LOST_ON_TIME = tuple(
    Fault(name, Reason.TIME)
    for name in (
        "hangs",
        "computes",
        "suspends_itself",
        "forgets_the_line_break",
        "forgets_to_flush",
        "only_complains",
    )
)

IN_PROCESS = (
    Fault("put", protocols=("function",), keeps=True),
    Fault("raises", Reason.CRASH, ("function",)),
    Fault("raises_when_seated", Reason.NOT_STARTED, ("function",)),
    Fault("raises_at_the_end", None, ("function",), keeps=True),
    Fault("plays_an_illegal_move", Reason.ILLEGAL_MOVES, ("function",)),
    Fault("resigns", Reason.RESIGNATION, ("function",)),
)

HOST_FAULTS = (
    "full disk",
    "full disk for PGN",
    "no disk for the journal",
    "too many files",
    "failing subscribers",
    "journal fails",
    "journal breaks",
    "journal closed",
    "stopped",
    "watcher killed",
)


@dataclass(frozen=True)
class Part:
    """One side of a game."""

    protocol: str
    fault: Fault
    ply: int  # the ply at which it happens


@dataclass(frozen=True)
class Line:
    """A game as it would be played without faults."""

    moves: tuple[str, ...]
    san: tuple[str, ...]
    outcome: Outcome | None  # None: no move is known any more

    @classmethod
    def of(cls, moves: list[str]) -> Line:
        position, san, outcome = CHESS.start(None), [], None
        for at, text in enumerate(moves):
            move = position.parse(text)
            san.append(position.notation(move))
            position = position.play(move)
            if (outcome := position.outcome()) is not None:
                moves = moves[: at + 1]
                break
        return cls(tuple(moves), tuple(san), outcome)


@dataclass(frozen=True)
class Plan:
    """One game, with all of its planned faults."""

    number: int
    line: Line
    parts: PerColor[Part]
    host: str = ""
    chance: int = 0  # for random events in the host

    @property
    def spoiler(self) -> Color | None:
        """Return the side that ends the game early; None if no side does."""
        spoilers = [c for c in Color if self.parts[c].fault.reason is not None]
        ready = [c for c in spoilers if self.parts[c].fault.reason is Reason.NOT_STARTED]
        return min(ready or spoilers, key=lambda c: self.parts[c].ply, default=None)

    @property
    def expected(self) -> tuple[Outcome, int, int]:
        """Return the expected outcome, and the least and the most plies."""
        color, moves = self.spoiler, len(self.line.moves)
        if color is None:
            if self.line.outcome is not None:
                return self.line.outcome, moves, moves
            out_of = Color.BLACK if moves % 2 else Color.WHITE
            uci = self.parts[out_of].protocol == "uci"
            reason = Reason.ILLEGAL_MOVES if uci else Reason.RESIGNATION
            return Outcome(out_of.other, reason), moves, moves
        part, fault = self.parts[color], self.parts[color].fault
        assert fault.reason is not None
        if fault.reason is Reason.NOT_STARTED:
            return Outcome(color.other, fault.reason), 0, 0
        if fault.starts and part.protocol == "san" and part.ply < 2:
            return Outcome(color.other, Reason.NOT_STARTED), 0, part.ply
        least = 0 if fault.reason is Reason.TIME else part.ply + (fault.more > 0)
        return Outcome(color.other, fault.reason), least, part.ply + fault.more

    @property
    def controls(self) -> PerColor[TimeControl]:
        """Return short clocks for a side that will lose on time; others may need to wait."""
        controls = PerColor.both(LONG)
        if self.expected[0].reason is Reason.TIME and (spoiler := self.spoiler):
            controls = controls.put(spoiler, SHORT)
        return controls

    def told(self) -> str:
        parts = (f"{c.value} {(p := self.parts[c]).protocol} {p.fault.name}@{p.ply}" for c in Color)
        return f"game {self.number}: {', '.join(parts)}; host: {self.host or 'well'}"


def plan(number: int, chance: random.Random, line: Line, kept: Color | None) -> Plan:
    """Return the plan of a game; the ``kept`` side, if any, has no fault."""
    guilty = chance.choice(tuple(Color)) if kept is None else kept.other
    parts = {guilty: _part(chance, line, guilty, chance.choices((0, 1, 2, 3), (3, 10, 3, 6))[0])}
    other = guilty.other
    spoils = parts[guilty].fault.reason
    if kept is other:
        parts[other] = Part("uci", PLAYED_ON[0], int(other is Color.BLACK))
    elif spoils is not Reason.TIME and chance.random() < 0.15:
        parts[other] = _part(chance, line, other, chance.choice((0, 1)))
    else:
        protocol = chance.choices(("function", "san"), (5, 1))[0]
        parts[other] = Part(protocol, PLAYED_ON[0], int(other is Color.BLACK))
    host = chance.choice(HOST_FAULTS) if kept is None and chance.random() < 0.35 else ""
    sides = PerColor(parts[Color.WHITE], parts[Color.BLACK])
    return Plan(number, line, _in_order(sides), host, chance.getrandbits(32))


def _in_order(parts: PerColor[Part]) -> PerColor[Part]:
    """Return the parts with one of two faults well ahead, so that it is known to come first."""
    white, black = parts.white, parts.black
    if white.fault.reason is None or black.fault.reason is None:
        return parts
    return parts.put(Color.BLACK, Part(black.protocol, PLAYED_ON[0], 1))


def _part(chance: random.Random, line: Line, color: Color, kind: int) -> Part:
    fault = chance.choice((PLAYED_ON, LOST_AT_ONCE, LOST_ON_TIME, IN_PROCESS)[kind])
    protocol = chance.choices(fault.protocols, (2, 1)[: len(fault.protocols)])[0]
    last = len(line.moves) - fault.late
    plies = range(0 if color is Color.WHITE else 1, max(last, 0), 2)
    if not plies:
        fault, plies = PLAYED_ON[0], range(0 if color is Color.WHITE else 1, 2)
        protocol = "san"
    return Part(protocol, fault, chance.choice(plies[:12]))


def lines(chance: random.Random) -> Line:
    kind = chance.random()
    if kind < 0.5:
        return Line.of(chance.choice(LINES).split())
    moves = long_game()
    return Line.of(moves if kind > 0.98 else moves[: chance.randrange(6, 50)])


# The players


class Function(Player):
    """A player in this process, with the faults such code has."""

    def __init__(self, part: Part, line: Line) -> None:
        self.name = f"function that {part.fault.name}"
        self._part = part
        self._line = line

    def seat(self, seat: Seat) -> None:
        if self._part.fault.name == "raises_when_seated":
            raise RuntimeError("trouble")
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        moves, name = self._line.moves, self._part.fault.name
        if turn.ply == self._part.ply and name == "raises":
            raise RuntimeError("trouble")
        if turn.ply == self._part.ply and name == "plays_an_illegal_move":
            answer(Play("Ka1"))
        elif turn.ply >= len(moves) or (turn.ply == self._part.ply and name == "resigns"):
            answer(Resign())
        else:
            answer(Play(moves[turn.ply]))

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        if self._part.fault.name == "raises_at_the_end":
            raise RuntimeError("trouble")


def player(part: Part, line: Line, sandbox: str, game: int = 1) -> Player:
    if part.protocol == "function":
        return Function(part, line)
    moves = " ".join(line.san if part.protocol == "san" else line.moves)
    command = [sys.executable, "-I", "-S", TROUBLEMAKER, part.protocol, part.fault.name]
    if part.fault.name == "is_not_there":
        command[0] = "/nowhere/program"
    command += [str(part.ply), str(game), moves]
    name = f"{part.protocol} that {part.fault.name}"
    return ProcessAI(command, protocol=part.protocol, name=name, grace=GRACE, sandbox=sandbox)


# Faults in the host


class Logged(logging.Handler):
    """A log handler that keeps the errors of a game."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else None
        self.errors.append(f"{record.getMessage()}: {trouble!r}")


@contextlib.contextmanager
def limited(what: int, most: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(what, (soft, hard))


def fails_at(journal: Handler, number: int, error: BaseException) -> Handler:
    """Return a journal that fails after some events."""
    left = [number]

    def hear(event: Event) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise error
        journal(event)

    return hear


@dataclass
class Played:
    """The facts about a game in memory; they are sent as JSON."""

    number: int
    told: str
    journal: str
    pgn: str
    fault: str
    host: str
    moves: list[Any] = field(default_factory=list)
    outcome: list[Any] = field(default_factory=list)
    notkept: bool = False  # the journal has failed
    unwritten: bool = False  # the PGN has failed
    problems: list[str] = field(default_factory=list)


class Table:
    """Plays one game after another in this process, with a journal and a PGN for each batch."""

    def __init__(self, folder: Path, sandbox: str) -> None:
        self.folder = folder
        self.sandbox = sandbox
        self.logged = Logged()
        logging.getLogger().addHandler(self.logged)
        logging.getLogger().setLevel(logging.ERROR)

    def batch(self, plans: list[Plan], kept: Player | None, side: Color | None) -> Iterator[Played]:
        name = f"{plans[0].number:05}"
        journal = JournalWriter(self.folder / f"{name}.journal")
        pgn = PgnWriter(self.folder / f"{name}.pgn")
        with journal:
            for each in plans:
                before = Belongings.now() if kept is None else None
                played = self.game(each, journal, pgn, kept, side)
                if before is not None:
                    played.problems += [f"left behind: {thing}" for thing in left_behind(before)]
                yield played

    def game(
        self,
        plan: Plan,
        journal: JournalWriter,
        pgn: PgnWriter,
        kept: Player | None,
        side: Color | None,
    ) -> Played:
        self.logged.errors.clear()
        with contextlib.ExitStack() as stack:
            if plan.host in ("full disk", "full disk for PGN", "journal closed"):
                own = self.folder / f"{plan.number:05}-own"
                pgn = PgnWriter(own.with_suffix(".pgn"))
                if plan.host != "full disk for PGN":
                    journal = stack.enter_context(JournalWriter(own.with_suffix(".journal")))
            names = plan.parts[plan.spoiler].fault.name if plan.spoiler else "none"
            played = Played(
                plan.number, plan.told(), str(journal.path), str(pgn.path), names, plan.host
            )
            players = PerColor(
                *(
                    kept if kept and c is side else player(plan.parts[c], plan.line, self.sandbox)
                    for c in Color
                )
            )
            self.play(plan, players, journal, pgn, played, kept)
        return played

    def play(
        self,
        plan: Plan,
        players: PerColor[Player],
        journal: JournalWriter,
        pgn: PgnWriter,
        played: Played,
        kept: Player | None,
    ) -> None:
        chance = random.Random(plan.chance)
        events: list[Event] = []
        record, problems = Recorder(), played.problems
        game = Game(
            CHESS,
            white=players.white,
            black=players.black,
            time_control=plan.controls,
            journal=self.journal(plan, journal, chance),
        )
        game.bus.subscribe(record, thoughts=False)
        game.bus.subscribe(events.append)
        self.subscribe(plan, game, chance)
        pgn.watch(game.bus, round=plan.number)
        try:
            with self.trouble(plan, journal, chance):
                try:
                    game.run()
                finally:
                    for each in (players.white, players.black):
                        if each is not kept:
                            each.close()
        except BaseException as error:
            problems.append(f"raised {error!r}")
            return
        ends = [event for event in events if isinstance(event, GameEnded)]
        if len(ends) != 1 or ends[0] is not events[-1]:
            problems.append(f"{len(ends)} ends")
            return
        self.judge(plan, ends[0], record.record, played)

    def journal(self, plan: Plan, journal: JournalWriter, chance: random.Random) -> Handler:
        hear = journal.game(plan.number)
        match plan.host:
            case "journal fails":
                full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                return fails_at(hear, chance.randrange(12), full)
            case "journal breaks":
                return fails_at(hear, chance.randrange(12), RuntimeError("trouble"))
            case "journal closed":
                journal.close()
            case _:
                pass
        return hear

    def subscribe(self, plan: Plan, game: Game, chance: random.Random) -> None:
        if plan.host == "failing subscribers":
            fails = chance.choices((RuntimeError, OSError, MemoryError, RecursionError), k=3)

            def failing(error: type[Exception]) -> Callable[[Event], None]:
                def hear(event: Event) -> None:
                    if chance.random() < 0.5 or isinstance(event, GameEnded):
                        raise error("trouble")

                return hear

            for error in fails:
                game.bus.subscribe(failing(error))
        elif plan.host == "stopped":
            left = [chance.randrange(1, 8)]

            def stop(event: Event) -> None:
                left[0] -= 1
                if left[0] == 0:
                    game.stop("enough")

            game.bus.subscribe(stop)

    @contextlib.contextmanager
    def trouble(self, plan: Plan, journal: JournalWriter, chance: random.Random) -> Iterator[None]:
        match plan.host:
            case "full disk":
                room = journal.path.stat().st_size + chance.randrange(3000)
                with limited(resource.RLIMIT_FSIZE, room):
                    yield
            case "full disk for PGN":
                with limited(resource.RLIMIT_FSIZE, 1 << 20), self.nearly_full(plan, chance):
                    yield
            case "no disk for the journal":
                try:
                    JournalWriter("/dev/full")
                except OSError:
                    yield
                else:
                    raise RuntimeError("a journal on a full disk")
            case "too many files":
                opened = max(int(name) for name in os.listdir("/proc/self/fd"))  # noqa: PTH208
                with limited(resource.RLIMIT_NOFILE, opened + chance.randrange(1, 16)):
                    yield
            case "watcher killed":
                if WATCH._process is not None:
                    os.kill(WATCH._process.pid, signal.SIGKILL)
                yield
            case _:
                yield

    @contextlib.contextmanager
    def nearly_full(self, plan: Plan, chance: random.Random) -> Iterator[None]:
        """Limit file sizes so that the PGN is full but for a few bytes."""
        pgn = self.folder / f"{plan.number:05}-own.pgn"
        blank = (1 << 20) - chance.randrange(500)
        pgn.write_bytes(b"\n" * blank)
        yield

    def judge(self, plan: Plan, end: GameEnded, record: PlayedGame, played: Played) -> None:
        """Check that the game ended as planned."""
        outcome, problems = end.outcome, played.problems
        played.moves = [[m.move, m.notation, m.clock_left, m.elapsed] for m in record.moves]
        played.outcome = _facts(outcome)
        expected, least, most = plan.expected
        words = outcome.detail if end.explanation is None else str(end.explanation.sentence)
        count, right = len(record.moves), False
        if plan.host in ("full disk", "journal fails", "journal breaks", "journal closed"):
            played.notkept = outcome.reason is Reason.INTERNAL_ERROR
            right = played.notkept and "the journal could not be written" in outcome.detail
            least = 0 if right else least
            if plan.host == "journal closed" and not right:
                problems.append("a closed journal was not missed")
        if plan.host == "too many files" and "Too many open files" in words:
            right, least = outcome.reason is Reason.STOPPED, 0
        if plan.host == "full disk" and outcome.reason is Reason.STOPPED:
            right, least = "lacks a resource needed to start" in words, 0
        if plan.host == "stopped" and outcome == Outcome(None, Reason.STOPPED, "enough"):
            right, least = True, 0
        if not right:
            reasons = {expected.reason}
            if plan.spoiler is not None and expected.reason is Reason.NOT_STARTED:
                fault = plan.parts[plan.spoiler].fault
                if fault.reason is Reason.CRASH:  # by whether it had read its question
                    reasons.add(Reason.CRASH)
            right = outcome.winner is expected.winner and outcome.reason in reasons
        if not right:
            problems.append(f"wrong verdict: {outcome}, not {expected} ({words})")
        elif tuple(m.move for m in record.moves) != plan.line.moves[:count]:
            problems.append("other moves than were played")
        elif not least <= count <= most:
            problems.append(
                f"ended after {count} plies, not {least} to {most}: {outcome} ({words})"
            )
        if record.outcome != outcome:
            problems.append(f"the record says {record.outcome}, the event {outcome}")
        self.judge_errors(plan, played)

    def judge_errors(self, plan: Plan, played: Played) -> None:
        names = {plan.parts[color].fault.name for color in Color}
        for error in self.logged.errors:
            if "RecordWriter" in error and isinstance_of(error, "OSError"):
                played.unwritten = True
                if plan.host in ("full disk", "full disk for PGN", "too many files"):
                    continue
            if "trouble" in error and (
                plan.host == "failing subscribers" or any("raises" in name for name in names)
            ):
                continue
            played.problems.append(f"logged: {error}")


def isinstance_of(error: str, name: str) -> bool:
    return f"{name}(" in error


def _facts(outcome: Outcome) -> list[Any]:
    return [outcome.winner and outcome.winner.value, outcome.reason.value, outcome.detail]


# One process of games


def work(first: int, games: int, seed: int, folder: Path, sandbox: str) -> None:
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder / "temporary")
    Path(tempfile.tempdir).mkdir()
    chance, table = random.Random(f"{seed} {first}"), Table(folder, sandbox)
    before_all = Belongings.now()
    for start in range(first, first + games, BATCH):
        numbers = range(start, min(start + BATCH, first + games))
        kind, side = chance.random(), chance.choice(tuple(Color))
        line = lines(chance) if kind < 0.4 else None
        kept, keeper = None, None
        if line is not None:
            keeper = side
            kept = player(Part("uci", PLAYED_ON[0], -1), line, sandbox)
        plans = [plan(n, chance, line or lines(chance), keeper) for n in numbers]
        before = Belongings.now()
        batch = table.batch(plans, kept, keeper)
        for played in batch:
            if kept is not None and played.number == numbers[-1]:
                kept.close()
                next(batch, None)  # which closes its journal
                left = left_behind(before)
                played.problems += [f"left behind by these {BATCH}: {thing}" for thing in left]
            print(json.dumps(vars(played)), flush=True)
        give_back()
        held = {"games": numbers[-1] - first + 1, "used": in_use(), "rss": rss() * 1024 * 1024}
        print(json.dumps(held), flush=True)
    left = left_behind(before_all)
    print(json.dumps({"left": left}), flush=True)


class Allocator(ctypes.Structure):
    """The statistics of the GNU library's allocator: ``struct mallinfo2``."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def give_back() -> None:
    """Return free memory to the system, so that it does not count as growth."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # not the GNU library
        ctypes.CDLL(None).malloc_trim(0)


def in_use() -> int | None:
    """Return bytes in use by the allocator; None if it does not tell."""
    try:
        told = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError):  # not the GNU library, or one from before 2021
        return None
    told.restype = Allocator
    known = told()
    return int(known.uordblks + known.hblkhd)  # in its pools, and in separate blocks


# Results


@dataclass(frozen=True)
class Growth:
    """The growth in bytes per game, with its standard error."""

    slope: float
    error: float

    @classmethod
    def of(cls, points: list[tuple[int, float]]) -> Growth:
        """Return the straight line that fits the points best."""
        games, sizes = zip(*points, strict=True)
        slope, start = statistics.linear_regression(games, sizes)
        missed = sum((size - start - slope * game) ** 2 for game, size in points)
        spread = statistics.pvariance(games) * len(points)
        return cls(slope, math.sqrt(missed / (len(points) - 2) / spread))

    @property
    def small(self) -> bool:
        """Return True if the growth is allowed even two standard errors above the measurement."""
        return self.slope + 2 * self.error < GROWTH

    def __str__(self) -> str:
        return f"{self.slope:.0f} ± {self.error:.0f}"


@dataclass
class Findings:
    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    hosts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    compared: int = 0
    notkept: int = 0
    used: list[Growth] = field(default_factory=list)  # of each process of games
    held: list[Growth] = field(default_factory=list)


def play(games: int, seed: int, jobs: int, sandbox: str) -> Findings:
    findings = Findings()
    share = -(-games // jobs)
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        workers = []
        for first in range(1, games + 1, share):
            folder = Path(name, str(first))
            folder.mkdir()
            count = min(share, games + 1 - first)
            command = [sys.executable, __file__, "work", str(first), str(count)]
            command += [str(seed), str(folder), sandbox]
            log = stack.enter_context((folder / "lines").open("w+"))
            # Python's own allocator would take megabytes and hand them out unseen; and every
            # thread may get a pool of its own, each of which takes long to be full
            environment = {**os.environ, "PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
            process = subprocess.Popen(command, stdout=log, env=environment)
            workers.append((process, log, count))
        for process, log, count in workers:
            process.wait()
            log.seek(0)
            take(findings, log, count)
            if process.returncode:
                findings.problems.append(f"a process of games ended with {process.returncode}")
    return findings


def take(findings: Findings, log: io.TextIOWrapper, count: int) -> None:
    """Add all findings in the log of one process."""
    memory: list[dict[str, Any]] = []
    games: list[Played] = []
    for line in log:
        facts = json.loads(line)
        if "left" in facts:
            findings.problems += [f"left at the end: {thing}" for thing in facts["left"]]
        elif "rss" in facts:
            memory.append(facts)
        else:
            games.append(Played(**facts))
    if len(games) != count:
        findings.problems.append(f"{len(games)} games of {count} were played")
    compare(findings, games)
    for played in games:
        findings.games += 1
        findings.faults[played.fault] += 1
        findings.hosts[played.host or "well"] += 1
        findings.reasons[str(played.outcome[1] if played.outcome else "none")] += 1
        findings.notkept += played.notkept
        findings.problems += [f"{played.told}: {problem}" for problem in played.problems]
    half = [sample for sample in memory if sample["games"] >= count / 2]
    if len(half) > 2:
        for what, growths in (("used", findings.used), ("rss", findings.held)):
            points = [(sample["games"], sample[what]) for sample in half]
            if all(size is not None for _, size in points):
                growths.append(Growth.of(points))


def compare(findings: Findings, games: list[Played]) -> None:
    """Compare journal, PGN and results in memory."""
    for file in {played.journal for played in games}:
        journal = read_journal(file)
        if journal.damage or journal.torn:
            findings.problems.append(f"{file} is damaged")
        for played in games:
            if played.journal != file:
                continue
            kept = journal.games(lambda name: CHESS).get(played.number)
            if kept is None:
                if not played.notkept or played.moves:
                    played.problems.append("not in the journal")
                continue
            moves = [[m.move, m.notation, m.clock_left, m.elapsed] for m in kept.moves]
            end = _facts(kept.outcome) if kept.over else None
            if moves != played.moves:
                played.problems.append(f"the journal has {moves}, the memory {played.moves}")
            if end != (None if played.notkept else played.outcome):
                played.problems.append(f"the journal says {end}, the memory {played.outcome}")
            findings.compared += 1
    for file in {played.pgn for played in games}:
        written = dict(pgn_games(Path(file)))
        for played in games:
            if played.pgn == file:
                compare_pgn(played, written.pop(played.number, None))
        if written:
            findings.problems.append(f"{file} has games that nobody played: {list(written)}")


def compare_pgn(played: Played, game: chess.pgn.Game | None) -> None:
    if (game is None) != played.unwritten:
        played.problems.append(f"in the PGN: {game is not None}; failed: {played.unwritten}")
    if game is None or not played.outcome:
        return
    winner, reason, detail = played.outcome
    outcome = Outcome(winner and Color(winner), Reason(reason), detail)
    moves = [move.uci() for move in game.mainline_moves()]
    termination = TERMINATION.get(outcome.reason, "normal")
    known = (moves, *map(game.headers.get, ("Result", "Termination")))
    if known != ([move[0] for move in played.moves], outcome.result, termination):
        played.problems.append(f"the PGN says {known}, the memory {played.outcome}")


def pgn_games(path: Path) -> Iterator[tuple[int, chess.pgn.Game]]:
    with path.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield int(game.headers["Round"]), game


def report(findings: Findings, seconds: float, judged: bool) -> bool:
    print(f"{findings.games} games in {seconds:.0f} s ({seconds / findings.games:.3f} s each)")
    for what, counter in (
        ("faults", findings.faults),
        ("host", findings.hosts),
        ("ended by", findings.reasons),
    ):
        print(f"{what}: " + ", ".join(f"{name} {n}" for name, n in counter.most_common()))
    print(
        f"{findings.compared} games compared with their journal, {findings.games} with their PGN; "
        f"{findings.notkept} ended because their journal could not be written"
    )
    good = not findings.problems
    print(f"{len(findings.problems)} problems")
    for problem in findings.problems[:40]:
        print(f"  {problem}")
    if judged:
        for what, growths in (("in use", findings.used), ("held (RSS)", findings.held)):
            shown = ", ".join(map(str, growths)) or "unknown"
            print(f"bytes {what}, second half: {shown} a game (at most {GROWTH:.0f} in use)")
        measured = findings.used or findings.held
        good = good and bool(measured) and all(growth.small for growth in measured)
    return good


def main() -> int:
    if sys.argv[1:2] == ["work"]:
        first, games, seed, folder, sandbox = sys.argv[2:]
        work(int(first), int(games), int(seed), Path(folder), sandbox)
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sandbox", choices=("off", "auto"), default="off")
    options = parser.parse_args()
    began = time.monotonic()
    findings = play(options.games, options.seed, options.jobs, options.sandbox)
    judged = not options.quick and options.games // options.jobs >= PLENTY
    return 0 if report(findings, time.monotonic() - began, judged) else 1


if __name__ == "__main__":
    sys.exit(main())
