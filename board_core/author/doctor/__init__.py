"""The doctor: plays a program through a series of short games and reports its faults.

``examining`` plays, ``evidence`` holds what it saw, ``recognising`` finds the causes, ``verdicts``
makes the findings, ``card`` holds the result.
May import ``match`` and what is below, but no game: a game brings its own lessons.
Read first: ``examining.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from .card import Check, CheckVerdict, Finding, ReportCard
    from .checks import checks_for
    from .examining import ExamLimits, Unexamined, examine
else:
    IMPORTED_LATER = {
        ".card": "Check CheckVerdict Finding ReportCard",
        ".checks": "checks_for",
        ".examining": "ExamLimits Unexamined examine",
    }
    """Names by the modules that are imported when one is wanted: a card needs no examination."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "Check",
    "CheckVerdict",
    "ExamLimits",
    "Finding",
    "ReportCard",
    "Unexamined",
    "checks_for",
    "examine",
]
