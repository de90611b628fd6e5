"""Contests: which were opened lately, the standings of one, its games, and its pages."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

from board_core import BoardError, Sentence, say
from board_core.contest.report import write_report
from board_core.contest.report.writing import record_format, record_text
from board_core.contest.state import Contest
from board_core.contest.store import Folder, read_contest
from board_core.contest.summary import heading
from board_core.files.folders import cache_folder
from board_core.frontend.settings import Settings, with_contest
from board_core.game.words import Words
from board_core.text.harmless_text import visible
from board_pygame.games import built_in
from board_pygame.intents import AskFirst, ChangeSettings, Intent, RecordText, RequestRefused
from board_pygame.kit.dialog import Answer, Message
from board_pygame.kit.files import FileBrowser, FileKind, ending_in
from board_pygame.kit.menu import Item
from board_pygame.kit.widget import UI, nothing
from board_pygame.language import _, ngettext, spoken

from .telling import file_texts

Ask = Callable[[Intent], None]

MOST_SHOWN = 12
"""Rows of the standings that are shown; the pages have all."""

LARGEST_LISTED = 4_000_000
"""Bytes of the journal of a contest that is read only to tell its round."""


def heading_of(path: str) -> str:
    """Return the name of a contest and how far it is; of a large or a bad one its folder."""
    folder = Folder(Path(path))
    try:
        if folder.journal.stat().st_size <= LARGEST_LISTED:
            return heading(read_contest(folder), Words(spoken()))
    except (BoardError, OSError):
        pass
    return folder.path.name


def open_contests(ask: Ask, settings: Settings, ui: UI) -> list[Item | None]:
    """Return the items of a menu of contests; none if it has only asked for a folder."""
    items: list[Item | None] = [
        Item(heading_of(path), partial(_open, ask, settings, ui, Path(path)), marked=False)
        for path in settings.contests
    ]
    browse = partial(_browse, ask, settings, ui)
    if not items:
        browse()
        return []
    return [*items, None, Item(_("Open a contest…"), browse)]


def _browse(ask: Ask, settings: Settings, ui: UI) -> None:
    """Ask for a file of a contest's folder."""
    kind = FileKind(_("Only contests"), ending_in("contest.toml", "journal.jsonl"), "contest.toml")

    def chosen(path: Path) -> None:
        _open(ask, settings, ui, path.parent.parent if path.suffix == ".jsonl" else path.parent)

    before = Path(settings.contests[0]).parent if settings.contests else None
    title = _("Open a contest: its file contest.toml")
    ui.open(FileBrowser(title, before, chosen, kind=kind, texts=file_texts()))


def _open(ask: Ask, settings: Settings, ui: UI, path: Path) -> None:
    folder = Folder(path)
    try:
        contest = read_contest(folder)
    except (BoardError, OSError) as error:
        ask(RequestRefused(reason(error, path)))
    else:
        ask(ChangeSettings(with_contest(settings, str(path.absolute()))))
        ui.open(contest_dialog(ask, folder, contest, ui))


def reason(error: BoardError | OSError, path: Path) -> Sentence:
    """Return why a contest cannot be read or shown."""
    if isinstance(error, BoardError):
        return error.sentence
    return say("{path} cannot be read: {why}", path=repr(str(path)), why=error.strerror)


def contest_dialog(ask: Ask, folder: Folder, contest: Contest, ui: UI) -> Message:
    """Return the standings of a contest; its games are opened here, its pages in the browser."""

    def games() -> None:
        form = record_format(contest)
        texts = [record_text(contest, played, form) for played in contest.played.values()]
        name = str(folder.path / f"games.{form.name}")
        place = built_in(contest.rules.name)
        ask(AskFirst(RecordText("\n".join(texts), name, place)))

    def pages() -> None:
        try:
            name = sha256(str(folder.path.absolute()).encode()).hexdigest()[:16]
            out = cache_folder() / "contests" / name
            page = write_report(folder, contest, out, [spoken()])
        except (BoardError, OSError) as error:
            ask(RequestRefused(reason(error, folder.path)))
        else:
            shown = webbrowser.open(page.as_uri())
            told = "" if shown else _("No browser could be started.") + " "
            told += _("The pages are here: {path}", path=page)
            ui.open(Message(_("Pages of the contest"), told, [(_("&Close"), nothing)]))

    rows = [
        f"{row.standing.rank}. {visible(row.entrant.name)}: {float(row.standing.points):g}"
        + " · "
        + ngettext("{count} game", "{count} games", row.standing.games)
        for row in contest.rows[:MOST_SHOWN]
    ]
    answers: list[Answer] = [
        (_("&Close"), nothing),
        (_("&Pages in the browser"), pages),
        *([(_("&Games"), games)] if contest.played else []),
    ]
    return Message(heading(contest, Words(spoken())), "\n".join(rows), answers)
