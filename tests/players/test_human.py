import pytest

from board_core import Clock, Color, PerColor, Play, Resign, TimeControl, Turn
from board_core.game import MoveList
from board_core.game.player import Player
from board_core.games import CHESS
from board_core.players import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw, Seat
from board_core.players.human import Human

CLOCK = Clock.new(PerColor.both(TimeControl(60)))
TURN = Turn(Color.WHITE, 0, 1, CHESS.start(None), CLOCK, MoveList())


def seated(player: Player, *, opens: bool = False) -> list:
    """Seat a player; what it says appears in the list."""
    said = []
    ready = lambda: said.append("ready")  # noqa: E731
    start = CHESS.start(None)
    seat = Seat(Color.WHITE, CHESS, start, None, CLOCK, "b", ready, said.append, opens=opens)
    player.seat(seat)
    return said


def asked(player: Player) -> list:
    """Ask a player; its answers appear in the list."""
    answers = []
    player.ask(TURN, lambda reply, at=None: answers.append(reply))
    return answers


def test_a_person_is_ready_at_once_and_may_try_as_often_as_they_like():
    human = Human("Ada")
    assert seated(human) == ["ready"]
    assert (human.name, human.automatic, human.may_retry > 1000) == ("Ada", False, True)


def test_a_person_plays_when_asked():
    human = Human()
    answers = asked(human)
    assert human.play("e4")
    assert answers == [Play("e4")]


def test_a_person_who_was_not_asked_cannot_play():
    assert not Human().play("e4")
    assert not Human().claim_draw()


def test_a_question_is_answered_once():
    human = Human()
    answers = asked(human)
    assert (human.play("e4"), human.play("d4")) == (True, False)
    assert answers == [Play("e4")]


@pytest.mark.parametrize("end", [Human.withdraw, Human.close])
def test_a_withdrawn_question_cannot_be_answered(end):
    human = Human()
    answers = asked(human)
    end(human)
    end(human)
    assert not human.play("e4")
    assert answers == []


def test_a_draw_is_claimed_in_answer_to_the_question():
    human = Human()
    answers = asked(human)
    assert human.claim_draw()
    assert answers == [ClaimDraw()]


@pytest.mark.parametrize(
    ("say", "said"),
    [
        (Human.resign, Resign()),
        (Human.offer_draw, OfferDraw()),
        (Human.accept_draw, AcceptDraw()),
        (Human.decline_draw, DeclineDraw()),
    ],
)
def test_these_are_said_at_any_time(say, said):
    human = Human()
    heard = seated(human)
    say(human)
    assert heard == ["ready", said]


def test_a_person_at_no_board_says_nothing():
    Human().resign()


def test_who_opens_the_game_may_move_before_the_first_question():
    human = Human()
    seated(human, opens=True)
    assert human.play("e4")
    assert not human.play("d4"), "once"
    assert asked(human) == [Play("e4")]
    assert not human.play("d4")
    answers = asked(human)
    assert human.play("d4")
    assert answers == [Play("d4")]


def test_who_does_not_open_the_game_waits_for_a_question():
    human = Human()
    seated(human)
    assert not human.play("e5")
    assert asked(human) == []


def test_an_early_move_is_void_when_the_game_is_changed_or_another_one_begins():
    human = Human()
    seated(human, opens=True)
    human.play("e4")
    human.withdraw()
    assert not human.play("e4")
    assert asked(human) == []
    seated(human, opens=True)
    human.play("e4")
    seated(human)
    assert asked(human) == []
