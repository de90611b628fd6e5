"""Gomoku: five stones in a row.

``gomoku`` is freestyle (five or more win), ``gomoku-standard`` needs exactly five, ``renju`` has
forbidden moves for Black. A number behind the name is the size of the board: 19 (the usual one),
15 or 20, and 15 for renju. May import ``record``. Read first: ``position.py``.
"""

from __future__ import annotations

from functools import partial

from board_core.record import GameTree, WrittenGame
from board_core.record.files import RecordFormat
from board_core.rules import Rules

from .board import GomokuBoard, variant_of
from .picture import board_svg
from .position import GomokuPosition, gomoku_rules
from .psq import HEAD_LINE, psq_tree, read_psq_tree, split_psq, to_psq, tree_to_psq
from .sgf import read_sgf_tree, sgf_tree, split_sgf, to_sgf, tree_to_sgf
from .variant import FREESTYLE, RENJU, STANDARD

SIZES = (15, 19, 20)

USUAL_SIZES = {"gomoku": (FREESTYLE, 19), "gomoku-standard": (STANDARD, 19), "renju": (RENJU, 15)}
"""The size of a name without a size."""

GOMOKU_GAMES: dict[str, Rules] = {
    rules.name: rules
    for name, (rule, usual) in USUAL_SIZES.items()
    for size in sorted(SIZES, key=lambda size: (size != usual, size))
    for rules in [gomoku_rules(name if size == usual else f"{name}-{size}", size, rule)]
}
"""The games by name: ``gomoku``, ``gomoku-15``, ``renju`` and so on."""

GOMOKU = GOMOKU_GAMES["gomoku"]
RENJU_15 = GOMOKU_GAMES["renju"]


def record_formats(rules: Rules) -> tuple[RecordFormat, ...]:
    """Return SGF, the usual format, and Piskvork's; both read both."""
    board = rules.start(None).native
    variant = variant_of(board.size, board.rule)

    def split(text: str) -> list[WrittenGame]:
        return split_psq(text) if _is_psq(text) else split_sgf(text)

    def read_tree(game: WrittenGame) -> GameTree:
        if _is_psq(game.text):
            return read_psq_tree(rules, game)
        return read_sgf_tree(rules, variant, game)

    sgf, psq = partial(to_sgf, rules, variant), partial(to_psq, rules)
    as_sgf, as_psq = partial(tree_to_sgf, rules, variant), partial(tree_to_psq, rules)
    return (
        RecordFormat("sgf", sgf, split, read_tree, sgf_tree, as_sgf),
        RecordFormat("psq", psq, split, read_tree, psq_tree, as_psq),
    )


def _is_psq(text: str) -> bool:
    return HEAD_LINE.match(text.lstrip("\ufeff \r\n\t")) is not None


__all__ = [
    "FREESTYLE",
    "GOMOKU",
    "GOMOKU_GAMES",
    "RENJU",
    "RENJU_15",
    "SIZES",
    "STANDARD",
    "GomokuBoard",
    "GomokuPosition",
    "board_svg",
    "gomoku_rules",
    "record_formats",
]
