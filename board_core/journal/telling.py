"""Turn the lines of a journal into typed values, and these into played games.

What a line tells of a game is read into values within bounds, whatever it holds (:mod:`.values`),
and these become a :class:`~board_core.record.PlayedGame`. No caller needs to know the JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from board_core.game.absence import Missed
from board_core.game.clock import NO_PERIODS, Clock
from board_core.game.events import NONE_REFUSED, GameEnded
from board_core.game.player import (
    MOST_CP,
    MOST_DEPTH,
    MOST_MATE,
    CallEnd,
    ModelCall,
    Score,
    Thought,
)
from board_core.game.rules import BadSetup, IllegalMove, Position, Rules, notation_of
from board_core.game.sides import Color, PerColor
from board_core.record import Moves, PlayedGame, PlayedMove, RecordedAbsence
from board_core.record.files import both, clock_facts, left_facts
from board_core.text.codec import (
    Codec,
    Facts,
    Fields,
    Json,
    mapping,
    one_of,
    optional,
    text_of,
    text_within,
)
from board_core.text.harmless_text import MOST_MOVE

from .values import (
    CONTROL,
    EXPLANATION,
    INSTANT,
    LEFT,
    MOST_INTEGER,
    MOST_NAME,
    OUTCOME,
    PERIODS,
    count_of,
    each_side,
    instant_of,
    integer_of,
    seconds_of,
    setup_of,
)

START = Fields(
    "at=started setup names control=controls",
    at=INSTANT,
    setup=Codec(lambda value: text_of(value) if isinstance(value, str) else None),
    names=each_side(text_within(MOST_NAME)),
    control=each_side(CONTROL),
)
"""What the first line of a game holds, beside the rules, who begins, and the clocks."""

END = Fields(
    "outcome explanation off_turn",
    outcome=OUTCOME,
    explanation=EXPLANATION,
    off_turn=each_side(Codec(seconds_of)),
)
REFUSED = Fields(
    "refused?",
    refused=Codec(
        each_side(Codec(count_of)).read, lambda pair: None if pair == NONE_REFUSED else both(pair)
    ),
)
"""What the last line holds of an event, or a game, before and after the position."""

AWAY = Fields(
    "at ply kind seconds",
    at=INSTANT,
    ply=Codec(lambda value: integer_of(value, MOST_INTEGER) or 0),
    kind=one_of(Missed, Missed.AWAY),
    seconds=Codec(lambda value: seconds_of(value) or 0.0),
)


MOST_CALL_TEXT = 100_000
"""Characters of a prompt, or of an answer, that are read back."""

_BY_TYPE: Mapping[object, Codec[Any]] = {
    "str": text_within(MOST_CALL_TEXT),
    "str | None": optional(text_within(MOST_CALL_TEXT)),
    "int": Codec(count_of),
    "int | None": optional(Codec(count_of)),
    "float | None": Codec(seconds_of),
    "Color": one_of(Color, Color.WHITE),
    "CallEnd": one_of(CallEnd, CallEnd.OPEN),
}
CALL = {each.name: _BY_TYPE[each.type] for each in fields(ModelCall)}
AS_SENT = 9
"""The first fields of a call, which are known before it is sent."""


def call_line(call: ModelCall) -> tuple[str, dict[str, Json]]:
    """Return the name and the fields of the line for a call that is sent, or that has ended."""
    facts = list(call.facts.items())
    if call.category is CallEnd.OPEN:
        return "call", dict(facts[:AS_SENT])
    return "called", dict([facts[0], *facts[AS_SENT:]])


def call_of(facts: Json) -> ModelCall:
    """Return a call, whatever its facts hold."""
    told = mapping(facts)
    return ModelCall(**{name: codec.read(told.get(name)) for name, codec in CALL.items()})


class Moved(NamedTuple):
    """A move as the journal holds it; whether it is legal is checked when it is read.

    A tuple is created three times as fast as a frozen dataclass, and a game has a hundred moves.
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


class GameFacts:
    """The facts of one game, collected while the lines of a journal are read."""

    def __init__(self, line: Facts, before: GameFacts | None = None) -> None:
        """Take the first line of the game; one that begins anew keeps the calls made before."""
        self._calls: dict[str, ModelCall] = {} if before is None else before._calls
        self.rules = text_of(line.get("rules"), MOST_NAME)
        """The name of the rules, as the journal holds it."""
        self._start = START.read(line)
        self._moves: list[Moved] = []
        self._away: list[RecordedAbsence] = []
        self._now = clocks_of(line)
        self._end: dict[str, Any] | None = None

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

    def add(self, line: Facts) -> None:
        """Add the next line. Raises ValueError if it does not follow, and KeyError."""
        match line["event"]:
            case "move":
                move = moved_of(line)
                if move.ply != len(self._moves):
                    raise ValueError(move.ply)
                self._moves.append(move)
                left = PerColor(move.white, move.black)
                self._now = {"left": left, "periods": move.periods}
            case "back":
                ply = integer_of(line["ply"], MOST_INTEGER) or 0
                if ply not in range(len(self._moves) + 1):
                    raise ValueError(ply)
                del self._moves[ply:]
                self._now = clocks_of(line)
            case "away":
                self._away.append(away_of(line))
            case "call":
                self._calls[text_of(line["id"])] = call_of(line)
            case "called":
                id = text_of(line["id"])
                self._calls[id] = call_of({**self._calls[id].facts, **line})
            case "continued":
                self._end = None
            case "end":
                self._end = end_of(line)
            case _:  # an event of a later version
                pass

    def game(self, rules: Rules) -> PlayedGame:
        """Return the game under these rules, as far as it was played."""
        end = self._now if self._end is None else self._end
        return _played(rules, self._start, self._moves, self._away, end, self._calls.values())


def _played(
    rules: Rules,
    start: dict[str, Any],
    moves: Iterable[Moved | Json],
    away: Iterable[RecordedAbsence],
    end: dict[str, Any],
    calls: Iterable[ModelCall],
) -> PlayedGame:
    """Return a played game; of one that has not ended, ``end`` holds the clocks alone."""
    setup, lines = possible_setup(rules, start["setup"]), tuple(moves)
    told = Moves(partial(_readable, rules, setup, lines), len(lines))
    facts = {**start, **end, "setup": setup, "moves": told}
    facts |= {"away": tuple(away), "calls": tuple(calls)}
    if (ended := facts.pop("ended", None)) is not None:
        facts["seconds"] = (ended - facts["started"]).total_seconds()
    return PlayedGame(rules, **facts)


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

    Games that are only counted never get here, so their lines are not even converted.
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


# The lines of a game, and a whole game, which is one line of a contest's journal


def game_of(rules: Rules, facts: Facts) -> PlayedGame:
    """Return the game of these facts, with defaults for missing or wrong ones. Never raises."""
    moves, away, calls = (facts.get(name) for name in ("moves", "away", "calls"))
    return _played(
        rules,
        START.read(facts.get("start")),
        moves if isinstance(moves, list) else (),
        [away_of(mapping(each)) for each in away] if isinstance(away, list) else (),
        end_of(mapping(facts.get("end"))),
        map(call_of, calls) if isinstance(calls, list) else (),
    )


def game_facts(game: PlayedGame) -> dict[str, Json]:
    """Return a game that has ended as JSON: the reverse of :func:`game_of`."""
    assert game.ended is not None
    first, *clocks = game.clocks()
    start = game.started, game.rules, game.first_position, game.setup, game.names, first
    end = {
        **end_facts(game.ended, game, game.last_position),
        **left_facts(game.left, game.controls, game.periods),
    }
    away = [{**AWAY.write(each), **both(each.left)} for each in game.away]
    moves = zip(game.moves, clocks, strict=True)
    return {
        "start": start_facts(*start),
        "moves": [_move_facts(ply, move, clock) for ply, (move, clock) in enumerate(moves)],
        "end": end,
        **({"away": away} if away else {}),
        **({"calls": [call.facts for call in game.calls]} if game.calls else {}),
    }


def start_facts(
    at: datetime,
    rules: Rules,
    position: Position,
    setup: str | None,
    names: PerColor[str],
    clock: Clock,
) -> dict[str, Json]:
    """Return what the first line of a game holds."""
    return {
        "at": at.isoformat(),
        "rules": rules.name,
        "first": position.to_move.value,
        "setup": setup,
        "names": both(names),
        "control": both(clock.control.map(CONTROL.write)),
        **clock_facts(clock),
    }


def end_facts(at: datetime, end: GameEnded | PlayedGame, position: Position) -> dict[str, Json]:
    """Return what the last line of a game holds, beside the clocks."""
    head = {"at": at.isoformat(), **END.write(end), "position": setup_of(position)}
    return head | REFUSED.write(end)


def _move_facts(ply: int, move: PlayedMove, clock: Clock) -> dict[str, Json]:
    facts = {"ply": ply, "move": move.move, **clock_facts(clock), "elapsed": move.elapsed}
    if (score := move.score) is not None:
        facts |= {"cp": score.cp, "mate": score.mate, "depth": move.depth}
    return facts


# One value each, within bounds


def moved_of(line: Facts) -> Moved:
    """Return a move; one that does not say its number has the number -1."""
    get = line.get
    ply = integer_of(get("ply"), MOST_INTEGER)
    return Moved(
        -1 if ply is None else ply,
        text_of(get("move"), MOST_MOVE),
        seconds_of(get("white")),
        seconds_of(get("black")),
        seconds_of(get("elapsed")),
        integer_of(get("cp"), MOST_CP),
        integer_of(get("mate"), MOST_MATE),
        integer_of(get("depth"), MOST_DEPTH),
        PERIODS.read(line["periods"]) if "periods" in line else NO_PERIODS,
    )


def clocks_of(line: Facts) -> dict[str, PerColor[Any]]:
    """Return the seconds left to both sides, and the byo-yomi periods: 0 in main time."""
    return {"left": LEFT.read(line), "periods": PERIODS.read(line.get("periods"))}


def away_of(line: Facts) -> RecordedAbsence:
    """Return an absence of the board."""
    return RecordedAbsence(**AWAY.read(line), left=LEFT.read(line))


def end_of(line: Facts) -> dict[str, Any]:
    """Return what the last line tells of a game: values by the names that they have in one."""
    facts = END.read(line) | REFUSED.read(line) | clocks_of(line)
    return {**facts, "ended": instant_of(line.get("at"))}
