"""Represent messages as values, independent of the display language.

The core never prints. For a message (why a move was refused, why a program lost) it returns a
:class:`Sentence`, which :mod:`board_core.game.words` translates. An argument of a wrong type raises
TypeError, which quotes the value and says what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import field
from enum import Enum
from typing import TypeVar

from board_core.fast_dataclass import dataclass

TEMPLATE_FIELD = re.compile(r"\{\{|\}\}|\{([a-z_][a-z_0-9]*)(?::(\.[0-3]f|\.[0-3]%|g))?\}")
"""The special parts of a template: doubled braces, and fields with the name of a fact and perhaps
one of a few number formats. Attributes, indices and widths are not supported: all else is text."""


MOST_FACT = 2_000
"""Characters of a fact that are shown at most, as a fact may quote a whole file."""


class Listed(tuple[object, ...]):
    """Several names as one fact, separated by commas; Chinese has its own comma."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


class Clauses(tuple[object, ...]):
    """Several phrases as one fact, separated by semicolons, as they may contain commas."""

    __slots__ = ()

    def __str__(self) -> str:
        return "; ".join(map(str, self))


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template and the facts that fill it. ``str()`` is the English sentence.

    Templates are literals of the source code. Text from outside is a fact, never a template.
    """

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.template, frozenset(self.facts)))

    def __str__(self) -> str:
        return self.fill(self.template)

    def fill(self, template: str) -> str:
        """Return this template, or a translation of it, with the facts put in."""
        return fill(template, self.facts)


def visible(text: str) -> str:
    """Return the text with every unprintable character written as an escape.

    All text from programs must pass through it before it is shown, so that no name, move or line
    can move the cursor, change the writing direction, or hide characters.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def say(template: str, /, **facts: object) -> Sentence:
    """Return a sentence. The message catalogues collect their texts from calls of this name."""
    return Sentence(template, facts)


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Return the template filled with the facts, made printable, as others may have written them.

    A field without a fact is kept. Never raises."""

    def put(found: re.Match[str]) -> str:
        name, form = found[1], found[2]
        if name is None:
            return found[0][0]
        return _written(facts[name], form or "") if name in facts else found[0]

    return TEMPLATE_FIELD.sub(put, template)


def fields_of(template: str) -> tuple[str, ...]:
    """Return the names of the facts in a template, in order."""
    return tuple(found[1] for found in TEMPLATE_FIELD.finditer(template) if found[1] is not None)


def is_plain(template: str, facts: Collection[str]) -> bool:
    """Return True if facts with these names fill the template and leave no brace."""
    rest = TEMPLATE_FIELD.sub("", template)
    return "{" not in rest and "}" not in rest and set(fields_of(template)) <= set(facts)


def _written(fact: object, form: str) -> str:
    try:
        text = format(fact, form) if form and isinstance(fact, int | float) else str(fact)
        return visible(text if len(text) <= MOST_FACT else f"{text[:MOST_FACT]}…")
    except (ValueError, OverflowError):  # more digits than Python or a float allows
        return "?"


class BoardError(ValueError):
    """An error that carries its :class:`Sentence`."""

    sentence: Sentence

    def __init__(self, sentence: Sentence | str) -> None:
        """Store a sentence, or an untranslated text from the author of a game."""
        super().__init__(str(sentence))
        self.sentence = say("{text}", text=sentence) if isinstance(sentence, str) else sentence

    def __reduce__(self) -> tuple[object, ...]:
        return _raised, (type(self), str(self), vars(self))


def _raised(kind: type[BoardError], text: str, facts: Mapping[str, object]) -> BoardError:
    """Return an unpickled error without calling the constructor of its class."""
    error = kind.__new__(kind, text)
    vars(error).update(facts)
    return error


E = TypeVar("E", bound=Enum)

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


def given_number(value: object, sentence: str, least: float = 0) -> None:
    """Raise TypeError unless the value is a number, and BoardError if it is below ``least``."""
    given(value, (int, float), sentence)
    if not (isinstance(value, int | float) and value >= least):  # nan is not
        raise BoardError(f"{value!r} {sentence}")


def given_choice(value: object, choices: type[E], what: str) -> E:
    """Return the choice with this value; raise BoardError, which lists them, if there is none."""
    try:
        return choices(value)
    except ValueError:
        known = ", ".join(repr(choice.value) for choice in choices)
        raise BoardError(f"{value!r} is no {what}: give one of {known}") from None
