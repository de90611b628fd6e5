"""The words of the window, in a language that can be changed while it is open."""

from __future__ import annotations

from pathlib import Path

from board_core import Color, Explanation, Outcome, Sentence
from board_core.words import N_, SPOKEN_LANGUAGES, Words

WHITE_LETTER, BLACK_LETTER = N_("W"), N_("B")

CATALOGUES = Path(__file__).parent / "locale"
"""Translations of the window's own sentences."""

_words = Words(own=CATALOGUES)


def speak(language: str) -> None:
    """``en``, ``zh_CN``, or nothing for what the environment asks for."""
    global _words
    _words = Words(language or None, CATALOGUES)


def spoken() -> str:
    """The language that is spoken now."""
    return _words.language


def _(message: str, /, **facts: object) -> str:
    """Every text for people goes through it, as a literal, so that the catalogues collect it."""
    return _words.text(message, **facts)


def ngettext(one: str, many: str, count: int, /, **facts: object) -> str:
    """The form for a number."""
    return _words.plural(one, many, count, **facts)


def sentence(said: Sentence) -> str:
    """What the core said."""
    return _words.sentence(said)


def color_word(color: Color) -> str:
    return _words.color(color)


def color_letter(color: Color) -> str:
    """For narrow columns."""
    return _(WHITE_LETTER if color is Color.WHITE else BLACK_LETTER)


def color_letters(color: Color) -> frozenset[str]:
    """In every language."""
    message = WHITE_LETTER if color is Color.WHITE else BLACK_LETTER
    return frozenset(Words(language, CATALOGUES).text(message) for language in SPOKEN_LANGUAGES)


def outcome_words(outcome: Outcome, explanation: Explanation | None = None) -> str:
    """Who won and why, on one line."""
    return _words.outcome(outcome, explanation)
