"""The look of 3D chess: the pieces of chess, and the boards that move."""

from __future__ import annotations

from collections.abc import Mapping

from board_core.games.chess.pictures import CHESS_LOOK
from board_core.games.look import Look

from .places import BOARDS_MAP

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


LEVEL_COLORS = {
    "W": ("#f0d9b5", "#b58863"),
    "N": ("#e2e2e0", "#a2a2a0"),
    "B": ("#d6e4f2", "#7ea0c8"),
}
"""The light and the dark colour of each main board, and of the boards on its pins."""


def _tints() -> Mapping[str, str]:
    found = {}
    for level in BOARDS_MAP.levels:
        light, dark = LEVEL_COLORS[level.pin[-1] if level.pin else level.name]
        for place in level.places:
            found[place] = dark if BOARDS_MAP.is_dark(place) else light
    return found


CHESS_3D_LOOK = Look(
    pictures, tints=_tints(), signs={**CHESS_LOOK.signs, "A": "▢", "a": "▣"}, order="qrbn"
)
