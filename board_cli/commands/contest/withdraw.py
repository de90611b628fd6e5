"""``board contest withdraw``: take an entrant out of a contest."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

from board_cli.contest.access import contest_in, decide, no_entrant
from board_cli.contest.options import DecidedBy, DecisionReason, FolderOption
from board_cli.language import _
from board_cli.option_values import Value, argument

EXAMPLES = (('board contest withdraw "Deep Thought" --reason "by its author" -f spring', ""),)


def run(
    name: Annotated[str, argument(Value.NAME, _("The name of the entrant."))],
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.store import withdrawal

    home, contest = contest_in(folder)
    numbers = {entrant.name: entrant.number for entrant in contest.entrants}
    if name not in numbers:
        raise no_entrant(name, list(numbers), "NAME")
    decide(home, withdrawal(numbers[name], by or getpass.getuser(), reason))
