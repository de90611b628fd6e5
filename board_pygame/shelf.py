"""The games to choose from."""

from __future__ import annotations

from functools import cached_property

from board_core import Rules
from board_core.games.game_file import IN_A_FILE
from board_core.match.known_games import game_named

from .games import BUILT_IN_GAMES, Family, family_in, family_named, installed
from .language import _


class Shelf:
    """The games to choose from: those of the board, of installed packages, and of opened files.

    A package's game is loaded when it is chosen.
    """

    def __init__(self) -> None:
        self._loaded = dict(BUILT_IN_GAMES)

    @cached_property
    def _installed(self) -> list[str]:
        """Names of installed games, looked up at their first listing: that takes long."""
        return installed()

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys((*self._loaded, *self._installed)))

    def name(self, key: str) -> str:
        """Return the name of a family; the key of one that is not loaded."""
        return _(self._loaded[key].name) if key in self._loaded else key

    def family(self, key: str) -> Family:
        """Return the family, loaded. Raises BadGame."""
        if key not in self._loaded:
            self._loaded[key] = family_named(key)
        return self._loaded[key]

    def rules(self, key: str, variant: int) -> Rules:
        """Return the rules of a game of a family that was loaded."""
        return list(self._loaded[key].variants.values())[variant]

    def find(self, text: str) -> tuple[str, int]:
        """Add the game that a text names. Return its key and its number. Raises BadGame."""
        wanted, found = game_named(text).rules, IN_A_FILE.fullmatch(text)
        if found is not None:
            self.open(found[1])
        known = {
            rules.name: (key, number)
            for key, family in reversed(self._loaded.items())
            for number, rules in reversed(list(enumerate(family.variants.values())))
            if found is None or rules == wanted
        }
        if wanted.name in known:
            return known[wanted.name]
        self._loaded[text] = family_named(text)
        return text, 0

    def open(self, path: str) -> str:
        """Add the games of a file. Return their key. Raises BadGame."""
        self._loaded[path] = family_in(path)
        return path
