"""Dialogs for a position to set up, and for a move to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_core import BadSetup, Move, Position, Rules
from board_pygame.games import Terms, terms
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import ChooseRow, Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.table import ListOfRows, TableColumn
from board_pygame.language import _, sentence


class SetUp(Dialog):
    """The dialog for another position on the free board."""

    def __init__(self, rules: Rules, setup: str, on_set: Callable[[str | None], object]) -> None:
        self._rules, self._on_set = rules, on_set
        self._text = TextField(setup, mono=True, on_change=self._typed)
        self._trouble = Label("", color="error", wrap=True)
        accept = Button(_("&Set up"), self._accept, primary=True)
        label = "&FEN" if terms(rules) is Terms.CHESS else _("Posi&tion")
        super().__init__(
            _("Set up a position"),
            [FormRow(self._text, label=label), FormRow(self._trouble)],
            [
                Button(_("First &position"), self._first),
                Button(_("&Cancel"), self.dismiss),
                accept,
            ],
            default=accept,
            width=700,
        )

    def _typed(self, _text: str) -> None:
        if self._trouble.text:
            self._trouble.set("")
            self.ui.relayout(self)

    def _first(self) -> None:
        self.close()
        self._on_set(None)

    def _accept(self) -> None:
        text = self._text.text.strip()
        try:
            self._rules.start(text)
        except BadSetup as error:
            self._trouble.set(sentence(error.sentence))
            self.ui.relayout(self)
            return
        self.close()
        self._on_set(text)


def choose_move(
    rules: Rules, position: Position, moves: Sequence[Move], on_choose: Callable[[Move], object]
) -> ChooseRow:
    """Return a dialog that asks which of several moves is meant."""
    rows = [(sentence(position.describe(move)), position.notation(move)) for move in moves]
    return ChooseRow(
        _("Choose a move"),
        _("This stands for several moves:"),
        [TableColumn(_("In words")), TableColumn(_(terms(rules).value), 90)],
        ListOfRows(rows),
        lambda index: on_choose(moves[index]),
        ok=_("&OK"),
        cancel=_("&Cancel"),
    )
