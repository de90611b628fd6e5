"""The doctor: plays a program through a series of short games and reports its faults."""

from importlib import import_module
from typing import TYPE_CHECKING

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

    def __getattr__(name: str) -> object:
        if name not in IMPORTED_LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(IMPORTED_LATER[name], __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*globals(), *IMPORTED_LATER]


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
