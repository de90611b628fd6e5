"""Findings that repeat another one, or follow from it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from board_core.diagnosis import rows
from board_core.diagnosis.error_lines import ErrorLines, last_error
from board_core.text.findings import row_of

from . import checks
from .card import CheckVerdict, Finding
from .judging import FAILS_AT_SET_UPS, signature_of

LEFT_BY_ITSELF = (rows.LEFT_OFF_TURN, rows.LEFT_BEFORE_A_MOVE)


def without_repeats(judged: Sequence[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return the findings that say something of their own, those of the games first.

    Of a program that cannot begin from given positions the first failure there is told, and of the
    failures with one error the one whose check is about something special.
    """
    first = next((f for f in judged if row_of(f.sentence) is FAILS_AT_SET_UPS), None)
    found = [f for f in judged if f is first or row_of(f.sentence) is not FAILS_AT_SET_UPS]
    elsewhere = {
        error
        for finding in found
        if finding.check != checks.PLAYS_WHOLE_GAMES and (error := _error_of(finding)) is not None
    }
    found = [
        finding
        for finding in found
        if finding.check != checks.PLAYS_WHOLE_GAMES or _error_of(finding) not in elsewhere
    ]
    return [*_without_impatience(found, measured), *_without_echoes(found, measured)]


def _without_impatience(found: list[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return findings without those which say only that it ended, if it ends when it has to wait.

    Whether a line comes soon enough in a game is chance: it finished others.
    """
    leaves = {_end(f) for f in measured if row_of(f.sentence) in LEFT_BY_ITSELF}
    finished = any(
        f.check == checks.PLAYS_WHOLE_GAMES and f.verdict is CheckVerdict.OK for f in measured
    )
    return [f for f in found if not (finished and _end(f) and _end(f) in leaves)]


def _without_echoes(found: list[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return what was measured without a failure while it waited that other games show as well."""
    elsewhere = {_end(finding) for finding in found}
    return [
        finding
        for finding in measured
        if finding.check != checks.WAITS_PATIENTLY
        or row_of(finding.sentence) in LEFT_BY_ITSELF
        or not _end(finding)
        or _end(finding) not in elsewhere
    ]


def _end(finding: Finding) -> str:
    """Return how a program ended with which a fault is told; "" if there is none."""
    if finding.verdict is not CheckVerdict.FAULT or finding.evidence is None:
        return ""
    return f"{signature_of(finding.evidence)} {finding.evidence.exit_status}"


def _error_of(finding: Finding) -> ErrorLines | None:
    """Return the error that ended it, if it wrote in which line of its source that was."""
    if finding.verdict is not CheckVerdict.FAULT or finding.evidence is None:
        return None
    error = last_error(finding.evidence.stderr)
    return error if error is not None and error.line else None
