"""``board check-game``: examine the rules of a game."""

from __future__ import annotations

import sys
from typing import Annotated

from board_cli.language import _, words
from board_cli.option_values import Value, argument, option

MORE_HELP = (_("The exit code is 0 if the game keeps all laws, 1 if not."),)

EXAMPLES = (
    ("board check-game my_game.py:RULES", ""),
    ("board check-game othello.py:OTHELLO --games 100", ""),
)


def run(
    game: Annotated[str, argument(Value.GAME_FILE, _("The game to examine."))],
    games: Annotated[int, option(Value.COUNT, _("Random games to play."), "--games -n")] = 20,
    seed: Annotated[int, option(Value.WHOLE_NUMBER, _("The same seed gives the same games."))] = 0,
) -> None:
    from rich.text import Text

    from board_cli.resolve_options import game_of
    from board_cli.screen import console_for
    from board_core.author.conformance import LAWS, check_rules
    from board_core.text.harmless_text import visible

    rules, console = game_of(game, "GAME").rules, console_for(sys.stdout)
    broken = {violation.law: violation for violation in check_rules(rules, games, seed=seed)}
    console.print(Text(visible(rules.name)))
    console.print()
    for law, title in LAWS.items():
        violation = broken.get(law)
        sign, style = (_("ok"), "green") if violation is None else (_("FAULT"), "bold red")
        console.print(Text(f"{sign:6} ", style), Text(words.sentence(title)), sep="")
        if violation is not None:
            console.print(Text(f"       {visible(words.sentence(violation.sentence))}"))
    console.print()
    console.print(
        words.plural(
            "{broken} of {laws} laws broken, {count} game",
            "{broken} of {laws} laws broken, {count} games",
            games,
            broken=len(broken),
            laws=len(LAWS),
        )
    )
    sys.exit(1 if broken else 0)
