"""The engine's side of UCI."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import dropwhile, pairwise, takewhile
from math import inf

from board_core.ais import hard
from board_core.ais.levels import LADDER, LEVEL_ELOS, Level, level_at, level_named
from board_core.ais.openings import Remembering
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl
from board_core.game.player import MOST_SAID, Score, Thought, Turn
from board_core.game.rules import Move, Position
from board_core.game.sides import PerColor
from board_core.games.chess import ENGINE, chess_rules
from board_core.players.thinking import AITurn, Function
from board_core.protocols.base import number_of
from board_core.text.sentence import BoardError

from .asking import EngineSearch, SearchTurn, ToldGame, chosen

NUMBER_WORDS = (
    *("wtime", "btime", "winc", "binc", "movestogo"),
    *("movetime", "depth", "nodes", "mate"),
)
GO_WORDS = frozenset((*NUMBER_WORDS, "searchmoves", "infinite", "ponder"))
ENDLESS_CONTROL = TimeControl(depth=1000)  # a depth that is never reached: time does not count


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of one search."""

    clock: Clock
    endless: bool = False
    """The engine may say its move only when ``stop`` comes."""
    ponders: bool = False
    """The clock starts, and the move may be said, when ``ponderhit`` or ``stop`` comes."""
    moves: tuple[str, ...] = ()
    """The only moves that are searched; none: all."""
    mate: int | None = None
    """The moves within which a mate is looked for; None: any score counts."""

    @property
    def unlimited(self) -> bool:
        """Return whether nothing but a command ends the search."""
        return self.clock.control.white is ENDLESS_CONTROL


def read_limits(words: Sequence[str], overhead: float = 0.0) -> GoLimits:
    """Read the words after ``go``. No limits mean an endless search.

    Unknown words are skipped, and so are numbers that no host means.

    ``overhead`` are the seconds of each time that are kept back.
    """
    numbers: dict[str, int] = {}
    for word, value in pairwise(words):
        number = number_of(value, -MOST_SAID, MOST_SAID) if word in NUMBER_WORDS else None
        if number is not None:
            numbers[word] = number
    ponders, moves = "ponder" in words, _moves(words)
    unlimited = not numbers.keys() - {"winc", "binc", "movestogo"}
    if "infinite" in words or unlimited:
        endless = "infinite" in words or not ponders
        return GoLimits(Clock.new(PerColor.both(ENDLESS_CONTROL)), endless, ponders, moves)
    control = PerColor(_control(numbers, "w", overhead), _control(numbers, "b", overhead))
    return GoLimits(Clock.new(control), False, ponders, moves, _positive(numbers.get("mate")))


def _moves(words: Sequence[str]) -> tuple[str, ...]:
    if "searchmoves" not in words:
        return ()
    after = words[words.index("searchmoves") + 1 :]
    return tuple(takewhile(lambda word: word not in GO_WORDS, after))


def _control(numbers: dict[str, int], side: str, overhead: float) -> TimeControl:
    def seconds(word: str, none: float, kept: float = 0.0) -> float:
        return max(numbers[word] / 1000 - kept, 0.0) if word in numbers else none

    return TimeControl(
        base=seconds(f"{side}time", inf, overhead),
        increment=seconds(f"{side}inc", 0.0),
        per_move=seconds("movetime", inf, overhead),
        moves_per_period=max(numbers.get("movestogo", 0), 0),
        depth=_depth(numbers),
        nodes=_positive(numbers.get("nodes")),
    )


def _depth(numbers: dict[str, int]) -> int | None:
    """Return the greatest depth; a mate in some moves has one ply less than twice as many."""
    depth, mate = _positive(numbers.get("depth")), _positive(numbers.get("mate"))
    return min((each for each in (depth, mate and 2 * mate - 1) if each), default=None)


def _positive(number: int | None) -> int | None:
    return number if number is not None and number > 0 else None


MOST_LINES = 256
OVERHEAD_MS, MOST_OVERHEAD_MS = 10, 5000
TRUE_WORDS = frozenset(("true", "1", "on", "yes"))


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The values that a host can set; each applies to the next search."""

    level: Level
    seed: int | None = None
    lines: int = 1
    limits_strength: bool = False
    elo: int | None = None  # None: of the level
    overhead: float = OVERHEAD_MS / 1000  # seconds of each time that are kept back

    @property
    def player(self) -> Level:
        """Return the level that plays."""
        return level_at(self.elo) if self.limits_strength and self.elo else self.level


def with_option(options: EngineOptions, name: str, value: str) -> EngineOptions | None:
    """Return the options after a change, None for one that is not known or not possible.

    Names and words may be in any case, and numbers out of range are brought into it.
    """
    number = number_of(value, -MOST_SAID, MOST_SAID)
    match name.casefold(), number:
        case "level", _ if (level := level_named(value.casefold())) is not None:
            return replace(options, level=level)
        case "uci_limitstrength", _:
            return replace(options, limits_strength=value.casefold() in TRUE_WORDS)
        case "uci_elo", int():
            return replace(options, elo=max(number, 1))
        case "multipv", int():
            return replace(options, lines=min(max(number, 1), MOST_LINES))
        case "move overhead", int():
            return replace(options, overhead=min(max(number, 0), MOST_OVERHEAD_MS) / 1000)
        case "ponder", _:
            return options  # says only that the host may ask for it
        case "seed", _:
            return replace(options, seed=number)
        case _:
            return None


def option_lines(options: EngineOptions) -> list[str]:
    """Return the lines that offer the options."""
    known = dict.fromkeys((*(level.name for level in LADDER), options.level.name))
    names = " ".join(f"var {name}" for name in known)
    weakest, strongest = LEVEL_ELOS[0], LEVEL_ELOS[-1]
    usual = level_at(options.level.elo).elo
    return [
        f"option name Level type combo default {options.level.name} {names}",
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {usual} min {weakest} max {strongest}",
        f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}",
        "option name Ponder type check default false",
        f"option name Move Overhead type spin default {OVERHEAD_MS} min 0 max {MOST_OVERHEAD_MS}",
        "option name Seed type string default <empty>",
    ]


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Read ``name NAME value VALUE``, where both may be several words."""
    text = " ".join(words).removeprefix("name").strip()
    name, _, value = text.partition(" value ")
    return name.strip(), value.strip()


ENGINE_RULES = chess_rules(ENGINE)

IGNORED_COMMANDS = frozenset(("debug", "register"))
COMMANDS = IGNORED_COMMANDS | {
    *("uci", "isready", "ucinewgame", "setoption", "position"),
    *("go", "stop", "ponderhit", "quit"),
}

NO_MOVE = "(none)"


class UciEngine:
    """Hears lines on one thread and thinks on another, until :meth:`close`.

    ``say`` is called with whole lines, on either thread, never on both at once. Each ``go`` is
    answered by one ``bestmove``: a command that needs the thread ends the search before it. All
    other commands are obeyed meanwhile, and concern the next search.
    """

    def __init__(self, say: Callable[[str], None], level: Level, seed: int | None = None) -> None:
        self._write = say
        self._options = EngineOptions(level, seed)
        self._saying = threading.Lock()
        self._game: ToldGame | None = ToldGame(ENGINE_RULES)  # None: a position nobody can play
        self._function: Function | None = None
        self._limits: GoLimits | None = None
        self._search: EngineSearch | None = None

    def heard(self, line: str) -> bool:
        """Handle a line; words before a command are skipped. Return False to leave."""
        match list(dropwhile(lambda word: word not in COMMANDS, line.split())):
            case ["uci", *_]:
                self._say(*introduction(self._options))
            case ["isready", *_]:
                self._player()  # loads it now, while no clock runs
                self._say("readyok")
            case ["ucinewgame", *_]:
                self._function = None
            case ["setoption", *rest]:
                self._set_option(*read_option(rest))
            case ["position", *rest]:
                self._set_position(*read_position(rest))
            case ["go", *rest]:
                self.close()
                self._go(read_limits(rest, self._options.overhead))
            case ["stop", *_]:
                self.close()
            case ["ponderhit", *_]:
                self._ponder_hit()
            case ["quit", *_]:
                return False
            case [] if line.strip():
                self._say(f"info string unknown command: {line.strip()}")
        return True

    def close(self) -> None:
        """End the search, which answers now. Safe to call twice."""
        if self._search is not None:
            self._search.end()
            self._search = None

    def _say(self, *lines: str) -> None:
        with self._saying:
            for line in lines:
                self._write(line)

    def _set_option(self, name: str, value: str) -> None:
        options = with_option(self._options, name, value)
        if options is None:
            self._say(f"info string cannot set {name!r} to {value!r}")
            return
        if (options.player, options.seed) != (self._options.player, self._options.seed):
            self._function = None
        self._options = options

    def _set_position(self, setup: str | None, texts: Sequence[str]) -> None:
        """Set up the position, and play its moves up to the first that is illegal."""
        before = self._game or ToldGame(ENGINE_RULES)
        self._game = None
        try:
            self._game = game = before.told(setup, texts)
            for text in texts[len(game.moves) :]:
                game.play(text)
        except BoardError as error:
            self._say(f"info string {error.sentence}")

    def _player(self) -> Function:
        if self._function is None:
            self._function = self._options.player(self._options.seed)
        return self._function

    def _go(self, limits: GoLimits) -> None:
        if self._game is None:
            self._say("info string no position to play in", f"bestmove {NO_MOVE}")
            return
        turn = self._game.turn(limits.clock)
        only = self._searched(turn.position, limits.moves)
        function, lines = self._player(), self._options.lines
        if isinstance(function, Remembering) and not turn.clock.saves(turn.color):
            function = function.player  # this is no game, and an analysis wants no book
        if only or lines > 1 or limits.mate is not None:
            skill = self._options.player.skill
            depth = skill.depth if skill is not None else 1
            function = hard.ChessAnalyst(lines, depth, only, limits.mate)

        def think(search: EngineSearch) -> None:
            self._think(search, function, turn, ranked=lines > 1)

        self._limits = limits
        self._search = EngineSearch(think, ponders=limits.ponders, endless=limits.endless)
        self._search.start()

    def _searched(self, position: Position, texts: Sequence[str]) -> list[Move]:
        """Return the legal ones of the moves to be searched."""
        moves = list[Move]()
        for text in texts:
            try:
                moves.append(position.parse(text))
            except BoardError as error:
                self._say(f"info string {error.sentence}")
        return moves

    def _ponder_hit(self) -> None:
        if self._search is None or self._limits is None:
            return
        if self._limits.unlimited and not self._limits.endless:
            self.close()  # nothing else would end it
        else:
            self._search.start_clock()

    def _think(self, search: EngineSearch, function: Function, turn: Turn, *, ranked: bool) -> None:
        """Say what is thought of the turn, and then, when that is allowed, the move."""
        lines: dict[str, Thought] = {}  # the last line of each first move

        def report(thought: Thought) -> None:
            timed = replace(thought, time=search.age, nps=_nps(thought.nodes, search.age))
            if thought.rank == 1 and thought.score is not None and thought.pv:
                lines[thought.pv[0]] = timed
            self._say(info(timed, ranked=ranked))

        best = NO_MOVE
        if turn.position.legal_moves():
            best = chosen(function, SearchTurn(turn, search, report))
            if best not in lines:  # from memory, or without a look ahead
                look_at(best, turn, report)
        else:
            self._say(info(Thought(depth=0, score=score_of_end(turn.position))))
        search.wait_until_answer_is_allowed()
        reply = expected_reply(turn.position, lines[best]) if best in lines else None
        self._say(f"bestmove {best}" + (f" ponder {reply}" if reply is not None else ""))


def introduction(options: EngineOptions) -> list[str]:
    return [
        "id name The Chess Board",
        "id author the maintainers of The Chess Board",
        *option_lines(options),
        "uciok",
    ]


def look_at(move: str, turn: Turn, report: Callable[[Thought], None]) -> None:
    """Report a score of this move, one ply deep: hosts expect a score with each move."""
    soon = replace(turn, clock=Clock.new(PerColor.both(ENDLESS_CONTROL)))
    chosen(hard.ChessAnalyst(1, 1, [move]), AITurn(soon, report=report))


def expected_reply(position: Position, thought: Thought) -> str | None:
    """Return the reply that the line expects to its first move, if it is legal."""
    if len(thought.pv) < 2:
        return None
    legal = position.play(position.parse(thought.pv[0])).legal_moves()
    return thought.pv[1] if thought.pv[1] in legal else None


def score_of_end(position: Position) -> Score:
    """Return the score of the side to move where it has no move."""
    outcome = position.outcome()
    return Score(mate=0) if outcome is not None and outcome.winner is not None else Score(cp=0)


def read_position(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Return the FEN, None for the starting position, and the moves from there.

    The word ``fen`` may be missing before a FEN.
    """
    at = words.index("moves") if "moves" in words else len(words)
    given = [word for word in words[:at] if word not in ("fen", "startpos")]
    return " ".join(given) or None, words[at + 1 :]


def info(thought: Thought, *, ranked: bool = False) -> str:
    """Return the ``info`` line of a thought, ``ranked`` if it is one of several."""
    time = None if thought.time is None else int(thought.time * 1000)
    known = {
        "depth": thought.depth,
        "seldepth": thought.seldepth,
        "multipv": thought.rank if ranked else None,
        "score": _score(thought.score) if thought.score else None,
        "nodes": thought.nodes,
        "nps": thought.nps,
        "hashfull": thought.hashfull,
        "time": time,
        "pv": " ".join(thought.pv) or None,
    }
    return " ".join(["info", *(f"{word} {of}" for word, of in known.items() if of is not None)])


def _score(score: Score) -> str:
    return f"mate {score.mate}" if score.mate is not None else f"cp {score.cp}"


def _nps(nodes: int | None, seconds: float) -> int | None:
    return int(nodes / seconds) if nodes is not None and seconds > 0 else None
