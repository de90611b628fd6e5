"""``board join``: let a program of this machine play in a room on another one."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.contest.access import printed_errors
from board_cli.language import _, words
from board_cli.option_values import Value, ValueKind, argument, option, player, refusal
from board_cli.options import PLAYERS_HELP, GameOption, OpponentOptions
from board_core.text.languages import N_

MORE_HELP = (
    PLAYERS_HELP,
    _("The program runs here, and its reasons for a loss are found here; the room hears them."),
)

EXAMPLES = (
    ("board join http://192.168.1.7:8000/ my_ai.py --token TOKEN", ""),
    ("board join https://chess.example/ uci:stockfish --games 10", N_("token in BOARD_TOKEN")),
)


def run(
    *,
    address: Annotated[
        str, argument(ValueKind("ADDRESS"), _("The room, as 'board serve' prints it."))
    ],
    program: Annotated[str, argument(player("PLAYER"), _("The player that plays there."))],
    token: Annotated[
        str,
        option(
            Value.TEXT,
            _("What the organiser gave you; better in the variable BOARD_TOKEN."),
            envvar="BOARD_TOKEN",
        ),
    ] = "",
    games: Annotated[
        int | None,
        option(Value.COUNT, _("Games to play; without it until Ctrl-C."), "--games -n"),
    ] = None,
    game: GameOption = "chess",
    sandbox: OpponentOptions,
) -> None:
    from board_cli.report import fault_lines, result_line
    from board_cli.screen import console_for
    from board_core.match.joining import Joined, Joining, JoinNews
    from board_core.match.player_spec import PlayerKind
    from board_core.match.result import MatchGame
    from board_core.players.over_http import BadURL

    os.environ.pop("BOARD_TOKEN", None)  # the program need not know it
    if not token:
        raise refusal("--token", _("the room asks who plays: ask its organiser for a token"))
    rules = resolve.rules_of(game)
    spec = resolve.player_of(program, "PLAYER", rules)
    if spec.kind is PlayerKind.HUMAN:
        raise refusal("PLAYER", _("only programs can join a room"))
    confinement = resolve.confinement_of(sandbox)
    resolve.warn_about_sandbox([spec], confinement)
    console = console_for(sys.stdout)
    results: list[float] = []

    def tell(news: JoinNews) -> None:
        if not isinstance(news, MatchGame):
            print(words.sentence(news), flush=True)
            return
        console.print(result_line(news, max(2, news.number)), soft_wrap=True)
        if news.loser == 0:
            for line in fault_lines([news], 1, {news.number}):
                console.print(line, soft_wrap=True)
        if news.played.outcome.decided:
            results.append({None: 0.5, 0: 0.0}.get(news.loser, 1.0))

    with printed_errors():
        try:
            joined = Joined(Joining(address, token, program, games, rules, confinement), tell)
        except BadURL as error:
            raise refusal("ADDRESS", words.sentence(error.sentence)) from None
        try:
            joined.run()
        except KeyboardInterrupt:
            if joined.left:
                print(
                    _(
                        "Nothing is resigned: the clocks of {count} unfinished games run on there. "
                        "The same command goes on with them; a program of SAN lines knows no "
                        "position, and loses them.",
                        count=joined.left,
                    )
                )
            raise
        finally:
            if results:
                text = _("{points:g} of {count} points", points=sum(results), count=len(results))
                print(text, flush=True)
