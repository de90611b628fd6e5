"""The widgets that tell a report on a program: the reason in large type, then all that it wrote."""

from __future__ import annotations

from .failure import Report
from .kit.excerpt import Excerpt
from .kit.labels import Label
from .kit.painter import HEAD_SIZE
from .kit.text import Fonts
from .kit.textpane import Paragraph, TextPane
from .kit.widget import Widget

LONG_HEADLINE = 3
"""Lines of a headline in large type; a longer one is shown smaller."""

NAME_SIZE = 16
"""Size of a long headline, in points."""


class ReasonRows:
    """The widgets that tell a report, for a pane and for a dialog."""

    def __init__(self) -> None:
        self.headline = Label(size=HEAD_SIZE, color="error", wrap=True, copyable=True)
        self.excerpt = Excerpt()
        self.verdict = Label(wrap=True)
        self.advice = Label(color="dim", wrap=True)
        self.text = TextPane(at_end=True)
        self.show(None)

    @property
    def told(self) -> tuple[Widget, ...]:
        """The widgets above the full text."""
        return (self.headline, self.excerpt, self.verdict, self.advice)

    def show(self, report: Report | None) -> None:
        """Tell a report; nothing is seen without one."""
        self.text.show(report is not None and bool(report.lines))
        if report is None:
            report = Report("", "")
        self.headline.set(report.headline, report.color)
        self.excerpt.set(report.place, report.source)
        self.verdict.set(report.verdict)
        self.advice.set(report.advice)
        for label in (self.headline, self.verdict, self.advice):
            label.show(bool(label.text))
            label.tip = label.text  # a long word may be broken
        self.text.set([Paragraph(text, color) for text, color in report.lines])

    def measure(self, fonts: Fonts, width: int) -> None:
        """Choose the size of the headline for this width."""
        lines = fonts.wrap(self.headline.text, HEAD_SIZE, width)
        self.headline.size = HEAD_SIZE if len(lines) <= LONG_HEADLINE else NAME_SIZE
