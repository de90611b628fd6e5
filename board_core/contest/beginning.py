"""From an organiser's file to a contest that can be run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from board_core.game_file import BadGame
from board_core.match.openings import Opening, drawn_openings, read_openings
from board_core.match.player_spec import BadPlayer, PlayerKind, PlayerSpec, parse_player
from board_core.protocols import PROTOCOLS
from board_core.rules import BoardError, Rules
from board_core.sentence import Sentence, say
from board_core.supervise.command import find_program

from .cards import read_card
from .openings import default_openings, shuffled
from .packages import BadPackage, Package, RefusedFolder, pack, pack_player
from .pairing.format import RoundsAdvice, RoundsFit
from .plan import BadPlan, Plan, packed_game
from .plan_tables import EntrantPlan
from .state import Entrant
from .store import ContestStore, Folder, withdrawal

REFUSAL_AUTHOR = "board"
"""Who withdraws those whose folder is not taken."""

MOST_OPENINGS_MADE = 250
"""Games after these begin with the first again: to make one takes a hundredth of a second."""


class BadEntrant(BoardError):
    """An entrant cannot take part as it is written; the sentence says who and why."""


@dataclass(frozen=True, slots=True)
class ContestEntry:
    """An entrant with what was handed in."""

    entrant: Entrant
    spec: PlayerSpec
    package: Package | None
    refused: Sentence | None = None
    """Why nothing of what was handed in is taken: it is withdrawn when the contest begins."""


def entries_of(plan: Plan, home: Path) -> tuple[ContestEntry, ...]:
    """Everybody in the plan whose file stands in ``home``. Raises BadEntrant, and OSError.

    Who hands in what is not taken is refused, and the others go on; what the organiser has written
    wrongly stops them all.
    """
    rules = plan.rules
    entries = []
    for number, wish in enumerate(plan.entrants, start=1):
        try:
            entry = _entry(number, wish, home, rules)
        except (BadPlayer, BadPackage) as error:
            raise BadEntrant(_of(wish, error.sentence)) from None
        if (why := entry.spec.unfit(rules)) is not None:
            raise BadEntrant(_of(wish, why))
        if _has_openings(plan) and _standard_start_only(entry.spec):
            raise BadEntrant(
                _of(
                    wish,
                    say(
                        "the protocol {protocol} only knows the usual first position: write "
                        "openings = '' in contest.toml, or let it speak another",
                        protocol=entry.spec.protocol,
                    )
                    if plan.hosted.drawn_start is None
                    else say(
                        "the protocol {protocol} only knows the usual first position, and in "
                        "{game} it is drawn by lot: let it speak another",
                        protocol=entry.spec.protocol,
                        game=plan.game,
                    ),
                )
            )
        entries.append(entry)
    return tuple(entries)


def _entry(number: int, wish: EntrantPlan, home: Path, rules: Rules) -> ContestEntry:
    folder = home / wish.folder
    spec = parse_player(wish.player, folder, rules)
    if spec.kind is PlayerKind.HUMAN:
        raise BadPlayer(say("people do not take part in contests of programs"))
    try:
        package = pack(folder, home) if wish.folder else pack_player(spec, folder)
    except RefusedFolder as error:
        refused = Entrant(number, wish.name, wish.player, wish.author, None, {})
        return ContestEntry(refused, spec, None, error.sentence)
    files = dict(package.files) if package is not None else {}
    if spec.kind is PlayerKind.PROGRAM and not files and (found := find_program(spec.command[0])):
        # a program of this machine: it does not travel, but what it was is known
        files[spec.command[0]] = hashlib.sha256(Path(found).read_bytes()).hexdigest()
    if spec.kind is PlayerKind.FUNCTION and package is None:
        raise BadPlayer(say("there is no file {path}", path=repr(str(folder / spec.function[0]))))
    sha256 = package.sha256 if package is not None else None
    entrant = Entrant(number, wish.name, wish.player, wish.author, sha256, files)
    return ContestEntry(entrant, spec, package)


def _has_openings(plan: Plan) -> bool:
    """A Swiss plays without, but for games that have no usual first position."""
    if plan.hosted.drawn_start is not None:
        return True
    return bool(plan.openings) and plan.pairing_format.uses_openings


def _standard_start_only(spec: PlayerSpec) -> bool:
    return spec.kind is PlayerKind.PROGRAM and PROTOCOLS[spec.protocol]().standard_start_only


def _of(wish: EntrantPlan, why: Sentence) -> Sentence:
    return say("{name}: {why}", name=wish.name, why=why)


def changed_game(plan: Plan, home: Path) -> Sentence | None:
    """What to say where the game's file is not any more what the contest is played by."""
    try:
        now = packed_game(plan.game, home)
    except BadGame:
        return None  # it has gone, and is not needed
    if now is None or now == plan.game_file:
        return None
    return say(
        "{game} has been changed since the contest began: it goes on as it began, by the file "
        "with SHA-256 {sha256}",
        game=plan.game,
        sha256=plan.game_file.sha256 if plan.game_file is not None else "",
    )


def openings_of(plan: Plan, home: Path) -> tuple[Opening, ...]:
    """What the games begin from; none: the usual first position. Raises BadOpenings."""
    match plan.openings:
        case "":
            return drawn_openings(plan.rules, _openings_wanted(plan), plan.seed)
        case "book":
            return default_openings(plan.rules, _openings_wanted(plan), plan.seed)
        case file:
            plies = plan.opening_plies or None
            return shuffled(read_openings(home / file, plan.rules, plies), plan.seed)


def _openings_wanted(plan: Plan) -> int:
    return min(MOST_OPENINGS_MADE, plan.pairing_format.useful_openings(plan.format_settings))


def advice_for(plan: Plan) -> RoundsAdvice | None:
    """Return advice to the organiser on the number of rounds; None if it is safe."""
    said = plan.pairing_format.advice(plan.format_settings)
    return None if said is None or said.fit is RoundsFit.SAFE else said


def begin(folder: Folder, plan: Plan) -> ContestStore:
    """A new contest in this folder, with all that was handed in. Raises what that may raise.

    What a check has found before is taken into the journal, if the files are still the same.
    """
    if (said := advice_for(plan)) is not None and said.fit is RoundsFit.TOO_MANY:
        raise BadPlan(say("{path}: {why}", path=str(folder.plan), why=said.sentence))
    entries = entries_of(plan, folder.path)
    store = ContestStore.begin(
        folder,
        plan,
        tuple(entry.entrant for entry in entries),
        openings_of(plan, folder.path),
        tuple(entry.package for entry in entries if entry.package is not None),
    )
    for entry in entries:
        if entry.refused is not None:
            store.request(withdrawal(entry.entrant.number, REFUSAL_AUTHOR, str(entry.refused)))
            continue
        card = read_card(folder.card(entry.entrant.number))
        if card is not None and card.sha256 == entry.entrant.package:
            store.checked(entry.entrant.number, card)
    return store
