"""Sentences as values: what is to be said, kept apart from the language it is said in.

The core never prints. Where it has to say something (why a move was refused, why
a program lost) it hands out a :class:`Sentence`; :mod:`board_core.words` puts it into a language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

TEMPLATE_FIELD = re.compile(r"\{\{|\}\}|\{([a-z_][a-z_0-9]*)(?::(\.[0-3]f|\.[0-3]%|g))?\}")
"""All that is special in a template: a doubled brace, and a fact by its name, perhaps with one of a
few formats of numbers. No attributes, no indices, no widths: anything else is text."""


MOST_FACT = 2_000
"""Characters of a fact that are shown: files quote megabytes as readily as words."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template and the facts that fill it. ``str()`` is the English sentence.

    Templates are texts of the sources. What came from outside is a fact, never a template.
    """

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.template, frozenset(self.facts)))

    def __str__(self) -> str:
        return self.fill(self.template)

    def fill(self, template: str) -> str:
        """The facts put into this template, or into a translation of it."""
        return fill(template, self.facts)


def say(template: str, /, **facts: object) -> Sentence:
    """A sentence; the message catalogues collect their texts from calls of this name."""
    return Sentence(template, facts)


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Put the facts into the template. Total: a field without a fact stays as it is written."""

    def put(found: re.Match[str]) -> str:
        name, form = found[1], found[2]
        if name is None:
            return found[0][0]
        return _written(facts[name], form or "") if name in facts else found[0]

    return TEMPLATE_FIELD.sub(put, template)


def fields_of(template: str) -> tuple[str, ...]:
    """Return the names of the facts that a template wants, in its order."""
    return tuple(found[1] for found in TEMPLATE_FIELD.finditer(template) if found[1] is not None)


def is_plain(template: str, facts: Collection[str]) -> bool:
    """Whether nothing of the template would be left over with the facts of these names."""
    rest = TEMPLATE_FIELD.sub("", template)
    return "{" not in rest and "}" not in rest and set(fields_of(template)) <= set(facts)


def _written(fact: object, form: str) -> str:
    try:
        text = format(fact, form) if form and isinstance(fact, int | float) else str(fact)
        return text if len(text) <= MOST_FACT else f"{text[:MOST_FACT]}…"
    except (ValueError, OverflowError):  # more digits than Python writes, or than a float has
        return "?"
