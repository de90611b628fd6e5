"""``board``, and ``python -m board_cli``."""

from __future__ import annotations

import os
import sys

try:
    from .app import app
except ModuleNotFoundError as missing:
    if missing.name not in ("typer", "rich"):
        raise
    from board_core.extras import needs  # the library was installed alone

    from .language import _, words

    sys.exit(_("Error: {why}", why=words.sentence(needs("cli"))))


def main() -> None:
    """Runs the command line. What cannot be written in the terminal's encoding becomes ``?``."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except BrokenPipeError:  # nobody reads what we print: board match … | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
