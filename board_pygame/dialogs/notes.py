"""The dialog for what a record says about a move."""

from __future__ import annotations

from collections.abc import Callable

from board_pygame.annotating import MOVE_GLYPHS
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow, Spacer
from board_pygame.kit.segmented import Segment, Segmented
from board_pygame.kit.widget import Widget
from board_pygame.language import _
from board_pygame.sheets import SIGN_OF_GLYPH


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
        self.comment = TextField(comment, hint=_("What is to be said about it"))
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
