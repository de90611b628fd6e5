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

from board_core.game.player import Cause, Explanation, Reply, Thought, Turn
from board_core.game.rules import MoveList, Position, Rules

from .child_lines import failed_line, reply_line, thought_line
from .python_file import BadFunction, function_in
from .thinking import AITurn, Function, failure, think, wants_turn


class KnownGame:
    """The game as the host has sent it so far, so that a question contains only the new moves."""

    def __init__(self, rules: Rules, setup: str | None, seed: str | None) -> None:
        self.seed = seed
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
            _unpickled(asked["clock"]),
            self._moves,
            self._positions[-2] if self._moves else None,
        )


class Child:
    """Reads requests on one thread and thinks on another."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._question = 0  # 0: the current question was withdrawn

    def run(self) -> None:
        requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(requests,), daemon=True).start()
        try:
            wanted = requests.get()
            function = load(**wanted["load"]) if "load" in wanted else function_in(**wanted["find"])
        except BadFunction as error:
            self._say(failed_line(0, Explanation(Cause.EXCEPTION, error.sentence)))
            return
        except (Exception, SystemExit) as error:
            self._say(reply_line(0, failure(error)))
            return
        with_turn, game = wants_turn(function), None
        while True:
            request = requests.get()
            if "seat" in request:
                seat = request["seat"]
                game = KnownGame(_unpickled(seat["rules"]), seat["setup"], seat["seed"])
                self._say("ready")
            elif game is not None:
                self._think(function, with_turn, game.turn(request["ask"]), game.seed)

    def _think(self, function: Function, with_turn: bool, turn: Turn, seed: str | None) -> None:
        number = turn.question

        def answer(reply: Reply) -> None:
            self._say(f"late {number}" if withdrawn() else reply_line(number, reply))

        def withdrawn() -> bool:
            return self._question != number

        def report(thought: Thought) -> None:
            self._say(thought_line(number, thought))

        think(function, with_turn, AITurn(turn, withdrawn, report, seed), answer)

    def _read(self, requests: queue.SimpleQueue[dict[str, Any]]) -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if "stop" in request:
                self._question = 0
                continue
            if "ask" in request:
                self._question = request["ask"]["number"]
            requests.put(request)
        os._exit(0)  # the host has closed the pipe: even a function that never returns ends here

    def _say(self, line: str) -> None:
        with self._writing:
            self._output.write(f"{line}\n")
            self._output.flush()


def load(module: str, file: str | None, function: str) -> Function:
    """Import the function's module, from its file if it cannot be imported by name."""
    if module == "__main__" and file is not None:
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
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    Child(output).run()


if __name__ == "__main__":
    main()
