"""``board gui``, and ``python -m board_pygame``."""

from __future__ import annotations

import argparse
import ctypes
import gc
import io
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

EXAMPLES = (
    "board gui",
    "board gui human hard",
    "board gui --game othello.py:OTHELLO",
    "board gui my_ai.py uci:stockfish",
    "board gui game.pgn",
)
UNKNOWN_OPTION = re.compile(r"unrecognized arguments: (\S+).*", re.DOTALL)
OPTION_WITHOUT_VALUE = re.compile(r"argument (\S+): expected one argument")
VALUE_OUTSIDE = re.compile(r"argument (\S+): invalid choice: '(.*?)' \(choose from (.*)\)")
"""What argparse says about a wrong command line."""

NO_WINDOW = 3
"""The exit code when there is no screen for a window."""
ERROR_BOX = 0x10  # MB_ICONERROR of Windows


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window; return the exit code once it has closed."""
    gc.disable()  # until the window is open: nothing is garbage yet, and a tenth of the start
    try:
        if sys.platform == "win32" and sys.stderr is None:
            return _without_console(arguments)
        return _main(arguments)
    finally:
        gc.enable()


def _without_console(arguments: Sequence[str] | None) -> int:
    """Show a box with the failure, as ``board-gui.exe`` has no standard error for it."""
    sys.stderr = told = io.StringIO()
    try:
        code = _main(arguments)
    except SystemExit as usage_error:
        code = 2 if usage_error.code else 0
    except Exception:
        traceback.print_exc()
        code = 1
    finally:
        sys.stderr = None
    if code and sys.platform == "win32":
        from .language import _

        title = _("The Chess Board")
        ctypes.windll.user32.MessageBoxW(None, told.getvalue(), title, ERROR_BOX)
    return code


def _main(arguments: Sequence[str] | None) -> int:
    from .language import _, speak

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "board_pygame")  # or pygame names the script
    from board_core.frontend.settings_file import chosen_language
    from board_core.text.languages import language_of

    early = argparse.ArgumentParser(add_help=False)  # help and refusals are in the language
    early.add_argument("--lang", nargs="?", default="")
    wanted = early.parse_known_args(arguments)[0].lang
    speak(language_of(wanted or "") or chosen_language() or "")
    asked = argument_parser().parse_args(arguments)
    from board_core import BoardError, Color
    from board_core.files.extras import NOT_INSTALLED, NotInstalled, extra
    from board_core.game.own_process import host_games_only
    from board_core.match.known_games import game_named
    from board_core.match.player_spec import PlayerKind, parse_player
    from board_core.supervise.ignored_signals import ignore_inherited_here_alone

    from .language import sentence

    host_games_only()
    ignore_inherited_here_alone()  # so that playing programs get Ctrl-C under nohup too
    try:
        rules = game_named(asked.game).rules if asked.game else None
        record = "" if asked.black else _record_file(asked.white, asked.game)
        players = () if record else (asked.white, asked.black)
        specs = [parse_player(text, rules=rules) for text in players if text]
        with extra("gui"):
            from .screen import NoDisplay, check_pygame
    except BoardError as error:
        print(_("Error: {why}", why=sentence(error.sentence)), file=sys.stderr)
        return NOT_INSTALLED if isinstance(error, NotInstalled) else 2
    trouble = check_pygame()
    if trouble is not None:
        print(_("Error: {why}", why=sentence(trouble)), file=sys.stderr)
        return NO_WINDOW
    if asked.about:
        from .screen import display_facts

        print(*display_facts(), sep="\n")
        return 0
    from board_core.frontend.settings import load

    from .intents import DropFile, SeatAI, ShowStart
    from .window import Window

    settings, troubles = load()
    if asked.lang:
        settings = replace(settings, language=asked.lang)
    try:
        window = Window(settings)
    except NoDisplay as error:
        print(_("Error: {why}", why=sentence(error.sentence)), file=sys.stderr)
        return NO_WINDOW
    window.tell(troubles)
    if asked.game:
        window.offer_game(asked.game)
    for color, spec in zip(Color, specs, strict=False):
        if spec.kind is not PlayerKind.HUMAN:
            window.ask(SeatAI(color, spec))
    if record:
        window.ask(DropFile(record, alone=True))
    elif not specs:
        window.ask(ShowStart())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: window.leave())
    gc.enable()
    window.run()
    return 0


def _record_file(text: str | None, game: str | None) -> str:
    """Return the text if it names a file of games, else nothing. Raises BoardError."""
    from board_core.match.known_games import game_named
    from board_core.text.sentence import BoardError, say

    name, _dot, ending = (text or "").rpartition(".")
    kinds = (kind.name for each in (game or "chess", "gomoku") for kind in game_named(each).records)
    if not name or ending.lower() not in kinds:
        return ""
    if not Path(text or "").is_file():
        raise BoardError(say("there is no file {file}", file=repr(text)))
    return text or ""


class _Parser(argparse.ArgumentParser):
    """Reports errors in the wording of the board's other commands."""

    def error(self, message: str) -> NoReturn:
        from .language import _

        if found := UNKNOWN_OPTION.fullmatch(message):
            message = _("{name} is not known.", name=found[1])
        elif found := OPTION_WITHOUT_VALUE.fullmatch(message):
            message = _("Option {name} needs a value.", name=found[1])
        elif found := VALUE_OUTSIDE.fullmatch(message):
            name, text, known = found.groups()
            message = _(
                "Invalid value for {name}: {text} is not one of: {known}",
                name=name,
                text=repr(text),
                known=known.replace("'", ""),
            )
        self.print_usage(sys.stderr)
        self.exit(2, "\n" + _("Error: {why}", why=message) + "\n")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Translates "usage", which argparse does not."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        from .language import _

        super().add_usage(usage, actions, groups, _("Usage: ") if prefix is None else prefix)


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser of ``board gui``, with its texts in the user's language."""
    from .language import _

    parser = _Parser(
        prog="board gui",
        description=_("Play, watch and test AIs in a window."),
        epilog="\n  ".join([_("Examples:"), *EXAMPLES]),
        formatter_class=_HelpFormatter,
        add_help=False,
    )
    players = parser.add_argument_group(_("Arguments"))
    options = parser.add_argument_group(_("Options"))
    options.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))
    player = _("who plays this side at first, as in 'board match'; nobody: the start screen")
    first = _(
        "who plays this side at first, as in 'board match', or a file of games to open; nobody: "
        "the start screen"
    )
    players.add_argument("white", nargs="?", metavar="WHITE", help=first)
    players.add_argument("black", nargs="?", metavar="BLACK", help=player)
    options.add_argument(
        "--game",
        metavar="NAME",
        help=_("what is played, as in 'board match'; FILE.py:NAME for a game of your own"),
    )
    options.add_argument("--lang", choices=("en", "zh_CN"), help=_("the language of the window"))
    options.add_argument(
        "--about", action="store_true", help=_("print information about the screen, and exit")
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
