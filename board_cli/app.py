"""The commands of ``board``. What takes long to import is imported inside them."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from board_core import PerColor, TimeControl
from board_core.match.sprt import Sprt

from . import values
from .contest.commands import app as contest_app
from .examples import epilog
from .language import _, words
from .options import (
    PLAYERS,
    ClockOptions,
    CoresPerGame,
    Draws,
    EngineProtocol,
    GameOption,
    OpponentOptions,
    Plain,
    RecordOptions,
    RulesOptions,
    SandboxOptions,
    SearchOptions,
    Seed,
    Side,
    count,
    grouped,
    language,
    milliseconds,
    port_number,
    seconds,
    sprt_of,
    whole_number,
)
from .wishes import (
    TEN_MINUTES,
    adviser_of,
    against,
    caution,
    check_cores_for,
    check_opening,
    check_player,
    check_saving,
    confinement_of,
    control_of,
    game_of,
    journal_of,
    journal_refusals,
    openings_of,
    player_of,
    refusals,
    rules_of,
    settings,
    usual_opponent,
    writer_of,
)

app = typer.Typer(
    name="board",
    help=_("Host games between people and AI programs."),
    no_args_is_help=True,
    rich_markup_mode=None,  # help is there at once: rich takes longer to import than all the rest
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(contest_app)


@app.callback()
def board(
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            parser=language,
            metavar="LANGUAGE",
            help=_("en or zh_CN; else BOARD_LANG, the settings or the environment decide."),
        ),
    ] = None,
) -> None:
    """``--lang`` was heard before anything was said: see :mod:`.early`."""


@app.command("match", help=_("Let two players play a match.") + "\n\n" + PLAYERS)
@grouped
def match_command(
    *,
    white: Annotated[
        str,
        typer.Argument(
            metavar="WHITE",
            help=_("Has white in the first game."),
            autocompletion=values.players,
        ),
    ],
    black: Annotated[
        str,
        typer.Argument(
            metavar="BLACK",
            help=_("Has black in the first game."),
            autocompletion=values.players,
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=count,
            metavar="N",
            help=_("Games to play; colours alternate."),
        ),
    ] = 1,
    rules: RulesOptions,
    clock: ClockOptions,
    openings: Annotated[
        Path | None,
        typer.Option(
            "--openings",
            metavar="FILE",
            help=_("Positions or games to begin from; two games from each, with both colours."),
        ),
    ] = None,
    sprt: Annotated[
        Sprt | None,
        typer.Option(
            "--sprt",
            parser=sprt_of,
            metavar="ELO0,ELO1",
            help=_(
                "End the match when a sequential test has decided whether WHITE is ELO0 or ELO1 "
                "points stronger; ,ALPHA,BETA behind it sets the chances of an error (0.05 each)."
            ),
        ),
    ] = None,
    records: RecordOptions,
    concurrency: Annotated[
        int,
        typer.Option(
            "--concurrency",
            "--jobs",
            "-c",
            "-j",
            parser=count,
            metavar="N",
            help=_("Games to play at the same time."),
        ),
    ] = 1,
    seed: Seed = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help=_("Keep each move in this file before it is announced; see 'board recover'."),
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help=_("Go on with the match of the journal."))
    ] = False,
    viewing_pause: Annotated[
        float | None,
        typer.Option(
            "--viewing-pause",
            parser=milliseconds,
            metavar="MS",
            help=_("Milliseconds between moves, off the clock; 100 when the board is shown."),
        ),
    ] = None,
    plain: Plain = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=_("Print a line for each game, and no more."))
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help=_("Print each event as a line of JSON, and no more."))
    ] = False,
    sandbox: OpponentOptions,
    cores_per_game: CoresPerGame = 0,
) -> None:
    from board_core.match import GameSpec, MatchSpec, drawn_openings
    from board_core.match.player_spec import PlayerKind

    from .screen import is_terminal
    from .watching import manner_for, show_match
    from .watching import viewing_pause as usual_pause

    kind = rules_of(rules.game, rules.draws, Draws.ENGINE)
    check_opening(kind, rules.opening)
    check_cores_for(min(concurrency, games), cores_per_game)
    manner = manner_for(
        terminal=is_terminal(sys.stdout), quiet=quiet, json=json, concurrency=concurrency
    )
    confinement = confinement_of(sandbox)
    first, second = player_of(white, "WHITE", kind), player_of(black, "BLACK", kind)
    positions = openings_of(kind, openings, rules.opening)
    if not positions and rules.opening is None:
        positions = drawn_openings(kind, (games + 1) // 2, seed)
    for hint, spec in (("WHITE", first), ("BLACK", second)):
        if spec.kind is PlayerKind.HUMAN:
            raise typer.BadParameter(
                _("a match is played by programs; people play with 'board play'"), param_hint=hint
            )
        begin = rules.opening if not positions else positions[0].setup
        check_player(spec, hint, kind, begin, confinement)
    caution((first, second), confinement)
    match = MatchSpec(
        GameSpec(
            kind,
            first,
            second,
            control_of(TEN_MINUTES, clock),
            setup=rules.opening,
            viewing_pause=usual_pause(manner) if viewing_pause is None else viewing_pause / 1000,
            draw_if_cannot_win=rules.draws is not Draws.NO_CLAIMS,
            confinement=confinement,
            cores=cores_per_game,
        ),
        games,
        concurrency,
        seed,
        positions,
        sprt,
    )
    run = {
        "--game": rules.game,
        "WHITE": white,
        "BLACK": black,
        "--games": games,
        "--time": clock.time,
        "--increment": clock.increment,
        "--move-time": clock.move_time,
        "--moves-per-period": clock.moves_per_period,
        "--margin": clock.time_margin,
        "--depth": clock.depth,
        "--nodes": clock.nodes,
        "--draws": (rules.draws or Draws.ENGINE).in_journal,
        "--opening": rules.opening,
        "--seed": seed,
    }
    run |= clock.later
    if openings is not None:
        run["--openings"] = [[each.setup, *each.moves] for each in positions]
    writer = writer_of(kind, records)
    with ExitStack() as closing:
        kept = journal_of(journal, run, resume)
        if kept is not None:
            closing.callback(kept.close)
        plain = plain or settings().plain_board
        raise typer.Exit(show_match(match, manner, writer, sys.stdout, kept, plain=plain))


@app.command(help=_("Play against a program, or let two people play.") + "\n\n" + PLAYERS)
@grouped
def play(
    *,
    one: Annotated[
        str | None,
        typer.Argument(
            metavar="OPPONENT",
            help=_("The opponent; or WHITE, if BLACK follows."),
            autocompletion=values.players,
        ),
    ] = None,
    two: Annotated[
        str | None,
        typer.Argument(
            metavar="BLACK",
            help=_("Has black, if both are named."),
            autocompletion=values.players,
        ),
    ] = None,
    color: Annotated[
        Side | None, typer.Option("--color", help=_("Your colour; white unless you say so."))
    ] = None,
    rules: RulesOptions,
    clock: ClockOptions,
    records: RecordOptions,
    seed: Seed = None,
    plain: Plain = False,
    sandbox: OpponentOptions,
) -> None:
    from board_core.match import GameSpec, drawn_openings

    from .play import play as play_game

    if two is not None and color is not None:
        raise typer.BadParameter(
            _("two players were named: the first has white"), param_hint="--color"
        )
    kind = rules_of(rules.game, rules.draws, Draws.FIDE)
    check_opening(kind, rules.opening)
    first_hint = "OPPONENT" if two is None else "WHITE"
    first = player_of(usual_opponent(kind) if one is None else one, first_hint, kind)
    if two is None:
        players = against(first, color or Side.WHITE, seed)
    else:
        players = PerColor(first, player_of(two, "BLACK", kind))
    confinement = confinement_of(sandbox)
    for spec in (players.white, players.black):
        check_player(spec, first_hint, kind, rules.opening, confinement)
    caution((players.white, players.black), confinement)
    starts = drawn_openings(kind, 1, seed) if rules.opening is None else ()
    game = GameSpec(
        kind,
        players.white,
        players.black,
        control_of(inf, clock),
        setup=starts[0].setup if starts else rules.opening,
        draw_if_cannot_win=rules.draws is not Draws.NO_CLAIMS,
        seeds=PerColor(seed, seed),
        confinement=confinement,
    )
    chosen = settings()
    writer = writer_of(kind, records)
    raise typer.Exit(
        play_game(
            game,
            writer,
            sys.stdin,
            sys.stdout,
            adviser=adviser_of(chosen),
            plain=plain or chosen.plain_board,
        )
    )


@app.command(
    help=_("Examine a program: play small games with it and say what to mend.")
    + "\n\n"
    + PLAYERS
    + "\n\n"
    + _("The exit status is 0 if all is well, 1 if faults were found.")
)
@grouped
def check(
    *,
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND", help=_("The program to examine."), autocompletion=values.players
        ),
    ],
    game: GameOption = "chess",
    limit: Annotated[
        float,
        typer.Option(
            "--limit",
            parser=seconds,
            metavar="SECONDS",
            help=_("How long to wait for a move before it is a fault."),
        ),
    ] = 10.0,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=count,
            metavar="N",
            help=_("Games in which to look for a chance to play every special move."),
        ),
    ] = 6,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="NAME", help=_("Do only this check; may be given several times.")
        ),
    ] = None,
    sandbox: OpponentOptions,
    json: Annotated[
        bool, typer.Option("--json", help=_("Print the report card as JSON, and no more."))
    ] = False,
) -> None:
    from board_core.author.doctor import checks_for
    from board_core.match.player_spec import PlayerKind

    from .check import run_check

    rules = rules_of(game)
    spec = player_of(command, "COMMAND", rules)
    if spec.kind is PlayerKind.HUMAN:
        raise typer.BadParameter(_("people are not examined: name a program"), param_hint="COMMAND")
    confinement = confinement_of(sandbox)
    check_player(spec, "COMMAND", rules, None, confinement)
    if limit == 0:
        raise typer.BadParameter(
            _("0 seconds leave no time to move: give more"), param_hint="--limit"
        )
    known = [check.name for check in checks_for(spec.protocol, rules)]
    for name in only or ():
        if name not in known:
            raise typer.BadParameter(
                _(
                    "{text} is no check of this program: there is {known}",
                    text=repr(name),
                    known=", ".join(known),
                ),
                param_hint="--only",
            )
    caution([spec], confinement)
    raise typer.Exit(
        run_check(
            spec,
            limit,
            games,
            only or (),
            json=json,
            stream=sys.stdout,
            sandbox=confinement,
            rules=rules,
        )
    )


@app.command(
    "check-game",
    help=_("Examine the rules of a game of your own in random games, and say what to mend.")
    + "\n\n"
    + _("The exit status is 0 if all laws are kept, 1 if not."),
)
def check_game_command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="FILE.py:NAME", help=_("The game to examine."), autocompletion=values.games
        ),
    ],
    games: Annotated[
        int,
        typer.Option("--games", "-n", parser=count, metavar="N", help=_("Random games to play.")),
    ] = 20,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", parser=whole_number, metavar="N", help=_("Play the same games again.")
        ),
    ] = 0,
) -> None:
    from .check_game import run_check_game

    raise typer.Exit(run_check_game(game_of(game, "GAME").rules, games, seed, sys.stdout))


@app.command(
    help=_("Measure how long a player takes for its moves in a fixed set of positions.")
    + "\n\n"
    + PLAYERS
    + "\n\n"
    + _("The exit status is 0 if it moved in all of them, 1 if not.")
)
@grouped
def bench(
    *,
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help=_("Whose moves to measure."), autocompletion=values.players
        ),
    ],
    game: GameOption = "chess",
    repeat: Annotated[
        int,
        typer.Option(
            "--repeat",
            "-r",
            parser=count,
            metavar="N",
            help=_("Moves to ask for in each position."),
        ),
    ] = 3,
    move_time: Annotated[
        float,
        typer.Option(
            "--move-time",
            parser=seconds,
            metavar="SECONDS",
            help=_("What the player is told it has for a move."),
        ),
    ] = 1.0,
    limit: Annotated[
        float,
        typer.Option(
            "--limit",
            parser=seconds,
            metavar="SECONDS",
            help=_("How long to wait for a move before it is a fault."),
        ),
    ] = 10.0,
    search: SearchOptions,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            parser=whole_number,
            metavar="N",
            help=_("Built-in AIs and functions choose the same moves with the same seed."),
        ),
    ] = 0,
    profile: Annotated[
        bool,
        typer.Option(
            "--profile",
            help=_("Show where the time of a function goes (by pyinstrument, if installed)."),
        ),
    ] = False,
    sandbox: SandboxOptions,
    json: Annotated[
        bool, typer.Option("--json", help=_("Print the times as JSON, and no more."))
    ] = False,
) -> None:
    from board_core.match.player_spec import PlayerKind

    from .bench import BenchJob, profiles, run_bench

    rules = rules_of(game, usual=Draws.ENGINE)
    spec = player_of(player, "PLAYER", rules)
    if spec.kind is PlayerKind.HUMAN:
        raise typer.BadParameter(_("people are not measured: name a program"), param_hint="PLAYER")
    if profile and json:
        raise typer.BadParameter(
            _("a profile is for people to read: leave out --json"), param_hint="--profile"
        )
    if profile and not profiles(spec):
        raise typer.BadParameter(
            _("only Python functions can be looked into, and {player} is a program", player=player),
            param_hint="--profile",
        )
    confinement = confinement_of(sandbox)
    check_player(spec, "PLAYER", rules, None, confinement, isolate=True)
    clock = ClockOptions(
        move_time=move_time,
        time_margin=max(0.0, limit - move_time),
        depth=search.depth,
        nodes=search.nodes,
    )
    told = control_of(inf, clock)
    caution([spec], confinement)
    job = BenchJob(spec, rules, told, repeat, seed, confinement)
    raise typer.Exit(run_bench(job, profile=profile, json=json, stream=sys.stdout))


@app.command(
    help=_("Judge each move of a finished game: what it lost, and what was better.")
    + "\n\n"
    + PLAYERS
    + "\n\n"
    + _("The exit status is 0 if every move was judged, 1 if not.")
)
@grouped
def review(
    *,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=_("A file of games (.pgn, .sgf, .psq)."))
    ],
    number: Annotated[
        int,
        typer.Option("--game", parser=count, metavar="N", help=_("Which game of the file.")),
    ] = 1,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="NAME",
            help=_("What was played, as --game of other commands; else the file's ending says."),
            autocompletion=values.games,
        ),
    ] = None,
    adviser: Annotated[
        str,
        typer.Option(
            "--adviser",
            metavar="PLAYER",
            help=_("Who judges; it must tell scores."),
            autocompletion=values.players,
        ),
    ] = "hard",
    move_time: Annotated[
        float,
        typer.Option(
            "--move-time",
            parser=seconds,
            metavar="SECONDS",
            help=_("How long the adviser thinks about each position."),
        ),
    ] = 0.5,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="OUT.pgn",
            help=_("Add the game, with what is said of it, to this PGN file."),
        ),
    ] = None,
    sandbox: SandboxOptions,
) -> None:
    from board_core.match.player_spec import PlayerKind

    from .review import NoGame, ReviewJob, read_source, run_review

    if move_time == 0:
        raise typer.BadParameter(
            _("0 seconds leave no time to move: give more"), param_hint="--move-time"
        )
    spec = player_of(adviser, "--adviser", None if rules is None else rules_of(rules))
    if spec.kind is PlayerKind.HUMAN:
        raise typer.BadParameter(_("people are not asked: name a program"), param_hint="--adviser")
    try:
        with refusals("FILE"):
            source = read_source(file, number, None if rules is None else game_of(rules, "--rules"))
    except OSError as error:
        raise typer.BadParameter(
            _("{path} cannot be read: {why}", path=repr(str(file)), why=error.strerror),
            param_hint="FILE",
        ) from None
    except NoGame as error:
        raise typer.BadParameter(str(error), param_hint="FILE") from None
    if save is not None:
        check_saving(source.game.rules, save)
    confinement = confinement_of(sandbox)
    check_player(spec, "--adviser", source.game.rules, None, confinement)
    caution([spec], confinement)
    job = ReviewJob(source, spec, TimeControl(per_move=move_time), confinement, save)
    raise typer.Exit(run_review(job, sys.stdout, sys.stderr))


@app.command(
    help=_(
        "Write the games of a journal as text, also those that were interrupted: into a file, or "
        "on the screen."
    )
)
@grouped
def recover(
    *,
    journal: Annotated[
        Path, typer.Argument(metavar="JOURNAL", help=_("A file of 'board match --journal'."))
    ],
    records: RecordOptions,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="FILE.py:NAME",
            help=_("What was played, if it was a game of your own."),
        ),
    ] = None,
) -> None:
    from .recover import recover as recover_games

    with journal_refusals(journal, "JOURNAL", _("{path} cannot be read: {why}")):
        raise typer.Exit(
            recover_games(
                journal,
                lambda rules: writer_of(rules, records),
                sys.stdout,
                sys.stderr,
                None if game is None else game_of(game, "--game"),
            )
        )


@app.command(
    help=_("Open the window: play, watch and test AIs with a mouse."),
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
)
def gui(
    context: typer.Context,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WHITE] [BLACK]", help=_("Who plays each side at first.")),
    ] = None,
) -> None:
    from importlib import import_module

    spoken = ["--lang", lang] if (lang := context.find_root().params.get("lang")) else []
    # by its name: the frontends know nothing of each other
    raise typer.Exit(import_module("board_pygame.__main__").main([*spoken, *(arguments or [])]))


@app.command(help=_("List the opponents that are here by their strength."))
def levels() -> None:
    from .levels import show_levels

    show_levels(sys.stdout)


@app.command(
    help=_("Be a chess engine: a built-in AI for any chess program that speaks UCI, or SAN lines.")
)
def engine(
    level: Annotated[
        str,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help=_("A name or a strength of 'board levels', as elo:1200."),
            autocompletion=values.levels,
        ),
    ] = "hard",
    protocol: Annotated[
        EngineProtocol, typer.Option("--protocol", help=_("How it is spoken to."))
    ] = EngineProtocol.UCI,
    move_time: Annotated[
        float,
        typer.Option(
            "--move-time",
            parser=seconds,
            metavar="SECONDS",
            help=_("Time for each move, where the protocol tells of none (SAN lines)."),
        ),
    ] = 1.0,
    seed: Seed = None,
) -> None:
    from board_core.ais import LADDER
    from board_core.match.player_spec import PlayerKind

    from .engine import run_engine

    spec, levels = player_of(level, "--level"), {level.name: level for level in LADDER}
    if spec.kind is not PlayerKind.BUILT_IN or spec.text not in levels:
        raise typer.BadParameter(
            _(
                "{text} is no built-in AI: there is {known}",
                text=repr(level),
                known=", ".join(levels),
            ),
            param_hint="--level",
        )
    raise typer.Exit(
        run_engine(protocol.value, levels[spec.text], seed, move_time, sys.stdin, sys.stdout)
    )


@app.command(
    "scheduler",
    help=_("Bring the machines of a contest together; wait for workers and for the contest."),
)
def scheduler_command(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help=_(
                "Where to listen; 0.0.0.0: in every network of this machine. Whoever has the lab's "
                "file can run programs on all its machines."
            ),
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", parser=port_number, metavar="N", help=_("0: any that is free.")),
    ] = 8786,
    lab: Annotated[
        Path,
        typer.Option(
            "--lab",
            metavar="FILE",
            help=_("Is made if there is none: key and certificate, for all machines of the lab."),
        ),
    ] = Path("lab.pem"),
) -> None:
    from .contest.membership import made_or_read

    with refusals("--lab"):
        member, made = made_or_read(lab)
    from .contest.lab import run_scheduler

    with refusals("--host"):
        raise typer.Exit(run_scheduler(host, port, member, made=made))


@app.command("worker", help=_("Play games of a contest here, for the scheduler at this address."))
def worker_command(
    address: Annotated[str, typer.Argument(metavar="tls://HOST:PORT")],
    slots: Annotated[
        int | None,
        typer.Option(
            "--slots",
            parser=count,
            metavar="N",
            help=_("Games to play at the same time; one for each two processors."),
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help=_("What the organiser knows it by.")),
    ] = None,
    lab: Annotated[
        Path,
        typer.Option("--lab", metavar="FILE", help=_("What 'board scheduler' made; a copy of it.")),
    ] = Path("lab.pem"),
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help=_("Where to listen; usually the address that the scheduler is reached from."),
        ),
    ] = None,
) -> None:
    import os

    from .contest.membership import read_lab

    with refusals("--lab"):
        member = read_lab(lab)
    from .contest.lab import run_worker

    with refusals("ADDRESS"):
        games = slots or max(1, (os.cpu_count() or 1) // 2)
        raise typer.Exit(run_worker(address, games, name, member, host))


@app.command("settings", help=_("Show what is chosen for the terminal and the window, or choose."))
def settings_command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help=_("A setting; all of them if there is none."),
            autocompletion=values.settings,
        ),
    ] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help=_("What it shall be from now on."))
    ] = None,
    reset: Annotated[
        str | None,
        typer.Option(
            "--reset",
            metavar="NAME",
            help=_("Make this setting as it was at first."),
            autocompletion=values.settings,
        ),
    ] = None,
    path: Annotated[
        bool, typer.Option("--path", help=_("Print where the settings are, and no more."))
    ] = False,
) -> None:
    from board_core.frontend.settings_file import settings_file

    from .settings import choose, show_all, show_one

    file = settings_file()
    if path:
        print(file)
        return
    if reset is not None and name is not None:
        raise typer.BadParameter(
            _("a setting is chosen or reset: name it once"), param_hint="--reset"
        )
    chosen = settings()
    try:
        with refusals("NAME" if value is None else "VALUE"):
            if reset is not None:
                choose(chosen, reset, None, file, sys.stdout)
            elif name is None:
                show_all(chosen, file, sys.stdout)
            elif value is None:
                show_one(chosen, name, sys.stdout)
            else:
                choose(chosen, name, value, file, sys.stdout)
    except OSError as error:
        shown, why = repr(str(file)), error.strerror
        print(_("{path} cannot be written: {why}", path=shown, why=why), file=sys.stderr)
        raise typer.Exit(1) from None


@app.command(help=_("Show versions, for reports of bugs."))
def about() -> None:
    import platform

    from board_core.ais import hard_is_compiled
    from board_core.extras import version_of
    from board_core.supervise import hold
    from board_core.supervise.weaknesses import weaknesses

    missing = _("not installed")
    for name in ("the-chess-board", "chess", "prompt_toolkit", "rich", "typer"):
        print(f"{name} {version_of(name) or missing}")
    print(f"{platform.python_implementation()} {platform.python_version()}")
    print(platform.platform())
    print(_("language {language}", language=words.language))
    print(_("hard: compiled") if hard_is_compiled() else _("hard: plain Python"))
    print(_("programs are held by {what}", what=hold.HOLD_NAMES[hold.kind()]))
    for promise in weaknesses():
        print(_("weaker on this machine: {promise}", promise=promise))


def add_examples(commands: typer.Typer, before: str = "") -> None:
    """Puts them below the help of every command, and of those in groups."""
    for command in commands.registered_commands:
        function = command.callback
        name = command.name or (function.__name__ if function else "")
        command.epilog = epilog(before + name)
    for group in commands.registered_groups:
        inner = group.typer_instance
        if inner is not None and isinstance(inner.info.name, str):
            group.epilog = epilog(before + inner.info.name)
            add_examples(inner, f"{before}{inner.info.name} ")


add_examples(app)
