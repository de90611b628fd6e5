"""The forms in which a move of chess is written, as patterns."""

from __future__ import annotations

import re

UCI_PATTERN = re.compile(r"[a-h][1-8][a-h][1-8][qrbnkQRBNK]?")

CASTLING_PATTERN = re.compile(r"([Oo0])-\1(-\1)?[+#]*[!?]*")
SAN_PATTERN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<takes>x)?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBNKqrbnk]))?[+#]*[!?]*"
)
DROP_PATTERN = re.compile(r"(?P<piece>[A-Za-z]?)@(?P<to>[a-h][1-8])[+#]*[!?]*")
NO_PIECE_PATTERN = re.compile(r"[._?#]([a-h][1-8])?x?[a-h][1-8]")
"""A move with the sign of an empty square in place of a piece's letter."""
MOVE_NUMBER_PATTERN = re.compile(r"\d+\s*\.")
MENTION_PATTERN = re.compile(
    r"(?<![\w-])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0o]-[O0o](?:-[O0o])?)[+#]?(?![\w-])"
)
