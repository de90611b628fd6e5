"""``board about``: versions, for bug reports."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Annotated

from board_cli.language import _, words
from board_cli.option_values import flag

EXAMPLES = (("board about", ""), ("board about --report", ""))


def run(
    report: Annotated[
        bool,
        flag(_("All that a bug report needs, without the names of users and machines.")),
    ] = False,
) -> None:
    from board_core.files.extras import version_of
    from board_core.supervise import hold
    from board_core.supervise.weaknesses import weaknesses

    if report:
        from board_cli.bug_report import facts, facts_of_frontend, redacted
        from board_cli.commands.frontend import FRONTENDS_GROUP

        for fact in facts():
            print(redacted(fact))
        for each in entry_points(group=FRONTENDS_GROUP):
            print(f"board {each.name}:")
            for fact in facts_of_frontend(each.load()):
                print(redacted(fact))
        return
    missing = _("not installed")
    for name in ("the-chess-board", "chess", "click", "prompt_toolkit", "rich"):
        print(f"{name} {version_of(name) or missing}")
    print(f"{platform.python_implementation()} {platform.python_version()}")
    print(platform.platform())
    print(_("language {language}", language=words.language))
    for line in build_lines():
        print(line)
    print(_("programs are held by {what}", what=hold.HOLD_NAMES[hold.kind()]))
    for promise in weaknesses():
        print(_("weaker on this machine: {promise}", promise=promise))


def build_lines() -> Iterator[str]:
    """Yield a line for each search, by its first game, and one on how to compile what is plain."""
    from board_core.ais import search_build
    from board_core.ais.builds import COMPILED_SPEEDS, how_to_compile
    from board_core.match.known_games import HOSTED_GAMES

    builds = {search: search_build(search) for search in COMPILED_SPEEDS}
    for search, build in builds.items():
        game = next(game.rules for game in HOSTED_GAMES.values() if game.search == search)
        yield _("hard in {game}: {built}", game=game.name, built=build.sentence)
    if not all(build.is_compiled for build in builds.values()):
        yield words.sentence(how_to_compile())
