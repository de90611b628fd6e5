"""``board``, and ``python -m board_cli``."""

from __future__ import annotations

import gc
import os
import sys

OBJECTS_BEFORE_COLLECTION = 100_000
"""New objects before the garbage collector runs: it does not run while a command is imported, which
saves a tenth of its start, and runs once for some twenty games of a match."""

EXTRAS_OF_COMMANDS = {
    "contest": "contest",
    "gui": "gui",
    "scheduler": "cluster",
    "worker": "cluster",
}
"""The extras of commands that need more than ``cli``, which each of them includes."""


def main() -> None:
    """Run the command line. Characters that the terminal's encoding lacks become ``?``."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from .language_option import set_language

    set_language(sys.argv[1:], os.environ)
    from board_core.extras import NOT_INSTALLED, NotInstalled, extra, needs
    from board_core.supervise.ignored_signals import ignore_inherited_here_alone

    ignore_inherited_here_alone()  # the programs that play are to hear Ctrl-C under nohup too

    wanted = EXTRAS_OF_COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "", "cli")
    try:
        with extra(wanted):
            from .app import app  # its helps are in the language that has just been heard
        app(prog_name="board")
    except NotInstalled as missing:
        from .language import _, words

        why = needs(wanted) if wanted == "cluster" else missing.sentence  # which has all others
        print(_("Error: {why}", why=words.sentence(why)), file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    except BrokenPipeError:  # the reader has ended: board match … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
