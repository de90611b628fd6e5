"""Host one game: ask the players, keep the time, publish the events.

The game uses threads and not asyncio: every caller blocks anyway (a window owns the main thread, a
terminal blocks in a read, an AI computes), so one queue and one deadline are enough. The game owns
every player that it made from a function or a text, and its thread and inbox, which both end after
the ``GameEnded`` event.

The next player is asked before subscribers get the event, so no clock is charged for notation,
records or frontends. The journal comes before both. It is a hook, not a subscriber: if a subscriber
fails, the error is logged; if the journal fails, the game ends, and the referee revokes the
unannounced events.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial, reduce
from inspect import iscoroutinefunction
from queue import Empty
from types import NoneType
from typing import TYPE_CHECKING, Self
from weakref import WeakSet

from board_core.text.sentence import BoardError, given, given_number, say

from .absence import Absence
from .bus import Delivery, EventBus, Handler
from .clock import UNTIMED, Clock, TimeControl, both_controls
from .events import (
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    PlayerSaid,
    PlayerSilent,
    Thinking,
    TurnStarted,
)
from .loop import Loop
from .player import (
    CannotTakeBack,
    Cause,
    Explanation,
    Note,
    Play,
    Player,
    PlayerLike,
    Reply,
    Seat,
    Statement,
    Thought,
    Turn,
    player_source,
    raised,
    reply_of,
    statement_of,
    traceback_of,
)
from .referee import (
    Adjudicate,
    Away,
    Decision,
    Explained,
    ExplanationWanted,
    GameSettings,
    Message,
    Pause,
    Ready,
    Referee,
    Resume,
    Stopped,
    TakeBack,
    Tick,
    Told,
)
from .referee_phases import new_replied, new_told
from .rules import BadRules, MoveList, Outcome, Position, Reason, Rules, told
from .sides import Color, PerColor
from .timesource import STRAGGLER_SECONDS, RealTime, TimeSource

if TYPE_CHECKING:
    from .async_events import Feed
    from .played_game import PlayedGame
    from .view import View

log = logging.getLogger(__name__)

VIEWING_PAUSE = 0.1
"""Seconds between the moves of two programs when a person watches."""


RUNNING: WeakSet[Game] = WeakSet()
"""The games that were started on threads of their own."""

RECORDED = frozenset((GameStarted, MovePlayed, MovesTakenBack, GameEnded))
"""The events of which a record consists."""

REPORTS = frozenset((Thinking, PlayerSaid, PlayerSilent))
"""The frequent events, which change neither board nor clocks."""

SECONDS_AT_EXIT = 10.0
"""The longest wait for such games when the program ends."""


class CannotBegin(BoardError):
    """Error: a player cannot begin this game; the sentence names it and the reason."""


class _Shown:
    """The position and clock of a game where no event holds them."""

    __slots__ = ("clock", "position")

    def __init__(self, position: Position, clock: Clock) -> None:
        self.position = position
        self.clock = clock


class Game:
    """One game. It can be played once; to play again, make another, on the same bus if you like.

    ``run()`` plays it on the calling thread. ``start()`` plays it on its own thread, until the game
    is over, ``stop()`` is called or the ``with`` block is left. ``await game.played()`` and
    ``async for event in game.events()`` do the same for asyncio.

    ``white`` and ``black`` are players, functions of a board (each runs in an
    :class:`~board_core.players.InProcessAI` with the defaults), or texts as on the command line:
    ``"hard"``, ``"uci:stockfish"``, ``"my_ai.py:choose"``. The caller closes the players it gives;
    the game closes the players it makes from functions and texts.

    :attr:`position`, :attr:`moves`, :attr:`clock`, :attr:`outcome`, :attr:`explanation` and
    :meth:`record` can be read at any time, from any thread. None of them shows a move before the
    journal has it.

    ``moves`` are played before any player is asked: an opening, or a game to be continued, with
    ``clock`` as both clocks stood after them.

    ``journal`` is called with each event before the players and the bus get it. If it raises, the
    move or the ending is not announced and the game ends at once, so the journal holds all that was
    announced.

    Raises TypeError for a value that is no player, BadPlayer for a text that names no player of
    this game, BadSetup or IllegalMove for an invalid ``setup`` or illegal ``moves``, and
    CannotBegin if a player knows only the standard starting position.
    """

    def __init__(
        self,
        rules: Rules,
        white: PlayerLike,
        black: PlayerLike,
        *,
        time_control: TimeControl | PerColor[TimeControl] = UNTIMED,
        setup: str | None = None,
        moves: Iterable[str] = (),
        clock: Clock | None = None,
        viewing_pause: float = 0.0,
        draw_if_cannot_win: bool = True,
        start_limit: float = 30.0,
        bus: EventBus | None = None,
        time: TimeSource | None = None,
        journal: Handler | None = None,
    ) -> None:
        given(rules, Rules, "is no game: give its Rules, as CHESS or game_named('gomoku').rules")
        time_control = both_controls(time_control)
        given(setup, (str, NoneType), "is no position: give its text, or None")
        moves = tuple(moves)
        for move in moves:
            given(move, str, "is no text of a move: give one, as 'e2e4' (str(move))")
        given(clock, (Clock, NoneType), "is no clock: give that of a game so far (game.clock)")
        given_number(viewing_pause, "is no pause between moves: give seconds, 0 or more")
        given_number(start_limit, "is no limit for the start: give seconds, 0 or more")
        given(bus, (EventBus, NoneType), "is no EventBus: give one, or None")
        given(time, (TimeSource, NoneType), "is no TimeSource: give one, or None")
        if journal is not None and not callable(journal):
            given(journal, (), "keeps no events: give a function of an event, or None")
        self.bus: EventBus = bus or EventBus()
        self._rules = rules
        self._time = time or RealTime()
        self._delivery = Delivery(self.bus)
        self._setup = setup
        self._journal = journal
        self._seated = False
        self._token = object()  # identifies this game to both players
        self._inbox: Loop[Message] = Loop()
        self._unpublished: deque[Event] = deque()
        self._since: tuple[Event, ...] = ()  # the last move, without reports; replaced whole
        self._joining: deque[Feed] = deque()  # they get what has been
        self._thread: threading.Thread | None = None  # plays the game
        self._own_thread = False
        self._done = threading.Event()
        self._ended: GameEnded | None = None
        self._shown: _Shown | Turn | MovePlayed  # replaced whole
        self._following = threading.Lock()
        from .played_game import Recorder  # slow to import: only when a game is made

        self._recorder = Recorder()
        settings = GameSettings(time_control, viewing_pause, draw_if_cannot_win, start_limit)
        with ExitStack() as made:
            seated = (_player(rules, each, self._time, made) for each in (white, black))
            self._players = players = PerColor(*seated)
            if _inner(players.white) is _inner(players.black):
                raise BoardError(
                    f"{self._players.white!r} cannot play both sides: give two players"
                )
            self._referee = self._seated_referee(settings, moves, clock)
            self._made = made.pop_all()  # the players that the game closes at its end
        self._show()

    def __repr__(self) -> str:
        """Name the game, the players and the result so far."""
        names = self._players.map(lambda player: player.name)
        result = "*" if self.outcome is None else self.outcome.result
        game, plies = self._rules.name, len(self.moves)
        return f"<Game: {game}, {names.white} - {names.black} {result}, {plies} plies>"

    def _seated_referee(
        self, settings: GameSettings, moves: Iterable[str], clock: Clock | None
    ) -> Referee:
        setup, players = self._setup, (self._players.white, self._players.black)
        wakes = any(player.must_be_roused for player in players)
        waits = any(type(player).time_waits is not Player.time_waits for player in players)
        referee = Referee(
            self._rules,
            self._players.map(lambda player: player.name),
            settings,
            may_retry=self._players.map(lambda player: player.may_retry),
            automatic=self._players.map(lambda player: player.automatic),
            setup=setup,
            moves=moves,
            clock=clock,
            rouse=partial(_rouse, self._players) if wakes else None,
            time_waits=partial(_time_waits, self._players) if waits else None,
        )
        if setup is not None or referee.ply:
            for player in players:
                if player.standard_start_only:
                    raise CannotBegin(
                        say(
                            "{player} can only begin from the standard starting position, as SAN "
                            "lines carry no other: use UCI, or a function FILE.py:NAME",
                            player=player.name,
                        )
                    )
        return referee

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._shown.position

    @property
    def moves(self) -> MoveList:
        """The moves since the start of the game."""
        return MoveList(self._recorder.moves) if self._seated else self._referee.moves

    @property
    def clock(self) -> Clock:
        """Both clocks; :meth:`~board_core.Clock.remaining_at` gives a running one's time left."""
        return self._shown.clock

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it goes on."""
        return self._ended.outcome if self._ended else None

    @property
    def explanation(self) -> Explanation | None:
        """The explanation of the failure that ended the game; None if none did."""
        return self._ended.explanation if self._ended else None

    def record(self) -> PlayedGame:
        """Return the game as played so far."""
        if self._seated:
            return self._recorder.record
        recorder = type(self._recorder)()  # no event has been announced yet
        for event in self._referee.opening():
            recorder(event)
        if self._ended:
            recorder(self._ended)
        return recorder.record

    def view(self) -> View:
        """Return the game as a frontend draws it now; see :class:`~board_core.game.View`."""
        from .view import View, first_view  # which a game without a frontend does not need

        while True:
            since, record = self._since, self.record()
            if since is self._since:  # no move has come between
                begun, *later = record.events()
                assert isinstance(begun, GameStarted)
                return reduce(View.after, (*later, *since), first_view(begun))

    def run(self) -> PlayedGame:
        """Play to the end on this thread and return the game.

        An internal error of the board, or an error of the rules, ends the game and is then raised.
        Raises RuntimeError if the game was started before.
        """
        self._begin(threading.current_thread())
        self._play()
        return self.record()

    def _begin(self, thread: threading.Thread) -> None:
        if self._thread is not None:
            raise RuntimeError("a game is played once: make another one")
        self._thread = thread

    def _play(self) -> None:
        try:
            with self._inbox.driven_here():
                try:
                    self._host()
                except BaseException as error:
                    self._break_off(error)
                    raise
        finally:
            self._end()

    def _host(self) -> None:
        """Wait for each message, and carry out what the referee decides."""
        referee, now = self._referee, self._time.now
        with self._time.attend() as absences:
            self._carry_out(referee.start(now()))
            come, handle = self._inbox.messages, referee.handle
            while self._ended is None:
                message = come.popleft() if len(come) == 1 else self._awaited_message(absences)
                for absence in absences():  # before one can make a flag fall
                    self._carry_out(handle(Away(absence), now))
                if decisions := handle(message, now):
                    self._carry_out(decisions)

    def _break_off(self, error: BaseException) -> None:
        """End the game because Ctrl-C or an error was raised while hosting it."""
        referee, now = self._referee, self._time.now
        if isinstance(error, KeyboardInterrupt):
            while not referee.over:  # do not wait for an end that is being explained
                self._carry_out(referee.handle(Stopped(now())))
            return
        why, explanation = told(error), None
        if isinstance(error, BadRules):
            why, trace = str(error), traceback_of(error)
            explanation = Explanation(Cause.EXCEPTION, error.sentence, traceback=trace)
        self._carry_out(referee.fail(why, now(), explanation))

    def _end(self) -> None:
        with ExitStack() as ending:  # in reverse order, even if one of them raises
            ending.callback(self._say_done)
            ending.callback(self._inbox.close)
            ending.callback(self._made.close)

    def _say_done(self) -> None:
        with self._following:
            self._let_in()
            self._done.set()
            followers, self._delivery.followers = self._delivery.followers, ()
        for follower in followers:
            follower(None)

    def start(self) -> None:
        """Play on the game's own thread; the end of the program stops the game.

        Raises RuntimeError if the game was started before.
        """
        name = f"game of {self._rules.name}"
        thread = threading.Thread(target=self._play, name=name, daemon=True)
        self._begin(thread)
        RUNNING.add(self)
        atexit.unregister(_stop_running)  # it comes before what the players have registered
        atexit.register(_stop_running)
        thread.start()
        self._own_thread = True

    def stop(self, detail: str = "", *, wait: bool = True) -> None:
        """End the game without a result if it goes on; wait until its last event is published.

        If a subscriber calls this for its own game, neither it nor :meth:`join` waits.
        """
        self._inbox.put(Stopped(self._time.now(), detail))
        if wait:
            self._wait(None)

    def pause(self) -> None:
        """Stop both clocks; an answer that arrives during the pause is kept for :meth:`resume`."""
        self._inbox.put(Pause(self._time.now()))

    def resume(self) -> None:
        """Let the clocks run again after a pause."""
        self._inbox.put(Resume(self._time.now()))

    def take_back(self, plies: int = 1) -> None:
        """Undo the last plies and restore the clocks.

        Raises BoardError for fewer than one ply, and CannotTakeBack for more plies than were
        played, or if a player's protocol cannot take back moves.
        """
        given_number(plies, "is no number of plies to take back: give 1 or more", 1)
        for player in (self._players.white, self._players.black):
            if player.cannot_rewind is not None:
                raise CannotTakeBack(player.cannot_rewind)
        if plies > self._referee.ply:
            raise CannotTakeBack(
                say(
                    "only {played} plies have been played, {plies} cannot be taken back",
                    played=self._referee.ply,
                    plies=plies,
                )
            )
        self._inbox.put(TakeBack(plies, self._time.now()))

    def adjudicate(self, winner: Color | None, detail: str = "") -> None:
        """End the game by the organiser's decision; ``winner`` None is a draw."""
        given(winner, (Color, NoneType), "wins no game: give a Color, or None for a draw")
        self._inbox.put(Adjudicate(winner, self._time.now(), detail))

    def join(self, timeout: float | None = None) -> PlayedGame | None:
        """Wait for the last event and return the game, or None after ``timeout`` seconds."""
        self._wait(timeout)
        return self.record() if self._ended else None

    def _wait(self, timeout: float | None) -> None:
        thread = self._thread
        if thread is None:
            self._done.wait(timeout or 0)
        elif thread is not threading.current_thread():
            if self._own_thread:
                thread.join(timeout)
            else:
                self._done.wait(timeout)

    async def played(self) -> PlayedGame:
        """Start the game unless it has begun, and wait for its end without blocking the event loop.

        Cancelling this call stops the game if the call started it.
        """
        async for _ in self._followed():
            pass
        return self.record()

    def events(self, *, from_start: bool = False) -> AsyncGenerator[Event, None]:
        """Start the game unless it has begun, and yield every later event in order.

        With ``from_start`` the start, all moves and what came since the last one come first: for
        those who come late, or after the end.

        A slow caller loses no events and delays no player. If this call started the game, leaving
        or cancelling the iteration stops it.
        """
        self._delivery.thoughts_followed = True
        return self._followed(from_start)

    def _followed(self, from_start: bool = False) -> AsyncGenerator[Event, None]:
        from .async_events import Feed, followed  # imports asyncio, which only its users need

        feed = Feed()
        with self._following:
            if from_start:
                self._joining.append(feed)
            elif not self._done.is_set():
                self._delivery.followers = (*self._delivery.followers, feed.put)
            if self._done.is_set():
                self._let_in()
                feed.put(None)
        if from_start:
            self._inbox.call(self._let_in)
        return followed(feed, self._started_now, lambda: self.stop(wait=False))

    def _let_in(self) -> None:
        """Give those who join all that has been, and then what comes: on the game's thread."""
        while self._joining:
            feed = self._joining.popleft()
            for event in (*self.record().events(), *self._since):
                feed.put(event)
            self._delivery.followers = (*self._delivery.followers, feed.put)

    def _started_now(self) -> bool:
        """Start the game unless it has begun; return True if this call started it."""
        with self._following:
            if self._thread is not None:
                return False
            self.start()
            return True

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _awaited_message(self, absences: Callable[[], Iterable[Absence]]) -> Message:
        if self._inbox.messages and self._is_overdue():
            for absence in absences():  # which may postpone the deadline
                self._carry_out(self._referee.handle(Away(absence), self._time.now))
            if self._is_overdue():
                return self._overdue_message()
        try:
            return self._time.receive(self._inbox, self._referee.deadline)
        except Empty:
            return Tick(self._time.now())

    def _is_overdue(self) -> bool:
        return self._time.now() > self._referee.deadline + STRAGGLER_SECONDS

    def _overdue_message(self) -> Message:
        """Return the first message that decides something, or a Tick, after the deadline.

        Statements still to be announced must not delay the fall of a flag.
        """
        come = self._inbox.messages
        for index in range(len(come)):
            message = come[index]
            if type(message) is not Told or not isinstance(message.statement, Note | Thought):
                del come[index]  # others only add at the other end
                return message
        return Tick(self._time.now())

    def _seat(self, color: Color) -> None:
        """Offer the game to a player.

        The player may keep the seat. Nothing in the seat refers to the game, so a finished game,
        with all its players have learnt (perhaps many megabytes), is freed at once.
        """
        put, now, delivery = self._inbox.put, self._time.now, self._delivery

        def ready() -> None:
            put(Ready(color, now()))

        def tell(statement: Statement, at: float | None = None) -> None:
            put(new_told(color, statement_of(statement), now() if at is None else at))

        player, started = self._players[color], self._referee.started
        seat = Seat(
            color,
            self._rules,
            started.position,
            self._setup,
            started.clock,
            self._players[color.other].name,
            ready,
            tell,
            self._token,
            self._inbox,
            self._referee.given,
            lambda: delivery.wants_thoughts,
            opens=color is self._referee.to_move,
        )
        try:
            player.seat(seat)
        except Exception as error:
            log.exception("%s could not be seated", player.name)
            tell(raised(error, Reason.NOT_STARTED))

    def _carry_out(self, decisions: list[Decision]) -> None:
        """Hand events to the journal, then to the players, then to the subscribers.

        So every announced event is in the journal, and no clock is charged for subscribers.
        """
        pending, followers = self._unpublished, self._delivery.followers
        audience = self._delivery.audience()
        for index, event in enumerate(decisions):
            if type(event) is ExplanationWanted:
                self._ask_why(event.color, event.reason)
                continue
            if type(event) is GameEnded:  # the quickest test, made twice a ply
                event = replace(event, off_turn=PerColor(*Color).map(self._off_turn))
            if self._journal is not None:
                try:
                    self._journal(event)
                except BaseException as error:
                    self._end_without_journal(decisions[index:], error)
                    return
            if followers or audience[type(event)]:
                pending.append(event)
            if type(event) is TurnStarted:
                turn = event.turn
                self._shown = turn
                self._since = (*self._since, event)
                if turn.question == 1:  # a record needs only the first
                    self._recorder(event)
                self._ask(turn)
                continue
            if type(event) in RECORDED:
                self._since = ()  # before the record has it: see view()
            elif type(event) not in REPORTS:
                self._since = (*self._since, event)
            self._recorder(event)
            match event:
                case MovePlayed():
                    self._shown = event
                case Thinking() | PlayerSilent():
                    pass  # the most frequent event; it changes neither board nor clocks
                case PlayerSaid(color, note=Note(call=call)):
                    if call is not None:
                        self._tell(color, lambda player: player.kept(call))
                case MoveRejected(color, _, text, why):
                    self._tell(color, lambda player: player.rejected(text, why))
                case MovesTakenBack():
                    self._show()
                    for color in Color:
                        self._tell(color, lambda player: player.withdraw())
                case DrawOffered(color):
                    self._tell(color.other, lambda player: player.offered_draw())
                case GameStarted():
                    self._seated = True
                    for color in Color:
                        self._seat(color)
                case GameEnded():
                    self._show()
                    self._ended = event
                    self._finish(event)
                case _:
                    self._show()
        if pending:
            self._delivery.publish(pending)
        if self._joining:
            self._let_in()

    def _show(self) -> None:
        """Publish the referee's position and clock for other threads."""
        self._shown = _Shown(self._referee.position, self._referee.clock)

    def _end_without_journal(self, decisions: list[Decision], error: BaseException) -> None:
        """End the game as it was before these events, because the journal refused the first."""
        self._journal = None  # the end is announced without the journal
        self._referee.revoke(decisions)
        for event in decisions:
            if isinstance(event, GameStarted | MovesTakenBack):
                self._recorder(event)
                self._unpublished.append(event)
        if not isinstance(error, Exception):
            raise error
        why = error.strerror if isinstance(error, OSError) and error.strerror else told(error)
        ended = self._referee.fail(f"the journal could not be written: {why}", self._time.now())
        self._carry_out(ended)

    def _ask(self, turn: Turn) -> None:
        color, question = turn.color, turn.question
        put, now = self._inbox.put, self._time.now

        def answer(reply: Reply | str, at: float | None = None) -> None:
            if type(reply) is not Play or type(reply.text) is not str:  # checked once a ply
                reply = reply_of(reply)
            put(new_replied(color, question, reply, now() if at is None else at))

        try:
            self._players[color].ask(turn, answer)
        except Exception as error:  # a player may be untrusted code; the game goes on
            log.exception("%s could not be asked", self._players[color].name)
            answer(raised(error))

    def _ask_why(self, color: Color, reason: Reason) -> None:
        """Ask a player why it lost; its answer, now or later, is a message."""
        put, now = self._inbox.put, self._time.now

        def explained(explanation: Explanation | None) -> None:
            known = explanation if isinstance(explanation, Explanation) else None
            put(Explained(color, known, now()))

        try:
            self._players[color].explain(reason, explained)
        except Exception:  # a player may be untrusted code
            log.exception("%s failed in explain", self._players[color].name)
            explained(None)

    def _off_turn(self, color: Color) -> float | None:
        try:
            return self._players[color].off_turn()
        except Exception:
            log.exception("%s failed in off_turn", self._players[color].name)
            return None

    def _finish(self, event: GameEnded) -> None:
        """Tell both players that the game is over."""
        if not self._seated:
            return
        for color in Color:
            self._tell(color, lambda player: player.withdraw())
            self._tell(color, lambda player: player.finish(event.turn, event.outcome))

    def _tell(self, color: Color, tell: Callable[[Player], None]) -> None:
        """Call a player, which may be untrusted code."""
        player = self._players[color]
        try:
            tell(player)
        except Exception:
            log.exception("%s failed when it was told something", player.name)


def _player(rules: Rules, given: PlayerLike, time: TimeSource, made: ExitStack) -> Player:
    """Return the player; ``made`` closes one made here. Raises TypeError and BadPlayer."""
    is_given = isinstance(given, Player)
    if isinstance(given, Player):
        if iscoroutinefunction(given.ask):
            raise TypeError(
                f"{given!r} has an 'async def ask': write 'def', which may start a task of your "
                "loop (asyncio.run_coroutine_threadsafe), and call answer from it"
            )
        player: Player = given
    else:
        player = player_source(given, rules).make()
    if not player.returns_at_once and isinstance(time, RealTime):
        from .own_thread import OnOwnThread  # which only players of somebody's own need

        player, is_given = OnOwnThread(player, closes=not is_given), False
    if not is_given:
        made.callback(player.close)
    return player


def _inner(player: Player) -> object:
    """Return the player that a wrapper wraps, or itself."""
    return getattr(player, "inner", player)


def _time_waits(players: PerColor[Player], color: Color) -> bool:
    """Return whether the time of a player waits. (Not a method, for the same reason.)"""
    return players[color].time_waits


def _rouse(players: PerColor[Player], color: Color) -> None:
    """Wake a player. (Not a method: its referee would hold the game, and all its positions.)"""
    try:
        players[color].rouse()
    except Exception:  # the player is asked anyway
        log.exception("%s could not be roused", players[color].name)


def _stop_running() -> None:
    """Stop the games that go on when the program ends: nobody can stop them any more."""
    running = [game for game in RUNNING if game._thread is not None and game._thread.is_alive()]
    for game in running:
        game.stop(wait=False)
    for game in running:
        game.join(SECONDS_AT_EXIT)
