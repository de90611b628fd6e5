"""What a journal holds, whatever has befallen it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from board_core.record import PlayedGame
from board_core.rules import Rules

from .lines import LineKind, Trusted, read_lines
from .telling import Began, Telling, line_of
from .values import Facts, mapping

JOURNAL_KIND = LineKind("journal", 1)

RulesNamed = Callable[[str], Rules]
"""Find the rules of a game by their name. Raises what says that they are not here."""


@dataclass(slots=True)
class Journal(Trusted):
    """What a journal tells."""

    run: Mapping[str, object] = field(default_factory=dict)
    """What its writer said of the run as a whole."""
    telling: dict[int, Telling] = field(default_factory=dict)  # the games, by their numbers

    def games(self, rules_named: RulesNamed) -> dict[int, PlayedGame]:
        """Return the games by their numbers, as far as they were played.

        A journal names the rules of a game by text: ``rules_named`` finds them, and what it raises
        is raised. No move is played here, but where somebody looks at the moves of a game.
        """
        return {number: told.game(rules_named(told.rules)) for number, told in self.telling.items()}

    def add(self, facts: Facts) -> None:
        """Take the next line into account; what a later version may add is passed over."""
        if facts["seq"] == 0:
            self.run = mapping(facts["run"])
            return
        number = facts["game"]
        if not isinstance(number, int):
            raise TypeError(number)
        match line_of(facts):
            case Began() as began:
                self.telling[number] = Telling(began)
            case None:
                self.telling[number]  # raises KeyError: nothing can happen before it began
            case line:
                self.telling[number].add(line)


def read_journal(path: str | Path) -> Journal:
    """What the file holds, up to the first line that cannot be trusted.

    A last line without its end is what a killed writer leaves, and no damage.
    Raises BadJournal when the file is no journal at all, and OSError.
    """
    journal = Journal()
    read_lines(path, JOURNAL_KIND, journal, journal.add)
    return journal
