"""The colours of boards, as values."""

from __future__ import annotations

from dataclasses import replace

from board_core.fast_dataclass import dataclass
from board_core.games.look import Look

RGB = tuple[int, int, int]
RGBA = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class BoardColors:
    """The colours of a board. With ``shapes``, marks differ in shape too, not in hue alone."""

    light: RGB
    dark: RGB
    wood: RGB  # of a grid
    last: RGBA = (155, 199, 0, 105)
    selected: RGBA = (20, 85, 30, 128)
    target: RGBA = (20, 85, 30, 128)
    corners: RGBA = (20, 85, 0, 77)
    aim: RGBA = (20, 85, 30, 77)  # a target under the pointer
    premove: RGBA = (20, 30, 85, 128)
    refused: RGBA = (200, 30, 30, 150)
    over: RGBA = (214, 40, 40, 225)  # a mated king
    cursor: RGB = (0x2F, 0x6F, 0xB5)
    shapes: bool = False

    @property
    def label(self) -> RGB:
        """The colour of the coordinates inside a square: one ink that is seen on both kinds."""
        if self.shapes:
            return (40, 44, 48)
        if sum(self.light) < 3 * 150:  # a dark ground of a game's own
            return (228, 228, 222)
        return (0x3A, 0x24, 0x10)


def rgb(text: str) -> RGB:
    """Return the colour that ``#rrggbb`` names."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def worn(look: Look, colors: BoardColors) -> BoardColors:
    """Return the colours of a game's own ground; strong contrast keeps its own."""
    if look.ground is None or colors.shapes:
        return colors
    light, dark = map(rgb, look.ground)
    return replace(colors, light=light, dark=dark)


BROWN_COLORS = BoardColors((0xF0, 0xD9, 0xB5), (0xB5, 0x88, 0x63), (0xDF, 0xB9, 0x6C))

CONTRAST_COLORS = BoardColors(
    light=(0xFA, 0xFA, 0xF7),
    dark=(0xA3, 0xAE, 0xB8),
    wood=(0xC9, 0x9A, 0x48),
    last=(255, 176, 0, 255),
    selected=(0, 66, 157, 255),
    target=(0, 66, 157, 255),
    corners=(0, 66, 157, 255),
    aim=(0, 66, 157, 90),
    premove=(90, 0, 120, 255),
    refused=(0, 0, 0, 190),
    over=(176, 0, 32, 255),
    cursor=(0, 0, 0),
    shapes=True,
)

COLOR_SCHEMES = {
    "brown": BROWN_COLORS,
    "blue": replace(BROWN_COLORS, light=(0xDE, 0xE3, 0xE6), dark=(0x8C, 0xA2, 0xAD)),
    "green": replace(BROWN_COLORS, light=(0xFF, 0xFF, 0xDD), dark=(0x86, 0xA6, 0x66)),
    "grey": replace(BROWN_COLORS, light=(0xE2, 0xE2, 0xE0), dark=(0xA2, 0xA2, 0xA0)),
    "contrast": CONTRAST_COLORS,
}
