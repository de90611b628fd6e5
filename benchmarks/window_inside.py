"""The measurements of benchmarks/window.py that run in the window's own process.

    python benchmarks/window_inside.py draw|boards|flood|games|serve …

All but ``serve`` print one JSON object; ``serve`` prints ``ready`` when the window is as it was
asked for, and ends when the window is closed.
"""

from __future__ import annotations

import argparse
import gc
import json
import shlex
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import get_args

import pygame
from measuring import HERE, rss
from pygame.event import Event

from board_core import Color, PerColor, Score, Thinking, Thought
from board_core.frontend.settings import BoardsShown, Settings
from board_core.match import GameSpec
from board_core.match.player_spec import PlayerSpec, parse_player
from board_pygame.game_screen import LOG_PAGE
from board_pygame.host import GamePlan
from board_pygame.intents import BeginAction, ChangeSettings, PlayAction, SeatAI, ShowStart
from board_pygame.phases import Lamp, Mode, SeatState
from board_pygame.waiting import wait
from board_pygame.window import Window
from board_pygame.wish import OFFERED_TIMES, Wish

RANDOM = parse_player("random")
OPPONENT = HERE.parent / "tests" / "programs" / "opponent.py"

TOGETHER = 5
"""The number of messages sent at once: threads cannot sleep for less than milliseconds."""


def program(*arguments: str) -> PlayerSpec:
    return parse_player("san:" + shlex.join((sys.executable, str(OPPONENT), *arguments)))


def opened(width: int = 1280, height: int = 800) -> Window:
    return Window(Settings(language="en", window=(width, height), animation_ms=0))


def turn(window: Window, seconds: float = 0.1) -> None:
    window.turn(wait(min(seconds, window._patience())))


def play(window: Window, seed: int, pause: float = 0.0) -> None:
    """Begin a game of two random AIs."""
    number = window.state.game.number
    spec = GameSpec(
        window.state.game.rules,
        RANDOM,
        RANDOM,
        viewing_pause=pause,
        draw_if_cannot_win=True,
        seeds=PerColor(seed, seed),
    )
    plan = GamePlan(spec)
    game = replace(window.state.game, seats=PerColor.both(SeatState(RANDOM, Mode.AUTO)))
    window.state = replace(window.state, game=game.requesting(plan))
    window.host.play(plan)
    while window.state.game.number == number or window.state.game.busy:
        turn(window)


def some_thought(window: Window, number: int) -> Thinking:
    view = window.state.game.view
    line = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")
    score = Score(cp=number % 400 - 200)
    thought = Thought(depth=number % 30, score=score, nodes=1000 * number, nps=10**6, pv=line)
    return Thinking(view.to_move, view.ply, thought)


# What drawing costs


def cost(act: Callable[[int], object], rounds: int) -> float:
    """Return milliseconds of this thread for the median round."""
    act(0)
    spent = []
    for number in range(1, rounds + 1):
        began = time.thread_time()
        act(number)
        spent.append(1000 * (time.thread_time() - began))
    return median(spent)


def draw(width: int, height: int) -> dict[str, float]:
    """Measure drawing a long game with a curve and a log."""
    window = opened(width, height)
    play(window, 1)
    seated = window.state.game.seated
    assert seated is not None
    while len(window.state.game.view.played) < 80 and window.state.game.running:
        seated.game.bus.publish(some_thought(window, len(window.state.game.view.played)))
        turn(window)
    window.ask(PlayAction.STOP_PLAYING)
    while window.state.game.busy:
        turn(window)
    del window.ui.layers[1:]
    try:
        return drawing(window)
    finally:
        window.close()


def drawing(window: Window) -> dict[str, float]:
    ui, board, screen = window.ui, window.board, window._screen
    squares = board.cells.squares
    strip = screen._strips.of.white

    def paint() -> None:
        pygame.display.update(ui.draw())

    def whole(_number: int) -> None:
        ui.redraw()
        paint()

    def move(_number: int) -> None:
        board.mark(squares["e2"])
        board.mark(squares["c6"])
        paint()

    def clock(number: int) -> None:
        strip.show_strip(replace(strip.strip, left=300.0 + number, running=True))
        paint()

    def line(number: int) -> None:
        window._log_lines.append(("12:00:00", "", "•", f"White's move {number}: Nf3"))
        screen.log.update()
        paint()

    def pointer(number: int) -> None:
        at = squares["d4" if number % 2 else "e5"].center
        event = Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
        window.turn([event])

    screen.open_page(LOG_PAGE)
    assert screen.log.visible
    paint()
    return {
        "redraw": cost(whole, 60),
        "two squares": cost(move, 300),
        "clock": cost(clock, 300),
        "log line": cost(line, 300),
        "pointer": cost(pointer, 300),
    }


def boards(width: int, height: int) -> dict[str, float]:
    """Measure drawing a game on several boards: each view whole, and while it is turned."""
    window = opened(width, height)
    window.offer_game("chess-3d")
    ui, board, costs = window.ui, window.board, dict[str, float]()

    def whole(_number: int) -> None:
        board.mark()
        pygame.display.update(ui.draw())

    def turning(number: int) -> None:
        board.turn(2 if number % 40 < 20 else -2, 0.5 if number % 20 < 10 else -0.5)
        pygame.display.update(ui.draw())

    for view in get_args(BoardsShown):
        chosen = replace(window.state.settings, boards_view=view)
        window.ask(ChangeSettings(chosen))
        window.turn([])
        costs[view] = cost(whole, 60)
        if view != "map":
            costs[f"{view}, turning"] = cost(turning, 60)
    window.close()
    return costs


# A flood of news


def flood(rate: int, seconds: int) -> dict[str, object]:
    """Measure two AIs that play ten moves a second and report thoughts at a rate."""
    window = opened()
    play(window, 3, pause=0.1)
    meter = Meter(window)
    speaker = threading.Thread(target=speak, args=(window, rate, seconds))
    speaker.start()
    while speaker.is_alive() or window._bridge._items:
        meter.turn()
    speaker.join()
    window.close()
    return meter.found()


def speak(window: Window, rate: int, seconds: float) -> None:
    seated = window.state.game.seated
    assert seated is not None
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        if number % TOGETHER == 0:
            due = began + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
        seated.game.bus.publish(some_thought(window, number))


class Meter:
    """The work of the window's thread, second by second."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._frames = 0
        self._began, self._cpu = time.perf_counter(), time.thread_time()
        self._backlogs: dict[int, int] = {}
        self._update = pygame.display.update
        self._plies = len(window.state.game.view.played)

    def turn(self) -> None:
        events = wait(self._window._patience())
        second = int(time.perf_counter() - self._began)
        waiting = len(self._window._bridge._items)
        self._backlogs[second] = max(waiting, self._backlogs.get(second, 0))
        pygame.display.update = self._counted
        try:
            self._window.turn(events)
        finally:
            pygame.display.update = self._update

    def _counted(self, *arguments: object) -> None:
        self._frames += 1
        self._update(*arguments)

    def found(self) -> dict[str, object]:
        took = time.perf_counter() - self._began
        return {
            "frames": self._frames / took,
            "share": 100 * (time.thread_time() - self._cpu) / took,
            "backlogs": [self._backlogs[second] for second in sorted(self._backlogs)],
            "plies": len(self._window.state.game.view.played) - self._plies,
        }


# Many games


def games(count: int) -> dict[str, object]:
    """Return MB after each game of one window, and MB of its log lines after the last."""
    window = opened()
    found = []
    for seed in range(count):
        play(window, seed)
        while not window.state.game.ended:
            turn(window)
        turn(window, 0)
        gc.collect()
        found.append(rss())
    log = window._log_lines
    lines = sum(map(sys.getsizeof, log._kept)) + sys.getsizeof(log._kept)
    window.close()
    return {"memory": found, "log": lines / 1024**2}


# A window to look at from outside


class Served(Window):
    """A window that reports when it is ready."""

    def wanted(self, ready: Callable[[Window], bool]) -> None:
        self._ready: Callable[[Window], bool] | None = ready

    def turn(self, events: list[Event]) -> None:  # type: ignore[override]
        super().turn(events)
        if self._ready is not None and self._ready(self):
            self._ready = None
            print("ready", flush=True)


def serve(what: str) -> None:
    window = Served(Settings(language="en", window=(1280, 800), ask_before_ending=False))
    window.wanted(STATES[what](window))
    window.run()


def _idle(window: Window) -> Callable[[Window], bool]:
    window.ask(ShowStart())
    return lambda window: True


def _clock(window: Window) -> Callable[[Window], bool]:
    window.play(Wish(PerColor(None, None), pace=OFFERED_TIMES[3]))
    return lambda window: window.state.game.running


def _thinking(window: Window) -> Callable[[Window], bool]:
    _seat(window, PerColor(program("compute"), RANDOM))
    return lambda window: window.state.game.lamp(Color.WHITE) is Lamp.THINKING


def _stubborn(window: Window) -> Callable[[Window], bool]:
    _seat(window, PerColor(RANDOM, program("ignore-sigterm")))
    return lambda window: (
        window.state.game.view.ply == 3 and (window.state.game.lamp(Color.BLACK) is Lamp.THINKING)
    )


def _trial(window: Window) -> Callable[[Window], bool]:
    window.ask(SeatAI(Color.WHITE, program("hang")))
    return lambda window: window.state.game.seats.white.trying


def _seat(window: Window, specs: PerColor[PlayerSpec]) -> None:
    seats = specs.map(lambda spec: SeatState(spec, Mode.AUTO))
    window.state = replace(window.state, game=replace(window.state.game, seats=seats))
    window.ask(BeginAction.START_PLAYING)


STATES = {
    "idle": _idle,
    "clock": _clock,
    "thinking": _thinking,
    "stubborn": _stubborn,
    "trial": _trial,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("draw", "boards", "flood", "games", "serve"))
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    numbers = [int(word) for word in options.arguments if word.isdigit()]
    match options.what:
        case "draw":
            print(json.dumps(draw(*numbers)))
        case "boards":
            print(json.dumps(boards(*numbers)))
        case "flood":
            print(json.dumps(flood(*numbers)))
        case "games":
            print(json.dumps(games(*numbers)))
        case "serve":
            serve(*options.arguments)


if __name__ == "__main__":
    main()
