"""Read a journal, even if it is damaged or unfinished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Rules
from board_core.record import PlayedGame

from .lines import LineKind, Trusted, read_lines
from .telling import Began, GameFacts, line_of
from .values import Facts, mapping, number_of

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
        """Return the games by their numbers, as far as they were played.

        A journal holds the names of rules: ``rules_named`` finds the rules, and its errors are
        raised. The moves of a game are only replayed when they are first read.
        """
        return {number: told.game(rules_named(told.rules)) for number, told in self.facts.items()}

    def add(self, facts: Facts) -> None:
        """Add the facts of the next line; events of later versions are ignored.

        Raises ValueError, LookupError or TypeError for a line that does not follow.
        """
        if facts["seq"] == 0:
            self.run = mapping(facts["run"])
            return
        number = number_of(facts["game"])
        match line_of(facts):
            case Began() as began:
                self.facts[number] = GameFacts(began)
            case None:
                self.facts[number]  # raises KeyError if the game has not begun
            case line:
                self.facts[number].add(line)


def read_journal(path: str | Path) -> Journal:
    """Return the contents of a journal, up to the first damaged line.

    An unfinished last line, which a killed writer leaves, is no damage.
    Raises BadJournal if the file is no journal, and OSError.
    """
    journal = Journal()
    read_lines(path, JOURNAL_KIND, journal, journal.add)
    return journal
