"""Refuse arguments of a wrong type: each error quotes the value and says what to give."""

from __future__ import annotations

LONGEST_QUOTE = 100
"""Characters of a value that an error quotes at most."""


def given(value: object, kinds: type | tuple[type, ...], sentence: str) -> None:
    """Raise TypeError unless the value is of one of these kinds.

    The message is the quoted value, followed by ``sentence``.
    """
    if not isinstance(value, kinds):
        shown = repr(value)
        if len(shown) > LONGEST_QUOTE:
            shown = f"{shown[: LONGEST_QUOTE - 1]}…"
        raise TypeError(f"{shown} {sentence}")
