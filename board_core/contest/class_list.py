"""Class lists: the table of a class, as spreadsheets and learning platforms export it.

A contest's folder keeps it as ``class.csv``, with the entrant of each row before all other columns,
which stay as they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path

from board_core.files.untrusted_files import read_small
from board_core.record.files import decoded
from board_core.text.sentence import BoardError, Listed, say

from .exports import csv_of, harmless
from .manifest import MANIFEST_FILE
from .template import EntryFolder, free_name

CLASS_FILE = "class.csv"

NAME_HEADINGS = ("name", "full name", "student", "student name", "entrant", "player")
NAME_HEADINGS += ("姓名", "名字", "学生", "学生姓名", "参赛者")
HALVES_OF_NAMES = (("first name", "last name"), ("first name", "surname"))
HALVES_OF_NAMES += (("given name", "family name"), ("forename", "surname"), ("vorname", "nachname"))
"""The headings of names in any case; some platforms give a name in two columns."""

Rows = list[list[str]]


class BadClassList(BoardError):
    """A class list cannot be used; the sentence says why."""


def table_in(path: Path) -> Rows:
    """Return the rows of a table; commas, semicolons or tabs part its cells. Empty ones count.

    Raises BadClassList, CannotTake and OSError.
    """
    text = decoded(read_small(path))
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    try:
        return [[*map(str.strip, row)] for row in csv.reader(StringIO(text), delimiter=delimiter)]
    except csv.Error as error:
        raise _bad(path, why=str(error)) from None


def listed_entries(path: Path, entrant: str) -> tuple[tuple[EntryFolder, ...], Rows]:
    """Return an entrant for each name of a class list, who hands in, and the list with them.

    ``entrant`` is the heading of the column of their names, which comes first.

    Raises BadClassList, CannotTake and OSError.
    """
    headings, *table = table_in(path) or [[]]
    places = _name_columns(headings)
    if not places and len(headings) == 1:  # names only
        headings, table, places = [], [headings, *table], (0,)
    if not places:
        why = say("no column is called Name, but {names}", names=Listed(map(repr, headings)))
        raise _bad(path, why=why)
    found, rows, names = list[EntryFolder](), [[entrant, *headings]], set[str]()
    for number, row in enumerate(table, 2):
        if not any(row):
            continue
        written = " ".join(row[place] for place in places if place < len(row) and row[place])
        if not written:
            why = say("the name is missing in row {number}: {row}", number=number, row=Listed(row))
            raise _bad(path, why=why)
        name = free_name(written, names)
        names.add(name.casefold())
        place = re.sub(r"\W+", "-", name.lower()).strip("-")
        folder = f"entries/{len(found) + 1:03}-{place}"
        found.append(EntryFolder(name, folder, MANIFEST_FILE))
        rows.append([harmless(name), *(row if headings else ())])
    return tuple(found), rows


def _name_columns(headings: Iterable[str]) -> tuple[int, ...]:
    known = {heading.casefold(): place for place, heading in enumerate(headings)}
    one = next((known[name] for name in NAME_HEADINGS if name in known), None)
    two = (tuple(known[half] for half in both if half in known) for both in HALVES_OF_NAMES)
    return (one,) if one is not None else next((each for each in two if len(each) == 2), ())


def _bad(path: Path, why: object) -> BadClassList:
    return BadClassList(say("{path}: {why}", path=repr(str(path)), why=why))


def with_tokens(kept: Path, tokens: Mapping[str, str], entrant: str, token: str) -> str:
    """Return the class list that a contest's folder has kept, with a column for the tokens.

    ``entrant`` and ``token`` are headings. Entrants that are not in it stand below. Raises as
    :func:`table_in` does.
    """
    headings, *rows = (table_in(kept) if kept.exists() else []) or [[entrant]]
    left = {harmless(name): each for name, each in tokens.items()}
    width = max(map(len, (headings, *rows)))
    filled = [[*row, *[""] * (width - len(row))] for row in (headings, *rows)]
    lines = [[*filled[0], token]]
    lines += [[*row, left.pop(row[0], "")] for row in filled[1:] if any(row)]
    lines += [[name, *[""] * (width - 1), each] for name, each in left.items()]
    return csv_of(lines)
