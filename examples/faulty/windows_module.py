# diagnosis: start fault: the module msvcrt exists on Windows only
"""Waits for a key as programs on Windows do."""

import msvcrt

print(msvcrt.getch())  # type: ignore[attr-defined,unused-ignore]
