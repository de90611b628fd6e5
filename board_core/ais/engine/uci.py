"""The engine's side of UCI."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from board_core.ais.levels import LADDER, Level, level_at
from board_core.player import Score, Statement, Thought
from board_core.players.thinking import Function
from board_core.rules import BoardError

from .asking import ToldGame, chosen
from .limits import GoLimits, read_limits

BY_NAME = {level.name: level for level in LADDER}


class UciEngine:
    """Hears lines on one thread and thinks on another, until :meth:`close`.

    ``say`` is called with whole lines, on either thread, never on both at once. Nothing is
    pondered; ``go ponder`` thinks until ``ponderhit`` or ``stop``.
    """

    def __init__(self, say: Callable[[str], None], level: Level, seed: int | None = None) -> None:
        self._write = say
        self._level, self._seed = level, seed
        self._saying = threading.Lock()
        self._line = ToldGame()
        self._function: Function | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def heard(self, line: str) -> bool:
        """Handle a line. Return False if the engine is to leave."""
        words = line.split()
        match words:
            case ["uci"]:
                self._say(*introduction(self._level))
            case ["isready"]:
                self._player()  # loads it now, while no clock runs
                self._say("readyok")
            case ["ucinewgame"]:
                self._settle()
                self._function = None
            case ["setoption", *rest]:
                self._settle()
                self._set_option(*read_option(rest))
            case ["position", *rest]:
                self._settle()
                self._set_position(rest)
            case ["go", *rest]:
                self._settle()
                self._go(read_limits(rest))
            case ["stop" | "ponderhit"]:
                self._settle()
            case ["quit"]:
                return False
            case [_, *_] if words[0] not in ("debug", "register"):
                self._say(f"info string unknown command: {line.strip()}")
        return True

    def close(self) -> None:
        """End the search. Safe to call twice."""
        self._settle()

    def _settle(self) -> None:
        """Answer the running search now."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _say(self, *lines: str) -> None:
        with self._saying:
            for line in lines:
                self._write(line)

    def _set_option(self, name: str, value: str) -> None:
        match name.casefold():
            case "level" if value.casefold() in BY_NAME:
                self._level = BY_NAME[value.casefold()]
            case "uci_elo" if value.isdecimal():
                self._level = level_at(int(value))
            case "uci_limitstrength":
                if value.casefold() == "false":
                    self._level = LADDER[-1]
            case "seed":
                self._seed = int(value) if value.removeprefix("-").isdecimal() else None
            case _:
                self._say(f"info string cannot set {name!r} to {value!r}")
                return
        self._function = None

    def _set_position(self, words: Sequence[str]) -> None:
        setup, texts = read_position(words)
        try:
            self._line.set(setup, texts)
        except BoardError as error:
            self._say(f"info string {error.sentence}")

    def _player(self) -> Function:
        if self._function is None:
            self._function = self._level(self._seed)
        return self._function

    def _go(self, limits: GoLimits) -> None:
        self._stop = threading.Event()
        arguments = (self._player(), limits, self._stop)
        self._thread = threading.Thread(target=self._think, args=arguments, daemon=True)
        self._thread.start()

    def _think(self, function: Function, limits: GoLimits, stop: threading.Event) -> None:
        turn = self._line.turn(limits.clock)
        best = "(none)"
        if turn.position.legal_moves():
            best = chosen(function, turn, stop.is_set, self._report)
        if limits.endless:
            stop.wait()
        self._say(f"bestmove {best}")

    def _report(self, statement: Statement) -> None:
        if isinstance(statement, Thought):
            self._say(info(statement))


def introduction(level: Level) -> list[str]:
    names = " ".join(f"var {known.name}" for known in LADDER)
    weakest, strongest = LADDER[0].elo, LADDER[-1].elo
    return [
        "id name The Chess Board",
        "id author the maintainers of The Chess Board",
        f"option name Level type combo default {level.name} {names}",
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {level.elo} min {weakest} max {strongest}",
        "option name Seed type string default <empty>",
        "uciok",
    ]


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Read ``name NAME value VALUE``, where both may be several words."""
    text = " ".join(words).removeprefix("name").strip()
    name, _, value = text.partition(" value ")
    return name.strip(), value.strip()


def read_position(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Return the FEN, None for the starting position, and the moves from there."""
    at = words.index("moves") if "moves" in words else len(words)
    setup = " ".join(words[1:at]) if words[:1] == ["fen"] else None
    return setup, words[at + 1 :]


def info(thought: Thought) -> str:
    """Return the ``info`` line of a thought."""
    time = None if thought.time is None else int(thought.time * 1000)
    known = {
        "depth": thought.depth,
        "seldepth": thought.seldepth,
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
