"""``board recover``: write the games of a journal as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, option
from board_cli.options import RecordOptions
from board_core.text.languages import N_

EXAMPLES = (
    ("board recover match.journal", N_("print the games")),
    ("board recover match.journal --pgn games.pgn", ""),
)


def run(
    *,
    journal: Annotated[
        Path, argument(ValueKind("JOURNAL"), _("A file of 'board match --journal'."))
    ],
    records: RecordOptions,
    game: Annotated[
        str | None, option(Value.GAME_FILE, _("The game, if it was one of your own."))
    ] = None,
) -> None:
    from board_cli.recover import recover_games

    with resolve.file_refusals(journal, "JOURNAL", resolve.CANNOT_READ):
        sys.exit(
            recover_games(
                journal,
                lambda rules: resolve.writer_of(rules, records),
                sys.stdout,
                sys.stderr,
                None if game is None else resolve.game_of(game, "--game"),
            )
        )
