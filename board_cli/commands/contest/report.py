"""``board contest report``: write a contest as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from board_cli.contest.access import contest_in, printed_errors
from board_cli.contest.options import ContestFolder
from board_cli.language import _
from board_cli.option_values import Value, flag, option

MORE_HELP = (
    _(
        "The pages open without a network. With them come all games, a FIDE tournament report "
        "(TRF26) and a crosstable (CSV)."
    ),
)

EXAMPLES = (
    ("board contest report spring", ""),
    ("board contest report spring --out public --bundles", ""),
)


def run(
    folder: ContestFolder = Path(),
    out: Annotated[
        Path | None, option(Value.FOLDER, _("Where to; by default FOLDER/report."))
    ] = None,
    bundles: Annotated[
        bool,
        flag(_("Also write FOLDER/bundles: a zip for each entrant, with its own logs only.")),
    ] = False,
) -> None:
    from board_core.contest.report import bundle, write_report

    home, contest = contest_in(folder)
    with printed_errors():
        print(write_report(home, contest, out or home.report))
        for entrant in contest.entrants if bundles else ():
            print(bundle(home, contest, entrant.number))
