"""The command line ``board``, with commands in files that are imported when called."""

from __future__ import annotations

import click

from .command_files import CommandFile, FileGroup, command_of
from .completion_scripts import completion_option
from .language import _
from .option_values import Option, Text, language

COMMANDS = {
    name: CommandFile(f"board_cli.commands.{module}", summary)
    for name, module, summary in (
        ("match", "match", _("Let two players play a match.")),
        ("play", "play", _("Play against a program, or let two people play.")),
        ("check", "check", _("Examine a program: play short games and say what to fix.")),
        ("check-game", "check_game", _("Examine the rules of your own game in random games.")),
        ("bench", "bench", _("Measure how long a player takes for moves in fixed positions.")),
        ("review", "review", _("Judge each move of a finished game, and show better ones.")),
        ("recover", "recover", _("Write all games of a journal, also interrupted ones, as text.")),
        ("gui", "frontend", _("Open the window: play, watch and test AIs with a mouse.")),
        ("levels", "levels", _("List the available opponents by strength.")),
        ("engine", "engine", _("Run a built-in AI as an engine for other programs.")),
        ("join", "join", _("Let a program of this machine play in a room elsewhere.")),
        ("serve", "serve", _("Open a room for players on other machines.")),
        ("scheduler", "scheduler", _("Bring together the machines of a contest.")),
        ("worker", "worker", _("Play games of a contest here, for the scheduler at an address.")),
        ("settings", "settings", _("Show or change settings.")),
        ("docs", "docs", _("Show a page of the documentation.")),
        ("why", "why", _("Say what one code of a reason means, and what to do.")),
        ("about", "about", _("Show versions, for bug reports.")),
        ("contest", "contest", _("Contests of programs, from entry to trophy.")),
    )
}


class BoardGroup(FileGroup):
    """The commands of ``board``, and the frontends that are installed here."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is None and not cmd_name.startswith("-"):
            from .commands.frontend import frontend

            if frontend(cmd_name) is not None:
                summary = _("Start the frontend {name}.", name=cmd_name)
                found = command_of(CommandFile("board_cli.commands.frontend", summary), cmd_name)
        return found


app = BoardGroup(
    "board",
    COMMANDS,
    _("Host games between people and AI programs."),
    params=[
        Option(  # it was read before anything else: see language_option
            ["--lang"],
            metavar="LANGUAGE",
            type=Text(language, None),
            help=_("en or zh_CN; by default as BOARD_LANG, the settings or the environment say."),
        ),
        completion_option(
            "--install-completion",
            _("Install completion for bash, zsh, fish or powershell; by default your shell."),
        ),
        completion_option(
            "--show-completion",
            _("Show the script for completion in a shell, to install it in another way."),
        ),
    ],
)
