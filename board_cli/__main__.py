"""``board``, and ``python -m board_cli``."""

from __future__ import annotations

import gc
import os
import sys

GARBAGE = 100_000
"""Objects that may come into being before any are looked at as garbage: none are while a command
is imported, which saves a tenth of its start, and those of some twenty games wait in a match."""

WANTED = {"contest": "contest", "gui": "gui", "scheduler": "cluster", "worker": "cluster"}
"""The extras of commands that need more than ``cli``, which is in each of them."""


def main() -> None:
    """Run the command line. What cannot be written in the terminal's encoding becomes ``?``."""
    gc.set_threshold(GARBAGE)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from .language_option import set_language

    set_language(sys.argv[1:], os.environ)
    from board_core.extras import NOT_INSTALLED, NotInstalled, extra

    try:
        with extra(WANTED.get(sys.argv[1] if len(sys.argv) > 1 else "", "cli")):
            from .app import app  # its helps are in the language that has just been heard
        app(prog_name="board")
    except NotInstalled as missing:
        from .language import _, words

        print(_("Error: {why}", why=words.sentence(missing.sentence)), file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    except BrokenPipeError:  # nobody reads what we print: board match … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
