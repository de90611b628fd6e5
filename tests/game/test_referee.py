"""The referee by itself: messages in, events out, time as a number."""

from math import inf

import pytest
from refereeing import Unexplained

from board_core import (
    Cause,
    Clock,
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Explanation,
    Fail,
    GameEnded,
    GameStarted,
    HostAway,
    IllegalMove,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    Play,
    PlayerSaid,
    Reason,
    Resign,
    Resumed,
    Rules,
    Score,
    Thinking,
    Thought,
    TimeControl,
    TurnStarted,
    say,
)
from board_core.game.absence import Absence, Missed
from board_core.game.referee import (
    EXPLANATION_SECONDS,
    Adjudicate,
    Away,
    Explained,
    ExplanationWanted,
    GameSettings,
    Pause,
    Ready,
    Referee,
    Replied,
    Resume,
    Stopped,
    TakeBack,
    Tick,
    Told,
)
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.chess import ENGINE, FIDE, NO_CLAIMS, chess_rules
from board_core.players import (
    AcceptDraw,
    Begin,
    ClaimDraw,
    DeclineDraw,
    Note,
    NoteKind,
    OfferDraw,
    Reply,
    Said,
    Silent,
    Statement,
)

WHITE, BLACK = Color.WHITE, Color.BLACK
ONE_MINUTE = TimeControl(60)

CRASHED = Fail(Explanation(Cause.EXITED, say("it ended")))


def waiting(
    control: TimeControl | PerColor[TimeControl] = ONE_MINUTE,
    *,
    rules: Rules = CHESS,
    may_retry: int = 0,
    people: tuple[Color, ...] = (),
    setup: str | None = None,
    moves: tuple[str, ...] = (),
    **settings,
) -> Unexplained:
    """A referee who has started a game whose players are not ready yet."""
    if isinstance(control, TimeControl):
        control = PerColor.both(control)
    referee = Unexplained(
        rules,
        PerColor("w", "b"),
        GameSettings(control, **settings),
        may_retry=PerColor.both(may_retry),
        automatic=PerColor(WHITE not in people, BLACK not in people),
        setup=setup,
        moves=moves,
    )
    referee.start(at=0)
    return referee


def started(control: TimeControl | PerColor[TimeControl] = ONE_MINUTE, **options) -> Unexplained:
    """A referee who has asked the first question at the instant 0."""
    referee = waiting(control, **options)
    for color in Color:
        referee.handle(Ready(color, at=0))
    return referee


def color_to_move(referee: Unexplained) -> Color:
    return WHITE if referee.ply % 2 == 0 else BLACK


def answer(
    referee: Unexplained, reply: str | Reply, at: float, now: float | None = None
) -> list[Event]:
    """Answer the open question of a game that white began."""
    reply = Play(reply) if isinstance(reply, str) else reply
    replied = Replied(color_to_move(referee), referee.question, reply, at)
    return referee.handle(replied, lambda: at if now is None else now)


def play(referee: Unexplained, moves: str, seconds: float = 1, at: float = 0) -> list[Event]:
    """Answer with these moves, each after so many seconds."""
    events: list[Event] = []
    for text in moves.split():
        at += seconds
        events += answer(referee, text, at)
    return events


def tell(referee: Unexplained, color: Color, statement: Statement, at: float = 1) -> list[Event]:
    return referee.handle(Told(color, statement, at))


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def outcome_of(events: list[Event]) -> Outcome:
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    return ended.outcome


# The start


def test_the_first_turn_starts_when_both_players_are_ready():
    referee = waiting()
    assert referee.handle(Ready(BLACK, at=2)) == []
    (first,) = referee.handle(Ready(WHITE, at=3))
    assert (first.turn.color, first.turn.ply, first.turn.clock.since) == (WHITE, 0, 3)


def test_being_ready_twice_is_being_ready_once():
    referee = waiting()
    assert referee.handle(Ready(WHITE, at=1)) == []
    assert referee.handle(Ready(WHITE, at=2)) == []
    assert kinds(referee.handle(Ready(BLACK, at=3))) == [TurnStarted]
    assert referee.handle(Ready(BLACK, at=4)) == []


def test_no_clock_runs_while_players_get_ready():
    referee = waiting(TimeControl(5), start_limit=30)
    assert referee.handle(Tick(at=20)) == []
    referee.handle(Ready(WHITE, at=25))
    (turn,) = referee.handle(Ready(BLACK, at=25))
    assert turn.turn.clock.remaining_at(WHITE, at=25) == 5


@pytest.mark.parametrize(
    ("ready", "winner"), [((), None), ((WHITE,), WHITE), ((BLACK,), BLACK)], ids=str
)
def test_a_player_that_never_gets_ready_loses_and_two_have_no_result(ready, winner):
    referee = waiting(start_limit=30)
    for color in ready:
        referee.handle(Ready(color, at=1))
    assert referee.deadline == 30
    outcome = outcome_of(referee.handle(Tick(at=30)))
    assert outcome == Outcome(winner, Reason.NOT_STARTED)
    assert outcome.decided == (winner is not None)


def test_a_game_may_begin_with_given_moves():
    referee = Unexplained(
        CHESS,
        PerColor("w", "b"),
        GameSettings(PerColor.both(TimeControl(60))),
        may_retry=PerColor(0, 0),
        moves=["e4", "e7e5"],
    )
    events = referee.start(at=0)
    assert kinds(events) == [GameStarted, MovePlayed, MovePlayed]
    assert [(e.move, e.elapsed, e.clock.remaining.white) for e in events[1:]] == [
        ("e2e4", 0, 60),
        ("e7e5", 0, 60),
    ]


def test_after_given_moves_the_right_side_is_asked():
    referee = waiting(moves=("e4",))
    referee.handle(Ready(WHITE, at=0))
    (turn,) = referee.handle(Ready(BLACK, at=0))
    assert (turn.turn.color, turn.turn.ply, turn.turn.last_notation) == (BLACK, 1, "e4")


def test_given_moves_that_are_not_legal_are_refused():
    with pytest.raises(IllegalMove, match="'e5'"):
        waiting(moves=("e4", "e5", "e5"))


def test_a_position_that_is_already_over_ends_at_once():
    referee = waiting(moves=("f3", "e5", "g4", "Qh4"))
    assert referee.outcome == Outcome(BLACK, Reason.CHECKMATE)


# Moves and their ends


def test_a_legal_move_is_played_and_the_turn_passes():
    played, turn = answer(started(), "Nf3", at=3)
    assert (played.move, played.notation, played.ply, played.elapsed) == ("g1f3", "Nf3", 0, 3)
    assert played.clock.remaining_at(WHITE, at=99) == 57
    assert (turn.turn.color, list(turn.turn.moves)) == (BLACK, ["g1f3"])


def test_the_next_clock_starts_when_the_answer_is_handled():
    _, turn = answer(started(), "e4", at=3, now=4)
    assert turn.turn.clock.remaining.white == 57
    assert turn.turn.clock.since == 4


def test_checkmate_ends_the_game():
    events = play(started(), "f3 e5 g4 Qh4")
    assert kinds(events)[-2:] == [MovePlayed, GameEnded]
    assert outcome_of(events) == Outcome(BLACK, Reason.CHECKMATE)


def test_the_end_carries_the_last_move_and_both_clocks():
    ended = play(started(), "f3 e5 g4 Qh4")[-1]
    assert ended.turn.last_notation == "Qh4#"
    assert ended.position.pieces()["h4"] == "q"
    assert ended.clock.remaining == PerColor(58, 58)


DRAWS = [
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Qg6", CHESS, Reason.STALEMATE),
    ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "Kxb2", CHESS, Reason.INSUFFICIENT_MATERIAL),
    ("7k/8/8/8/8/8/8/KR6 w - - 149 90", "Rb2", chess_rules(FIDE), Reason.SEVENTY_FIVE_MOVES),
    ("7k/8/8/8/8/8/8/KR6 w - - 99 90", "Rb2", chess_rules(NO_CLAIMS), Reason.FIFTY_MOVES),
]


@pytest.mark.parametrize(("setup", "move", "rules", "reason"), DRAWS, ids=lambda x: str(x)[:20])
def test_each_draw_has_its_own_reason(setup: str, move: str, rules: Rules, reason: Reason):
    assert outcome_of(answer(started(rules=rules, setup=setup), move, at=1)) == Outcome(
        None, reason
    )


def test_repetition_ends_a_game_by_the_rules_chosen():
    shuffle = "Nf3 Nf6 Ng1 Ng8 "
    events = play(started(rules=chess_rules(ENGINE)), shuffle * 2)
    assert outcome_of(events) == Outcome(None, Reason.THREEFOLD_REPETITION)
    events = play(started(rules=chess_rules(FIDE)), shuffle * 4)
    assert outcome_of(events) == Outcome(None, Reason.FIVEFOLD_REPETITION)


def test_a_resignation_loses():
    assert outcome_of(answer(started(), Resign(), at=1)) == Outcome(BLACK, Reason.RESIGNATION)


@pytest.mark.parametrize("color", Color)
def test_one_may_resign_on_either_sides_turn(color: Color):
    assert outcome_of(tell(started(), color, Resign())) == Outcome(color.other, Reason.RESIGNATION)


def test_one_may_resign_before_the_game_has_begun():
    assert outcome_of(tell(waiting(), BLACK, Resign())).winner is WHITE


def test_a_crash_loses_and_is_explained():
    (ended,) = answer(started(), CRASHED, at=1)
    assert ended.outcome == Outcome(BLACK, Reason.CRASH)
    assert ended.explanation is CRASHED.explanation


def test_a_program_that_fails_on_the_other_sides_turn_loses():
    flood = Fail(CRASHED.explanation, Reason.OUTPUT)
    assert outcome_of(tell(started(), BLACK, flood)) == Outcome(WHITE, Reason.OUTPUT)


def test_who_cannot_go_on_and_is_not_to_blame_loses_nothing():
    stopped = Fail(CRASHED.explanation, Reason.STOPPED)
    (ended,) = answer(started(), stopped, at=1)
    assert ended.outcome == Outcome(None, Reason.STOPPED)
    assert ended.explanation is CRASHED.explanation


@pytest.mark.parametrize("winner", [WHITE, BLACK, None])
def test_the_organiser_decides_a_running_game(winner: Color | None):
    (ended,) = started().handle(Adjudicate(winner, at=5, detail="dead position"))
    assert ended.outcome == Outcome(winner, Reason.ADJUDICATION, "dead position")
    assert ended.clock.remaining == PerColor(55, 60)


def test_a_stopped_game_has_no_result():
    outcome = outcome_of(started().handle(Stopped(at=1, detail="lunch")))
    assert (outcome, outcome.result) == (Outcome(None, Reason.STOPPED, "lunch"), "*")


def test_our_own_mistake_ends_the_game_once():
    referee = started()
    assert outcome_of(referee.fail("oops", at=1)) == Outcome(None, Reason.INTERNAL_ERROR, "oops")
    assert referee.fail("again", at=2) == []


def test_nothing_happens_after_the_end():
    referee = started()
    referee.handle(Stopped(at=1))
    assert answer(referee, "e4", at=2) == []
    assert referee.handle(Stopped(at=3)) == []
    assert referee.handle(TakeBack(1, at=4)) == []
    assert referee.deadline == inf


# Ends that a player may explain

SLEPT = Explanation(Cause.IDLE, say("it slept"))


def decided() -> Referee:
    """A referee who has decided a game after a minute, and waits for an explanation."""
    settings = GameSettings(PerColor.both(ONE_MINUTE))
    referee = Referee(CHESS, PerColor("w", "b"), settings, may_retry=PerColor.both(0))
    referee.start(at=0)
    for color in Color:
        referee.handle(Ready(color, at=0))
    (wanted,) = referee.handle(Tick(at=60))
    assert wanted == ExplanationWanted(WHITE, Reason.TIME)
    return referee


def test_an_end_is_decided_then_explained_then_published():
    referee = decided()
    assert referee.outcome == Outcome(BLACK, Reason.TIME)
    assert not referee.over
    (ended,) = referee.handle(Explained(WHITE, SLEPT, at=61))
    assert (ended.outcome, ended.explanation) == (Outcome(BLACK, Reason.TIME), SLEPT)
    assert ended.clock.remaining == PerColor(0, 60)
    assert referee.over
    assert referee.handle(Explained(WHITE, SLEPT, at=62)) == []


@pytest.mark.parametrize(
    "message",
    [
        Replied(WHITE, 1, Play("e4"), at=61),
        Told(WHITE, CRASHED, at=61),
        Told(BLACK, Resign(), at=61),
        Told(BLACK, Note("well", NoteKind.COMMENT), at=61),
        Ready(WHITE, at=61),
        Pause(at=61),
        Resume(at=61),
        TakeBack(1, at=61),
        Adjudicate(WHITE, at=61),
        Away(Absence(Missed.AWAY, 60.5, 61, 0.5)),
        Tick(at=61),
        Explained(BLACK, SLEPT, at=61),
    ],
    ids=lambda message: type(message).__name__,
)
def test_nothing_else_is_heard_while_the_end_is_being_explained(message):
    referee = decided()
    assert referee.handle(message) == []
    (ended,) = referee.handle(Explained(WHITE, None, at=62))
    assert (ended.outcome, ended.explanation) == (Outcome(BLACK, Reason.TIME), None)


def test_an_end_is_published_without_an_explanation_that_takes_too_long():
    referee = decided()
    assert referee.deadline == 60 + EXPLANATION_SECONDS
    assert referee.handle(Tick(referee.deadline - 0.1)) == []
    (ended,) = referee.handle(Tick(referee.deadline))
    assert (ended.outcome, ended.explanation) == (Outcome(BLACK, Reason.TIME), None)
    assert referee.handle(Explained(WHITE, SLEPT, at=66)) == []


def test_a_player_that_talks_all_the_time_does_not_put_off_the_end():
    referee = decided()
    chatter = Told(WHITE, Note("wait", NoteKind.COMMENT), at=referee.deadline)
    assert kinds(referee.handle(chatter)) == [GameEnded]


def test_stopping_a_decided_game_publishes_the_end_as_it_was_decided():
    (ended,) = decided().handle(Stopped(at=61, detail="lunch"))
    assert (ended.outcome, ended.explanation) == (Outcome(BLACK, Reason.TIME), None)


def test_our_own_mistake_publishes_the_end_as_it_was_decided():
    referee = decided()
    (ended,) = referee.fail("oops", at=61)
    assert ended.outcome == Outcome(BLACK, Reason.TIME)
    assert referee.fail("again", at=62) == []


def test_a_failure_that_explains_itself_is_published_at_once():
    referee = started()
    ended = Referee.handle(referee, Told(WHITE, CRASHED, at=1))
    assert kinds(ended) == [GameEnded]
    assert ended[0].explanation is CRASHED.explanation


def test_an_illegal_move_is_announced_before_it_is_explained():
    replied = Replied(WHITE, 1, Play("e5"), at=1)
    rejected, wanted = Referee.handle(started(), replied)
    assert isinstance(rejected, MoveRejected)
    assert wanted == ExplanationWanted(WHITE, Reason.ILLEGAL_MOVES)


def test_two_players_who_are_both_to_blame_are_asked_one_after_the_other():
    referee = waiting(start_limit=30)
    (wanted,) = Referee.handle(referee, Tick(at=30))
    assert wanted == ExplanationWanted(WHITE, Reason.NOT_STARTED)
    (wanted,) = Referee.handle(referee, Explained(WHITE, None, at=31))
    assert wanted == ExplanationWanted(BLACK, Reason.NOT_STARTED)
    assert Referee.handle(referee, Explained(WHITE, SLEPT, at=32)) == []
    assert referee.deadline == 30 + EXPLANATION_SECONDS
    (ended,) = Referee.handle(referee, Explained(BLACK, SLEPT, at=33))
    assert (ended.outcome.winner, ended.explanation) == (None, SLEPT)


def test_the_first_explanation_of_two_is_enough():
    referee = waiting(start_limit=30)
    Referee.handle(referee, Tick(at=30))
    (ended,) = Referee.handle(referee, Explained(WHITE, SLEPT, at=31))
    assert ended.explanation is SLEPT


def test_a_draw_on_time_is_explained_by_the_side_whose_time_ran_out():
    referee = started(draw_if_cannot_win=True, setup=LONE_KING)
    (wanted,) = Referee.handle(referee, Tick(at=60))
    assert wanted == ExplanationWanted(WHITE, Reason.TIME)
    (ended,) = Referee.handle(referee, Explained(WHITE, None, at=61))
    assert ended.outcome == Outcome(None, Reason.TIME)


def test_an_end_that_the_journal_refuses_while_it_is_explained_is_undone():
    referee = started()
    decisions = Referee.handle(referee, Replied(WHITE, 1, Play("e5"), at=1))
    referee.revoke(decisions)
    assert referee.outcome is None
    assert Referee.handle(referee, Explained(WHITE, SLEPT, at=2)) == []
    assert outcome_of(referee.fail("disk full", at=2)).reason is Reason.INTERNAL_ERROR


# Illegal answers


def test_an_illegal_move_loses_at_once_for_those_who_may_not_retry():
    rejected, ended = answer(started(), "e5", at=1)
    assert (rejected.text, rejected.attempt) == ("e5", 1)
    assert "'e5'" in str(rejected.why)
    assert ended.outcome == Outcome(BLACK, Reason.ILLEGAL_MOVES, "e5")


def test_the_third_illegal_answer_loses():
    referee = started(may_retry=2)
    for attempt in (1, 2):
        events = answer(referee, "e5", at=attempt)
        assert kinds(events) == [MoveRejected, TurnStarted]
    assert outcome_of(answer(referee, "Ke2", at=3)) == Outcome(BLACK, Reason.ILLEGAL_MOVES, "Ke2")


OFF_THE_BOARD = Explanation(Cause.ILLEGAL, say("it left the board"))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (["e6"], "before that it gave an illegal answer: 'e6' (asked for White's move 2)"),
        (
            ["e6", "Nc6"],
            "before that it gave 2 illegal answers: 'e6', 'Nc6' (asked for White's move 2)",
        ),
    ],
)
def test_a_crash_is_told_with_the_illegal_answers_before_it(answers, said):
    referee = started(may_retry=2)
    play(referee, "e4 d5")
    for text in answers:
        answer(referee, text, at=3)
    (ended,) = answer(referee, CRASHED, at=4)
    assert str(ended.explanation.full_sentence) == f"it ended; {said}"
    assert Words("en").outcome(ended.outcome, ended.explanation).endswith(said)


def test_illegal_answers_are_told_of_the_loser_only_and_not_after_a_take_back():
    referee = started(may_retry=2)
    play(referee, "Nc6 e4 a2 e5")
    referee.handle(TakeBack(2, at=5))
    play(referee, "d4", at=6)
    (ended,) = answer(referee, CRASHED, at=8)
    assert ended.explanation is CRASHED.explanation
    referee = started(may_retry=2)
    play(referee, "Nc6 e4")
    (ended,) = answer(referee, CRASHED, at=8)
    assert ended.explanation is CRASHED.explanation


def test_a_loss_by_illegal_moves_tells_which_move_was_asked_for_and_what_it_tried_then():
    referee = Referee(
        CHESS, PerColor("w", "b"), GameSettings(PerColor.both(ONE_MINUTE)), may_retry=PerColor(0, 2)
    )
    referee.start(at=0)
    for color in Color:
        referee.handle(Ready(color, at=0))
    for color, text in ((WHITE, "e4"), (BLACK, "e4"), (BLACK, "d4"), (BLACK, "x" * 500)):
        referee.handle(Replied(color, referee.question, Play(text), at=1))
    (ended,) = referee.handle(Explained(BLACK, OFF_THE_BOARD, at=2))
    cut = repr("x" * 39 + "…")
    said = f"it left the board; it was asked for Black's move 1, and then tried 'd4', {cut}"
    assert str(ended.explanation.full_sentence) == said
    referee = started()
    Referee.handle(referee, Replied(WHITE, 1, Play("e5"), at=1))
    (ended,) = Referee.handle(referee, Explained(WHITE, OFF_THE_BOARD, at=2))
    assert str(ended.explanation) == "it left the board; it was asked for White's move 1"


def test_illegal_answers_are_counted_for_each_question():
    referee = started(may_retry=2)
    for text in ("e5", "e5", "e4", "e4", "e4", "e5"):
        events = answer(referee, text, at=1)
    assert kinds(events) == [MovePlayed, TurnStarted]


def test_the_retry_is_on_the_clock():
    referee = started(may_retry=2)
    _, again = answer(referee, "e5", at=40, now=45)
    assert again.turn.clock.remaining_at(WHITE, at=45) == 15
    played, _ = answer(referee, "e4", at=50)
    assert (played.elapsed, played.clock.remaining.white) == (50, 10)
    referee = started(may_retry=2)
    answer(referee, "e5", at=40)
    assert referee.deadline == 60


def test_a_second_answer_to_the_refused_question_is_ignored():
    referee = started(may_retry=2)
    refused = Replied(WHITE, referee.question, Play("e5"), at=1)
    referee.handle(refused)
    assert referee.handle(refused) == []


# Time


def test_time_runs_out_at_the_deadline():
    referee = started()
    assert referee.handle(Tick(at=59.9)) == []
    assert referee.deadline == 60
    (ended,) = referee.handle(Tick(at=60))
    assert ended.outcome == Outcome(BLACK, Reason.TIME)
    assert ended.clock.remaining == PerColor(0, 60)


def test_a_move_that_comes_too_late_loses_on_time():
    assert outcome_of(answer(started(), "e4", at=60.1)).reason is Reason.TIME


def test_the_stamp_decides_and_not_the_arrival():
    played, _ = answer(started(), "e4", at=59.9, now=61)
    assert played.clock.remaining.white == pytest.approx(0.1)


def test_a_flag_may_be_overstepped_by_the_margin():
    referee = started(TimeControl(60, time_margin=0.5))
    assert kinds(answer(referee, "e4", at=60.4)) == [MovePlayed, TurnStarted]
    assert referee.deadline == 60.4 + 60.5


def test_the_increment_comes_after_the_move():
    played, _ = answer(started(TimeControl(60, increment=2)), "e4", at=10)
    assert played.clock.remaining == PerColor(52, 60)


def test_a_limit_for_each_move_counts_anew_each_move():
    referee = started(TimeControl(per_move=5))
    play(referee, "e4 e5 Nf3", seconds=4)
    assert referee.deadline == 12 + 5


def test_the_period_is_renewed_after_its_moves():
    referee = started(TimeControl(60, moves_per_period=2))
    events = play(referee, "e4 e5 Nf3 Nc6", seconds=10)
    assert events[-2].clock.remaining == PerColor(100, 100)


def test_each_side_plays_by_its_own_control():
    referee = started(PerColor(TimeControl(60), TimeControl(per_move=1)))
    answer(referee, "e4", at=10)
    assert referee.deadline == 11
    assert outcome_of(referee.handle(Tick(at=11))) == Outcome(WHITE, Reason.TIME)


def test_an_untimed_game_has_no_deadline():
    assert started(TimeControl()).deadline == inf


LONE_KING = "7k/8/8/8/8/8/1P6/K7 w - - 0 1"


@pytest.mark.parametrize(("saved", "winner"), [(True, None), (False, BLACK)])
def test_time_is_a_draw_if_the_opponent_cannot_win_and_the_game_says_so(saved, winner):
    referee = started(setup=LONE_KING, draw_if_cannot_win=saved)
    assert outcome_of(referee.handle(Tick(at=60))) == Outcome(winner, Reason.TIME)


def test_time_loses_if_the_opponent_could_still_win():
    referee = started(setup=LONE_KING, draw_if_cannot_win=True)
    answer(referee, "Ka2", at=1)
    assert outcome_of(referee.handle(Tick(at=61))) == Outcome(WHITE, Reason.TIME)


@pytest.mark.parametrize("message", [Stopped(at=61), Pause(at=61), Adjudicate(WHITE, at=61)])
def test_whatever_comes_after_the_flag_finds_the_game_lost_on_time(message):
    assert outcome_of(started().handle(message)) == Outcome(BLACK, Reason.TIME)


# Late answers


def test_a_second_answer_to_a_question_is_ignored():
    referee = started()
    first = referee.question
    answer(referee, "e4", at=1)
    assert referee.handle(Replied(WHITE, first, Play("d4"), at=2)) == []


def test_an_answer_to_a_question_taken_back_is_ignored_at_the_same_ply():
    referee = started()
    old = referee.question
    answer(referee, "e4", at=1)
    referee.handle(TakeBack(1, at=2))
    assert referee.ply == 0
    assert referee.handle(Replied(WHITE, old, Play("d4"), at=3)) == []
    assert kinds(answer(referee, "c4", at=3)) == [MovePlayed, TurnStarted]


def test_an_answer_before_anyone_was_asked_is_ignored():
    referee = waiting()
    assert referee.handle(Replied(WHITE, referee.question, Play("e4"), at=1)) == []


# Delays and byo-yomi

BYOYOMI = TimeControl(60, byoyomi=10, periods=3)


def test_a_move_within_the_delay_costs_nothing():
    played, turn = answer(started(TimeControl(60, delay=5)), "e4", at=5)
    assert played.clock.remaining == PerColor(60, 60)
    assert played.elapsed == 5
    assert turn.turn.clock.flag_falls == 70


def test_the_flag_falls_after_delay_and_time():
    referee = started(TimeControl(60, delay=5))
    assert referee.handle(Tick(at=64.9)) == []
    assert outcome_of(referee.handle(Tick(at=65))) == Outcome(BLACK, Reason.TIME)


def test_bronstein_gives_back_what_was_used_up_to_the_delay():
    referee = started(TimeControl(60, bronstein=5))
    assert answer(referee, "e4", at=12)[0].clock.remaining.white == 53
    assert referee.deadline == 12 + 60


def test_periods_are_used_up_one_after_the_other_and_the_last_one_decides():
    referee = started(BYOYOMI)
    assert answer(referee, "e4", at=75)[0].clock.periods == PerColor(2, 0)
    assert answer(referee, "e5", at=76)[0].clock.periods == PerColor(2, 0)
    assert answer(referee, "d4", at=85)[0].clock.periods == PerColor(2, 0)
    assert answer(referee, "d5", at=86)[0].clock.periods == PerColor(2, 0)
    assert referee.deadline == 86 + 2 * 10
    ended = referee.handle(Tick(at=106))[-1]
    assert ended.outcome == Outcome(BLACK, Reason.TIME)
    assert (ended.clock.remaining, ended.clock.periods) == (PerColor(0, 58), PerColor(1, 0))


def test_a_take_back_gives_back_time_and_periods():
    referee = started(BYOYOMI, people=(WHITE, BLACK))
    play(referee, "e4 e5", seconds=75)
    taken, turn = referee.handle(TakeBack(2, at=160))
    assert (taken.clock.remaining, taken.clock.periods) == (PerColor(60, 60), PerColor(0, 0))
    assert turn.turn.clock.flag_falls == 160 + 90


def test_a_pause_in_byoyomi_keeps_what_is_left_of_the_period():
    referee = started(BYOYOMI)
    (paused,) = referee.handle(Pause(at=64))
    assert (paused.clock.remaining.white, paused.clock.periods.white) == (6, 3)
    referee.handle(Resume(at=100))
    assert referee.deadline == 100 + 26


def test_a_pause_keeps_what_is_left_of_the_delay():
    referee = started(TimeControl(60, delay=5))
    assert referee.handle(Pause(at=2))[0].clock.remaining.white == 60
    referee.handle(Resume(at=100))
    assert answer(referee, "e4", at=103)[0].clock.remaining.white == 60


def test_a_game_goes_on_with_the_periods_it_had():
    control = PerColor.both(BYOYOMI)
    clock = Clock(control, PerColor(10.0, 30.0), PerColor(4, 4), periods=PerColor(2, 0))
    referee = Unexplained(
        CHESS, PerColor("w", "b"), GameSettings(control), may_retry=PerColor(0, 0), clock=clock
    )
    referee.start(at=0)
    for color in Color:
        referee.handle(Ready(color, at=0))
    assert referee.deadline == 20


# Pauses


def paused(at: float = 10, **options) -> Unexplained:
    referee = started(**options)
    referee.handle(Pause(at))
    return referee


def test_no_clock_runs_in_a_pause():
    referee = started()
    (event,) = referee.handle(Pause(at=10))
    assert kinds([event]) == [Paused]
    assert event.clock.remaining_at(WHITE, at=1000) == 50
    assert referee.deadline == inf
    assert referee.handle(Tick(at=1000)) == []


def test_the_clock_goes_on_where_the_pause_stopped_it():
    referee = paused(at=10)
    (event,) = referee.handle(Resume(at=1000))
    assert kinds([event]) == [Resumed]
    assert event.clock.remaining_at(WHITE, at=1000) == 50
    assert referee.deadline == 1050


def test_the_time_of_a_move_does_not_count_the_pause():
    referee = paused(at=10)
    referee.handle(Resume(at=1000))
    played, _ = answer(referee, "e4", at=1005)
    assert (played.elapsed, played.clock.remaining.white) == (15, 45)


def test_a_pause_does_not_renew_the_limit_for_a_move():
    referee = paused(at=4, control=TimeControl(per_move=5))
    referee.handle(Resume(at=100))
    assert referee.deadline == 101


def test_an_answer_in_a_pause_is_kept_until_it_is_over():
    referee = paused(at=10)
    assert answer(referee, "e4", at=11) == []
    events = referee.handle(Resume(at=20))
    assert kinds(events) == [Resumed, MovePlayed, TurnStarted]
    assert (events[1].elapsed, events[2].turn.clock.since) == (10, 20)


def test_an_answer_made_before_the_pause_is_charged_until_it_was_made():
    referee = paused(at=10)
    answer(referee, "e4", at=7)
    assert referee.handle(Resume(at=20))[1].elapsed == 7


def test_the_first_answer_in_a_pause_counts():
    referee = paused()
    answer(referee, "e4", at=11)
    answer(referee, "d4", at=12)
    assert referee.handle(Resume(at=20))[1].move == "e2e4"


def test_pausing_and_resuming_twice_is_doing_it_once():
    referee = paused(at=10)
    assert referee.handle(Pause(at=12)) == []
    assert len(referee.handle(Resume(at=20))) == 1
    assert referee.handle(Resume(at=30)) == []
    assert referee.deadline == 70


def test_one_may_resign_in_a_pause():
    assert outcome_of(tell(paused(), BLACK, Resign(), at=11)).winner is WHITE


def test_players_get_ready_in_a_pause_and_are_asked_after_it():
    referee = waiting(start_limit=30)
    referee.handle(Pause(at=1))
    assert [referee.handle(Ready(color, at=100)) for color in Color] == [[], []]
    assert kinds(referee.handle(Resume(at=200))) == [Resumed, TurnStarted]


def test_a_pause_does_not_count_as_time_to_get_ready():
    referee = waiting(start_limit=30)
    referee.handle(Pause(at=29))
    referee.handle(Resume(at=100))
    assert referee.deadline == 130


# The host was away


def away(
    referee: Unexplained, began: float, ended: float, kind: Missed = Missed.AWAY
) -> list[Event]:
    return referee.handle(Away(Absence(kind, began, ended, ended - began)))


def test_no_flag_falls_by_the_time_that_the_host_missed():
    referee = started()
    (event,) = away(referee, 10, 1000)
    assert event == HostAway(Missed.AWAY, 990, 0, event.clock)
    assert event.clock.remaining_at(WHITE, at=1000) == 50
    assert referee.deadline == 1050
    assert referee.handle(Tick(at=1049)) == []
    assert outcome_of(referee.handle(Tick(at=1050))).reason is Reason.TIME


def test_a_move_is_not_charged_for_the_time_that_the_host_missed():
    referee = started()
    away(referee, 10, 1000)
    played, _ = answer(referee, "e4", at=1005)
    assert (played.elapsed, played.clock.remaining.white) == (15, 45)


def test_an_answer_stamped_before_the_host_was_away_is_charged_until_its_stamp():
    referee = started()
    away(referee, 10, 1000)
    assert answer(referee, "e4", at=7)[0].elapsed == 7


def test_a_turn_that_began_while_the_host_was_away_begins_when_it_is_back():
    referee = started()
    answer(referee, "e4", at=7, now=12)
    (event,) = away(referee, 10, 1000)
    assert event.clock.remaining_at(BLACK, at=1000) == 60
    assert answer(referee, "e5", at=1003)[0].elapsed == 3


def test_an_absence_before_a_turn_does_not_concern_it():
    referee = started()
    answer(referee, "e4", at=20)
    away(referee, 5, 15)
    assert answer(referee, "e5", at=23)[0].elapsed == 3


def test_two_absences_in_a_turn_are_both_given_back():
    referee = started()
    away(referee, 10, 20)
    away(referee, 25, 40)
    assert answer(referee, "e4", at=41)[0].elapsed == 16


def test_the_limit_for_a_move_does_not_count_the_time_that_the_host_missed():
    referee = started(TimeControl(per_move=5))
    away(referee, 4, 100)
    assert referee.deadline == 101


def test_the_time_to_get_ready_does_not_count_the_time_that_the_host_missed():
    referee = waiting(start_limit=30)
    away(referee, 29, 1000)
    assert referee.handle(Tick(at=1000)) == []
    assert referee.deadline == 1001


def test_an_absence_in_a_pause_is_told_and_changes_no_clock():
    referee = paused(at=10)
    (event,) = away(referee, 20, 1000)
    assert event.clock.remaining.white == 50
    assert referee.handle(Resume(at=1000))[0].clock.remaining_at(WHITE, at=1000) == 50


@pytest.mark.parametrize("kind", [Missed.BUSY, Missed.OWN_WORK])
def test_time_that_somebody_may_have_taken_on_purpose_is_not_given_back(kind: Missed):
    referee = started()
    assert away(referee, 10, 50, kind) == []
    assert referee.deadline == 60


# Take-back


def test_a_take_back_restores_position_clocks_and_turn():
    referee = started(TimeControl(60, increment=1))
    play(referee, "e4 e5 Nf3", seconds=10)
    taken, turn = referee.handle(TakeBack(2, at=33))
    assert (taken.plies, taken.ply, taken.position.to_move) == (2, 1, BLACK)
    assert taken.clock.remaining == turn.turn.clock.remaining == PerColor(51, 60)
    assert (turn.turn.clock.since, list(turn.turn.moves)) == (33, ["e2e4"])
    assert turn.turn.last_notation == "e4"


def test_a_take_back_gives_back_the_time_of_the_open_question_too():
    referee = started()
    play(referee, "e4", seconds=10)
    _, turn = referee.handle(TakeBack(1, at=30))
    assert turn.turn.clock.remaining == PerColor(60, 60)


def test_a_take_back_after_a_pause_restores_the_clock_of_the_turns_beginning():
    referee = paused(at=10)
    referee.handle(Resume(at=20))
    answer(referee, "e4", at=25)
    taken, _ = referee.handle(TakeBack(1, at=30))
    assert taken.clock.remaining == PerColor(60, 60)


def test_moves_of_a_period_are_taken_back_with_the_clock():
    referee = started(TimeControl(60, moves_per_period=2))
    play(referee, "e4 e5 Nf3", seconds=10)
    taken, _ = referee.handle(TakeBack(1, at=40))
    assert taken.clock.moves_to_go(WHITE) == 1
    assert taken.clock.remaining == PerColor(50, 50)


def test_a_take_back_reaches_no_further_than_the_start():
    referee = started()
    play(referee, "e4 e5")
    assert referee.handle(TakeBack(9, at=5))[0].plies == 2
    assert referee.handle(TakeBack(1, at=6)) == []


def test_a_take_back_in_a_pause_asks_after_it():
    referee = started()
    play(referee, "e4")
    referee.handle(Pause(at=10))
    answer(referee, "e5", at=11)
    assert kinds(referee.handle(TakeBack(1, at=12))) == [MovesTakenBack]
    assert kinds(referee.handle(Resume(at=20))) == [Resumed, TurnStarted]
    assert referee.deadline == 80


def test_another_move_after_a_take_back_leaves_the_old_moves_as_they_were():
    referee = started()
    old = play(referee, "e4 e5")[-1].turn.moves
    referee.handle(TakeBack(2, at=5))
    new = answer(referee, "d4", at=6)[-1].turn.moves
    assert (list(old), list(new)) == (["e2e4", "e7e5"], ["d2d4"])


def test_illegal_answers_are_forgotten_by_a_take_back():
    referee = started(may_retry=1)
    play(referee, "e4 e4")
    referee.handle(TakeBack(1, at=5))
    assert kinds(answer(referee, "e5", at=6)) == [MoveRejected, TurnStarted]


# The viewing pause


def test_no_clock_runs_in_the_viewing_pause():
    referee = started(viewing_pause=0.5)
    (played,) = answer(referee, "e4", at=1)
    assert played.clock.running is None
    assert referee.deadline == 1.5
    assert referee.handle(Tick(at=1.4)) == []
    (turn,) = referee.handle(Tick(at=1.5))
    assert turn.turn.clock.remaining == PerColor(59, 60)
    assert turn.turn.clock.since == 1.5


def test_there_is_no_viewing_pause_before_the_first_move():
    referee = waiting(viewing_pause=0.5)
    referee.handle(Ready(WHITE, at=0))
    assert kinds(referee.handle(Ready(BLACK, at=0))) == [TurnStarted]


def test_a_viewing_pause_that_is_already_over_is_none():
    referee = started(viewing_pause=0.5)
    assert kinds(answer(referee, "e4", at=1, now=1.5)) == [MovePlayed, TurnStarted]


@pytest.mark.parametrize("people", [(WHITE,), (BLACK,), (WHITE, BLACK)], ids=str)
def test_people_wait_for_no_viewing_pause_neither_before_nor_after_their_move(people):
    referee = started(viewing_pause=0.5, people=people)
    assert kinds(play(referee, "e4 e5")) == [MovePlayed, TurnStarted] * 2


def test_a_mating_move_ends_the_game_without_a_viewing_pause():
    referee = started(viewing_pause=0.5)
    for ply, text in enumerate(["f3", "e5", "g4", "Qh4"]):
        events = answer(referee, text, at=ply + 0.25)
        referee.handle(Tick(at=ply + 0.75))
    assert outcome_of(events).reason is Reason.CHECKMATE


def test_an_answer_in_the_viewing_pause_is_ignored():
    referee = started(viewing_pause=0.5)
    answer(referee, "e4", at=1)
    assert answer(referee, "e5", at=1.1) == []


# Draws


def test_an_accepted_offer_is_a_draw():
    referee = started()
    assert kinds(tell(referee, WHITE, OfferDraw())) == [DrawOffered]
    assert outcome_of(tell(referee, BLACK, AcceptDraw())) == Outcome(None, Reason.AGREEMENT)


def test_offers_that_cross_are_a_draw():
    referee = started()
    tell(referee, WHITE, OfferDraw())
    assert outcome_of(tell(referee, BLACK, OfferDraw())).reason is Reason.AGREEMENT


def test_a_declined_offer_cannot_be_accepted_any_more():
    referee = started()
    tell(referee, WHITE, OfferDraw())
    (declined,) = tell(referee, BLACK, DeclineDraw())
    assert declined == DrawDeclined(BLACK, 0)
    assert tell(referee, BLACK, AcceptDraw()) == []


def test_an_offer_lapses_when_the_opponent_moves():
    referee = started()
    tell(referee, WHITE, OfferDraw())
    play(referee, "e4 e5")
    assert tell(referee, BLACK, AcceptDraw(), at=3) == []


def test_an_offer_stands_while_its_maker_moves():
    referee = started()
    tell(referee, WHITE, OfferDraw())
    play(referee, "e4")
    assert outcome_of(tell(referee, BLACK, AcceptDraw(), at=3)).reason is Reason.AGREEMENT


def test_there_is_one_offer_a_ply():
    referee = started()
    tell(referee, WHITE, OfferDraw())
    tell(referee, BLACK, DeclineDraw())
    assert tell(referee, WHITE, OfferDraw()) == []
    play(referee, "e4")
    assert kinds(tell(referee, WHITE, OfferDraw(), at=2)) == [DrawOffered]


def test_an_offer_is_gone_after_a_take_back():
    referee = started()
    play(referee, "e4")
    tell(referee, WHITE, OfferDraw(), at=2)
    referee.handle(TakeBack(1, at=3))
    assert tell(referee, BLACK, AcceptDraw(), at=4) == []


@pytest.mark.parametrize("statement", [AcceptDraw(), DeclineDraw()])
@pytest.mark.parametrize("color", Color)
def test_without_the_opponents_offer_there_is_nothing_to_accept_or_decline(color, statement):
    referee = started()
    assert tell(referee, color, statement) == []
    tell(referee, color, OfferDraw())
    assert tell(referee, color, statement) == []


def test_a_claim_that_holds_is_a_draw():
    referee = started(rules=chess_rules(FIDE))
    play(referee, "Nf3 Nf6 Ng1 Ng8 " * 2)
    outcome = outcome_of(answer(referee, ClaimDraw(), at=9))
    assert outcome == Outcome(None, Reason.THREEFOLD_REPETITION)


SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


@pytest.mark.parametrize("draws", [FIDE, NO_CLAIMS])
@pytest.mark.parametrize("moves", [SHUFFLE * 2, SHUFFLE * 2 + "e4"])
def test_a_claim_behind_a_move_is_judged_for_what_that_has_brought(draws, moves):
    """Whether it is seen before or after the opponent's answer decides nothing."""
    referee = started(rules=chess_rules(draws))
    play(referee, moves)
    outcome = outcome_of(tell(referee, BLACK, ClaimDraw(), at=10))
    assert outcome == Outcome(None, Reason.THREEFOLD_REPETITION)


@pytest.mark.parametrize("draws", [FIDE, NO_CLAIMS])
def test_a_claim_before_a_move_is_judged_for_what_that_brings(draws):
    referee = started(rules=chess_rules(draws))
    *moves, last = (SHUFFLE * 2).split()
    play(referee, " ".join(moves))
    assert tell(referee, BLACK, ClaimDraw(), at=8) == []
    outcome = outcome_of(answer(referee, last, at=8))
    assert outcome == Outcome(None, Reason.THREEFOLD_REPETITION)


@pytest.mark.parametrize("moves", ["", "e4", SHUFFLE + "e4 e5"])
@pytest.mark.parametrize("color", Color)
def test_a_false_claim_that_is_stated_changes_nothing(moves, color):
    referee = started(rules=chess_rules(FIDE))
    play(referee, moves)
    assert tell(referee, color, ClaimDraw(), at=8) == []
    assert kinds(answer(referee, str(referee.position.legal_moves()[0]), at=9))[-1] is TurnStarted


def test_a_true_claim_where_nobody_may_claim_loses_no_game():
    for may_retry, reason in ((0, Reason.THREEFOLD_REPETITION), (1, None)):
        referee = started(rules=chess_rules(NO_CLAIMS), may_retry=may_retry)
        play(referee, SHUFFLE * 2)
        answer(referee, ClaimDraw(), at=9)
        assert referee.outcome == (reason and Outcome(None, reason))


def test_a_false_claim_counts_as_an_illegal_answer():
    (_, ended) = answer(started(), ClaimDraw(), at=5)
    assert ended.outcome == Outcome(BLACK, Reason.ILLEGAL_MOVES)


def test_a_false_claim_is_refused_and_the_clock_goes_on():
    referee = started(may_retry=1)
    rejected, turn = answer(referee, ClaimDraw(), at=5)
    assert "no draw to claim" in str(rejected.why)
    assert turn.turn.clock.remaining_at(WHITE, at=5) == 55
    assert kinds(answer(referee, "e4", at=6)) == [MovePlayed, TurnStarted]


@pytest.mark.parametrize("first", Color)
def test_of_two_that_cannot_start_nobody_wins(first):
    referee, failed = waiting(), Fail(Explanation(Cause.REFUSED, say("no")), Reason.NOT_STARTED)
    assert tell(referee, first, failed) == tell(referee, first, failed) == []
    assert outcome_of(tell(referee, first.other, failed)) == Outcome(None, Reason.NOT_STARTED)


@pytest.mark.parametrize("is_ready_before", [True, False])
def test_one_that_cannot_start_loses_once_its_opponent_is_ready(is_ready_before):
    referee, failed = waiting(), Fail(Explanation(Cause.REFUSED, say("no")), Reason.NOT_STARTED)
    steps = [Ready(WHITE, at=1), Told(BLACK, failed, at=1)]
    first, last = steps if is_ready_before else reversed(steps)
    assert referee.handle(first) == []
    assert outcome_of(referee.handle(last)) == Outcome(WHITE, Reason.NOT_STARTED)


# What players say


def test_thinking_is_heard_of_the_side_to_move_only():
    referee, thought = started(), Thought(depth=3)
    assert tell(referee, WHITE, thought) == [Thinking(WHITE, 0, thought)]
    assert tell(referee, BLACK, thought) == []
    assert tell(waiting(), WHITE, thought) == []


def said_before_its_move(referee: Referee, reply: Play, at: float = 2) -> Thought | None:
    (played, *_rest) = answer(referee, reply, at)
    assert isinstance(played, MovePlayed)
    return played.thought


def test_a_move_carries_the_last_thought_with_a_score_since_the_last_move():
    referee, early, last = started(), Thought(1, score=Score(1)), Thought(2, score=Score(2))
    for thought in (early, last, Thought(nodes=5)):
        tell(referee, WHITE, thought)
    assert said_before_its_move(referee, Play("e4")) == last
    assert said_before_its_move(referee, Play("e5"), at=3) is None


def test_what_an_answer_brings_along_replaces_what_was_told_before():
    referee, told, brought = started(), Thought(1, score=Score(1)), Thought(2, score=Score(2))
    tell(referee, WHITE, told)
    assert said_before_its_move(referee, Play("e4", Said.known(brought))) == brought


def test_what_was_said_before_a_refused_answer_counts_for_the_next_one():
    referee, brought = started(may_retry=1), Thought(2, score=Score(2))
    answer(referee, Play("zz", Said.known(brought)), at=1)
    assert said_before_its_move(referee, Play("e4")) == brought


def test_what_was_said_before_a_take_back_is_void():
    referee = started()
    play(referee, "e4")
    tell(referee, BLACK, Thought(1, score=Score(1)), at=2)
    referee.handle(TakeBack(1, at=3))
    assert said_before_its_move(referee, Play("d4"), at=4) is None


@pytest.mark.parametrize("color", Color)
def test_notes_are_heard_at_any_time(color: Color):
    note = Note("hello", NoteKind.COMMENT)
    assert tell(started(), color, note) == [PlayerSaid(color, 0, note)]
    assert tell(waiting(), color, note) == [PlayerSaid(color, 0, note)]


def test_who_is_asked_next_is_roused_before_its_clock_starts():
    roused: list[tuple[Color, float]] = []
    at = [1.0]

    def rouse(color: Color) -> None:
        roused.append((color, at[0]))
        at[0] += 5

    settings = GameSettings(PerColor.both(ONE_MINUTE))
    names = PerColor("w", "b")
    referee = Unexplained(CHESS, names, settings, may_retry=PerColor(2, 2), rouse=rouse)
    referee.start(0)
    for color in Color:
        events = referee.handle(Ready(color, 1.0), lambda: at[0])
    assert events[-1].turn.clock.since == 6
    at[0] = 10.0
    bad = Replied(WHITE, referee.question, Play("e5"), 9.0)
    referee.handle(bad, lambda: at[0])
    assert roused == [(WHITE, 1.0)]  # whoever tries again is awake, and its clock goes on
    events = referee.handle(Replied(WHITE, referee.question, Play("e4"), 9.5), lambda: at[0])
    assert roused == [(WHITE, 1.0), (BLACK, 10.0)]
    assert events[-1].turn.clock.since == 15


def test_nobody_is_roused_for_the_viewing_pause():
    roused: list[Color] = []
    settings = GameSettings(PerColor.both(ONE_MINUTE), viewing_pause=1.0)
    names = PerColor("w", "b")
    referee = Unexplained(CHESS, names, settings, may_retry=PerColor(2, 2), rouse=roused.append)
    referee.start(0)
    for color in Color:
        referee.handle(Ready(color, 1.0))
    referee.handle(Replied(WHITE, referee.question, Play("e4"), 2.0))
    assert roused == [WHITE]
    referee.handle(Tick(3.0))
    assert roused == [WHITE, BLACK]


def test_long_silence_is_told_of_the_side_to_move_alone_and_costs_nothing():
    referee = started()
    silent = Silent(10, Explanation(Cause.IDLE, say("it waits")))
    (event,) = referee.handle(Told(WHITE, silent, 10))
    assert str(event.sentence) == f"{event.name} has not answered for 10 s: it waits"
    assert referee.handle(Told(BLACK, silent, 10)) == []
    played, _ = answer(referee, "e4", at=12)
    assert played.elapsed == 12


def time_waits(limit: float = 60.0) -> Referee:
    """Return a referee whose White's time waits for its player, with both ready at 0."""
    settings = GameSettings(PerColor.both(TimeControl(limit)))
    names = PerColor("w", "b")
    asks = PerColor(True, False)
    referee = Unexplained(
        CHESS, names, settings, may_retry=PerColor(2, 2), time_waits=asks.__getitem__
    )
    referee.start(0)
    for color in Color:
        referee.handle(Ready(color, 0.0))
    return referee


def test_time_that_waits_runs_from_the_players_word_on():
    referee = time_waits()
    assert (referee.clock.running, referee.deadline) == (None, inf)
    (resumed,) = referee.handle(Told(WHITE, Begin(), 100))
    assert resumed == Resumed(referee.clock)
    assert referee.handle(Told(WHITE, Begin(), 101)) == []  # it runs
    played, _ = answer(referee, "e4", at=110)
    assert (played.elapsed, played.clock.remaining.white) == (10, 50)
    assert referee.handle(Told(WHITE, Begin(), 111)) == []  # Black is asked
    assert referee.clock.since == 110


def test_time_that_waits_is_not_charged_for_a_move_made_in_the_players_place():
    played, asked = answer(time_waits(), "e4", at=500)
    assert (played.elapsed, played.clock.remaining.white) == (0, 60)
    assert asked.turn.clock.running is BLACK


def test_time_that_waits_is_lost_only_when_it_ran():
    referee = time_waits(limit=5)
    assert referee.handle(Tick(50)) == []
    referee.handle(Told(WHITE, Begin(), 100))
    assert referee.deadline == 105
    (end,) = referee.handle(Tick(105))
    assert end.outcome.reason is Reason.TIME


def test_time_that_waits_waits_again_after_an_illegal_answer():
    referee = time_waits()
    referee.handle(Told(WHITE, Begin(), 100))
    answer(referee, "e5", at=110)
    assert (referee.clock.running, referee.deadline) == (None, inf)
    referee.handle(Told(WHITE, Begin(), 200))
    played, _ = answer(referee, "e4", at=205)
    assert (played.elapsed, played.clock.remaining.white) == (5, 45)


@pytest.mark.parametrize("begins", [False, True])
def test_time_that_waits_also_waits_through_a_pause(begins):
    referee = time_waits()
    referee.handle(Pause(10))
    if begins:
        referee.handle(Told(WHITE, Begin(), 20))
    referee.handle(Resume(100))
    assert referee.clock.running is (WHITE if begins else None)
    played, _ = answer(referee, "e4", at=110)
    assert played.elapsed == (10 if begins else 0)


def test_time_that_waits_is_not_begun_by_an_absence_of_the_board():
    referee = time_waits()
    referee.handle(Away(Absence(Missed.AWAY, 10, 20, 10)))
    assert (referee.clock.running, referee.deadline) == (None, inf)
