"""The games that the window offers, and how they look: the one place that names a game."""

from __future__ import annotations

from board_core import Rules
from board_core.games.chess import COURSE, ENGINE, FIDE, chess_rules
from board_core.games.chess.pictures import king_onto_rook, piece_picture
from board_core.words import N_

from .board import Look

LOOKS = {"chess": Look(piece_picture, order="qnrb", aliases=king_onto_rook)}
"""By the names of their rules."""

VARIANTS: dict[str, Rules] = {
    N_("As in the FIDE Laws"): chess_rules(FIDE),
    N_("As in the course"): chess_rules(COURSE),
    N_("At once, as between engines"): chess_rules(ENGINE),
}
"""Rules to choose from; the first are the usual ones."""
