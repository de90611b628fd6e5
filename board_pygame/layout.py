"""The places of everything in the window, by its size: pure arithmetic in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

TWO_COLUMNS = 590
"""Points beside the board from which moves and log stand next to each other."""

LEAST_WIDE = 300
"""Points of width that a narrow board gets at least."""

BOARD_SHARE = 0.53
"""The largest share of the window's width for the board."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of the game screen. ``two_columns``: the log has a place of its own."""

    toolbar: Rect
    board: Rect
    bar: Rect  # of the evaluation, left of the board
    upper: Rect  # the strip above the board
    lower: Rect  # the strip below it
    graph: Rect
    cards: tuple[Rect, Rect]  # White's and Black's seat
    facts: Rect  # of the game: moves, points, times
    tabs: Rect
    moves: Rect
    steps: Rect  # buttons that walk through the moves
    log: Rect
    log_tabs: Rect
    entry: Rect  # of a move in SAN
    fen: Rect
    status: Rect
    two_columns: bool


def layout(
    size: tuple[int, int], scale: float = 1.0, board: tuple[float, float] = (8, 8)
) -> Layout:
    """Lay out a window of this size in pixels; the smallest is :data:`.screen.SMALLEST_SIZE`.

    ``board`` is the width and height of the board in cells.
    """

    def px(points: float) -> int:
        return round(points * scale)

    width, height = size
    margin, gap = px(10), px(6)
    roomy = height >= px(740)
    toolbar = Rect(0, 0, width, px(46))
    status = Rect(0, height - px(26), width, px(26))
    strip = px(46 if roomy else 34)
    bar_width = px(12)
    top, bottom = toolbar.bottom, status.top - gap

    across, down = board
    most_high = bottom - top - 2 * (strip + px(2))
    most_wide = min(
        round(width * BOARD_SHARE), width - px(360) - 3 * margin
    )  # the rest needs its room too
    square = max(px(8), int(min(most_high // down, (most_wide - bar_width - gap) // across)))
    bar_x = margin
    wide = max(int(square * across), px(LEAST_WIDE))  # names and clocks need it too
    place = Rect(bar_x + bar_width + gap, top + strip + px(2), wide, int(square * down))
    bar = Rect(bar_x, place.y, bar_width, place.h)
    upper = Rect(bar_x, top, place.right - bar_x, strip)
    lower = Rect(bar_x, place.bottom + px(2), place.right - bar_x, strip)

    right = Rect(place.right + px(14), top, 0, bottom - top)
    right.w = width - margin - right.x
    spare = bottom - lower.bottom
    graph_below = spare >= px(56)
    card_h = px(116)
    half = (right.w - gap) // 2
    cards = (
        Rect(right.x, right.y, half, card_h),
        Rect(right.x + half + gap, right.y, right.w - half - gap, card_h),
    )
    row = px(32)
    fen = Rect(right.x, bottom - row, right.w, row)
    entry = Rect(right.x, fen.y - gap - row, right.w, row)
    graph_h = px(64)
    if graph_below:
        graph = Rect(bar_x, lower.bottom + gap, lower.w, min(spare - gap, px(150)))
        lists_bottom = entry.y - gap
    else:
        graph = Rect(right.x, entry.y - gap - graph_h, right.w, graph_h)
        lists_bottom = graph.y - gap
    facts = Rect(right.x, cards[0].bottom + gap, right.w, px(40))
    lists = Rect(right.x, facts.bottom + gap, right.w, 0)
    lists.h = lists_bottom - lists.y
    two = right.w >= px(TWO_COLUMNS)
    heads = px(30)
    if two:
        left_w = (right.w - gap) * 52 // 100
        left = Rect(lists.x, lists.y, left_w, lists.h)
        other = Rect(left.right + gap, lists.y, right.right - left.right - gap, lists.h)
        tabs = Rect(left.x, left.y, left.w, heads)
        log_tabs = Rect(other.x, other.y, other.w, heads)
        log = Rect(other.x, log_tabs.bottom, other.w, other.bottom - log_tabs.bottom)
        column = left
    else:
        tabs = log_tabs = Rect(lists.x, lists.y, lists.w, heads)
        log = Rect(lists.x, tabs.bottom, lists.w, lists.bottom - tabs.bottom)
        column = lists
    steps = Rect(column.x, column.bottom - px(30), column.w, px(30))
    moves = Rect(column.x, tabs.bottom, column.w, steps.y - px(4) - tabs.bottom)
    return Layout(
        toolbar,
        place,
        bar,
        upper,
        lower,
        graph,
        cards,
        facts,
        tabs,
        moves,
        steps,
        log,
        log_tabs,
        entry,
        fen,
        status,
        two,
    )


@dataclass(frozen=True, slots=True)
class Projection:
    """The rectangles of the projector's screen, legible from ten metres away."""

    board: Rect
    names: tuple[Rect, Rect]  # White's, Black's
    clocks: tuple[Rect, Rect]
    moves: Rect
    verdict: Rect


def projection(size: tuple[int, int], board: tuple[float, float] = (8, 8)) -> Projection:
    """Lay out the board as large as the window allows, with few large texts beside it."""
    width, height = size
    across, down = board
    margin = height // 18
    square = int(min((height - 2 * margin) // down, round(width * 0.6) // across))
    place = Rect(margin, 0, int(square * across), int(square * down))
    place.centery = height // 2
    x, w = place.right + margin, width - place.right - 2 * margin
    line, clock = min(height // 14, width // 24), min(height // 9, width // 15)
    upper = Rect(x, place.y, w, line)
    lower = Rect(x, place.bottom - line, w, line)
    upper_clock = Rect(x, upper.bottom, w, clock)
    lower_clock = Rect(x, lower.y - clock, w, clock)
    gap = line // 2
    verdict = Rect(x, lower_clock.y - gap - 2 * line, w, 2 * line)
    moves = Rect(x, upper_clock.bottom + gap, w, 0)
    moves.h = verdict.y - moves.y - gap // 2
    return Projection(
        place,
        (lower, upper),
        (lower_clock, upper_clock),
        moves,
        verdict,
    )
