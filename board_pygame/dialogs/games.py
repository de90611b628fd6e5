"""The dialog that asks for one of the games of a file."""

from __future__ import annotations

from collections.abc import Callable

from board_core.record import WrittenGame, searched
from board_core.text.harmless_text import visible
from board_pygame.dialogs.words import sort_tip
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow
from board_pygame.kit.table import Rows, TableColumn, TableWidget, sort_key
from board_pygame.language import _
from board_pygame.sheets import OpenFile

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
            empty=_("No game has these words."),
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
