"""The dialogs for a position, a game of a file, and what is written about a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from board_core import BoardError, Move, PerColor, Position, Rules
from board_core.frontend.settings import Settings
from board_core.match.known_games import hosted
from board_core.record import GameTree, WrittenGame, searched
from board_core.text.harmless_text import visible
from board_core.text.languages import N_
from board_pygame.board.backdrop import colors_of
from board_pygame.board.panes import SmallBoard
from board_pygame.board.scene import Scene, lettering
from board_pygame.games import terms
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import ChooseRow, Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow, Spacer
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import ROW_SIZE, SMALL_SIZE
from board_pygame.kit.rows import ListOfRows, Rows, TableColumn, sort_key
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.widget import Widget
from board_pygame.labels import chapter_of, own_name, place_and_year, printed_result, told_names
from board_pygame.language import _, ngettext, sentence
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


SHOWN_TAGS: dict[str, tuple[str, float]] = {
    "Chapter": (N_("Chapter"), 0),
    "White": (N_("White"), 0),
    "Black": (N_("Black"), 0),
    "Begins": (N_("Begins"), 132),
    "Result": (N_("Result"), 72),
    "Event": (N_("Event"), 0),
    "Game": (N_("Kind of game"), 0),  # of games that were played here
    "Round": (N_("Round"), 68),
    "Date": (N_("Date"), 100),
}
"""The columns of the list after the number of the game, with their widths."""


MOST_MEASURED = 2000
"""The number of games up to which columns are as narrow as their texts."""


class _GameRows(Rows):
    """The games that match, each with its number in the file; only columns with content."""

    def __init__(self, file: OpenFile) -> None:
        self._games = file.games
        self._order = (0, False)  # a column, and whether downwards
        self.matching = list(range(len(file.games)))
        studied = any("/study/" in one.tag("Site") or one.tag("ChapterName") for one in file.games)
        hidden = {"Event", "Date"} if studied else {"Chapter", "Begins"}
        self.shown = [
            name
            for name in SHOWN_TAGS
            if name not in hidden and any(self._cell(game, name) for game in file.games)
        ]

    def longest(self, name: str) -> str:
        """Return the longest text of a narrow column; none if it would take long to find."""
        if not SHOWN_TAGS[name][1] or len(self._games) > MOST_MEASURED:
            return ""
        return max((self._cell(game, name) for game in self._games), key=len)

    def _cell(self, game: WrittenGame, name: str) -> str:
        match name:
            case "Chapter":
                return chapter_of(dict(game.tags))
            case "Begins":
                setup = game.tag("FEN").split()
                black = len(setup) > 1 and setup[1] == "b"
                told = _("Black to move") if black else _("White to move")
                return told if setup else ""
            case "Result":
                return visible(printed_result(game.tag(name).replace("*", "")))
            case "Date":
                return visible(game.tag(name).replace(".??", ""))
            case "White" | "Black":  # the first names by a letter: beside the list they are whole
                own = told_names(PerColor(game.tag("White"), game.tag("Black")))
                named = own.white if name == "White" else own.black
                return visible(re.sub(r", (\w)\w.*", r", \1.", named))
        return visible(game.tag(name))

    def __len__(self) -> int:
        return len(self.matching)

    def row(self, index: int) -> tuple[str, ...]:
        number = self.matching[index]
        return (str(number + 1), *(self._cell(self._games[number], name) for name in self.shown))

    def search(self, words: str) -> None:
        round_said = re.escape(_("round {number}", number="#")).replace(r"\#", r"\s*(\d+)\s*")
        words = re.sub(round_said, r" round \1 ", words).replace(_("round"), " round ")
        self.matching = searched(map(_as_said, self._games), words)
        self.sort(self._order[0], down=self._order[1])

    def sort(self, column: int, *, down: bool) -> None:
        self._order = (column, down)
        self.matching.sort(reverse=column == 0 and down)
        if column:
            name, games = self.shown[column - 1], self._games
            self.matching.sort(key=lambda at: sort_key(self._cell(games[at], name)), reverse=down)


def _as_said(game: WrittenGame) -> WrittenGame:
    """Return a game whose players are also found by what the window calls them."""
    names = [game.tag("White"), game.tag("Black")]
    you = [_("You")] if {"Human", own_name("Human")}.intersection(names) else []
    return replace(game, tags=(*game.tags, ("Players", " ".join((*map(own_name, names), *you)))))


class ChooseGameDialog(Dialog):
    """Lists the games of a file; typing searches their tags, Enter opens the marked one.

    The marked game is shown at the right: its last position, or the first one of a study.
    """

    def __init__(
        self,
        file: OpenFile,
        tree_of: Callable[[int], GameTree],
        settings: Settings,
        on_choose: Callable[[int], object],
    ) -> None:
        """``tree_of`` reads the game of a number. It may raise BoardError."""
        self._rows, self._on_choose = _GameRows(file), on_choose
        self._file, self._tree_of = file, tree_of
        hint = _("Name, event, year, number, round 4 …")
        self._search = TextField(on_change=self._searched, hint=hint)
        rows = self._rows
        shown = [(*SHOWN_TAGS[name], rows.longest(name)) for name in rows.shown]
        self.table = TableWidget(
            [
                TableColumn(_("No"), 44, "right", color="dim", longest=str(len(file.games))),
                *(TableColumn(_(title), width, longest=text) for title, width, text in shown),
            ],
            self._rows,
            size=ROW_SIZE,
            height=15,
            empty=_("No game matches."),
            on_cursor=self._preview,
            on_activate=self._choose,
            sort_tip=sort_tip(),
        )
        self._board, self._with_i = SmallBoard(framed=False), settings.letters_with_i
        self._colors = colors_of(settings.board_colors, settings.theme)
        self._players = Label(wrap=True, bold=True)
        self._facts, self._moves = (Label(wrap=True, color="dim", size=SMALL_SIZE) for _n in "ab")
        self._accept = Button(_("&Open"), self._open, primary=True, hint=_("Enter"))
        super().__init__(
            Path(file.name).name or _("Games"),
            [FormRow(self._search), FormRow(self.table)],
            [Button(_("&Cancel"), self.dismiss, ghost=True), self._accept],
            default=self._accept,
            width=960,
            side=[self._board, self._players, self._facts, self._moves],
        )
        self._count()
        self.table.go_to(file.number)
        self._show(file.number)

    def _count(self) -> None:
        count, shown = len(self._file.games), len(self._rows)
        games = ngettext("{count} game", "{count} games", count)
        self.note = games if shown == count else _("{shown} of {count}", shown=shown, count=count)

    def _searched(self, text: str) -> None:
        self._rows.search(text)
        self._count()
        self.table.reset()
        self.table.go_to(0 if len(self._rows) else None)
        self._accept.enable(bool(len(self._rows)))
        self._preview(0 if len(self._rows) else None)
        self.ui.redraw()

    def _preview(self, index: int | None) -> None:
        self._show(index)
        self.ui.relayout(self)

    def _show(self, index: int | None) -> None:
        """Show the game of a row at the right, or nothing."""
        texts, scene = ("", "", ""), None
        if index is not None:
            number = self._rows.matching[index]
            try:
                texts, scene = preview_of(self._tree_of(number), self._with_i)
            except BoardError as error:
                texts = ("", sentence(error.sentence), "")
        self._board.show_scene(scene, self._colors)
        for label, text in zip((self._players, self._facts, self._moves), texts, strict=True):
            label.set(text)

    def _open(self) -> None:
        if self.table.cursor is not None:
            self._choose(self.table.cursor)

    def _choose(self, index: int) -> None:
        self.close()
        self._on_choose(self._rows.matching[index])


PREVIEWED_PLIES = 12
"""Plies of a game that are told beside the list."""


def preview_of(tree: GameTree, with_i: bool) -> tuple[tuple[str, str, str], Scene]:
    """Return a game's title, facts and first moves, and its last position; a study's first one.

    Raises BoardError.
    """
    rules, tags, moves = tree.rules, dict(tree.tags), tree.main.moves
    position = before = rules.start(tree.setup)
    if tree.setup is None:
        for move in moves:
            before, position = position, position.play(move.move)
    last = rules.places(before, moves[-1].move) if position is not before else ()
    geometry = rules.geometry
    scene = Scene(
        hosted(rules).look,
        geometry,
        {at: piece for at, piece in position.pieces().items() if at in geometry},
        last=tuple(at for at in last if at in geometry),
        coordinates=False,
    )
    known = [visible(name) for name in told_names(tree.names) if name != "?"]
    title = " – ".join(known) if len(known) == 2 else chapter_of(tags)
    begins = "" if tree.setup is None else _("{color} to move", color=position.to_move)
    result = "" if tree.result == "*" else printed_result(tree.result)
    facts = " · ".join(filter(None, (result, begins, place_and_year(tags))))
    each, letters = 1 if geometry.on_points else 2, lettering(geometry, with_i)
    told = [
        f"{at // each + 1}. {move.notation}" if at % each == 0 else move.notation
        for at, move in enumerate(moves[:PREVIEWED_PLIES])
    ]
    line = " ".join((*told, *(["…"] if len(moves) > PREVIEWED_PLIES else [])))
    return (title, facts, letters.show(visible(line if tree.setup is None else ""))), scene


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
