"""Write a journal from the events of its games, and read one, even damaged or unfinished."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import Protocol

from board_core.fast_dataclass import dataclass
from board_core.game.bus import Handler
from board_core.game.events import (
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MovesTakenBack,
    PlayerSaid,
    TurnStarted,
)
from board_core.game.player import ModelCall, Note
from board_core.game.rules import Rules
from board_core.record import PlayedGame, wall_clock
from board_core.record.files import clock_facts
from board_core.text.codec import Facts, mapping
from board_core.text.sentence import say

from .lines import BadJournal, LineKind, LineWriter, Trusted, read_lines
from .telling import GameFacts, call_line, end_facts, start_facts
from .values import clocks_text, number_of, setup_of, text

JOURNAL_KIND = LineKind("journal", 1)

RulesNamed = Callable[[str], Rules]
"""A function that returns the rules of a game by their name, or raises an error of its own."""


@dataclass(slots=True)
class Journal(Trusted):
    """The contents of a journal."""

    run: Mapping[str, object] = field(default_factory=dict)
    """The writer's description of the whole run."""
    facts: dict[int, GameFacts] = field(default_factory=dict)  # the games, by their numbers

    def games(self, rules_named: RulesNamed) -> dict[int, PlayedGame]:
        """Return the games by number, as far as they were played.

        A journal only names the rules: ``rules_named`` finds them, and its errors are raised. A
        game's moves are replayed only when first read.
        """
        return {number: told.game(rules_named(told.rules)) for number, told in self.facts.items()}

    def add(self, facts: Facts) -> None:
        """Add the facts of the next line; events from later versions are ignored.

        Raises ValueError, LookupError or TypeError for a line that cannot come next.
        """
        if facts["seq"] == 0:
            self.run = mapping(facts["run"])
            return
        number = number_of(facts["game"])
        if facts["event"] == "start":
            self.facts[number] = GameFacts(facts, self.facts.get(number))
        else:
            self.facts[number].add(facts)


def read_journal(path: str | Path) -> Journal:
    """Return the contents of a journal, up to the first damaged line.

    An unfinished last line, left by a killed writer, is not damage. Raises BadJournal if the file
    is not a journal, and OSError.
    """
    journal = Journal()
    read_lines(path, JOURNAL_KIND, journal, journal.add)
    return journal


class JournalWriter(LineWriter):
    """Writes to a journal until :meth:`close`, and locks out other processes.

    ``run`` describes the whole run, in JSON values. With ``resume`` a journal of the same run is
    continued, and ``found`` holds its contents; a missing file is created. Raises BadJournal if
    another process is writing to it, if it belongs to another run or is damaged, or, without
    ``resume``, if it exists; and OSError.
    """

    def __init__(
        self,
        path: str | Path,
        run: Mapping[str, object] | None = None,
        *,
        resume: bool = False,
        now: Callable[[], datetime] = wall_clock,
    ) -> None:
        super().__init__(path)
        self.now = now
        self.found = Journal()
        try:
            self._begin(dict(run or {}), resume)
        except BaseException:
            self.close()
            raise

    def _begin(self, run: Mapping[str, object], resume: bool) -> None:
        if not self.empty:
            if not resume:
                raise BadJournal(
                    say(
                        "{path} already exists: resume it, or name another file",
                        path=self.shown_path,
                    )
                )
            self.found = read_journal(self.path)
        self.go_on_from(self.found)
        if self.found.lines == 0:
            self.append(JOURNAL_KIND.first_line(self.now(), run=run))
        else:
            self._check_run(json.loads(text(run)))
        self.flush()

    def _check_run(self, run: Mapping[str, object]) -> None:
        before = self.found.run
        for key in {**before, **run}:
            if before.get(key) != run.get(key):
                raise BadJournal(
                    say(
                        "{path} is of another run: {what} was {before} and is {now}",
                        path=self.shown_path,
                        what=key,
                        before=before.get(key),
                        now=run.get(key),
                    )
                )

    def game(self, number: int = 1, *, goes_on: bool = False) -> Handler:
        """Return a handler that writes one game's events: ``Game(..., journal=writer.game(1))``.

        With ``goes_on`` it continues the game of this number, whose given moves are already in the
        journal and are not written again. Several games may run at the same time.
        """
        return GameLines(self, number, goes_on)


class JournalLines(Protocol):
    """A destination of game lines: a journal's writer, or a worker's connection to one."""

    now: Callable[[], datetime]

    def append(self, fields: str) -> None: ...
    def flush(self) -> None: ...


class GameLines:
    """Handler of events that writes the lines of one game."""

    def __init__(self, writer: JournalLines, number: int, goes_on: bool) -> None:
        self._writer = writer
        self._number = number
        self._goes_on = goes_on
        self._asked = False  # False until the first turn: earlier moves were given with the game

    def __call__(self, event: Event) -> None:
        match event:
            case MovePlayed():
                if self._asked or not self._goes_on:
                    self._write("move", self._move(event))
            case TurnStarted():
                self._asked = True
            case MovesTakenBack(_, ply, _, clock):
                self._append("back", {"ply": ply, **clock_facts(clock)})
            case HostAway(kind, seconds, ply, clock):
                facts = {"ply": ply, "kind": kind.value, "seconds": seconds, **clock_facts(clock)}
                self._append("away", {"at": self._writer.now().isoformat(), **facts})
            case PlayerSaid(note=Note(call=ModelCall() as call)):
                self._append(*call_line(call))
            case GameStarted() if self._goes_on:
                self._append("continued", {"at": self._writer.now().isoformat()})
            case GameStarted(rules, names, position, clock, setup):
                setup = None if setup is None else setup_of(position) or setup
                start = start_facts(self._writer.now(), rules, position, setup, names, clock)
                self._append("start", start)
            case GameEnded(turn=turn):
                end = end_facts(self._writer.now(), event, turn.position)
                self._append("end", {**end, **clock_facts(turn.clock)})
                self._writer.flush()
            case _:
                pass

    def _append(self, event: str, facts: Facts) -> None:
        self._write(event, text(facts)[1:-1])

    def _write(self, event: str, fields: str) -> None:
        self._writer.append(f'"event":"{event}","game":{self._number},{fields}')

    def _move(self, event: MovePlayed) -> str:
        elapsed = event.elapsed if self._asked else "null"
        fields = (
            f'"ply":{event.ply},"move":{quoted(event.move)},'
            f'{clocks_text(event.clock)},"elapsed":{elapsed}'
        )
        if (thought := event.thought) is None or (score := thought.score) is None:
            return fields
        facts = {"cp": score.cp, "mate": score.mate, "depth": thought.depth}
        return f"{fields},{text(facts)[1:-1]}"
