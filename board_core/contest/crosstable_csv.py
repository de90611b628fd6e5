"""Writes who met whom, and how it ended, as a table for spreadsheets. Pure."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Protocol

from board_core.words import N_, Words, on_one_line

from .columns import COLOR_LETTER, RoundColumn, columns, result_sign
from .field import Field, Number

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel takes Chinese for something else."""

FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""A cell that begins so is run by a spreadsheet; the last four are their full width, which East
Asian editions read alike."""

HEADINGS = (
    N_("Rank"),
    N_("No."),
    N_("Player"),
    N_("Points"),
    N_("Buchholz"),
    N_("Direct encounter"),
    N_("Wins"),
    N_("Lot"),
)

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
    def buchholz(self) -> float | None: ...

    @property
    def direct(self) -> float | None: ...

    @property
    def wins(self) -> int | None: ...

    @property
    def lot(self) -> int | None: ...


def to_csv(
    field: Field,
    standings: Iterable[RankedEntrant],
    names: Mapping[Number, str],
    *,
    by_opponent: bool = False,
    words: Words | None = None,
) -> str:
    """A row for each entrant in the order of the standings; to be written in UTF-8 as it is.

    A cell for each round, ``12b=``: a draw with black against number 12; ``1 = 0`` are games,
    ``+ D -`` those that were not played and ``*`` one that is not finished. Or a cell for each
    opponent, as round robins are shown: ``w1 b=``, all games in order. Words are English or
    those of ``words``. No name becomes a formula: an apostrophe is put before one that would.
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
    table.writerow([*map(words.text, HEADINGS), *over])
    for place in places:
        if by_opponent:
            cells = _against(field, parts, place.number, opponents)
        else:
            cells = [_cell(field, part, place.number, words) for part in parts]
        name = harmless(on_one_line(names[place.number]))
        ties = (place.buchholz, place.direct, place.wins, place.lot)
        table.writerow(
            [place.rank, place.number, name, *map(_figure, (place.points, *ties)), *cells]
        )
    return out.getvalue()


def harmless(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _cell(field: Field, part: RoundColumn, number: Number, words: Words) -> str:
    if number in part.byes:
        return words.text(BYE_CELL)
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
