# diagnosis: start fault: its module winsound exists on Windows only
"""Beeps after each move."""

import sys
import winsound

for _ in sys.stdin:
    winsound.Beep(440, 100)  # type: ignore[attr-defined]
    print("e4", flush=True)
