"""The hand-in's journal on disk, and the entrants' folders derived from it."""

from __future__ import annotations

import os
import secrets
import shutil
import threading
from collections.abc import Callable
from dataclasses import field as fresh
from datetime import datetime
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.journal.lines import BadJournal, LineKind, LineWriter, Trusted, damaged, read_lines
from board_core.journal.values import text
from board_core.record import wall_clock
from board_core.text.codec import Facts
from board_core.text.sentence import BoardError, say

from .hand_in import (
    HandIn,
    HandInDecision,
    HandInEvent,
    TokenIssued,
    hand_in_event,
    hand_in_facts,
    new_token,
    token_hash,
)
from .packages import BadPackage, pack, unpack_into
from .plan import EntrantPlan, Plan
from .store import Folder

HAND_IN_JOURNAL = LineKind("hand-in", 1)

HALF_PREFIX = "half-"
"""The beginning of the names of folders that are not whole yet."""

LOCK_ATTEMPTS = 100
LOCK_WAIT_SECONDS = 0.05
"""Attempts to write while another process does, and the seconds between two of them."""


class HandInLog:
    """Reads and writes the hand-in's journal, which several processes may use at a time.

    The file is open only while an event is written, which is on the disk when :meth:`write`
    returns. Methods may be called from any thread. They raise BadJournal and OSError.
    """

    def __init__(self, folder: Folder, now: Callable[[], datetime] = wall_clock) -> None:
        self.now = now
        self._path = folder.hand_in
        self._lock = threading.Lock()
        self._fold = _HandInFold()

    def read(self) -> HandIn:
        """Return the hand-in as it is now: empty if there is none yet."""
        with self._lock:
            return self._read()

    def write(self, *events: HandInEvent) -> HandIn:
        """Add events, and return the hand-in after them."""
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._writer() as writer:
                self._read()
                writer.go_on_from(self._fold)
                if self._fold.lines == 0:
                    writer.append(HAND_IN_JOURNAL.first_line(self.now()))
                for event in events:
                    writer.append(text(hand_in_facts(event))[1:-1])
                writer.flush()
            return self._read()

    def _writer(self) -> LineWriter:
        for _attempt in range(LOCK_ATTEMPTS - 1):
            try:
                return LineWriter(self._path)
            except BadJournal:
                threading.Event().wait(LOCK_WAIT_SECONDS)
        return LineWriter(self._path)

    def _read(self) -> HandIn:
        try:
            if self._path.stat().st_size < self._fold.size:  # another one has taken its place
                self._fold = _HandInFold()
            read_lines(self._path, HAND_IN_JOURNAL, self._fold, self._fold.add)
        except FileNotFoundError:
            self._fold = _HandInFold()
        if self._fold.damage is not None:
            raise BadJournal(damaged(self._path, self._fold.damage))
        return self._fold.hand_in


@dataclass(slots=True)
class _HandInFold(Trusted):
    hand_in: HandIn = fresh(default_factory=HandIn)

    def add(self, line: Facts) -> None:
        event = None if line["seq"] == 0 else hand_in_event(line)
        if event is not None:
            self.hand_in = self.hand_in.after(event)


def issue_tokens(log: HandInLog, names: list[str]) -> dict[str, str]:
    """Make a token for each of these entrants, and return them: only hashes are kept."""
    tokens = {name: new_token(secrets.token_bytes) for name in names}
    at = log.now()
    log.write(*(TokenIssued(name, token_hash(token), at) for name, token in tokens.items()))
    return tokens


def decide_hand_in(log: HandInLog, opened: bool, author: str) -> None:
    """Open or close the hand-in, even while a server is running."""
    log.write(HandInDecision(opened, author, log.now()))


class NoHandInFolder(BoardError):
    """An entrant cannot hand in: its settings name no folder of its own."""


def hand_in_folder(folder: Folder, wish: EntrantPlan) -> Path:
    """Return the folder that an entrant's versions are put into. Raises NoHandInFolder."""
    home = Path(os.path.realpath(folder.path))
    place = Path(os.path.realpath(home / wish.folder))
    inside = wish.folder and place != home and place.is_relative_to(home)
    if not inside or place.is_relative_to(Path(os.path.realpath(folder.state))):
        raise NoHandInFolder(
            say(
                "{name} cannot hand in: write a folder of its own into contest.toml, below {home}",
                name=wish.name,
                home=repr(str(folder.path)),
            )
        )
    return place


def stage(data: bytes, place: Path) -> Path:
    """Unpack a package beside the folder that it will replace. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    half = place.parent / f".{HALF_PREFIX}{secrets.token_hex(8)}"
    half.mkdir()
    try:
        unpack_into(data, half)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise
    return half


def put_in_place(half: Path, place: Path) -> None:
    """Move a staged folder to its final place. Raises OSError."""
    old = half.with_name(half.name + "-old")
    if place.exists():
        place.rename(old)
    half.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def remove_halves(folder: Folder, plan: Plan) -> None:
    """Remove folders of uploads and checks left by a kill; call it while there are none running."""
    entries = {(folder.path / wish.folder).parent for wish in plan.entrants if wish.folder}
    staged = (half for place in entries for half in place.glob(f".{HALF_PREFIX}*"))
    ours = (
        half for place in (folder.state, folder.packages) for half in place.glob(f"{HALF_PREFIX}*")
    )
    for half in (*staged, *ours):
        shutil.rmtree(half, ignore_errors=True)


def restore(folder: Folder, plan: Plan) -> None:
    """Put in place the last versions that a kill or a full disk prevented.

    A folder that was changed by hand stays as it is. Raises BadJournal and OSError.
    """
    hand_in = HandInLog(folder).read()
    for wish in plan.entrants:
        versions = hand_in.versions.get(wish.name, ())
        if not versions:
            continue
        place, last = hand_in_folder(folder, wish), versions[-1].package
        there = _packed(place)
        if there is None or there in {version.package for version in versions} - {last}:
            put_in_place(stage(folder.package(last).read_bytes(), place), place)


def _packed(place: Path) -> str | None:
    """Return the SHA-256 of a folder as a package; None if there is no folder."""
    if not place.exists():
        return None
    try:
        return pack(place).sha256
    except BadPackage:
        return ""
