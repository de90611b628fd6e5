"""How each game is drawn: the one list in the window that names games."""

from __future__ import annotations

from board_core.games.chess.pictures import piece_picture

from .board.scene import Look

LOOKS = {"chess": Look(piece_picture, order="qrbn")}
"""By the name of the rules."""
