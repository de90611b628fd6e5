"""A player on another machine: what its line shows, and what is said of its losses."""

from collections.abc import Callable
from queue import Queue
from time import perf_counter

import pytest
from patience import PATIENCE

from board_core import (
    Cause,
    Color,
    DrawOffered,
    Event,
    Explanation,
    Game,
    GameEnded,
    MovePlayed,
    MoveRejected,
    Reason,
    Resumed,
    TimeControl,
    TurnStarted,
    say,
)
from board_core.diagnosis import rows
from board_core.game.player import AcceptDraw, OfferDraw, Resign
from board_core.games import CHESS
from board_core.players.remote import FLAG_FELL, NOT_ASKED, RemoteLimits, RemotePlayer

LONG = RemoteLimits(first_move=1000, grace=1000, explanation=1000, late=1000)


class Meeting:
    """A game of two such players; both have opened it unless told otherwise."""

    def __init__(
        self, limits=LONG, black=LONG, here="wb", time=1000.0, asks_why=None, resumes=False
    ):
        self.white = RemotePlayer("w", limits, resumes=resumes)
        self.white.asks_why = asks_why
        self.black = RemotePlayer("b", black)
        for name, player in (("w", self.white), ("b", self.black)):
            if name in here:
                player.came(perf_counter())
        self._heard: Queue[Event] = Queue()
        self.game = Game(CHESS, self.white, self.black, time_control=TimeControl(time))
        self.game.bus.subscribe(self._heard.put)

    def until(self, kind: type, fits: Callable[[Event], bool] = lambda event: True) -> Event:
        while True:
            event = self._heard.get(timeout=PATIENCE)
            if isinstance(event, kind) and fits(event):
                return event
            assert not isinstance(event, GameEnded), event

    def asked(self, color: Color) -> None:
        self.until(TurnStarted, lambda event: event.turn.color is color)

    def move(self, color: Color, text: str):
        player = self.white if color is Color.WHITE else self.black
        return player.play(text, perf_counter())

    def begun(self) -> "Meeting":
        """Play the first move of each side, which costs no time; White is asked."""
        self.asked(Color.WHITE)
        assert self.move(Color.WHITE, "e2e4") is None
        self.asked(Color.BLACK)
        assert self.move(Color.BLACK, "e7e5") is None
        self.asked(Color.WHITE)
        return self

    def __enter__(self) -> "Meeting":
        self.game.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.game.stop()


def end_of(meeting: Meeting) -> tuple[Reason, Explanation]:
    ended = meeting.until(GameEnded)
    assert isinstance(ended, GameEnded)
    assert ended.outcome.winner is Color.BLACK
    assert ended.explanation is not None
    return ended.outcome.reason, ended.explanation


def test_the_first_move_of_each_side_costs_no_time_and_the_second_does():
    with Meeting() as meeting:
        meeting.begun()
        first, second = meeting.game.record().moves[:2]
        assert (first.elapsed, second.elapsed) == (0.0, 0.0)
        assert meeting.game.clock.running is Color.WHITE
        meeting.move(Color.WHITE, "g1f3")
        played = meeting.until(MovePlayed, lambda event: event.ply == 2)
        assert played.elapsed > 0.0


def test_a_move_that_comes_twice_is_played_once_and_welcome_each_time():
    with Meeting() as meeting:
        meeting.begun()
        assert meeting.move(Color.BLACK, "e7e5") is None
        assert meeting.move(Color.WHITE, "e2e4") is None  # though it is asked for another now
        assert meeting.move(Color.WHITE, "g1f3") is None
        assert meeting.move(Color.WHITE, "g1f3") is None
        meeting.asked(Color.BLACK)
        assert list(meeting.game.moves) == ["e2e4", "e7e5", "g1f3"]


def test_a_move_out_of_turn_is_refused_and_costs_nothing():
    with Meeting() as meeting:
        meeting.asked(Color.WHITE)
        assert meeting.move(Color.BLACK, "e7e5") is NOT_ASKED
        meeting.move(Color.WHITE, "e2e4")
        meeting.asked(Color.BLACK)
        assert list(meeting.game.moves) == ["e2e4"]


def test_the_third_illegal_answer_loses_and_the_words_name_all_three():
    with Meeting() as meeting:
        meeting.begun()
        for text in ("e4e6", "a1a5", "e1e3"):
            assert meeting.move(Color.WHITE, text) is not None
            assert meeting.until(MoveRejected).text == text
        reason, why = end_of(meeting)
        assert (reason, why.cause, why.last_heard) == (Reason.ILLEGAL_MOVES, Cause.ILLEGAL, "e1e3")
        assert "a1a5" in str(why)


def test_a_legal_move_right_behind_an_illegal_one_is_played():
    with Meeting() as meeting:
        meeting.begun()
        assert meeting.move(Color.WHITE, "e4e6") is not None
        assert meeting.move(Color.WHITE, "d2d4") is None
        meeting.asked(Color.BLACK)
        assert list(meeting.game.moves) == ["e2e4", "e7e5", "d2d4"]


@pytest.mark.parametrize("here", ["", "b"])
def test_who_does_not_come_loses_by_absence(here):
    limits = RemoteLimits(first_move=1000, grace=0.01)
    with Meeting(limits, here=here) as meeting:
        reason, why = end_of(meeting)
        assert (reason, why.cause) == (Reason.ABSENCE, Cause.AWAY)
        assert why.codes == ("never-came",)


def test_who_is_late_has_its_whole_time_for_the_first_move_from_then_on():
    with Meeting(RemoteLimits(first_move=0.01, grace=1000), here="b") as meeting:
        meeting.asked(Color.WHITE)
        meeting.game.join(0.05)
        meeting.white.came(perf_counter())
        reason, why = end_of(meeting)
        assert (reason, why.codes) == (Reason.TIME, ("no-first-move",))


def test_who_is_there_and_makes_no_first_move_loses_on_time():
    with Meeting(RemoteLimits(first_move=0.01)) as meeting:
        reason, why = end_of(meeting)
        assert (reason, why.codes) == (Reason.TIME, ("no-first-move",))


def test_who_loses_its_line_and_stays_away_loses_by_absence_and_no_crash():
    with Meeting(RemoteLimits(first_move=1000, grace=0.01)) as meeting:
        meeting.begun()
        meeting.white.went(perf_counter())
        reason, why = end_of(meeting)
        assert (reason, why.cause) == (Reason.ABSENCE, Cause.AWAY)
        assert why.codes == ("stayed-away",)
        assert "crash" not in str(why)


def test_who_comes_back_in_time_plays_on_and_an_old_alarm_ends_nothing():
    with Meeting(RemoteLimits(first_move=1000, grace=0.05)) as meeting:
        meeting.begun()
        meeting.white.went(perf_counter())
        meeting.white.came(perf_counter())
        ticked = Queue()
        loop = meeting.white._seat.loop
        loop.call(lambda: loop.later(0.1, lambda: ticked.put(True)))
        ticked.get(timeout=PATIENCE)
        meeting.move(Color.WHITE, "g1f3")
        meeting.asked(Color.BLACK)
        assert meeting.white.here


def test_a_new_line_replaces_an_old_one_without_an_absence():
    with Meeting() as meeting:
        meeting.begun()
        meeting.white.came(perf_counter())
        meeting.white.went(perf_counter())
        assert meeting.white.here


def test_a_flag_that_falls_while_the_line_is_lost_is_told_from_one_that_falls_in_silence():
    silent = RemoteLimits(first_move=1000, grace=1000, late=0.01)
    with Meeting(silent, time=0.05) as meeting:
        meeting.begun()
        reason, why = end_of(meeting)
        assert (reason, why.codes) == (Reason.TIME, ("silent-elsewhere",))
    with Meeting(silent, time=0.05) as meeting:
        meeting.begun()
        meeting.white.went(perf_counter())
        reason, why = end_of(meeting)
        assert (reason, why.cause, why.codes) == (Reason.TIME, Cause.AWAY, ("line-lost",))


def test_an_answer_after_the_flag_is_told_from_none():
    with Meeting(time=0.05) as meeting:
        meeting.begun()
        while not meeting.white._explain:  # the flag has fallen, and late answers are waited for
            meeting.game.join(0.001)
        assert meeting.move(Color.WHITE, "g1f3") is FLAG_FELL
        reason, why = end_of(meeting)
        assert (reason, why.cause, why.codes) == (Reason.TIME, Cause.LATE, ("late-elsewhere",))
        assert why.last_heard == "g1f3"


def test_an_answer_with_a_late_stamp_loses_and_is_told_as_late():
    with Meeting(time=1000) as meeting:
        meeting.begun()
        assert meeting.white.play("g1f3", perf_counter() + 2000) is None
        reason, why = end_of(meeting)
        assert (reason, why.codes) == (Reason.TIME, ("late-elsewhere",))


def test_its_own_machine_may_say_why_it_lost():
    asked: Queue[Reason] = Queue()
    found = Explanation(Cause.COMPUTING, rows.STILL_COMPUTES(total=3.0))
    with Meeting(time=0.05, asks_why=asked.put) as meeting:
        meeting.begun()
        assert asked.get(timeout=PATIENCE) is Reason.TIME
        meeting.white.failed(found)
        reason, why = end_of(meeting)
        assert (reason, why.cause, why.codes) == (Reason.TIME, found.cause, found.codes)
        assert str(why) == f"its own machine says: {found}"


@pytest.mark.parametrize("said", [Reason.CRASH, Reason.STOPPED])
def test_its_own_machine_may_end_the_game_and_never_without_a_loss(said):
    found = Explanation(Cause.EXITED, say("it ended"))
    with Meeting(asks_why=lambda reason: None) as meeting:
        meeting.begun()
        meeting.white.failed(found, said)
        reason, why = end_of(meeting)
        assert (reason, str(why)) == (Reason.CRASH, "its own machine says: it ended")


def test_in_a_game_that_goes_on_its_time_waits_until_it_is_back():
    with Meeting(here="b", resumes=True) as meeting:
        meeting.asked(Color.WHITE)
        assert meeting.game.clock.running is None
        meeting.white.came(perf_counter())
        meeting.until(Resumed)
        assert meeting.game.clock.running is Color.WHITE


@pytest.mark.parametrize(("was_here", "code"), [(False, "never-came"), (True, "stayed-away")])
def test_where_neither_is_there_nobody_wins(was_here, code):
    meeting = Meeting(RemoteLimits(grace=0.05), here="", resumes=True)
    meeting.white.was_here = was_here
    with meeting:
        meeting.white.opponent, meeting.black.opponent = meeting.black, meeting.white
        ended = meeting.until(GameEnded)
        assert (ended.outcome.winner, ended.outcome.reason) == (None, Reason.ABSENCE)
        assert ended.outcome.both_lost
        assert not ended.outcome.decided
        assert ended.explanation.codes == (code,)


def test_draws_are_offered_and_accepted_over_the_line_and_games_resigned():
    with Meeting() as meeting:
        meeting.begun()
        meeting.white.tell(OfferDraw())
        assert meeting.until(DrawOffered).color is Color.WHITE
        meeting.black.tell(AcceptDraw())
        assert meeting.until(GameEnded).outcome.reason is Reason.AGREEMENT
    with Meeting() as meeting:
        meeting.begun()
        meeting.white.tell(Resign())
        ended = meeting.until(GameEnded)
        assert (ended.outcome.winner, ended.outcome.reason) == (Color.BLACK, Reason.RESIGNATION)


@pytest.mark.parametrize(
    ("gives_up", "reason"),
    [
        (lambda player: player.tell(Resign()), Reason.RESIGNATION),
        (lambda player: player.failed(Explanation(Cause.EXITED, say("it ended"))), Reason.CRASH),
    ],
)
def test_who_gives_up_before_it_has_its_seat_loses(gives_up, reason):
    meeting = Meeting()
    gives_up(meeting.white)
    with meeting:
        ended = meeting.until(GameEnded)
    assert (ended.outcome.winner, ended.outcome.reason) == (Color.BLACK, reason)
