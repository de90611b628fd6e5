"""The look of 3D chess: the pieces of chess, and the boards that move."""

from __future__ import annotations

from collections.abc import Mapping

from board_core.games.chess.pictures import CHESS_LOOK
from board_core.look import Look

BOARD_PICTURE = (
    '<g fill="{fill}" stroke="{line}" stroke-width="1.5">'
    '<rect x="8" y="8" width="29" height="29" rx="3"/>'
    '<path d="M22.5 8v29M8 22.5h29" fill="none"/></g>'
)


def pictures() -> Mapping[str, str]:
    """Return the SVG elements of the pieces and of the attack boards."""
    return {
        **CHESS_LOOK.pictures(),
        "A": BOARD_PICTURE.format(fill="#fff", line="#000"),
        "a": BOARD_PICTURE.format(fill="#000", line="#ececec"),
    }


CHESS_3D_LOOK = Look(pictures, signs={**CHESS_LOOK.signs, "A": "▢", "a": "▣"}, order="qrbn")
