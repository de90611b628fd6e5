"""What is special about a move, told from how it is written. Pure."""

from __future__ import annotations

import re
from enum import Enum

from board_core.rules import Move, Position
from board_core.sentence import Sentence, say


class Feature(Enum):
    """What a program may stumble over when it hears it; the first of several is blamed."""

    CASTLING = "castling"
    LONG_CASTLING = "long-castling"
    EN_PASSANT = "en-passant"
    PROMOTION = "promotion"
    UNDERPROMOTION = "underpromotion"
    FILE = "file"
    RANK = "rank"
    SQUARE = "square"
    CHECK = "check"
    MATE = "mate"


CALLED = {
    Feature.CASTLING: say("castling"),
    Feature.LONG_CASTLING: say("castling on the queen's side"),
    Feature.EN_PASSANT: say("a capture en passant"),
    Feature.PROMOTION: say("a promotion"),
    Feature.UNDERPROMOTION: say("an under-promotion"),
    Feature.FILE: say("a move that names its file"),
    Feature.RANK: say("a move that names its rank"),
    Feature.SQUARE: say("a move that names its whole square"),
    Feature.CHECK: say("a check"),
    Feature.MATE: say("the mating move"),
}

CHANGES_MORE = frozenset(
    (
        Feature.CASTLING,
        Feature.LONG_CASTLING,
        Feature.EN_PASSANT,
        Feature.PROMOTION,
        Feature.UNDERPROMOTION,
    )
)
"""More happens on the board than one piece going somewhere: a program's board may go wrong."""

NAMES_START = re.compile(r"[KQRBN]([a-h])?([1-8])?x?[a-h][1-8]")


def features(position: Position, move: Move) -> list[Feature]:
    """Of a legal move in this position."""
    san = position.notation(move)
    found = []
    if san.startswith("O"):
        found.append(Feature.LONG_CASTLING if san.startswith("O-O-O") else Feature.CASTLING)
    elif san[0].islower() and san[1] == "x" and move[2:4] not in position.pieces():
        found.append(Feature.EN_PASSANT)
    if "=" in san:
        found.append(Feature.PROMOTION if "=Q" in san else Feature.UNDERPROMOTION)
    if named := NAMES_START.match(san):
        file, rank = named.groups()
        if file or rank:
            found.append(
                Feature.SQUARE if file and rank else Feature.FILE if file else Feature.RANK
            )
    if san.endswith("+"):
        found.append(Feature.CHECK)
    if san.endswith("#"):
        found.append(Feature.MATE)
    return found


def called(feature: Feature) -> Sentence:
    return CALLED[feature]
