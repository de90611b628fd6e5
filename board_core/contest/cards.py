"""Report cards of the check before a contest, and the JSON that keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from board_core.author.doctor.card import Check, CheckVerdict, Finding, conclusion_of, to_mend
from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import read_small
from board_core.journal.values import (
    MOST_INTEGER,
    Json,
    mapping,
    sentence_facts,
    sentence_of,
    text_of,
)
from board_core.text.sentence import Sentence
from board_core.whole_files import write_whole

MOST_CHECKS = 100
MOST_FIGURES = 20


@dataclass(frozen=True, slots=True)
class Card:
    """The report card of an entrant; its sentences can be read in any language."""

    passed: bool
    findings: tuple[Finding, ...] = ()
    sha256: str | None = ""  # of its package; None: it has none; empty: that is not told

    @property
    def shown(self) -> tuple[Finding, ...]:
        """The findings, the worst first."""
        well = (f for f in self.findings if f.verdict is CheckVerdict.OK)
        return (*to_mend(self.findings), *well)

    @property
    def conclusion(self) -> Sentence:
        """The one sentence that ends the card: what to mend first, if anything."""
        return conclusion_of(self.findings)

    def count(self, verdict: CheckVerdict) -> int:
        return sum(finding.verdict is verdict for finding in self.findings)

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of faults, of warnings and of passed checks."""
        return (
            self.count(CheckVerdict.FAULT),
            self.count(CheckVerdict.WARNING),
            self.count(CheckVerdict.OK),
        )


def card_facts(card: Card) -> dict[str, Json]:
    """Return a card as JSON; its sentences can still be translated."""
    sha256 = {} if card.sha256 == "" else {"sha256": card.sha256}
    return sha256 | {
        "passed": card.passed,
        "checks": [
            {
                "check": finding.check.name,
                "title": sentence_facts(finding.check.title),
                "meaning": sentence_facts(finding.check.meaning) if finding.check.meaning else None,
                "verdict": finding.verdict.value,
                "sentence": sentence_facts(finding.sentence),
                "advice": sentence_facts(finding.advice) if finding.advice else None,
                "figures": finding.figures,
            }
            for finding in card.findings
        ],
    }


def card_of(facts: Json) -> Card:
    """Return the card of any JSON; a text in place of a sentence is taken as it is."""
    card = mapping(facts)
    checks, sha256 = card.get("checks"), card.get("sha256", "")
    findings = map(_finding, checks[:MOST_CHECKS] if isinstance(checks, list) else ())
    return Card(
        card.get("passed") is True, tuple(findings), None if sha256 is None else text_of(sha256)
    )


def read_card(path: Path) -> Card | None:
    """Return the card of the last check; None if there was no check."""
    try:
        return card_of(json.loads(read_small(path)))
    except (OSError, ValueError, RecursionError):
        return None


def write_card(path: Path, card: Card) -> None:
    """Write the card of a check in place of the last one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(card_facts(card)).encode("ascii"), durable=False)


def _finding(facts: Json) -> Finding:
    check = mapping(facts)
    name, advice, meaning = text_of(check.get("check")), check.get("advice"), check.get("meaning")
    figures = [each for each in mapping(check.get("figures")).items() if _is_number(each[1])]
    return Finding(
        Check(name, _sentence(check.get("title", name)), _sentence(meaning) if meaning else None),
        _verdict(check.get("verdict")),
        _sentence(check.get("sentence")),
        _sentence(advice) if advice else None,
        figures={text_of(name): number for name, number in figures[:MOST_FIGURES]},
    )


def _is_number(value: Json) -> bool:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return plain and -MOST_INTEGER <= value <= MOST_INTEGER


def _verdict(said: Json) -> CheckVerdict:
    try:
        return CheckVerdict(said)
    except ValueError:
        return CheckVerdict.SKIPPED


def _sentence(said: Json) -> Sentence:
    if isinstance(said, Mapping):
        return sentence_of(said)
    return Sentence("{text}", {"text": text_of(said)})
