"""Which searches of ``hard`` run as machine code, in words."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.ais import search_build
from board_core.match.known_games import HOSTED_GAMES

from .language import _, words


def build_lines() -> Iterator[str]:
    """Yield a line for each search: its first game, and how it was built."""
    told = set()
    for game in HOSTED_GAMES.values():
        if game.search and game.search not in told:
            told.add(game.search)
            built = words.sentence(search_build(game.search).sentence)
            yield _("hard in {game}: {built}", game=game.rules.name, built=built)
