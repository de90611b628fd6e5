"""Draws a view: every function reads its arguments and nothing else.

Text from a program goes through :func:`visible` first, and into rich as ``Text``, without markup,
so that no name, move or line can move the cursor or colour the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from sys import maxsize

from rich.cells import cell_len
from rich.text import Text

from board_core import (
    Color,
    DrawDeclined,
    DrawOffered,
    HostAway,
    MovePlayed,
    MoveRejected,
    PlayerSaid,
    PlayerSilent,
    Position,
    Rules,
    Thought,
)
from board_core.fast_dataclass import dataclass
from board_core.game.clock import LITTLE_TIME, clock_face
from board_core.game.geometry import Geometry, Style, Where
from board_core.game.player import score_text
from board_core.game.view import Remark, View
from board_core.games.look import Look, Places
from board_core.match import MatchResult, Tally
from board_core.match.known_games import hosted
from board_core.text.harmless_text import visible

from .language import _, words
from .screen import Palette, Signs

GAP_COLUMNS = 4
"""Columns between the board and what stands beside it."""

KEPT_MOVES = 128
"""The last moves that can be shown; a ply costs the same however long the game is."""

WIDEST_FRAME = 110
"""Columns beyond which clocks would stand too far from their names."""

SQUARE_COLUMNS = 3
"""Columns of a square; it is one line high."""

PAIR_COLUMNS = 22
"""Columns of a move number and two moves."""

NO_TEXT = Text()

# Texts


def clock_texts(view: View, now: float) -> tuple[str, str]:
    """Return both clocks as they show now: a screen is drawn again when this changes."""
    clock = view.clock
    return clock_face(clock, Color.WHITE, now), clock_face(clock, Color.BLACK, now)


def points_text(points: float) -> str:
    return f"{points:g}"


def tally_text(tally: Tally) -> str:
    return _(
        "{wins} won, {draws} drawn, {losses} lost",
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
    )


# The board


def board_lines(
    rules: Rules,
    position: Position,
    last: Places,
    look: Palette,
    *,
    flipped: bool = False,
    width: int = maxsize,
) -> list[Text]:
    """Return the board with its coordinates, seen from white's side or, flipped, from black's.

    ``last`` are the places of the last move. Where there is no room for wide squares, they are
    narrow. A game without places shows its position's text.
    """
    geometry, game = rules.geometry, hosted(rules).look
    if not geometry.places:
        return [Text(visible(line), no_wrap=True) for line in str(position).splitlines()]
    whole, pieces = geometry.turned if flipped else geometry, position.pieces()
    seen, tabs = whole.present(pieces), _tabs(whole, pieces)
    named = not (seen.column_labels or seen.row_labels)
    margin = max(map(len, seen.row_labels), default=-1) + 1
    square = _width(seen, pieces, tabs.values(), width - margin, named)
    draw = _Squares(geometry, game, _suited(look, game, geometry), named, square)
    lines = []
    for row, names in enumerate(seen.rows):
        label = seen.row_labels[row] if row < len(seen.row_labels) else ""
        line = Text(no_wrap=True).append(f"{label:>{margin - 1}} " if margin else "", style="dim")
        line.append(" " * draw.indent(row))
        for column, name in enumerate(names):
            if (board := tabs.get((column, row))) is not None:
                line.append_text(draw.tab(board, pieces[board], board in last))
            elif (column - 1, row) not in tabs:
                line.append_text(draw.square(name, pieces.get(name or ""), name in last))
        line.truncate(width, overflow="crop")
        lines.append(line)
    if seen.column_labels:
        labels = "".join(_centered(label, draw.width) for label in seen.column_labels)
        indent = " " * (margin + draw.indent(len(lines) - 1))
        lines.append(Text(indent + labels.rstrip(), style="dim", no_wrap=True))
    return lines


def _tabs(geometry: Geometry, pieces: Mapping[str, str]) -> Mapping[Where, str]:
    """Return the boards that can be moved by the cells of their names, each two cells wide."""
    return {at: name for name, at in geometry.tabs.items() if name in pieces}


def _suited(look: Palette, game: Look, geometry: Geometry) -> Palette:
    """Return the palette in the colours of a game."""
    if geometry.style is not Style.SQUARES:
        look = replace(look, empty=(look.point, look.point))
    if look.any_color and game.ground is not None:
        look = replace(look, squares=game.ground)
    if look.any_color and game.discs is not None:
        white, black = game.discs
        look = replace(look, white=f"bold {white}", black=f"bold {black}")
    return look


def _width(
    geometry: Geometry, pieces: Mapping[str, str], tabs: Iterable[str], room: int, named: bool
) -> int:
    """Return the columns of a square: two blanks for the longest symbol, if there is room."""
    shown = [*pieces.values(), *(geometry.places if named else ())]
    longest = max(map(cell_len, shown), default=0)
    across = geometry.columns + geometry.slant * (geometry.height - 1)
    tabbed = ((cell_len(tab) + 3) // 2 for tab in tabs)  # with the sign of the owner
    least = max(longest, *map(cell_len, geometry.column_labels), *tabbed, 1)
    fitting = int((room + 1) // max(1, across))  # the last column of a board is blank
    return max(least, min(max(SQUARE_COLUMNS, longest + 2), fitting))


def _centered(text: str, width: int) -> str:
    room = max(0, width - cell_len(text))
    return " " * (room // 2) + text + " " * (room - room // 2)


@dataclass(frozen=True, slots=True)
class _Squares:
    """Draws the squares of a board; ``named``: empty ones show their names, for want of labels."""

    geometry: Geometry
    game: Look
    look: Palette
    named: bool
    width: int

    def indent(self, row: int) -> int:
        return int(row * self.geometry.slant * self.width)

    def square(self, name: str | None, piece: str | None, marked: bool) -> Text:
        if name is None:
            return Text(" " * self.width)
        dark = self.geometry.style is Style.SQUARES and self.geometry.is_dark(name)
        empty = name if self.named else self.look.empty[dark]
        sign = empty if piece is None else self._sign(piece)
        faint = "dim" if piece is None and self.named else ""
        return self._painted(sign, self.width, piece or "", dark, marked, faint)

    def tab(self, board: str, owner: str, marked: bool) -> Text:
        """Return the name of a board that can be moved, and the sign of its owner."""
        return self._painted(f"{self._sign(owner)} {board}", 2 * self.width, owner, True, marked)

    def _painted(
        self, sign: str, width: int, owner: str, dark: bool, marked: bool, faint: str = ""
    ) -> Text:
        look = self.look
        if look.squares is None:
            if marked:
                room = width - cell_len(sign)
                sign = f"[{_centered(sign, width - 2)}]" if room > 1 else sign + "]"[:room]
            return Text(_centered(sign, width), style=faint)
        ground = (look.marked if marked else look.squares)[dark]
        color = look.white if owner.isupper() else look.black
        return Text(_centered(sign, width), style=f"{faint} {color} on {ground}")

    def _sign(self, piece: str) -> str:
        if self.look.signs is Signs.LETTERS:
            return visible(piece)
        return visible(self.game.sign(piece, outlined=self.look.signs is Signs.OUTLINED))


# What stands beside the board


def player_line(view: View, color: Color, now: float, look: Palette, width: int) -> Text:
    """Return an arrow for the side to move, the name, and the clock at the right edge."""
    to_move = view.to_move is color and view.ended is None
    left = view.clock.remaining_at(color, now)
    time = clock_face(view.clock, color, now, look.infinity)
    beside = beside_text(view.rules, view.position, color, look)
    style = "bold red" if left < LITTLE_TIME else "bold" if to_move else ""
    name = Text.assemble(
        (f"{look.arrow if to_move else ' '} ", "bold green"),
        (visible(view.names[color]), "bold"),
        (f"  {words.color(color)}", "dim"),
        f"   {beside}" if beside else "",
    )
    return _to_both_edges(name, Text(time, style=style), width)


def beside_text(rules: Rules, position: Position, color: Color, look: Palette) -> str:
    """Return the pieces in a side's hand, each kind with its number, and what is counted for it."""
    game, letters = hosted(rules).look, look.signs is Signs.LETTERS
    return game.beside(position, color).told(
        lambda symbol: visible(symbol if letters else game.sign(symbol, outlined=True)),
        words.sentence,
    )


def thought_line(thought: Thought | None, width: int) -> Text:
    """Return what a program reports of its search, cut to a line."""
    line = Text("  ", style="dim", no_wrap=True)
    if thought is None:
        return line
    parts = []
    if thought.score is not None:
        parts.append(score_text(thought.score))
    if thought.depth is not None:
        parts.append(_("depth {depth}", depth=thought.depth))
    if thought.pv:
        parts.append(" ".join(thought.pv))
    elif thought.text:
        parts.append(thought.text)
    line.append(visible("  ".join(parts)))
    line.truncate(width, overflow="ellipsis")
    return line


def move_lines(played: Sequence[MovePlayed], first: Color, rows: int, width: int) -> list[Text]:
    """Return the last moves in columns; a full page scrolls by one column."""
    pairs = _pairs(played, first)
    columns = max(1, width // PAIR_COLUMNS)
    page = rows * columns
    skipped = -(-max(0, len(pairs) - page) // rows) * rows
    shown = pairs[skipped:]
    lines = [Text(no_wrap=True).join(shown[row::rows]) for row in range(rows)]
    if lines and shown:
        lines[(len(shown) - 1) % rows].stylize("bold", -PAIR_COLUMNS)
    return lines


def _pairs(played: Sequence[MovePlayed], first: Color) -> list[Text]:
    """Return move numbers with white's and black's moves, each of the same width.

    A side may have several moves in a row, or the first though it is the other's.
    """
    moves: list[list[str]] = []
    for event in played:
        second = event.color is not first
        if not moves or not second or moves[-1][1]:
            moves.append(["..." if second else "", ""])
        moves[-1][second] = visible(event.notation)
    pairs = []
    for number, (one, other) in enumerate(moves, 1):
        pair_text = Text(f"{number:>3}. ", style="dim", no_wrap=True)
        pair_text.append(f"{one:<8}{other:<8} ", style="not dim")
        pair_text.truncate(PAIR_COLUMNS, pad=True)
        pairs.append(pair_text)
    return pairs


def panel_lines(view: View, now: float, look: Palette, height: int, width: int) -> list[Text]:
    """Return both players with clocks and thoughts, and the last moves between them."""
    rows = max(1, height - 5)
    white, black = (
        [player_line(view, color, now, look, width), thought_line(view.thoughts[color], width)]
        for color in (Color.WHITE, Color.BLACK)
    )
    moves = move_lines(view.played[-KEPT_MOVES:], view.rules.first, rows, width)
    return [*black, *moves, *reversed(white), Text()][:height]


# Whole screens


def frame(
    view: View,
    result: MatchResult,
    game: int,
    now: float,
    look: Palette,
    width: int,
    height: int,
    warning: Text = NO_TEXT,
) -> Text:
    """Return the whole screen while one game runs; a warning stands in place of the remark."""
    width = min(width, WIDEST_FRAME) - 2  # a margin on both sides
    board = board_lines(view.rules, view.position, view.last_places, look, width=width)
    room = width - max(line.cell_len for line in board) - GAP_COLUMNS
    if room >= PAIR_COLUMNS + 6:
        middle = beside(board, panel_lines(view, now, look, len(board), room))
    else:
        middle = [*board, *panel_lines(view, now, look, 7, width)]
    lines = [header_line(view, result, game, look), Text(), *middle]
    lines += [Text(), warning or remark_line(view, look)]
    if result.games > 1:
        lines += [Text(), standing_line(result, look, width), progress_line(result, look, width)]
    return joined(_indented(line, width) for line in lines[:height])


def header_line(view: View, result: MatchResult, game: int, look: Palette) -> Text:
    control = view.clock.control
    times = [words.control(control.white)]
    if control.black != control.white:
        times.append(words.control(control.black))
    parts = [visible(view.rules.name), *times]
    if result.games > 1:
        parts.insert(0, _("game {number} of {games}", number=game, games=result.games))
    return Text(f" {look.dot} ".join(parts), style="dim")


def remark_line(view: View, look: Palette) -> Text:
    """Return the result, or the last event that was not a move."""
    if view.ended is not None:
        outcome = view.ended.outcome
        said = visible(words.outcome(outcome, view.ended.explanation))
        return Text.assemble((outcome.result, "bold"), "  ", said)
    if view.paused:
        return Text(_("paused"), style="yellow")
    if view.remark is not None:
        return Text(remark_text(view.remark, view), style="yellow")
    return Text()


def remark_text(remark: Remark, view: View) -> str:
    if isinstance(remark, HostAway | PlayerSilent):
        return visible(words.sentence(remark.sentence))
    name = view.names[remark.color]
    match remark:
        case MoveRejected(_color, _ply, _text, why):
            return visible(_("{label}: {text}", label=name, text=why))
        case DrawOffered():
            return visible(_("{name} offers a draw", name=name))
        case DrawDeclined():
            return visible(_("{name} declines the draw", name=name))
        case PlayerSaid(_color, _ply, note):
            return visible(_("{label}: {text}", label=name, text=note.text))


def standing_line(result: MatchResult, look: Palette, width: int) -> Text:
    """Names and points, and the first player's wins, draws and losses if there is room."""
    names = [Text(visible(name), "bold") for name in result.names]
    points = " : ".join(points_text(tally.points) for tally in result.tallies)
    told = Text(f"  {look.dot}  {tally_text(result.score)}", "dim")
    used = cell_len(points) + 4
    if sum(name.cell_len for name in names) + used + told.cell_len > width:
        told = Text()
    if sum(name.cell_len for name in names) + used > width:
        for name in names:
            name.truncate(max(1, (width - used) // 2), overflow="ellipsis")
    return Text.assemble(names[0], "  ", (points, "bold"), "  ", names[1], told)


def progress_line(result: MatchResult, look: Palette, width: int) -> Text:
    done = _("{ended} of {games} games", ended=result.ended, games=result.games)
    room = max(10, min(60, width - len(done) - 2))
    full = room * result.ended // result.games
    return Text.assemble(
        (look.bar[0] * full, "green"), (look.bar[1] * (room - full), "dim"), f"  {done}"
    )


def beside(left: Sequence[Text], right: Sequence[Text]) -> list[Text]:
    width = max(line.cell_len for line in left)
    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        if other.plain:
            line.append(" " * (width - one.cell_len + GAP_COLUMNS))
            line.append_text(other)
        lines.append(line)
    return lines


def joined(lines: Iterable[Text]) -> Text:
    return Text("\n").join(lines)


def _indented(line: Text, width: int) -> Text:
    cut = line.copy()
    cut.truncate(width, overflow="ellipsis")
    return Text.assemble(" ", cut)


def _to_both_edges(left: Text, right: Text, width: int) -> Text:
    room = max(1, width - right.cell_len - 1)
    left.truncate(room, overflow="ellipsis", pad=True)
    return left.append(" ").append_text(right)
