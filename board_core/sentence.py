"""Sentences as values: what is to be said, kept apart from the language it is said in.

The core never prints. Where it has to say something (why a move was refused, why
a program lost) it hands out a :class:`Sentence`; :mod:`board_core.words` puts it into a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template and the facts that fill it. ``str()`` is the English sentence."""

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.fill(self.template)

    def fill(self, template: str) -> str:
        """The facts put into this template, or into a translation of it."""
        return template.format_map(self.facts)


def say(template: str, /, **facts: object) -> Sentence:
    """A sentence; the message catalogues collect their texts from calls of this name."""
    return Sentence(template, facts)
