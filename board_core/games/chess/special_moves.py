"""Special moves: what is unusual about a move, or about how it is written."""

from __future__ import annotations

import re
from enum import Enum

from board_core.game.rules import Move, Position

from .san import known_move
from .traps import hides_a_pinned_one

NAMES_START = re.compile(r"[KQRBN]([a-h])?([1-8])?x?[a-h][1-8]")


class ChessFeature(Enum):
    """A property of a move that programs may fail on; the first of several is blamed."""

    CASTLING = "castling"
    LONG_CASTLING = "long-castling"
    EN_PASSANT = "en-passant"
    PROMOTION = "promotion"
    UNDERPROMOTION = "underpromotion"
    CAPTURE_PROMOTION = "capture-promotion"
    FILE = "file"
    RANK = "rank"
    SQUARE = "square"
    PINNED_ONE = "pinned-one"
    CHECK = "check"
    ONLY_MOVE = "only-move"
    MATE = "mate"
    DROP = "drop"  # in crazyhouse


def features(position: Position, move: Move) -> list[ChessFeature]:
    """Return the features of a legal move in this position."""
    san = position.notation(move)
    found = []
    if san.startswith("O"):
        found.append(
            ChessFeature.LONG_CASTLING if san.startswith("O-O-O") else ChessFeature.CASTLING
        )
    elif san[0].islower() and san[1] == "x" and move[2:4] not in position.pieces():
        found.append(ChessFeature.EN_PASSANT)
    if "=" in san:
        found.append(ChessFeature.PROMOTION if "=Q" in san else ChessFeature.UNDERPROMOTION)
        if "x" in san:
            found.append(ChessFeature.CAPTURE_PROMOTION)
    if named := NAMES_START.match(san):
        file, rank = named.groups()
        if file or rank:
            found.append(
                ChessFeature.SQUARE
                if file and rank
                else ChessFeature.FILE
                if file
                else ChessFeature.RANK
            )
        if not (file or rank) and hides_a_pinned_one(position.native, known_move(move)):
            found.append(ChessFeature.PINNED_ONE)
    if san.endswith("+"):
        found.append(ChessFeature.CHECK)
    if san.endswith("#"):
        found.append(ChessFeature.MATE)
    if "@" in san:
        found.append(ChessFeature.DROP)
    return found
