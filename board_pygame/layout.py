"""The layout of the window: pure arithmetic.

A frame is a list of named leaves, rectangles in pixels that do not overlap, in the order in which
the keyboard goes through them. Lengths in the code are points; a point is ``scale`` pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil

from pygame import Rect

from board_core.fast_dataclass import dataclass

SMALLEST_SIZE = (800, 600)
"""The window's smallest size, in points."""

SMALLEST_BOARD = 320
"""Points of a board's width that the splitter leaves: squares of 40 points on a board of 8 by 8."""

USUAL_SIZE = (1280, 800)
"""The size of the first window, in points."""

LARGEST_SHARE = 0.9
"""The part of the screen that the first window takes at most."""

LEAST_WIDE = 300
"""Points of width that a narrow board gets at least: names and clocks need them."""

THREE_PANES, TWO_PANES, TWO_CARDS = 1100, 760, 520
"""Points of the panel's width from which lists, and the cards of the seats, are side by side."""

HEADS_HEIGHT = 40
"""Points of height of the tabs above a list."""

LINE_HEIGHT = 36
"""Points of height of an engine's line."""

BOARD_LEAVES = ("upper", "bar", "board", "splitter", "lower")
"""The leaves of the board and what stands around it."""

FACTS_HEIGHT = 40
"""Points of height of the row of facts, or of buttons for moves that name no square."""

PROJECTED_LINES = 1080
"""The height in pixels for which the projector's lengths are given; others are in proportion."""

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


def cockpit_frame(
    size: tuple[int, int],
    scale: float = 1.0,
    board: Extent = (8, 8),
    *,
    share: float = 1.0,
    facts: bool = False,
) -> Layout:
    """Lay out the cockpit: the board, and all about the players beside it.

    ``share`` is the part of its largest size that the splitter leaves to the board. With ``facts``
    there is a row for them above the lists. Leaves that need room may be missing: ``moves``,
    ``log`` (else they are tabs of ``lists``) and ``graph`` (else it is in the tab of thoughts).
    """
    px = _pixels(scale)
    (width, height), margin, gap = size, px(16), px(8)
    strip, bar = px(40), px(12)
    top, bottom = px(48), height - margin
    left = margin + bar + gap
    panel_least = px(400 if width >= px(900) else 360)
    room = width - left - 2 * margin - panel_least, bottom - top - 2 * strip
    largest = _square(room, board)
    smallest = min(largest, ceil(px(SMALLEST_BOARD) / board[0]))
    place = _board_at(left, top + strip, max(smallest, round(largest * share)), board, px)
    upper = Rect(margin, top, place.right - margin, strip)
    lower = Rect(margin, place.bottom, upper.w, strip)

    panel = Rect(place.right + margin, px(52), 0, bottom - px(52))
    panel.w = width - margin - panel.x
    cards = _cards(panel, px)
    y = cards[1].bottom + gap
    row = Rect(panel.x, y, panel.w, px(FACTS_HEIGHT))
    if facts:
        y = row.bottom + gap

    below = Rect(margin, lower.bottom, lower.w, bottom - lower.bottom)
    rows = px(32 + 8 + 32)
    entries = below if below.h >= rows else panel
    fen = Rect(entries.x, bottom - px(32), entries.w, px(32))
    entry = Rect(entries.x, fen.y - gap - px(32), entries.w, px(32))
    end = bottom if entries is below else entry.y - gap
    told = _prompt_height(panel.w, px)
    prompt = Rect(panel.x, end - told, panel.w, told)
    end = prompt.y - gap
    graph = None
    if below.h >= px(168):
        graph = Rect(below.x, below.y + gap, below.w, min(below.h - rows - 2 * gap, px(200)))
    elif height >= px(680):
        graph = Rect(panel.x, end - px(64), panel.w, px(64))
        end = graph.y - gap

    return Layout(
        (
            *_app_bar(size, px, cockpit=True),
            Leaf("upper", upper),
            Leaf("bar", Rect(margin, place.y, bar, place.h)),
            Leaf("board", place, "board", (LEAST_WIDE, 0)),
            Leaf("splitter", Rect(place.right, place.y, margin, place.h), "splitter"),
            Leaf("lower", lower),
            Leaf("white", cards[0], "seats", (260, 84)),
            Leaf("black", cards[1], "seats", (260, 84)),
            *([Leaf("facts", row, "seats")] if facts else []),
            *_lists(Rect(panel.x, y, panel.w, end - y), px),
            *([Leaf("graph", graph, least=(300, 64))] if graph is not None else []),
            Leaf("prompt", prompt, least=(300, 24)),
            Leaf("entry", entry, "entry", (300, 32)),
            Leaf("fen", fen, "entry", (300, 32)),
        )
    )


def quiet_frame(
    size: tuple[int, int], scale: float = 1.0, board: Extent = (8, 8), *, facts: bool = False
) -> Layout:
    """Lay out the quiet frame: the board, with moves, messages and four actions beside it."""
    px = _pixels(scale)
    (width, height), margin, strip = size, px(16), px(44)
    roomy = width >= px(1100)
    gap = px(24) if roomy else margin
    panel_least = px(320 if roomy else 300)
    top = px(48)
    room = width - 2 * margin - gap - panel_least, height - margin - top - 2 * strip
    place = _board_at(0, top + strip, _square(room, board), board, px)
    panel_most = px(480 if width >= px(1600) else 400)
    panel_width = min(panel_most, width - 2 * margin - gap - place.w)
    place.x = (width - place.w - gap - panel_width) // 2
    upper = Rect(place.x, top, place.w, strip)
    lower = Rect(place.x, place.bottom, place.w, strip)
    panel = Rect(place.right + gap, px(52), panel_width, 0)
    panel.h = max(lower.bottom - px(4), px(SMALLEST_SIZE[1] - 20)) - panel.y
    actions = Rect(panel.x, panel.bottom - px(36 + 8 + 36), panel.w, px(36 + 8 + 36))
    prompt = Rect(panel.x, actions.y - px(8 + 52), panel.w, px(52))
    row = Rect(panel.x, panel.y, panel.w, px(64 if facts else 0))
    y = row.bottom + px(8) if facts else panel.y
    moves = Rect(panel.x, y, panel.w, prompt.y - px(8) - y)
    return Layout(
        (
            *_app_bar(size, px, cockpit=False),
            Leaf("upper", upper),
            Leaf("board", place, "board", (LEAST_WIDE, 0)),
            Leaf("lower", lower),
            *([Leaf("facts", row)] if facts else []),
            Leaf("moves", moves, "moves", (300, 200)),
            Leaf("prompt", prompt, least=(300, 52)),
            Leaf("actions", actions, "actions", (300, 80)),
        )
    )


def analysis_frame(
    size: tuple[int, int],
    scale: float = 1.0,
    board: Extent = (8, 8),
    *,
    share: float = 1.0,
    lines: int = 3,
) -> Layout:
    """Lay out the analysis: the board as in the cockpit, an engine's lines, the moves."""
    px, beside = _pixels(scale), cockpit_frame(size, scale, board, share=share)
    gap, bottom = px(8), size[1] - px(16)
    x = beside["white"].x
    panel = Rect(x, px(52), size[0] - px(16) - x, bottom - px(52))
    rows = 1 if panel.w >= px(TWO_CARDS) else 2
    engine = Rect(x, panel.y, panel.w, px(32 * rows + 8 * (rows - 1)))
    found = Rect(x, engine.bottom + gap, panel.w, px(LINE_HEIGHT * lines + 8))
    y = found.bottom + gap
    graph = Rect(x, y, panel.w, px(64))
    roomy = size[1] >= px(680)
    y = graph.bottom + gap if roomy else y
    actions = Rect(x, bottom - px(36), panel.w, px(36))
    told = _prompt_height(panel.w, px)
    prompt = Rect(x, actions.y - gap - told, panel.w, told)
    moves = Rect(x, y, panel.w, prompt.y - gap - y)
    return Layout(
        (
            *_study_bar(size, px),
            *(leaf for leaf in beside if leaf.name in BOARD_LEAVES),
            Leaf("engine", engine, "engine", (300, 32)),
            Leaf("found", found, "found", (300, 44)),
            *([Leaf("graph", graph, least=(300, 64))] if roomy else []),
            Leaf("moves", moves, "moves", (300, 130)),
            Leaf("prompt", prompt, least=(300, 24)),
            Leaf("actions", actions, "actions", (300, 36)),
        )
    )


def start_frame(size: tuple[int, int], scale: float = 1.0) -> Layout:
    """Lay out the first screen: the ways on the left, the choices of one of them beside them."""
    px = _pixels(scale)
    width, height = size
    roomy = width >= px(1100)
    total = min(width - 2 * px(64 if roomy else 16), px(1152))
    ways_width, gap = (px(352), px(32)) if roomy else (px(264), px(16))
    x = (width - total) // 2
    tall = px(5 * 76 + 4 * 8)
    spare = height - px(48 + 48 + 16 + 56 + 16) - tall
    heading = Rect(x, px(48) + spare * 3 // 8, total, px(48))
    ways = Rect(x, heading.bottom, ways_width, tall)
    again = Rect(x, ways.bottom + px(16), ways_width, px(56))
    choices = Rect(ways.right + gap, ways.y, total - ways_width - gap, again.bottom - ways.y)
    going = Rect(choices.x, choices.bottom - px(80), choices.w, px(80))
    choices.h = going.y - choices.y
    brand = Rect(px(16), 0, px(280), px(48))
    tools = Rect(brand.right + px(8), px(8), width - px(16 + 8) - brand.right, px(32))
    return Layout(
        (
            Leaf("brand", brand),
            Leaf("tools", tools, "tools", (400, 32)),
            Leaf("heading", heading),
            Leaf("ways", ways, "ways", (264, 412)),
            Leaf("again", again, "ways", (264, 56)),
            Leaf("choices", choices, "choices", (480, 380)),
            Leaf("go", going, "go", (480, 80)),
        )
    )


def projector_frame(
    size: tuple[int, int],
    board: Extent = (8, 8),
    *,
    over: bool,
    labelled: bool = True,
    lines: int = 0,
) -> Layout:
    """Lay out a full screen that is legible from the last row: the board fills the height.

    The leaf ``tools`` is for buttons that are there while the mouse moves. A board that is
    ``labelled`` has its coordinates outside. When the game is ``over``, the verdict takes the room
    of some moves, and so do the ``lines`` of an engine.
    """
    width, height = size
    whole = height / PROJECTED_LINES
    edge, bar = round(36 * whole), round(28 * whole)
    ranks = round(52 * whole) if labelled else edge
    room = round(width * 0.66) - 2 * bar - ranks, height - edge - ranks
    square = _square(room, board)
    place = Rect(2 * bar + ranks, 0, int(square * board[0]), int(square * board[1]))
    place.y = edge + (room[1] - place.h) // 2
    x = place.right + round(56 * whole)
    panel = Rect(x, edge, width - round(40 * whole) - x, room[1])
    unit = min(whole, panel.w / 480)  # pixels of a line, fewer where the panel is narrow

    def row(y: float, h: float, *, up: bool = False) -> Rect:
        """Return a row of the panel, by lines from its top or, ``up``, from its bottom."""
        first, last = round(y * unit), round((y + h) * unit)  # so that rows meet
        top = panel.bottom - last if up else panel.y + first
        return Rect(panel.x, top, panel.w, last - first)

    players = []
    for name, head, taken in (
        ("upper", row(0, 84), row(88, 48)),
        ("lower", row(52, 84, up=True), row(0, 48, up=True)),
    ):
        clock = Rect(0, head.y, round(236 * unit), head.h)
        clock.right = head.right
        head.w = clock.x - round(16 * unit) - head.x
        players += [Leaf(name, head), Leaf(f"{name} clock", clock), Leaf(f"{name} taken", taken)]
    opening = row(152, 56)
    verdict = row(160, 224, up=True)
    y = 392 if over else 160
    evaluation, status, tools = (
        row(y, 64, up=True),
        row(y + 64, 48, up=True),
        row(y + 120, 56, up=True),
    )
    found = row(y + 184, 48 * lines, up=True)
    moves = Rect(panel.x, opening.bottom, panel.w, found.y - opening.bottom)
    return Layout(
        (
            Leaf("board", place, "board"),
            Leaf("bar", Rect(bar, place.y, bar, place.h)),
            *(
                [
                    Leaf("ranks", Rect(place.x - ranks, place.y, ranks, place.h)),
                    Leaf("files", Rect(place.x, place.bottom, place.w, ranks)),
                ]
                if labelled
                else []
            ),
            *players,
            Leaf("opening", opening),
            Leaf("moves", moves),
            *([Leaf("found", found)] if lines else []),
            Leaf("tools", tools, "tools"),
            Leaf("status", status),
            Leaf("evaluation", evaluation),
            *([Leaf("verdict", verdict)] if over else []),
        )
    )


def _prompt_height(width: int, px: Callable[[float], int]) -> int:
    """Return the height of the line of the prompt: of two lines where the panel is narrow."""
    return px(24 if width >= px(TWO_CARDS) else 44)


def _pixels(scale: float) -> Callable[[float], int]:
    return lambda points: round(points * scale)


def _square(room: tuple[int, int], board: Extent) -> int:
    """Return the pixels of the largest cell of a board in this room."""
    return max(1, int(min(room[0] / board[0], room[1] / board[1])))


def _board_at(x: int, y: int, square: int, board: Extent, px: Callable[[float], int]) -> Rect:
    return Rect(x, y, max(int(square * board[0]), px(LEAST_WIDE)), int(square * board[1]))


def _app_bar(size: tuple[int, int], px: Callable[[float], int], *, cockpit: bool) -> list[Leaf]:
    """Return the leaves at the top; the game's state has more room where there are few tools."""
    width, gap = size[0], px(8)
    bar = Rect(px(16), px(8), width - 2 * px(16), px(32))

    def cut(points: float) -> Rect:
        """Return the right end of the bar, and keep the rest."""
        part = Rect(bar.right - px(points), bar.y, px(points), bar.h)
        bar.w = part.x - gap - bar.x
        return part

    menu = Leaf("menu", cut(40), "tools", (40, 32))
    flip = [] if cockpit else [Leaf("flip", cut(40), "tools", (40, 32))]
    view = Leaf("view", cut(116 if width >= px(1200) else 40), "tools", (40, 32))
    analyse = Leaf("analyse", cut(40), "tools", (40, 32))
    if cockpit:
        game = Leaf(
            "game",
            cut(232 if width >= px(1100) else 176 if width >= px(1000) else 24),
            least=(24, 32),
        )
        tools = bar
    else:
        tools = Rect(bar.x, bar.y, px(200), bar.h)
        rest = Rect(tools.right + gap, bar.y, bar.right - tools.right - gap, bar.h)
        game = Leaf("game", rest, least=(200, 32))
    return [Leaf("tools", tools, "tools", (200, 32)), game, analyse, view, *flip, menu]


def _study_bar(size: tuple[int, int], px: Callable[[float], int]) -> list[Leaf]:
    """Return the leaves at the top of the analysis and the editor."""
    bar, gap = Rect(px(16), px(8), size[0] - 2 * px(16), px(32)), px(8)
    roomy = size[0] >= px(1000)
    places, right = dict[str, Rect](), bar.right
    widths = {"menu": 40, "view": 116, "edit": 190, "analyse": 140}
    for name, wide in widths.items():
        wide = px(wide if roomy else 40)
        places[name] = Rect(right - wide, bar.y, wide, bar.h)
        right -= wide + gap
    tools = Rect(bar.x, bar.y, right - bar.x, bar.h)
    found = [Leaf(name, place, "tools", (40, 32)) for name, place in places.items()]
    return [Leaf("tools", tools, "tools", (300, 32)), *reversed(found)]


def _cards(panel: Rect, px: Callable[[float], int]) -> tuple[Rect, Rect]:
    """Return the cards of White and Black: side by side, or one above the other."""
    gap = px(8)
    if panel.w < px(TWO_CARDS):
        first = Rect(panel.x, panel.y, panel.w, px(84))
        return first, first.move(0, first.h + gap)
    half = (panel.w - gap) // 2
    first = Rect(panel.x, panel.y, half, px(124))
    return first, Rect(first.right + gap, panel.y, panel.right - first.right - gap, first.h)


def _lists(place: Rect, px: Callable[[float], int]) -> list[Leaf]:
    """Return one to three leaves with heads; the last one has tabs for all other lists."""
    widths = {"moves": 340} if place.w >= px(TWO_PANES) else {}
    if place.w >= px(THREE_PANES):
        widths["log"] = 440
    found, x = [], place.x
    for name, width in widths.items():
        found.append(Leaf(name, Rect(x, place.y, px(width), place.h), name, (340, 200)))
        x += px(width + 8)
    rest = Rect(x, place.y, place.right - x, place.h)
    return [*found, Leaf("lists", rest, "lists", (300, 200))]
