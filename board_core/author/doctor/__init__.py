"""The student's doctor: plays a program through a battery of small games and says what is wrong."""

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
