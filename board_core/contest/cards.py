"""Report cards of the check before a contest, and the JSON that keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from board_core.author.doctor.card import Check, CheckVerdict, Finding, conclusion_of, to_mend
from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import read_small
from board_core.journal.values import MOST_INTEGER, sentence_facts, sentence_of
from board_core.text.codec import Codec, Fields, Json, mapping, one_of, optional, text_of
from board_core.text.sentence import Sentence
from board_core.whole_files import write_whole

MOST_CHECKS = 100
MOST_FIGURES = 20


@dataclass(frozen=True, slots=True)
class Card:
    """The report card of an entrant; its sentences can be read in any language."""

    passed: bool
    findings: tuple[Finding, ...] = ()
    sha256: str | None = ""  # of its package; None: it has none; empty: not recorded

    @property
    def shown(self) -> tuple[Finding, ...]:
        """The findings, the worst first."""
        well = (f for f in self.findings if f.verdict is CheckVerdict.OK)
        return (*to_mend(self.findings), *well)

    @property
    def conclusion(self) -> Sentence:
        """The card's closing sentence: what to fix first, if anything."""
        return conclusion_of(self.findings)

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of faults, of warnings and of passed checks."""
        verdicts = [finding.verdict for finding in self.findings]
        faults, warnings = map(verdicts.count, (CheckVerdict.FAULT, CheckVerdict.WARNING))
        return faults, warnings, verdicts.count(CheckVerdict.OK)


def _sentence(said: Json) -> Sentence:
    """Return a sentence; a text in place of one is taken as it is."""
    if isinstance(said, Mapping):
        return sentence_of(said)
    return Sentence("{text}", {"text": text_of(said)})


def _figures(value: Json) -> dict[str, float]:
    numbers = [
        (text_of(name), number)
        for name, number in mapping(value).items()
        if type(number) in (int, float) and -MOST_INTEGER <= number <= MOST_INTEGER
    ]
    return dict(numbers[:MOST_FIGURES])


SAID = Codec(_sentence, sentence_facts)
PERHAPS_SAID = Codec(lambda said: _sentence(said) if said else None, optional(SAID).write)

FINDING = Fields(
    "check=check.name title=check.title meaning=check.meaning verdict sentence advice figures",
    title=SAID,
    meaning=PERHAPS_SAID,
    verdict=one_of(CheckVerdict, CheckVerdict.SKIPPED),
    sentence=SAID,
    advice=PERHAPS_SAID,
    figures=Codec(_figures),
)


def card_facts(card: Card) -> dict[str, Json]:
    """Return a card as JSON; its sentences can still be translated."""
    told = {} if card.sha256 == "" else {"sha256": card.sha256}
    checks = [FINDING.write(finding) for finding in card.findings]
    return {**told, "passed": card.passed, "checks": checks}


def card_of(facts: Json) -> Card:
    """Return the card for any JSON; a text in place of a sentence is used unchanged."""
    card = mapping(facts)
    checks, sha256 = card.get("checks"), card.get("sha256", "")
    findings = map(_finding, checks[:MOST_CHECKS] if isinstance(checks, list) else ())
    return Card(
        card.get("passed") is True, tuple(findings), None if sha256 is None else text_of(sha256)
    )


def _finding(facts: Json) -> Finding:
    told = mapping(facts)
    read = FINDING.read({"title": text_of(told.get("check")), **told})
    check = Check(*(read.pop(f"check.{name}") for name in ("name", "title", "meaning")))
    return Finding(check, **read)


def read_card(path: Path) -> Card | None:
    """Return the card of the last check, or None."""
    try:
        return card_of(json.loads(read_small(path)))
    except (OSError, ValueError, RecursionError):
        return None


def write_card(path: Path, card: Card) -> None:
    """Write the card of a check in place of the last one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(card_facts(card)).encode("ascii"), durable=False)
