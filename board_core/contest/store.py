"""A contest on disk: one journal, from which everything else is derived.

Only the holder of the :class:`ContestStore` writes. Meanwhile other processes leave decisions
(rulings, withdrawals) as requests, which the holder carries out.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Self

from board_core.fast_dataclass import dataclass
from board_core.games.game_file import BadGame
from board_core.journal.lines import BadJournal, LineKind, LineWriter, Trusted, damaged, read_lines
from board_core.journal.values import text
from board_core.match.openings import Opening
from board_core.record import wall_clock
from board_core.text.codec import Facts
from board_core.text.sentence import BoardError, Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

from .cards import Card
from .confined import Confined
from .decisions import Addition, ContestStop, request_facts, request_of
from .field import Entrant, Number, Round
from .lines import after_line, contest_of, event_facts, first_facts
from .packages import Package, unpack
from .plan import Plan
from .state import Checked, Closed, Contest, ContestEvent, Met, Paired, PlayedPairing, Request

CONTEST_JOURNAL = LineKind("contest", 1)

MOST_REQUEST_BYTES = 1 << 22
"""The largest request that is read: one may list all files of a program."""


class NotBegun(BadJournal):
    """The folder has no contest."""


class BadRequest(BoardError):
    """A decision that is not possible; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The paths of a contest. All but the journal, the packages and the logs can be deleted."""

    path: Path

    @property
    def plan(self) -> Path:
        return self.path / "contest.toml"

    @property
    def state(self) -> Path:
        return self.path / "contest"

    @property
    def journal(self) -> Path:
        return self.state / "journal.jsonl"

    @property
    def packages(self) -> Path:
        return self.state / "packages"

    @property
    def unpacked(self) -> Path:
        return self.state / "unpacked"

    @property
    def logs(self) -> Path:
        return self.state / "logs"

    @property
    def running(self) -> Path:
        """The journals of the games that are being played here, for spectators."""
        return self.state / "running"

    @property
    def requests(self) -> Path:
        return self.state / "requests"

    @property
    def cards(self) -> Path:
        """The report cards of the check before the contest."""
        return self.state / "cards"

    @property
    def hand_in(self) -> Path:
        """The journal of what entrants hand in by browser."""
        return self.state / "hand-in.jsonl"

    @property
    def report(self) -> Path:
        return self.path / "report"

    @property
    def bundles(self) -> Path:
        """The zip of each entrant, for that entrant alone."""
        return self.path / "bundles"

    def written(self, pairing: int) -> Path:
        """Return the folder that keeps what the programs of a game wrote beside themselves."""
        return self.state / "written" / f"game{pairing:04}"

    def package(self, sha256: str) -> Path:
        return self.packages / f"{sha256}.zip"

    def log(self, pairing: int, entrant: Number) -> Path:
        return self.logs / f"game{pairing:04}-entrant{entrant:03}.log"

    def card(self, entrant: Number) -> Path:
        return self.cards / f"entrant{entrant:03}.json"

    def running_game(self, pairing: int) -> Path:
        return self.running / f"game{pairing:04}.jsonl"


class ContestStore:
    """The writer of a contest's journal until :meth:`close`. ``contest`` is its state now.

    Every event is on the disk (fsync) before the method that writes it returns. All methods may be
    called from any thread. Raises BadJournal and OSError.
    """

    def __init__(self, folder: Folder, now: Callable[[], datetime] = wall_clock) -> None:
        """Open the contest in this folder, which must have begun."""
        self.folder = folder
        self._now = now
        self._lock = threading.RLock()
        read_contest(folder)  # says that there is none, before a file is made
        self._writer = LineWriter(folder.journal)
        try:
            fold = _read(folder.journal)
            self._writer.go_on_from(fold)
            assert fold.contest is not None
            self.contest: Contest = fold.contest
            for path in (
                folder.logs,
                folder.running,
                folder.requests,
            ):  # they may have been deleted
                path.mkdir(exist_ok=True)
        except BaseException:
            self._writer.close()
            raise

    @classmethod
    def begin(
        cls,
        folder: Folder,
        plan: Plan,
        entrants: tuple[Entrant, ...],
        openings: tuple[Opening, ...],
        packages: tuple[Package, ...],
        now: Callable[[], datetime] = wall_clock,
    ) -> Self:
        """Write the first event of a new contest. Raises BadJournal if there is one already."""
        folder.packages.mkdir(parents=True, exist_ok=True)
        for package in packages:
            keep_package(folder, package)
        with LineWriter(folder.journal) as writer:
            if not writer.empty and _read(folder.journal).lines:
                raise BadJournal(
                    say("{path} already exists: resume the contest", path=repr(str(folder.journal)))
                )
            writer.go_on_from(Trusted(torn=1))
            facts = first_facts(plan, entrants, openings)
            writer.append(CONTEST_JOURNAL.first_line(now(), **facts))
            writer.flush()
        return cls(folder, now)

    def paired(self, round: Round, relaxed: bool = False) -> None:
        self._write(Paired(round, relaxed))

    def finished(self, played: PlayedPairing) -> None:
        """Write the result of a game. Raises BadRequest for a game that has been played already."""
        if played.pairing in self.contest.played:
            raise BadRequest(say("game {number} has been played", number=played.pairing))
        self._write(played)

    def met(self, machine: str, keeps: Confined) -> None:
        """Write how a worker confines programs, if that is new."""
        with self._lock:
            if self.contest.machines.get(machine) != keeps:
                self._write(Met(machine, keeps))

    def checked(self, entrant: Number, card: Card) -> None:
        self._write(Checked(entrant, card))

    def ended(self, why: str) -> None:
        self._write(Closed(why, self._now()))

    def request(self, request: Request) -> None:
        """Write a decision, as of now. Raises BadRequest for one that is not possible."""
        with self._lock:
            if isinstance(request, Addition):  # another may have joined since it was made
                number = len(self.contest.entrants) + 1
                request = replace(request, entrant=replace(request.entrant, number=number))
            check_request(self.contest, request)
            self._write(replace(request, at=self._now()))

    def take_requests(self, refuse: Callable[[Sentence], None] = lambda why: None) -> list[Request]:
        """Write the requests of other processes into the journal, and return them.

        ``refuse`` is called for each that is no longer possible or is unreadable; the file is set
        aside.
        """
        taken = []
        for path in sorted(self.folder.requests.glob("*.json")):
            try:
                request = _request_in(path)
            except (ValueError, OSError) as error:
                aside = path.with_name(path.name + ".refused")
                path.replace(aside)
                refuse(
                    say("{path} is not a decision: {why}", path=repr(str(aside)), why=str(error))
                )
                continue
            try:
                known = {each.left for each in self.contest.decisions}
                if request.left not in known:  # else a kill came before the unlink
                    self.request(request)
                    taken.append(request)
            except BadRequest as error:
                refuse(error.sentence)
            path.unlink(missing_ok=True)
        return taken

    def close(self) -> None:
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _write(self, event: ContestEvent) -> None:
        """Write an event; the state in memory is built from its line, as a reader does."""
        at = event.at if isinstance(event, Request | Closed) else self._now()
        with self._lock:
            line = event_facts(event, at)
            after = after_line(self.contest, line)
            self._writer.append(text(line)[1:-1])
            self._writer.flush()
            self.contest = after


def has_begun(folder: Folder) -> bool:
    """Return whether the journal has more than the torn first line of an interrupted beginning."""
    try:
        return _read(folder.journal).lines > 0
    except FileNotFoundError:
        return False


def read_contest(folder: Folder) -> Contest:
    """Read the contest of a folder, without locking it; another process may be running it.

    Raises NotBegun, BadJournal and OSError.
    """
    return ContestReader(folder).read()


class ContestReader:
    """A reader of a journal that another process writes; it reads each event once."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._fold = _Fold()

    def read(self) -> Contest:
        """Return the contest as it is now. Raises NotBegun, BadJournal and OSError."""
        path, home = self.folder.journal, repr(str(self.folder.path))
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size < self._fold.size:  # another contest has taken its place
                self._fold = _Fold()
            _read_on(path, self._fold)
        if self._fold.damage is not None:
            raise BadJournal(damaged(path, self._fold.damage))
        if self._fold.contest is None:
            raise NotBegun(
                say(
                    "no contest has begun in {path}: run it first; '--rounds 0' only begins it, so "
                    "that you can decide before round 1",
                    path=home,
                )
            )
        return self._fold.contest


def keep_package(folder: Folder, package: Package) -> None:
    """Write the files of an entrant under their SHA-256. Raises OSError."""
    write_whole(folder.package(package.sha256), package.data, mode=OWNER_ONLY)


def unpack_kept(folder: Folder, entrants: Iterable[Entrant]) -> None:
    """Unpack the files of entrants as they were kept. Raises BadPackage and OSError."""
    for entrant in entrants:
        if entrant.package is not None:
            unpack(entrant.package, folder.package(entrant.package).read_bytes(), folder.unpacked)


def check_request(contest: Contest, request: Request) -> None:
    """Check that a decision is possible. Raises BadRequest."""
    if (why := request.objection(contest)) is not None:
        raise BadRequest(why)
    if not request.author.strip() or not request.reason.strip():
        raise BadRequest(say("a decision needs an author and a reason"))


def leave_request(folder: Folder, request: Request) -> None:
    """Leave a request for the holder of the store, who handles it soon. Raises OSError."""
    folder.requests.mkdir(parents=True, exist_ok=True)
    stamp = wall_clock().strftime("%Y%m%d-%H%M%S-%f")
    path = folder.requests / f"{stamp}-{os.getpid()}.json"
    write_whole(path, text(request_facts(request)).encode("ascii"), mode=OWNER_ONLY)


def decide(folder: Folder, request: Request, warn: Callable[[Sentence], None]) -> bool:
    """Record a decision, or leave it to the process that runs the contest.

    Return whether it is recorded. ``warn`` gets earlier requests that are refused. Raises
    BadRequest, BadJournal and OSError.
    """
    check_request(read_contest(folder), request)
    try:
        store = ContestStore(folder)
    except BadJournal:  # a process is running it
        leave_request(folder, request)
        with (
            contextlib.suppress(BadJournal),
            ContestStore(folder) as store,
        ):  # it just ended
            store.take_requests(warn)
        return False
    with store:
        if isinstance(request, ContestStop):
            raise BadRequest(say("nobody runs the contest at present"))
        store.take_requests(warn)  # earlier decisions come first
        store.request(request)
    return True


def _request_in(path: Path) -> Request:
    """Read a request. Raises ValueError and OSError."""
    if not path.is_file():  # opening a pipe would block
        raise ValueError("it is no file")
    with path.open("rb") as file:
        return request_of(file.read(MOST_REQUEST_BYTES), wall_clock(), path.name)


@dataclass(slots=True)
class _Fold(Trusted):
    contest: Contest | None = None
    not_here: Sentence | None = None  # why the game of the contest cannot be had

    def add(self, line: Facts) -> None:
        try:
            if line["seq"] == 0:
                self.contest = contest_of(line)
            elif self.contest is None:
                raise ValueError("the first line is missing")
            else:
                self.contest = after_line(self.contest, line)
        except BadGame as error:
            self.not_here = error.sentence
            raise


def _read(path: Path) -> _Fold:
    fold = _Fold()
    _read_on(path, fold)
    return fold


def _read_on(path: Path, fold: _Fold) -> None:
    read_lines(path, CONTEST_JOURNAL, fold, fold.add)
    if fold.not_here is not None:  # the journal is well, and its game is not here
        raise BadJournal(fold.not_here)
