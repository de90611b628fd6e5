"""The doctor: plays a program through a series of short games and reports its faults."""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from .card import Check, CheckVerdict, Finding, ReportCard
    from .checks import checks_for
    from .examining import ExamLimits, Unexamined, examine
else:
    IMPORTED_LATER = {
        "Check": ".card",
        "CheckVerdict": ".card",
        "ExamLimits": ".examining",
        "Finding": ".card",
        "ReportCard": ".card",
        "Unexamined": ".examining",
        "checks_for": ".checks",
        "examine": ".examining",
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
