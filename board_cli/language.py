"""The words of this terminal's user, in the language of the environment."""

from board_core.words import Words

words = Words()
"""Sentences of the core, and all that is said here."""

_ = words.text
"""Every text for people goes through it, as a literal, so that the catalogues can collect it."""
