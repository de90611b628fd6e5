"""News of a running program, as a closed union of values."""

from __future__ import annotations

from typing import final

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.sentence import Sentence


@final
@dataclass(frozen=True, slots=True)
class Output:
    """One or more complete lines that arrived together, each ended by a line feed."""

    text: str


new_output = constructor(Output)


@dataclass(frozen=True, slots=True)
class Flooded:
    """A line exceeded the limit; no more output follows."""


@dataclass(frozen=True, slots=True)
class Garbled:
    """A line was not UTF-8 text; no more output follows."""

    shown: str  # the line, as it can be shown
    what: Sentence  # what it is instead


@dataclass(frozen=True, slots=True)
class Interfered:
    """The program sent a signal to the host, which ignored it."""

    signal_name: str


@dataclass(frozen=True, slots=True)
class NotReading:
    """The pipe to the program has stayed full, so it is not reading its input."""


@dataclass(frozen=True, slots=True)
class InputClosed:
    """A line could not be sent, because the program has exited or closed its input."""


@dataclass(frozen=True, slots=True)
class ProgramEnded:
    """The program exited, or closed its output and runs on; no more news follows.

    ``excess`` says which limit it exceeded if it was ended for that, or what the machine lacked.
    """

    returncode: int | None  # None: it runs on
    excess: Sentence | None = None
    has_read: bool = False  # everything it was sent, as far as the system reports
    is_machines: bool = False  # the machine lacked memory: no program exceeded its own limit


ProgramNews = Output | Flooded | Garbled | Interfered | NotReading | InputClosed | ProgramEnded
