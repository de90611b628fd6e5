"""Options shared by several commands; groups of them are dataclasses."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from board_core.fast_dataclass import dataclass
from board_core.supervise.sandbox import Ponder, Sandbox

from .language import _
from .option_values import Value, ValueKind, choice, flag, option


class DrawChoice(StrEnum):
    """The choices of which drawn positions end a game without a claim."""

    NO_CLAIMS = "no-claims"
    FIDE = "fide"
    ENGINE = "engine"


PLAYERS_HELP = _(
    "A player is 'human', the name of a built-in AI (random, greedy, … hard: see 'board levels'), "
    "a strength (elo:1200), a program with its protocol (uci:COMMAND, xboard:COMMAND, "
    "san:COMMAND; gomocup:COMMAND in gomoku; lines:COMMAND in every game), a function "
    "(FILE.py:FUNCTION, in a process of its own; with in-process: in front in this one), a server "
    "that answers HTTP requests (http://HOST:PORT/PATH), a language model (llm:MODEL@URL), or a "
    "command that speaks lines, in chess SAN. NAME= in front gives a player another name; "
    "option.NAME=VALUE at the end sets an option of a UCI engine, and encoding=gbk has a program's "
    "lines read and written in GBK, not UTF-8."
)


class LineFormat(StrEnum):
    """The choices of the lines that a match or a contest prints."""

    BOARD = "board"
    CUTECHESS = "cutechess"


Lines = Annotated[
    LineFormat, option(None, _("Print our own lines, or those of cutechess-cli, in English."))
]
GameOption = Annotated[
    str, option(Value.GAME, _("The game to play; '--game help' lists the games."), is_eager=True)
]
DrawsOption = Annotated[
    DrawChoice | None,
    option(
        choice(DrawChoice),
        _(
            "Draws that end a game of chess without a claim. 'no-claims': stalemate and fifty "
            "moves; 'fide': the FIDE Laws, where players claim threefold repetition and fifty "
            "moves; 'engine': these end a game at once. The default is 'engine' in a match and "
            "'fide' in 'board play'."
        ),
    ),
]
DepthOption = Annotated[
    int | None, option(Value.COUNT, _("Plies that engines may search (UCI, XBoard, hard)."))
]
NodesOption = Annotated[
    int | None, option(Value.COUNT, _("Positions that engines may search (UCI, hard)."))
]
Seed = Annotated[
    int | None,
    option(
        Value.WHOLE_NUMBER,
        _("Built-in AIs and functions play the same games again with the same seed."),
    ),
]
MoveLimit = Annotated[
    float, option(Value.SECONDS, _("How long to wait for a move before it is a fault."))
]
Plain = Annotated[bool, flag(_("Draw the board in ASCII, without colours."), "--ascii")]
CoresPerGame = Annotated[
    int,
    option(
        Value.EVEN_COUNT,
        _("Processor cores reserved for each game, half of them for each side; 0: none."),
    ),
]
Readable = Annotated[
    tuple[Path, ...],
    option(
        Value.PATH,
        _(
            "A file or folder that programs in a sandbox may read besides their own; may be given "
            "several times."
        ),
    ),
]
MoveTime = Annotated[
    float | None, option(Value.SECONDS, _("Time for each move, whatever was saved before."))
]


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of what listens for others."""

    host: Annotated[
        str, option(Value.ADDRESS, _("The address to listen at; 0.0.0.0: all networks."))
    ] = "127.0.0.1"
    lan: Annotated[bool, flag(_("Listen in the local network, as --host 0.0.0.0."))] = False
    port: Annotated[int, option(Value.PORT, _("0: any free port."))] = 8000
    host_names: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("A name of this machine that browsers use; may be given several times."),
            "--host-name",
        ),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        option(
            Value.ADDRESS,
            _("A proxy whose X-Forwarded-For is believed; may be given several times."),
            "--proxy",
        ),
    ] = ()

    @property
    def place(self) -> str:
        """The address to listen at."""
        return "0.0.0.0" if self.lan else self.host


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """The options that choose the game, its rules of draws and its first position."""

    game: GameOption = "chess"
    draws: DrawsOption = None
    opening: Annotated[str | None, option(Value.FEN, _("Start from this position."))] = None


class OrderChoice(StrEnum):
    """The choices of the order of openings."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class OpeningOptions:
    """The options of a file of openings, as cutechess-cli and fastchess have them."""

    openings: Annotated[
        Path | None,
        option(
            Value.FILE,
            _(
                "Start from the positions or games of this file (EPD, FEN, PGN, or a Polyglot "
                "book, .bin), two games from each."
            ),
        ),
    ] = None
    opening_order: Annotated[
        OrderChoice,
        option(None, _("Take them in the file's order, or in one that --seed decides.")),
    ] = OrderChoice.SEQUENTIAL
    opening_start: Annotated[
        int, option(Value.COUNT, _("Begin with the opening of this number."))
    ] = 1
    opening_plies: Annotated[
        int | None,
        option(Value.COUNT, _("Plies to play of each game (all) or from a Polyglot book (8).")),
    ] = None


@dataclass(frozen=True, slots=True)
class AdjudicationOptions:
    """The options that end decided games early."""

    resign: Annotated[
        dict[str, int] | None,
        option(
            Value.RESIGN_RULE,
            _(
                "End a game as lost by the side that reports being this far behind in so many "
                "moves, as in movecount=3,score=600; with twosided=true if the other side agrees."
            ),
        ),
    ] = None
    draw: Annotated[
        dict[str, int] | None,
        option(
            Value.DRAW_RULE,
            _(
                "End a game as drawn when both sides report scores near zero in so many moves, "
                "after this move, as in movenumber=40,movecount=8,score=10."
            ),
        ),
    ] = None
    max_moves: Annotated[
        int | None,
        option(
            Value.COUNT, _("End a game as drawn after this many moves."), "--max-moves --maxmoves"
        ),
    ] = None
    tablebases: Annotated[
        Path | None,
        option(
            Value.FOLDER,
            _("End a game of chess by the Syzygy tables of this folder."),
            "--tablebases --tb",
        ),
    ] = None

    @property
    def added(self) -> dict[str, object]:
        """Return the options that were given, as a journal keeps them."""
        tables = None if self.tablebases is None else str(self.tablebases)
        added = {"--resign": self.resign, "--draw": self.draw, "--max-moves": self.max_moves}
        return {name: given for name, given in (*added.items(), ("--tablebases", tables)) if given}


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The options that limit how far engines may search, in plies and in positions."""

    depth: DepthOption = None
    nodes: NodesOption = None


@dataclass(frozen=True, slots=True)
class ClockOptions:
    """The options of the time control; times are in seconds."""

    time: Annotated[
        float | None,
        option(
            Value.SECONDS, _("Each side's time for the game; 600 in a match, no limit in play.")
        ),
    ] = None
    increment: Annotated[
        float,
        option(Value.SECONDS, _("Added to the clock after each move.")),
    ] = 0.0
    move_time: MoveTime = None
    moves_per_period: Annotated[
        int, option(Value.COUNT_FROM_ZERO, _("Add --time again after this many moves; 0: never."))
    ] = 0
    time_margin: Annotated[
        float,
        option(
            Value.SECONDS,
            _("Seconds that a move may be late without losing on time."),
            "--time-margin --margin",
        ),
    ] = 0.0
    depth: DepthOption = None
    nodes: NodesOption = None
    delay: Annotated[
        float, option(Value.SECONDS, _("Seconds of each move that pass before the clock runs."))
    ] = 0.0
    bronstein: Annotated[
        float, option(Value.SECONDS, _("Give back the time that a move took, up to this much."))
    ] = 0.0
    byoyomi: Annotated[
        str,
        option(
            ValueKind("NxSECONDS"),
            _("Periods after the main time, each renewed by a move within it, as in 5x30."),
        ),
    ] = ""

    @property
    def added(self) -> dict[str, object]:
        """Return the options in use that add time in another way than by an increment."""
        added = {"--delay": self.delay, "--bronstein": self.bronstein, "--byoyomi": self.byoyomi}
        return {name: given for name, given in added.items() if given}


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """The options that name a file to which games are added."""

    pgn: Annotated[Path | None, option(Value.FILE, _("Add the games to this PGN file."))] = None
    record: Annotated[
        Path | None,
        option(
            Value.FILE,
            _("Add the games to this file, in the format of its extension (.pgn, .sgf, .psq)."),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class SandboxOptions:
    """The options of the sandbox that programs run in, and of the memory they may use."""

    sandbox: Annotated[
        Sandbox,
        option(
            None,
            _("Run programs in a sandbox: where one works, always (required), or never (off)."),
            envvar="BOARD_SANDBOX",
        ),
    ] = Sandbox.AUTO
    memory: Annotated[
        int,
        option(Value.MEBIBYTES, _("Memory for a program and all it starts, in MiB; 0: no limit.")),
    ] = 2048
    allow_root: Annotated[bool, flag(_("Let root use --sandbox required."))] = False
    readable: Readable = ()
    package: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _(
                "A Python package that programs in a sandbox may import besides chess; may be "
                "given several times."
            ),
        ),
    ] = ()
    keep: Annotated[
        Path | None,
        option(Value.FOLDER, _("Keep here what programs in a sandbox write beside themselves.")),
    ] = None


@dataclass(frozen=True, slots=True)
class OpponentOptions(SandboxOptions):
    """The options of the sandbox, and of what programs may do in their opponent's time."""

    ponder: Annotated[
        Ponder,
        option(
            None,
            _(
                "Out of turn, stop programs (freeze), let them do what takes no processor time "
                "from the opponent (watch), or anything (allow), or ask engines to think (play)."
            ),
        ),
    ] = Ponder.WATCH
