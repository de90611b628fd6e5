"""Special moves: what is unusual about a move, or about how it is written."""

from __future__ import annotations

import re

from board_core.game.rules import Move, Position
from board_core.games.lessons import Feature
from board_core.text.sentence import say

from .san import known_move
from .traps import hides_a_pinned_one

NAMES_START = re.compile(r"[KQRBN]([a-h])?([1-8])?x?[a-h][1-8]")


class ChessFeature:
    """The properties of moves that programs may fail on."""

    CASTLING = Feature(
        "castling",
        say("hears O-O"),
        called=say("castling"),
        meaning=say("O-O: the king goes two squares, and the rook jumps over it"),
        changes_more=True,
    )
    LONG_CASTLING = Feature(
        "long-castling",
        say("hears O-O-O"),
        called=say("castling on the queen's side"),
        meaning=say("O-O-O: the same with the rook that is farther away"),
        changes_more=True,
    )
    EN_PASSANT = Feature(
        "en-passant",
        say("hears a capture en passant"),
        called=say("a capture en passant"),
        meaning=say("exd6: a pawn captures one that has just gone two squares"),
        changes_more=True,
    )
    PROMOTION = Feature(
        "promotion",
        say("hears a promotion"),
        called=say("a promotion"),
        meaning=say("e8=Q: a pawn on the last rank becomes a queen"),
        changes_more=True,
        by_either=True,
    )
    UNDERPROMOTION = Feature(
        "underpromotion",
        say("hears an under-promotion"),
        called=say("an under-promotion"),
        meaning=say("e8=N: a pawn becomes a knight, a rook or a bishop"),
        changes_more=True,
        by_either=True,
    )
    CAPTURE_PROMOTION = Feature(
        "capture-promotion",
        say("hears a capture that promotes"),
        called=say("a capture that promotes"),
        meaning=say("exd8=Q: a pawn captures on the last rank"),
        longest=len("exd8=Q+"),
        told_apart=True,
    )
    FILE = Feature(
        "file",
        say("hears a file, as in Nbd2"),
        called=say("a move that names its file"),
        meaning=say("Nbd2: two knights can go to d2, the letter says which"),
        told_apart=True,
    )
    RANK = Feature(
        "rank",
        say("hears a rank, as in N1d2"),
        called=say("a move that names its rank"),
        meaning=say("N1d2: two knights can go to d2, the digit says which"),
        told_apart=True,
    )
    SQUARE = Feature(
        "square",
        say("hears a square, as in Qa1c3"),
        called=say("a move that names its whole square"),
        meaning=say("Qa1c3: three queens can go to c3, the square says which"),
        told_apart=True,
    )
    PINNED_ONE = Feature(
        "pinned-one",
        say("hears Nd2 with another knight pinned"),
        called=say("a move that only one piece can make, since another is pinned"),
        meaning=say(
            "Nd2: another knight reaches d2 too, but would leave its king in check, so no letter "
            "is needed"
        ),
        rare=4,
        told_apart=True,
        changes_more=True,
    )
    CHECK = Feature(
        "check",
        say("hears a check"),
        called=say("a check"),
        meaning=say("Qh5+: the sign says that the king is attacked"),
        told_apart=True,
    )
    ONLY_MOVE = Feature(
        "only-move",
        say("finds its only move"),
        called=say("a move that leaves one answer only"),
        meaning=say("all other moves would leave its king in check"),
    )
    MATE = Feature(
        "mate",
        say("hears the mate"),
        called=say("the mating move"),
        meaning=say("Qf7#: the sign says that the game is over"),
        told_apart=True,
    )
    DROP = Feature(  # in crazyhouse
        "drop",
        say("hears a drop"),
        called=say("a drop"),
        meaning=say("N@f3: a captured piece is put on the board"),
    )


def features(position: Position, move: Move) -> list[Feature]:
    """Return the features of a legal move in this position."""
    san = position.notation(move)
    found = list[Feature]()
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
