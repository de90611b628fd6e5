"""The desk of a hand-in: takes versions of entrants, and checks them one at a time.

A version is unpacked and packed next to its final folder, then its line is written, then it
replaces the folder. A failure before the line leaves the previous version unchanged; after a later
kill or failure, :func:`~board_core.contest.hand_in_log.restore` finishes the job. Each check runs
in its own process.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from board_core.author.doctor import ExamLimits
from board_core.author.doctor.card import Check, CheckVerdict, Finding
from board_core.files.untrusted_files import MIB
from board_core.match.player_spec import parse_player
from board_core.match.workers import LocalWorkers
from board_core.record import wall_clock
from board_core.supervise.sandbox import SandboxUnavailable, trial
from board_core.text.sentence import BoardError, Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

from .beginning import started_by, unfit
from .cards import Card, write_card
from .decisions import Update
from .field import Entrant
from .hand_in import (
    Allowance,
    HandIn,
    HandInStatus,
    UploadRefused,
    Version,
    VersionChecked,
    VersionStatus,
    receipt_hash,
)
from .hand_in_log import (
    HALF_PREFIX,
    HandInLog,
    hand_in_folder,
    put_in_place,
    remove_halves,
    restore,
    stage,
)
from .packages import Package, RefusedFolder, left_behind, pack, packed_files, parsed_with, unpack
from .plan import EntrantPlan, HandInPlan, Plan, read_plan
from .preflight import preflight
from .ready import ready_languages
from .state import Contest
from .store import BadRequest, ContestReader, Folder, NotBegun, decide
from .system_errors import sentence_of_error, without_paths
from .uploads import MOST_UNPACKED, UploadedFile, files_of_folder, files_of_zip, write_files

log = logging.getLogger(__name__)

CHECK_ATTEMPTS = 2
"""Times that a version is checked if the process that checks dies."""


class VersionChecks:
    """Owns the thread that checks, from :meth:`start` to :meth:`close`.

    ``check`` is called on it with the name of one entrant after another and raises BoardError and
    OSError for what the organiser should know. Methods may be called from any thread.
    """

    def __init__(
        self, folder: Folder, check: Callable[[str], None], tell: Callable[[Sentence], None]
    ) -> None:
        self._folder = folder
        self._check = check
        self._tell = tell
        self._waiting: list[str] = []  # the first one is being checked, if _checking
        self._checking = False
        self._changed = threading.Condition()
        self._ending = False
        self._thread = threading.Thread(target=self._check_all, name="checks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop checking, and wait for the thread. May be called twice."""
        with self._changed:
            self._ending = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def add(self, name: str) -> None:
        """Queue an entrant, even if its former version is being checked."""
        with self._changed:
            if name not in self._waiting[self._checking :]:
                self._waiting.append(name)
            self._changed.notify_all()

    def place(self, name: str) -> int | None:
        """Return how many entrants are checked before this one; None if it is not queued."""
        with self._changed:
            return self._waiting.index(name) if name in self._waiting else None

    def __len__(self) -> int:
        with self._changed:
            return len(self._waiting)

    def examined(self, entrant: Entrant, data: bytes, plan: Plan) -> Card | None:
        """Return the card of an entrant with this package; None if the desk is closing.

        A separate process checks; it is killed after its time, and its files are removed.
        """
        full, limit = plan.hand_in.examination == "full", plan.hand_in.check_limit
        until = time.monotonic() + limit
        with (
            tempfile.TemporaryDirectory(
                prefix=HALF_PREFIX, dir=self._folder.state, ignore_cleanup_errors=True
            ) as cache,
            LocalWorkers(1, warn=self._tell) as workers,
        ):
            for _attempt in range(CHECK_ATTEMPTS):
                job = workers.submit(examined, entrant, data, plan, Path(cache), full)
                if not self._done_by(job, until):
                    workers.end(1.0)
                    if self._ending:
                        return None
                    why = say("the check took more than {seconds} s", seconds=f"{limit:g}")
                    return _failed(entrant, why)
                try:
                    return job.result()
                except BoardError as error:
                    return _failed(entrant, error.sentence)
                except BrokenExecutor:
                    continue  # the fault of this machine
                except Exception:
                    log.exception("the check of %s failed", entrant.name)
                    break
        return _failed(entrant, say("the check ended unexpectedly: tell the organiser"))

    def _done_by(self, job: Future[Card], until: float) -> bool:
        """Wait for a job until a time of the monotonic clock; return whether it is done."""
        job.add_done_callback(self._wake)
        with self._changed:
            self._changed.wait_for(
                lambda: job.done() or self._ending, max(0.0, until - time.monotonic())
            )
        return job.done()

    def _wake(self, job: object) -> None:
        with self._changed:
            self._changed.notify_all()

    def _check_all(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._check(name)
            except (BoardError, OSError) as error:
                why = sentence_of_error(error)
                self._tell(say("{name}: could not be checked: {why}", name=name, why=why))
            finally:
                with self._changed:
                    self._checking = False
                    if not self._ending:
                        del self._waiting[0]

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ending)
            if self._ending:
                return None
            self._checking = True
            return self._waiting[0]


def examined(entrant: Entrant, data: bytes, plan: Plan, cache: Path, full: bool) -> Card:
    """Return the card of an entrant with this package. Raises BoardError and OSError."""
    if entrant.package is not None:
        unpack(entrant.package, data, cache)
    return preflight(entrant, plan, cache, ExamLimits() if full else None).kept


def _failed(entrant: Entrant, why: Sentence) -> Card:
    check = Check("check", say("is checked to the end"))
    finding = Finding(check, CheckVerdict.FAULT, why)
    return Card(False, (finding,), entrant.package)


VERSIONS_AT_ONCE, VERSION_SECONDS = 6, 60.0
"""Uploads of one entrant in a row, and the seconds between two after them."""

WRONG_TOKENS_AT_ONCE, WRONG_TOKEN_SECONDS = 30, 2.0
"""The same for wrong tokens from one address, which a whole room may have."""

VERSIONS_SHOWN = 20
"""Versions of an entrant that its page shows."""

UPDATE_REASON = "handed in by browser"
"""The reason in the contest's journal for a new version between rounds."""

FREE_BYTES = 256 * MIB
"""Bytes that the disk keeps free: the contest itself needs some."""


class HandInRefused(BoardError):
    """Nothing is taken: by this token, from this entrant, at this time or from this page."""


class TooOften(HandInRefused):
    """There were too many attempts; try again later."""


class NoRoom(BoardError):
    """The disk is nearly full; nothing is accepted until the organiser makes room."""


class HandInDesk:
    """Owns the thread that checks, from :meth:`start` to :meth:`close`; a context manager.

    Methods may be called from any thread. ``tell`` gets messages for the organiser. Raises
    BadJournal, BadPlan and OSError.
    """

    def __init__(
        self,
        folder: Folder,
        tell: Callable[[Sentence], None] = lambda said: None,
        now: Callable[[], datetime] = wall_clock,
    ) -> None:
        self.folder = folder
        self.now = now
        self._tell = tell
        self._log = HandInLog(folder, now)
        self._reader = ContestReader(folder)
        self._plan = read_plan(folder.plan)
        self._plan_stamp = self._stamp()
        self._taking = threading.Lock()
        self._lock = threading.Lock()  # guards the reader, and the allowance of wrong tokens
        self._checks = VersionChecks(folder, self._check, tell)
        self._uploads = Allowance(VERSIONS_AT_ONCE, VERSION_SECONDS)
        self._wrong = Allowance(WRONG_TOKENS_AT_ONCE, WRONG_TOKEN_SECONDS)

    def start(self) -> None:
        """Begin checking, including versions that an earlier desk left unchecked.

        Raises SandboxUnavailable, BadJournal and OSError.
        """
        plan = self.plan()
        if plan.sandbox.mode != "off" and (why := trial().why) is not None:
            raise SandboxUnavailable(
                say(
                    "the hand-in plays programs of strangers and needs a sandbox: {why} "
                    "([sandbox] mode = 'off' in contest.toml does without)",
                    why=why,
                )
            )
        remove_halves(self.folder, plan)
        restore(self.folder, plan)
        hand_in = self._log.read()
        names = {wish.name for wish in plan.entrants}
        for name in hand_in.versions:
            self._enter(name, hand_in)
            last = hand_in.last(name)
            if name in names and last is not None and last.card is None:
                self._checks.add(name)
        self._checks.start()

    def close(self) -> None:
        """Stop checking; the next desk repeats an unfinished check."""
        self._checks.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def plan(self) -> Plan:
        """Return the organiser's current settings, or the last valid ones."""
        stamp = self._stamp()
        if stamp != self._plan_stamp:
            with suppress(BoardError, OSError):
                self._plan, self._plan_stamp = read_plan(self.folder.plan), stamp
        return self._plan

    def _stamp(self) -> object:
        try:
            known = self.folder.plan.stat()
        except OSError:
            return None
        return known.st_mtime_ns, known.st_size, known.st_ino

    def status(self) -> HandInStatus:
        plan = self.plan()
        settings = plan.hand_in
        contest = self._contest()
        over = contest is not None and contest.ended is not None
        is_open = not over and self._log.read().is_open(self.now(), settings.deadline)
        waiting = len(self._checks)
        ready = ready_languages() if plan.game == "chess" else ()
        return HandInStatus(plan.name, is_open, settings.deadline, settings.size, waiting, ready)

    def admit(self, token: str, address: str) -> str:
        """Return the entrant with this token. Raises HandInRefused."""
        at = time.monotonic()
        with self._lock:
            name = self._log.read().entrant_of(token)
            if name is None and self._wrong.wait(address, at):
                raise TooOften(say("there were too many wrong tokens: wait a minute"))
            if name is None:
                self._wrong.spend(address, at)
        if name is None:
            raise HandInRefused(
                say("this token is not known: copy it as it was sent, or ask the organiser")
            )
        self._wish(name)
        return name

    def _wish(self, name: str) -> tuple[int, EntrantPlan]:
        for number, wish in enumerate(self.plan().entrants, start=1):
            if wish.name == name:
                return number, wish
        raise HandInRefused(say("{name} is not among the entrants any more", name=name))

    def check_open(self, name: str, at: datetime) -> None:
        """Check that this entrant may hand in now. Raises HandInRefused."""
        settings = self.plan().hand_in
        if not self._log.read().is_open(at, settings.deadline):
            raise HandInRefused(say("the hand-in is closed"))
        contest = self._contest()
        if contest is not None and contest.ended is not None:
            raise HandInRefused(say("the contest is over"))
        seconds = self._uploads.wait(name, time.monotonic())
        if seconds:
            raise TooOften(
                say(
                    "too many uploads: wait {seconds} s for the next version",
                    seconds=round(seconds) + 1,
                )
            )

    def take(
        self, name: str, at: datetime, zipped: bytes | None, parts: Sequence[tuple[str, bytes]] = ()
    ) -> str:
        """Accept a version whose upload began ``at`` a time, and return its receipt.

        Raises HandInRefused, RefusedFolder for what its author must mend, NoRoom and OSError.
        """
        with self._taking:
            self.check_open(name, at)
            self._uploads.spend(name, time.monotonic())
            try:
                receipt = self._take(name, at, zipped, parts)
            except RefusedFolder as error:
                self._log.write(UploadRefused(name, error.sentence, at))
                self._tell(say("{name}: refused: {why}", name=name, why=error.sentence))
                raise
            except (NoRoom, OSError) as error:
                why = sentence_of_error(error)
                self._tell(say("{name}: could not be stored: {why}", name=name, why=why))
                raise
        self._checks.add(name)
        return receipt

    def _take(
        self, name: str, at: datetime, zipped: bytes | None, parts: Sequence[tuple[str, bytes]]
    ) -> str:
        plan, wish = self.plan(), self._wish(name)[1]
        place = hand_in_folder(self.folder, wish)
        if zipped is None:
            files = files_of_folder(parts)
        else:
            files = files_of_zip(zipped, max(MOST_UNPACKED, plan.hand_in.size * MIB))
        self.folder.packages.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(self.folder.packages).free < FREE_BYTES:
            raise NoRoom(say("the disk of this machine is nearly full: tell the organiser"))
        player, package = packed_upload(files, wish, plan, self.folder.packages)
        self._check_room(name, package, plan.hand_in)
        write_whole(self.folder.package(package.sha256), package.data, mode=OWNER_ONLY)
        half = stage(package.data, place)
        receipt = secrets.token_urlsafe(16)
        taken = Version(name, package.sha256, player, receipt_hash(receipt), at)
        try:
            hand_in = self._log.write(taken)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise
        count = len(hand_in.versions[name])
        said = say("{name}: version {number}: {player}", name=name, number=count, player=player)
        try:
            put_in_place(half, place)
            self._enter(name, hand_in)
        except (BoardError, OSError) as error:  # it counts, and its author learns that
            why = sentence_of_error(error)
            said = say(
                "{name}: version {number} counts, but could not take its place: {why}. Remove the "
                "cause, and start the server again",
                name=name,
                number=count,
                why=why,
            )
        self._tell(said)
        return receipt

    def _check_room(self, name: str, package: Package, settings: HandInPlan) -> None:
        """Check that one more version may be kept. Raises RefusedFolder."""
        hand_in = self._log.read()
        kept = {
            entrant: {version.package for version in versions}
            for entrant, versions in hand_in.versions.items()
        }
        own = kept.get(name, set())
        if self._bytes_of(own, package) > settings.kept * MIB:
            raise RefusedFolder(
                say(
                    "your versions together would be larger than {limit} MiB: hand in less, or ask "
                    "the organiser for more room",
                    limit=settings.kept,
                )
            )
        if self._bytes_of(set().union(*kept.values()), package) > settings.kept_in_all * MIB:
            raise RefusedFolder(
                say(
                    "there is no room for more versions ({limit} MiB): ask the organiser for more",
                    limit=settings.kept_in_all,
                )
            )

    def _bytes_of(self, packages: set[str], added: Package) -> int:
        """Return the size of these packages and one more, each counted once."""
        others = (self.folder.package(sha256) for sha256 in packages - {added.sha256})
        return len(added.data) + sum(path.stat().st_size for path in others if path.exists())

    def _contest(self) -> Contest | None:
        """Return the contest as it is now; None if it has not begun."""
        with self._lock:
            try:
                return self._reader.read()
            except NotBegun:
                return None

    def _enter(self, name: str, hand_in: HandIn) -> None:
        """Let a running contest play an entrant's last version from its next round on.

        An entrant added to the file since then joins when the organiser adds it.
        """
        contest, last = self._contest(), hand_in.last(name)
        known = [] if contest is None else [each for each in contest.entrants if each.name == name]
        if contest is None or last is None or not known or contest.ended is not None:
            return
        number = known[0].number
        entrant, settings = contest.version(number, len(contest.rounds) + 1)
        began = contest.began
        if entrant.package == last.package or (began is not None and last.at < began):
            return
        files = packed_files(self.folder.package(last.package).read_bytes())
        entered = Entrant(number, name, last.player, entrant.author, last.package, files)
        update = Update(entered, settings, author=name, reason=UPDATE_REASON)
        with suppress(BadRequest):  # the request exists already, and is handled soon
            decide(self.folder, update, self._tell)

    def receipt(self, receipt: str) -> VersionStatus | None:
        """Return the version of a receipt; None if there is none."""
        hand_in = self._log.read()
        found = hand_in.version_of(receipt)
        return None if found is None else self._status(hand_in, found)

    def versions(self, name: str) -> tuple[VersionStatus, ...]:
        """Return the last versions of an entrant, the very last one first."""
        hand_in = self._log.read()
        last = hand_in.versions.get(name, ())[: -VERSIONS_SHOWN - 1 : -1]
        return tuple(self._status(hand_in, each) for each in last)

    def refused(self, name: str) -> UploadRefused | None:
        """Return the upload that was refused after the last version, or None."""
        return self._log.read().refused.get(name)

    def _status(self, hand_in: HandIn, version: Version) -> VersionStatus:
        counts = hand_in.last(version.entrant) == version
        waits = counts and version.card is None
        return VersionStatus(
            version, counts, self._checks.place(version.entrant) if waits else None
        )

    def _check(self, name: str) -> None:
        """Check the last version of an entrant, if it was not. Raises BoardError and OSError."""
        last = self._log.read().last(name)
        if last is None or last.card is not None:
            return
        plan, (number, wish) = self.plan(), self._wish(name)
        data = self.folder.package(last.package).read_bytes()
        entrant = Entrant(number, name, last.player, wish.author, last.package)
        card = self._checks.examined(entrant, data, plan)
        if card is None:
            return  # the desk is closing
        self._log.write(VersionChecked(name, last.package, card, self.now()))
        if self._contest() is None:  # it goes into the contest's journal
            write_card(self.folder.card(number), card)
        faults, warnings, _well = card.counts
        self._tell(
            say(
                "{name}: checked: {faults} faults, {warnings} warnings",
                name=name,
                faults=faults,
                warnings=warnings,
            )
        )


def packed_upload(
    files: dict[str, UploadedFile], wish: EntrantPlan, plan: Plan, scratch: Path
) -> tuple[str, Package]:
    """Return how the program of an upload is started, and its package.

    Raises RefusedFolder and OSError.
    """
    half = Path(tempfile.mkdtemp(dir=scratch, prefix=HALF_PREFIX))
    try:
        write_files(files, half)
        player = started_by(wish, half)
        spec = parse_player(player, half, plan.rules)
        if (why := left_behind(spec, half)) is not None:
            raise RefusedFolder(why)
        package = pack(half)
        spec = parsed_with(package, player, plan.rules)
        if (why := unfit(spec, plan, plan.rules)) is not None:
            raise RefusedFolder(why)
        return player, package
    except OSError:
        raise
    except Exception as error:  # whatever else fails while they are read, their author must mend
        raise RefusedFolder(without_paths(sentence_of_error(error), half, scratch)) from None
    finally:
        shutil.rmtree(half, ignore_errors=True)
