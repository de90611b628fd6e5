"""``board``, and ``python -m board_cli``."""

from __future__ import annotations

import os
import sys

from .standard_streams import lossy, open_missing_streams, why_lost

EXTRAS_OF_COMMANDS = {
    "contest": "contest",
    "gui": "gui",
    "scheduler": "cluster",
    "worker": "cluster",
}
"""The extras of the commands that need more than the terminal does."""


def main() -> None:
    """Run the command line. The exit code is not 0 if some of its output was lost."""
    try:
        _main()
    except KeyboardInterrupt:  # during imports; a command reports what it leaves behind
        from board_core.supervise.interrupts import CTRL_C_EXIT_CODE

        sys.exit(CTRL_C_EXIT_CODE)


def _main() -> None:
    from board_core.game.own_process import host_games_only

    host_games_only()
    lost: list[OSError] = []
    open_missing_streams()
    sys.stderr = lossy(sys.stderr, lambda error: None)
    sys.stdout = lossy(sys.stdout, lambda error: _report_lost_output(error, lost))
    from .language_option import set_language

    set_language(sys.argv[1:], os.environ)
    from .language import translate_click

    translate_click()
    from board_core.files.extras import NOT_INSTALLED, NotInstalled, extra, needs
    from board_core.supervise.ignored_signals import ignore_inherited_here_alone
    from board_core.supervise.interrupts import raise_keyboard_interrupt_once

    ignore_inherited_here_alone()  # so that playing programs get Ctrl-C under nohup too
    raise_keyboard_interrupt_once()

    wanted = EXTRAS_OF_COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "", "")
    try:
        with extra(wanted):
            from .app import app  # its helps are in the language that has just been heard
        try:
            app(prog_name="board")
        finally:
            sys.stdout.flush()
    except SystemExit as end:
        if lost and not end.code:
            sys.exit(1)
        raise
    except NotInstalled as missing:
        from .language import _, words

        why = needs(wanted) if wanted == "cluster" else missing.sentence  # which has all others
        print(_("Error: {why}", why=words.sentence(why)), file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    except BrokenPipeError:  # the reader has ended: board match … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _report_lost_output(error: OSError, lost: list[OSError]) -> None:
    """Report on standard error, at once, why output was lost."""
    from .language import _

    lost.append(error)
    why = why_lost(error) or _("it is closed")
    print(_("Error: {why}", why=_("the output cannot be written: {why}", why=why)), file=sys.stderr)


if __name__ == "__main__":
    main()
