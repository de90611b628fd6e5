"""The moves of a game as rows of a grid, with comments and variations of a record between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from board_core import MovePlayed
from board_core.author.analysis import MOVE_SIGNS, Judgement, said_of
from board_core.game.rules import Line
from board_core.record import MAIN_LINE, GameTree, TreeMove
from board_core.text.harmless_text import visible

from .board.scene import lettering
from .game_state import GameState
from .intents import GoToPly, Intent, ShowLine
from .kit.moves import Kind, MoveRows, MovesGrid, Ply, Remark
from .labels import count_words, duration_text, end_of, seconds_text
from .language import _, comment_words, sentence
from .records import formats, glyph_of
from .sheets import SideRow, side_rows, signs

SIGN_INKS = {
    "!!": "good",
    "!": "good",
    "!?": "accent",
    "?!": "accent",
    "?": "warning",
    "??": "error",
}
"""The signs that judge a move, and their colours."""


BRANCH_END = " )"
"""The end of a variation's row."""


class HistoryRows(MoveRows):
    """The plies of the main line, with what is written between them, and the result last.

    A place is the number of plies up to a move, a number more for the result, or a side row.
    """

    def __init__(self, state: GameState, with_i: bool = False, *, bare: bool = False) -> None:
        """``with_i``: the columns of a grid are lettered without leaving out i.

        ``bare``: only the moves of the shown line up to the shown position.
        """
        self._state, self._with_i, self._bare = state, with_i, bare
        self._judged: Mapping[int, Judgement] = {}
        self._line = self._line_of(state)
        self._end = ("", "")
        self._sides: tuple[SideRow, ...] = ()
        self._places: list[int | SideRow] = []  # of each row, if there are rows between the moves
        self._tree: GameTree | None = None
        self._branch = MAIN_LINE
        self.show_state(state)

    def _line_of(self, state: GameState) -> Line[MovePlayed]:
        sheet = state.sheet
        if self._bare:
            return state.view.played.first(state.ply)
        return state.view.played if sheet is None or sheet.main is None else sheet.main

    def show_state(self, state: GameState) -> bool:
        """Show a game; return whether more has changed than added moves."""
        old, self._state = self._state, state
        before, after = self._line, self._line_of(state)
        end, self._line = self._end, after
        self._letters = lettering(state.rules.geometry, self._with_i)
        sheet = state.sheet
        self._branch = sheet.branch if sheet is not None and self._bare else MAIN_LINE
        tree, sides, written = None if sheet is None else sheet.tree, self._sides, self._tree
        if tree is not written:
            self._tree = tree
            self._sides = () if tree is None or self._bare else side_rows(tree)
        if not self._bare and (tree is None or tree is not written):
            self._end = end_of(state)
        if tree is not written and self._sides:
            self._places = [*_interleaved(len(after), self._sides), *self._end_place]
        same = old.view.start is state.view.start and after.continues(before)
        noted = tree is not written and written is not None  # its glyphs may be others
        return not same or sides != self._sides or noted or end not in (("", ""), self._end)

    def show_in(self, grid: MovesGrid, state: GameState, judged: Mapping[int, Judgement]) -> None:
        """Show a game in its grid, with the judgements of its moves."""
        before, self._judged = self._judged, judged
        if self.show_state(state) or judged != before:
            grid.reset()
        else:
            grid.update()
        grid.mark_row(self.shown(), self.spot())

    @property
    def _end_place(self) -> list[int]:
        return [len(self._line) + 1] if any(self._end) else []

    def __len__(self) -> int:
        return len(self._places) if self._sides else len(self._line) + len(self._end_place)

    def _place(self, index: int) -> int | SideRow:
        return self._places[index] if self._sides else index + 1

    def intent(self, index: int, character: int = 0) -> Intent:
        """Return what a click on a row asks for: the move of a variation at a character of it."""
        place = self._place(index)
        if isinstance(place, SideRow):
            begun = sum(self._spot(place, at)[0] <= character for at in range(len(place.spots)))
            return ShowLine(place.branch, place.ply + max(0, begun - 1))
        ply = min(place, len(self._line))
        return GoToPly(ply) if self._state.sheet is None else ShowLine(self._branch, ply)

    def shown(self) -> int | None:
        """Return the row of the move that led to the position on the board; None at the start."""
        state, sheet = self._state, self._state.sheet
        if not self._sides:
            return state.ply - 1 if 0 < state.ply <= len(self._line) else None
        branch = () if sheet is None else sheet.branch
        while branch and state.ply <= branch[-1][0]:
            branch = branch[:-1]  # the position stands before this variation
        for index, place in enumerate(self._places):
            if isinstance(place, SideRow):
                if branch and place.branch == branch and place.last >= place.ply:
                    return index
            elif not branch and place == state.ply:
                return index
        return None

    def spot(self) -> tuple[int, int]:
        """Return where the shown move begins and ends in the words of its row; (0, 0): nowhere."""
        shown = self.shown()
        place = 0 if shown is None else self._place(shown)
        if not isinstance(place, SideRow) or not place.spots:
            return (0, 0)
        return self._spot(place, min(self._state.ply - place.ply, len(place.spots) - 1))

    def _spot(self, place: SideRow, at: int) -> tuple[int, int]:
        """Return where a move of a variation begins and ends in the words of its row."""
        texts = [self._worded(place, place.text[:each]) for each in place.spots[at]]
        return len(texts[0]) - len(BRANCH_END), len(texts[1]) - len(BRANCH_END)

    def _worded(self, place: SideRow, text: str) -> str:
        """Return the words of a row between the moves, or of a part of it."""
        indent = "    " * max(0, place.depth - 1)
        text = f"{indent}( {text}{BRANCH_END}" if place.depth else comment_words(text)
        return self._letters.show(visible(text))

    def item(self, index: int) -> Ply | Remark:
        place = self._place(index)
        if isinstance(place, SideRow):
            kind = Kind.UNREAD if place.unread else Kind.BRANCH if place.depth else Kind.COMMENT
            return Remark(kind, self._worded(place, place.text))
        if place > len(self._line):
            taken = sum(each for ply in range(place - 1) if (each := self._seconds(ply)))
            times = [duration_text(taken)] if taken >= 1 else []
            counted = " · ".join((count_words(self._state, place - 1), *times))
            return Remark(Kind.END, self._end[1], self._end[0], counted)
        event, seconds = self._line[place - 1], self._seconds(place - 1)
        sign = self._sign(place)
        return Ply(
            int(event.color is not self._state.rules.first),
            self._letters.show(event.notation),
            sign,
            SIGN_INKS.get(sign.split(" ")[0], "dim"),
            "" if seconds is None else seconds_text(seconds),
            place if self._state.rules.geometry.on_points else 0,
        )

    def _seconds(self, ply: int) -> float | None:
        """Return the seconds that a ply took; None if nobody has measured them."""
        written = self._written(ply + 1)
        if written is not None:
            return written.notes.elapsed
        return None if self._state.free else self._line[ply].elapsed

    def _sign(self, place: int) -> str:
        """Return the signs of a move; whoever wrote the record judges before the review."""
        written, judgement = self._written(place), self._judged.get(place - 1)
        told = "" if written is None else signs(written.notes)
        if judgement is None or (written is not None and glyph_of(written.notes)):
            return told
        return told + MOVE_SIGNS.get(judgement.quality, "")

    def words(self, index: int) -> str:
        place = self._place(index)
        if isinstance(place, SideRow) or place > len(self._line):
            return ""
        event, judgement = self._line[place - 1], self._judged.get(place - 1)
        words = sentence(event.before.describe(event.move))
        if judgement is not None and judgement.quality in MOVE_SIGNS:
            words = f"{words} · {sentence(said_of(judgement))}"
        return self._letters.show(words)

    def copied(self, indices: Sequence[int]) -> str:
        """Return moves as in a PGN, or in the game's own notation without numbers."""
        told, rules = list[str](), self._state.rules
        numbered = formats(rules)[0].name == "pgn"
        offset = int(self._state.view.start.to_move is not rules.first)
        for at, place in enumerate(map(self._place, indices)):
            assert isinstance(place, int)
            number, second = divmod(place - 1 + offset, 2)
            if numbered and (not second or not at):
                told.append(f"{number + 1}{'...' if second else '.'}")
            sign = self._sign(place).split(" ")[0]
            told.append(self._line[place - 1].notation + (sign if numbered else ""))
        return " ".join(told)

    def _written(self, place: int) -> TreeMove | None:
        return None if self._tree is None else self._tree.line(self._branch)[place - 1]


def _interleaved(plies: int, sides: Sequence[SideRow]) -> list[int | SideRow]:
    """Return the plies, each followed by what stands below it."""
    below: dict[int, list[SideRow]] = {}
    for side in sides:
        below.setdefault(side.after, []).append(side)
    rows = list[int | SideRow]()
    for ply in range(plies + 1):
        rows += [*((ply,) if ply else ()), *below.get(ply, ())]
    return rows


def more_words(lines: int) -> str:
    """Return the text of the link that unfolds so many lines."""
    return _("{count} more", count=lines)
