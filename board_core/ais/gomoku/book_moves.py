"""The forms and moves of :mod:`.book`, which ``benchmarks/gomoku_book.py`` computes."""

from __future__ import annotations

from typing import Final

BOOK_MOVES: Final[dict[str, str]] = {}
