"""``board review``: judge the moves of a finished game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, option, refusal
from board_cli.options import PLAYERS_HELP, SandboxOptions
from board_core import TimeControl
from board_core.text.languages import N_

MORE_HELP = (PLAYERS_HELP, _("The exit code is 0 if every move was judged, 1 if not."))

EXAMPLES = (
    ("board review game.pgn", ""),
    ("board review games.pgn --game 3 --move-time 2 --save judged.pgn", ""),
    ("board review game.pgn --adviser uci:stockfish", ""),
    ("board review game.sgf", N_("another game")),
)


def run(
    *,
    file: Annotated[Path, argument(Value.FILE, _("A file of games (.pgn, .sgf, .psq)."))],
    number: Annotated[
        int, option(Value.COUNT, _("The number of the game in the file."), "--game")
    ] = 1,
    rules: Annotated[
        str | None,
        option(
            Value.GAME,
            _("What was played, as --game elsewhere; by default as the file's ending says."),
        ),
    ] = None,
    adviser: Annotated[
        str, option(Value.PLAYER, _("The player who judges; it must report scores."))
    ] = "hard",
    move_time: Annotated[
        float, option(Value.SECONDS, _("How long the adviser thinks about each position."))
    ] = 0.5,
    save: Annotated[
        Path | None,
        option(ValueKind("OUT.pgn"), _("Add the game with its comments to this PGN file.")),
    ] = None,
    sandbox: SandboxOptions,
) -> None:
    from board_cli.review import ReviewJob, run_review
    from board_core.match.openings import read_source
    from board_core.match.player_spec import PlayerKind

    resolve.require_time("--move-time", move_time)
    spec = resolve.player_of(
        adviser, "--adviser", None if rules is None else resolve.rules_of(rules)
    )
    if spec.kind is PlayerKind.HUMAN:
        raise refusal("--adviser", _("only programs can judge: name a program"))
    with resolve.file_refusals(file, "FILE", resolve.CANNOT_READ):
        source = read_source(
            file, number, None if rules is None else resolve.game_of(rules, "--rules")
        )
    if save is not None:
        resolve.check_saving(source.game.rules, save)
    confinement = resolve.confinement_of(sandbox)
    resolve.check_player(spec, "--adviser", source.game.rules, None, confinement)
    resolve.warn_about_sandbox([spec], confinement)
    job = ReviewJob(source, spec, TimeControl(per_move=move_time), confinement, save)
    sys.exit(run_review(job, sys.stdout, sys.stderr))
