"""Draws a view: every function reads its arguments and nothing else.

Text that came from a program goes through :func:`visible` first, and into rich as ``Text``, which
knows no markup: no name, move or line can move the cursor or colour the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rich.text import Text

from board_core import (
    Color,
    DrawDeclined,
    DrawOffered,
    HostAway,
    Move,
    MovePlayed,
    MoveRejected,
    PlayerSaid,
    Position,
    Rules,
    Thought,
)
from board_core.clock import LITTLE_TIME, clock_face
from board_core.match import MatchResult, Tally
from board_core.player import score_text
from board_core.rules import squares_of
from board_core.view import Remark, View
from board_core.words import visible

from .language import _, words

GAP = 4
"""Columns between the board and what stands beside it."""

KEPT_MOVES = 128
"""So many of the last moves can be shown; a ply costs the same however long the game is."""

WIDEST = 110
"""Columns beyond which clocks would stand too far from their names."""

SQUARE = 3
"""Columns of a square; it is one line high."""

PAIR = 22
"""Columns of a move number and two moves."""

# How a terminal can show it

FILLED = dict(zip("KQRBNPkqrbnpOx", "♚♛♜♝♞♟♚♛♜♝♞♟●●", strict=True))  # told apart by their colour
OUTLINED = dict(zip("KQRBNPkqrbnpOx", "♔♕♖♗♘♙♚♛♜♝♞♟○●", strict=True))  # told apart by their shape


@dataclass(frozen=True, slots=True)
class Look:
    """Signs and colours that a terminal can show; without colours the last move is bracketed."""

    pieces: Mapping[str, str] = field(default_factory=dict)  # what is missing is shown as it is
    empty: tuple[str, str] = (".", ".")  # light, dark
    point: str = "."  # where lines cross
    squares: tuple[str, str] | None = None  # background colours: light, dark
    marked: tuple[str, str] = ("", "")
    white: str = ""
    black: str = ""
    arrow: str = ">"
    bar: tuple[str, str] = ("#", "-")
    dot: str = "-"
    infinity: str = "-"


PLAIN = Look()
"""Letters, for files and terminals that show nothing else."""

SIGNS = Look(OUTLINED, ("·", "·"), "·", arrow="▶", bar=("━", "─"), dot="·", infinity="∞")
"""Signs without colours."""

COLORS = replace(
    SIGNS,
    pieces=FILLED,
    empty=(" ", " "),
    squares=("#a3b18a", "#6b8a5e"),
    marked=("#d3b85c", "#b8963e"),
    white="bold #ffffff",
    black="bold #000000",
)

FEW_COLORS = replace(
    COLORS,
    squares=("green", "blue"),
    marked=("yellow", "yellow"),
    white="bold bright_white",
    black="black",
)
"""For terminals with sixteen colours."""

CONSOLE = replace(FEW_COLORS, pieces={}, arrow=">", bar=("#", "-"), dot="-", infinity="-")
"""For the console without a desktop: its font has no chess pieces."""


def look_for(color_system: str | None, encoding: str, terminal: str) -> Look:
    """What suits an output with these colours, this encoding and this ``TERM``."""
    if terminal == "linux" and color_system:
        return CONSOLE
    if not encoding.lower().startswith("utf"):
        return PLAIN
    if color_system is None:
        return SIGNS
    return FEW_COLORS if color_system in ("standard", "windows") else COLORS


# Texts


def clock_texts(view: View, now: float) -> tuple[str, str]:
    """Both clocks as they show now: a screen is drawn again when this changes."""
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
    rules: Rules, position: Position, last: Move | None, look: Look, *, flipped: bool = False
) -> list[Text]:
    """The board with its coordinates, seen from white's side or, flipped, from black's."""
    files, ranks = rules.geometry.size
    letters = list(rules.geometry.column_labels[:files])
    numbers = list(range(ranks, 0, -1))
    if flipped:
        letters.reverse()
        numbers.reverse()
    margin = len(str(ranks))
    pieces, marks = position.pieces(), squares_of(last) if last else ()
    if rules.geometry.on_points:
        look = replace(look, empty=(look.point, look.point))
    lines = []
    for number in numbers:
        line = Text(f"{number:>{margin}} ", style="dim", no_wrap=True)
        for letter in letters:
            dark = (
                0
                if rules.geometry.on_points
                else (rules.geometry.column_labels.index(letter) + number) % 2
            )
            square = f"{letter}{number}"
            line.append_text(_square(pieces.get(square), dark, square in marks, look))
        lines.append(line)
    names = "".join(f"{letter:^{SQUARE}}" for letter in letters)
    lines.append(Text(" " * (margin + 1) + names.rstrip(), style="dim", no_wrap=True))
    return lines


def _square(piece: str | None, dark: int, marked: bool, look: Look) -> Text:
    sign = look.empty[dark] if piece is None else look.pieces.get(piece, piece)
    if look.squares is None:
        return Text(f"[{sign}]" if marked else f" {sign} ", style="not dim")
    ground = (look.marked if marked else look.squares)[dark]
    color = look.white if piece is not None and piece.isupper() else look.black
    return Text(f" {sign} ", style=f"not dim {color} on {ground}")


# What stands beside the board


def player_line(view: View, color: Color, now: float, look: Look, width: int) -> Text:
    """An arrow for the side to move, the name, and the clock at the right edge."""
    to_move = view.to_move is color and view.ended is None
    left = view.clock.left(color, now)
    time = clock_face(view.clock, color, now, look.infinity)
    style = "bold red" if left < LITTLE_TIME else "bold" if to_move else ""
    name = Text.assemble(
        (f"{look.arrow if to_move else ' '} ", "bold green"),
        (visible(view.names[color]), "bold"),
        (f"  {words.color(color)}", "dim"),
    )
    return _to_both_edges(name, Text(time, style=style), width)


def thought_line(thought: Thought | None, width: int) -> Text:
    """What a program says of its search, as much as fits on a line."""
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
    """The last moves in columns; a full page scrolls by one column."""
    pairs = _pairs(played, first)
    columns = max(1, width // PAIR)
    page = rows * columns
    skipped = -(-max(0, len(pairs) - page) // rows) * rows
    shown = pairs[skipped:]
    lines = []
    for row in range(rows):
        line = Text(no_wrap=True)
        for pair in shown[row::rows]:
            line.append_text(pair)
        lines.append(line)
    if lines and shown:
        lines[(len(shown) - 1) % rows].stylize("bold", -PAIR)
    return lines


def _pairs(played: Sequence[MovePlayed], first: Color) -> list[Text]:
    """Move numbers with white's and black's moves, each of the same width.

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
        pair_text.truncate(PAIR, pad=True)
        pairs.append(pair_text)
    return pairs


def panel_lines(view: View, now: float, look: Look, height: int, width: int) -> list[Text]:
    """Both players with clocks and thoughts, and the last moves between them."""
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
    look: Look,
    width: int,
    height: int,
) -> Text:
    """All that is shown while one game runs."""
    width = min(width, WIDEST) - 2  # a margin on both sides
    board = board_lines(view.rules, view.position, view.last_move, look)
    room = width - max(line.cell_len for line in board) - GAP
    if room >= PAIR + 6:
        middle = beside(board, panel_lines(view, now, look, len(board), room))
    else:
        middle = [*board, *panel_lines(view, now, look, 7, width)]
    lines = [header_line(view, result, game, look), Text(), *middle]
    lines += [Text(), remark_line(view, look)]
    if result.games > 1:
        lines += [Text(), standing_line(result, look), progress_line(result, look, width)]
    return joined(_indented(line, width) for line in lines[:height])


def header_line(view: View, result: MatchResult, game: int, look: Look) -> Text:
    control = view.clock.control
    times = [words.control(control.white)]
    if control.black != control.white:
        times.append(words.control(control.black))
    parts = [visible(view.rules.name), *times]
    if result.games > 1:
        parts.insert(0, _("game {number} of {games}", number=game, games=result.games))
    return Text(f" {look.dot} ".join(parts), style="dim")


def remark_line(view: View, look: Look) -> Text:
    """The result, or the last thing that was not a move."""
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
    if isinstance(remark, HostAway):
        return visible(words.sentence(remark.sentence))
    name = view.names[remark.color]
    match remark:
        case MoveRejected(_color, _ply, _text, why):
            return visible(f"{name}: {words.sentence(why)}")
        case DrawOffered():
            return visible(_("{name} offers a draw", name=name))
        case DrawDeclined():
            return visible(_("{name} declines the draw", name=name))
        case PlayerSaid(_color, _ply, note):
            return visible(f"{name}: {note.text}")


def standing_line(result: MatchResult, look: Look) -> Text:
    """Names and points, and the first player's wins, draws and losses."""
    one, other = (visible(name) for name in result.names)
    mine, theirs = (points_text(tally.points) for tally in result.tallies)
    line = Text.assemble((one, "bold"), "  ", (f"{mine} : {theirs}", "bold"), "  ", (other, "bold"))
    line.append(f"  {look.dot}  {tally_text(result.score)}", style="dim")
    return line


def progress_line(result: MatchResult, look: Look, width: int) -> Text:
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
            line.append(" " * (width - one.cell_len + GAP), style="not dim")
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
