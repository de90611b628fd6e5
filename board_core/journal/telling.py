"""Turn the lines of a journal into typed values, and these into played games.

Each line becomes a value, whatever it holds (:mod:`.values` keeps it within bounds), and the values
become a :class:`~board_core.record.PlayedGame`. No caller needs to know the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from math import inf
from typing import NamedTuple

from board_core.fast_dataclass import dataclass
from board_core.game.absence import Missed
from board_core.game.clock import NO_PERIODS, Clock, TimeControl
from board_core.game.events import NONE_REFUSED, NOT_MEASURED
from board_core.game.player import MOST_CP, MOST_DEPTH, MOST_MATE, Explanation, Score, Thought
from board_core.game.rules import BadSetup, IllegalMove, Outcome, Position, Rules, notation_of
from board_core.game.sides import Color, PerColor
from board_core.record import (
    NO_CLOCKS,
    NOT_FINISHED,
    Moves,
    PlayedGame,
    PlayedMove,
    RecordedAbsence,
)
from board_core.record.files import both
from board_core.text.harmless_text import MOST_MOVE

from .values import (
    MOST_INTEGER,
    MOST_NAME,
    MOST_SECONDS,
    Facts,
    Json,
    control_facts,
    control_of,
    explanation_facts,
    explanation_of,
    instant_of,
    integer_of,
    left_of,
    mapping,
    off_turn_of,
    outcome_facts,
    outcome_of,
    periods_of,
    refused_facts,
    refused_of,
    seconds_of,
    setup_of,
    text_of,
)


@dataclass(frozen=True, slots=True)
class Began:
    """The start of a game: its rules, players, clocks and position."""

    at: datetime
    rules: str  # the name of the game
    setup: str | None
    names: PerColor[str]
    controls: PerColor[TimeControl]
    left: PerColor[float | None]
    periods: PerColor[int]


class Moved(NamedTuple):
    """A move as the journal holds it; whether it is legal is checked when it is read.

    A tuple is made three times as fast as a frozen dataclass, and a game has a hundred of them.
    """

    ply: int
    text: str
    white: float | None  # seconds left after it
    black: float | None
    elapsed: float | None
    cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    periods: PerColor[int] = NO_PERIODS


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A take-back, with the ply and the clocks after it."""

    ply: int  # of the position now reached
    left: PerColor[float | None]
    periods: PerColor[int]


@dataclass(frozen=True, slots=True)
class Continued:
    """An interrupted game was continued."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game: its outcome, explanation and clocks."""

    at: datetime
    outcome: Outcome
    explanation: Explanation | None
    off_turn: PerColor[float | None]
    left: PerColor[float | None]
    periods: PerColor[int]
    refused: PerColor[int]


GameLine = Began | Moved | TakenBack | RecordedAbsence | Continued | Ended


def line_of(facts: Facts) -> GameLine | None:
    """Return the value of a journal's line; None for an unknown event. Raises KeyError."""
    match facts["event"]:
        case "move":
            return moved_of(facts)
        case "start":
            return began_of(facts)
        case "back":
            ply = integer_of(facts["ply"], MOST_INTEGER) or 0
            return TakenBack(ply, left_of(facts), periods_of(facts))
        case "away":
            return away_of(facts)
        case "continued":
            return Continued()
        case "end":
            return ended_of(facts)
        case _:
            return None


class GameFacts:
    """The facts of one game, collected while the lines of a journal are read."""

    def __init__(self, began: Began) -> None:
        self._began = began
        self._moves: list[Moved] = []
        self._left, self._periods = began.left, began.periods
        self._away: list[RecordedAbsence] = []
        self._ended: Ended | None = None

    @property
    def rules(self) -> str:
        """The name of the rules, as the journal holds it."""
        return self._began.rules

    @property
    def texts(self) -> Sequence[str]:
        """The moves as the journal holds them."""
        return [move.text for move in self._moves]

    @property
    def scores(self) -> Sequence[Score | None]:
        """The score that each mover reported before its move, from its own view."""
        return [
            None if move.cp is None and move.mate is None else Score(move.cp, move.mate)
            for move in self._moves
        ]

    def add(self, line: GameLine) -> None:
        """Add the value of the next line. Raises ValueError if it does not follow."""
        match line:
            case Moved():
                if line.ply != len(self._moves):
                    raise ValueError(line.ply)
                self._moves.append(line)
                self._left, self._periods = PerColor(line.white, line.black), line.periods
            case TakenBack(ply, left, periods):
                if ply not in range(len(self._moves) + 1):
                    raise ValueError(ply)
                del self._moves[ply:]
                self._left, self._periods = left, periods
            case RecordedAbsence():
                self._away.append(line)
            case Continued():
                self._ended = None
            case Ended():
                self._ended = line
            case Began():
                raise ValueError("it has begun")

    def game(self, rules: Rules) -> PlayedGame:
        """Return the game as far as it was played, by these rules."""
        now = self._left, self._periods
        return _played(rules, self._began, self._moves, self._away, self._ended, now)


def _played(
    rules: Rules,
    began: Began,
    moves: Sequence[Moved | Json],
    away: Sequence[RecordedAbsence],
    ended: Ended | None,
    now: tuple[PerColor[float | None], PerColor[int]],
) -> PlayedGame:
    """Return a played game; ``now`` holds the seconds and periods left if it has not ended."""
    setup, lines = possible_setup(rules, began.setup), tuple(moves)
    seconds = 0.0 if ended is None else (ended.at - began.at).total_seconds()
    return PlayedGame(
        rules,
        began.names,
        began.controls,
        setup,
        Moves(partial(_readable, rules, setup, lines), len(lines)),
        began.at,
        seconds,
        NOT_FINISHED if ended is None else ended.outcome,
        None if ended is None else ended.explanation,
        NOT_MEASURED if ended is None else ended.off_turn,
        tuple(away),
        *(now if ended is None else (ended.left, ended.periods)),
        NONE_REFUSED if ended is None else ended.refused,
    )


def possible_setup(rules: Rules, setup: str | None) -> str | None:
    """Return the set-up if the rules accept it; None for the standard starting position."""
    try:
        if setup is not None:
            rules.start(setup)
    except BadSetup:
        return None
    return setup


def _readable(
    rules: Rules, setup: str | None, moves: Sequence[Moved | Json]
) -> Iterator[PlayedMove]:
    """Yield the moves up to the first illegal one, which the referee cannot have written.

    A game that is only counted never gets here, so its lines are not even converted.
    """
    position: Position = rules.start(setup)
    for each in moves:
        told = each if isinstance(each, Moved) else moved_of(mapping(each))
        try:
            color, move = position.to_move, position.parse(told.text)
        except IllegalMove:
            return
        left = told.white if color is Color.WHITE else told.black
        periods = told.periods[color] if told.elapsed is not None else 0
        thought = None
        if told.cp is not None or told.mate is not None:
            thought = Thought(told.depth, score=Score(told.cp, told.mate))
        yield PlayedMove(
            color,
            move,
            notation_of(position, move),
            None if told.elapsed is None else left,
            told.elapsed,
            thought,
            periods,
        )
        position = position.play(move)


# A whole game, which is one line of a contest's journal


def game_of(rules: Rules, facts: Facts) -> PlayedGame:
    """Return the game of these facts. Missing or wrong facts get defaults; raises nothing."""
    moves, away = facts.get("moves"), facts.get("away")
    return _played(
        rules,
        began_of(mapping(facts.get("start"))),
        moves if isinstance(moves, list) else (),
        [away_of(mapping(each)) for each in away] if isinstance(away, list) else (),
        ended_of(mapping(facts.get("end"))),
        (NO_CLOCKS, NO_PERIODS),
    )


def game_facts(game: PlayedGame) -> dict[str, Json]:
    """Return a game that has ended as JSON: the reverse of :func:`game_of`."""
    assert game.ended is not None
    first, clocks = game.first_position, list(game.clocks())
    start = {
        "at": game.started.isoformat(),
        "rules": game.rules.name,
        "first": first.to_move.value,
        "setup": game.setup,
        "names": both(game.names),
        "control": both(game.controls.map(control_facts)),
        **_clock_facts(clocks[0]),
    }
    end = {
        "at": game.ended.isoformat(),
        "outcome": outcome_facts(game.outcome),
        "explanation": explanation_facts(game.explanation) if game.explanation else None,
        "off_turn": both(game.off_turn),
        "position": setup_of(game.last_position),
        **refused_facts(game.refused),
        **both(game.left),
        **_period_facts(game.controls, game.periods),
    }
    return {
        "start": start,
        "moves": [
            _move_facts(ply, move, clock)
            for ply, (move, clock) in enumerate(zip(game.moves, clocks[1:], strict=True))
        ],
        "end": end,
        **({"away": [away_facts(each) for each in game.away]} if game.away else {}),
    }


def _move_facts(ply: int, move: PlayedMove, clock: Clock) -> dict[str, Json]:
    facts = {"ply": ply, "move": move.move, **_clock_facts(clock), "elapsed": move.elapsed}
    if (score := move.score) is not None:
        facts |= {"cp": score.cp, "mate": score.mate, "depth": move.depth}
    return facts


def _clock_facts(clock: Clock) -> dict[str, Json]:
    left = clock.remaining.map(lambda seconds: seconds if seconds < inf else None)
    return {**both(left), **_period_facts(clock.control, clock.periods)}


def _period_facts(controls: PerColor[TimeControl], periods: PerColor[int]) -> dict[str, Json]:
    with_periods = controls.white.byoyomi or controls.black.byoyomi
    return {"periods": both(periods)} if with_periods else {}


# One value each


def began_of(line: Facts) -> Began:
    """Return the start of a game, within bounds."""
    names, control = mapping(line.get("names")), mapping(line.get("control"))
    setup = line.get("setup")
    return Began(
        instant_of(line.get("at")),
        text_of(line.get("rules"), MOST_NAME),
        text_of(setup) if isinstance(setup, str) else None,
        PerColor(
            text_of(names.get("white"), MOST_NAME),
            text_of(names.get("black"), MOST_NAME),
        ),
        PerColor(
            control_of(mapping(control.get("white"))),
            control_of(mapping(control.get("black"))),
        ),
        left_of(line),
        periods_of(line),
    )


def moved_of(line: Facts) -> Moved:
    """Return a move, within bounds; a sound line, the common case, is not converted."""
    get = line.get
    told = Moved(
        get("ply", -1),
        get("move", ""),
        get("white"),
        get("black"),
        get("elapsed"),
        get("cp"),
        get("mate"),
        get("depth"),
        periods_of(line) if "periods" in line else NO_PERIODS,
    )
    return told if _is_sound(told) else _mended(told)


def _is_sound(told: Moved) -> bool:
    ply, text, white, black, elapsed, cp, mate, depth, _ = told
    if type(ply) is not int or type(text) is not str:
        return False
    if len(text) > MOST_MOVE or not text.isprintable():
        return False
    for seconds in (white, black, elapsed):
        if seconds is not None and not (
            (type(seconds) is float or type(seconds) is int) and 0 <= seconds <= MOST_SECONDS
        ):
            return False
    if cp is not None and not (type(cp) is int and -MOST_CP <= cp <= MOST_CP):
        return False
    if mate is not None and not (type(mate) is int and -MOST_MATE <= mate <= MOST_MATE):
        return False
    return depth is None or (type(depth) is int and 0 <= depth <= MOST_DEPTH)


def _mended(told: Moved) -> Moved:
    ply = integer_of(told.ply, MOST_INTEGER)
    return Moved(
        -1 if ply is None else ply,
        text_of(told.text, MOST_MOVE),
        seconds_of(told.white),
        seconds_of(told.black),
        seconds_of(told.elapsed),
        integer_of(told.cp, MOST_CP),
        integer_of(told.mate, MOST_MATE),
        integer_of(told.depth, MOST_DEPTH),
        told.periods,
    )


def away_of(line: Facts) -> RecordedAbsence:
    """Return an absence of the board, within bounds."""
    ply, told = integer_of(line.get("ply"), MOST_INTEGER), text_of(line.get("kind"), MOST_NAME)
    return RecordedAbsence(
        instant_of(line.get("at")),
        ply or 0,
        ABSENCE_KINDS.get(told, Missed.AWAY),
        seconds_of(line.get("seconds")) or 0.0,
        left_of(line),
    )


def away_facts(away: RecordedAbsence) -> dict[str, Json]:
    """Return an absence of the board as JSON."""
    return {
        "at": away.at.isoformat(),
        "ply": away.ply,
        "kind": away.kind.value,
        "seconds": away.seconds,
        **both(away.left),
    }


def ended_of(line: Facts) -> Ended:
    """Return the end of a game, within bounds."""
    return Ended(
        instant_of(line.get("at")),
        outcome_of(mapping(line.get("outcome"))),
        explanation_of(line.get("explanation")),
        off_turn_of(line.get("off_turn")),
        left_of(line),
        periods_of(line),
        refused_of(line.get("refused")),
    )


ABSENCE_KINDS = {kind.value: kind for kind in Missed}
