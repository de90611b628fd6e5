"""Report cards of the doctor as a contest's journal keeps them: to be read in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from board_core.doctor.card import ReportCard, Verdict
from board_core.journal.values import Json, mapping, sentence_facts, sentence_of, text_of
from board_core.words import Words

MOST_CHECKS = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question, in words."""

    verdict: Verdict
    title: str
    sentence: str
    advice: str  # empty: none


@dataclass(frozen=True, slots=True)
class Card:
    """What the check before the contest found."""

    passed: bool
    findings: tuple[Finding, ...]

    @property
    def shown(self) -> tuple[Finding, ...]:
        """What there was to see, the worst first."""
        order = (Verdict.FAULT, Verdict.WARNING, Verdict.OK)
        return tuple(f for verdict in order for f in self.findings if f.verdict is verdict)

    def count(self, verdict: Verdict) -> int:
        return sum(finding.verdict is verdict for finding in self.findings)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Faults, warnings, and what is well."""
        return self.count(Verdict.FAULT), self.count(Verdict.WARNING), self.count(Verdict.OK)


def card_facts(card: ReportCard) -> Json:
    """A card for the journal; sentences stay sentences."""
    return {
        "program": card.program,
        "protocol": card.protocol,
        "passed": card.passed,
        "games": card.games,
        "checks": [
            {
                "check": finding.check.name,
                "title": sentence_facts(finding.check.title),
                "verdict": finding.verdict.value,
                "sentence": sentence_facts(finding.sentence),
                "advice": sentence_facts(finding.advice) if finding.advice else None,
                "figures": finding.figures,
            }
            for finding in card.findings
        ],
    }


def card_of(facts: Json, words: Words) -> Card:
    """The reverse, in a language. Total; a text in the place of a sentence is taken as it is."""
    card = mapping(facts)
    checks = card.get("checks")
    findings = tuple(
        Finding(
            _verdict(each.get("verdict")),
            _said(each.get("title", each.get("check")), words),
            _said(each.get("sentence"), words),
            _said(each.get("advice"), words),
        )
        for each in map(mapping, checks[:MOST_CHECKS] if isinstance(checks, list) else ())
    )
    return Card(card.get("passed") is True, findings)


def _verdict(said: Json) -> Verdict:
    try:
        return Verdict(said)
    except ValueError:
        return Verdict.SKIPPED


def _said(said: Json, words: Words) -> str:
    if isinstance(said, Mapping):
        return words.sentence(sentence_of(said))
    return text_of(said)
