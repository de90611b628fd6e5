"""The crosstable of a contest's page: each entrant's results by opponent, or by round. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from board_core.contest.entrants import Entrant
from board_core.contest.field import Encounter, Number, PairingVerdict
from board_core.contest.standings import Standing
from board_core.contest.state import Contest
from board_core.fast_dataclass import dataclass
from board_core.game.words import Words

SINGLE_RESULTS = 4
"""Results against one opponent up to which each is shown; more are added up."""


@dataclass(frozen=True, slots=True)
class ResultMark:
    """One result in the table."""

    sign: str
    kind: str  # win draw loss bye open
    rank: str = ""  # of the opponent
    pairing: int | None = None
    color: str = ""  # white black
    title: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the crosstable: an entrant's results."""

    rank: int
    entrant: Entrant
    cells: tuple[tuple[ResultMark, ...] | None, ...]  # None: against oneself
    points: str


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The rows of the crosstable, with the heads of its columns."""

    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]


def crosstable(contest: Contest, table: Sequence[Standing], words: Words) -> Crosstable:
    """Return the crosstable in the order of the standings, as the format arranges it."""
    encounters = contest.field.encounters()
    ranks = {standing.number: standing.rank for standing in table}
    by_opponent = contest.plan.pairing_format.page_by_opponent
    if by_opponent:
        heads = tuple(str(standing.rank) for standing in table)
    else:
        heads = tuple(str(each.number) for each in contest.rounds)

    def cells(number: Number) -> tuple[tuple[ResultMark, ...] | None, ...]:
        mine = encounters[number]
        if by_opponent:
            return tuple(
                None if each.number == number else _against(contest, mine, each.number, words)
                for each in table
            )
        rounds: dict[int, list[ResultMark]] = {each.number: [] for each in contest.rounds}
        for encounter in mine:
            rounds[encounter.round].append(_mark(contest, encounter, ranks, words))
        return tuple(map(tuple, rounds.values()))

    return Crosstable(
        heads,
        tuple(
            TableRow(
                standing.rank,
                contest.entrant(standing.number),
                cells(standing.number),
                points_text(standing.points),
            )
            for standing in table
        ),
    )


def _against(
    contest: Contest, mine: Sequence[Encounter], opponent: Number, words: Words
) -> tuple[ResultMark, ...]:
    met = [each for each in mine if each.opponent == opponent]
    if len(met) <= SINGLE_RESULTS:
        return tuple(_mark(contest, each, {}, words) for each in met)
    counted = [each.points for each in met if each.points is not None]
    text = f"{points_text(sum(counted))} / {len(counted)}"
    return (ResultMark(text, "open"),)


def _mark(
    contest: Contest, encounter: Encounter, ranks: Mapping[Number, int], words: Words
) -> ResultMark:
    _ = words.text
    if encounter.requested:
        title = _("a bye on request: {points}", points=points_text(encounter.points or 0.0))
        return ResultMark("½" if encounter.points else "0", "bye", title=title)
    if encounter.opponent is None:
        return ResultMark(_("bye"), "bye", title=_("a bye: no opponent"))
    color = encounter.color.value if encounter.color else ""
    rank = str(ranks.get(encounter.opponent, ""))
    name = contest.entrant(encounter.opponent).name
    number = encounter.pairing if encounter.pairing in contest.played else None
    if encounter.verdict is None or encounter.color is None:
        return ResultMark("·", "open", rank, number, color, name)
    if encounter.verdict is PairingVerdict.DRAW:
        kind, sign = "draw", "½"
    elif encounter.verdict.winner is encounter.color:
        kind, sign = "win", "+" if encounter.forfeit else "1"
    else:
        kind, sign = "loss", "−" if encounter.forfeit else "0"
    return ResultMark(sign, kind, rank, number, color, name)


def points_text(points: float) -> str:
    return f"{points:g}"
