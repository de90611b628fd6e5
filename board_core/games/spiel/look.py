"""The looks of the library's games, where discs with letters would not do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from board_core.games.chess.pictures import CHESS_LOOK
from board_core.games.chess.pictures import pictures as chess_pictures
from board_core.games.look import ANY_LOOK, PLAIN_STONES, Look

from .position import FAMILY

STONE_COLORS = ("#f4efe2", "#26262b")
"""Colours of White's and Black's stones."""

CROWN_PATH = "M11 29 L9 15 L17 22 L22.5 12 L28 22 L36 15 L34 29 Z"


def _crowned() -> Mapping[str, str]:
    """Return the kings of checkers: stones with a crown."""
    return {
        symbol: f'<g id="{symbol}-crowned"><circle cx="22.5" cy="22.5" r="18" fill="{fill}" '
        f'stroke="{ink}" stroke-width="1.5"/><path d="{CROWN_PATH}" fill="{ink}"/></g>'
        for symbol, fill, ink in (("K", *STONE_COLORS), ("k", *reversed(STONE_COLORS)))
    }


def _lines() -> Mapping[str, str]:
    """Return dots, and the lines between them."""
    return {
        "+": '<circle cx="22.5" cy="22.5" r="7" fill="#26262b"/>',
        "-": '<rect x="0" y="19" width="45" height="7" fill="#26262b"/>',
        "|": '<rect x="19" y="0" width="7" height="45" fill="#26262b"/>',
    }


def _queens() -> Mapping[str, str]:
    """Return amazons, and the places that arrows have burnt."""
    burnt = '<rect x="6" y="6" width="33" height="33" rx="5" fill="#5a3a28"/>'
    return {**{symbol: chess_pictures()[symbol] for symbol in "Qq"}, "#": burnt}


CHESS_LIKE_GAMES = frozenset(("antichess", "breakthrough", "chess", "crazyhouse"))

LETTERED_GAMES = frozenset(("mnk", "tic_tac_toe", "ultimate_tic_tac_toe", "shogi"))

SPIEL_LOOKS: Mapping[str, Look] = {
    "amazons": replace(CHESS_LOOK, pictures=_queens),
    "checkers": replace(
        PLAIN_STONES,
        pictures=_crowned,
        signs=dict(zip("KkOx", "♔♚○●", strict=True)),
        discs=STONE_COLORS,
    ),
    "connect_four": replace(
        PLAIN_STONES, discs=("#f2c230", "#c0392b"), ground=("#3f6fb3", "#2d548c")
    ),
    "dots_and_boxes": replace(PLAIN_STONES, pictures=_lines, signs={sign: sign for sign in "+-|"}),
    "othello": replace(PLAIN_STONES, ground=("#3a9160", "#256b44")),
    "xiangqi": Look(discs=("#b3261e", "#26262b")),
}


def look_of(family: str) -> Look:
    """Return the look of a game of the library, by the family of its rules."""
    name = family.removeprefix(FAMILY)
    if name in CHESS_LIKE_GAMES:
        return CHESS_LOOK
    return SPIEL_LOOKS.get(name, ANY_LOOK if name in LETTERED_GAMES else PLAIN_STONES)
