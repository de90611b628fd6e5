"""How the games look that the window can show."""

from board_core.games.chess.pictures import king_onto_rook, piece_picture

from .board import Look

LOOKS = {"chess": Look(piece_picture, order="qnrb", aliases=king_onto_rook)}
"""By the names of their rules."""
