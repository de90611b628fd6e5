"""A format of contest: its name and titles, and how it reads the settings of a plan. Pure.

A new format is one file of this package, with a value of a class made from :class:`Format`, and one
row in :mod:`.formats`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Number
from board_core.contest.standings import Standing
from board_core.contest.tie_breaks import USUAL_TIE_BREAKS, TieBreak
from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence

from .scheme import Scheme, Stages


class StopRule(Protocol):
    """Decides when a match is over; a pure function."""

    def __call__(self, field: Field, /) -> bool:
        """Return whether the match is decided by these rounds, or was so after fewer of them.

        True stays true with more rounds. All games of the field are finished.
        """


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """The settings of a plan that formats read."""

    entrants: int  # how many
    rounds: int
    games: int  # between two opponents
    challengers: int
    seed: int
    stop: StopRule | None = None
    games_per_pairing: int = 1  # in a round of a Swiss
    groups: int = 2
    qualifiers: int = 2  # of each group
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    precision: float = 30.0  # of the ratings of a ladder, in Elo points to either side


class RoundsFit(Enum):
    """The judgement whether a number of rounds suits a number of entrants."""

    SAFE = "safe"  # a pairing without rematches always exists
    TIGHT = "tight"  # a late round may have none
    TOO_MANY = "too-many"


@dataclass(frozen=True, slots=True)
class RoundsAdvice:
    """A sentence to the organiser on the number of rounds."""

    fit: RoundsFit
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class SettingMistake:
    """A setting that the format cannot use, and why."""

    setting: str  # its name in contest.toml
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Format(ABC):
    """One way to hold a contest."""

    name: str
    """The word for it in ``contest.toml``."""
    title: str
    """The same for readers, to be translated."""
    page_by_opponent: bool = False
    """The crosstable of the page has a column for each opponent; without it, for each round."""
    csv_by_opponent: bool = False
    """The same of the table for spreadsheets."""
    fixed_pairings: bool = True
    """Who meets whom does not depend on results: what is not played counts as played."""
    two_games_a_pairing: bool = False
    """Opponents may have two games in a round."""
    ranks_by_rating: bool = False
    """Ratings alone rank, and each version of an entrant has its own; the contest never ends."""
    compares_two: bool = False
    """Two entrants play all games: their difference in Elo is shown, and SPRT may end it."""

    @abstractmethod
    def scheme(self, settings: FormatSettings) -> Scheme:
        """Return the scheme that pairs the rounds. Raises BadScheme."""

    @abstractmethod
    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        """Return the number of games of the whole contest, as far as this field shows it."""

    def planned_rounds(self, settings: FormatSettings, field: Field) -> int | None:
        """Return the number of rounds of the whole contest; None if results decide it."""
        return None

    def useful_openings(self, settings: FormatSettings) -> int:
        """Return how many different openings the games can use, one for two games of a pair."""
        return settings.entrants * (settings.entrants - 1) // 2 * max(1, settings.games // 2)

    def bracket(self, settings: FormatSettings, field: Field) -> Stages:
        """Return the bracket of a knockout, as far as it is known; empty: there is none."""
        return ()

    def stages_reached(self, settings: FormatSettings, field: Field) -> Mapping[Number, int]:
        """Return what ranks before points: the stage of a knockout that each entrant reached."""
        return {}

    def group_tables(
        self, settings: FormatSettings, field: Field
    ) -> tuple[tuple[Standing, ...], ...]:
        """Return the table of each group; empty: there are no groups."""
        return ()

    def mistake(self, settings: FormatSettings) -> SettingMistake | None:
        """Return the first setting that this format cannot use."""
        return None

    def advice(self, settings: FormatSettings) -> RoundsAdvice | None:
        """Return advice on the number of rounds, from a format that plays so many."""
        return None

    def relaxed_scheme(self, settings: FormatSettings) -> Scheme | None:
        """Return the scheme without the rules on colours; None if there is none."""
        return None
