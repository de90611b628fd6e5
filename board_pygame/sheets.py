"""The record on the free board: its tree, the line of it that is shown, and its file. Pure."""

from __future__ import annotations

from dataclasses import replace

from board_core import Color, Move, MovePlayed, Position, Score
from board_core.fast_dataclass import dataclass
from board_core.game.rules import Line
from board_core.games import RecordFormat
from board_core.record import MAIN_LINE, Branch, GameTree, Notes, TreeMove, WrittenGame

from .tour import Tour

SIGN_OF_GLYPH = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
SIGN_OF_GLYPH |= {10: " =", 14: " +=", 15: " =+", 16: " +/-", 17: " -/+", 18: " +-", 19: " -+"}
"""The signs of numeric annotation glyphs; the others are shown as numbers, ``$36``."""


TEXT_GAP = " "
"""What stands between the moves of a variation."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """The games of a file as written; ``number`` is the one on the board, from 0."""

    name: str  # with its folder; empty: not saved
    form: RecordFormat
    games: tuple[WrittenGame, ...]
    number: int = 0
    changed: bool = False  # since it was opened or saved, besides the game on the board
    kept: str = ""  # the file of the kept game that it is


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A record that is read and written on the free board."""

    tree: GameTree
    branch: Branch = MAIN_LINE  # the line that is shown
    main: Line[MovePlayed] | None = None  # the main line, while another one is shown
    file: OpenFile | None = None
    changed: bool = False  # not as it stands in the file
    tour: Tour | None = None  # the one whose card is on the board

    def played(
        self, ply: int, move: Move, before: Position, shown: Line[MovePlayed]
    ) -> RecordSheet:
        """Return the sheet with a move made at this ply of the shown line."""
        new = TreeMove(move, before.notation(move))
        tree, branch = self.tree.played(self.branch, ply, new)
        return self._on(branch, tree, shown)

    def cut(self, plies: int, shown: Line[MovePlayed]) -> RecordSheet:
        """Return the sheet without the moves of the shown line after so many plies."""
        tree, branch = self.tree.cut(self.branch, plies)
        return self._on(branch, tree, shown)

    def on(self, branch: Branch, shown: Line[MovePlayed]) -> RecordSheet:
        """Return the sheet with another line shown; ``shown`` is the one shown before."""
        return self._on(branch, self.tree, shown)

    def _on(self, branch: Branch, tree: GameTree, shown: Line[MovePlayed]) -> RecordSheet:
        main = None if not branch else shown if not self.branch else self.main
        changed = self.changed or tree is not self.tree
        return replace(self, tree=tree, branch=branch, main=main, changed=changed)

    def scores(self) -> list[tuple[int, Score]]:
        """Return the plies of the shown line with a score, which is White's."""
        line = enumerate(self.tree.line(self.branch), start=1)
        scored = ((ply, move.notes.score) for ply, move in line)
        return [(ply, score) for ply, score in scored if score is not None]

    def clock_left(self, color: Color, shown: Line[MovePlayed], ply: int) -> float | None:
        """Return a side's seconds after this many plies, according to the record."""
        line = self.tree.line(self.branch)
        for index in range(min(ply, len(line)) - 1, -1, -1):
            if shown[index].color is color:
                return line[index].notes.clock_left
        return None

    def notes(self, ply: int) -> Notes:
        """Return the notes on the position after so many plies of the shown line."""
        return self.tree.notes_at(self.branch, ply)


@dataclass(frozen=True, slots=True)
class SideRow:
    """A row between the moves of the main line: a comment, a variation, or text left unread.

    ``branch`` and ``ply`` are what a click shows. The row stands below the main line's move number
    ``after`` (0: above the first).
    """

    after: int
    text: str
    branch: Branch
    ply: int
    depth: int = 0  # of variations; 0 is the main line
    last: int = 0  # the last ply of a variation's row; 0: a comment
    unread: bool = False
    spots: tuple[tuple[int, int], ...] = ()  # of a variation's moves in the text, from ``ply`` on


def side_rows(tree: GameTree) -> tuple[SideRow, ...]:
    """Return everything that is written between the moves of the main line, in its order."""
    offset = int(tree.rules.start(tree.setup).to_move is not tree.rules.first)
    rows = list[SideRow]()
    if tree.notes.comment:
        rows.append(SideRow(0, " ".join(tree.notes.comment.split()), MAIN_LINE, 0))
    for ply, move in enumerate(tree.main.moves):
        if move.before:
            rows.append(SideRow(ply, " ".join(move.before.split()), MAIN_LINE, ply + 1))
        if move.notes.comment:
            text = " ".join(move.notes.comment.split())
            rows.append(SideRow(ply + 1, text, MAIN_LINE, ply + 1))
        for number in range(len(move.variations)):
            rows += _of_variation(tree, ((ply, number),), ply + 1, offset)
    if tree.main.unread:
        count = len(tree.main.moves)
        text = " ".join(tree.main.unread.split())
        rows.append(SideRow(count, text, MAIN_LINE, count, unread=True))
    return tuple(rows)


def _of_variation(tree: GameTree, branch: Branch, after: int, offset: int) -> list[SideRow]:
    """Return the rows of a variation; those within it stand below, each deeper."""
    start = branch[-1][0]
    moves, depth = tree.line(branch)[start:], len(branch)
    inner, texts, spots = list[SideRow](), list[str](), list[tuple[int, int]]()
    told = True  # words stand before the move, which has its number then
    for ply, move in enumerate(moves, start=start):
        count = 2 * ply if tree.rules.geometry.on_points else ply + offset
        number = f"{count // 2 + 1}." if count % 2 == 0 else f"{count // 2 + 1}..."
        texts += [" ".join(move.before.split())] if move.before else []
        said = f"{number} {noted(move)}" if told or count % 2 == 0 else noted(move)
        begins = sum(len(text) + len(TEXT_GAP) for text in texts)
        spots.append((begins, begins + len(said)))
        texts.append(said)
        texts += [" ".join(move.notes.comment.split())] if move.notes.comment else []
        told = bool(move.notes.comment)
        for index in range(len(move.variations)):
            inner += _of_variation(tree, (*branch, (ply, index)), after, offset)
    unread = tree.variation(branch).unread
    if unread:
        texts.append(" ".join(unread.split()))
    last = start + len(moves)
    first, unreadable = min(start + 1, last), not moves
    row = SideRow(after, TEXT_GAP.join(texts), branch, first, depth, last, unreadable, tuple(spots))
    return [row, *inner]


def noted(move: TreeMove) -> str:
    """Return a move with the signs of its glyphs: ``Nf3!?``."""
    return move.notation + signs(move.notes)


def signs(notes: Notes) -> str:
    """Return the signs of the glyphs of a position."""
    return "".join(SIGN_OF_GLYPH.get(glyph, f" ${glyph}") for glyph in notes.glyphs)
