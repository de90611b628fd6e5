"""Anything anybody may do to a game, in any order; what must hold holds after each of it.

The game runs on its own thread, as in earnest; its time is moved by hand. After every step the
machine waits until the game has nothing left to do, so that each run is the same.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from patience import PATIENCE
from profiles import examples

from board_core import (
    Answer,
    Cause,
    Color,
    DrawOffered,
    Event,
    Explanation,
    Fail,
    Game,
    GameEnded,
    GameStarted,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    Play,
    Player,
    Reason,
    Resign,
    Resumed,
    TimeControl,
    Turn,
    TurnStarted,
    say,
)
from board_core.game import CannotTakeBack
from board_core.game.absence import Absence, Missed
from board_core.game.loop import Loop
from board_core.games import CHESS
from board_core.players import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw, Seat

T = TypeVar("T")

NONSENSE = ["", "0000", "Ke5", "e9", "e4 e5", "\x1b[31m", "resign"]


class TimeByHand:
    """Says when the game has nothing to do, and then waits for the machine's next step."""

    def __init__(self) -> None:
        self._now = 0.0
        self._absences: list[Absence] = []
        self._idle: SimpleQueue[None] = SimpleQueue()
        self._go_on: SimpleQueue[None] = SimpleQueue()
        self._free = False
        self.deadline = inf

    def now(self) -> float:
        return self._now

    def receive(self, inbox: Loop[T], until: float) -> T:
        while True:
            try:
                return inbox.get_nowait()
            except Empty:
                if self._free:
                    return inbox.receive(perf_counter() + PATIENCE)
                if self._now >= until or self._absences:
                    raise
            self.deadline = until
            self._idle.put(None)
            self._go_on.get(timeout=PATIENCE)

    def advance(self, seconds: float) -> None:
        self._now += seconds

    def miss(self, seconds: float) -> None:
        began, self._now = self._now, self._now + seconds
        self._absences.append(Absence(Missed.AWAY, began, self._now, seconds))

    @contextmanager
    def attend(self) -> Iterator[Callable[[], Sequence[Absence]]]:
        def absences() -> Sequence[Absence]:
            new, self._absences = self._absences, []
            return new

        yield absences

    def until_idle(self) -> None:
        self._idle.get(timeout=PATIENCE)

    def ended(self) -> None:
        self._idle.put(None)

    def step(self) -> None:
        self._go_on.put(None)
        self.until_idle()

    def run_freely(self) -> None:
        self._free = True
        self._go_on.put(None)


class Held(Player):
    """Keeps every question it was ever asked."""

    may_retry = 8

    def __init__(self, name: str) -> None:
        self.name = name
        self.seated: Seat | None = None
        self.questions: list[tuple[Turn, Answer]] = []
        self.finished: list[Outcome] = []

    def seat(self, seat: Seat) -> None:
        self.seated = seat

    def ask(self, turn: Turn, answer: Answer) -> None:
        self.questions.append((turn, answer))

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self.finished.append(outcome)


class GameMachine(RuleBasedStateMachine):
    colors = st.sampled_from(Color)

    @initialize(
        base=st.sampled_from([30.0, inf]),
        increment=st.sampled_from([0.0, 2.0]),
        pause=st.sampled_from([0.0, 0.0, 1.0]),
        saved=st.booleans(),
        ready=st.sampled_from([True, True, True, False]),
    )
    def begin(self, base: float, increment: float, pause: float, saved: bool, ready: bool) -> None:
        self.control = TimeControl(base=base, increment=increment)
        self.time = TimeByHand()
        self.players = PerColor(Held("w"), Held("b"))
        self.events: list[Event] = []
        self.game = Game(
            CHESS,
            white=self.players.white,
            black=self.players.black,
            time_control=self.control,
            viewing_pause=pause,
            draw_if_cannot_win=saved,
            start_limit=20,
            time=self.time,
        )
        self.at: list[float] = []  # of each event
        self.game.bus.subscribe(lambda event: self.at.append(self.time.now()))
        self.game.bus.subscribe(self.events.append)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        self.time.until_idle()
        if ready:
            for color in Color:
                self.get_ready(color)

    def _run(self) -> None:
        try:
            self.game.run()
        finally:
            self.time.ended()

    def _do(self, action: Callable[[], object]) -> list[Event]:
        """What the game makes of it."""
        before = len(self.events)
        action()
        if not self.over:
            self.time.step()
        else:
            assert len(self.events) == before, "nothing comes after the end"
        return self.events[before:]

    @property
    def over(self) -> bool:
        return isinstance(self.events[-1], GameEnded)

    @property
    def is_late(self) -> bool:
        """Time for the game to end: what ends it is not done at its beginning."""
        return len(self.events) > 30

    @property
    def paused(self) -> bool:
        turned = [e for e in self.events if isinstance(e, Paused | Resumed)]
        return bool(turned) and isinstance(turned[-1], Paused)

    @property
    def open_question(self) -> tuple[Turn, Answer] | None:
        """The one that may be answered now, if there is one."""
        for event in reversed(self.events):
            match event:
                case TurnStarted(turn):
                    return self.players[turn.color].questions[-1]
                case MovePlayed() | MovesTakenBack() | GameEnded():
                    return None
                case _:
                    pass
        return None

    # The players

    @rule(color=colors)
    def get_ready(self, color: Color) -> None:
        seated = self.players[color].seated
        assert seated is not None
        self._do(seated.ready)

    @precondition(lambda self: self.open_question is not None and not self.paused)
    @rule(which=st.lists(st.integers(0, 1000), min_size=2, max_size=6))
    def play_on(self, which: list[int]) -> None:
        for number in which:
            if self.open_question is not None:
                self.play(number)

    @precondition(lambda self: self.open_question is not None)
    @rule(which=st.integers(0, 1000))
    def play(self, which: int) -> None:
        turn, answer = self.open_question
        moves = turn.position.legal_moves()
        move = moves[which % len(moves)]
        paused = self.paused
        new = self._do(lambda: answer(Play(move)))
        if not paused:
            assert isinstance(new[0], MovePlayed)
            assert (new[0].move, new[0].ply) == (move, turn.ply)
        else:
            assert not new, "an answer during a pause is kept"

    @precondition(lambda self: self.open_question is not None)
    @rule(text=st.sampled_from(NONSENSE))
    def answer_nonsense(self, text: str) -> None:
        _, answer = self.open_question
        paused = self.paused
        new = self._do(lambda: answer(Play(text)))
        assert paused or isinstance(new[0], MoveRejected)

    @rule(color=colors, which=st.integers(0, 1000), text=st.sampled_from(["e4", "e5", ""]))
    def answer_an_old_question(self, color: Color, which: int, text: str) -> None:
        asked = self.players[color].questions
        current = self.open_question
        old = [question for question in asked if question is not current]
        if old:
            _, answer = old[which % len(old)]
            assert not self._do(lambda: answer(Play(text)))

    @rule(color=colors, declines=st.booleans())
    def talk_of_a_draw(self, color: Color, declines: bool) -> None:
        self._say(color, DeclineDraw() if declines or self._offered is color.other else OfferDraw())

    @precondition(lambda self: self.is_late or self._offered is None)
    @rule(color=colors)
    def accept_a_draw(self, color: Color) -> None:
        self._say(color, AcceptDraw())

    def _say(self, color: Color, what: OfferDraw | AcceptDraw | DeclineDraw) -> None:
        seated = self.players[color].seated
        assert seated is not None
        offered = self._offered
        new = self._do(lambda: seated.tell(what))
        if any(isinstance(e, GameEnded) and e.outcome.reason is Reason.AGREEMENT for e in new):
            assert offered is color.other

    @property
    def _offered(self) -> Color | None:
        for event in reversed(self.events):
            match event:
                case DrawOffered(color):
                    return color
                case MovesTakenBack():
                    return None
                case MovePlayed() if self._answered_by_move(event):
                    return None
                case _:
                    pass
        return None

    def _answered_by_move(self, played: MovePlayed) -> bool:
        """A move declines the opponent's offer; one's own stands."""
        offers = [e for e in self.events[: self.events.index(played)] if isinstance(e, DrawOffered)]
        return bool(offers) and offers[-1].color is played.color.other

    @precondition(lambda self: self.open_question is not None)
    @rule()
    def claim_a_draw(self) -> None:
        _, answer = self.open_question
        self._do(lambda: answer(ClaimDraw()))

    @precondition(lambda self: self.is_late)
    @rule(color=colors, fails=st.booleans())
    def give_up(self, color: Color, fails: bool) -> None:
        seated = self.players[color].seated
        assert seated is not None
        over, now = self.over, self.time.now()
        failure = Fail(Explanation(Cause.EXITED, say("it ended")))
        self._do(lambda: seated.tell(failure if fails else Resign()))
        if not over:
            ended = self.events[-1]
            assert isinstance(ended, GameEnded)
            assert ended.outcome.winner is color.other
            assert ended.outcome.reason is (Reason.CRASH if fails else Reason.RESIGNATION)
            assert self.time.now() == now

    # The organiser, and time

    @rule(seconds=st.sampled_from([0.0, 0.3, 0.3, 1.0, 1.0, 4.0]))
    def time_passes(self, seconds: float) -> None:
        self._do(lambda: self.time.advance(seconds))

    @rule(seconds=st.sampled_from([0.3, 4.0, 100.0]))
    def the_host_is_away(self, seconds: float) -> None:
        over, turn = self.over, self.open_question
        self._do(lambda: self.time.miss(seconds))
        assert over or not self.over, "nobody loses by it"
        assert turn is None or self.open_question is turn

    @rule()
    def pause(self) -> None:
        new = self._do(self.game.pause)
        assert self.over or self.paused
        assert len(new) <= 1

    @rule()
    def resume(self) -> None:
        self._do(self.game.resume)
        assert not self.paused or self.over

    @rule(plies=st.integers(-1, 4))
    def take_back(self, plies: int) -> None:
        played = len(self._moves())
        if plies < 1 or plies > played:
            with pytest.raises(CannotTakeBack if plies > played else ValueError):
                self.game.take_back(plies)
            return
        over = self.over
        new = self._do(lambda: self.game.take_back(plies))
        assert over or len(self._moves()) == played - plies
        assert over or isinstance(new[0], MovesTakenBack)

    @precondition(lambda self: self.is_late)
    @rule(winner=st.sampled_from([None, *Color]))
    def adjudicate(self, winner: Color | None) -> None:
        over = self.over
        self._do(lambda: self.game.adjudicate(winner, "enough"))
        ended = self.events[-1]
        assert isinstance(ended, GameEnded)
        assert over or ended.outcome == Outcome(winner, Reason.ADJUDICATION, "enough")

    # What always holds

    def _moves(self) -> list[MovePlayed]:
        """Those that stand, counted as a subscriber counts them."""
        moves: list[MovePlayed] = []
        for event in self.events:
            match event:
                case MovePlayed():
                    assert event.ply == len(moves)
                    moves.append(event)
                case MovesTakenBack(plies, ply):
                    del moves[len(moves) - plies :]
                    assert ply == len(moves)
                case _:
                    pass
        return moves

    @invariant()
    def it_is_one_game_with_one_end(self) -> None:
        assert isinstance(self.events[0], GameStarted)
        assert sum(isinstance(event, GameStarted) for event in self.events) == 1
        ends = [index for index, e in enumerate(self.events) if isinstance(e, GameEnded)]
        assert ends in ([], [len(self.events) - 1])

    @invariant()
    def its_position_is_that_of_its_moves(self) -> None:
        position = CHESS.start(None)
        for played in self._moves():
            assert played.color is position.to_move
            position = position.play(position.parse(played.move))
        shown = [e for e in self.events if isinstance(e, MovePlayed | MovesTakenBack | GameEnded)]
        if shown:
            assert shown[-1].position.setup == position.setup

    @invariant()
    def its_questions_are_numbered_and_put_to_the_side_to_move(self) -> None:
        turns = [event.turn for event in self.events if isinstance(event, TurnStarted)]
        numbers = [turn.question for turn in turns]
        assert numbers == sorted(set(numbers))
        assert all(turn.color is turn.position.to_move for turn in turns)
        asked = [turn for color in Color for turn, _ in self.players[color].questions]
        assert sorted(numbers) == sorted(turn.question for turn in asked)

    @invariant()
    def nobody_moves_in_a_pause(self) -> None:
        paused = False
        for event in self.events:
            match event:
                case Paused():
                    assert not paused
                    paused = True
                case Resumed():
                    assert paused
                    paused = False
                case MovePlayed() | TurnStarted() | MoveRejected():
                    assert not paused
                case _:
                    pass

    @invariant()
    def a_pause_costs_nobody_any_time(self) -> None:
        before: Paused | None = None
        for event, at in zip(self.events, self.at, strict=True):
            match event:
                case Paused():
                    before = event
                case MovesTakenBack():
                    before = None
                case Resumed(clock) if before is not None:
                    for color in Color:
                        assert clock.remaining_at(color, at) == pytest.approx(
                            before.clock.remaining[color]
                        )
                case _:
                    pass

    @invariant()
    def no_clock_is_below_zero_or_above_what_was_given(self) -> None:
        given = self.control.base + self.control.increment * len(self.events)
        for event in self.events:
            clock = event.turn.clock if isinstance(event, TurnStarted) else None
            clock = getattr(event, "clock", clock)
            if clock is not None:
                assert all(0 <= clock.remaining[color] <= given for color in Color)

    @invariant()
    def who_loses_on_time_has_none_left(self) -> None:
        ended = self.events[-1]
        if isinstance(ended, GameEnded) and ended.outcome.reason is Reason.TIME:
            loser = ended.turn.color
            assert ended.outcome.winner in (loser.other, None)
            assert ended.clock.remaining[loser] == 0

    @invariant()
    def nothing_is_overdue(self) -> None:
        assert self.over or self.time.now() < self.time.deadline

    def teardown(self) -> None:
        if not hasattr(self, "thread"):
            return
        over = self.over
        self.time.run_freely()
        self.game.stop("done")
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        ended = self.events[-1]
        assert isinstance(ended, GameEnded)
        assert over or ended.outcome == Outcome(None, Reason.STOPPED, "done")
        assert self.game.join().outcome == ended.outcome
        for color in Color:
            assert self.players[color].finished == [ended.outcome]
        self.it_is_one_game_with_one_end()


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=examples(100), stateful_step_count=50)
