"""The dialog for a move to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_core import Move, Position, Rules
from board_pygame.games import terms
from board_pygame.kit.dialog import ChooseRow
from board_pygame.kit.table import ListOfRows, TableColumn
from board_pygame.language import _, sentence


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
