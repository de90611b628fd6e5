# diagnosis: start fault: the program ended before its first move
"""Imports a module that only its author has."""

import engine_of_my_own  # type: ignore[import-not-found]

engine_of_my_own.play()
