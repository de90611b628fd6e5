"""What a journal holds, whatever has befallen it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zlib import crc32

from board_core.clock import Clock
from board_core.player import Explanation, Score
from board_core.record import Record, RecordedMove
from board_core.rules import Explained, Outcome, Rules
from board_core.sentence import Sentence, say
from board_core.sides import Color, PerColor

from .values import Facts, control_of, explanation_of, outcome_of, per_color, unlimited

VERSION = 1
BEGINNING = b'{"seq":0,"journal":'
CHECKSUM = len(b',"crc":"00000000"}\n')


class BadJournal(Explained):
    """The file cannot be read, or written to, as a journal; the sentence says why."""


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
    def rules(self) -> str:
        """The name of the game."""
        return str(self.start["rules"])

    @property
    def names(self) -> PerColor[str]:
        return per_color(self.start["names"])

    @property
    def outcome(self) -> Outcome | None:
        return None if self.end is None else outcome_of(self.end["outcome"])

    @property
    def explanation(self) -> Explanation | None:
        return None if self.end is None else explanation_of(self.end["explanation"])

    @property
    def last_setup(self) -> str | None:
        """The last position, as text that ``Rules.start`` reads; None while the game goes on."""
        return None if self.end is None else str(self.end["position"])

    @property
    def finished(self) -> bool:
        """Whether it has a result; a game that was stopped, or broke off, has not."""
        return (outcome := self.outcome) is not None and outcome.decided

    def clock(self, rules: Rules) -> Clock:
        """Both clocks after the last move, to go on with. Raises IllegalMove."""
        control = per_color(self.start["control"]).map(control_of)
        left = per_color(self.clocks).map(unlimited)
        asked = [move.color for move in self._recorded(rules) if move.elapsed is not None]
        return Clock(control, left, PerColor(*map(asked.count, Color)))

    def record(self, rules: Rules) -> Record:
        """The game as a record; costs as much as it has moves. Raises IllegalMove."""
        start, end = self.start, self.end
        return Record(
            start["rules"],
            self.names,
            per_color(start["control"]).map(control_of),
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
    if line[-CHECKSUM:] != checksum(line[:-CHECKSUM]):
        return say("its checksum is wrong")
    try:
        fields = json.loads(line)
        if fields["seq"] != journal.lines:
            return say("a line is missing before it")
        journal.add(fields)
    except (ValueError, KeyError, TypeError):
        return say("it does not follow from the lines before it")
    return None


def checksum(body: bytes) -> bytes:
    """The rest of a line."""
    return b',"crc":"%08x"}\n' % crc32(body)


def damaged(path: str | Path, damage: Damage) -> Sentence:
    return say(
        "line {line} of {path} is damaged: {why}",
        line=damage.line,
        path=repr(str(path)),
        why=damage.why,
    )
