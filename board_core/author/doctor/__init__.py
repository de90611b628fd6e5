"""The doctor: plays a program through a series of short games and reports its faults."""

from .card import Check, CheckVerdict, Finding, ReportCard
from .checks import checks_for
from .examining import ExamLimits, Unexamined, examine

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
