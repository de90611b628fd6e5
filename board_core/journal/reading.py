"""What a journal holds, whatever has befallen it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from math import inf
from pathlib import Path

from board_core.clock import Clock
from board_core.events import NOT_MEASURED
from board_core.player import Explanation, Score, Thought
from board_core.record import NOT_FINISHED, PlayedGame, PlayedMove
from board_core.rules import BadSetup, IllegalMove, Outcome, Rules
from board_core.sides import Color, PerColor

from .lines import Kind, Trusted, read_lines
from .values import (
    Facts,
    away_facts,
    control_of,
    end_facts,
    explanation_of,
    first_position,
    left_facts,
    mapping,
    move_facts,
    outcome_of,
    per_color,
    start_facts,
    unlimited,
)

JOURNAL = Kind("journal", 1)


@dataclass(slots=True)
class JournaledGame:
    """One game of a journal, as far as it was played; its facts have come through the door."""

    number: int
    start: Facts
    moves: list[Facts] = field(default_factory=list)
    clocks: Facts = field(default_factory=dict)  # what both sides have left
    end: Facts | None = None
    away: list[Facts] = field(default_factory=list)  # times at which the host did not run

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
        if not isinstance(told, dict):
            return NOT_MEASURED
        return PerColor(_seconds(told.get("white")), _seconds(told.get("black")))

    @property
    def last_setup(self) -> str | None:
        """The last position, as text that ``Rules.start`` reads; None while the game goes on."""
        return None if self.end is None else str(self.end["position"])

    @property
    def finished(self) -> bool:
        """Whether it has a result; a game that was stopped, or broke off, has not."""
        return (outcome := self.outcome) is not None and outcome.decided

    def clock(self, rules: Rules) -> Clock:
        """Both clocks after the last move, to go on with."""
        control = per_color(self.start["control"]).map(control_of)
        left = per_color(self.clocks).map(unlimited)
        asked = [move.color for move in self._recorded(rules) if move.elapsed is not None]
        return Clock(control, left, PerColor(*map(asked.count, Color)))

    def record(self, rules: Rules) -> PlayedGame:
        """The game as a record; costs as much as it has moves.

        It ends before a move that cannot be played: the referee wrote none, whoever did.
        """
        start, end = self.start, self.end
        began = datetime.fromisoformat(start["at"])
        return PlayedGame(
            rules,
            self.names,
            per_color(start["control"]).map(control_of),
            self._setup(rules),
            tuple(self._recorded(rules)),
            began,
            0.0 if end is None else (datetime.fromisoformat(end["at"]) - began).total_seconds(),
            self.outcome or NOT_FINISHED,
            self.explanation,
            self.off_turn,
        )

    def _setup(self, rules: Rules) -> str | None:
        """The position it began from, if a game can; None: the usual one."""
        setup = self.start["setup"]
        try:
            rules.start(setup)
        except BadSetup:
            return None
        return None if setup is None else str(setup)

    def _recorded(self, rules: Rules) -> Iterator[PlayedMove]:
        position = first_position(rules, self.start["setup"])
        for line in self.moves:
            try:
                color, move = position.to_move, position.parse(line["move"])
            except IllegalMove:
                return
            asked, thought = line["elapsed"] is not None, None
            if line.get("cp") is not None or line.get("mate") is not None:
                score = Score(line.get("cp"), line.get("mate"))
                thought = Thought(line.get("depth"), score=score)
            yield PlayedMove(
                color,
                move,
                position.notation(move),
                line[color.value] if asked else None,
                line["elapsed"],
                thought,
            )
            position = position.play(move)


def _seconds(told: object) -> float | None:
    return float(told) if isinstance(told, int | float) and 0 <= told < inf else None


@dataclass(slots=True)
class Journal(Trusted):
    """What a journal tells."""

    run: Facts = field(default_factory=dict)  # what its writer said of the run as a whole
    games: dict[int, JournaledGame] = field(default_factory=dict)  # by their numbers

    def add(self, line: Facts) -> None:
        """Take the next line into account; what a later version may add is passed over."""
        if line["seq"] == 0:
            self.run = mapping(line["run"])
            return
        event, number = line["event"], line["game"]
        if not isinstance(number, int):
            raise TypeError(number)
        game = self.games.get(number)
        if event == "start":
            start = start_facts(line)
            self.games[number] = JournaledGame(number, start, clocks=start)
        elif game is None:
            raise KeyError("start")
        elif event == "move":
            if line["ply"] != len(game.moves):
                raise ValueError(line["ply"])
            move = move_facts(line)
            game.moves.append(move)
            game.clocks = move
        elif event == "back":
            if line["ply"] not in range(len(game.moves) + 1):
                raise ValueError(line["ply"])
            del game.moves[line["ply"] :]
            game.clocks = left_facts(line)
        elif event == "away":
            game.away.append(away_facts(line))
        elif event == "continued":
            game.end = None
        elif event == "end":
            game.end = end_facts(line)


def read_journal(path: str | Path) -> Journal:
    """What the file holds, up to the first line that cannot be trusted.

    A last line without its end is what a killed writer leaves, and no damage.
    Raises BadJournal when the file is no journal at all, and OSError.
    """
    journal = Journal()
    read_lines(path, JOURNAL, journal, journal.add)
    return journal
