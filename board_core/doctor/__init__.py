"""The student's doctor: plays a program through a battery of small games and says what is wrong."""

from .card import Check, Finding, ReportCard, Verdict
from .checks import checks_for
from .examining import Patience, Unexamined, examine

__all__ = [
    "Check",
    "Finding",
    "Patience",
    "ReportCard",
    "Unexamined",
    "Verdict",
    "checks_for",
    "examine",
]
