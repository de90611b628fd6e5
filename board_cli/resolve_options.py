"""Turn options into the core's values, or a refusal in the user's language.

Slow imports are inside the functions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from board_core import BoardError, TimeControl, say
from board_core.files.extras import NotInstalled
from board_core.game.clock import NO_TIME_TO_MOVE, BadTimeControl
from board_core.supervise.sandbox import Ponder
from board_core.text.languages import N_
from board_core.text.sentence import Listed

from .language import _, warning, words
from .option_values import refusal
from .options import (
    AdjudicationOptions,
    ClockOptions,
    DrawChoice,
    OpeningOptions,
    OpponentOptions,
    RecordOptions,
    SandboxOptions,
)

if TYPE_CHECKING:
    from board_core import Rules
    from board_core.frontend.settings import Settings
    from board_core.games import RecordWriter
    from board_core.games.hosted import HostedGame
    from board_core.journal import JournalWriter
    from board_core.match import Adjudication, Opening
    from board_core.match.openings import Book
    from board_core.match.player_spec import PlayerSpec
    from board_core.supervise.sandbox import Confinement

CANNOT_READ = N_("{path} cannot be read: {why}")
CANNOT_WRITE = N_("{path} cannot be written: {why}")


def control_of(usual: float, clock: ClockOptions) -> TimeControl:
    """Return the time control of the options; ``usual`` is the base without any in seconds."""
    base = clock.time if clock.time is not None else usual if clock.move_time is None else inf
    try:
        control = TimeControl.of({**asdict(clock), "time": base})
    except BadTimeControl as error:
        hint = error.option and f"--{error.option.replace('_', '-')}"
        raise refusal(hint, words.sentence(error.sentence)) from None
    if base == inf and (added := next(iter(clock.added), None)) is not None:
        raise refusal(added, _("there is no clock without a time for the game: give --time too"))
    return control


def adjudication_of(options: AdjudicationOptions, rules: Rules) -> Adjudication:
    """Return what ends games early; numbers that were left out are those of cutechess-cli."""
    from board_core.match import Adjudication

    lost, drawn = options.resign, options.draw
    with refusals("--resign" if lost else "--draw"):
        found = Adjudication(
            None if lost is None else lost.get("score", 600),
            (lost or {}).get("movecount", 3),
            bool((lost or {}).get("twosided")),
            None if drawn is None else drawn.get("score", 10),
            (drawn or {}).get("movecount", 8),
            (drawn or {}).get("movenumber", 34),
            options.max_moves,
            options.tablebases,
        )
    with refusals("--tablebases"):
        found.tables(rules)
    return found


def require_time(option: str, seconds: float) -> None:
    """Refuse an option that leaves a player no time to move."""
    if seconds == 0:
        raise refusal(option, words.sentence(NO_TIME_TO_MOVE))


def game_of(text: str, hint: str) -> HostedGame:
    """Return the game that a text names."""
    from board_core.match.known_games import game_named

    with refusals(hint):
        return game_named(text)


def rules_of(
    game: str, draws: DrawChoice | None = None, usual: DrawChoice = DrawChoice.FIDE
) -> Rules:
    """Return the rules of the game that a text names, with these rules of draws if it has any."""
    from board_core.match.known_games import HOSTED_GAMES

    brought = game_of(game, "--game")
    if not brought.draw_rules and draws is not None:
        others = Listed(name for name, each in HOSTED_GAMES.items() if each.draw_rules)
        raise refusal(
            "--draws",
            _(
                "{game} has no choice of rules for draws: leave --draws out, or play {others}",
                game=game,
                others=others,
            ),
        )
    return brought.with_draws((draws or usual).value)


def default_opponent(rules: Rules) -> str:
    from board_core.match.known_games import hosted

    return hosted(rules).opponent


def settings() -> Settings:
    """Read the user's settings; warn of what is wrong in their file."""
    from board_core.frontend.settings import load

    loaded = load()
    for trouble in loaded.troubles:
        print(warning(trouble), file=sys.stderr)
    return loaded.settings


def adviser_of(chosen: Settings, rules: Rules | None = None) -> PlayerSpec:
    """Return who gives hints. A bad choice makes a warning and does not prevent the game."""
    from board_core.frontend.adviser import adviser_for
    from board_core.games import CHESS

    try:
        return adviser_for(chosen.adviser, rules or CHESS)
    except BoardError as error:
        why = say(
            "the setting “{name}” names no player: {why}. 'board settings --reset {name}' sets it "
            "back",
            name="adviser",
            why=error.sentence,
        )
        print(warning(why), file=sys.stderr)
        return adviser_for(type(chosen)().adviser, rules or CHESS)


def player_of(text: str, hint: str, rules: Rules | None = None) -> PlayerSpec:
    from board_core.match.player_spec import HUMAN_NAME, parse_player

    with refusals(hint):
        spec = parse_player(text, rules=rules)
    if spec.remark is not None:
        print(warning(spec.remark), file=sys.stderr)
    return replace(spec, name=_(HUMAN_NAME)) if spec.name == HUMAN_NAME else spec


def check_opening(rules: Rules, opening: str | None) -> None:
    """Refuse a text that is not a position, and a position where the game is over."""
    with refusals("--opening"):
        outcome = rules.start(opening).outcome()
    if outcome is not None:
        why = _(
            "{text} is the end of a game: {outcome}",
            text=repr(opening),
            outcome=words.outcome(outcome),
        )
        raise refusal("--opening", why)


def openings_of(
    rules: Rules, chosen: OpeningOptions, opening: str | None, games: int, seed: int | None
) -> tuple[Opening, ...] | Book:
    """Return the openings of ``--openings``, which excludes ``--opening``, and warn of them."""
    file, plies, start = chosen.openings, chosen.opening_plies, chosen.opening_start
    if file is None:
        if chosen != type(chosen)():
            raise refusal("--openings", _("these options need a file of openings: add --openings"))
        return ()
    if opening is not None:
        raise refusal("--openings", _("give --opening or --openings, not both"))
    from board_core.match import read_openings

    with refusals("--openings"):
        order = chosen.opening_order.value
        book = read_openings(file, rules, plies, order=order, start=start, seed=seed)
        problems = book.check((games + 1) // 2)
    for why in problems:
        print(warning(why), file=sys.stderr)
    return book


def confinement_of(options: SandboxOptions) -> Confinement:
    """Return how programs are confined. Refuse what cannot be shown to them."""
    from board_core.supervise.sandbox import confined_to
    from board_core.supervise.visibility import USUAL_PACKAGES, check_readable, packages_at

    with refusals("--readable"):
        places = [check_readable(place.expanduser()) for place in options.readable]
    wanted = (*USUAL_PACKAGES, *options.package)
    with refusals("--package"):
        if options.package:
            packages_at(wanted)
    ponder = options.ponder if isinstance(options, OpponentOptions) else Ponder.WATCH
    mode, kept = options.sandbox.value, options.keep and options.keep.absolute()
    limits = options.memory, options.allow_root, places, wanted
    return confined_to(mode, *limits, ponder=ponder, kept=kept)


def check_cores_for(games: int, cores_per_game: int) -> None:
    """Refuse more cores than programs can have on this machine."""
    from board_core.supervise.limits import check_cores

    with refusals("--cores-per-game"):
        check_cores(games, cores_per_game)


def warn_about_sandbox(specs: Iterable[PlayerSpec], confinement: Confinement) -> None:
    """Warn about what programs can do without a sandbox, and cannot see in one."""
    from board_core.match.player_spec import PlayerKind
    from board_core.supervise.sandbox import usable, warn_once

    programs = [spec for spec in specs if spec.kind is PlayerKind.PROGRAM]
    if not programs:
        return
    sentence = warn_once(confinement)
    if sentence is not None:
        print(warning(sentence), file=sys.stderr)
    if usable(confinement) is not None:
        for spec in dict.fromkeys(programs):
            _warn_of_hidden_files(spec, confinement)


def _warn_of_hidden_files(spec: PlayerSpec, confinement: Confinement) -> None:
    from board_core.supervise.command import resolve
    from board_core.supervise.visibility import unseen

    words_of_options = [f"{name}={value}" for name, value in spec.options]
    command = resolve([*spec.command, *words_of_options], spec.folder)
    for path in unseen(command, confinement.readable):
        why = say("the program cannot see {path}: add --readable {path}", path=path)
        print(warning(why), file=sys.stderr)


def check_player(
    spec: PlayerSpec,
    hint: str,
    rules: Rules,
    opening: str | None,
    confinement: Confinement | None = None,
) -> None:
    """Refuse a player of another game, one that cannot be made, or not for this opening."""
    if (why := spec.unfit(rules)) is not None:
        raise refusal(hint, words.sentence(why))
    with refusals(hint):
        player = spec.make(sandbox=confinement or "auto")
    try:
        if opening is not None and player.standard_start_only:
            text = _("{player} can only start from the starting position", player=repr(spec.text))
            raise refusal("--opening", text)
    finally:
        player.close()


def writer_of(rules: Rules, options: RecordOptions) -> RecordWriter | None:
    """Return what adds games to the file of ``--pgn`` or ``--record``, which exclude each other."""
    pgn, record = options.pgn, options.record
    if pgn is not None and record is not None:
        raise refusal("--record", _("give --pgn or --record, not both"))
    path, hint = (pgn, "--pgn") if record is None else (record, "--record")
    if path is None:
        return None
    from board_core.games import RecordWriter
    from board_core.match.known_games import hosted

    wanted = "pgn" if record is None else path.suffix.lower().lstrip(".")
    formats = {form.name: form for form in hosted(rules).records}
    if wanted not in formats:
        raise refusal(
            hint,
            _(
                "{game} is not written as {form}: use --record with a file that ends in {endings}",
                game=rules.name,
                form=wanted or "?",
                endings=Listed(f".{name}" for name in formats),
            ),
        )
    with file_refusals(path, hint, CANNOT_WRITE):
        return RecordWriter(path, formats[wanted].write)


def check_saving(rules: Rules, path: Path) -> None:
    """Check at the start that a file can be written, rather than after a long computation."""
    if rules.name != "chess":
        raise refusal("--save", _("only games of chess can be saved with comments, as PGN"))
    with file_refusals(path, "--save", CANNOT_WRITE):
        path.open("a").close()


def journal_of(path: Path | None, run: dict[str, object], resume: bool) -> JournalWriter | None:
    if path is None:
        if resume:
            raise refusal("--resume", _("a match is resumed from its journal: add --journal FILE"))
        return None
    from board_core.journal import JournalWriter

    with file_refusals(path, "--journal", CANNOT_WRITE):
        return JournalWriter(path, run, resume=resume)


@contextmanager
def file_refusals(path: Path, hint: str, trouble: str) -> Iterator[None]:
    """Report file errors and bad content in the user's language."""
    try:
        with refusals(hint):
            yield
    except BrokenPipeError:
        raise  # whoever read the output has ended; told by main()
    except OSError as error:
        raise refusal(hint, _(trouble, path=repr(str(path)), why=error.strerror)) from None


@contextmanager
def refusals(hint: str | None = None) -> Iterator[None]:
    """Report the core's errors in the user's language."""
    try:
        yield
    except NotInstalled:
        raise  # told by main()
    except BoardError as error:
        raise refusal(hint, words.sentence(error.sentence)) from None
