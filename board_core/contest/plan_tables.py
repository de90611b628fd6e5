"""The tables of ``contest.toml`` below its top, as pydantic checks them, and mistakes in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import Any, Literal, Self

from board_core.files.extras import extra
from board_core.game.clock import WAYS_TO_ADD_TIME, TimeControl
from board_core.games.game_file import GameFile
from board_core.match.elo import Sprt
from board_core.supervise.limits import USUAL_PROCESSES
from board_core.supervise.visibility import USUAL_PACKAGES
from board_core.text.sentence import Listed, Sentence, say

from .toml_text import Place, shown

SettingsAt = Callable[[Place], Sequence[str]]
"""The names of the settings that the table of a place may have."""


def no_such_setting(place: Place, settings_at: SettingsAt) -> Sentence:
    """Return the refusal of a setting that its table does not have."""
    settings = settings_at(place)
    close = get_close_matches(str(place[-1]), settings, n=1)
    if close:
        return say("there is no such setting; did you mean {meant}?", meant=close[0])
    return say("there is no such setting: choose one of {there_is}", there_is=Listed(settings))


def reason(error: Any, settings_at: SettingsAt) -> Sentence:
    """Return pydantic's finding in our words, or in its own where we have none."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing":
            return say("this is missing")
        case "extra_forbidden":
            return no_such_setting(error["loc"], settings_at)
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
                "less_than": say("{given} is too large: write less than {limit}"),
                "less_than_equal": say("{given} is too large: write {limit} or less"),
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


with extra("contest"):
    from pydantic import (
        BaseModel,
        ConfigDict,
        Field,
        FiniteFloat,
        field_validator,
        model_validator,
    )

Json = Any

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
    def handicapped(self) -> bool:
        """Return whether this entrant has limits of its own."""
        return (self.memory, self.processes, self.clock) != (None, None, None)


class ClockPlan(PlanTable):
    """Times in seconds; the names are those of the options of ``board match``."""

    time: float | None = Field(default=600.0, ge=0)
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
        given = {name: value for name, value in own if value is not None}
        if WAYS_TO_ADD_TIME & given.keys():
            given = {"increment": 0.0, "delay": 0.0, "bronstein": 0.0, "byoyomi": "", **given}
        if "time" in given:
            given.setdefault("move_time", None)
        return self.model_copy(update=given)


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
