"""A contest on disk: one journal, of which everything else is derived.

Whoever holds the :class:`ContestStore` is the only one who writes. Others who have something to
say while it is held (a ruling, a withdrawal) leave it as a request, which the holder takes up.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from board_core.journal.lines import BadJournal, Kind, LineWriter, Trusted, damaged, read_lines
from board_core.journal.values import Facts, instant_of, parsed, text, text_of
from board_core.match.openings import Opening
from board_core.record import wall_clock
from board_core.rules import Explained
from board_core.sentence import Sentence, say

from .confined import Confined, confined_facts, confined_of
from .field import Fixture, Number, Round, Verdict
from .packages import Package
from .plan import Plan
from .state import Contest, Entrant, Played, Ruling, Withdrawal, game_facts, game_of

Json = Any

CONTEST = Kind("contest", 1)

MOST_REQUEST = 65_536
"""Bytes of a request that are read."""


class NotBegun(BadJournal):
    """There is no contest in this folder yet."""


class BadRequest(Explained):
    """What the organiser asks for cannot be done; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Where things are. All but the journal, the packages and the logs can be deleted."""

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
        """The journals of the games that are being played here, for whoever wants to watch."""
        return self.state / "running"

    @property
    def requests(self) -> Path:
        return self.state / "requests"

    @property
    def cards(self) -> Path:
        """What the check before the contest found."""
        return self.state / "cards"

    @property
    def report(self) -> Path:
        return self.path / "report"

    @property
    def bundles(self) -> Path:
        """What each entrant may have, and nobody else."""
        return self.path / "bundles"

    def package(self, sha256: str) -> Path:
        return self.packages / f"{sha256}.zip"

    def log(self, fixture: int, entrant: Number) -> Path:
        return self.logs / f"game{fixture:04}-entrant{entrant:03}.log"

    def card(self, entrant: Number) -> Path:
        return self.cards / f"entrant{entrant:03}.json"

    def running_game(self, fixture: int) -> Path:
        return self.running / f"game{fixture:04}.jsonl"


class ContestStore:
    """Owns the journal until :meth:`close`. ``contest`` is the state after the last event.

    Every event is on the disk (fsync) before the method that writes it returns. All methods may be
    called from any thread. Raises BadJournal and OSError.
    """

    def __init__(self, folder: Folder, now: Callable[[], datetime] = wall_clock) -> None:
        """Take up the contest of this folder; it must have been begun."""
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
            for path in (folder.logs, folder.running, folder.requests):  # what can be deleted
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
            _write_whole(folder.package(package.sha256), package.data)
        facts = {
            "plan": plan.model_dump(mode="json"),
            "entrants": [asdict(entrant) for entrant in entrants],
            "openings": [asdict(opening) for opening in openings],
        }
        with LineWriter(folder.journal) as writer:
            if not writer.empty and _read(folder.journal).lines:
                raise BadJournal(
                    say("{path} is there already: resume it", path=repr(str(folder.journal)))
                )
            writer.go_on_from(Trusted(torn=1))
            at = json.dumps(now().isoformat())
            writer.append(CONTEST.first_line(f'"at":{at},{text(facts)[1:-1]}'))
            writer.flush()
        return cls(folder, now)

    def paired(self, round: Round, relaxed: bool = False) -> None:
        fixtures = [[f.number, f.white, f.black, f.opening] for f in round.fixtures]
        self._write(
            "paired",
            number=round.number,
            fixtures=fixtures,
            byes=list(round.byes),
            relaxed=relaxed,
        )

    def finished(self, played: Played) -> None:
        """Raises BadRequest for a fixture that has been played already."""
        if played.fixture in self.contest.played:
            raise BadRequest(say("game {number} has been played", number=played.fixture))
        self._write(
            "played",
            fixture=played.fixture,
            attempts=played.attempts,
            confined=None if played.confined is None else confined_facts(played.confined),
            **game_facts(played.game),
        )

    def met(self, machine: str, keeps: Confined) -> None:
        """A worker has come, and tells how it confines programs; what is known is not repeated."""
        with self._lock:
            if self.contest.machines.get(machine) != keeps:
                self._write("machine", name=machine, keeps=confined_facts(keeps))

    def checked(self, entrant: Number, card: Json) -> None:
        self._write("checked", entrant=entrant, card=card)

    def ended(self, why: str) -> None:
        self._write("ended", why=why)

    def request(self, request: Facts) -> None:
        """A ruling or a withdrawal, as :func:`ruling` and :func:`withdrawal` make them.

        Raises BadRequest when there is no such game or entrant.
        """
        check_request(self.contest, request)
        self._write(**request)

    def take_requests(self, refuse: Callable[[Sentence], None] = lambda why: None) -> list[Facts]:
        """What others have left meanwhile, now in the journal.

        ``refuse`` hears of each that cannot be done any more, or that nobody understands: such a
        file is set aside.
        """
        taken = []
        for path in sorted(self.folder.requests.glob("*.json")):
            try:
                request = _left(path)
            except (ValueError, OSError) as error:
                aside = path.with_name(path.name + ".refused")
                path.replace(aside)
                refuse(say("{path} is no decision: {why}", path=repr(str(aside)), why=str(error)))
                continue
            try:
                if not _in_force(self.contest, request):  # else a kill came before the unlink
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

    def _write(self, event: str, **facts: Json) -> None:
        line = {"event": event, "at": self._now().isoformat(), **facts}
        with self._lock:
            after = _after(self.contest, line)
            self._writer.append(text(line)[1:-1])
            self._writer.flush()
            self.contest = after


def has_begun(folder: Folder) -> bool:
    """Whether there is more than the torn first line of a beginning that was cut off."""
    try:
        return _read(folder.journal).lines > 0
    except FileNotFoundError:
        return False


def read_contest(folder: Folder) -> Contest:
    """The contest of a folder, without taking it; another process may be running it.

    Raises NotBegun, BadJournal and OSError.
    """
    return ContestReader(folder).read()


class ContestReader:
    """Reads along while another process writes: each event once."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._fold = _Fold()

    def read(self) -> Contest:
        """The contest as it is now. Raises BadJournal and OSError, like :func:`read_contest`."""
        path, home = self.folder.journal, repr(str(self.folder.path))
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size < self._fold.size:  # another contest has taken its place
                self._fold = _Fold()
            read_lines(path, CONTEST, self._fold, self._fold.add)
        if self._fold.damage is not None:
            raise BadJournal(damaged(path, self._fold.damage))
        if self._fold.contest is None:
            raise NotBegun(say("no contest has begun in {path}: run it first", path=home))
        return self._fold.contest


def ruling(fixture: int, verdict: Verdict | None, author: str, reason: str) -> Facts:
    """A request. None: the game's own result counts again."""
    return {
        "event": "ruled",
        "fixture": fixture,
        "verdict": None if verdict is None else verdict.value,
        "author": author,
        "reason": reason,
    }


def withdrawal(entrant: Number, author: str, reason: str) -> Facts:
    """A request."""
    return {"event": "withdrawn", "entrant": entrant, "author": author, "reason": reason}


def check_request(contest: Contest, request: Facts) -> None:
    """Raises BadRequest."""
    if request["event"] == "ruled":
        number = request["fixture"]
        if number not in contest.fixtures:
            raise BadRequest(
                say(
                    "there is no game {number}: {last} games have been paired",
                    number=number,
                    last=len(contest.fixtures),
                )
            )
    elif request["entrant"] not in range(1, len(contest.entrants) + 1):
        raise BadRequest(say("there is no entrant {number}", number=request["entrant"]))
    elif request["entrant"] in contest.withdrawn:
        name = contest.entrant(request["entrant"]).name
        raise BadRequest(say("{name} has withdrawn already", name=name))
    if not request["author"].strip() or not request["reason"].strip():
        raise BadRequest(say("a decision needs an author and a reason"))


def leave_request(folder: Folder, request: Facts) -> None:
    """For whoever holds the store; it takes it up between two games. Raises OSError."""
    folder.requests.mkdir(parents=True, exist_ok=True)
    stamp = wall_clock().strftime("%Y%m%d-%H%M%S-%f")
    _write_whole(folder.requests / f"{stamp}-{os.getpid()}.json", text(request).encode("ascii"))


def _left(path: Path) -> Facts:
    """Read a request. Raises ValueError and OSError."""
    if not path.is_file():  # a pipe would be waited for
        raise ValueError("it is no file")
    with path.open("rb") as file:
        return _request_of(file.read(MOST_REQUEST))


def _request_of(data: bytes) -> Facts:
    """Raises ValueError."""
    match parsed(data):
        case {
            "event": "ruled",
            "fixture": int(fixture),
            "verdict": None | str() as verdict,
            "author": str(author),
            "reason": str(reason),
        }:
            decided = None if verdict is None else Verdict(verdict)
            return ruling(int(fixture), decided, text_of(author), text_of(reason))
        case {
            "event": "withdrawn",
            "entrant": int(entrant),
            "author": str(author),
            "reason": str(reason),
        }:
            return withdrawal(int(entrant), text_of(author), text_of(reason))
        case _:
            raise ValueError("neither a ruling nor a withdrawal")


def _in_force(contest: Contest, request: Facts) -> bool:
    """Whether the journal has just this, and nothing that outweighs it."""
    if request["event"] == "ruled":
        of_game = [each for each in contest.rulings if each.fixture == request["fixture"]]
        known = [ruling(r.fixture, r.verdict, r.author, r.reason) for r in of_game[-1:]]
    else:
        known = [withdrawal(w.entrant, w.author, w.reason) for w in contest.withdrawals]
    return request in known


def _write_whole(path: Path, data: bytes) -> None:
    """All or nothing."""
    handle, half = tempfile.mkstemp(dir=path.parent, prefix="half-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(half).replace(path)
    finally:
        Path(half).unlink(missing_ok=True)


@dataclass(slots=True)
class _Fold(Trusted):
    contest: Contest | None = None

    def add(self, line: Facts) -> None:
        self.contest = _first(line) if line["seq"] == 0 else _after(self.contest, line)


def _read(path: Path) -> _Fold:
    fold = _Fold()
    read_lines(path, CONTEST, fold, fold.add)
    return fold


PLAYED_BEFORE: Facts = {"ponder": "allow"}
"""What held in contests whose plan does not say it: it was written by an older version."""


def _first(line: Facts) -> Contest:
    entrants = tuple(Entrant(**facts) for facts in line["entrants"])
    for number, entrant in enumerate(entrants, start=1):
        named = isinstance(entrant.name, str) and isinstance(entrant.player, str)
        if entrant.number != number or not named or not isinstance(entrant.author, str):
            raise ValueError(number)
    openings = tuple(Opening(facts["setup"], tuple(facts["moves"])) for facts in line["openings"])
    for opening in openings:
        if not all(isinstance(text, str) for text in (opening.setup or "", *opening.moves)):
            raise TypeError(opening)
    plan = Plan.model_validate({**PLAYED_BEFORE, **line["plan"]})
    at = datetime.fromisoformat(instant_of(line["at"]))
    return Contest(plan, entrants, openings, at)


def _after(contest: Contest | None, line: Facts) -> Contest:
    """The contest after one event more; what a later version may add is passed over.

    What the board alone writes (who meets whom, whom a decision is about) must be right, or the
    line is damaged; what was said and decided is taken within bounds. Raises ValueError, KeyError
    and TypeError.
    """
    if contest is None:
        raise ValueError("the first line is missing")
    at = datetime.fromisoformat(instant_of(line["at"]))
    match line["event"]:
        case "paired":
            each = _round(contest, line)
            relaxed = contest.relaxed | {each.number} if line["relaxed"] else contest.relaxed
            return replace(contest, rounds=(*contest.rounds, each), relaxed=relaxed)
        case "played":
            number = line["fixture"]
            if number not in contest.fixtures or number in contest.played:
                raise ValueError(number)
            attempts = line["attempts"] if isinstance(line["attempts"], int) else 1
            confined = confined_of(line.get("confined"))
            played = Played(number, game_of(number, line), attempts, confined)
            return contest.with_played(played)
        case "ruled":
            number, value = line["fixture"], line["verdict"]
            if number not in contest.fixtures:
                raise ValueError(number)
            verdict = None if value is None else Verdict(value)
            author, reason = text_of(line["author"]), text_of(line["reason"])
            decided = Ruling(number, verdict, author, reason, at)
            return replace(contest, rulings=(*contest.rulings, decided))
        case "withdrawn":
            author, reason = text_of(line["author"]), text_of(line["reason"])
            gone = Withdrawal(_entrant(contest, line["entrant"]), author, reason, at)
            return replace(contest, withdrawals=(*contest.withdrawals, gone))
        case "checked":
            number = _entrant(contest, line["entrant"])
            checks: Mapping[Number, Json] = {**contest.checks, number: line["card"]}
            return replace(contest, checks=checks)
        case "machine":
            keeps = confined_of(line.get("keeps"))
            if keeps is None:
                return contest
            name = text_of(line.get("name"))
            return replace(contest, machines={**contest.machines, name: keeps})
        case "ended":
            return replace(contest, ended=at, why_ended=text_of(line["why"]))
        case _:
            return contest


def _entrant(contest: Contest, number: Json) -> Number:
    if not isinstance(number, int) or number not in range(1, len(contest.entrants) + 1):
        raise ValueError(number)
    return number


def _round(contest: Contest, line: Facts) -> Round:
    number, last = line["number"], max(contest.fixtures, default=0)
    if number != len(contest.rounds) + 1:
        raise ValueError(number)
    fixtures = []
    for fixture, white, black, opening in line["fixtures"]:
        if not (isinstance(fixture, int) and fixture > last):
            raise ValueError(fixture)
        if opening is not None and not (isinstance(opening, int) and opening >= 0):
            raise ValueError(opening)
        sides = _entrant(contest, white), _entrant(contest, black)
        fixtures.append(Fixture(fixture, number, *sides, opening))
        last = fixture
    byes = tuple(_entrant(contest, each) for each in line["byes"])
    return Round(number, tuple(fixtures), byes)
