"""A question to an AI, the game that it is about, and the thread that thinks about it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from board_core.game.clock import Clock, TimeControl
from board_core.game.player import Fail, Play, Reply, Thought, Turn
from board_core.game.rules import Move, MoveList, Position, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.players.thinking import AITurn, Function, think, wants_turn
from board_core.protocols.san_line import GO_LINE, MOVE_AGAIN
from board_core.text.sentence import BoardError

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


class LinesPlayer:
    """Receives a colour, then the other side's moves; sends its own. A colour begins a new game.

    A position may follow the colour. The protocol tells nothing of time: each move may take
    ``seconds``.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        make: Callable[[int | None], Function],
        rules: Rules,
        seed: int | None = None,
        seconds: float = 1.0,
    ) -> None:
        self._say, self._make, self._rules, self._seed = say, make, rules, seed
        self._clock = Clock.new(PerColor.both(TimeControl(per_move=seconds)))
        self._begin(None, None)

    def _begin(self, color: Color | None, setup: str | None) -> None:
        """Begin a game on this side. Raises BadSetup."""
        self._game = ToldGame(self._rules, setup)
        self._color = color
        self._refused: set[Move] = set()
        self._function = self._make(self._seed)

    def heard(self, line: str) -> bool:
        """Handle a line. Always True: more lines may come."""
        word, _, rest = line.strip().partition(" ")
        if word in (Color.WHITE.value, Color.BLACK.value):
            self._start(Color(word), rest.strip() or None)
        elif word == MOVE_AGAIN and self._game.moves:
            self._refused.add(self._game.moves[-1])
            self._game.take_back()
            self._move()
        elif word == GO_LINE:
            self._move()
        elif word:
            self._answer(line.strip())
        return True

    def close(self) -> None:
        pass

    def _start(self, color: Color, setup: str | None) -> None:
        try:
            self._begin(color, setup)
        except BoardError as error:
            self._say(str(error.sentence))  # which no host takes for a move
            return
        self._move()

    def _answer(self, text: str) -> None:
        try:
            self._game.play(text)
        except BoardError:  # a result, or another line at the end of a game
            return
        self._refused = set()
        self._move()

    def _move(self) -> None:
        """Say a move, if it is this side's turn; whether a draw ends the game is up to the host."""
        position = self._game.position
        outcome = position.outcome()
        won = outcome is not None and outcome.winner is not None
        if position.to_move is not self._color or won:
            return
        left = [move for move in position.legal_moves() if move not in self._refused]
        if not left:
            return
        text = chosen(self._function, AITurn(self._game.turn(self._clock)))
        move = position.parse(text)
        if move in self._refused:
            move = left[0]
        self._say(position.notation(move))
        self._game.play(move)
