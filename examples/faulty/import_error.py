# diagnosis: start fault: has no module engine_of_my_own
"""Imports a module that only its author has."""

import engine_of_my_own  # type: ignore[import-not-found]

engine_of_my_own.play()
