"""What the window shows, folded from news, without a screen or a thread."""

from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import (
    Cause,
    Color,
    DrawDeclined,
    DrawOffered,
    Explanation,
    Fail,
    GameEnded,
    MovePlayed,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    PlayerSilent,
    Reason,
    TimeControl,
    TurnStarted,
    say,
)
from board_core.author.testing import play_script
from board_core.diagnosis.facts import Facts
from board_core.diagnosis.ranking import explain
from board_core.frontend.adviser import AdviserThread, AskedLine, HintGiven
from board_core.frontend.settings import ChosenProgram, Settings, choice_for
from board_core.games import CHESS, CHESS_3D, GOMOKU
from board_core.games.chess import FIDE, variant_rules
from board_core.match import GameSpec
from board_core.match.player_spec import parse_player
from board_core.players.human import Human
from board_core.supervise.command import Command
from board_pygame import intents
from board_pygame.analysis import Analysis
from board_pygame.board.hand import MoveChosen, MoveRefused
from board_pygame.editing import Editing
from board_pygame.effects import (
    AddLogLine,
    AskAdviser,
    DialogAction,
    DialogEffect,
    FileAction,
    GameAction,
    HandMove,
    KeepSettings,
    OpenLoadAI,
    OpenQuestion,
    PauseGame,
    ReadFile,
    SayForPerson,
    ScreenAction,
    StartGame,
    TakePliesBack,
    TryStart,
)
from board_pygame.failure import report_of, report_of_trial
from board_pygame.game_state import GameState, new_game_state
from board_pygame.headline import headline, subline
from board_pygame.host import Cleared, GamePlan, Happened, NotOpened, Opened, Seated, Tried
from board_pygame.intents import (
    BeginAction,
    ChangeSettings,
    ChosenMove,
    Confirmed,
    DropFile,
    EditorAction,
    GoToPly,
    HideWindow,
    IgnoreTurn,
    LinesAction,
    LoadProgram,
    LookAction,
    OfferGame,
    PasteText,
    PlayAction,
    PlayLine,
    PlayText,
    PlayWish,
    RecordAction,
    ReleaseAI,
    SetMode,
    SetPosition,
    ShowStart,
    StepPlies,
    StudyAction,
    UsePosition,
    edit,
)
from board_pygame.phases import (
    BoardClearing,
    FreeBoard,
    GameCancelled,
    GameFinished,
    GameRequested,
    GameRunning,
    GameStarting,
    GameStopping,
    Lamp,
    Mode,
    Phase,
    SeatState,
)
from board_pygame.records import tried
from board_pygame.sounds import Sound
from board_pygame.state import State, new_state
from board_pygame.wish import Frame, Way, Wish

HUMAN, RANDOM = parse_player("human"), parse_player("random")


def opened(*modes: Mode) -> GameState:
    """Before the first event of game 1."""
    specs = [HUMAN if mode is Mode.PERSON else RANDOM for mode in modes]
    by_hand = PerColor(*(mode is Mode.BY_HAND for mode in modes))
    plan = GamePlan(GameSpec(CHESS, *specs), by_hand)
    seats = PerColor(*(SeatState(None if mode is Mode.PERSON else RANDOM, mode) for mode in modes))
    return replace(new_game_state(CHESS), seats=seats).requesting(plan).after(Opened(1, plan, None))


def told(state: GameState, events, number: int = 1) -> GameState:
    for event in events:
        state = state.after(Happened(number, event))
    return state


def until(kind: type, events, count: int = 1):
    """The events up to the n-th of a kind."""
    for index, event in enumerate(events):
        count -= isinstance(event, kind)
        if not count:
            return events[: index + 1]
    raise AssertionError(kind)


MATE = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])
FIRST_MOVE = next(event for event in MATE if isinstance(event, MovePlayed))


def test_before_any_game_pieces_are_moved_freely_by_both_sides():
    state = new_game_state(CHESS)
    assert state.may_move
    for text in ("e4", "e5", "Nf3"):
        state = tried(state, state.shown.parse(text), state.shown)
    assert state.ply == 3
    assert [event.notation for event in state.view.played] == ["e4", "e5", "Nf3"]


def test_a_tried_move_from_an_earlier_position_drops_what_came_after():
    state = new_game_state(CHESS)
    for text in ("e4", "e5", "Nf3"):
        state = tried(state, state.shown.parse(text), state.shown)
    state = state.looking_at(1)
    state = tried(state, state.shown.parse("c5"), state.shown)
    assert [event.notation for event in state.view.played] == ["e4", "c5"]
    assert state.live


def test_a_game_runs_and_ends():
    state = opened(Mode.PERSON, Mode.PERSON)
    assert isinstance(state.phase, GameStarting)
    state = told(state, until(TurnStarted, MATE))
    assert state.running
    assert state.may_move
    state = told(state, MATE)
    assert isinstance(state.phase, GameFinished)
    assert not state.may_move
    assert state.view.ended is not None


def test_events_of_an_earlier_game_are_not_shown():
    state = opened(Mode.PERSON, Mode.PERSON)
    assert state.after(Happened(0, MATE[0])) is state


def test_events_of_a_game_that_another_board_has_replaced_change_nothing():
    """A record that is opened there keeps its comments, and no move of the other game comes in."""
    state = at_the_window(asked(*PEOPLE).game)
    state, effects = after(state, OfferGame("gomoku", 0, GOMOKU))
    assert GameAction.STOP_GAME in effects
    for event in (FIRST_MOVE, MATE[-1]):
        state, _effects = after(state, Happened(1, event))
    assert state.game.free
    assert state.game.sheet is not None
    assert (state.game.view.ply, state.game.view.ended) == (0, None)


def test_a_game_that_another_board_has_replaced_does_not_open_any_more():
    requested = new_game_state(CHESS).requesting(PLAN)
    state, _effects = after(at_the_window(requested), OfferGame("gomoku", 0, GOMOKU))
    assert state.after(Opened(1, PLAN, seated()))[0].game is state.game


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
    state = new_game_state(CHESS)
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
    waits = Explanation(Cause.IDLE, say("it waits"))
    state = told(state, [PlayerSilent(Color.WHITE, 0, "anna", 10.0, waits)])
    assert state.lamp(Color.WHITE) is Lamp.SILENT
    state = told(state, MATE)
    assert state.lamp(Color.WHITE) is Lamp.STOPPED


def test_a_failed_trial_start_is_kept_with_its_reason():
    state = new_game_state(CHESS).with_seat(Color.BLACK, SeatState(RANDOM, Mode.AUTO, trying=True))
    state = state.after(Tried(Color.BLACK, RANDOM, trouble=say("no such file")))
    assert state.lamp(Color.BLACK) is Lamp.FAILED
    assert str(state.seats.black.trial.trouble) == "no such file"


def test_an_error_that_shows_what_to_change_has_that_advice_in_the_window_too():
    words = 'Traceback (most recent call last):\n  File "ai.py", line 3, in <module>\n'
    for error, advice in (
        ("InvalidMoveError: invalid uci: 'Nbd2'", "read the moves as they are sent, in SAN"),
        ("KeyError: 6", "correct that line"),
    ):
        command = Command(("ai.py",), None)
        ended = Explanation(Cause.EXITED, say("it ended"), stderr=f"{words}{error}")
        found = explain(Facts(ended, command))
        tried = Tried(Color.WHITE, RANDOM, trouble=found.sentence, explanation=found)
        assert advice in report_of_trial(tried).advice


def test_the_lamp_of_a_running_game_tells_of_the_game_though_a_trial_start_fails_meanwhile():
    state = told(opened(Mode.AUTO, Mode.AUTO), until(TurnStarted, MATE))
    state = state.after(Tried(Color.WHITE, RANDOM, trouble=say("it computes")))
    assert state.lamp(Color.WHITE) is Lamp.THINKING


def test_a_crash_stays_with_the_side_that_crashed():
    explanation = Explanation(Cause.EXITED, say("it ended"))
    events = play_script(CHESS, ["e4"], [Fail(explanation)])
    state = told(opened(Mode.AUTO, Mode.AUTO), events)
    assert state.lamp(Color.BLACK) is Lamp.FAILED
    assert state.lamp(Color.WHITE) is Lamp.STOPPED
    assert state.seats.black.trouble.explanation is explanation
    assert state.view.ended.outcome.reason is Reason.CRASH


def crashed() -> GameState:
    """Game 1, in which Black's AI ended instead of its second move."""
    events = play_script(
        CHESS, ["e4", "d4"], ["e5", Fail(Explanation(Cause.EXITED, say("it ended")))]
    )
    return told(opened(Mode.AUTO, Mode.AUTO), events)


def test_a_trial_start_that_works_does_not_clear_a_crash_in_a_game():
    state = crashed()
    state = state.after(Tried(Color.BLACK, RANDOM, "e4", 0.1))
    assert state.lamp(Color.BLACK) is Lamp.FAILED
    report = report_of(state)
    assert report.headline == "It ended"
    assert report.verdict.startswith("At Black's move 2: ")
    assert "Play again does" in report.advice
    assert report.in_game


def test_a_crash_is_told_until_a_game_has_passed_that_move():
    state = crashed()
    assert (state.seats.black.trouble.ply, state.seats.black.trouble.number) == (3, 2)
    again = play_script(CHESS, ["d4", "e4"], ["d5", "Nf6", "stay"])
    state = state.after(Opened(2, state.plan, None))
    state = told(state, until(MovePlayed, again, 3), number=2)
    assert state.explained is Color.BLACK
    assert state.lamp(Color.BLACK) is Lamp.IDLE
    assert "until Black has made its move 2" in report_of(state).advice
    state = told(state, [event for event in again if isinstance(event, MovePlayed)][3:4], number=2)
    assert (state.explained, state.seats.black.trouble) == (None, None)


def test_a_stopped_game_keeps_the_crash_and_one_that_ends_well_does_not():
    state = crashed().after(Opened(2, crashed().plan, None))
    stopped = Outcome(None, Reason.STOPPED)
    assert told(state, [replace(MATE[-1], outcome=stopped)], number=2).explained is Color.BLACK
    ended = told(state, [MATE[-1]], number=2)
    assert (ended.explained, ended.seats.black.trouble) == (None, None)


def test_illegal_answers_before_a_loss_are_in_the_report():
    refused = say("it was asked for {color}'s move {number}", color=say("Black"), number=2)
    events = play_script(
        CHESS, ["e4"], [Fail(Explanation(Cause.ILLEGAL, say("x"), refused=refused))]
    )
    state = told(opened(Mode.AUTO, Mode.AUTO), events)
    assert "it was asked for Black's move 2" in report_of(state).verdict
    refused = say("before that it gave an illegal answer: {answers}", answers="'e5'")
    crash = Explanation(Cause.EXITED, say("it ended"), stderr="IndexError: no", refused=refused)
    state = told(opened(Mode.AUTO, Mode.AUTO), play_script(CHESS, ["e4"], [Fail(crash)]))
    report = report_of(state)
    assert report.headline == "IndexError: no"
    assert "before that it gave an illegal answer: 'e5'" in report.verdict
    assert "illegal answers first" in report.advice


def test_a_program_that_is_loaded_after_a_game_is_ready():
    state = told(opened(Mode.AUTO, Mode.AUTO), MATE)
    state = state.after(Tried(Color.WHITE, RANDOM, "e4", 0.1))
    assert state.lamp(Color.WHITE) is Lamp.READY
    assert state.lamp(Color.BLACK) is Lamp.STOPPED


def test_an_ai_by_hand_waits_until_somebody_says_so():
    state = told(opened(Mode.BY_HAND, Mode.AUTO), until(TurnStarted, MATE))
    assert state.may_release(Color.WHITE)
    assert not state.may_release(Color.BLACK)
    assert state.may_move  # somebody may move in its place
    assert state.lamp(Color.WHITE) is Lamp.IDLE
    state = state.in_phase(replace(state.phase, released=0))
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
    state = replace(told(opened(Mode.AUTO, Mode.AUTO), MATE), phase=BoardClearing(None))
    state = state.after(Cleared())
    assert isinstance(state.phase, FreeBoard)
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


# The reducer: what is asked for, and what is to be done about it


class Somebody:
    """A player that cannot go back, if ``why`` says so."""

    def __init__(self, why=None):
        self.cannot_rewind = why
        self.own_moves_only = None


def at_the_window(game: GameState | None = None, **chosen: object) -> State:
    state = new_state(CHESS, Settings(**chosen))
    return state if game is None else replace(state, game=game)


def seated(*whys) -> Seated:
    return Seated(None, PerColor(*(Somebody(why) for why in whys or (None, None))))


def asked(*modes: Mode, plies: int = 1, by: Seated | None = None) -> State:
    """In a game, whose side to move has been asked for the n-th time."""
    state = opened(*modes)
    game = state.in_phase(GameStarting(replace(state.phase.game, seated=by or seated())))
    return at_the_window(told(game, until(TurnStarted, MATE, plies)))


def after(state: State, *asked_for: object) -> tuple[State, list[object]]:
    """The state after all of them, and all effects in their order."""
    found = []
    for one in asked_for:
        state, effects = state.after(one)
        found += effects
    return state, found


PEOPLE = (Mode.PERSON, Mode.PERSON)


def test_a_game_is_requested_from_the_free_board_and_comes_with_the_hosts_answer():
    state, effects = at_the_window().after(BeginAction.START_PLAYING)
    assert isinstance(state.game.phase, GameRequested)
    assert effects[0] is ScreenAction.CANCEL_HAND
    assert isinstance(effects[1], StartGame)
    plan = effects[1].plan
    assert (plan.player(Color.WHITE), plan.player(Color.BLACK)) == (HUMAN, HUMAN)
    state, _ = state.after(Opened(7, plan, seated()))
    assert isinstance(state.game.phase, GameStarting)
    assert state.game.number == 7


def test_a_wish_seats_its_players_turns_the_board_and_is_remembered():
    wish = Wish(PerColor(1, None), pace=TimeControl(300))
    state, effects = at_the_window().after(PlayWish(wish, CHESS))
    assert state.flipped
    assert state.wish is wish
    assert state.game.seats.map(lambda seat: seat.mode) == PerColor(Mode.AUTO, Mode.PERSON)
    kept, let_go, start = effects
    assert kept == KeepSettings(state.settings)
    assert state.frame is Frame.GAME
    chosen = choice_for(state.settings, "chess")
    assert chosen.level == start.plan.player(Color.WHITE).text
    assert let_go == ScreenAction.CANCEL_HAND
    assert start.plan.game.time_control == PerColor.both(TimeControl(300))


def test_another_game_stops_the_one_before_and_has_another_board():
    wished = PlayWish(Wish(PerColor(None, None), game="gomoku"), GOMOKU)
    state, effects = asked(*PEOPLE).after(Confirmed(wished))
    assert state.game.rules is GOMOKU
    assert not state.game.view.played
    assert effects[1:4] == (
        GameAction.STOP_GAME,
        ScreenAction.CANCEL_HAND,
        ScreenAction.LAY_OUT_ANEW,
    )
    assert isinstance(effects[-1], StartGame)


def test_a_first_position_that_is_drawn_is_the_same_for_the_same_seed():
    wish, rules = Wish(PerColor(None, None), game="chess960"), variant_rules("chess960", FIDE)
    one, other, third = (
        at_the_window().after(PlayWish(wish, rules, seed))[1][-1].plan.game.setup
        for seed in (1, 1, 2)
    )
    assert one == other != third


def test_a_game_that_is_stopped_before_it_has_begun_stops_when_it_begins():
    state, effects = after(at_the_window(), BeginAction.START_PLAYING, PlayAction.STOP_PLAYING)
    assert effects[-1] == GameAction.STOP_GAME
    assert isinstance(state.game.phase, GameCancelled)
    state, _ = state.after(Opened(1, effects[1].plan, seated()))
    assert isinstance(state.game.phase, GameStopping)
    state = replace(state, game=told(state.game, MATE))
    assert isinstance(state.game.phase, GameFinished)


def test_a_running_game_is_paused_and_goes_on():
    state = asked(*PEOPLE)
    players = state.game.seated
    assert state.after(PlayAction.TOGGLE_PAUSE)[1] == (PauseGame(players),)
    clock = state.game.view.clock
    paused, _ = state.after(Happened(1, Paused(clock)))
    assert paused.after(PlayAction.TOGGLE_PAUSE)[1] == (PauseGame(players, paused=False),)
    assert at_the_window().after(PlayAction.TOGGLE_PAUSE)[1] == ()


def paused(*modes: Mode, plies: int = 3) -> State:
    """In a paused game, in which an earlier position is shown."""
    state = asked(*modes, plies=plies)
    state, _ = state.after(Happened(1, Paused(state.game.view.clock)))
    return state.after(StepPlies(-1))[0]


def test_space_pauses_goes_on_with_the_newest_position_and_stops_looking_back():
    state = asked(Mode.AUTO, Mode.AUTO, plies=3)
    assert state.after(LookAction.PLAY_OR_PAUSE)[1] == (PauseGame(state.game.seated),)
    looking, _ = state.after(StepPlies(-1))
    newest, effects = looking.after(LookAction.PLAY_OR_PAUSE)
    assert (newest.game.live, effects) == (True, ())
    for key in (LookAction.PLAY_OR_PAUSE, PlayAction.TOGGLE_PAUSE):
        waits = paused(Mode.AUTO, Mode.AUTO)
        going, effects = waits.after(key)
        assert effects == (PauseGame(waits.game.seated, paused=False),)
        assert going.game.live
    assert at_the_window().after(LookAction.PLAY_OR_PAUSE)[1] == ()


def test_an_ai_by_hand_moves_by_space_and_by_one_step_on_and_once_only():
    state = asked(Mode.BY_HAND, Mode.AUTO, plies=3)
    for key in (LookAction.PLAY_OR_PAUSE, LookAction.NEXT_MOVE):
        moved, effects = state.after(key)
        assert effects == (HandMove(state.game.seated, Color.WHITE, None),)
        assert moved.after(key)[1] == ()
    earlier, _ = state.after(StepPlies(-1))
    stepped, effects = earlier.after(LookAction.NEXT_MOVE)
    assert (stepped.game.live, effects) == (True, ())


def test_a_running_game_waits_while_it_is_analysed_and_is_shown_again():
    state = asked(*PEOPLE, plies=3)
    analysed, effects = state.after(RecordAction.ANALYSE_POSITION)
    assert PauseGame(state.game.seated) in effects
    assert (analysed.frame, analysed.game.free) == (Frame.ANALYSIS, True)
    analysed, _ = analysed.after(Happened(1, Paused(state.game.view.clock)))
    analysed, _ = after(analysed, PlayText("a3"), PlayText("a6"))
    assert [event.notation for event in analysed.game.view.played] == ["f3", "e5", "a3", "a6"]
    assert "Your game waits after 1 move" in subline(analysed, {})[0]
    back, effects = analysed.after(LookAction.LEAVE_FRAME)
    assert (back.frame, back.parked) == (Frame.GAME, None)
    assert [event.notation for event in back.game.view.played] == ["f3", "e5"]
    assert back.game.view.paused
    assert ScreenAction.CANCEL_HAND in effects
    assert back.after(PlayAction.TOGGLE_PAUSE)[1] == (PauseGame(state.game.seated, paused=False),)


def test_the_position_that_is_looked_at_in_a_paused_game_is_analysed():
    state = paused(*PEOPLE)
    analysed, effects = state.after(RecordAction.ANALYSE_POSITION)
    assert not [one for one in effects if isinstance(one, PauseGame)]
    assert analysed.game.shown.setup == state.game.shown.setup
    assert analysed.after(LookAction.LEAVE_FRAME)[0].game is state.game


def test_a_game_that_waits_is_given_up_only_after_a_question():
    analysed, _ = paused(*PEOPLE).after(RecordAction.ANALYSE_POSITION)
    for intent in (
        BeginAction.START_PLAYING,
        PlayAction.RESET_BOARD,
        PlayWish(Wish(PerColor(None, 0)), CHESS),
        intents.ShowTour(("chess-3d", 0, CHESS_3D)),
    ):
        _state, effects = analysed.after(intent)
        assert effects[-1] == OpenQuestion(intent)
        gone, effects = analysed.after(Confirmed(intent))
        assert gone.parked is None
        assert GameAction.STOP_GAME in effects
    assert analysed.after(PasteText("1. d4 *"))[0].parked is analysed.parked
    asks, effects = analysed.after(ShowStart())
    assert not [
        one for one in effects if one is GameAction.STOP_GAME or isinstance(one, OpenQuestion)
    ]
    assert (
        after(asks, LookAction.LEAVE_START, LookAction.LEAVE_FRAME)[0].game is analysed.parked.game
    )


def test_what_is_set_up_while_a_game_waits_stays_with_the_analysis():
    analysed, _ = paused(*PEOPLE).after(RecordAction.ANALYSE_POSITION)
    used, _ = after(analysed, EditorAction.EDIT_POSITION, edit(Editing.from_first), UsePosition())
    assert (used.frame, used.game.ply) == (Frame.ANALYSIS, 0)
    assert used.after(LookAction.LEAVE_FRAME)[0].game is analysed.parked.game


def test_a_program_that_fails_while_the_game_waits_ends_that_game_alone():
    analysed, _ = paused(*PEOPLE).after(RecordAction.ANALYSE_POSITION)
    ended, _ = analysed.after(Happened(1, MATE[-1]))
    assert ended.game is analysed.game
    assert ended.after(LookAction.LEAVE_FRAME)[0].game.ended


def ended(frame: Frame = Frame.GAME) -> State:
    """A finished game between two people."""
    state = at_the_window(told(opened(*PEOPLE), MATE))
    return replace(state, frame=frame)


def notations(state: State) -> list[str]:
    return [event.notation for event in state.game.view.played]


def test_a_finished_game_is_shown_again_after_its_analysis_which_is_found_again():
    state = ended()
    analysed, effects = after(state, GoToPly(2), RecordAction.ANALYSE_POSITION, PlayText("a3"))
    assert (analysed.frame, notations(analysed)) == (Frame.ANALYSIS, ["f3", "e5", "a3"])
    assert not [one for one in effects if one is GameAction.STOP_GAME or isinstance(one, PauseGame)]
    back, _ = analysed.after(LookAction.LEAVE_FRAME)
    assert (back.frame, back.game.phase) == (Frame.GAME, state.game.phase)
    assert back.game.view is state.game.view
    again, _ = after(back, RecordAction.ANALYSE_POSITION)
    assert any(move.variations for move in again.game.sheet.tree.main.moves)


def test_the_first_screen_leads_to_the_analysis_of_a_finished_game_and_back():
    begun, _ = after(ended(), ShowStart(), intents.AnalyseFreely("chess", 0, CHESS))
    assert (begun.frame, notations(begun)) == (Frame.ANALYSIS, ["f3", "e5", "g4", "Qh4#"])
    assert after(begun, ShowStart(), intents.AnalyseFreely("chess", 0, CHESS))[0].parked
    back, _ = begun.after(LookAction.LEAVE_FRAME)
    assert (back.frame, back.game.ended) == (Frame.GAME, True)


def test_a_finished_game_gives_way_to_whatever_else_is_opened_without_a_question():
    analysed, _ = ended().after(RecordAction.ANALYSE_POSITION)
    for intent in (
        PasteText("1. d4 *"),
        SetPosition(None),
        PlayWish(Wish(PerColor(None, 0)), CHESS),
    ):
        other, effects = analysed.after(intent)
        assert other.parked is None
        assert not [
            one for one in effects if one is GameAction.STOP_GAME or isinstance(one, OpenQuestion)
        ]
    refused, _ = analysed.after(PasteText("no position"))
    assert refused.parked is analysed.parked
    pasted, _ = after(analysed, PasteText("1. d4 *"), LookAction.LEAVE_FRAME)
    assert (pasted.frame, notations(pasted)) == (Frame.GAME, ["d4"])


def test_the_editor_goes_back_to_the_frame_from_which_it_was_opened():
    state, _ = after(ended(), EditorAction.EDIT_POSITION, LookAction.LEAVE_FRAME)
    assert (state.frame, state.game.ended) == (Frame.GAME, True)


def test_a_new_game_begins_with_the_position_on_the_board_only_if_that_was_asked_for():
    state, _ = at_the_window().after(SetPosition("7k/8/8/8/8/8/8/K5R1 w - - 0 1"))
    asked_for, _ = state.after(BeginAction.OFFER_FROM_HERE)
    assert asked_for.wish.from_board
    _state, effects = asked_for.after(PlayWish(asked_for.wish, CHESS))
    (begins,) = [one for one in effects if isinstance(one, StartGame)]
    assert begins.plan.game.setup.startswith("7k/")
    again, _ = after(asked_for, LookAction.LEAVE_START, ShowStart())
    assert not again.wish.from_board


def test_the_first_screen_opens_the_way_that_was_gone_last():
    state = at_the_window()
    for intent, way in (
        (PlayWish(Wish(PerColor(0, 1)), CHESS), Way.WATCH),
        (intents.TestOwnAI(Color.WHITE, "chess", 0, CHESS, 0), Way.TEST),
        (PlayWish(Wish(PerColor(None, 1)), CHESS), Way.PLAY),
    ):
        gone, _ = state.after(intent)
        assert gone.after(ShowStart())[0].way is way


def test_the_pace_of_two_ais_is_chosen_with_them_and_kept():
    state, effects = at_the_window().after(PlayWish(Wish(PerColor(0, 1), pause_ms=2000), CHESS))
    assert KeepSettings(state.settings) in effects
    assert state.settings.viewing_pause_ms == 2000
    (begins,) = [one for one in effects if isinstance(one, StartGame)]
    assert begins.plan.game.viewing_pause == 2.0


def test_the_first_screen_leads_back_to_the_editor_from_which_it_was_opened():
    state, _ = after(
        at_the_window(),
        EditorAction.EDIT_POSITION,
        edit(Editing.from_first),
        UsePosition(Way.WATCH),
    )
    assert state.frame is Frame.START
    assert state.after(LookAction.LEAVE_START)[0].frame is Frame.EDITOR


def test_no_game_begins_in_a_position_in_which_it_is_over():
    state, _ = at_the_window().after(SetPosition("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"))
    state, _ = state.after(BeginAction.OFFER_FROM_HERE)
    refused, effects = state.after(PlayWish(state.wish, CHESS))
    assert not [one for one in effects if isinstance(one, StartGame)]
    assert "the game is over" in str(refused.game.refusal)


def test_the_menu_pauses_a_persons_game_until_it_is_closed():
    state = asked(*PEOPLE)
    state, effects = state.after(DialogAction.OPEN_MENU)
    assert effects == (PauseGame(state.game.seated), DialogAction.OPEN_MENU)
    assert state.menu_pauses
    state, effects = state.after(LookAction.MENU_CLOSED)
    assert effects == (PauseGame(state.game.seated, paused=False),)
    assert not state.menu_pauses
    assert asked(Mode.AUTO, Mode.AUTO).after(DialogAction.OPEN_MENU)[1] == (DialogAction.OPEN_MENU,)


def test_a_reset_ends_the_programs_and_then_the_board_is_free():
    state, effects = asked(*PEOPLE).after(Confirmed(PlayAction.RESET_BOARD))
    assert effects == (ScreenAction.CANCEL_HAND, GameAction.END_PROGRAMS)
    assert state.game.busy
    assert state.after(PlayAction.RESET_BOARD) == (state, ())
    state, effects = state.after(Cleared())
    assert state.game.free
    assert [type(effect) for effect in effects] == [AddLogLine]


def test_a_move_is_handed_to_the_game_and_taken_back_by_its_no():
    state = asked(*PEOPLE)
    move = state.game.read("f3")
    handed, effects = state.after(MoveChosen(move))
    assert effects == (HandMove(state.game.seated, Color.WHITE, str(move)),)
    assert handed.game.awaits_answer
    assert not handed.game.may_move
    again, effects = handed.after(PlayAction.MOVE_NOT_TAKEN)
    assert effects == (ScreenAction.SHOW_BOARD_ANEW,)
    assert again.game.may_move


def test_a_move_on_the_free_board_is_only_heard():
    state = at_the_window()
    state, effects = after(state, PlayText("e4"), PlayText("d5"), PlayText("exd5"))
    assert [effect for effect in effects if isinstance(effect, Sound)] == [
        Sound.MOVE,
        Sound.MOVE,
        Sound.CAPTURE,
    ]
    assert effects.count(ScreenAction.CLEAR_MOVE_FIELD) == 3
    assert state.game.ply == 3


def test_a_typed_text_that_is_no_move_says_why():
    state, effects = at_the_window().after(PlayText("Ke4"))
    assert effects == ()
    assert "Ke4" in str(state.game.refusal)
    state, _ = state.after(LookAction.CLEAR_MESSAGE)
    assert state.game.refusal is None


def test_a_text_for_several_moves_asks_which_one():
    state, _ = at_the_window().after(SetPosition("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    (asks,) = state.after(PlayText("Nd2"))[1]
    assert asks.typed
    assert len(asks.moves) == 2
    state, effects = state.after(ChosenMove(asks.moves[0], typed=True))
    assert effects[0] == ScreenAction.CLEAR_MOVE_FIELD
    assert state.game.ply == 1


def test_a_take_back_asks_the_running_game_for_as_many_plies_as_a_person_needs():
    state = asked(Mode.PERSON, Mode.AUTO, plies=3)
    assert state.after(PlayAction.TAKE_MOVES_BACK)[1] == (
        ScreenAction.CANCEL_HAND,
        TakePliesBack(state.game.seated, 2),
    )
    refusing = asked(Mode.PERSON, Mode.AUTO, plies=3, by=seated(None, say("it has no undo")))
    state, effects = refusing.after(PlayAction.TAKE_MOVES_BACK)
    assert effects == (ScreenAction.CANCEL_HAND,)
    assert str(state.game.refusal) == "it has no undo"


def test_after_the_end_a_take_back_is_another_game_from_the_position_before():
    state = asked(*PEOPLE)
    state = replace(state, game=told(state.game, MATE[1:]))
    assert state.game.ended
    state, effects = state.after(PlayAction.TAKE_MOVES_BACK)
    assert effects[-1].plan.game.moves == ("f2f3", "e7e5", "g2g4")
    assert isinstance(state.game.phase, GameRequested)


def test_on_the_free_board_a_take_back_needs_nobody():
    state, effects = after(at_the_window(), PlayText("e4"), PlayAction.TAKE_MOVES_BACK)
    assert state.game.ply == 0
    assert not [effect for effect in effects if isinstance(effect, TakePliesBack | StartGame)]


def test_to_resign_takes_two_presses():
    once, effects = asked(*PEOPLE).after(PlayAction.PRESS_RESIGN)
    assert effects == (ScreenAction.AWAIT_SECOND_PRESS,)
    said = SayForPerson(once.game.seated, Color.WHITE, Human.resign)
    assert once.after(PlayAction.PRESS_RESIGN)[1] == (said,)
    forgotten, _ = once.after(PlayAction.FORGET_RESIGNING)
    assert forgotten.after(PlayAction.PRESS_RESIGN)[1] == (ScreenAction.AWAIT_SECOND_PRESS,)
    assert asked(Mode.AUTO, Mode.AUTO).after(PlayAction.PRESS_RESIGN)[1] == ()


def test_what_ends_a_running_game_is_asked_first_and_then_done():
    for intent in (
        LookAction.CLOSE_WINDOW,
        PlayAction.RESET_BOARD,
        PlayWish(Wish(PerColor(None, 0)), CHESS),
    ):
        state, effects = asked(*PEOPLE, plies=2).after(intent)
        assert effects[-1] == OpenQuestion(intent)
        assert OpenQuestion(intent) not in state.after(Confirmed(intent))[1]
        assert not [e for e in at_the_window().after(intent)[1] if isinstance(e, OpenQuestion)]


def test_a_draw_is_offered_by_one_side_and_accepted_by_the_other():
    state = asked(*PEOPLE)
    offered, effects = state.after(PlayAction.ASK_FOR_DRAW)
    assert effects == (SayForPerson(state.game.seated, Color.WHITE, Human.offer_draw),)
    assert offered.game.message
    state = replace(state, game=told(state.game, [DrawOffered(Color.BLACK, 0)]))
    assert state.game.offer is Color.BLACK
    accepted = SayForPerson(state.game.seated, Color.WHITE, Human.accept_draw)
    assert state.after(PlayAction.ASK_FOR_DRAW)[1] == (accepted,)


@pytest.mark.parametrize("answer", [DrawDeclined(Color.BLACK, 1), FIRST_MOVE])
def test_a_person_is_told_that_a_draw_was_not_accepted(answer):
    game = told(asked(*PEOPLE).game, [DrawOffered(answer.color.other, 0), answer])
    assert game.message == "The draw was not accepted."
    assert (
        told(asked(Mode.AUTO, Mode.AUTO).game, [DrawOffered(Color.WHITE, 0), answer]).message == ""
    )


def test_a_program_that_does_not_answer_is_told_of_until_it_does():
    state = asked(Mode.AUTO, Mode.AUTO)
    game = state.game

    def said(game: GameState) -> str:
        return subline(replace(state, game=game), {})[0]

    assert "it waits" not in said(game)
    waits = Explanation(Cause.IDLE, say("it waits"))
    game = told(game, [PlayerSilent(Color.WHITE, game.view.ply, "anna", 10.0, waits)])
    assert said(game) == "anna has not answered for 10 s: it waits"
    assert "it waits" not in said(told(game, [Paused(game.view.clock)]))
    assert "it waits" not in said(told(game, [FIRST_MOVE]))


def test_an_own_ai_is_tested_with_the_clock_that_was_chosen():
    """It had that of the last game, whatever it was."""
    before = at_the_window()
    before = replace(before, wish=replace(before.wish, pace=TimeControl(300)))
    state, _effects = after(
        before, intents.TestOwnAI(Color.WHITE, "chess", 0, CHESS, 0, TimeControl(per_move=5))
    )
    assert state.wish.pace == TimeControl(per_move=5)
    assert dict(state.settings.choices)["chess"].clock == "1/5"


def test_an_own_ai_is_tested_on_a_new_board_also_after_a_game():
    """The finished game stayed, and there was no *Start*."""
    over, _ = after(asked(*PEOPLE), *(Happened(1, event) for event in MATE[1:]))
    state, effects = after(over, intents.TestOwnAI(Color.WHITE, "chess", 0, CHESS, 0), Cleared())
    assert OpenLoadAI(Color.WHITE) in effects
    assert state.game.free
    assert not state.game.view.played
    state, effects = after(state, BeginAction.START_PLAYING)
    (begins,) = [one for one in effects if isinstance(one, StartGame)]
    assert begins.plan.player(Color.BLACK).text == "random"


def test_no_ai_is_called_thinking_while_the_game_is_paused():
    game = asked(Mode.AUTO, Mode.AUTO).game
    assert game.lamp(Color.WHITE) is Lamp.THINKING
    assert told(game, [Paused(game.view.clock)]).lamp(Color.WHITE) is Lamp.IDLE


def test_a_review_is_made_by_the_engine_that_was_chosen_for_the_analysis():
    state, _ = after(at_the_window(adviser="random"), PasteText("1. e4 e5 *"))
    state = replace(state, analysis=Analysis(engine=parse_player("greedy")))
    _, effects = state.after(StudyAction.WANT_REVIEW)
    assert [one.adviser.text for one in effects] == ["greedy"]
    _, effects = state.after(StudyAction.WANT_HINT)
    assert [one.adviser.text for one in effects] == ["random"]


def test_a_click_on_a_wrong_square_is_refused_with_the_piece_and_without_a_quotation():
    """It was told as 'b1b3', which nobody had written."""
    state, _effects = after(asked(*PEOPLE), MoveRefused(("b1", "b3")))
    why = "knight b1–b3 is not legal: no piece of yours can move so"
    assert str(state.game.refusal) == why


def test_the_end_of_a_game_is_heard_and_opens_no_dialog():
    state = asked(*PEOPLE)
    state, effects = after(state, *(Happened(1, event) for event in MATE[1:]))
    assert Sound.GAME_END in effects
    assert not [effect for effect in effects if isinstance(effect, DialogEffect)]
    assert headline(state)[0] == "Black wins"
    assert subline(state, {})[0] == "0–1 · checkmate · 2 moves"


@pytest.mark.parametrize(
    ("outcome", "title", "below"),
    [
        (Outcome(None, Reason.STALEMATE), "Draw by stalemate", "½–½ · 2 moves"),
        (Outcome(None, Reason.STOPPED), "Stopped", "2 moves"),
        (Outcome(Color.BLACK, Reason.RESIGNATION), "Black wins", "0–1 · resignation · 2 moves"),
    ],
)
def test_the_end_of_a_game_is_told_once_and_a_draw_as_in_all_lists(outcome, title, below):
    state = asked(*PEOPLE)
    end = replace(MATE[-1], outcome=outcome)
    state, effects = after(state, *(Happened(1, event) for event in (*MATE[1:-1], end)))
    assert (headline(state)[0], subline(state, {})[0]) == (title, below)
    told = [effect.text for effect in effects if isinstance(effect, AddLogLine)]
    assert not any("1/2" in line for line in told)


def test_a_record_is_read_only_when_no_game_would_be_lost():
    path = Path("game.pgn")
    assert at_the_window().after(ReadFile(path))[1] == (ReadFile(path),)
    state, effects = asked(*PEOPLE).after(ReadFile(path))
    assert effects == ()
    assert "stop the game first" in str(state.game.refusal)


def test_a_dropped_file_is_a_record_or_a_program_for_an_empty_seat():
    state = at_the_window()
    assert state.after(DropFile("a/b.pgn", alone=False))[1] == (ReadFile(Path("a/b.pgn")),)
    assert state.after(DropFile("a/b.py", alone=True))[1] == (OpenLoadAI(Color.WHITE, "a/b.py"),)
    assert state.after(DropFile("a/b.py", alone=False))[1] == ()
    state = replace(state, game=state.game.with_seat(Color.WHITE, SeatState(RANDOM)))
    assert state.after(DropFile("a/b.py", alone=True))[1] == (OpenLoadAI(Color.BLACK, "a/b.py"),)


def test_a_program_is_seated_tried_and_remembered():
    program, spec = ChosenProgram("/bin/ai"), parse_player("san:/bin/ai")
    state, effects = at_the_window().after(LoadProgram(Color.BLACK, program, spec))
    assert effects == (KeepSettings(state.settings), TryStart(Color.BLACK, spec, CHESS))
    assert state.settings.history == (program,)
    assert state.game.seats.black.trying
    state, effects = state.after(Tried(Color.BLACK, spec, trouble=say("no such file")))
    assert effects[-2:] == (state.game.seats.black.trial, ScreenAction.SHOW_FAILURE)
    assert state.game.explained is Color.BLACK


def test_a_hint_goes_to_the_adviser_of_the_settings():
    state, effects = at_the_window(adviser="random").after(StudyAction.WANT_HINT)
    (asks,) = effects
    assert asks == AskAdviser(AdviserThread.hint, RANDOM, AskedLine.of(state.game.view))
    state, effects = state.after(HintGiven(asks.line, state.game.read("e4")))
    assert "e2 to e4" in state.game.message
    state, effects = at_the_window(adviser="nobody").after(StudyAction.WANT_HINT)
    assert effects == ()
    assert "nobody" in str(state.game.refusal)


def test_settings_that_change_nothing_are_not_written():
    state = at_the_window()
    assert state.after(ChangeSettings(state.settings)) == (state, (ScreenAction.USE_SETTINGS,))
    changed = replace(state.settings, theme="dark")
    state, effects = state.after(ChangeSettings(changed))
    assert effects == (KeepSettings(changed), ScreenAction.USE_SETTINGS)
    assert state.settings is changed


def test_what_changes_nothing_leaves_the_same_state():
    state = at_the_window()
    for intent in (
        LookAction.CLEAR_MESSAGE,
        LookAction.NUMBER_STONES,
        PlayAction.STOP_PLAYING,
        PlayAction.TAKE_MOVES_BACK,
        PlayAction.ASK_FOR_DRAW,
    ):
        assert state.after(intent)[0] is state


def test_a_phase_has_no_facts_of_another():
    """An offer, a move handed over and a running clock belong to a game that is played."""
    facts = {phase: {f.name for f in fields(phase)} for phase in get_args(Phase)}
    assert [phase for phase in facts if "offer" in facts[phase]] == [GameRunning]
    assert [phase for phase in facts if "ignore_turn" in facts[phase]] == [FreeBoard]
    assert facts[GameFinished] == facts[GameStarting] == {"game"}


PLAN = GamePlan(GameSpec(CHESS, HUMAN, RANDOM))
ANYTHING = st.one_of(
    st.sampled_from(
        [
            *(
                BeginAction.START_PLAYING,
                BeginAction.PLAY_AGAIN,
                PlayAction.STOP_PLAYING,
                PlayAction.TOGGLE_PAUSE,
                PlayAction.RESET_BOARD,
            ),
            *(
                PlayAction.TAKE_MOVES_BACK,
                PlayAction.PRESS_RESIGN,
                PlayAction.FORGET_RESIGNING,
                PlayAction.ASK_FOR_DRAW,
                DialogAction.OPEN_MENU,
            ),
            *(
                ShowStart(),
                LookAction.LEAVE_START,
                LookAction.SHOW_LOG,
                PlayAction.PLAY_ONE_MOVE,
                PlayAction.RUN,
                PlayAction.DECLINE_DRAW,
                BeginAction.SWAP_SIDES,
                LookAction.CLOSE_WINDOW,
                LookAction.NEXT_MOVE,
                LookAction.PLAY_OR_PAUSE,
            ),
            *(
                LookAction.MENU_CLOSED,
                PlayAction.MOVE_NOT_TAKEN,
                LookAction.CLEAR_MESSAGE,
                LookAction.NUMBER_STONES,
                LookAction.TOGGLE_PROJECTOR,
            ),
            *(
                IgnoreTurn(True),
                ReleaseAI(Color.WHITE),
                StudyAction.WANT_HINT,
                StudyAction.WANT_REVIEW,
            ),
            *(
                StudyAction.PRACTISE_BLUNDERS,
                RecordAction.ANALYSE_POSITION,
                RecordAction.COPY_POSITION,
                FileAction.COPY_GAME,
                LookAction.FLIP_BOARD,
            ),
            *(GoToPly(0), StepPlies(-1), StepPlies(3), PasteText("1. e4 e5"), PasteText("?")),
            *(
                SetPosition(None),
                OpenLoadAI(Color.BLACK),
                EditorAction.EDIT_POSITION,
                DropFile("x.pgn", True),
            ),
            *(
                HideWindow(True),
                HideWindow(False),
                LinesAction.TOGGLE_LINES,
                PlayLine(0),
                LinesAction.BACK_FROM_LINE,
            ),
            *(
                edit(Editing.with_tool, "Q"),
                edit(Editing.tapped, "e4"),
                edit(Editing.tapped, "e8"),
                edit(Editing.undo),
                edit(Editing.emptied),
            ),
            *(intents.AnalyseFreely("chess", 0, CHESS), intents.WriteNotes("good", 1)),
            *(intents.RecordText("1. d4 *", "x.pgn"), intents.RecordWritten(Path("x.pgn"))),
            *(
                UsePosition(),
                UsePosition(Way.ANALYSE),
                UsePosition(Way.PLAY),
                LookAction.LEAVE_FRAME,
            ),
            PlayWish(Wish(PerColor(None, 0)), CHESS),
            PlayWish(Wish(PerColor(0, None), game="gomoku"), GOMOKU),
        ]
    ),
    st.sampled_from(["e4", "e5", "f3", "g4", "Qh4", "h8", "?"]).map(PlayText),
    st.sampled_from(list(Mode)).map(lambda mode: SetMode(Color.WHITE, mode)),
    st.sampled_from(
        [Opened(1, PLAN, seated()), NotOpened(say("no sandbox")), Cleared(), Happened(0, MATE[0])]
    ),
    st.sampled_from(MATE).map(lambda event: Happened(1, event)),
)


@given(st.lists(ANYTHING, max_size=30))
def test_whatever_is_asked_and_happens_the_state_holds_together(story):
    state = at_the_window(adviser="random")
    for one in story:
        before, (state, effects) = state, state.after(one)
        game = state.game
        assert 0 <= game.ply <= len(game.view.played) == len(game.captures)
        if any(isinstance(effect, StartGame) for effect in effects):
            assert isinstance(game.phase, GameRequested)
        talks = [effect for effect in effects if hasattr(effect, "seated")]
        assert all(effect.seated is before.game.seated for effect in talks)
        same = before.game.rules is game.rules
        assert same or isinstance(one, PlayWish | intents.AnalyseFreely)
        assert state.parked is None or (game.free and state.frame is not Frame.GAME)
