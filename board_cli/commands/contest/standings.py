"""``board contest standings``: show the standings."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

from board_cli.contest.access import contest_in
from board_cli.contest.options import ContestFolder
from board_cli.language import _
from board_cli.option_values import flag
from board_cli.options import LineFormat, Lines

EXAMPLES = (
    ("board contest standings spring", ""),
    ("board contest standings spring --games --json", ""),
)


def run(
    folder: ContestFolder = Path(),
    games: Annotated[bool, flag(_("Also show every game, and why it was lost."))] = False,
    json: Annotated[bool, flag(_("Print only JSON."))] = False,
    format: Lines = LineFormat.BOARD,
) -> None:
    from board_cli.contest.showing import show_cutechess, show_standings
    from board_core.contest.exports import standings_fields

    _home, contest = contest_in(folder)
    if json:
        print(json_format.dumps(standings_fields(contest), ensure_ascii=False))
    elif format is LineFormat.CUTECHESS:
        show_cutechess(contest, sys.stdout, games=games)
    else:
        show_standings(contest, sys.stdout, games=games)
