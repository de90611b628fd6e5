"""A question to an AI, the game that it is about, and the thread that thinks about it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from board_core.game.clock import Clock
from board_core.game.player import Fail, Play, Reply, Thought, Turn
from board_core.game.rules import MoveList, Position, Rules
from board_core.game.timesource import RealTime
from board_core.players.thinking import AITurn, Function, think, wants_turn

REAL_TIME = RealTime()


class ToldGame:
    """The game as the host told it; positions that are told again are not computed again."""

    def __init__(self, rules: Rules, setup: str | None = None) -> None:
        """Begin with a position. Raises BadSetup."""
        self._rules, self.setup = rules, setup
        self.positions: list[Position] = [rules.start(setup)]
        self.moves = MoveList()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def told(self, setup: str | None, texts: Sequence[str]) -> ToldGame:
        """Return the game of a position. Raises BadSetup; its moves are to be played yet."""
        known = self.setup == setup and list(self.moves) == list(texts[: len(self.moves)])
        return self if known else ToldGame(self._rules, setup)

    def play(self, text: str) -> None:
        """Play a move. Raises IllegalMove."""
        move = self.position.parse(text)
        self.positions.append(self.position.play(move))
        self.moves = self.moves.added(move)

    def take_back(self) -> None:
        self.positions.pop()
        self.moves = self.moves.first(len(self.positions) - 1)

    def turn(self, clock: Clock) -> Turn:
        before = self.positions[-2] if self.moves else None
        ply, position = len(self.moves), self.position
        return Turn(position.to_move, ply, ply + 1, position, clock, self.moves, before)


class EngineSearch:
    """A search on a thread of its own, from :meth:`start` to :meth:`end`.

    While it ponders, its clock stands still and the answer waits. Whoever starts it ends it.
    """

    def __init__(
        self, work: Callable[[EngineSearch], None], *, ponders: bool = False, endless: bool = False
    ) -> None:
        """Prepare to do the work; an ``endless`` search may answer only after :meth:`end`."""
        self._began = REAL_TIME.now()
        self._clock_since = None if ponders else self._began
        self._endless = endless
        self._stop, self._may_answer = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=work, args=(self,), daemon=True)

    def start(self) -> None:
        self._allow_answer()
        self._thread.start()

    def end(self) -> None:
        """Have the search answer now, and wait for its answer. Safe to call twice."""
        self._stop.set()
        self._may_answer.set()
        self._thread.join()

    def start_clock(self) -> None:
        """Go on with the clock running: the move that it pondered on was played."""
        if self._clock_since is None:
            self._clock_since = REAL_TIME.now()
            self._allow_answer()

    def _allow_answer(self) -> None:
        if self._clock_since is not None and not self._endless:
            self._may_answer.set()

    def stopped(self) -> bool:
        return self._stop.is_set()

    def wait_until_answer_is_allowed(self) -> None:
        self._may_answer.wait()

    @property
    def age(self) -> float:
        """Seconds since the search began."""
        return REAL_TIME.now() - self._began

    @property
    def elapsed(self) -> float:
        """Seconds that the clock has run."""
        return 0.0 if self._clock_since is None else REAL_TIME.now() - self._clock_since


class SearchTurn(AITurn):
    """A turn whose time is that of a search, which may have been pondering."""

    __slots__ = ("_search",)

    def __init__(
        self,
        turn: Turn,
        search: EngineSearch,
        report: Callable[[Thought], None] = lambda thought: None,
    ) -> None:
        super().__init__(turn, search.stopped, report)
        self._search = search

    @property
    def elapsed(self) -> float:
        return self._search.elapsed


def chosen(function: Function, turn: AITurn) -> str:
    """Return the move that the function plays. Raises RuntimeError if it has none."""
    replies: list[Reply] = []
    think(function, wants_turn(function), turn, replies.append)
    match replies[0]:
        case Play(text):
            return text
        case Fail(explanation):
            raise RuntimeError(f"{explanation.sentence}\n{explanation.traceback}")
        case other:
            raise RuntimeError(f"{other} is no move")
