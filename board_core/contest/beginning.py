"""From an organiser's file to a contest that can be run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from board_core.roster import BadPlayer, Kind, PlayerSpec, parse_player
from board_core.rules import Explained
from board_core.sentence import Sentence, say
from board_core.supervise.command import find_program

from .packages import BadPackage, Package, pack, pack_player
from .plan import EntrantPlan, Plan
from .state import Entrant


class BadEntrant(Explained):
    """An entrant cannot take part as it is written; the sentence says who and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant with what was handed in."""

    entrant: Entrant
    spec: PlayerSpec
    package: Package | None


def entries_of(plan: Plan, home: Path) -> tuple[Entry, ...]:
    """Everybody in the plan whose file stands in ``home``. Raises BadEntrant, and OSError."""
    rules = plan.rules
    entries = []
    for number, wish in enumerate(plan.entrants, start=1):
        try:
            entry = _entry(number, wish, home)
        except (BadPlayer, BadPackage) as error:
            raise BadEntrant(_of(wish, error.sentence)) from None
        if (why := entry.spec.unfit(rules)) is not None:
            raise BadEntrant(_of(wish, why))
        entries.append(entry)
    return tuple(entries)


def _entry(number: int, wish: EntrantPlan, home: Path) -> Entry:
    folder = home / wish.folder
    spec = parse_player(wish.player, folder)
    if spec.kind is Kind.HUMAN:
        raise BadPlayer(say("people do not take part in contests of programs"))
    package = pack(folder) if wish.folder else pack_player(spec, folder)
    files = dict(package.files) if package is not None else {}
    if spec.kind is Kind.PROGRAM and not files and (found := find_program(spec.command[0])):
        # a program of this machine: it does not travel, but what it was is known
        files[spec.command[0]] = hashlib.sha256(Path(found).read_bytes()).hexdigest()
    if spec.kind is Kind.FUNCTION and package is None:
        raise BadPlayer(say("there is no file {path}", path=repr(str(folder / spec.function[0]))))
    sha256 = package.sha256 if package is not None else None
    entrant = Entrant(number, wish.name, wish.player, wish.author, sha256, files)
    return Entry(entrant, spec, package)


def _of(wish: EntrantPlan, why: Sentence) -> Sentence:
    return say("{name}: {why}", name=wish.name, why=why)
