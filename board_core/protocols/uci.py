"""The Universal Chess Interface (UCI): the conversation with an engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from math import inf
from typing import assert_never

from board_core.diagnosis import rows
from board_core.game.clock import Clock, TimeControl
from board_core.game.player import (
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Said,
    Seat,
    Thought,
    Turn,
    new_play,
)
from board_core.game.rules import IllegalMove, Move, MoveList, Outcome, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import Sentence, say

from .base import (
    CHESS,
    CHESS960,
    MOST_SECONDS,
    SQUARES_FROM_AND_TO,
    Breach,
    Dialogue,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    TellGame,
    Word,
    lost_by,
    move_alone,
    new_give_answer,
    new_send,
    new_tell_game,
    number_of,
    uci_variant,
)
from .engine_options import NO_WISHES, EngineOption, OptionsListed, as_listed
from .uci_door import (
    BestMove,
    EngineName,
    glance,
    newest_thoughts,
    read_info,
    read_uci,
    scored_thought,
)

MOVE_OVERHEAD = 0.05
"""Seconds of a fixed time per move that are kept back: engines use up all they are told."""

ELO_OPTION, LIMIT_OPTION, SKILL_OPTION = "UCI_Elo", "UCI_LimitStrength", "Skill Level"
"""Engines that can play below their strength have the first two, or the last."""

LINES_OPTION, PONDER_OPTION = "MultiPV", "ponder"

VARIANT_OPTION, CHESS960_OPTION = "UCI_Variant", "UCI_Chess960"
"""The options that choose what is played, if the engine offers them."""

MOST_ELO = 10_000

SKILL_ELOS = (1350, 2850)
"""The strengths that the lowest and the highest skill level are taken for: Stockfish's range."""


class GoCommand:
    """The ``go`` command of one side in games under one time control.

    The parts that no move changes are made once. ``untimed_seconds`` are for each move if nothing
    limits the engine's thinking.
    """

    def __init__(
        self, control: PerColor[TimeControl], color: Color, untimed_seconds: float
    ) -> None:
        self.control, self.color = control, color
        self._own, sides = control[color], (control.white, control.black)
        self._bonuses = _bonuses(*(side.bonus for side in sides))
        self._untimed = f"go movetime {_ms(untimed_seconds)}"
        self._limits = ""
        if self._own.depth is not None:
            self._limits += f" depth {self._own.depth}"
        if self._own.nodes is not None:
            self._limits += f" nodes {self._own.nodes}"
        self._is_usual = self._own.per_move == inf and not any(
            side.base == inf
            or side.delay
            or side.bronstein
            or side.byoyomi
            or side.moves_per_period
            for side in sides
        )

    def text(self, clock: Clock) -> str:
        """Return the command for a turn, with all that limits the engine's thinking."""
        if self._is_usual:  # a main time and an increment: the same as below, without the calls
            both = clock.remaining
            times = f"go wtime {_ms(both.white)} btime {_ms(both.black)}"
            return times + self._bonuses + self._limits
        own, byoyomi = self._own, clock.periods[self.color]
        go = "go"
        if own.base != inf and not byoyomi:
            go += self._times(clock)
            if own.moves_per_period:
                go += f" movestogo {clock.moves_to_go(self.color)}"
        if own.per_move != inf or byoyomi:  # nothing of it can be saved
            left = min(clock.at_hand(self.color), own.per_move)
            kept = min(MOVE_OVERHEAD, left / 10) - own.time_margin
            go += f" movetime {_ms(left - max(kept, 0.0))}"
        go += self._limits
        return self._untimed if go == "go" else go

    def _times(self, clock: Clock) -> str:
        """Return both clocks: the time at hand, and what each move adds.

        UCI knows increments only. A delay is sent as an increment and the time includes it, which
        is the same for an engine that uses it up. Bronstein's delay never gives back more than the
        time there was.
        """
        white, black = clock.at_hand(Color.WHITE), clock.at_hand(Color.BLACK)
        times = f" wtime {_ms(white)}" if white != inf else ""
        if black != inf:
            times += f" btime {_ms(black)}"
        if self.control.white.bronstein or self.control.black.bronstein:
            return times + _bonuses(_bonus(clock, Color.WHITE), _bonus(clock, Color.BLACK))
        return times + self._bonuses


def _bonus(clock: Clock, color: Color) -> float:
    control = clock.control[color]
    return min(control.bronstein, clock.remaining[color]) if control.bronstein else control.bonus


def _bonuses(white: float, black: float) -> str:
    added = [int(min(bonus, MOST_SECONDS) * 1000) for bonus in (white, black)]
    return f" winc {added[0]} binc {added[1]}" if white or black else ""


def with_strength(options: Mapping[str, str], listed: OptionsListed) -> dict[str, str]:
    """Return the options as they are sent, ``UCI_Elo`` as the engine understands it."""
    wish = number_of(options.get(ELO_OPTION, ""), 0, MOST_ELO)
    if wish is None:
        return dict(options)
    others = {
        name: value for name, value in options.items() if name not in (ELO_OPTION, LIMIT_OPTION)
    }
    if (elo := listed.get(ELO_OPTION.casefold())) is not None:
        value = str(min(max(wish, elo.ends[0]), elo.ends[1]))
        limit = {LIMIT_OPTION: "true"} if LIMIT_OPTION.casefold() in listed else {}
        return {**others, **limit, ELO_OPTION: value}
    if (skill := listed.get(SKILL_OPTION.casefold())) is not None:
        low, high = skill.ends
        share = (wish - SKILL_ELOS[0]) / (SKILL_ELOS[1] - SKILL_ELOS[0])
        return {**others, SKILL_OPTION: str(round(low + min(max(share, 0), 1) * (high - low)))}
    return dict(options)


def _ms(seconds: float) -> int:
    """Return whole milliseconds, at least 1: engines take 0 and less for no limit at all."""
    if 0.001 <= seconds <= MOST_SECONDS:
        return int(seconds * 1000)
    return 1 if seconds < 0.001 else int(MOST_SECONDS * 1000)


class UciPhase(Enum):
    """The phases of the conversation."""

    INTRODUCTION = auto()  # the engine was sent ``uci`` and has not said ``uciok``
    GAME_BEGINS = auto()  # the engine was sent ``isready`` for a new game
    IDLE = auto()  # nothing is asked: the engine waits for its turn or for a game
    ASKED = auto()  # the engine was sent ``go``, and its move answers the open question
    PONDERING = auto()  # the engine was sent ``go ponder``: it thinks on its opponent's time


SEARCHING = (UciPhase.ASKED, UciPhase.PONDERING)


class Uci(Dialogue):
    """One engine that speaks UCI.

    ``options`` are set once, after the engine has introduced itself; ``""`` pushes a button. The
    option ``UCI_Elo`` limits the engine's strength to the nearest that it offers, or to the skill
    level that comes near it.

    A variant of chess is set by the option ``UCI_Variant``, Chess960 by ``UCI_Chess960``. An engine
    that does not offer the option is not asked for a move, and nobody wins.

    ``lines`` asks it to report so many lines of play, for an analysis; more than one cost it time.

    Without a clock and without limits an engine would think for ever: it gets ``untimed_seconds``
    for each move. Every answer goes to the referee as it is. ::

        open() ──► INTRODUCTION ─────── uciok, no game waits ────► IDLE
                        │                               seat() │  ▲  │ ▲ bestmove,
            uciok, and a game waits                            │  │  │ │ or withdraw(): stop
                        │             readyok (the last one)   │  │  │ │
                        └──► GAME_BEGINS ──────────────────────┼──┘  │ │
                                   ▲                           │   ask(): go
                                   └───────────────────────────┘     ▼ │
                                                                     ASKED

    If it ``ponders``, an engine that answers ``bestmove X ponder Y`` is sent ``go ponder`` for the
    position behind Y: it is PONDERING. If the next question is this position it is sent
    ``ponderhit``, and its answer counts; any other event ends the search by ``stop``.

    Two counters outlive the phases. A ``bestmove`` that is still to come after ``stop`` would
    otherwise answer the next question, and a ``readyok`` to an earlier game would begin the next.
    """

    game = "chess"
    writing = SQUARES_FROM_AND_TO
    answering = say(
        "answer every line that begins with 'go', whatever follows, with a line 'bestmove …', and "
        "flush"
    )
    handshake = say("answer 'uci' with 'uciok' and 'isready' with 'readyok', and flush")

    def __init__(
        self, options: Mapping[str, str] = NO_WISHES, untimed_seconds: float = 1.0, lines: int = 1
    ) -> None:
        several = {LINES_OPTION: str(lines)} if lines > 1 else {}
        self._options, self._several = options, several
        self._lines = lines
        self._untimed_seconds = untimed_seconds
        self._forget()

    def _forget(self) -> None:
        self._phase = UciPhase.INTRODUCTION
        self._waiting: Rules | None = None  # of a game that begins after the introduction
        self._listed: OptionsListed = {}
        self._unmet: Sentence | None = None  # why an option cannot be set
        self._playing: tuple[str, bool] | None = None  # the variant it was told, and Chess960
        self._readyoks_expected = 0
        self._stale_bestmoves_expected = 0  # to questions since withdrawn
        self._start = "position startpos"
        self._told: MoveList | None = None  # with the last question; None: none of this game yet
        self._position = ""  # the command that told them
        self._go: GoCommand | None = None  # that limits the search in this game
        self._said: Said | None = None  # of its search for the open question
        self._can_ponder = False  # it is wanted, and the engine's options do not forbid it
        self._named: tuple[str, str] = "", ""  # its last answer, and the one it expects to that
        self._expected: list[Move] = []  # the same, while it ponders

    def open(self) -> Effects:
        self._forget()
        return [Send("uci")]

    def seat(self, seat: Seat) -> Effects:
        stop: Effects = self._end_pondering()
        fen = seat.setup is not None
        self._start = f"position fen {seat.start.setup}" if fen else "position startpos"
        self._told = self._go = None
        if self._phase is UciPhase.INTRODUCTION:
            self._waiting = seat.rules
            return []
        return stop + self._new_game(seat.rules, [])

    def ask(self, turn: Turn) -> Effects:
        moves, told = turn.moves, self._told
        goes_on = told is not None and moves.continues(told)
        news = moves.since(len(told)) if told is not None and goes_on else []
        hit = self._phase is UciPhase.PONDERING and goes_on and news == self._expected
        stop: Effects = [] if hit else self._end_pondering()
        if goes_on:
            for move in news:
                self._position += f" {move}"
        else:
            self._position = " ".join((self._start, "moves", *moves))
        self._told = moves
        self._phase = UciPhase.ASKED
        if hit:
            return [new_send("ponderhit")]
        self._said = None
        go, clock = self._go, turn.clock
        if go is None or go.color is not turn.color or go.control is not clock.control:
            go = self._go = GoCommand(clock.control, turn.color, self._untimed_seconds)
            self.told_time = rf"(?:{turn.color.value[0]}time|movetime) \d+"
        told_position = self._position if turn.ply else self._start
        return [*stop, new_send(f"{told_position}\n{go.text(clock)}")]

    def ponder(self, turn: Turn, at: float) -> Effects:
        if not self._can_ponder or not self._named[1] or self._go is None:
            return []
        position, expected = turn.position, list[Move]()
        try:
            for text in self._named:
                expected.append(position.parse(text))
                position = position.play(expected[-1])
        except IllegalMove:
            return []  # the game is lost, or it expects what cannot be
        self._phase, self._said, self._expected = UciPhase.PONDERING, None, expected
        line = " ".join((self._position, *map(str, expected)))
        return [new_send(f"{line}\ngo ponder{self._go.text(turn.clock.press(at))[2:]}")]

    def rejected(self, text: str, why: Sentence) -> Effects:
        return self._end_pondering()

    def finish(self, turn: Turn, outcome: Outcome) -> Effects:
        return self._end_pondering()

    def _end_pondering(self) -> Effects:
        """Stop a search on the opponent's time; its ``bestmove`` answers nothing."""
        if self._phase is not UciPhase.PONDERING:
            return []
        self._phase = UciPhase.IDLE
        self._stale_bestmoves_expected += 1
        return [Send("stop")]

    def withdraw(self) -> Effects:
        if self._phase is not UciPhase.ASKED:
            return []
        self._phase = UciPhase.IDLE
        self._stale_bestmoves_expected += 1
        return [Send("stop")]

    def quit(self) -> Effects:
        return [Send("quit")]

    def heard(self, line: str) -> Effects:
        message = read_uci(line, self._lines)
        match message:
            case Thought():
                if self._stale_bestmoves_expected or self._phase not in SEARCHING:
                    return []
                if message.score is not None and message.rank == 1:
                    self._said = Said.known(message)
                return [new_tell_game(message)] if self._phase is UciPhase.ASKED else []
            case BestMove(shown, move):
                return self._bestmove(shown, move)
            case Note():
                return [new_tell_game(message)]
            case None:
                return []
            case Word.READYOK:
                return self._readyok()
            case Word.UCIOK:
                return self._uciok()
            case EngineName(name):
                self.name = name
                return []
            case EngineOption():
                message.keep(self._listed)
                return []
            case Breach():
                return lost_by(message)
            case _:
                assert_never(message)

    def heard_text(self, text: str) -> Effects | None:
        """Take ``info`` lines, and perhaps the answer, without reading what nobody follows."""
        phase = self._phase
        if self._stale_bestmoves_expected or phase not in SEARCHING or self._lines > 1:
            return None
        if (seen := glance(text)) is None:
            return None
        line, move = seen
        if move and phase is UciPhase.PONDERING:
            return None
        if line:
            self._said = Said(line, scored_thought)
        steps: Effects = []
        if self.wants_thoughts and phase is UciPhase.ASKED:
            steps += map(new_tell_game, newest_thoughts(text))
        if move:
            steps.append(self._answered(text, move))
        return steps

    def _answered(self, text: str, move: str) -> GiveAnswer:
        """Return the answer, and note the reply that the end of its text expects."""
        self._phase = UciPhase.IDLE
        if self._can_ponder:
            reply = text[text.rfind("bestmove") :].partition(" ponder ")[2].split(maxsplit=1)
            self._named = move, legible(reply[0], MOST_MOVE) if reply else ""
        return new_give_answer(new_play(move, self._said))

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Return which lines need not be heard: thoughts that a later one about the same move
        replaces, and ``info`` lines without a thought."""
        if self._lines > 1:
            return ()
        old, newer = set(), False
        for index in reversed(range(len(lines))):
            line = lines[index]
            if not line.startswith("info ") or line.startswith("info string"):
                newer = newer and "bestmove" not in line
            elif newer or read_info(line, line.split()) is None:
                old.add(index)
            else:
                newer = True
        return old

    def expects(self) -> str:
        phase = self._phase
        if phase is UciPhase.INTRODUCTION:
            return "uciok"
        if self._readyoks_expected:
            return "readyok"
        return "bestmove" if phase is UciPhase.ASKED or self._stale_bestmoves_expected else ""

    def nudges(self, sent: str) -> tuple[str, ...]:
        """Return ``stop``, in case it searches for ever, and the last line alone."""
        last = sent.rpartition("\n")[2]
        if self.expects() == "bestmove":
            return "stop", last
        return (last,) if self.expects() == "readyok" else ()

    def is_answer(self, line: str) -> bool:
        return line.split(maxsplit=1)[:1] in (["bestmove"], ["readyok"], ["uciok"])

    def misread(self, line: str) -> Sentence | None:
        return move_alone(line, "bestmove")

    def shown_by(self, sent: str, nudge: str, line: str) -> Sentence | None:
        if nudge == "stop" and line.startswith("bestmove"):
            return rows.ONLY_AFTER_STOP(sent=repr(sent.rpartition("\n")[2]))
        before, _, last = sent.rpartition("\n")
        if before and nudge == last:
            before = before.rpartition("\n")[2]
            return rows.ONLY_ALONE(sent=repr(last), before=repr(before[:40].split(" ")[0]))
        return None

    def _uciok(self) -> Effects:
        if self._phase is not UciPhase.INTRODUCTION:
            return []
        wishes = with_strength(self._options, self._listed)
        known, self._unmet = as_listed(wishes, self._listed)
        self._can_ponder = self.ponders
        if self.ponders and (option := self._listed.get(PONDER_OPTION)) is not None:
            self._can_ponder = known.setdefault(option.name, "true") == "true"
        options = [
            f"setoption name {name} value {value}" if value else f"setoption name {name}"
            for name, value in {**known, **self._several}.items()
        ]
        if self._waiting is not None:
            return self._new_game(self._waiting, options)
        self._phase = UciPhase.IDLE
        return [Send("\n".join(options))] if options else []

    def _new_game(self, rules: Rules, options: list[str]) -> Effects:
        if (why := self._unable(rules)) is not None:
            self._phase = UciPhase.IDLE
            fail = Fail(Explanation(Cause.REFUSED, why), Reason.NOT_STARTED)
            return [*([Send("\n".join(options))] if options else []), TellGame(fail)]
        self._phase = UciPhase.GAME_BEGINS
        self._readyoks_expected += 1
        lines = [*options, *self._choose(rules), "ucinewgame", "isready"]
        return [Send("\n".join(lines))]

    def _unable(self, rules: Rules) -> Sentence | None:
        """Return why the engine cannot be told to play this game, by the options it offers."""
        if self._unmet is not None:
            return self._unmet
        if rules.name == CHESS960 and CHESS960_OPTION.casefold() not in self._listed:
            return rows.NO_VARIANT_OPTION(game=rules.name, option=CHESS960_OPTION)
        variant, offered = uci_variant(rules), self._listed.get(VARIANT_OPTION.casefold())
        if variant == CHESS or (offered is not None and variant in offered.choices):
            return None
        if offered is None:
            return rows.NO_VARIANT_OPTION(game=rules.name, option=VARIANT_OPTION)
        return rows.NO_VARIANT(game=rules.name, option=VARIANT_OPTION, variant=variant)

    def _choose(self, rules: Rules) -> list[str]:
        """Return the lines that tell it which game comes, unless it was told so before.

        Until it is told otherwise, an engine plays chess.
        """
        wanted = uci_variant(rules), rules.name == CHESS960
        known, self._playing = self._playing or (CHESS, False), wanted
        lines = []
        if wanted[0] != known[0]:
            lines.append(f"setoption name {VARIANT_OPTION} value {wanted[0]}")
        if wanted[1] != known[1]:
            lines.append(f"setoption name {CHESS960_OPTION} value {str(wanted[1]).lower()}")
        return lines

    def _readyok(self) -> Effects:
        self._readyoks_expected = max(0, self._readyoks_expected - 1)
        if self._readyoks_expected or self._phase is not UciPhase.GAME_BEGINS:
            return []
        self._phase = UciPhase.IDLE
        return [SayReady()]

    def _bestmove(self, line: str, move: str) -> Effects:
        if self._stale_bestmoves_expected:
            self._stale_bestmoves_expected -= 1
            return []
        if self._phase is not UciPhase.ASKED:
            if self._phase is UciPhase.PONDERING:  # it did not wait for the move: it is asked anew
                self._phase = UciPhase.IDLE
            return [TellGame(Note(line, NoteKind.IGNORED))]
        if move:
            return [self._answered(line, move)]
        self._phase = UciPhase.IDLE
        sentence = rows.ANSWER_WITHOUT_MOVE(line=repr(line))
        if line.split()[1:2] == ["info"]:
            sentence = rows.SPLIT_BESTMOVE(line=repr(line), word="'bestmove'")
        explanation = Explanation(Cause.NOT_A_MOVE, sentence, last_heard=line)
        return [GiveAnswer(Fail(explanation, Reason.PROTOCOL))]
