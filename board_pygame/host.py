"""Run games and programs for the window: whatever could block runs on other threads.

The window's calls return at once; the results arrive as :data:`News`.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import field, replace
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from board_core import (
    BoardError,
    Color,
    Event,
    Explanation,
    GameEnded,
    MovePlayed,
    PerColor,
    Player,
    Rules,
    Sentence,
    TimeControl,
    say,
)
from board_core.fast_dataclass import dataclass
from board_core.game.timesource import RealTime
from board_core.match.player_spec import PlayerKind, PlayerSpec, absent_file
from board_core.players.closing import close_together
from board_core.players.human import Human
from board_core.players.wrappers import Stepped

if TYPE_CHECKING:  # at run time they are imported when a game begins, after the first picture
    from board_core import Game
    from board_core.match import GameSpec

log = logging.getLogger(__name__)

NOT_BY_HAND = PerColor(False, False)

MOST_LINES = 500
"""The number of lines of a game or a trial start that are kept, counted from its end."""

Lines = tuple[tuple[str, str], ...]
"""Lines to (``<``), from (``>``) or on stderr of (``!``) a program, each after its way."""

NOTHING_SAID: PerColor[Lines] = PerColor((), ())

TRIAL_TIME = TimeControl(per_move=1.0, time_margin=9.0)
"""At its trial start, a program gets one second for its move and is stopped after ten."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to play; ``by_hand``: the AI of a side moves only when it is released.

    ``kept``: the file of the game of the past that goes on. ``earlier``: the moves that it begins
    with, as they were played once.
    """

    game: GameSpec
    by_hand: PerColor[bool] = NOT_BY_HAND
    kept: str = ""
    earlier: tuple[MovePlayed, ...] = ()

    def player(self, color: Color) -> PlayerSpec:
        """Return the player of a colour; the window gives all players as texts."""
        maker = self.game.makers[color]
        assert isinstance(maker, PlayerSpec)
        return maker


@dataclass(frozen=True, slots=True)
class Seated:
    """A running game and its players; no method waits for anything."""

    game: Game
    players: PerColor[Player]

    def play(self, color: Color, text: str) -> bool:
        """Move for a person, or in the place of an AI that is played by hand."""
        player = self.players[color]
        return isinstance(player, Human | Stepped) and player.play(text)

    def release(self, color: Color) -> bool:
        """Let an AI that is played by hand make this one move."""
        player = self.players[color]
        return isinstance(player, Stepped) and player.release()

    def hold(self, color: Color, *, hold: bool) -> None:
        """Let an AI wait before each of its moves, or move by itself again."""
        player = self.players[color]
        if isinstance(player, Stepped):
            player.hold(hold)

    def person(self, color: Color) -> Human | None:
        player = self.players[color]
        return player if isinstance(player, Human) else None


@dataclass(frozen=True, slots=True)
class Opened:
    """A game begins; its events have the same number."""

    number: int
    plan: GamePlan
    seated: Seated


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a game; with its end come the last lines said to and by each side's program."""

    number: int
    event: Event
    lines: PerColor[Lines] = field(default_factory=lambda: NOTHING_SAID)
    at: float = 0.0  # by the time of the games' clocks


@dataclass(frozen=True, slots=True)
class NotOpened:
    """A game could not begin."""

    why: Sentence


@dataclass(frozen=True, slots=True)
class LineSaid:
    """A line to (``<``) or from (``>``) a program, or of its stderr (``!``)."""

    color: Color
    way: str
    line: str
    name: str = ""  # of a program that is tested, and not the player of this side


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of a trial start: the first move and its seconds, or the reason for none."""

    color: Color
    spec: PlayerSpec
    move: str = ""
    elapsed: float = 0.0  # seconds
    trouble: Sentence | None = None
    explanation: Explanation | None = None
    warning: Sentence | None = None  # about running such programs
    note: Sentence | None = None  # about a program that may only work here
    lines: Lines = ()  # the last ones said


@dataclass(frozen=True, slots=True)
class Cleared:
    """All programs of the games so far have ended."""


News = Opened | Happened | NotOpened | LineSaid | Tried | Cleared

Task = Callable[[], None]


def _few_lines() -> deque[tuple[str, str]]:
    return deque(maxlen=MOST_LINES)


class Host:
    """Owns the players, the running game, and the thread that starts and ends them.

    ``post`` is called from several threads. :meth:`close` ends everything.
    """

    def __init__(self, post: Callable[[News], None], *, isolate: bool = True) -> None:
        self._post = post
        self._isolate = isolate
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._lock = threading.Lock()  # guards the four below
        self._game: Game | None = None  # the newest; it may have ended
        self._trials: dict[threading.Thread, Game | None] = {}
        self._closing = False
        self._asked = 0  # how often a game was requested or stopped
        self._number = 0
        self._players: dict[tuple[Color, PlayerSpec], Player] = {}  # of the worker alone
        self._now = RealTime().now
        self._said = PerColor(_few_lines(), _few_lines())  # in this game, by threads that append
        self._worker = threading.Thread(target=self._work, name="host")
        self._worker.start()

    # What the window asks for; each returns at once

    def play(self, plan: GamePlan) -> None:
        """End the running game, if there is one, and start this one."""
        self._tasks.put(partial(self._open, plan, self.stop()))

    def stop(self) -> int:
        """End the running game, and one that is about to start; the programs stay loaded.

        Return the number of calls so far.
        """
        with self._lock:
            game = self._game
            self._asked += 1
            asked = self._asked
        if game is not None:
            game.stop(wait=False)
        return asked

    def reset(self) -> None:
        """End the running game and all programs, then post :class:`Cleared`."""
        self.stop()
        self._tasks.put(self._clear)

    def try_start(self, color: Color, spec: PlayerSpec, rules: Rules) -> None:
        """Start a program, ask it for one move as White, and end it."""
        trial = threading.Thread(
            target=self._guarded, args=(partial(self._try, color, spec, rules),), name="trial"
        )
        with self._lock:
            if self._closing:
                return
            self._trials = {one: game for one, game in self._trials.items() if one.is_alive()}
            self._trials[trial] = None
            trial.start()

    def close(self) -> None:
        """End everything and wait for it. Safe to call twice."""
        with self._lock:
            already, self._closing = self._closing, True
            trials = dict(self._trials)
        for game in trials.values():
            if game is not None:
                game.stop(wait=False)
        self.stop()
        if not already:
            self._tasks.put(self._clear)
            self._tasks.put(None)
        for thread in (self._worker, *trials):
            thread.join()

    # On the threads of the host

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._guarded(task)

    def _guarded(self, task: Task) -> None:
        try:
            task()
        except BoardError as error:
            self._post(NotOpened(error.sentence))
        except Exception as error:  # the window stays open and shows it
            log.exception("the host failed")
            self._post(NotOpened(say("the game could not begin: {why}", why=error)))

    def _open(self, plan: GamePlan, asked: int) -> None:
        self._end_game()
        self._close([key for key in self._players if key[1] != plan.player(key[0])])
        players = PerColor(self._player(Color.WHITE, plan), self._player(Color.BLACK, plan))
        game = plan.game.game(players)
        self._number += 1
        number = self._number
        self._post(Opened(number, plan, Seated(game, players)))
        for said in (self._said.white, self._said.black):
            said.clear()
        known, same = deque(plan.earlier), plan.game.clock is not None

        def hear(event: Event) -> None:
            if known and isinstance(event, MovePlayed):
                was = known.popleft()
                clock = was.clock if same else event.clock
                event = replace(event, clock=clock, elapsed=was.elapsed, said=was.said)
            self._post(self._happened(number, event))

        game.bus.subscribe(hear)
        with self._lock:
            self._game = game
            closing, stopped = self._closing, asked != self._asked
        if not closing:
            game.start()
            if stopped:
                game.stop(wait=False)

    def _happened(self, number: int, event: Event) -> Happened:
        ended, said = isinstance(event, GameEnded), self._said
        lines = PerColor(tuple(said.white), tuple(said.black)) if ended else NOTHING_SAID
        return Happened(number, event, lines, self._now())

    def _player(self, color: Color, plan: GamePlan) -> Player:
        """Return the player of a side; programs are kept for the next game."""
        spec = plan.player(color)
        player = self._players.get((color, spec))
        if player is None:
            heard = self._said[color].append
            player = self._make(color, spec, plan.game.seeds[color], heard)
            self._players[color, spec] = player
        if spec.kind is PlayerKind.HUMAN:
            return player
        return Stepped(player, holds=plan.by_hand[color])

    def _make(
        self,
        color: Color,
        spec: PlayerSpec,
        seed: int | None,
        heard: Callable[[tuple[str, str]], object],
        name: str = "",
    ) -> Player:
        def transcript(way: str, line: str) -> None:
            heard((way, line))
            self._post(LineSaid(color, way, line, name))

        return spec.make(seed=seed, isolate=self._isolate, transcript=transcript)

    def _try(self, color: Color, spec: PlayerSpec, rules: Rules) -> None:
        from board_core.supervise.sandbox import Confinement, warn_once

        lines = _few_lines()
        absent = absent_file(spec)  # in a sandbox a missing file could not be reported
        if absent is not None:
            self._post(Tried(color, spec, trouble=absent))
            return
        try:
            player = self._make(color, spec, None, lines.append, spec.name)
        except BoardError as error:
            self._post(Tried(color, spec, trouble=error.sentence))
            return
        try:
            tried = Tried(color, spec, warning=warn_once(Confinement()))
            result = self._tried(tried, player, rules)
            self._post(replace(result, lines=tuple(lines)))
        finally:
            player.close()

    def _tried(self, tried: Tried, player: Player, rules: Rules) -> Tried:
        from board_core.diagnosis.flushing import held_back, is_buffered_elsewhere
        from board_core.players.process import ProcessAI
        from board_core.supervise.command import resolve

        spec, moved = tried.spec, self._first_move(tried, player, rules, TRIAL_TIME)
        if not moved.move or not spec.command or not is_buffered_elsewhere(resolve(spec.command)):
            return moved
        talk, place = spec.dialogue(), spec.folder
        with closing(ProcessAI(spec.command, protocol=talk, folder=place, buffered=True)) as again:
            limit = TimeControl(per_move=1.0 + 3 * moved.elapsed)
            failed = self._first_move(tried, again, rules, limit)
        return replace(moved, note=held_back(failed.explanation))

    def _first_move(self, tried: Tried, player: Player, rules: Rules, limit: TimeControl) -> Tried:
        """Return the result of a game that ends after a move of this player."""
        from board_core.match import GameSpec
        from board_core.players.scripted import FakeTime, ScriptedPlayer

        events: list[Event] = []
        game: Game

        def hear(event: Event) -> None:
            events.append(event)
            if isinstance(event, MovePlayed):  # one is enough
                game.stop()

        opponent = ScriptedPlayer(FakeTime(), None, name="trial")
        seats = (player, opponent) if rules.first is Color.WHITE else (opponent, player)
        game = GameSpec(rules, seats[0], seats[1], limit).game(PerColor(*seats))
        game.bus.subscribe(hear, thoughts=False)
        with self._lock:
            self._trials[threading.current_thread()] = game
            if self._closing:
                return tried
        game.run()
        for event in events:
            if isinstance(event, MovePlayed):
                return replace(tried, move=event.notation, elapsed=event.elapsed)
        ended = next(event for event in events if isinstance(event, GameEnded))
        trouble = say("it made no move")
        if ended.explanation is not None:
            trouble = ended.explanation.full_sentence
        return replace(tried, trouble=trouble, explanation=ended.explanation)

    def _end_game(self) -> None:
        with self._lock:
            game, self._game = self._game, None
        if game is not None:
            game.stop()

    def _clear(self) -> None:
        self._end_game()
        self._close(list(self._players))
        self._post(Cleared())

    def _close(self, keys: Sequence[tuple[Color, PlayerSpec]]) -> None:
        close_together([self._players.pop(key) for key in keys])
