"""The crosstable as CSV, for spreadsheets. Pure."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Protocol

from board_core.game.words import Words
from board_core.text.harmless_text import on_one_line
from board_core.text.languages import N_

from .field import COLOR_LETTER, Field, Number, RoundColumn, columns, result_sign
from .tie_breaks import TIE_BREAK_HEADINGS, TieBreak

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


class RankedEntrant(Protocol):
    """One row of the standings."""

    @property
    def rank(self) -> int: ...

    @property
    def number(self) -> Number: ...

    @property
    def points(self) -> float: ...

    @property
    def figures(self) -> tuple[float | None, ...]: ...

    @property
    def lot(self) -> int | None: ...


def to_csv(
    field: Field,
    standings: Iterable[RankedEntrant],
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
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    table = csv.writer(out)
    headings = (*HEADINGS, *(TIE_BREAK_HEADINGS[each] for each in tie_breaks), LOT_HEADING)
    table.writerow([*map(words.text, headings), *over])
    for place in places:
        if by_opponent:
            cells = _against(field, parts, place.number, opponents)
        else:
            cells = [_cell(field, part, place.number, words) for part in parts]
        name = harmless(on_one_line(names[place.number]))
        ties = (*place.figures, place.lot)
        table.writerow(
            [place.rank, place.number, name, *map(_figure, (place.points, *ties)), *cells]
        )
    return out.getvalue()


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
