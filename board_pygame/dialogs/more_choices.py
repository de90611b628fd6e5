"""The dialog for what the first screen does not show of a game: its rules, its start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from board_pygame.games import GAME_NOTES, openings
from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.dropdown import DropDown
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.language import _
from board_pygame.shelf import Shelf
from board_pygame.wish import Wish


class MoreChoices(Dialog):
    """Asks for rules, opening and position. It passes the wish on when it is accepted."""

    def __init__(self, wish: Wish, shelf: Shelf, on_chosen: Callable[[Wish], object]) -> None:
        self._wish, self._shelf, self._on_chosen = wish, shelf, on_chosen
        variants = [_(name) for name in shelf.family(wish.game).variants]
        self._variant = DropDown(variants, wish.variant, self._other_variant)
        self._opening = DropDown([], wish.opening)
        self._offer_openings()
        self._from_board = CheckBox(_("From the position on the board"), wish.from_board)
        note = GAME_NOTES.get(wish.game)
        notes = [] if note is None else [FormRow(Label(_(note), wrap=True, color="dim"))]
        accept = Button(_("&OK"), self._accept, primary=True)
        super().__init__(
            _("More choices"),
            [
                FormRow(self._variant, label=_("Rules")),
                FormRow(self._opening, label=_("Opening")),
                FormRow(self._from_board),
                *notes,
            ],
            [Button(_("&Cancel"), self.dismiss), accept],
            default=accept,
        )

    def _other_variant(self, _index: int) -> None:
        self._opening.set(0)
        self._offer_openings()
        self.ui.relayout(self)

    def _offer_openings(self) -> None:
        """Offer the openings if there is a choice."""
        found = openings(self._shelf.rules(self._wish.game, self._variant.index))
        self._opening.options = [_(name) for name in found]
        self._opening.show(len(found) > 1)

    def _accept(self) -> None:
        self.close()
        self._on_chosen(
            replace(
                self._wish,
                variant=self._variant.index,
                opening=self._opening.index,
                from_board=self._from_board.on,
            )
        )
