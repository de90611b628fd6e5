"""``board contest replay``: play one game again, and compare."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from board_cli.contest.access import contest_in, printed_errors, warn_about_sandbox
from board_cli.contest.options import FolderOption, GameNumber
from board_cli.language import _
from board_cli.option_values import flag, refusal

EXAMPLES = (("board contest replay 12 -f spring --log", ""),)


def run(
    game: GameNumber,
    folder: FolderOption = Path(),
    log: Annotated[
        bool, flag(_("Print what is sent to the programs and what they answer."))
    ] = False,
) -> None:
    from board_cli.contest.replaying import replay_game

    home, contest = contest_in(folder)
    if game not in contest.pairings:
        why = _(
            "there is no game {number}: {last} games have been paired",
            number=game,
            last=len(contest.pairings),
        )
        raise refusal("GAME", why)
    with printed_errors():
        warn_about_sandbox(contest.plan)
        sys.exit(replay_game(home, contest, game, sys.stdout, log=log))
