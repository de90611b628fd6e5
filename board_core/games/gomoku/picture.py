"""A picture of a board, as the text of an SVG file."""

from __future__ import annotations

from board_core.rules import Position, Rules

from .replay import point_of

CELL = 30
MARGIN = 30
WOOD, INK, MARK = "#e3b766", "#4a3410", "#c22"
STONES = {"x": ("#111", "#000"), "O": ("#fff", "#777")}


def board_svg(
    rules: Rules, position: Position, last: str | None = None, numbers: bool = False
) -> str:
    """The stones, the last move and a finished five marked; no more is needed to draw it.

    With ``numbers`` each stone of a game without a set-up has the number of its move.
    """
    size = rules.geometry.size[0]
    whole = 2 * MARGIN + (size - 1) * CELL
    end = whole - MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'width="{whole}" height="{whole}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{whole}" height="{whole}" fill="{WOOD}"/>',
    ]
    for number in range(size):
        at = MARGIN + number * CELL
        parts.append(f'<path d="M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}" stroke="{INK}"/>')
        parts += [
            _text(at, place, rules.geometry.column_labels[number], INK, 13)
            for place in (MARGIN * 0.4, end + 20)
        ]
        parts += [_text(x, at, str(size - number), INK, 13) for x in (MARGIN * 0.4, end + 18)]
    for column in _stars(size):
        for row in _stars(size):
            parts.append(_disc((column, row), 3.5, INK, INK))
    marked = position.marked()
    order = _order(position) if numbers else {}
    for square, symbol in position.pieces().items():
        fill, edge = STONES[symbol]
        point = point_of(rules, square)
        parts.append(_disc(point, CELL * 0.46, fill, edge))
        if square in marked:
            parts.append(_disc(point, CELL * 0.34, "none", MARK, 2))
        if square in order:
            ink = "#fff" if symbol == "x" else "#000"
            x, y = (MARGIN + number * CELL for number in point)
            parts.append(_text(x, y, str(order[square]), ink, 11))
        elif square == last:
            parts.append(_disc(point, CELL * 0.12, MARK, MARK))
    return "\n".join([*parts, "</svg>\n"])


def _order(position: Position) -> dict[str, int]:
    board = position.native
    return {board.text(at): number for number, at in enumerate(board.moves, 1)}


def _disc(point: tuple[int, int], radius: float, fill: str, edge: str, width: float = 1) -> str:
    x, y = (MARGIN + number * CELL for number in point)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{width:g}"/>'
    )


def _text(x: float, y: float, text: str, ink: str, size: int) -> str:
    return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size}" fill="{ink}">{text}</text>'


def _stars(size: int) -> tuple[int, ...]:
    """The lines with the points that help the eye; a board without a middle has none."""
    return (3, size // 2, size - 4) if size % 2 else ()
