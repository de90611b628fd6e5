"""UCI, the Universal Chess Interface."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import assert_never

from board_core.clock import Clock
from board_core.movelist import MoveList
from board_core.player import (
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Play,
    Seat,
    Thought,
    Turn,
)
from board_core.rules import Reason, Rules
from board_core.sentence import Sentence, say
from board_core.sides import Color

from .base import Answers, Dialogue, IsReady, Says, Send, Step, lost_by
from .door import NOTHING, Breach, Nothing, number_of
from .uci_door import (
    BestMove,
    EngineName,
    OptionChoice,
    OptionRange,
    OptionSwitch,
    ReadyOk,
    UciOk,
    read_info,
    read_uci,
)
from .variants import CHESS, CHESS960, uci_variant

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

LATENESS = 0.05
"""Seconds of a fixed time per move that are kept back: engines use up what they are told."""

ELO, LIMIT, SKILL = "UCI_Elo", "UCI_LimitStrength", "Skill Level"
"""Engines that can play below their strength have the first two, or the last."""

VARIANT, SWITCH960 = "UCI_Variant", "UCI_Chess960"
"""By these an engine is told what is played, if it offers them."""

MOST_ELO = 10_000

SKILLED = (1350, 2850)
"""The strengths that the lowest and the highest skill level are taken for: Stockfish's range."""


class Uci(Dialogue):
    """``options`` are set once, after the engine has introduced itself; ``""`` pushes a button.

    The option ``UCI_Elo`` is a wish: strength is limited with it, to the nearest that the engine
    offers, or to the skill level that comes near it.

    A variant of chess is set by the option ``UCI_Variant``, Chess960 by ``UCI_Chess960``. An engine
    that does not offer it is not asked for a move, and nobody wins.

    Without a clock and without limits an engine would think for ever: it gets ``untimed_seconds``
    for each move. Every answer goes to the referee as it is.
    """

    game = "chess"
    handshake = say("answer 'uci' with 'uciok' and 'isready' with 'readyok', and flush")

    def __init__(
        self, options: Mapping[str, str] = NO_OPTIONS, untimed_seconds: float = 1.0
    ) -> None:
        self._options = dict(options)
        self._rules: Rules | None = None
        self._untimed_seconds = untimed_seconds
        self._forget()

    def _forget(self) -> None:
        self._ranges: dict[str, tuple[int, int]] = {}  # of the engine's options that are numbers
        self._variants: tuple[str, ...] = ()  # that it offers
        self._knows960 = False
        self._playing: tuple[str, bool] | None = None  # the variant it was told, and Chess960
        self._introduced = False  # uciok has come
        self._waiting = False  # a game is to begin
        self._readyoks = 0  # owed by the engine
        self._bestmoves = 0  # owed to questions since withdrawn
        self._asked = False
        self._start = "position startpos"
        self._position = ""  # the command with every move up to the last question
        self._moves: MoveList | None = None  # those moves

    def open(self) -> list[Step]:
        self._forget()
        return [Send("uci")]

    def seat(self, seat: Seat) -> list[Step]:
        fen = seat.setup is not None
        self._start = f"position fen {seat.start.setup}" if fen else "position startpos"
        self._rules = seat.rules
        self._moves = None
        self._asked = False
        self._waiting = True
        return self._new_game([]) if self._introduced else []

    def ask(self, turn: Turn) -> list[Step]:
        moves, known = turn.moves, self._moves
        if known is not None and moves.continues(known):
            news = moves.since(len(known))
            if news:
                self._position += " " + " ".join(news)
        else:
            self._position = f"{self._start} moves"
            if moves:
                self._position += " " + " ".join(moves)
        self._moves = moves
        self._asked = True
        position = self._position if moves else self._start
        return [Send(f"{position}\n{self._go(turn.clock, turn.color)}")]

    def withdraw(self) -> list[Step]:
        if not self._asked:
            return []
        self._asked = False
        self._bestmoves += 1
        return [Send("stop")]

    def quit(self) -> list[Step]:
        return [Send("quit")]

    def heard(self, line: str) -> list[Step]:
        message = read_uci(line)
        match message:
            case Thought():
                return [Says(message)] if self._asked and not self._bestmoves else []
            case BestMove(shown, move):
                return self._bestmove(shown, move)
            case Note():
                return [Says(message)]
            case Nothing():
                return []
            case ReadyOk():
                return self._readyok()
            case UciOk():
                return self._uciok()
            case EngineName(name):
                self.name = name
                return []
            case OptionRange(name, low, high):
                if name in (ELO, SKILL):
                    self._ranges[name] = low, high
                return []
            case OptionSwitch(name):
                self._knows960 |= name == SWITCH960
                return []
            case OptionChoice(name, choices):
                if name == VARIANT:
                    self._variants = choices
                return []
            case Breach():
                return lost_by(message)
            case _:
                assert_never(message)

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Thoughts before the last one of each move, and ``info`` lines that say nothing of it."""
        old, newer = set(), False
        for index in reversed(range(len(lines))):
            line = lines[index]
            if not line.startswith("info ") or line.startswith("info string"):
                newer = newer and "bestmove" not in line
            elif newer or read_info(line, line.split()) is NOTHING:
                old.add(index)
            else:
                newer = True
        return old

    def expects(self) -> str:
        if not self._introduced:
            return "uciok"
        if self._readyoks:
            return "readyok"
        return "bestmove" if self._asked or self._bestmoves else ""

    def _uciok(self) -> list[Step]:
        if self._introduced:
            return []
        self._introduced = True
        options = [
            f"setoption name {name} value {value}" if value else f"setoption name {name}"
            for name, value in with_strength(self._options, self._ranges).items()
        ]
        if self._waiting:
            return self._new_game(options)
        return [Send("\n".join(options))] if options else []

    def _new_game(self, options: list[str]) -> list[Step]:
        assert self._rules is not None
        if (why := self._unable(self._rules)) is not None:
            self._waiting = False
            fail = Fail(Explanation(Cause.REFUSED, why), Reason.STOPPED)
            return [*([Send("\n".join(options))] if options else []), Says(fail)]
        self._readyoks += 1
        lines = [*options, *self._choose(self._rules), "ucinewgame", "isready"]
        return [Send("\n".join(lines))]

    def _unable(self, rules: Rules) -> Sentence | None:
        """Return why the engine cannot be told to play this game, by the options it offers."""
        if rules.name == CHESS960 and not self._knows960:
            return say(
                "the engine does not play {game}: it offers no option {option}",
                game=rules.name,
                option=SWITCH960,
            )
        variant = uci_variant(rules)
        if variant == CHESS or variant in self._variants:
            return None
        if not self._variants:
            return say(
                "the engine does not play {game}: it offers no option {option}",
                game=rules.name,
                option=VARIANT,
            )
        return say(
            "the engine does not play {game}: its option {option} has no {variant}",
            game=rules.name,
            option=VARIANT,
            variant=variant,
        )

    def _choose(self, rules: Rules) -> list[str]:
        """Return the lines that tell it the game, unless it knows: at first it plays chess."""
        wanted = uci_variant(rules), rules.name == CHESS960
        known, self._playing = self._playing or (CHESS, False), wanted
        lines = []
        if wanted[0] != known[0]:
            lines.append(f"setoption name {VARIANT} value {wanted[0]}")
        if wanted[1] != known[1]:
            lines.append(f"setoption name {SWITCH960} value {str(wanted[1]).lower()}")
        return lines

    def _readyok(self) -> list[Step]:
        self._readyoks = max(0, self._readyoks - 1)
        if self._readyoks or not self._waiting:
            return []
        self._waiting = False
        return [IsReady()]

    def _bestmove(self, line: str, move: str) -> list[Step]:
        if self._bestmoves:
            self._bestmoves -= 1
            return []
        if not self._asked:
            return [Says(Note(line, NoteKind.IGNORED))]
        self._asked = False
        if move:
            return [Answers(Play(move))]
        sentence = say("the engine wrote {line} without a move", line=repr(line))
        explanation = Explanation(Cause.NOT_A_MOVE, sentence, last_heard=line)
        return [Answers(Fail(explanation, Reason.PROTOCOL))]

    def _go(self, clock: Clock, color: Color) -> str:
        own, byoyomi = clock.control[color], clock.periods[color]
        go = "go"
        if own.base != inf and not byoyomi:
            go += _times(clock)
            if own.moves_per_period:
                go += f" movestogo {clock.moves_to_go(color)}"
        if own.per_move != inf or byoyomi:  # nothing of it can be saved
            left = min(clock.at_hand(color), own.per_move)
            kept = min(LATENESS, left / 10) - own.time_margin
            go += f" movetime {_ms(left - max(kept, 0.0))}"
        if own.depth is not None:
            go += f" depth {own.depth}"
        if own.nodes is not None:
            go += f" nodes {own.nodes}"
        if go == "go":
            go = f"go movetime {_ms(self._untimed_seconds)}"
        return go


def with_strength(
    options: Mapping[str, str], ranges: Mapping[str, tuple[int, int]]
) -> dict[str, str]:
    """The options as they are sent, ``UCI_Elo`` as the engine understands it."""
    wish = number_of(options.get(ELO, ""), 0, MOST_ELO)
    if wish is None:
        return dict(options)
    others = {name: value for name, value in options.items() if name not in (ELO, LIMIT)}
    if ELO in ranges:
        low, high = ranges[ELO]
        return {**others, LIMIT: "true", ELO: str(min(max(wish, low), high))}
    if SKILL in ranges:
        low, high = ranges[SKILL]
        share = (wish - SKILLED[0]) / (SKILLED[1] - SKILLED[0])
        return {**others, SKILL: str(round(low + min(max(share, 0), 1) * (high - low)))}
    return dict(options)


def _times(clock: Clock) -> str:
    """Return both clocks: the time at hand, and what comes with each move.

    UCI knows increments only. A delay is told as one, and the time includes it: that is the same
    for whoever uses it up. What Bronstein's gives back is never more than the time there was.
    """
    white, black = clock.at_hand(Color.WHITE), clock.at_hand(Color.BLACK)
    times = f" wtime {_ms(white)}" if white != inf else ""
    if black != inf:
        times += f" btime {_ms(black)}"
    white, black = _bonus(clock, Color.WHITE), _bonus(clock, Color.BLACK)
    if white or black:
        times += f" winc {int(white * 1000)} binc {int(black * 1000)}"
    return times


def _bonus(clock: Clock, color: Color) -> float:
    control = clock.control[color]
    return min(control.bronstein, clock.remaining[color]) if control.bronstein else control.bonus


def _ms(seconds: float) -> int:
    """Whole milliseconds; engines take 0 and less for no limit at all."""
    return int(seconds * 1000) if seconds >= 0.001 else 1
