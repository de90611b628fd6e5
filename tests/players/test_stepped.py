import logging
import threading

import pytest
from patience import PATIENCE
from test_human import TURN, asked, seated

from board_core import Cause, Color, Fail, Outcome, Play, Reason, Resign, say
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.players import Begin
from board_core.players.wrappers import Stepped


def stepped(*steps, **options) -> Stepped:
    return Stepped(ScriptedPlayer(FakeTime(), *steps, **options))


def test_nothing_is_asked_before_the_release():
    player = stepped("e4")
    answers = asked(player)
    assert (answers, player.waiting) == ([], True)
    assert player.release()
    assert (answers, player.waiting) == ([Play("e4")], False)


def test_the_time_of_a_question_runs_from_its_release_on():
    clocks = []

    class Looking(ScriptedPlayer):
        def ask(self, turn, answer):
            clocks.append(turn.clock.running)
            super().ask(turn, answer)

    player = Stepped(Looking(FakeTime(), "e4"))
    said = seated(player)
    asked(player)
    assert (player.time_waits, said) == (True, ["ready"])
    player.release()
    assert (said, clocks) == (["ready", Begin()], [Color.WHITE])
    player.hold(False)
    assert not player.time_waits


def test_there_is_one_release_for_each_question():
    player = stepped("e4", "d4")
    assert not player.release()
    asked(player)
    assert (player.release(), player.release()) == (True, False)


def test_a_person_may_move_in_the_programs_place():
    player = stepped("e4")
    answers = asked(player)
    assert (player.play("d4"), player.play("c4"), player.release()) == (True, False, False)
    assert answers == [Play("d4")]


def test_a_withdrawn_question_is_not_released():
    player = stepped("e4")
    answers = asked(player)
    player.withdraw()
    assert not player.release()
    assert not player.play("e4")
    assert (answers, player.inner.withdrawn) == ([], 1)


def test_it_looks_like_the_player_behind_it_but_moves_by_hand():
    class Simple(ScriptedPlayer):
        standard_start_only = True
        cannot_rewind = say("no way back")

    player = Stepped(Simple(FakeTime(), name="gnu", may_retry=2))
    assert (player.name, player.may_retry, player.standard_start_only) == ("gnu", 2, True)
    assert player.cannot_rewind is Simple.cannot_rewind
    assert not player.automatic


def test_the_player_behind_it_hears_everything():
    player, outcome = stepped(), Outcome(Color.WHITE, Reason.RESIGNATION)
    assert seated(player) == ["ready"]
    player.rejected("e5", say("no"))
    player.finish(TURN, outcome)
    player.offered_draw()
    assert player.inner.refusals == [("e5", "no")]
    assert player.inner.outcome == outcome
    explained = []
    player.explain(Reason.CRASH, explained.append)
    assert explained == [None]


def test_closing_closes_the_player_behind_it():
    class Closing(ScriptedPlayer):
        closed = 0

        def close(self):
            self.closed += 1

    player = Stepped(Closing(FakeTime()))
    player.close()
    assert player.inner.closed == 1


def test_a_player_that_raises_when_released_has_crashed(caplog: pytest.LogCaptureFixture):
    class Broken(ScriptedPlayer):
        def ask(self, turn, answer):
            raise OSError("no pipe")

    player = Stepped(Broken(FakeTime()))
    answers = asked(player)
    assert player.release()
    (fail,) = answers
    assert isinstance(fail, Fail)
    assert fail.explanation.cause is Cause.EXCEPTION
    assert caplog.records[0].levelno == logging.ERROR
    caplog.clear()


def test_a_resignation_of_the_player_behind_it_is_passed_on():
    player = stepped(Resign())
    answers = asked(player)
    player.release()
    assert answers == [Resign()]


def test_a_question_withdrawn_while_it_is_released_is_withdrawn_from_the_player_too():
    told: list[str] = []
    withdrawing = threading.Event()

    class Slow(ScriptedPlayer):
        def ask(self, turn, answer):
            other = threading.Thread(target=withdraw)
            other.start()
            assert withdrawing.wait(PATIENCE)
            told.append("ask")
            others.append(other)

        def withdraw(self):
            told.append("withdraw")

    def withdraw() -> None:
        withdrawing.set()
        player.withdraw()

    others: list[threading.Thread] = []
    player = Stepped(Slow(FakeTime()))
    asked(player)
    player.release()
    others[0].join(PATIENCE)
    assert told == ["ask", "withdraw"]


class OwnMovesOnly(ScriptedPlayer):
    own_moves_only = say("it would not know")

    def __init__(self, *steps):
        super().__init__(FakeTime(), *steps)
        self.seats = []

    def seat(self, seat):
        self.seats.append(seat)
        super().seat(seat)


def test_a_player_that_cannot_be_told_a_move_in_its_place_is_seated_anew():
    inner = OwnMovesOnly("e4", "d4")
    player = Stepped(inner)
    assert (seated(player), player.own_moves_only) == (["ready"], None)
    asked(player)
    assert player.play("a3")
    answers = asked(player)
    assert player.release()
    assert answers == [Play("e4")]
    assert [seat.moves for seat in inner.seats] == [(), tuple(TURN.moves)]
    answers = asked(player)
    assert player.release()
    assert (answers, len(inner.seats)) == ([Play("d4")], 2)  # it knows all of its own moves


def test_nobody_moves_in_the_place_of_a_player_that_can_begin_at_the_start_only():
    class AtTheStart(OwnMovesOnly):
        standard_start_only = True

    player = Stepped(AtTheStart("e4"))
    seated(player)
    answers = asked(player)
    assert player.own_moves_only is OwnMovesOnly.own_moves_only
    assert not player.play("a3")
    assert player.release()
    assert answers == [Play("e4")]


def test_a_program_is_not_told_that_a_move_in_its_place_was_refused():
    player = stepped("e4")
    seated(player)
    asked(player)
    assert player.play("e5")
    player.rejected("e5", say("no"))
    assert player.inner.refusals == []


def test_a_player_that_never_got_the_question_is_not_blamed_for_the_time():
    class Blamed(ScriptedPlayer):
        def explain(self, reason, explained):
            explained("its own fault")

    player = Stepped(Blamed(FakeTime(), None, "e4"))
    seated(player)
    explained = []
    asked(player)
    player.withdraw()
    player.explain(Reason.TIME, explained.append)
    asked(player)
    player.release()
    player.explain(Reason.TIME, explained.append)
    asked(player)
    player.explain(Reason.CRASH, explained.append)  # it ended while it was held back
    assert explained == [None, "its own fault", "its own fault"]
