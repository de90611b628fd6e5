"""What the options come to: values to work with, or a refusal in the user's language.

What takes long to import is imported inside the functions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from board_core import BadTimeControl, BoardError, PerColor, TimeControl
from board_core.clock import byoyomi_of
from board_core.extras import NotInstalled

from .language import _, warning, words
from .options import (
    ClockOptions,
    Draws,
    OpponentOptions,
    RecordOptions,
    SandboxOptions,
    Side,
)

if TYPE_CHECKING:
    from board_core import Rules
    from board_core.frontend.settings import Settings
    from board_core.games import RecordWriter
    from board_core.hosted import HostedGame
    from board_core.journal import JournalWriter
    from board_core.match import Opening
    from board_core.match.player_spec import PlayerSpec
    from board_core.supervise.sandbox import Confinement

TEN_MINUTES = 600.0


def control_of(usual: float, clock: ClockOptions) -> TimeControl:
    """The time control that the options ask for; ``usual`` is the base if they name no time."""
    base = clock.time if clock.time is not None else usual if clock.move_time is None else inf
    with refusals("--byoyomi"):
        periods, byoyomi = byoyomi_of(clock.byoyomi) if clock.byoyomi else (0, 0.0)
    more = clock.delay or byoyomi
    for option, seconds in (("--time", base or more), ("--move-time", clock.move_time)):
        if seconds == 0:
            raise typer.BadParameter(
                _("0 seconds leave no time to move: give more"), param_hint=option
            )
    if base == inf and (added := next(iter(clock.later), None)) is not None:
        raise typer.BadParameter(
            _("without a time for the game no clock runs: give --time too"), param_hint=added
        )
    try:
        return TimeControl(
            base=base,
            increment=clock.increment,
            per_move=inf if clock.move_time is None else clock.move_time,
            moves_per_period=clock.moves_per_period,
            time_margin=clock.time_margin,
            depth=clock.depth,
            nodes=clock.nodes,
            delay=clock.delay,
            bronstein=clock.bronstein,
            byoyomi=byoyomi,
            periods=periods,
        )
    except BadTimeControl as error:
        raise typer.BadParameter(words.sentence(error.sentence)) from None


def game_of(text: str, hint: str) -> HostedGame:
    """The game that a text names."""
    from board_core.match.known_games import game_named

    with refusals(hint):
        return game_named(text)


def rules_of(game: str, draws: Draws | None = None, usual: Draws = Draws.FIDE) -> Rules:
    """The rules of the game that a text names; ``draws`` must be a choice in it."""
    from board_core.match.known_games import HOSTED_GAMES

    brought = game_of(game, "--game")
    if not brought.draw_rules and draws is not None:
        there_is = [name for name, each in HOSTED_GAMES.items() if each.draw_rules]
        raise typer.BadParameter(
            _(
                "{game} has no rules of draws to choose from: leave --draws out, "
                "or play {there_is}",
                game=game,
                there_is=", ".join(there_is),
            ),
            param_hint="--draws",
        )
    return brought.with_draws((draws or usual).value)


def usual_opponent(rules: Rules) -> str:
    from board_core.match.known_games import hosted

    return hosted(rules).opponent


def settings() -> Settings:
    """What the user has chosen; what is wrong with it is said."""
    from board_core.frontend.settings import load

    loaded = load()
    for trouble in loaded.troubles:
        print(warning(trouble), file=sys.stderr)
    return loaded.settings


def adviser_of(chosen: Settings) -> PlayerSpec:
    """Who gives hints. A bad choice is said, and does not keep anybody from playing."""
    from board_core.match.player_spec import parse_player

    try:
        return parse_player(chosen.adviser)
    except BoardError as error:
        print(warning(error.sentence), file=sys.stderr)
        return parse_player(type(chosen)().adviser)


def player_of(text: str, hint: str, rules: Rules | None = None) -> PlayerSpec:
    from board_core.match.player_spec import parse_player

    with refusals(hint):
        return parse_player(text, rules=rules)


def check_opening(rules: Rules, opening: str | None) -> None:
    """Refuses what is no position, and one where nothing is left to play."""
    with refusals("--opening"):
        outcome = rules.start(opening).outcome()
    if outcome is not None:
        raise typer.BadParameter(
            _(
                "{text} is the end of a game: {outcome}",
                text=repr(opening),
                outcome=words.outcome(outcome),
            ),
            param_hint="--opening",
        )


def openings_of(rules: Rules, file: Path | None, opening: str | None) -> tuple[Opening, ...]:
    """The openings of ``--openings``, which is not for the same match as ``--opening``."""
    if file is None:
        return ()
    if opening is not None:
        raise typer.BadParameter(
            _("--opening and --openings both say how the games begin"), param_hint="--openings"
        )
    from board_core.match import read_openings

    with refusals("--openings"):
        return read_openings(file, rules)


def confinement_of(wish: SandboxOptions) -> Confinement:
    """How programs are confined. Refuses what cannot be shown to them."""
    from board_core.supervise.sandbox import Ponder, confined_to
    from board_core.supervise.visibility import USUAL_PACKAGES, check_readable, packages_at

    with refusals("--readable"):
        places = [check_readable(place.expanduser()) for place in wish.readable or ()]
    wanted = (*USUAL_PACKAGES, *(wish.package or ()))
    with refusals("--package"):
        if wish.package:
            packages_at(wanted)
    ponder = Ponder(wish.ponder.value) if isinstance(wish, OpponentOptions) else Ponder.WATCH
    return confined_to(
        wish.sandbox.value, wish.memory, wish.allow_root, places, wanted, ponder=ponder
    )


def check_cores_for(games: int, cores_per_game: int) -> None:
    """Refuses more cores than programs can have here."""
    from board_core.supervise.cores import check_cores

    with refusals("--cores-per-game"):
        check_cores(games, cores_per_game)


def caution(specs: Iterable[PlayerSpec], confinement: Confinement) -> None:
    """Says what whoever runs these programs so should know."""
    from board_core.match.player_spec import PlayerKind
    from board_core.supervise.sandbox import caution as cautioned
    from board_core.supervise.sandbox import usable

    programs = [spec for spec in specs if spec.kind is PlayerKind.PROGRAM]
    if not programs:
        return
    sentence = cautioned(confinement)
    if sentence is not None:
        print(warning(sentence), file=sys.stderr)
    if usable(confinement) is not None:
        for spec in dict.fromkeys(programs):
            _say_what_is_not_shown(spec, confinement)


def _say_what_is_not_shown(spec: PlayerSpec, confinement: Confinement) -> None:
    from board_core import say
    from board_core.supervise.command import resolve
    from board_core.supervise.visibility import unseen

    words_of_options = [f"{name}={value}" for name, value in spec.options]
    command = resolve([*spec.command, *words_of_options], spec.folder)
    for path in unseen(command, confinement.readable):
        why = say("{path} is not shown to the program: --readable {path}", path=path)
        print(warning(why), file=sys.stderr)


def check_player(
    spec: PlayerSpec,
    hint: str,
    rules: Rules,
    opening: str | None,
    confinement: Confinement | None = None,
    isolate: bool = False,
) -> None:
    """Refuses a player of another game, or that cannot be made or begin as it would have to."""
    if (why := spec.unfit(rules)) is not None:
        raise typer.BadParameter(words.sentence(why), param_hint=hint)
    with refusals(hint):
        player = spec.make(isolate=isolate, sandbox=confinement or "auto")
    try:
        if opening is not None and player.standard_start_only:
            raise typer.BadParameter(
                _("{player} can only begin from the usual first position", player=repr(spec.text)),
                param_hint="--opening",
            )
    finally:
        player.close()


def against(opponent: PlayerSpec, side: Side, seed: int | None) -> PerColor[PlayerSpec]:
    """A person with the colour they want, and the opponent."""
    import random

    from board_core.match.player_spec import parse_player

    person = parse_player("human")
    if side is Side.RANDOM:
        side = random.Random(seed).choice((Side.WHITE, Side.BLACK))
    return PerColor(person, opponent) if side is Side.WHITE else PerColor(opponent, person)


def writer_of(rules: Rules, wish: RecordOptions) -> RecordWriter | None:
    """What adds games to the file of ``--pgn`` or ``--record``; they are not for the same run."""
    pgn, record = wish.pgn, wish.record
    if pgn is not None and record is not None:
        raise typer.BadParameter(_("--pgn and --record both name a file"), param_hint="--record")
    path, hint = (pgn, "--pgn") if record is None else (record, "--record")
    if path is None:
        return None
    from board_core.games import RecordWriter
    from board_core.match.known_games import hosted

    wanted = "pgn" if record is None else path.suffix.lower().lstrip(".")
    formats = {form.name: form for form in hosted(rules).records}
    if wanted not in formats:
        raise typer.BadParameter(
            _(
                "{game} is not written as {form}: use --record with a file that ends in {endings}",
                game=rules.name,
                form=wanted or "?",
                endings=", ".join(f".{name}" for name in formats),
            ),
            param_hint=hint,
        )
    try:
        return RecordWriter(path, formats[wanted].write)
    except OSError as error:
        raise typer.BadParameter(
            _("{path} cannot be written: {why}", path=repr(str(path)), why=error.strerror),
            param_hint=hint,
        ) from None


def check_saving(rules: Rules, path: Path) -> None:
    """Refuses now what could not be written after minutes of thought."""
    if rules.name != "chess":
        raise typer.BadParameter(
            _("only games of chess are saved with what is said of them, as PGN"),
            param_hint="--save",
        )
    try:
        path.open("a").close()
    except OSError as error:
        raise typer.BadParameter(
            _("{path} cannot be written: {why}", path=repr(str(path)), why=error.strerror),
            param_hint="--save",
        ) from None


def journal_of(path: Path | None, run: dict[str, object], resume: bool) -> JournalWriter | None:
    if path is None:
        if resume:
            raise typer.BadParameter(
                _("a match is resumed from its journal: name it with --journal"),
                param_hint="--resume",
            )
        return None
    from board_core.journal import JournalWriter

    with journal_refusals(path, "--journal", _("{path} cannot be written: {why}")):
        return JournalWriter(path, run, resume=resume)


@contextmanager
def journal_refusals(path: Path, hint: str, trouble: str) -> Iterator[None]:
    """What is wrong with a journal, in the user's language; ``trouble`` is of the file itself."""
    try:
        with refusals(hint):
            yield
    except OSError as error:
        text = trouble.format(path=repr(str(path)), why=error.strerror)
        raise typer.BadParameter(text, param_hint=hint) from None


@contextmanager
def refusals(hint: str) -> Iterator[None]:
    """What the core refuses is a mistake on the command line, told in the user's language."""
    try:
        yield
    except NotInstalled:
        raise  # told by main()
    except BoardError as error:
        raise typer.BadParameter(words.sentence(error.sentence), param_hint=hint) from None
