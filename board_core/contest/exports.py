"""The Tournament Report File (TRF) of a contest, for other tournament programs. Pure.

FIDE's format of 2026 (handbook.fide.com/files/handbook/TRF26.pdf, applied from 1 September 2025),
with the records XXR and XXS of JaVaFo's manual for programs that know the format of 2016 only.
Record 192, the coded kind of tournament, is left out: the format does not list its codes. Teams,
national ratings (172) and acceleration (250) do not exist here; the first round shows the initial
colour.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from io import StringIO

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.text.harmless_text import on_one_line
from board_core.text.languages import N_

from .field import (
    COLOR_LETTER,
    ByeKind,
    Field,
    Number,
    RoundColumn,
    Scoring,
    columns,
    points_of,
    result_sign,
)
from .json_facts import JsonFields, bracket_facts, contest_facts, group_facts, standings_facts
from .standings import Standing, TieBreak
from .state import RESULTS, Contest

STANDARD_SCORING = Scoring()

NAME_WIDTH = 33
"""Characters of a name; longer names are cut off."""

ENCODED_TIME = re.compile(r"(\d+/)?\d+(\+\d+)?")
"""Time controls that PGN and this format write in the same way: ``40/6000``, ``600+5``."""

ABSENT_RESULT = "0000 - Z"
BYE_RESULT = "0000 - U"

BYE_CODES = {ByeKind.HALF: "H", ByeKind.ZERO: "Z"}


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of the file; empty fields are left out."""

    name: str
    city: str = ""
    federation: str = ""
    kind: str = ""  # in words: "Individual: Swiss-System"
    arbiter: str = ""
    time_control: str = ""  # as in PGN: "600+5"
    rounds: int | None = None  # that are planned; None: as many as were paired
    tie_breaks: tuple[str, ...] = ()  # the codes of FIDE's Handbook C.07
    dates: Mapping[int, date] = field(default_factory=dict)  # by round, as far as known


def to_trf(
    contest: Field,
    names: Mapping[Number, str],
    heading: Heading,
    ranks: Mapping[Number, int] | None = None,
) -> str:
    """Return the report so far, with CR and LF at the end of each line; write it as UTF-8.

    Verdicts include rulings. ``1 = 0`` are games, ``+ -`` games that were not played, ``U`` is the
    bye, ``H`` a requested one with half a point, ``Z`` a round without the player; an unfinished
    game has no result. A round in which somebody plays several games becomes several rounds.
    Without ``ranks``, points rank.
    """
    parts = columns(contest)
    lines = [
        *_tournament(contest, heading, parts),
        *_players(contest, names, ranks, parts),
        *_absences(contest, heading.rounds or 0, parts),
        *_prohibited_pairings(contest, heading.rounds or len(parts)),
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _tournament(contest: Field, heading: Heading, parts: Sequence[RoundColumn]) -> Iterator[str]:
    dates = [day for _, day in sorted(heading.dates.items())]
    not_paired = max((heading.rounds or 0) - len(contest.rounds), 0)
    rounds = str(len(parts) + not_paired)
    control = on_one_line(heading.time_control)
    texts = {
        "012": on_one_line(heading.name),
        "022": on_one_line(heading.city),
        "032": on_one_line(heading.federation),
        "042": f"{min(dates):%Y/%m/%d}" if dates else "",
        "052": f"{max(dates):%Y/%m/%d}" if dates else "",
        "062": str(len(contest.entrants)),
        "072": "0",  # with a rating of FIDE's
        "092": on_one_line(heading.kind),
        "102": on_one_line(heading.arbiter),
        "122": control,
        "142": rounds,
        "182": "The Chess Board",
        "202": ",".join(heading.tie_breaks),
        "212": ",".join(("PTS", *heading.tie_breaks)) if heading.tie_breaks else "",
        "222": control if ENCODED_TIME.fullmatch(control) else "",
        "XXR": rounds,
    }
    yield from (f"{tag} {text}" for tag, text in texts.items() if text)
    if heading.dates:
        yield _date_line(heading.dates, parts)
    if contest.scoring != STANDARD_SCORING:
        yield from _scoring(contest.scoring)


def _date_line(dates: Mapping[int, date], parts: Sequence[RoundColumn]) -> str:
    """Return the line of dates, in the columns of the players' results."""
    days = (dates.get(part.round) for part in parts)
    texts = (f"{day:%y/%m/%d}" if day is not None else " " * 8 for day in days)
    return f"{'132':<91}{'  '.join(texts)}".rstrip()


def _scoring(scoring: Scoring) -> Iterator[str]:
    points = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss, "P": scoring.bye}
    yield "162  " + "    ".join(f"{code}{value:4.1f}" for code, value in points.items())
    lost = f"WL={scoring.loss:.1f} BL={scoring.loss:.1f} FL={scoring.loss:.1f} "
    yield (
        f"XXS W={scoring.win:.1f} D={scoring.draw:.1f} "
        f"{lost if scoring.loss else ''}PAB={scoring.bye:.1f}"
    )


def _players(
    contest: Field,
    names: Mapping[Number, str],
    ranks: Mapping[Number, int] | None,
    parts: Sequence[RoundColumn],
) -> Iterator[str]:
    points = points_of(contest)
    if ranks is None:
        ranks = {
            number: 1 + sum(other > mine for other in points.values())
            for number, mine in points.items()
        }
    for number in contest.entrants:
        name = on_one_line(names[number])[:NAME_WIDTH]
        results = "  ".join(_result(contest, part, number) for part in parts)
        # sex, title, rating, federation, FIDE's number and the day of birth stay empty
        yield (
            f"001 {number:4}      {name:<{NAME_WIDTH}}{'':33}{_four(points[number])} "
            f"{ranks[number]:4}  {results}"
        )


def _four(points: float) -> str:
    """Return points in four characters: without tenths from a hundred on."""
    return f"{points:4.1f}" if points < 99.95 else f"{points:4.0f}"


def _result(contest: Field, part: RoundColumn, number: Number) -> str:
    if number in part.byes:
        return BYE_RESULT
    if (kind := part.missed.get(number)) is not None:
        return f"0000 - {BYE_CODES[kind]}"
    if (pairing := part.games.get(number)) is None:
        return ABSENT_RESULT
    color = pairing.color(number)
    sign = result_sign(contest, pairing, color, unfinished=" ")
    return f"{pairing.opponent(number):4} {COLOR_LETTER[color]} {sign}"


def _absences(contest: Field, rounds: int, parts: Sequence[RoundColumn]) -> Iterator[str]:
    """Yield a record 240 for each round and kind of bye, also of rounds that are still to come.

    Those who have withdrawn miss all of these.
    """
    numbers: dict[int, list[int]] = {}
    for column, part in enumerate(parts, 1):
        numbers.setdefault(part.round, []).append(column)
    to_come = range(contest.next_round, rounds + 1)
    gone = {(each, number): ByeKind.ZERO for each in contest.withdrawn for number in to_come}
    asked: dict[tuple[int, ByeKind], list[Number]] = {}
    for (number, round_number), kind in sorted(
        (gone | {**contest.requested_byes}).items(), key=_by_round
    ):
        ahead = len(parts) + round_number - len(contest.rounds)
        for column in numbers.get(round_number, [ahead]):
            asked.setdefault((column, kind), []).append(number)
    for (column, kind), entrants in asked.items():
        yield f"240 {BYE_CODES[kind]} {column:3} {_in_columns(entrants)}"


def _by_round(item: tuple[tuple[Number, int], ByeKind]) -> tuple[int, str, Number]:
    (number, round_number), kind = item
    return round_number, kind.value, number


def _prohibited_pairings(contest: Field, rounds: int) -> Iterator[str]:
    """Yield a record 260 for each forbidden pair."""
    for pair in sorted(map(sorted, contest.forbidden)):
        yield f"260   1 {rounds:3} {_in_columns(pair)}"


def _in_columns(entrants: Sequence[Number]) -> str:
    return " ".join(f"{number:4}" for number in entrants)


BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel misreads Chinese."""

FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""First characters of a cell that a spreadsheet runs as a formula; East Asian editions also read
the last four, which have full width."""

HEADINGS = (
    N_("Rank"),
    N_("No."),
    N_("Player"),
    N_("Points"),
)
LOT_HEADING = N_("Lot")

BYE_CELL = N_("bye")
ROUND_HEADING = N_("Round {name}")


def to_csv(
    field: Field,
    standings: Iterable[Standing],
    tie_breaks: Sequence[TieBreak],
    names: Mapping[Number, str],
    *,
    by_opponent: bool = False,
    words: Words | None = None,
) -> str:
    """Return a table with a row for each entrant in the order of the standings; write it as UTF-8.

    There is a cell for each round: ``12b=`` is a draw with black against number 12; ``1 = 0`` are
    games, ``+ D -`` games that were not played, and ``*`` is an unfinished game. Or there is a cell
    for each opponent, as in round robins: ``w1 b=``, all games in order. Words are English, or
    those of ``words``. An apostrophe is put before a name that a spreadsheet would run.
    """
    words = words or Words("en")
    places = list(standings)
    parts = columns(field)
    opponents = [place.number for place in places]
    if by_opponent:
        over = [str(number) for number in opponents]
    else:
        over = [words.text(ROUND_HEADING, name=part.name) for part in parts]
    headings = (*HEADINGS, *(each.heading for each in tie_breaks), LOT_HEADING)
    rows: list[list[object]] = [[*map(words.text, headings), *over]]
    for place in places:
        if by_opponent:
            cells = _against(field, parts, place.number, opponents)
        else:
            cells = [_cell(field, part, place.number, words) for part in parts]
        name = harmless(on_one_line(names[place.number]))
        ties = (*place.figures, place.lot)
        rows.append([place.rank, place.number, name, *map(_figure, (place.points, *ties)), *cells])
    return csv_of(rows)


def harmless(text: str) -> str:
    """Return the text with an apostrophe before it if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _cell(field: Field, part: RoundColumn, number: Number, words: Words) -> str:
    if number in part.byes:
        return words.text(BYE_CELL)
    if (kind := part.missed.get(number)) is not None:
        return f"{words.text(BYE_CELL)} {field.scoring.missed(kind):g}"
    if (pairing := part.games.get(number)) is None:
        return ""
    color = pairing.color(number)
    sign = result_sign(field, pairing, color, unfinished="*")
    return f"{pairing.opponent(number)}{COLOR_LETTER[color]}{sign}"


def _against(
    field: Field, parts: Sequence[RoundColumn], number: Number, opponents: Sequence[Number]
) -> list[str]:
    games: dict[Number, list[str]] = {}
    for part in parts:
        if (pairing := part.games.get(number)) is not None:
            color = pairing.color(number)
            sign = result_sign(field, pairing, color, unfinished="*")
            games.setdefault(pairing.opponent(number), []).append(f"{COLOR_LETTER[color]}{sign}")
    return [
        "\N{MULTIPLICATION SIGN}" if other == number else " ".join(games.get(other, ()))
        for other in opponents
    ]


TRF_FILE = "tournament.trf"
CSV_FILE = "crosstable.csv"
PAIRINGS_FILE = "pairings.csv"
JSON_FILE = "contest.json"


EXPORTS: Mapping[str, Callable[[Contest, Words], str]] = {
    TRF_FILE: lambda contest, words: trf_text(contest),
    CSV_FILE: lambda contest, words: csv_text(contest, words),
    PAIRINGS_FILE: lambda contest, words: pairings_text(contest, words),
    JSON_FILE: lambda contest, words: json_text(contest_facts(contest)),
}
"""Makers of the text of a file, by its name: FIDE's report, two tables, all as JSON."""


def json_text(facts: JsonFields) -> str:
    """Return the file; in ASCII, since names may hold what no encoding writes."""
    return json.dumps(facts, indent=1) + "\n"


def trf_text(contest: Contest) -> str:
    plan = contest.plan
    heading = Heading(
        plan.name,
        time_control=plan.clock.control.notation,
        rounds=plan.scheme.planned_rounds(contest.field),
        dates=_dates(contest),
        tie_breaks=tuple(each.code for each in plan.tie_breaks),
    )
    return to_trf(
        contest.field, _names(contest), heading, {row.number: row.rank for row in contest.table}
    )


def csv_text(contest: Contest, words: Words) -> str:
    return to_csv(
        contest.field,
        contest.table,
        contest.tie_breaks,
        _names(contest),
        by_opponent=contest.plan.pairing_format.csv_by_opponent,
        words=words,
    )


PAIRING_HEADINGS = (N_("Round"), N_("Game"), N_("White"), N_("Black"), N_("Result"))


def pairings_text(contest: Contest, words: Words) -> str:
    """Return a table with a row for each game and each bye, the last round first, to publish."""
    rows: list[tuple[object, ...]] = [tuple(map(words.text, PAIRING_HEADINGS))]
    for each in reversed(contest.rounds):
        for pairing in each.pairings:
            result = contest.results.get(pairing.number)
            names = contest.names(pairing).map(lambda name: harmless(on_one_line(name)))
            score = "" if result is None else RESULTS[result.verdict]
            rows.append((each.number, pairing.number, names.white, names.black, score))
        asked = [number for number, missed in contest.requested_byes if missed == each.number]
        for number in (*each.byes, *asked):
            name = harmless(on_one_line(contest.entrant(number).name))
            rows.append((each.number, "", name, "", words.text(BYE_CELL)))
    return csv_of(rows)


def csv_of(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as a table for spreadsheets; write it as UTF-8."""
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    csv.writer(out).writerows(rows)
    return out.getvalue()


def standings_fields(contest: Contest) -> JsonFields:
    """Return the standings as ``docs/contests.md`` describes their JSON."""
    return {
        "name": contest.plan.name,
        "seed": contest.plan.seed,
        "rounds": len(contest.rounds),
        "games": len(contest.pairings),
        "finished": len(contest.results),
        "over": contest.ended is not None,
        "standings": standings_facts(contest),
        "bracket": bracket_facts(contest),
        "groups": group_facts(contest),
    }


def _names(contest: Contest) -> dict[int, str]:
    return {entrant.number: entrant.name for entrant in contest.entrants}


def _dates(contest: Contest) -> dict[int, date]:
    """Return the date of each round: that of the first of its games that began."""
    dates: dict[int, date] = {}
    for each in contest.rounds:
        starts = [
            contest.played[pairing.number].game.started
            for pairing in each.pairings
            if pairing.number in contest.played
        ]
        if starts:
            dates[each.number] = min(starts).date()
    return dates
