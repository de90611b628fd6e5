import gc
import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import ai_functions as functions
import chess
import pytest
from patience import PATIENCE

from board_core import (
    Cause,
    Clock,
    Color,
    Game,
    GameEnded,
    MovePlayed,
    Outcome,
    PerColor,
    Play,
    PlayerSilent,
    Reason,
    Resign,
    Thought,
    TimeControl,
    Turn,
)
from board_core import Thinking as ThinkingEvent
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis.advice import advice_on
from board_core.game import EventBus, MoveList
from board_core.game.heartbeat import HEARTBEAT
from board_core.games import CHESS
from board_core.games.game_file import read_game_file
from board_core.match import GameSpec
from board_core.players import AITurn, InProcessAI, Seat
from board_core.players.child import KnownGame
from board_core.players.in_process import AI_THREAD_NAME, OnThread
from board_core.players.isolated import Native
from board_core.protocols import GiveAnswer, TellGame
from board_core.record import Recorder

ROOT = Path(__file__).parents[2]

every_runner = pytest.mark.parametrize(
    "options", [{}, {"inline": True}, {"isolate": True}], ids=["thread", "inline", "isolated"]
)

BRIEF = TimeControl(base=60, per_move=0.3)


MINUTE = TimeControl(base=60)
ONE_MOVE = ("e4", Resign())


def events_of(function, control=MINUTE, white=ONE_MOVE, **options):
    """A game in which the function plays Black, on the real clock."""
    bus, events = EventBus(), []
    bus.subscribe(events.append)
    black = InProcessAI(function, **options)
    try:
        game = Game(
            CHESS,
            white=ScriptedPlayer(FakeTime(), *white),
            black=black,
            time_control=control,
            bus=bus,
        )
        game.run()
    finally:
        black.close()
    return events


def end_of(function, **options) -> GameEnded:
    return events_of(function, **options)[-1]


def moves_of(events) -> list[str]:
    return [event.notation for event in events if isinstance(event, MovePlayed)]


@every_runner
def test_a_function_of_the_board_plays_a_game(options):
    events = events_of(functions.first_legal, white=("f3", "g4", Resign()), **options)
    assert moves_of(events)[:4] == ["f3", "a5", "g4", "a4"]


@every_runner
def test_a_function_may_answer_in_san(options):
    events = events_of(functions.random_legal, **options)
    assert len(moves_of(events)) == 2


@every_runner
def test_an_exception_loses_with_its_traceback(options):
    ended = end_of(functions.fails, **options)
    assert (ended.outcome.winner, ended.outcome.reason) == (Color.WHITE, Reason.CRASH)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.EXCEPTION
    assert "ai_functions.py" in str(ended.explanation.sentence)
    assert "return {}[board.fen()]" in ended.explanation.traceback


@every_runner
def test_a_choice_from_an_empty_list_is_advised_on(options):
    ended = end_of(functions.chooses_from_nothing, **options)
    assert ended.explanation is not None
    assert "its way of finding moves found none" in str(advice_on(ended.explanation))


@every_runner
def test_a_function_that_exits_loses_and_nothing_else_ends(options):
    assert end_of(functions.leaves, **options).outcome.reason is Reason.CRASH


@pytest.mark.parametrize("value", [None, 7, b"e5", ["e5"]])
def test_a_wrong_type_loses_and_is_quoted(value):
    ended = end_of(lambda board: value, inline=True)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.WRONG_TYPE
    assert repr(value) in str(ended.explanation.sentence)


@every_runner
@pytest.mark.parametrize("function", [functions.is_async, functions.yields_asynchronously])
def test_an_async_function_is_told_by_that_word_and_python_warns_of_nothing(function, options):
    ended = end_of(function, **options)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.WRONG_TYPE
    assert "declared with 'async def'" in str(ended.explanation.sentence)
    assert "write 'def' in place of 'async def'" in str(advice_on(ended.explanation))


def test_an_illegal_move_loses_at_once():
    ended = end_of(lambda board: chess.Move.from_uci("e2e4"), inline=True)
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES


def test_a_function_that_hangs_loses_on_time_and_is_told_where_it_is():
    release = threading.Event()

    def waits(board):
        release.wait(60)

    ended = end_of(waits, control=BRIEF)
    release.set()
    assert ended.outcome.reason is Reason.TIME
    assert ended.explanation is not None
    assert "release.wait(60)" in ended.explanation.traceback


@pytest.mark.parametrize("function", [functions.recurses, functions.fails_at_length])
def test_a_long_exception_is_no_flood_of_an_isolated_function(function):
    ended = end_of(function, isolate=True)
    assert ended.outcome.reason is Reason.CRASH
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.EXCEPTION
    assert "Error: " in ended.explanation.traceback


def test_an_isolated_function_that_still_computes_is_left_behind_with_its_game():
    black = InProcessAI(functions.computes_after_the_first_move, isolate=True)
    outcomes, thoughts = [], []
    try:
        for _ in range(2):
            white = ScriptedPlayer(FakeTime(), "e4", "d4")
            game = Game(CHESS, white=white, black=black)
            mailbox = game.bus.mailbox()
            with game:
                while not isinstance(event := mailbox.get(timeout=PATIENCE), ThinkingEvent):
                    pass
                while not (isinstance(event, ThinkingEvent) and event.ply == 3):
                    event = mailbox.get(timeout=PATIENCE)
            thoughts.append(event.ply)
            outcomes.append(game.join().outcome)
    finally:
        black.close()
    assert thoughts == [3, 3]
    assert [outcome.reason for outcome in outcomes] == [Reason.STOPPED, Reason.STOPPED]


@pytest.mark.parametrize("running", list(Color))
def test_an_isolated_function_has_the_clock_of_its_turn(running):
    controls = PerColor(TimeControl(60, 2), TimeControl(base=9, byoyomi=3, periods=4))
    clock = Clock(controls, PerColor(31.5, 2.25), PerColor(7, 6), running, 17.0, PerColor(0, 3))
    moves = MoveList() if running is Color.WHITE else MoveList(["e2e4"])
    position = CHESS.start(None) if running is Color.WHITE else CHESS.start(None).play("e2e4")
    (asked,) = Native(functions.first_legal).ask(Turn(running, 0, 1, position, clock, moves))
    turn = KnownGame(CHESS, controls).turn(json.loads(asked.text)["ask"])
    assert turn.clock == replace(clock, since=0.0)
    assert (turn.color, turn.position) == (running, position)


def test_a_thought_about_an_earlier_question_of_an_isolated_function_is_not_heard():
    dialogue = Native(functions.first_legal)
    thought = "info 1 depth=3"
    turn = Turn(Color.WHITE, 0, 1, CHESS.start(None), Clock.new(PerColor.both(MINUTE)), MoveList())
    dialogue.ask(turn)
    assert dialogue.heard(thought) == [TellGame(Thought(depth=3))]
    dialogue.withdraw()
    dialogue.ask(turn)
    assert dialogue.heard(thought) == []
    assert dialogue.fresh_process, "it has not returned"
    assert dialogue.heard("move 1 e2e4") == []
    assert not dialogue.fresh_process


def test_only_the_first_answer_of_an_isolated_function_counts():
    dialogue = Native(functions.first_legal)
    clock = Clock.new(PerColor.both(MINUTE))
    dialogue.ask(Turn(Color.WHITE, 0, 1, CHESS.start(None), clock, MoveList()))
    assert dialogue.heard("move 1 e2e4") == [GiveAnswer(Play("e2e4"))]
    for line in ("move 1 e2e4", "failed 1 no-move-returned value=None traceback="):
        assert dialogue.heard(line) == [], "it is of a process that the function has forked"


@pytest.mark.parametrize("options", [{}, {"inline": True}], ids=["thread", "inline"])
def test_a_generator_that_yields_something_broken_loses_at_once(options):
    class Broken:
        uci = "e7e5"  # no method

    def choose(board):
        yield Broken()
        threading.Event().wait(60)

    ended = end_of(choose, **options)
    assert ended.outcome.reason is Reason.CRASH


TYPED = """
from contextlib import closing
from board_core import CHESS, Game, Human, InProcessAI

first = "e4"


def choose(board):
    global first
    first, move = None, first
    return move


class Clever:
    def __call__(self, board):
        return "e4"


print("the script")
for function in (choose, Clever()):
    try:
        with closing(InProcessAI(function, isolate=True)) as player:
            game = Game(CHESS, player, lambda board: "e9")
            print(*game.run().line, game.outcome.reason.value)
    except ValueError as error:
        print(error)
"""
PLAYS = """
with closing(InProcessAI(%s, isolate=True)) as player:
    game = Game(CHESS, player, lambda board: "e9")
    line = game.run().line
    reason = game.outcome.reason.value
    print(reason, *(line or [game.explanation.sentence]))
"""


def output_of(*words, typed=""):
    """Return what a script prints, without a word on its standard error."""
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("how", [["-c", TYPED], ["-"]], ids=["-c", "-"])
def test_an_isolated_function_that_was_typed_into_a_session_is_sent_as_its_code(how):
    script, first, second = output_of(*how, typed=TYPED)
    assert (script, first[:5]) == ("the script", "e2e4 ")
    assert second.startswith("<__main__.Clever object")
    assert second.endswith("use a function at the top of a module, or leave isolate out")


def test_a_script_needs_no_guard_for_an_isolated_function_of_it(tmp_path):
    """What cannot be sent without the script is told how to be guarded: it would begin anew."""
    (tmp_path / "plays.py").write_text(TYPED.partition("class")[0] + PLAYS % "choose")
    assert output_of(str(tmp_path / "plays.py")) == ["illegal-moves e2e4"]
    (tmp_path / "clever.py").write_text(TYPED.partition("print")[0] + PLAYS % "Clever()")
    (said,) = output_of(str(tmp_path / "clever.py"))
    assert said.startswith("not-started")
    assert "all that the script does under if __name__ == '__main__':" in said
    guarded = PLAYS.replace("\nwith", "\nif __name__ == '__main__':\n  with").replace(
        "\n    ", "\n      "
    )
    (tmp_path / "clever.py").write_text(TYPED.partition("print")[0] + guarded % "Clever()")
    assert output_of(str(tmp_path / "clever.py")) == ["illegal-moves e2e4"]


def test_an_isolated_function_that_hangs_is_killed():
    ended = end_of(functions.hangs, control=BRIEF, isolate=True)
    assert ended.outcome.reason is Reason.TIME


@pytest.mark.parametrize("options", [{}, {"isolate": True}], ids=["thread", "isolated"])
def test_a_generator_plays_its_best_move_when_its_time_is_up(options):
    events = events_of(
        functions.better_and_better,
        control=TimeControl(base=60, per_move=0.5, time_margin=20),
        **options,
    )
    functions.released.set()
    assert moves_of(events) == ["e4", "e5"]


def test_a_search_that_yields_ends_when_its_move_was_taken():
    """It is far from its next move then."""
    searched, ended = [], threading.Event()

    def choose(board):
        yield next(iter(board.legal_moves))
        searched.append(threading.current_thread())
        try:
            while True:
                list(board.legal_moves)
        finally:
            ended.set()

    events = events_of(choose, control=TimeControl(base=60, per_move=0.1, time_margin=20))
    assert len(moves_of(events)) == 2
    assert ended.wait(20)
    searched[0].join(20)
    assert not searched[0].is_alive()


def test_a_loss_names_the_line_of_the_author_and_not_that_of_a_library():
    def fails(board):
        board.push_uci("w")

    ended = end_of(fails, inline=True)
    line = fails.__code__.co_firstlineno + 1
    assert str(ended.explanation.sentence).endswith(f"{Path(__file__).name}:{line}")


def test_a_generator_that_ends_plays_its_last_move():
    def choose(board):
        yield "a6"
        yield "e5"

    assert moves_of(events_of(choose)) == ["e4", "e5"]


def test_a_generator_without_a_move_loses():
    ended = end_of(lambda board: iter(()), inline=True)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.WRONG_TYPE


def test_a_function_of_board_and_turn_sees_clock_and_moves_and_reports_thoughts():
    seen: list[AITurn] = []

    def choose(board: chess.Board, turn: AITurn) -> str:
        seen.append(turn)
        turn.report(Thought(depth=3))
        return "e5"

    events = events_of(choose, inline=True)
    assert (seen[0].color, seen[0].ply, list(seen[0].moves)) == (Color.BLACK, 1, ["e2e4"])
    assert 0 < seen[0].budget < seen[0].left <= 60
    thoughts = [event.thought for event in events if isinstance(event, ThinkingEvent)]
    assert thoughts == [Thought(depth=3)]


def test_stop_becomes_true_when_the_question_is_withdrawn():
    stopped, asked = threading.Event(), threading.Event()

    def choose(board: chess.Board, turn: AITurn) -> str:
        asked.set()
        while not turn.stop():
            pass
        assert turn.withdrawn()
        stopped.set()
        return "e5"

    game = Game(
        CHESS,
        white=InProcessAI(choose),
        black=ScriptedPlayer(FakeTime()),
        time_control=TimeControl(base=6000),
    )
    with game:
        assert asked.wait(PATIENCE)
    assert stopped.wait(PATIENCE)


def test_what_an_isolated_function_prints_does_not_disturb_the_dialogue():
    assert moves_of(events_of(functions.prints, isolate=True)) == ["e4", "e5"]


def test_a_second_argument_with_a_default_is_left_alone():
    def choose(board: chess.Board, depth: int = 3) -> str:
        assert depth == 3
        return "e5"

    assert moves_of(events_of(choose)) == ["e4", "e5"]


def test_a_function_of_a_game_whose_file_was_named_from_here_can_be_isolated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def first(board):\n    return min(board.legal_moves, key=str)\n")
    function = read_game_file("mine.py").module.first
    assert moves_of(events_of(function, isolate=True))[1] == "a5"


def test_a_function_without_a_name_is_isolated_if_all_that_it_needs_can_be_sent():
    answers = ["e5", "a5"]
    lock = threading.Lock()
    with pytest.raises(ValueError, match="at the top of a module"):
        InProcessAI(lambda board: lock and "e5", isolate=True)
    assert moves_of(events_of(lambda board: answers[0], isolate=True))[1] == "e5"
    with pytest.raises(ValueError, match="contradict"):
        InProcessAI(functions.first_legal, isolate=True, inline=True)


@every_runner
def test_an_illegal_move_is_quoted_as_the_function_gave_it(options):
    ended = end_of(functions.illegal, **options)
    assert ended.outcome == Outcome(Color.WHITE, Reason.ILLEGAL_MOVES, "Ka9")
    assert ended.explanation is None or "number" not in str(ended.explanation)


@every_runner
def test_a_function_that_leaves_a_move_on_its_board_is_told_so(options):
    ended = end_of(functions.leaves_a_move_on_its_board, **options)
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES
    assert ended.explanation.codes[0] == "board-left-changed"


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ('if __name__ == "__main__":\n\n    DEPTH: int = 3\n    print(2)\n', "name-under-main"),
        ('if __name__ == "__main__":\n    print(choose)\nDEPTHS = 3\n', "function-raised"),
    ],
)
def test_a_name_that_only_a_script_sets_is_told_as_that(tmp_path, isolate, rest, code):
    (tmp_path / "deep.py").write_text(f"def choose(board):\n    return DEPTH\n{rest}")
    player = f"{tmp_path / 'deep.py'}:choose"
    played = GameSpec(CHESS, player, "random", isolate=isolate).play()
    assert played.explanation.codes[0] == code


@every_runner
def test_a_board_that_was_changed_and_restored_is_not_mentioned(options):
    ended = end_of(functions.takes_its_move_back, **options)
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES
    assert "board-left-changed" not in (ended.explanation.codes if ended.explanation else ())


def test_the_lines_to_a_child_are_not_quoted_to_the_functions_author():
    explanation = end_of(functions.fails, isolate=True).explanation
    assert explanation.last_sent == explanation.last_heard == ""


def drawn_once(player: InProcessAI) -> list[str]:
    white = ScriptedPlayer(FakeTime(), "e4", "d4", "Nf3", Resign())
    game, recorder = Game(CHESS, white=white, black=player), Recorder()
    game.bus.subscribe(recorder)
    game.run()
    return [move.notation for move in recorder.record.moves]


def drawn(seed: int, **options) -> tuple[list[str], list[str]]:
    """Two games of one player."""
    player = InProcessAI(functions.by_chance, seed=seed, **options)
    try:
        return drawn_once(player), drawn_once(player)
    finally:
        player.close()


def test_a_seed_repeats_what_a_function_draws_wherever_it_runs():
    games = [drawn(7, **options) for options in ({}, {"inline": True}, {"isolate": True})]
    assert games[0] == games[1] == games[2]
    first, second = games[0]
    assert first != second, "a player's games differ"
    assert any(drawn(seed) != games[0] for seed in range(3))


@pytest.mark.parametrize("times", [0, 3])
def test_an_inline_function_that_never_returns_loses_on_time(times):
    """Even one that catches everything for a while."""
    caught = []

    def hangs(board):
        for _ in range(times):
            try:
                while True:
                    pass
            except BaseException as error:
                caught.append(error)
        while True:
            pass

    assert end_of(hangs, control=BRIEF, inline=True).outcome.reason is Reason.TIME
    assert len(caught) == times
    assert not HEARTBEAT.lookers


@every_runner
def test_any_exception_is_a_loss(options):
    ended = end_of(functions.stops, **options)
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    assert "Stop" in str(ended.explanation.sentence)


def test_an_interrupt_that_the_function_raises_on_its_thread_is_a_loss():
    def interrupts(board):
        raise KeyboardInterrupt

    assert end_of(interrupts).outcome.reason is Reason.CRASH


def test_ctrl_c_in_an_inline_function_is_raised_where_its_game_is_played():
    def interrupts(board):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Game(CHESS, InProcessAI(interrupts, inline=True), "random").run()


def test_a_function_keeps_its_thread_for_a_game_and_no_longer():
    threads = []

    def choose(board):
        threads.append(threading.current_thread())
        return min(map(str, board.legal_moves))

    player = InProcessAI(choose)
    for _ in range(2):
        Game(CHESS, player, "random", time_control=TimeControl(60)).run()
        threads[-1].join(PATIENCE)
        assert not threads[-1].is_alive()
    assert len(set(threads)) == 2


def test_a_search_that_goes_on_keeps_its_thread_and_the_next_question_gets_another():
    threads, released = [], threading.Event()

    def choose(board):
        threads.append(threading.current_thread())
        yield min(map(str, board.legal_moves))
        released.wait()

    black = ScriptedPlayer(FakeTime(), "a6", "a5", Resign())
    control = TimeControl(per_move=0.2, time_margin=PATIENCE)
    game = Game(CHESS, InProcessAI(choose), black, time_control=control)
    assert game.run().outcome.reason is Reason.RESIGNATION
    released.set()
    assert len(set(threads)) == 3


def test_one_that_is_silent_for_long_without_a_clock_is_told_of_and_can_be_stopped(monkeypatch):
    monkeypatch.setattr("board_core.players.in_process.LOOK_SECONDS", 0.01)
    released = threading.Event()

    def waits(board):
        released.wait()

    game = Game(CHESS, waits, "random")
    mailbox = game.bus.mailbox()
    game.start()
    while not isinstance(event := mailbox.get(timeout=PATIENCE), PlayerSilent):
        pass
    game.stop()
    released.set()
    assert (event.color, event.name) == (Color.WHITE, "waits")
    assert "has not returned: it is at" in str(event.explanation.sentence)
    assert game.outcome.reason is Reason.STOPPED


def test_a_function_that_nobody_closed_ends_its_thread_with_it():
    runner = OnThread(functions.first_legal)
    clock, start = Clock.new(PerColor.both(MINUTE)), CHESS.start(None)
    runner.seat(Seat(Color.WHITE, CHESS, start, None, clock, "x", list, print))
    answered = threading.Event()
    turn = Turn(Color.WHITE, 0, 1, start, clock, MoveList())
    runner.ask(turn, lambda reply, at=None: answered.set())
    assert answered.wait(PATIENCE)
    (thread,) = (each for each in threading.enumerate() if each.name == AI_THREAD_NAME)
    del runner
    gc.collect()
    thread.join(PATIENCE)
    assert not thread.is_alive()
