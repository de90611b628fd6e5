"""The child's side of :mod:`board_core.players.isolated`: runs one function in its own process.

Whatever the function prints goes to standard error; standard output carries the dialogue defined in
:mod:`board_core.players.child_lines`. The function can read everything the host sends to this
process, so none of it is secret.
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import json
import os
import pickle
import queue
import sys
import threading
from pathlib import Path
from typing import Any, TextIO

from board_core.game.clock import Clock, TimeControl
from board_core.game.player import Cause, Explanation, Play, Reply, Thought, Turn
from board_core.game.rules import MoveList, Position, Rules
from board_core.game.sides import Color, PerColor

from .child_lines import failed_line, reply_line, thought_line
from .python_file import BadFunction, function_in
from .thinking import AITurn, Function, failure, place_of, think, wants_turn


class KnownGame:
    """The game as the host has sent it so far, so that a question contains only the new moves."""

    def __init__(
        self,
        rules: Rules,
        control: PerColor[TimeControl],
        setup: str | None = None,
        seed: str | None = None,
    ) -> None:
        self.seed = seed
        self._control = control
        self._positions: list[Position] = [rules.start(setup)]
        self._moves = MoveList()

    def turn(self, asked: dict[str, Any]) -> Turn:
        self._moves = self._moves.first(asked["kept"])
        del self._positions[asked["kept"] + 1 :]
        for move in asked["moves"]:
            self._moves = self._moves.added(move)
            self._positions.append(self._positions[-1].play(move))
        position = self._positions[-1]
        return Turn(
            position.to_move,
            len(self._moves),
            asked["number"],
            position,
            self._clock(position.to_move, *asked["clock"]),
            self._moves,
            self._positions[-2] if self._moves else None,
        )

    def _clock(self, to_move: Color, *facts: Any) -> Clock:
        left, made, periods = (PerColor(*facts[at : at + 2]) for at in (0, 2, 4))
        return Clock(self._control, left, made, to_move, 0.0, periods)


class Child:
    """Reads requests on one thread and thinks on another."""

    def __init__(self, requests: TextIO, output: TextIO) -> None:
        self._input = requests
        self._output = output
        self._main = threading.get_ident()
        self._writing = threading.Lock()
        self._question = 0  # 0: the current question was withdrawn

    def run(self) -> None:
        requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(requests,), daemon=True).start()
        wanted, game, known = requests.get(), None, set(sys.modules)
        function = self._loaded(wanted)
        while function is not None:
            request = requests.get()
            if "seat" in request:
                seat = request["seat"]
                if seat["anew"] and "find" in wanted:
                    forget_neighbours(Path(wanted["find"]["file"]).absolute().parent, known)
                    function = self._loaded(wanted)
                    if function is None:
                        return
                rules, control = _unpickled(seat["given"])
                game = KnownGame(rules, control, seat["setup"], seat["seed"])
                self._say("ready")
            elif game is not None:
                self._think(function, game.turn(request["ask"]), game.seed)

    def _loaded(self, wanted: dict[str, Any]) -> Function | None:
        """Return the wanted function; if it cannot be loaded, say why and return None."""
        try:
            find = "find" in wanted
            function = function_in(**wanted["find"]) if find else load(**wanted["load"])
            self._with_turn = wants_turn(function)
            return function
        except BadFunction as error:
            self._say(failed_line(0, Explanation(Cause.EXCEPTION, error.sentence)))
        except BaseException as error:
            self._say(reply_line(0, failure(error)))
        return None

    def _think(self, function: Function, turn: Turn, seed: str | None) -> None:
        number = turn.question

        def answer(reply: Reply) -> None:
            if type(reply) is Play and asked.changed() is not None:
                self._say(f"changed {number}")
            self._say(f"late {number}" if withdrawn() else reply_line(number, reply))

        def withdrawn() -> bool:
            return self._question != number

        def report(thought: Thought) -> None:
            self._say(thought_line(number, thought))

        asked = AITurn(turn, withdrawn, report, seed)
        think(function, self._with_turn, asked, answer)

    def _read(self, requests: queue.SimpleQueue[dict[str, Any]]) -> None:
        for line in self._input:
            request = json.loads(line)
            if "where" in request:
                place = place_of(self._main)
                if place is not None and place.cause is Cause.COMPUTING:
                    self._say(failed_line(request["where"], place))
                continue
            if "stop" in request:
                self._question = 0
                continue
            if "ask" in request:
                self._question = request["ask"]["number"]
            requests.put(request)
        if (tracker := sys.modules.get("multiprocessing.resource_tracker")) is not None:
            tracker._resource_tracker._stop()  # which removes shared memory
        os._exit(0)  # the host has closed the pipe: even a function that never returns ends here

    def _say(self, line: str) -> None:
        with self._writing:
            self._output.write(f"{line}\n")
            self._output.flush()


def forget_neighbours(folder: Path, known: set[str]) -> None:
    """Let the modules in a function's folder be imported anew, but no package that is installed."""
    for name, module in tuple(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or os.devnull)
        own = file.is_relative_to(folder) and "site-packages" not in file.parts
        if own and name.partition(".")[0] not in known:
            del sys.modules[name]


def load(module: str | None, file: str | None, function: str) -> Function:
    """Import the function's module, from its file if it cannot be imported by name.

    Without a module, the function has come with all that it needs.
    """
    if module is None:
        pass
    elif module == "__main__" and file is not None:
        _load_file("__mp_main__", file)  # multiprocessing calls it so, for the same reason
        sys.modules["__main__"] = sys.modules["__mp_main__"]
    elif module not in sys.modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module or file is None:
                raise
            _load_file(module, file)
    loaded: Function = _unpickled(function)
    return loaded


def _load_file(name: str, file: str) -> None:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.path.insert(0, str(Path(file).parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def _unpickled(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))


def main() -> None:
    # the function has no part in the dialogue: it prints to stderr, and its input is empty
    requests, output = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w", encoding="utf-8")
    empty, end = os.pipe()
    os.close(end)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    Child(requests, output).run()


if __name__ == "__main__":
    main()
