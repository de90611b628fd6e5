"""Refusals of values of a wrong type: each quotes what was given, and says what to give."""

from __future__ import annotations

LONGEST_QUOTE = 100
"""Characters of a value that are quoted."""


def given(value: object, kinds: type | tuple[type, ...], sentence: str) -> None:
    """Raise TypeError for a value of none of these kinds: what it is, and then the sentence."""
    if not isinstance(value, kinds):
        shown = repr(value)
        if len(shown) > LONGEST_QUOTE:
            shown = f"{shown[: LONGEST_QUOTE - 1]}…"
        raise TypeError(f"{shown} {sentence}")
