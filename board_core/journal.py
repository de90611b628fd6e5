"""What has been played, on disk before anybody hears of it: a file that outlives its writer.

A journal is append-only lines of JSON, each with a number and a checksum; ``docs/journal.md``
describes them. A line is handed to the system in one piece, so a process that is killed loses
nothing it has announced; the end of each game is also waited for until it is on the disk.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from json.encoder import encode_basestring_ascii as quoted
from math import inf
from pathlib import Path
from typing import Any, Self
from zlib import crc32

from .bus import Handler
from .clock import Clock, TimeControl
from .events import Event, GameEnded, GameStarted, MovePlayed, MovesTakenBack, Thinking, TurnStarted
from .player import Cause, Explanation, Score, Thought
from .record import Record, RecordedMove, wall_clock
from .rules import Explained, Outcome, Reason, Rules
from .sentence import Sentence, say
from .sides import Color, PerColor

VERSION = 1
BEGINNING = b'{"seq":0,"journal":'
CHECKSUM = len(b',"crc":"00000000"}\n')

Json = Any
Facts = Mapping[str, Json]


class BadJournal(Explained):
    """The file cannot be read, or written to, as a journal; the sentence says why."""


# Reading


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that cannot be trusted; nothing after it was read."""

    line: int  # counts from 1
    why: Sentence


@dataclass(slots=True)
class JournaledGame:
    """One game of a journal, as far as it was played."""

    number: int
    start: Facts
    moves: list[Facts] = field(default_factory=list)
    clocks: Facts = field(default_factory=dict)  # what both sides have left
    end: Facts | None = None

    @property
    def names(self) -> PerColor[str]:
        return _per_color(self.start["names"])

    @property
    def outcome(self) -> Outcome | None:
        return None if self.end is None else _outcome(self.end["outcome"])

    @property
    def explanation(self) -> Explanation | None:
        return None if self.end is None else _explanation(self.end["explanation"])

    @property
    def finished(self) -> bool:
        """Whether it has a result; a game that was stopped, or broke off, has not."""
        return (outcome := self.outcome) is not None and outcome.decided

    @property
    def clock(self) -> Clock:
        """Both clocks after the last move, to go on with."""
        control = _per_color(self.start["control"]).map(_control)
        left = _per_color(self.clocks).map(_unlimited)
        beginner = _color(self.start["first"])
        made = [ply % 2 for ply, move in enumerate(self.moves) if move["elapsed"] is not None]
        counts = PerColor.both(made.count(1)).put(beginner, made.count(0))
        return Clock(control, left, counts)

    def record(self, rules: Rules) -> Record:
        """The game as a record; costs as much as it has moves. Raises IllegalMove."""
        start, end = self.start, self.end
        return Record(
            start["rules"],
            self.names,
            _per_color(start["control"]).map(_control),
            start["setup"],
            tuple(self._recorded(rules)),
            datetime.fromisoformat(start["at"]),
            None if end is None else datetime.fromisoformat(end["at"]),
            self.outcome,
            self.explanation,
        )

    def _recorded(self, rules: Rules) -> Iterator[RecordedMove]:
        position = rules.start(self.start["setup"])
        for line in self.moves:
            color, move = position.to_move, position.parse(line["move"])
            asked, score = line["elapsed"] is not None, None
            if line.get("cp") is not None or line.get("mate") is not None:
                score = Score(line.get("cp"), line.get("mate"))
            yield RecordedMove(
                color,
                move,
                position.notation(move),
                line[color.value] if asked else None,
                line["elapsed"],
                score,
                line.get("depth"),
            )
            position = position.play(move)


@dataclass(slots=True)
class Journal:
    """What a journal tells."""

    run: Facts = field(default_factory=dict)  # what its writer said of the run as a whole
    games: dict[int, JournaledGame] = field(default_factory=dict)  # by their numbers
    lines: int = 0  # that can be trusted
    size: int = 0  # in bytes, of these lines
    torn: int = 0  # bytes of a last line that was never finished
    damage: Damage | None = None

    def add(self, line: Facts) -> None:
        """Take the next line into account; what a later version may add is passed over."""
        if line["seq"] == 0:
            self.run = line["run"]
            return
        event, game = line["event"], self.games.get(line["game"])
        if event == "start":
            started = JournaledGame(line["game"], line, clocks=line)
            self.games[line["game"]] = started
        elif game is None:
            raise KeyError("start")
        elif event == "move":
            if line["ply"] != len(game.moves):
                raise ValueError(line["ply"])
            game.moves.append(line)
            game.clocks = line
        elif event == "back":
            del game.moves[line["ply"] :]
            game.clocks = line
        elif event == "continued":
            game.end = None
        elif event == "end":
            game.end = line


def read_journal(path: str | Path) -> Journal:
    """What the file holds, up to the first line that cannot be trusted.

    A last line without its end is what a killed writer leaves, and no damage.
    Raises BadJournal when the file is no journal at all, and OSError.
    """
    journal = Journal()
    with Path(path).open("rb") as file:
        for line in file:
            if journal.lines == 0:
                _check_beginning(path, line)
            if not line.endswith(b"\n"):
                journal.torn = len(line)
                break
            if why := _add(journal, line):
                journal.damage = Damage(journal.lines + 1, why)
                break
            journal.lines += 1
            journal.size += len(line)
    return journal


def _check_beginning(path: str | Path, line: bytes) -> None:
    name = repr(str(path))
    if not line.startswith(BEGINNING[: len(line)]):
        raise BadJournal(say("{path} is not a journal", path=name))
    version = line[len(BEGINNING) :].split(b",")[0]
    if line.endswith(b"\n") and version.isdigit() and int(version) > VERSION:
        raise BadJournal(say("{path} was written by a later version of the board", path=name))


def _add(journal: Journal, line: bytes) -> Sentence | None:
    """Why the line cannot be trusted, if it cannot."""
    if line[-CHECKSUM:] != _checksum(line[:-CHECKSUM]):
        return say("its checksum is wrong")
    try:
        fields = json.loads(line)
        if fields["seq"] != journal.lines:
            return say("a line is missing before it")
        journal.add(fields)
    except (ValueError, KeyError, TypeError):
        return say("it does not follow from the lines before it")
    return None


def _checksum(body: bytes) -> bytes:
    """The rest of a line."""
    return b',"crc":"%08x"}\n' % crc32(body)


# Writing


class JournalWriter:
    """Owns the file and writes to it, until :meth:`close`; no other process can meanwhile.

    ``run`` describes the whole, in values that JSON knows. With ``resume`` a journal of the same
    run is continued, and ``found`` is what it holds; a file that is not there begins anew.
    Raises BadJournal when another process writes to it, when it is there already (without
    ``resume``), of another run, or damaged; and OSError.
    """

    def __init__(
        self,
        path: str | Path,
        run: Facts | None = None,
        *,
        resume: bool = False,
        now: Callable[[], datetime] = wall_clock,
    ) -> None:
        self.path = Path(path)
        self.now = now
        self.found = Journal()
        self._lock = threading.Lock()
        self._trouble: OSError | None = None
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._fd = os.open(self.path, flags, 0o666)
        try:
            if not _lock_file(self._fd):
                raise BadJournal(say("{path} is written by another process", path=self._name))
            self._begin(dict(run or {}), resume)
        except BaseException:
            self.close()
            raise

    @property
    def _name(self) -> str:
        return repr(str(self.path))

    def _begin(self, run: Facts, resume: bool) -> None:
        if os.fstat(self._fd).st_size:
            if not resume:
                raise BadJournal(say("{path} is there already", path=self._name))
            self.found = read_journal(self.path)
            if damage := self.found.damage:
                raise BadJournal(_damaged(self.path, damage))
        found = self.found
        self._seq, self._size = found.lines, found.size
        if found.torn:
            os.ftruncate(self._fd, found.size)
        if found.lines == 0:
            self.append(
                f'"journal":{VERSION},"at":{quoted(self.now().isoformat())},"run":{_text(run)}'
            )
        else:
            self._check_run(json.loads(_text(run)))
        self.flush()

    def _check_run(self, run: Facts) -> None:
        before = self.found.run
        for key in {**before, **run}:
            if before.get(key) != run.get(key):
                raise BadJournal(
                    say(
                        "{path} is of another run: {what} was {before} and is {now}",
                        path=self._name,
                        what=key,
                        before=before.get(key),
                        now=run.get(key),
                    )
                )

    def game(self, number: int = 1, *, goes_on: bool = False) -> Handler:
        """What is called with each event of a game: ``Game(..., journal=writer.game(1))``.

        ``goes_on``: it continues the game of this number, whose moves are given with it and
        are in the journal already. Games may be played at the same time.
        """
        return _GameLines(self, number, goes_on)

    def append(self, fields: str) -> None:
        """Write a line. Raises OSError when it cannot be, and then for ever."""
        with self._lock:
            if self._trouble is not None:
                raise OSError(self._trouble.errno, self._trouble.strerror)
            body = b'{"seq":%d,%b' % (self._seq, fields.encode("ascii"))
            line = body + _checksum(body)
            try:
                written = os.write(self._fd, line)
                while written < len(line):  # the disk is full: the rest says so
                    written += os.write(self._fd, line[written:])
            except OSError as error:
                self._trouble = error
                self._cut()
                raise
            self._seq += 1
            self._size += len(line)

    def _cut(self) -> None:
        """Leave no half line behind; a reader drops it anyhow."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, self._size)

    def flush(self) -> None:
        """Wait until all lines are on the disk, and would outlive a power cut."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a pipe or a device
                self._trouble = error
                raise

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        with self._lock:
            if self._fd >= 0:
                os.close(self._fd)
            self._fd = -1
            self._trouble = self._trouble or OSError(errno.EBADF, "the journal is closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _GameLines:
    """Writes the lines of one game."""

    def __init__(self, writer: JournalWriter, number: int, goes_on: bool) -> None:
        self._writer = writer
        self._number = number
        self._goes_on = goes_on
        self._asked = False  # False up to the first turn: such moves were given with the game
        self._thought: Thought | None = None

    def __call__(self, event: Event) -> None:
        match event:
            case MovePlayed():
                if self._asked or not self._goes_on:
                    self._append("move", self._move(event))
                self._thought = None
            case TurnStarted():
                self._asked = True
            case Thinking(_, _, thought):
                if thought.score is not None:
                    self._thought = thought
            case MovesTakenBack(_, ply, _, clock):
                self._thought = None
                self._append("back", f'"ply":{ply},{_clocks(clock)}')
            case GameStarted():
                if self._goes_on:
                    self._append("continued", self._at())
                else:
                    self._append("start", self._start(event))
            case GameEnded():
                self._append("end", self._end(event))
                self._writer.flush()
            case _:
                pass

    def _append(self, event: str, fields: str) -> None:
        self._writer.append(f'"event":"{event}","game":{self._number},{fields}')

    def _at(self) -> str:
        return f'"at":{quoted(self._writer.now().isoformat())}'

    def _start(self, event: GameStarted) -> str:
        setup = None if event.setup is None else event.position.setup
        facts = {
            "rules": event.rules.name,
            "first": event.position.to_move.value,
            "setup": setup,
            "names": _both(event.names),
            "control": _both(event.clock.control.map(_control_facts)),
        }
        return f"{self._at()},{_text(facts)[1:-1]},{_clocks(event.clock)}"

    def _move(self, event: MovePlayed) -> str:
        elapsed = event.elapsed if self._asked else "null"
        fields = (
            f'"ply":{event.ply},"move":{quoted(event.move)},'
            f'{_clocks(event.clock)},"elapsed":{elapsed}'
        )
        if (thought := self._thought) is None or (score := thought.score) is None:
            return fields
        facts = {"cp": score.cp, "mate": score.mate, "depth": thought.depth}
        return f"{fields},{_text(facts)[1:-1]}"

    def _end(self, event: GameEnded) -> str:
        explanation = event.explanation
        facts = {
            "outcome": {
                "winner": event.outcome.winner.value if event.outcome.winner else None,
                "reason": event.outcome.reason.value,
                "detail": event.outcome.detail,
            },
            "explanation": _explanation_facts(explanation) if explanation else None,
            "position": event.position.setup,
        }
        return f"{self._at()},{_text(facts)[1:-1]},{_clocks(event.clock)}"


def _damaged(path: Path, damage: Damage) -> Sentence:
    return say(
        "line {line} of {path} is damaged: {why}",
        line=damage.line,
        path=repr(str(path)),
        why=damage.why,
    )


if sys.platform == "win32":  # pragma: no cover  (not run by our tests)

    def _lock_file(fd: int) -> bool:
        """Whether nobody else holds it; a byte far behind the end stands for the whole."""
        import msvcrt

        os.lseek(fd, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:

    def _lock_file(fd: int) -> bool:
        """Whether nobody else holds it; the lock goes with the file or the process."""
        import fcntl

        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system that knows no locks
            return True
        return True


# Values as JSON, and back


def _text(facts: Facts) -> str:
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)


def _clocks(clock: Clock) -> str:
    left = clock.remaining
    white, black = left.white, left.black
    return f'"white":{white if white < inf else "null"},"black":{black if black < inf else "null"}'


def _unlimited(number: float | None) -> float:
    return inf if number is None else number


def _both(values: PerColor[Any]) -> Json:
    return {"white": values.white, "black": values.black}


def _per_color(values: Facts) -> PerColor[Any]:
    return PerColor(values["white"], values["black"])


def _color(name: str) -> Color:
    return Color.WHITE if name == "white" else Color.BLACK


def _control_facts(control: TimeControl) -> Json:
    return {
        "base": None if control.base == inf else control.base,
        "increment": control.increment,
        "per_move": None if control.per_move == inf else control.per_move,
        "moves_per_period": control.moves_per_period,
        "margin": control.margin,
        "depth": control.depth,
        "nodes": control.nodes,
    }


def _control(facts: Facts) -> TimeControl:
    return TimeControl(
        _unlimited(facts["base"]),
        facts["increment"],
        _unlimited(facts["per_move"]),
        facts["moves_per_period"],
        facts["margin"],
        facts["depth"],
        facts["nodes"],
    )


def _outcome(facts: Facts) -> Outcome:
    winner = facts["winner"]
    return Outcome(winner and _color(winner), Reason(facts["reason"]), facts["detail"])


def _explanation_facts(explanation: Explanation) -> Json:
    status = explanation.exit_status
    return {
        "cause": explanation.cause.value,
        "sentence": _sentence_facts(explanation.sentence),
        "last_sent": explanation.last_sent,
        "last_heard": explanation.last_heard,
        "exit_status": None if status is None else _sentence_facts(status),
        "stderr": explanation.stderr,
        "traceback": explanation.traceback,
    }


def _explanation(facts: Facts | None) -> Explanation | None:
    if facts is None:
        return None
    status = facts["exit_status"]
    return Explanation(
        Cause(facts["cause"]),
        _sentence(facts["sentence"]),
        facts["last_sent"],
        facts["last_heard"],
        None if status is None else _sentence(status),
        facts["stderr"],
        facts["traceback"],
    )


def _sentence_facts(sentence: Sentence) -> Json:
    facts = {name: _fact_facts(fact) for name, fact in sentence.facts.items()}
    return {"template": sentence.template, "facts": facts}


def _fact_facts(fact: object) -> Json:
    match fact:
        case Sentence():
            return _sentence_facts(fact)
        case Color():
            return {"color": fact.value}
        case bool() | int() | str() | None:
            return fact
        case float() if abs(fact) < inf:
            return fact
        case _:
            return str(fact)


def _sentence(facts: Facts) -> Sentence:
    return Sentence(facts["template"], {k: _fact(fact) for k, fact in facts["facts"].items()})


def _fact(fact: Json) -> object:
    match fact:
        case {"color": str(name)}:
            return _color(name)
        case {"template": _, "facts": _}:
            return _sentence(fact)
        case _:
            return fact
