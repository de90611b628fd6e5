"""The commands of ``board``. What takes long to import is imported inside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_core import Explained, TimeControl

from .language import _, words

if TYPE_CHECKING:
    from board_core import Rules
    from board_core.games.chess.pgn import PgnWriter
    from board_core.roster import PlayerSpec

    from .match import MatchJob

app = typer.Typer(
    name="board",
    help=_("Host games between people and AI programs."),
    no_args_is_help=True,
    rich_markup_mode=None,  # help is there at once: rich takes longer to import than all the rest
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Draws(StrEnum):
    """Which drawn positions end a game by themselves."""

    COURSE = "course"
    FIDE = "fide"
    ENGINE = "engine"


class Side(StrEnum):
    """The colour a person wants."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


PLAYERS = _(
    "A player is 'human', the name of a built-in AI (random, greedy), a program with its "
    "protocol (uci:COMMAND, xboard:COMMAND, san:COMMAND), a function (FILE.py:FUNCTION), or a "
    "command that speaks SAN lines. NAME= before it gives it another name."
)

Time = Annotated[
    float | None, typer.Option("--time", min=0, help=_("Seconds a side for the whole game."))
]
Increment = Annotated[
    float, typer.Option("--increment", min=0, help=_("Seconds added after each move."))
]
MoveTime = Annotated[
    float | None,
    typer.Option("--move-time", min=0, help=_("Seconds for each move, whatever was saved.")),
]
MovesPerPeriod = Annotated[
    int,
    typer.Option(
        "--moves-per-period", min=0, help=_("Give --time anew after so many moves; 0: never.")
    ),
]
Margin = Annotated[
    float,
    typer.Option("--margin", min=0, help=_("Seconds a clock may be overstepped unpunished.")),
]
Depth = Annotated[
    int | None, typer.Option("--depth", min=1, help=_("Plies that UCI programs may search."))
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", min=1, help=_("Positions that UCI programs may search."))
]
DrawsOption = Annotated[
    Draws,
    typer.Option(
        "--draws",
        help=_(
            "Draws that end a game by themselves: by the course's rulebook, by the FIDE Laws "
            "(threefold repetition and fifty moves are claimed), or at once as engines have it."
        ),
    ),
]
Opening = Annotated[
    str | None, typer.Option("--opening", metavar="FEN", help=_("Start from this position."))
]
Pgn = Annotated[
    Path | None, typer.Option("--pgn", metavar="FILE", help=_("Add the games to this PGN file."))
]
Seed = Annotated[
    int | None, typer.Option("--seed", help=_("The same seed plays the same games again."))
]


@app.command("match", help=_("Let two players play a match.") + "\n\n" + PLAYERS)
def match_command(
    white: Annotated[str, typer.Argument(help=_("Has white in the first game."))],
    black: Annotated[str, typer.Argument(help=_("Has black in the first game."))],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help=_("Games to play; colours alternate."))
    ] = 1,
    time: Time = None,
    increment: Increment = 0.0,
    move_time: MoveTime = None,
    moves_per_period: MovesPerPeriod = 0,
    margin: Margin = 0.0,
    depth: Depth = None,
    nodes: Nodes = None,
    draws: DrawsOption = Draws.ENGINE,
    opening: Opening = None,
    pgn: Pgn = None,
    concurrency: Annotated[
        int, typer.Option("--concurrency", "-c", min=1, help=_("Games to play at the same time."))
    ] = 1,
    seed: Seed = None,
    viewing_pause: Annotated[
        int | None,
        typer.Option(
            "--viewing-pause",
            min=0,
            metavar="MS",
            help=_("Milliseconds between moves, off the clock; 100 when the board is shown."),
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=_("Print a line for each game, and no more."))
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help=_("Print each event as a line of JSON, and no more."))
    ] = False,
) -> None:
    from .match import MatchJob
    from .watching import is_terminal, manner_for, play_match
    from .watching import viewing_pause as usual_pause

    rules = rules_of(draws)
    check_opening(rules, opening)
    manner = manner_for(
        terminal=is_terminal(sys.stdout), quiet=quiet, json=json, concurrency=concurrency
    )
    job = MatchJob(
        rules=rules,
        first=player_of(white, "WHITE"),
        second=player_of(black, "BLACK"),
        games=games,
        time_control=control_of(
            TEN_MINUTES, time, increment, move_time, moves_per_period, margin, depth, nodes
        ),
        setup=opening,
        viewing_pause=usual_pause(manner) if viewing_pause is None else viewing_pause / 1000,
        draw_if_cannot_win=draws is not Draws.COURSE,
        concurrency=concurrency,
        seed=seed,
        keep_records=pgn is not None,
    )
    check_players(job)
    raise typer.Exit(play_match(job, manner, writer_of(pgn), sys.stdout))


@app.command(help=_("Show versions, for reports of bugs."))
def about() -> None:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    for name in ("the-chess-board", "chess", "rich", "typer"):
        try:
            print(f"{name} {version(name)}")
        except PackageNotFoundError:  # run from its sources
            print(f"{name} {_('not installed')}")
    print(f"{platform.python_implementation()} {platform.python_version()}")
    print(platform.platform())
    print(_("language {language}", language=words.language))


TEN_MINUTES = 600.0


def control_of(
    usual: float,
    time: float | None,
    increment: float,
    move_time: float | None,
    moves_per_period: int,
    margin: float,
    depth: int | None,
    nodes: int | None,
) -> TimeControl:
    """The time control that the options ask for; ``usual`` is the base if they name no time."""
    base = time if time is not None else usual if move_time is None else inf
    for option, seconds in (("--time", base), ("--move-time", move_time)):
        if seconds == 0:
            raise typer.BadParameter(
                _("0 seconds leave no time to move: give more"), param_hint=option
            )
    try:
        return TimeControl(
            base=base,
            increment=increment,
            per_move=inf if move_time is None else move_time,
            moves_per_period=moves_per_period,
            margin=margin,
            depth=depth,
            nodes=nodes,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def rules_of(draws: Draws) -> Rules:
    from board_core.games.chess import PRESETS, chess_rules

    return chess_rules(PRESETS[draws.value])


def player_of(text: str, hint: str) -> PlayerSpec:
    from board_core.roster import parse_player

    with refusals(hint):
        return parse_player(text)


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


def check_players(job: MatchJob) -> None:
    """Refuses people, who play elsewhere, and players that cannot do what the job asks."""
    from board_core.roster import Kind

    for hint, spec in (("WHITE", job.first), ("BLACK", job.second)):
        if spec.kind is Kind.HUMAN:
            raise typer.BadParameter(
                _("a match is played by programs; people play with 'board play'"), param_hint=hint
            )
        with refusals(hint):
            player = spec.make(seed=job.seed, isolate=job.concurrency > 1)
        try:
            if job.setup is not None and player.usual_start_only:
                raise typer.BadParameter(
                    _(
                        "{player} can only begin from the usual first position",
                        player=repr(spec.text),
                    ),
                    param_hint="--opening",
                )
        finally:
            player.close()


def writer_of(path: Path | None) -> PgnWriter | None:
    if path is None:
        return None
    from board_core.games.chess.pgn import PgnWriter

    try:
        return PgnWriter(path)
    except OSError as error:
        raise typer.BadParameter(
            _("{path} cannot be written: {why}", path=repr(str(path)), why=error.strerror),
            param_hint="--pgn",
        ) from None


@contextmanager
def refusals(hint: str) -> Iterator[None]:
    """What the core refuses is a mistake on the command line, told in the user's language."""
    try:
        yield
    except Explained as error:
        raise typer.BadParameter(words.sentence(error.sentence), param_hint=hint) from None
