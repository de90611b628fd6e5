"""The questions the doctor asks, in the order of the report card."""

from __future__ import annotations

from board_core.sentence import say

from .card import Check
from .features import Feature

START = Check("start", say("starts"))
HANDSHAKE = Check("handshake", say("introduces itself"))
WHITE = Check("white", say("first move as White"))
BLACK = Check("black", say("first move as Black"))
FLUSH = Check("flush", say("flushes its output"))
ENCODING = Check("encoding", say("writes plain text"))
CHATTER = Check("chatter", say("prints moves and no more"))
AGAIN = Check("again", say("answers '.' with another move"))
CRLF = Check("crlf", say("reads Windows line ends"))
RESTART = Check("restart", say("starts again after a kill"))
PLAYS = Check("plays", say("plays whole games"))
PROMOTES = Check("promotes", say("promotes its own pawn"))
TIME = Check("time", say("time for a move"))
MEMORY = Check("memory", say("memory"))
STDERR = Check("stderr", say("standard error"))

RELAYED = {
    Feature.CASTLING: Check("castling", say("hears O-O")),
    Feature.LONG_CASTLING: Check("long-castling", say("hears O-O-O")),
    Feature.EN_PASSANT: Check("en-passant", say("hears a capture en passant")),
    Feature.PROMOTION: Check("promotion", say("hears a promotion")),
    Feature.UNDERPROMOTION: Check("underpromotion", say("hears an under-promotion")),
    Feature.FILE: Check("file", say("hears a file, as in Nbd2")),
    Feature.RANK: Check("rank", say("hears a rank, as in N1d2")),
    Feature.SQUARE: Check("square", say("hears a square, as in Qa1c3")),
    Feature.CHECK: Check("check", say("hears a check")),
    Feature.MATE: Check("mate", say("hears the mate")),
}
"""What the opponent plays, and what is found out by it."""

COORDINATES_HIDE = (Feature.FILE, Feature.RANK, Feature.SQUARE, Feature.CHECK, Feature.MATE)
"""What looks like any other move where moves are sent as ``b1d2``."""

_OPENING = (START, HANDSHAKE, WHITE, BLACK, FLUSH, ENCODING, CHATTER)
_CLOSING = (CRLF, RESTART, PLAYS, TIME, MEMORY, STDERR)
_FOR_ENGINES = tuple(RELAYED[f] for f in Feature if f not in COORDINATES_HIDE)

SAN_CHECKS = (
    *(check for check in _OPENING if check is not HANDSHAKE),
    AGAIN,
    *RELAYED.values(),
    *_CLOSING,
)
UCI_CHECKS = (*_OPENING, *_FOR_ENGINES, PROMOTES, *_CLOSING)
FUNCTION_CHECKS = (START, WHITE, BLACK, *_FOR_ENGINES, PROMOTES, PLAYS, TIME)


def checks_for(protocol: str) -> tuple[Check, ...]:
    """Those that make sense: ``""`` is a Python function."""
    if not protocol:
        return FUNCTION_CHECKS
    return SAN_CHECKS if protocol.startswith("san") else UCI_CHECKS
