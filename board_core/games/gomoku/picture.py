"""Pictures of boards, as texts of SVG files."""

from __future__ import annotations

from board_core.game.rules import Position, Rules

from .replay import point_of

CELL_WIDTH = 30
MARGIN_WIDTH = 30
WOOD_COLOR, INK_COLOR, MARK_COLOR = "#e3b766", "#4a3410", "#c22"
STONE_COLORS = {"x": ("#111", "#000"), "O": ("#fff", "#777")}


def board_svg(
    rules: Rules, position: Position, last: str | None = None, numbers: bool = False
) -> str:
    """Return a picture of the stones, with the last move and a finished five marked.

    With ``numbers`` each stone of a game without a set-up has the number of its move.
    """
    size = rules.geometry.size[0]
    whole = 2 * MARGIN_WIDTH + (size - 1) * CELL_WIDTH
    end = whole - MARGIN_WIDTH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'width="{whole}" height="{whole}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{whole}" height="{whole}" fill="{WOOD_COLOR}"/>',
    ]
    for number in range(size):
        at = MARGIN_WIDTH + number * CELL_WIDTH
        parts.append(
            f'<path d="M{at} {MARGIN_WIDTH}V{end}M{MARGIN_WIDTH} {at}H{end}" stroke="{INK_COLOR}"/>'
        )
        parts += [
            _text(at, place, rules.geometry.column_labels[number], INK_COLOR, 13)
            for place in (MARGIN_WIDTH * 0.4, end + 20)
        ]
        parts += [
            _text(x, at, str(size - number), INK_COLOR, 13) for x in (MARGIN_WIDTH * 0.4, end + 18)
        ]
    for column in _stars(size):
        for row in _stars(size):
            parts.append(_disc((column, row), 3.5, INK_COLOR, INK_COLOR))
    marked = position.marked()
    order = _order(position) if numbers else {}
    for square, symbol in position.pieces().items():
        fill, edge = STONE_COLORS[symbol]
        point = point_of(rules, square)
        parts.append(_disc(point, CELL_WIDTH * 0.46, fill, edge))
        if square in marked:
            parts.append(_disc(point, CELL_WIDTH * 0.34, "none", MARK_COLOR, 2))
        if square in order:
            ink = "#fff" if symbol == "x" else "#000"
            x, y = (MARGIN_WIDTH + number * CELL_WIDTH for number in point)
            parts.append(_text(x, y, str(order[square]), ink, 11))
        elif square == last:
            parts.append(_disc(point, CELL_WIDTH * 0.12, MARK_COLOR, MARK_COLOR))
    return "\n".join([*parts, "</svg>\n"])


def _order(position: Position) -> dict[str, int]:
    board = position.native
    return {board.text(at): number for number, at in enumerate(board.moves, 1)}


def _disc(point: tuple[int, int], radius: float, fill: str, edge: str, width: float = 1) -> str:
    x, y = (MARGIN_WIDTH + number * CELL_WIDTH for number in point)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{width:g}"/>'
    )


def _text(x: float, y: float, text: str, ink: str, size: int) -> str:
    return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size}" fill="{ink}">{text}</text>'


def _stars(size: int) -> tuple[int, ...]:
    """Return the lines of the points that help the eye; a board without a middle has none."""
    return (3, size // 2, size - 4) if size % 2 else ()
