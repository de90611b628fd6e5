"""What a journal holds, whatever has befallen it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from board_core.clock import Clock
from board_core.events import NOT_MEASURED
from board_core.player import Explanation, Score
from board_core.record import Record, RecordedMove
from board_core.rules import Outcome, Rules
from board_core.sides import Color, PerColor

from .lines import Kind, Trusted, read_lines
from .values import Facts, control_of, explanation_of, outcome_of, per_color, unlimited

JOURNAL = Kind("journal", 1)


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
    def off_turn(self) -> PerColor[float | None]:
        """Seconds of processor time out of turn; None where nobody measured it."""
        told = None if self.end is None else self.end.get("off_turn")
        return NOT_MEASURED if told is None else per_color(told).map(_seconds)

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


def _seconds(told: object) -> float | None:
    return float(told) if isinstance(told, int | float) else None


@dataclass(slots=True)
class Journal(Trusted):
    """What a journal tells."""

    run: Facts = field(default_factory=dict)  # what its writer said of the run as a whole
    games: dict[int, JournaledGame] = field(default_factory=dict)  # by their numbers

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
    read_lines(path, JOURNAL, journal, journal.add)
    return journal
