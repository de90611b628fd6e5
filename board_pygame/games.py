"""The games that the window offers: the one module that names a game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from pathlib import Path

from board_core import BadSetup, Position, Rules, say
from board_core.fast_dataclass import dataclass
from board_core.games.chess import ENGINE, FIDE, NO_CLAIMS, chess_rules, variant_rules
from board_core.games.chess3d import chess3d_rules
from board_core.games.game_file import IN_A_FILE, BadGame, GameFile, read_game_file
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.games.hosted import HostedGame, Installed
from board_core.match.known_games import (
    GAME_TITLES,
    HOSTED_GAMES,
    game_in,
    game_named,
    names_of_games,
)
from board_core.text.languages import N_

from .language import _

CHESS_RULES: dict[str, Rules] = {
    N_("As in the FIDE Laws"): chess_rules(FIDE),
    N_("Without claims"): chess_rules(NO_CLAIMS),
    N_("At once, as between engines"): chess_rules(ENGINE),
}
"""Rules of chess to choose from; the first are the default."""


CHESS_3D_RULES: dict[str, Rules] = {
    N_("As in the FIDE Laws"): chess3d_rules(FIDE),
    N_("Without claims"): chess3d_rules(NO_CLAIMS),
}
"""Rules of 3D chess to choose from; the first are the default."""

RULES_NOTES = {
    "As in the FIDE Laws": N_("a player claims a threefold repetition or fifty moves"),
    "Without claims": N_("fifty moves end the game, a repetition does not"),
    "At once, as between engines": N_("a threefold repetition and fifty moves end the game"),
    "Swap2": N_("three stones, then the other chooses a colour"),
}
"""What rules say of draws, and an opening of its beginning."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games under one name; the variants by their names."""

    name: str  # English, or as somebody's game calls itself
    variants: Mapping[str, Rules]
    note: str = ""  # a few words in English
    sample: str = ""  # moves to a position that shows what is special, or the set-up of one


def _variant(variant: str, note: str, sample: str = "") -> Family:
    name = GAME_TITLES[variant]
    return Family(name, {name: variant_rules(variant, FIDE)}, note, sample)


BUILT_IN_GAMES: dict[str, Family] = {
    "chess": Family(GAME_TITLES["chess"], CHESS_RULES, N_("the game itself")),
    "gomoku": Family(
        GAME_TITLES["gomoku"],
        {
            N_("Freestyle, 15 by 15"): GOMOKU_GAMES["gomoku"],
            N_("Exactly five, 15 by 15"): GOMOKU_GAMES["gomoku-standard"],
        },
        N_("five in a row"),
        "h8 g7 j8 g8 g9 h7 h9 k8",
    ),
    "chess-3d": Family(GAME_TITLES["chess-3d"], CHESS_3D_RULES, N_("seven boards")),
    "chess960": _variant(
        "chess960",
        N_("mixed start"),
        "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
    ),
    "crazyhouse": _variant("crazyhouse", N_("captures return"), "e4 d5 exd5 Qxd5 Nc3 Qd8 P@e6"),
    "renju": Family(
        GAME_TITLES["renju"],
        {N_("Renju, 15 by 15"): GOMOKU_GAMES["renju"]},
        N_("fair for both"),
        "h8 h9 j8 k6 g7",
    ),
    "atomic": _variant("atomic", N_("captures burst"), "Nf3 e5 Nxe5"),
    "antichess": _variant("antichess", N_("lose them all"), "e3 b5 Bxb5 Nh6 Bxd7 Bxd7"),
    "king-of-the-hill": _variant(
        "king-of-the-hill", N_("to the middle"), "e4 e5 Ke2 d6 Ke3 Nf6 f4"
    ),
    "three-check": _variant("three-check", N_("three checks win"), "e4 e5 Bc4 Nc6 Bxf7+"),
    "racing-kings": _variant("racing-kings", N_("to the last rank")),
    "horde": _variant("horde", N_("36 pawns")),
}
"""The games that come with the board, as they are offered."""

GAME_NOTES = {
    "chess-3d": N_(
        "A square is named by its file, its rank and its board: b4N is b4 on N. W is White's "
        "board, N the neutral one in the middle, B Black's. The four small boards are named by "
        "the pin they stand on: QL1 to QL6 on the queen's side, KL1 to KL6 on the king's."
    ),
    "chess960": N_("The back row is shuffled, the same for both sides."),
    "crazyhouse": N_(
        "A piece that you capture is yours: instead of a move, put it on an empty square."
    ),
    "atomic": N_("A capture also removes the pieces around it. If your king is removed, you lose."),
    "antichess": N_("You must capture if you can. You win once you have no piece or no move left."),
    "king-of-the-hill": N_("Bring your king to one of the four central squares to win."),
    "three-check": N_("Give check three times to win."),
    "racing-kings": N_("The first king to reach the last rank wins. No one may give check."),
    "horde": N_("White has 36 pawns and no king. Black wins by capturing them all."),
    "gomoku": N_("Five stones in a row win. Black begins."),
    "renju": N_("Five stones in a row win. Some moves are forbidden to Black, who begins."),
}
"""How a game is won, and what the names on a board mean, by the key of the game."""

FIRST_GAMES = ("chess", "gomoku", "chess-3d", "crazyhouse")
"""Keys of the games that are offered before all others."""


def installed() -> list[str]:
    """Return the names of games in installed packages, without loading them."""
    return [name for name in names_of_games() if name not in HOSTED_GAMES]


def family_named(text: str) -> Family:
    """Load the game that a text names. Raises BadGame."""
    rules = game_named(text).rules
    return Family(rules.name, {rules.name: rules})


def family_in(path: str) -> Family:
    """Load the games of a file. Raises BadGame."""
    file = read_game_file(path)
    found: dict[str, Rules] = {}
    for name, value in vars(file.module).items():
        rules = value.rules if isinstance(value, HostedGame) else value
        if isinstance(rules, Rules) and rules.name not in (*HOSTED_GAMES, *found):
            found[rules.name] = game_in(file, name).rules
    if not found:
        raise BadGame(say("{file} has no game of its own", file=file.name))
    return Family(", ".join(found), found)


def built_in(name: str) -> tuple[str, int, Rules] | None:
    """Return the key, the number and the rules of a built-in game by the name of its rules."""
    for key, family in BUILT_IN_GAMES.items():
        for number, rules in enumerate(family.variants.values()):
            if rules.name == name:
                return key, number, rules
    return None


def text_naming(rules: Rules) -> str:
    """Return the text by which :meth:`Shelf.place` finds these rules again."""
    match rules.origin:
        case GameFile(path):
            return str(Path(path).absolute())
        case Installed(text):
            return text
        case _:
            return rules.name


def sample_of(family: Family) -> Position:
    """Return a position that shows what is special about a game."""
    rules = next(iter(family.variants.values()))
    if "/" in family.sample:
        return rules.start(family.sample)
    position = rules.start(None)
    for move in family.sample.split():
        position = position.play(position.parse(move))
    return position


RECORDED_GAMES = (CHESS_RULES[N_("As in the FIDE Laws")], GOMOKU_GAMES["gomoku"])
"""Games whose files are opened whatever is on the board: one for each kind of file."""


def variant_of(rules: Rules) -> int:
    """Return the number of these very rules among those of a built-in family; else 0."""
    families = (list(family.variants.values()) for family in BUILT_IN_GAMES.values())
    return next((found.index(rules) for found in families if rules in found), 0)


def names_of(rules: Rules) -> tuple[str, ...]:
    """Return the English name of a game's family, and of its rules unless they are the first."""
    for family in BUILT_IN_GAMES.values():
        for number, (name, known) in enumerate(family.variants.items()):
            if known == rules:
                return (family.name, name) if number else (family.name,)
    return (rules.name,)


class Terms(Enum):
    """The terms for a game's moves and positions."""

    CHESS = N_("SAN")
    POINTS = N_("Point")
    MOVES = N_("Played")


def terms(rules: Rules) -> Terms:
    if rules.family == "chess":
        return Terms.CHESS
    return Terms.POINTS if rules.geometry.on_points else Terms.MOVES


OFFERED_OPENINGS: dict[str, str | None] = {N_("None in particular"): None, "Swap2": "swap2"}
"""Set-ups for the start of a game, by their names."""


def openings(rules: Rules) -> Mapping[str, str | None]:
    """Return the openings that these rules know."""
    return {name: setup for name, setup in OFFERED_OPENINGS.items() if _begins(rules, setup)}


def _begins(rules: Rules, setup: str | None) -> bool:
    try:
        rules.start(setup)
    except BadSetup:
        return False
    return True


class Shelf:
    """The games to choose from: built-in, from installed packages, and from opened files.

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

    @property
    def loaded(self) -> Mapping[str, Family]:
        """The families that need not be loaded."""
        return self._loaded

    def name(self, key: str) -> str:
        """Return the name of a family; the key of one that is not loaded."""
        return _(self._loaded[key].name) if key in self._loaded else key

    def family(self, key: str) -> Family:
        """Return the family, loaded. Raises BadGame."""
        if key not in self._loaded:
            self._loaded[key] = family_named(key)
        return self._loaded[key]

    def place(self, text: str, name: str, variant: int) -> tuple[str, int]:
        """Find the game of :func:`text_naming` by the name of its rules, this variant if it may be.

        Raises BadGame.
        """
        key = text if text in self._loaded else ""
        key = key or (self.open(text) if text.endswith(".py") else self.find(text)[0])
        rules = list(self.family(key).variants.values())
        for number in (variant, *range(len(rules))):
            if number < len(rules) and rules[number].name == name:
                return key, number
        raise BadGame(say("{file} has no game {name}", file=text, name=name))

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
