"""The terminal speaks English to its tests, and knows no real terminal."""

import os

for variable in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS", "LINES", "NO_COLOR"):
    os.environ.pop(variable, None)
os.environ["BOARD_LANG"] = "en"
