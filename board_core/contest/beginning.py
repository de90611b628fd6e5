"""Begin a contest: from an organiser's file, with openings made for it, to a journal.

The journal keeps the settings with which a contest began. Its file is read again for one entrant,
when the organiser adds it or updates it; other changes since then have no effect, and are named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from board_core.ais import CHESS_3D_AIS
from board_core.ais.openings import BOOK_LINES, assess
from board_core.author.analysis import Adviser
from board_core.game.clock import BadTimeControl, TimeControl
from board_core.game.rules import Move, MoveList, Position, Rules
from board_core.games.chess import CHESS, is_chess
from board_core.games.chess3d import CHESS_3D
from board_core.games.game_file import BadGame
from board_core.games.gomoku import GOMOKU
from board_core.games.lessons import winning
from board_core.match.openings import Opening, drawn_openings, read_openings
from board_core.match.player_spec import BadPlayer, PlayerKind, PlayerSpec, parse_player
from board_core.players.in_process import InProcessAI
from board_core.supervise.command import find_program
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .cards import read_card
from .field import Entrant
from .hand_in_log import restore
from .manifest import MANIFEST_FILE
from .packages import (
    BadPackage,
    Package,
    RefusedFolder,
    left_behind,
    pack,
    pack_player,
    parsed_with,
)
from .plan import BadPlan, EntrantPlan, Plan, packed_game, read_plan
from .state import Contest, Withdrawal
from .store import ContestStore, Folder, keep_package
from .system_errors import sentence_of_error, without_paths
from .template import entry_in

OPENING_PLIES = 8
"""The length of a chess opening that is made here."""

BOOK_PLIES = (4, 6)
"""The moves of it that come from the book, where the others are drawn by lot."""

EVEN_CENTIPAWNS = 50
"""The lead of one side that an opening may have."""

ADVISER_CONTROL = TimeControl(nodes=1_000)
"""The search of the adviser: 15 ms in Python, and the same score on every machine."""

EVEN_3D = 60
"""The same in 3D chess, in centipawns."""

CONTROL_3D = TimeControl(depth=2)
"""The search of the adviser in 3D chess."""

DRAWN_MOVES = 4
"""The length of an opening of any other game."""

MIDDLE_REACH = 3
"""The distance from the middle of the board, in points, within which stones are put."""

TRIES_IN_VAIN = 300
"""Openings in a row that are known already, after which no other is sought."""


def default_openings(rules: Rules, count: int, seed: int) -> tuple[Opening, ...]:
    """Return ``count`` different openings for a contest without openings of its own.

    For chess, the first are the lines of the board's own book. Long matches need more: the others
    begin like the book and continue with random moves for a few plies, and are kept if an adviser
    finds neither side better off. In a pair of games both sides have the same advantage. 3D chess
    has random moves that an adviser finds even. In games of stones the first stones are placed near
    the middle at random; a game without a fixed starting position (Chess960) has random starts; any
    other game begins with random moves. The result is shorter where no more openings are found. The
    same seed gives the same openings.
    """
    return drawn_openings(rules, count, seed) or tuple(islice(_made(rules, Random(seed)), count))


def _made(rules: Rules, chance: Random) -> Iterator[Opening]:
    """Make openings that lead to different positions, until no more are found."""
    seen, in_vain = set[str](), 0
    for position, moves in _lines(rules, chance):
        known = _without_counters(position) if is_chess(rules) else position.setup
        in_vain += 1
        if known not in seen and position.outcome() is None:
            seen.add(known)
            in_vain = 0
            yield Opening(None, moves)
        if in_vain == TRIES_IN_VAIN:
            return


Line = tuple[Position, tuple[Move, ...]]
"""Moves, and the position that they lead to."""


def _lines(rules: Rules, chance: Random) -> Iterator[Line]:
    if rules.name == CHESS.name:
        return _of_chess(rules, chance)
    if rules.family == CHESS_3D.family:
        return _of_chess3d(rules, chance)
    return _stones(rules, chance) if rules.family == GOMOKU.family else _any(rules, chance)


MoveFilter = Callable[[Position, Move], bool]


def _of_chess(rules: Rules, chance: Random) -> Iterator[Line]:
    book = [line.split() for line in BOOK_LINES]
    for line in chance.sample(book, len(book)):
        yield _played(rules, line[:OPENING_PLIES])
    player = InProcessAI(assess, inline=True)
    with closing(player), closing(Adviser(player, rules)) as adviser:
        while True:
            known = chance.choice(book)[: chance.choice(BOOK_PLIES)]
            position, moves = _by_lot(_played(rules, known), OPENING_PLIES - len(known), chance)
            if position.outcome() is None and _is_even(
                adviser, position, ADVISER_CONTROL, EVEN_CENTIPAWNS
            ):
                yield position, moves


def _of_chess3d(rules: Rules, chance: Random) -> Iterator[Line]:
    """Make random moves after which a search of a few plies finds neither side better off."""
    player = InProcessAI(CHESS_3D_AIS["hard"](0), inline=True)
    with closing(player), closing(Adviser(player, rules)) as adviser:
        while True:
            position, moves = _by_lot((rules.start(None), ()), OPENING_PLIES, chance)
            if position.outcome() is None and _is_even(adviser, position, CONTROL_3D, EVEN_3D):
                yield position, moves


def _stones(rules: Rules, chance: Random) -> Iterator[Line]:
    geometry = rules.geometry
    columns, rows = geometry.columns // 2, (geometry.height - 1) // 2
    middle = {
        geometry.place(column, row)
        for column in range(columns - MIDDLE_REACH, columns + MIDDLE_REACH + 1)
        for row in range(rows - MIDDLE_REACH, rows + MIDDLE_REACH + 1)
    }

    def allowed(position: Position, move: Move) -> bool:
        return middle.issuperset(rules.places(position, move))

    while True:
        yield _by_lot((rules.start(None), ()), DRAWN_MOVES, chance, allowed)


def _any(rules: Rules, chance: Random) -> Iterator[Line]:
    """Make a few random moves, after which nobody can win at once."""
    while True:
        line = _by_lot((rules.start(None), ()), DRAWN_MOVES, chance)
        yield line if not winning(line[0]) else (rules.start(None), ())


def _played(rules: Rules, line: Sequence[str]) -> Line:
    position, moves = rules.start(None), list[Move]()
    for text in line:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return position, tuple(moves)


def _by_lot(line: Line, plies: int, chance: Random, allowed: MoveFilter | None = None) -> Line:
    """Continue with random moves for this many plies, or until the game is over."""
    position, moves = line
    for _ in range(plies):
        if position.outcome() is not None:
            break
        legal = position.legal_moves()
        if allowed is not None:
            legal = [move for move in legal if allowed(position, move)]
        move = chance.choice(legal)
        position, moves = position.play(move), (*moves, move)
    return position, moves


def _is_even(adviser: Adviser, position: Position, control: TimeControl, most: int) -> bool:
    score = adviser.advise(position, MoveList(), control, None).score
    return score is not None and score.cp is not None and abs(score.cp) <= most


def _without_counters(position: Position) -> str:
    """Return the set-up without move numbers, which do not matter for openings."""
    return " ".join(position.setup.split()[:4])


REFUSAL_AUTHOR = "board"
"""The author of the withdrawal of an entrant whose folder is refused."""

MOST_OPENINGS_MADE = 250
"""Games after these begin with the first again: to make one takes a hundredth of a second."""


class BadEntrant(BoardError):
    """An entrant cannot take part as specified; the sentence says who and why."""

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

    Any other failure to read a folder is its entrant's fault, and does not affect the others.
    Raises BadEntrant, and OSError.
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
    if wish.elsewhere:
        if wish.folder:
            raise BadPlayer(say("a player on another machine has no folder here"))
        return Entrant(number, wish.name, wish.player, wish.author), None
    folder = home / wish.folder
    player = started_by(wish, folder)
    spec = parse_player(player, folder, rules)
    if spec.kind is PlayerKind.HUMAN:
        raise BadPlayer(say("people cannot take part in contests of programs"))
    if (why := left_behind(spec, folder)) is not None:
        raise RefusedFolder(why) if wish.player == MANIFEST_FILE else BadPlayer(why)
    package = pack(folder, home) if wish.folder else pack_player(spec, folder)
    if package is not None:
        spec = parsed_with(package, player, rules)
    if (why := unfit(spec, plan, rules)) is not None:
        raise BadPlayer(why)
    files = dict(package.files) if package is not None else {}
    if spec.kind is PlayerKind.PROGRAM and not files and (found := find_program(spec.command[0])):
        # a program of this machine is not sent, but its SHA-256 is stored
        files[spec.command[0]] = hashlib.sha256(Path(found).read_bytes()).hexdigest()
    if spec.function[0] and package is None:
        raise BadPlayer(say("there is no file {path}", path=repr(str(folder / spec.function[0]))))
    sha256 = package.sha256 if package is not None else None
    return Entrant(number, wish.name, player, wish.author, sha256, files), package


def started_by(wish: EntrantPlan, folder: Path) -> str:
    """Return the text that starts an entrant's program: the organiser's, or its folder's.

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
    if not _has_openings(plan) or not spec.standard_start_only:
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
    """Return whether games begin from openings, as in Chess960 always."""
    return plan.hosted.drawn_start is not None or bool(plan.openings)


def changed_game(plan: Plan, home: Path) -> Sentence | None:
    """Return a warning if the game's file has changed since the contest began."""
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
            plies, order, start = plan.opening_plies, plan.opening_order, plan.opening_start
            book = read_openings(
                home / file, plan.rules, plies or None, order=order, start=start, seed=plan.seed
            )
            wanted = plan.pairing_format.useful_openings(plan.format_settings)
            return tuple(islice(book, max(wanted, MOST_OPENINGS_MADE)))


def _openings_wanted(plan: Plan) -> int:
    return min(MOST_OPENINGS_MADE, plan.pairing_format.useful_openings(plan.format_settings))


def begin(folder: Folder, plan: Plan) -> ContestStore:
    """Begin a new contest in this folder with the files of all entrants.

    The findings of an earlier check are copied into the journal if the files are still the same.
    Raises BadPlan, BadEntrant, BadOpenings, BadJournal and OSError.
    """
    if (advice := plan.advice) is not None and advice.too_many:
        raise BadPlan(say("{path}: {why}", path=str(folder.plan), why=advice.sentence))
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


def written_entrant(folder: Folder, contest: Contest, name: str) -> tuple[Entrant, EntrantPlan]:
    """Return an entrant and its settings as ``contest.toml`` has it now, and keep its files.

    Raises BadPlan, BadEntrant and OSError.
    """
    path = repr(str(folder.plan))
    wishes = {wish.name: wish for wish in read_plan(folder.plan).entrants}
    if (wish := wishes.get(name)) is None:
        raise BadEntrant(name, say("write its table [[entrants]] into {path} first", path=path))
    numbers = {entrant.name: entrant.number for entrant in contest.entrants}
    number = numbers.get(name, len(contest.entrants) + 1)
    packages = list[Package]()
    entrant = entry_of(contest.plan, number, wish, folder.path, contest.rules, packages.append)
    try:
        contest.plan.control_of(wish)
    except BadTimeControl as error:
        raise BadEntrant(name, error.sentence) from None
    for package in packages:
        keep_package(folder, package)
    return entrant, wish


def changes_ignored(
    folder: Folder, contest: Contest, entries: Iterable[Entrant | BadEntrant] = ()
) -> Iterator[Sentence]:
    """Yield a warning for each kind of change since the contest began that has no effect yet.

    ``entries`` are the entrants of the file with their files as they are now, if they are known.
    """
    if (said := changed_game(contest.plan, folder.path)) is not None:
        yield said
    try:
        written = read_plan(folder.plan)
    except (BoardError, OSError):
        return  # the file is gone or unfinished, and is not needed
    begun = {each.name: each for each in contest.plan.entrants}
    now = {each.name: each for each in written.entrants}
    if late := [name for name in now if name not in begun]:
        yield say(
            "the contest has begun without {names}, written into contest.toml since then: "
            "'board contest add' lets an entrant join",
            names=Listed(late),
        )
    gone = [n for n, entrant in enumerate(contest.plan.entrants, 1) if entrant.name not in now]
    if gone := [number for number in gone if number not in contest.withdrawn]:
        yield say(
            "{names} still take part, though contest.toml no longer has them: "
            "'board contest withdraw' takes an entrant out",
            names=Listed(contest.entrant(number).name for number in gone),
        )
    entrants = [each.entrant if isinstance(each, BadEntrant) else each for each in entries]
    packages = {each.name: each.package for each in entrants if each is not None}
    changed = [
        entrant.name
        for entrant in contest.entrants
        if entrant.name in now
        and (
            now[entrant.name] != begun[entrant.name]
            or packages.get(entrant.name, entrant.package) != entrant.package
        )
    ]
    if changed:
        yield say(
            "changes of {names} do not count yet: 'board contest update' takes a new version",
            names=Listed(changed),
        )
    if settings := _changed_settings(_settings(contest.plan), _settings(written)):
        yield say(
            "these settings are still those of the contest's start, although contest.toml has "
            "changed: {names}",
            names=Listed(settings),
        )
        if "concurrency" in settings:
            yield say("the option --jobs changes how many games run at the same time")


def _settings(plan: Plan) -> Mapping[str, object]:
    return plan.model_dump(exclude={"entrants", "game_file", "hand_in"})


def _changed_settings(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """Return the names of the settings that differ, with those of their tables."""
    names = []
    for name in sorted({*before, *now}):
        one, other = before.get(name), now.get(name)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            names += [f"{name}.{each}" for each in _changed_settings(one, other)]
        elif one != other:
            names.append(name)
    return names
