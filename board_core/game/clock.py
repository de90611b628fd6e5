"""Clocks as values: every change makes a new clock, and time is an argument.

All times are seconds; instants are readings of one monotonic time source.

Ways to add time:

==============  ==========================================================================
increment       is added after each move (FIDE Laws 6.3, "cumulative")
delay           passes before the main time starts to run, and the unused part is lost: the
                time delay mode of FIDE Laws 6.2.2, US Chess rule 5 ("d5")
Bronstein       the time runs at once; after the move the time used is given back, up to the
delay           delay ("add-back" of US Chess). The flag falls when the main time is over,
                so ``605`` with ``5`` given back equals ``600`` with a delay of ``5``
byo-yomi        after the main time, periods run; each is full again for the next move. A
                period that runs out is lost, and the flag falls with the last (Japanese
                byo-yomi, ``5x30 byo-yomi`` of the Go servers)
==============  ==========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from math import ceil, inf, isinf, isnan
from typing import Any

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.sentence import BoardError, Sentence, given, say

from .sides import Color, PerColor, new_pair

FIELDS_IN_SECONDS = (
    "base",
    "increment",
    "per_move",
    "time_margin",
    "delay",
    "bronstein",
    "byoyomi",
)
FIELDS_OF_COUNTS = ("moves_per_period", "periods")
WAYS_TO_ADD_TIME = frozenset(("increment", "delay", "bronstein", "byoyomi"))
"""Ways to add time; a time control has at most one of them."""

BYOYOMI_PATTERN = r"([1-9]\d{0,3})x(\d{1,6}(?:\.\d{1,3})?)"


NO_TIME_TO_MOVE = say("0 seconds leave no time to move: give more")


class BadTimeControl(BoardError):
    """The time control is invalid; the sentence says which part, and why."""

    def __init__(self, sentence: Sentence, option: str | None = None) -> None:
        """Store the sentence, and the option that it is about."""
        super().__init__(sentence)
        self.option = option


@dataclass(frozen=True, slots=True, repr=False)
class TimeControl:
    """The time of one side. The default is no limit.

    ``TimeControl(600)`` is sudden death in ten minutes, ``TimeControl(180, 2)`` adds two
    seconds a move, ``TimeControl(per_move=5)`` allows five seconds for each move whatever was saved
    before, ``TimeControl(7200, moves_per_period=40)`` gives two hours for every forty moves.
    ``TimeControl(300, delay=3)`` waits three seconds before the time runs,
    ``TimeControl(303, bronstein=3)`` gives up to three seconds back after the move, and
    ``TimeControl(600, byoyomi=30, periods=5)`` has five periods of thirty seconds after the time.
    Raises BadTimeControl for negative numbers, and for two of ``increment``, ``delay``,
    ``bronstein`` and ``byoyomi``.
    """

    base: float = inf
    increment: float = 0.0
    per_move: float = inf
    moves_per_period: int = 0  # 0: the base is for the whole game
    time_margin: float = 0.0  # seconds a side may exceed its time without a loss
    depth: int | None = None  # search limits for players that know them (UCI, XBoard, hard)
    nodes: int | None = None
    delay: float = 0.0
    bronstein: float = 0.0
    byoyomi: float = 0.0  # seconds of each period
    periods: int = 0  # how many periods

    def __post_init__(self) -> None:
        for name in (*FIELDS_IN_SECONDS, *FIELDS_OF_COUNTS):
            value = getattr(self, name)
            given(value, (int, float), f"is no number for {name}: give seconds, or how many")
            if isnan(value) or value < 0:
                raise BadTimeControl(
                    say("{name} cannot be {value}: give 0 or more", name=name, value=repr(value))
                )
        for name in ("depth", "nodes"):
            limit = getattr(self, name)
            if limit is not None and limit < 1:
                raise BadTimeControl(
                    say("{name} cannot be {value}: give 1 or more", name=name, value=repr(limit))
                )
        if (why := _clash(self)) is not None:
            raise BadTimeControl(why)

    def __repr__(self) -> str:
        """Return the constructor call with all non-default values."""
        chosen = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        said = (f"{name}={value!r}" for name, value, usual in chosen if value != usual)
        return f"TimeControl({', '.join(said)})"

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> TimeControl:
        """Return the time control for options, named as in commands and plans.

        ``time`` and ``move_time`` are the base and the time for each move, None for no limit;
        ``byoyomi`` is a text such as ``5x30``; other names are those of the fields. Raises
        BadTimeControl.
        """
        chosen = dict(options)
        base, per_move = chosen.pop("time"), chosen.pop("move_time")
        text = chosen.pop("byoyomi")
        try:
            periods, byoyomi = byoyomi_of(text) if text else (0, 0.0)
        except BadTimeControl as error:
            error.option = "byoyomi"
            raise
        base = inf if base is None else base
        some_time = base or chosen["delay"] or byoyomi
        for option, seconds in (("time", some_time), ("move_time", per_move)):
            if seconds == 0:
                raise BadTimeControl(NO_TIME_TO_MOVE, option)
        return cls(
            base=base,
            per_move=inf if per_move is None else per_move,
            byoyomi=byoyomi,
            periods=periods,
            **chosen,
        )

    @property
    def low_from(self) -> float:
        """The seconds below which a clock shows that time is low: the last quarter, 20 at most."""
        return min(LOW_SECONDS, min(self.base, self.per_move) / 4)

    @property
    def untimed(self) -> bool:
        """True if neither the game nor a move has a time limit."""
        return self.base == inf and self.per_move == inf

    @property
    def bonus(self) -> float:
        """Seconds that each move adds: the increment, or either delay."""
        return self.increment or self.delay or self.bronstein

    @property
    def notation(self) -> str:
        """The value of PGN's ``TimeControl`` tag (PGN standard, 9.6.1).

        The standard has neither delays nor byo-yomi. A delay is written as US Chess writes it and
        as was proposed for the standard (``300d5``), a Bronstein delay likewise (``300b5``), and
        byo-yomi as on Go servers (``600+5x30``).
        """
        if self.base == inf:
            return "-" if self.per_move == inf else f"1/{self.per_move:g}"
        period = f"{self.moves_per_period}/" if self.moves_per_period else ""
        extra = f"+{self.periods}x{self.byoyomi:g}" if self.periods else ""
        for sign, seconds in (("+", self.increment), ("d", self.delay), ("b", self.bronstein)):
            if seconds:
                extra = f"{sign}{seconds:g}"
        return f"{period}{self.base:g}{extra}"


_NUMBER = r"(\d{1,9}(?:\.\d{1,3})?)"
NOTATION = re.compile(
    rf"(?:([1-9]\d{{0,3}})/)?{_NUMBER}(?:\+(\d{{1,4}})x{_NUMBER}|([+db]){_NUMBER})?"
)
UNITS = dict.fromkeys(("h", "小时"), 3600)
UNITS |= dict.fromkeys(("minutes", "min", "m", "分钟", "分"), 60)
UNITS |= dict.fromkeys(("seconds", "sec", "s", "秒"), 1)
"""Units of time that somebody may type, in seconds."""
_TIME_WITH_UNIT = re.compile(rf"{_NUMBER}\s*({'|'.join(UNITS)})(?![a-z])")


def control_typed(text: str) -> TimeControl:
    """Read a time control as :attr:`TimeControl.notation` writes it, or with units.

    ``10+0.1`` is in seconds, and so is ``5 min + 3 s``. Raises BadTimeControl.
    """
    plain = _TIME_WITH_UNIT.sub(
        lambda told: f"{float(told[1]) * UNITS[told[2]]:.12g}", text.lower()
    )
    found = NOTATION.fullmatch("".join(plain.split()))
    if found is None:
        why = say("{text} is no time control: write 600, 180+2 or 5 min + 3 s", text=repr(text))
        raise BadTimeControl(why)
    moves, base, periods, byoyomi, way, seconds = found.groups()
    ways = {"+": "increment", "d": "delay", "b": "bronstein"}
    added: dict[str, Any] = {ways[way]: float(seconds)} if way else {}
    control = TimeControl(per_move=float(base))
    if moves != "1" or way or periods:
        control = TimeControl(
            float(base),
            moves_per_period=int(moves or 0),
            byoyomi=float(byoyomi or 0),
            periods=int(periods or 0),
            **added,
        )
    if not min(control.base + control.delay + control.byoyomi, control.per_move):
        raise BadTimeControl(NO_TIME_TO_MOVE)
    return control


def control_told(notation: str) -> TimeControl:
    """Return the time control that :attr:`TimeControl.notation` writes so.

    No limit for any other text, such as an unknown one (``?``), one of several stages, or an
    hourglass.
    """
    try:
        return control_typed(notation)
    except BadTimeControl:
        return UNTIMED


def _clash(control: TimeControl) -> Sentence | None:
    """Return why two parts of a time control contradict each other, or None."""
    given = sorted(name for name in WAYS_TO_ADD_TIME if getattr(control, name))
    if control.moves_per_period and control.byoyomi:
        given = ["byoyomi", "moves_per_period"]
    if len(given) > 1:
        return say("{one} and {other} do not go together: give one", one=given[0], other=given[1])
    if bool(control.byoyomi) is not bool(control.periods) or isinf(control.byoyomi):
        return say("byoyomi is the seconds of each of so many periods: give both")
    return None


UNTIMED = TimeControl()
"""No limit of time."""
TEN_MINUTES = TimeControl(base=600)
"""The time control of a match and of a contest unless another is given; see docs/clocks.md."""
_WHITE = Color.WHITE  # looked up once: it is read several times a ply
NO_PERIODS = PerColor(0, 0)


def both_controls(control: TimeControl | PerColor[TimeControl]) -> PerColor[TimeControl]:
    """Return the time controls of both sides. Raises TypeError for what is none."""
    both = control if isinstance(control, PerColor) else PerColor.both(control)
    for each in both:
        given(each, TimeControl, "is no time control: give TimeControl(60)")
    return both


def byoyomi_of(text: str) -> tuple[int, float]:
    """Parse ``5x30`` into the number of periods and the seconds of each. Raises BadTimeControl."""
    found = re.fullmatch(BYOYOMI_PATTERN, text.strip(), re.ASCII)
    if found is None or not float(found[2]):
        raise BadTimeControl(
            say(
                "{text} is no byo-yomi: write 5x30 for five periods of 30 seconds",
                text=repr(text),
            )
        )
    return int(found[1]), float(found[2])


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of both sides; at most one of the two clocks runs.

    In byo-yomi ``remaining`` holds the seconds left in the period, and ``periods`` the number of
    periods left, including this one. Before byo-yomi, and without it, ``periods`` is 0.
    """

    control: PerColor[TimeControl]
    remaining: PerColor[float]  # as of `since` for the running side
    made: PerColor[int]  # moves made, to find the period of a control such as 40/7200
    running: Color | None = None
    since: float = 0.0
    periods: PerColor[int] = NO_PERIODS

    @classmethod
    def new(cls, control: PerColor[TimeControl]) -> Clock:
        """Return the clock before the first move; without a main time byo-yomi begins at once."""
        at_once = control.map(lambda side: bool(side.byoyomi) and not side.base)
        return cls(
            control,
            PerColor(*(control[c].byoyomi if at_once[c] else control[c].base for c in Color)),
            PerColor(0, 0),
            periods=PerColor(*(control[c].periods if at_once[c] else 0 for c in Color)),
        )

    def start(self, color: Color, at: float) -> Clock:
        """Return the clock with this side's time running from the given instant on."""
        return new_clock(self.control, self.remaining, self.made, color, at, self.periods)

    def remaining_at(self, color: Color, at: float) -> float:
        """Return the seconds left to a side at an instant, never below zero.

        In byo-yomi these are the seconds of the period. While a delay passes, the value does not
        change: see :meth:`delayed`.
        """
        left, per_move = self.remaining[color], self.control[color].per_move
        if color is self.running:
            used = at - self.since
            left = min(self._after(color, used)[0], per_move - used)
        elif per_move < left:
            left = per_move
        return left if left > 0.0 else 0.0

    def delayed(self, color: Color, at: float) -> float:
        """Return the seconds of delay left before the side's time runs, or 0."""
        if color is not self.running:
            return 0.0
        left = self.control[color].delay - (at - self.since)
        return left if left > 0.0 else 0.0

    def periods_left(self, color: Color, at: float) -> int:
        """Return the byo-yomi periods left, including the running one; 0 in main time."""
        if color is self.running and self.control[color].byoyomi:
            return self._after(color, at - self.since)[1]
        return self.periods[color]

    def allotted(self, color: Color, at: float) -> float:
        """Return the seconds a side's clock started from: its main time, or a period."""
        control = self.control[color]
        return control.byoyomi if self.periods_left(color, at) else control.base

    def at_hand(self, color: Color) -> float:
        """Return the seconds a side may use in its next turn without losing a period.

        This value is sent to programs. It includes the delay, and the first period if byo-yomi has
        not begun, but ignores the limit per move.
        """
        control, left = self.control[color], self.remaining[color]
        return left + control.delay + (0.0 if self.periods[color] else control.byoyomi)

    def saves(self, color: Color) -> bool:
        """Return True if the time a side does not use for a move is kept for the next."""
        return not self.periods[color] and self.remaining[color] < self.control[color].per_move

    @property
    def flag_falls(self) -> float:
        """The instant at which the running side loses on time; ``inf`` if it never does."""
        color = self.running
        if color is None:
            return inf
        if color is _WHITE:  # as in press()
            control, left = self.control.white, self.remaining.white
        else:
            control, left = self.control.black, self.remaining.black
        left += control.delay
        if control.byoyomi:
            left += control.byoyomi * self._periods_to_come(color)
        if control.per_move < left:
            left = control.per_move
        return self.since + left + control.time_margin

    def stop(self, at: float) -> Clock:
        """Return the clock stopped at an instant, without a move."""
        color = self.running
        if color is None:
            return self
        left, periods = self._after(color, at - self.since)
        return self._with(color, left, self.made[color], periods)

    def press(self, at: float) -> Clock:
        """Return the clock after a move of the running side, with the time its control adds."""
        color = self.running
        assert color is not None, "press needs a running clock"
        controls, remaining, made = self.control, self.remaining, self.made
        if color is _WHITE:  # as subscripts and put() do it, without the calls
            control, had, moves = controls.white, remaining.white, made.white + 1
        else:
            control, had, moves = controls.black, remaining.black, made.black + 1
        used = at - self.since
        if control.delay or control.byoyomi:
            left, periods = self._after(color, used)
            if periods:
                return self._with(color, control.byoyomi, moves, periods)
        else:  # the common case, once a ply
            left = had - used if used > 0.0 else had
            if left < 0.0:
                left = 0.0
        left += control.increment
        if control.bronstein and used > 0.0:
            left = min(left + min(used, control.bronstein), had)
        if control.moves_per_period and moves % control.moves_per_period == 0:
            left += control.base
        if color is _WHITE:
            remaining, made = new_pair(left, remaining.black), new_pair(moves, made.black)
        else:
            remaining, made = new_pair(remaining.white, left), new_pair(made.white, moves)
        return new_clock(controls, remaining, made, None, 0.0, self.periods)

    def moved(self, color: Color, left: float | None, periods: int) -> Clock:
        """Return the clock after a move that left a side ``left`` seconds; None keeps its time."""
        left = self.remaining[color] if left is None else left
        return self._with(color, left, self.made[color] + 1, periods)

    def moves_to_go(self, color: Color) -> int | None:
        """Return the number of moves to the side's next time control; None in sudden death."""
        period = self.control[color].moves_per_period
        return period - self.made[color] % period if period else None

    def _with(self, color: Color, left: float, made: int, periods: int) -> Clock:
        """Return the stopped clock with new values of one side."""
        counts = self.periods
        if periods or counts is not NO_PERIODS:
            counts = counts.put(color, periods)
        remaining, moves = self.remaining.put(color, left), self.made.put(color, made)
        return new_clock(self.control, remaining, moves, None, 0.0, counts)

    def _periods_to_come(self, color: Color) -> int:
        return self.periods[color] - 1 if self.periods[color] else self.control[color].periods

    def _after(self, color: Color, used: float) -> tuple[float, int]:
        """Return the seconds and the periods left to a side after ``used`` seconds of its turn.

        When a period is used up, the next begins in the same instant.
        """
        control, left = self.control[color], self.remaining[color]
        if used > control.delay:
            left -= used - control.delay
        if left > 0.0:
            return left, self.periods[color]
        if not control.byoyomi:
            return 0.0, 0
        over, to_come = -left, self._periods_to_come(color)
        begun = int(over // control.byoyomi) + 1
        if begun > to_come:
            return 0.0, 1
        return begun * control.byoyomi - over, to_come - begun + 1


new_clock = constructor(Clock)


LOW_SECONDS = 20.0
"""Seconds below which a clock can be low."""

LITTLE_TIME = 10.0
"""Seconds below which a clock shows tenths."""


def clock_text(seconds: float, infinity: str = "-") -> str:
    """Return seconds as a clock shows them: ``1:05:00``, ``9:58`` or, below 10 s, ``0:07.4``."""
    if isinf(seconds):
        return infinity
    if seconds < LITTLE_TIME:
        tenths = int(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_addition(clock: Clock, color: Color, at: float) -> str:
    """Return what a side's clock shows beside the time, or an empty text.

    ``+3``: the seconds left of a delay, rounded up. ``x4``: the byo-yomi periods left, including
    the running one.
    """
    if delay := clock.delayed(color, at):
        return f"+{ceil(delay)}"
    periods = clock.periods_left(color, at)
    return f"x{periods}" if periods else ""


def clock_face(clock: Clock, color: Color, at: float, infinity: str = "-") -> str:
    """Return the full text of a side's clock: ``9:58``, ``9:58 +3``, ``0:25 x4``."""
    text = clock_text(clock.remaining_at(color, at), infinity)
    addition = clock_addition(clock, color, at)
    return f"{text} {addition}" if addition else text
