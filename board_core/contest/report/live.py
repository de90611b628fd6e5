"""Live pages of a contest: read when the journal has grown, drawn on request.

The module reads files of other processes, and writes nothing.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from board_core.contest.exports import EXPORTS, JSON_FILE, json_text
from board_core.contest.json_facts import facts_file, game_facts
from board_core.contest.state import Contest
from board_core.contest.store import ContestReader, Folder, NotBegun
from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.journal import BadJournal

from .pages import (
    LANGUAGES,
    MEDIA,
    STATIC_FILES,
    STYLE_FILE,
    Pages,
    edition,
    entrant_stem,
    file_text,
    game_stem,
    page_bytes,
    style_sheet,
)
from .replay import game_view, neighbours, replay, running_view
from .running import Running, RunningGames
from .view import ContestView, contest_view, entrant_page, tightest
from .writing import fingerprint, logs_of, record_format, record_text, weaker_of

FRESH_SECONDS = 1.0
"""Seconds for which a page with running clocks is sent again unchanged."""

STAGE_SECONDS = 20.0
"""Seconds for which the projector stays with a game at least."""

MOST_PAGES_KEPT = 128
"""Drawn pages in memory."""

ENTRANT_FILE_NAME = re.compile(r"entrant(\d{3,9})(?:\.\w+)?\.html", re.ASCII)
GAME_FILE_NAME = re.compile(r"game(\d{1,9})(?:\.(\w+))?\.(\w+)", re.ASCII)

HTML, CSS, PLAIN_TEXT = "text/html", "text/css", "text/plain"
JSON_MEDIA = "application/json"


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """A file of the report, as it is sent."""

    tag: str  # the same as long as nothing has changed
    body: bytes
    media: str = HTML
    status: int = 200


class Live:
    """The report of a running contest, by file names; methods may be called from any thread."""

    def __init__(
        self,
        folder: Folder,
        now: Callable[[], float] = time.time,
        *,
        hand_in: bool = False,
        play: bool = False,
    ) -> None:
        self._folder = folder
        self._now = now
        self._reader = ContestReader(folder)
        self._watch = RunningGames(folder)
        self._lock = threading.Lock()
        self._pages = {
            language: Pages(language, live=True, hand_in=hand_in, play=play)
            for language in LANGUAGES
        }
        self._kept: dict[str, tuple[float, PageAnswer]] = {}
        self._records: dict[int, tuple[int, str]] = {}  # with the number of rulings in it
        self._seen: object = None
        self._written: object = None  # what was seen of the contest's journal alone
        self._contest: Contest | None = None
        self._trouble: BadJournal | OSError | None = None
        self._running: tuple[Running, ...] = ()
        self._stage = (0, 0.0)  # the number of the projector's game, and since when it is shown

    def answer(self, name: str, known: str | None = None) -> PageAnswer | None:
        """Return the file of this name, or None; without its body if ``known`` is its tag."""
        if name in STATIC_FILES:
            return PageAnswer(_tag(name), file_text(name).encode(), MEDIA[name.rpartition(".")[2]])
        with self._lock:
            self._look()
            contest = self._contest
            if name == STYLE_FILE:
                return _whole(style_sheet(None if contest is None else contest.plan.rules), CSS)
            for stem in ("index", "projector"):
                if (pages := self._pages_of(name, stem)) is not None:
                    return self._index(name, stem, pages, known)
            if contest is None:
                return None
            if name in (*EXPORTS, f"games.{record_format(contest).name}"):
                return self._of_all_games(name, contest, known)
            if found := GAME_FILE_NAME.fullmatch(name):
                return self._game(name, contest, int(found[1]), known)
            found = ENTRANT_FILE_NAME.fullmatch(name)
            return self._entrant(name, contest, int(found[1]), known) if found else None

    def _pages_of(self, name: str, stem: str) -> Pages | None:
        """Return the pages of the language in which a page has this name."""
        named = (pages for pages in self._pages.values() if pages.name(stem) == name)
        return next(named, None)

    def mark(self) -> str:
        """Return a mark of what the pages show, and of the hand-in, by the sizes of files alone."""
        return _tag(*map(_size, (self._folder.journal, self._folder.hand_in)), self._watch.sizes())

    def _look(self) -> None:
        """Read the new lines of the journals; look only at their sizes if there are none."""
        self._written = _size(self._folder.journal)
        sizes = tuple(sorted(self._watch.sizes().items()))
        seen = None if self._written is None else (self._written, sizes)
        if seen is not None and seen == self._seen:
            return
        self._seen = seen
        try:
            self._contest, self._trouble = self._reader.read(), None
            self._running = self._watch.read(self._contest)
        except NotBegun:
            self._contest, self._trouble, self._running = None, None, ()
        except (BadJournal, OSError) as error:
            self._contest, self._trouble, self._running = None, error, ()
            self._seen = None  # it may be over the next time

    def _index(self, name: str, stem: str, pages: Pages, known: str | None) -> PageAnswer:
        _, contest = pages.words.text, self._contest
        if self._trouble is not None:
            title, why = _("The contest cannot be read"), _why(self._trouble, pages.words)
            return _whole(pages.message(title, why), status=503)
        if contest is None:
            title = _("No contest has begun here yet.")
            why = _("This page shows it as soon as it begins.")
            return _whole(pages.message(title, why), status=503)
        running, shown = self._running, self._on_stage() if stem == "projector" else None
        if stem == "projector":
            running = () if shown is None else (shown,)

        def draw() -> str:
            view = self._view(contest, pages.words, running)
            return pages.projector(view) if stem == "projector" else pages.contest(view)

        tag = _tag(name, self._seen, shown and shown.pairing)
        return self._drawn(name, tag, known, draw, clocks=bool(self._running))

    def _view(self, contest: Contest, words: Words, running: Sequence[Running]) -> ContestView:
        record, weaker_here = f"games.{record_format(contest).name}", weaker_of(contest)
        return contest_view(contest, words, running, self._now(), record, weaker_here)

    def _entrant(
        self, name: str, contest: Contest, number: int, known: str | None
    ) -> PageAnswer | None:
        pages = self._pages_of(name, entrant_stem(number))
        if pages is None or not any(each.number == number for each in contest.entrants):
            return None

        def draw() -> str:
            view = self._view(contest, pages.words, self._running)
            return pages.entrant(entrant_page(contest, view, number, pages.words))

        tag = _tag(name, self._written, tuple(each.pairing for each in self._running))
        return self._drawn(name, tag, known, draw, clocks=False)

    def _on_stage(self) -> Running | None:
        """Return the game that the projector shows: the tightest one, for a while."""
        number, since = self._stage
        shown = next((each for each in self._running if each.pairing == number), None)
        if shown is None or self._now() - since > STAGE_SECONDS:
            shown = tightest(self._running)
            if shown is not None and shown.pairing != number:
                self._stage = shown.pairing, self._now()
        return shown

    def _game(
        self, name: str, contest: Contest, number: int, known: str | None
    ) -> PageAnswer | None:
        stem, played = game_stem(number), contest.played.get(number)
        record, pages = f"{stem}.{record_format(contest).name}", self._pages_of(name, stem)
        if played is not None and name == record:
            return _whole(self._record(contest, number), PLAIN_TEXT)
        if played is not None and name == facts_file(number):
            return _whole(json_text(game_facts(contest, number)), JSON_MEDIA)
        running = next((each for each in self._running if each.pairing == number), None)
        if pages is None or (played is None and running is None):
            return None
        around = (None, None) if played is None else neighbours(contest)[number]

        def draw() -> str:
            logs, words = logs_of(self._folder, contest, number), pages.words
            if played is not None:
                replayed = replay(played.game)
                view = game_view(contest, number, replayed, logs, words, record, around)
            else:
                assert running is not None
                view = running_view(contest, running, logs, words, self._now())
            return pages.game(view)

        if played is not None or running is None:
            tag = _tag(name, fingerprint(contest, number, around))
        else:
            tag = _tag(name, running.plies, running.clock.since)
        return self._drawn(name, tag, known, draw, clocks=played is None)

    def _drawn(
        self,
        name: str,
        tag: str,
        known: str | None,
        draw: Callable[[], str],
        *,
        clocks: bool,
        media: str = HTML,
    ) -> PageAnswer:
        """Return the file, or the one that was drawn before if it would be the same."""
        if known == tag:
            return PageAnswer(tag, b"")
        now = self._now()
        at, kept = self._kept.get(name, (0.0, None))
        if kept is not None and kept.tag == tag and (not clocks or 0 <= now - at < FRESH_SECONDS):
            return kept
        answer = PageAnswer(tag, page_bytes(draw()), media)
        self._kept.pop(name, None)
        self._kept[name] = now, answer
        while len(self._kept) > MOST_PAGES_KEPT:
            del self._kept[next(iter(self._kept))]
        return answer

    def _of_all_games(self, name: str, contest: Contest, known: str | None) -> PageAnswer:
        """Return an export, or the records of all games, made once for what the journal holds."""

        def draw() -> str:
            if (export := EXPORTS.get(name)) is not None:
                return export(contest, self._pages[LANGUAGES[0]].words)
            return "".join(self._record(contest, number) for number in sorted(contest.played))

        media = JSON_MEDIA if name == JSON_FILE else PLAIN_TEXT
        return self._drawn(name, _tag(name, self._written), known, draw, clocks=False, media=media)

    def _record(self, contest: Contest, number: int) -> str:
        rulings = sum(each.pairing == number for each in contest.rulings)
        known, text = self._records.get(number, (-1, ""))
        if known != rulings:
            text = record_text(contest, contest.played[number], record_format(contest))
            self._records[number] = rulings, text
        return text


def _size(path: Path) -> tuple[int, int] | None:
    """Return the size of a file, and which one it is; None without one."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_ino


def _why(trouble: BadJournal | OSError, words: Words) -> str:
    return words.sentence(trouble.sentence) if isinstance(trouble, BadJournal) else str(trouble)


def _tag(*facts: object) -> str:
    return hashlib.sha256(repr((edition(), facts)).encode()).hexdigest()[:20]


def _whole(text: str, media: str = HTML, status: int = 200) -> PageAnswer:
    """Return a text that is its own mark."""
    return PageAnswer(_tag(text), page_bytes(text), media, status)
