from board_core import (
    Color,
    DrawOffered,
    GameEnded,
    GameStarted,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    PerColor,
    Reason,
    Score,
    Thinking,
    Thought,
    TurnStarted,
)
from board_core.author.testing import play_script
from board_core.game.view import View, captured, first_view, merged
from board_core.games import CHESS
from board_core.match.known_games import HOSTED_GAMES


def folded(events) -> View:
    start, *others = events
    view = first_view(start)
    for event in others:
        view = view.after(event)
    return view


def views(events) -> list[View]:
    return [folded(events[: n + 1]) for n in range(len(events))]


def test_a_game_folds_to_its_end():
    view = folded(play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"]))
    assert view.ended is not None
    assert view.ended.outcome.reason is Reason.CHECKMATE
    assert [event.notation for event in view.played] == ["f3", "e5", "g4", "Qh4#"]
    assert view.ply == 4
    assert not view.asked


def test_the_clock_of_the_side_that_is_asked_runs():
    events = play_script(CHESS, [("e4", 2), None], ["e5"])
    asked = [view for view in views(events) if view.asked]
    assert [view.clock.running for view in asked] == [Color.WHITE, Color.BLACK, Color.WHITE]
    assert asked[1].clock.remaining_at(Color.WHITE, at=1000) == 58


def test_moves_taken_back_leave_the_list_and_the_board():
    *events, _end = play_script(CHESS, ["e4", "d4", None], ["e5"])
    view = folded(events)
    first = next(event for event in events if isinstance(event, MovePlayed))
    back = view.after(MovesTakenBack(2, 1, first.position, first.clock))
    assert [event.notation for event in back.played] == ["e4"]
    assert back.position is first.position
    assert back.ply == 1


def test_a_refused_move_is_remarked_until_the_next_move():
    events = play_script(CHESS, ["Ke3"], [])
    (rejected,) = [event for event in events if isinstance(event, MoveRejected)]
    at_refusal = next(view for view in views(events) if view.remark)
    assert at_refusal.remark is rejected
    played = next(
        event for event in play_script(CHESS, ["e4"], []) if isinstance(event, MovePlayed)
    )
    assert at_refusal.after(played).remark is None


def test_an_offer_of_a_draw_is_remarked():
    start = play_script(CHESS, [], [])[0]
    offer = DrawOffered(Color.WHITE, 0)
    assert first_view(start).after(offer).remark is offer


def test_a_new_game_starts_from_nothing():
    events = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])
    again = folded(events).after(events[0])
    assert isinstance(events[0], GameStarted)
    assert again == first_view(events[0])


def test_a_thought_said_in_pieces_is_put_together():
    known = Thought(depth=3, score=Score(cp=20), pv=("e4", "e5"))
    assert merged(known, Thought(nodes=99)) == Thought(
        depth=3, score=Score(cp=20), nodes=99, pv=("e4", "e5")
    )
    assert merged(None, known) is known


def test_a_thought_of_the_next_turn_starts_anew_and_leaves_the_opponents():
    start = play_script(CHESS, [], [])[0]
    view = first_view(start)
    for event in (
        Thinking(Color.WHITE, 0, Thought(depth=5)),
        Thinking(Color.BLACK, 1, Thought(depth=6)),
        Thinking(Color.WHITE, 2, Thought(nodes=7)),
    ):
        view = view.after(event)
    assert view.thoughts == PerColor(Thought(nodes=7), Thought(depth=6))


def test_an_end_without_a_single_turn_is_shown():
    events = play_script(CHESS, [], [], setup="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert not any(isinstance(event, TurnStarted) for event in events)
    assert isinstance(events[-1], GameEnded)
    assert folded(events).ended is events[-1]


def test_a_stone_that_is_put_takes_nothing():
    events = play_script(HOSTED_GAMES["gomoku"].rules, ["h9"], ["h8"])
    played = [event for event in events if isinstance(event, MovePlayed)]
    assert [captured(event, CHESS.places(event.before, event.move)) for event in played] == [(), ()]
