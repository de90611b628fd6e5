"""What is known of a program that failed or is silent: the value that all recognisers look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, left_out, read_head, read_small
from board_core.game.player import Explanation
from board_core.supervise.bubblewrap import HOME_INSIDE
from board_core.supervise.children import ChildSeen
from board_core.supervise.command import Command
from board_core.text.findings import Row, hint_in, row_of
from board_core.text.sentence import Sentence, fields_of

from . import rows
from .error_lines import ErrorLines, last_error

HEAD_BYTES = 4096  # of a file, from which its kind is told
MOST_COMMAND = 60  # characters of a child's command
UNEXPLAINED_SILENCES = (*(rows.WAITS_BLINDLY, rows.WAITS_FOR_MORE, rows.WAITS_UNSEEN), rows.SLEEPS)
"""They tell no reason for a silence."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The files and memory that a program may use and its last words may mention."""

    sandboxed: bool = False
    handed_in: bool = False  # its author does not run the board
    shown: tuple[Path, ...] = ()  # folders and files, with all that is in them
    hidden: tuple[Path, ...] = ()  # in them
    folder: Path | None = None  # in which it was started
    lists_packages: bool = False  # its Python finds only packages that the board shows it
    memory: int | None = None  # MiB
    named: Mapping[str, Path] = field(default_factory=dict)  # programs that its command names
    writes_beside: bool = True  # it can write into its own folder

    def shows(self, path: Path) -> bool:
        """Return True if the program would see a file at this path, if it exists."""
        if not self.sandboxed:
            return True
        places = [place for place in self.shown if path.is_relative_to(place)]
        if self._is_beside_its_folder(path):
            places = [place for place in places if place != Path(HOME_INSIDE)]
        if (omitted := self.left_out(path)) is not None:
            places = [place for place in places if place.is_relative_to(omitted)]
        return bool(places) and not any(map(path.is_relative_to, self.hidden))

    @property
    def sees_its_folder(self) -> bool:
        """False if it sees only some files of the folder in which it was started."""
        places = [place for place in self.shown if place != Path(HOME_INSIDE)]
        return self.folder is None or any(map(self.folder.is_relative_to, places))

    def left_out(self, path: Path) -> Path | None:
        """Return the environment, or similar, in its own folder that contains a path."""
        return None if self.folder is None else left_out(path, self.folder)

    def say(self, mine: Row, strangers: Row, **facts: object) -> Sentence:
        """Say it to who runs the board, or to an author who handed it in, who sees fewer facts."""
        row = strangers if self.handed_in else mine
        return row(**{name: facts[name] for name in fields_of(row.words)})

    def _is_beside_its_folder(self, path: Path) -> bool:
        """Return True if a path is near its folder, where its own temporary folder is shown."""
        if self.folder is None or not self.folder.is_relative_to(HOME_INSIDE):
            return False
        below = self.folder.relative_to(HOME_INSIDE).parts
        return bool(below) and path.is_relative_to(Path(HOME_INSIDE, below[0]))


@dataclass(frozen=True, slots=True)
class Facts:
    """Holds the facts about a program whose failure or silence is to be explained."""

    known: Explanation  # what was concluded from what was seen of it
    command: Command
    around: Surroundings = Surroundings()
    still_asked: bool = False  # it is silent, and may yet answer
    threads: Sequence[str] = ()  # their names, the main thread's first
    reads: bool = False  # one of them waits for input
    children: Sequence[ChildSeen] = ()  # when it was first seen to be late
    memory: tuple[int, int] = (0, 0)  # bytes that it used at the two looks at it
    by_its_times: Sentence | None = None  # what its times make possible

    @property
    def error(self) -> ErrorLines | None:
        """The error that its standard error ends with."""
        return last_error(self.known.stderr)

    @property
    def row(self) -> Row | None:
        """The row of the explanation so far; None if several sentences were joined."""
        return row_of(self.known.sentence)

    @property
    def is_hinted(self) -> bool:
        """True if its protocol has told what may be behind it."""
        return hint_in(self.known.sentence) is not None

    @property
    def is_unexplained_silence(self) -> bool:
        return self.row in UNEXPLAINED_SILENCES

    @property
    def folder(self) -> Path:
        """The folder in which it runs."""
        return (self.command.folder or Path()).absolute()


def program_file(command: Command) -> Path | None:
    """Return the program's file in its own folder; None if its command names none."""
    folder = command.folder
    if folder is None:
        return None
    files = (Path(word) for word in command.argv)
    return next((file for file in files if file.is_relative_to(folder) and file.is_file()), None)


def text_of(file: Path | None) -> str:
    """Return the text of a program's file; empty if there is none, or it must not be read."""
    try:
        return "" if file is None else read_small(file).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def head_of(file: Path, most: int = HEAD_BYTES) -> bytes:
    """Return the first bytes of a program's file; empty if it must not be read."""
    try:
        return read_head(file, most)
    except (CannotTake, OSError):
        return b""
