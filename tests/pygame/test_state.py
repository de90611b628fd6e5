"""What the window shows, folded from news, without a screen or a thread."""

from dataclasses import replace

from board_core import (
    Cause,
    Color,
    Explanation,
    Fail,
    GameEnded,
    MovePlayed,
    MovesTakenBack,
    PerColor,
    Reason,
    TurnStarted,
    say,
)
from board_core.author.testing import play_script
from board_core.games import CHESS
from board_core.match import GameSpec
from board_core.match.player_spec import parse_player
from board_pygame.host import Cleared, GamePlan, Happened, NotOpened, Opened, Tried
from board_pygame.state import Lamp, Mode, Phase, SeatState, State, new_state

HUMAN, RANDOM = parse_player("human"), parse_player("random")


def opened(*modes: Mode) -> State:
    """Before the first event of game 1."""
    specs = [HUMAN if mode is Mode.PERSON else RANDOM for mode in modes]
    by_hand = PerColor(*(mode is Mode.BY_HAND for mode in modes))
    plan = GamePlan(GameSpec(CHESS, *specs), by_hand)
    seats = PerColor(*(SeatState(None if mode is Mode.PERSON else RANDOM, mode) for mode in modes))
    return replace(new_state(CHESS), seats=seats).after(Opened(1, plan, None))


def told(state: State, events) -> State:
    for event in events:
        state = state.after(Happened(1, event))
    return state


def until(kind: type, events, count: int = 1):
    """The events up to the n-th of a kind."""
    for index, event in enumerate(events):
        count -= isinstance(event, kind)
        if not count:
            return events[: index + 1]
    raise AssertionError(kind)


MATE = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])


def test_before_any_game_pieces_are_moved_freely_by_both_sides():
    state = new_state(CHESS)
    assert state.may_move
    for text in ("e4", "e5", "Nf3"):
        state = state.tried(state.shown.parse(text), state.shown)
    assert state.ply == 3
    assert [event.notation for event in state.view.played] == ["e4", "e5", "Nf3"]


def test_a_tried_move_from_an_earlier_position_drops_what_came_after():
    state = new_state(CHESS)
    for text in ("e4", "e5", "Nf3"):
        state = state.tried(state.shown.parse(text), state.shown)
    state = state.looking_at(1)
    state = state.tried(state.shown.parse("c5"), state.shown)
    assert [event.notation for event in state.view.played] == ["e4", "c5"]
    assert state.live


def test_a_game_runs_and_ends():
    state = opened(Mode.PERSON, Mode.PERSON)
    assert state.phase is Phase.OPENING
    state = told(state, until(TurnStarted, MATE))
    assert state.running
    assert state.may_move
    state = told(state, MATE)
    assert state.phase is Phase.ENDED
    assert not state.may_move
    assert state.view.ended is not None


def test_events_of_an_earlier_game_are_not_shown():
    state = opened(Mode.PERSON, Mode.PERSON)
    assert state.after(Happened(0, MATE[0])) is state


def test_reviewing_pins_the_view_while_the_game_goes_on():
    state = told(opened(Mode.PERSON, Mode.PERSON), until(MovePlayed, MATE, 2))
    state = state.looking_at(1)
    state = told(state, [e for e in MATE if isinstance(e, MovePlayed)][2:3])
    assert state.ply == 1
    assert not state.live
    assert len(state.view.played) == 3
    assert state.looking_at(99).live


def test_what_was_taken_is_known_at_every_ply():
    events = play_script(CHESS, ["e4", "exd5"], ["d5", "Qxd5"])
    state = told(opened(Mode.PERSON, Mode.PERSON), until(MovePlayed, events, 4))
    assert list(state.captures) == [(), (), ("p",), ("P",)]


def test_a_take_back_goes_back_in_all_that_is_shown():
    events = play_script(CHESS, ["e4", "exd5"], ["d5", "Qxd5"])
    state = told(opened(Mode.PERSON, Mode.PERSON), until(MovePlayed, events, 4)).looking_at(3)
    before = events[1].turn
    state = told(state, [MovesTakenBack(2, 2, before.position, before.clock)])
    assert len(state.captures) == 2
    assert state.live


def test_lamps_of_an_ai():
    state = new_state(CHESS)
    assert state.lamp(Color.WHITE) is Lamp.NOT_LOADED
    state = state.with_seat(Color.WHITE, SeatState(RANDOM, Mode.AUTO, trying=True))
    assert state.lamp(Color.WHITE) is Lamp.LOADING
    state = state.after(Tried(Color.WHITE, RANDOM, "e4", 0.1))
    assert state.lamp(Color.WHITE) is Lamp.READY

    state = opened(Mode.AUTO, Mode.AUTO)
    assert state.lamp(Color.WHITE) is Lamp.LOADING
    state = told(state, until(TurnStarted, MATE))
    assert state.lamp(Color.WHITE) is Lamp.THINKING
    assert state.lamp(Color.BLACK) is Lamp.IDLE
    state = told(state, MATE)
    assert state.lamp(Color.WHITE) is Lamp.STOPPED


def test_a_failed_trial_start_is_kept_with_its_reason():
    state = new_state(CHESS).with_seat(Color.BLACK, SeatState(RANDOM, Mode.AUTO, trying=True))
    state = state.after(Tried(Color.BLACK, RANDOM, trouble=say("no such file")))
    assert state.lamp(Color.BLACK) is Lamp.FAILED
    assert str(state.seats.black.trial.trouble) == "no such file"


def test_a_crash_stays_with_the_side_that_crashed():
    explanation = Explanation(Cause.EXITED, say("it ended"))
    events = play_script(CHESS, ["e4"], [Fail(explanation)])
    state = told(opened(Mode.AUTO, Mode.AUTO), events)
    assert state.lamp(Color.BLACK) is Lamp.FAILED
    assert state.lamp(Color.WHITE) is Lamp.STOPPED
    assert state.seats.black.trouble is explanation
    assert state.view.ended.outcome.reason is Reason.CRASH


def test_an_ai_by_hand_waits_until_somebody_says_so():
    state = told(opened(Mode.BY_HAND, Mode.AUTO), until(TurnStarted, MATE))
    assert state.may_release(Color.WHITE)
    assert not state.may_release(Color.BLACK)
    assert state.may_move  # somebody may move in its place
    assert state.lamp(Color.WHITE) is Lamp.IDLE
    state = replace(state, released=0)
    assert not state.may_release(Color.WHITE)
    assert not state.may_move
    assert state.lamp(Color.WHITE) is Lamp.THINKING


def test_an_automatic_side_is_not_moved_by_anybody():
    state = told(opened(Mode.AUTO, Mode.PERSON), until(TurnStarted, MATE))
    assert not state.may_move
    state = told(state, until(TurnStarted, MATE, 2))
    assert state.may_move


def test_time_that_a_side_used_is_added_up():
    events = play_script(CHESS, [("e4", 2), ("d4", 3)], [("e5", 1)])
    state = told(opened(Mode.AUTO, Mode.AUTO), events)
    assert (state.seats.white.used, state.seats.black.used) == (5, 1)


def test_a_reset_gives_a_free_board_and_keeps_what_is_loaded():
    state = replace(told(opened(Mode.AUTO, Mode.AUTO), MATE), phase=Phase.CLEARING)
    state = state.after(Cleared())
    assert state.phase is Phase.TRYING
    assert not state.view.played
    assert state.seats.white.spec is RANDOM
    assert state.lamp(Color.WHITE) is Lamp.READY


def test_a_game_that_cannot_begin_says_why():
    state = opened(Mode.AUTO, Mode.AUTO).after(NotOpened(say("no sandbox")))
    assert not state.busy
    assert str(state.refusal) == "no sandbox"


def test_an_ended_game_has_its_end():
    state = told(opened(Mode.PERSON, Mode.PERSON), MATE)
    assert isinstance(state.view.ended, GameEnded)
    assert state.shown.marked() == ["e1"]
