"""Games of gomoku in Piskvork's format (``.psq``), and pictures of boards as SVG.

A file has a line with the board's size, a line for each move (column and row from the top left,
from 1, and milliseconds), the two players, and a number that is not used here. It has no place for
the rule, for stones at the start, for the winner, or for choices in an opening. Of a game with
swap2 it has the stones; the player of the first stone is named first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from board_core.game.game_tree import UNKNOWN_TAGS
from board_core.game.rules import IllegalMove, Position, Rules
from board_core.record import (
    BadRecord,
    GameTree,
    Notes,
    PlayedGame,
    TreeMove,
    Variation,
    WrittenGame,
    tree_of,
)
from board_core.text.harmless_text import lines_of, whole_number
from board_core.text.sentence import Sentence, say

from .sgf import opening_of, point_of, text_of

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


HEAD_LINE = re.compile(r"Piskvorky[ \t]+(\d{1,3})x(\d{1,3}),", re.ASCII | re.IGNORECASE)
MOVE_LINE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*-?(\d+)\s*)?", re.ASCII)

END_LINE = "-1"

MOST_MILLISECONDS = 10**9
"""The longest thinking time that is taken for one."""


def to_psq(rules: Rules, record: PlayedGame, **_other: object) -> str:
    """Return the game; the stones of a set-up come first, as moves that took no time."""
    return tree_to_psq(rules, psq_tree(record))


def psq_tree(record: PlayedGame, **_other: object) -> GameTree:
    """Return a played game as a tree; the format holds no facts but the names."""
    return tree_of(record, {"White": record.names.white, "Black": record.names.black})


def tree_to_psq(rules: Rules, tree: GameTree) -> str:
    """Return the main line of a tree: the format has no place for comments."""
    files, ranks = rules.geometry.size
    moves = tree.main.moves
    lines = [f"Piskvorky {files}x{ranks}, 0:0, 0"]
    lines += [f"{_numbers(rules, move)},0" for move in _given(rules, tree.setup)]
    lines += [
        f"{_numbers(rules, each.move)},{round((each.notes.elapsed or 0) * 1000)}"
        for each in moves
        if each.move in rules.geometry
    ]
    if tree.main.unread:
        lines.append(tree.main.unread)
    names = [tree.names.black, tree.names.white]
    opened = opening_of(rules, tree.setup, [each.move for each in moves])
    if opened and opened[-1].after[opened[0].move] == "O":  # the stones were exchanged
        names.reverse()
    return "\n".join([*lines, *(_line(name) for name in names), END_LINE]) + "\n"


def _given(rules: Rules, setup: str | None) -> list[str]:
    """Return the stones of the set-up, black and white in turn as far as possible."""
    pieces = rules.start(setup).pieces()
    black, white = ([at for at, stone in pieces.items() if stone == kind] for kind in "xO")
    pairs = [at for pair in zip(black, white, strict=False) for at in pair]
    return [*pairs, *black[len(white) :], *white[len(black) :]]


def _numbers(rules: Rules, move: str) -> str:
    column, row = point_of(rules, move)
    return f"{column + 1},{row + 1}"


def _line(name: str) -> str:
    """Return a name as one line that is no move."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(name.split())) or "?"
    return f"{text} " if MOVE_LINE.fullmatch(text) else text


def split_psq(text: str) -> list[WrittenGame]:
    """Return the games of a file without their moves. Raises BadRecord."""
    text, games, line = "".join(lines_of(text.removeprefix("\ufeff"))), list[WrittenGame](), 1
    for part in re.split(r"(?im)^(?=Piskvorky )", text):
        if HEAD_LINE.match(part):
            games.append(WrittenGame(part, line, tuple(_tags(part.split("\n")).items())))
        line += part.count("\n")
    if not games:
        shown = repr(text if len(text) < 80 else text[:77])
        raise BadRecord(say("{text} holds no game of Piskvork", text=shown))
    return games


def _tags(lines: Sequence[str]) -> dict[str, str]:
    rest = [line.strip() for line in lines[1:] if not MOVE_LINE.fullmatch(line) and line.strip()]
    black, white = rest[:2] if len(rest) > 2 else ("?", "?")
    return UNKNOWN_TAGS | {"White": white, "Black": black}


def read_psq_tree(rules: Rules, game: WrittenGame) -> GameTree:
    """Return one game of a file. Raises BadRecord."""
    lines = game.text.split("\n")
    head = HEAD_LINE.match(lines[0])
    assert head is not None, "a game begins with its head"
    size = int(head[1]), int(head[2])
    if size != rules.geometry.size:
        raise BadRecord(
            say(
                "the record is of a board of size {size}, not {wanted}",
                size=repr(f"{size[0]}x{size[1]}"),
                wanted=rules.geometry.size[0],
            )
        )
    position, moves, problems = rules.start(None), list[TreeMove](), list[Sentence]()
    unread = list[str]()
    for number, line in enumerate(lines[1:], start=game.line + 1):
        if (found := MOVE_LINE.fullmatch(line)) is None:
            if line.strip():
                break
        elif unread:
            unread.append(line)
        else:
            try:
                if position.outcome() is not None:
                    raise IllegalMove(say("the game had ended before"))
                move = position.parse(text_of(rules, (int(found[1]) - 1, int(found[2]) - 1)))
            except IllegalMove as error:
                problems.append(say("line {line}: {why}", line=number, why=error.sentence))
                unread.append(line)
                continue
            took = whole_number(found[3], 0, MOST_MILLISECONDS)
            notes = Notes(elapsed=None if took is None else took / 1000)
            moves.append(TreeMove(move, position.notation(move), notes))
            position = position.play(move)
    tags, ended = _tags(lines), position.outcome()
    if ended is not None:
        tags["Result"] = ended.result
    main = Variation(tuple(moves), "\n".join(unread))
    return GameTree(rules, tuple(tags.items()), None, main=main, problems=tuple(problems))
