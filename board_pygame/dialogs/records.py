"""The dialogs for a position, a game of a file, and what is written about a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_core import Move, Position, Rules
from board_core.record import WrittenGame, searched
from board_core.text.harmless_text import visible
from board_pygame.games import terms
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import ChooseRow, Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow, Spacer
from board_pygame.kit.rows import ListOfRows, Rows, TableColumn, sort_key
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.widget import Widget
from board_pygame.language import _, sentence
from board_pygame.records import MOVE_GLYPHS
from board_pygame.sheets import SIGN_OF_GLYPH, OpenFile

from .telling import sort_tip


def choose_move(
    rules: Rules, position: Position, moves: Sequence[Move], on_choose: Callable[[Move], object]
) -> ChooseRow:
    """Return a dialog that asks which of several moves is meant."""
    rows = [(sentence(position.describe(move)), position.notation(move)) for move in moves]
    return ChooseRow(
        _("Choose a move"),
        _("Several moves match this:"),
        [TableColumn(_("In words")), TableColumn(_(terms(rules).value), 90)],
        ListOfRows(rows),
        lambda index: on_choose(moves[index]),
        ok=_("&OK"),
        cancel=_("&Cancel"),
    )


SHOWN_TAGS = ("White", "Black", "Result", "Event", "Round", "Date")
"""The tags of a game in the list, after its number."""


class _GameRows(Rows):
    """The games that match, each with its number in the file."""

    def __init__(self, games: tuple[WrittenGame, ...]) -> None:
        self._games = games
        self._order = (0, False)  # a column, and whether downwards
        self.matching = list(range(len(games)))

    def __len__(self) -> int:
        return len(self.matching)

    def row(self, index: int) -> tuple[str, ...]:
        number = self.matching[index]
        game = self._games[number]
        return (str(number + 1), *(visible(game.tag(name)) for name in SHOWN_TAGS))

    @property
    def count(self) -> int:
        """The number of games in the file."""
        return len(self._games)

    def search(self, words: str) -> None:
        self.matching = searched(self._games, words)
        self.sort(self._order[0], down=self._order[1])

    def sort(self, column: int, *, down: bool) -> None:
        self._order = (column, down)
        name = SHOWN_TAGS[column - 1]
        self.matching.sort(reverse=column == 0 and down)
        if column:
            self.matching.sort(key=lambda at: sort_key(self._games[at].tag(name)), reverse=down)


class ChooseGameDialog(Dialog):
    """Lists the games of a file; typing searches their tags, Enter opens the marked one."""

    def __init__(self, file: OpenFile, on_choose: Callable[[int], object]) -> None:
        self._rows, self._on_choose = _GameRows(file.games), on_choose
        hint = _("Name, event, year, number, round 4 …")
        self._search = TextField(on_change=self._searched, hint=hint)
        self.table = TableWidget(
            [
                TableColumn(_("No"), 44, align="right", color="dim"),
                TableColumn(_("White")),
                TableColumn(_("Black")),
                TableColumn(_("Result"), 64),
                TableColumn(_("Event")),
                TableColumn(_("Round"), 64),
                TableColumn(_("Date"), 92, color="dim"),
            ],
            self._rows,
            height=14,
            empty=_("No game matches."),
            on_activate=self._choose,
            sort_tip=sort_tip(),
        )
        self.table.go_to(file.number)
        self._accept = Button(_("&Open"), self._open, primary=True)
        super().__init__(
            self._title(),
            [FormRow(self._search, label=_("&Search")), FormRow(self.table)],
            [Button(_("&Cancel"), self.dismiss), self._accept],
            default=self._accept,
            width=860,
        )

    def _title(self) -> str:
        return _("Games ({shown} of {count})", shown=len(self._rows), count=self._rows.count)

    def _searched(self, text: str) -> None:
        self._rows.search(text)
        self.title = self._title()
        self.table.reset()
        self.table.go_to(0 if len(self._rows) else None)
        self._accept.enable(bool(len(self._rows)))
        self.ui.redraw()

    def _open(self) -> None:
        if self.table.cursor is not None:
            self._choose(self.table.cursor)

    def _choose(self, index: int) -> None:
        self.close()
        self._on_choose(self._rows.matching[index])


class NotesDialog(Dialog):
    """Asks for the comment on a move and its sign, or whether its variation is to be deleted."""

    def __init__(
        self,
        title: str,
        comment: str,
        glyph: int | None,
        on_write: Callable[[str, int], object],
        on_delete: Callable[[], object] | None,
    ) -> None:
        """``glyph`` is 0 for a move without a sign, None where there is no move.

        ``on_delete`` is None in the main line.
        """
        self._on_write, self._on_delete = on_write, on_delete
        self.comment = TextField(comment, hint=_("Comment"))
        segments = [Segment(one, SIGN_OF_GLYPH[one]) for one in MOVE_GLYPHS]
        self.glyph = Segmented([Segment(0, _("none")), *segments], glyph or 0)
        self.glyph.show(glyph is not None)
        accept = Button(_("&OK"), self._write, primary=True)
        buttons: list[Widget] = [Button(_("&Cancel"), self.dismiss), accept]
        if on_delete is not None:
            buttons[:0] = [Button(_("&Delete this variation"), self._delete), Spacer()]
        super().__init__(
            title,
            [FormRow(self.comment, label=_("Co&mment")), FormRow(self.glyph, label=_("Sign"))],
            buttons,
            default=accept,
            width=620,
        )

    def _write(self) -> None:
        self.close()
        self._on_write(self.comment.text, self.glyph.value)

    def _delete(self) -> None:
        self.close()
        if self._on_delete is not None:
            self._on_delete()
