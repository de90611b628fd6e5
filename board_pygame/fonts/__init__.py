"""The bundled fonts: the window looks the same everywhere and needs none of the system's.

Parts of Noto Sans CJK, under the SIL Open Font License (``OFL.txt``); ``make.py`` makes them.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

SANS_SC = _HERE / "sans-sc.otf"
"""Simplified Chinese (GB 2312), European letters and signs."""

LATIN = _HERE / "latin.otf"
"""European letters and signs; opens faster than :data:`SANS_SC` and has narrow ``…`` and ``“``."""


MONO = _HERE / "mono.otf"
"""ASCII and Latin-1 letters of one width; signs are one or two of them wide."""
