"""The bracket of a knockout, drawn in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from board_cli.language import _
from board_core.contest.summary import BracketSide, BracketStage
from board_core.text.harmless_text import visible

NAME_CELLS = 20
"""Cells of a name on the screen; longer names are cut off."""


def bracket_lines(stages: Sequence[BracketStage]) -> list[str]:
    """Return the lines of a bracket from left to right; the winner of the final stands last."""
    if not stages:
        return []
    height = 4 * len(stages[0].ties) - 1
    lines = [""] * (height + 1)
    for depth, stage in enumerate(stages):
        step = 2**depth
        labels = {
            step * (2 * slot + 1): _label(side, lot=tie.by_lot)
            for slot, (side, tie) in enumerate(
                (side, tie) for tie in stage.ties for side in (tie.upper, tie.lower)
            )
        }
        width = max(cell_len(each) for each in (*labels.values(), stage.title))
        lines[0] += _padded(stage.title, width) + "     "
        for row in range(1, height + 1):
            joined = _joint(row, step)
            lead = _padded(labels.get(row, ""), width)
            lines[row] += f"{lead} {joined} "
    final = stages[-1].ties[0]
    winner = next((side.name for side in (final.upper, final.lower) if side.won), "…")
    lines[2 ** len(stages)] += visible(winner)
    return [line.rstrip() for line in lines]


def _joint(row: int, step: int) -> str:
    """Return the three cells that join two entrants of a tie, at this distance from each other."""
    at, middle = row % (4 * step), 2 * step
    if at == step:
        return "─┐ "
    if at == 3 * step:
        return "─┘ "
    if at == middle:
        return " ├─"
    return " │ " if step < at < 3 * step else "   "


def _label(side: BracketSide, *, lot: bool) -> str:
    name = visible(side.name or "…")
    while cell_len(name) > NAME_CELLS:
        name = name[:-2] + "…"
    points = f" {side.points}" if side.points else ""
    by_lot = _("by lot")
    drawn = f" ({by_lot})" if side.won and lot else ""
    return f"{name}{points}{drawn}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
