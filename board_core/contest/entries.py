"""The entrants of a new contest: the names of a class, and what executables in folders speak.

A contest's folder keeps the list of the class as ``class.csv``, with the entrant of each row before
all other columns, which stay as they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path

from board_core.files.untrusted_files import inventory, read_head, read_small
from board_core.game.clock import TimeControl
from board_core.game.player import Cause
from board_core.games import CHESS
from board_core.match.adjudication import Adjudication
from board_core.match.player_spec import parse_player
from board_core.match.spec import GameSpec
from board_core.record.files import decoded
from board_core.supervise.command import joined_words
from board_core.supervise.sandbox import Confinement, Sandbox
from board_core.text.sentence import BoardError, Listed, say

from .exports import csv_of, harmless
from .manifest import MANIFEST_FILE
from .packages import located
from .template import EntryFolder, free_name
from .uploads import PROGRAM_STARTS

CLASS_FILE = "class.csv"
NAME_HEADINGS = (
    r"((full |student )?name|student|entrant|player|姓名|名字|学生(姓名)?|参赛者)",
    r"((first|given|fore) ?name|vorname)",
    r"((last|family) ?name|surname|nachname)",
)
"""The headings of names in any case: whole ones, or, on some platforms, both halves."""

MOST_PROBED = 4
PROBE_SECONDS = 2.0
"""Programs of a folder that are tried, and the time of each."""

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

    ``entrant`` is the heading of the column of their names, which comes first. Raises BadClassList,
    CannotTake and OSError.
    """
    headings, *table = table_in(path) or [[]]
    whole, first, last = (
        [place for place, each in enumerate(headings) if re.fullmatch(form, each, re.IGNORECASE)]
        for form in NAME_HEADINGS
    )
    places = whole[:1] or ([first[0], last[0]] if first and last else [])
    if not places and len(headings) == 1:  # names only
        headings, table, places = [], [headings, *table], [0]
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


def _bad(path: Path, why: object) -> BadClassList:
    return BadClassList(say("{path}: {why}", path=repr(str(path)), why=why))


def with_tokens(kept: Path, tokens: Mapping[str, str], entrant: str, token: str) -> str:
    """Return the class list that a contest's folder has kept, with a column for the tokens.

    ``entrant`` and ``token`` are headings. Entrants that are not in it stand below. Raises as
    :func:`table_in` does.
    """
    rows = (table_in(kept) if kept.exists() else []) or [[entrant]]
    left = {harmless(name): each for name, each in tokens.items()}
    width = max(map(len, rows))
    rows = [[*row, *[""] * (width - len(row))] for row in rows if any(row)]
    rows = [[*rows[0], token], *([*row, left.pop(row[0], "")] for row in rows[1:])]
    return csv_of([*rows, *([name, *[""] * (width - 1), each] for name, each in left.items())])


def probed(entry: EntryFolder, path: Path) -> EntryFolder:
    """Return the entry with its player if just one executable in its folder plays or answers.

    They run in the sandbox only: without one nothing is started.
    """
    names = [each.name for each in inventory(path) if each.executable and "/" not in each.name]
    names = [name for name in names if read_head(path / name, 4).startswith(PROGRAM_STARTS)]
    found = {name: player for name in names[:MOST_PROBED] if (player := _player_of(name, path))}
    if len(found) != 1:
        return entry
    return replace(entry, player=next(iter(found.values())), source=next(iter(found)))


def _player_of(name: str, folder: Path) -> str:
    """Return how a program is started; empty if it answers in no protocol."""
    command = joined_words([f"./{name}"])
    try:
        spec = located(parse_player(f"san:{command}", folder), folder)
        game = GameSpec(
            CHESS,
            spec,
            "random",
            TimeControl(PROBE_SECONDS),
            confinement=Confinement(Sandbox.REQUIRED, allow_root=True),
            start_limit=PROBE_SECONDS,
            adjudication=Adjudication(max_moves=2),
        ).play()
    except (BoardError, OSError):
        return ""
    if game.explanation is not None and game.explanation.cause is Cause.OTHER_PROTOCOL:
        return f"{game.explanation.sentence.facts.get('prefix', '')}{command}"
    return f"san:{command}" if game.moves else ""
