"""Dialogs to choose a file to open, or where to save one; and the folders they show."""

from __future__ import annotations

import os
import stat
import string
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame
from pygame.event import Event

from .buttons import Button, CheckBox
from .dialog import Answer, Dialog, Message
from .fields import Combo, TextField
from .form import FormRow
from .labels import Label
from .rows import Rows, TableColumn, sort_key
from .table import TableWidget
from .widget import UI, nothing, plain

Wanted = Callable[[Path], bool]
"""A function that returns whether a file is of a kind."""


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A file or a folder within a folder."""

    name: str
    is_folder: bool
    size: int
    modified: float  # seconds since 1970

    @property
    def cells(self) -> tuple[str, str, str]:
        """Its name, its size and the time of its last change, as texts."""
        day = f"{datetime.fromtimestamp(self.modified):%Y-%m-%d %H:%M}"
        if self.is_folder:
            return self.name + os.sep, "", day
        return self.name, readable_size(self.size), day


def listing(folder: Path, wanted: Wanted | None = None) -> list[FolderEntry]:
    """Return the folders of a folder, then its wanted files; hidden ones are left out.

    Raises OSError when the folder cannot be read.
    """
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            one = _found(entry)
            if one and (one.is_folder or wanted is None or wanted(Path(entry.path))):
                found.append(one)
    return sorted(found, key=lambda one: (not one.is_folder, one.name.lower(), one.name))


def _found(entry: os.DirEntry[str]) -> FolderEntry | None:
    if entry.name.startswith("."):
        return None
    try:
        status = entry.stat()
    except OSError:  # a broken link, or an entry that was removed a moment ago
        return None
    if getattr(status, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_HIDDEN:
        return None
    return FolderEntry(entry.name, stat.S_ISDIR(status.st_mode), status.st_size, status.st_mtime)


def is_file(path: Path) -> bool:
    """Return whether a path is a file; False where the user may not know."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False where the user may not know."""
    try:
        return path.is_dir()
    except OSError:
        return False


def executable(path: Path) -> bool:
    """Return whether a file can be run."""
    if os.name == "nt":
        endings = os.environ.get("PATHEXT", ".EXE;.BAT;.CMD;.COM").lower().split(";")
        return path.suffix.lower() in endings
    return os.access(path, os.X_OK)


def ending_in(*endings: str) -> Wanted:
    """Return a test for names with one of these endings, in capitals or small letters."""
    return lambda path: path.name.lower().endswith(endings)


def drives() -> list[Path]:
    """Return the drives of Windows; elsewhere there are none."""
    if os.name != "nt":
        return []
    return [drive for c in string.ascii_uppercase if (drive := Path(f"{c}:\\")).exists()]


def readable_size(size: int) -> str:
    """Return a size in bytes as a text with a suitable unit."""
    if size < 1000:
        return f"{size} B"
    amount = float(size)
    for unit in ("kB", "MB", "GB"):
        amount /= 1000
        if amount < 999.5 or unit == "GB":
            break
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"


@dataclass(frozen=True, slots=True)
class FileTexts:
    """All texts of a file dialog."""

    path: str = "&Path"
    up: str = "&Up"
    home: str = "Home"
    working: str = "Working directory"
    name: str = "Name"
    size: str = "Size"
    modified: str = "Modified"
    file_name: str = "File &name"
    open: str = "&Open"
    save: str = "&Save"
    cancel: str = "&Cancel"
    empty: str = "Empty"
    sort: str = "Sorts by this column"
    overwrite: str = "Overwrite?"
    exists: str = "{name} exists already. Overwrite it?"
    add: str = "&Add to this file"
    replace: str = "&Overwrite it"
    yes: str = "&Yes"
    no: str = "&No"


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of files; ``text`` labels the check box that hides all others.

    To enter a folder with a file of the name ``within`` chooses this file.
    """

    text: str
    wanted: Wanted
    within: str = ""


class _Listing(Rows):
    def __init__(self) -> None:
        self.found: list[FolderEntry] = []
        self._order = (0, False)  # a column, and whether downwards

    def show(self, found: list[FolderEntry]) -> None:
        self.found = found
        self.sort(self._order[0], down=self._order[1])

    def sort(self, column: int, *, down: bool) -> None:
        self._order = (column, down)
        keys: tuple[Callable[[FolderEntry], str | float], ...] = (
            lambda one: sort_key(one.name),
            lambda one: one.size,
            lambda one: one.modified,
        )
        self.found.sort(key=keys[column], reverse=down)
        self.found.sort(key=lambda one: not one.is_folder)

    def __len__(self) -> int:
        return len(self.found)

    def row(self, index: int) -> Sequence[str]:
        return self.found[index].cells

    def color(self, index: int) -> str | None:
        return "info" if self.found[index].is_folder else None


class FileBrowser(Dialog):
    """A dialog that calls ``on_choose`` with a path after it has closed.

    With a ``saving`` name it asks for a name, and confirms before it overwrites. A name without one
    of the ``endings`` gets the first of them. ``holds`` tells what is in a file to which more can
    be added; then ``on_add`` is offered. What is saved replaces its ``own`` file, unless somebody
    says no. ``recent`` folders are offered below the path. Without a ``folder`` it begins with that
    of the file that was chosen last.
    """

    def __init__(
        self,
        title: str,
        folder: Path | None,
        on_choose: Callable[[Path], object],
        *,
        saving: str | None = None,
        kind: FileKind | None = None,
        endings: Sequence[str] = (),
        holds: Callable[[Path], str] = lambda _path: "",
        on_add: Callable[[Path], object] = nothing,
        own: Path | None = None,
        recent: Sequence[Path] = (),
        texts: FileTexts | None = None,
        dismissed: Callable[[], object] = nothing,
    ) -> None:
        self._begins, folder = folder is None, folder or Path.home()
        self.folder = folder
        self._on_choose, self._saving, self._kind = on_choose, saving is not None, kind
        self._endings, self._holds, self._on_add, self._own = endings, holds, on_add, own
        self._texts = texts = texts or FileTexts()
        self._listing = _Listing()
        self._path = Combo(str(folder), on_enter=self._enter)
        self._path.values = [str(path) for path in recent]
        self._table = self._new_table(texts)
        self._name = TextField(saving or "")
        self._name.show(self._saving)
        self._only = CheckBox(kind.text if kind else "", kind is not None, self._reread)
        self._only.show(kind is not None)
        self._trouble = Label(color="error")
        accept = Button(texts.save if self._saving else texts.open, self._accept, primary=True)
        super().__init__(
            title,
            self._rows(texts),
            [Button(texts.cancel, self.dismiss), accept],
            default=accept,
            width=720,
            dismissed=dismissed,
        )
        self.focus = self._name if self._saving else self._table
        self.go_to(folder)

    def layout(self, ui: UI) -> None:
        if self._begins and ui.folder is not None and is_folder(ui.folder):
            self.go_to(ui.folder)
        self._begins = False
        super().layout(ui)

    def _new_table(self, texts: FileTexts) -> TableWidget:
        columns = [
            TableColumn(texts.name),
            TableColumn(texts.size, 90, "right", color="dim"),
            TableColumn(texts.modified, 150, color="dim"),
        ]
        return TableWidget(
            columns,
            self._listing,
            empty=texts.empty,
            height=14,
            on_cursor=self._on_row,
            on_activate=self._activate,
            sort_tip=texts.sort,
        )

    def _rows(self, texts: FileTexts) -> list[FormRow]:
        places = [(texts.home, Path("~")), (texts.working, Path())]
        places += [(str(drive), drive) for drive in drives()]
        buttons = [Button(name, self._goer(place)) for name, place in places]
        up = Button(texts.up, self.go_up)
        return [
            FormRow(self._path, up, label=texts.path),
            FormRow(*buttons),
            FormRow(self._table),
            FormRow(self._name, label=texts.file_name),
            FormRow(self._only),
            FormRow(self._trouble),
        ]

    def _goer(self, place: Path) -> Callable[[], object]:
        return lambda: self.go_to(place)

    # Folders

    def go_to(self, place: Path) -> None:
        """Show a folder; for a file, show its folder and select the file."""
        path = _whole(place)
        try:
            self._show(path, listing(path, self._wanted))
        except OSError as error:
            # Windows does not always say that it is no folder; Path.is_file() may raise
            if isinstance(error, NotADirectoryError) or os.path.isfile(path):  # noqa: PTH113
                self.go_to(path.parent)
                self._point_at(path.name)
                return
            self._tell(f"{path}: {error.strerror or error}")

    def go_up(self) -> None:
        """Show the folder above, with the folder it came from selected."""
        left = self.folder
        self.go_to(left.parent)
        self._point_at(left.name)

    @property
    def _wanted(self) -> Wanted | None:
        return self._kind.wanted if self._kind is not None and self._only.on else None

    def _show(self, folder: Path, found: list[FolderEntry]) -> None:
        self.folder = folder
        self._listing.show(found)
        self._table.reset()
        self._table.go_to(0 if found else None)
        self._path.set(str(folder))
        self._tell("")

    def _tell(self, trouble: str) -> None:
        """Show why a folder cannot be shown; nothing has no place."""
        if trouble != self._trouble.text:
            self._trouble.set(trouble)
            if hasattr(self, "ui"):  # else it has not been opened
                self.ui.relayout(self)

    def _reread(self, _on: bool) -> None:
        self.go_to(self.folder)

    def _point_at(self, name: str) -> None:
        names = [found.name for found in self._listing.found]
        if name in names:
            self._table.go_to(names.index(name))
            self._on_row(names.index(name))

    # Choosing

    def _enter(self, text: str) -> None:
        """Open the path that was typed."""
        path = _whole(Path(text))
        if is_file(path):
            self._take(path)
        else:
            self._go_in(path)

    def _go_in(self, folder: Path) -> None:
        """Show a folder, or choose the file that it is known by."""
        within = self._kind.within if self._kind is not None else ""
        if within and is_file(folder / within):
            self._take(folder / within)
        else:
            self.go_to(folder)

    def _on_row(self, index: int) -> None:
        found = self._listing.found[index]
        self._path.set(str(self.folder))
        if self._saving and not found.is_folder:
            self._name.set(found.name)

    def _activate(self, index: int) -> None:
        found = self._listing.found[index]
        path = self.folder / found.name
        if found.is_folder:
            self._go_in(path)
        else:
            self._take(path)

    def _accept(self) -> None:
        if not self._saving:
            if self._path.text != str(self.folder):
                self._enter(self._path.text)
            elif self._table.cursor is not None:
                self._activate(self._table.cursor)
        elif self._name.text.strip():
            path = _whole(self.folder / Path(self._name.text.strip()).expanduser())
            if is_folder(path):
                self.go_to(path)
            elif self._endings and path.suffix.lower() not in self._endings:
                self._take(path.with_name(path.name + self._endings[0]))
            else:
                self._take(path)

    def _take(self, path: Path) -> None:
        if self._saving and is_file(path):
            self.ui.open(self._question(path))
        else:
            self._finish(path, self._on_choose)

    def _question(self, path: Path) -> Message:
        """Return the question whether a file is overwritten, or added to."""
        texts, held = self._texts, self._holds(path)
        exists = texts.exists.format(name=path.name)
        overwrite = partial(self._finish, path, self._on_choose)
        if path == self._own or not held:
            answers: list[Answer] = [(texts.no, nothing), (texts.yes, overwrite)]
            return Message(texts.overwrite, exists, answers, default=int(path == self._own))
        add = partial(self._finish, path, self._on_add)
        answers = [(texts.replace, overwrite), (texts.cancel, nothing), (texts.add, add)]
        return Message(texts.overwrite, held, answers, cancel=1)

    def _finish(self, path: Path, choose: Callable[[Path], object]) -> None:
        self.ui.folder = path.parent
        self.close()
        choose(path)

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.DROPFILE:
            self.go_to(Path(event.file))
            return True
        if event.type == pygame.KEYDOWN and self.focus is self._table and plain(event):
            if event.key == pygame.K_BACKSPACE:
                self.go_up()
                return True
            if event.unicode.isprintable() and event.unicode.strip():
                self._jump(event.unicode.lower())
                return True
        return super().handle(event, ui)

    def _jump(self, letter: str) -> None:
        """Go to the next name that begins with this letter."""
        found, start = self._listing.found, (self._table.cursor or 0) + 1
        for turn in range(len(found)):
            index = (start + turn) % len(found)
            if found[index].name.lower().startswith(letter):
                self._table.go_to(index)
                self._on_row(index)
                return


def _whole(path: Path) -> Path:
    """Return an absolute path; ``~`` is the home folder, where there is one."""
    with suppress(RuntimeError):
        path = path.expanduser()
    return Path(os.path.normpath(Path.cwd() / path))
