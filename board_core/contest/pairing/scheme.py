"""The interface of all ways of pairing, of formats of contest, and the bracket of a knockout. Pure.

A format reads the settings of a plan and makes a scheme of them. A new format is a class made from
:class:`FormatScheme`, a :class:`Format` with its settings, and a row in :mod:`.formats`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Number, Pairing, Round
from board_core.contest.standings import USUAL_TIE_BREAKS, Standing, TieBreak
from board_core.fast_dataclass import dataclass
from board_core.text.sentence import BoardError, Sentence, say

from .invariants import STATIC_RULES, Rule


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of the bracket: two entrants, of whom one goes on."""

    number: int  # counts from 0 through the bracket
    upper: Number | None  # None: not known yet
    lower: Number | None  # None: not known yet; or nobody, a bye, if there is a winner
    games: tuple[Pairing, ...] = ()
    winner: Number | None = None  # None: not known yet
    by_lot: bool = False

    @property
    def bye(self) -> bool:
        return self.lower is None and self.winner is not None

    def points(self, field: Field) -> tuple[float, float]:
        """Return the points of the upper and the lower entrant in the games so far."""
        made = [0.0, 0.0]
        for game in self.games:
            if (verdict := field.verdicts.get(game.number)) is not None:
                for side, entrant in enumerate((self.upper, self.lower)):
                    assert entrant is not None
                    made[side] += field.scoring.points(verdict, game.color(entrant))
        return made[0], made[1]


Stages = tuple[tuple[Tie, ...], ...]
"""The ties of each stage, in the order of the bracket."""


def whole(known: Stages) -> Stages:
    """Return a bracket to its final, with the winners so far in the ties that come."""
    stages = [*known]
    while stages and len(stages[-1]) > 1:
        before = stages[-1]
        first = before[-1].number + 1
        pairs = zip(before[::2], before[1::2], strict=True)
        stages.append(tuple(Tie(first + n, a.winner, b.winner) for n, (a, b) in enumerate(pairs)))
    return tuple(stages)


def reached(known: Stages) -> dict[Number, int]:
    """Return how many stages each entrant reached; the winner of the final has one more."""
    last: dict[Number, int] = {}
    for count, stage in enumerate(known, 1):
        for tie in stage:
            last |= {each: count for each in (tie.upper, tie.lower) if each is not None}
    if known and len(known[-1]) == 1 and (champion := known[-1][0].winner) is not None:
        last[champion] = len(known) + 1
    return last


def seeding(players: int) -> list[int]:
    """Return the seeds of the bracket from the top: the two best can only meet in the final.

    There are as many as the next power of two; places above ``players`` are empty.
    """
    places = [1]
    while len(places) < players:
        total = 2 * len(places) + 1
        places = [each for place in places for each in (place, total - place)]
    return places


def meeting_stage(places: Sequence[int], one: int, other: int) -> int:
    """Return the stage, from 1, in which two seeds of these places can meet."""
    return (places.index(one) ^ places.index(other)).bit_length()


class PairingStep(Enum):
    """The next step where it is not another round."""

    WAIT = "wait"  # for results
    OVER = "over"  # all rounds are paired


class NoPairingError(BoardError):
    """A field for which no round keeps all the hard rules; the sentence names them."""


class BadScheme(BoardError):
    """Settings that a scheme does not allow; the sentence says what it allows."""


class Scheme(Protocol):
    """A way to pair a contest, round by round; a frozen value without memory."""

    def next_round(self, field: Field) -> Round | PairingStep:
        """Return the next round: always the same for the same field.

        Schemes whose rounds do not depend on results do not wait for them, and include the games of
        entrants that have withdrawn. Raises NoPairingError.
        """

    def keeps(self, field: Field) -> frozenset[Rule]:
        """Return the rules that the next round of this field must keep."""


def round_of(
    field: Field,
    games: Iterable[tuple[Number, Number, int | None]],
    byes: tuple[Number, ...] = (),
) -> Round:
    """Return the next round with these games: White, Black, and the opening."""
    number = field.next_round
    pairings = tuple(
        Pairing(count, number, white, black, opening)
        for count, (white, black, opening) in enumerate(games, field.next_pairing)
    )
    return Round(number, pairings, byes)


def at_least(least: int, **values: int) -> None:
    """Check that no value is less. Raises BadScheme for the first that is."""
    for name, value in values.items():
        if value < least:
            raise BadScheme(
                say(
                    "{name} is {value}: it must be at least {least}",
                    name=name,
                    value=value,
                    least=least,
                )
            )


StopRule = Callable[[Field], bool]
"""Decides whether a match is decided by these rounds, or was so after fewer of them; a pure
function. True stays true with more rounds. All games of the field are finished."""


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


@dataclass(frozen=True, slots=True)
class RoundsAdvice:
    """A sentence to the organiser on a number of rounds that suits the entrants badly."""

    too_many: bool  # some round has no pairing; otherwise a late one may have none
    sentence: Sentence


SettingMistake = tuple[str, Sentence]
"""A setting that a format cannot use, by its name in ``contest.toml``, and why."""


class FormatScheme(ABC):
    """The scheme of a format, which also tells what is planned, and what ranks before points."""

    __slots__ = ()

    @abstractmethod
    def next_round(self, field: Field) -> Round | PairingStep:
        """Return the next round, as :class:`Scheme` has it."""

    @abstractmethod
    def planned_games(self, field: Field) -> int:
        """Return the number of games of the whole contest, as far as this field shows it."""

    def keeps(self, field: Field) -> frozenset[Rule]:
        """Return the rules that the next round of this field must keep."""
        return STATIC_RULES

    def planned_rounds(self, field: Field) -> int | None:
        """Return the number of rounds of the whole contest; None if results decide it."""
        return None

    def bracket(self, field: Field) -> Stages:
        """Return the bracket of a knockout, as far as it is known; empty: there is none."""
        return ()

    def stages_reached(self, field: Field) -> Mapping[Number, int]:
        """Return what ranks before points: the stage of a knockout that each entrant reached."""
        return reached(self.bracket(field))

    def group_tables(self, field: Field) -> tuple[tuple[Standing, ...], ...]:
        """Return the table of each group; empty: there are no groups."""
        return ()


def openings_of_all_pairs(settings: FormatSettings) -> int:
    """Return how many openings games can use in which any two may meet, one for two games."""
    return settings.entrants * (settings.entrants - 1) // 2 * max(1, settings.games // 2)


@dataclass(frozen=True, slots=True)
class Format:
    """One way to hold a contest; it reads the settings of a plan."""

    name: str
    """The word for it in ``contest.toml``."""
    title: str
    """The same for readers, to be translated."""
    scheme: Callable[[FormatSettings], FormatScheme]
    """Makes the scheme that pairs the rounds. Raises BadScheme."""
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

    useful_openings: Callable[[FormatSettings], int] = openings_of_all_pairs
    """Returns how many different openings the games can use, one for two games of a pair."""
    mistake: Callable[[FormatSettings], SettingMistake | None] = lambda settings: None
    """Returns the first setting that this format cannot use."""
    advice: Callable[[FormatSettings], RoundsAdvice | None] = lambda settings: None
    """Returns advice on a number of rounds that is not safe, from a format that plays so many."""
    relaxed_scheme: Callable[[FormatSettings], FormatScheme | None] = lambda settings: None
    """Makes the scheme without the rules on colours; None if there is none."""
