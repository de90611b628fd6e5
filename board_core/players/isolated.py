"""A Python function in a child process that can be killed.

The child (:mod:`board_core.players.child`) is supervised like any other program. The host sends one
JSON object per line; the function and the rules are pickled, and pickles only go to the child. The
child sends the few messages of :mod:`board_core.players.child_lines`.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import assert_never

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock
from board_core.game.player import Cause, Fail, Play, Seat, Turn
from board_core.game.rules import MoveList, Reason
from board_core.protocols.base import (
    Breach,
    Dialogue,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    TellGame,
    breach,
    lost_by,
)
from board_core.supervise.command import THIS_PYTHON
from board_core.supervise.limits import NO_LIMITS, Limits
from board_core.supervise.sandbox import TRUSTED_CODE, Confinement
from board_core.text.sentence import Sentence

from .child_lines import (
    CHILD_RULE,
    MOST_LINE_BYTES,
    ChildChanged,
    ChildFailed,
    ChildLate,
    ChildMove,
    ChildReady,
    ChildThought,
    read_child,
)
from .packing import CannotTravel, packed
from .process import ProcessAI, Transcript
from .thinking import Function, seed_of

BEGIN = "from board_core.players.child import main; main()"


@dataclass(frozen=True, slots=True)
class Named:
    """A function that no process has loaded yet."""

    file: Path
    function: str


def isolated(
    function: Function | Named,
    name: str,
    seed: int | None = None,
    transcript: Transcript | None = None,
    limits: Limits = NO_LIMITS,
) -> ProcessAI:
    """Return a player for a trusted function, which runs in a child process.

    Of ``limits`` only the memory and the cores count. Raises ValueError for a function that another
    process cannot import.
    """
    begin = f"import os; os.chdir({str(Path.cwd())!r}); {BEGIN}"
    # without -P a random.py beside the caller would take the place of Python's own
    command = [sys.executable, "-P", "-u", "-c", begin]
    environment = dict(os.environ)  # this is the caller's own code, not a stranger's
    environment["PYTHONPATH"] = os.pathsep.join(str(Path(path).absolute()) for path in sys.path)
    limits = replace(NO_LIMITS, memory=limits.memory, cores=limits.cores)
    return ProcessAI(
        command,
        protocol=Native(function, seed),
        name=name,
        environment=environment,
        transcript=transcript,
        sandbox=replace(TRUSTED_CODE, limits=limits),
    )


def confined(
    named: Named,
    name: str,
    confinement: Confinement,
    seed: int | None = None,
    transcript: Transcript | None = None,
    folder: Path | None = None,
) -> ProcessAI:
    """Return a player for an untrusted function: only the child loads its file.

    The child is confined like a program, and runs in the file's folder; ``folder`` is the whole
    submitted folder. It sees the parts of the board that it needs, and none that choose moves.
    Raises SandboxUnavailable.
    """
    file = named.file.absolute()
    specs = (find_spec(name) for name in ("board_core", "chess"))
    ours = [Path(spec.origin).absolute().parent for spec in specs if spec and spec.origin]
    begin = (
        f"import os, sys; os.chdir({str(file.parent)!r}); "
        f"sys.path[:0] = {list(dict.fromkeys(str(path.parent) for path in ours))!r}; " + BEGIN
    )
    return ProcessAI(
        [THIS_PYTHON, "-P", "-u", "-c", begin, str(file)],
        protocol=Native(Named(Path(file.name), named.function), seed),
        name=name,
        sandbox=replace(confinement, for_function=True),
        transcript=transcript,
        folder=folder,
    )


class Native(Dialogue):
    """The dialogue with :mod:`board_core.players.child`.

    If a function was still thinking when its game ended, the next game gets a new process.
    """

    readable = False
    max_line = MOST_LINE_BYTES  # a traceback is longer than any move

    def __init__(self, function: Function | Named, seed: int | None = None) -> None:
        self._load = _load(function)
        self._loads_anew = False  # for the next game
        self._seed = seed
        self._games = 0
        self._question = 0
        self._is_open = False  # the question has no answer yet
        self._loaded = False
        self._known = MoveList()  # what the child has of the game
        self._changed = False  # the board that the function got for its last move

    def open(self) -> Effects:
        self.fresh_process = self._loaded = self._loads_anew = False
        self.found_at = None
        return [self._load]

    def begin_anew(self, seed: int | None) -> None:
        self._seed, self._games, self._loads_anew = seed, 0, True

    def seat(self, seat: Seat) -> Effects:
        self._known = MoveList()
        self._games += 1
        seed = seed_of(self._seed, self._games)
        anew = self._loads_anew
        self._loaded, self._loads_anew = self._loaded and not anew, False
        given = _pickled((seat.rules, seat.clock.control))
        return [_send(seat={"given": given, "setup": seat.setup, "seed": seed, "anew": anew})]

    def ask(self, turn: Turn) -> Effects:
        self._question += 1
        self._changed = False
        self._is_open = True
        self.found_at = None
        kept = len(self._known) if turn.moves.continues(self._known) else 0
        self._known = turn.moves
        question = {
            "number": self._question,
            "kept": kept,
            "moves": turn.moves.since(kept),
            "clock": clock_facts(turn.clock),
        }
        return [_send(ask=question)]

    def locate(self) -> Effects:
        return [_send(where=self._question if self._loaded else 0)]

    def withdraw(self) -> Effects:
        self._question += 1
        self.fresh_process = True
        return [_send(stop=True)]

    def suspicion(self, sent: str, heard: str) -> Sentence | None:
        return rows.BOARD_LEFT_CHANGED() if self._changed else None

    def heard(self, line: str) -> Effects:
        message = read_child(line)
        match message:
            case ChildReady():
                self._loaded = True
                return [SayReady()]
            case ChildFailed(_, found) if found.cause is Cause.COMPUTING:
                self.found_at = found
                return []
            case ChildFailed(0, explanation) if not self._loaded:
                return [TellGame(Fail(explanation, Reason.NOT_STARTED))]
            case Breach():
                return lost_by(message)
            case _ if not 0 < message.number <= self._question:
                return lost_by(breach(line, CHILD_RULE))  # nobody has asked that
            case _ if message.number < self._question:
                returned = not isinstance(message, ChildThought | ChildChanged)
                self.fresh_process = self.fresh_process and not returned
                return []
            case ChildThought(_, thought):
                return [TellGame(thought)]
            case ChildChanged():
                self._changed = True
                return []
            case ChildLate():
                return []
            case _ if not self._is_open:  # a process that it has forked answers too
                return []
            case ChildMove(_, text):
                self._is_open = False
                return [GiveAnswer(Play(text))]
            case ChildFailed(_, explanation):
                self._is_open = False
                return [GiveAnswer(Fail(explanation))]
            case _:
                assert_never(message)


def _load(function: Function | Named) -> Send:
    if isinstance(function, Named):
        find = {"file": str(function.file), "function": function.function}
        return _send(find=find)
    main = sys.modules["__main__"]
    if sys.modules.get("__mp_main__", main) is not main:  # this is a child that loads its script
        raise ValueError(
            f"{function!r} cannot run isolated while its script is loaded in its process: put all "
            "that the script does under if __name__ == '__main__':"
        )
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    found = None if file is None else str(Path(file).absolute())
    name = getattr(module, "__name__", None)
    try:
        data = packed(function)
        name = None if module is main else name  # it is sent with all that it needs
    except CannotTravel as error:
        if module is not main or found is None or not Path(found).is_file():
            raise ValueError(
                f"{function!r} cannot run isolated ({error.sentence.facts['why']}): use a function "
                "at the top of a module, or leave isolate out"
            ) from None
        data = pickle.dumps(function)  # its script is loaded again
    function_sent = base64.b64encode(data).decode()
    return _send(load={"module": name, "file": found, "function": function_sent})


def clock_facts(clock: Clock) -> list[float]:
    """Return what changes in the clock of the side to move, from its turn on."""
    left, made, periods = clock.remaining, clock.made, clock.periods
    return [left.white, left.black, made.white, made.black, periods.white, periods.black]


def _pickled(value: object) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def _send(**message: object) -> Send:
    return Send(json.dumps(message))
