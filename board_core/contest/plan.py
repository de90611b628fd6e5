"""``contest.toml``: what an organiser decides, checked, with errors that name the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from board_core.files.extras import extra
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.clock import TEN_MINUTES, WAYS_TO_ADD_TIME, BadTimeControl, TimeControl
from board_core.game.rules import Rules
from board_core.games.game_file import IN_A_FILE, BadGame, GameFile, read_game_file
from board_core.games.hosted import HostedGame
from board_core.match.adjudication import Adjudication
from board_core.match.elo import BadSprt, Sprt
from board_core.match.known_games import game_in, game_named
from board_core.supervise.limits import USUAL_PROCESSES
from board_core.supervise.visibility import USUAL_PACKAGES, check_readable, no_package
from board_core.text.sentence import BoardError, Sentence, say

from .field import CLASSROOM_SCORING, ELSEWHERE, Scoring
from .pairing.formats import FORMATS
from .pairing.scheme import Format, FormatScheme, FormatSettings, RoundsAdvice, Scheme, StopRule
from .plan_mistakes import (
    BadToml,
    Place,
    located,
    look_alike,
    no_such_setting,
    reason,
    refusal_of,
    same_folder,
    toml_of,
)
from .ratings import prefixes
from .standings import USUAL_TIE_BREAKS, TieBreak

with extra("contest"):
    from pydantic import (
        BaseModel,
        ConfigDict,
        Field,
        FiniteFloat,
        field_validator,
        model_validator,
    )

NonNegative = Annotated[FiniteFloat, Field(ge=0)]

MOST_UPLOAD_MIB = 100
"""The largest upload that an organiser may allow: it is held in memory."""


class PlanTable(BaseModel):
    """A table of ``contest.toml``; a setting that it does not have is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class EntrantClockPlan(PlanTable):
    """The settings of one entrant's own clock, instead of those in ``[clock]``."""

    time: float | None = Field(default=None, ge=0)
    increment: float | None = Field(default=None, ge=0)
    move_time: float | None = Field(default=None, gt=0)
    moves_per_period: int | None = Field(default=None, ge=0)
    time_margin: float | None = Field(default=None, ge=0)
    depth: int | None = Field(default=None, ge=1)
    nodes: int | None = Field(default=None, ge=1)
    delay: float | None = Field(default=None, ge=0)
    bronstein: float | None = Field(default=None, ge=0)
    byoyomi: str | None = None


class EntrantPlan(PlanTable):
    name: str = Field(min_length=1, max_length=80)
    player: str = Field(min_length=1)
    """A text as for ``board play``; its files are in the folder."""
    folder: str = ""
    """The folder of all files of the program; empty: only the files that ``player`` names."""
    author: str = ""
    team: str = Field(default="", max_length=80)
    """Entrants of one team are not paired with each other in a Swiss."""
    rating: int | None = Field(default=None, ge=0, le=4000)
    """The strength that is known, for the tie-break by performance."""
    memory: int | None = Field(default=None, ge=0)
    """As in ``[sandbox]``, for this entrant alone, like the next two."""
    processes: int | None = Field(default=None, ge=0)
    clock: EntrantClockPlan | None = None

    @property
    def elsewhere(self) -> bool:
        """True if its program runs on another machine, in no sandbox of ours."""
        return self.player in ELSEWHERE

    @property
    def handicapped(self) -> bool:
        """Return whether this entrant has limits of its own."""
        return (self.memory, self.processes, self.clock) != (None, None, None)


class ClockPlan(PlanTable):
    """Times in seconds; the names are those of the options of ``board match``."""

    time: float | None = Field(default=TEN_MINUTES.base, ge=0)
    increment: float = Field(default=0.0, ge=0)
    move_time: float | None = Field(default=None, gt=0)
    moves_per_period: int = Field(default=0, ge=0)
    time_margin: float = Field(default=0.0, ge=0)
    depth: int | None = Field(default=None, ge=1)
    nodes: int | None = Field(default=None, ge=1)
    delay: float = Field(default=0.0, ge=0)
    bronstein: float = Field(default=0.0, ge=0)
    byoyomi: str = ""
    """``5x30``: five periods of 30 seconds after the time."""

    @property
    def control(self) -> TimeControl:
        """The time control. Raises BadTimeControl, but not for the clock of a plan from a file."""
        timed = self.time if self.move_time is None else None
        return TimeControl.of({**dict(self), "time": timed})

    def with_own(self, own: EntrantClockPlan | None) -> ClockPlan:
        """Return this clock with the own settings of one entrant.

        A time for the game replaces one for each move, and one way to add time replaces another.
        """
        if own is None:
            return self
        settings = {name: value for name, value in own if value is not None}
        if WAYS_TO_ADD_TIME & settings.keys():
            settings = {"increment": 0.0, "delay": 0.0, "bronstein": 0.0, "byoyomi": "", **settings}
        if "time" in settings:
            settings.setdefault("move_time", None)
        return self.model_copy(update=settings)


class ScoringPlan(PlanTable):
    win: FiniteFloat = 1.0
    draw: FiniteFloat = 0.5
    loss: FiniteFloat = 0.0
    bye: FiniteFloat = 1.0


class SandboxPlan(PlanTable):
    mode: Literal["auto", "required", "off"] = "auto"
    memory: int = Field(default=2048, ge=0)
    """MiB for a program, with its children and temporary files; 0: no limit."""
    processes: int = Field(default=USUAL_PROCESSES, ge=0)
    """Processes of one program, threads included; 0: no limit."""
    allow_root: bool = False
    readable: tuple[str, ...] = ()
    """Files and folders that every program may read, relative to the contest's folder."""
    packages: tuple[str, ...] = USUAL_PACKAGES
    """Packages of the board's own Python that programs may import."""
    keep: bool = False
    """Keep what programs write into their own folders, of games on this machine."""


class AdjudicationPlan(PlanTable):
    """Scores are centipawns as the players report them; 0 moves: never."""

    resign_score: int = Field(default=1000, ge=1)
    resign_moves: int = Field(default=0, ge=0)
    two_sided: bool = True
    draw_score: int = Field(default=10, ge=0)
    draw_moves: int = Field(default=0, ge=0)
    draw_from: int = Field(default=40, ge=0)
    max_moves: int = Field(default=0, ge=0)
    tablebases: str = ""
    """The folder of Syzygy tables of chess, relative to the contest's folder; empty: none."""


class GameFilePlan(PlanTable):
    """The file of the organiser's own game, as it was when the contest began."""

    sha256: str
    source: str

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if GameFile("", self.source).sha256 != self.sha256:
            raise ValueError("the game's file has been changed")
        return self


class PagePlan(PlanTable):
    """Settings of the pages, on disk and served."""

    logs: Literal["author", "public"] = "author"
    """The readers of a program's log and cause of death: its author alone, or everybody."""
    hosts: tuple[str, ...] = ()
    """Host names of the served page, beside the machine's own addresses."""


class HandInPlan(PlanTable):
    """Settings of the hand-in by browser."""

    deadline: datetime | None = None
    """Without an offset it is a time of the organiser's machine."""
    size: int = Field(default=20, ge=1, le=MOST_UPLOAD_MIB)
    """MiB of one upload."""
    kept: int = Field(default=200, ge=1)
    """MiB of all versions of one entrant; more are refused."""
    kept_in_all: int = Field(default=4000, ge=1)
    """MiB of all versions of all entrants."""
    examination: Literal["full", "quick"] = "full"
    """Quick: the two short games only."""
    check_limit: float = Field(default=300.0, gt=0)
    """Seconds after which the check of a version is stopped."""

    @field_validator("deadline", mode="after")
    @classmethod
    def _with_offset(cls, deadline: datetime | None) -> datetime | None:
        return deadline if deadline is None or deadline.tzinfo else deadline.astimezone()


class ModelsPlan(PlanTable):
    """Holds the organiser's facts of language models."""

    endpoints: tuple[str, ...] = ()
    """Their addresses where an outage is nobody's loss: the game is played again, twice at most."""
    prices: dict[str, tuple[NonNegative, NonNegative]] | None = None
    """The price of a million tokens of each: of prompts, and of answers."""


class SprtPlan(PlanTable):
    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)
    elo: Literal["normalized", "logistic"] = "normalized"

    @property
    def test(self) -> Sprt:
        """The test. Raises BadSprt, but not for that of a plan from a file."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.elo == "normalized")


with extra("contest"):
    from pydantic import AfterValidator, Field, ValidationError, model_validator
    from pydantic_core import PydanticCustomError

Json = Any


class BadPlan(BoardError):
    """The contest cannot be held as it is written; the sentence names the place."""


def _format_name(name: str) -> str:
    """Return the name of a format. Raises PydanticCustomError."""
    if name in FORMATS:
        return name
    *names, last = map(repr, FORMATS)
    expected = {"expected": f"{', '.join(names)} or {last}"}
    raise PydanticCustomError("literal_error", "Input should be {expected}", expected)


class Plan(PlanTable):
    """A contest as its organiser wants it: everything that decides a game or a pairing."""

    name: str = Field(min_length=1, max_length=200)
    preset: Literal["classroom", "engine"] = "classroom"
    format: Annotated[str, AfterValidator(_format_name)] = "swiss"
    game: str = "chess"
    """A game's name; or ``FILE.py:NAME`` for one of the organiser's own, found from the folder."""
    game_file: GameFilePlan | None = None
    """The content of that file. Nobody writes it into ``contest.toml``."""
    draws: Literal["no-claims", "fide", "engine"] = "no-claims"
    """The drawn positions of chess that end a game by themselves."""
    rounds: int = Field(default=7, ge=1, le=500)
    """Of a Swiss contest."""
    games: int = Field(default=2, ge=1, le=1_000_000)
    """Between two opponents: in a match, a gauntlet and a tie of a knockout."""
    games_per_pairing: int = Field(default=1, ge=1, le=2)
    """Of two opponents in a round of a Swiss: 2 are played with colours reversed."""
    groups: int = Field(default=2, ge=2, le=64)
    """Of a group stage before a knockout."""
    qualifiers: int = Field(default=2, ge=1, le=64)
    """Entrants of each group that play in the knockout."""
    precision: float = Field(default=30.0, gt=0)
    """Of a ladder: it plays until all ratings are as exact, in Elo points to either side (95 %)."""
    challengers: int = Field(default=1, ge=1)
    """In a gauntlet: the first entrants of the list, who meet all the others."""
    seed: int = Field(ge=-(2**63), lt=2**63)
    """Decides the first round, the drawing of lots and the players' own seeds; published."""
    scoring: ScoringPlan = ScoringPlan()
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    """The figures that rank entrants with equal points, in this order; then lots are drawn."""
    clock: ClockPlan = ClockPlan()
    start_limit: float = Field(default=30.0, gt=0)
    """Seconds until a program is ready, apart from its clock."""
    grace: float = Field(default=60.0, gt=0)
    """Seconds for a player on another machine to open a game, or to be back in it."""
    first_move: float = Field(default=30.0, gt=0)
    """Seconds for its first move, which its clock is not charged for."""
    concurrency: int = Field(default=1, ge=0)
    """Games at the same time; 0: as many as the processors of the machine suffice for."""
    cores_per_game: int = Field(default=0, ge=0, multiple_of=2)
    """Cores that belong to one game, half of them to each side; 0: all games share all cores."""
    ponder: Literal["freeze", "watch", "allow", "play"] = "freeze"
    """What programs may do while it is not their turn."""
    restart: Literal["auto", "always"] = "always"
    """When programs are started anew: for each game, or when they have to be."""
    no_pairing: Literal["stop", "relax-colors", "finish"] = "stop"
    """When no pairing keeps all the rules: wait for the organiser; give up the colours, never
    the rematches; or end the contest with the rounds that were played."""
    half_byes: int = Field(default=1, ge=0)
    """Rounds of a Swiss that an entrant may miss on request with the points of a draw."""
    openings: str = ""
    """``""``: the starting position; ``"book"``: made by the seed; or a file of them"""
    opening_plies: int = Field(default=8, ge=0)
    opening_order: Literal["random", "sequential"] = "random"
    opening_start: int = Field(default=1, ge=1)
    sandbox: SandboxPlan = SandboxPlan()
    adjudication: AdjudicationPlan = AdjudicationPlan()
    page: PagePlan = PagePlan()
    hand_in: HandInPlan = HandInPlan()
    models: ModelsPlan = ModelsPlan()
    sprt: SprtPlan | None = None
    log_limit: int = Field(default=1_000_000, ge=0)
    """Characters of one program's log of one game that are kept."""
    entrants: tuple[EntrantPlan, ...] = Field(min_length=2)

    @model_validator(mode="before")
    @classmethod
    def _of_preset(cls, written: Json) -> Json:
        """Put the settings of the preset under those that are written."""
        if not isinstance(written, Mapping):
            return written
        usual = PRESETS.get(str(written.get("preset", "classroom")), {})
        clock = written.get("clock")
        if isinstance(clock, Mapping) and WAYS_TO_ADD_TIME & clock.keys():  # one way ends another
            others = {k: v for k, v in usual.get("clock", {}).items() if k not in WAYS_TO_ADD_TIME}
            usual = {**usual, "clock": others}
        return _merged(usual, written)

    @property
    def hosted(self) -> HostedGame:
        """Load the game anew: games hold functions, a plan holds text. Raises BadGame."""
        return hosted_game(self.game, self.game_file)

    @property
    def rules(self) -> Rules:
        """The rules with the chosen draws, where the game has a choice. Raises BadGame."""
        return self.hosted.with_draws(self.draws)

    @property
    def pairing_format(self) -> Format:
        return FORMATS[self.format]

    @property
    def scheme(self) -> FormatScheme:
        """The scheme that pairs the rounds, with the rule that ends a match early."""
        return self.pairing_format.scheme(replace(self.format_settings, stop=_stop_rule(self)))

    @property
    def advice(self) -> RoundsAdvice | None:
        """Advice to the organiser on the number of rounds; None if it is safe."""
        return self.pairing_format.advice(self.format_settings)

    @property
    def ignored(self) -> list[str]:
        """Return the settings that somebody wrote and the format does not read."""
        written = self.model_fields_set - PRESETS[self.preset].keys()
        return [
            name for name in READ_BY if name in written and self.format not in READ_BY[name].split()
        ]

    @property
    def format_settings(self) -> FormatSettings:
        """The settings that formats read; a rule that ends a match early is not among them."""
        entrants = len(self.entrants)
        return FormatSettings(
            entrants,
            self.rounds,
            self.games,
            self.challengers,
            self.seed,
            games_per_pairing=self.games_per_pairing,
            groups=self.groups,
            qualifiers=self.qualifiers,
            tie_breaks=self.tie_breaks,
            precision=self.precision,
        )

    def control_of(self, entrant: EntrantPlan) -> TimeControl:
        return self.clock.with_own(entrant.clock).control

    @property
    def points(self) -> Scoring:
        return Scoring(**self.scoring.model_dump())


PRESETS: Mapping[str, Mapping[str, Json]] = {
    "classroom": {
        "draws": "no-claims",
        "scoring": {
            "win": CLASSROOM_SCORING.win,
            "draw": CLASSROOM_SCORING.draw,
            "loss": CLASSROOM_SCORING.loss,
            "bye": CLASSROOM_SCORING.bye,
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
"""The settings of each preset, for those that the file leaves out."""

READ_BY = {
    "rounds": "swiss fide-swiss",
    "games": "match gauntlet knockout groups-knockout",
    "challengers": "gauntlet",
    "groups": "groups-knockout",
    "qualifiers": "groups-knockout",
    "precision": "ladder",
}
"""The formats that read a setting."""

UNWRITTEN_SETTING = "game_file"
"""The setting of a plan that no organiser writes."""

TABLES: Mapping[str, type[PlanTable]] = {
    "entrants": EntrantPlan,
    "clock": ClockPlan,
    "scoring": ScoringPlan,
    "sandbox": SandboxPlan,
    "adjudication": AdjudicationPlan,
    "page": PagePlan,
    "hand_in": HandInPlan,
    "models": ModelsPlan,
    "sprt": SprtPlan,
}
"""By the first word of a place; an entrant's own clock is a table within one."""


def settings_at(place: Place) -> list[str]:
    """Return the names of the settings that the table of a place may have."""
    table = TABLES.get(str(place[0]), Plan) if len(place) > 1 else Plan
    if table is EntrantPlan and "clock" in place[1:-1]:
        table = EntrantClockPlan
    return [name for name in table.model_fields if name != UNWRITTEN_SETTING]


def hosted_game(game: str, file: GameFilePlan | None) -> HostedGame:
    """Return the game of a contest, from its file as it was packed. Raises BadGame."""
    if file is None:
        return game_named(game)
    path, _colon, name = game.rpartition(":")
    return game_in(GameFile(path, file.source), name)


def packed_game(game: str, home: Path) -> GameFilePlan | None:
    """Return the content of a game's file now; None for a game without one. Raises BadGame."""
    found = IN_A_FILE.fullmatch(game)
    if found is None:
        return None
    file = read_game_file(str(home / Path(found[1]).expanduser()))
    return GameFilePlan(sha256=file.sha256, source=file.source)


def read_plan(path: str | Path) -> Plan:
    """Read a contest's file. Raises BadPlan, and OSError."""
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
    """Return the plan of a file's text. Raises BadPlan."""
    try:
        values = toml_of(text)
        if UNWRITTEN_SETTING in values:
            place = (UNWRITTEN_SETTING,)
            raise BadPlan(located(text, path, place, no_such_setting(place, settings_at)))
        plan = Plan.model_validate(values)
    except BadToml as error:
        raise BadPlan(say("{path}: {why}", path=path, why=error.sentence)) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        why = reason(first, settings_at)
        raise BadPlan(located(text, path, first["loc"], why)) from None
    complain = partial(located, text, path)
    try:
        packed = packed_game(plan.game, Path(path).absolute().parent)
        plan = plan.model_copy(update={UNWRITTEN_SETTING: packed})
        assert plan.hosted is not None  # the packed file can be loaded
    except BadGame as error:
        raise BadPlan(complain(("game",), error.sentence)) from None
    _check_clock(plan.clock, complain, ("clock",))
    for index, entrant in enumerate(plan.entrants):
        _check_clock(plan.clock.with_own(entrant.clock), complain, ("entrants", index, "clock"))
        if (refused := refusal_of(entrant.name)) is not None:
            raise BadPlan(complain(("entrants", index, "name"), refused))
    for setting, collision in (
        ("name", look_alike([entrant.name for entrant in plan.entrants])),
        ("folder", same_folder([entrant.folder for entrant in plan.entrants])),
    ):
        if collision is not None:
            raise BadPlan(complain(("entrants", collision[0], setting), collision[1]))
    if (mistake := plan.pairing_format.mistake(plan.format_settings)) is not None:
        raise BadPlan(complain(mistake[:1], mistake[1]))
    if plan.games_per_pairing > 1 and not plan.pairing_format.two_games_a_pairing:
        why = say("only 'swiss' can have two games a pairing")
        raise BadPlan(complain(("games_per_pairing",), why))
    if len({*plan.tie_breaks}) < len(plan.tie_breaks):
        raise BadPlan(complain(("tie_breaks",), say("a tie-break stands in the list twice")))
    if plan.sprt is not None and not plan.pairing_format.compares_two:
        raise BadPlan(complain(("sprt",), say("only a match ends by SPRT")))
    try:
        _ = plan.sprt and plan.sprt.test
    except BadSprt as error:
        raise BadPlan(complain(("sprt",), error.sentence)) from None
    return plan


def _check_clock(
    clock: ClockPlan, complain: Callable[[Place, Sentence], Sentence], place: Place
) -> None:
    try:
        _ = clock.control
    except BadTimeControl as error:
        raise BadPlan(complain(place, error.sentence)) from None


def _in_place(plan: Plan, text: str, path: Path) -> Plan:
    """Return the plan with absolute paths of what programs may read. Raises BadPlan."""
    home, complain = path.absolute().parent, partial(located, text, str(path))
    places = []
    for written in plan.sandbox.readable:
        try:
            places.append(str(check_readable(home / Path(written).expanduser())))
        except CannotTake as error:
            raise BadPlan(complain(("sandbox", "readable"), error.sentence)) from None
    if (why := no_package(plan.sandbox.packages)) is not None:
        raise BadPlan(complain(("sandbox", "packages"), why))
    sandbox = plan.sandbox.model_copy(update={"readable": tuple(places)})
    adjudication = plan.adjudication
    if adjudication.tablebases:
        tables = home / Path(adjudication.tablebases).expanduser()
        try:
            Adjudication(tablebases=tables).tables(plan.rules)
        except BoardError as error:
            raise BadPlan(complain(("adjudication", "tablebases"), error.sentence)) from None
        adjudication = adjudication.model_copy(update={"tablebases": str(tables)})
    return plan.model_copy(update={"sandbox": sandbox, "adjudication": adjudication})


def _merged(usual: Mapping[str, Json], written: Mapping[str, Json]) -> dict[str, Json]:
    merged = dict(usual)
    for key, value in written.items():
        below = usual.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = {**below, **value} if both and below is not None else value
    return merged


def scheme_of(plan: Plan) -> Scheme:
    """Return the scheme that pairs this contest."""
    return plan.scheme


def relaxed_scheme_of(plan: Plan) -> Scheme | None:
    """Return the scheme without the rules on colours, for a round that cannot be paired otherwise;
    None if the format has none."""
    return plan.pairing_format.relaxed_scheme(plan.format_settings)


def _stop_rule(plan: Plan) -> StopRule | None:
    if plan.sprt is None:
        return None
    sprt = plan.sprt.test
    return lambda field: sprt.run(prefixes(field)).decision is not None
