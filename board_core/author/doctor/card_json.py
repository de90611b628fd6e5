"""A report card as JSON, for scripts: ``board check --json``. See ``docs/check.md``."""

from __future__ import annotations

from board_core.match.json_lines import JsonFields, explanation_fields

from .card import Finding, ReportCard


def card_fields(card: ReportCard) -> JsonFields:
    """Return the fields of a report card."""
    return {
        "program": card.program,
        "protocol": card.protocol,
        "passed": card.passed,
        "games": card.games,
        "worked_around": [str(sentence) for sentence in card.worked_around],
        "conclusion": str(card.conclusion),
        "checks": [finding_fields(finding) for finding in card.findings],
    }


def finding_fields(finding: Finding) -> JsonFields:
    return {
        "check": finding.check.name,
        "meaning": str(finding.check.meaning) if finding.check.meaning else None,
        "page": finding.check.page,
        "manners": finding.check.manners,
        "verdict": finding.verdict.value,
        "sentence": str(finding.sentence),
        "advice": str(finding.advice) if finding.advice else None,
        "evidence": explanation_fields(finding.evidence) if finding.evidence else None,
        "figures": finding.figures,
        "position": finding.position or None,
        "asked": str(finding.asked) if finding.asked else None,
    }
