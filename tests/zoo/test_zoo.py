"""Every animal of the zoo, the verdict on it, and what its author is told.

That nothing is left of it (processes, threads, descriptors, folders) is seen to after every test,
in ``tests/conftest.py``; that its game ends at all, by the time limit of every test.
"""

import os
import subprocess
from pathlib import Path

import keeper
import pytest
from keeper import AWAKE, BRIEF, LONG, visit

from board_core import Cause, Color, Outcome, Reason, Resign
from board_core.games.chess3d import CHESS_3D
from board_core.players import ProcessAI
from board_core.supervise.sandbox import trial

WON = Outcome(Color.BLACK, Reason.RESIGNATION)
"""The animal has played on, until the visitor gave up."""


CAGES = {"open": keeper.OPEN, "barred": keeper.BARRED}


@pytest.fixture(autouse=True, params=os.environ.get("BOARD_ZOO", "open").split())
def cage(request, monkeypatch):
    """``BOARD_ZOO="open barred" pytest tests/zoo`` has every animal in the sandbox, too."""
    confined(request.param, monkeypatch)
    return request.param


def confined(cage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if cage == "barred" and trial().why is not None:
        pytest.skip("no sandbox works here")
    monkeypatch.setattr(keeper, "cage", CAGES[cage])


def lost(reason: Reason, detail: str = "") -> Outcome:
    return Outcome(Color.WHITE, reason, detail)


@pytest.mark.parametrize(
    ("animal", "reason", "cause", "words"),
    [
        ("endless_line", Reason.OUTPUT, Cause.LINE_TOO_LONG, "4096 bytes without a line break"),
        ("endless_lines", Reason.OUTPUT, Cause.TOO_MANY_LINES, "more than 256 lines"),
        ("gibibyte_without_newline", Reason.OUTPUT, Cause.LINE_TOO_LONG, "4096 bytes"),
        ("nul", Reason.PROTOCOL, Cause.ENCODING, "NUL byte"),
        ("invalid_utf8", Reason.PROTOCOL, Cause.ENCODING, "not UTF-8 text"),
        ("utf16", Reason.PROTOCOL, Cause.ENCODING, "UTF-16, two bytes"),
        ("colours", Reason.PROTOCOL, Cause.CONTROL_CHARACTERS, r"'\x1b[31md5\x1b[0m'"),
        ("clears_the_screen", Reason.PROTOCOL, Cause.CONTROL_CHARACTERS, r"'\x1b[2J"),
        ("backspaces", Reason.PROTOCOL, Cause.CONTROL_CHARACTERS, r"'d6\x085'"),
        ("closes_output", Reason.CRASH, Cause.CLOSED_OUTPUT, "closed its output"),
        ("closes_input", Reason.CRASH, Cause.CLOSED_INPUT, "closed its input"),
        ("leaves", Reason.CRASH, Cause.EXITED, "exit code 0"),
        ("complains_and_leaves", Reason.CRASH, Cause.EXITED, "exit code 3"),
        ("raises", Reason.CRASH, Cause.EXITED, "exit code 1"),
        (
            "segfaults",
            Reason.CRASH,
            Cause.KILLED,
            "(invalid memory access",
        ),
        ("kills_its_group", Reason.CRASH, Cause.KILLED, "SIGKILL"),
        ("dies_with_a_grandchild", Reason.CRASH, Cause.EXITED, "exit code 5"),
        ("child_plays_on", Reason.CRASH, Cause.EXITED, "exit code 0"),
    ],
)
def test_it_loses_at_once_and_is_told_why(animal, reason, cause, words):
    seen = visit(animal, steps=("e4", "d4", "exd5"))
    assert seen.outcome == lost(reason)
    assert seen.explanation.cause is cause
    assert words in seen.words


@pytest.mark.parametrize(
    ("animal", "reason", "cause"),
    [
        ("endless_lines", Reason.OUTPUT, Cause.TOO_MANY_LINES),
        ("invalid_utf8", Reason.PROTOCOL, Cause.ENCODING),
        ("closes_output", Reason.CRASH, Cause.CLOSED_OUTPUT),
        ("segfaults", Reason.CRASH, Cause.KILLED),
        ("dies_with_a_grandchild", Reason.CRASH, Cause.EXITED),
    ],
)
def test_it_loses_a_game_of_another_kind_as_well(animal, reason, cause):
    seen = visit(animal, steps=("b4N", "c4N"), protocol="lines", rules=CHESS_3D)
    assert seen.outcome == lost(reason)
    assert seen.explanation.cause is cause


@pytest.mark.parametrize(
    ("animal", "cause", "words"),
    [
        ("never_reads", Cause.NEVER_READ, "not begun to read its input"),
        ("hangs", Cause.IDLE, "its main thread waits for a time"),
        ("computes", Cause.COMPUTING, "still computing"),
        ("suspends_itself", Cause.SUSPENDED, "SIGSTOP"),
        ("drips", Cause.NO_NEWLINE, "without a line break"),
        ("carriage_return_only", Cause.NO_NEWLINE, r"'d5\r' without a line break"),
        ("unflushed", Cause.UNFLUSHED, "it held back 'd5'"),
        ("closes_input_and_is_silent", Cause.CLOSED_INPUT, "closed its input"),
        ("early_black", Cause.TOO_EARLY, "'e5' before it was asked"),
    ],
)
def test_it_loses_on_time_and_is_told_why(animal, cause, words):
    seen = visit(animal, control=BRIEF)
    assert seen.outcome == lost(Reason.TIME)
    if cause in (Cause.NEVER_READ, Cause.CLOSED_INPUT, Cause.IDLE) and os.name == "nt":
        cause, words = Cause.IDLE, "it is waiting, without computing"  # nothing more can be seen
    assert seen.explanation.cause in (cause, Cause.BUSY_MACHINE, Cause.OVERLOADED)
    if seen.explanation.cause is cause:
        assert words in seen.words


def test_the_flag_falls_at_the_absolute_deadline_however_much_is_said():
    seen = visit("endless_comments", protocol="uci", waits={}, control=BRIEF)
    assert seen.outcome == lost(Reason.TIME)
    assert seen.ended.clock.remaining.black <= 60 - 0.3


def test_what_comes_at_the_deadline_is_either_in_time_or_lost():
    seen = visit("waits_for_the_deadline", "0.3", control=BRIEF)
    if seen.outcome == WON:
        assert seen.ended.clock.remaining.black > 60 - 2 * 0.3
    else:
        assert seen.outcome == lost(Reason.TIME)


def test_a_grandchild_that_takes_the_input_leaves_it_waiting():
    steps = ("e4", "d4", "exd5", Resign())
    assert visit("grandchild_reads_its_input", steps=steps, control=BRIEF).outcome == lost(
        Reason.TIME
    )


@pytest.mark.parametrize(
    ("animal", "first", "words"),
    [
        ("illegal", "Ke5", "'Ke5' is not legal"),
        ("debug_text", "depth 3, 4242 nodes", "is not a move"),
        ("prompt", "My move is: d5", "d5"),
        ("echo", "d4", "'d4' is not legal"),
        ("half_castles", "O-0", "hyphen"),
        ("null_move", "0000", "passing is not allowed"),
        ("again_and_again", ".", "is not a move"),
        ("claims_to_have_won", "0-1", "is a result, not a move"),
    ],
)
def test_what_is_no_move_is_refused_three_times_and_loses(animal, first, words):
    seen = visit(animal)
    assert seen.outcome == lost(Reason.ILLEGAL_MOVES, seen.refused[-1])
    assert len(seen.refused) == 3
    assert seen.refused[0] == first
    assert seen.explanation.cause is Cause.ILLEGAL
    assert words in seen.words


def test_a_long_word_is_quoted_in_part():
    seen = visit("endless_word")
    assert seen.outcome.reason is Reason.ILLEGAL_MOVES
    assert len(seen.words) < 200


def test_a_program_may_resign():
    assert visit("resigns").outcome == lost(Reason.RESIGNATION)


@pytest.mark.parametrize(
    "animal",
    [
        "crlf",
        "blank_lines",
        "split_writes",
        "form_feed",
        "three_thousand_writes",
        "long_line",
        "closes_errors",
        "starts_itself_anew",
        "does_not_block",
        "ignores_every_signal",
        "daemon_with_pipes",
        "daemon_without_pipes",
        "bears_sixty_children",
        "changes_its_group",
        "opens_thousands_of_files",
        "fills_its_folder",
        "locks_its_folder",
        "error_without_newline",
        "endless_errors",
    ],
)
def test_it_plays_on_and_the_host_is_unharmed(animal):
    seen = visit(animal)
    assert seen.outcome == WON
    assert seen.moves == ["e4", "e5", "d4", "d5"]
    assert not seen.refused


def test_a_byte_order_mark_is_no_part_of_the_first_move():
    assert visit("bom", waits={}).outcome == WON


@pytest.mark.parametrize("animal", ["no_last_newline", "mates_and_leaves"])
def test_it_wins_by_a_mating_move_after_which_it_ends(animal):
    seen = visit(animal, steps=("f3", "g4"), waits={})
    assert seen.outcome == Outcome(Color.BLACK, Reason.CHECKMATE)


@pytest.mark.parametrize(
    ("animal", "ignored"),
    [
        ("twice", ["d5"]),
        ("chatters", ["your turn"]),
    ],
)
def test_what_is_said_out_of_turn_is_ignored_and_reported(animal, ignored):
    seen = visit(animal, waits={0: AWAKE, 2: ignored[0]})
    assert seen.outcome == WON
    assert seen.ignored == ignored


def test_one_resigns_out_of_turn_too():
    """Else a quick opponent's answer would decide whether it counts."""
    assert visit("resigns_out_of_turn", waits={}).outcome == Outcome(
        Color.WHITE, Reason.RESIGNATION
    )


def test_whites_first_move_counts_though_it_came_before_the_colour_was_read():
    seen = visit("early_white", color=Color.WHITE, steps=(Resign(),), waits={})
    assert seen.moves == ["e4"]
    assert seen.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)


def test_a_move_before_blacks_turn_is_ignored_and_reported():
    seen = visit("early_black", control=BRIEF)
    assert seen.ignored == ["e5"]


@pytest.mark.parametrize(
    ("animal", "words"),
    [("ends_at_once", "exit code 1"), ("reads_nothing_and_ends", "exit code 0")],
)
def test_what_ends_before_its_first_move_was_not_started(animal, words):
    seen = visit(animal, waits={})
    assert seen.outcome == lost(Reason.NOT_STARTED)
    assert seen.explanation.cause is Cause.EXITED
    assert words in seen.words


def test_the_last_words_of_a_failed_import_are_kept():
    assert "no module named numpy" in visit("ends_at_once", waits={}).explanation.stderr


def test_a_link_in_place_of_its_folder_is_not_followed(cage, tmp_path):
    if cage == "barred":
        pytest.skip("it cannot be put there from within")
    (tmp_path / "precious").write_text("x")
    assert visit("swaps_its_folder", str(tmp_path)).outcome == WON
    assert (tmp_path / "precious").exists()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="found by its open pipes in /proc")
def test_a_daemon_that_has_no_environment_is_known_by_the_pipes_it_holds():
    assert visit("daemon_without_environment").outcome == WON


def test_who_computes_in_the_opponents_time_is_ended_whole():
    assert visit("computes_in_the_opponents_time").outcome == WON


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="measured by /proc")
def test_the_memory_of_the_host_does_not_grow_with_what_it_is_sent():
    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    visit("endless_line")
    before = resident()
    for animal in ("gibibyte_without_newline", "endless_lines", "endless_errors"):
        visit(animal)
    assert resident() - before < 8 << 20


@pytest.mark.parametrize(
    ("animal", "outcome", "cause"),
    [
        ("endless_line", lost(Reason.OUTPUT), Cause.LINE_TOO_LONG),
        ("nul", lost(Reason.PROTOCOL), Cause.ENCODING),
        ("closes_output", lost(Reason.CRASH), Cause.CLOSED_OUTPUT),
        ("closes_input", lost(Reason.CRASH), Cause.CLOSED_INPUT),
        ("complains_and_leaves", lost(Reason.CRASH), Cause.EXITED),
        ("segfaults", lost(Reason.CRASH), Cause.KILLED),
        ("dies_with_a_grandchild", lost(Reason.CRASH), Cause.EXITED),
        ("suspends_itself", lost(Reason.TIME), Cause.SUSPENDED),
        ("never_reads", lost(Reason.TIME), Cause.NEVER_READ),
        ("unflushed", lost(Reason.TIME), Cause.UNFLUSHED),
        ("illegal", lost(Reason.ILLEGAL_MOVES, "Ke5"), Cause.ILLEGAL),
    ],
)
def test_in_the_sandbox_the_verdict_is_the_same(animal, outcome, cause, monkeypatch):
    confined("barred", monkeypatch)
    control = BRIEF if outcome.reason is Reason.TIME else LONG
    seen = visit(animal, steps=("e4", "d4", "exd5"), control=control)
    assert seen.outcome == outcome
    assert seen.explanation.cause in (cause, Cause.BUSY_MACHINE, Cause.OVERLOADED)


@pytest.mark.parametrize(
    "animal", ["ignores_every_signal", "daemon_without_environment", "bears_sixty_children"]
)
def test_in_the_sandbox_nothing_is_left_either(animal, monkeypatch):
    confined("barred", monkeypatch)
    assert visit(animal).outcome == WON


# Engines


@pytest.mark.parametrize(
    ("animal", "outcome", "cause"),
    [
        ("endless_infos", lost(Reason.OUTPUT), Cause.TOO_MANY_LINES),
        ("null_best_move", lost(Reason.ILLEGAL_MOVES, "0000"), Cause.ILLEGAL),
    ],
)
def test_an_engine_loses_at_once(animal, outcome, cause):
    seen = visit(animal, protocol="uci", waits={})
    assert seen.outcome == outcome
    assert seen.explanation.cause is cause


def test_an_engine_that_never_introduces_itself_was_not_started():
    seen = visit("never_ready", protocol="uci", waits={}, start_limit=0.3)
    assert seen.outcome == lost(Reason.NOT_STARTED)
    assert seen.explanation.cause in (Cause.NO_HANDSHAKE, Cause.BUSY_MACHINE, Cause.OVERLOADED)
    if seen.explanation.cause is Cause.NO_HANDSHAKE:
        assert "'uciok'" in seen.words


@pytest.mark.parametrize("animal", ["two_best_moves", "best_move_before_it_is_asked"])
def test_a_best_move_nobody_asked_for_is_ignored_and_reported(animal):
    seen = visit(animal, protocol="uci", waits={}, steps=("e4", Resign()))
    assert seen.outcome == WON
    assert len(seen.ignored) == 1


def test_an_engine_may_be_colourful():
    seen = visit("colourful_infos", protocol="uci", waits={}, steps=("e4", Resign()))
    assert seen.outcome == WON


@pytest.mark.parametrize("protocol", ["san", "uci", "xboard"])
def test_a_program_that_cannot_be_started_loses_whatever_it_speaks(protocol, tmp_path):
    program = ProcessAI([str(tmp_path / "nothing")], protocol=protocol)
    assert program.name == "nothing"
    program.close()


@pytest.mark.skipif(os.name != "nt", reason="POSIX has daemons of its own")
def test_what_breaks_away_on_windows_is_ended_too(tmp_path):
    note = tmp_path / "child"
    assert visit("daemon_of_windows", str(note)).outcome == WON
    listed = subprocess.run(["tasklist", "/fo", "csv"], capture_output=True, text=True, check=True)
    assert f'"{note.read_text()}"' not in listed.stdout
