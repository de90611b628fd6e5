"""The Chess Engine Communication Protocol, version 2: what XBoard speaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import assert_never

from board_core.clock import Clock
from board_core.harmless_text import MOST_NAME, legible
from board_core.movelist import MoveList
from board_core.player import (
    Cause,
    ClaimDraw,
    Explanation,
    Fail,
    Note,
    NoteKind,
    OfferDraw,
    Play,
    Resign,
    Seat,
    Thought,
    Turn,
)
from board_core.rules import Move, Outcome, Position, Reason
from board_core.sentence import say
from board_core.sides import Color

from .base import Answers, Dialogue, IsReady, Says, Send, Step, lost_by
from .door import Breach, Nothing
from .variants import CHESS960, FISCHERANDOM, NORMAL, xboard_variant
from .xboard_door import (
    Complaint,
    EngineMove,
    EngineOffersDraw,
    EngineRefuses,
    EngineResigns,
    Features,
    Pong,
    ResultClaim,
    is_thinking,
    read_xboard,
)

DEFAULTS = {
    "usermove": "0",
    "setboard": "0",
    "ping": "0",
    "san": "0",
    "time": "1",
    "draw": "1",
    "variants": NORMAL,
}
UNDERSTOOD = frozenset(
    (
        *DEFAULTS,
        "analyze",
        "colors",
        "debug",
        "done",
        "ics",
        "myname",
        "name",
        "nps",
        "option",
        "pause",
        "playother",
        "reuse",
        "sigint",
        "sigterm",
    )
)

LATENESS = 0.2
"""Seconds of a fixed time per move that are kept back: engines overstep what they are told."""

WITHOUT_DEPTH = 60
"""Seconds a move for engines that are limited by ``sd`` alone and do not know it."""

BRACES = str.maketrans("{}", "()")

LOST = {Color.WHITE: "0-1", Color.BLACK: "1-0"}


class XBoard(Dialogue):
    """What engines claim is checked by the referee, never believed.

    A game is set up by ``new`` and its moves in force mode; after moves have been taken back it is
    set up again. A variant is chosen if the engine's feature ``variants`` has it; otherwise the
    engine is not asked for a move, and nobody wins.

    Without a clock and without limits an engine gets ``untimed_seconds`` for each move.
    """

    game = "chess"
    handshake = say("answer 'protover 2' with 'feature done=1' and 'ping' with 'pong', and flush")
    start_wait = 2.0

    def __init__(self, untimed_seconds: float = 1.0) -> None:
        self._untimed_seconds = untimed_seconds
        self._forget()

    def _forget(self) -> None:
        self._features = dict(DEFAULTS)
        self._introduced = False  # it has said all its features, or will say none
        self._more_to_come = False  # it asked for time to start
        self._waiting = False  # a game is to begin
        self._pinged = self._ponged = 0  # numbers; between them, what it says is old
        self._seat: Seat | None = None
        self._byoyomi = False  # it has been told a time for each move
        self._asked = False
        self._over = True
        self._playing = False  # it answers the opponent's moves by itself
        self._moves: MoveList | None = None  # at the last question
        self._held = 0  # moves on its board
        self._sent: tuple[str, ...] = ()  # moves, with the last question
        self._claimed_at = -1  # the ply of its last draw claim
        self._ply = 0

    def open(self) -> list[Step]:
        self._forget()
        return [Send("xboard\nprotover 2")]

    def waited(self) -> list[Step]:
        """It says nothing of its features: an engine of the protocol's first version."""
        return [] if self._more_to_come else self._begin()

    def seat(self, seat: Seat) -> list[Step]:
        self._seat = seat
        self._asked, self._over = False, False
        self._claimed_at = -1
        self._waiting = True
        return self._new_game() if self._introduced else []

    def ask(self, turn: Turn) -> list[Step]:
        lines = self._news(turn)
        self._moves, self._held, self._ply = turn.moves, len(turn.moves), turn.ply
        self._asked = True
        return [Send("\n".join(lines))]

    def withdraw(self) -> list[Step]:
        self._moves = None
        if not self._asked:
            return []
        self._asked = self._playing = False
        return [Send("\n".join(["force", *self._ping()]))]

    def offered_draw(self) -> list[Step]:
        return [Send("draw")] if self._features["draw"] == "1" else []

    def finish(self, turn: Turn, outcome: Outcome) -> list[Step]:
        self._over, self._asked, self._playing = True, False, False
        return [Send(f"result {outcome.result} {{{_comment(outcome)}}}\nforce")]

    def quit(self) -> list[Step]:
        return [Send("quit")]

    def expects(self) -> str:
        if not self._introduced:
            return "feature done=1"
        if self._ponged < self._pinged:
            return f"pong {self._pinged}"
        return "move" if self._asked else ""

    # What the engine says

    def heard(self, line: str) -> list[Step]:
        message = read_xboard(line)
        match message:
            case Thought():
                return [Says(message)] if self._asked and not self._deaf else []
            case EngineMove(text, doubtful):
                return self._moved(text, doubtful)
            case Note():
                return [Says(message)]
            case Nothing():
                return []
            case Features(values):
                return self._feature(values)
            case Pong(number):
                return self._pong(number)
            case EngineResigns():
                return self._resigned()
            case EngineOffersDraw():
                return [] if self._deaf else [Says(OfferDraw())]
            case EngineRefuses(text):
                return self._refuses(text)
            case ResultClaim():
                return self._result(message)
            case Complaint(text, subject):
                if self._about_a_move(subject):
                    return self._refuses(text)
                return [Says(Note(text, NoteKind.COMMENT))]
            case Breach():
                return lost_by(message)
            case _:
                assert_never(message)

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Thoughts that another one follows at once."""
        thoughts = [is_thinking(line) for line in lines]
        return {at for at, pair in enumerate(pairwise(thoughts)) if all(pair)}

    @property
    def _deaf(self) -> bool:
        """Whether what it says now belongs to an earlier question or game."""
        return self._over or self._ponged < self._pinged

    def _moved(self, text: str, doubtful: bool) -> list[Step]:
        if self._deaf or not self._asked:
            ignored: list[Step] = [Says(Note(f"move {text}", NoteKind.IGNORED))]
            return [] if doubtful or self._deaf else ignored
        self._asked = False
        self._held += 1
        return [Answers(Play(text))]

    def _feature(self, values: Sequence[tuple[str, str]]) -> list[Step]:
        replies: list[str] = []
        begin: list[Step] = []
        for name, value in values:
            understood = name in UNDERSTOOD
            replies.append(f"{'accepted' if understood else 'rejected'} {name}")
            if understood:  # an engine may go on inventing names
                self._features[name] = value
            if name == "myname":
                self.name = legible(value, MOST_NAME)
            elif name == "reuse" and value == "0":
                self.fresh_process = True
            elif name == "done":
                self._more_to_come = value == "0"
                if not self._more_to_come:
                    begin = self._begin()
        return [Send("\n".join(replies)), *begin] if replies else []

    def _pong(self, number: int | None) -> list[Step]:
        answered = self._pinged if number is None else number
        self._ponged = max(self._ponged, min(answered, self._pinged))
        if self._waiting and self._introduced and self._ponged >= self._pinged:
            self._waiting = False
            return [IsReady()]
        return []

    def _resigned(self) -> list[Step]:
        if self._deaf:
            return []
        if not self._asked:
            return [Says(Resign())]
        self._asked = False
        return [Answers(Resign())]

    def _result(self, claim: ResultClaim) -> list[Step]:
        if self._seat and not self._deaf:
            lost = claim.result == LOST[self._seat.color]
            if lost and (self._asked or claim.resigns):
                return self._resigned()
            if claim.result == "1/2-1/2" and self._asked and self._claimed_at != self._ply:
                self._asked = self._playing = False
                self._claimed_at = self._ply
                return [Answers(ClaimDraw())]
        return [Says(Note(claim.line, NoteKind.IGNORED))]

    def _about_a_move(self, subject: str) -> bool:
        """Whether a complaint is about the move sent last and not, say, about a command."""
        if self._deaf or not self._sent:
            return False
        return subject in self._sent if subject else self._asked

    def _refuses(self, line: str) -> list[Step]:
        if self._over:
            return []
        sentence = say("the engine does not accept the game: it wrote {line}", line=repr(line))
        explanation = Explanation(Cause.REFUSED, sentence, last_heard=line)
        fail = Fail(explanation, Reason.PROTOCOL)
        if not self._asked:
            return [Says(fail)]
        self._asked = False
        return [Answers(fail)]

    # What it is told

    def _begin(self) -> list[Step]:
        if self._introduced:
            return []
        self._introduced = True
        return self._new_game() if self._waiting else []

    def _new_game(self) -> list[Step]:
        assert self._seat
        variant = xboard_variant(self._seat.rules)
        if (
            variant != NORMAL
            and variant not in self._features["variants"].replace(",", " ").split()
        ):
            self._waiting = False
            unknown = say(
                "the engine does not play {game}: its 'feature variants' has no {variant}",
                game=self._seat.rules.name,
                variant=variant,
            )
            return [Says(Fail(Explanation(Cause.REFUSED, unknown), Reason.STOPPED))]
        starts_anywhere = self._seat.setup is not None or variant == FISCHERANDOM
        if starts_anywhere and self._features["setboard"] != "1":
            sentence = say("the engine can only begin from the usual first position")
            return [Says(Fail(Explanation(Cause.REFUSED, sentence), Reason.NOT_STARTED))]
        lines = [*self._set_up(self._seat), *self._ping()]
        self._moves = MoveList()
        if self._ponged < self._pinged:
            return [Send("\n".join(lines))]
        self._waiting = False
        return [Send("\n".join(lines)), IsReady()]

    def _set_up(self, seat: Seat) -> list[str]:
        """The engine at the start of the game, in force mode."""
        self._held, self._playing, self._sent = 0, False, ()
        self._byoyomi = bool(seat.clock.periods[seat.color])
        lines = ["new"]
        if (variant := xboard_variant(seat.rules)) != NORMAL:
            lines.append(f"variant {variant}")
        lines += ["random", *self._limits(seat.clock, seat.color)]
        lines += ["post", "easy", "force"]
        if seat.setup is not None or seat.rules.name == CHESS960:
            lines.append(f"setboard {seat.start.setup}")
        return lines

    def _ping(self) -> list[str]:
        if self._features["ping"] != "1":
            return []
        self._pinged += 1
        return [f"ping {self._pinged}"]

    def _limits(self, clock: Clock, color: Color) -> list[str]:
        control, limits = clock.control[color], []
        if clock.periods[color]:
            limits.append(_fixed_time(min(control.byoyomi, control.per_move), control.margin))
        elif control.base != inf and control.per_move == inf:
            period, base = control.moves_per_period, _minutes(control.base)
            limits.append(f"level {period} {base} {control.bonus:g}")
        elif control.base != inf:
            limits.append(f"level 1 {_minutes(control.per_move)} 0")
        elif control.per_move != inf:
            limits.append(_fixed_time(control.per_move, control.margin))
        elif control.nodes is not None and self._features.get("nps") == "1":
            limits += [f"nps {control.nodes}", "st 1"]
        elif control.depth is not None:
            limits.append(f"st {WITHOUT_DEPTH}")
        else:
            limits.append(f"st {max(1, int(self._untimed_seconds))}")
        if control.depth is not None:
            limits.append(f"sd {control.depth}")
        return limits

    def _news(self, turn: Turn) -> list[str]:
        """What brings the engine from where it is to its next move."""
        assert self._seat
        lines: list[str] = []
        known, moves = self._moves, turn.moves
        if known is not None and self._held <= len(moves) and _continues(moves, known):
            news = moves.since(self._held)
        else:
            lines = self._set_up(self._seat)
            news = list(moves)
        times = self._times(turn)
        if self._byoyomi is not bool(turn.clock.periods[turn.color]):  # from now on each move
            self._byoyomi = not self._byoyomi
            times = [*self._limits(turn.clock, turn.color), *times]
        usermove = "usermove " if self._features["usermove"] == "1" else ""
        self._sent = tuple(self._written(turn, news))
        told = [usermove + text for text in self._sent]
        if self._playing and len(told) == 1:
            return [*times, *told]
        self._playing = True
        if not lines:
            lines = ["force"]
        if self._features.get("colors", "1") == "1":
            times = [turn.color.other.value, *times, turn.color.value]
        return [*lines, *told, *times, "go"]

    def _written(self, turn: Turn, news: list[Move]) -> Iterable[str]:
        assert self._seat
        if self._features["san"] != "1" and self._seat.rules.name != CHESS960:
            return news
        if len(news) == 1 and turn.before is not None:
            return [self._text(turn.before, news[0])]
        position, texts = self._seat.start, []
        for move in turn.moves:
            texts.append(self._text(position, move))
            position = position.play(move)
        return texts[len(texts) - len(news) :]

    def _text(self, position: Position, move: Move) -> str:
        """A move as it is sent: of coordinates, castling in Chess960 only is written otherwise."""
        notation = position.notation(move)
        if self._features["san"] == "1":
            return notation
        return notation.rstrip("+#") if notation.startswith("O-O") else move

    def _times(self, turn: Turn) -> list[str]:
        """Both clocks in centiseconds."""
        if self._features["time"] != "1":
            return []
        clock = turn.clock
        left = [
            min(clock.at_hand(color), clock.control[color].per_move)
            for color in (turn.color, turn.color.other)
        ]
        if clock.control[turn.color].base == inf or clock.periods[turn.color]:
            left[0] -= min(LATENESS, left[0] / 10)
        return [
            f"{command} {max(1, int(seconds * 100))}"
            for command, seconds in zip(("time", "otim"), left, strict=True)
            if seconds != inf
        ]


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(max(1, int(seconds)), 60)
    return f"{minutes}:{rest:02}" if rest else f"{minutes}"


def _fixed_time(seconds: float, margin: float) -> str:
    """``st`` knows whole seconds only; a period of one move is as good, with ``time`` before it."""
    whole = int(min(seconds, seconds + margin - LATENESS))
    return f"st {whole}" if whole >= 1 else "level 1 0:01 0"


def _continues(moves: MoveList, known: MoveList) -> bool:
    return not known or moves.continues(known)


def _comment(outcome: Outcome) -> str:
    comment = (
        f"{outcome.reason.value}: {outcome.detail}" if outcome.detail else outcome.reason.value
    )
    return " ".join(comment.translate(BRACES).split())
