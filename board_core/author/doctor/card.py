"""The findings of the doctor as values, and as JSON (``board check --json``, ``docs/check.md``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from enum import Enum

from board_core.diagnosis.error_lines import last_error
from board_core.fast_dataclass import dataclass
from board_core.game.player import Explanation
from board_core.match.json_lines import EXPLANATION, JsonFields
from board_core.text.codec import Fields, written
from board_core.text.findings import (
    Certainty,
    certainty_of,
    codes_of,
    explained_on,
    page_of,
    row_of,
    telling,
    to_be_sure_of,
)
from board_core.text.sentence import Clauses, Sentence, say


class CheckVerdict(Enum):
    """The verdict of a check, from the best to the worst."""

    # unknown: the position did not come up, or an earlier fault prevented the check
    SKIPPED = "skipped"
    OK = "ok"
    WARNING = "warning"  # it works, and could be better
    FAULT = "fault"


SKIPPED, OK, WARNING, FAULT = CheckVerdict

VERDICT_SIGNS = {OK: "✓", WARNING: "!", FAULT: "✗", SKIPPED: "·"}
"""The signs of the verdicts, one letter wide, for terminals and windows that can show them."""

VERDICT_SEVERITY = {verdict: number for number, verdict in enumerate(CheckVerdict)}

GAMES = ("plays", "game-white", "game-black")
"""The names of the checks that a program passes by a game of its own."""

MENDED_FIRST = ("start", "handshake", "flush", "encoding", "chatter", "notation")
"""The names of checks of how a program answers at all: faults there bring others with them."""

MENDED_LAST = ("again", "take-back")
"""The names of checks of what seldom comes: a move refused, for another fault, or taken back."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question about a program: ``name`` is for machines, ``title`` for people.

    Two checks with the same name are the same.
    """

    name: str
    title: Sentence = field(compare=False)
    meaning: Sentence | None = field(default=None, compare=False)
    """Half a line for people who do not play the game, or do not know the term."""
    page: str = field(default="check.md#checks", compare=False)
    """The section of the pages in ``docs`` that explains what is checked."""
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

    @property
    def telling(self) -> Sentence:
        """The most telling sentence of the finding, with a code if any has one."""
        said = self.evidence.sentence if self.evidence and not codes_of(self.sentence) else None
        return telling(said or self.sentence)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of what was found out, the most telling first; ``board why`` explains them."""
        return codes_of(self.sentence) or (self.evidence.codes if self.evidence else ())

    @property
    def page(self) -> str:
        """The section of the pages in ``docs`` that explains what was found, or what is checked."""
        return page_of(self.codes[0]) if self.codes else self.check.page

    @property
    def certainty(self) -> Certainty:
        """The certainty of the code that tells most."""
        return certainty_of(self.telling)

    @property
    def to_be_sure(self) -> Sentence | None:
        """The step that would make it certain."""
        return to_be_sure_of(self.telling)

    @property
    def cause(self) -> object:
        """The same value for all that has one cause: a place in the source, or equal facts."""
        error = last_error(self.evidence.stderr) if self.evidence else None
        if error is not None and error.line:
            return self.codes[:1], error.file, error.line
        return self.codes[:1], self.telling.facts


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
        return tuple(f for f in self.findings if f.verdict is FAULT)

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
        return {finding.check.name: finding for finding in self.findings}[name]


def conclusion_of(
    findings: Iterable[Finding], *, whole: bool = True, brief: bool = False
) -> Sentence:
    """Return the one sentence that ends a card: ready as far as was seen, or what to mend first.

    Only a ``whole`` card of finished games shows that a program is ready, and it says what it did
    not show. A ``brief`` one leaves out what the lines above it say.
    """
    findings = [*findings]
    worst = next(iter(to_mend(findings)), None)
    if worst is None and all(finding.verdict is not OK for finding in findings):
        return say("nothing could be checked")
    if worst is None and not whole:
        return say("no fault in what was checked; without --only all else is checked too")
    games = [finding for finding in findings if finding.check.name in GAMES]
    if games and all(finding.verdict is not OK for finding in games):
        ready = say(
            "no fault in what was tried, which is too little: {what}", what=games[0].sentence
        )
    else:
        ready = say("ready for a contest, as far as {covered}", covered=_covered(findings))
    if worst is not None:
        what, check = worst.advice or worst.sentence, worst.check.title
        if worst.verdict is FAULT and brief:
            return say("mend first: {check}", check=check)
        if worst.verdict is FAULT:
            return say("mend first: {check}: {what}", check=check, what=what)
        if any(finding.sentence == NOT_REACHED for finding in findings):
            return say("most could not be checked: {check}: {what}", check=check, what=what)
        if not whole:
            return say("better: {check}: {what}", check=check, what=what)
        ready = say("{ready}; better still: {check}: {what}", ready=ready, check=check, what=what)
    unseen = None if brief else unseen_in(findings)
    return ready if unseen is None else say("{ready}; {unseen}", ready=ready, unseen=unseen)


def is_wrong(finding: Finding) -> bool:
    return finding.verdict in (FAULT, WARNING)


def to_mend(findings: Iterable[Finding]) -> list[Finding]:
    """Return the faults and warnings in the order in which to mend them."""

    def place(finding: Finding) -> tuple[int, bool, bool]:
        name = finding.check.name
        return -VERDICT_SEVERITY[finding.verdict], name not in MENDED_FIRST, name in MENDED_LAST

    return sorted(filter(is_wrong, findings), key=place)


def told_once(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return the faults and warnings in the order in which to mend them, by their causes."""
    groups: list[list[Finding]] = []
    for finding in to_mend(findings):
        same = (g for g in groups if finding.codes and g[0].cause == finding.cause)
        if (group := next(same, None)) is None:
            groups.append(group := [])
        group.append(finding)
    return groups


def _covered(findings: Iterable[Finding]) -> Sentence:
    """Return what the examination consisted of, as far as the card tells."""
    figures = next((f.figures for f in findings if f.check.name == "time"), {})
    facts = {name: round(number) for name, number in figures.items()} | {
        "longest": f"{figures.get('longest', 0):.1f}"
    }
    if not facts.get("games"):
        return say("these games show")
    if facts.get("positions"):
        return say(
            "{moves} moves in {games} games show, {positions} of them from given positions, the "
            "longest thought {longest} s (a contest's clock may let it think longer)",
            **facts,
        )
    return say(
        "{moves} moves in {games} games show, the longest thought {longest} s (a contest's clock "
        "may let it think longer)",
        **facts,
    )


def unseen_in(findings: Iterable[Finding]) -> Sentence | None:
    """Return what chance did not bring, or too rarely to tell."""
    findings = [*findings]
    what: list[Sentence] = [finding.check.title for finding in findings if came_up_rarely(finding)]
    what += [
        say("how it writes {moves}", moves=finding.sentence.facts.get("never", ""))
        for finding in findings
        if row_of(finding.sentence) is NEVER_WRITTEN
    ]
    return say("not come up, or too rarely to tell: {what}", what=Clauses(what)) if what else None


def came_up_rarely(finding: Finding) -> bool:
    """Return True if a check was not tried because of chance: never, or too rarely to tell."""
    row = row_of(finding.sentence)
    return finding.verdict is SKIPPED and row in (NO_CHANCE, *SAYS_LITTLE)


row, *_ = explained_on("check.md#how-the-checks-reach-special-moves")
ONLY_ONCE = row("only-once", "only once, which says little: {what}")
ONLY_SOME_TIMES = row("only-some-times", "only {times} times, which says little: {what}")
ONLY_ONE_SIDES = row("only-one-sides", "only {color}'s came up: {what}")
ONLY_SHORTER = row(
    "only-shorter", "only in lines of fewer than {length} letters, as exd8=Q+ has: {what}"
)
SAYS_LITTLE = (ONLY_ONCE, ONLY_SOME_TIMES, ONLY_ONE_SIDES, ONLY_SHORTER)
NEVER_WRITTEN = row("never-written", "{what}; not among them: {never}")
NO_CHANCE = row("not-come-up", "the position did not come up")
NOT_REACHED = say("not checked because of the faults above")
NOT_MEASURED = say("it could not be measured in these games")


def collected(
    checks: Iterable[Check], findings: Iterable[Finding], skipped: Callable[[Check], Sentence]
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
        else Finding(check, SKIPPED, skipped(check))
        for check in checks
    )


EVIDENCE = {"evidence": EXPLANATION, "position": written(lambda position: position or None)}
FINDING = Fields(
    "check=check.name meaning=check.meaning manners=check.manners verdict sentence codes "
    "page certainty to_be_sure advice evidence figures position asked",
    **EVIDENCE,
)
CARD = Fields(
    "program protocol passed games worked_around conclusion checks=findings",
    worked_around=written(lambda sentences: [str(sentence) for sentence in sentences]),
    checks=written(lambda findings: [FINDING.write(finding) for finding in findings]),
)


def card_fields(card: ReportCard) -> JsonFields:
    """Return the fields of a report card."""
    return CARD.write(card)
