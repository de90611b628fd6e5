"""``board contest cancel``: have a game played again."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide
from board_cli.contest.options import DecidedBy, DecisionReason, FolderOption, GameNumber
from board_cli.language import _

MORE_HELP = (
    _("Its result and all rulings on it no longer count. Rounds that are paired do not change."),
)

EXAMPLES = (('board contest cancel 12 --reason "The machine hung" -f spring', ""),)


def run(
    game: GameNumber,
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.decisions import Cancellation

    home, _contest = contest_in(folder)
    decide(home, Cancellation(game, author=author_of(by), reason=reason))
