"""The layout of the window: pure arithmetic.

A frame is a list of named leaves, rectangles in pixels that do not overlap, in the order in which
the keyboard goes through them. Lengths in the code are points; a point is ``scale`` pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pygame import Rect

from board_core.fast_dataclass import dataclass

SMALLEST_SIZE = (800, 600)
"""The window's smallest size, in points."""

USUAL_SIZE = (1280, 800)
"""The size of the first window, in points."""

LARGEST_SHARE = 0.9
"""The part of the screen that the first window takes at most."""

LEAST_WIDE = 300
"""Points of width that a narrow board gets at least: names and clocks need them."""

LEAST_PANEL, NARROW_PANEL, MOST_PANEL = 360, 440, 640
"""Points of width of what stands beside the board."""

LEAST_PANEL_HEIGHT = 544
"""Points of height that it has beside a low board, if the window has them."""

TWO_COLUMNS, MOST_PANEL_OF_TWO, MOVES_WIDTH = 760, 1040, 336
"""Points of the panel's width from which the moves have a place of their own, and theirs."""

LEAST_BELOW = 480
"""Points of height that it has below the board, in a window that is higher than wide."""

LARGE_SIZE = (960, 540)
"""The points of a full screen that is legible from the last row: all has twice its usual size."""

Extent = tuple[float, float]
"""The width and height of a board in cells."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A named rectangle of a frame, in pixels.

    Leaves of one ``pane`` follow each other; F6 goes from pane to pane, and leaves without one are
    only looked at. ``least`` is the smallest useful width and height in points.
    """

    name: str
    rect: Rect
    pane: str = ""
    least: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The leaves of a frame, in the order of the keyboard's focus."""

    leaves: tuple[Leaf, ...]

    def __getitem__(self, name: str) -> Rect:
        """Return the place of a leaf. Raises KeyError if this frame has none of this name."""
        return {leaf.name: leaf.rect for leaf in self.leaves}[name]

    def get(self, name: str, other: Rect) -> Rect:
        """Return the place of a leaf, or another if this frame has none of this name."""
        return self.find(name) or other

    def find(self, name: str) -> Rect | None:
        """Return the place of a leaf; None if this frame has none of this name."""
        return next((leaf.rect for leaf in self.leaves if leaf.name == name), None)

    def __contains__(self, name: object) -> bool:
        return any(leaf.name == name for leaf in self.leaves)

    def __iter__(self) -> Iterator[Leaf]:
        return iter(self.leaves)

    @property
    def panes(self) -> tuple[str, ...]:
        """The names of the panes, in order."""
        return tuple(dict.fromkeys(leaf.pane for leaf in self.leaves if leaf.pane))

    def pane_at(self, point: tuple[int, int]) -> str:
        """Return the pane at a point; empty if none is there."""
        found = (leaf.pane for leaf in self.leaves if leaf.rect.collidepoint(point))
        return next(found, "")


def usable_scale(scale: float, size: tuple[int, int]) -> float:
    """Return the scale at which a window or screen of this size in pixels holds everything."""
    return min(scale, size[0] / SMALLEST_SIZE[0], size[1] / SMALLEST_SIZE[1])


def large_scale(size: tuple[int, int]) -> float:
    """Return the scale of a full screen of this size in pixels, for people who sit far away."""
    return min(size[0] / LARGE_SIZE[0], size[1] / LARGE_SIZE[1])


def smallest_window(scale: float, screen: tuple[int, int]) -> tuple[int, int]:
    """Return the smallest size of a window in pixels, on a screen of this size."""
    most_wide, most_high = screen
    wide, high = (round(points * scale) for points in SMALLEST_SIZE)
    width, height = map(max, SMALLEST_SIZE, (min(wide, most_wide), min(high, most_high)))
    return width, height


def fitting_window(size: tuple[int, int], scale: float, screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window in pixels; ``size`` is that of the last one, (0, 0) the first."""
    most: Iterable[float] = screen
    if size == (0, 0):
        size = round(USUAL_SIZE[0] * scale), round(USUAL_SIZE[1] * scale)
        most = (pixels * LARGEST_SHARE for pixels in screen)
    fits = (min(wanted, int(limit)) for wanted, limit in zip(size, most, strict=True))
    width, height = map(max, smallest_window(scale, screen), fits)
    return width, height


def board_frame(
    size: tuple[int, int],
    scale: float = 1.0,
    board: Extent = (8, 8),
    *,
    head: Callable[[int], int],
    two: bool = False,
) -> Layout:
    """Lay out the board between its two strips, and what is about the game beside or below it.

    ``head`` returns the height of the card at the top for a width, both in pixels. With ``two``
    the moves have a place of their own where the panel is wide enough (``beside``).
    """
    px = _pixels(scale)
    (width, height), margin, edge = size, px(24), px(16)
    gap, strip = px(8), px(48)
    around, below = 2 * (strip + gap), height > width
    if below:
        room = width - 2 * margin, height - 2 * edge - around - px(LEAST_BELOW)
    else:
        room = width - 3 * margin - px(LEAST_PANEL), height - 2 * edge - around
    place = _board_at(0, 0, _square(room, board), board, px)
    panel = width - 2 * margin if below else width - 3 * margin - place.w
    two = two and panel >= px(TWO_COLUMNS)
    if below:
        x, y = (width - place.w) // 2, edge
        left, top, foot = margin, edge + place.h + around + gap, height - edge
    else:
        panel = min(panel, px(MOST_PANEL_OF_TWO if two else MOST_PANEL))
        x, y = (width - place.w - margin - panel) // 2, max(0, height - place.h - around) // 2
        tall = max(place.h + around, min(height - 2 * edge, px(LEAST_PANEL_HEIGHT)))
        left, top = x + place.w + margin, (height - tall) // 2
        foot = top + tall
    place.topleft = x, y + strip + gap
    upper = Rect(x, y, place.w, strip)
    lower = Rect(x, place.bottom + gap, place.w, strip)
    header = Rect(left, top, panel, 0)
    header.h = head(panel)
    end = foot - strip - gap
    body = Rect(header.x, header.bottom + gap, panel, end - header.bottom - gap)
    beside = None
    if two:
        beside = Rect(body.x, body.y, px(MOVES_WIDTH), body.h)
        body.x, body.w = beside.right + gap, body.w - beside.w - gap
    high = px(40) if panel >= px(NARROW_PANEL) else strip  # icons stand above the words
    actions = Rect(header.x, end + gap + (strip - high) // 2, panel, high)
    return Layout(
        (
            Leaf("bar", Rect(x - px(16), place.y, px(8), place.h)),
            Leaf("board", place, "board", (LEAST_WIDE, 0)),
            Leaf("upper", upper, "seats", (300, 40)),
            Leaf("lower", lower, "seats", (300, 40)),
            Leaf("header", header, "header", (300, 40)),
            *([Leaf("beside", beside, "moves", (300, 130))] if beside is not None else []),
            Leaf("body", body, "lists", (300, 130)),
            Leaf("actions", actions, "actions", (300, 40)),
        )
    )


START_FORM, START_LIST = (296, 400), (264, 560)
"""The least and the greatest width of the choices, and of the lists beside them, in points."""


START_EDGES = (12, 24)
"""Points around the first screen and within its card, in a small and in a larger window."""


def start_edge(size: tuple[int, int], scale: float) -> int:
    """Return the pixels around the first screen and within its card."""
    px = _pixels(scale)
    return px(START_EDGES[size[0] >= px(1000) and size[1] >= px(760)])


def start_frame(size: tuple[int, int], scale: float = 1.0, *, gallery: bool = False) -> Layout:
    """Lay out the first screen: a game with its choices, tiles of games below, lists beside.

    In the ``gallery`` the tiles of all games have most of the room, and the choices are beside.
    """
    px = _pixels(scale)
    width, height = size
    edge = pad = start_edge(size, scale)
    roomy = edge == px(START_EDGES[1])
    top, bottom = px(56 + 8), height - edge
    brand = Rect(edge, px(8), px(240), px(40))
    tools = Rect(brand.right, px(8), width - edge - brand.right, px(40))
    head = [Leaf("brand", brand), Leaf("tools", tools, "tools", (400, 40))]
    tall, room = bottom - top, width - 2 * edge
    if gallery:
        form = min(px(START_FORM[1]), max(px(START_FORM[0]), room * 24 // 100))
        card = Rect(width - edge - form - 2 * pad, top, form + 2 * pad, tall)
        inner = card.inflate(-2 * pad, -2 * pad)
        play = Rect(inner.x, inner.bottom - px(48), inner.w, px(48))
        square = max(1, min(inner.w, inner.h - px(48 + 400)))
        board = Rect(inner.centerx - square // 2, inner.y, square, square)
        fields = Rect(inner.x, board.bottom + px(8), inner.w, 0)
        fields.h = play.y - px(8) - fields.y
        heading = Rect(edge, top, card.x - edge - edge, px(40))
        tiles = Rect(edge, heading.bottom + px(8), heading.w, bottom - heading.bottom - px(8))
        rest = [Leaf("heading", heading, "heading"), Leaf("tiles", tiles, "tiles", (200, 300))]
        return Layout((*head, *rest, *_game_card(board, fields, play)))
    form = min(px(START_FORM[1]), max(px(START_FORM[0]), room * 22 // 100))
    strip = px(28 + 8)  # the heading of the tiles

    def tile(square: int) -> int:
        """Return the height of a tile below a card with a board of this size."""
        wide = (square + 3 * pad + form - 4 * px(12)) // 5
        return wide + px(48) if roomy else px(64)

    square = room - edge - px(START_LIST[0] if not roomy else 320) - 3 * pad - form
    while square > px(96) and square + 2 * pad + edge + strip + tile(square) > tall:
        square -= 8
    card = Rect(edge, top, square + 3 * pad + form, tall - edge - strip - tile(square))
    lists = min(px(START_LIST[1]), room - edge - card.w)
    card.x = (width - card.w - edge - lists) // 2
    brand.x = card.x
    tools.x, tools.w = brand.right, card.right + edge + lists - brand.right
    inner = card.inflate(-2 * pad, -2 * pad)
    board = Rect(inner.x, inner.y, square, square)
    play = Rect(board.right + pad, inner.bottom - px(48), form, px(48))
    fields = Rect(play.x, inner.y, form, play.y - px(8) - inner.y)
    heading = Rect(card.x, card.bottom + edge, card.w, px(28))
    tiles = Rect(card.x, bottom - tile(square), card.w, tile(square))
    ways = Rect(card.right + edge, top, lists, px(6 * 60 + 16))
    recent = Rect(ways.x, ways.bottom + px(16), lists, bottom - ways.bottom - px(16))
    return Layout(
        (
            *head,
            *_game_card(board, fields, play),
            Leaf("heading", heading),
            Leaf("tiles", tiles, "tiles", (400, 64)),
            Leaf("ways", ways, "ways", (264, 376)),
            Leaf("recent", recent, "recent", (264, 120)),
        )
    )


def _game_card(board: Rect, fields: Rect, play: Rect) -> list[Leaf]:
    """Return the leaves of a game with its choices."""
    return [
        Leaf("board", board),
        Leaf("choices", fields, "choices", (280, 316)),
        Leaf("play", play, "choices", (280, 48)),
    ]


def _pixels(scale: float) -> Callable[[float], int]:
    return lambda points: round(points * scale)


def _square(room: tuple[int, int], board: Extent) -> int:
    """Return the pixels of the largest cell of a board in this room."""
    return max(1, int(min(room[0] / board[0], room[1] / board[1])))


def _board_at(x: int, y: int, square: int, board: Extent, px: Callable[[float], int]) -> Rect:
    return Rect(x, y, max(int(square * board[0]), px(LEAST_WIDE)), int(square * board[1]))
