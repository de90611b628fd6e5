"""Recognises what a program speaks that was spoken to in lines of moves."""

from __future__ import annotations

import re

from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .base import MEANT_AS_ANSWER

PROBE_LINES = "uci\nxboard\nprotover 2\nABOUT"
"""Lines to which programs of other protocols have to answer."""

COORDINATES_PATTERN = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?")
MEANT_MOVE = re.compile(
    r"(?:best[ _-]?move|move)?[\s:=>-]*([a-h][1-8][a-h][1-8][qrbn]?)[.;!]?", re.IGNORECASE
)
"""A move in coordinates, perhaps behind the word for it, and with other signs than a blank."""
PERHAPS_COORDINATES = N_(
    "it was sent {sent} and had written {heard}: perhaps it reads moves only as coordinates"
)
SAN_ONLY = re.compile(r"[KQRBNO]|[a-h]x?[a-h]?[1-8](?![a-h])")

ANSWERS_OF_PROTOCOLS = (
    (re.compile(r"\s*uciok\b|id name "), "UCI", "uci:"),
    (re.compile(r"\s*feature\s.*="), "XBoard", "xboard:"),
    (re.compile(r"""\s*name\s*=\s*["'].*version\s*="""), "Gomocup", "gomocup:"),
)


def protocol_of(line: str) -> Sentence | None:
    """Return the sentence about a program that answered a probe; None for any other line."""
    for pattern, protocol, prefix in ANSWERS_OF_PROTOCOLS:
        if pattern.match(line):
            return say(
                "this program speaks {protocol}: write {prefix} before its command",
                protocol=protocol,
                prefix=prefix,
            )
    return None


def may_speak_another(line: str) -> bool:
    """Return whether a line that was refused as a move has several words, as of an engine."""
    return len(line.split(maxsplit=1)) > 1


def move_alone(line: str, word: str) -> Sentence | None:
    """Return that a line is a move without the word that begins an answer, or with it otherwise."""
    meant, form = MEANT_MOVE.fullmatch(line.strip()), ""
    if meant is not None:
        form = f"{word} {meant[1].lower()}"
    if not form or line.strip().startswith(form):
        return None
    return say(MEANT_AS_ANSWER, line=repr(line.strip()), form=repr(form))


def coordinates_only(sent: str, heard: str) -> Sentence | None:
    """Return the suspicion that a program writes and reads coordinates, and was sent SAN."""
    if not COORDINATES_PATTERN.fullmatch(heard.strip()) or not SAN_ONLY.match(sent):
        return None
    return say(
        PERHAPS_COORDINATES,
        sent=repr(sent),
        heard=repr(heard.strip()),
    )
