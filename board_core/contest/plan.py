"""What an organiser wants: ``contest.toml``, checked, with errors that name the line."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from math import inf
from pathlib import Path
from reprlib import Repr
from typing import Any, Literal, Self

from board_core.clock import ADDITIONS, BadTimeControl, TimeControl, byoyomi_of
from board_core.extras import extra
from board_core.game_file import IN_A_FILE, BadGame, GameFile, read_game_file
from board_core.hosted import HostedGame
from board_core.match.known_games import game_in, game_named
from board_core.rules import BoardError, Rules
from board_core.sentence import Sentence, say
from board_core.supervise.limits import USUAL_PROCESSES
from board_core.supervise.visibility import USUAL, check_readable, no_package
from board_core.untrusted_files import CannotTake, read_small

from .field import COURSE_SCORING, Scoring

with extra("contest"):
    from pydantic import (
        BaseModel,
        ConfigDict,
        Field,
        SerializerFunctionWrapHandler,
        ValidationError,
        model_serializer,
        model_validator,
    )

Format = Literal[
    "swiss",
    "fide-swiss",
    "round-robin",
    "double-round-robin",
    "gauntlet",
    "knockout",
    "match",
]

Json = Any


class BadPlan(BoardError):
    """The contest cannot be held as it is written; the sentence names the place."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Clock(_Table):
    """What both tables of a clock have; what was added later is left out where it is not used."""

    @model_serializer(mode="wrap")
    def _as_before(self, written: SerializerFunctionWrapHandler) -> dict[str, Json]:
        facts: dict[str, Json] = written(self)
        later = ADDITIONS - {"increment"}
        return {name: value for name, value in facts.items() if value or name not in later}


class EntrantClockPlan(_Clock):
    """What is other than in ``[clock]`` for one entrant."""

    time: float | None = Field(default=None, ge=0)
    increment: float | None = Field(default=None, ge=0)
    move_time: float | None = Field(default=None, gt=0)
    moves_per_period: int | None = Field(default=None, ge=0)
    margin: float | None = Field(default=None, ge=0)
    depth: int | None = Field(default=None, ge=1)
    nodes: int | None = Field(default=None, ge=1)
    delay: float | None = Field(default=None, ge=0)
    bronstein: float | None = Field(default=None, ge=0)
    byoyomi: str | None = None


class EntrantPlan(_Table):
    name: str = Field(min_length=1, max_length=80)
    player: str = Field(min_length=1)
    """In the grammar of ``board play``; files are sought in the folder."""
    folder: str = ""
    """What belongs to the program, all of it; empty: only the files that ``player`` names."""
    author: str = ""
    memory: int | None = Field(default=None, ge=0)
    """As in ``[sandbox]``, of this entrant alone; so are the next two."""
    processes: int | None = Field(default=None, ge=0)
    clock: EntrantClockPlan | None = None

    @property
    def handicapped(self) -> bool:
        """Whether it plays under limits of its own."""
        return (self.memory, self.processes, self.clock) != (None, None, None)


class ClockPlan(_Clock):
    """Seconds; the names are those of the options of ``board match``."""

    time: float | None = Field(default=600.0, ge=0)
    increment: float = Field(default=0.0, ge=0)
    move_time: float | None = Field(default=None, gt=0)
    moves_per_period: int = Field(default=0, ge=0)
    margin: float = Field(default=0.0, ge=0)
    depth: int | None = Field(default=None, ge=1)
    nodes: int | None = Field(default=None, ge=1)
    delay: float = Field(default=0.0, ge=0)
    bronstein: float = Field(default=0.0, ge=0)
    byoyomi: str = ""
    """``5x30``: after the time five periods of 30 seconds."""

    @property
    def control(self) -> TimeControl:
        """Raises BadTimeControl, but not for the clock of a plan that was read."""
        base = inf if self.time is None or self.move_time is not None else self.time
        per_move = inf if self.move_time is None else self.move_time
        periods, byoyomi = byoyomi_of(self.byoyomi) if self.byoyomi else (0, 0.0)
        if not (base or self.delay or byoyomi):
            raise BadTimeControl(say("0 seconds leave no time to move: give more"))
        return TimeControl(
            base,
            self.increment,
            per_move,
            self.moves_per_period,
            self.margin,
            self.depth,
            self.nodes,
            self.delay,
            self.bronstein,
            byoyomi,
            periods,
        )

    def with_own(self, own: EntrantClockPlan | None) -> ClockPlan:
        """This clock with what one entrant has of its own.

        A time for the game ends one a move, and one way of adding time ends another.
        """
        if own is None:
            return self
        given = {name: value for name, value in own if value is not None}
        if ADDITIONS & given.keys():
            given = {"increment": 0.0, "delay": 0.0, "bronstein": 0.0, "byoyomi": "", **given}
        if "time" in given:
            given.setdefault("move_time", None)
        return self.model_copy(update=given)


class ScoringPlan(_Table):
    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    bye: float = 1.0


class SandboxPlan(_Table):
    mode: Literal["auto", "required", "off"] = "auto"
    memory: int = Field(default=2048, ge=0)
    """MiB for a program, with its children and temporary files; 0: no limit."""
    processes: int = Field(default=USUAL_PROCESSES, ge=0)
    """Of one program, threads counted; 0: no limit."""
    allow_root: bool = False
    readable: tuple[str, ...] = ()
    """Files and folders that every program may read; in the file, from the contest's folder."""
    packages: tuple[str, ...] = USUAL
    """Python packages of the board's own Python that programs may import."""


class AdjudicationPlan(_Table):
    """Scores are centipawns as the players report them; 0 moves: never."""

    resign_score: int = Field(default=1000, ge=1)
    resign_moves: int = Field(default=0, ge=0)
    two_sided: bool = True
    draw_score: int = Field(default=10, ge=0)
    draw_moves: int = Field(default=0, ge=0)
    draw_from: int = Field(default=40, ge=0)
    max_moves: int = Field(default=0, ge=0)


class GameFilePlan(_Table):
    """The organiser's own game, as its file was when the contest began."""

    sha256: str
    source: str

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if GameFile("", self.source).sha256 != self.sha256:
            raise ValueError("the game's file has been changed")
        return self


class PagePlan(_Table):
    """Of the pages, those of the report and those that are served."""

    logs: Literal["author", "public"] = "author"
    """Who reads what a program said, wrote and died of: who handed it in, or everybody."""
    hosts: tuple[str, ...] = ()
    """Names by which the served page may be asked for, beside the machine's own addresses."""


class SprtPlan(_Table):
    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)


class Plan(_Table):
    """A contest as it was wished for. Everything that decides a game or a pairing is in it."""

    name: str = Field(min_length=1, max_length=200)
    preset: Literal["course", "engine"] = "course"
    format: Format = "swiss"
    game: str = "chess"
    """A game's name; or ``FILE.py:NAME`` for one of the organiser's own, found from the folder."""
    game_file: GameFilePlan | None = None
    """What was in that file. Nobody writes it into ``contest.toml``."""
    draws: Literal["course", "fide", "engine"] = "course"
    """Which drawn positions end a game by themselves; of chess."""
    rounds: int = Field(default=7, ge=1, le=500)
    """Of a Swiss contest."""
    games: int = Field(default=2, ge=1, le=1_000_000)
    """Against one opponent: in a match, a gauntlet and a tie of a knockout."""
    heroes: int = Field(default=1, ge=1)
    """In a gauntlet: so many of the first meet all the others."""
    seed: int = Field(ge=-(2**63), lt=2**63)
    """Decides the first round, the lots and the players' own seeds; published."""
    scoring: ScoringPlan = ScoringPlan()
    clock: ClockPlan = ClockPlan()
    start_limit: float = Field(default=30.0, gt=0)
    """Seconds until a program is ready, apart from its clock."""
    concurrency: int = Field(default=1, ge=1)
    cores_per_game: int = Field(default=0, ge=0, multiple_of=2)
    """Cores that belong to one game, half of them to each side; 0: everybody has them all."""
    ponder: Literal["freeze", "watch", "allow"] = "freeze"
    """What programs may do while it is not their turn."""
    no_pairing: Literal["stop", "relax-colors", "finish"] = "stop"
    """When no pairing keeps all the rules: wait for the organiser; give up the colours, never
    the rematches; or end the contest with the rounds that were played."""
    openings: str = ""
    """``""``: the usual first position; ``"book"``: made by the seed; or a file (.epd .fen .pgn)"""
    opening_plies: int = Field(default=8, ge=0)
    sandbox: SandboxPlan = SandboxPlan()
    adjudication: AdjudicationPlan = AdjudicationPlan()
    page: PagePlan = PagePlan()
    sprt: SprtPlan | None = None
    log_limit: int = Field(default=1_000_000, ge=0)
    """Characters of one program's log of one game that are kept."""
    entrants: tuple[EntrantPlan, ...] = Field(min_length=2)

    @model_validator(mode="before")
    @classmethod
    def _of_preset(cls, given: Json) -> Json:
        """What the preset says stands under what is written."""
        if not isinstance(given, Mapping):
            return given
        usual = PRESETS.get(str(given.get("preset", "course")), {})
        clock = given.get("clock")
        if isinstance(clock, Mapping) and ADDITIONS & clock.keys():  # one way ends another
            others = {k: v for k, v in usual.get("clock", {}).items() if k not in ADDITIONS}
            usual = {**usual, "clock": others}
        return _merged(usual, given)

    @property
    def hosted(self) -> HostedGame:
        """Anew each time: games hold functions, a plan holds text. Raises BadGame."""
        return hosted_game(self.game, self.game_file)

    @property
    def rules(self) -> Rules:
        """By the choice of draws, where there is one. Raises BadGame."""
        return self.hosted.with_draws(self.draws)

    def control_of(self, entrant: EntrantPlan) -> TimeControl:
        return self.clock.with_own(entrant.clock).control

    @property
    def points(self) -> Scoring:
        return Scoring(**self.scoring.model_dump())


PRESETS: Mapping[str, Mapping[str, Json]] = {
    "course": {
        "draws": "course",
        "scoring": {
            "win": COURSE_SCORING.win,
            "draw": COURSE_SCORING.draw,
            "loss": COURSE_SCORING.loss,
            "bye": COURSE_SCORING.bye,
        },
        "clock": {"time": 600.0},
    },
    "engine": {
        "format": "match",
        "games": 100,
        "draws": "engine",
        "clock": {"time": 10.0, "increment": 0.1},
        "openings": "book",
        "adjudication": {
            "resign_score": 600,
            "resign_moves": 4,
            "draw_score": 10,
            "draw_moves": 8,
            "draw_from": 34,
        },
    },
}
"""What the rules of a preset are where the file says nothing else."""


def hosted_game(game: str, file: GameFilePlan | None) -> HostedGame:
    """Return the game of a contest, from its file as it was packed. Raises BadGame."""
    if file is None:
        return game_named(game)
    path, _colon, name = game.rpartition(":")
    return game_in(GameFile(path, file.source), name)


def packed_game(game: str, home: Path) -> GameFilePlan | None:
    """Return what is in a game's file now; None for one that needs none. Raises BadGame."""
    found = IN_A_FILE.fullmatch(game)
    if found is None:
        return None
    file = read_game_file(str(home / Path(found[1]).expanduser()))
    return GameFilePlan(sha256=file.sha256, source=file.source)


def read_plan(path: str | Path) -> Plan:
    """A contest's file. Raises BadPlan, and OSError."""
    try:
        data = read_small(Path(path))
    except CannotTake as error:
        raise BadPlan(error.sentence) from None
    try:
        text = data.decode("utf-8-sig")
        return _in_place(plan_of(text, str(path)), text, Path(path))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadPlan(
            say("{path}, line {line}: this is not UTF-8 text", path=str(path), line=line)
        ) from None


def plan_of(text: str, path: str = "contest.toml") -> Plan:
    """Raises BadPlan."""
    try:
        given = toml_of(text)
        if OURS in given:
            raise BadPlan(_located(text, path, (OURS,), _no_such_setting((OURS,))))
        plan = Plan.model_validate(given)
    except BadToml as error:
        raise BadPlan(say("{path}: {why}", path=path, why=error.sentence)) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadPlan(_located(text, path, first["loc"], _why(first))) from None
    complain = partial(_located, text, path)
    try:
        packed = packed_game(plan.game, Path(path).absolute().parent)
        plan = plan.model_copy(update={OURS: packed})
        assert plan.hosted is not None  # what is packed can be loaded
    except BadGame as error:
        raise BadPlan(complain(("game",), error.sentence)) from None
    _check_clock(plan.clock, complain, ("clock",))
    seen: dict[str, int] = {}
    for index, entrant in enumerate(plan.entrants):
        own = plan.clock.with_own(entrant.clock)
        _check_clock(own, complain, ("entrants", index, "clock"))
        name = _looks(entrant.name)
        if name in seen:
            why = say("{given} is the name of two entrants", given=repr(entrant.name))
            raise BadPlan(complain(("entrants", index, "name"), why))
        seen[name] = index
    if plan.format == "match" and len(plan.entrants) != 2:
        raise BadPlan(complain(("format",), say("a match has exactly two entrants")))
    if plan.format == "gauntlet" and plan.heroes >= len(plan.entrants):
        raise BadPlan(complain(("heroes",), say("a gauntlet needs more entrants than heroes")))
    if plan.sprt is not None and plan.format != "match":
        raise BadPlan(complain(("sprt",), say("only a match ends by SPRT")))
    return plan


def _check_clock(
    clock: ClockPlan, complain: Callable[[Place, Sentence], Sentence], place: Place
) -> None:
    try:
        _ = clock.control
    except BadTimeControl as error:
        raise BadPlan(complain(place, error.sentence)) from None


class BadToml(BoardError):
    """A text is no TOML that we read; the sentence says why."""


def toml_of(text: str) -> dict[str, Json]:
    """What a TOML text says, whoever wrote it. Raises BadToml."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadToml(say("{why}", why=str(error)[:300])) from None
    except RecursionError:
        raise BadToml(say("tables or lists lie too deep within each other")) from None
    except ValueError:  # more digits than Python reads
        raise BadToml(say("a number has too many digits")) from None


def _in_place(plan: Plan, text: str, path: Path) -> Plan:
    """The same plan, with what programs may read found from its folder. Raises BadPlan."""
    home, complain = path.absolute().parent, partial(_located, text, str(path))
    places = []
    for written in plan.sandbox.readable:
        try:
            places.append(str(check_readable(home / Path(written).expanduser())))
        except CannotTake as error:
            raise BadPlan(complain(("sandbox", "readable"), error.sentence)) from None
    if (why := no_package(plan.sandbox.packages)) is not None:
        raise BadPlan(complain(("sandbox", "packages"), why))
    sandbox = plan.sandbox.model_copy(update={"readable": tuple(places)})
    return plan.model_copy(update={"sandbox": sandbox})


def _looks(name: str) -> str:
    """What people see of a name, whichever way of Unicode it is written in."""
    shown = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return " ".join("".join(shown).split()).casefold()


def _merged(usual: Mapping[str, Json], given: Mapping[str, Json]) -> dict[str, Json]:
    merged = dict(usual)
    for key, value in given.items():
        below = usual.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = {**below, **value} if both and below is not None else value
    return merged


Place = tuple[int | str, ...]


def _located(text: str, path: str, place: Place, why: Sentence) -> Sentence:
    name = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    return say(
        "{path}, line {line}, {place}: {why}",
        path=path,
        line=line_of(text, place),
        place=name,
        why=why,
    )


def line_of(text: str, place: Place) -> int:
    """The line of a TOML text (from 1) at which a value stands, or else its table, or else 1.

    Knows the ways of writing that a contest's file uses: ``key = value``, ``[table]`` and
    ``[[array of tables]]``; what is written in one line is found by its first key.
    """
    tables = [str(part) for part in place if isinstance(part, str)]
    index = next((part for part in place if isinstance(part, int)), None)
    best, here, count = 1, "", -1
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", line):
            here = header[1].strip("\"' ")
            count += line.lstrip().startswith("[[") and here == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            below = here == ".".join(tables[:2]) and index == count
            if inside or below:
                best = number
        elif key := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            at_top = here == "" and key[1] == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            if at_top or (inside and len(tables) > 1 and key[1] == tables[1]):
                return number
            below = here == ".".join(tables[:2]) and index == count
            if below and len(tables) > 2 and key[1] == tables[2]:
                return number
    return best


OURS = "game_file"
"""What a plan has and no organiser writes."""

TABLES: Mapping[str, type[_Table]] = {
    "entrants": EntrantPlan,
    "clock": ClockPlan,
    "scoring": ScoringPlan,
    "sandbox": SandboxPlan,
    "adjudication": AdjudicationPlan,
    "page": PagePlan,
    "sprt": SprtPlan,
}
"""By the first word of a place; an entrant's own clock is a table within one."""


def _no_such_setting(place: Place) -> Sentence:
    table = TABLES.get(str(place[0]), Plan) if len(place) > 1 else Plan
    if table is EntrantPlan and "clock" in place[1:-1]:
        table = EntrantClockPlan
    settings = [name for name in table.model_fields if name != OURS]
    close = get_close_matches(str(place[-1]), settings, n=1)
    if close:
        return say("there is no such setting; did you mean {meant}?", meant=close[0])
    return say("there is no such setting: there is {there_is}", there_is=", ".join(settings))


def shown(value: object) -> str:
    """A value of somebody's file, as far as a line of text can show it."""
    brief = Repr()
    brief.maxstring = brief.maxother = brief.maxlong = 80
    return brief.repr(value)


def _why(error: Any) -> Sentence:
    """Pydantic's finding in our words, as far as we have some."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing":
            return say("this is missing")
        case "extra_forbidden":
            return _no_such_setting(error["loc"])
        case "literal_error":
            return say(
                "{given} is not allowed: write {there_is}",
                given=shown(given),
                there_is=context["expected"].replace(" or ", ", "),
            )
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            (limit,) = (context[name] for name in ("gt", "ge", "lt", "le") if name in context)
            template = {
                "greater_than": say("{given} is too small: write more than {limit}"),
                "greater_than_equal": say("{given} is too small: write {limit} or more"),
                "less_than": say("{given} is too much: write less than {limit}"),
                "less_than_equal": say("{given} is too much: write {limit} or less"),
            }[kind]
            return Sentence(template.template, {"given": shown(given), "limit": limit})
        case "multiple_of":
            return say("{given} is not even: each side has half of them", given=shown(given))
        case "string_too_short":
            return say("this is empty")
        case "string_too_long":
            return say("this is longer than {limit} characters", limit=context["max_length"])
        case "too_short":
            return say("a contest needs two entrants or more")
        case _ if kind.startswith(("int", "float", "bool", "string", "tuple", "model", "dict")):
            wanted = {
                "int": say("a whole number"),
                "float": say("a number"),
                "bool": say("true or false"),
                "string": say("text in quotation marks"),
                "tuple": say("a list: [[entrants]] before each")
                if error["loc"][0] == "entrants"
                else say("a list of texts in square brackets"),
            }.get(kind.split("_")[0], say("a table: [{name}] before it", name=error["loc"][-1]))
            return say("{given} is not {wanted}", given=shown(given), wanted=wanted)
        case _:
            return say("{why}", why=str(error["msg"]))
