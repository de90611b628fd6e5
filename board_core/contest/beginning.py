"""Begin a contest: from an organiser's file to a journal that can be run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from board_core.game.rules import Rules
from board_core.games.game_file import BadGame
from board_core.match.openings import Opening, drawn_openings, read_openings
from board_core.match.player_spec import BadPlayer, PlayerKind, PlayerSpec, parse_player
from board_core.protocols import PROTOCOLS
from board_core.supervise.command import find_program
from board_core.text.sentence import BoardError, Sentence, say

from .cards import read_card
from .decisions import Withdrawal
from .entrants import Entrant
from .hand_in_log import restore
from .manifest import MANIFEST_FILE
from .openings import default_openings, shuffled
from .packages import BadPackage, Package, RefusedFolder, left_behind, pack, pack_player
from .pairing.format import RoundsAdvice, RoundsFit
from .plan import BadPlan, Plan, packed_game
from .plan_tables import EntrantPlan
from .store import ContestStore, Folder
from .system_errors import sentence_of_error, without_paths
from .template import entry_in

REFUSAL_AUTHOR = "board"
"""The author of the withdrawal of an entrant whose folder is refused."""

MOST_OPENINGS_MADE = 250
"""Games after these begin with the first again: to make one takes a hundredth of a second."""


class BadEntrant(BoardError):
    """An entrant that cannot take part as it is written; the sentence says who and why."""

    def __init__(self, name: str, why: Sentence, entrant: Entrant | None = None) -> None:
        super().__init__(say("{name}: {why}", name=name, why=why))
        self.name = name
        self.why = why
        self.entrant = entrant
        """The entrant, if its own files are at fault: it is withdrawn when the contest begins.
        None: it is a mistake of the organiser, with which no contest begins."""


def entries_of(
    plan: Plan,
    home: Path,
    keep: Callable[[Package], object] = lambda package: None,
    *,
    with_mistakes: bool = False,
) -> tuple[Entrant | BadEntrant, ...]:
    """Return the entrants of a plan whose file is in ``home``; ``keep`` gets their packages.

    In the place of one with unacceptable files is the reason, and the others go on. A mistake of
    the organiser stops the whole contest, but takes the place of its entrant ``with_mistakes``:
    the check of programs goes on with the others. Raises BadEntrant, and OSError.
    """
    rules, entries = plan.rules, list[Entrant | BadEntrant]()
    for number, wish in enumerate(plan.entrants, start=1):
        try:
            entries.append(entry_of(plan, number, wish, home, rules, keep))
        except BadEntrant as error:
            if error.entrant is None and not with_mistakes:
                raise
            entries.append(error)
        except OSError as error:
            if not with_mistakes:
                raise
            entries.append(BadEntrant(wish.name, sentence_of_error(error)))
    return tuple(entries)


def entry_of(
    plan: Plan,
    number: int,
    wish: EntrantPlan,
    home: Path,
    rules: Rules,
    keep: Callable[[Package], object] = lambda package: None,
) -> Entrant:
    """Return one entrant of a plan with these rules; ``keep`` gets its package.

    Whatever else fails while a folder is read is the fault of its entrant: the others go on. Raises
    BadEntrant, and OSError.
    """
    try:
        entrant, package = _packed(plan, number, wish, home, rules)
    except Exception as error:
        if not isinstance(error, RefusedFolder) and wish.player != MANIFEST_FILE:
            if isinstance(error, BadPlayer | BadPackage):
                raise BadEntrant(wish.name, error.sentence) from None
            if not wish.folder:
                raise
        why = without_paths(sentence_of_error(error), home / wish.folder, home)
        entrant = Entrant(number, wish.name, wish.player, wish.author)
        raise BadEntrant(wish.name, why, entrant) from None
    if package is not None:
        keep(package)
    return entrant


def _packed(
    plan: Plan, number: int, wish: EntrantPlan, home: Path, rules: Rules
) -> tuple[Entrant, Package | None]:
    folder = home / wish.folder
    player = started_by(wish, folder)
    spec = parse_player(player, folder, rules)
    if spec.kind is PlayerKind.HUMAN:
        raise BadPlayer(say("people cannot take part in contests of programs"))
    if (why := left_behind(spec, folder)) is not None:
        raise RefusedFolder(why) if wish.player == MANIFEST_FILE else BadPlayer(why)
    package = pack(folder, home) if wish.folder else pack_player(spec, folder)
    if (why := unfit(spec, plan, rules)) is not None:
        raise BadPlayer(why)
    files = dict(package.files) if package is not None else {}
    if spec.kind is PlayerKind.PROGRAM and not files and (found := find_program(spec.command[0])):
        # a program of this machine does not travel, but its SHA-256 is kept
        files[spec.command[0]] = hashlib.sha256(Path(found).read_bytes()).hexdigest()
    if spec.kind is PlayerKind.FUNCTION and package is None:
        raise BadPlayer(say("there is no file {path}", path=repr(str(folder / spec.function[0]))))
    sha256 = package.sha256 if package is not None else None
    return Entrant(number, wish.name, player, wish.author, sha256, files), package


def started_by(wish: EntrantPlan, folder: Path) -> str:
    """Return the text that starts an entrant's program: the organiser's, or that of its folder.

    ``player = "entry.toml"`` is the organiser's consent to what that file may say: which file of
    the folder to run, by one of few languages. Raises RefusedFolder.
    """
    if wish.player != MANIFEST_FILE:
        return wish.player
    if not wish.folder or not folder.is_dir():
        raise RefusedFolder(say("nothing was handed in"))
    found = entry_in(folder, wish.name, wish.folder)
    if found.refused is not None:
        raise RefusedFolder(found.refused)
    if not found.player:
        raise RefusedFolder(
            say(
                "it is not known how to start the program: add {file} with language and file, or "
                "call a Python program main.py",
                file=MANIFEST_FILE,
            )
        )
    return found.player


def unfit(spec: PlayerSpec, plan: Plan, rules: Rules) -> Sentence | None:
    """Return why a player cannot play the games of a contest; None if it can."""
    if (why := spec.unfit(rules)) is not None:
        return why
    if not _has_openings(plan) or not _standard_start_only(spec):
        return None
    if plan.hosted.drawn_start is None:
        return say(
            "the protocol {protocol} can only begin from the starting position: "
            "write openings = '' in contest.toml, or use another protocol",
            protocol=spec.protocol,
        )
    return say(
        "the protocol {protocol} can only begin from the starting position, "
        "and {game} has random ones: use another protocol",
        protocol=spec.protocol,
        game=plan.game,
    )


def _has_openings(plan: Plan) -> bool:
    """Return whether games begin from openings, as those of Chess960 always do."""
    return plan.hosted.drawn_start is not None or bool(plan.openings)


def _standard_start_only(spec: PlayerSpec) -> bool:
    return spec.kind is PlayerKind.PROGRAM and PROTOCOLS[spec.protocol]().standard_start_only


def changed_game(plan: Plan, home: Path) -> Sentence | None:
    """Return a warning if the file of the game has changed since the contest began."""
    try:
        now = packed_game(plan.game, home)
    except BadGame:
        return None  # the file is gone, and is not needed
    if now is None or now == plan.game_file:
        return None
    return say(
        "{game} has been changed since the contest began: the contest goes on with the file "
        "that it began with, SHA-256 {sha256}",
        game=plan.game,
        sha256=plan.game_file.sha256 if plan.game_file is not None else "",
    )


def openings_of(plan: Plan, home: Path) -> tuple[Opening, ...]:
    """Return the openings of the games; none: the starting position. Raises BadOpenings."""
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
    """Begin a new contest in this folder with the files of all entrants.

    The findings of an earlier check are copied into the journal if the files are still the same.
    Raises BadPlan, BadEntrant, BadOpenings, BadJournal and OSError.
    """
    if (said := advice_for(plan)) is not None and said.fit is RoundsFit.TOO_MANY:
        raise BadPlan(say("{path}: {why}", path=str(folder.plan), why=said.sentence))
    restore(folder, plan)
    packages = list[Package]()
    entries = entries_of(plan, folder.path, packages.append)
    entrants = [each.entrant if isinstance(each, BadEntrant) else each for each in entries]
    store = ContestStore.begin(
        folder,
        plan,
        tuple(each for each in entrants if each is not None),
        openings_of(plan, folder.path),
        tuple(packages),
    )
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, BadEntrant):
            store.request(Withdrawal(number, author=REFUSAL_AUTHOR, reason=str(entry.why)))
            continue
        card = read_card(folder.card(number))
        if card is not None and card.sha256 == entry.package:
            store.checked(number, card)
    return store
