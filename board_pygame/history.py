"""The moves of a game as rows of a table: number, side, notation, words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from board_core import MovePlayed
from board_core.author.analysis import MOVE_SIGNS, Judgement, MoveQuality, said_of
from board_core.view import View

from .kit.table import Rows
from .language import _, color_letter, sentence

QUALITY_COLORS = {
    MoveQuality.INACCURACY: "info",
    MoveQuality.MISTAKE: "warning",
    MoveQuality.BLUNDER: "error",
}


class HistoryRows(Rows):
    """Row 0 is the start, row n the n-th ply. A row is worded when it is first seen."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._judged: Mapping[int, Judgement] = {}
        self._known: dict[int, tuple[MovePlayed, tuple[str, ...]]] = {}

    def show_view(self, view: View) -> bool:
        """Show a game; return whether more has changed than added moves."""
        old, self._view = self._view, view
        return old.start is not view.start or not view.played.continues(old.played)

    def show_judgements(self, judged: Mapping[int, Judgement]) -> bool:
        """Show the judgements of each ply; return whether any has changed."""
        old, self._judged = self._judged, judged
        return old != judged

    def __len__(self) -> int:
        return len(self._view.played) + 1

    def row(self, index: int) -> Sequence[str]:
        if index == 0:
            return ("0", "-", "-", _("start"))
        event = self._view.played[index - 1]
        known = self._known.get(index)
        if known is None or known[0] is not event:
            known = self._known[index] = (event, _cells(event))
        judgement = self._judged.get(index - 1)
        if judgement is None or judgement.quality not in MOVE_SIGNS:
            return known[1]
        number, side, notation, words = known[1]
        sign, said = MOVE_SIGNS[judgement.quality], sentence(said_of(judgement))
        return (number, side, notation + sign, f"{words} · {said}")

    def color(self, index: int) -> str | None:
        judgement = self._judged.get(index - 1)
        return QUALITY_COLORS.get(judgement.quality) if judgement is not None else None


def _cells(event: MovePlayed) -> tuple[str, ...]:
    words = sentence(event.before.describe(event.move))
    return (str(event.ply + 1), color_letter(event.color), event.notation, words)
