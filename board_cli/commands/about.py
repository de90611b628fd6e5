"""``board about``: versions, for bug reports."""

from __future__ import annotations

import platform

from board_cli.language import _, words

EXAMPLES = (("board about", ""),)


def run() -> None:
    from board_core.ais import hard_is_compiled
    from board_core.extras import version_of
    from board_core.supervise import hold
    from board_core.supervise.weaknesses import weaknesses

    missing = _("not installed")
    for name in ("the-chess-board", "chess", "prompt_toolkit", "rich", "typer"):
        print(f"{name} {version_of(name) or missing}")
    print(f"{platform.python_implementation()} {platform.python_version()}")
    print(platform.platform())
    print(_("language {language}", language=words.language))
    print(_("hard: compiled") if hard_is_compiled() else _("hard: plain Python"))
    print(_("programs are held by {what}", what=hold.HOLD_NAMES[hold.kind()]))
    for promise in weaknesses():
        print(_("weaker on this machine: {promise}", promise=promise))
