"""``board check``: examine a program."""

from __future__ import annotations

import sys
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import Value, argument, flag, option, player, refusal
from board_cli.options import PLAYERS_HELP, GameOption, MoveLimit, OpponentOptions
from board_core.text.sentence import Listed

MORE_HELP = (PLAYERS_HELP, _("The exit code is 0 without faults, 1 if faults were found."))

EXAMPLES = (
    ("board check my_ai.py", ""),
    ("board check uci:./engine --only castling --limit 5", ""),
)


def run(
    *,
    command: Annotated[str, argument(player("COMMAND"), _("The program to examine."))],
    game: GameOption = "chess",
    limit: MoveLimit = 10.0,
    games: Annotated[
        int,
        option(
            Value.COUNT,
            _("Games in which to look for a chance to play special moves."),
            "--games -n",
        ),
    ] = 8,
    only: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("Run only this check; names: see 'board docs check'; may be given several times."),
        ),
    ] = (),
    sandbox: OpponentOptions,
    verbose: Annotated[bool, flag(_("Give a line to each check."), "--verbose -v")] = False,
    json: Annotated[bool, flag(_("Print only the report card, as JSON."))] = False,
) -> None:
    from board_cli.report_card import run_check
    from board_core.author.doctor import checks_for
    from board_core.match.player_spec import PlayerKind

    rules = resolve.rules_of(game)
    spec = resolve.player_of(command, "COMMAND", rules)
    if spec.kind is PlayerKind.HUMAN:
        raise refusal("COMMAND", _("only programs can be examined: name a program"))
    confinement = resolve.confinement_of(sandbox)
    resolve.check_player(spec, "COMMAND", rules, None, confinement)
    resolve.require_time("--limit", limit)
    known = [check.name for check in checks_for(spec.protocol, rules)]
    for name in only:
        if name not in known:
            why = _(
                "{text} is not a check of this program: choose one of: {known}",
                text=repr(name),
                known=Listed(known),
            )
            raise refusal("--only", why)
    resolve.warn_about_sandbox([spec], confinement)
    sys.exit(
        run_check(
            spec,
            limit,
            games,
            only,
            json=json,
            verbose=verbose,
            stream=sys.stdout,
            sandbox=confinement,
            rules=rules,
        )
    )
