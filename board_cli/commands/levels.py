"""``board levels``: list the opponents by strength."""

from __future__ import annotations

import sys

from board_cli.language import _, words
from board_core.text.languages import N_

EXAMPLES = (("board levels", ""), ("board play elo:1600", N_("one of them")))


def run() -> None:
    from rich.table import Column

    from board_cli.commands.about import build_lines
    from board_cli.screen import console_for, figures, ruled_table
    from board_core.ais import GOMOKU_ELOS, GOMOKU_LEVELS, LADDER, LEVEL_ELOS
    from board_core.ais.levels import HOW_TO_INSTALL, upper_levels
    from board_core.match.known_games import HOSTED_GAMES

    console, upper = console_for(sys.stdout), upper_levels()
    player, does = (Column(_(name), overflow="fold") for name in (N_("Player"), N_("What it does")))
    table = ruled_table(figures(_("Elo")), player, does)
    for simple in (True, False):
        for level in LADDER:
            if (level.skill is None) is simple:
                table.add_row(str(level.elo), level.name, words.sentence(level.explained))
        table.add_section()
    for above in upper:
        table.add_row(str(above.elo or "…"), above.player, "")
    console.print(table)
    console.print()
    console.print(
        _("random and greedy are simple programs to compare with; the levels begin with novice.")
    )
    console.print(
        _(
            "elo:1200 plays at 1200, and so does each number from {lowest} to {highest}; the "
            "ratings are estimates.",
            lowest=LEVEL_ELOS[0],
            highest=LEVEL_ELOS[-1],
        )
    )
    console.print()
    console.print(_("Gomoku and renju, on a scale of their own: only differences mean something."))
    stones = ruled_table(figures(_("Elo")), _("Player"))
    for name, elo in GOMOKU_LEVELS.items():
        stones.add_row(str(elo), name)
    console.print(stones)
    console.print()
    low, high = GOMOKU_ELOS[0], GOMOKU_ELOS[-1]
    console.print(_("There, elo:NUMBER goes from {lowest} to {highest}.", lowest=low, highest=high))
    for game in HOSTED_GAMES.values():
        if game.scores_against_weaker:
            console.print()
            console.print(_("{game}, each against the one before it:", game=game.rules.name))
            measured = ruled_table(_("Player"), figures(_("Score")))
            for name in game.ais:
                score = game.scores_against_weaker.get(name)
                measured.add_row(name, "" if score is None else f"{score:.0%}")
            console.print(measured)
    console.print()
    for line in build_lines():
        console.print(line, soft_wrap=True)  # a command stays one line
    if not upper:
        text = _("No UCI engine is here for stronger opponents: {install}", install=HOW_TO_INSTALL)
        console.print(text)
