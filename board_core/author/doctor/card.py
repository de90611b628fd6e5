"""The findings of the doctor as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from enum import Enum

from board_core.fast_dataclass import dataclass
from board_core.player import Explanation
from board_core.sentence import Sentence, say


class CheckVerdict(Enum):
    """The verdict of a check, from the best to the worst."""

    # unknown: the position did not come up, or an earlier fault prevented the check
    SKIPPED = "skipped"
    OK = "ok"
    WARNING = "warning"  # it works, and could be better
    FAULT = "fault"


VERDICT_SIGNS = {
    CheckVerdict.OK: "✓",
    CheckVerdict.WARNING: "!",
    CheckVerdict.FAULT: "✗",
    CheckVerdict.SKIPPED: "·",
}
"""The signs of the verdicts, one letter wide, for terminals and windows that can show them."""

VERDICT_SEVERITY = {verdict: number for number, verdict in enumerate(CheckVerdict)}


@dataclass(frozen=True, slots=True)
class Check:
    """One question about a program: ``name`` is for machines, ``title`` for people.

    Two checks with the same name are the same.
    """

    name: str
    title: Sentence = field(compare=False)
    meaning: Sentence | None = field(default=None, compare=False)
    """Half a line for people who do not play the game, or do not know the term."""
    page: str = field(default="check.md", compare=False)
    """The page in ``docs`` that explains it."""
    manners: bool = field(default=False, compare=False)
    """True if it is about the program as a guest on a machine, not about its moves."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one check of a program."""

    check: Check
    verdict: CheckVerdict
    sentence: Sentence
    advice: Sentence | None = None  # advice on what to change
    evidence: Explanation | None = None  # last lines, exit status, standard error
    figures: dict[str, float] = field(default_factory=dict)
    position: str = ""  # in which it failed
    asked: Sentence | None = None  # for which move, in that position


@dataclass(frozen=True, slots=True)
class ReportCard:
    """Every check that applies to a program, in order, with one finding each."""

    program: str
    protocol: str
    findings: tuple[Finding, ...]
    games: int = 0
    worked_around: tuple[Sentence, ...] = ()  # to go on behind a fault
    is_whole: bool = True  # all checks that apply were asked for

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.verdict is CheckVerdict.FAULT)

    @property
    def passed(self) -> bool:
        """Return True if no check found a fault, and nothing kept the checks from being made."""
        return not self.faults and not any(f.sentence == NOT_REACHED for f in self.findings)

    @property
    def conclusion(self) -> Sentence:
        """The one sentence that ends the card: what to mend first, if anything."""
        return conclusion_of(self.findings, whole=self.is_whole)

    def count(self, verdict: CheckVerdict) -> int:
        return sum(finding.verdict is verdict for finding in self.findings)

    def finding(self, name: str) -> Finding:
        """Return the finding of the check with this name. Raises KeyError."""
        for finding in self.findings:
            if finding.check.name == name:
                return finding
        raise KeyError(name)


def conclusion_of(findings: Iterable[Finding], *, whole: bool = True) -> Sentence:
    """Return the one sentence that ends a card: ready as far as was seen, or what to mend first.

    Only a ``whole`` card shows that a program is ready.
    """
    findings = [*findings]
    first = {finding.verdict: finding for finding in reversed(findings)}
    if worst := first.get(CheckVerdict.FAULT) or first.get(CheckVerdict.WARNING):
        what = worst.advice or worst.sentence
        if worst.verdict is CheckVerdict.FAULT:
            return say("mend first: {check}: {what}", check=worst.check.title, what=what)
        if any(finding.sentence == NOT_REACHED for finding in findings):
            return say(
                "most could not be checked: {check}: {what}", check=worst.check.title, what=what
            )
        if not whole:
            return say("better: {check}: {what}", check=worst.check.title, what=what)
        return say(
            "ready for a contest, as far as these games show; better still: {check}: {what}",
            check=worst.check.title,
            what=what,
        )
    if CheckVerdict.OK not in first:
        return say("nothing could be checked")
    if not whole:
        return say("no fault in what was checked; without --only all else is checked too")
    return say("ready for a contest, as far as these games show")


NO_CHANCE = say("the position did not come up")
NOT_REACHED = say("not checked because of the faults above")
NOT_MEASURED = say("it could not be measured in these games")


def collected(
    checks: Iterable[Check],
    findings: Iterable[Finding],
    skipped: Callable[[Check], Sentence],
) -> tuple[Finding, ...]:
    """Return one finding for each check: the worst one, the first among equals.

    ``skipped`` returns why there is none of a check.
    """
    worst: dict[str, Finding] = {}
    for finding in findings:
        known = worst.get(finding.check.name)
        if known is None or VERDICT_SEVERITY[finding.verdict] > VERDICT_SEVERITY[known.verdict]:
            worst[finding.check.name] = finding
    return tuple(
        replace(worst[check.name], check=check)
        if check.name in worst
        else Finding(check, CheckVerdict.SKIPPED, skipped(check))
        for check in checks
    )
