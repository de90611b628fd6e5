"""Gomoku: five stones in a row.

``gomoku`` is freestyle (five or more win), ``gomoku-standard`` needs exactly five, ``renju`` has
forbidden moves for Black; each on 15x15. :func:`gomoku_rules` makes other sizes. May import
``record``. Read first: ``position.py``.
"""

from __future__ import annotations

from functools import partial

from board_core.game.rules import Rules
from board_core.record import GameTree, WrittenGame
from board_core.record.files import RecordFormat

from .board import FREESTYLE, RENJU, STANDARD, GomokuBoard, variant_of
from .position import GomokuPosition, gomoku_rules
from .psq import HEAD_LINE, board_svg, psq_tree, read_psq_tree, split_psq, to_psq, tree_to_psq
from .sgf import read_sgf_tree, sgf_tree, split_sgf, to_sgf, tree_to_sgf

BOARD_SIZE = 15

GOMOKU_GAMES: dict[str, Rules] = {
    name: gomoku_rules(name, BOARD_SIZE, rule)
    for name, rule in (("gomoku", FREESTYLE), ("gomoku-standard", STANDARD), ("renju", RENJU))
}
"""The games by name."""

GOMOKU = GOMOKU_GAMES["gomoku"]
"""Gomoku on 15 by 15 points, without restrictions."""


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
    "STANDARD",
    "GomokuBoard",
    "GomokuPosition",
    "board_svg",
    "gomoku_rules",
    "record_formats",
]
