"""``board``, and ``python -m board_cli``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer import Typer


def main() -> None:
    """Runs the command line. What cannot be written in the terminal's encoding becomes ``?``."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from .early import hear_language

    hear_language(sys.argv[1:], os.environ)
    app = _app()  # its helps are in the language that has just been heard
    try:
        app(prog_name="board")
    except BrokenPipeError:  # nobody reads what we print: board match … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _app() -> Typer:
    """Raises SystemExit where the library was installed alone."""
    try:
        from .app import app
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich"):
            raise
        from board_core.extras import needs

        from .language import _, words

        sys.exit(_("Error: {why}", why=words.sentence(needs("cli"))))
    return app


if __name__ == "__main__":
    main()
