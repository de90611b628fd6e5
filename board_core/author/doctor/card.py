"""What the doctor finds, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from board_core.player import Explanation
from board_core.sentence import Sentence, say


class CheckVerdict(Enum):
    """From the best to the worst."""

    SKIPPED = "skipped"  # nothing is known: the chance did not come up, or it was not reached
    OK = "ok"
    WARNING = "warning"  # it works, and could be better
    FAULT = "fault"


VERDICT_SIGNS = {
    CheckVerdict.OK: "✓",
    CheckVerdict.WARNING: "!",
    CheckVerdict.FAULT: "✗",
    CheckVerdict.SKIPPED: "·",
}
"""For whoever can show them; they are as wide as a letter."""

VERDICT_SEVERITY = {verdict: number for number, verdict in enumerate(CheckVerdict)}


@dataclass(frozen=True, slots=True)
class Check:
    """One question about a program; its name is for machines, its title for people."""

    name: str
    title: Sentence


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a question."""

    check: Check
    verdict: CheckVerdict
    sentence: Sentence
    advice: Sentence | None = None  # what to change
    evidence: Explanation | None = None  # last lines, exit status, standard error
    figures: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportCard:
    """Every check that applies to a program, in order, with one finding each."""

    program: str
    protocol: str
    findings: tuple[Finding, ...]
    games: int = 0

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.verdict is CheckVerdict.FAULT)

    @property
    def passed(self) -> bool:
        """Warnings and what could not be tried are no faults."""
        return not self.faults

    def count(self, verdict: CheckVerdict) -> int:
        return sum(finding.verdict is verdict for finding in self.findings)

    def finding(self, name: str) -> Finding:
        """By the name of its check. Raises KeyError."""
        for finding in self.findings:
            if finding.check.name == name:
                return finding
        raise KeyError(name)


NO_CHANCE = say("the chance did not come up")
NOT_REACHED = say("not reached: see the faults")


def collected(
    checks: Iterable[Check], findings: Iterable[Finding], skipped: Sentence
) -> tuple[Finding, ...]:
    """One finding for each check: the worst there is, and of equals the first."""
    worst: dict[str, Finding] = {}
    for finding in findings:
        known = worst.get(finding.check.name)
        if known is None or VERDICT_SEVERITY[finding.verdict] > VERDICT_SEVERITY[known.verdict]:
            worst[finding.check.name] = finding
    return tuple(
        replace(worst[check.name], check=check)
        if check.name in worst
        else Finding(check, CheckVerdict.SKIPPED, skipped)
        for check in checks
    )
