"""The window's texts, in a language that can change while it is open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from board_core import Color, Explanation, Outcome, Reason, Sentence, TimeControl
from board_core.game.words import Words
from board_core.text.languages import N_

CATALOGUES = Path(__file__).parent / "locale"
"""Translations of the window's own sentences."""

_words = Words(own=CATALOGUES)


def speak(language: str) -> None:
    """Use ``en``, ``zh_CN``, or the language of the environment if the text is empty."""
    global _words
    _words = Words(language or None, CATALOGUES)


def spoken() -> str:
    """Return the current language."""
    return _words.language


def _(message: str, /, **facts: object) -> str:
    """Translate a text for people; it must be a literal, for the catalogues to collect."""
    return _words.text(message, **facts)


def ngettext(one: str, many: str, count: int, /, **facts: object) -> str:
    """Translate a text in the form for a number."""
    return _words.plural(one, many, count, **facts)


def evidence_of(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the evidence of a failure as pairs of a label and a text."""
    return _words.evidence(explanation)


def sentence(said: Sentence) -> str:
    """Translate a sentence of the core."""
    return _words.sentence(said)


def headed(said: Sentence) -> str:
    """Translate a sentence that stands alone: with a capital, unless a name or a move begins it."""
    text, first = sentence(said), cast(object, said)
    while isinstance(first, Sentence) and first.template.startswith("{"):
        first = first.facts.get(first.template[1:].partition("}")[0])
    return text[:1].upper() + text[1:] if isinstance(first, Sentence) else text


@cache
def _endings() -> Mapping[str, Outcome]:
    """Return how games end, by the words of their records, which are English."""
    ends = [Outcome(winner, reason) for reason in Reason for winner in (None, *Color)]
    return {Words("en").outcome(end): end for end in ends}


def comment_words(comment: str) -> str:
    """Translate a comment that tells how a game ended; others stay as they are."""
    end = _endings().get(comment)
    return comment if end is None else outcome_words(end)


SCRIPT_WORDS = {
    "ARABIC": N_("(Arabic)"),
    "BENGALI": N_("(Bengali)"),
    "CJK": N_("(a Chinese character)"),
    "DEVANAGARI": N_("(Devanagari)"),
    "HANGUL": N_("(Korean)"),
    "HEBREW": N_("(Hebrew)"),
    "MARKS": "",
    "SYMBOLS": N_("(a symbol)"),
    "TAMIL": N_("(Tamil)"),
    "THAI": N_("(Thai)"),
}
"""What stands for letters that no font of this system has."""

OTHER_LETTERS = N_("(other letters)")


def missing_letters(script: str) -> str:
    """Return the words for letters that cannot be drawn; an accent is left out."""
    return _(SCRIPT_WORDS.get(script, OTHER_LETTERS))


def color_word(color: Color) -> str:
    return _words.color(color)


def control_words(control: TimeControl) -> str:
    """Return a time control in a few words."""
    return _words.control(control)


def end_reason(outcome: Outcome, explanation: Explanation | None) -> str:
    """Return the reason of a result; empty if the result says it."""
    return _words.why(outcome, explanation)


def outcome_words(outcome: Outcome, explanation: Explanation | None = None) -> str:
    """Return winner and reason on one line."""
    return _words.outcome(outcome, explanation)
