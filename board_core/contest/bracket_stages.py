"""The bracket and the groups of a contest, in words. Pure."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words

from .field import Number
from .pairing.bracket import Tie
from .state import Contest


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One entrant of a tie, with its points; without a number: not known yet, or nobody."""

    number: Number | None
    name: str
    points: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    upper: BracketSide
    lower: BracketSide
    games: tuple[int, ...]  # numbers of the pairings
    by_lot: bool


@dataclass(frozen=True, slots=True)
class BracketStage:
    """All ties of a stage, in the order of the bracket; each two lead into one of the next."""

    title: str
    ties: tuple[BracketTie, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    rank: int
    number: Number
    name: str
    points: str
    games: int


@dataclass(frozen=True, slots=True)
class GroupTable:
    title: str
    rows: tuple[GroupRow, ...]


def bracket_stages(contest: Contest, words: Words) -> tuple[BracketStage, ...]:
    """Return the stages of a knockout to its final; empty for other formats."""
    return tuple(
        BracketStage(_title(len(stage), words), tuple(_tie(contest, tie, words) for tie in stage))
        for stage in contest.bracket
    )


def group_tables(contest: Contest, words: Words) -> tuple[GroupTable, ...]:
    """Return the tables of a group stage; empty for other formats."""
    return tuple(
        GroupTable(
            words.text("Group {group}", group=place),
            tuple(
                GroupRow(
                    row.rank,
                    row.number,
                    contest.entrant(row.number).name,
                    f"{row.points:g}",
                    row.games,
                )
                for row in table
            ),
        )
        for place, table in enumerate(contest.group_tables, 1)
    )


def _title(ties: int, words: Words) -> str:
    _ = words.text
    match ties:
        case 1:
            return _("Final")
        case 2:
            return _("Semi-finals")
        case 4:
            return _("Quarter-finals")
        case _:
            return _("Last {entrants}", entrants=2 * ties)


def _tie(contest: Contest, tie: Tie, words: Words) -> BracketTie:
    points = tuple(f"{each:g}" for each in tie.points(contest.field)) if tie.games else ("", "")

    def side(number: Number | None, points: str) -> BracketSide:
        if number is None:
            return BracketSide(None, words.text("bye") if tie.bye else "")
        return BracketSide(number, contest.entrant(number).name, points, number == tie.winner)

    return BracketTie(
        side(tie.upper, points[0]),
        side(tie.lower, points[1]),
        tuple(game.number for game in tie.games),
        tie.by_lot,
    )
