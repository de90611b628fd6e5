"""The bundled fonts, with which the window looks the same on every system.

Parts of Noto Sans CJK, under the SIL Open Font License (``OFL.txt``); ``tools/make_fonts.py`` makes
them. May import nothing of the board. Read first: ``__init__.py``.
"""

from __future__ import annotations

from pathlib import Path

FONTS_FOLDER = Path(__file__).parent

CHINESE_FONT = FONTS_FOLDER / "sans-sc.otf"
"""Simplified Chinese (GB 2312), European letters and signs."""

LATIN_FONT = FONTS_FOLDER / "latin.otf"
"""European letters and signs: loads faster than the Chinese font; ``…`` and ``“`` are narrow."""

BOLD_FONT = FONTS_FOLDER / "latin-bold.otf"
"""The same letters and signs in bold; Chinese characters are drawn thicker instead."""

MONO_FONT = FONTS_FOLDER / "mono.otf"
"""ASCII and Latin-1 letters of one width; signs are one or two of them wide."""
